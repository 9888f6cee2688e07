"""What every game must honour.  A new game is covered the moment its folder exists."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare
from support import house_rules, is_playable, option_values, python, scenario

from sim.engine.seating import SEATS, Rotation
from sim.games import game, names
from sim.plan import Group
from sim.play import play_chunk, play_rows
from sim.replay import replay
from sim.tally import Tally

GOLDEN = Path(__file__).parent / "games"

MATCHES = 1  # of each case that is played interpreted too
INTERPRETED = """
import json, sys
from support import scenario
from sim.plan import Group
from sim.play import play_chunk, play_rows
game, cases = sys.argv[1], json.loads(sys.argv[2])
found = []
for rules, seats in cases:
    s = scenario(game, rules, seats, matches=1, rotate="off")
    counts = play_chunk(Group((s,)), 0, s.matches)
    found.append([play_rows(s, 0, s.matches).tolist(), {k: v.tolist() for k, v in counts.items()}])
print(json.dumps(found))
"""


def line_ups(any_game):
    """Small line-ups in which every strategy occurs."""
    others = any_game.players[0] - 1
    return [[*([name] * others), "random"] for name in any_game.strategies]


def test_the_first_strategy_is_random(any_game):
    assert next(iter(any_game.strategies)) == "random"


def test_every_event_can_be_told(any_game):
    story = any_game.story()
    assert set(story.STORY) == set(story.Event)


def test_the_common_columns_are_there(any_game):
    columns = set(any_game.record.column_names(len(any_game.seats)))
    columns |= {column.name for column in any_game.record.columns}  # a per-seat one of all players
    common = {"no_winner", "capped", "decisions", "length", "win_share_seat0"}
    assert common <= columns
    assert set(any_game.headline) <= columns
    for question in any_game.questions:
        if question.chart == "exact":
            s = scenario(any_game)
            assert question.of[0] in any_game.closed_forms().curves(s.rules, s.components)
            continue
        named = (*any_game.record.rates, *any_game.record.screens)
        known = {*columns, *(item.name for item in named)}
        assert set(question.of) <= known, question.title


@given(data=st.data())
@pytest.mark.parametrize("name", names())
def test_a_player_whose_kind_reads_few_parameters_plays_alike_whatever_the_others_are(name, data):
    declared = game(name)
    kind = data.draw(st.sampled_from([*declared.policy.reads]))
    values = data.draw(option_values(declared.policy))
    unread = {k: v for k, v in values.items() if k not in {"kind", *declared.policy.reads[kind]}}
    others = ["random"] * (declared.players[0] - 1)
    plain = scenario(name, seats=[kind, *others], rotate="off")
    changed = scenario(name, seats=[{"strategy": kind, **unread}, *others], rotate="off")
    assert (play_rows(changed, 0, 40) == play_rows(plain, 0, 40)).all()
    policy = changed.policies[0]
    told = [line.partition(":")[0] for line in policy.doubts(changed.components)]
    assert told == [k for k in policy.changed() if k in unread]


@given(data=st.data())
@pytest.mark.parametrize("name", names())
def test_chunks_do_not_matter(name, data):
    s = scenario(
        name, data.draw(house_rules(game(name))), seed=data.draw(st.integers(0, 2**64 - 1))
    )
    cut = data.draw(st.integers(1, 39))
    parts = [play_rows(s, 0, cut), play_rows(s, cut, 40 - cut)]
    assert (np.concatenate(parts) == play_rows(s, 0, 40)).all()


@given(data=st.data())
@pytest.mark.parametrize("name", names())
def test_a_match_far_away_replays_alone(name, data):
    s = scenario(name, data.draw(house_rules(game(name))))
    match = data.draw(st.integers(0, 2**39))
    record, lines = replay(s, match)
    assert record == play_rows(s, match, 1)[0]
    assert list(lines)


@given(data=st.data())
@pytest.mark.parametrize("name", names())
def test_outcomes_add_up_under_house_rules(name, data):
    declared = game(name)
    seats = data.draw(st.lists(st.sampled_from(list(declared.strategies)), min_size=2, max_size=2))
    s = scenario(name, data.draw(house_rules(declared)), seats, seed=data.draw(st.integers(0, 99)))
    rows = play_rows(s, 0, 40)
    shares = sum(rows[f"win_share_seat{i}"] for i in range(s.players))
    assert (shares + 60 * rows["no_winner"] == 60).all()
    assert set(np.unique(rows["capped"])) <= {0, 1}
    for column_name, column in s.record.column_names(s.players).items():
        if column.binary and not column.per:
            assert set(np.unique(rows[column_name])) <= {0, 1}, column_name


def test_printed_rules_stay_within_the_declared_ranges(any_game):
    for seats in [*line_ups(any_game), list(any_game.seats)]:
        s = scenario(any_game, seats=seats)
        rows = play_rows(s, 0, 1200)
        for name, column in s.record.column_names(s.players).items():
            parts = rows[s.record.per(name)].astype(np.int64) if column.per else 1
            assert (rows[name] >= column.low * parts).all(), name
            assert (rows[name] <= column.high * parts).all(), name


def test_compiled_and_interpreted_rules_agree(any_game):
    usual = list(any_game.seats)
    cases = [({}, seats) for seats in (usual, *line_ups(any_game))]
    cases += [(rules, usual) for rules in _some_rules(any_game)]
    slow = python(INTERPRETED, any_game.name, json.dumps(cases), NUMBA_DISABLE_JIT="1")
    assert slow.returncode == 0, slow.stderr.decode()
    for (changes, seats), (rows, counts) in zip(cases, json.loads(slow.stdout), strict=True):
        s = scenario(any_game, changes, seats, matches=MATCHES, rotate="off")
        assert [list(row) for row in play_rows(s, 0, s.matches).tolist()] == rows, (changes, seats)
        fast = play_chunk(Group((s,)), 0, s.matches)
        assert {k: v.tolist() for k, v in fast.items()} == counts, (changes, seats)


def _some_rules(any_game):
    """Every word of every choice once, where it can be played alone."""
    for name, field in any_game.rules.model_fields.items():
        kind = field.annotation
        if hasattr(kind, "words"):
            for word in kind.words():
                if word != field.default.word and is_playable(any_game, {name: word}):
                    yield {name: word}


def test_the_golden_match(any_game):
    golden = GOLDEN / f"{any_game.name}.story.txt"
    assert list(replay(scenario(any_game), match=0)[1]) == golden.read_text().splitlines()


@pytest.mark.parametrize("rotation", ["cyclic", "all"])
def test_a_block_plays_one_deal_in_every_seating(any_game, rotation):
    players = len(any_game.seats)
    seats = (list(any_game.strategies) * 6)[:players]
    s = scenario(any_game, seats=seats, rotate=rotation, matches=240)
    counts = {n.partition("/")[2]: a for n, a in play_chunk(Group((s,)), 0, s.matches).items()}
    tally = Tally(s, counts)
    for place in range(players):
        by_seat = sum(tally.column(f"win_share_seat{i}").total for i in range(players))
        by_contender = sum(tally.column(f"win_share_contender{i}").total for i in range(players))
        assert by_seat == by_contender, place
    still = scenario(any_game, seats=[seats[0]] * players, rotate=rotation, matches=24)
    rows = play_rows(still, 0, still.block)
    assert (rows == rows[0]).all()  # equal contenders: the block is one match played again


def test_rotation_puts_every_contender_in_every_seat_equally_often(any_game):
    players = len(any_game.seats)
    seats = (list(any_game.strategies) * 6)[:players]
    for mode in ("cyclic", "all"):
        s = scenario(any_game, seats=seats, rotate=mode, matches=240)
        kernel, where = any_game.kernel(), np.zeros((players, SEATS), int)
        from sim.table import make_rows, make_table

        tables, out = make_table(s), make_rows(s, 1)
        for match in range(s.block * 5):
            kernel.play_chunk(tables, np.uint64(match), out)
            for contender in range(players):
                where[contender, tables[0].record.seat_of_contender[contender]] += 1
        assert (where[:, :players] == where[0, 0]).all()
        assert s.rotation in (Rotation.CYCLIC, Rotation.ALL, Rotation.SHUFFLED)


def test_seats_in_random_order_are_fair_and_move_on_one_by_one(any_game):
    """The engine's way of seating more contenders than it plays all orders of: here, three."""
    from sim.table import make_rows, make_table

    s, players = scenario(any_game), 3
    tables, out, orders = make_table(s), make_rows(s, 1), []
    tables[0].rotation = (Rotation.SHUFFLED, players, players, 1)
    for match in range(40 * players):
        any_game.kernel().play_chunk(tables, np.uint64(match), out)
        orders.append(tables[0].contender[:players].tolist())
        inverse = tables[0].record.seat_of_contender[orders[-1]].tolist()
        assert inverse == list(range(players))
    for first, *others in zip(*[iter(orders)] * players, strict=True):
        assert others == [first[turn:] + first[:turn] for turn in range(1, players)]
    found = Counter(map(tuple, orders[::players]))
    assert len(found) == 6
    assert chisquare([*found.values()]).pvalue > 1e-6


def test_the_two_generators_play_different_matches_of_the_same_law(any_game):
    one, other = (
        play_rows(scenario(any_game, matches=2000, rotate="off", rng=rng), 0, 2000)
        for rng in ("splitmix", "squares")
    )
    assert (one != other).any()
    for column in ("length", "win_share_seat0"):
        a, b = one[column].astype(float), other[column].astype(float)
        se = np.sqrt((a.var() + b.var()) / 2000)
        assert abs(a.mean() - b.mean()) <= 5 * se + 1e-12
