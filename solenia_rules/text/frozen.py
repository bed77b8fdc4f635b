"""Value classes as attrs makes them, for what a game needs to start from the cache: importing attrs alone takes three
times as long as starting Python.

Checkers of types read `frozen`, `define`, `field` and `evolve` of attrs; what runs are the few of its features that
are used here, with the same meaning. Everything that only loads or compiles rules uses attrs itself.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from attrs import define as define
    from attrs import evolve as evolve
    from attrs import field as field
    from attrs import frozen as frozen
else:
    from operator import itemgetter

    _NOTHING = object()

    class _Field:
        """What `field` says of one."""

        __slots__ = ("default", "eq", "factory", "init", "kw_only", "repr")

        def __init__(self, default, factory, eq, repr, kw_only, init):
            self.default, self.factory, self.eq, self.repr = default, factory, eq, repr
            self.kw_only, self.init = kw_only, init

    def field(*, default=_NOTHING, factory=None, eq=True, repr=True, kw_only=False, init=True):
        return _Field(default, factory, eq, repr, kw_only, init)

    class FrozenInstanceError(AttributeError):
        """A value does not change."""

    def _refuse(self, name, *_value):
        raise FrozenInstanceError(f"can't change {name!r} of {type(self).__name__}")

    def _made(cls, fixed, eq):
        fields = {}
        for name in cls.__annotations__ if "__annotations__" in cls.__dict__ else ():
            given = cls.__dict__.get(name, _NOTHING)
            if not isinstance(given, _Field):
                given = field(default=given)
            if name in cls.__dict__:
                delattr(cls, name)
            fields[name] = given
        cls._fields, cls.__attrs_attrs__ = fields, _Described()
        cls.__match_args__ = tuple(name for name, f in fields.items() if f.init and not f.kw_only)
        cls._shown = tuple(name for name, f in fields.items() if f.repr)
        cls.__init__ = _initializer(cls, fields)
        if "__repr__" not in cls.__dict__:
            cls.__repr__ = _repr
        if eq:
            names = [name for name, f in fields.items() if f.eq]
            compared = itemgetter(*names) if names else lambda _values: ()
            cls.__eq__ = _equal(compared)
            cls.__hash__ = _hashing(compared) if fixed else None
        if fixed:
            cls.__setattr__ = cls.__delattr__ = _refuse
        return cls

    class _Described:
        """The fields as attrs tells them: its own functions take these values, too."""

        def __get__(self, value, owner):
            import attr

            told = {
                name: attr.ib(
                    default=f.default
                    if f.default is not _NOTHING
                    else attr.Factory(f.factory)
                    if f.factory
                    else attr.NOTHING,
                    eq=f.eq,
                    repr=f.repr,
                    kw_only=f.kw_only,
                    init=f.init,
                )
                for name, f in owner._fields.items()
            }
            owner.__attrs_attrs__ = attr.make_class(owner.__name__, told).__attrs_attrs__
            return owner.__attrs_attrs__

    def _initializer(cls, fields):
        """Positional values in order of declaration; underscores in front of names are not part of keywords."""
        names = tuple(name for name, f in fields.items() if f.init and not f.kw_only)
        keywords = {name.lstrip("_"): name for name, f in fields.items() if f.init}
        defaults = {name: f.default for name, f in fields.items() if f.default is not _NOTHING}
        factories = {name: f.factory for name, f in fields.items() if f.factory is not None}
        required = frozenset(name for name in fields if name not in defaults and name not in factories)
        required &= frozenset(keywords.values())
        most, at_once = len(names), not factories and "__attrs_post_init__" not in cls.__dict__
        rest = {name: default for name, default in defaults.items() if name not in names}
        at_once = at_once and set(names) | set(rest) == set(fields)
        after = cls.__dict__.get("__attrs_post_init__")
        fewest = sum(name in required for name in names)
        known = {name: default for name, default in defaults.items() if name in names}
        tails = {}

        def tail(count):
            """By how many values are given in order: what the others are unless they are named, and their keywords."""
            others = {name: known[name] for name in names[count:] if name in known} | rest
            tails[count] = others, {keyword for keyword, name in keywords.items() if name not in names[:count]}
            return tails[count]

        def initialize(self, *args, **given):
            values = self.__dict__
            if at_once and fewest <= len(args) <= most:
                values.update(zip(names, args, strict=False))
                others, free = tails.get(len(args)) or tail(len(args))
                values.update(others)
                for keyword, value in given.items():
                    if keyword not in free:
                        raise TypeError(f"{cls.__name__} got {keyword!r} twice or does not know it")
                    values[keywords[keyword]] = value
                return
            values.update(defaults)
            if len(args) > most:
                raise TypeError(f"{cls.__name__} takes {most} values, not {len(args)}")
            values.update(zip(names, args, strict=False))
            for keyword, value in given.items():
                name = keywords.get(keyword)
                if name is None or name in names[: len(args)]:
                    raise TypeError(f"{cls.__name__} got {keyword!r} twice or does not know it")
                values[name] = value
            for name, factory in factories.items():
                if name not in values:
                    values[name] = factory()
            if not required <= values.keys():
                missing = ", ".join(sorted(required - values.keys()))
                raise TypeError(f"{cls.__name__} lacks {missing}")
            if after is not None:
                after(self)

        return initialize

    def _repr(self):
        inner = ", ".join(f"{name}={self.__dict__.get(name)!r}" for name in self._shown)
        return f"{type(self).__qualname__}({inner})"

    def _equal(compared):
        def equal(self, other):
            if other.__class__ is not self.__class__:
                return NotImplemented
            return compared(self.__dict__) == compared(other.__dict__)

        return equal

    def _hashing(compared):
        return lambda self: hash(compared(self.__dict__))

    def frozen(cls=None, *, eq=True):
        return _made(cls, True, eq) if cls is not None else lambda made: _made(made, True, eq)

    def define(cls=None, *, eq=True):
        return _made(cls, False, eq) if cls is not None else lambda made: _made(made, False, eq)

    def evolve(value, **changes):
        """A copy with some fields changed."""
        given = {name.lstrip("_"): value.__dict__[name] for name, f in value._fields.items() if f.init}
        return type(value)(**{**given, **changes})
