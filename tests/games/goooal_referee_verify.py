"""Invariants of section 11 of RULES.md that the referee of goooal checks at the end of a match."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from sim.games.goooal.cards import KINDS
from sim.games.goooal.rules_words import BonusAtTarget, BonusScope, NextDealer, Unit


def verify_match(book: Any) -> None:
    """I4, I10, I13 when a match has ended."""
    sheet, count = book.sheet, book.sheet.count
    empty = [seat for seat in book.seats if not book.hands[seat]]
    assert empty == ([sheet.winner] if sheet.end_reason == 0 else []), "I4"
    assert 1 <= sheet.turns <= book.rules.max_turns, "I10"
    assert sheet.turns == sum(found["turns_taken"] for found in sheet.seat), "turns"
    assert count["cards_played"] == sum(count[f"played_{kind}"] for kind in KINDS), "cards"
    if book.rules.bonus_scope == BonusScope.FIRST_ONLY:
        assert len(sheet.bonus_by) <= 1, "I8"


def verify_series(book: Any) -> None:
    """I7, I9, I10, I11 when a series has ended."""
    rules, sheets = book.rules, book.sheets
    bonuses = sum(len(sheet.bonus_by) for sheet in sheets)
    won = sum(sheet.end_reason == 0 for sheet in sheets)
    assert sum(book.wins) == won + rules.bonus_wins * bonuses, "I7"
    assert max(book.wins) <= rules.series_wins + rules.bonus_wins, "I7"
    if rules.unit == Unit.SERIES and book.champion >= 0:
        assert book.wins[book.champion] >= rules.series_wins, "I7"
    if rules.bonus_at_target == BonusAtTarget.IMMEDIATE:
        assert sum(wins >= rules.series_wins for wins in book.wins) <= 1, "one champion"
    if rules.next_dealer == NextDealer.WINNER:
        for before, after in pairwise(sheets):
            assert before.winner in {-1, after.dealer}, "I9"
    if all(sheet.end_reason != 1 for sheet in sheets):
        assert len(sheets) <= len(book.seats) * (rules.series_wins - 1) + 1, "I10"
