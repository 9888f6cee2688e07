"""Dream Team (1997): two trainers, three thirds, duels and shots at goal."""

from sim.engine.contract import Game
from sim.games.dream_team.cards import TABLES
from sim.games.dream_team.record import RECORD
from sim.games.dream_team.report import ASSUMED, HEADLINE, QUESTIONS, RIVALS
from sim.games.dream_team.rules import PRESETS, Rules
from sim.games.dream_team.strategies import STRATEGIES, Policy

GAME = Game(
    name="dream_team",
    title="Dream Team (1997)",
    summary="Duels at goal: two trainers field five players and a goalkeeper in each third.",
    players=(2, 2),
    seats=("heuristic", "heuristic"),
    rules=Rules,
    policy=Policy,
    strategies=STRATEGIES,
    components=TABLES,
    record=RECORD,
    questions=QUESTIONS,
    headline=HEADLINE,
    rivals=RIVALS,
    presets=PRESETS,
    exact=True,
    odds=True,
    priors=True,
    assumed=ASSUMED,
)
