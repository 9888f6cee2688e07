"""Singaporean dreams to be bought, stolen and protected; most dreams win when the pile is empty."""

from sim.engine.contract import Game
from sim.games.singaporean_dream.cards import TABLES
from sim.games.singaporean_dream.record import RECORD
from sim.games.singaporean_dream.report import ASSUMED, HEADLINE, QUESTIONS, RIVALS, names
from sim.games.singaporean_dream.rules import Rules
from sim.games.singaporean_dream.strategies import STRATEGIES, Policy

GAME = Game(
    name="singaporean_dream",
    title="The Singaporean Dream",
    summary="Bank cash, buy dreams, steal those of others and stop them; when the dream pile is "
    "empty most dreams win.",
    players=(2, 6),  # A1
    seats=("banker", "thief", "hoarder", "strong"),
    rules=Rules,
    policy=Policy,
    strategies=STRATEGIES,
    components=TABLES,
    record=RECORD,
    questions=QUESTIONS,
    headline=HEADLINE,
    rivals=RIVALS,
    exact=True,
    priors=True,
    assumed=ASSUMED,
    names=names,
)
