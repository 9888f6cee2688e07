"""Decisions of Dream Team's basic game: sections 7 and 8 of RULES.md, told match by told match.

The referee reports every decision with all legal actions.  `random` must be uniform over them; a
scripted trainer must do what a naive twin of section 8 does in the same position.
"""

import random
from collections import Counter, defaultdict
from dataclasses import replace
from itertools import combinations, product
from math import factorial, prod

import numpy as np
import pytest
from dream_team_census import FAR_FROM_UNIFORM, Census
from dream_team_referee import Referee, check, judge
from dream_team_referee_book import unpack
from dream_team_told import AWAY, HOME, deck, match_of, matches, tell
from dream_team_twin_cards import Twin, twin_of, twins_of
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2
from telling import INTERPRETED

from sim.engine.components import Components
from sim.engine.kernel import entry
from sim.engine.options import pack
from sim.games.dream_team.decisions import CHANGE_KEEPER, NONE, PULL, SWAP, choose_substitution
from sim.games.dream_team.story import Event
from sim.games.dream_team.strategies import (
    STRATEGIES,
    AttackRule,
    DefendRule,
    Faces,
    NoKeeperPlan,
    Policy,
    Pull,
)

MANY = 15 if INTERPRETED else 150  # told matches
ENOUGH = 1 if INTERPRETED else 10  # decisions of a kind
EXAMPLES = 5 if INTERPRETED else 50
PLAIN = {"allow_no_keeper": "forced_only", "draw_rule": "draw"}


# Scripted trainers -------------------------------------------------------------------------------


@settings(max_examples=EXAMPLES)
@given(s=matches(team_formation="printed"), number=st.integers(0, 2**39))
def test_scripted_trainers_do_what_section_8_says_under_any_house_rules(s, number):
    twin_of(s, number)


def scripted(**parameters):
    return {"strategy": "heuristic", "sub_min_gain": 0.5, "keeper_weight": 1.0} | parameters


@pytest.mark.parametrize("play_rule", ["one_play", "attack_once_defend_free"])
@pytest.mark.parametrize("defend", DefendRule.words())
@pytest.mark.parametrize("attack", AttackRule.words())
def test_d4_d5_every_rule_of_attack_meets_every_rule_of_defence(attack, defend, play_rule):
    seats = [scripted(attack_rule=attack), scripted(defend_rule=defend)]
    s = match_of({"play_rule": play_rule, "allow_no_keeper": "both"}, seats, deck(3))
    judged = twins_of(s, range(MANY // 25 + 1))
    assert min(judged["D4"], judged["D5"]) >= ENOUGH


def test_d4_who_meets_no_defender_sends_the_surest_goal_less_the_bias():
    """Six attackers without a goalkeeper against one player, who answers once."""
    one = scripted(attack_rule="worst_case", attack_bias=-0.2, no_keeper="trailing")
    rules = {"field_players": 1, "thirds": 2, "subs_per_window": 0, "draw_rule": "draw"}
    s = match_of(rules, [one, scripted()], deck(3))
    assert twins_of(s, range(MANY))["D4"] > ENOUGH


@pytest.mark.parametrize("pull", Pull.words())
@pytest.mark.parametrize("plan", NoKeeperPlan.words())
def test_d1_d3_every_plan_for_an_empty_goal_is_kept(plan, pull):
    one = scripted(no_keeper=plan, pull=pull)
    s = match_of({"allow_no_keeper": "both"}, [one, "random"], deck(4))
    judged = twins_of(s, range(MANY // 8))
    assert min(judged["D1"], judged["D3"]) >= ENOUGH


@entry
def ask_for_substitution(tables, side, found):
    """D3, as a trainer on this table would take it."""
    found[0], found[1], found[2] = choose_substitution(tables[0], side)


def hand_over(told, referee, side, policy, rng):
    """Give a side to another trainer, and every slot a random past, on the table and in the book."""
    t = told.tables[0]
    for s in (HOME, AWAY):
        for slot in referee.sides[s].slots:
            slot.attacked, slot.defended = rng.random() < 0.4, rng.random() < 0.4
        t.attackers[s] = sum(1 << i for i in referee.attackers(s))
        t.defenders[s] = sum(1 << i for i in referee.defenders(s))
    pack(policy, t.policy[t.trainer[side]])
    twin = Twin(referee.rules, ())
    scores = [twin.score(referee, policy, card) for card in referee.sides[side].cards]
    t.score[side, : len(scores)] = scores
    t.random[side] = t.settled[side] = 0


def test_d3_the_best_of_all_pairs_comes_in_wherever_it_is():
    """Scripted line-ups leave little to gain: here they take over from random trainers."""
    rng, found, taken = random.Random(1), np.zeros(3, np.int64), Counter()
    for number in range(MANY):
        rules = {"allow_no_keeper": rng.choice(["substitution", "both"]), "draw_rule": "draw"}
        rules["field_players"] = rng.randint(3, 5)
        s = match_of(rules, cards=deck(number))
        told = tell(s, number)
        referee = judge(s, told)
        for side in (HOME, AWAY) * 10:
            policy = Policy(
                w_att=rng.choice([-1.0, 0.0, 0.5, 1.0]),
                w_def=rng.choice([-1.0, 0.0, 0.5, 1.0]),
                sub_min_gain=rng.choice([0.0, 0.5, 2.0]),
                keeper_weight=rng.choice([0.0, 0.5, 1.0]),
                no_keeper_deficit=rng.randint(1, 3),
                pull=rng.choice([*Pull]),
            )
            hand_over(told, referee, side, policy, rng)
            ask_for_substitution(told.tables, side, found)
            mine, place = referee.sides[side], int(found[2])
            action = {
                NONE: None,
                SWAP: ("swap", int(found[1]), mine.cards[place]),
                CHANGE_KEEPER: ("keeper", mine.keepers[place % 2]),
                PULL: ("pull", mine.cards[place]),
            }[found[0]]
            expected = Twin(s.rules, ()).D3(referee, side, referee.substitutions(side), policy)
            assert action == expected
            taken[action and action[0]] += 1
    assert min(taken[kind] for kind in (None, "swap", "keeper", "pull")) >= ENOUGH


@pytest.mark.parametrize("deficit", [1, 2])
@pytest.mark.parametrize("allowed", ["both", "substitution"])
def test_d1_d3_only_who_is_that_far_behind_in_the_last_third_gives_up_the_goalkeeper(
    allowed, deficit
):
    """Nor in an extra period, though a side may fall behind in a full one."""
    loser = scripted(no_keeper="trailing", pull="trailing", no_keeper_deficit=deficit, w_att=-1.0)
    rules = {"allow_no_keeper": allowed, "draw_rule": "extra_time", "thirds": 2}
    s = match_of(rules | {"home_rule": "seat0"}, [loser, "random"], rotate="off")
    seen = Counter()
    for number in range(MANY):
        twin_of(s, number)
        row = tell(s, number).row
        for name in ("no_keeper_thirds_home", "keeper_pulls_home", "extra_periods"):
            seen[name] += row[name]
    assert min(seen["keeper_pulls_home"], seen["extra_periods"]) > 0 or INTERPRETED
    assert (seen["no_keeper_thirds_home"] > 0) == (allowed == "both") or INTERPRETED


@pytest.mark.parametrize("dice_mode", ["chosen_distinct", "chosen_any"])
@pytest.mark.parametrize("faces", Faces.words())
def test_d11_d12_every_taste_in_faces_is_kept(faces, dice_mode):
    rules = {"dice_mode": dice_mode, "die_faces": 5, "max_shot_dice": 5}
    s = match_of(rules, [scripted(faces=faces), "random"], deck(5))
    judged = twins_of(s, range(MANY // 10 + 1))
    assert min(judged["D11"], judged["D12"]) >= ENOUGH


@pytest.mark.parametrize("unopposed", ["free_attack", "no_attack"])
@pytest.mark.parametrize("seed", range(2 if INTERPRETED else 12))
def test_minimax_plays_what_trying_everything_finds(seed, unopposed):
    rules = {"unopposed": unopposed, "allow_no_keeper": "both", "field_players": 4 + seed % 3}
    one = {"strategy": "minimax", "pull": "last_duel", "sub_min_gain": 1.0}
    s = match_of(rules, [one, ("minimax", "random")[seed % 2]], deck(seed), seed=seed)
    assert twins_of(s, range(1 if INTERPRETED else 3))["D4"] >= ENOUGH


def test_ties_go_to_the_first_in_the_listed_order():
    s = match_of(
        {"draw_rule": "draw", "thirds": 1}, ["heuristic"] * 2, deck(attack=3, defence=3, save=3)
    )
    told = tell(s, 0)
    referee = Referee(s.rules, s.components, told.events)
    referee.judge()
    for side in referee.sides:
        assert [slot.card for slot in side.slots] == side.cards[:5]
        assert side.keeper == side.keepers[0]
    attacks = [event.a for event in told.events if event.kind == Event.ATTACK]
    assert attacks[0] == referee.sides[HOME].cards[0]


# Random trainers ----------------------------------------------------------------------------------


RULES = [
    {},
    {
        "play_rule": "attack_once_defend_free",
        "allow_no_keeper": "both",
        "field_players": 4,
        "subs_per_window": 2,
        "die_faces": 4,
        "max_shot_dice": 4,
    },
    {
        "play_rule": "attack_once_defend_once",
        "allow_no_keeper": "substitution",
        "field_players": 3,
        "field_players_no_keeper": 5,
        "direction": "keep_after_save",
        "die_faces": 8,
        "subs_per_window": 3,
    },
    {"field_players": 6, "field_players_no_keeper": 3, "direction": "conceder_attacks"},
]


def census_of(rules):
    census = Census()
    s = match_of(rules | {"thirds": 6, "draw_rule": "draw"}, cards=deck(1, save=2), seed=8)
    for number in range(MANY):
        check(s, number, census)
    return census


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_random_is_uniform_over_exactly_the_legal_actions(rules):
    """D1, D3, D4, D5, D11, D12."""
    census = census_of(rules)
    for name in ("D1", "D3", "D4", "D5", "D11", "D12"):
        assert census.p_value(name) > FAR_FROM_UNIFORM, name


def test_every_legal_action_of_the_printed_rules_is_taken_sometime():
    census = census_of({})
    assert {*census.taken["D1", 13]} == {*range(13)}  # 2 * 6 with a keeper, 1 without
    assert {*census.taken["D3", 7]} == {*range(7)}  # none, five slots for the reserve, the keeper
    assert {*census.taken["D4", 5]} == {*census.taken["D5", 5]} == {*range(5)}


def faces_shown(s, numbers):
    """Faces of all shots and of all saves, by number of dice: Counters of sorted faces."""
    shown = defaultdict(Counter)
    for number in numbers:
        for event in tell(s, number).events:
            if event.kind == Event.FACES:
                for packed in (event.a, event.b):
                    faces = unpack(packed)
                    shown[len(faces)][faces] += 1
    return shown


@pytest.mark.parametrize(
    ("dice_mode", "seats"),
    [("chosen_any", ["random"] * 2), ("rolled", ["random"] * 2), ("rolled", ["predictable"] * 2)],
)
def test_d11_d12_free_faces_are_independent_dice(dice_mode, seats):
    """A2: uniform over ordered throws, so a set of faces is as likely as its orders are many."""
    rules = {"dice_mode": dice_mode, "die_faces": 3, "thirds": 6, "draw_rule": "draw"}
    statistic, freedom = 0.0, 0
    for dice, counts in faces_shown(match_of(rules, seats), range(MANY)).items():
        orders = {
            faces: factorial(dice) // prod(map(factorial, Counter(faces).values()))
            for faces in {tuple(sorted(throw)) for throw in product(range(3), repeat=dice)}
        }
        expected = {faces: counts.total() * n / 3**dice for faces, n in orders.items()}
        if min(expected.values()) >= 5:
            statistic += sum((counts[f] - e) ** 2 / e for f, e in expected.items())
            freedom += len(expected) - 1
    assert freedom >= 5
    assert chi2.sf(statistic, freedom) > FAR_FROM_UNIFORM


@pytest.mark.parametrize("dice_mode", ["chosen_distinct", "chosen_any"])
def test_d11_d12_uniform_faces_are_uniform_over_sets_of_different_faces(dice_mode):
    rules = {"dice_mode": dice_mode, "die_faces": 6, "thirds": 6, "draw_rule": "draw"}
    statistic, freedom = 0.0, 0
    for dice, counts in faces_shown(match_of(rules, ["heuristic"] * 2), range(MANY)).items():
        sets = [*combinations(range(6), dice)]
        mean = counts.total() / len(sets)
        if mean >= 5:
            statistic += sum((counts[faces] - mean) ** 2 / mean for faces in sets)
            freedom += len(sets) - 1
            assert {*counts} <= {*sets}
    assert freedom >= 5
    assert chi2.sf(statistic, freedom) > FAR_FROM_UNIFORM


# What a trainer may not see -----------------------------------------------------------------------


def with_other_cards(cards, teams, seed):
    """The same cards, those of some teams with other values."""
    other = deck(seed)
    rows = {
        name: [
            b if b.team in teams else a
            for a, b in zip(cards.rows[name], other.rows[name], strict=True)
        ]
        for name in ("players", "keepers")
    }
    return Components(cards.paths, {**cards.rows, **rows})


def first_line_up(told, side):
    """What a side fields in the first period."""
    kinds = (Event.FIELDED, Event.KEEPER, Event.NO_KEEPER)
    start = [event.kind for event in told.events].index(Event.ATTACK)
    return [e for e in told.events[:start] if e.kind in kinds and e.seat == side]


@pytest.mark.parametrize("side", [HOME, AWAY])
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_d1_does_not_see_the_other_line_up(strategy, side):
    """R9, R10: other cards and another trainer on the other side do not change a line-up."""
    rules = {"home_rule": "seat0", "team_assignment": "by_seat", "thirds": 1, "draw_rule": "draw"}
    ours, theirs = [], []
    for other in ("random", "heuristic", "aggressive"):
        seats = [strategy, other] if side == HOME else [other, strategy]
        cards = with_other_cards(deck(1), {1 - side}, seed=len(other))
        s = match_of(rules, seats, cards, rotate="off")
        told = [tell(s, number) for number in range(3 if INTERPRETED else 20)]
        ours.append([first_line_up(match, side) for match in told])
        theirs.append([first_line_up(match, 1 - side) for match in told])
    assert ours[0] == ours[1] == ours[2]
    assert theirs[0] != theirs[1] != theirs[2]


@pytest.mark.parametrize("reader", ["random", "heuristic", "predictable"])
@pytest.mark.parametrize("dice_mode", ["chosen_distinct", "chosen_any"])
def test_d11_d12_neither_side_sees_the_faces_of_the_other(reader, dice_mode):
    """R15, R17: the faces of a side depend on how many dice meet, not on what the others show."""
    mine, theirs = {}, {}
    for faces in ("low", "high"):
        other = {"strategy": "predictable", "faces": faces}
        rules = PLAIN | {"dice_mode": dice_mode, "home_rule": "seat0"}
        s = match_of(rules, [other, reader], deck(2), rotate="off")
        told = [tell(s, number) for number in range(2 if INTERPRETED else 15)]
        shown = [e for match in told for e in match.events if e.kind == Event.FACES]
        mine[faces] = [event.a if event.seat == AWAY else event.b for event in shown]
        theirs[faces] = [event.a if event.seat == HOME else event.b for event in shown]
    assert mine["low"] == mine["high"]
    assert theirs["low"] != theirs["high"]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_nobody_sees_cards_that_are_not_in_the_match(strategy):
    """Section 7, hidden information: the values and the order of the other teams' cards."""
    for number in range(2 if INTERPRETED else 15):
        s = match_of({}, [strategy, "random"], deck(6))
        told = tell(s, number)
        absent = {*range(6)} - {told.row["team_home"], told.row["team_away"]}
        changed = replace(s, components=with_other_cards(s.components, absent, seed=number))
        assert tell(changed, number) == told


# How many decisions there are ---------------------------------------------------------------------


def test_decisions_are_the_choices_among_at_least_two_actions():
    """The referee recounts them under any rules; here they are plain to see."""
    rules = {"subs_per_window": 0} | PLAIN
    s = match_of(rules)
    for number in range(MANY // 10):
        row = tell(s, number).row
        assert row["decisions"] == 3 * (2 + 4 + 4) + 2 * row["dice_shots"]
        row = tell(match_of(rules | {"dice_mode": "rolled"}), number).row
        assert row["decisions"] == 3 * (2 + 4 + 4)
        row = tell(match_of(rules | {"field_players": 1, "dice_mode": "rolled"}), number).row
        assert row["decisions"] == 3 * 2


def test_dice_that_must_show_all_faces_are_no_decision():
    """D11, D12: as many dice as faces, or more, leave no choice in chosen_distinct."""
    rules = {"subs_per_window": 0, "die_faces": 3, "max_shot_dice": 3} | PLAIN
    row = tell(match_of(rules, cards=deck(attack=5, defence=1, save=5)), 0).row
    assert row["dice_shots"] == row["plays"] == 15
    assert row["decisions"] == 30
    row = tell(match_of(rules, cards=deck(attack=5, defence=3, save=5)), 0).row
    assert row["decisions"] == 30 + 15


def test_strategies_count_the_same_decisions_as_random():
    rules = {"subs_per_window": 0, "dice_mode": "rolled"} | PLAIN
    for strategy in STRATEGIES:
        assert tell(match_of(rules, [strategy] * 2), 0).row["decisions"] == 30
