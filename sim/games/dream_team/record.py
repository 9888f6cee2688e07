"""What is kept of a match (section 9 of RULES.md, the columns of the basic game)."""

from sim.engine.contract import Column, Joint, Matrix, Rate, Record, common

GOALS = 127
PLAYS = 1023  # at most 56 periods of 16 plays
_SIDES = ("home", "away")


def _yes(name: str, text: str) -> Column:
    return Column(name, 0, 1, text, "share")


def _count(name: str, high: int, text: str, unit: str) -> Column:
    return Column(name, 0, high, text, unit)


def _both(name: str, high: int, text: str, unit: str) -> tuple[Column, ...]:
    return tuple(_count(f"{name}_{s}", high, f"{text}, {s} side", unit) for s in _SIDES)


RECORD = Record(
    columns=(
        *common(decisions=16383, length=PLAYS, unit="plays"),
        _count("home_seat", 5, "seat that plays at home", "seat"),
        *_both("team", 5, "team (place in the deal where teams are dealt anew)", "team"),
        _yes("home_win", "the home side won"),
        _yes("away_win", "the away side won"),
        _yes("draw", "level at the end"),
        Column("win", 0, 1, "won", "share", per_seat=True),
        _yes("reg_home_win", "the home side led after the regular thirds"),
        _yes("reg_away_win", "the away side led after the regular thirds"),
        _yes("drawn_regulation", "level after the regular thirds"),
        _yes("goalless", "no goal in the regular thirds"),
        *_both("goals", GOALS, "goals with extra periods", "goals"),
        _count("goals_total", GOALS, "goals with extra periods", "goals"),
        Column("goals", 0, GOALS, "goals with extra periods", "goals", per_seat=True),
        _count("reg_goals_total", GOALS, "goals in the regular thirds", "goals"),
        _count("reg_margin_abs", GOALS, "goal margin after the regular thirds", "goals"),
        _yes("blowout", "regulation margin of at least 4 goals"),
        *_both("goals_third1", 31, "goals in third 1", "goals"),
        *_both("goals_third2", 31, "goals in third 2", "goals"),
        *_both("goals_third3", 31, "goals in third 3", "goals"),
        _count("extra_periods", 50, "extra periods played", "periods"),
        _yes("sudden_death", "an extra period was sudden death"),
        _yes("cap_hit", "still level after the last allowed extra period"),
        _count("lead_changes", GOALS, "changes of the leading side", "changes"),
        _yes("comeback2", "the winner was at least 2 goals behind"),
        _yes("first_goal_wins", "the side of the first goal won"),
        _count("plays", PLAYS, "duels and unopposed attacks", "plays"),
        *_both("attacks", PLAYS, "attacks", "attacks"),
        _count("unopposed_attacks", PLAYS, "attacks without a defender", "attacks"),
        _count("no_eligible_defender", PLAYS, "attacks void for want of a defender", "attacks"),
        _count("ties", PLAYS, "plays without a shot", "plays"),
        _count("counters", PLAYS, "counterattack shots", "shots"),
        _count("shots", PLAYS, "shots at goal", "shots"),
        _count("dice_shots", PLAYS, "dice placements", "shots"),
        _count("saves", PLAYS, "stopped shots", "shots"),
        _count("auto_goals", GOALS, "goals without dice", "goals"),
        _count("attack_goals", GOALS, "goals of the attacker in a duel", "goals"),
        _count("counter_goals", GOALS, "goals of the counterattacking defender", "goals"),
        *_both("subs", 4095, "substitutions", "swaps"),
        *_both("no_keeper_thirds", 56, "periods lined up without a goalkeeper", "periods"),
        *_both("keeper_pulls", 56, "goalkeepers pulled before an attack", "pulls"),
    ),
    matrices=(
        Matrix("shots_n_k", (("n", 0, 6), ("k", 0, 6)), "dice placements by dice", per_seat=True),
        Matrix("goals_n_k", (("n", 0, 6), ("k", 0, 6)), "unmatched ones by dice", per_seat=True),
    ),
    joints=(
        Joint("goals_home", "goals_away"),
        Joint("goals_third1_home", "goals_third1_away"),
        Joint("goals_third2_home", "goals_third2_away"),
        Joint("goals_third3_home", "goals_third3_away"),
    ),
    rates=(Rate("p_goal", "goals_n_k", "shots_n_k", "P(goal) for n attack and k save dice"),),
)
