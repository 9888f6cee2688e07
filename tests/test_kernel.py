"""What the decorators make of compiled functions, as LLVM sees it."""

import json
import re

import pytest
from support import python

PROBE = """
from sim.engine.kernel import entry, leaf, rare, rule


@rare
def seldom(x):
    return x * x + 1


@leaf
def small(x):
    return seldom(x) if x > 7 else x


@rule
def once(x):
    return small(x) + small(x + 1)


@entry
def play(x):
    return once(x)
"""
SHOW = """
import json, sys
sys.path.insert(0, sys.argv[1])
from probe import play
played = [play(i) for i in range(10)]
print(json.dumps([played, play.inspect_llvm(play.signatures[0])]))
"""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """What a probe returns for 0 to 9, and its code."""
    folder = tmp_path_factory.mktemp("probe")
    (folder / "probe.py").write_text(PROBE)
    shown = python(SHOW, str(folder), XDG_CACHE_HOME=str(folder), NUMBA_DISABLE_JIT="0")
    assert shown.returncode == 0, shown.stderr
    return json.loads(shown.stdout)


def functions(code: str) -> dict[str, str]:
    """Linkage and attributes of the functions of the probe that the code holds."""
    lines = [line for line in code.splitlines() if line.startswith("define ")]
    found = {}
    for name in ("seldom", "small", "once", "play"):
        for line in lines:
            if f"5probe{len(name)}{name}" in line and "cpython" not in line and "cfunc" not in line:
                number = re.findall(r"#(\d+)", line)[-1]
                attributes = re.search(rf"^attributes #{number} = {{(.*)}}", code, re.MULTILINE)
                found[name] = f"{line} {attributes and attributes[1]}"
    return found


def test_an_entry_hides_what_it_calls_and_takes_in_what_is_called_once(compiled):
    played, code = compiled
    assert played == [2 * i + 1 for i in range(7)] + [7 + 65, 65 + 82, 82 + 101]
    left = functions(code)
    assert left.keys() == {"seldom", "play"}
    assert "linkonce" not in "".join(line for line in code.splitlines() if "define" in line)


def test_what_is_rare_stays_out_of_its_callers(compiled):
    rare = functions(compiled[1])["seldom"]
    assert rare.startswith("define private")
    assert "cold" in rare
    assert "noinline" in rare


SHARED = """
import numpy as np
from sim.engine.kernel import entry, rare


@rare
def seldom(x, spare):
    return x * spare


@entry
def play(x):
    return seldom(x, np.int64(5)) + seldom(x + 1, np.int64(5))
"""
BOTH = """
import sys
sys.path.insert(0, sys.argv[1])
from numba import njit
from shared import play, seldom
print(play(3))
print(njit(lambda x, y: seldom(x, y))(3, 7))
"""


def test_no_other_module_gets_what_an_entry_made_of_its_helpers(tmp_path):
    """LLVM drops an argument that never changes: whoever else calls the helper must not meet that."""
    (tmp_path / "shared.py").write_text(SHARED)
    for _ in range(2):  # compiled, and loaded
        shown = python(BOTH, str(tmp_path), XDG_CACHE_HOME=str(tmp_path), NUMBA_DISABLE_JIT="0")
        assert shown.stdout.split() == [b"35", b"21"], shown.stderr


INDEXED = """
import numpy as np
from sim.engine.kernel import entry, leaf


@leaf
def put(a, i, k):
    a[i, k] = a[i - 1, k] + 1


@entry
def play(a, i, k):
    put(a, i, k)
    return a[i][k]
"""
NUMBERED = """
import sys
sys.path.insert(0, sys.argv[1])
import numpy as np
from indexed import play
print(play(np.zeros((3, 4)), np.int64(2), np.int64(1)))
for i, k in ((0, 1), (3, 1), (2, -1), (-1, 1)):
    try:
        print(play(np.zeros((3, 4)), np.int64(i), np.int64(k)))
    except IndexError:
        print("out")
"""


def test_a_negative_index_does_not_count_from_the_end(tmp_path):
    """Reading and writing; a checked build finds it."""
    (tmp_path / "indexed.py").write_text(INDEXED)
    settings = {"NUMBA_DISABLE_JIT": "0", "NUMBA_BOUNDSCHECK": "1"}
    shown = python(NUMBERED, str(tmp_path), XDG_CACHE_HOME=str(tmp_path), **settings)
    assert shown.stdout.split() == [b"1.0", *[b"out"] * 4], shown.stderr
