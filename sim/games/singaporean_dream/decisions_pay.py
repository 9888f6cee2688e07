"""Which cash cards pay a sum (R11, A4, A5): counts of t.pool that go to t.paying."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL
from sim.games.singaporean_dream.rules_words import PaymentPolicy, PurchaseOverpay

ONE = np.uint64(1)


@leaf
def pool_of_bank(t, seat):
    """All cash of a bank can be paid with."""
    for note in range(t.denominations):
        t.pool[note] = t.bank[seat, note]


@leaf
def pool_of_hand(t, seat):
    """All cash of a hand can be paid with."""
    for note in range(t.denominations):
        t.pool[note] = t.hand[seat, note]


@leaf
def pool_total(t):
    """K of all that can be paid with."""
    total = NIL
    for note in range(t.denominations):
        total += t.pool[note] * t.value[note]
    return total


@leaf
def covering(t, note, due):
    """Cards of a denomination that cover a sum; unsigned, so that there is no sign to look at."""
    value = np.uint64(t.value[note])
    return np.int64((np.uint64(due) + value - ONE) // value)


@leaf
def most_of(t, note, due):
    """Cards of a denomination that a payment without superfluous cards has at most."""
    return min(t.pool[note], covering(t, note, due))


@rule
def pay_least(t, due):
    """min_overpay: the smallest sum that covers `due`, then fewest cards, then largest ones; the sum.

    Counts of all denominations but the lowest run down from the most there can be, the highest
    slowest, so that of equal payments the one with most large cards is met first; the lowest
    denomination covers what is left.
    """
    notes, best, fewest = t.denominations, np.int64(2**62), NIL
    large, number = NIL, NIL  # of all but the lowest
    for note in range(ONE, np.uint64(notes)):
        t.most[note] = t.trying[note] = most_of(t, note, due)
        large += t.trying[note] * t.value[note]
        number += t.trying[note]
    while True:
        small = covering(t, NIL, max(NIL, due - large))
        total = large + small * t.value[0]
        better = total < best or (total == best and number + small < fewest)
        if small <= t.pool[0] and better:
            best, fewest = total, number + small
            t.paying[0] = small
            for note in range(ONE, np.uint64(notes)):
                t.paying[note] = t.trying[note]
        turning = ONE
        while turning < np.uint64(notes) and t.trying[turning] == 0:
            t.trying[turning] = t.most[turning]
            large += t.most[turning] * t.value[turning]
            number += t.most[turning]
            turning += ONE
        if turning >= np.uint64(notes):
            return best
        t.trying[turning] -= 1
        large -= t.value[turning]
        number -= 1


@rule
def pay_in_order(t, due):
    """largest_first, smallest_first: cards in that order, then superfluous ones back; the sum."""
    notes, total = t.denominations, NIL
    down = t.rules.payment_policy == PaymentPolicy.LARGEST_FIRST
    for i in range(notes):
        note = notes - 1 - i if down else np.int64(i)
        t.paying[note] = most_of(t, note, max(NIL, due - total))
        total += t.paying[note] * t.value[note]
    for note in range(notes):
        while t.paying[note] > 0 and total - t.value[note] >= due:
            t.paying[note] -= 1
            total -= t.value[note]
    return total


@rule
def payment(t, due):
    """payment(counts, due): the pool covers `due`; the sum that is handed over."""
    if t.rules.payment_policy == PaymentPolicy.MIN_OVERPAY:
        return pay_least(t, due)
    return pay_in_order(t, due)


@rule
def price_payment(t, seat, due):
    """R10, A5: what a purchase hands over out of the bank; the sum."""
    pool_of_bank(t, seat)
    if t.rules.purchase_overpay == PurchaseOverpay.EXACT_ONLY:
        return pay_least(t, due)
    return payment(t, due)


@leaf
def can_buy(t, seat, due):
    """D1: whether a bank can pay a price."""
    if t.funds[seat] < due:
        return False
    if t.rules.purchase_overpay == PurchaseOverpay.ALLOWED:
        return True
    return price_payment(t, seat, due) == due
