"""What special players' texts do after a goal: Detlef Darfdat and Pflaumen August (R48, R50)."""
# mypy: allow-untyped-defs, allow-untyped-calls

from sim.engine.choice import bit, bit_count, full, nth_bit
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.engine.rng import below
from sim.games.dream_team.decisions_cards import chooses
from sim.games.dream_team.decisions_value import is_active
from sim.games.dream_team.kernel_cards import drawn
from sim.games.dream_team.kernel_lend import lend_keeper, lend_player
from sim.games.dream_team.rules_words import DetlefDraw
from sim.games.dream_team.state import AUGUST, AWAY, CHANCE, DETLEF, HOME, KEEPER, KINDS, NOBODY
from sim.games.dream_team.story import Event


@leaf
def after_goal(t, side, scorer, log):
    """Section 6, GOAL: the first scorer is noted (R36), then the other side's texts work."""
    if t.rules.use_action_cards != 0 and t.scorer[side] == 0:
        t.scorer[side] = 1 + t.card[side, scorer]
        t.opened[side] = t.goals[HOME] + t.goals[AWAY] == 1
    if t.rules.use_special_cards != 0:
        texts(t, side, scorer, log)


@rule
def texts(t, side, scorer, log):
    """R48, R50: Detlef's trainer may draw a card; August fouls the scorer when the play ends."""
    other, card = 1 - side, t.card[side, scorer]
    if t.rules.detlef_draw != DetlefDraw.OFF and is_active(t, other, DETLEF):
        draw(t, other, side, log)
    if is_active(t, other, AUGUST):
        t.hurt[side] |= bit(scorer)
        t.record.august_injuries += 1
        emit(log, Event.AUGUST, other, card, NIL, NIL)


@leaf
def draw(t, side, other, log):
    """R48, A31, D16: a random action card out of the other hand, or a random reserve."""
    if t.rules.detlef_draw == DetlefDraw.ACTION_CARD:
        draw_action(t, side, other, log)
    else:
        draw_reserve(t, side, other, log)


@leaf
def draw_action(t, side, other, log):
    """A31: an action card changes hands."""
    held = NIL
    for kind in range(KINDS):
        held += t.hand[other, kind]
    if held == 0 or not chooses(t, side, held > 0):
        return
    kind = drawn(t, CHANCE, other)
    t.hand[other, kind] -= 1
    t.hand[side, kind] += 1
    t.armed[other] -= t.armed[other] > 0
    t.armed[side] += t.played[side] < t.rules.max_actions_per_match
    t.record.detlef_draws += 1
    emit(log, Event.DETLEF, side, kind, NOBODY, NIL)


@leaf
def draw_reserve(t, side, other, log):
    """A31: a reserve of the other side, field player or goalkeeper, joins for this match."""
    spare = full(t.squad[other]) & ~t.unfit[other] & ~t.fielded[other]
    keepers = full(t.goalies[other]) & ~t.keeper_unfit[other]
    if t.keeper[other] >= 0:
        keepers &= ~bit(t.keeper[other])
    players = bit_count(spare)
    total = players + bit_count(keepers)
    if total == 0 or not chooses(t, side, total > 0):
        return
    rank = below(t, CHANCE, total)
    if rank < players:
        place = nth_bit(spare, rank)
        drawn_card = t.card[other, place]
        lend_player(t, other, side, place)
    else:
        keeper = nth_bit(keepers, rank - players)
        drawn_card = KEEPER + t.keeper_card[other, keeper]
        lend_keeper(t, other, side, keeper)
    t.record.detlef_draws += 1
    emit(log, Event.DETLEF, side, NOBODY, drawn_card, NIL)
