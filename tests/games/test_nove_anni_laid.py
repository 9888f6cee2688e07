"""Single moments of nove_anni, laid by hand; R, A and section 8 refer to RULES.md.

Duels and decisions are asked for one by one, so this runs interpreted; compiled tests start it so.
"""

import numpy as np
import pytest
from nove_anni_told import BITS, deck, fighter, match_of, player
from telling import INTERPRETED

from sim.engine.choice import bit
from sim.engine.log import LOG
from sim.engine.rng import start
from sim.games.nove_anni.cards import KINDS, SPECIALS
from sim.games.nove_anni.decisions import (
    choose_columns,
    choose_swap,
    choose_victim,
    wants_to_activate,
)
from sim.games.nove_anni.decisions_value import count_unseen
from sim.games.nove_anni.kernel import clear
from sim.games.nove_anni.kernel_cards import (
    draw,
    into_hand,
    into_pile,
    kind_of,
    special_of,
    under_deck,
)
from sim.games.nove_anni.kernel_duels import duel
from sim.games.nove_anni.kernel_result import finish
from sim.games.nove_anni.state import (
    BY_CAP,
    FRIEND,
    GRIDS,
    HANDS,
    IN_DECK,
    IN_POT,
    IN_USE,
    NO_CARD,
    OUT,
    PILES,
    RASCAL,
    SLOTS,
)
from sim.games.nove_anni.story import Event
from sim.table import make_table

pytestmark = pytest.mark.skipif(not INTERPRETED, reason="asked in a process of its own")
VALUES = {"rascal": [50] * 4, "friend": [5] * 4, "fierce": [50] * 4, "tame": [5] * 4}
ONE_COLUMN = {"columns": 1, "teacher_cards": 1}
ME, OTHER, FIRST = (np.int64(i) for i in (0, 1, 0))
# whatever is not seen is beaten, and nothing has a price
SURE = {"opp_sel": 0.0, "hold_weight": 0.0, "light_hold": 0.0, "mode_gain_min": 0.0}
SURE |= {"late_turns": 0.0}


def laid(rules=None, seats=("strategist", "strategist"), **values):
    """A table where nobody has anything and all cards are out: nine of each kind and special."""
    fighters = [fighter(kind, kind, four, 9) for kind, four in (VALUES | values).items()]
    t = make_table(match_of(rules, seats, deck(fighters, dict.fromkeys(SPECIALS, 9))))[0]
    with np.errstate(over="ignore"):
        start(t, np.uint64(0))
    clear(t)
    t.contender[: len(seats)] = range(len(seats))
    t.zone[:] = OUT
    return t


def cards_of(t, name):
    """The cards of a kind, or the copies of a special."""
    cards = [np.int64(card) for card in range(t.cards)]
    if name in BITS:
        return [card for card in cards if special_of(t, card) == BITS[name]]
    return [card for card in cards if kind_of(t, card) == KINDS.index(name)]


def hold(t, *names):
    """Cards of these names come to the first player's hand."""
    for name in names:
        free = [card for card in cards_of(t, name) if t.zone[card] == OUT]
        into_hand(t, ME, free[0])


def columns(t):
    """D1 of the first player: names of what he lays."""
    choose_columns(t, ME)
    found = []
    for card in t.plan[: t.rules.columns]:
        special = special_of(t, card)
        found.append(list(BITS)[special] if special >= 0 else KINDS[kind_of(t, card)])
    return found


# The deck and duels -------------------------------------------------------------------------------


def test_a1_cards_under_the_deck_take_the_places_of_those_drawn():
    """The first place follows the last: the largest pack fills all the room there is."""
    t = laid()
    t.top, t.left, card = t.cards - 1, 1, cards_of(t, "friend")[0]
    t.deck[t.top] = card
    draw(t, ME, 0, None)
    under_deck(t, card)
    assert (t.left, t.top, t.deck[0]) == (1, 0, card)


def test_a2_a13_a_duel_without_an_active_card_leaves_the_pot_alone():
    """Section 6, duel 1."""
    t = laid({"tie_rule": "carry"})
    t.active = bit(RASCAL) | bit(FRIEND)
    t.pot[0], t.in_pot = cards_of(t, "friend")[0], 1
    t.grid[:2, 0] = cards_of(t, "tame")[:2]
    duel(t, FIRST, None)
    assert (t.grid[:2, 0] == NO_CARD).all()
    assert t.in_pot == 1
    t.grid[:2, 1] = cards_of(t, "rascal")[0], cards_of(t, "friend")[1]
    duel(t, FIRST + 1, None)
    assert (t.in_pot, t.won[ME]) == (0, 3)


@pytest.mark.parametrize(
    ("rule", "alone"), [("shared", 0b11), ("most_won_cards", 0b10), ("fewest_negatives", 0b01)]
)
def test_a24_remaining_ties_are_shared(rule, alone):
    """One tame animal each; then a rascal besides for the second player."""
    for more, winners in (False, 0b11), (True, alone):
        t, log = laid({"final_tie": rule}), np.zeros(1, LOG)[0]
        for card, seat in zip(cards_of(t, "tame"), (ME, OTHER), strict=False):
            into_pile(t, seat, card)
        if more:
            into_pile(t, OTHER, cards_of(t, "rascal")[0])
        t.end = BY_CAP
        finish(t, log)
        kind, _, *told = log.events[log.used - 1].tolist()
        assert (kind, *told) == (Event.WINNERS, winners, 2 if winners == 0b11 else 1, 0)


# Scripted players (section 8) ---------------------------------------------------------------------


def test_only_placeable_cards_of_the_deck_and_of_others_are_unseen():
    """U: neither what is the player's own, in his slot too, nor what is won or out."""
    own, theirs = ({zone + seat for zone in (HANDS, GRIDS, SLOTS)} for seat in (ME, OTHER))
    piles = {PILES + ME, PILES + OTHER}
    for name, unseen in (("lord", theirs | {IN_DECK}), ("science", set())):
        t = laid()
        card = cards_of(t, name)[0]
        for zone in own | theirs | piles | {IN_DECK, IN_USE, IN_POT, OUT}:
            t.zone[card] = zone
            count_unseen(t, ME)
            assert t.hidden == t.unseen.sum() == (zone in unseen), (name, zone)


@pytest.mark.parametrize(("left", "late"), [(7, True), (8, False)])
def test_d3_a_deck_of_one_more_turn_is_not_late(left, late):
    """late: the deck has fewer cards than late_turns x P x draw_next."""
    t = laid(seats=("keep_light", "random"))
    t.slot[ME], t.left = cards_of(t, "padre")[0], left
    assert not wants_to_activate(t, ME)
    into_pile(t, ME, cards_of(t, "rascal")[0])
    assert wants_to_activate(t, ME) == late


@pytest.mark.parametrize(("four", "strong"), [([5, 60, 60, 1], True), ([60, 5, 5, 1], False)])
def test_r15_d3_the_strategist_reckons_with_the_sums_of_la_scienza(four, strong):
    """EV(grid, science): among cards of 50 in each column, whose two highest add up to 100."""
    t = laid(ONE_COLUMN, friend=four, tame=[50] * 4)
    t.zone[cards_of(t, "rascal")] = IN_DECK
    t.slot[ME], t.grid[ME, 0] = cards_of(t, "science")[0], cards_of(t, "friend")[0]
    assert wants_to_activate(t, ME) == strong


def test_r20_d3_the_strategist_reckons_what_la_maestra_gains():
    """Points of the tame animal, less what it loses in its column, and a won card that wins."""
    t = laid(ONE_COLUMN, fierce=[90] * 4)
    t.zone[cards_of(t, "rascal")] = IN_DECK
    t.slot[ME], t.grid[ME, 0] = cards_of(t, "teacher")[0], cards_of(t, "tame")[0]
    into_pile(t, ME, cards_of(t, "fierce")[0])
    assert wants_to_activate(t, ME)


@pytest.mark.parametrize("first", range(3))
@pytest.mark.parametrize("seat", range(3))
def test_d5_of_equal_opponents_the_next_in_draw_order_is_robbed(first, seat):
    """Counted from the first drawer; who has more friends before all others."""
    t = laid(seats=("plain",) * 3)
    t.first = first
    order = [s for s in ((first + i) % 3 for i in range(3)) if s != seat]
    friends = iter(cards_of(t, "friend"))
    for _ in range(3):
        assert choose_victim(t, np.int64(seat)) == order[0]
        for s in range(3):
            into_pile(t, np.int64(s), next(friends))
    into_pile(t, np.int64(order[1]), next(friends))
    assert choose_victim(t, np.int64(seat)) == order[1]


@pytest.mark.parametrize("name", ["strategist", "keep_light"])
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_r20_d4_as_many_cards_as_la_maestra_exchanges(name, number):
    t = laid({"teacher_cards": number}, (name, "random"))
    for card in cards_of(t, "tame")[:6]:
        into_pile(t, ME, card)
    choose_swap(t, ME)
    assert sum(t.plan[:4] != NO_CARD) == number


@pytest.mark.parametrize("marked", [0, 1])
def test_d4_the_strategist_gives_the_won_card_that_is_worth_least(marked):
    """Teacher plan: points with mark; of two alike the one that is not transformed is exchanged."""
    t = laid(ONE_COLUMN)
    two = cards_of(t, "rascal")[:2]
    t.marked[two[marked]] = 1
    for card in two:
        into_pile(t, ME, card)
    choose_swap(t, ME)
    assert t.plan[0] == two[1 - marked]


@pytest.mark.parametrize("others", [3, 4])
@pytest.mark.parametrize("name", ["keep_light", "plain", "random", "shielder", "strategist"])
def test_d1_light_cards_are_laid_only_in_need(name, others):
    """keep_light, shielder: with fewer other cards than columns; so does any player with one knocked out."""
    for light in ("lord", "padre"):
        t = laid(seats=(player(name, blank_column="padre"),) * 2)
        hold(t, light, *["tame"] * others)
        spared = others == 4 and (light == "padre" or name in {"keep_light", "shielder"})
        assert (light not in columns(t)) == spared or (name == "random" and not spared)


@pytest.mark.parametrize(
    ("blank", "laid_cards"),
    [("nothing", ["friend", "friend"]), ("giovannino", ["friend", "giovannino"])],
)
def test_d1_a_special_to_be_activated_is_not_laid(blank, laid_cards):
    """D1: Giovannino makes both friends win; if he is knocked out he is the best card for a column."""
    rules = {"columns": 2, "teacher_cards": 1, "light_immune_to_filters": True, "points_light": 2}
    t = laid(rules, (player("strategist", **SURE | {"opp_sel": 3.0, "blank": blank}),) * 2)
    t.zone[cards_of(t, "rascal")] = IN_DECK
    hold(t, "giovannino", "friend", "friend")
    assert sorted(columns(t)) == laid_cards


@pytest.mark.parametrize(("least", "laid_cards"), [(0.0, ["tame"]), (0.6, ["teacher"])])
def test_d1_la_maestra_is_not_laid_to_be_exchanged_and_must_gain_enough(least, laid_cards):
    """Total(teacher) = 1 + 1.5, for the tame animal and a won rascal; in the column she is worth 2."""
    mind = SURE | {"neg_value": 1.0, "light_hold": 1.5, "mode_gain_min": least}
    t = laid(ONE_COLUMN | {"points_light": 3}, (player("strategist", **mind),) * 2)
    into_pile(t, ME, cards_of(t, "rascal")[0])
    hold(t, "teacher", "tame")
    assert columns(t) == laid_cards


def test_d1_of_equal_totals_the_earlier_candidate_is_chosen():
    """A light card is worth as much as a friend, with Giovannino's effect and without."""
    t = laid(ONE_COLUMN | {"points_light": 1}, (player("strategist", **SURE),) * 2)
    hold(t, "giovannino", "friend")
    assert columns(t) == ["giovannino"]


@pytest.mark.parametrize(
    ("fierce", "laid_cards"),
    [([90, 90, 1, 1], ["fierce"]), ([40, 90, 90, 1], ["fierce"]), ([40, 40, 1, 1], ["tame"])],
)
def test_d1_the_plan_of_the_highest_total_wins(fierce, laid_cards):
    """Among cards of 50 the fierce one is worth 3.2 where it wins, in its column or by La Scienza.

    The tame one is worth 1.1 with Giovannino alone.
    """
    mind = player("strategist", **SURE | {"opp_sel": 3.0, "light_hold": 9.0})
    t = laid(ONE_COLUMN | {"points_fierce": 3}, (mind,) * 2, fierce=fierce)
    t.zone[cards_of(t, "rascal")] = IN_DECK
    hold(t, "science", "tame", "fierce", "giovannino")
    assert columns(t) == laid_cards


def test_d1_an_effect_that_gains_nothing_changes_nothing():
    """La Scienza: the friend would lose as well, the fierce animal win as well."""
    mind = player("strategist", **SURE | {"opp_sel": 3.0})
    t = laid(ONE_COLUMN, (mind,) * 2, fierce=[90] * 4)
    t.zone[cards_of(t, "rascal")] = IN_DECK
    hold(t, "science", "friend", "fierce")
    assert columns(t) == ["fierce"]


@pytest.mark.parametrize(
    ("held", "seats", "least", "laid_cards"),
    [
        (("tame", "rascal", "fierce"), 2, 0.75, ["tame"]),
        (("tame", "rascal", "fierce"), 2, 0.76, ["rascal"]),
        (("tame", "rascal", "fierce"), 3, 0.57, ["rascal"]),
        (("tame", "rascal", "fierce"), 3, 0.56, ["tame"]),
        (("friend", "tame"), 2, 1.0, ["tame"]),
        (("friend", "fierce"), 2, 0.5, ["fierce"]),
    ],
)
def test_d1_the_shielder_lays_a_positive_card_only_where_it_wins(held, seats, least, laid_cards):
    """Of four unseen cards the tame animal beats three: win = 0.75 for each opponent.

    The rascal wins less than the fierce animal; of positive cards alone the best is in least danger.
    """
    mind = player("shielder", opp_sel=1.0, shield_win=least)
    t = laid(ONE_COLUMN, (mind,) * seats, tame=[60] * 4, fierce=[90] * 4)
    t.zone[[*cards_of(t, "rascal")[:3], *cards_of(t, "fierce")[:1]]] = IN_DECK
    hold(t, *held)
    assert columns(t) == laid_cards


@pytest.mark.parametrize(
    ("rascal", "laid_cards"),
    [([80, 10, 1, 1], ["tame", "rascal"]), ([10, 80, 1, 1], ["rascal", "tame"])],
)
def test_d1_the_shielder_lays_a_negative_card_where_it_loses(rascal, laid_cards):
    """Where it is strong the tame animal lies, though both would win more values the other way."""
    t = laid({"columns": 2, "teacher_cards": 1}, ("shielder",) * 2, rascal=rascal, tame=[90] * 4)
    t.zone[cards_of(t, "fierce")] = IN_DECK
    hold(t, "rascal", "tame")
    assert columns(t) == laid_cards


@pytest.mark.parametrize("special", SPECIALS)
@pytest.mark.parametrize("theirs", [None, "science", "lord"])
def test_d3_the_saboteur_waits_for_a_card_in_the_slot_of_an_opponent(special, theirs):
    """Whatever card that is; then it activates any but Il risveglio, this one too if it leads."""
    t = laid(seats=("saboteur",) * 3)
    t.slot[ME] = cards_of(t, special)[0]
    t.slot[2] = NO_CARD if theirs is None else cards_of(t, theirs)[1]
    assert wants_to_activate(t, ME) == (theirs is not None and special != "awakening")
    into_pile(t, ME, cards_of(t, "tame")[0])
    assert wants_to_activate(t, ME) == (theirs is not None)


def test_d3_a_saboteur_who_never_minds_being_behind_wakes_too():
    """wake_lead -999: anything."""
    t = laid(seats=(player("saboteur", wake_lead=-999),) * 2)
    t.slot[ME], t.slot[OTHER] = cards_of(t, "awakening")[:2]
    into_pile(t, OTHER, cards_of(t, "tame")[0])
    assert wants_to_activate(t, ME)
