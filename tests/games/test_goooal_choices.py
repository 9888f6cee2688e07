"""What scripted players of goooal choose on tables laid by hand (section 8), and what random ones may.

Expected scores are written from section 8 of RULES.md.
"""

from collections import Counter

import numpy as np
import pytest
from goooal_told import match_of, player
from telling import INTERPRETED

from sim.engine.table import begin
from sim.games.goooal.decisions import FINISHED, STOP, choose_pile, choose_pre_lay
from sim.games.goooal.decisions_answer import choose_answer
from sim.games.goooal.decisions_gift import choose_gift
from sim.games.goooal.decisions_legal import is_answer, is_playable, policy_of
from sim.games.goooal.decisions_plan import DRAWS, LAYS, PLAYS, choose_plan
from sim.table import make_table

pytestmark = pytest.mark.skipif(
    not INTERPRETED, reason="half of the kernel would be compiled again"
)

ZERO = np.int64(0)
IDLE = np.int64(0)
ARBITRE, GARDIEN, AGENT, COUPE = 60, 68, 72, 76  # the red ones; blue, green and yellow follow


def table_of(seats, rules=None, hands=(), base=4, own=(9, 10, 11)):
    """A table with these hands, a red player of team 0 as base, and teams whose cards nobody holds."""
    t = make_table(match_of(rules, seats))[0]
    begin(t, np.uint64(0))
    t.top, t.active, t.dir = base, t.colour[base], 1
    t.own[: len(own)] = own
    for seat, hand in enumerate(hands):
        t.held[seat], t.hand[seat, : len(hand)] = len(hand), hand
    return t


def planned(t, first=0, combos=True, lays=STOP, idle=IDLE):
    """What seat 0 chooses at D4 or D8, and the cards of its plan."""
    found = choose_plan(t, ZERO, np.int64(first), combos, np.int64(lays), np.int64(idle))
    return found, t.plan[: t.planned].tolist() if found != DRAWS else []


# Piles (D2, D7) -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "public", "found"),
    [("strong", True, {1}), ("strong", False, {0, 1}), ("random", True, {0, 1})],
)
def test_a22_piles_are_chosen_by_colour_only_where_it_is_seen(seat, public, found):
    """D7: one pile has the colour of a card of the hand on top, which random players do not heed."""
    t = table_of((seat,) * 2, {"pile_colours_public": public}, [(0,)], base=1)
    t.height[:2], t.pile[:2, 0] = 1, (2, 4)  # green, red
    assert {int(choose_pile(t, ZERO, t.active)) for _ in range(30)} == found


def test_d7_the_active_colour_outweighs_any_hand():
    """Section 8: 100 for the active colour, against 15 cards of the other one."""
    reds = [card for card in range(60) if (card // 5 + card % 5) % 4 == 0]
    t = table_of(("strong",) * 2, hands=[reds], base=1)
    t.height[:2], t.pile[:2, 0] = 1, (64, 65)  # red, blue
    assert {int(choose_pile(t, ZERO, t.active)) for _ in range(10)} == {1}


# Laying (D6, D8) ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("w_lay", "place"), [(-9, 1), (-10, STOP), (-11, STOP)])
def test_a10_cards_are_laid_before_the_play_if_that_is_worth_something(w_lay, place):
    """D6 `pre_lay`: all if w_card + w_lay > 0, else none."""
    t = table_of((player(w_lay=w_lay),) * 2, {"lay_mode": "adds"}, [(8, 0)], own=(0, 1))
    assert choose_pre_lay(t, ZERO) == place


@pytest.mark.parametrize(
    ("combos", "pass_", "plan"),
    [(False, 9, [1]), (False, 11, []), (True, 19, [1, 0]), (True, 21, [])],
)
def test_a8_a_drawn_own_card_is_laid_alone_or_with_the_others(combos, pass_, plan):
    """D8: `drawn_only` lays the first drawn card, others lay it and all that are held, 10 each."""
    t = table_of((player(),) * 2, hands=[(8, 0, 1)], base=62, own=(0, 1))
    found = planned(t, first=2, combos=combos, lays=2, idle=pass_)
    assert found == ((LAYS, plan) if plan else (DRAWS, []))


@pytest.mark.parametrize(
    ("scope", "who", "worth"),
    [
        ("first_only", (), 70), ("first_only", (0,), 10), ("first_only", (1,), 10),
        ("every_player", (1,), 70), ("every_player", (0,), 10),
    ],
)  # fmt: skip
def test_a11_completing_a_team_is_worth_more_only_while_the_bonus_is_open(scope, who, worth):
    """LAY: w_complete if it completes the collection and the bonus is available."""
    t = table_of((player(w_complete=60),) * 2, {"bonus_scope": scope}, [(8, 0)], 62, (0, 1))
    t.laid[0], t.bonus_seats = 4, sum(1 << seat for seat in who)
    assert planned(t, lays=0) == (LAYS, [0])
    assert t.best == worth


# Plays (D4) ---------------------------------------------------------------------------------------


def test_a_hand_that_is_played_and_one_that_is_laid_win_alike():
    """PLAY, R empty: 1000000 + w_card * n; LAY: the same, and w_lay for each card."""
    for w_lay, ties in ((-1, 1), (0, 2), (1, 1)):
        t = table_of((player(w_lay=w_lay),) * 2, hands=[(0,)], own=(0, 1))
        found = planned(t, lays=0)
        assert (t.best, t.ties) == (FINISHED + 10 + max(w_lay, 0), ties)
        assert w_lay == 0 or found == (LAYS if w_lay > 0 else PLAYS, [0])


def test_specials_have_one_group_and_each_plan_of_it_counts_once():
    """Section 8: c a special: G = other cards of the same kind; ties count with multiplicity."""
    t = table_of((player(w_agent=5),) * 2, hands=[(AGENT, AGENT + 1, AGENT + 2, ARBITRE, 8)])
    assert planned(t)[0] == PLAYS
    assert (t.best, t.ties) == (45, 2)  # either of the other two is the last


@pytest.mark.parametrize(("same", "plans"), [(True, 3), (False, 2)])
def test_a35_a_plan_skips_a_colour_that_was_added_before(same, plans):
    """Number 1 in red, blue and blue: the second blue one may not follow where colours differ."""
    t = table_of((player(),) * 2, {"combo_same_colour": same}, [(0, 5, 25, 62)])
    found, cards = planned(t)
    assert (found, len(cards), t.best) == (PLAYS, plans, 10 * plans)


@pytest.mark.parametrize(("blank", "score"), [("nothing", 10), ("arbitre", 8)])
def test_an_arbitre_without_effect_does_not_skip_who_is_blocked(blank, score):
    """w_block: cards of the colour in the hand of the seat that would act after the play."""
    seats = (player(w_block=1, blank=blank), "random", "random")
    t = table_of(seats, hands=[(ARBITRE, 41), (0, 4), (1, 2)])
    assert planned(t) == (PLAYS, [ARBITRE])
    assert t.best == score


@pytest.mark.parametrize(("blank", "score"), [("nothing", FINISHED + 10), ("agent", 10)])
def test_a19_an_agent_without_effect_gives_nothing_away(blank, score):
    t = table_of((player(blank=blank),) * 2, hands=[(AGENT, 41)])
    assert planned(t) == (PLAYS, [AGENT])
    assert t.best == score


# Answers (D3) -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "place"),
    [((GARDIEN, GARDIEN + 1), {0, 1}), ((COUPE,), {0}), ((GARDIEN, COUPE), {STOP})],
)
def test_d3_an_answer_that_wins_is_given_whatever_it_costs(hand, place):
    """Section 8: 1000000 if all other cards of the hand go with it."""
    t = table_of((player(resp_gardien=-500, resp_coupe=-500),) * 2, hands=[hand])
    t.penalty = 3
    assert {int(choose_answer(t, ZERO, len(hand))) for _ in range(20)} == place


@pytest.mark.parametrize("kind", ["gardien", "coupe"])
def test_a_special_without_effect_answers_nothing_and_covers_by_colour_or_symbol(kind):
    """A knocked-out COUPE is played like any other special, and neither cancels."""
    card = GARDIEN if kind == "gardien" else COUPE
    for blank in ("nothing", kind):
        t = table_of((player(blank=blank),) * 2, hands=[(card + 1, 8)])
        assert is_answer(t, ZERO, ZERO) == (blank == "nothing")
        assert is_playable(t, ZERO, ZERO) == (blank == "nothing" and kind == "coupe")
        t.top = card
        assert is_playable(t, ZERO, ZERO)


# Gifts (D9) ---------------------------------------------------------------------------------------


def test_a30_random_players_give_any_player_card_to_anybody():
    """D9: stop, and each pair of a card and another seat."""
    t = table_of(("random",) * 4, hands=[(), (8, AGENT, 9)], own=(9, 10, 11, 8))
    found = Counter(tuple(map(int, choose_gift(t, np.int64(1), 2, 1))) for _ in range(200))
    assert {*found} == {(STOP, STOP), *((place, seat) for place in (0, 2) for seat in (0, 2, 3))}


@pytest.mark.parametrize(
    ("can_win", "left", "gives"),
    [(True, 1, False), (True, 2, True), (True, 3, True), (False, 2, False)],
)
def test_a19_gifts_that_win_are_given_whatever_they_cost(can_win, left, gives):
    """D9: 1000000 if there are gifts enough for all cards, and the last may be given."""
    t = table_of((player(g_small=1),) * 2, {"agent_gift_can_win": can_win}, [(8, 9), (0, 1)])
    assert (choose_gift(t, ZERO, 2, left)[0] != STOP) == gives


# Who decides --------------------------------------------------------------------------------------


def test_weights_follow_contenders_who_change_seats():
    t = table_of((player(w_card=3), player(w_card=4)))
    t.contender[:2] = (1, 0)
    assert [policy_of(t, seat).w_card for seat in range(2)] == [4, 3]
