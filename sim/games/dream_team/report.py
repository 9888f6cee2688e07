"""What a designer asks of Dream Team (section 10 of RULES.md, the basic game)."""

from sim.engine.contract import Question

HEADLINE = ("home_win", "away_win", "draw", "drawn_regulation", "goals_total", "plays")

ASSUMED = (
    "all player and goalkeeper values are assumed: the rulebook prints none, and every team owns "
    "the same six profiles"
)

QUESTIONS: tuple[Question, ...] = ()
