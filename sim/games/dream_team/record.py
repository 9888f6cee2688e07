"""What is kept of a match (section 9 of RULES.md, the columns of unit=match)."""

from dataclasses import replace

from sim.engine.contract import Column, Joint, Lift, Matrix, Rate, Record, common
from sim.games.dream_team.cards import ACTIONS, SPECIALS

GOALS = 127
PLAYS = 1023  # at most 56 periods of 16 plays
_SIDES = ("home", "away")


def _yes(name: str, text: str) -> Column:
    return Column(name, 0, 1, text, "share")


def _count(name: str, high: int, text: str, unit: str) -> Column:
    return Column(name, 0, high, text, unit)


def _words(kind: str) -> str:
    return kind.replace("_", " ")


def _both(name: str, high: int, text: str, unit: str) -> tuple[Column, ...]:
    return tuple(_count(f"{name}_{s}", high, f"{text}, {s} side", unit) for s in _SIDES)


def _when(option: str, *columns: Column) -> tuple[Column, ...]:
    """Columns that mean something only while a module is on."""
    return tuple(replace(column, when=option) for column in columns)


def _dice(name: str, text: str) -> Matrix:
    """Events by attack and save dice, for each seat."""
    return Matrix(name, (("n", 0, 6), ("k", 0, 6)), text, per_seat=True)


def _balduin(name: str, text: str) -> Matrix:
    """Events of Balduin by attack and save dice."""
    axes = (("n", 0, 6), ("k", 0, 6))
    return Matrix(f"balduin_{name}_n_k", axes, text, when="use_special_cards")


def _lift(name: str, text: str, items: tuple[str, ...], has: str, against: str = "without") -> Lift:
    """Results of the sides that have something."""
    return Lift(name, text, items, has, "result_{side}", _SIDES, against)


PLAYED = tuple(kind for kind in ACTIONS if kind != "blank")

SPECIAL_COLUMNS = _when(
    "use_special_cards",
    *_both("special", 63, "special player dealt, as a bit mask in file order", "mask"),
    *_both("special_thirds", 56, "periods in which a special player started", "periods"),
    _count("own_goals", GOALS, "own goals of Balduin", "goals"),
    _count("august_injuries", GOALS, "scorers that August injured", "injuries"),
)

CARD_COLUMNS = _when(
    "use_action_cards",
    *(
        c
        for kind in ACTIONS
        for c in _both(f"cards_dealt_{kind}", 6, f"{_words(kind)} dealt", "cards")
    ),
    *(
        c
        for kind in PLAYED
        for c in _both(f"cards_played_{kind}", 6, f"{_words(kind)} played", "cards")
    ),
    *_both("cards_played", 6, "action cards played", "cards"),
    _count("free_shots", PLAYS, "free shots after a cursed foul in a duel", "shots"),
    _count("goals_cancelled", GOALS, "goals cancelled by a Curse", "goals"),
    _count("second_chances", 12, "Second Chances played", "cards"),
    _count("speed_plays", 12, "Speed plays begun", "plays"),
    _count("speed_stopped", 12, "Speed plays stopped by a Speed card", "plays"),
    _count("foul_effective", 12, "fouls that nothing cancelled", "fouls"),
    _count("foul_magic_cancelled", 12, "fouls cancelled by Magic or Fortune", "fouls"),
    _count("foul_cursed", 12, "fouls cancelled by a Curse", "fouls"),
    _count("keeper_fouls", 12, "fouls committed by a goalkeeper", "fouls"),
    _count("dusel_goals", GOALS, "immediate goals of Sankt Dusel, before cancelling", "goals"),
    _count("berserks", 12, "fouls of Watschen Sepp that hit more than one", "fouls"),
    _count("detlef_draws", GOALS, "cards drawn by Detlef's trainer", "cards"),
    *_both("injuries", 63, "cards injured", "cards"),
    *_both("boxes", 12, "cards sent to the penalty box", "cards"),
    *_both("sendoffs", 12, "cards sent off", "cards"),
    _count("immediate_replacements", 126, "injured cards replaced at once", "cards"),
    _count("players_exchanged", 4, "players who change teams after the match", "players"),
)

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
        *SPECIAL_COLUMNS,
        *CARD_COLUMNS,
        *(
            Column(f"result_{s}", 0, 2, f"1 won, half drawn, {s} side", "share", scale=2)
            for s in _SIDES
        ),
    ),
    matrices=(
        _dice("shots_n_k", "dice placements by dice"),
        _dice("goals_n_k", "unmatched ones by dice"),
        _balduin("shots", "Balduin's placements by dice"),
        _balduin("goals", "goals of them"),
        _balduin("own_goals", "own goals of them"),
    ),
    joints=(
        Joint("goals_home", "goals_away"),
        Joint("goals_third1_home", "goals_third1_away"),
        Joint("goals_third2_home", "goals_third2_away"),
        Joint("goals_third3_home", "goals_third3_away"),
        *(Joint(f"special_{s}", f"result_{s}", cap=64) for s in _SIDES),
        *(
            Joint(f"cards_{what}_{kind}_{s}", f"result_{s}")
            for what, kinds in (("dealt", ACTIONS), ("played", PLAYED))
            for kind in kinds
            for s in _SIDES
        ),
    ),
    rates=(
        Rate("p_goal", "goals_n_k", "shots_n_k", "P(goal) for n attack and k save dice"),
        Rate("p_balduin_goal", "balduin_goals_n_k", "balduin_shots_n_k", "P(goal) of Balduin"),
        Rate(
            "p_balduin_own", "balduin_own_goals_n_k", "balduin_shots_n_k", "P(own goal) of Balduin"
        ),
    ),
    lifts=(
        _lift("dealt", "Dealt, against not dealt", ACTIONS, "cards_dealt_{item}_{side}"),
        _lift("played", "Played, against dealt", PLAYED, "cards_played_{item}_{side}", "dealt"),
        _lift("special", "Dealt, against the mean of all", SPECIALS, "special_{side}", "average"),
    ),
)
