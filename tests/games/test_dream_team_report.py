"""What is kept and asked of a match of Dream Team."""

from support import scenario


def test_the_basic_game_has_no_columns_of_cards_or_specials():
    off = {"use_action_cards": False, "use_special_cards": False}
    record = scenario("dream_team", off).record
    names = " ".join(record.column_names(2, rotated=True))
    for word in ("card", "special", "foul", "injur", "own_goal", "dusel", "speed", "sendoff"):
        assert word not in names
    assert [m.name for m in record.matrices] == ["shots_n_k", "goals_n_k"]
    assert [r.name for r in record.rates] == ["p_goal"]
    assert len(record.joints) == 4
    assert scenario("dream_team", {}).record == scenario("dream_team").declared.record
