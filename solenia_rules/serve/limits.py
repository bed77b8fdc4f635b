"""What one client may use: sizes, rates and numbers. A bucket holds tokens that refill with time; each request takes
one, and a client whose bucket is empty is refused until it has refilled."""

from __future__ import annotations

from attrs import define, frozen


@frozen
class Limits:
    """The limits of a server."""

    frame: int = 16 * 1024
    """Bytes of one message of a client."""
    upload: int = 256 * 1024
    """Bytes of an uploaded ruleset."""
    body: int = 320 * 1024
    """Bytes of a request over HTTP."""
    depth: int = 16
    """Levels of nesting in JSON."""
    connections: int = 4000
    connections_by_address: int = 200
    tables_in_memory: int = 2000
    messages_per_second: float = 30
    messages_burst: float = 90
    creations_per_minute: float = 30
    creations_burst: float = 30
    uploads_per_minute: float = 10
    uploads_burst: float = 10
    playouts: int = 1000
    """The most playouts of a bot at the table."""
    backlog: int = 64
    """Messages that wait for a slow client before it is disconnected."""
    greeting_seconds: float = 10
    """How long a new connection may wait before it says who it is."""
    engines_by_address: int = 4
    """Engines for programs that run for one address."""
    engine_idle_seconds: float = 600
    """How long such an engine waits for the next message."""


@define
class Bucket:
    """A number of tokens that refills with time."""

    rate: float
    """Tokens per second."""
    most: float
    left: float
    at: float

    @classmethod
    def full(cls, rate: float, most: float, now: float) -> Bucket:
        return cls(rate, most, most, now)

    def take(self, now: float) -> bool:
        """Take a token; false if there is none."""
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """A bucket for each address. Full buckets are forgotten, so that the number stays small."""

    MOST = 10_000

    def __init__(self, rate: float, most: float) -> None:
        self.rate = rate
        self.most = most
        self._kept: dict[str, Bucket] = {}

    def take(self, who: str, now: float) -> bool:
        if len(self._kept) >= self.MOST:
            self._kept = {k: b for k, b in self._kept.items() if b.left + (now - b.at) * b.rate < b.most}
            if len(self._kept) >= self.MOST:
                return False
        return self._kept.setdefault(who, Bucket.full(self.rate, self.most, now)).take(now)
