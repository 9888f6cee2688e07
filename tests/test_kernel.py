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
    assert rare.startswith("define internal")
    assert "cold" in rare
    assert "noinline" in rare
