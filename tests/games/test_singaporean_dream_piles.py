"""Action pile and discard pile of The Singaporean Dream (R18, R25, A19, A20)."""

from collections import Counter

import pytest
from singaporean_dream_moves import moves
from singaporean_dream_told import FINE, PAIR, cash_row, with_cards

from sim.games.singaporean_dream.story import Event

THIN = with_cards(FINE.model_copy(update={"copies": 12}), cash=(cash_row(100, 14),))


@pytest.mark.parametrize("keep", [0, 4, 10])
def test_r18_r25_i11_the_discard_pile_without_its_top_cards_becomes_the_action_pile(keep):
    rules, done = {"reshuffle_keep_top": keep, "initial_hand": 3}, 0
    for _, ledger, e in moves(rules, PAIR, THIN):
        if e.kind == Event.RESHUFFLE:
            done += 1
            assert e.a == len(ledger.discard) - keep > 0
            assert ledger.pile.total() == 0
        if e.kind == Event.NO_CARD:
            assert ledger.pile.total() == 0
            assert len(ledger.discard) <= keep
    assert done > 0


def test_a19_too_few_discards_stay_or_are_all_shuffled():
    found = Counter()
    for rule in ("none", "all"):
        rules = {"reshuffle_short": rule, "reshuffle_keep_top": 20, "initial_hand": 3}
        for _, ledger, e in moves(rules, PAIR, THIN):
            if e.kind == Event.RESHUFFLE:
                found[rule, len(ledger.discard) <= 20] += 1
    assert found["none", True] == 0 < found["all", True]


def test_a20_the_pile_is_renewed_when_a_card_is_needed_or_at_once():
    """After the last card of the pile, where enough is discarded."""
    waited = Counter()
    for rule in ("lazy", "eager"):
        rules = {"reshuffle_timing": rule, "reshuffle_keep_top": 2, "initial_hand": 3}
        emptied = False
        for _, ledger, e in moves(rules, PAIR, THIN):
            waited[rule] += emptied and e.kind != Event.RESHUFFLE
            last = e.kind in (Event.DRAW, Event.DEAL) and ledger.pile.total() == 1
            emptied = last and len(ledger.discard) > 2
    assert waited["eager"] == 0 < waited["lazy"]
