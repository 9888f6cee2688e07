"""The folder of a run: manifest, effective config, chunk store, results."""

from __future__ import annotations

import json
import sys
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from sim.engine.cache import source_digest
from sim.engine.contract import Preset
from sim.engine.errors import InputError, usable
from sim.plan import Plan
from sim.store import Store, visible, write_atomically

SCHEMA = "dreamodds/manifest/1"
LIBRARIES = ("numpy", "numba", "scipy", "pandas", "matplotlib", "joblib", "pydantic")


class RunFolder:
    """Where one run keeps everything; opening it for another run is refused."""

    def __init__(self, plan: Plan, out: str | None, command: str) -> None:
        default = Path("out") / f"{plan.name}-{plan.digest[:8]}"
        self.path = Path(out) if out is not None else default
        self.plan = plan
        self.manifest = self._open(command)
        self.store = Store(self.path / "chunks")

    @property
    def finished(self) -> bool:
        """Whether every chunk was played and the report written."""
        return bool(self.manifest["finished"])

    @property
    def begun(self) -> bool:
        """Whether chunks of an earlier call are there."""
        return bool(self.store.names())

    def _open(self, command: str) -> dict[str, Any]:
        path = self.path / "manifest.json"
        with usable(self.path):
            if self.path.is_file():
                raise InputError(f"{self.path}: a file, not a folder")
            fresh = self._new_manifest(command)
            manifest = self._read(path, fresh)
            if manifest is None:
                self._claim(path)
                manifest = fresh
            elif not manifest["finished"]:
                manifest |= {"command": command}
            config = self.path / "config.effective.toml"
            if manifest is fresh or not config.is_file():
                self.write(config.name, effective_config(self.plan))
            if not manifest["finished"]:
                self.write(path.name, json.dumps(manifest, indent=1))
        return manifest

    def _read(self, path: Path, fresh: dict[str, Any]) -> dict[str, Any] | None:
        """The manifest of this run; None if it is missing or damaged."""
        try:
            manifest = json.loads(path.read_bytes())
        except (FileNotFoundError, ValueError, RecursionError):
            return None
        if not isinstance(manifest, dict):
            return None
        digest = manifest.get("digest")
        if isinstance(digest, str) and digest != self.plan.digest:
            raise InputError(f"{self.path}: holds another run; choose another --out")
        sound = all(type(manifest.get(key)) is type(value) for key, value in fresh.items())
        return manifest if sound and _all_numbers(manifest["timings"]) else None

    def _claim(self, manifest: Path) -> None:
        """Refuse a folder without a sound manifest unless it is empty or named as this run.

        A kill may have left drafts, or the config that is written before the manifest.
        """
        if self.path.resolve().name.endswith(f"-{self.plan.digest[:8]}"):
            return
        if manifest.exists() or (self.path / "chunks").is_dir():
            raise InputError(
                f"{self.path}: manifest.json is damaged or missing; "
                "choose another --out, or remove the folder"
            )
        config = self.path / "config.effective.toml"
        ours = config.is_file() and config.read_bytes() == effective_config(self.plan).encode(
            errors="backslashreplace"
        )
        if set(visible(self.path)) - ({config.name} if ours else set()):
            raise InputError(f"{self.path}: not empty and no folder of a run")

    def _new_manifest(self, command: str) -> dict[str, Any]:
        return {
            "schema": SCHEMA,
            "digest": self.plan.digest,
            "finished": False,
            "command": command,
            "started": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
            "seed": self.plan.config.seed,
            "matches": {s.name: s.matches for s in self.plan.scenarios},
            "sources": source_digest(),
            "components": {s.name: s.components.digests for s in self.plan.scenarios},
            "versions": versions(),
            "timings": {},
        }

    def write(self, name: str, text: str) -> None:
        """Write a file of the run atomically."""
        write_atomically(self.path / name, text)

    def note_timings(self, seconds: dict[str, float]) -> None:
        """Add wall-clock seconds of phases to the manifest."""
        self.manifest["timings"] |= {name: round(value, 3) for name, value in seconds.items()}
        self.write("manifest.json", json.dumps(self.manifest, indent=1))

    def finish(self, seconds: dict[str, float]) -> None:
        """Note that everything is there."""
        self.manifest |= {"finished": True, "chunks": self.store.names()}
        self.note_timings(seconds)


def _all_numbers(timings: dict[str, Any]) -> bool:
    return all(isinstance(value, int | float) for value in timings.values())


def versions() -> dict[str, str]:
    """Versions of Python, dreamodds and the libraries a result may depend on."""
    found = {"python": sys.version.split()[0]}
    for name in ("dreamodds", *LIBRARIES):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def effective_config(plan: Plan) -> str:
    """The config with every default written out, as TOML: running it gives the same numbers."""
    import tomli_w

    config = plan.config
    table = config.model_dump(exclude_none=True, exclude={"extends", "preset"})
    if config.grid:
        preset = plan.game.presets.get(config.preset or "", Preset({}))
        table["rules"] = {**preset.rules, **config.rules}
    else:
        table["rules"] = plan.scenarios[0].rules.model_dump()
    if config.seats is None:
        table["seats"] = list(plan.scenarios[0].seats) if not config.grid else []
    for key in ("variant", "grid", "check", "components", "seats"):
        if not table.get(key):
            table.pop(key, None)
    for changes in table.get("variant", {}).values():
        for key in ("rules", "components"):
            if not changes[key]:
                del changes[key]
    for files in (table, *table.get("variant", {}).values()):
        if "components" in files:
            found = files["components"].items()
            files["components"] = {n: str(Path(f).resolve()) for n, f in found}
    return tomli_w.dumps(table)
