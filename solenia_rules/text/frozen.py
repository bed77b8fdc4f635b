"""Value classes as attrs makes them, for everything that reads, compiles and plays rules: importing attrs alone takes
three times as long as starting Python, and each of its classes is compiled anew in every process.

Checkers of types read `frozen`, `define`, `field` and `evolve` of attrs; what runs are the few of its features that
are used here, with the same meaning.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import functools

    from attrs import define as define
    from attrs import evolve as evolve
    from attrs import field as field
    from attrs import frozen as frozen

    remembered = functools.cached_property
else:
    from operator import attrgetter
    from types import FunctionType

    _NOTHING = object()

    class _Field:
        """What `field` says of one."""

        __slots__ = ("default", "eq", "factory", "init", "kw_only", "repr")

        def __init__(self, default, factory, eq, repr, kw_only, init):
            self.default, self.factory, self.eq, self.repr = default, factory, eq, repr
            self.kw_only, self.init = kw_only, init

    def field(*, default=_NOTHING, factory=None, eq=True, repr=True, kw_only=False, init=True):
        return _Field(default, factory, eq, repr, kw_only, init)

    class remembered:  # noqa: N801
        """What a value is asked again and again: worked out once, and then an attribute like its fields."""

        def __init__(self, work):
            self.work, self.__doc__ = work, work.__doc__

        def __set_name__(self, owner, name):
            self.name = name

        def __get__(self, value, owner):
            if value is None:
                return self
            found = self.work(value)
            _put(value, self.name, found)
            return found

    class FrozenInstanceError(AttributeError):
        """A value does not change."""

    def _refuse(self, name, *_value):
        raise FrozenInstanceError(f"can't change {name!r} of {type(self).__name__}")

    def _declared(cls):
        told = cls.__annotations__ if "__annotations__" in cls.__dict__ else {}
        return [name for name, kind in told.items() if not kind.startswith("ClassVar")]

    def _made(cls, fixed, eq, cache_hash):
        fields = {}
        for name in _declared(cls):
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
            compared = attrgetter(*names) if names else lambda _value: ()
            cls.__eq__ = _equal(compared)
            cls.__hash__ = (_hashing_once(compared) if cache_hash else _hashing(compared)) if fixed else None
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

    _put = object.__setattr__

    # Patterns of `__init__` by the number of fields. They come compiled with this module; a class gets one of them
    # with the names of its own fields in place of these.

    def _one(self, a):
        _put(self, "1", a)

    def _two(self, a, b):
        _put(self, "1", a)
        _put(self, "2", b)

    def _three(self, a, b, c):
        _put(self, "1", a)
        _put(self, "2", b)
        _put(self, "3", c)

    def _four(self, a, b, c, d):
        _put(self, "1", a)
        _put(self, "2", b)
        _put(self, "3", c)
        _put(self, "4", d)

    def _five(self, a, b, c, d, e):
        _put(self, "1", a)
        _put(self, "2", b)
        _put(self, "3", c)
        _put(self, "4", d)
        _put(self, "5", e)

    def _six(self, a, b, c, d, e, f):
        _put(self, "1", a)
        _put(self, "2", b)
        _put(self, "3", c)
        _put(self, "4", d)
        _put(self, "5", e)
        _put(self, "6", f)

    _PATTERNS = {
        len(code.co_consts) - 1: code for code in (f.__code__ for f in (_one, _two, _three, _four, _five, _six))
    }

    def _initializer(cls, fields):
        """Positional values in order of declaration; underscores in front of names are not part of keywords."""
        if (
            len(fields) not in _PATTERNS
            or "__attrs_post_init__" in cls.__dict__
            or not all(f.init and f.factory is None for f in fields.values())
        ):
            return _any_initializer(cls, fields)
        in_order = [(name, f) for name, f in fields.items() if not f.kw_only]
        by_name = [(name, f) for name, f in fields.items() if f.kw_only]
        names = [name for name, _ in in_order + by_name]
        pattern = _PATTERNS[len(fields)]
        code = pattern.replace(
            co_varnames=("self", *(name.lstrip("_") for name in names)),
            co_consts=tuple(names[int(part) - 1] if isinstance(part, str) else part for part in pattern.co_consts),
            co_argcount=1 + len(in_order),
            co_kwonlyargcount=len(by_name),
            co_name="__init__",
            co_qualname=f"{cls.__qualname__}.__init__",
        )
        made = FunctionType(code, globals())
        made.__defaults__ = tuple(f.default for _, f in in_order if f.default is not _NOTHING)
        made.__kwdefaults__ = {name.lstrip("_"): f.default for name, f in by_name if f.default is not _NOTHING}
        return made

    def _any_initializer(cls, fields):
        """For more fields, fields that others are worked out for, and classes with something to do afterwards."""
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
        inner = ", ".join(f"{name}={getattr(self, name, None)!r}" for name in self._shown)
        return f"{type(self).__qualname__}({inner})"

    def _equal(compared):
        def equal(self, other):
            if other.__class__ is not self.__class__:
                return NotImplemented
            return compared(self) == compared(other)

        return equal

    def _hashing(compared):
        return lambda self: hash(compared(self))

    def _hashing_once(compared):
        def hashed(self):
            try:
                return self._hashed
            except AttributeError:
                found = hash(compared(self))
                _put(self, "_hashed", found)
                return found

        return hashed

    def frozen(cls=None, *, eq=True, cache_hash=False):
        return _made(cls, True, eq, cache_hash) if cls is not None else lambda made: _made(made, True, eq, cache_hash)

    def define(cls=None, *, eq=True):
        return _made(cls, False, eq, False) if cls is not None else lambda made: _made(made, False, eq, False)

    def evolve(value, /, **changes):
        """A copy with some fields changed."""
        given = {name.lstrip("_"): getattr(value, name) for name, f in value._fields.items() if f.init}
        return type(value)(**{**given, **changes})
