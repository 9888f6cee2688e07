"""Other component values: what is drawn, what is played, what is said of it."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from support import plan_of, shipped

from analysis.resample import study_draws
from analysis.study import make_study
from sim.engine.errors import InputError
from sim.games import game, names
from sim.run import run_plan
from sim.store import Store
from sim.watch import Quiet
from sim.workers import Workers

KEYS = {"matches": 240, "seats": ["heuristic", "random"]}
DRAWS = {"draws": 5, "matches": 60}


def priors(name):
    module = __import__(f"sim.games.{name}.priors", fromlist=["PRIORS"])
    return list(module.PRIORS)


GAMES = [name for name in names() if game(name).priors]


@pytest.mark.parametrize(("name", "prior"), [(n, p) for n in GAMES for p in priors(n)])
def test_a_prior_draws_components_that_a_file_could_hold(name, prior):
    declared, printed = game(name), shipped(name)
    seats = [declared.strategies[seat] for seat in declared.seats]
    for i in range(200):
        drawn = declared.prior(prior)(printed, Random(i))
        for table, held in declared.components.tables.items():
            assert held.check(drawn.rows[table]) is None
            for row in drawn.rows[table]:
                cells = {c: "" if v is None else str(v) for c, v in row.model_dump().items()}
                assert type(row).model_validate(cells) == row
        assert declared.components.check(drawn.rows, drawn.paths) is None
        declared.check(declared.rules(), seats, drawn)


@pytest.mark.parametrize("name", GAMES)
def test_draws_differ_and_come_again(name):
    declared, printed = game(name), shipped(name)
    one, again, other = (declared.prior("")(printed, Random(i)) for i in (1, 1, 2))
    assert one.digests == again.digests
    assert one.digests != other.digests
    assert printed.digests == declared.components.read().digests


def test_a_draw_is_the_base_with_other_components_and_luck_of_its_own():
    plan = plan_of("dream_team", **KEYS, resample=DRAWS)
    base = plan.groups[0].base
    assert [group.base.name for group in plan.draws] == [f"draw {i}" for i in range(1, 6)]
    for group in plan.draws:
        drawn = group.base
        assert drawn.components.digests != base.components.digests
        turned_back = {"name": "base", "components": base.components, "matches": base.matches}
        assert replace(drawn, **turned_back, seed=base.seed).plain() == base.plain()
        assert drawn.matches == 60
    assert len({base.seed, *(group.base.seed for group in plan.draws)}) == 6
    again = plan_of("dream_team", **KEYS, resample=DRAWS)
    assert [g.base.seed for g in again.draws] == [g.base.seed for g in plan.draws]
    assert plan.digest != plan_of("dream_team", **KEYS).digest
    assert plan.scenarios == [base]


@pytest.mark.parametrize(
    ("resample", "complaint"),
    [
        ({"prior": "fre"}, "resample.prior = 'fre': unknown prior; did you mean 'free'?"),
        ({"draws": 1}, "resample.draws = 1: must lie in 2 to 1000"),
        ({"draw": 3}, "resample.draw: unknown name; did you mean 'draws'?"),
    ],
)
def test_a_wrong_table_is_refused_in_one_line(resample, complaint):
    with pytest.raises(InputError) as error:
        plan_of("dream_team", **KEYS, resample=resample)
    assert complaint in str(error.value)


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    plan = plan_of("dream_team", **KEYS, resample=DRAWS)
    results = run_plan(plan, Store(tmp_path_factory.mktemp("run")), Workers(2), Quiet())
    assert [result.group for result in results] == list(plan.played)
    return make_study(plan, results)


def test_the_spread_is_that_of_the_draws(study):
    found = study.dependence
    assert (found.draws, found.matches) == (5, 60)
    metrics = [spread.metric for spread in found.spreads]
    assert {"win_share_contender0", "goals_total", "home_win"} <= {*metrics}
    assert not {"no_winner", "capped"} & {*metrics}
    for spread in found.spreads:
        values = np.array(spread.values)
        assert spread.base == study.parts[0].columns[spread.metric].value
        assert (spread.least, spread.most) == (values.min(), values.max())
        assert spread.low == pytest.approx(np.quantile(values, 0.1))
        assert spread.between**2 == pytest.approx(
            max(0, values.var(ddof=1) - spread.noise**2), abs=1e-12
        )


def test_findings_are_counted_draw_by_draw(study):
    """Equal draws keep every finding; a base that finds the opposite shares none."""
    base = study.parts[0]
    agreed = study_draws(base, [base] * 7)
    assert [c.same.value for c in agreed.conclusions] == [1] * len(agreed.conclusions)
    assert all(spread.between == 0 for spread in agreed.spreads)
    turned = replace(base)
    swap = {"win_share_contender0": "win_share_contender1"}
    swap |= {b: a for a, b in swap.items()}
    turned.__dict__["columns"] = {n: base.columns[swap.get(n, n)] for n in base.columns}
    turned.__dict__["balance"] = base.balance
    found = study_draws(base, [base, turned, turned, turned])
    (strongest,) = [
        c for c in found.conclusions if c.kind == "highest" and "contender" in c.group[0]
    ]
    assert strongest.found == "win_share_contender0"
    assert (strongest.same.value, strongest.same.n) == (0.25, 4)


def test_without_draws_nothing_is_said():
    assert study_draws(None, []) is None
