"""What is kept of a match (section 9 of RULES.md)."""

from sim.engine.contract import Column, Joint, Matrix, Rate, Record, common
from sim.games.bundesliga.cards import SPACE_KINDS, SPACES

POINTS = 255  # table points of a season: 18 stadiums x 2 rounds x 3 points are 108
TURNS = 511
STRENGTH = 255
SQUAD = 127
LAP_TURNS = 127
KINDS = SPACE_KINDS[1:]  # landings are counted on every kind but the start
MONEY = (
    ("home", "booked for home matches"),
    ("cup", "booked for Cup matches, and the prize"),
    ("private", "booked for private matches"),
    ("european", "booked for the European Cup, received less paid"),
    ("cost", "paid on cost spaces"),
    ("event", "booked for event cards, at once and as a bonus"),
    ("bonus", "round bonus"),
    ("buy", "paid for players"),
    ("sell", "received for players"),
    ("writeoff", "shortfalls waived"),
)


def _seat(name: str, low: int, high: int, text: str, unit: str, width: int = 1) -> Column:
    return Column(name, low, high, text, unit, per_seat=True, width=width)


def _count(name: str, high: int, text: str, unit: str) -> Column:
    return _seat(name, 0, high, text, unit)


def _yes(name: str, text: str) -> Column:
    return _seat(name, 0, 1, text, "share")


def _cash(name: str, text: str) -> Column:
    return _seat(name, -2_000_000, 8_000_000, text, "DM", width=10_000)


def _booked(name: str, text: str) -> Column:
    return _seat(f"money_{name}", -16_000_000, 16_000_000, text, "DM", width=100_000)


RECORD = Record(
    columns=(
        *common(decisions=4095, length=1023, unit="turns"),
        Column("turns_total", 0, 1023, "turns of all seats", "turns"),
        Column("seasons_played", 0, 10, "seasons begun", "seasons"),
        Column("winner_mask", 0, 15, "winners, seat by seat as bits", "mask"),
        Column("n_relegated", 0, 4, "relegated in the first season", "players"),
        Column("all_relegated", 0, 1, "nobody survives the match", "share"),
        Column("starter", 0, 3, "seat that begins", "seat"),
        Column("points_spread", 0, POINTS, "most less fewest points, first season", "points"),
        Column("points_gap_1_2", 0, POINTS, "points between places 1 and 2", "points"),
        Column("half_leader_mask", 0, 15, "most points after the first lap, as bits", "mask"),
        Column("half_leader_wins", 0, 1, "a leader after the first lap wins", "share"),
        Column(
            "half_last_wins",
            0,
            1,
            "one of those with the fewest points after the first lap wins",
            "share",
        ),
        _count("strategy", 6, "how the manager trades, in the order of section 8", "strategy"),
        _yes("relegated", "relegated in the first season"),
        _count("relegated_season", 10, "season of relegation or bankruptcy, 0 never", "season"),
        _yes("bankrupt", "bankrupt"),
        _count("points", POINTS, "table points of the first season", "points"),
        _count("points_lap1", POINTS, "table points after the first lap", "points"),
        _count("points_lap2", POINTS, "table points of all later laps", "points"),
        _seat("rank", 1, 4, "place at the end", "place"),
        _count("home_w", 63, "home matches won", "matches"),
        _count("home_d", 63, "home matches drawn", "matches"),
        _count("home_l", 63, "home matches lost", "matches"),
        _count("away_w", 63, "away matches won", "matches"),
        _count("away_d", 63, "away matches drawn", "matches"),
        _count("away_l", 63, "away matches lost", "matches"),
        _count("home_matches", 63, "landings on stadiums", "matches"),
        _cash("cash_lap1", "cash after the first lap"),
        _cash("cash_end", "cash at the end"),
        _cash("cash_min", "lowest balance after any booking"),
        _count("strength_lap1", STRENGTH, "squad strength after the first lap", "points"),
        _count("strength_end", STRENGTH, "squad strength at the end", "points"),
        _count("squad_lap1", SQUAD, "cards after the first lap", "cards"),
        _count("squad_end", SQUAD, "cards at the end", "cards"),
        _count("cup_matches", 63, "Cup matches", "matches"),
        _count("cup_rounds", 31, "Cup rounds won in the first season", "rounds"),
        _yes("cup_eliminated", "eliminated from the Cup in the first season"),
        _count("cup_draws", 63, "Cup matches drawn", "matches"),
        *(_booked(name, text) for name, text in MONEY),
        _count("buys", 127, "players bought", "cards"),
        _count("sells", 127, "players sold, forced sales included", "cards"),
        _count("forced_sales", 63, "players sold to pay", "cards"),
        _count("points_bought", STRENGTH, "points of the players bought", "points"),
        _count("events", 63, "event cards drawn", "cards"),
        _count("turns", LAP_TURNS, "turns", "turns"),
        *(
            _count(f"landings_{kind}", 63, f"landings on {kind.replace('_', ' ')} spaces", "spaces")
            for kind in KINDS
        ),
        _cash("wealth_end", "cash and squad at sale prices"),
    ),
    matrices=(
        Matrix("landings", (("space", 0, SPACES - 1),), "landings on each space"),
        Matrix("laps", (("space", 0, SPACES - 1),), "laps begun, at each space"),
    ),
    joints=(
        Joint("points_lap1", "relegated", cap=64),
        Joint("points_lap1", "points_lap2", cap=64),
        Joint("home_matches", "points", cap=128),
    ),
    rates=(Rate("p_landing", "landings", "laps", "P(landing on a space in a lap)"),),
)
