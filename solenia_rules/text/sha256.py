"""SHA-256 without hashlib, which loads OpenSSL: that takes as long as a quarter of a start of Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import sha256 as sha256
else:
    try:
        from _sha2 import sha256 as sha256  # since Python 3.12
    except ImportError:
        try:
            from _sha256 import sha256 as sha256
        except ImportError:
            from hashlib import sha256 as sha256
