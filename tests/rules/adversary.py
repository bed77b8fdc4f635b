"""Bad inputs up to the size cap, each made to be dear somewhere on the way."""

from __future__ import annotations

from collections.abc import Iterator

from tests.rules.cases import head

SIZE = 256 * 1024
HEAD = "\n".join([*head("bad"), ""])


def fill(head: str, unit: str) -> bytes:
    """`{i}` in the unit is a running number."""
    parts, size, index = [head], len(head), 0
    while True:
        part = unit.replace("{i}", str(index))
        if size + len(part) > SIZE:
            return "".join(parts).encode()
        parts.append(part)
        size += len(part)
        index += 1


def few(head: str, unit: str, count: int) -> bytes:
    return (head + "".join(unit.replace("{i}", str(i)) for i in range(count))).encode()[:SIZE]


def bad_inputs() -> Iterator[tuple[str, bytes]]:
    yield "nothing", b""
    yield "zeros", b"\0" * SIZE
    yield "not utf-8", b"\xff" * SIZE
    yield "half a character at the end", b"a = '" + b"x" * 1000 + b"\xe2\x82"
    yield "a byte order mark", b"\xef\xbb\xbfruleset = 'bad'"
    yield "a lone carriage return", b"a = 1\rb = 2"
    yield "brackets", b"a = " + b"[" * (SIZE - 4)
    yield "braces", b"a = " + b"{a=" * (SIZE // 3 - 4)
    yield "header brackets", b"[" * SIZE
    yield "dotted key", b"a" + b".a" * (SIZE // 2 - 8) + b" = 1"
    yield "dotted header", b"[a" + b".a" * (SIZE // 2 - 8) + b"]"
    yield "dotted keys", fill("", "a.b.c.d.e.f.g.h{i} = 1\n")
    yield "dotted keys in headers", fill("", "[a.b.c.d.e.f.g.h{i}]\n")
    yield "headers of one letter", fill("", "[a{i}]\n")
    yield "lists of tables", fill("", "[[a]]\n")
    yield "short pairs", fill("", "a{i}=1\n")
    yield "a long list", fill("a = [", "1,")
    yield "a long list of tables", fill("a = [", "{},")
    yield "a hexadecimal number", b"a = 0x" + b"f" * (SIZE - 8)
    yield "a decimal number", b"a = " + b"9" * (SIZE - 8)
    yield "a binary number", b"a = 0b" + b"1" * (SIZE - 8)
    yield "an open string", b'a = "' + b"x" * (SIZE - 8)
    yield "an open long string", b'a = """' + b"x" * (SIZE - 8)
    yield "an open literal string", b"a = '''" + b"x" * (SIZE - 8)
    yield "many open quotes", b"a = '''" + b"''x" * (SIZE // 3 - 8)
    yield "escapes", b'a = "' + b"\\\\" * (SIZE // 2 - 8) + b'"'
    yield "escapes in a key", b'"' + b"\\u0041" * (SIZE // 6 - 8) + b'" = 1'
    yield "many keys with escapes", fill("", '"\\u0041{i}" = 1\n')
    yield "surrogate escape", b'a = "\\ud800"'
    yield "a long comment", b"#" * SIZE
    yield "comments", b"#\n" * (SIZE // 2)
    yield "spaces", b" " * SIZE
    yield "line ends", b"\r\n" * (SIZE // 2)
    yield "the same key", fill("", "a = 1\n")
    yield "a long string", HEAD.encode() + b"note = '" + b"x" * (SIZE - 1000) + b"'"
    yield "floats", few(HEAD, "a{i} = 1.5\n", 10000)
    yield "dates", few(HEAD, "a{i} = 1979-05-27 07:32:00\n", 8000)
    yield "unknown keys", few(HEAD, "languag{i} = 1\n", 11000)
    yield "unknown sections", few(HEAD, "[counter{i}]\n", 11000)
    yield "fullwidth ids", few(HEAD + "[zones]\n", '"ｏre{i}" = {}\n', 5000)
    yield "zones of nothing", few(HEAD + "[zones]\n", "abcdefghijklmnop{i} = { of = 'abcdefghijklmnopq{i}' }\n", 3900)
    yield "words twice", few(HEAD + "[kinds]\n", "k{i} = { words = ['a', 'b'] }\n", 2900)
    yield "a word many times", few(HEAD + "[kinds]\nk = { source = 'ours', words = [", "'a',", 11900) + b"] }"
    yield (
        "many words",
        few(HEAD + "[kinds]\nk = { source = 'ours', words = [", "'a{i}',", 11900) + b"] }\n[zones]\nz = {}",
    )
    yield "many fields", few(HEAD + "[pieces.token]\nfields = {", "f{i} = 'nmber',", 11000) + b"}"
    yield (
        "fields of many records",
        few(
            HEAD
            + "[pieces]\ntoken = { plural = 'tokens', source = 'ours', fields = { worth = 'number' } }\n[tokens]\n",
            "t{i} = { wort = 1 }\n",
            5900,
        ),
    )
    many = "".join(f"f{i} = 'number'," for i in range(3000))
    yield (
        "fields missing in many records",
        few(
            HEAD + f"[pieces.token]\nplural = 'tokens'\nsource = 'ours'\nfields = {{ {many} }}\n[tokens]\n",
            "t{i} = {}\n",
            8000,
        ),
    )
    yield "kinds many times", few(HEAD + "[state]\n", "s{i} = { kind = 'k{i}', source = 'ours' }\n", 3900)
    yield (
        "too many pieces",
        few(
            HEAD + "[pieces]\ntoken = { plural = 'tokens', source = 'ours' }\n[tokens]\n",
            "t{i} = { copies = 200, source = 'ours' }\n",
            3900,
        ),
    )
    yield "removing", few(HEAD + "remove = [", "'a.b{i}',", 11900) + b"]"
    yield "a file that extends itself", HEAD.encode() + b'extends = "bad"'
    yield "a path in extends", HEAD.encode() + b'extends = "../../etc/passwd"'
    yield "control characters in a title", HEAD.replace('"a"', '"\\u0007"').encode()
    yield "one mistake at the end", few(HEAD + "[counters]\n", "c{i} = { source = 'ours' }\n", 5900) + b"x = 1"
    yield (
        "long ids",
        few(HEAD + "[zones]\n", "a" * 60 + "{i} = { of = '" + "a" * 60 + "{i}', source = 'ours' }\n", 1500),
    )
