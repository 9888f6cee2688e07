"""What a player of nove_anni cannot know: cards of others, the order of the deck (section 7).

A match is stopped somewhere; what is hidden from a player trades places; he is asked for every
decision on both tables, on the same streams, and must decide the same.  Decisions are asked for one
by one, so this runs interpreted, in a process of its own where the rest is compiled.
"""

import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from nove_anni_fuzz import random_match
from nove_anni_told import SHIPPED, match_of
from telling import INTERPRETED, tell

from sim.games.nove_anni import (
    decisions,
    decisions_fit,
    decisions_ready,
    decisions_shield,
    decisions_value,
)
from sim.games.nove_anni.decisions import (
    choose_columns,
    choose_special,
    choose_swap,
    choose_victim,
    wants_to_activate,
)
from sim.games.nove_anni.kernel_cards import has_special, is_placeable, out_of_hand, special_of
from sim.games.nove_anni.state import GRIDS, HANDS, IN_DECK, NO_CARD, SLOTS
from sim.games.nove_anni.strategies import STRATEGIES

alone = pytest.mark.skipif(not INTERPRETED, reason="asked in a process of its own")
TABLES = 8
HERE = Path(__file__)


@pytest.mark.skipif(INTERPRETED, reason="this is that process")
def test_nobody_acts_on_what_is_hidden_interpreted():
    """So are the decisions that are tested one by one."""
    asked = [str(HERE.with_name(f"test_nove_anni_{n}.py")) for n in ("hidden", "decisions", "laid")]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *asked, "-k",
         "hidden or look or brute_force or large_hands or laid"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, check=False,
        cwd=HERE.parents[2],
    )  # fmt: skip
    assert done.returncode == 0, done.stdout.decode()[-2000:]
    assert "skipped" not in done.stdout.decode().splitlines()[-1].replace("1 skipped", "")


def stopped_at(seed):
    """A table in the middle of a match, the columns filled, and its number of players."""
    rng = random.Random(seed)
    rules, policies, components = random_match(rng)
    if seed % 2:  # shipped cards and players, with more in hands and slots than in the printed game
        components, rules = SHIPPED, rules.__class__(draw_first=16, activations_per_turn=0)
        names = rng.sample(("strategist", "shielder", "saboteur"), rng.randint(2, 3))
        policies = [STRATEGIES[name] for name in names]
    stop = rules.model_copy(update={"max_turns": rng.randint(1, 4)})
    tables = tell(match_of(stop, policies, components, seed)).tables
    t, players = tables[0], len(policies)
    if not t.grid[0].any():
        t.grid[:] = NO_CARD
    for seat in range(players):
        if (t.grid[seat, : t.rules.columns] == NO_CARD).all():
            fill(t, seat)
    return tables, players


def fill(t, seat):
    """D1, and the cards into the columns."""
    choose_columns(t, np.int64(seat))
    for column in range(int(t.rules.columns)):
        card = t.plan[column]
        if card != NO_CARD:
            out_of_hand(t, seat, card)
            t.grid[seat, column] = card
            t.zone[card] = GRIDS + seat


def scrambled(tables, seat, players, rng):
    """The same table with all that is hidden from a player in other places."""
    other = tables.copy()
    t = other[0]
    places = [("deck", int((t.top + i) % t.cards)) for i in range(int(t.left))]
    for s in range(players):
        if s != seat:
            places += [("hand", s, i) for i in range(int(t.held[s]))]
            places += [("grid", s, j) for j in range(int(t.rules.columns)) if t.grid[s, j] >= 0]
            places += [("slot", s)] if t.slot[s] >= 0 else []
    for _ in range(1000 if len(places) > 1 else 0):
        one, two = rng.sample(places, 2)
        a, b = read(t, one), read(t, two)
        if fits(t, one, b) and fits(t, two, a):
            write(t, one, b)
            write(t, two, a)
    return other


def read(t, place):
    return np.int64(t[place[0]][place[1:]])


def fits(t, place, card):
    """Whether a card may lie there."""
    if place[0] == "grid":
        return is_placeable(t, card)
    return special_of(t, card) >= 0 if place[0] == "slot" else True


def write(t, place, card):
    t[place[0]][place[1:]] = card
    zones = {"deck": IN_DECK, "hand": HANDS, "grid": GRIDS, "slot": SLOTS}
    t.zone[card] = zones[place[0]] + (0 if place[0] == "deck" else place[1])


def decided(tables, seat):
    """Everything that a player decides on copies of a table: (decision, what)."""
    seat = np.int64(seat)

    def fresh():
        return tables.copy()[0]

    def plan(t):
        return t.plan[: t.rules.columns].tolist()

    t = fresh()
    choose_columns(t, seat)
    yield "D1", plan(t)
    if has_special(tables[0], seat):
        yield "D2", int(choose_special(fresh(), seat))
    if tables[0].slot[seat] != NO_CARD:
        yield "D3", bool(wants_to_activate(fresh(), seat))
    if decisions_fit.pool_size(tables[0], seat) > 0:
        t = fresh()
        choose_swap(t, seat)
        yield "D4", plan(t)
    yield "D5", int(choose_victim(fresh(), seat))


def compared(seeds, until=""):
    """How many decisions of each kind were the same, and how many were not."""
    same, different = Counter(), Counter()
    for seed in seeds:
        if different[until]:
            break
        tables, players = stopped_at(seed)
        rng = random.Random(seed)
        for seat in range(players):
            one = [*decided(tables, seat)]
            two = [*decided(scrambled(tables, seat, players, rng), seat)]
            assert [name for name, _ in one] == [name for name, _ in two]
            for (name, a), (_, b) in zip(one, two, strict=True):
                (same if a == b else different)[name] += 1
    return same, different


@alone
def test_nobody_acts_on_what_is_hidden():
    """Section 7: hands, columns and slots of others, the order of the deck."""
    with np.errstate(over="ignore"):
        same, different = compared(range(TABLES))
    assert not different
    assert {*same} == {"D1", "D2", "D3", "D4", "D5"}


@alone
def test_what_is_hidden_does_change():
    """Else the test above could not fail."""
    changed = 0
    for seed in range(4):
        tables, players = stopped_at(seed)
        other = scrambled(tables, 0, players, random.Random(seed))
        changed += (tables[0].hand[1:players] != other[0].hand[1:players]).any()
        changed += (tables[0].deck != other[0].deck).any()
        assert (tables[0].hand[0] == other[0].hand[0]).all()
        assert sorted(other[0].zone.tolist()) == sorted(tables[0].zone.tolist())
    assert changed > 2


# Broken decisions ---------------------------------------------------------------------------------


def knows_hands(t, seat, card):
    """Someone who reckons with the deck alone, as if he knew what others hold."""
    return t.zone[card] == IN_DECK


def sees_columns(t, seat, card, column, mode, plain=decisions_value.expected):
    """Someone who looks at the cards that others have laid."""
    theirs = t.grid[(seat + 1) % t.rotation.players, column]
    higher = t.value[t.type[card], column] > t.value[t.type[max(theirs, 0)], column]
    return plain(t, seat, card, column, mode) * higher


def sees_slots(t, seat, special, plain=decisions.is_ready):
    """Someone who waits while another has something strong in his slot."""
    theirs = t.slot[(seat + 1) % t.rotation.players]
    return plain(t, seat, special) != (theirs != NO_CARD and special_of(t, max(theirs, 0)) < 4)


def sees_what_lies_there(t, seat, plain=decisions.can_block):
    """Someone who need not block a light card."""
    theirs = t.slot[(seat + 1) % t.rotation.players]
    return plain(t, seat) and special_of(t, max(theirs, 0)) < 4


def knows_chances(t, seat, row, column, mode):
    """Someone who knows what he must beat."""
    theirs = t.grid[(seat + 1) % t.rotation.players, column]
    return float(t.value[row, column] > t.value[t.type[max(theirs, 0)], column])


BROKEN = [
    ("D1", decisions_value, "is_unseen", knows_hands),
    ("D1", decisions_value, "expected", sees_columns),
    ("D1", decisions_shield, "winning", knows_chances),
    ("D3", decisions, "is_ready", sees_slots),
    ("D3", decisions, "can_block", sees_what_lies_there),
]


@alone
@pytest.mark.parametrize(
    ("point", "module", "name", "broken"), BROKEN, ids=lambda x: getattr(x, "__name__", x)
)
def test_players_who_look_are_seen(monkeypatch, point, module, name, broken):
    monkeypatch.setattr(module, name, broken)
    with np.errstate(over="ignore"):
        _, different = compared(range(1, 20), until=point)
    assert different[point] > 0
    assert decisions_ready.is_ready is not broken
