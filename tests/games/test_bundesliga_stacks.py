"""Event cards of Bundesliga that are set aside, and the stacks: R19, A17, A26 (RULES.md)."""

from collections import Counter
from itertools import pairwise

import pytest
from bundesliga_scenes import (
    FAR,
    FEW,
    MATCHES,
    SAFE,
    SHIPPED,
    board_with,
    booked,
    cut,
    numbers,
    of,
    several,
    told,
)
from bundesliga_tiny import event_card
from scipy.stats import chisquare

from sim.games.bundesliga.cards import STACK, TOKENS
from sim.games.bundesliga.rules import Rules
from sim.games.bundesliga.story import Event, Ledger

RICH = SAFE | {"start_capital": 10_000_000}
SMALL = SAFE | {"die_faces": 2}
WHERE = {  # a space on which a follow-up event takes place, what it pays, and where that is booked
    "league_home": ("points_match 1003 28", 1003, Ledger.HOME),
    "cup": ("dfb_cup", 1003, Ledger.CUP),
    "private": ("private_match 1003", 1003, Ledger.PRIVATE),
    "european": ("european_cup -1003", -1003, Ledger.EUROPEAN),
    "cost": ("cost 1003 fixed", -1003, Ledger.COST),
}
PLACED = {"league_away": ("points_match 1003 28", 0, Ledger.HOME)} | WHERE


# Set aside ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("uses", [1, 2, 3])
@pytest.mark.parametrize("token", TOKENS)
def test_r19_a_card_waits_for_its_follow_up_events(token, uses):
    """R19: it applies to so many events of its kind, to no other event, and goes back."""
    effect = "strength" if token == "league_away" else "bonus"
    card = event_card(effect=effect, amount=7, trigger=token, uses=uses)
    space, _, _ = PLACED[token]
    scene = board_with([card], "event_blue", space, "private_match 3", cups="20h1000")
    triggers = {
        "league_home": Event.HOME_MATCH,
        "league_away": Event.AWAY_MATCH,
        "cup": Event.CUP_MATCH,
    }
    applied = 0
    for match in several(scene, RICH | {"die_faces": 2, "rounds_per_season": 4}):
        t = match.tables[0]
        held = [0, 0]
        for event, after in pairwise(match.events):
            if event.kind == Event.SET_ASIDE:
                assert event.b == uses
                held[event.seat] = uses
            elif event.kind == Event.USED:
                held[event.seat] -= 1
                applied += 1
                assert event.b == held[event.seat]
                wanted = triggers.get(token)
                assert wanted is None or after.kind == wanted
            elif event.kind == Event.NO_CARD:
                assert any(held)
        assert int(t.left[1]) + sum(n > 0 for n in held) == 1
        for seat in (0, 1):
            bonus = len(numbers(match, Event.USED, seat)) * 7 * (effect == "bonus")
            assert match.row[f"money_event_seat{seat}"] == bonus
    assert applied > 3


@pytest.mark.parametrize("token", WHERE)
def test_r19_factors_multiply_the_amount_and_a_bonus_comes_after_it(token):
    """Section 5: one after the other in order of receipt, rounded down each time."""
    space, amount, ledger = WHERE[token]
    cards = [
        event_card(effect="factor", amount=percent, trigger=token, uses=99)
        for percent in (33, 150, 101)
    ]
    cards += [event_card(effect="bonus", amount=-9, trigger=token, uses=99)] * 2
    scene = board_with(cards, *["event_blue"] * 3, space, cups="20h1003")
    seen = 0
    for match in several(scene, RICH):
        percents = [[], []]
        for event, after in pairwise(match.events):
            if event.kind == Event.SET_ASIDE:
                percents[event.seat].append(event.a % STACK)
            elif event.kind == Event.BOOK and event.b == ledger:
                expected, held = abs(amount), percents[event.seat]
                for place in held:
                    expected = expected * (33, 150, 101, 100, 100)[place] // 100
                assert event.a == (expected if amount > 0 else -expected)
                bonus = -9 * sum(place > 2 for place in held)
                assert not bonus or (after.kind, after.a, after.b) == (
                    Event.BOOK,
                    bonus,
                    Ledger.EVENT,
                )
                seen = max(seen, len(held))
    assert seen >= 3


def test_r19_a_factor_is_for_the_next_events_of_its_owner_only():
    half = event_card(effect="factor", amount=50, trigger="private", uses=1)
    scene, seen = board_with([half], "event_blue", "private_match 1000"), Counter()
    for match in several(scene, SMALL):
        for event, after in pairwise(match.events):
            if after.kind == Event.BOOK and after.b == Ledger.PRIVATE:
                assert after.a == (500 if event.kind == Event.USED else 1000)
                seen[after.a] += 1
    assert min(seen[500], seen[1000]) > 0


def test_a13_factors_leave_a_home_match_that_is_paid_for_as_it_is():
    """A13, section 6: they multiply what is received."""
    half = event_card(effect="factor", amount=50, trigger="league_home", uses=99)
    rules = RICH | {"home_income_mode": "by_place", "home_income_negative": True}
    rules |= {"place_deduction_1": 90_001, "place_deduction_2": 90_001}
    used = 0
    for match in several(board_with([half] * 9, "event_blue", "points_match 60000 29"), rules):
        used += len(match.kinds(Event.USED))
        for seat in (0, 1):
            assert {*booked(match, Ledger.HOME, seat)} <= {-30_001}
    assert used > 0


def test_section_6_a_card_for_the_cup_is_used_once_for_all_cards_drawn():
    """Section 6: once for the whole landing, however often a draw is redrawn."""
    card = event_card(effect="strength", amount=0, trigger="cup", uses=99)
    scene = board_with([card] * 9, "event_blue", "dfb_cup", cups="28h1 28a2 28h4 20h5")
    longest = 0
    for match in several(scene, SMALL):
        for stretch in cut(match, Event.LAND):
            used = [e.a for e in of(stretch, Event.USED)]
            assert len(used) == len({*used})
            longest = max(longest, len(of(stretch, Event.CUP_MATCH)) * (used != []))
    assert longest > 1


@pytest.mark.parametrize("token", ["league_home", "league_away", "cup"])
@pytest.mark.parametrize(("amount", "own"), [(4, 32), (-3, 25), (-99, 0)])
def test_r6_r19_strength_is_changed_for_the_next_events_only(token, amount, own):
    """R6: effective strength is at least 0; the squad's stays as it is."""
    card = event_card(effect="strength", amount=amount, trigger=token, uses=1)
    space, _, _ = PLACED[token]
    scene = board_with([card], "event_blue", space, space, cups="20h1 20a1")
    kind = {"cup": Event.CUP_MATCH, "league_home": Event.HOME_MATCH}.get(token, Event.AWAY_MATCH)
    shown = set()
    for match in several(scene, SAFE | {"die_faces": 3}):
        for event, after in pairwise(match.events):
            if after.kind in {*MATCHES, Event.CUP_MATCH}:
                applies = event.kind == Event.USED
                assert after.b == (own if applies else 28)
                assert not applies or after.kind == kind
                shown.add(after.b)
        assert match.row["strength_end_seat0"] == 28
    assert shown == {28, own}


def test_r6_r18_costs_go_by_the_cards_owned():
    """R6, R18: not by the strength that cards set aside lend for matches."""
    fever = event_card(effect="strength", amount=5, trigger="league_home+league_away", uses=99)
    scene = board_with([fever] * 9, "event_blue", "points_match 0 28", "cost 10 per_strength")
    used = 0
    for match in several(scene, RICH):
        used += len(match.kinds(Event.USED))
        for seat in (0, 1):
            assert {*booked(match, Ledger.COST, seat)} <= {-280}
    assert used > 0


def test_r19_several_cards_apply_at_once_and_one_card_to_several_kinds_of_events():
    cards = [
        event_card(effect="strength", amount=2, trigger="league_home+league_away", uses=2),
        event_card(effect="strength", amount=3, trigger="league_away+league_home", uses=99),
    ]
    scene = board_with(cards, "event_blue", "points_match 0 28")
    shown = Counter()
    for match in several(scene, SMALL):
        held = {0: {}, 1: {}}
        for event in match.events:
            mine = held[event.seat]
            if event.kind == Event.SET_ASIDE:
                mine[event.a % STACK] = event.b
            elif event.kind in MATCHES:
                assert event.b == 28 + 2 * (mine.get(0, 0) > 0) + 3 * (mine.get(1, 0) > 0)
                held[event.seat] = {place: uses - 1 for place, uses in mine.items() if uses > 1}
                shown[event.b, event.kind] += 1
    assert {strength for strength, _ in shown} == {28, 30, 31, 33}


def test_a26_cards_set_aside_are_kept_over_lap_and_season():
    """A26, I4: until they are used."""
    card = event_card(effect="bonus", amount=5, trigger="private", uses=1)
    match = told(board_with([card] * 60, "event_blue"), SAFE | {"seasons": 2})
    for seat in (0, 1):
        kept = len(numbers(match, Event.SET_ASIDE, seat))
        assert match.tables[0].helds[seat] == kept == match.row[f"events_seat{seat}"]
    scene, later = board_with([card], "event_blue", "private_match 9"), Counter()
    for match in several(scene, SMALL | {"seasons": 9}):
        for kind in (Event.ROUND, Event.SEASON):
            for stretch in cut(match, kind):
                used, aside = (len(of(stretch, k)) for k in (Event.USED, Event.SET_ASIDE))
                later[kind] += used > aside
    assert min(later[Event.ROUND], later[Event.SEASON]) > 0


# Stacks -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["bottom", "reshuffle"])
def test_a17_used_cards_go_under_the_stack_or_are_shuffled_when_it_is_empty(way):
    """A17, I4."""
    assert Rules().event_card_return.word == "bottom"
    cards = [event_card(card_id=str(i), amount=i) for i in range(5)]
    scene, again = board_with(cards, "event_blue"), Counter()
    for match in several(scene, SAFE | {"die_faces": 2, "event_card_return": way}):
        drawn = [e.a % STACK for e in match.kinds(Event.DRAW)]
        passes = [drawn[i : i + 5] for i in range(0, len(drawn), 5)]
        assert all(sorted(cards) == [*range(5)] for cards in passes[:-1])
        again.update(a == b for a, b in pairwise(passes[:-1]))
        assert len(match.kinds(Event.RESHUFFLE)) == (len(passes) - 1 if way == "reshuffle" else 0)
    assert (again[False] == 0) == (way == "bottom")


@pytest.mark.parametrize("way", ["bottom", "reshuffle"])
@pytest.mark.parametrize("colour", ["yellow", "blue"])
def test_section_6_all_orders_of_a_stack_are_alike(colour, way):
    cards = [event_card(card_id=str(i), colour=colour) for i in range(3)]
    scene = board_with(cards, f"event_{colour}")
    first, second = Counter(), Counter()
    rules = {"max_turns": 6, "event_card_return": way}
    for match in several(scene, rules, ["passive"] * 3, 40 * FEW):
        drawn = [e.a % STACK for e in match.kinds(Event.DRAW)]
        first[tuple(drawn[:3])] += 1
        second[tuple(drawn[3:])] += 1
    assert len(first) == len(second) == 6
    assert chisquare([*first.values()]).pvalue > FAR
    assert chisquare([*second.values()]).pvalue > FAR


def test_a33_an_empty_stack_has_no_card_to_draw():
    match = told(board_with([], "event_blue"), SAFE)
    for seat in (0, 1):
        assert len(numbers(match, Event.NO_CARD, seat)) == len(numbers(match, Event.LAND, seat))
        assert match.row[f"events_seat{seat}"] == 0
    kept = event_card(effect="bonus", amount=5, trigger="cup", uses=1)
    for way in ("bottom", "reshuffle"):
        match = told(board_with([kept], "event_blue"), SAFE | {"event_card_return": way})
        assert len(match.kinds(Event.DRAW)) == 1
        assert not match.kinds(Event.RESHUFFLE)


def test_section_5_an_immediate_card_is_back_before_its_effect_and_a_used_one_before_the_money():
    """A bankrupt player's cards: the used one is already under the stack."""
    cards = [event_card(effect="bonus", amount=-9_000_000, trigger="private", uses=1)]
    rules = {"insolvency": "bankruptcy", "max_turns": 40, "die_faces": 2}
    for match in several(board_with(cards, "event_blue", "private_match 1"), SAFE | rules):
        t = match.tables[0]
        assert int(t.left[1]) + int(t.helds[:2].sum()) == 1


def test_section_6_the_bankrupt_return_the_cards_they_have_set_aside():
    """A9: oldest first, under their stacks; each player draws the ruin once at most."""
    ruin = event_card(effect="money", amount=-9_000_000)
    kept = [event_card(effect="bonus", amount=1, trigger="cup")] * 8
    rules = SAFE | {"insolvency": "bankruptcy", "rounds_per_season": 4, "die_faces": 2}
    for match in several(board_with([ruin, *kept], "event_blue"), rules):
        t, drawn = match.tables[0], [e.a % STACK for e in match.kinds(Event.DRAW)]
        assert len(match.kinds(Event.BANKRUPT)) == 2
        assert t.helds[:2].tolist() == [0, 0]
        assert sorted(int(t.stack[1, (t.top[1] + i) % STACK]) for i in range(9)) == [*range(9)]
        assert drawn.index(0, drawn.index(0) + 1) == 9  # back before its effect, then the others


@pytest.mark.parametrize(
    ("token", "space"),
    [
        ("league_home", "points_match 5 29"),
        ("european", "european_cup -9000000"),
        ("cost", "cost 9000000 fixed"),
    ],
)
def test_section_6_the_bankrupt_receive_no_bonus(token, space):
    """A9: who is ruined by the event's money is out at once, before a bonus."""
    place = {f"place_deduction_{place}": 9_000_000 for place in (1, 2)}
    rules = SAFE | place | {"home_income_mode": "by_place", "home_income_negative": True}
    card = event_card(effect="bonus", amount=7, trigger=token, uses=9)
    used = 0
    for match in several(
        board_with([card] * 40, "event_blue", space),
        rules | {"insolvency": "bankruptcy", "die_faces": 2},
    ):
        for seat in [e.seat for e in match.kinds(Event.BANKRUPT)]:
            mine = [e for e in match.events if e.seat == seat]
            at = [e.kind for e in mine].index(Event.BANKRUPT)
            used += len(of(mine[:at], Event.USED))
            assert not of(mine[at:], Event.BOOK)
    assert used > 0


def test_a35_half_of_the_printed_cards_are_set_aside():
    """A35, component counts: 18 cards of each colour; 18 of 36 wait for follow-up events."""
    cards = SHIPPED.rows["event_cards"]
    assert Counter(card.colour for card in cards) == {"yellow": 18, "blue": 18}
    assert sum(bool(card.tokens) for card in cards) == 18
