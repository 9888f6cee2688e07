"""Money and player cards change hands with the bank alone (R2, R22, A9)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import bit, has
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.games.bundesliga.decisions import VALUES, choose_forced_sale
from sim.games.bundesliga.kernel_cards import return_held
from sim.games.bundesliga.rules_words import Insolvency
from sim.games.bundesliga.state import FOR_BUY, FOR_SELL, FOR_WRITEOFF
from sim.games.bundesliga.story import Event


@leaf
def enter(t, seat, amount, ledger):
    """Change a player's cash and note what for (I2)."""
    t.cash[seat] += amount
    t.ledger[ledger, seat] += amount


@leaf
def book(t, seat, amount, ledger, log):
    """book(p, x): receive or pay; a payment beyond the cash is settled (A9)."""
    if amount == 0:
        return
    enter(t, seat, amount, ledger)
    emit(log, Event.BOOK, seat, amount, ledger, t.cash[seat])
    if t.cash[seat] < 0 and t.rules.insolvency != Insolvency.DEBT:
        settle(t, seat, log)
    t.low[seat] = min(t.low[seat], t.cash[seat])


@leaf
def book_due(t, seat, amount, ledger, log):
    """Book what the rules make a player receive or pay; a sum of 0 is told as well."""
    if amount == 0:
        emit(log, Event.NO_MONEY, seat, ledger, NIL, t.cash[seat])
    book(t, seat, amount, ledger, log)


@rule
def settle(t, seat, log):
    """A9: forced sales; what is still missing is waived, or the player is bankrupt."""
    while t.cash[seat] < 0 and t.squad[seat] > 0:
        value = choose_forced_sale(t, seat)
        give_back(t, seat, value)
        enter(t, seat, t.sale[value], FOR_SELL)
        t.record.sells[seat] += 1
        t.record.forced_sales[seat] += 1
        emit(log, Event.FORCED_SALE, seat, value + 1, t.sale[value], t.cash[seat])
    if t.cash[seat] >= 0:
        return
    emit(log, Event.WRITEOFF, seat, -t.cash[seat], NIL, NIL)
    enter(t, seat, -t.cash[seat], FOR_WRITEOFF)
    if t.rules.insolvency == Insolvency.BANKRUPTCY:
        emit(log, Event.BANKRUPT, seat, NIL, NIL, NIL)
        t.bankrupt |= bit(seat)
        drop_out(t, seat, log)


@leaf
def is_live(t, seat):
    """Whether a player is still in the match."""
    return has(t.live, seat)


@leaf
def take(t, seat, value):
    """A card of a value joins a squad (R6)."""
    t.stock[value] -= 1
    t.own[seat, value] += 1
    t.squad[seat] += 1
    t.strength[seat] += value + 1


@leaf
def give_back(t, seat, value):
    """A card of a value goes back to the bank."""
    t.stock[value] += 1
    t.own[seat, value] -= 1
    t.squad[seat] -= 1
    t.strength[seat] -= value + 1


@rule
def buy(t, seat, value, log):
    """R20, R22: buy a card for its printed price."""
    take(t, seat, value)
    enter(t, seat, -t.price[value], FOR_BUY)
    t.low[seat] = min(t.low[seat], t.cash[seat])
    t.transfers += 1
    t.record.buys[seat] += 1
    t.record.points_bought[seat] += value + 1
    emit(log, Event.BUY, seat, value + 1, t.price[value], t.cash[seat])


@rule
def sell(t, seat, value, log):
    """R21, R22: sell a card for its printed price."""
    give_back(t, seat, value)
    enter(t, seat, t.sale[value], FOR_SELL)
    t.transfers += 1
    t.record.sells[seat] += 1
    emit(log, Event.SELL, seat, value + 1, t.sale[value], t.cash[seat])


@leaf
def squad_worth(t, seat):
    """DM of a squad at sale prices."""
    worth = NIL
    for value in range(VALUES):
        worth += t.own[seat, value] * t.sale[value]
    return worth


@leaf
def note_last(t, seat):
    """Section 9: what a player has when it drops out, or at the end."""
    t.last_points[seat], t.last_cash[seat] = t.points[seat], t.cash[seat]
    t.last_strength[seat], t.last_squad[seat] = t.strength[seat], t.squad[seat]
    t.last_wealth[seat] = t.cash[seat] + squad_worth(t, seat)


@rule
def drop_out(t, seat, log):
    """R25, A18: a player leaves: its squad to the bank, its cards set aside to their stacks."""
    note_last(t, seat)
    t.live &= ~bit(seat)
    t.out_season[seat] = t.season
    return_squad(t, seat)
    return_held(t, seat, log)


@leaf
def return_squad(t, seat):
    """A squad goes back to the bank."""
    for value in range(VALUES):
        while t.own[seat, value] > 0:
            give_back(t, seat, np.int64(value))


@leaf
def deal_squad(t, seat):
    """R4: the start squad."""
    for value in range(VALUES):
        for _ in range(t.start_cards[value]):
            take(t, seat, np.int64(value))
