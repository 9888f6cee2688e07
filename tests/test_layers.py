"""Imports point one way: reports -> analysis -> sim -> sim.engine; games never meet each other.

What is compiled is kept in a folder of its sources.
"""

import ast
import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from support import ROOT, python

from sim.engine import cache

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


def folder_of(user_cache, monkeypatch):
    """The folder for compiled code of a user whose cache folder is this one."""
    monkeypatch.setattr(cache, "_user_cache", lambda: user_cache)
    return cache.cache_folder.__wrapped__(checked=False)


def test_compiled_code_of_the_last_sources_is_kept(tmp_path, monkeypatch):
    for age in range(20):
        (tmp_path / f"{age:016x}-fast").mkdir()
        os.utime(tmp_path / f"{age:016x}-fast", (1e9 - age, 1e9 - age))
    found = folder_of(tmp_path, monkeypatch)
    assert found == tmp_path / f"{cache.source_digest()}-fast"
    kept = {f"{age:016x}-fast" for age in range(2 * cache.KEPT - 1)}
    assert {path.name for path in tmp_path.iterdir()} == {found.name, *kept}


@pytest.mark.parametrize("full", [False, True])
def test_without_a_writable_cache_code_is_compiled_for_this_process_alone(
    full, tmp_path, monkeypatch, capsys
):
    removed = []
    monkeypatch.setattr(cache.atexit, "register", lambda _, path, **__: removed.append(path))
    (tmp_path / "file").write_text("")
    if full:
        monkeypatch.setattr(cache.shutil, "disk_usage", lambda _: SimpleNamespace(free=1000))
        found = folder_of(tmp_path / "cache", monkeypatch)
    else:
        found = folder_of(tmp_path / "file", monkeypatch)
    assert found.is_dir()
    assert removed == [found]
    assert f"no writable cache; compiling into {found}" in capsys.readouterr().err
    found.rmdir()
