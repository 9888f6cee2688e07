"""Fußball-Bundesliga: Das große Geschäft: two laps of league matches, and who is relegated."""

from sim.engine.contract import Game
from sim.games.bundesliga.cards import TABLES
from sim.games.bundesliga.record import RECORD
from sim.games.bundesliga.report import ASSUMED, HEADLINE, QUESTIONS, RIVALS
from sim.games.bundesliga.rules import Rules
from sim.games.bundesliga.strategies import STRATEGIES, Policy

GAME = Game(
    name="bundesliga",
    title="Fußball-Bundesliga: Das große Geschäft",
    summary="Money into strength, strength into table points: who is relegated after two laps?",
    players=(2, 4),
    seats=("random", "thrifty", "early_investor", "planner"),
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
)
