"""Component files of The Singaporean Dream: what is read, what is refused with its place (section 5)."""

from collections import Counter
from functools import partial

import pytest
from component_files import changed as own_file
from component_files import edit
from component_files import refused as said_of
from singaporean_dream_told import SHIPPED, match_of
from support import plan_of
from telling import tell

from sim.engine.errors import InputError
from sim.games.singaporean_dream.cards import (
    TABLES,
    actions,
    cash,
    dreams,
    labels,
    personalities,
    pile_size,
    played_as,
)
from sim.games.singaporean_dream.record import PLAYED
from sim.games.singaporean_dream.report import names

changed, refused = partial(own_file, TABLES), partial(said_of, TABLES)
SHORT = {"max_turns": 30}


def played(components, match=0):
    """A match with these components."""
    return tell(match_of(SHORT, ("random", "thief", "strong", "hoarder"), components), match)


def many(number, **cells):
    """Copies of the last row, each under another id, with other cells; `{}` in a cell counts."""

    def change(rows):
        last = dict(rows[-1])
        key = next(iter(last))
        for i in range(number):
            rows.append(last | {key: f"more_{i}"} | {k: v.format(i) for k, v in cells.items()})

    return change


# What section 5 says of the shipped files ---------------------------------------------------------


def test_the_action_pile_has_half_cash():
    """Sections 1 and 5: 42 cash cards worth 7 800K, 44 action cards."""
    assert [(row.value_k, row.copies) for row in cash(SHIPPED)] == [
        (100, 20), (200, 14), (300, 5), (500, 3),
    ]  # fmt: skip
    assert sum(row.value_k * row.copies for row in cash(SHIPPED)) == 7800
    copies = {row.action_id: row.copies for row in actions(SHIPPED)}
    assert copies == {
        "gahmen_say_cannot": 5, "neighbour_object": 3, "wedding_invitation": 4, "kena_saman": 4,
        "chope": 4, "sabo_king": 4, "kaypoh": 4, "voucher_day": 4, "queue_for_freebies": 6,
        "train_breakdown": 3, "haze_season": 2, "toto_huat": 1,
    }  # fmt: skip
    assert pile_size(SHIPPED) == 86


def test_dreams_are_symmetric():
    """18 dreams worth 8 800K; every personality has bonus dreams at 300K and 500K."""
    rows = dreams(SHIPPED)
    assert len(rows) == 18
    assert sum(row.value_k for row in rows) == 8800
    for person in personalities(SHIPPED):
        own = [row.value_k for row in rows if row.bonus_personality == person.personality_id]
        assert own == [300, 500]
    plain = [row.value_k for row in rows if row.bonus_personality == "none"]
    assert plain == [400, 500, 600, 700, 800, 1000]


def test_powers_are_those_of_section_5():
    found = {r.personality_id: (r.power_effect, r.power_scope, r.power_amount) for r in personalities(SHIPPED)}  # fmt: skip
    assert found == {
        "nsf": ("protect_dreams", "none", 0),
        "ah_beng": ("collect_cash", "one", 100),
        "aunty": ("draw_cards", "none", 1),
        "complain_queen": ("steal_hand_card", "one", 1),
        "influencer": ("salvage_cash", "none", 100),
        "kiasu_parent": ("discount_buy", "none", 100),
    }


def test_provenance_says_what_the_sheet_prints():
    found = SHIPPED.provenance()
    assert found["personalities"] == {"rulebook": 1, "assumed": 5}
    assert found["dream_cards"] == {"rulebook": 1, "assumed": 17}
    assert found["cash_cards"] == {"rulebook": 2, "assumed": 2}
    assert found["action_cards"] == {"rulebook": 2, "assumed": 10}


def test_reports_call_things_what_the_components_call_them():
    told = names(SHIPPED)
    assert told.columns["win_personality_0"] == "won as NSF"
    assert told.items["stop"] == "Gahmen Say Cannot or Neighbour Object"
    assert told.items["collect_all"] == "Wedding Invitation"
    assert {*told.items} == {*PLAYED}
    assert told.axes["card"] == labels(SHIPPED)
    assert {played_as(row) for row in actions(SHIPPED)} <= {*PLAYED}


# Files of one's own -------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES.tables)
def test_a_file_of_ones_own_is_read_and_plays_the_same(tmp_path, table):
    components = TABLES.read({table: changed(tmp_path, table, lambda rows: None)})
    assert components.rows == SHIPPED.rows
    assert components.own == {table}
    assert played(components) == played(SHIPPED)


def test_denominations_may_stand_in_any_order(tmp_path):
    """Section 5: type order is ascending value."""
    turned = TABLES.read({"cash_cards": changed(tmp_path, "cash_cards", lambda r: r.reverse())})
    assert [row.value_k for row in cash(turned)] == [100, 200, 300, 500]
    assert played(turned) == played(SHIPPED)


def test_other_cards_are_other_matches(tmp_path):
    for table, change in (
        ("cash_cards", edit(2, copies="60")),
        ("dream_cards", edit(2, value_k="2000")),
        ("action_cards", edit(4, amount="500")),
        ("personalities", edit(3, power_amount="300")),
    ):
        own = TABLES.read({table: changed(tmp_path, table, change)})
        assert any(played(own, m) != played(SHIPPED, m) for m in range(4)), table


def test_dreams_of_ones_own_belong_to_personalities_of_ones_own(tmp_path):
    files = {
        "personalities": changed(tmp_path, "personalities", edit(2, personality_id="army_boy")),
        "dream_cards": changed(
            tmp_path,
            "dream_cards",
            lambda rows: [r.update(bonus_personality="army_boy") for r in rows[:2]],
        ),
    }
    own = TABLES.read(files)
    assert Counter(r.bonus_personality for r in dreams(own))["army_boy"] == 2
    with pytest.raises(
        InputError, match=r"dream_cards.csv:2: keep_gf_during_ns: bonus_personality"
    ):
        TABLES.read({"personalities": files["personalities"]})


# What is refused ----------------------------------------------------------------------------------

BAD = [
    ("personalities", edit(2, power_effect="protect"), ":2: power_effect = 'protect': must be one of"),
    ("personalities", edit(2, power_effect="stop"), ":2: power_effect = 'stop': must be one of"),
    ("personalities", edit(3, power_scope="none"), ":3: ah_beng: power_scope = 'none' does not go with collect_cash; allowed: one, all"),
    ("personalities", edit(4, power_scope="all"), ":4: aunty: power_scope = 'all' does not go with draw_cards; allowed: none"),
    ("personalities", edit(2, power_amount="50"), ":2: nsf: power_amount = 50: protect_dreams has amount 0"),
    ("personalities", edit(3, power_amount="0"), ":3: ah_beng: power_amount = 0: collect_cash needs at least 1"),
    ("personalities", edit(3, power_amount="120"), ":3: ah_beng: power_amount = 120: collect_cash needs a multiple of 50 K"),
    ("personalities", edit(7, power_amount="2050"), ":7: power_amount = '2050': must be a whole number in 0 to 2000"),
    ("personalities", edit(3, personality_id="nsf"), ":3: personality_id = 'nsf' stands in line 2 too"),
    ("personalities", edit(3, personality_id="Ah Beng"), ":3: personality_id = 'Ah Beng': must be lower-case"),
    ("personalities", edit(3, personality_id="none"), ":3: personality_id = 'none': stands for no bonus"),
    ("personalities", lambda rows: rows.__delitem__(slice(1, None)), ": 1 personalities; 2 to 8 are needed"),
    ("personalities", many(3), ":10: 9 personalities; 2 to 8 are needed"),
    ("dream_cards", edit(3, value_k="120"), ":3: value_k = '120': must be a whole number"),
    ("dream_cards", edit(3, value_k="0"), ":3: value_k = '0': must be a whole number in 50 to 2000"),
    ("dream_cards", edit(3, value_k="2050"), ":3: value_k = '2050': must be a whole number in 50"),
    ("dream_cards", edit(3, value_k="a lot"), ":3: value_k = 'a lot': must be a whole number"),
    ("dream_cards", edit(3, bonus_personality="nfs"), ":3: ord_loh: bonus_personality = 'nfs' is not in "),
    ("dream_cards", edit(3, bonus_personality=""), ":3: ord_loh: bonus_personality = '' is not in "),
    ("dream_cards", edit(3, dream_id="keep_gf_during_ns"), ":3: dream_id = 'keep_gf_during_ns' stands in line 2 too"),
    ("dream_cards", lambda rows: rows.clear(), ": 0 dreams; 1 to 64 are needed"),
    ("dream_cards", many(47), ":66: 65 dreams; 1 to 64 are needed"),
    ("cash_cards", edit(3, value_k="100"), ":3: value_k = 100 stands there twice"),
    ("cash_cards", edit(3, value_k="75"), ":3: value_k = '75': must be a whole number"),
    ("cash_cards", edit(3, copies="-1"), ":3: copies = '-1': must be a whole number in 0 to 400"),
    ("cash_cards", edit(3, copies="1.5"), ":3: copies = '1.5': must be a whole number"),
    ("cash_cards", edit(3, copies=""), ":3: copies = '': "),
    ("cash_cards", lambda rows: rows.clear(), ": 0 denominations; 1 to 8 are needed"),
    ("cash_cards", many(5, value_k="1{}00"), ":10: 9 denominations; 1 to 8 are needed"),
    ("action_cards", edit(2, effect="cancel"), ":2: effect = 'cancel': must be one of"),
    ("action_cards", edit(2, effect="protect_dreams"), ":2: effect = 'protect_dreams': must be one of"),
    ("action_cards", edit(2, effect="discount_buy"), ":2: effect = 'discount_buy': must be one of"),
    ("action_cards", edit(2, scope="one"), ":2: gahmen_say_cannot: scope = 'one' does not go with stop; allowed: none"),
    ("action_cards", edit(2, amount="1"), ":2: gahmen_say_cannot: amount = 1: stop has amount 0"),
    ("action_cards", edit(4, scope="everybody"), ":4: scope = 'everybody': must be one of none, one, all"),
    ("action_cards", edit(4, amount="90"), ":4: wedding_invitation: amount = 90: collect_cash needs a multiple"),
    ("action_cards", edit(6, scope="all"), ":6: chope: scope = 'all' does not go with steal_cash_card; allowed: one"),
    ("action_cards", edit(7, amount="0"), ":7: sabo_king: amount = 0: steal_dream needs at least 1"),
    ("action_cards", edit(13, amount="2"), ":13: toto_huat: amount = 2: take_top_dream has amount 1"),
    ("action_cards", edit(13, keep_value="-5"), ":13: keep_value = '-5': must be a whole number"),
    ("action_cards", edit(13, provenance="rumour"), ":13: provenance = 'rumour': must be one of rulebook, assumed"),
    ("action_cards", edit(13, copies="400"), "485 cash and action cards; 1 to 400"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("table", "change", "message"), BAD, ids=[f"{t}{m[:40]}" for t, _, m in BAD]
)
def test_a_bad_row_is_refused_with_file_line_and_what_is_allowed(tmp_path, table, change, message):
    if message.startswith(":"):
        assert refused(tmp_path, table, change).startswith(message)
        return
    with pytest.raises(InputError) as error:
        TABLES.read({table: changed(tmp_path, table, change)})
    assert message in str(error.value)


def test_too_many_kinds_of_cards_are_refused_with_the_first_that_is_one_too_many(tmp_path):
    """Section 14: 40 kinds of cash and action cards."""
    assert refused(tmp_path, "action_cards", many(25)).startswith(
        ":38: 41 kinds of cash and action"
    )
    TABLES.read({"action_cards": changed(tmp_path, "action_cards", many(24))})


def test_an_empty_action_pile_is_refused(tmp_path):
    def none(rows):
        for row in rows:
            row["copies"] = "0"

    files = {t: changed(tmp_path, t, none) for t in ("cash_cards", "action_cards")}
    with pytest.raises(InputError, match="0 cash and action cards; 1 to 400"):
        TABLES.read(files)


def test_as_much_as_there_may_be_is_read_and_played(tmp_path):
    """Section 14: 8 personalities, 64 dreams, 8 denominations, 400 cards."""
    files = {
        "personalities": changed(tmp_path, "personalities", many(2)),
        "dream_cards": changed(tmp_path, "dream_cards", many(46)),
        "cash_cards": changed(tmp_path, "cash_cards", many(4, value_k="1{}00", copies="78")),
    }
    own = TABLES.read(files)
    assert pile_size(own) == 86 + 312 == 398
    s = match_of({"dreams_in_pile": 64, "bonus_dream_count": 5} | SHORT, ("random",) * 6, own)
    assert tell(s).row["turns"] == 30


def test_two_cards_of_one_label_are_two_in_the_report(tmp_path):
    own = changed(tmp_path, "action_cards", edit(6, label="Kaypoh"))
    rows = TABLES.read({"action_cards": own})
    named = [row.action_id for row in rows.rows["action_cards"] if row.label == "Kaypoh"]
    assert len(named) == 2
    items = {*names(rows).items.values()}
    assert {f"Kaypoh ({name})" for name in named} <= items
    assert "Kaypoh" not in items


def test_what_too_few_rows_of_ones_own_do_not_allow_is_placed_at_the_files(tmp_path):
    own = changed(tmp_path, "dream_cards", lambda rows: rows.__delitem__(slice(3, None)))
    with pytest.raises(InputError) as error:
        plan_of("singaporean_dream", components={"dream_cards": str(own)})
    said = "command line: components: dreams_in_pile = 18: there are 3 dreams"
    assert str(error.value) == said
