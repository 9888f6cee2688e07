"""The end of a match of The Singaporean Dream, and who has won (R19-R23, A3, A21, A22)."""

from collections import Counter
from itertools import product

import pytest
from numba import njit
from singaporean_dream_moves import ACTIONS, after
from singaporean_dream_scenes import Player, laid
from singaporean_dream_told import FEW, dream_row, made_of, of, player, several
from telling import INTERPRETED

from sim.games.singaporean_dream.kernel_result import find_winners, tie_stage
from sim.games.singaporean_dream.story import Event


@pytest.mark.parametrize("timing", ["immediate", "end_of_turn", "end_of_round"])
def test_r19_a3_the_match_ends_when_the_dream_pile_is_empty(timing):
    """I6: at once, at the end of that turn, or when all have had as many turns."""
    acted = 0
    rules = {"end_timing": timing, "dreams_in_pile": 3, "max_turns": 1000}
    for told in several(rules, ("banker",) * 3):
        (empty,) = told.kinds(Event.EMPTY)
        rest = told.events[told.events.index(empty) + 1 :]
        more = len(of(rest, Event.TURN))
        assert more == 0 or timing == "end_of_round"
        acted += len(of(rest, *ACTIONS, Event.PASS)) > 0
        if timing == "end_of_round":
            assert told.row["turns"] % 3 == 0
        assert told.row["capped"] == 0
        assert told.row["bought"] + told.row["discount_bought"] + told.row["free_taken"] == 3
    assert (acted > 0) == (timing != "immediate")


@pytest.mark.parametrize("count", [1, 2, 5])
def test_r20_a22_a_matching_dream_counts_more_whoever_it_came_from(count):
    extra = 0
    for told, ledger in after({"bonus_dream_count": count, "max_turns": 300}, ("thief",) * 3):
        for e in told.kinds(Event.STANDING):
            assert e.a == ledger.score(e.seat)
            extra += e.a - len(ledger.dreams(e.seat))
    assert (extra > 0) == (count > 1)


def test_r21_r22_a21_most_dreams_then_their_price_then_cash_in_the_bank():
    """Hand cash counts for nothing; a matching dream's price may count as often as the dream."""
    stages = Counter()
    for doubled in (False, True):
        rules = {"bonus_doubles_value": doubled, "dreams_in_pile": 4, "max_turns": 400}
        flat = made_of(
            dreams=[dream_row(f"d{i}", 300, "nsf" if i < 2 else "none") for i in range(4)]
        )
        for told, ledger in after(rules, ("banker",) * 2, flat, 4 * FEW):
            places = {}
            for e in told.kinds(Event.STANDING):
                mine = ledger.dreams(e.seat)
                times = [ledger.weight(e.seat, d) if doubled else 1 for d in mine]
                assert e.b == sum(300 * n for n in times)
                assert e.c == ledger.funds(e.seat)
                places[e.seat] = (e.a, e.b, e.c)
            (end,) = told.kinds(Event.WINNERS)
            best = max(places.values())
            assert end.a == sum(1 << s for s, place in places.items() if place == best)
            stages[end.b] += 1
            top = [place for place in places.values() if place[0] == best[0]]
            assert (end.b == 0) == (len(top) == 1)
    assert stages[0] * stages[2] > 0 or INTERPRETED


def test_r23_a_full_tie_is_shared_or_goes_to_the_later_player():
    """Nobody buys: all have nothing, and all share, unless the later in the order of turns wins."""
    idle = player(w_bank=-1.0, w_draw=-1.0, w_cash=-1.0, w_steal=-1.0, w_hand=-1.0, w_discard=-1.0, w_protect=-1.0, w_buy=-9.0)  # fmt: skip
    for rule in ("shared", "later_in_order"):
        for told in several({"final_tie": rule, "max_turns": 6}, (idle,) * 3):
            shares = [told.row[f"win_share_seat{s}"] for s in range(3)]
            last = (told.row["start_seat"] + 2) % 3
            assert shares == (
                [20] * 3 if rule == "shared" else [60 * (s == last) for s in range(3)]
            )
            assert told.row["tie_stage"] == 3
            assert told.row["shared_win"] == (rule == "shared")


# Standings laid by hand ---------------------------------------------------------------------------


@njit
def decided(tables):
    """What decides, and the winners as bits."""
    t = tables[0]
    return tie_stage(t), find_winners(t)


@pytest.mark.parametrize("rule", ["shared", "later_in_order"])
@pytest.mark.parametrize("starter", [0, 2])
def test_r21_r22_r23_what_decides_between_any_three_standings(rule, starter):
    """Section 12, 9: dreams, then prices, then cash; the naive twin of winners and tie stage."""
    tables = laid({"final_tie": rule}, (Player(),) * 3)
    t = tables[0]
    t.starter = starter
    for places in product(product((1, 2), (100, 200), (0, 300)), repeat=3):
        for seat, place in enumerate(places):
            t.score[seat], t.worth[seat], t.funds[seat] = place
        best = max(places)
        winners = {seat for seat in range(3) if places[seat] == best}
        if rule == "later_in_order":
            winners = {max(winners, key=lambda seat: (seat - starter) % 3)}
        alike = [sum(place[:n] == best[:n] for place in places) for n in (1, 2, 3)]
        stage = next((n for n in range(3) if alike[n] == 1), 3)
        assert decided(tables) == (stage, sum(1 << seat for seat in winners))
