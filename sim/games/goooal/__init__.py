"""A football shedding game: hands to get rid of, teams to collect, four match wins to a series."""

from sim.engine.contract import Game
from sim.games.goooal.cards import TABLES
from sim.games.goooal.record import RECORD
from sim.games.goooal.report import ASSUMED, HEADLINE, QUESTIONS, RIVALS
from sim.games.goooal.rules import Rules
from sim.games.goooal.strategies import STRATEGIES, Policy

GAME = Game(
    name="goooal",
    title="GOOOAL (Règle du jeu)",
    summary="Shed your hand by colour, team or number; collect your team; four wins to a series. What "
    "a run counts are series; means of a match are over all matches of all series.",
    players=(2, 6),  # A1
    seats=("random", "dumper", "collector", "strong"),
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
    unit="series",
    unit_option="unit",
    units={"match": "match"},
)
