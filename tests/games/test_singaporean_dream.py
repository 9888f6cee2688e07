"""Setup of The Singaporean Dream, and what holds under all rules, on told matches (R1-R6, I1-I12)."""

from collections import Counter
from itertools import pairwise

import pytest
from singaporean_dream_moves import FOUR, SHORT, after, moves
from singaporean_dream_told import GAME, match_of, of, several
from telling import INTERPRETED

from sim.engine.errors import InputError
from sim.games.singaporean_dream.rules import Rules
from sim.games.singaporean_dream.story import Event

# Setup (R1-R6, A1, A2) ----------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_r1_r3_r5_a1_everybody_is_dealt_five_cards_and_no_bank(players):
    for told in several(SHORT, ("random",) * players):
        first = next(i for i, e in enumerate(told.events) if e.kind == Event.TURN)
        dealt = Counter(e.seat for e in of(told.events[:first], Event.DEAL))
        assert dealt == dict.fromkeys(range(players), 5)
        assert not of(told.events[:first], Event.BANK, Event.DRAW)
        assert told.events[first].a == 5
        assert told.events[first].b == 0


def test_a1_one_player_is_too_few_and_seven_are_too_many():
    for players in (1, 7):
        with pytest.raises(InputError, match="2 to 6"):
            match_of(seats=("random",) * players)


@pytest.mark.parametrize("size", [1, 3, 18])
def test_r2_the_top_of_the_dream_pile_can_be_bought_and_the_next_comes_at_once(size):
    """I2: of as many dreams as the market shows; the rest is not seen."""
    rules = {"dream_market_size": size, "dreams_in_pile": 18}
    lower = 0
    for s, ledger, e in moves(rules, ("banker",) * 3):
        shown = [dream for dream, place in ledger.owner.items() if place < 0]
        if e.kind == Event.TURN:
            assert len(shown) == min(size, ledger.left)
        if e.kind == Event.BUY:
            assert e.a in shown
            lower += e.a != shown[0]
        assert s.rules.dream_market_size == size
    assert (lower > 0) == (size > 1) or (INTERPRETED and size > 1)


def test_r4_personalities_are_dealt_without_replacement_or_fixed():
    seen = set()
    for told in several(SHORT, FOUR):
        people = [e.a for e in told.kinds(Event.PERSONALITY)]
        assert [e.seat for e in told.kinds(Event.PERSONALITY)] == [0, 1, 2, 3]
        assert len({*people}) == 4
        seen.update(people)
    assert len(seen) == 6 or INTERPRETED
    fixed = {"personality_assignment": "fixed", "fixed_personalities": "aunty+nsf"}
    for told in several(SHORT | fixed):
        assert [e.a for e in told.kinds(Event.PERSONALITY)] == [2, 0]


def test_r6_a2_the_starter_is_drawn_or_seat_0_and_turns_go_clockwise():
    starters = Counter()
    for rule in ("random", "seat0"):
        for told in several(SHORT | {"first_player": rule}, FOUR):
            seats = [e.seat for e in told.kinds(Event.TURN)]
            starters[rule, seats[0]] += 1
            assert told.kinds(Event.START)[0].seat == seats[0] == told.row["start_seat"]
            assert all((a + 1) % 4 == b for a, b in pairwise(seats))
    assert len([k for k in starters if k[0] == "random"]) > 1
    assert [k for k in starters if k[0] == "seat0"] == [("seat0", 0)]


# Everything that does not depend on a rule --------------------------------------------------------


def test_i1_i2_i3_i9_cards_and_money_are_conserved_after_every_step():
    """Under the printed rules and those that move cash otherwise; the ledger looks at every event."""
    for rules in (
        {},
        {"stolen_cash_to": "hand", "pay_from_hand": True, "reshuffle_keep_top": 0},
        {"change_given": True, "insufficient_mode": "cash_and_dream", "payment_policy": "largest_first"},
    ):  # fmt: skip
        for seats in (FOUR, ("thief", "strong", "hoarder", "cautious")):
            for told, ledger in after(rules, seats):
                lost = sum(told.row[f"cash_lost_seat{s}"] for s in range(4))
                assert lost == sum(told.row[f"cash_taken_seat{s}"] for s in range(4))
                taken = sum(len(ledger.dreams(s)) for s in range(4))
                assert (
                    taken
                    == told.row["bought"] + told.row["discount_bought"] + told.row["free_taken"]
                )


def test_i10_shares_of_a_win_add_up_and_the_winner_has_most_dreams():
    for told in several({"max_turns": 300}, FOUR):
        shares = [told.row[f"win_share_seat{s}"] for s in range(4)]
        assert sum(shares) == 60
        scores = [told.row[f"score_seat{s}"] for s in range(4)]
        assert max(scores) == scores[shares.index(max(shares))]


@pytest.mark.skipif(INTERPRETED, reason="thousands of matches")
def test_i12_seats_of_equal_players_win_equally_often():
    from support import scenario

    from sim.play import play_rows

    s = scenario(GAME, seats=["strong"] * 3, matches=6000, rotate="off")
    rows = play_rows(s, 0, 6000)
    for seat in range(3):
        share = rows[f"win_share_seat{seat}"].mean() / 60
        assert abs(share - 1 / 3) < 5 * (2 / 9 / 6000) ** 0.5


def test_a32_nothing_of_the_extended_faq_is_played():
    """It is nowhere to be found, so no option speaks of it."""
    assert not any("A32" in (field.description or "") for field in Rules.model_fields.values())
