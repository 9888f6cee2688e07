"""Component files of the user: validated row by row, with line numbers."""

import os
from pathlib import Path

import pytest
from component_files import edit, refused
from support import plan_of

from sim.engine.components import told_apart
from sim.engine.errors import InputError
from sim.games import game, names

TABLES = game("dream_team").components
PLAYERS = (TABLES.folder / "players.csv").read_text()


def read(tmp_path, text, table="players"):
    path = tmp_path / "my.csv"
    if isinstance(text, bytes):
        path.write_bytes(text)
    else:
        path.write_text(text)
    return TABLES.read({table: path})


def edited(number, old, new):
    lines = PLAYERS.splitlines()
    assert old in lines[number]
    lines[number] = lines[number].replace(old, new)
    return "\n".join(lines) + "\n"


def test_rows_with_one_label_are_told_apart_by_their_names():
    rows = game("nove_anni").components.read().rows["cards"][:3]
    assert told_apart(rows) == [row.label for row in rows]
    twins = [rows[0], rows[1].model_copy(update={"label": "Michele -\nil generale"}), rows[2]]
    first = "Michele - il generale"
    assert told_apart(twins) == [
        f"{first} (rascal_michele)", f"{first} (rascal_alfredo)", rows[2].label,
    ]  # fmt: skip


MISTAKES = {
    "empty": ("", "empty; its first line must be card_id,team,name,attack"),
    "missing column": (PLAYERS.replace(",symbol", "", 1), "column 'symbol' is missing"),
    "extra column": (PLAYERS.replace("symbol", "symbol,size", 1), "unknown column 'size'"),
    "renamed column": (PLAYERS.replace("attack", "atack", 1), "did you mean 'attack'?"),
    "double column": (PLAYERS.replace("symbol", "attack", 1), "'attack' stands there twice"),
    "not a number": (
        edited(1, ",5,2,", ",five,2,"),
        ":2: attack = 'five': must be a whole number in 0",
    ),
    "too large": (
        edited(3, ",3,4,", ",7,4,"),
        ":4: attack = '7': must be a whole number in 0 to 6",
    ),
    "fraction": (edited(3, ",3,4,", ",3.5,4,"), ":4: attack = '3.5': must be a whole number"),
    "team": (edited(2, ",0,", ",6,"), ":3: team = '6': must be a whole number in 0 to 5"),
    "symbol": (edited(1, "boots", "boot"), ":2: symbol = 'boot': must be one of none, boots"),
    "duplicate": (edited(2, "p12", "p11"), ":3: card_id = 'p11' stands in line 2 too"),
    "decimal": (
        edited(1, ",5,2,", ",5.0,2,"),
        ":2: attack = '5.0': must be a whole number in 0 to 6",
    ),
    "grouped": (
        edited(1, ",5,2,", ",0_5,2,"),
        ":2: attack = '0_5': must be a whole number in 0 to 6",
    ),
    "null": (edited(1, "boots", "bo\0ots"), ":2: symbol = 'bo\\x00ots': a null character"),
    "long": (
        PLAYERS.replace(PLAYERS.splitlines()[1].split(",")[2], "x" * 81, 1),
        ": must have at most 80 letters",
    ),
    "near word": (edited(1, "boots", "Boots"), "did you mean 'boots'?"),
    "too many": (
        PLAYERS + "x,0,X,1,1,none,assumed\n",
        ":38: team 0 has 7 players, every team needs",
    ),
    "short row": (edited(2, ",assumed", ""), ":3: 6 cells, the header has 7"),
    "too few": ("\n".join(PLAYERS.splitlines()[:-1]), "team 5 has 5 players, every team needs ex"),
    "long cell": (edited(1, "boots", "x" * 200_000), ":2: field larger than field limit"),
    "encoding": (PLAYERS.replace("Team A", "Équipe").encode("latin-1"), ":2: not UTF-8 text (byte"),
    "semicolons": (
        PLAYERS.replace(",", ";"),
        ":1: cells are separated by ';'; save it with commas",
    ),
    "tabs": (PLAYERS.replace(",", "\t"), ":1: cells are separated by '\\t'; save it with commas"),
    "open quote": (edited(3, ",0,", ',0,"'), ":4: a quote is not closed, or stands alone"),
    "lone quote": (edited(3, ",0,", ',0,"King" '), ":4: a quote is not closed, or stands alone"),
    "after a long row": (edited(1, ",boots", ',"bo\nots"'), ":2: symbol = 'bo\\nots': must be one"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_bad_table_is_refused_with_its_line(name, tmp_path):
    text, wanted = MISTAKES[name]
    with pytest.raises(InputError) as error:
        read(tmp_path, text)
    assert wanted in str(error.value)
    assert str(error.value).startswith(str(tmp_path / "my.csv"))


LABELS = [
    (name, table, column)
    for name in names()
    for table, declared in game(name).components.tables.items()
    for column in ("label", "name")
    if column in declared.row.model_fields
]


@pytest.mark.parametrize(("name", "table", "column"), LABELS)
def test_what_a_report_calls_a_row_is_not_empty(name, table, column, tmp_path):
    change = edit(2, **{column: " "})
    said = refused(game(name).components, tmp_path, table, change)
    assert said.startswith(f":2: {column} = '': must not be empty")


def test_a_folder_or_missing_file_is_refused(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        TABLES.read({"players": tmp_path / "none.csv"})
    with pytest.raises(InputError, match="directory"):
        TABLES.read({"players": tmp_path})
    os.mkfifo(tmp_path / "pipe")
    for device in (tmp_path / "pipe", Path(os.devnull)):
        with pytest.raises(InputError, match=f"{device}: a device, not a file"):
            TABLES.read({"players": device})
    with pytest.raises(InputError, match="unknown table; did you mean 'players'"):
        TABLES.read({"player": tmp_path})


def test_byte_order_marks_blank_lines_and_spaces_are_forgiven(tmp_path):
    text = PLAYERS.replace(",boots", ", boots ").replace("name,attack", " name ,attack")
    text = "\ufeff" + text.replace("Team A", " Team A") + "\n\n"
    assert read(tmp_path, text).rows["players"] == TABLES.read().rows["players"]


@pytest.mark.parametrize("mark", ["\u2028", "\f", "\x85", "\n"])
def test_a_line_ends_only_where_csv_says(mark, tmp_path):
    name = PLAYERS.splitlines()[1].split(",")[2]
    text = edited(1, f",{name},", f',"A{mark}B",')
    assert read(tmp_path, text).rows["players"][0].name == f"A{mark}B"


def test_own_components_change_the_run_and_are_marked(tmp_path):
    path = tmp_path / "strong.csv"
    path.write_text(edited(1, ",5,2,", ",6,2,"))
    plan = plan_of("dream_team", components={"players": str(path)})
    components = plan.scenarios[0].components
    assert components.own == {"players"}
    assert components.rows["players"][0].attack == 6
    assert plan.digest != plan_of("dream_team").digest


def test_provenance_is_counted():
    assert TABLES.read().provenance() == {
        "players": {"assumed": 36},
        "keepers": {"assumed": 12},
        "specials": {"assumed": 6},
        "action_cards": {"rulebook": 9, "assumed": 1},
    }
