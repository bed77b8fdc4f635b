"""`python -m solenia_rules`: the command line."""

import sys

from solenia_rules.cli.main import main

sys.exit(main())
