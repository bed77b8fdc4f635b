"""What a language does with words: articles, cases, agreement, lists, relative clauses."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Literal

from attrs import frozen

from solenia_rules.words.languages import Language
from solenia_rules.words.lexicon import Lexicon, Vocabulary
from solenia_rules.words.phrases import NP, Noun, PluralForm, invariable
from solenia_rules.words.tables.sentences import NounsAndVerbs, PatternKey, SentenceWords

How = Literal["a", "the", "this", "each", "no", "other", "given", "first", "last", "bare", "your", "their", "own"]
Which = Literal["a", "each", "no", "first", "last", "that", "those"]
Mood = Literal["you", "third", "inf"]
Join = Literal["and", "or", "either"]
"""`either`: one of them and no other, as in a choice."""

_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_GENDER = re.compile(r"<([^<>]*/[^<>]*)>")
_NUMBER = re.compile(r"-?\d+")
_SLOT = re.compile(r"\{(\w+)(?::(\w+))?\}")


@frozen
class Clause:
    """A predicate of a subject, or a whole clause. `[is|are|are]` agrees with number and person, `<m/f/...>` with
    gender."""

    said: str
    subject: NP | None = None
    root: int | None = None
    """The variable that it is about, if a relative clause can say it: as the subject, or as whose `head` it is."""
    head: NP | None = None
    relative: str = ""
    """The relative clause, where it is none of these two."""


class Grammar(ABC):
    """One language, with the words of one ruleset."""

    pause = ","
    """The mark after words that lead to a statement and are not a clause."""
    reflexive = False
    """Whether what belongs to the subject has a word of its own."""
    names_you = True
    """Whether the reader is named as the subject, not only by the form of the verb."""
    after_whose: How = "the"
    """The determiner of a noun behind `whose`."""
    other_of_two: How = "the"
    """The determiner of a noun before `other than`."""
    as_many_is_plural = True
    """Whether `as many tokens` as the subject takes a verb in the plural."""
    first_of: Literal["in", "from"] = "from"
    """Whether a sentence says that the first piece of a zone lies in the zone or is taken from it."""

    def __init__(self, lang: Language, shapes: SentenceWords, words: NounsAndVerbs, vocabulary: Vocabulary) -> None:
        self.patterns, self.verbs, self.watched = shapes.PATTERNS, words.VERBS, words.WATCHED
        self.lexicon = Lexicon(lang, words.NOUNS, words.SEVERAL, vocabulary)

    @abstractmethod
    def plural_form(self, number: int) -> PluralForm:
        """The form of a noun that goes with a number."""

    # ---- noun phrases ------------------------------------------------------------------

    @abstractmethod
    def np(self, noun: Noun, how: How, plural: bool = False) -> NP:
        """A noun with what stands before it."""

    def belonging(self, noun: Noun, how: How) -> Noun:
        """Words of a ruleset that address the reader (`the space of your token`), changed to speak of another owner."""
        return noun

    @abstractmethod
    def count(self, number: int, noun: Noun) -> NP:
        """`2 points`"""

    @abstractmethod
    def of(self, head: NP, owner: NP) -> NP:
        """`the worth of the token`"""

    @abstractmethod
    def among(self, how: Which, things: NP, noun: Noun) -> NP:
        """`one of the tokens`, `each of your tokens`, `none of them`"""

    @abstractmethod
    def place(self, np: NP, way: Literal["in", "to", "from"]) -> str:
        """`in your hand`, `to your hand`, `from your hand`"""

    def drawn(self, np: NP) -> str:
        """Where pieces are drawn from."""
        return self.place(np, "from")

    @abstractmethod
    def attach(self, np: NP, said: str) -> NP:
        """A noun phrase with a relative clause."""

    @abstractmethod
    def relative(self, np: NP, clause: Clause) -> str:
        """A clause about what a noun phrase stands for: `that is free`, `whose worth is 3`."""

    @abstractmethod
    def agreed(self, options: Sequence[str], np: NP) -> str:
        """The one of several forms that has the gender and number of a noun phrase."""

    @abstractmethod
    def finish(self, text: str) -> str:
        """Contractions, elisions and commas of a whole sentence."""

    @abstractmethod
    def verb(self, noun: Noun, mood: Mood) -> str:
        """A verb of the ruleset as a pattern with slots."""

    @abstractmethod
    def title_verb(self, noun: Noun, mood: Mood) -> str:
        """A verb of the ruleset as it is called, without slots."""

    def word(self, noun: Noun) -> NP:
        """A word of a kind."""
        return self.np(noun, "bare")

    def named(self, noun: Noun, title: str, several: bool = False) -> NP:
        """`the token “Kiln”`"""
        return self.np(noun, "the", several).then(self.say("quoted", x=title))

    @abstractmethod
    def predicate(self, noun: Noun, negated: bool) -> str:
        """What a yes/no query or field says of its subject: `is free`. Words for the opposite must exist if the ruleset
        has words for the predicate."""

    def related(self, noun: Noun, said: str, others: Sequence[NP]) -> str | None:
        """A predicate without a pattern, followed by the other things that it is about; None if its name forms no
        predicate."""
        return f"{said} ({', '.join(np.text for np in others)})" if self.lexicon.has(noun.id) else None

    def it_is(self, noun: Noun, negated: bool) -> Clause | None:
        """The sentence that the words of a name form by themselves, if they do."""
        return None

    def quoted(self, noun: Noun) -> NP:
        """A thing that is called only by its name."""
        return invariable(self.say("quoted", x=self.title(noun.id)))

    def adjective(self, noun: Noun) -> str:
        """The word that a predicate ends with; an id without words is used as a name."""
        word = str(noun.form("one", "few", "other"))
        return word if self.lexicon.has(noun.id) else self.say("quoted", x=word)

    @property
    def you(self) -> NP:
        return NP(self.patterns["you"], {}, "m", False, True)

    def title(self, ident: str, several: bool = False) -> str:
        """The words of an id as a heading."""
        noun = self.lexicon.noun(ident)
        return noun.form(*((noun.several,) if several else ()), "one", "few", "other") or ident.replace("_", " ")

    def join(self, items: Sequence[NP], word: Join) -> NP:
        """`a, b and c`"""
        if len(items) == 1:
            return items[0]
        comma, last = ", ", f" {self.patterns[word]} "
        cases = {
            case: comma.join(x.case(case) for x in items[:-1]) + last + items[-1].case(case)
            for case in dict.fromkeys(case for x in items for case in x.cases)
        }
        text = comma.join(x.text for x in items[:-1]) + last + items[-1].text
        genders = {x.gender for x in items}
        gender = genders.pop() if len(genders) == 1 else "m"
        return NP(text, cases, gender, word == "and" or items[0].plural, listing=True)

    def arguments(self, items: Sequence[NP]) -> NP:
        """`(a, b)`"""
        cases = dict.fromkeys(case for x in items for case in x.cases)
        told = {case: f"({', '.join(x.case(case) for x in items)})" for case in cases}
        return NP(f"({', '.join(x.text for x in items)})", told)

    def listed(self, said: Sequence[str], word: Join) -> str:
        """Clauses side by side: `a, b and c`"""
        return self.join([NP(x) for x in said], word).text

    def again(self, clause: str) -> str:
        """A clause that stands beside another one behind the same conjunction."""
        return clause

    # ---- patterns ------------------------------------------------------------------------

    def say(self, key: PatternKey, **slots: NP | str) -> str:
        """A pattern of the language with its slots filled."""
        return self.patterns[key].format(**{k: invariable(x) if isinstance(x, str) else x for k, x in slots.items()})

    def attached(self, text: str) -> str:
        """Words that follow a noun, with the comma that their language wants before them."""
        return text

    def fill(self, pattern: str, slots: Mapping[str, NP]) -> str:
        """A pattern of the ruleset; `{name:count}` is a number with the words of its name."""

        def filled(match: re.Match[str]) -> str:
            name, case = match[1], match[2] or "nom"
            if name not in slots:
                return match[0]
            np = slots[name]
            if case == "count":
                return (self.count(int(np.text), self.lexicon.noun(name)) if _NUMBER.fullmatch(np.text) else np).case(
                    "acc"
                )
            return np.case(case)

        return _SLOT.sub(filled, pattern)

    def agree(self, said: str, np: NP | None) -> str:
        """The forms that go with the subject."""
        subject = np or invariable("")
        place = 2 if subject.second else 1 if subject.plural else 0

        def number(match: re.Match[str]) -> str:
            options = match[1].split("|")
            return options[min(place, len(options) - 1)]

        text = _CHOICE.sub(number, said) if "|" in said else said
        return _GENDER.sub(lambda m: self.agreed(m[1].split("/"), subject), text)

    def sentence(self, clause: Clause) -> str:
        """The clause as a main or `if` clause."""
        if clause.subject is None:
            return self.agree(clause.said, None)
        return f"{clause.subject.text} {self.agree(clause.said, clause.subject)}"
