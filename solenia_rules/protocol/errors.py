"""Errors of the protocol: a code, a message for people, and data for programs. Nothing has changed when one is sent."""

from __future__ import annotations

from collections.abc import Iterable

import solenia_rules as sr
from solenia_rules.protocol import results
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.misfits import Misfits
from solenia_rules.text.places import Span
from solenia_rules.text.printable import printable
from solenia_rules.text.suggestions import did_you_mean

PARSE, REQUEST, METHOD, PARAMS, INTERNAL = -32700, -32600, -32601, -32602, -32603
"""Codes of JSON-RPC: no JSON, no request, no such method, wrong parameters, a fault of the engine."""
RULESET, SETUP, ANSWER, UNDO, SAVE, LAB, UNKNOWN, LIMIT, CANCELLED = range(1, 10)
"""Our own codes. `kind` in the data says more."""
CODES: dict[int, str] = {
    PARSE: "the line is no JSON that can be read",
    REQUEST: "the JSON is no request",
    METHOD: "there is no such method",
    PARAMS: "the parameters do not fit the method; `problems` lists all of them",
    INTERNAL: "a fault of the engine; the session goes on",
    RULESET: "the ruleset has mistakes; `diagnostics` lists all of them",
    SETUP: "the game cannot be started, read or drawn in this way",
    ANSWER: "the answer is refused; `reason` says why it is not offered",
    UNDO: "the answer cannot be taken back",
    SAVE: "the save cannot be read, or the game cannot be saved",
    LAB: "the bot, metric or simulation does not exist",
    UNKNOWN: "the session has no ruleset, game or request of this name",
    LIMIT: "a limit of the session is reached",
    CANCELLED: "the request was cancelled before there was a result",
}
MOST_DIAGNOSTICS = 200


class RpcError(Exception):
    """A request that is not carried out."""

    def __init__(self, code: int, message: str, data: results.ErrorData) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


def unknown(what: str, name: str) -> RpcError:
    return RpcError(
        UNKNOWN, f"there is no {what} {printable(name[:60])!r} in this session", results.ErrorData("unknown")
    )


def not_bundled(name: str, known: Iterable[str]) -> RpcError:
    hint = did_you_mean(name[:60], known)
    told = f"there is no bundled ruleset {printable(name[:60])!r}{f'; {hint}' if hint else ''}"
    return RpcError(UNKNOWN, told, results.ErrorData("unknown"))


def limit(message: str) -> RpcError:
    return RpcError(LIMIT, message, results.ErrorData("limit"))


def malformed(code: int, message: str) -> RpcError:
    return RpcError(code, message, results.ErrorData("message"))


def misfits(problem: Misfits) -> RpcError:
    found = tuple(map(str, problem.problems))
    return RpcError(PARAMS, "; ".join(found), results.ErrorData("params", problems=found))


def bad_params(*problems: str) -> RpcError:
    return RpcError(PARAMS, "; ".join(problems), results.ErrorData("params", problems=problems))


def from_error(problem: sr.Error, lang: str) -> RpcError:
    """The error of the protocol for an error of the engine."""
    from solenia_rules.tools.lab.errors import LabError

    match problem:
        case sr.RulesetError():
            return ruleset_error(problem.diagnostics)
        case sr.PositionError():
            lines = tuple(str(problem).splitlines())
            return RpcError(SETUP, str(problem), results.ErrorData("position", problems=lines))
        case sr.SetupError():
            return RpcError(SETUP, str(problem), results.ErrorData("setup"))
        case sr.IllegalAnswer():
            reason = None if problem.reason is None else reason_of(problem.reason, lang)
            return RpcError(ANSWER, problem.text(lang), results.ErrorData("illegal_answer", reason=reason))
        case sr.UnreadableAnswer():
            return RpcError(ANSWER, problem.text(lang), results.ErrorData("unreadable_answer"))
        case sr.AnswerError():
            return RpcError(ANSWER, problem.text(lang), results.ErrorData("stale_answer"))
        case sr.UndoError():
            return RpcError(UNDO, problem.text(lang), results.ErrorData("undo"))
        case sr.SaveError():
            return RpcError(SAVE, str(problem), results.ErrorData("save"))
        case LabError():
            return RpcError(LAB, str(problem), results.ErrorData("lab"))
        case _:
            return RpcError(INTERNAL, str(problem), results.ErrorData("message"))


def ruleset_error(diagnostics: tuple[Diagnostic, ...]) -> RpcError:
    first = next((one for one in diagnostics if one.severity == "error"), diagnostics[0])
    more = f" (and {len(diagnostics) - 1} more)" if len(diagnostics) > 1 else ""
    hint = f"; {printable(first.hint)}" if first.hint else ""
    data = results.ErrorData("ruleset", diagnostics=diagnostics_of(diagnostics))
    return RpcError(RULESET, f"{first.code}: {printable(first.told)}{hint}{more}", data)


def reason_of(reason: sr.Reason, lang: str) -> results.Reason:
    return results.Reason(
        reason.text(lang), reason.key, reason.rule, reason.place, reason.found(lang), reason.changes(lang)
    )


def diagnostics_of(found: tuple[Diagnostic, ...]) -> tuple[results.Diagnostic, ...]:
    """Diagnostics as data, in the order of their places; of very many, errors first."""
    ordered = sorted(found, key=lambda one: (one.severity != "error", one.sort_key()))[:MOST_DIAGNOSTICS]
    return tuple(_diagnostic(one) for one in sorted(ordered, key=Diagnostic.sort_key))


def _diagnostic(one: Diagnostic) -> results.Diagnostic:
    hint = printable(one.hint) if one.hint else None
    also = tuple(results.Note(*_place(span), printable(label)) for span, label in one.also)
    return results.Diagnostic(one.code, one.severity, printable(one.told), *_place(one.span), hint, also)


def _place(span: Span) -> tuple[str, int, int, int, int]:
    end = Span(span.source, span.end, span.end)
    return printable(span.source.name), span.line, span.column, end.line, end.column
