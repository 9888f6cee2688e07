"""The race again, with columns of every driver: made-up matches whose numbers are all known."""

from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import numpy as np
from pydantic import Field
from test_figures import RACE, Driver

from analysis.part import Part
from analysis.study import Study
from sim.config import Config
from sim.engine.components import Components
from sim.engine.contract import Anchor, Column, Game, Joint, Matrix, Question, Rate, Record, common
from sim.engine.options import Options
from sim.engine.seating import Rotation
from sim.plan import Scenario
from sim.tally import Tally

SPACES = 12  # of the board; the matrices have room for many more


class Laws(Options):
    """House rules of the rally."""

    limit: int = Field(15, ge=0, le=99, description="A1: points asked for")
    fuel: int = Field(100_000, ge=0, le=10**7, description="A2: fuel money at the start")
    wet: bool = Field(False, description="A3: rain")


def _own(name: str, low: int, high: int, text: str, unit: str, **more: Any) -> Column:
    return Column(name, low, high, text, unit, per_seat=True, **more)


RECORD = Record(
    columns=(
        *common(decisions=50, length=60, unit="turns"),
        _own("points", 0, 63, "table points", "points"),
        _own("half", 0, 63, "table points after the first half of the rally", "points"),
        _own("out", 0, 1, "out of the race in the end", "share"),
        _own("turns", 0, 40, "turns", "turns"),
        *(_own(f"cash_{when}", -10**6, 3 * 10**6, f"cash {when}", "DM", width=50_000)
          for when in ("early", "late", "lowest")),
        *(_own(f"money_{what}", -10**6, 10**6, f"money of {what}", "DM", width=10_000)
          for what in ("prizes", "sponsors", "bets", "fuel", "tyres", "fines", "repairs", "gifts",
                       "nothing")),
    ),
    matrices=(
        Matrix("landings", (("space", 0, 255),), "landings on each space"),
        Matrix("laps", (("space", 0, 255),), "laps begun, at each space"),
    ),
    joints=(Joint("half", "out", cap=48), Joint("half", "points", cap=40)),
    rates=(Rate("p_landing", "landings", "laps", "P(landing on a space in a lap)"),),
)  # fmt: skip
QUESTIONS = (
    Question("What if another limit held?", "below", ("points",), mark="limit"),
    Question("Who is out after a bad first half?", "given", ("half", "out")),
    Question("Does the first half decide?", "given", ("half", "points")),
    Question("How much cash is there?", "spread", ("cash_early", "cash_late", "cash_lowest")),
    Question("Which spaces are visited?", "rate", ("p_landing",)),
    Question("How are points spread?", "histogram", ("points",)),
    Question("How do halves go together?", "joint", ("half", "points")),
    Question("How many turns are taken?", "survival", ("turns",)),
    Question("Which way does the money go?", "stack",
             tuple(c.name for c in RECORD.columns if c.name.startswith("money_"))),
    Question("How many points are there?", "means", ("points", "half")),
    Question("Who is out?", "shares", ("out",)),
    Question("What does money change?", "sweep", ("points", "out"), varies=("fuel", "limit", "wet")),
)  # fmt: skip
RALLY = replace(RACE, name="rally", rules=Laws, record=RECORD, questions=QUESTIONS)


@dataclass(frozen=True, eq=False)
class Rally(Scenario):
    """A scenario of the rally, with the exact rates of its board."""

    exact: tuple[Anchor, ...] = field(default=())

    @property
    def declared(self) -> Game:
        """The rally."""
        return RALLY


def rally(name="base", seats=("random", "slow"), matches=400, rotation=Rotation.OFF, **rules):
    """A scenario of the rally."""
    known: Any = RALLY.strategies
    return Rally(
        name=name, game="rally", rules=Laws(**rules), seats=seats,
        policies=tuple(known.get(seat, Driver()) for seat in seats), components=Components({}, {}),
        matches=matches, seed=1, rotation=rotation, generator="splitmix",
    )  # fmt: skip


def made_up(s: Scenario, rng: np.random.Generator, *, same=False) -> dict[str, Any]:
    """Values of every reported column, match by match; contenders differ in strength."""
    n, players = s.matches, s.players
    skill = 8 + 3 * np.arange(players) + s.rules.fuel / 50_000
    half = np.minimum(rng.poisson(skill, (n, players)), 47)
    points = np.minimum(half + rng.poisson(skill / 2, (n, players)), 39)
    own = {
        "half": half, "points": points, "out": (points < s.rules.limit).astype(int),
        "turns": rng.integers(5, 30, (n, players)),
        "cash_early": rng.normal(700_000, 90_000, (n, players)).astype(int),
        "cash_late": (rng.gamma(2, 200_000, (n, players)) - 100_000 + 40_000 * points).astype(int),
    }  # fmt: skip
    own["cash_lowest"] = np.minimum(own["cash_early"], own["cash_late"])
    for i, column in enumerate(c for c in RECORD.columns if c.name.startswith("money_")):
        sign = -1 if 3 <= i < 7 else 0 if column.name == "money_nothing" else 1
        own[column.name] = sign * rng.integers(0, 90_000 * (i + 1), (n, players))
    own["win_share"] = 60 * (points == points.max(axis=1)[:, None])
    own["win_share"] //= (own["win_share"] > 0).sum(axis=1)[:, None]
    found = {
        "no_winner": np.zeros(n, int), "capped": np.zeros(n, int),
        "decisions": rng.integers(3, 20, n), "length": rng.integers(10, 50, n),
    }  # fmt: skip
    turn = np.arange(n) % s.block
    for name, values in own.items():
        for c in range(players):
            if s.rotated:
                found[f"{name}_contender{c}"] = values[:, c]
            sitting = (c + turn) % players  # cyclic: who sits at seat c
            found[f"{name}_seat{c}"] = values[np.arange(n), sitting]
    if same:
        found = {name: np.repeat(column[:1], n) for name, column in found.items()}
    return found


def counted(
    s: Scenario, values: dict[str, Any], rng: np.random.Generator, *, board_too: bool = True
) -> Tally:
    """The tally of these matches, by plain numpy."""
    tally = Tally(s)
    tally.arrays["matches"][0] = s.matches
    for name, declared in tally.columns.items():
        column, word = values[name], tally.layout.place[name]
        squares = int((column.reshape(-1, s.block).sum(axis=1) ** 2).sum())
        tally.arrays["sums"][:, word] = column.sum(), squares >> 32, squares & 0xFFFFFFFF
        tally.arrays["segments"][0, word] = column.sum()
        if name in tally.layout.bins_at:
            np.add.at(tally.arrays["bins"], tally.layout.bins_at[name] + _bins(declared, column), 1)
    tally.arrays["segment_matches"][0] = s.matches
    for (one, other), joint in tally.layout.joined.items():
        shape = tally.layout.shape(joint)
        places = [
            np.minimum(_bins(tally.columns[name], values[name]), most - 1)
            for name, most in zip((one, other), shape, strict=True)
        ]
        np.add.at(tally.joint(one, other), tuple(places), 1)
    if board_too:
        tally.arrays["matrix.laps"][:SPACES] = 2 * s.matches
        tally.arrays["matrix.landings"][:SPACES] = rng.binomial(2 * s.matches, board())
    return tally


def _bins(declared: Column, column: Any) -> Any:
    return np.clip((column - declared.low) // declared.width, -1, declared.bins) + 1


def board() -> Any:
    """Chance to land on each space of a lap with one die."""
    chances = [1.0]
    for space in range(1, SPACES):
        chances.append(sum(chances[max(0, space - 6) : space]) / 6)
    return np.array(chances)


def rally_study(*scenarios: Scenario, same=False, exact=True, seed=3) -> Study:
    """A study of made-up matches; `values` of its plan holds them by scenario."""
    rng = np.random.default_rng(seed)
    parts, values = [], {}
    for s in scenarios or (rally(),):
        values[s.name] = made_up(s, rng, same=same)
        part = Part(s, counted(s, values[s.name], rng), 0.02)
        known = [Anchor(f"p_landing_{i}", float(p), "one die") for i, p in enumerate(board())]
        part.__dict__["anchors"] = known if exact else []
        parts.append(part)
    config = Config(game="rally", matches=parts[0].scenario.matches)
    plan: Any = SimpleNamespace(
        game=RALLY, name="rally", config=config, scenarios=[], values=values, digest=""
    )
    return Study(plan, parts)


FOUR = ("random", "slow", "bold", "slow")
STUDIES = {
    "two seats": lambda: rally_study(rally()),
    "one match": lambda: rally_study(rally(matches=1)),
    "all equal": lambda: rally_study(rally(seats=("slow",) * 3, matches=50), same=True),
    "four contenders": lambda: rally_study(
        rally(seats=FOUR, matches=4000, rotation=Rotation.CYCLIC)
    ),
    "one block": lambda: rally_study(rally(seats=FOUR, matches=4, rotation=Rotation.CYCLIC)),
    "sweep": lambda: rally_study(*(rally(f"fuel={f}", FOUR, 800, fuel=f) for f in (100_000, 200_000, 400_000, 500_000))),
    "two options": lambda: rally_study(
        *(rally(f"fuel={f}, limit={x}", ("random", "slow"), 600, fuel=f, limit=x)
          for f in (0, 300_000, 500_000) for x in (10, 15, 20))
    ),
    "line-ups": lambda: rally_study(
        rally(), rally("alike", ("bold",) * 4, 600), rally("all", FOUR, 400, Rotation.CYCLIC),
    ),
    "many": lambda: rally_study(
        *(rally(f"limit={x}", FOUR, 200, limit=x) for x in range(5, 25))
    ),
}  # fmt: skip
