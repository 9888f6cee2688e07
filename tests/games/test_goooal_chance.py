"""What chance decides in goooal is uniform, how a series begins and who is its champion.

Functions of the kernel are called over and over on a table that is set by hand.
"""

from collections import Counter

import numpy as np
import pytest
from goooal_told import SHIPPED, deck_of, match_of, player
from numba import njit
from scipy.stats import chisquare
from telling import INTERPRETED, Happening, tell

from sim.engine.log import LOG
from sim.engine.table import begin
from sim.games.goooal.decisions import (
    STOP,
    choose_colour,
    choose_direction,
    choose_pile,
    tied,
)
from sim.games.goooal.decisions_answer import choose_answer, takes_all
from sim.games.goooal.decisions_gift import choose_gift
from sim.games.goooal.decisions_plan import PLAYS, choose_plan
from sim.games.goooal.kernel import most_left, set_up, tell_match
from sim.games.goooal.kernel_deal import deal, reshuffle, shuffle_deck
from sim.games.goooal.kernel_play import win
from sim.games.goooal.kernel_result import best_of
from sim.games.goooal.state import NOBODY, SHUFFLES, TABLE
from sim.games.goooal.story import Event
from sim.table import make_rows, make_table

FAR = 1e-4  # a p value that no fixed seed meets by accident
KEPT = {  # what stays on a table from unit to unit
    *("stream", "rotation", "contender", "rules", "policy", "counts", "record", "record_words"),
    *("cards", "kind", "colour", "team", "number", "colours", "teams", "team_ids"),
}
SIX = ("random",) * 6
HEEDLESS = player(kind="random", dir_leader=True)


@njit
def begun(tables):
    """Streams at their beginning."""
    begin(tables[0], np.uint64(0))


def table_of(rules=None, seats=SIX, deck=SHIPPED):
    """A table at the beginning of its first unit."""
    tables = make_table(match_of(rules, seats, deck))
    begun(tables)
    return tables


def uniform(found, values):
    """Each of these values was found, and none more often than chance allows."""
    found, values = Counter(found), [*values]
    assert {*found} == {*values}
    assert len(values) == 1 or chisquare([found[value] for value in values]).pvalue > FAR


# A series begins anew -----------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [{"collect_size": 2, "max_matches": 3}, {"unit": "match"}])
def test_nothing_is_left_of_what_a_table_was_used_for(rules):
    """Section 6: no wins, nothing laid, all sums zero; whatever numbers the table still holds."""
    s = match_of({"max_turns": 8} | rules, ("collector", "strong", "random"))
    fresh, tables, logs, out = tell(s), make_table(s), np.zeros(1, LOG), make_rows(s, 1)
    for name in {*TABLE.names} - KEPT:
        tables[0][name] = 1
    tell_match(tables, np.uint64(0), logs, out)
    assert tables[0].record == fresh.tables[0].record
    assert tables[0].counts == fresh.tables[0].counts
    events = logs[0].events[: logs[0].used].tolist()
    assert [Happening(Event(code), *rest) for code, *rest in events] == fresh.events


# Shuffles and lots --------------------------------------------------------------------------------


@njit
def shuffled(tables, orders):
    """Orders of three cards."""
    t = tables[0]
    for i in range(orders.shape[0]):
        for card in range(3):
            t.deck[card] = card
        shuffle_deck(t, SHUFFLES, np.int64(3))
        for card in range(3):
            orders[i, card] = t.deck[card]


def test_r6_every_order_of_the_deck_is_as_likely_as_any_other():
    orders = np.zeros((300, 3), np.int64)
    shuffled(table_of(), orders)
    found = [*map(tuple, orders.tolist())]
    assert len({*found}) == 6
    uniform(found, {*found})


@njit
def dealt(tables, places):
    """What seats 0 and 1 are dealt, and what is on top of the only pile."""
    t = tables[0]
    for i in range(places.shape[0]):
        deal(t, None)
        places[i, 0], places[i, 1], places[i, 2] = t.hand[0, 0], t.hand[1, 0], t.pile[0, 1]


def test_r6_any_card_is_dealt_to_anyone_and_any_is_on_top():
    deck = deck_of(*(f"player red {t} 1" for t in range(4)), teams=0)
    places = np.zeros((100, 3), np.int64)
    rules = {"hand_size": 1, "n_piles": 1, "team_collection": False}
    dealt(table_of(rules, ("random",) * 2, deck), places)
    for place in range(3):
        uniform(places[:, place].tolist(), range(4))


@njit
def shuffled_back(tables, firsts):
    """The card that is drawn first from a middle of cards 10, 11, 12 below the base 13."""
    t = tables[0]
    for i in range(firsts.shape[0]):
        for card in range(4):
            t.middle[card] = 10 + card
        t.top, t.below = 13, 4
        reshuffle(t, np.int64(0), None)
        firsts[i] = t.pile[0, 2]


def test_a16_the_middle_is_shuffled_before_it_is_a_pile():
    firsts = np.zeros(200, np.int64)
    shuffled_back(table_of({"n_piles": 1}), firsts)
    uniform(firsts.tolist(), (10, 11, 12))


@njit
def set_up_often(tables, teams, dealers):
    """Teams of all seats, and who deals first."""
    for i in range(dealers.shape[0]):
        set_up(tables[0], None)
        dealers[i] = tables[0].dealer
        for seat in range(6):
            teams[i, seat] = tables[0].own[seat]


def test_r3_a3_a4_any_team_for_any_seat_any_first_dealer_and_no_wins():
    teams, dealers = np.zeros((120, 6), np.int64), np.zeros(120, np.int64)
    tables = table_of()
    fresh = ("wins", "reached", "laid", "is_laid")
    for name in fresh:
        tables[0][name] = 2
    set_up_often(tables, teams, dealers)
    assert not any(tables[0][name][:6].any() for name in fresh)
    uniform(dealers.tolist(), range(6))
    for seat in range(6):
        uniform(teams[:, seat].tolist(), range(12))


@njit
def most_left_often(tables, found):
    """Who has most cards left."""
    for i in range(found.shape[0]):
        found[i] = most_left(tables[0])


@pytest.mark.parametrize(
    ("held", "most"), [((5, 5, 1, 5, 2, 4), (0, 1, 3)), ((0, 2, 3, 1, 3, 0), (2, 4)), ((0, 3, 1, 2, 2, 2), (1,))]
)  # fmt: skip
def test_r4_several_with_most_cards_left_deal_by_lot(held, most):
    """`next_dealer` = loser: ties uniform."""
    tables, found = table_of(), np.zeros(150, np.int64)
    tables[0].held[:6] = held
    most_left_often(tables, found)
    uniform(found.tolist(), most)


# The champion -------------------------------------------------------------------------------------


@njit
def score(tables, order):
    """The champion after wins in this order: rows of seat and wins."""
    t = tables[0]
    for i in range(order.shape[0]):
        win(t, np.int64(order[i, 0]), np.int64(order[i, 1]))
    return best_of(t)


@pytest.mark.parametrize(
    ("order", "champion"),
    [
        ([(0, 1), (1, 1)], NOBODY),
        ([(1, 2)], 1),
        ([(1, 2), (0, 3)], 0),  # most wins
        ([(0, 2), (1, 3)], 1),
        ([(1, 2), (0, 2)], 1),  # then who reached the target first
        ([(0, 1), (1, 2), (0, 1)], 1),
        ([(1, 2), (0, 3), (1, 1)], 1),  # he did, wherever the last win came from
        ([(2, 2), (1, 1), (0, 2), (1, 1)], 2),
    ],
    ids=str,
)
def test_a29_r3_most_wins_then_who_had_enough_first(order, champion):
    tables = table_of({"series_wins": 2})
    for name in ("wins", "reached"):
        tables[0][name] = 0
    assert score(tables, np.array(order)) == champion


# Answers that win ---------------------------------------------------------------------------------

GARDIENS, COUPES = (68, 69, 70, 71), (76, 77)  # red, blue, green, yellow
TWINS = [f"gardien {hue}" for hue in ("red", "blue", "blue")]


@njit
def wins_at_once(tables, place):
    """Whether an answer takes all other cards of seat 0 with it."""
    return takes_all(tables[0], np.int64(0), np.int64(place))


@pytest.mark.parametrize(
    ("rules", "hand", "wins"),
    [
        ({}, GARDIENS[:1], True),
        ({"combo_rule": "single"}, GARDIENS[:1], True),
        ({"combo_rule": "single"}, GARDIENS[:2], False),
        ({"combo_rule": "chain"}, GARDIENS, True),
        ({}, (*GARDIENS[:2], 0), False),  # a player
        ({}, (*GARDIENS[:2], *COUPES), False),
        ({"finish_specials": "coupe_only"}, COUPES, True),
        ({"finish_specials": "coupe_only"}, GARDIENS[:2], False),
        ({"finish_specials": "none"}, COUPES[:1], False),
        ({"combo_same_colour": False}, GARDIENS, True),
    ],
    ids=str,
)
def test_d3_r10_a14_which_answers_empty_the_hand(rules, hand, wins):
    """Section 8, D3: all other cards can be added in hand order, and the last may end."""
    tables = table_of(rules)
    tables[0].held[0], tables[0].hand[0, : len(hand)] = len(hand), hand
    assert [wins_at_once(tables, place) for place in range(len(hand))] == [wins] * len(hand)


@pytest.mark.parametrize("same", [True, False])
def test_a35_an_answer_takes_no_colour_twice(same):
    """Neither the answer's own colour nor that of a card added before."""
    rest = [f"player red {t} {n}" for t in (0, 1) for n in range(5)]
    deck = deck_of(*TWINS, *rest, teams=0)
    tables = table_of({"combo_same_colour": same, "hand_size": 2}, ("random",) * 2, deck)
    tables[0].held[0], tables[0].hand[0, :3] = 3, (0, 1, 2)
    assert [wins_at_once(tables, place) for place in range(3)] == [same] * 3


# Choices that are as good as each other (section 8) -----------------------------------------------


@njit
def piles_often(tables, found):
    """Piles that seat 0 takes from before there is a base."""
    for i in range(found.shape[0]):
        found[i] = choose_pile(tables[0], np.int64(0), NOBODY)


@pytest.mark.parametrize("seat", ["random", player(use_piles=False), "strong"])
def test_d2_d7_any_pile_with_cards_if_all_are_as_good(seat):
    tables, found = table_of({"n_piles": 4}, (seat,) * 2), np.zeros(200, np.int64)
    tables[0].height[:4] = (1, 0, 2, 1)
    tables[0].pile[:4, :2] = ((0, 0), (0, 0), (8, 4), (8, 0))  # red on top
    if seat != "strong":  # who does not look at them takes any, whatever he holds
        tables[0].pile[2, 1], tables[0].hand[0, 0], tables[0].held[0] = 1, 0, 1
    piles_often(tables, found)
    uniform(found.tolist(), (0, 2, 3))


@njit
def ties_of_one(tables, found, others):
    """Choices of seat 1 among seven as good ones, others' choices before each."""
    for i in range(found.shape[0]):
        for _ in range(others):
            tied(tables[0], np.int64(0), np.int64(7))
        found[i] = tied(tables[0], np.int64(1), np.int64(7))


def test_ties_of_a_player_do_not_hang_on_how_often_others_choose():
    """Section 8: every player has a stream of his own."""
    rows = np.zeros((2, 30), np.int64)
    for others in range(2):
        ties_of_one(table_of(), rows[others], others)
    assert (rows[0] == rows[1]).all()
    assert {*rows[0].tolist()} == {*range(7)}


@njit
def directions_often(tables, found):
    """D1 of seat 0."""
    for i in range(found.shape[0]):
        found[i] = choose_direction(tables[0], np.int64(0))


@pytest.mark.parametrize("seat", ["random", "dumper", "strong", HEEDLESS])
def test_d1_either_direction_unless_one_leads_to_the_leader(seat):
    tables, found = table_of({}, (seat,) * 3), np.zeros(60, np.int64)
    for wins in ((3, 1, 1), (0, 2, 1), (0, 1, 2)):
        tables[0].wins[:3] = wins
        directions_often(tables, found)
        leads = seat == "strong" and wins[1] != wins[2]
        uniform(found.tolist(), [int(wins[2] > wins[1])] if leads else (0, 1))


@njit
def colours_often(tables, found):
    """D11 of seat 0."""
    for i in range(found.shape[0]):
        found[i] = choose_colour(tables[0], np.int64(0))


@pytest.mark.parametrize(
    ("seat", "best"),
    [("random", range(4)), (player(), range(4)), (player(w_mob=1), (1, 2)), (player(w_block=1), (0, 3))],
    ids=["random", "heedless", "mob", "block"],
)  # fmt: skip
def test_d11_a20_any_of_the_best_colours(seat, best):
    """Own cards blue and green, one each, those of the next player too; he sits at the lower seat."""
    tables, found = table_of({"coupe_colour": "chosen"}, (seat,) * 3), np.zeros(150, np.int64)
    t = tables[0]
    t.dir, t.held[:3] = -1, (2, 1, 2)
    t.hand[:3, :2] = ((1, 2), (0, 0), (1, 2))
    colours_often(tables, found)
    uniform(found.tolist(), best)


@pytest.mark.skipif(not INTERPRETED, reason="a quarter of the kernel would be compiled again")
def test_d3_d4_d9_every_tie_is_broken_uniformly():
    """Section 8: accepting ties with two answers; a draw with three cards; stopping with four gifts."""
    policy = player(resp_cost=0, resp_gardien=0, resp_coupe=0)
    t = table_of({}, (policy,) * 3)[0]
    t.own[:3], t.dir, t.penalty = (9, 10, 11), 1, 3
    t.held[:3], t.hand[0, :4] = (4, 3, 3), (68, 0, 76, 8)  # GARDIEN, player, COUPE, player
    zero = np.int64(0)
    uniform([int(choose_answer(t, zero, 2)) for _ in range(90)], (STOP, 0, 2))
    gifts = [tuple(map(int, choose_gift(t, zero, 2, 1))) for _ in range(120)]
    uniform(gifts, ((STOP, STOP), (1, 1), (1, 2), (3, 1), (3, 2)))
    t.held[0], t.hand[0, :3], t.top, t.active = 3, (0, 8, 12), 16, 0  # red, nothing else in common
    done = []
    for _ in range(120):
        plays = choose_plan(t, zero, zero, True, STOP, np.int64(10)) == PLAYS
        done.append(int(t.plan[0]) if plays else -1)
    uniform(done, (-1, 0, 8, 12))
    t.policy[0].w_card, t.hand[0, 1] = 0, 3  # of the team of card 0, and does not cover the base
    choose_plan(t, zero, zero, True, STOP, np.int64(-1))
    assert t.ties == 3  # card 0 alone, and with card 3; card 12
