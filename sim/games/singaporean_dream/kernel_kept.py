"""What a report asks of a match besides: dreams, ways to win, neighbours, cards (section 10)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import bit_count, has
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL
from sim.engine.rotation import around
from sim.engine.shares import share_of
from sim.games.singaporean_dream.cards import STEP
from sim.games.singaporean_dream.decisions_worth import following
from sim.games.singaporean_dream.record import OPENED, PLAYED, PLAYS, USES, WAITS
from sim.games.singaporean_dream.state import AT, IN_PILE

WINNER_AT, LOSER_AT = AT["winner_bought"], AT["loser_bought"]
OPENED_AT, PLAYED_AT = AT[f"with_open_{OPENED[0]}"], AT[f"with_played_{PLAYED[0]}"]
PRICE_STEP, MOST_WAITS, MOST_USES = np.int64(STEP), np.int64(WAITS), np.int64(USES)
MOST_PLAYS = np.int64(PLAYS)
TEN = np.int64(10)
OPENED_KINDS, PLAYED_KINDS = np.int64(len(OPENED)), np.int64(len(PLAYED))


@leaf
def price_at(t, dream):
    """Place of a dream's price among all prices."""
    return t.price[dream] // PRICE_STEP - 1


@leaf
def keep_taken(t, seat, dream):
    """Section 10: who takes a dream of that price, and after how many turns on top of the pile.

    One taken from below the top has lain there for no turn.
    """
    price, waits = price_at(t, dream), NIL
    if t.dream[t.next_dream] == dream:
        waits, t.waited = min(t.waited, MOST_WAITS), NIL
    t.counts.price_taken[price] += 1
    t.counts.price_takers[t.contender[seat], price] += 1
    t.counts.price_waits[price, waits] += 1


@leaf
def keep_dreams(t):
    """Section 9: where each dream is, a place after the two of no player; R20: bonus dreams."""
    r = t.record
    for dream in range(t.dreams):
        owner = t.owner[dream]
        t.counts.owners[dream, owner + 2] += 1
        if owner == IN_PILE:
            t.counts.takers[dream, IN_PILE + 2] += 1
        elif owner < IN_PILE:
            t.counts.takers[dream, 0] += 1
        elif is_somebodys(t, dream):
            person, price = t.bonus[dream], price_at(t, dream)
            kept = person == t.persona[owner]
            r.bonus_dreams += 1
            r.matched += kept
            t.counts.bonus_taken[person, price] += 1
            t.counts.bonus_kept[person, price] += kept


@leaf
def is_somebodys(t, dream):
    """Whether the personality that a dream names is at the table."""
    found = False
    for seat in range(t.rotation.players):
        found |= t.bonus[dream] == t.persona[seat]
    return found


@leaf
def keep_ways(t, winners):
    """How dreams came to winners and to losers."""
    r, players = t.record, t.rotation.players
    r.winners = bit_count(winners)
    r.losers = players - bit_count(winners)
    for seat in range(players):
        at = WINNER_AT if has(winners, np.int64(seat)) else LOSER_AT
        t.record_words[at] += r.acq_bought[seat]
        t.record_words[at + 1] += r.acq_discount[seat]
        t.record_words[at + 2] += r.acq_free[seat]
        t.record_words[at + 3] += r.acq_stolen[seat]
        t.record_words[at + 4] += r.acq_forfeited[seat]


@leaf
def keep_neighbours(t, winners):
    """Who plays before each player: the neighbour to the right."""
    alone = bit_count(winners) == 1
    for seat in range(t.rotation.players):
        after = following(t, np.int64(seat))
        won = has(winners, after) and alone
        t.counts.beside_met[t.contender[after], t.contender[seat]] += 1
        t.counts.beside_won[t.contender[after], t.contender[seat]] += won


@rule
def own_turns(t, seat):
    """Turns of a player."""
    players = t.rotation.players
    place = around(t, seat - t.starter + players)
    return (t.turn - place + players - 1) // players


@leaf
def keep_minds(t, winners):
    """Who has which personality, and how often its power is used in ten turns of the player."""
    alone = bit_count(winners) == 1
    for seat in range(t.rotation.players):
        person, won = t.persona[seat], has(winners, np.int64(seat)) and alone
        turns = own_turns(t, seat)
        uses = TEN * t.record.power_uses[seat] // turns if turns > 0 else NIL
        uses = min(uses, MOST_USES)
        t.counts.minds_met[t.contender[seat], person] += 1
        t.counts.minds_won[t.contender[seat], person] += won
        t.counts.uses_met[person, uses] += 1
        t.counts.uses_won[person, uses] += won


@leaf
def keep_plays(t, winners):
    """How often each action card is played in ten turns of a player who had one."""
    alone = bit_count(winners) == 1
    for seat in range(t.rotation.players):
        won, turns = has(winners, np.int64(seat)) and alone, own_turns(t, seat)
        if turns > 0:
            for card in range(t.denominations, t.types):
                plays = min(TEN * t.cards_played[seat, card] // turns, MOST_PLAYS)
                t.counts.plays_met[card, plays] += 1
                t.counts.plays_won[card, plays] += won


@leaf
def keep_kinds(t, winners):
    """Players who were dealt, and who played, each kind of card."""
    for seat in range(t.rotation.players):
        won = share_of(winners) if has(winners, np.int64(seat)) else NIL
        keep_holder(t, OPENED_AT, OPENED_KINDS, t.kinds_opened[seat], won)
        keep_holder(t, PLAYED_AT, PLAYED_KINDS, t.kinds_played[seat], won)


@rule
def keep_holder(t, first, kinds, mask, won):
    """One player with some kinds of cards, in four stretches of columns."""
    for kind in range(kinds):
        at = first + kind if mask >> kind & 1 else first + kinds + kind
        t.record_words[at] += 1
        t.record_words[at + 2 * kinds] += won
