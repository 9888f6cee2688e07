"""Weights of The Singaporean Dream's scripted players, and knock-outs (section 8 of RULES.md)."""

import pytest
from singaporean_dream_told import GAME, PAIR, SHIPPED, made_of, match_of, player
from telling import INTERPRETED, tell

from sim.engine.errors import InputError
from sim.games.singaporean_dream.story import Event
from sim.games.singaporean_dream.strategies import NEVER, STRATEGIES, KnockOut, Policy

COLUMNS = ("banker", "thief", "hoarder", "cautious", "strong")
WEIGHTS = {  # section 8, by column
    "dream_worth": (600,) * 5,
    "card_worth": (100,) * 5,
    "denial": (0, 0.5, 0, 0, 0.5),
    "leader_bias": (0, 0.5, 0, 0, 0.5),
    "w_buy": (2, 0.5, 1, 1, 0.5),
    "w_cost": (0, 0.25, 0.25, 1, 0.25),
    "w_bank": (1, 0.25, 0.5, 0, 0.25),
    "w_cash": (0.5, 1.5, 1, 1, 1.5),
    "w_steal": (0, 2, 1, 0.5, 2),
    "w_draw": (0.75, 1, 1.5, 1, 2),
    "w_hand": (0, 1.5, 1.5, 1, 1.5),
    "w_discard": (0, 0.5, 0.25, 0.25, 0.5),
    "w_protect": (0, 0.5, 0.5, 2, 1),
    "shield": (0, 0, 0, 0, 200),
    "w_shield": (0, 0, 0, 0, 1),
    "stop_at": (600, NEVER, 100, 200, 300),
    "stop_foreign_at": (NEVER, NEVER, 600, NEVER, 1200),
    "counter_at": (NEVER, 300, 100, NEVER, 300),
    "stop_keep_bonus": (0, 0, 500, 0, 400),
    "bank_mode": ("all", "all", "all", "needed", "all"),
    "endgame_check": (False, False, False, True, True),
}


@pytest.mark.parametrize("strategy", COLUMNS)
def test_the_weights_of_a_strategy_are_those_of_section_8(strategy):
    found = STRATEGIES[strategy].model_dump()
    place = COLUMNS.index(strategy)
    assert {name: found[name] for name in WEIGHTS} == {n: w[place] for n, w in WEIGHTS.items()}
    assert found["endgame_max_deficit"] == 2
    assert (found["kind"], found["blank"]) == ("scripted", "nothing")


def test_the_strategies_are_those_of_section_8():
    assert [*STRATEGIES] == ["random", *COLUMNS]
    assert STRATEGIES["random"].model_dump()["kind"] == "random"
    assert {*GAME.seats} <= {*STRATEGIES}


@pytest.mark.parametrize(
    "name", [n for n, f in Policy.model_fields.items() if f.annotation is float]
)
def test_weights_have_limits(name):
    for value in (-1e6, 0.0, 1e6):
        assert Policy.read({name: value}).model_dump()[name] == value
    for value in (-1e6 - 1, 2e6, "much", float("nan"), None):
        with pytest.raises(InputError, match=name):
            Policy.read({name: value})


@pytest.mark.parametrize(
    "effect", [e for e in KnockOut if e not in (KnockOut.NOTHING, KnockOut.POWER)]
)
def test_a_knocked_out_effect_is_never_used_by_its_player(effect):
    """And by the other one it is, where there are enough such cards."""
    used = [0, 0]
    rows = [r.model_copy(update={"copies": 6}) for r in SHIPPED.rows["action_cards"]]
    blank = Policy.read({"blank": effect.word}, STRATEGIES["random"])
    s = match_of({"max_turns": 60}, (blank, "random"), made_of(actions=rows))
    effects = {4 + k: row.effect for k, row in enumerate(rows)}
    for match in range(1 if INTERPRETED else 4):
        for e in tell(s, match).kinds(Event.PLAY, Event.STOP):
            used[e.seat] += effects[e.a] == effect.word
    assert used[0] == 0
    assert used[1] > 0 or INTERPRETED


def test_a_knocked_out_power_is_never_used():
    blank = player(blank="power", w_protect=9.0, w_draw=9.0)
    for match in range(2):
        told = tell(match_of({"max_turns": 60}, (blank, "random")), match)
        assert not [e for e in told.kinds(Event.POWER) if e.seat == 0]


def test_players_are_as_many_as_seats():
    """A1: the minimum of two is assumed."""
    assert GAME.players == (2, 6)
    assert match_of({}, PAIR).players == 2
