"""What a player of The Singaporean Dream cannot know: hands of others, both piles (section 7).

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
from singaporean_dream_fuzz import random_match
from singaporean_dream_scenes import count_hand
from singaporean_dream_told import SHIPPED, match_of
from telling import INTERPRETED, tell

from sim.games.singaporean_dream import decisions, decisions_main, decisions_worth
from sim.games.singaporean_dream.decisions import (
    choose_card,
    choose_deposit,
    choose_dream,
    choose_note,
    pool_of_discards,
    stops_now,
)
from sim.games.singaporean_dream.decisions_main import choose_action
from sim.games.singaporean_dream.decisions_pay import pool_of_bank
from sim.games.singaporean_dream.state import STOPPER
from sim.games.singaporean_dream.strategies import STRATEGIES

alone = pytest.mark.skipif(not INTERPRETED, reason="asked in a process of its own")
TABLES = 14


@pytest.mark.skipif(INTERPRETED, reason="this is that process")
def test_nobody_acts_on_what_is_hidden_interpreted():
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, check=False,
        cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert done.returncode == 0, done.stdout.decode()[-2000:]


def stopped_at(seed):
    """A table in the middle of a match, and its number of players."""
    rng = random.Random(seed)
    rules, policies, components = random_match(rng)
    if seed % 2:  # the shipped game and players
        components, rules = SHIPPED, rules.__class__()
        policies = rng.choices([*STRATEGIES.values()], k=rng.randint(2, 5))
    stop = rules.model_copy(update={"max_turns": rng.randint(1, 24)})
    told = tell(match_of(stop, policies, components, seed))
    return told.tables, len(policies)


def scrambled(tables, seat, players, rng):
    """The same table with all that is hidden from a player in other places."""
    other = tables.copy()
    t = other[0]
    others = [s for s in range(players) if s != seat]
    pool = [int(card) for card in t.pile[: t.pile_left]]
    for s in others:
        for card in range(t.types):
            pool += [card] * int(t.hand[s, card])
    rng.shuffle(pool)
    for s in others:
        mine, pool = pool[: int(t.held[s])], pool[int(t.held[s]) :]
        t.hand[s] = 0
        for card in mine:
            t.hand[s, card] += 1
        count_hand(t, s)
    t.pile[: t.pile_left] = pool
    hidden = list(range(int(t.exposed), int(t.pile_size)))
    dreams = [int(t.dream[i]) for i in hidden]
    rng.shuffle(dreams)
    for place, dream in zip(hidden, dreams, strict=True):
        t.dream[place] = dream
    return other


def due(t, seat, actor):
    """Effects that the actor could be about to have: (effect, scope, amount, target, item)."""
    for card in range(int(t.denominations), int(t.types)):
        effect, scope = int(t.effect[card]), int(t.scope[card])
        if effect != STOPPER and (effect != 8 or t.next_dream < t.pile_size):
            yield effect, scope, int(t.amount[card]), seat if scope == 1 else -1, -1
    if t.next_dream < t.pile_size:
        yield 11, 0, 0, -1, int(t.dream[t.next_dream])


def decided(tables, seat, players):
    """Everything that a player decides on copies of a table: (decision, what)."""

    def fresh():
        t = tables.copy()[0]
        t.left = 3
        return t

    t = fresh()
    yield "D1", (int(choose_action(t, seat)), t.act[: t.acts].tolist())
    t = fresh()
    if any(t.hand[seat, k] for k in range(int(t.denominations))):
        choose_deposit(t, seat)
        yield "D2", t.paying.tolist()
    for actor in range(players):
        for effect, scope, amount, target, item in due(t, seat, actor):
            t = fresh()
            t.due_effect, t.due_scope, t.due_amount = effect, scope, amount
            t.target, t.due_item, t.chain = target, item, int(actor == seat)
            aimed = scope == 2 or target == seat
            if actor == seat and scope == 1:
                t.target = (seat + 1) % players
            yield "D3", bool(stops_now(t, seat, actor, np.int64(-1), aimed and actor != seat))
    for other in range(players):
        if other != seat and t.owned[other]:
            yield "D4", int(choose_dream(fresh(), seat, seat, other))
        if other != seat and t.owned[seat]:
            yield "D9", int(choose_dream(fresh(), seat, other, seat))
        if other != seat and t.funds[other]:
            t = fresh()
            pool_of_bank(t, other)
            yield "D5", int(choose_note(t, seat))
    if t.held[seat]:
        yield "D7", int(choose_card(fresh(), seat, seat))
    t = fresh()
    pool_of_discards(t, np.int64(2000))
    if t.pool[: t.denominations].any():
        yield "D8", int(choose_note(t, seat))


def compared(seeds, until=""):
    """How many decisions of each kind were the same, and how many were not; up to one that was not."""
    same, different = Counter(), Counter()
    for seed in seeds:
        if different[until]:
            break
        tables, players = stopped_at(seed)
        rng = random.Random(seed)
        for seat in range(players):
            one = [*decided(tables, seat, players)]
            two = [*decided(scrambled(tables, seat, players, rng), seat, players)]
            assert [name for name, _ in one] == [name for name, _ in two]
            for (name, a), (_, b) in zip(one, two, strict=True):
                (same if a == b else different)[name] += 1
    return same, different


@alone
def test_nobody_acts_on_what_is_hidden():
    """Section 7: hands of others, the order of the action pile, dreams below the market."""
    same, different = compared(range(TABLES))
    assert not different
    assert {*same} == {"D1", "D2", "D3", "D4", "D5", "D7", "D8", "D9"}
    assert min(same.values()) >= 5


@alone
def test_what_is_hidden_does_change():
    """Else the test above could not fail."""
    changed = 0
    for seed in range(10):
        tables, players = stopped_at(seed)
        other = scrambled(tables, 0, players, random.Random(seed))
        changed += (tables[0].hand[1:players] != other[0].hand[1:players]).any()
        assert (tables[0].hand[0] == other[0].hand[0]).all()
        assert (tables[0].held == other[0].held).all()
    assert changed > 5


# Broken decisions ---------------------------------------------------------------------------------


def sees_stops(t, seat, effect, amount, other, plain=decisions_worth.target_worth):
    """A thief who leaves those alone that hold a stop."""
    return plain(t, seat, effect, amount, other) * (t.stopping[other] == 0)


def sees_cash(t, seat, plain=decisions_worth.bank_worth):
    """A banker who counts the cash in the hands of others."""
    return plain(t, seat) if t.hand[(seat + 1) % t.rotation.players, 0] == 0 else -1.0


def sees_counters(t, seat, actor, solo, is_target, plain=decisions.scripted_stop):
    """Someone who stops only where it will not be stopped."""
    return plain(t, seat, actor, solo, is_target) and t.stopping[actor] == 0


def sees_next_dream(t, seat, dream, due, money, plain=decisions_worth.dream_worth):
    """A buyer who waits for the dream below."""
    below = t.dream[min(t.next_dream + 1, t.dreams - 1)]
    return plain(t, seat, dream, due, money) - float(t.price[below])


def sees_pile(t, seat, card, plain=decisions.keep_value):
    """Someone who discards what the next card will replace."""
    return plain(t, seat, card) - 1000.0 * (t.pile_left > 0 and t.pile[0] == card)


def knows_stops(t, effect, seat, plain=decisions_main.hits):
    """A list of legal actions that leaves out who could stop them."""
    return plain(t, effect, seat) and t.stopping[seat] == 0


BROKEN = [
    ("D1", decisions_worth, "target_worth", sees_stops),
    ("D1", decisions_main, "bank_worth", sees_cash),
    ("D3", decisions, "scripted_stop", sees_counters),
    ("D1", decisions_main, "dream_worth", sees_next_dream),
    ("D7", decisions, "keep_value", sees_pile),
    ("D1", decisions_main, "hits", knows_stops),
]


@alone
@pytest.mark.parametrize(
    ("point", "module", "name", "broken"), BROKEN, ids=lambda x: getattr(x, "__name__", x)
)
def test_players_who_look_are_seen(monkeypatch, point, module, name, broken):
    monkeypatch.setattr(module, name, broken)
    _, different = compared(range(30), until=point)
    assert different[point] > 0
