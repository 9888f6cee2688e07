"""Other values that the fighters of nove_anni might have (section 5), against their laws."""

from random import Random

import numpy as np
import pytest
from component_files import changed
from nove_anni_told import SHIPPED, match_of
from support import plan_of
from telling import tell

from sim.engine.errors import InputError
from sim.games.nove_anni.cards import CHARACTERISTICS, TABLES
from sim.games.nove_anni.priors import PRIORS

DRAWS = 200


def drawn(name, draws=DRAWS):
    """Values of every card in every draw, shape (draws, cards, 4)."""
    rng = Random(9)
    return np.array([[row.values for row in PRIORS[name](SHIPPED, rng).rows["cards"]] for _ in range(draws)])  # fmt: skip


def test_the_first_prior_is_that_of_the_profiles():
    assert [*PRIORS] == ["profile", "flat", "shuffle"]


def test_profiles_of_kinds():
    """clip(round(Normal(mean, sd)), min, max), each card and characteristic by itself."""
    found = drawn("profile")
    kinds = np.array([row.kind for row in SHIPPED.rows["cards"]])
    for law in SHIPPED.rows["value_prior"]:
        values = found[:, kinds == law.kind, CHARACTERISTICS.index(law.characteristic)]
        assert law.min <= values.min()
        assert values.max() <= law.max
        assert abs(values.mean() - law.mean) < 5 * law.sd / values.size**0.5 + 0.6  # clipped tails
        assert values.std() == pytest.approx(law.sd, rel=0.1)


def test_flat_values():
    values = drawn("flat")[:, :55]
    assert (values.min(), values.max()) == (1, 99)
    assert abs(values.mean() - 50) < 5 * 28.6 / values.size**0.5


def test_a_shuffle_keeps_the_rows_of_numbers():
    shipped = sorted(row.values for row in SHIPPED.rows["cards"])
    for cards in drawn("shuffle", 10).tolist():
        assert sorted(map(tuple, cards)) == shipped
    places = {tuple(c[0]) for c in drawn("shuffle", 60).tolist()}
    assert len(places) > 20


@pytest.mark.parametrize("name", PRIORS)
def test_light_cards_and_printed_values_stay_as_they_are(name):
    rows = tuple(
        row.model_copy(update={"provenance": "rulebook"}) if row.kind == "tame" else row
        for row in SHIPPED.rows["cards"]
    )
    mine = SHIPPED.changed({"cards": rows})
    found = PRIORS[name](mine, Random(1))
    for before, after in zip(rows, found.rows["cards"], strict=True):
        assert (before == after) or before.kind in ("rascal", "friend", "fierce")
    assert {t for t in TABLES.tables if found.rows[t] != mine.rows[t]} == {"cards"}


@pytest.mark.parametrize("name", PRIORS)
def test_drawn_values_are_what_files_may_hold_and_are_played(name):
    for seed in range(3):
        found = PRIORS[name](SHIPPED, Random(seed))
        assert TABLES.tables["cards"].check(found.rows["cards"]) is None
        assert tell(match_of({"max_turns": 4}, components=found)).row["turns"] >= 1


def test_draws_of_a_run_are_those_of_the_prior():
    plan = plan_of("nove_anni", matches=48, resample={"draws": 4, "matches": 48, "prior": "flat"})
    assert len({group.base.components.digests["cards"] for group in plan.draws}) == 4


def test_two_cards_that_may_change_places_are_drawn_anew(tmp_path):
    def print_all_but_two(rows):
        for row in rows[2:]:
            row["provenance"] = "rulebook"

    own = changed(TABLES, tmp_path, "cards", print_all_but_two)
    for seed in range(6):
        found = plan_of(
            "nove_anni", seed=seed, resample={"draws": 6, "prior": "shuffle"},
            components={"cards": str(own)},
        )  # fmt: skip
        assert len(found.draws) == 6


def test_cards_that_are_all_printed_are_not_drawn_anew(tmp_path):
    own = changed(
        TABLES, tmp_path, "cards", lambda rows: [r.update(provenance="rulebook") for r in rows]
    )
    with pytest.raises(InputError, match="resample: no component value is assumed, so none is dr"):
        plan_of("nove_anni", resample={"draws": 2}, components={"cards": str(own)})
