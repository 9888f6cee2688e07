"""What a designer asks of Dream Team (section 10 of RULES.md, the basic game)."""

from sim.engine.contract import Question

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
    "same six profiles, so team strength cannot pass for seat advantage."
)

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
        "means",
        ("attack_goals", "counter_goals", "auto_goals"),
        "Goals without dice (auto_goals) fall into an empty goal and are counted in the others too "
        "where a duel led to them.",
    ),
    Question(
        "Do trainers give up their goalkeeper?",
        "means",
        (
            "no_keeper_thirds_home",
            "no_keeper_thirds_away",
            "keeper_pulls_home",
            "keeper_pulls_away",
        ),
    ),
)
