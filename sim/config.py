"""Config files: TOML, `extends`, command-line overrides; every mistake is one line with its place."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from sim.engine.errors import InputError, nearest, not_utf8, usable
from sim.engine.options import explain, key_of, missing, shown
from sim.games import game, names

MOST_MATCHES = 2**40
MOST_SEED = 2**64 - 1
MOST_EXTENDED = 50  # files of which each extends the next
DEEPEST = 50  # tables and lists inside one another
LONGEST = 4096  # bits of a whole number, far more than any key allows


def _read_seat(value: Any) -> Any:
    if isinstance(value, str | dict):
        return value
    raise PydanticCustomError("seat", 'must be a name or {strategy = "NAME", ...}')


Seat = Annotated[str | dict[str, Any], BeforeValidator(_read_seat)]


class Section(BaseModel):
    """Base of the parts of a config: strict types, unknown keys refused."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


class Changes(Section):
    """What a variant changes of the base scenario."""

    preset: str | None = Field(None, description="a named set of rules of the game")
    rules: dict[str, Any] = Field(default_factory=dict, description="options of the game")
    seats: list[Seat] | None = Field(None, description="a strategy for each seat")
    components: dict[str, str] = Field(default_factory=dict, description="own component files")


class Stop(Section):
    """Stop early, at a precision that holds under peeking."""

    metric: str = Field(description="a column")
    half_width: float = Field(
        gt=0, allow_inf_nan=False, description="wanted half-width of its confidence sequence"
    )
    min_matches: int = Field(10_000, ge=1, le=MOST_MATCHES)


class Check(Section):
    """A balance criterion: met, failed or undecided."""

    metric: str = Field(description="a column or a rate")
    within: list[Annotated[float, Field(allow_inf_nan=False)]] = Field(
        min_length=2, max_length=2, description="[low, high]"
    )
    scenario: str = Field("base", description="the scenario it is asked of")


def _read_strategies(value: Any) -> Any:
    if value == "all" or (isinstance(value, list) and value):
        return value
    raise PydanticCustomError("strategies", "must be 'all' or a list of strategies")


class Meta(Section):
    """Strategy against strategy: every pair plays, seats balanced."""

    strategies: Annotated[
        Annotated[list[Seat], Field(min_length=1)] | Literal["all"],
        BeforeValidator(_read_strategies),
    ] = Field("all", description="names or tables, or 'all'")
    matches: int = Field(20_000, ge=1, le=MOST_MATCHES, description="matches of each pair")


class Resample(Section):
    """How far the base scenario rests on assumed component values: other values are drawn."""

    draws: int = Field(40, ge=2, le=1000, description="tables of component values drawn")
    matches: int = Field(10_000, ge=1, le=MOST_MATCHES, description="matches of each draw")
    prior: str = Field("", description="how values are drawn; default: the game's first prior")


class Config(Changes):
    """A whole config file."""

    game: str = Field(description="name of a game")
    matches: int = Field(100_000, ge=1, le=MOST_MATCHES, description="rounded up to whole blocks")
    seed: int = Field(1, ge=0, le=MOST_SEED, description="every random number follows from it")
    players: int | None = Field(None, description="seats, with one strategy for all")
    rotate: Literal["cyclic", "all", "off"] | None = Field(
        None, description="seatings that play each deal"
    )
    rng: Literal["splitmix", "squares"] = Field("splitmix", description="random generator")
    records: int = Field(0, ge=0, le=1_000_000, description="sampled matches kept as parquet")
    margin: float = Field(
        0.02, gt=0, lt=1, allow_inf_nan=False, description="win shares this close to equal are fair"
    )
    extends: str | None = Field(None, description="a config file this one changes")
    variant: dict[str, Changes] = Field(default_factory=dict, description="compared with base")
    grid: dict[str, Any] = Field(default_factory=dict, description="full factorial of lists")
    stop: Stop | None = Field(None, description="stop when precise enough")
    check: list[Check] = Field(default_factory=list, description="balance criteria")
    meta: Meta | None = Field(None, description="strategy against strategy")
    resample: Resample | None = Field(None, description="dependence on assumed values")


class Source:
    """Where the values of a config come from, to name file and line in a message."""

    def __init__(self, path: Path | None, text: str = "", base: Source | None = None) -> None:
        self.path, self.text, self.base = path, text, base
        self.commanded: set[str] = set()  # keys set on the command line

    def place(self, key: str) -> str:
        """`file:line: ` of a dotted key, `file: ` where no line holds it, '' without a file."""
        if any(f"{key}.".startswith(f"{k}.") or k.startswith(f"{key}.") for k in self.commanded):
            return "command line: "
        if self.path is None:
            return ""
        line, depth = line_of(self.text, key)
        if self.base is not None and line_of(self.base.text, key)[1] > depth:
            return self.base.place(key)
        return f"{self.path}:{line}: " if line else f"{self.path}: "


def line_of(text: str, key: str) -> tuple[int, int]:
    """Line of a dotted key in a TOML text (tomllib keeps no positions), and how much it matches.

    The longest written prefix counts: for rules.thirds.x the line of rules.thirds, matching two
    parts; (0, 0) if no part is there.
    """
    wanted = tuple(re.sub(r"\.\d+(?=\.|$)", "", key).split("."))
    table: tuple[str, ...] = ()
    found = depth = 0
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(#.*)?$", line)
        entry = re.match(r"\s*([\w\-\"'.\s]+?)\s*=", line)
        if header:
            table = _parts(header[1])
            path = table
        elif entry:
            path = (*table, *_parts(entry[1]))
        else:
            continue
        if len(path) > depth and wanted[: len(path)] == path:
            found, depth = number, len(path)
    return found, depth


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))


def read_config(target: str, changes: Mapping[str, Any] | None = None) -> tuple[Config, Source]:
    """Config of a file, or of a game's name, with `changes` (dotted keys) made to it.

    Raises
    ------
    InputError
        Whatever is wrong first: the file, its syntax, a key, a type, a range.
    """
    table, source = _table_of(target)
    for key, value in (changes or {}).items():
        full = _full_key(key, table)
        if full == "game" and source.path is None and value != target:
            raise InputError(
                f"--set game={value}: the game is {target}; name the other one instead"
            )
        _set(table, full, value)
        source.commanded.add(full)
    complaint = _beyond(table)
    if complaint:
        raise InputError(f"{target}: {complaint}")
    try:
        config = Config.model_validate(table)
    except ValidationError as error:
        key = key_of(error)
        place = key.rpartition(".")[0] if missing(error) else key  # where it should stand
        raise InputError(source.place(place) + explain(error, Config)) from None
    if config.game not in names():
        hint = nearest(config.game, names())
        raise InputError(f"{source.place('game')}game = {config.game!r}: unknown game{hint}")
    return config, source


def _table_of(target: str) -> tuple[dict[str, Any], Source]:
    path = Path(target)
    with usable(target):
        if target in names() and not path.is_file():
            return {"game": target}, Source(None)
        if not path.exists() and path.suffix != ".toml":
            hint = nearest(target, names())
            raise InputError(f"{target}: neither a config file nor a game{hint}")
    return _read_toml(path)


def _beyond(table: dict[str, Any]) -> str:
    """What no config needs and no message could show: depth, endless numbers; else ''."""
    level: list[Any] = [table]
    for _ in range(DEEPEST):
        lists = [list(v.values()) if isinstance(v, dict) else v for v in level]
        level = [v for values in lists for v in values]
        if any(isinstance(v, int) and v.bit_length() > LONGEST for v in level):
            return "a number of thousands of digits"
        level = [v for v in level if isinstance(v, dict | list)]
        if not level:
            return ""
    return "tables or lists nested too deeply"


def _read_toml(path: Path) -> tuple[dict[str, Any], Source]:
    """The table of a file, merged with those it extends, and where its values stand."""
    tables: list[dict[str, Any]] = []
    sources: list[Source] = []
    seen: set[Path] = set()
    place, following = "", path
    while True:
        try:
            with usable(following):
                full = following.resolve()
            if full in seen:
                raise InputError(f"{following}: extends itself")
            if len(seen) == MOST_EXTENDED:
                raise InputError(f"{following}: more than {MOST_EXTENDED} files extend one another")
            table, source = _read_one(following)
        except InputError as error:
            raise InputError(f"{place}{error}") from None
        seen.add(full)
        if sources:
            sources[-1].base = source
        tables.append(table)
        sources.append(source)
        if "extends" not in table:
            break
        extended = table.pop("extends")
        place = source.place("extends")
        if not isinstance(extended, str):
            raise InputError(f"{place}extends = {shown(extended)}: must be a text")
        place, following = f"{place}extends: ", following.parent / extended
    merged = tables.pop()
    while tables:
        merged = _merged(merged, tables.pop())
    return merged, sources[0]


def _read_one(path: Path) -> tuple[dict[str, Any], Source]:
    with usable(path):
        content = path.read_bytes()
    try:
        text = content.decode("utf-8-sig")
        table = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise InputError(f"{path}:{not_utf8(content, error)}; save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: {_syntax(str(error))}") from None
    except RecursionError:
        raise InputError(f"{path}: tables or lists nested too deeply") from None
    except ValueError as error:  # a number of thousands of digits
        raise InputError(f"{path}: {str(error).partition(';')[0]}") from None
    complaint = _beyond(table)
    if complaint:
        raise InputError(f"{path}: {complaint}")
    for part in (table, *_tables(table.get("variant"))):
        if "components" in part:
            part["components"] = _from_folder(part["components"], path.parent)
    return table, Source(path, text)


def _tables(value: Any) -> list[dict[str, Any]]:
    return [v for v in value.values() if isinstance(v, dict)] if isinstance(value, dict) else []


def _from_folder(files: Any, folder: Path) -> Any:
    """Component paths are relative to the file that names them."""
    if not isinstance(files, dict):
        return files
    return {n: str(folder / f) if isinstance(f, str) else f for n, f in files.items()}


def _syntax(message: str) -> str:
    where = re.search(r"\(at line (\d+), column (\d+)\)", message)
    if not where:
        return f"TOML syntax: {message}"
    what = message[: where.start()].strip()
    return f"line {where[1]}, column {where[2]}: TOML syntax: {what}"


def _merged(base: Mapping[str, Any], top: Mapping[str, Any]) -> dict[str, Any]:
    both = dict(base)
    for key, value in top.items():
        if isinstance(value, Mapping) and isinstance(both.get(key), Mapping):
            both[key] = _merged(both[key], value)
        else:
            both[key] = value
    return both


def _full_key(key: str, table: Mapping[str, Any]) -> str:
    """`thirds` means rules.thirds where it is an option of the game."""
    parts = key.split(".")
    if not all(part.strip() for part in parts):
        raise InputError(f"--set {key}: a dotted key with an empty part")
    if parts[0] == "extends":
        raise InputError("--set extends: can stand in a config file only")
    if parts[0] in Config.model_fields:
        return key
    if table.get("game") in names():
        rules = game(table["game"]).rules
        if parts[0] in rules.model_fields or parts[0] in rules.later:
            return f"rules.{key}"
        hint = nearest(parts[0], [*rules.model_fields, *Config.model_fields])
        raise InputError(f"--set {key}: neither an option of {table['game']} nor a key{hint}")
    return key


def _set(table: dict[str, Any], key: str, value: Any) -> None:
    *path, last = key.split(".")
    for part in path:
        inner = table.setdefault(part, {})
        if not isinstance(inner, dict):
            raise InputError(f"--set {key}: {part} is not a table")
        table = inner
    table[last] = value


def parse_setting(text: str, option: str = "--set") -> tuple[str, Any]:
    """`key=value` of the command line: a TOML value, else a word."""
    key, equals, value = text.partition("=")
    key = key.strip()
    if not equals or not key:
        raise InputError(f"{option} {text}: write KEY=VALUE")
    if "\n" in text or "\r" in text:
        raise InputError(f"{option} {text}: must be one line")
    try:
        return key, tomllib.loads(f"v = {value}")["v"]
    except tomllib.TOMLDecodeError:
        return key, value.strip()
    except RecursionError:
        raise InputError(f"{option} {key}: tables or lists nested too deeply") from None
    except ValueError as error:  # a number of thousands of digits
        raise InputError(f"{option} {key}: {str(error).partition(';')[0]}") from None


def parse_seats(text: str) -> list[Seat]:
    """`heuristic:attack_bias=0.4,random`: a strategy with parameters for each seat."""
    return [_seat(part.strip()) for part in text.split(",")]


def _seat(text: str) -> Seat:
    name, *parameters = text.split(":")
    if not parameters:
        return name
    seat: dict[str, Any] = {"strategy": name}
    for parameter in parameters:
        if not parameter.partition("=")[0].strip() or "=" not in parameter:
            raise InputError(f"--seats {text}: write NAME:PARAMETER=VALUE:...")
        key, value = parse_setting(parameter, "--seats")
        if key == "strategy":
            raise InputError(f"--seats {text}: the strategy is the name before the first colon")
        if key in seat:
            raise InputError(f"--seats {text}: {key} is there twice")
        seat[key] = value
    return seat
