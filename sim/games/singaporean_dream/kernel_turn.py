"""A turn: cards drawn, actions, the hand limit (R7-R9, R24)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.kernel import leaf
from sim.engine.log import NIL, emit
from sim.games.singaporean_dream.decisions import choose_card, choose_deposit
from sim.games.singaporean_dream.decisions_main import (
    argument_of,
    choose_action,
    kind_of,
    target_of,
)
from sim.games.singaporean_dream.kernel_cards import (
    discard_from,
    draw,
    into_bank,
    out_of_hand,
    play_from_hand,
)
from sim.games.singaporean_dream.kernel_effects import apply_alone
from sim.games.singaporean_dream.kernel_stops import run_effect
from sim.games.singaporean_dream.record import PLAYED
from sim.games.singaporean_dream.rules_words import EndTiming, HandLimitTiming
from sim.games.singaporean_dream.state import (
    BANK,
    BUY,
    DISCOUNT,
    NO_ONE,
    NOBODY,
    PASS,
    PLAY,
    PURCHASE,
)
from sim.games.singaporean_dream.story import Event

POWER_BIT = np.int64(1 << PLAYED.index("power"))


@leaf
def take_turn(t, seat, log):
    """turn(p): it may end the match at once (R19)."""
    t.safe[seat] = 0  # A28
    t.power_used, t.left = 0, t.rules.actions_per_turn
    emit(log, Event.TURN, seat, t.held[seat], t.funds[seat], NIL)
    if t.next_dream < t.pile_size:
        t.counts.top_turns[t.dream[t.next_dream]] += 1
        t.waited += 1
    cards = t.rules.empty_hand_draw if t.held[seat] == 0 else t.rules.draw_per_turn
    for _ in range(cards):
        draw(t, seat, Event.DRAW, log)
    at_once = t.rules.hand_limit_timing == HandLimitTiming.IMMEDIATE
    if at_once:
        enforce_limit(t, seat, log)
    while t.left > 0:
        code = choose_action(t, seat)
        if kind_of(code) == PASS:
            t.record.passes += 1
            emit(log, Event.PASS, seat, t.left, NIL, NIL)
            break
        t.left -= 1
        act(t, seat, code, log)
        if at_once:
            enforce_limit(t, seat, log)
        if t.rules.end_timing == EndTiming.IMMEDIATE and t.next_dream == t.pile_size:
            t.over = 1
            return
    enforce_limit(t, seat, log)


@leaf
def enforce_limit(t, seat, log):
    """R24: cards over the limit are discarded one by one (D7)."""
    while t.held[seat] > t.rules.hand_limit:
        discard_from(t, seat, choose_card(t, seat, seat), NIL + 1, log)


@leaf
def act(t, seat, code, log):
    """One action: D1 and what follows."""
    kind, argument = kind_of(code), argument_of(code)
    if kind == BANK:
        deposit(t, seat, log)
    elif kind == BUY:
        purchase(t, seat, argument, log)
    elif kind == PLAY:
        play_card(t, seat, argument, target_of(code), log)
    else:
        use_power(t, seat, argument, target_of(code), log)


@leaf
def deposit(t, seat, log):
    """R9: cash out of the hand into the bank."""
    t.record.banks += 1
    emit(log, Event.DEPOSIT, seat, NIL, NIL, NIL)
    choose_deposit(t, seat)
    for note in range(t.denominations):
        number = t.paying[note]
        if number > 0:
            out_of_hand(t, seat, np.int64(note), number)
            into_bank(t, seat, note, number)
            emit(log, Event.BANK, seat, np.int64(note), number, t.funds[seat])


@leaf
def purchase(t, seat, dream, log):
    """R10; A16: it may be stopped, and then nothing is paid."""
    emit(log, Event.BUY, seat, dream, t.price[dream], NIL)
    if t.rules.stop_purchase == 0:
        t.due_effect, t.due_item = PURCHASE, dream
        apply_alone(t, seat, log)
    elif not run_effect(t, seat, PURCHASE, NO_ONE, NIL, NOBODY, dream, log):
        t.record.stopped_purchases += 1


@leaf
def play_card(t, seat, card, target, log):
    """R9, R15, A26: a card and its effect."""
    play_from_hand(t, seat, card)
    t.record.plays += 1
    emit(log, Event.PLAY, seat, card, target, NIL)
    effect, scope = np.int64(t.effect[card]), np.int64(t.scope[card])
    before, asked = t.record.effects_stopped, t.reactions
    run_effect(t, seat, effect, scope, t.amount[card], target, NOBODY, log)
    t.counts.stopped[card] += t.record.effects_stopped - before
    t.counts.tried[card] += t.reactions - asked


@leaf
def use_power(t, seat, argument, target, log):
    """R9, R15: once a turn, whether it is stopped or not."""
    person = np.int64(t.persona[seat])
    effect, scope = np.int64(t.power_effect[person]), np.int64(t.power_scope[person])
    item = argument if effect == DISCOUNT else NOBODY
    t.record.powers += 1
    t.record.power_uses[seat] += 1
    t.kinds_played[seat] |= POWER_BIT
    emit(log, Event.POWER, seat, person, target, item)
    before, asked = t.record.effects_stopped, t.reactions
    happened = run_effect(t, seat, effect, scope, t.power_amount[person], target, item, log)
    t.record.stopped_powers += t.record.effects_stopped - before
    t.record.power_effects += t.reactions - asked
    t.power_used += happened or t.rules.stopped_power_counts_used != 0
