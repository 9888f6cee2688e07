"""Component files of Bundesliga: what is read, and what is refused with its place (section 5)."""

from collections import Counter
from functools import partial

import pytest
from bundesliga_scenes import SHIPPED, played
from component_files import changed as own_file
from component_files import edit
from component_files import refused as said_of

from sim.engine.errors import InputError
from sim.games.bundesliga.cards import SPACE_KINDS, TABLES

FILES = {name: table.file for name, table in TABLES.tables.items()}


changed, refused = partial(own_file, TABLES), partial(said_of, TABLES)


# What the rulebook prints -------------------------------------------------------------------------


def test_the_printed_components_are_those_of_section_5():
    rows = SHIPPED.rows
    kinds = Counter(space.kind for space in rows["board"])
    assert kinds == {
        "start": 1,
        "points_match": 18,
        "dfb_cup": 8,
        "private_match": 6,
        "european_cup": 4,
        "cost": 7,
        "event_yellow": 6,
        "event_blue": 6,
    }
    assert [card.count for card in rows["player_cards"]] == [16, 22, 22, 12, 8]
    assert sum(card.count * card.value for card in rows["player_cards"]) == 214
    opponents = sorted(s.opponent_strength for s in rows["board"] if s.kind == "points_match")
    assert opponents == [26, 28, *range(30, 41), 42, 44, 46, 48, 50]
    venues = [card.venue for card in rows["cup_cards"]]
    assert venues == ["home", "away"] * 9
    assert [s.venue for s in rows["board"] if s.kind == "european_cup"] == ["home", "away"] * 2


def test_provenance_says_what_is_assumed():
    found = SHIPPED.provenance()
    assert found["notes"] == {"rulebook": 6}
    assert found["board"] == {"rulebook": 1, "assumed": 55}
    assert {card.provenance_counts for card in SHIPPED.rows["player_cards"]} == {"rulebook"}
    assert {card.provenance_prices for card in SHIPPED.rows["player_cards"]} == {"assumed"}


@pytest.mark.parametrize("table", FILES)
def test_a_file_of_ones_own_is_read(tmp_path, table):
    own = changed(tmp_path, table, lambda rows: None)
    components = TABLES.read({table: own})
    assert components.rows == SHIPPED.rows
    assert components.own == {table}
    assert (played(components, number=3) == played(SHIPPED, number=3)).all()


# The board ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (edit(2, kind="neutral"), ": exactly one start is needed, at space 0; there are 0 at []"),
        (edit(9, kind="start"), ":9: exactly one start is needed, at space 0; there are 2 at [0, 7]"),
        (
            lambda rows: (rows[0].update(kind="neutral"), rows[3].update(kind="start", opponent_strength="")),
            ":5: exactly one start is needed, at space 0; there are 1 at [3]",
        ),
        (lambda rows: rows.pop(5), ":7: space = 6 stands where space 5 belongs"),
        (lambda rows: rows.reverse(), ":2: space = 55 stands where space 0 belongs"),
        (edit(4, opponent_strength=""), ":4: space 2 (points_match) needs an opponent_strength"),
        (edit(4, opponent_strength="0"), ":4: space 2 (points_match) needs an opponent_strength"),
        (edit(5, opponent_strength="7"), ":5: space 3 (dfb_cup) may not have an opponent_strength"),
        (edit(8, cost_rule="none"), ":8: space 6 (cost) needs a cost_rule"),
        (edit(4, cost_rule="fixed"), ":4: space 2 (points_match) may not have a cost_rule"),
        (edit(4, cost_amount="5"), ":4: space 2 (points_match) may not have a cost_amount"),
        (edit(14, venue="none"), ":14: space 12 (european_cup) needs venue home (receive) or away (pay)"),
        (edit(4, opponent_strength="100"), ":4: opponent_strength = '100': must be a whole number in 0 to 99"),
        (edit(4, opponent_strength="-1"), ":4: opponent_strength = '-1': must be a whole number in 0 to 99"),
        (edit(4, amount="-5"), ":4: amount = '-5': must be a whole number in 0 to 100000000"),
        (edit(4, amount="1.5"), ":4: amount = '1.5': must be a whole number in 0 to 100000000"),
        (edit(8, cost_amount="100000001"), ":8: cost_amount = '100000001': must be a whole number in 0 to 100000000"),
        (edit(4, space="256"), ":4: space = '256': must be a whole number in 0 to 255"),
        (edit(4, space="1"), ":4: space = 1 stands in line 3 too"),
        (edit(4, kind="stadium"), ":4: kind = 'stadium': must be one of start, points_match, "),
        (edit(4, venue="abroad"), ":4: venue = 'abroad': must be one of none, home, away"),
        (edit(8, cost_rule="per_day"), ":8: cost_rule = 'per_day': must be one of none, fixed, "),
        (edit(4, provenance="guessed"), ":4: provenance = 'guessed': must be one of rulebook, assumed"),
    ],
)  # fmt: skip
def test_a_bad_board_is_refused(tmp_path, change, message):
    assert refused(tmp_path, "board", change).startswith(message)


def test_a30_kinds_of_spaces_are_those_of_the_rulebook_and_neutral():
    assert SPACE_KINDS == (
        "start",
        "points_match",
        "dfb_cup",
        "private_match",
        "european_cup",
        "cost",
        "event_yellow",
        "event_blue",
        "neutral",
    )


# Cards --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda rows: rows.pop(2), ": no row has value = 3"),
        (edit(6, value="6"), ":6: value = '6': must be a whole number in 1 to 5"),
        (edit(2, value="0"), ":2: value = '0': must be a whole number in 1 to 5"),
        (edit(3, value="1"), ":3: value = 1 stands in line 2 too"),
        (edit(2, count="81"), ":2: count = '81': must be a whole number in 0 to 80"),
        (edit(2, start_per_player="-1"), ":2: start_per_player = '-1': must be a whole number in 0 to 80"),
        (edit(2, purchase_price="-1"), ":2: purchase_price = '-1': must be a whole number in 0 to 100000000"),
        (edit(2, sale_price="x"), ":2: sale_price = 'x': must be a whole number in 0 to 100000000"),
    ],
)  # fmt: skip
def test_bad_player_cards_are_refused(tmp_path, change, message):
    assert refused(tmp_path, "player_cards", change).startswith(message)


BAD_TRIGGERS = [
    ("money", "league_home"),
    ("money_per_player", "cup"),
    ("money_per_point", "cost"),
    ("gain_player", "private"),
    ("lose_player", "league_away"),
    ("strength", "immediate"),
    ("strength", "private"),
    ("strength", "league_home+cost"),
    ("factor", "immediate"),
    ("factor", "league_away"),
    ("bonus", "immediate"),
    ("bonus", "league_home+league_away"),
    ("bonus", "nowhere"),
    ("factor", "cup+cup"),
    ("strength", ""),
]


@pytest.mark.parametrize(("effect", "trigger"), BAD_TRIGGERS)
def test_effects_go_with_their_triggers_alone(tmp_path, effect, trigger):
    """Section 5: refuse other effect/trigger/token pairs."""
    message = refused(tmp_path, "event_cards", edit(3, effect=effect, trigger=trigger, amount="1"))
    expected = (
        f":3: card y02: trigger = {trigger!r} does not go with effect = {effect!r}; allowed: "
    )
    assert message.startswith(expected)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (edit(18, amount="-1"), ":18: card y17: amount = -1: a factor is not negative"),
        (edit(18, amount="1001"), ":18: card y17: amount = 1001: at most 1000 percent"),
        (edit(10, amount="0"), ":10: card y09: amount = 0: a player is worth 1 to 5"),
        (edit(10, amount="6"), ":10: card y09: amount = 6: a player is worth 1 to 5"),
        (edit(12, amount="-3"), ":12: card y11: amount = -3: a player is worth 1 to 5"),
        (edit(2, amount="-100"), ":2: card y01: amount = -100: at most 99 points"),
        (edit(2, uses="0"), ":2: uses = '0': must be a whole number in 1 to 99"),
        (edit(2, colour="green"), ":2: colour = 'green': must be one of yellow, blue"),
        (edit(2, effect="move"), ":2: effect = 'move': must be one of money, money_per_player, "),
        (edit(14, amount="100000001"), ":14: amount = '100000001': must be a whole number in -100000000 to 100000000"),
        (edit(3, card_id="y01"), ":3: card_id = 'y01' stands in line 2 too"),
        (
            lambda rows: rows.extend(rows[0] | {"card_id": f"more{i}"} for i in range(47)),
            ":84: more than 64 yellow cards",
        ),
    ],
)  # fmt: skip
def test_bad_event_cards_are_refused(tmp_path, change, message):
    assert refused(tmp_path, "event_cards", change).startswith(message)


def test_bad_cup_cards_and_notes_are_refused(tmp_path):
    def too_many(rows):
        rows.extend(rows[0] | {"card_id": f"more{i}"} for i in range(47))

    assert refused(tmp_path, "cup_cards", too_many) == ":66: more than 64 cards"
    assert refused(tmp_path, "cup_cards", edit(2, venue="none")).startswith(":2: venue = 'none': ")
    assert refused(tmp_path, "cup_cards", edit(2, income="-1")).startswith(":2: income = '-1': ")
    assert refused(tmp_path, "cup_cards", edit(2, opponent_strength="")).startswith(
        ":2: opponent_strength = '': must be a whole number in 0 to 99"
    )
    assert refused(tmp_path, "notes", edit(2, denomination="0")).startswith(":2: denomination")


def test_files_without_rows_are_refused_where_a_match_needs_them(tmp_path):
    for table, message in (
        ("board", "no spaces"),
        ("cup_cards", "no cards"),
        ("player_cards", "no row has value = 1"),
    ):
        own = tmp_path / "empty.csv"
        own.write_text((TABLES.folder / FILES[table]).read_text().splitlines()[0] + "\n")
        with pytest.raises(InputError, match=message):
            TABLES.read({table: own})


@pytest.mark.parametrize("table", FILES)
def test_columns_are_fixed(tmp_path, table):
    lines = (TABLES.folder / FILES[table]).read_text().splitlines()
    first, *others = lines[0].split(",")
    own = tmp_path / "own.csv"
    own.write_text(
        "\n".join([",".join([first, *others, "colours"]), *(f"{x},1" for x in lines[1:])])
    )
    with pytest.raises(InputError, match=r"own\.csv:1: unknown column 'colours'"):
        TABLES.read({table: own})
    own.write_text("\n".join(lines).replace(f",{others[0]}", "", 1))
    with pytest.raises(InputError, match=rf"own\.csv:1: column '{others[0]}' is missing"):
        TABLES.read({table: own})
    own.write_text("\n".join([*lines, "1"]))
    with pytest.raises(InputError, match=rf"own\.csv:{len(lines) + 1}: 1 cells"):
        TABLES.read({table: own})
    with pytest.raises(InputError, match="unknown table"):
        TABLES.read({"cards": own})
