"""The arithmetic of figures, which the package has too: `solenia bench` measures without the checkout."""

from solenia_rules.measuring.figures import Figure as Figure
from solenia_rules.measuring.figures import cpu_of as cpu_of
from solenia_rules.measuring.figures import cpu_of_command as cpu_of_command
from solenia_rules.measuring.figures import figure as figure
from solenia_rules.measuring.figures import interleaved as interleaved
