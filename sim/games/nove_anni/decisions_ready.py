"""When scripted players think the moment of a special has come (section 8 of RULES.md)."""
# mypy: allow-untyped-defs, allow-untyped-calls

from sim.engine.choice import has
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL
from sim.games.nove_anni.decisions_fit import list_pool, policy_of
from sim.games.nove_anni.decisions_value import gain_of_mode, gain_of_swap, is_late, kinds_under
from sim.games.nove_anni.kernel_cards import kind_of, lead
from sim.games.nove_anni.state import (
    AWAKENING,
    BY_GIOVANNINO,
    BY_SCIENCE,
    BY_SILENCE,
    FIERCE,
    FRIEND,
    GIOVANNINO,
    LORD,
    NO_CARD,
    OBEDIENCE,
    PADRE,
    RASCAL,
    SCIENCE,
    SILENCE,
    TEACHER,
)
from sim.games.nove_anni.strategies import Judge


@leaf
def rank_of(t, seat, special):
    """Section 8: place of a special in a player's list."""
    p = policy_of(t, seat)
    if special == SCIENCE:
        return p.rank_science
    if special == OBEDIENCE:
        return p.rank_obedience
    if special == SILENCE:
        return p.rank_silence
    if special == AWAKENING:
        return p.rank_awakening
    if special == GIOVANNINO:
        return p.rank_giovannino
    if special == TEACHER:
        return p.rank_teacher
    return p.rank_lord if special == LORD else p.rank_padre


@rule
def is_ready(t, seat, special):
    """Section 8: ready(card)."""
    p = policy_of(t, seat)
    if special == AWAKENING:
        return lead(t, seat) >= p.wake_lead
    if special == OBEDIENCE:
        return -lead(t, seat) >= p.obedience_deficit
    if special == PADRE:
        return enough(t, seat, untransformed(t, seat), p.padre_min)
    if special == LORD:
        return enough(t, seat, most_friends(t, seat), p.lord_min)
    if p.judge == Judge.VALUE:
        return is_worth_it(t, seat, special)
    if special in (SILENCE, GIOVANNINO):
        return active_on_grid(t, seat, special) >= p.filter_min_active
    return True


@leaf
def enough(t, seat, number, least):
    """So many cards as a player waits for, or any when it is late."""
    return number >= least or (is_late(t, seat) and number >= 1)


@leaf
def untransformed(t, seat):
    """Negative cards of a won pile without a mark."""
    return t.won_kind[seat, RASCAL] + t.won_kind[seat, FIERCE] - t.marks[seat]


@leaf
def most_friends(t, seat):
    """The most friends in the won pile of one opponent."""
    most = NIL
    for other in range(t.rotation.players):
        if other != seat:
            most = max(most, t.won_kind[other, FRIEND])
    return most


@leaf
def active_on_grid(t, seat, special):
    """Own cards in columns that stay active under a special."""
    kinds, found = kinds_under(t, special), NIL
    for column in range(t.rules.columns):
        card = t.grid[seat, column]
        found += card != NO_CARD and has(kinds, kind_of(t, max(card, NIL)))
    return found


@leaf
def is_worth_it(t, seat, special):
    """Section 8, `ready` of the strategist for effects on the grid."""
    least = policy_of(t, seat).mode_gain_min
    if special == TEACHER:
        list_pool(t, seat)
        return t.options >= t.rules.columns and gain_of_swap(t, seat) >= least
    mode = BY_SCIENCE
    if special == SILENCE:
        mode = BY_SILENCE
    elif special == GIOVANNINO:
        mode = BY_GIOVANNINO
    return gain_of_mode(t, seat, mode) >= least
