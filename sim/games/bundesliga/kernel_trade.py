"""The windows before and after a player's roll, where it buys and sells (R20, R21, A8)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import bit_count
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.games.bundesliga.decisions import (
    BUY,
    PASS,
    buyable,
    choose_sale_after,
    choose_star,
    choose_swap,
    policy_of,
    random_intent,
    random_value,
    sellable,
    sellable_before,
    window_cap,
)
from sim.games.bundesliga.decisions_plan import plan_ahead, plan_steps
from sim.games.bundesliga.kernel_bank import buy, sell
from sim.games.bundesliga.state import NOTHING
from sim.games.bundesliga.story import Event
from sim.games.bundesliga.strategies import Kind

ONE = np.int64(1)


@leaf
def window_before(t, seat, log):
    """D1-D3: buy and sell before the roll, as the manager's strategy has it."""
    t.transfers = 0
    kind = policy_of(t, seat).kind
    if kind == Kind.RANDOM:
        trade_at_random(t, seat, log)
    elif kind == Kind.EARLY_INVESTOR:
        buy_stars(t, seat, log)
    elif kind != Kind.PASSIVE:
        trade_by_plan(t, seat, log)
    if kind != Kind.RANDOM and t.transfers < window_cap(t, seat):
        # the pass
        t.record.decisions += sellable_before(t, seat) != 0 or buyable(t, seat) != 0


@leaf
def count_transfer(t, values):
    """Section 9: a transfer is one D1 or D4 question, and one D2 or D3 question about values."""
    t.record.decisions += 1 + (bit_count(values) > 1)


@leaf
def tell_window(t, seat, log):
    """Tell, with its first transfer, that a window is before the roll."""
    if t.transfers == 0:
        emit(log, Event.BEFORE_ROLL, seat, NIL, NIL, NIL)


@leaf
def buy_one(t, seat, value, log):
    """D2: buy, as one of the values that may be bought."""
    count_transfer(t, buyable(t, seat))
    tell_window(t, seat, log)
    buy(t, seat, value, log)


@leaf
def sell_one(t, seat, value, log):
    """D3: sell, as one of the values that may be sold."""
    count_transfer(t, sellable(t, seat))
    tell_window(t, seat, log)
    sell(t, seat, value, log)


@rule
def trade_at_random(t, seat, log):
    """Section 8, random (a): intents and values uniformly, at most transfers_per_window."""
    while t.transfers < window_cap(t, seat):
        buys, sales = buyable(t, seat), sellable_before(t, seat)
        intent = random_intent(t, seat, buys, sales)
        if intent == PASS:
            t.record.decisions += (buys | sales) != 0
            return
        tell_window(t, seat, log)
        if intent == BUY:
            count_transfer(t, buys)
            buy(t, seat, random_value(t, seat, buys), log)
        else:
            count_transfer(t, sales)
            sell(t, seat, random_value(t, seat, sales), log)


@rule
def buy_stars(t, seat, log):
    """D1-D3 of `early_investor`: the best players at once, in the first lap of a season."""
    cap = window_cap(t, seat)
    while t.laps[seat] == 0 and t.transfers < cap:
        value = choose_star(t, seat)
        if value >= 0:
            buy_one(t, seat, value, log)
        else:
            sold, bought = choose_swap(t, seat)
            if bought < 0 or t.transfers + 1 >= cap:
                return
            sell_one(t, seat, sold, log)
            buy_one(t, seat, bought, log)


@rule
def trade_by_plan(t, seat, log):
    """D1-D3 of the managers who plan: the steps of their plan, as far as the window has room."""
    p = policy_of(t, seat)
    if p.kind != Kind.THRIFTY:
        plan_ahead(t, seat)
    elif t.strength[seat] < p.target:
        plan_steps(t, seat, t.cash[seat] - p.cash_floor, ONE)
    else:
        t.steps = 0
    for step in range(t.steps):
        sold = t.step_from[step]
        if t.transfers + (sold >= 0) >= window_cap(t, seat):
            return
        if sold >= 0:
            sell_one(t, seat, sold, log)
        buy_one(t, seat, np.int64(t.step[step]), log)


@rule
def window_after(t, seat, log):
    """D4, D3: sell after the roll."""
    if t.rules.sell_after_roll == 0:
        return
    t.transfers = 0
    cap = window_cap(t, seat)
    while t.transfers < cap:
        sales = sellable(t, seat)
        value = NOTHING
        if sales != 0:
            value = sale_after(t, seat, sales)
        if value < 0:
            t.record.decisions += sales != 0  # the pass
            return
        count_transfer(t, sales)
        sell(t, seat, value, log)


@leaf
def sale_after(t, seat, sales):
    """D4: the value sold after the roll, NOTHING to pass."""
    if policy_of(t, seat).kind != Kind.RANDOM:
        return choose_sale_after(t, seat, sales)
    if random_intent(t, seat, NIL, sales) == PASS:
        return NOTHING
    return random_value(t, seat, sales)
