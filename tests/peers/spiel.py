"""Games of OpenSpiel as peers of our rulesets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias, runtime_checkable

from attrs import frozen

from tests.peers.comparing import Answers, required

Spelling: TypeAlias = Callable[["State", int, str], Answers]
"""How a legal action of a state, with its name, is answered on our side."""


class State(Protocol):
    """What is used of a state of OpenSpiel."""

    def is_terminal(self) -> bool: ...

    def is_chance_node(self) -> bool: ...

    def current_player(self) -> int: ...

    def legal_actions(self) -> list[int]: ...

    def action_to_string(self, player: int, action: int) -> str: ...

    def apply_action(self, action: int) -> None: ...

    def returns(self) -> list[float]: ...

    def child(self, action: int) -> State: ...

    def history(self) -> list[int]: ...


class Game(Protocol):
    def new_initial_state(self) -> State: ...


@runtime_checkable
class Library(Protocol):
    """The module `pyspiel`."""

    def load_game(self, name: str) -> Game: ...


def library() -> Library:
    found = required("pyspiel")
    assert isinstance(found, Library)
    return found


@frozen
class Spiel:
    """One game of OpenSpiel."""

    state: State
    spelling: Spelling

    def over(self) -> bool:
        return self.state.is_terminal()

    def moves(self) -> Mapping[str, Answers]:
        state = self.state
        names = {action: state.action_to_string(state.current_player(), action) for action in state.legal_actions()}
        return {f"{action} {name}": self.spelling(state, action, name) for action, name in names.items()}

    def play(self, move: str) -> None:
        self.state.apply_action(int(move.partition(" ")[0]))

    def returns(self) -> tuple[float, ...]:
        return tuple(self.state.returns())


@frozen
class WithSuperko(Spiel):
    """Go. OpenSpiel ends the game as a draw if a position comes again; our rules forbid such a move."""

    def moves(self) -> Mapping[str, Answers]:
        moves = super().moves()
        if len(self.state.history()) + 1 >= LONGEST_GO:
            return moves
        return {name: answers for name, answers in moves.items() if answers["point"] == "done" or not self._ends(name)}

    def _ends(self, move: str) -> bool:
        return self.state.child(int(move.partition(" ")[0])).is_terminal()


LONGEST_GO = 2 * 9 * 9
"""Moves after which OpenSpiel ends a game of Go on 9 by 9 points."""
