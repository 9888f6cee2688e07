"""Events of told matches of The Singaporean Dream beside the ledger."""

from singaporean_dream_ledger import Ledger, steps
from singaporean_dream_told import FEW, SHIPPED, match_of
from telling import INTERPRETED, tell

from sim.games.singaporean_dream.story import Event

FOUR = ("random",) * 4
SHORT = {"max_turns": 36 if INTERPRETED else 60}
ACTIONS = (Event.DEPOSIT, Event.BUY, Event.PLAY, Event.POWER)


def moves(rules=None, seats=FOUR, components=SHIPPED, number=FEW):
    """Every event of some matches with the ledger before it: (scenario, ledger, event)."""
    s = match_of(SHORT | (rules or {}), seats, components)
    for match in range(number):
        for ledger, e in steps(s, tell(s, match)):
            yield s, ledger, e


def after(rules=None, seats=FOUR, components=SHIPPED, number=FEW):
    """Every match with its ledger at the end: (told, ledger)."""
    s = match_of(SHORT | (rules or {}), seats, components)
    for match in range(number):
        told, ledger = tell(s, match), Ledger(s)
        for e in told.events:
            ledger.note(e)
        yield told, ledger
