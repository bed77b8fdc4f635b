"""Value classes: attrs, with the settings that all classes of the package share.

attrs compiles the methods of a class when its module is imported, which costs more than everything else at start-up.
So the classes keep their values in a dictionary (no slots), they share one `__repr__` instead of one compiled each, and
`frozen` compares their fields with `attrgetter`, which nothing has to compile. Classes whose hash is asked very often
let attrs compile and keep it (`cache_hash`). Classes whose values nothing compares are made with `eq=False`: comparing
two of them is an error, not "different".

`frozen` is for the classes inside the package: the type checker refuses assignments. `sealed` is for the classes that
embedders get: assignments are refused at run time, too. That costs a dictionary for each object, so inner classes do
without it (see ADR 30). `define` is for classes whose fields change.

`remembered` is `functools.cached_property` without its lock, which Python 3.11 takes at every first read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, field

__all__ = ["define", "evolve", "field", "frozen", "remembered", "sealed"]

if TYPE_CHECKING:
    from functools import cached_property as remembered

    from attrs import define, frozen
    from attrs import frozen as sealed
else:
    from functools import partial
    from operator import attrgetter

    import attrs

    class remembered:  # noqa: N801
        """A property that is worked out once for each object. Threads may work it out twice: the value is the same."""

        def __init__(self, work):
            self.work = work
            self.__doc__ = work.__doc__

        def __set_name__(self, owner, name):
            self.name = name

        def __get__(self, holder, owner=None):
            if holder is None:
                return self
            found = holder.__dict__[self.name] = self.work(holder)
            return found

    def _shown(value):
        fields = ", ".join(f"{a.name}={getattr(value, a.name)!r}" for a in value.__attrs_attrs__ if a.repr)
        return f"{type(value).__qualname__}({fields})"

    def _made(make, cls=None, /, **settings):
        if cls is None:
            return partial(_made, make, **settings)
        if "__repr__" not in cls.__dict__:
            cls.__repr__ = _shown
        return make(cls, slots=False, repr=False, **settings)

    def _uncompared(value, other):
        if value is other:
            return True
        if type(value) is not type(other):
            return NotImplemented
        raise TypeError(f"values of {type(value).__qualname__} are not compared: make the class without eq=False")

    def _compare(cls):
        """Give a class `__eq__` and `__hash__` over its compared fields, without compiling them."""
        names = [a.name for a in cls.__attrs_attrs__ if a.eq]
        fields = attrgetter(*names) if names else type
        salt = hash(cls.__qualname__)

        def equal(self, other):
            if other.__class__ is not self.__class__:
                return NotImplemented
            return fields(self) == fields(other)

        def hashed(self):
            return hash(fields(self)) ^ salt

        cls.__eq__, cls.__hash__ = equal, hashed
        return cls

    def _frozen(cls, /, *, eq=True, cache_hash=False, **settings):
        if not eq and "__eq__" not in cls.__dict__:
            cls.__eq__, cls.__hash__ = _uncompared, object.__hash__
        if eq and not cache_hash:
            return _compare(attrs.define(cls, eq=False, **settings))
        return attrs.define(cls, eq=eq, unsafe_hash=eq or None, cache_hash=cache_hash, **settings)

    frozen = partial(_made, _frozen)
    sealed = partial(_made, attrs.frozen)
    define = partial(_made, attrs.define)
