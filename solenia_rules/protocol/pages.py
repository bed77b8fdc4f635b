"""Writes what is made from the schema: the schema itself, the TypeScript types, the OpenAPI document and the tables of
docs/protocol.md.

`python -m solenia_rules.protocol.pages` writes all files of the checkout; a test compares them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from solenia_rules.api.version import VERSION
from solenia_rules.protocol import results
from solenia_rules.protocol.errors import CODES
from solenia_rules.protocol.methods import METHODS, PROGRESS, PROTOCOL
from solenia_rules.protocol.schema import DIALECT, HEAD, Schema, SchemaMaker, protocol_schema

BEGIN, END = "<!-- made from the schema: begin -->", "<!-- made from the schema: end -->"
MADE = "Made from the classes of solenia_rules/protocol by `python -m solenia_rules.protocol.pages`; do not edit."


def files(root: Path) -> dict[Path, str]:
    """Every file that is made from the schema, with its text."""
    page = root / "docs" / "protocol.md"
    return {
        root / "docs" / "protocol.schema.json": json_text(protocol_schema()),
        root / "docs" / "openapi.json": json_text(openapi()),
        root / "clients" / "js" / "solenia.d.ts": typescript(),
        page: with_tables(page.read_text("utf-8")),
    }


def json_text(made: Schema) -> str:
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def with_tables(page: str) -> str:
    """The page with new tables between the marks."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{tables()}{END}{after}"


# ---- the page -------------------------------------------------------------------------------------


def tables() -> str:
    """The methods with their parameters and results, the shapes, and the errors."""
    maker = SchemaMaker()
    lines: list[str] = []
    shown: list[str] = []
    for method in METHODS.values():
        maker.of(method.params, closed=True)
        params, result = method.params.__name__, method.result.__name__
        maker.of(method.result)
        lines += [f"### `{method.name}`", "", method.about, ""]
        lines += _rows(maker.definitions[params], "parameter")
        lines += [f"Result: [{result}](#{result.lower()})", ""]
        shown += [] if result in shown else [result]
    others = [name for name in maker.definitions if name not in {m.params.__name__ for m in METHODS.values()}]
    lines += ["## Shapes", ""]
    for name in sorted(others):
        lines += [f"### {name}", "", str(maker.definitions[name]["description"]), ""]
        lines += _rows(maker.definitions[name], "key")
    lines += ["## Error codes", "", "| code | meaning |", "|---|---|"]
    lines += [f"| {code} | {about} |" for code, about in CODES.items()]
    return "\n".join(lines) + "\n"


def _rows(definition: Schema, what: str) -> list[str]:
    properties = definition["properties"]
    required = definition.get("required", [])
    assert isinstance(properties, dict)
    assert isinstance(required, list)
    if not properties:
        return []
    lines = [f"| {what} | type | |", "|---|---|---|"]
    for name, schema in properties.items():
        told = str(schema.get("description", ""))
        default = f"Default: `{json.dumps(schema['default'])}`." if "default" in schema else ""
        optional = "" if name in required or default else "Optional."
        told = " ".join(part for part in (told, default, optional) if part)
        lines.append(f"| `{name}` | {_type_link(schema)} | {told} |")
    return [*lines, ""]


def _type_link(schema: Mapping[str, object]) -> str:
    """A type in a table: names of shapes are links."""
    made = _ts(schema).replace("|", "\\|").replace("<", "&lt;")
    for name in sorted(_refs(schema)):
        made = made.replace(name, f"[{name}](#{name.lower()})")
    return made


def _refs(schema: object) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield str(schema["$ref"]).rpartition("/")[2]
        for inner in schema.values():
            yield from _refs(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from _refs(inner)


# ---- TypeScript -----------------------------------------------------------------------------------

_TS = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}
_OPENING = """\
/** The engine of solenia_rules for JavaScript: types of the protocol and of the client in solenia.js. */
"""
_CLIENT = """
/** An error that the engine sent. */
export class EngineError extends Error {
  code: number;
  data: ErrorData;
}

/** What carries lines to an engine and back. */
export interface Transport {
  send(line: string): void;
  close(): void;
  onLine: (line: string) => void;
  onClose: (reason: string) => void;
}

export interface CallOptions {
  /** Called while a simulation runs. */
  onProgress?: (progress: Progress) => void;
  /** Cancels a simulation. */
  signal?: AbortSignal;
}

/** A session with an engine. */
export class Engine {
  constructor(transport: Transport);
  /** Connect to `/engine` of `solenia serve`: `ws://localhost:8000/engine`. */
  static connect(url: string): Promise<Engine>;
  /** Start `solenia engine` as a process (Node only). */
  static start(command?: string[]): Promise<Engine>;
  /** Send a request; rejects with an `EngineError`. */
  call<M extends keyof Methods>(
    method: M,
    ...rest: {} extends Methods[M]["params"]
      ? [params?: Methods[M]["params"], options?: CallOptions]
      : [params: Methods[M]["params"], options?: CallOptions]
  ): Promise<Methods[M]["result"]>;
  close(): void;
}
"""


def typescript() -> str:
    """The declarations of the JavaScript client."""
    maker = SchemaMaker()
    rows: list[str] = []
    for method in METHODS.values():
        maker.of(method.params, closed=True)
        maker.of(method.result)
        rows += [f"  /** {method.about} */"]
        rows += [f'  "{method.name}": {{ params: {method.params.__name__}; result: {method.result.__name__} }};']
    maker.of(results.Progress)
    maker.of(results.ErrorData)
    lines = [_OPENING.rstrip(), f"// {MADE}", "", f"export const PROTOCOL: {PROTOCOL};"]
    for name, definition in sorted(maker.definitions.items()):
        lines += ["", *_interface(name, definition)]
    lines += ["", "/** The methods of the engine. */", "export interface Methods {", *rows, "}"]
    return "\n".join(lines) + "\n" + _CLIENT


def _interface(name: str, definition: Schema) -> Iterator[str]:
    properties, required = definition["properties"], definition.get("required", [])
    assert isinstance(properties, dict)
    assert isinstance(required, list)
    yield f"/** {definition['description']} */"
    yield f"export interface {name} {{"
    for key, schema in properties.items():
        if "description" in schema:
            yield f"  /** {schema['description']} */"
        yield f"  {key}{'' if key in required else '?'}: {_ts(schema)};"
    yield "}"


def _ts(schema: Mapping[str, object]) -> str:
    """A type of TypeScript."""
    if isinstance(schema.get("$ref"), str):
        return str(schema["$ref"]).rpartition("/")[2]
    if isinstance(found := schema.get("enum"), list):
        return " | ".join(json.dumps(one) for one in found)
    if isinstance(found := schema.get("anyOf"), list):
        return " | ".join(_ts(one) for one in found)
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(dict.fromkeys(_TS[one] for one in kind))
    if kind == "array":
        parts, items = schema.get("prefixItems"), schema.get("items")
        if isinstance(parts, list):
            return f"[{', '.join(_ts(one) for one in parts)}]"
        assert isinstance(items, dict)
        inner = _ts(items)
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if kind == "object":
        values = schema.get("additionalProperties")
        assert isinstance(values, dict)
        return f"Record<string, {_ts(values)}>"
    return _TS[kind] if isinstance(kind, str) else "unknown"


# ---- OpenAPI --------------------------------------------------------------------------------------


def openapi() -> Schema:
    """The engine as an OpenAPI document. There is one address, which becomes a WebSocket; each method is described as
    an operation with the shapes of its request and its response."""
    maker = SchemaMaker("#/components/schemas/")
    paths: Schema = {
        "/engine": {
            "get": {
                "summary": "Open a session",
                "description": "Becomes a WebSocket. Each message is one JSON-RPC 2.0 request, response or "
                "notification, as in docs/protocol.md. The entries `/engine#METHOD` below describe the messages.",
                "responses": {
                    "101": {"description": "the connection is a WebSocket now"},
                    "403": {"description": "the page comes from elsewhere, or there are too many sessions"},
                    "404": {"description": "this server offers no engine"},
                },
            }
        }
    }
    for method in METHODS.values():
        params, result = maker.of(method.params, closed=True), maker.of(method.result)
        paths[f"/engine#{method.name}"] = {
            "post": {
                "operationId": method.name,
                "summary": method.name,
                "description": method.about + (f" Sends `{PROGRESS}` while it runs." if method.long else ""),
                "tags": [method.name.partition(".")[0]],
                "requestBody": {"required": True, **_content({"method": method.name}, "params", params)},
                "responses": {"200": {"description": "the result", **_content({}, "result", result)}},
            }
        }
    return {
        "openapi": "3.1.0",
        "jsonSchemaDialect": DIALECT,
        "info": {"title": "solenia_rules engine", "version": f"{PROTOCOL}.0.0", "description": MADE},
        "paths": paths,
        "components": {"schemas": dict(sorted(maker.definitions.items()))},
        "x-engine": VERSION,
    }


def _content(fixed: dict[str, str], key: str, schema: Schema) -> Schema:
    """A message as the content of an operation."""
    properties = {**HEAD, **{name: {"const": value} for name, value in fixed.items()}, key: schema}
    message = {"type": "object", "properties": properties, "required": ["jsonrpc", "id", *fixed]}
    return {"content": {"application/json": {"schema": message}}}


def main() -> None:
    root = Path(__file__).parent.parent.parent
    for path, text in files(root).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
