"""Decisions of Dream Team's full match: D2, D6-D10, D13-D21 of sections 7 and 8 of RULES.md.

The naive twin judges scripted trainers, a census the random ones; draws that nobody decides are
held against their laws.
"""

from collections import Counter
from itertools import combinations, permutations
from math import comb

import pytest
from dream_team_census import FAR_FROM_UNIFORM, Census
from dream_team_referee import check
from dream_team_referee_book import unpack
from dream_team_told import FULL, deck, match_of, matches, tell
from dream_team_twin_cards import twin_of, twins_of
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2, chisquare
from telling import INTERPRETED

from sim.games.dream_team.cards import TABLES
from sim.games.dream_team.rules_words import CardKind
from sim.games.dream_team.story import Event
from sim.games.dream_team.strategies import STRATEGIES
from sim.play import play_rows

EXAMPLES = 5 if INTERPRETED else 60
FEW = 3 if INTERPRETED else 16  # told matches of a test
MANY = 10 if INTERPRETED else 150
NEW = {"D2", "D6", "D7", "D8", "D9", "D10", *(f"D{i}" for i in range(13, 22))}
KINDS = [kind.word for kind in CardKind if kind < CardKind.BLANK]
KINDS_AND_BLANK = [*KINDS, "blank"]

CROWDED = FULL | {  # all sorts of cards, for everybody
    "action_hand": 6,
    "max_actions_per_match": 6,
    "symbols_required": False,
    "unlisted_cards": "omit",
    "thirds": 6,
    "draw_rule": "draw",
}


def of_kinds(*kinds, **rules):
    """Rules under which the deck holds only these kinds of card, six of each."""
    copies = {f"copies_{kind}": 6 * (kind in kinds) for kind in KINDS}
    return CROWDED | copies | rules


HOUSES = {  # rules that bring up each of the new decisions often
    "printed": FULL,
    "crowded": CROWDED,
    "spells": of_kinds("disaster", "energy", "curse", curse_lifts_disaster=True),
    "fouls": of_kinds("foul", "magic", "curse", curse_stops_fortune=True),
    "fortune": of_kinds("foul", "fortune", "curse", curse_stops_fortune=True),
    "flagrant": of_kinds(
        "foul",
        "curse",
        flagrant_needs_symbol=False,
        injury_replacement="immediate",
        curse_free_shot=False,
        field_players=4,
    ),
    "shots": of_kinds("second_chance", "curse", "sponsor", second_chance_strength="full_value"),
    "speed": of_kinds("speed", "second_chance", "disaster", speed_window="own_turn"),
    "defended": of_kinds("speed", "energy", speed_counter="defend", detlef_draw="reserve_player"),
}


# Scripted trainers --------------------------------------------------------------------------------


@settings(max_examples=EXAMPLES)
@given(s=matches(team_formation="printed", **FULL), number=st.integers(0, 2**39))
def test_scripted_trainers_do_what_section_8_says_with_all_cards(s, number):
    for i in range(1 if INTERPRETED else 3):
        twin_of(s, number + i)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_does_what_section_8_says_in_the_printed_game(strategy):
    twins_of(match_of(FULL, [strategy, "random"]), range(FEW))
    twins_of(match_of(FULL, [strategy, strategy]), range(FEW))


@pytest.mark.parametrize("house", HOUSES)
def test_every_new_decision_is_taken_as_section_8_says(house):
    """Random opponents bring up what a scripted one would never do."""
    trainers = [{"strategy": name} for name in STRATEGIES if name != "random"]
    rules = HOUSES[house]
    for i, trainer in enumerate(trainers):
        s = match_of(rules, [trainer, "random"], deck(i, save=3), seed=i)
        twins_of(s, range(1 if INTERPRETED else 10))


@pytest.mark.skipif(INTERPRETED, reason="needs many matches")
def test_the_twin_judges_every_new_decision():
    judged = Counter()
    for house, rules in HOUSES.items():
        s = match_of(rules, ["greedy", "random"], deck(len(house), save=3))
        judged += twins_of(s, range(30))
    assert {*judged} >= NEW


# Random trainers ----------------------------------------------------------------------------------


def census_of_all():
    census = Census()
    for i, rules in enumerate(HOUSES.values()):
        s = match_of(rules, cards=deck(i, save=3), seed=i)
        for number in range(MANY // (10 if INTERPRETED else 1)):
            check(s, number, census)
    return census


def test_random_is_uniform_over_exactly_the_legal_actions_of_all_cards():
    census = census_of_all()
    assert {name for name, _ in census.taken} >= NEW or INTERPRETED
    for name in sorted({name for name, _ in census.taken}):
        if name not in ("D11", "D12"):
            assert census.p_value(name) > FAR_FROM_UNIFORM, name


# Draws that are no decision -----------------------------------------------------------------------


class Draws:
    """Counts draws against their chances, and how uneven they are."""

    def __init__(self):
        self.statistic, self.variance = 0.0, 0.0

    def add(self, number, of):
        """A place drawn uniformly out of so many: 0 to of - 1, centred and squared."""
        mean, variance = (of - 1) / 2, (of * of - 1) / 12
        self.statistic += number - mean
        self.variance += variance

    def p_value(self):
        """Two-sided, by the normal law of the sum."""
        return chi2.sf(self.statistic**2 / self.variance, 1) if self.variance else 1.0


SHORT = FULL | {"thirds": 1, "field_players": 1, "draw_rule": "draw"}


def test_r5_every_trainer_gets_each_special_player_as_often():
    rows = play_rows(match_of(SHORT), 0, 600 if INTERPRETED else 6000)
    pairs = Counter(zip(rows["special_home"].tolist(), rows["special_away"].tolist(), strict=True))
    assert {*pairs} == {(1 << a, 1 << b) for a, b in permutations(range(6), 2)}
    assert chisquare([*pairs.values()]).pvalue > FAR_FROM_UNIFORM


def test_r6_hands_are_dealt_from_the_whole_deck():
    """Section 12: how often a hand of four holds a kind of card, how many on average."""
    rows = play_rows(match_of(SHORT), 0, 300 if INTERPRETED else 20_000)
    copies = {kind: rows[f"cards_dealt_{kind}_home"] for kind in KINDS_AND_BLANK}
    assert (sum(copies.values()) == 4).all()
    for kind, row in zip(KINDS_AND_BLANK, TABLES.read().rows["action_cards"], strict=True):
        number = 2 if kind == "blank" else row.copies
        chance = 1 - comb(30 - number, 4) / comb(30, 4)
        error = (chance * (1 - chance) / len(rows)) ** 0.5
        assert abs((copies[kind] > 0).mean() - chance) < 5 * error, kind
        assert (
            abs(copies[kind].mean() - 4 * number / 30) < 5 * copies[kind].std() / len(rows) ** 0.5
        )


class Borrowed:
    """Watches what Detlef's trainers may draw; the events tell what they drew."""

    def __init__(self):
        self.hands, self.reserves = Draws(), Draws()

    def __call__(self, referee, name, side, _, action):
        """A draw that was taken: where the card stands among those it was drawn from."""
        if name != "D16" or action is None:
            return
        event, there = referee.events[referee.at], 1 - side
        if event.b < 0:
            hand = sorted(referee.sides[there].hand.elements(), key=KINDS_AND_BLANK.index)
            kind = CardKind(event.a).word
            first = hand.index(kind)  # copies are alike: the middle of their places
            self.hands.add(first + (hand.count(kind) - 1) / 2, len(hand))
        else:
            codes = referee.lendable(there)
            self.reserves.add(codes.index(event.b), len(codes))


@pytest.mark.skipif(INTERPRETED, reason="needs many matches")
@pytest.mark.parametrize("draw", ["action_card", "reserve_player"])
def test_r48_detlef_draws_any_card_as_often(draw):
    watch = Borrowed()
    rules = FULL | {"detlef_draw": draw, "special_text": "owned", "thirds": 6}
    s = match_of(rules, cards=deck(1, save=1))
    for number in range(3 * MANY):
        check(s, number, watch)
    draws = watch.hands if draw == "action_card" else watch.reserves
    assert draws.variance > 0
    assert draws.p_value() > FAR_FROM_UNIFORM


@pytest.mark.skipif(INTERPRETED, reason="needs many matches")
@pytest.mark.parametrize("dice_mode", ["chosen_distinct", "chosen_any"])
def test_r51_balduins_own_goalkeeper_shows_any_faces(dice_mode):
    """A34: a uniform set of distinct faces, or independent dice."""
    rules = FULL | {"balduin_own_goal": "own_keeper", "dice_mode": dice_mode, "thirds": 6}
    rules |= {"special_text": "owned", "action_hand": 0, "die_faces": 6, "draw_rule": "draw"}
    shown, s = Counter(), match_of(rules, cards=deck(1, save=2))
    for number in range(10 * MANY):
        events = tell(s, number).events
        shown.update(unpack(e.a) for e in events if e.kind == Event.OWN_KEEPER)
    chances = dict.fromkeys(combinations(range(6), 2), 1 / 15)
    if dice_mode == "chosen_any":
        chances = dict.fromkeys(chances, 2 / 36) | {(f, f): 1 / 36 for f in range(6)}
    assert {*shown} <= {*chances}
    assert shown.total() > 100
    expected = [shown.total() * chance for chance in chances.values()]
    assert chisquare([shown[faces] for faces in chances], expected).pvalue > FAR_FROM_UNIFORM
