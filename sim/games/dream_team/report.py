"""What a designer asks of a match of Dream Team (section 10 of RULES.md)."""

from sim.engine.contract import Question
from sim.games.dream_team.record import PLAYED

HEADLINE = (
    "home_win",
    "away_win",
    "draw",
    "drawn_regulation",
    "goals_total",
    "plays",
    "first_goal_wins",
    "comeback2",
    "blowout",
)

RIVALS = (("home_win", "away_win"),)

ASSUMED = (
    "All player and goalkeeper values are assumed: the rulebook prints none. Every team owns the "
    "same six profiles, so team strength cannot pass for seat advantage. All special players are "
    "alike but for their texts, and the two action cards that the rulebook counts but does not "
    "name are blanks."
)


def _both(name: str) -> tuple[str, ...]:
    """A column of the home side and of the away side."""
    return f"{name}_home", f"{name}_away"


_THIRDS = tuple(f"goals_third{third}_{side}" for third in (1, 2, 3) for side in ("home", "away"))

QUESTIONS = (
    Question(
        "How likely is a goal, by attack dice and goalkeeper?",
        "rate",
        ("p_goal",),
        "Simulated share of unmatched placements for n attack dice against k save dice, beside "
        "the exact odds where the dice rules and both trainers have a closed form.",
    ),
    Question(
        "Does playing at home help?",
        "shares",
        ("home_win", "away_win", "draw"),
        "The home side starts two of the three thirds. Being forced to attack shows a card first, "
        "so starting is not always an advantage.",
    ),
    Question(
        "Who leads after the regular thirds?",
        "shares",
        ("reg_home_win", "reg_away_win", "drawn_regulation", "goalless"),
    ),
    Question(
        "How many goals fall in each third?",
        "means",
        _THIRDS,
        "Home starts thirds 1 and 3, away third 2, unless a house rule says otherwise.",
    ),
    Question(
        "What do final scores look like?",
        "joint",
        ("goals_home", "goals_away"),
        "Share of matches by final score, extra periods included.",
    ),
    Question(
        "How often is a match drawn, and what follows?",
        "shares",
        ("drawn_regulation", "sudden_death", "draw", "cap_hit"),
        "A draw that stands after the last allowed extra period counts as capped.",
    ),
    Question("How many extra periods are played?", "histogram", ("extra_periods",)),
    Question(
        "Blow-outs, comebacks, first goals",
        "shares",
        ("blowout", "comeback2", "first_goal_wins"),
        "Blow-out: a margin of four or more after the regular thirds. Comeback: the winner was "
        "at least two goals behind. First goal wins: of all matches, goalless ones included.",
    ),
    Question("How large are the margins?", "histogram", ("reg_margin_abs",)),
    Question("How often does the lead change?", "histogram", ("lead_changes",)),
    Question(
        "How long is a match?",
        "survival",
        ("length",),
        "Share of matches longer than so many plays.",
    ),
    Question(
        "Is attacking a burden? Goals of attackers and of counterattacking defenders",
        "stack",
        ("attack_goals", "counter_goals"),
        "Goals of duels. Goals of free shots, unopposed attacks, Speed plays and Sankt Dusel are "
        "neither.",
    ),
    Question(
        "Do trainers give up their goalkeeper?",
        "means",
        (
            "no_keeper_thirds_home",
            "no_keeper_thirds_away",
            "keeper_pulls_home",
            "keeper_pulls_away",
            "auto_goals",
        ),
        "Goals without dice fall into an empty goal, or no goalkeeper can stop them.",
    ),
    Question(
        "Which action cards win matches?",
        "lift",
        ("dealt", "played"),
        "Hands are dealt at random, so the lift of a dealt card is what it is worth in the hands of "
        "these trainers. Whether a card is played is a choice and needs an occasion: that lift says "
        "in which matches a card is played, not what playing it does. A blank shows what a card that "
        "does nothing costs.",
    ),
    Question(
        "How often is each action card played?",
        "means",
        tuple(f"cards_played_{kind}_{side}" for kind in PLAYED for side in ("home", "away")),
        "A hand holds four cards; a side holds a given card of 30 in 4 of 30 matches.",
    ),
    Question(
        "Which special players win matches?",
        "lift",
        ("special",),
        "All special players have the same values, so a lift is worth of the text alone. They are "
        "dealt at random, whether or not a trainer fields his.",
    ),
    Question("How long are special players on the field?", "means", _both("special_thirds")),
    Question(
        "What becomes of fouls?",
        "stack",
        ("foul_effective", "foul_magic_cancelled", "foul_cursed"),
        "A Curse punishes the fouler; Magic or Fortune only makes the foul void.",
    ),
    Question(
        "What do fouls cost?",
        "means",
        (*_both("injuries"), *_both("boxes"), *_both("sendoffs"), "keeper_fouls", "free_shots"),
    ),
    Question(
        "What else do the cards bring about?",
        "means",
        (
            "second_chances",
            "speed_plays",
            "speed_stopped",
            "goals_cancelled",
            "dusel_goals",
            "berserks",
            "august_injuries",
            "detlef_draws",
            "players_exchanged",
        ),
    ),
    Question(
        "Is Balduin worth fielding? How often he scores",
        "rate",
        ("p_balduin_goal",),
        "His dice are thrown; a double is never a goal and may be one against his own side.",
    ),
    Question("Is Balduin worth fielding? How often it is an own goal", "rate", ("p_balduin_own",)),
    Question("Is Balduin worth fielding? Own goals in a match", "means", ("own_goals",)),
    Question(
        "What do special players and action cards change?",
        "bars",
        (*HEADLINE, "goalless", "lead_changes"),
        "The basic game and the game with its modules, on the same deals as far as they go.",
        varies=("use_action_cards", "use_special_cards"),
    ),
)
