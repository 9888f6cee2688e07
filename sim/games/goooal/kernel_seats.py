"""Who acts next, and who loses a turn (section 6, A18)."""
# mypy: allow-untyped-defs, allow-untyped-calls

from sim.engine.kernel import leaf
from sim.engine.log import NIL, emit
from sim.games.goooal.rules_words import SkipMode
from sim.games.goooal.story import Event


@leaf
def lost_turns(t, skips):
    """A18: turns that are lost: no more than there are others, where only they can lose one."""
    if t.rules.skip_mode == SkipMode.OTHERS_ONLY:
        return min(skips, t.rotation.players - 1)
    return skips


@leaf
def advance(t, seat, skips):
    """advance(seat, k): who acts after a seat when so many turns are lost."""
    return (seat + t.dir * (1 + lost_turns(t, skips))) % t.rotation.players


@leaf
def lose_turns(t, first, skips, log):
    """R14: so many players, from `first` on, lose a turn; the seat that comes after them."""
    players = t.rotation.players
    for i in range(lost_turns(t, skips)):
        seat = (first + t.dir * i) % players
        t.record.match_skips += 1
        t.record.match_skipped[seat] += 1
        emit(log, Event.SKIP, seat, NIL, NIL, NIL)
    return (first + t.dir * lost_turns(t, skips)) % players
