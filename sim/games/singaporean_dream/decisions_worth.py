"""What scripted players think things are worth (section 8 of RULES.md), in K."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import lowest
from sim.engine.kernel import leaf, rare, rule
from sim.engine.log import NIL
from sim.games.singaporean_dream.rules_words import EmptyBankTheft, InsufficientMode, NoDreamMode
from sim.games.singaporean_dream.state import (
    COLLECT,
    DISCOUNT,
    DRAWS,
    EVERYBODY,
    NOBODY,
    PROTECT,
    PURCHASE,
    SALVAGE,
    STEAL_CARD,
    STEAL_CASH,
    STEAL_DREAM,
    TAKE_TOP,
)

ONE = np.uint64(1)
NOTHING = np.float64(0.0)
SEAT_BITS = np.int64(7)  # they say to the compiler that a seat is no negative index
CONCEDED = np.float64(-1.0)
_SCORE, _PRICE = np.int64(40), np.int64(20)


@leaf
def policy_of(t, seat):
    """Parameters of the player in a seat."""
    return t.policy[t.contender[seat]]


@leaf
def following(t, seat):
    """The next seat clockwise."""
    return NIL if seat + 1 == t.rotation.players else (seat + 1) & SEAT_BITS


@leaf
def dream_weight(t, seat, dream):
    """wt(p, d), R20: what a dream counts for a player."""
    return t.rules.bonus_dream_count if t.bonus[dream] == t.persona[seat] else NIL + 1


@leaf
def value_of(t, seat, dream):
    """R22, A21: what a dream adds to the total price."""
    weight = dream_weight(t, seat, dream) if t.rules.bonus_doubles_value != 0 else NIL + 1
    return t.price[dream] * weight


@leaf
def rank_of(score, price, money):
    """R21, R22: a standing as one number."""
    return (score << _SCORE) + (price << _PRICE) + money


@leaf
def standing(t, seat):
    """A player's standing."""
    return rank_of(t.score[seat], t.worth[seat], t.funds[seat])


@leaf
def takeable(t, seat):
    """Section 7: whether a player has dreams that can be forfeited (A10)."""
    return t.owned[seat] > 0 and (t.safe[seat] == 0 or t.rules.protect_covers_forfeit == 0)


@leaf
def loses_dreams(t, seat):
    """R16, A7: whether a demand that is not covered costs dreams."""
    return t.rules.insufficient_mode != InsufficientMode.CASH_ONLY and takeable(t, seat)


@leaf
def loses_cash(t):
    """A7, A8: whether a demand that is not covered costs the cash, where it costs no dream."""
    only = t.rules.insufficient_mode == InsufficientMode.CASH_ONLY
    return only or t.rules.no_dream_mode == NoDreamMode.PAY_ALL_CASH


@leaf
def swing(t, seat, taker, loser, dream):
    """swing(taker, loser, d) with the weights of a seat."""
    p = policy_of(t, seat)
    return p.dream_worth * (
        dream_weight(t, taker, dream) + p.denial * dream_weight(t, loser, dream)
    )


@leaf
def best_swing(t, seat, loser):
    """The greatest swing among a player's dreams, 0 without any."""
    dreams = t.dreams_of[loser]
    if dreams == 0:
        return NOTHING
    best = swing(t, seat, seat, loser, lowest(dreams))
    dreams &= dreams - 1
    while dreams != 0:
        best = max(best, swing(t, seat, seat, loser, lowest(dreams)))
        dreams &= dreams - 1
    return best


@leaf
def heaviest(t, seat):
    """The greatest weight among one's own dreams, 0 without any."""
    most, dreams = NIL, t.dreams_of[seat]
    while dreams != 0:
        most = max(most, dream_weight(t, seat, lowest(dreams)))
        dreams &= dreams - 1
    return most


@leaf
def largest_note(t, seat):
    """Value of the largest denomination in a bank, 0 if it is empty."""
    note = np.uint64(t.denominations)
    while note > 0:
        note -= ONE
        if t.bank[seat, note] > 0:
            return t.value[note]
    return NIL


@leaf
def leader_of(t, seat):
    """The opponent with the greatest standing, the nearest clockwise on ties."""
    best, top, other = NOBODY, np.int64(-1), following(t, seat)
    while other != seat:
        if standing(t, other) > top:
            best, top = other, standing(t, other)
        other = following(t, other)
    return best


# Dreams -------------------------------------------------------------------------------------------


@rare
def loses_at_once(t, seat, dream, money):
    """Whether the last dream would end a match that may still be won."""
    score = t.score[seat] + dream_weight(t, seat, dream)
    after = rank_of(score, t.worth[seat] + value_of(t, seat, dream), money)
    rival, best = NIL - 1, NIL
    for other in range(t.rotation.players):
        if other != seat:
            rival = max(rival, standing(t, other))
            best = max(best, t.score[other])
    return rival > after and best - score <= policy_of(t, seat).endgame_max_deficit


@rule
def dream_worth(t, seat, dream, due, money):
    """dream_u(d, due, bank_after): what getting a dream for a price is worth."""
    p, weight = policy_of(t, seat), dream_weight(t, seat, dream)
    last = t.pile_size - t.next_dream == 1
    if p.endgame_check != 0 and last and loses_at_once(t, seat, dream, money):
        return CONCEDED
    lacking = max(NOTHING, p.shield - max(NIL, money))
    return p.w_buy * p.dream_worth * weight - p.w_cost * due - p.w_shield * lacking


@leaf
def market_end(t):
    """Place after the last dream that can be bought (R2)."""
    return min(t.next_dream + t.rules.dream_market_size, t.pile_size)


@rule
def enabling_dream(t, seat, left):
    """D1, D2: the dream that banking would make affordable with so many actions left, or NOBODY."""
    money, whole, cheapest = t.funds[seat], t.funds[seat] + t.purse[seat], NOBODY
    for place in range(np.uint64(t.next_dream), np.uint64(market_end(t))):
        dream = np.int64(t.dream[place])
        price = t.price[dream]
        wanted = dream_worth(t, seat, dream, price, whole - price) > 0
        if wanted and (cheapest == NOBODY or price < t.price[cheapest]):
            cheapest = dream
    if cheapest == NOBODY or left < 2:
        return NOBODY
    price = t.price[cheapest]
    return cheapest if money < price <= whole else NOBODY


@rule
def bank_worth(t, seat):
    """Utility of `bank`."""
    dream, whole = enabling_dream(t, seat, t.left), t.funds[seat] + t.purse[seat]
    if dream != NOBODY:
        return dream_worth(t, seat, dream, t.price[dream], whole - t.price[dream])
    p = policy_of(t, seat)
    more = min(p.shield, whole) - min(p.shield, t.funds[seat])
    return p.w_bank * t.purse[seat] + p.w_shield * more


# Effects ------------------------------------------------------------------------------------------


@leaf
def best_salvage(t, amount):
    """D8: the largest denomination of at most `amount` in the discard pile, as a card type."""
    note = np.uint64(t.denominations)
    while note > 0:
        note -= ONE
        if t.lying[note] > 0 and t.value[note] <= amount:
            return np.int64(note)
    return NOBODY


@leaf
def effect_worth(t, seat, effect, scope, amount, target, dream):
    """Utility of an effect; `target` alone, or all opponents; `dream` that would be bought."""
    p = policy_of(t, seat)
    if target != NOBODY:
        return target_worth(t, seat, effect, amount, target)
    if scope == EVERYBODY:
        return worth_of_all(t, seat, effect, amount)
    if effect == DRAWS:
        return p.w_draw * p.card_worth * amount
    if effect == SALVAGE:
        best = best_salvage(t, amount)
        return p.w_cash * t.value[best] if best != NOBODY else NOTHING
    if effect == PROTECT:
        return p.w_protect * p.card_worth * t.owned[seat]
    if effect == TAKE_TOP:
        if t.next_dream >= t.pile_size:
            return NOTHING
        return dream_worth(t, seat, np.int64(t.dream[t.next_dream]), NIL, t.funds[seat])
    due = t.price[dream]
    if effect == DISCOUNT:
        due = max(NIL, due - amount)
    return dream_worth(t, seat, dream, due, t.funds[seat] - due)


@leaf
def note_rival(t, seat):
    """Whom a player wants to hurt more than others."""
    t.rival = leader_of(t, seat) if policy_of(t, seat).leader_bias != 0 else NOBODY


@rule
def worth_of_all(t, seat, effect, amount):
    """What hitting all opponents is worth."""
    total = NOTHING
    for other in range(t.rotation.players):
        if other != seat:
            total += target_worth(t, seat, effect, amount, np.int64(other))
    return total


@leaf
def target_worth(t, seat, effect, amount, other):
    """What hitting one target is worth (g in section 8), with the bias against the leader."""
    p, worth = policy_of(t, seat), NOTHING
    if effect > STEAL_DREAM:
        weight = p.w_hand if effect == STEAL_CARD else p.w_discard
        worth = weight * p.card_worth * min(amount, t.held[other])
    elif effect == COLLECT:
        if t.funds[other] >= amount:
            worth = p.w_cash * amount
        elif loses_dreams(t, other):
            worth = p.w_steal * best_swing(t, seat, other)
        elif loses_cash(t):
            worth = p.w_cash * t.funds[other]
    elif effect == STEAL_CASH:
        if t.funds[other] > 0:
            worth = p.w_cash * largest_note(t, other)
        elif t.rules.empty_bank_theft == EmptyBankTheft.DREAM and takeable(t, other):
            worth = p.w_steal * best_swing(t, seat, other)
    elif t.safe[other] == 0:
        worth = p.w_steal * best_swing(t, seat, other)
    return worth * (1 + p.leader_bias) if other == t.rival else worth


@rule
def harm(t, seat, effect, amount):
    """harm: what an effect would cost its target, as he sees it."""
    p, money = policy_of(t, seat), t.funds[seat]
    if effect == COLLECT:
        pool = money + (t.purse[seat] if t.rules.pay_from_hand != 0 else NIL)
        if pool >= amount:
            return np.float64(amount)
        if loses_dreams(t, seat):
            return p.dream_worth * heaviest(t, seat)
        return np.float64(pool) if loses_cash(t) else NOTHING
    if effect == STEAL_CASH:
        by_dream = t.rules.empty_bank_theft == EmptyBankTheft.DREAM and takeable(t, seat)
        if money == 0 and by_dream:
            return p.dream_worth * heaviest(t, seat)
        return np.float64(largest_note(t, seat))
    if effect == STEAL_DREAM:
        return p.dream_worth * heaviest(t, seat) if t.safe[seat] == 0 else NOTHING
    return p.card_worth * min(amount, t.held[seat])


@leaf
def is_about_a_dream(effect):
    """D3: effects whose dream others may want to keep from a player."""
    return (effect == TAKE_TOP) | (effect == DISCOUNT) | (effect == PURCHASE)
