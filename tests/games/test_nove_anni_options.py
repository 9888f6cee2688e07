"""Options of nove_anni and parameters of its players: defaults, limits, refusals, doubts."""

import pytest
from nove_anni_told import GAME, SHIPPED, deck, fighter, match_of, player
from support import plan_of, scenario
from telling import INTERPRETED, tell

from reports.ambiguities import ambiguities
from sim.engine.errors import InputError
from sim.games.nove_anni.cards import LIGHTS, SPECIALS
from sim.games.nove_anni.rules import Rules
from sim.games.nove_anni.strategies import KnockOut, Policy, Unplaced

SWITCH = [1, 0, "yes", None]  # what is no switch
OPTIONS = {  # name: default, values allowed, values refused
    "decks": (0, [1, 6], [-1, 7, 1.0, "2"]),
    "players_per_deck": (2, [1, 6], [0, 7]),
    "dedupe_light": (True, [False], SWITCH),
    "dedupe_dream": (False, [True], SWITCH),
    "use_dream": (True, [False], SWITCH),
    "use_light": (True, [False], SWITCH),
    "draw_first": (8, [4, 20], [0, 21]),
    "draw_next": (4, [0, 20], [-1, 21]),
    "draw_mode": ("fixed", ["refill_to_first"], ["refill", 0]),
    "deal_mode": ("block", ["one_by_one"], ["cards"]),
    "columns": (4, [], [0, 5]),
    "special_slots": (1, [0], [-1, 2]),
    "light_value": (100, [0, 999], [-1, 1000]),
    "light_in_columns": (True, [False], SWITCH),
    "start_rule": ("random", ["seat0"], ["lot"]),
    "series_length": (1, [], [0, 1001]),
    "first_drawer_rule": ("fixed", ["rotate", "turn_loser", "turn_winner"], ["loser"]),
    "short_hand_rule": ("draw_extra", ["end_match", "empty_columns"], ["extra"]),
    "end_rule": ("deck_empty_and_stuck", ["deck_empty", "no_full_draw"], ["deck"]),
    "slot_replace": ("never", ["to_hand"], [True]),
    "activations_per_turn": (1, [0, 6], [-1, 7]),
    "activate_same_turn": (True, [False], SWITCH),
    "own_card": ("won_pile", ["removed", "hand", "deck_bottom"], ["deck"]),
    "tie_rule": ("removed", ["hand", "own_pile", "carry", "first_drawer", "sum"], ["pot"]),
    "all_inactive_to": ("removed", ["hand", "own_pile"], ["winner"]),
    "auto_lost_to": ("winner", ["removed"], ["hand"]),
    "light_immune_to_filters": (False, [True], SWITCH),
    "science_top_k": (2, [1, 4], [0, 5]),
    "obedience_returns_transformed": (True, [False], SWITCH),
    "awakening_timing": ("immediate", ["end_of_turn"], ["later"]),
    "awakening_min_turn": (1, [2, 1001], [0, 1002]),
    "giovannino_same_turn_only": (False, [True], SWITCH),
    "teacher_mode": ("exact", ["up_to"], ["fewer"]),
    "teacher_cards": (4, [1, 3], [0, 5]),
    "teacher_old_cards": ("won_pile", ["hand", "removed"], ["deck"]),
    "teacher_uses_transformed": (True, [False], SWITCH),
    "lord_targets": ("one", ["all"], [1]),
    "padre_scope": ("through_turn", ["before_turn"], ["turn"]),
    "padre_who": ("activator", ["all"], ["one"]),
    "points_friend": (1, [0, 10], [-1, 11]),
    "points_tame": (1, [0, 10], [-1, 11]),
    "points_rascal": (0, [-10, 10], [-11, 11]),
    "points_fierce": (0, [-10, 10], [-11, 11]),
    "points_light": (0, [-10, 10], [-11, 11]),
    "points_transformed": (1, [0, 10], [-1, 11]),
    "hand_counts": (False, [True], SWITCH),
    "final_tie": ("shared", ["most_won_cards", "fewest_negatives"], ["none"]),
    "max_turns": (200, [1, 1000], [0, 1001]),
}

NUMBERS = {name for name, (default, *_) in OPTIONS.items() if type(default) is int}


def test_the_options_are_those_of_section_4():
    plain = Rules().model_dump()
    assert {*plain} == {*OPTIONS}
    for name, (default, allowed, _) in OPTIONS.items():
        assert plain[name] == default
        for value in allowed:
            assert Rules.read({name: value}).changed() == {name: value}
    assert Rules().changed() == {}


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_is_refused_by_its_name(name):
    for value in OPTIONS[name][2]:
        with pytest.raises(InputError) as error:
            Rules.read({name: value})
        assert str(error.value).startswith(name)
        assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_can_be_played_at_its_limits(name):
    for value in OPTIONS[name][1][: 1 if INTERPRETED else None]:
        told = tell(match_of({"max_turns": 9} | {name: value}, ("strategist", "random")))
        assert told.row["win_share_seat0"] + told.row["win_share_seat1"] == 60


REFUSED = [
    ({}, 1, "seats: 1 given"),
    ({}, 7, "seats: 7 given"),
    ({"columns": 3}, 2, "teacher_cards = 4: at most columns = 3"),
    ({"draw_first": 3}, 2, "draw_first = 3: at least columns = 4"),
    ({"draw_first": 20, "decks": 1}, 4, "draw_first = 20: 4 players need 80 cards, the deck has 63"),
    ({"start_rule": "loser_of_previous"}, 2, "needs series_length of 2 or more"),
    ({"series_length": 2}, 2, "series_length: needs start_rule = 'loser_of_previous'"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "players", "message"), REFUSED, ids=str)
def test_what_no_table_could_play_is_refused_with_one_line(rules, players, message):
    """Section 4."""
    with pytest.raises(InputError) as error:
        match_of(rules, ("random",) * players)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("cards", [15, 16])
def test_the_deck_must_serve_the_first_draw_of_everybody(cards):
    """Section 4: not a card less than P x draw_first."""
    components = deck(
        [fighter(f"f{i}", "tame", [i] * 4) for i in range(cards)], dict.fromkeys(SPECIALS, 0)
    )
    if cards == 16:
        assert tell(match_of(components=components)).row["turns"] == 2
    else:
        with pytest.raises(InputError, match="2 players need 16 cards, the deck has 15"):
            match_of(components=components)


def test_unknown_names_are_refused_with_the_nearest():
    with pytest.raises(InputError, match=r"column: unknown name; did you mean 'columns'\?"):
        Rules.read({"column": 3})
    with pytest.raises(InputError, match=r"rules.*tie_rule = 'pot': must be one of removed"):
        scenario("nove_anni", {"tie_rule": "pot"})
    with pytest.raises(InputError, match="wake_leads: unknown name; did you mean 'wake_lead'"):
        player(wake_leads=2)
    with pytest.raises(InputError, match="blank_column = 'science': must be one of nothing, giov"):
        player(blank_column="science")


def test_a_column_is_closed_to_a_light_card_by_its_number_among_all_specials():
    assert all(KnockOut[member.name] == member for member in Unplaced)
    assert {member.word for member in Unplaced} == {"nothing", *LIGHTS}


NO_SPECIAL = {"use_dream": False, "use_light": False}
DOUBTS = [
    ({"special_slots": 0}, "special_slots = 0: dream cards only clog hands"),
    ({"draw_next": 0, "short_hand_rule": "empty_columns"}, "draw_next = 0: only Il risveglio"),
    ({"giovannino_same_turn_only": True, "activate_same_turn": False}, "can never be activated"),
    ({"decks": 1, "players_per_deck": 3}, "players_per_deck: has no effect with decks = 1"),
    ({"use_dream": False, "awakening_min_turn": 4}, "awakening_min_turn: has no effect"),
    ({"use_light": False, "teacher_cards": 3}, "teacher_cards: has no effect with use_light"),
    ({"use_light": False, "points_transformed": 2}, "points_transformed: has no effect with use_l"),
    ({"light_in_columns": False, "light_value": 99}, "light_value: has no effect with light_in_c"),
    ({"special_slots": 0, "use_dream": False, "lord_targets": "all"}, "with special_slots = 0"),
    (
        NO_SPECIAL | {"auto_lost_to": "removed"},
        "auto_lost_to: has no effect with use_dream = use_l",
    ),
]


@pytest.mark.parametrize(("rules", "message"), DOUBTS, ids=str)
def test_what_is_probably_not_meant_is_told(rules, message):
    (doubt,) = Rules.read(rules).doubts(SHIPPED)
    assert message in doubt
    assert not [*Rules().doubts(SHIPPED)]


OF_TABLES = [
    ("lord_targets", "all", 2, "two players"),
    ("dedupe_light", False, 2, "one deck"),
    ("dedupe_dream", True, 2, "one deck"),
]


@pytest.mark.parametrize(("name", "value", "players", "reason"), OF_TABLES, ids=str)
def test_what_asks_for_a_larger_table_is_told_at_a_small_one_and_does_nothing(
    name, value, players, reason
):
    """R2, A25, A26."""
    rules = Rules.read({name: value})
    assert [*rules.doubts(SHIPPED, players)] == [f"{name}: has no effect with {reason}"]
    assert not [*rules.doubts(SHIPPED, 4)]
    seats = ["strategist", "keep_light"]
    told = [
        tell(scenario("nove_anni", changed, seats), match)
        for changed in ({}, {name: value})
        for match in range(1 if INTERPRETED else 12)
    ]
    assert told[: len(told) // 2] == told[len(told) // 2 :]


def test_every_reading_of_section_3_is_played_by_a_shipped_config():
    """Section 10: each option flipped alone against the printed rules."""
    played = {
        (name, value)
        for config in ("nove_anni_house_rules", "nove_anni_house_rules_four")
        for s in plan_of(f"configs/{config}.toml").scenarios
        for name, value in s.rules.changed().items()
    }
    named = {name for reading in ambiguities(GAME) for name in reading.options}
    for name, (default, allowed, _) in OPTIONS.items():
        for word in allowed if name in named else ():
            if name not in NUMBERS and word != "seat0":
                assert (name, word) in played, f"{name} = {word} instead of {default}"


def test_values_of_light_cards_come_from_the_option():
    rows = tuple(
        row.model_copy(update={"courage": 50}) if row.kind == "light" else row
        for row in SHIPPED.rows["cards"]
    )
    (doubt,) = Rules().doubts(SHIPPED.changed({"cards": rows}))
    assert "set light_value" in doubt


@pytest.mark.parametrize("value", [0, 50, 999])
def test_r12_light_value(value):
    same = deck([fighter(f"f{i}", "tame", [50, 50, 50, 50]) for i in range(40)])
    s = match_of(
        {"light_value": value, "special_slots": 0, "use_dream": False}, ("random",) * 2, same
    )
    for match in range(2 if INTERPRETED else 10):
        for e in tell(s, match).events:
            if e.kind.name == "DUEL":
                assert e.c == max(50, value) != min(50, value)


def test_parameters_stay_within_their_ranges():
    for name, value in (
        ("rank_padre", 9),
        ("opp_sel", -1.0),
        ("blank", "giovanni"),
        ("wake_lead", 1.5),
    ):
        with pytest.raises(InputError, match=name):
            player(**{name: value})
    assert Policy().kind.word == "scripted"
