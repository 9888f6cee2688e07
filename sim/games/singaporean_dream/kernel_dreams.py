"""Dreams that change hands, and what the record keeps of it at once (R10, R16, R20)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import bit
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.games.singaporean_dream.decisions import choose_dream
from sim.games.singaporean_dream.decisions_pay import price_payment
from sim.games.singaporean_dream.decisions_worth import dream_weight, following, standing, value_of
from sim.games.singaporean_dream.kernel_cards import into_bank, put_down
from sim.games.singaporean_dream.kernel_kept import keep_taken
from sim.games.singaporean_dream.record import WIDEST
from sim.games.singaporean_dream.rules_words import ForfeitChooser
from sim.games.singaporean_dream.state import NOBODY
from sim.games.singaporean_dream.story import Event, Way

GAPS = np.int64(WIDEST)


@leaf
def gain_dream(t, seat, dream):
    """A dream lies in front of a player."""
    t.owner[dream] = seat
    t.dreams_of[seat] |= bit(dream)
    t.owned[seat] += 1
    t.score[seat] += dream_weight(t, seat, dream)
    t.worth[seat] += value_of(t, seat, dream)


@leaf
def lose_dream(t, seat, dream):
    """A dream leaves a player."""
    t.dreams_of[seat] &= ~bit(dream)
    t.owned[seat] -= 1
    t.score[seat] -= dream_weight(t, seat, dream)
    t.worth[seat] -= value_of(t, seat, dream)


@leaf
def hand_over(t, taker, loser, dream, way, log):
    """A dream goes from one player to another."""
    lose_dream(t, loser, dream)
    gain_dream(t, taker, dream)
    t.record.dreams_lost[loser] += 1
    emit(log, Event.DREAM, taker, dream, loser, way)


@leaf
def buy(t, seat, dream, due, way, log):
    """R10, R11: the price is paid out of the bank, and the dream taken."""
    price_payment(t, seat, due)
    for i in range(t.denominations):
        note = t.denominations - 1 - i  # the smallest card ends on top
        number = t.paying[note]
        if number > 0:
            into_bank(t, seat, note, -number)
            for _ in range(number):
                put_down(t, note)
            t.record.cash_spent[seat] += number * t.value[note]
            emit(log, Event.PAID, seat, note, number, NOBODY)
    take_from_pile(t, seat, dream, way, log)


@rule
def take_from_pile(t, seat, dream, way, log):
    """R2: a dream of the market leaves the pile, and the next one is exposed."""
    keep_taken(t, seat, dream)
    place = t.next_dream
    while t.dream[place] != dream:
        place += 1
    while place > t.next_dream:
        t.dream[place] = t.dream[place - 1]
        place -= 1
    t.next_dream += 1
    gain_dream(t, seat, dream)
    t.counts.takers[dream, seat + 2] += 1
    t.record.last_taker = seat
    emit(log, Event.DREAM, seat, dream, NOBODY, way)
    note_taken(t)
    expose(t, log)


@leaf
def expose(t, log):
    """R2: dreams that are for sale now and were not before."""
    while t.exposed < min(t.next_dream + t.rules.dream_market_size, t.pile_size):
        left = t.pile_size - t.next_dream
        emit(log, Event.EXPOSE, NIL, np.int64(t.dream[t.exposed]), left, NIL)
        t.exposed += 1
    if t.next_dream == t.pile_size:
        emit(log, Event.EMPTY, NIL, NIL, NIL, NIL)


@leaf
def note_taken(t):
    """Section 9: the gap after each dream, and the leader when half of them are gone."""
    gone, best, second = t.next_dream, NIL - 1, NIL - 1
    for seat in range(t.rotation.players):
        if t.score[seat] > best:
            best, second = t.score[seat], best
        elif t.score[seat] > second:
            second = t.score[seat]
    t.counts.gap_at_dream[gone - 1, min(best - second, GAPS)] += 1
    if t.record.half_known == 0 and t.pile_size - gone <= t.pile_size // 2:
        note_half(t, best, second)


@leaf
def note_half(t, best, second):
    """The leader, the earliest in the order of turns on ties, and everybody's dreams."""
    r, top, seat = t.record, np.int64(-1), t.starter
    r.half_known = 1
    for _ in range(t.rotation.players):
        if standing(t, seat) > top:
            r.half_leader, top = seat, standing(t, seat)
        r.score_at_half[seat] = t.score[seat]
        ahead = t.score[seat] - (second if t.score[seat] == best else best)
        r.ahead_at_half[seat] = min(max(ahead, -GAPS), GAPS)
        seat = following(t, seat)


@rule
def forfeit(t, taker, loser, log):
    """R16, A9, A23: dreams instead of what the bank could not pay."""
    t.record.forfeit_demands += 1
    for _ in range(min(t.rules.forfeit_dreams, t.owned[loser])):
        picks = loser if t.rules.forfeit_chooser == ForfeitChooser.PAYER else taker
        dream = choose_dream(t, picks, taker, loser)
        t.record.forfeited += 1
        t.record.acq_forfeited[taker] += 1
        hand_over(t, taker, loser, dream, Way.FORFEITED, log)
