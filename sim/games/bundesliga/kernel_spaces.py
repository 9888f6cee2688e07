"""What happens on the spaces: matches, the Cup, money, event cards (R9-R19)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import bit, has
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.games.bundesliga.decisions import VALUES, in_stock
from sim.games.bundesliga.kernel_bank import book, book_due, give_back, is_live, take
from sim.games.bundesliga.kernel_cards import (
    after_factors,
    draw_card,
    return_card,
    set_aside,
    use_cards,
)
from sim.games.bundesliga.rules_words import CupDraw, HomeIncome, PlaceTies
from sim.games.bundesliga.state import (
    BLUE,
    COST,
    CUP,
    DRAWN,
    EUROPEAN,
    FOR_COST,
    FOR_CUP,
    FOR_EUROPEAN,
    FOR_EVENT,
    FOR_HOME,
    FOR_PRIVATE,
    GAIN_PLAYER,
    IN_COST,
    IN_CUP,
    IN_EUROPEAN,
    IN_PRIVATE,
    LANDINGS_AT,
    LEAGUE_AWAY,
    LEAGUE_HOME,
    LOSE_PLAYER,
    LOST,
    MONEY,
    MONEY_PER_PLAYER,
    MONEY_PER_POINT,
    NOTHING,
    PER_PLAYER,
    PER_STRENGTH,
    PRIVATE,
    STADIUM,
    WON,
    WORDS_A_COLUMN,
    YELLOW,
)
from sim.games.bundesliga.story import Event


@leaf
def land(t, seat, space, log):
    """R8, R10, R14, R18, R19: a piece comes to rest on a space."""
    kind = np.int64(t.kind[space])
    t.counts.landings[space] += 1
    t.record_words[LANDINGS_AT + WORDS_A_COLUMN * (kind - STADIUM) + seat] += 1
    emit(log, Event.LAND, seat, space, NIL, NIL)
    if kind == STADIUM:
        home_match(t, seat, space, log)
    elif kind == CUP:
        cup_match(t, seat, log)
    elif kind in (YELLOW, BLUE):
        draw_event(t, seat, kind - YELLOW, log)
    elif kind == PRIVATE:
        pay(t, seat, t.amount[space], IN_PRIVATE, FOR_PRIVATE, log)
    elif kind == EUROPEAN:
        pay(t, seat, t.amount[space], IN_EUROPEAN, FOR_EUROPEAN, log)
    elif kind == COST:
        pay(t, seat, cost_of(t, seat, space), IN_COST, FOR_COST, log)


# Points matches -----------------------------------------------------------------------------------


@leaf
def compare(strength, opponent):
    """R9: LOST, DRAWN or WON."""
    return np.int64(1) + (strength > opponent) - (strength < opponent)


@leaf
def play_league(t, seat, space, event, log):
    """R9, R13: compare strengths, add the table points; own strength and the result."""
    use_cards(t, seat, event, log)
    strength = max(t.strength[seat] + t.plus, NIL)
    result = compare(strength, t.opponent[space])
    rules = t.rules
    points = rules.points_loss
    if result != LOST:
        points = rules.points_win if result == WON else rules.points_draw
    t.points[seat] += points
    return strength, result


@leaf
def away_match(t, seat, space, log):
    """R11: a stadium passed over: table points and no income."""
    strength, result = play_league(t, seat, space, LEAGUE_AWAY, log)
    r = t.record
    r.away_w[seat] += result == WON
    r.away_d[seat] += result == DRAWN
    r.away_l[seat] += result == LOST
    emit(log, Event.AWAY_MATCH, seat, space, strength, result)


@leaf
def home_match(t, seat, space, log):
    """R10, R12: a stadium landed on: the same, and income whatever the result."""
    by_place = t.rules.home_income_mode == HomeIncome.BY_PLACE
    place = table_place(t, seat) if by_place else NIL  # in the table before this match
    amount = home_income(t, space, place)
    strength, result = play_league(t, seat, space, LEAGUE_HOME, log)
    r = t.record
    r.home_matches[seat] += 1
    r.home_w[seat] += result == WON
    r.home_d[seat] += result == DRAWN
    r.home_l[seat] += result == LOST
    emit(log, Event.HOME_MATCH, seat, space, strength, result)
    extra = t.extra
    if by_place:
        emit(log, Event.HOME_PLACE, seat, place, deduction(t, place), amount)
    book_due(t, seat, after_factors(t, amount) if amount > 0 else amount, FOR_HOME, log)
    if is_live(t, seat):
        book(t, seat, extra, FOR_EVENT, log)


@leaf
def table_place(t, seat):
    """R12, A12: place in the table among those still in, 1 first."""
    ahead = equal = NIL
    for other in range(t.rotation.players):
        if other != seat and is_live(t, other):
            ahead += t.points[other] > t.points[seat]
            if t.points[other] == t.points[seat]:
                equal += stands_before(t, other, seat)
    return 1 + ahead + equal


@leaf
def stands_before(t, other, seat):
    """A12: whether one with equal points takes a better place."""
    if t.rules.place_ties != PlaceTies.MONEY:
        return t.rules.place_ties == PlaceTies.WORST
    if t.cash[other] != t.cash[seat]:
        return t.cash[other] > t.cash[seat]
    return other < seat


@leaf
def home_income(t, space, place):
    """R12, A13: printed income, less the deduction of the table place in option 2."""
    rules, amount = t.rules, t.amount[space]
    if rules.home_income_mode == HomeIncome.FULL:
        return amount
    amount -= deduction(t, place)
    return amount if rules.home_income_negative != 0 else max(amount, NIL)


@leaf
def deduction(t, place):
    """R12: what a table place loses of its home income."""
    if place == 1:
        return t.rules.place_deduction_1
    if place == 2:
        return t.rules.place_deduction_2
    if place == 3:
        return t.rules.place_deduction_3
    return t.rules.place_deduction_4


# DFB Cup ------------------------------------------------------------------------------------------


@leaf
def cup_match(t, seat, log):
    """R14-R17: draw brown cards until the match is decided; income whatever the result."""
    if not has(t.in_cup, seat):  # R17, A27: out, or the Cup is won
        return
    use_cards(t, seat, IN_CUP, log)
    strength = max(t.strength[seat] + t.plus, NIL)
    t.record.cup_matches[seat] += 1
    result, income = DRAWN, NIL
    for _ in range(t.cup_cards):
        result, income = draw_opponent(t, seat, strength, log)
        if result != DRAWN:
            break
    champion = False
    if result == WON:
        t.cup_won[seat] += 1
        emit(log, Event.CUP_ROUND, seat, t.cup_won[seat], NIL, NIL)
        champion = t.cup_won[seat] == t.rules.cup_rounds_to_win
        if champion:  # A16
            t.in_cup &= ~bit(seat)
    elif result == LOST:
        t.in_cup &= ~bit(seat)
        t.cup_out |= bit(seat)
        emit(log, Event.CUP_OUT, seat, NIL, NIL, NIL)
    else:
        emit(log, Event.CUP_UNDECIDED, seat, NIL, NIL, NIL)  # A15
    extra = t.extra
    book_due(t, seat, after_factors(t, income), FOR_CUP, log)
    if is_live(t, seat):
        book(t, seat, extra, FOR_EVENT, log)
    if champion and is_live(t, seat):
        emit(log, Event.CUP_WON, seat, NIL, NIL, NIL)
        book(t, seat, t.rules.cup_prize, FOR_CUP, log)


@leaf
def draw_opponent(t, seat, strength, log):
    """R15, R16, A14, A24: one brown card, which goes to the bottom: the result and the income."""
    card = np.int64(t.cup_order[t.cup_top])
    t.cup_top = t.cup_top + 1 if t.cup_top + 1 < t.cup_cards else NIL
    result, income = compare(strength, t.cup_opponent[card]), t.cup_income[card]
    emit(log, Event.CUP_MATCH, seat, card, strength, result)
    if result == DRAWN:
        t.record.cup_draws[seat] += 1
        if t.rules.cup_draw_rule == CupDraw.REPLAY:
            result = LOST if t.cup_home[card] != 0 else WON
            income = 2 * income if t.rules.replay_pays_income != 0 else income
            emit(log, Event.CUP_REPLAY, seat, card, NIL, result)
    return result, income


# Money --------------------------------------------------------------------------------------------


@rule
def pay(t, seat, amount, event, ledger, log):
    """R18, A32: private match, European Cup, cost space: money after the cards set aside."""
    use_cards(t, seat, event, log)
    extra = t.extra
    size = after_factors(t, abs(amount))
    book_due(t, seat, size if amount > 0 else -size, ledger, log)
    if is_live(t, seat):
        book(t, seat, extra, FOR_EVENT, log)


@leaf
def cost_of(t, seat, space):
    """R18: what a cost space takes, as a negative amount: printed, by player or by strength."""
    amount = t.amount[space]
    if t.cost_rule[space] == PER_PLAYER:
        return amount * t.squad[seat]
    return amount * t.strength[seat] if t.cost_rule[space] == PER_STRENGTH else amount


# Event cards --------------------------------------------------------------------------------------


@leaf
def draw_event(t, seat, colour, log):
    """R19: a yellow or blue card is carried out, or set aside for follow-up events."""
    card = draw_card(t, seat, colour, log)
    if card < 0:
        return
    if t.trigger[colour, card] != 0:
        set_aside(t, seat, colour, card, log)
        return
    return_card(t, colour, card)
    effect, worth = np.int64(t.effect[colour, card]), t.worth[colour, card]
    if effect == MONEY:
        book_due(t, seat, worth, FOR_EVENT, log)
    elif effect == MONEY_PER_PLAYER:
        book_due(t, seat, worth * t.squad[seat], FOR_EVENT, log)
    elif effect == MONEY_PER_POINT:
        book_due(t, seat, worth * t.points[seat], FOR_EVENT, log)
    elif effect == GAIN_PLAYER:
        gain_player(t, seat, worth - 1, log)
    elif effect == LOSE_PLAYER:
        lose_player(t, seat, worth - 1, log)


@leaf
def gain_player(t, seat, value, log):
    """A11, A33: a card of that value, else the next lower in stock, else nothing."""
    rules = t.rules
    while value >= 0 and not in_stock(t, value):
        value -= 1
    full = np.int64(rules.squad_max != 0 and t.squad[seat] >= rules.squad_max)
    if full != 0:
        value = NOTHING
    if value >= 0:
        take(t, seat, value)
    emit(log, Event.GAIN, seat, value + 1, full, NIL)


@leaf
def lose_player(t, seat, value, log):
    """A33: a card of that value, else the next lower owned, else the next higher, else nothing."""
    found = value
    while found >= 0 and t.own[seat, found] == 0:
        found -= 1
    if found < 0:
        found = value + 1
        while found < VALUES and t.own[seat, found] == 0:
            found += 1
    if found == VALUES:
        found = NOTHING
    if found >= 0:
        give_back(t, seat, found)
    emit(log, Event.LOSE, seat, found + 1, NIL, NIL)
