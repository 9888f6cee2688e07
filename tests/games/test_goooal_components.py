"""Component files of goooal: what is read, and what is refused with its place (section 5)."""

from collections import Counter
from functools import partial
from random import Random

import pytest
from component_files import changed as own_file
from component_files import edit
from component_files import refused as said_of
from goooal_told import SHIPPED, deck_of, match_of
from telling import INTERPRETED, tell

from sim.engine.errors import InputError
from sim.games.goooal.cards import COLOURS, DECK, KINDS, SPECIALS, TABLES, TEAMS, cards, teams
from sim.games.goooal.priors import deck as drawn_deck
from sim.games.goooal.rules import Rules
from sim.games.goooal.story import Event

FILES = {name: table.file for name, table in TABLES.tables.items()}
CORE = ("red", "blue", "green", "yellow")
SHORT = {"max_matches": 1} if INTERPRETED else {}


changed, refused = partial(own_file, TABLES), partial(said_of, TABLES)


def played(components, match=0):
    """Record and events of a unit with these components, every seat another strategy."""
    return tell(match_of(SHORT, ("random", "dumper", "strong", "attacker"), components), match)


def nothing(rows):
    """No change of a file."""


# What section 5 says of the shipped files ---------------------------------------------------------


def test_the_deck_has_sixty_players_and_twenty_specials():
    """Sections 1 and 5: 12 teams of 5, four of each symbol, 20 cards of each colour."""
    deck = cards(SHIPPED)
    assert [card.card_id for card in deck] == [*range(80)]
    assert Counter(card.kind for card in deck) == {"player": 60} | dict.fromkeys(SPECIALS, 4)
    assert Counter(card.colour for card in deck) == dict.fromkeys(CORE, 20)
    players = [card for card in deck if card.kind == "player"]
    assert Counter(card.team for card in players) == dict.fromkeys(range(12), 5)
    assert Counter(card.colour for card in players) == dict.fromkeys(CORE, 15)
    assert Counter(card.number for card in players) == dict.fromkeys(range(1, 6), 12)


def test_players_are_coloured_as_a_latin_square():
    """Section 5: colour index = (team + number - 1) mod 4; what follows from it for every team."""
    players = cards(SHIPPED)[:60]
    for card in players:
        assert (card.kind, card.team, card.number) == (
            "player",
            card.card_id // 5,
            card.card_id % 5 + 1,
        )
        assert card.colour == CORE[(card.team + card.number - 1) % 4]
    assert Counter((c.number, c.colour) for c in players) == dict.fromkeys(
        ((n, colour) for n in range(1, 6) for colour in CORE), 3
    )
    for team in range(12):
        hues = [c.colour for c in players if c.team == team]
        assert {*hues} == {*CORE}
        assert hues[0] == hues[4]


def test_specials_follow_symbol_by_symbol_in_every_colour():
    specials = cards(SHIPPED)[60:]
    assert [*KINDS] == ["player", "arbitre", "goooal", "gardien", "agent", "coupe"]
    assert [(c.kind, c.colour) for c in specials] == [(k, hue) for k in SPECIALS for hue in CORE]
    assert {(c.team, c.number) for c in specials} == {(None, None)}


def test_labels_name_cards_and_teams_apart():
    deck, named = cards(SHIPPED), teams(SHIPPED)
    assert [team.name for team in named] == [f"Team {letter}" for letter in "ABCDEFGHIJKL"]
    assert [team.team for team in named] == [*range(12)]
    assert {team.players_to_collect for team in named} == {5}
    names = {team.team: team.name for team in named}
    for card in deck:
        if card.kind == "player":
            assert card.label == f"{names[card.team]} no. {card.number}"
        else:
            assert card.label == f"{card.kind.upper()} {card.colour}"
    assert len({card.label for card in deck}) == 80


def test_printed_texts_name_options_and_their_defaults():
    """R14-R18: specials.csv is documentation; the numbers it prints are those of the options."""
    rows = SHIPPED.rows["specials"]
    assert tuple(row.kind for row in rows) == SPECIALS
    rules = match_of().rules.model_dump()
    for row in rows:
        assert str(rules[row.option]).lower() == row.value
        assert row.label == row.kind.upper()


def test_the_prior_is_that_of_section_5():
    model = {row.parameter: (row.low, row.value, row.high) for row in SHIPPED.rows["deck_model"]}
    copies = {f"{kind}_per_colour": (1, 1, 3) for kind in SPECIALS}
    assert model == {
        "n_teams": (8, 12, 16),
        "players_per_team": (5, 5, 5),
        "n_colours": (3, 4, 6),
        "max_number": (5, 5, 11),
        **copies,
        "coupe_per_colour": (1, 1, 2),
    }


def test_the_shipped_deck_is_the_one_of_the_values_of_the_model():
    model = {row.parameter: row.value for row in SHIPPED.rows["deck_model"]}
    found = Counter(card.kind for card in cards(SHIPPED))
    assert found["player"] == model["n_teams"] * model["players_per_team"]
    for kind in SPECIALS:
        assert found[kind] == model["n_colours"] * model[f"{kind}_per_colour"]
    assert max(c.number for c in cards(SHIPPED) if c.number) == model["max_number"]


def test_provenance_says_what_is_assumed():
    """Section 1: the rulebook prints five players to a team and the symbols, and no card list."""
    assert SHIPPED.provenance() == {
        "cards": {"assumed": 80},
        "teams": {"assumed": 12},
        "specials": {"rulebook": 5},
        "deck_model": {"assumed": 8, "rulebook": 1},
    }
    (printed,) = [r for r in SHIPPED.rows["deck_model"] if r.provenance == "rulebook"]
    assert printed.parameter == "players_per_team"


# Files of one's own -------------------------------------------------------------------------------


@pytest.mark.parametrize("table", FILES)
def test_a_file_of_ones_own_is_read_and_plays_the_same(tmp_path, table):
    components = TABLES.read({table: changed(tmp_path, table, nothing)})
    assert components.rows == SHIPPED.rows
    assert components.own == {table}
    assert components.digests == SHIPPED.digests
    one, other = played(components), played(SHIPPED)
    assert one == other


def test_files_that_are_documentation_do_not_change_the_game(tmp_path):
    """Section 5: players_to_collect, printed texts and the model leave a match as it is."""

    def collect(rows):
        for row in rows:
            row["players_to_collect"] = "2"

    base = played(SHIPPED)
    for table, change in (
        ("teams", collect),
        ("specials", edit(3, value="9", option="hand_size", effect="none")),
        ("specials", lambda rows: rows.clear()),
        ("deck_model", edit(2, value="9", low="9", high="9")),
    ):
        assert played(TABLES.read({table: changed(tmp_path, table, change)})) == base


def test_names_and_the_order_of_teams_do_not_change_the_game(tmp_path):
    """Colours are what they are called, teams what their ids are: other words, the same cards."""

    def repaint(rows):
        for row in rows:
            row |= {"colour": row["colour"] + " \u2028x", "label": "a, b", "provenance": "rulebook"}

    base = played(SHIPPED)
    repainted = TABLES.read({"cards": changed(tmp_path, "cards", repaint)})
    assert cards(repainted)[0].colour == "red \u2028x"
    assert repainted.digests != SHIPPED.digests
    assert played(repainted) == base
    turned = changed(tmp_path, "teams", lambda rows: rows.reverse())
    assert played(TABLES.read({"teams": turned})) == base


def test_a_real_deck_of_ones_own_takes_the_place_of_both_files(tmp_path):
    """Other teams, team ids with gaps, numbers of any size, cards in any order."""
    rows = [
        {"kind": "player", "colour": hue, "team": t, "number": n, "label": f"{t}-{n}"}
        for t, hue in ((3, "ocre"), (17, "noir"), (31, "ocre"))
        for n in (0, 10, 21, 99)
    ]
    rows += [{"kind": "coupe", "colour": "noir", "label": "La Coupe"}] * 4
    Random(1).shuffle(rows)
    common = {"provenance": "rulebook"}

    def deck(held):
        held[:] = [common | {"card_id": str(i)} | row for i, row in enumerate(rows)]

    def clubs(held):
        held[:] = [
            common | {"team": str(t), "name": f"Club {t}", "players_to_collect": "4"}
            for t in (31, 3, 17)
        ]

    components = TABLES.read(
        {"cards": changed(tmp_path, "cards", deck), "teams": changed(tmp_path, "teams", clubs)}
    )
    assert components.own == {"cards", "teams"}
    assert components.provenance()["cards"] == {"rulebook": 16}
    rules = {"hand_size": 2, "collect_size": 4, "max_turns": 40, "max_matches": 2}
    unit = tell(match_of(rules | {"team_choice": "seat"}, ("dumper", "random"), components))
    assert [unit.row[f"team_seat{seat}"] for seat in range(2)] == [3, 17]  # A3: lowest ids first
    assert unit.row["match_played_player"] > 0


# A deck that is refused ---------------------------------------------------------------------------


def merge(rows):
    """Team 3 becomes a part of team 0."""
    for row in rows:
        if row["team"] == "3":
            row["team"] = "0"


def longer(deck_size):
    """A deck of so many cards."""

    def change(rows):
        rows.extend(rows[0] | {"card_id": str(i)} for i in range(80, deck_size))

    return change


def painted(colours):
    """A deck of so many colours, the four printed ones among them."""

    def change(rows):
        for i in range(colours - 4):
            rows[i]["colour"] = f"colour {i}"

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda rows: rows.clear(), ": no cards"),
        (lambda rows: rows.pop(5), ":7: card_id = 6 stands where card 5 belongs"),
        (lambda rows: rows.pop(0), ":2: card_id = 1 stands where card 0 belongs"),
        (lambda rows: rows.reverse(), ":2: card_id = 79 stands where card 0 belongs"),
        (edit(4, card_id="99"), ":4: card_id = 99 stands where card 2 belongs"),
        (edit(4, card_id="1"), ":4: card_id = 1 stands in line 3 too"),
        (edit(4, card_id="x"), ":4: card_id = 'x': "),
        (edit(4, card_id=""), ":4: card_id = '': "),
        (edit(4, card_id="-1"), ":4: card_id = '-1': "),
        (edit(4, card_id="2.5"), ":4: card_id = '2.5': "),
        (longer(257), ":258: card_id = '256': "),
        (edit(4, kind="Player"), ":4: kind = 'Player': must be one of player, arbitre, goooal, gardien, agent, coupe"),
        (edit(4, kind="joker"), ":4: kind = 'joker': must be one of player, "),
        (edit(4, kind=""), ":4: kind = '': must be one of player, "),
        (edit(4, colour=""), ":4: colour = '': "),
        (edit(4, colour="  "), ":4: colour = '': "),
        (painted(9), ":10: 9 colours; at most 8"),
        (painted(10), ":10: 10 colours; at most 8"),  # the line of the ninth
        (edit(4, team=""), ":4: card 2 (player) needs a team"),
        (edit(4, number=""), ":4: card 2 (player) needs a number"),
        (edit(4, team="", number=""), ":4: card 2 (player) needs a team"),
        (edit(64, team="3"), ":64: card 62 (arbitre) may not have a team"),
        (edit(64, number="3"), ":64: card 62 (arbitre) may not have a number"),
        (edit(81, team="0", number="0"), ":81: card 79 (coupe) may not have a team"),
        (edit(64, kind="player"), ":64: card 62 (player) needs a team"),
        (edit(4, kind="coupe"), ":4: card 2 (coupe) may not have a team"),
        (edit(4, team="32"), ":4: team = '32': "),
        (edit(4, team="-1"), ":4: team = '-1': "),
        (edit(4, team="1.5"), ":4: team = '1.5': "),
        (edit(4, team="A"), ":4: team = 'A': "),
        (edit(4, number="100"), ":4: number = '100': must be a whole number in 0 to 99"),
        (edit(4, number="-1"), ":4: number = '-1': must be a whole number in 0 to 99"),
        (edit(4, number="1.5"), ":4: number = '1.5': must be a whole number in 0 to 99"),
        (edit(4, number="1e1"), ":4: number = '1e1': must be a whole number in 0 to 99"),
        (edit(4, provenance="guessed"), ":4: provenance = 'guessed': must be one of rulebook, assumed"),
        (edit(4, team="12"), ":4: card 2 is of team 12, which is not in "),
        (merge, f"{TABLES.folder}/teams.csv:5: team 3 is on no card of "),
    ],
)  # fmt: skip
def test_a_bad_deck_is_refused(tmp_path, change, message):
    assert refused(tmp_path, "cards", change).startswith(message)


@pytest.mark.parametrize(
    "change",
    [longer(DECK), painted(COLOURS), edit(4, number="99"), edit(4, number="0"), edit(4, label="x")],
)
def test_the_largest_deck_and_the_largest_numbers_are_read(tmp_path, change):
    """Section 14: 256 cards, 8 colours."""
    TABLES.read({"cards": changed(tmp_path, "cards", change)})


def test_two_cards_may_be_equal(tmp_path):
    """Section 7: equal cards are two actions; the file has one row for each."""
    twins = TABLES.read(
        {"cards": changed(tmp_path, "cards", edit(3, colour="red", number="1", label="Twin"))}
    )
    one, other = cards(twins)[:2]
    assert (one.colour, one.team, one.number) == (other.colour, other.team, other.number)


@pytest.mark.parametrize(
    ("table", "cells", "limits"),
    [
        ("cards", {"card_id": "256"}, "0 to 255"),
        ("cards", {"card_id": "x"}, "0 to 255"),
        ("cards", {"team": "32"}, "0 to 31"),
        ("cards", {"team": "A"}, "0 to 31"),
        ("teams", {"team": "32"}, "0 to 31"),
        ("teams", {"team": "x"}, "0 to 31"),
    ],
)
def test_what_ids_are_allowed_is_told(tmp_path, table, cells, limits):
    ((column, value),) = cells.items()
    found = refused(tmp_path, table, edit(4, **cells))
    assert found == f":4: {column} = {value!r}: must be a whole number in {limits}"


# Other files that are refused ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (edit(4, team="0"), ":4: team = 0 stands in line 2 too"),
        (edit(4, team=str(TEAMS)), ":4: team = '32': "),
        (edit(4, team="-1"), ":4: team = '-1': "),
        (edit(4, team="x"), ":4: team = 'x': "),
        (edit(4, team=""), ":4: team = '': "),
        (edit(4, name=""), ":4: name = '': "),
        (edit(4, players_to_collect="0"), ":4: players_to_collect = '0': must be a whole number in 1 to 256"),
        (edit(4, players_to_collect="257"), ":4: players_to_collect = '257': must be a whole number in 1 to 256"),
        (edit(4, players_to_collect="4.5"), ":4: players_to_collect = '4.5': must be a whole number in 1 to 256"),
        (edit(4, provenance=""), ":4: provenance = '': must be one of rulebook, assumed"),
        (lambda rows: rows.pop(3), f"{TABLES.folder}/cards.csv:17: card 15 is of team 3, which is not in "),
        (lambda rows: rows.append(rows[0] | {"team": "12"}), ":14: team 12 is on no card of "),
        (lambda rows: rows.clear(), f"{TABLES.folder}/cards.csv:2: card 0 is of team 0, which is not in "),
    ],
)  # fmt: skip
def test_bad_teams_are_refused(tmp_path, change, message):
    assert refused(tmp_path, "teams", change).startswith(message)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (edit(4, kind="arbitre"), ":4: kind = 'arbitre' stands in line 2 too"),
        (edit(4, kind="joker"), ":4: kind = 'joker': must be one of player, "),
        (edit(4, provenance="x"), ":4: provenance = 'x': must be one of rulebook, assumed"),
    ],
)
def test_bad_printed_texts_are_refused(tmp_path, change, message):
    assert refused(tmp_path, "specials", change).startswith(message)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (edit(4, low="5"), ":4: n_colours: needs low <= value <= high, here 5, 4, 6"),
        (edit(4, high="3"), ":4: n_colours: needs low <= value <= high, here 3, 4, 3"),
        (edit(4, value="7"), ":4: n_colours: needs low <= value <= high, here 3, 7, 6"),
        (edit(2, low="17", high="8"), ":2: n_teams: needs low <= value <= high, here 17, 12, 8"),
        (edit(4, value="-1"), ":4: value = '-1': must be a whole number in 0 to 256"),
        (edit(4, low="-1"), ":4: low = '-1': must be a whole number in 0 to 256"),
        (edit(4, high="257"), ":4: high = '257': must be a whole number in 0 to 256"),
        (edit(4, value="2.5"), ":4: value = '2.5': must be a whole number in 0 to 256"),
        (edit(4, value=""), ":4: value = '': must be a whole number in 0 to 256"),
        (edit(2, low="1"), ":2: n_teams: low and high must lie in 2 to 32"),
        (edit(5, high="100"), ":5: max_number: low and high must lie in 1 to 99"),
        (edit(5, low="4"), ":5: max_number: low = 4 is less than the 5 players a team may have"),
        (edit(3, high="6"), ":5: max_number: low = 5 is less than the 6 players a team may have"),
        (edit(4, parameter="n_teams"), ":4: parameter = 'n_teams' stands in line 2 too"),
        (edit(4, provenance="x"), ":4: provenance = 'x': must be one of rulebook, assumed"),
    ],
)
def test_a_bad_model_is_refused(tmp_path, change, message):
    assert refused(tmp_path, "deck_model", change).startswith(message)


def largest(rows):
    """32 teams of 5, and 8 colours of 12 specials."""
    rows[0]["high"], rows[2]["high"], rows[4]["high"] = "32", "8", "1"


@pytest.mark.parametrize(
    "change",
    [edit(2, low="2"), edit(4, low="1"), edit(6, low="0"), largest],
    ids=["2 teams", "1 colour", "no arbitres", "256 cards"],
)
def test_a_model_may_go_to_its_limits(tmp_path, change):
    """Section 14: up to 256 cards; two players need two teams, and no special needs to be there."""
    TABLES.read({"deck_model": changed(tmp_path, "deck_model", change)})


@pytest.mark.parametrize(
    "change",
    [
        lambda rows: rows.clear(),
        lambda rows: rows.pop(0),
        lambda rows: rows.pop(-1),
        edit(2, parameter="teams"),
        edit(2, value="60", low="60", high="60"),
        edit(3, value="0", low="0", high="0"),
        edit(4, value="0", low="0", high="0"),
        edit(4, value="9", low="9", high="9"),
        edit(5, value="4", low="4", high="4"),
        edit(9, value="40", low="40", high="40"),
    ],
    ids=["empty", "no teams", "no coupes", "unknown", "60 teams", "teams of 0", "no colours",
         "9 colours", "4 numbers for 5 players", "too many agents"],
)  # fmt: skip
def test_a_model_that_draws_no_deck_is_refused_in_one_line(tmp_path, change):
    """Section 5: deck_model.csv is the generator; what it draws must be a deck that a file may hold."""
    own = changed(tmp_path, "deck_model", change)
    try:
        drawn = drawn_deck(TABLES.read({"deck_model": own}), Random(1))
    except InputError:
        return
    assert not TABLES.tables["cards"].check(drawn.rows["cards"])
    assert len(drawn.rows["cards"]) <= DECK


@pytest.mark.parametrize("table", FILES)
def test_columns_are_fixed(tmp_path, table):
    lines = (TABLES.folder / FILES[table]).read_text().splitlines()
    first, *others = lines[0].split(",")
    own = tmp_path / "own.csv"
    own.write_text(
        "\n".join([",".join([first, *others, "hues"]), *(f"{line},1" for line in lines[1:])])
    )
    with pytest.raises(InputError, match=r"own\.csv:1: unknown column 'hues'"):
        TABLES.read({table: own})
    own.write_text("\n".join(lines).replace(f",{others[0]}", "", 1))
    with pytest.raises(InputError, match=rf"own\.csv:1: column '{others[0]}' is missing"):
        TABLES.read({table: own})
    own.write_text("\n".join(lines).replace(f",{others[0]}", f",{first}", 1))
    with pytest.raises(InputError, match=rf"own\.csv:1: column '{first}' stands there twice"):
        TABLES.read({table: own})
    own.write_text("\n".join([*lines, "1"]))
    with pytest.raises(InputError, match=rf"own\.csv:{len(lines) + 1}: 1 cells, the header has"):
        TABLES.read({table: own})
    own.write_text("")
    with pytest.raises(InputError, match=rf"own\.csv: empty; its first line must be {first},"):
        TABLES.read({table: own})
    with pytest.raises(InputError, match="no such file"):
        TABLES.read({table: tmp_path / "none.csv"})


def test_there_are_four_tables(tmp_path):
    with pytest.raises(InputError, match=r"components\.card: unknown table; did you mean 'cards'"):
        TABLES.read({"card": changed(tmp_path, "cards", nothing)})
    assert {*FILES.values()} == {path.name for path in TABLES.folder.iterdir()}


# Decks that are too small for a table (section 4) -------------------------------------------------


def deck(n, sizes=(5,) * 6):
    """A deck of so many cards: teams of these sizes, the rest AGENTs."""
    rows = [f"player red {t} {i}" for t, size in enumerate(sizes) for i in range(size)]
    return deck_of(*rows, f"{n - len(rows)}x agent blue", teams=0)


def too_few(rules, players, components):
    """Why so many players cannot play these rules with a deck."""
    with pytest.raises(InputError) as error:
        match_of(rules, ("random",) * players, components)
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("rules", [{}, {"hand_size": 5, "collect_size": 3}], ids=str)
def test_enough_cards_are_needed_beside_those_laid(players, rules):
    """Section 4: deck size - K >= players * hand_size + 1, K = players * (collect_size - 1)."""
    size, collect = rules.get("hand_size", 6), rules.get("collect_size", 5)
    laid = players * (collect - 1)
    needed = players * size + 1
    match_of(rules, ("random",) * players, deck(needed + laid, (5,) * players))
    assert too_few(rules, players, deck(needed + laid - 1, (5,) * players)) == (
        f"hand_size = {size}: {players} players need {needed} cards, the deck has "
        f"{needed + laid - 1}, of which {laid} may lie in front of them"
    )


@pytest.mark.parametrize("rules", [{"keep_laid": False}, {"team_collection": False}], ids=str)
def test_cards_that_return_are_not_missing(rules):
    """Section 4: K is 0 where nothing lies in front of players when a match begins."""
    match_of(rules, ("random",) * 6, deck(37))
    assert too_few(rules, 6, deck(36)) == "hand_size = 6: 6 players need 37 cards, the deck has 36"


def test_six_players_need_sixty_one_cards():
    """Section 5: 36 + 24 + 1; the printed deck has 80 and allows hands of nine, not of ten."""
    match_of({}, ("random",) * 6, deck(61))
    assert "the deck has 60, of which 24" in too_few({}, 6, deck(60))
    match_of({"hand_size": 9}, ("random",) * 6)
    assert too_few({"hand_size": 10}, 6, SHIPPED).startswith("hand_size = 10: 6 players need 61")
    match_of({"hand_size": 12}, ("random",) * 4)


def test_a_deck_that_is_just_large_enough_can_be_played():
    """One card in the piles, and that is the base; others come from the middle (A16)."""
    rules = {"max_turns": 30, "max_matches": 4, "hand_size": 5}
    for rule in ({"keep_laid": False}, {"team_collection": False}, {"collect_size": 1}):
        assert "need 31 cards" in too_few(rules | rule, 6, deck(30))
        for reshuffle in ("both_empty", "never"):
            s = match_of(rules | rule | {"reshuffle": reshuffle}, ("collector",) * 6, deck(31))
            unit = tell(s)
            assert [e.a for e in unit.kinds(Event.PILES)] == [1] * unit.row["n_matches"]


@pytest.mark.parametrize("smallest", [1, 3, 4])
def test_the_smallest_team_bounds_the_collection(smallest):
    """Section 4: collect_size is at most the smallest team, even of a team nobody plays."""
    components = deck(70, (5, 5, smallest, 7))
    rules = {"collect_size": smallest + 1}
    assert too_few(rules, 2, components) == (
        f"collect_size = {smallest + 1}: the smallest team has {smallest} cards"
    )
    match_of({"collect_size": smallest}, ("random",) * 2, components)
    match_of(rules | {"team_collection": False}, ("random",) * 2, components)


def test_every_player_needs_a_team():
    """Section 4, R1: no more players than teams, whether teams are collected or not."""
    components = deck(80, (5,) * 3)
    match_of({}, ("random",) * 3, components)
    for rules in ({}, {"team_collection": False}):
        assert too_few(rules, 4, components) == "players = 4: the deck has 3 teams"
    specials = SHIPPED.changed({"cards": cards(SHIPPED)[60:], "teams": ()})
    assert too_few({}, 2, specials) == "players = 2: the deck has 0 teams"


def test_a_colour_of_one_card_is_doubted_and_its_neighbour_named(tmp_path):
    own = changed(tmp_path, "cards", edit(6, colour="rde"))
    doubts = list(Rules().doubts(TABLES.read({"cards": own})))
    assert doubts == [f"{own}: colour = 'rde' is on card 4 only; did you mean 'red'?"]
    assert list(Rules().doubts(SHIPPED)) == []


def test_a_colour_of_one_card_that_is_like_no_other_has_no_hint(tmp_path):
    own = changed(tmp_path, "cards", edit(6, colour="mauve"))
    (doubt,) = Rules().doubts(TABLES.read({"cards": own}))
    assert doubt == f"{own}: colour = 'mauve' is on card 4 only"


@pytest.mark.parametrize(
    "rows", [("2x coupe mauve", "3x coupe red"), ("player red 0 1",)], ids=["two", "alone"]
)
def test_a_colour_of_two_cards_or_of_the_whole_deck_is_not_doubted(rows):
    assert list(Rules().doubts(deck_of(*rows, teams=0))) == []


def test_the_largest_deck_that_a_model_may_draw_counts(tmp_path):
    """Section 14: 32 teams of 5 and 8 colours of 14 specials are too many, if the values are not."""

    def large(rows):
        rows[0]["high"], rows[2]["high"] = "32", "8"

    said = refused(tmp_path, "deck_model", large)
    assert said == ": a deck may have 272 cards; at most 256"
