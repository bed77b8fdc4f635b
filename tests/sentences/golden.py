"""`python -m tests.sentences.golden`: tells the rules of `meanings.txt` anew beside their meaning."""

from __future__ import annotations

from pathlib import Path

from solenia_rules.sentences.topics import Topics
from solenia_rules.words.languages import LANGUAGES
from tests.sentences.telling import checked

FILE = Path(__file__).with_name("meanings.txt")


def told(key: str, lang: str) -> str:
    """`ruleset:id`, `ruleset:record.field` or `ruleset:kind.while` on one line."""
    name, _, ident = key.partition(":")
    topics = Topics(checked(name), lang)
    record, _, field = ident.partition(".")
    if not field:
        topic = topics.topic(ident)
        assert topic is not None, key
        return topic.line()
    if field == "while":
        kind = topics.topic(record)
        assert kind is not None, key
        return kind.steps[0].text
    found = topics.checked.names.records[record]
    value = next(value for name, value, _span in found.fields if name == field)
    return topics.explainer.line(topics.field(found, field, value))


def filled(text: str) -> str:
    """Each entry: its key, what it means, what is told."""
    head, *entries = text.split("\n\n")
    made = [head]
    for entry in entries:
        key, means, *_ = entry.strip().splitlines()
        made.append("\n".join([key, means, *(f"{lang}    {told(key, lang)}" for lang in LANGUAGES)]))
    return "\n\n".join(made) + "\n"


if __name__ == "__main__":
    FILE.write_text(filled(FILE.read_text("utf-8")), "utf-8")
