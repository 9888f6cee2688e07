"""What the strategist reckons with: cards unseen, expected values, plans (section 8)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import bit, has
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL
from sim.games.nove_anni.decisions_fit import (
    adopt,
    assign,
    drop_option,
    list_hand,
    list_pool,
    narrow,
    policy_of,
    pool_size,
)
from sim.games.nove_anni.kernel_cards import is_placeable, kind_of, special_of, worth
from sim.games.nove_anni.state import (
    BY_GIOVANNINO,
    BY_SCIENCE,
    FIERCE,
    FRIEND,
    GIOVANNINO,
    HANDS,
    IN_DECK,
    LIGHT,
    NO_CARD,
    PILES,
    RASCAL,
    SCIENCE,
    SILENCE,
    SUM_OF_BEST,
    TAME,
    TEACHER,
    USUAL,
)

EVERY_KIND, SEAT_BITS = np.int64(63), np.int64(7)
MODE_SPECIALS = (np.int64(-1), SCIENCE, SILENCE, GIOVANNINO)
TINY = 1e-6  # what orders cards of equal points for La Maestra
EVEN = 0.5  # what is reckoned with where nothing is unseen


@leaf
def is_late(t, seat):
    """Section 8: the deck serves few more turns."""
    turn = np.int64(t.rotation.players) * t.rules.draw_next
    return t.left < policy_of(t, seat).late_turns * turn


@leaf
def kinds_under(t, special):
    """R17, R19, A14: kinds that compete under a special, as bits."""
    kinds = EVERY_KIND
    if special == SILENCE:
        kinds = bit(RASCAL) | bit(FRIEND)
    elif special == GIOVANNINO:
        kinds = bit(FRIEND) | bit(TAME)
    return kinds | bit(LIGHT) if t.rules.light_immune_to_filters != 0 else kinds


@leaf
def special_of_mode(mode):
    """The special that makes the duels so."""
    return MODE_SPECIALS[mode]


@leaf
def measure_of(mode, column):
    """R15: what duels compare."""
    return SUM_OF_BEST if mode == BY_SCIENCE else column


# Unseen cards -------------------------------------------------------------------------------------


@leaf
def is_unseen(t, seat, card):
    """Section 8, U: in the deck, or in hand, grid or slot of another."""
    zone = t.zone[card]
    return zone == IN_DECK or (HANDS <= zone < PILES and zone & SEAT_BITS != seat)


@leaf
def stake(t, seat, kind):
    """Section 8: what winning a card of a kind is worth."""
    bonus = policy_of(t, seat).neg_value if kind in (RASCAL, FIERCE) else 0.0
    return t.points_of[kind] + bonus


@rule
def count_unseen(t, seat):
    """Section 8: the placeable cards a player cannot see, by type, and their mean stake."""
    t.hidden, stakes = NIL, 0.0
    for row in range(t.types):
        t.unseen[row] = 0
    for i in range(t.cards):
        card = np.int64(i)
        if is_placeable(t, card) and is_unseen(t, seat, card):
            t.unseen[t.type[card]] += 1
            t.hidden += 1
            stakes += stake(t, seat, kind_of(t, card))
    t.mean_stake = stakes / t.hidden if t.hidden > 0 else EVEN


@rule
def weigh(t, mode):
    """For each level of a column: unseen active cards below it, counted twice, and those on it."""
    kinds, competing = kinds_under(t, special_of_mode(mode)), NIL
    for row in range(t.types):
        t.rivals[row] = t.unseen[row] if has(kinds, t.kind[row]) else NIL
        competing += t.rivals[row]
    t.competing[mode] = competing
    for column in range(t.rules.columns):
        weigh_column(t, mode, np.int64(column))


@leaf
def weigh_column(t, mode, column):
    """Cards by level, then from the lowest level up."""
    measure, lower = measure_of(mode, column), NIL
    for level in range(t.levels[measure]):
        t.below[mode, column, level] = 0
    for row in range(t.types):
        t.below[mode, column, t.level[measure, row]] += t.rivals[row]
    for level in range(t.levels[measure]):
        here = t.below[mode, column, level]
        t.below[mode, column, level] += 2 * lower
        lower += here


@leaf
def chance(t, mode, column, row):
    """Section 8, q: how likely an unseen card does not beat a type."""
    if t.hidden == 0:
        return EVEN
    level = t.level[measure_of(mode, column), row]
    return (2 * (t.hidden - t.competing[mode]) + t.below[mode, column, level]) / (2 * t.hidden)


@leaf
def winning(t, seat, row, column, mode):
    """Section 8, win: how likely an active card of a type wins."""
    others = np.int64(t.rotation.players - 1)
    return chance(t, mode, column, row) ** (policy_of(t, seat).opp_sel * others)


@rule
def expected(t, seat, card, column, mode):
    """Section 8: EV(card, column, mode), after `count_unseen` and `weigh`."""
    row, others = t.type[card], np.int64(t.rotation.players - 1)
    if has(kinds_under(t, special_of_mode(mode)), t.kind[row]):
        win = winning(t, seat, row, column, mode)
        lose = 1.0 - win
    else:
        win, lose = 0.0, 1.0
        if t.hidden > 0:
            lose = t.competing[mode] / t.hidden
    return (win - lose / others) * (stake(t, seat, t.kind[row]) + others * t.mean_stake)


@rule
def expected_of_grid(t, seat, mode):
    """EV(grid, mode)."""
    found = 0.0
    for column in range(t.rules.columns):
        if t.grid[seat, column] != NO_CARD:
            found += expected(t, seat, t.grid[seat, column], np.int64(column), mode)
    return found


# Plans --------------------------------------------------------------------------------------------


@leaf
def appraise(t, seat):
    """Section 8: EV as usual of each card in hand, and `hold`, the price of spending it now."""
    p = policy_of(t, seat)
    list_hand(t, seat)
    for i in range(t.options):
        card, best = t.option[i], 0.0
        row = t.type[card]
        for column in range(t.rules.columns):
            t.usual[row, column] = expected(t, seat, card, np.int64(column), USUAL)
            best = max(best, t.usual[row, column])
        light = p.light_hold if t.kind[row] == LIGHT else 0.0
        t.price[row] = 0.0 if is_late(t, seat) else p.hold_weight * best + light


@rule
def plan_swap(t, seat, cards):
    """Section 8, teacher plan: so many won cards for columns into t.trial; its total."""
    list_pool(t, seat)
    for i in range(t.options):
        card = t.option[i]
        for column in range(t.rules.columns):
            gain = expected(t, seat, card, np.int64(column), USUAL) - worth(t, card)
            t.gain[i, column] = gain
    return assign(t, cards)


@leaf
def is_ready_to_place(t):
    """R13, A10: whether a special in hand can be placed and activated in one turn."""
    return t.rules.special_slots == 1 and t.rules.activate_same_turn != 0


@rule
def available(t, seat, special):
    """Section 8: a card of this special in the slot, or in hand for an empty slot; else NO_CARD."""
    in_slot = t.slot[seat]
    if in_slot != NO_CARD:
        return in_slot if special_of(t, in_slot) == special else NO_CARD
    if is_ready_to_place(t) and policy_of(t, seat).blank != special + 1:
        for i in range(t.held[seat]):
            if special_of(t, t.hand[seat, i]) == special:
                return t.hand[seat, i]
    return NO_CARD


@rule
def plan_columns(t, seat):
    """Section 8, D1 of the strategist: the plan with the highest total, into t.plan."""
    count_unseen(t, seat)
    weigh(t, USUAL)
    appraise(t, seat)
    best = plan_under(t, seat, USUAL, NO_CARD)
    adopt(t)
    for i in range(BY_SCIENCE, BY_GIOVANNINO + 1):
        mode = np.int64(i)
        card = available(t, seat, special_of_mode(mode))
        if card != NO_CARD and can_spare(t, seat, card):
            weigh(t, mode)
            total = plan_under(t, seat, mode, card) - policy_of(t, seat).mode_gain_min
            if total > best:
                best = total
                adopt(t)
    card = available(t, seat, TEACHER)
    enough = card != NO_CARD and pool_size(t, seat) >= t.rules.columns
    if enough and can_spare(t, seat, card):
        swap = plan_swap(t, seat, np.int64(t.rules.columns))
        total = plan_for_swap(t, seat, card) + swap
        if total - policy_of(t, seat).mode_gain_min > best:
            adopt(t)


@leaf
def can_spare(t, seat, card):
    """Whether enough cards remain for the columns without this one."""
    list_hand(t, seat)
    narrow(t, seat)
    drop_option(t, card)
    return t.options >= t.rules.columns


@leaf
def plan_under(t, seat, mode, card):
    """Total(mode): the best columns without a card, into t.trial."""
    list_hand(t, seat)
    narrow(t, seat)
    drop_option(t, card)
    for i in range(t.options):
        row = t.type[t.option[i]]
        for column in range(t.rules.columns):
            gain = t.usual[row, column]
            if mode != USUAL:
                gain = expected(t, seat, t.option[i], np.int64(column), mode)
            t.gain[i, column] = gain - t.price[row]
    return assign(t, np.int64(t.rules.columns))


@leaf
def plan_for_swap(t, seat, card):
    """Total(teacher) without its plan: what is best exchanged, into t.trial."""
    list_hand(t, seat)
    narrow(t, seat)
    drop_option(t, card)
    for i in range(t.options):
        row = t.type[t.option[i]]
        value = t.points_of[t.kind[row]] - t.price[row]
        for column in range(t.rules.columns):
            t.gain[i, column] = value + TINY * t.usual[row, column]
    return assign(t, np.int64(t.rules.columns))


# What an effect on the grid brings ----------------------------------------------------------------


@rule
def gain_of_mode(t, seat, mode):
    """Section 8, `ready`: EV(grid, mode) less EV(grid, as usual)."""
    count_unseen(t, seat)
    weigh(t, USUAL)
    weigh(t, mode)
    return expected_of_grid(t, seat, mode) - expected_of_grid(t, seat, USUAL)


@rule
def gain_of_swap(t, seat):
    """Section 8, `ready`: what La Maestra would bring to all columns."""
    count_unseen(t, seat)
    weigh(t, USUAL)
    points = NIL
    for column in range(t.rules.columns):
        if t.grid[seat, column] != NO_CARD:
            points += t.points_of[kind_of(t, t.grid[seat, column])]
    total = plan_swap(t, seat, np.int64(t.rules.columns))
    return points + total - expected_of_grid(t, seat, USUAL)
