"""The decisions of Bundesliga (section 7 of RULES.md) and how scripted managers take them (8).

Everything but the order of the stacks is public.  Values are counted from 0 here: value 0 is a
card of one point.  `random` draws once over its intents and once over the values; scripted
managers decide by plans (decisions_plan.py).
"""

import numpy as np

from sim.engine.choice import bit, bit_count, lowest, pick
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL
from sim.games.bundesliga.cards import VALUES as CARD_VALUES
from sim.games.bundesliga.rules_words import SaleTiming, WinnerRule
from sim.games.bundesliga.state import CHOICES, NOTHING
from sim.games.bundesliga.strategies import Kind

PASS, BUY, SELL = np.int64(0), np.int64(1), np.int64(2)
VALUES = np.int64(CARD_VALUES)


@leaf
def policy_of(t, seat):
    """Parameters of the manager in a seat."""
    return t.policy[t.contender[seat]]


@leaf
def in_stock(t, value):
    """R22: whether the bank has a card of a value."""
    return t.rules.bank_stock_limited == 0 or t.stock[value] > 0


@rule
def buyable(t, seat):
    """D2, R20, A11, A22: the values that may be bought, as a mask."""
    rules, mask = t.rules, NIL
    full = rules.squad_max != 0 and t.squad[seat] >= rules.squad_max
    if rules.buy_before_roll == 0 or full:
        return mask
    room = rules.strength_cap - t.strength[seat] if rules.strength_cap != 0 else VALUES
    for value in range(VALUES):
        if t.cash[seat] >= t.price[value] and value < room and in_stock(t, value):
            mask |= bit(value)
    return mask


@leaf
def owned(t, seat):
    """The values a player owns, as a mask."""
    mask = NIL
    for value in range(VALUES):
        if t.own[seat, value] > 0:
            mask |= bit(value)
    return mask


@leaf
def sellable(t, seat):
    """D3, A10: the values that may be sold, as a mask."""
    return owned(t, seat) if t.squad[seat] > t.rules.squad_min else NIL


@leaf
def sellable_before(t, seat):
    """D1, R21: the same before the roll."""
    return sellable(t, seat) if t.rules.sell_before_roll != 0 else NIL


@leaf
def window_cap(t, seat):
    """Section 8: transfers that a window has room for."""
    cap, p = t.rules.max_transfers_per_window, policy_of(t, seat)
    return min(cap, p.transfers_per_window) if p.kind == Kind.RANDOM else cap


@leaf
def keeps(t, seat):
    """Section 8, random (b): whether `random` keeps all its cards."""
    least = policy_of(t, seat).keep_squad
    if t.rules.squad_max != 0:
        least = min(least, t.rules.squad_max - 1)
    return t.squad[seat] <= least


@leaf
def random_intent(t, seat, buys, sales):
    """D1, D4 of `random`: PASS, BUY or SELL, uniform over what is open to it."""
    open_ = bit(PASS)
    if buys != 0:
        open_ |= bit(BUY)
    if sales != 0 and not keeps(t, seat):
        open_ |= bit(SELL)
    return pick(t, CHOICES + np.uint64(seat), open_)


@leaf
def random_value(t, seat, values):
    """D2, D3, D5 of `random`: uniform over the values."""
    return pick(t, CHOICES + np.uint64(seat), values)


@leaf
def highest(mask):
    """The highest value of a mask that has one."""
    value = VALUES - 1
    while mask & bit(value) == 0:
        value -= 1
    return value


@leaf
def choose_forced_sale(t, seat):
    """D5: the value sold to pay: the lowest that covers the shortfall, else the highest."""
    values = owned(t, seat)
    t.record.decisions += bit_count(values) > 1
    if policy_of(t, seat).kind == Kind.RANDOM:
        return random_value(t, seat, values)
    rest = values
    while rest != 0:
        value = lowest(rest)
        rest &= rest - 1
        if t.cash[seat] + t.sale[value] >= 0:
            return value
    return highest(values)


@leaf
def cashes_out(t, seat):
    """Section 8: whether the match ends for a player who wins by cash."""
    rules = t.rules
    last = t.season == rules.seasons and t.laps[seat] == rules.rounds_per_season
    after = rules.post_roll_sale_timing == SaleTiming.AFTER_RESOLUTION
    return rules.winner_rule == WinnerRule.CASH and last and after


@leaf
def choose_sale_after(t, seat, sales):
    """D4 of a scripted manager: the value it sells after the roll, NOTHING to pass."""
    p = policy_of(t, seat)
    if p.kind == Kind.PASSIVE:
        return NOTHING
    if cashes_out(t, seat):
        return highest(sales)
    if p.kind != Kind.FLIP_TRADER or t.rules.post_roll_sale_timing == SaleTiming.BEFORE_MOVE:
        return NOTHING
    spare = t.strength[seat] - p["base"]  # a record has an attribute of that name
    found, rest = NOTHING, sales
    while rest != 0:
        value = lowest(rest)
        rest &= rest - 1
        if value < spare:
            found = value
    return found


@leaf
def choose_star(t, seat):
    """D2 of `early_investor`: the highest value that leaves its reserve, NOTHING to pass."""
    spare, rest, found = t.cash[seat] - policy_of(t, seat).reserve, buyable(t, seat), NOTHING
    while rest != 0:
        value = lowest(rest)
        rest &= rest - 1
        if t.price[value] <= spare:
            found = value
    return found


@leaf
def choose_swap(t, seat):
    """`early_investor` with a full squad: its lowest card, and the highest to buy instead."""
    rules, lowest_owned = t.rules, lowest(owned(t, seat))
    full = rules.squad_max != 0 and t.squad[seat] >= rules.squad_max
    if not full or rules.buy_before_roll == 0 or sellable_before(t, seat) == 0:
        return NOTHING, NOTHING
    spare = t.cash[seat] - policy_of(t, seat).reserve + t.sale[lowest_owned]
    for value in range(VALUES - 1, lowest_owned, -1):
        fits = fits_cap(t, t.strength[seat] + value - lowest_owned)
        if fits and t.price[value] <= spare and in_stock(t, value):
            return lowest_owned, np.int64(value)
    return NOTHING, NOTHING


@leaf
def fits_cap(t, strength):
    """A22: whether a purchase may lift a squad to this strength."""
    return t.rules.strength_cap == 0 or strength <= t.rules.strength_cap
