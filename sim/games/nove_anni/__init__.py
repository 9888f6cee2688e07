"""Four duels a turn for friends and tame animals, with dreams and lights that turn everything."""

from sim.engine.contract import Game
from sim.games.nove_anni.cards import TABLES
from sim.games.nove_anni.record import RECORD
from sim.games.nove_anni.report import ASSUMED, HEADLINE, QUESTIONS, RIVALS, names
from sim.games.nove_anni.rules import Rules
from sim.games.nove_anni.strategies import STRATEGIES, Policy

GAME = Game(
    name="nove_anni",
    title="I HAVE A DREAM: il Sogno dei Nove Anni",
    summary="Lay a card in each of four columns, win duels by the highest value, and have most "
    "friends and tame animals when the deck, or Il risveglio, ends the dream.",
    players=(2, 6),  # A4
    seats=("strategist", "keep_light"),
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
    chain_option="series_length",
)
