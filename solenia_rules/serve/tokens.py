"""Secret tokens of seats, invitations and spectators: 256 random bits. Only their hashes are stored."""

from __future__ import annotations

import secrets
from hashlib import sha256
from hmac import compare_digest

LONGEST = 100
"""More characters than any token has."""


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """The id of a table: it stands in links, so it cannot be guessed either."""
    return secrets.token_hex(8)


def new_seed() -> int:
    return secrets.randbits(62)


def hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def fits(token: str, stored: str) -> bool:
    """Whether a token has this hash; the time it takes does not tell how much of it is right."""
    return bool(stored) and len(token) <= LONGEST and compare_digest(hashed(token), stored)
