"""Component files of nove_anni: what is refused (section 5), by file and line."""

import pytest
from component_files import changed, edit, refused
from nove_anni_told import match_of
from telling import tell

from sim.games.nove_anni.cards import TABLES

CARDS = [
    (edit(2, kind="tame"), ":2: polarity = 'negative': a tame is positive"),
    (edit(2, polarity="good"), ":2: polarity = 'good': must be one of positive"),
    (edit(2, courage="1000"), ":2: courage = '1000': must be a whole number in 0 to 999"),
    (edit(2, courage=""), ":2: courage = ''"),
    (edit(3, copies_per_deck="10"), ":3: copies_per_deck = '10': must be a whole number in 0 to 9"),
    (edit(3, card_id="rascal_michele"), ":3: card_id = 'rascal_michele' stands in line 2 too"),
    (edit(3, card_id="Rascal"), ":3: card_id = 'Rascal': must be lower-case letters, digits and _"),
    (edit(3, label=""), ":3: label = ''"),
    (edit(57, card_id="light_other"), ":57: card_id = 'light_other': no light card; "),
    (lambda rows: rows[0].update(card_id=rows.pop(57)["card_id"]), ":2: card_id = 'light_lord': no rascal"),
    (lambda rows: rows.pop(55), ": the light card light_giovannino is missing"),
    (lambda rows: [r.update(copies_per_deck="0") for r in rows if r["kind"] != "light"], ": there is no fighter"),
    (edit(57, copies_per_deck="2"), ":57: light_giovannino: copies_per_deck = 2, in "),
    (lambda rows: rows.extend({**rows[0], "card_id": f"more_{i}"} for i in range(40)), ":98: 99 kinds of cards; at most 96"),
]  # fmt: skip
SPECIALS = [
    (edit(2, effect="awakening"), ":2: dream_science: effect = 'awakening': must be science"),
    (edit(2, kind="light"), ":2: dream_science: kind = 'light': must be dream"),
    (edit(2, usable_in_column="true"), ":2: dream_science: usable_in_column is true for light"),
    (edit(2, card_id="dream_of_mine"), ":2: card_id = 'dream_of_mine': no special card"),
    (edit(2, card_id="dream_scence"), ":2: card_id = 'dream_scence': no special card; did you mean 'dream_science'?"),
    (edit(2, usable_in_column="maybe"), ":2: usable_in_column = 'maybe': must be true or false"),
    (lambda rows: rows.pop(0), ": the special card dream_science is missing"),
]  # fmt: skip
PRIOR = [
    (edit(2, mean="100"), ":2: mean = 100: must lie in 1 to 99"),
    (edit(2, min="50", max="40"), ":2: min = 50: must not exceed max = 40"),
    (edit(3, characteristic="intelligence"), ":3: rascal, intelligence stand there twice"),
    (lambda rows: rows.pop(), ": 15 rows; all 16 are needed"),
]


@pytest.mark.parametrize(("change", "message"), CARDS, ids=[m for _, m in CARDS])
def test_cards_that_are_refused(tmp_path, change, message):
    assert refused(TABLES, tmp_path, "cards", change).startswith(message)


@pytest.mark.parametrize(("change", "message"), SPECIALS, ids=[m for _, m in SPECIALS])
def test_specials_that_are_refused(tmp_path, change, message):
    assert refused(TABLES, tmp_path, "specials", change).startswith(message)


@pytest.mark.parametrize(("change", "message"), PRIOR, ids=[m for _, m in PRIOR])
def test_priors_that_are_refused(tmp_path, change, message):
    assert refused(TABLES, tmp_path, "value_prior", change).startswith(message)


def test_a22_a_rascal_paolo_of_ones_own_is_played(tmp_path):
    """Fighters may be added; so may copies of specials, in both files."""
    paolo = {"card_id": "rascal_paolo", "label": "Paolo - il rancoroso", "intelligence": "50"}
    own = changed(TABLES, tmp_path, "cards", lambda rows: rows.append({**rows[0], **paolo}))
    components = TABLES.read({"cards": own})
    told = tell(match_of(components=components))
    assert told.kinds(told.events[0].kind)[0].c == 64
    more = changed(TABLES, tmp_path, "specials", edit(2, copies_per_deck="3", label="Scienza"))
    assert tell(match_of(components=TABLES.read({"specials": more}))).events[0].c == 65
