"""Plans of scripted managers: steps(budget), points(s, list), best_prefix (section 8 of RULES.md)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.kernel import leaf, rule
from sim.games.bundesliga.decisions import VALUES, fits_cap, policy_of
from sim.games.bundesliga.state import NOTHING
from sim.games.bundesliga.strategies import Kind


@rule
def plan_steps(t, seat, budget, most):
    """steps(budget): the cheapest points one after the other, at most `most` steps, into t.step.

    Worked out on copies: `t.plan_own` and `t.plan_stock` are the squad's and the bank's cards.
    """
    rules = t.rules
    squad, strength = t.squad[seat], t.strength[seat]
    for value in range(VALUES):
        t.plan_own[value], t.plan_stock[value] = t.own[seat, value], t.stock[value]
    t.steps = 0
    while rules.buy_before_roll != 0 and t.steps < most:
        if rules.squad_max == 0 or squad < rules.squad_max:
            bought, sold, cost = cheapest_buy(t, strength, budget)
        else:
            bought, sold, cost = cheapest_swap(t, strength, budget)
        if bought < 0:
            return
        t.step[t.steps], t.step_from[t.steps] = bought, sold
        t.steps += 1
        budget -= cost
        strength += bought + 1
        t.plan_own[bought] += 1
        t.plan_stock[bought] -= 1
        squad += 1
        if sold >= 0:
            strength -= sold + 1
            t.plan_own[sold] -= 1
            t.plan_stock[sold] += 1
            squad -= 1


@leaf
def planned_stock(t, value):
    """Whether the bank will have a card of a value."""
    return t.rules.bank_stock_limited == 0 or t.plan_stock[value] > 0


@leaf
def cheapest_buy(t, strength, budget):
    """The purchase of least cost a point, the larger on ties: value, NOTHING sold, cost."""
    found, least = NOTHING, np.int64(0)
    for value in range(VALUES):
        price = t.price[value]
        fits = price <= budget and fits_cap(t, strength + value + 1)
        # price / points, compared without dividing
        cheap = found < 0 or price * (found + 1) <= least * (value + 1)
        if fits and cheap and planned_stock(t, value):
            found, least = np.int64(value), price
    return found, NOTHING, least


@rule
def cheapest_swap(t, strength, budget):
    """The same with a full squad: a card is sold for a better one."""
    bought = sold = NOTHING
    cost, gain = np.int64(0), np.int64(1)
    if t.rules.sell_before_roll == 0:
        return bought, sold, cost
    for low in range(VALUES):
        for high in range(low + 1, VALUES):
            price, more = t.price[high] - t.sale[low], np.int64(high - low)
            fits = price <= budget and fits_cap(t, strength + more)
            if t.plan_own[low] > 0 and fits and planned_stock(t, high):
                better = price * gain < cost * more
                equal = price * gain == cost * more and more > gain
                if bought < 0 or better or equal:
                    bought, sold, cost, gain = np.int64(high), np.int64(low), price, more
    return bought, sold, cost


@leaf
def step_gain(t, step):
    """Points that a step gains."""
    return (
        np.int64(t.step[step]) - t.step_from[step] if t.step_from[step] >= 0 else t.step[step] + 1
    )


@leaf
def table_points(t, strength, first, end):
    """points(s, list): table points against the stadiums from place `first` to before `end`."""
    won = drawn = np.int64(0)
    for i in range(np.uint64(first), np.uint64(end)):
        won += t.rival[i] < strength
        drawn += t.rival[i] == strength
    rules = t.rules
    lost = end - first - won - drawn
    return rules.points_win * won + rules.points_draw * drawn + rules.points_loss * lost


@leaf
def season_points(t, seat, strength):
    """Points over season_list: what is ahead on this lap, and the laps still to come."""
    first, laps = np.int64(t.ahead[t.position[seat]]), t.rules.rounds_per_season - t.laps[seat] - 1
    found = table_points(t, strength, first, t.stadiums)
    if laps > 0:
        found += laps * table_points(t, strength, np.int64(0), t.stadiums)
    return found


@leaf
def window_points(t, seat, strength):
    """Points over window_list(lookahead): the stadiums among the next spaces of this lap."""
    here = t.position[seat]
    end = min(here + policy_of(t, seat).lookahead, t.spaces - 1)
    return table_points(t, strength, np.int64(t.ahead[here]), np.int64(t.ahead[end]))


@leaf
def listed_points(t, seat, strength):
    """Points over the list that a manager plans for."""
    if policy_of(t, seat).kind == Kind.PLANNER:
        return season_points(t, seat, strength)
    return window_points(t, seat, strength)


@leaf
def plan_best(t, seat, budget):
    """best_prefix: cut steps(budget) to the shortest prefix with the most points.

    Steps only add strength and strength never costs points, so the last step has the most.
    """
    plan_steps(t, seat, budget, t.rules.max_transfers_per_window)
    strength = end = t.strength[seat]
    if t.steps == 0:
        return strength
    for step in range(t.steps):
        end += step_gain(t, step)
    wanted, steps = listed_points(t, seat, end), np.int64(0)
    while steps < t.steps and listed_points(t, seat, strength) < wanted:
        strength += step_gain(t, steps)
        steps += 1
    t.steps = steps
    return strength


@leaf
def plan_ahead(t, seat):
    """D1 of threshold_seeker, flip_trader and planner: the transfers they make now, into t.step."""
    p = policy_of(t, seat)
    reserve = np.int64(0) if p.kind == Kind.FLIP_TRADER else p.reserve
    strength = plan_best(t, seat, t.cash[seat] - reserve)
    if p.kind == Kind.PLANNER and p.lookahead > 0 and t.steps > 0:
        now = window_points(t, seat, t.strength[seat])
        if window_points(t, seat, strength) <= now:
            t.steps = 0
