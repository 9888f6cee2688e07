"""Nouns of what is counted: one match, several matches; a series, several series."""

from __future__ import annotations

import re

SAME = frozenset({"series"})


def plural_of(noun: str) -> str:
    """`match` is `matches`, `series` stays, `strategy` is `strategies`."""
    if noun in SAME:
        return noun
    if re.search(r"[^aeiou]y$", noun):
        return f"{noun[:-1]}ies"
    return f"{noun}{'es' if noun.endswith(('ch', 'sh', 's', 'x')) else 's'}"


def singular_of(nouns: str) -> str:
    """`matches` is `match`, `turns` is `turn`; what is no plural stays."""
    if nouns in SAME or nouns.endswith("ss"):
        return nouns
    if nouns.endswith("ies"):
        return f"{nouns[:-3]}y"
    if nouns.endswith(("ches", "shes", "ses", "xes")):
        return nouns[:-2]
    return nouns.removesuffix("s")
