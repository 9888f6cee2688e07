"""Configs: what they mean, and one clear line for every mistake."""

import re
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support import ROOT, house_rules, is_playable, plan_of

from reports.folder import effective_config
from sim.build import make_plan
from sim.config import line_of, parse_seats, parse_setting, read_config
from sim.engine.errors import InputError, nearest
from sim.engine.seating import Rotation
from sim.games import game, names

GAME = 'game = "dream_team"\n'
CONFIGS = sorted((ROOT / "configs").glob("*.toml"))

# config text, then what the message must hold
MISTAKES = {
    "syntax": ("game = \n", "line 1, column 8: TOML syntax"),
    "empty": ("", "game: missing"),
    "duplicate key": (GAME + "seed = 1\nseed = 2\n", "line 3"),
    "unknown game": ('game = "dreamteam"\n', ":1: game = 'dreamteam': unknown game; did you mean"),
    "game type": ("game = 3\n", ":1: game = 3: must be a text"),
    "unknown key": (GAME + "matchs = 10\n", ":2: matchs: unknown name; did you mean 'matches'?"),
    "wrong type": (GAME + 'matches = "x"\n', ":2: matches = 'x': must be a whole number in 1 to"),
    "bool for int": (GAME + "matches = true\n", ":2: matches = true: must be a whole number"),
    "float for int": (GAME + "matches = 1.5\n", ":2: matches = 1.5: must be a whole number"),
    "huge": (GAME + "matches = 99999999999999999999\n", "must lie in 1 to 1099511627776"),
    "zero": (GAME + "matches = 0\n", ":2: matches = 0: must lie in 1 to 1099511627776"),
    "seed": (GAME + "seed = -1\n", ":2: seed = -1: must lie in 0 to 18446744073709551615"),
    "unknown option": (GAME + "[rules]\nno_such = 1\n", ":3: rules.no_such: unknown name; known:"),
    "near option": (GAME + "\n[rules]\nthird = 2\n", ":4: rules.third: unknown name; did you mean"),
    "dotted option": (GAME + "rules.thirds = 0\n", ":2: rules.thirds = 0: must lie in 1 to 6"),
    "word": (
        GAME + '[rules]\nplay_rule = "one_plays"\n',
        ":3: rules.play_rule = 'one_plays': must",
    ),
    "number for word": (GAME + "[rules]\nplay_rule = 1\n", "must be one of one_play, attack_once"),
    "later option": (GAME + "[rules]\nbest_of = 5\n", "best_of: belongs to tournaments and the"),
    "small deck": (
        GAME + "[rules]\naction_hand = 6\ncopies_foul = 0\ncopies_speed = 0\ncopies_curse = 0\n"
        "copies_magic = 0\ncopies_fortune = 0\ncopies_energy = 0\ncopies_disaster = 0\n",
        "action_hand = 6: 2 hands need 12 action cards, the deck has 7",
    ),
    "later unit": (
        GAME + '[rules]\nunit = "tournament"\n',
        ":3: rules.unit = 'tournament': must be",
    ),
    "combination": (GAME + "rules.die_faces = 4\n", "max_shot_dice = 6: dice_mode = 'chosen_dist"),
    "shared": (
        GAME + '[rules]\ndice_limit = "shared"\nmax_shot_dice = 1\n',
        ":4: rules.max_shot_dice = 1: dice_limit = 'shared' needs at least 2",
    ),
    "rules type": (GAME + "rules = 3\n", ":2: rules = 3: must be a table"),
    "variant option": (
        GAME + "[variant.x]\nrules.no_such = 1\n",
        ":3: variant.x.rules.no_such: unk",
    ),
    "variant key": (
        GAME + "[variant.x]\nrule.thirds = 1\n",
        "variant.x.rule: unknown name; did you",
    ),
    "variant base": (GAME + "[variant.base]\nrules.thirds = 1\n", ":2: variant.base: 'base' is"),
    "check metric": (
        GAME + '[[check]]\nmetric = "home_wins"\nwithin = [0.4, 0.6]\n',
        ":3: check.0.metric = 'home_wins': unknown metric; did you mean 'home_win'?",
    ),
    "check limits": (
        GAME + '[[check]]\nmetric = "home_win"\nwithin = [0.6, 0.4]\n',
        ":4: check.0.within = [0.6, 0.4]: must be [low, high], low first",
    ),
    "check scenario": (
        GAME + '[[check]]\nmetric = "home_win"\nwithin = [0.4, 0.6]\nscenario = "x"\n',
        ":5: check.0.scenario = 'x': unknown scenario; known: base",
    ),
    "stop metric": (
        GAME + '[stop]\nmetric = "x"\nhalf_width = 0.1\n',
        ":3: stop.metric = 'x': unk",
    ),
    "stop width": (GAME + '[stop]\nmetric = "home_win"\nhalf_width = -1\n', "greater than 0"),
    "component table": (
        GAME + '[components]\nno_such = "x.csv"\n',
        ":3: components.no_such: unknown",
    ),
    "component file": (GAME + '[components]\nplayers = "x.csv"\n', ":3: components.players: "),
    "three seats": (GAME + 'seats = ["random", "random", "random"]\n', ":2: seats: 3 given; dream"),
    "no seats": (GAME + "seats = []\n", ":2: seats: empty"),
    "strategy": (
        GAME + 'seats = ["random", "heuristics"]\n',
        ":2: seats.1 = 'heuristics': unknown",
    ),
    "parameter": (
        GAME + 'seats = ["random", {strategy = "heuristic", atack_bias = 1.0}]\n',
        ":2: seats.1.atack_bias: unknown name; did you mean 'attack_bias'?",
    ),
    "parameter type": (
        GAME + 'seats = ["random", {strategy = "heuristic", attack_bias = "x"}]\n',
        ":2: seats.1.attack_bias = 'x': must be a number in -10 to 10",
    ),
    "later parameter": (
        GAME + 'seats = ["random", {strategy = "heuristic", buy = "top1"}]\n',
        "seats.1.buy: belongs to the economic game, not built yet",
    ),
    "kind": (
        GAME + 'seats = ["random", {strategy = "random", kind = "scripted"}]\n',
        "leave it out",
    ),
    "no strategy": (
        GAME + 'seats = ["random", {attack_bias = 1.0}]\n',
        "seats.1: write {strategy =",
    ),
    "seat type": (GAME + "seats = [3, 4]\n", ":2: seats.0 = 3: must be a name or {strategy = "),
    "players": (GAME + "players = 3\n", ":2: players = 3: dream_team is played by 2"),
    "players and seats": (GAME + 'players = 2\nseats = ["random", "random", "random"]\n', ":2: pl"),
    "grid and variant": (
        GAME + "[variant.x]\nrules.thirds = 1\n[grid]\nrules.thirds = [1]\n",
        ":4: grid: not together with [variant] in one file",
    ),
    "grid scalar": (GAME + "[grid]\nrules.thirds = 1\n", ":3: grid.rules.thirds: must be a list"),
    "grid key": (GAME + "[grid]\nthirds = [1]\n", ":3: grid.thirds: unknown key; known: rules"),
    "grid value": (GAME + "[grid]\nrules.thirds = [1, 9]\n", ":3: grid.rules.thirds = 9: must lie"),
    "grid twice": (GAME + "[grid]\nrules.thirds = [1, 1]\n", "the cell 'thirds=1' is there twice"),
    "grid seats": (GAME + '[grid]\nseats = ["random"]\n', "must be a list of lists of strategies"),
    "rotate": (GAME + 'rotate = "yes"\n', ":2: rotate = 'yes': must be 'cyclic', 'all' or 'off'"),
    "preset": (GAME + 'preset = "basics"\n', ":2: preset = 'basics': unknown preset; did you mean"),
    "extends": ('extends = "nope.toml"\n', ":1: extends: "),
    "meta": (
        GAME + '[meta]\nstrategies = ["random", "nobody"]\n',
        ":3: meta.strategies.1 = 'nobody'",
    ),
    "meta of nobody": (GAME + "[meta]\nstrategies = []\n", ":3: meta.strategies"),
    "variant name": (
        GAME + '[variant.""]\nrules.thirds = 1\n',
        "variant: a name must have 1 to 60",
    ),
    "long name": (GAME + f"[variant.{'x' * 61}]\nrules.thirds = 1\n", ":2: variant: a name must"),
    "deep": ("a = " + "[" * 3000 + "]" * 3000 + "\n", "nested too deeply"),
    "long number": ("a = " + "9" * 5000 + "\n", "4300 digits"),
    "null in extends": ('extends = "a\\u0000b"\n', "null byte"),
    "null in a path": (GAME + '[components]\nplayers = "a\\u0000b"\n', "null byte"),
    "extends type": ("extends = [1]\n", ":1: extends = [1]: must be a text"),
    "grid line-up": (GAME + "[grid]\nseats = [[[]]]\n", ":3: grid.seats: must be a list of lists"),
    "grid number": (GAME + "[grid]\nseats = [[1]]\n", ":3: grid.seats: must be a list of lists"),
    "huge grid": (
        GAME + f"[grid]\nrules.thirds = {[1] * 101}\nrules.gk_save_dice = {[1] * 100}\n",
        ":2: grid: 10 100 cells; at most 10 000",
    ),
    "meta twice": (
        GAME + '[meta]\nstrategies = ["random", "random"]\n',
        ":3: meta.strategies: 'random' is there twice",
    ),
    "huge meta": (
        GAME
        + "[meta]\nstrategies = ["
        + ",".join(f'{{strategy="heuristic",attack_bias={i / 100}}}' for i in range(101))
        + "]\n",
        ":3: meta.strategies: 101 strategies; at most 100",
    ),
    "meta word": (
        GAME + '[meta]\nstrategies = "al"\n',
        "strategies = 'al': must be 'all' or a list",
    ),
    "meta number": (
        GAME + "[meta]\nstrategies = [3]\n",
        ":3: meta.strategies.0 = 3: must be a name",
    ),
    "one limit": (
        GAME + '[[check]]\nmetric = "home_win"\nwithin = [1.0]\n',
        ":4: check.0.within = [1.0]: must have at least 2 entries",
    ),
    "three limits": (
        GAME + '[[check]]\nmetric = "home_win"\nwithin = [0.1, 0.2, 0.3]\n',
        ":4: check.0.within = [0.1, 0.2, 0.3]: must have at most 2 entries",
    ),
    "endless limits": (
        GAME + '[[check]]\nmetric = "home_win"\nwithin = [-inf, inf]\n',
        ":4: check.0.within.0 = -inf: must be a finite number",
    ),
    "endless stop": (
        GAME + '[stop]\nmetric = "home_win"\nhalf_width = inf\n',
        ":4: stop.half_width = inf: must be a finite number",
    ),
    "no margin": (GAME + "margin = nan\n", ":2: margin = nan: must be a finite number"),
    "deep key": (GAME + "rules.thirds" + ".a" * 3000 + " = 1\n", "nested too deeply"),
    "long hex number": (GAME + "rules.thirds = 0x" + "f" * 5000 + "\n", "thousands of digits"),
    "long path in extends": (f'extends = "{"x" * 300}"\n', ":1: extends: "),
    "long path": (GAME + f'[components]\nplayers = "{"x" * 300}"\n', ":3: components.players: "),
    "limits in percent": (
        GAME + '[[check]]\nmetric = "home_win"\nwithin = [45, 55]\n',
        ":4: check.0.within = [45.0, 55.0]: home_win lies in 0 to 1; 0.5 is 50 %",
    ),
    "limits of a rate": (
        GAME + '[[check]]\nmetric = "p_goal_1,1"\nwithin = [10, 20]\n',
        ":4: check.0.within = [10.0, 20.0]: p_goal_1,1 lies in 0 to 1",
    ),
    "no presets": (
        'game = "nove_anni"\npreset = "full"\n',
        ":2: preset = 'full': unknown preset; nove_anni has none",
    ),
    "table": (
        'game = "nove_anni"\n[rules]\ndraw_first = 20\ndecks = 1\n[variant.x]\n'
        + f"seats = {['random'] * 4}\n",
        ":3: rules.draw_first = 20: 4 players need 80 cards",
    ),
    "table of a variant": (
        'game = "singaporean_dream"\n[variant.x]\nrules.dreams_in_pile = 40\n',
        ":3: variant.x.rules.dreams_in_pile = 40: there are 18 dreams",
    ),
    "table of a grid": (
        'game = "singaporean_dream"\n[grid]\nrules.dreams_in_pile = [9, 40]\n',
        ":3: grid.rules.dreams_in_pile = 40: there are 18 dreams",
    ),
    "margin": (GAME + "margin = 0.0\n", ":2: margin = 0.0: must be greater than 0"),
    "records": (GAME + "records = 1_000_001\n", ":2: records = 1000001: must lie in 0 to 1000000"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_gets_one_line_with_its_place(name, tmp_path):
    text, wanted = MISTAKES[name]
    path = tmp_path / "my.toml"
    path.write_text(text)
    with pytest.raises(InputError) as error:
        plan_of(str(path))
    message = str(error.value)
    assert wanted in message
    assert message.startswith(f"{path}:")
    assert "\n" not in message


def test_a_mistake_that_files_make_together_is_placed(tmp_path):
    """The shipped file may hold the row, the config names the other one."""
    folder, path = game("singaporean_dream").components.folder, tmp_path / "my.toml"
    path.write_text(
        'game = "singaporean_dream"\n[components]\npersonalities = "few.csv"\n'
        'cash_cards = "cash.csv"\n'
    )
    people = (folder / "personalities.csv").read_text()
    cash = (folder / "cash_cards.csv").read_text()
    (tmp_path / "cash.csv").write_text(cash)
    (tmp_path / "few.csv").write_text("\n".join(people.splitlines()[:-1]))
    with pytest.raises(InputError) as error:
        plan_of(str(path))
    assert str(error.value).startswith(f"{path}:3: components.personalities: {folder}")
    (tmp_path / "few.csv").write_text(people)
    (tmp_path / "cash.csv").write_text(cash.replace(",20,", ",400,"))
    with pytest.raises(InputError) as error:
        plan_of(str(path))
    assert str(error.value).startswith(f"{path}:2: components: 466 cash and action cards; 1 to")


def test_a_file_in_another_encoding_is_named_with_its_line(tmp_path):
    path = tmp_path / "my.toml"
    path.write_bytes('game = "dream_team"\n# Köln\n'.encode("latin-1"))
    with pytest.raises(
        InputError, match=r"my\.toml:2: not UTF-8 text \(byte 23\); save it as UTF-8"
    ):
        read_config(str(path))


def test_unreadable_files_are_named(tmp_path):
    (tmp_path / "binary.toml").write_bytes(bytes(range(256)))
    (tmp_path / "folder.toml").mkdir()
    for name, wanted in (("binary", "not UTF-8"), ("folder", "directory"), ("no", "no such file")):
        with pytest.raises(InputError, match=wanted):
            read_config(str(tmp_path / f"{name}.toml"))
    with pytest.raises(InputError, match="did you mean 'dream_team'"):
        read_config("dream_tean")
    (tmp_path / "loop.toml").symlink_to("loop.toml")
    for name in (f"{'x' * 300}.toml", "x" * 300, "loop.toml", "a\0b.toml"):
        with pytest.raises(InputError) as error:
            read_config(str(tmp_path / name))
        assert str(error.value).startswith(f"{tmp_path / name}: ")


@pytest.mark.parametrize("error", [PermissionError(13, "Permission denied"), RuntimeError("loop")])
def test_a_path_the_system_refuses_is_named(error, monkeypatch):
    def refused(*_):
        raise error

    monkeypatch.setattr(Path, "exists", refused)
    with pytest.raises(InputError, match=r"^locked/my: (Permission denied|loop)$"):
        read_config("locked/my")


def test_a_chain_of_files_has_an_end(tmp_path):
    for i in range(60):
        (tmp_path / f"{i}.toml").write_text(f'extends = "{i + 1}.toml"\n')
    (tmp_path / "60.toml").write_text(GAME)
    assert plan_of(str(tmp_path / "11.toml")).game.name == "dream_team"
    with pytest.raises(InputError, match=r"49\.toml:1: extends: .*50\.toml: more than 50 files"):
        plan_of(str(tmp_path / "0.toml"))


def test_a_mistake_in_an_extended_file_names_that_file(tmp_path):
    (tmp_path / "base.toml").write_text(GAME + "\n[rules]\nthirds = 9\n")
    (tmp_path / "top.toml").write_text('extends = "base.toml"\nseed = 3\n')
    with pytest.raises(InputError, match=r"base\.toml:4: rules\.thirds = 9"):
        plan_of(str(tmp_path / "top.toml"))
    (tmp_path / "base.toml").write_text(GAME + "matches = 777\n[rules]\nthirds = 2\n")
    plan = plan_of(str(tmp_path / "top.toml"))
    assert (plan.config.seed, plan.config.matches) == (3, 777)
    (tmp_path / "loop.toml").write_text('extends = "loop.toml"\n')
    with pytest.raises(InputError, match="extends itself"):
        plan_of(str(tmp_path / "loop.toml"))


def test_the_command_line_wins_and_is_named_in_mistakes(tmp_path):
    path = tmp_path / "my.toml"
    path.write_text(GAME + "matches = 10\n")
    assert plan_of(str(path), matches=50).config.matches == 50
    with pytest.raises(InputError, match=r"^command line: matches = -5: must lie in"):
        plan_of(str(path), matches=-5)
    with pytest.raises(InputError, match=r"^command line: rules\.thirds = 9"):
        plan_of(str(path), thirds=9)
    with pytest.raises(InputError, match=r"--set no_such: neither an option of dream_team nor"):
        plan_of(str(path), no_such=1)


def test_settings_are_toml_values_else_words():
    assert parse_setting("thirds=2") == ("thirds", 2)
    assert parse_setting("rules.counterattack=false") == ("rules.counterattack", False)
    assert parse_setting("dice_mode=rolled") == ("dice_mode", "rolled")
    assert parse_setting('dice_mode="rolled"') == ("dice_mode", "rolled")
    assert parse_setting("matches=200_000") == ("matches", 200_000)
    assert parse_seats("heuristic:attack_bias=0.4:faces=low,random") == [
        {"strategy": "heuristic", "attack_bias": 0.4, "faces": "low"},
        "random",
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("thirds", "--set thirds: write KEY=VALUE"),
        ("thirds=" + "9" * 5000, "--set thirds: Exceeds the limit"),
        ("thirds=" + "[" * 3000, "--set thirds: tables or lists nested too deeply"),
        ("thirds=1\nx=2", "must be one line"),
    ],
)
def test_a_setting_that_cannot_be_read_is_refused(text, wanted):
    with pytest.raises(InputError) as error:
        parse_setting(text)
    assert wanted in str(error.value)


@pytest.mark.parametrize(
    ("key", "wanted"),
    [
        ("extends", "--set extends: can stand in a config file only"),
        ("a..b", "--set a..b: a dotted key with an empty part"),
        (".thirds", "--set .thirds: a dotted key with an empty part"),
        ("thirds.x", "command line: rules.thirds = {'x': 1}: must be a whole number in 1 to 6"),
        ("third.x", "--set third.x: neither an option of dream_team nor a key; did you mean 'th"),
    ],
)
def test_a_setting_of_no_key_is_refused(key, wanted):
    with pytest.raises(InputError) as error:
        plan_of("dream_team", **{key: 1})
    assert str(error.value).startswith(wanted)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("heuristic:", "--seats heuristic:: write NAME:PARAMETER=VALUE"),
        ("heuristic:x", "--seats heuristic:x: write NAME:PARAMETER=VALUE"),
        ("heuristic:=1", "--seats heuristic:=1: write NAME:PARAMETER=VALUE"),
        ("random:strategy=greedy", "the strategy is the name before the first colon"),
        ("heuristic:faces=low:faces=high", "faces is there twice"),
    ],
)
def test_seats_that_cannot_be_read_are_refused(text, wanted):
    with pytest.raises(InputError) as error:
        parse_seats(f"{text},random")
    assert wanted in str(error.value)
    assert str(error.value).startswith("--seats ")


def test_a_grid_reads_its_components_once(monkeypatch):
    reads = []
    tables = type(game("dream_team").components)
    read = tables.read
    monkeypatch.setattr(tables, "read", lambda *a: reads.append(a) or read(*a))
    plan = plan_of("dream_team", grid={"rules": {"thirds": [1, 2, 3, 4]}})
    assert (len(plan.scenarios), len(reads)) == (4, 1)


def test_one_strategy_fills_every_seat():
    assert plan_of("dream_team", seats=["greedy"]).scenarios[0].seats == ("greedy", "greedy")
    assert plan_of("dream_team", players=2).scenarios[0].seats == ("heuristic", "heuristic")


def test_seats_rotate_by_default_only_where_they_differ():
    assert plan_of("dream_team").scenarios[0].rotation == Rotation.OFF
    mixed = plan_of("dream_team", seats=["random", "greedy"], matches=7).scenarios[0]
    assert (mixed.rotation, mixed.block, mixed.matches) == (Rotation.CYCLIC, 2, 8)
    still = plan_of("dream_team", seats=["random", "greedy"], rotate="off").scenarios[0]
    assert still.rotation == Rotation.OFF


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_equal_players_of_a_config_change_no_seats_unless_variants_are_paired_with_them(path):
    plan = plan_of(str(path))
    for group in plan.played:
        for s in group.scenarios:
            paired = any(group.paired(v) and v.alike == 1 for v in group.scenarios[1:])
            assert s.alike == 1 or (plan.config.rotate == "cyclic" and s is group.base and paired)
            assert s.rotated or plan.config.rotate == "off" or len({*s.policies}) == 1


def test_no_deal_is_played_twice_in_one_seating_unnoticed():
    one = plan_of("bundesliga", seats=["planner", *["random"] * 3], rotate="all")
    assert (one.scenarios[0].rotation, one.scenarios[0].alike) == (Rotation.CYCLIC, 1)
    assert one.doubts() == []
    pairs = plan_of("bundesliga", seats=["planner", "random"] * 2, rotate="all")
    assert (pairs.scenarios[0].rotation, pairs.scenarios[0].alike) == (Rotation.ALL, 4)
    assert [*pairs.doubts()] == [
        "rotate: with these seats 4 matches of a deal are the same match (base)"
    ]
    two = plan_of("bundesliga", seats=["planner", "random"] * 2, rotate="cyclic").scenarios[0]
    assert two.alike == 2
    same = plan_of("bundesliga", seats=["random"] * 4, rotate="cyclic").scenarios[0]
    assert same.alike == 4
    assert all(s.scenarios[0].alike == 1 for s in plan_of("configs/bundesliga.toml").meta)


def test_parameters_that_a_player_does_not_read_are_told():
    unread = {"strategy": "random", "wake_lead": 3, "blank": "lord"}
    plan = plan_of("nove_anni", seats=[unread, "plain"], meta={"strategies": ["plain", unread]})
    label = "random (wake_lead=3, blank=lord)"
    assert plan.doubts() == [f"wake_lead: random players do not read it ({label})"]
    assert plan_of("nove_anni", seats=["random", "plain"]).doubts() == []
    seats = [{"strategy": "thrifty", "target": 40, "base": 20}, *["random"] * 3]
    assert plan_of("bundesliga", seats=seats).doubts() == [
        "base: thrifty players do not read it (thrifty (target=40, base=20))"
    ]


def test_a_variant_that_changes_nothing_is_told():
    variants = {"same": {"rules": {"max_turns": 1000}}, "other": {"rules": {"max_turns": 999}}}
    plan = plan_of("singaporean_dream", variant=variants)
    assert plan.doubts() == ["same: plays the same as base"]


def test_a_missing_key_is_placed_where_it_should_stand(tmp_path):
    with pytest.raises(InputError) as error:
        read_config("goooal", {"stop.metric": "length"})
    assert str(error.value) == "command line: stop.half_width: missing"
    path = tmp_path / "a.toml"
    path.write_text('game = "goooal"\n\n[stop]\nmetric = "length"\n')
    with pytest.raises(InputError) as error:
        read_config(str(path))
    assert str(error.value) == f"{path}:3: stop.half_width: missing"


def test_a_grid_is_every_combination():
    grid = {"rules": {"thirds": [2, 3], "counterattack": [True, False]}, "seats": [["random"]]}
    found = [s.name for s in plan_of("dream_team", grid=grid).scenarios]
    assert found == [
        f"thirds={t}, counterattack={c}, seats=random" for t in (2, 3) for c in ("true", "false")
    ]


def test_presets_set_rules_before_the_rules_do():
    solo = plan_of("dream_team", preset="solo").scenarios[0].rules
    assert solo.changed() == {
        "use_action_cards": False,
        "team_formation": "random_deal",
        "allow_no_keeper": "forced_only",
    }
    assert plan_of("dream_team", preset="solo").scenarios[0].seats == ("random", "random")
    own = plan_of("dream_team", preset="solo", seats=["greedy"]).scenarios[0].seats
    assert own == ("greedy", "greedy")
    both = plan_of("dream_team", preset="solo", allow_no_keeper="both").scenarios[0].rules
    assert both.changed()["allow_no_keeper"] == "both"


@given(data=st.data())
@pytest.mark.parametrize("name", names())
def test_the_effective_config_is_the_same_run(name, data, tmp_path_factory):
    strategies = st.sampled_from(list(game(name).strategies))
    rules, others = data.draw(house_rules(game(name))), data.draw(house_rules(game(name)))
    assume(is_playable(game(name), rules | others))
    plan = plan_of(
        name,
        rules=rules,
        seats=data.draw(st.lists(strategies, min_size=2, max_size=2)),
        variant={"x y": {"rules": others}},
        matches=data.draw(st.integers(1, 10**6)),
        seed=data.draw(st.integers(0, 2**64 - 1)),
        meta={"strategies": list(game(name).strategies)[:2]},
    )
    path = tmp_path_factory.mktemp("effective") / "config.toml"
    path.write_text(effective_config(plan))
    assert plan_of(str(path)).digest == plan.digest


def test_the_effective_config_of_a_grid_is_the_same_run(tmp_path):
    own = {"players": str(game("dream_team").components.folder / "players.csv")}
    grid = {"rules": {"thirds": [2, 3]}, "seats": [["random"], ["greedy", "random"]]}
    plan = plan_of("dream_team", grid=grid, preset="solo", components=own)
    (tmp_path / "config.toml").write_text(effective_config(plan))
    again = plan_of(str(tmp_path / "config.toml"))
    assert again.digest == plan.digest
    assert len(again.scenarios) == 4
    assert again.scenarios[0].rules.team_formation.word == "random_deal"


def test_the_digest_follows_everything_that_changes_a_number():
    base = plan_of("dream_team")
    changes = [
        {"seed": 2},
        {"matches": 99},
        {"rules": {"thirds": 2}},
        {"seats": ["random"]},
        {"rng": "squares"},
        {"rotate": "cyclic"},
        {"margin": 0.01},
        {"records": 5},
    ]
    digests = {plan_of("dream_team", **change).digest for change in changes}
    assert len(digests | {base.digest}) == len(changes) + 1
    assert plan_of("dream_team", rules={"thirds": 3}).digest == base.digest


def test_lines_of_keys_are_found():
    text = 'a = 1\n[b]\nc.d = 2 # x\n[[e]]\nf = 1\n["g h"]\ni = [\n 1,\n]\n'
    assert line_of(text, "a") == (1, 1)
    assert line_of(text, "b.c.d") == (3, 3)
    assert line_of(text, "e.0.f") == (5, 2)
    assert line_of(text, "g h.i.2") == (7, 2)
    assert line_of(text, "z") == (0, 0)


def test_suggestions_name_the_nearest():
    assert nearest("third", ["thirds", "faces"]) == "; did you mean 'thirds'?"
    assert nearest("zzz", ["b", "a"]) == "; known: a, b"
    assert nearest("copies_fool", ["a"], ["copies_foul"]) == "; did you mean 'copies_foul'?"


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_shipped_configs_are_valid_and_say_what_they_are(path):
    text = path.read_text()
    assert text.startswith("#")
    config, source = read_config(str(path))
    assert config.game in names()
    assert make_plan(config, source).scenarios
    assert re.fullmatch(r"[a-z0-9_]+", path.stem)
