"""Options of goooal and weights of its players: defaults, limits, refusals, doubts (sections 4, 8)."""

import random
from collections import Counter

import pytest
from goooal_told import PAIR, SHIPPED, match_of, player
from support import scenario
from telling import INTERPRETED, tell

from sim.engine.errors import InputError
from sim.games import game
from sim.games.goooal.rules import Rules
from sim.games.goooal.story import Event
from sim.games.goooal.strategies import STRATEGIES, Blank, Policy

SWITCH = [1, 0, "yes", None]  # what is no switch
OPTIONS = {  # name: default, values allowed, values refused
    "unit": ("series", ["match"], ["season", 0]),
    "hand_size": (6, [1, 12], [0, 13, 6.0, "6", True]),
    "n_piles": (2, [1, 4], [0, 5]),
    "series_wins": (4, [1, 10], [0, 11]),
    "collect_size": (5, [1, 4], [0, 11]),
    "bonus_wins": (1, [0, 3], [-1, 4]),
    "draw_count": (1, [2, 5], [0, 6]),
    "goal_draw": (3, [0, 10], [-1, 11]),
    "goal_extra_draw": (1, [0, 5], [-1, 6]),
    "arbitre_skip": (1, [0, 3], [-1, 4]),
    "agent_gifts": (1, [0, 3], [-1, 4]),
    "max_turns": (1000, [1, 100_000], [0, 100_001]),
    "max_matches": (60, [1, 1000], [0, 1001]),
    "first_dealer": ("random", ["seat0"], ["seat1", 0, "RANDOM"]),
    "next_dealer": ("winner", ["rotate", "loser"], ["same"]),
    "starter": ("dealer", ["next"], ["last"]),
    "direction_mode": ("dealer_choice", ["fixed"], ["random"]),
    "team_choice": ("random", ["seat"], ["free"]),
    "first_card": ("arbitre_only", ["apply", "no_effect", "redraw"], ["none", ""]),
    "combo_rule": ("uniform", ["chain", "single"], ["none"]),
    "combo_same_colour": (True, [False], SWITCH),
    "after_draw": ("drawn_only", ["drawn_combo", "any", "none"], ["drawn"]),
    "voluntary_draw": (True, [False], SWITCH),
    "team_collection": (True, [False], SWITCH),
    "lay_mode": ("replaces", ["adds"], ["both"]),
    "keep_laid": (True, [False], SWITCH),
    "bonus_scope": ("first_only", ["every_player"], ["all"]),
    "bonus_at_target": ("immediate", ["finish_match"], ["never"]),
    "goal_response": (False, [True], SWITCH),
    "goal_aftermath": ("normal_turn", ["lose_turn"], ["lose"]),
    "gardien_cancel": (True, [False], SWITCH),
    "coupe_cancel": (True, [False], SWITCH),
    "gardien_cancels": ("all", ["one"], [1, "two"]),
    "skip_mode": ("cyclic", ["others_only"], ["others"]),
    "agent_gift_can_win": (True, [False], SWITCH),
    "agent_face": ("choice", ["hidden", "visible"], ["up"]),
    "finish_specials": ("all", ["coupe_only", "none"], [False, "coupe"]),
    "coupe_colour": ("printed", ["chosen"], ["named"]),
    "coupe_on_coupe": (True, [False], SWITCH),
    "reshuffle": ("both_empty", ["never"], ["always"]),
    "hand_colours_public": (True, [False], SWITCH),
    "pile_colours_public": (True, [False], SWITCH),
}
SHORT = {"max_turns": 20, "max_matches": 2}


def test_the_options_are_those_of_section_4():
    plain = Rules().model_dump()
    assert {*plain} == {*OPTIONS}
    assert plain == {name: default for name, (default, *_) in OPTIONS.items()}
    assert Rules().changed() == {}
    for name, (default, allowed, _) in OPTIONS.items():
        assert Rules.read({name: default}) == Rules()
        for value in allowed:
            assert Rules.read({name: value}).changed() == {name: value}


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_is_refused_by_its_name(name):
    """Section 4: wrong types, unknown words, values outside the range."""
    default, allowed, wrong = OPTIONS[name]
    for value in wrong:
        with pytest.raises(InputError) as error:
            Rules.read({name: value})
        message = str(error.value)
        assert message.startswith(f"{name} = ")
        assert "\n" not in message
        if isinstance(default, str):  # all that is allowed is said
            assert all(word in message for word in (default, *allowed))
        elif isinstance(default, bool):
            assert message.endswith("must be true or false")
        else:
            assert " to " in message.partition("must ")[2]


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_can_be_played_at_its_limits(name):
    for value in OPTIONS[name][1][: 1 if INTERPRETED else None]:
        s = match_of(SHORT | {name: value}, ("strong", "random", "collector"))
        unit = tell(s)
        assert unit.row["n_matches"] == len(unit.kinds(Event.MATCH)) >= 1
        assert unit.row["turns_total"] == len(unit.kinds(Event.TURN)) >= 1


def test_unknown_options_are_refused_with_the_nearest_name():
    for name, hint in (
        ("hand_sizes", "; did you mean 'hand_size'?"),
        ("goal_draws", "; did you mean 'goal_draw'?"),
        ("arbitre_skips", "; did you mean 'arbitre_skip'?"),
        ("players", ""),  # as many as seats
        ("seats", ""),
    ):
        with pytest.raises(InputError) as error:
            Rules.read({name: 3})
        assert str(error.value).startswith(f"{name}: unknown name{hint}")
    with pytest.raises(InputError, match=r"rules.*next_dealer = 'winer': must be one of winner"):
        scenario("goooal", {"next_dealer": "winer"})


# What no table could play -------------------------------------------------------------------------

REFUSED = [
    ({}, 1, "seats: 1 given; goooal is played by 2 to 6"),
    ({}, 7, "seats: 7 given; goooal is played by 2 to 6"),
    ({}, 0, "seats: 0 given; goooal is played by 2 to 6"),
    ({"collect_size": 6}, 2, "collect_size = 6: the smallest team has 5 cards"),
    ({"collect_size": 10}, 2, "collect_size = 10: the smallest team has 5 cards"),
    ({"collect_size": 6, "keep_laid": False}, 2, "collect_size = 6: the smallest team has 5"),
    (
        {"hand_size": 10},
        6,
        "hand_size = 10: 6 players need 61 cards, the deck has 80, of which 24 may lie",
    ),
    ({"hand_size": 12}, 5, "hand_size = 12: 5 players need 61 cards, the deck has 80, of which 20"),
    ({"hand_size": 12, "collect_size": 3}, 6, "hand_size = 12: 6 players need 73 cards"),
]


@pytest.mark.parametrize(("rules", "players", "message"), REFUSED, ids=str)
def test_what_no_table_could_play_is_refused_with_one_line(rules, players, message):
    """Section 4, invalid combinations; what a deck lacks is in test_goooal_components."""
    with pytest.raises(InputError) as error:
        match_of(rules, ("random",) * players)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("rules", "players"),
    [
        ({"hand_size": 9}, 6),
        ({"hand_size": 12}, 4),
        ({"hand_size": 12, "team_collection": False}, 6),
        ({"hand_size": 12, "keep_laid": False}, 6),
        ({"hand_size": 12, "unit": "match"}, 6),
        ({"hand_size": 12, "collect_size": 2}, 6),
        ({"hand_size": 12, "collect_size": 1}, 6),
        ({"collect_size": 10, "team_collection": False}, 2),
        ({"series_wins": 10, "max_matches": 1}, 2),
        ({"bonus_wins": 3, "series_wins": 1}, 2),
    ],
    ids=str,
)
def test_what_can_just_be_played_is_not_refused(rules, players):
    unit = tell(match_of(rules | SHORT, ("random",) * players))
    assert unit.row["n_matches"] >= 1


# Doubts -------------------------------------------------------------------------------------------

COLLECTING = {
    "collect_size": 7,
    "bonus_wins": 3,
    "lay_mode": "adds",
    "keep_laid": False,
    "bonus_scope": "every_player",
    "bonus_at_target": "finish_match",
}
IDLE = {  # what makes options idle: how it is told, and those options, changed
    "team_collection": (False, "team_collection = false", COLLECTING),
    "unit": (
        "match",
        "unit = 'match'",
        {"max_matches": 5, "next_dealer": "loser", "keep_laid": False},
    ),
    "combo_rule": ("single", "combo_rule = 'single'", {"combo_same_colour": False}),
    "gardien_cancel": (False, "gardien_cancel = false", {"gardien_cancels": "one"}),
    "agent_gifts": (
        0,
        "agent_gifts = 0",
        {"agent_gift_can_win": False, "agent_face": "visible"},
    ),
    "goal_draw": (
        0,
        "goal_draw = 0",
        {
            "goal_extra_draw": 4,
            "goal_response": True,
            "goal_aftermath": "lose_turn",
            "gardien_cancel": False,
            "coupe_cancel": False,
            "gardien_cancels": "one",
        },
    ),
    "arbitre_skip": (0, "arbitre_skip = 0", {"skip_mode": "others_only"}),
    "bonus_wins": (0, "bonus_wins = 0", {"bonus_at_target": "finish_match"}),
    "n_piles": (1, "n_piles = 1", {"pile_colours_public": False}),
    "goal_aftermath": ("lose_turn", "goal_aftermath = 'lose_turn'", {"goal_extra_draw": 3}),
}
PAIRS = [
    (name, value, reason, other, changed)
    for name, (value, reason, options) in IDLE.items()
    for other, changed in options.items()
]
NAMES = [f"{pair[3]} with {pair[0]}" for pair in PAIRS]


def doubts(rules):
    """What is told of these rules."""
    return [*Rules.read(rules).doubts(SHIPPED)]


@pytest.mark.parametrize(("name", "value", "reason", "other", "changed"), PAIRS, ids=NAMES)
def test_an_option_without_effect_is_told_exactly_then(name, value, reason, other, changed):
    """Section 4: options without effect are accepted."""
    assert doubts({name: value, other: changed}) == [f"{other}: has no effect with {reason}"]
    assert doubts({name: value}) == []
    assert doubts({other: changed}) == []
    assert doubts({name: value, other: OPTIONS[other][0]}) == []


@pytest.mark.parametrize(("name", "value", "reason", "other", "changed"), PAIRS, ids=NAMES)
def test_what_is_told_to_have_no_effect_has_none(name, value, reason, other, changed):
    """The same matches, event by event; cards that return at the very end are told besides."""
    rules = {"max_turns": 60, "max_matches": 1 if INTERPRETED else 6, name: value}
    seats = ("attacker", "collector", "random")
    for match in range(1 if INTERPRETED else 20):
        one, same = (
            tell(match_of(rules | extra, seats, seed=5), match) for extra in ({}, {other: changed})
        )
        assert one.row == same.row, reason
        least = len(one.events)
        assert one.events == same.events[:least]
        assert {e.kind for e in same.events[least:]} <= {Event.RETURNED}


@pytest.mark.skipif(INTERPRETED, reason="hundreds of units")
@pytest.mark.parametrize(("name", "value", "reason", "other", "changed"), PAIRS, ids=NAMES)
def test_what_is_not_told_has_an_effect(name, value, reason, other, changed):
    """Without the reason each of these options changes what happens."""
    small = {"collect_size": 2, "series_wins": 2}  # bonuses come soon and decide series
    more = {"gardien_cancels": "one", "goal_draw": 1, "agent_gifts": 3, "arbitre_skip": 3}
    rules = (small if other in COLLECTING else {}) | (more if other == "skip_mode" else {})
    changed = 4 if other == "collect_size" else changed
    seats = ("attacker", "collector", "random")
    assert any(
        tell(match_of(rules, seats, seed=5), match).events
        != tell(match_of(rules | {other: changed}, seats, seed=5), match).events
        for match in range(150)
    ), (name, value, reason)


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_changed_alone_is_not_doubted(name):
    for value in OPTIONS[name][1]:
        assert doubts({name: value}) == []


def test_no_other_option_is_doubted():
    """Whatever options are changed together: a line for each that is idle, and no other."""
    rng, told = random.Random(4), Counter()
    for _ in range(2000):
        share = rng.choice((0.1, 0.4, 0.9))
        rules = {
            name: rng.choice([default, *allowed])
            for name, (default, allowed, _) in OPTIONS.items()
            if rng.random() < share
        }
        expected = [
            f"{other}: has no effect with {reason}"
            for name, (value, reason, options) in IDLE.items()
            for other in options
            if rules.get(name) == value and rules.get(other, OPTIONS[other][0]) != OPTIONS[other][0]
        ]
        assert sorted(doubts(rules)) == sorted(expected)
        told.update(expected)
    assert len(told) == len(PAIRS)


def test_every_reason_is_told():
    both = {"team_collection": False, "unit": "match", "keep_laid": False, "max_matches": 3}
    assert doubts(both) == [
        "keep_laid: has no effect with team_collection = false",
        "max_matches: has no effect with unit = 'match'",
        "keep_laid: has no effect with unit = 'match'",
    ]


# Players ------------------------------------------------------------------------------------------

COLUMNS = ("dumper", "collector", "attacker", "keeper", "strong")
WEIGHTS = {  # section 8: base, and what a strategy has instead
    "w_card": (10, {}),
    "w_lay": (0, {"collector": 30, "attacker": 2, "keeper": 2, "strong": 1}),
    "w_complete": (0, {"collector": 60, "strong": 60}),
    "w_own": (0, {"collector": 50, "strong": 4}),
    "w_mob": (0, {"keeper": 1, "strong": 3}),
    "w_block": (0, {"strong": 1}),
    "w_draw": (0, {}),
    "w_pass": (0, {}),
    "w_arbitre": (0, {"attacker": 25, "strong": 20}),
    "w_goooal": (0, {"attacker": 40, "keeper": -5, "strong": 25}),
    "w_gardien": (0, {"attacker": 5, "keeper": -30, "strong": -2}),
    "w_coupe": (0, {"attacker": 5, "keeper": -30, "strong": -6}),
    "w_agent": (0, {"attacker": 30, "strong": 25}),
    "w_rush": (0, {"strong": 10}),
    "danger_hand": (0, {"strong": 2}),
    "resp_gardien": (1, {}),
    "resp_coupe": (0, {}),
    "resp_goooal": (2, {}),
    "resp_cost": (10, {"keeper": 20}),
    "g_stop": (0, {"collector": -25, "attacker": -100, "keeper": -100, "strong": -60}),
    "g_own": (0, {"collector": 60, "strong": 5}),
    "g_feed": (0, {"collector": 30, "strong": 5}),
    "g_small": (0, {"attacker": 3, "strong": 2}),
    "g_visible": (False, {}),
    "use_piles": (True, {}),
    "dir_leader": (False, {"strong": True}),
}
OTHERS = {"kind": "scripted", "blank": "nothing"}


@pytest.mark.parametrize("strategy", COLUMNS)
def test_the_weights_of_a_strategy_are_those_of_section_8(strategy):
    expected = {name: own.get(strategy, base) for name, (base, own) in WEIGHTS.items()}
    assert STRATEGIES[strategy].model_dump() == OTHERS | expected


def test_the_strategies_are_those_of_section_8():
    assert [*STRATEGIES] == ["random", *COLUMNS]
    assert {*game("goooal").seats} <= {*STRATEGIES}
    base = {name: base for name, (base, _) in WEIGHTS.items()}
    assert Policy().model_dump() == OTHERS | base
    assert STRATEGIES["random"].model_dump() == {**OTHERS, **base, "kind": "random"}
    assert STRATEGIES["dumper"] == Policy()
    assert len({str(policy) for policy in STRATEGIES.values()}) == 6


@pytest.mark.parametrize("name", WEIGHTS)
def test_weights_have_limits(name):
    """Section 8: integers far below what a win scores; switches are switches."""
    base = WEIGHTS[name][0]
    low, high = (0, 256) if name == "danger_hand" else (-10_000, 10_000)
    if isinstance(base, bool):
        assert getattr(Policy.read({name: not base}), name) is not base
        wrong, said = SWITCH, "must be true or false"
    else:
        for value in (low, 0, high):
            assert getattr(Policy.read({name: value}), name) == value
        wrong, said = [low - 1, high + 1, 1.0, "1", True, None], f"{low} to {high}"
    for value in wrong:
        with pytest.raises(InputError) as error:
            Policy.read({name: value})
        assert str(error.value).startswith(f"{name} = ")
        assert str(error.value).endswith(said)


def test_kinds_of_players_and_knock_outs_are_words():
    assert Blank.words() == ["nothing", "arbitre", "goooal", "gardien", "agent", "coupe"]
    for word in Blank.words():
        assert Policy.read({"blank": word}).model_dump()["blank"] == word
    for values, said in (
        ({"kind": "human"}, "kind = 'human': must be one of random, scripted"),
        ({"kind": 0}, "kind = 0: must be one of random, scripted"),
        ({"blank": "player"}, "blank = 'player': must be one of nothing, arbitre, goooal, "),
        ({"blank": "gooal"}, "blank = 'gooal': must be one of nothing, arbitre, goooal, "),
        ({"w_cards": 3}, "w_cards: unknown name; did you mean 'w_card'?"),
        ({"resp_arbitre": 3}, "resp_arbitre: unknown name"),
    ):
        with pytest.raises(InputError) as error:
            Policy.read(values)
        assert str(error.value).startswith(said)
        assert "\n" not in str(error.value)


def test_a_strategy_of_ones_own_is_a_named_one_with_weights_changed():
    """Section 8: a user strategy is a weight set."""
    s = scenario(
        "goooal", seats=[{"strategy": "strong", "w_block": 7, "blank": "goooal"}, "strong"]
    )
    own, strong = s.policies
    assert strong == STRATEGIES["strong"]
    differing = {n for n in Policy.model_fields if getattr(own, n) != getattr(strong, n)}
    assert differing == {"w_block", "blank"}
    with pytest.raises(InputError, match=r"seats.*w_block = 10001: must lie in -10000 to 10000"):
        scenario("goooal", seats=[{"strategy": "strong", "w_block": 10_001}, "strong"])


def test_a_random_player_heeds_no_weight():
    """Section 8: `random` is uniform over the legal actions, whatever weights it has."""
    extreme = {name: -999 for name, (base, _) in WEIGHTS.items() if type(base) is int}
    heedless = player(kind="random", **extreme | {"danger_hand": 9}, use_piles=False)
    for match in range(1 if INTERPRETED else 10):
        one = tell(match_of(SHORT, PAIR), match)
        other = tell(match_of(SHORT, (heedless,) * 2), match)
        assert one.events == other.events
