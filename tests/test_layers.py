"""Imports point one way: reports -> analysis -> sim -> sim.engine; games never meet each other."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import ROOT, python

OWN = {"sim", "analysis", "reports"}
MAY_IMPORT = {
    "sim/engine": {"sim.engine"},
    "sim/games": {"sim.engine"},
    "sim": {"sim"},
    "analysis": {"sim", "analysis"},
    "reports": OWN,
}


def runtime_imports(path: Path) -> Iterator[str]:
    """Modules a file imports when it runs; those for type checkers alone do not count."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = [ast.Pass()]
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def layer_of(path: Path) -> str:
    parts = path.relative_to(ROOT).parts
    joined = "/".join(parts[:2])
    return joined if joined in MAY_IMPORT else parts[0]


FILES = sorted(p for layer in OWN for p in (ROOT / layer).rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_a_file_imports_only_what_lies_below_it(path):
    layer = layer_of(path)
    allowed = set(MAY_IMPORT[layer])
    if layer == "sim/games":
        allowed.add(".".join(path.relative_to(ROOT).parts[:3]).removesuffix(".py"))
    for name in runtime_imports(path):
        if name.split(".")[0] in OWN:
            assert any(name == a or name.startswith(f"{a}.") for a in allowed), name


def test_help_and_declarations_need_no_compiler():
    code = """
import sys
from reports.cli import main
for words in (["--help"], ["games"], ["show", "dream_team"], ["validate", "dream_team"]):
    try:
        main(words)
    except SystemExit:
        pass
print(",".join(m for m in ("numba", "pandas", "matplotlib", "scipy") if m in sys.modules))
"""
    result = python(code)
    assert result.returncode == 0, result.stderr
    assert result.stdout.decode().splitlines()[-1] == ""


def test_only_the_entry_points_are_cached_and_no_kernel_draws_from_numpy():
    for path in (ROOT / "sim").rglob("*.py"):
        text = path.read_text()
        assert "np.random.rand" not in text, path
        if "cache=True" in text:
            assert path.name == "kernel.py", path
            assert path.parent.name == "engine", path
