"""What `show`, `new` and `schema` print: a game's declarations as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_origin

from sim.config import Config
from sim.engine.contract import Game
from sim.engine.errors import InputError, nearest
from sim.engine.options import Options, Word, entries_of, limits_of
from sim.games import game, names

PARTS = ("rules", "strategies", "components", "record", "ambiguities")


def shown(declared: Game, part: str | None) -> Iterator[str]:
    """Lines about a game, or about one part of it."""
    if part is not None and part not in PARTS:
        raise InputError(f"{part}: unknown part of a game{nearest(part, PARTS)}")
    tellers = {
        "rules": _rules,
        "strategies": _strategies,
        "components": _components,
        "record": _record,
        "ambiguities": _ambiguities,
    }
    if part is not None:
        yield from tellers[part](declared)
        return
    yield f"{declared.title}: {declared.summary}"
    yield ""
    for name in PARTS[:-1]:
        yield f"{name}:"
        yield from (f"  {line}" for line in tellers[name](declared))
        yield ""
    yield f"Open questions of the rulebook: dreamodds show {declared.name} ambiguities"


def option_lines(model: type[Options]) -> Iterator[tuple[str, str, str, str]]:
    """Name, default, allowed values and meaning of every option of a model."""
    for name, field in model.model_fields.items():
        yield name, _word(field.default), allowed(field), field.description or ""


def allowed(field: Any) -> str:
    """Allowed values of an option as words."""
    kind = field.annotation
    if isinstance(kind, type) and issubclass(kind, Word):
        return ", ".join(kind.words())
    if kind is bool:
        return "true, false"
    if get_origin(kind) is tuple:
        most = next(m.max_length for m in field.metadata if hasattr(m, "max_length"))
        short = "a+b for ['a', 'b']" if entries_of(field) == "names" else "2+5 for [2, 5]"
        return f"a list of up to {most} {entries_of(field)}, or {short}"
    low, high = limits_of(field)
    return f"{low:g} to {high:g}"


def _word(value: Any) -> str:
    if isinstance(value, Word):
        return value.word
    if isinstance(value, tuple):
        return str(list(value))
    return str(value).lower() if isinstance(value, bool) else f"{value:g}"


def _cell(value: Any) -> str:
    """A value as it stands in a component file."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _rules(declared: Game) -> Iterator[str]:
    yield from _columns(option_lines(declared.rules))
    if declared.presets:
        yield f"presets: {', '.join(declared.presets)}"
    by_module: dict[str, list[str]] = {}
    for name, module in declared.rules.later.items():
        by_module.setdefault(module, []).append(name)
    for module, options in by_module.items():
        yield f"not built yet: {module} ({len(options)} options)"


def _strategies(declared: Game) -> Iterator[str]:
    base = declared.policy()
    yield "A strategy is a set of parameters; the defaults are:"
    yield from _columns(option_lines(declared.policy))
    for name, policy in declared.strategies.items():
        plain, usual = policy.model_dump(), base.model_dump()
        changed = [f"{k} = {_word(getattr(policy, k))}" for k in plain if plain[k] != usual[k]]
        yield f"{name}: {', '.join(changed) or 'the defaults'}"


def _components(declared: Game) -> Iterator[str]:
    components = declared.components.read()
    for name, table in declared.components.tables.items():
        counts = components.provenance()[name]
        origin = ", ".join(f"{n} {kind}" for kind, n in counts.items())
        yield f"{name} ({table.file}): {origin}"
        rows = [tuple(_cell(v) for v in row.model_dump().values()) for row in components.rows[name]]
        yield from (f"  {line}" for line in _columns([tuple(table.row.model_fields), *rows]))
    if declared.assumed:
        yield declared.assumed


def _record(declared: Game) -> Iterator[str]:
    record = declared.named(declared.components.read()).record
    yield from _columns(
        (
            c.name + ("_seat{s}" if c.per_seat else ""),
            f"{c.low}..{c.high}" + (f" /{c.scale}" if c.scale > 1 else ""),
            c.unit,
            c.help,
        )
        for c in record.columns
    )
    for matrix in record.matrices:
        axes = " x ".join(f"{name} {a}..{b}" for name, a, b in matrix.axes)
        yield f"{matrix.name}{'_seat{s}' if matrix.per_seat else ''}: {axes}: {matrix.help}"
    for rate in record.rates:
        yield f"{rate.name}_...: {rate.hits} / {rate.trials}: {rate.help}"


def _ambiguities(declared: Game) -> Iterator[str]:
    from reports.ambiguities import ambiguities

    for a in ambiguities(declared):
        yield f"{a.id}: {a.open}"
        yield f"    readings: {a.readings}"
        yield f"    default: {a.default}" + (f"   option: {a.option}" if a.option else "")


def _columns(rows: Any) -> Iterator[str]:
    listed = [tuple(row) for row in rows]
    if not listed:
        return
    widths = [min(44, max(len(row[i]) for row in listed)) for i in range(len(listed[0]))]
    for row in listed:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        yield "  ".join(cells).rstrip()


def starter(declared: Game) -> str:
    """A commented config with every option of a game at its printed value."""
    seats = ", ".join(f'"{name}"' for name in declared.seats)
    lines = [
        "#:schema dreamodds.schema.json",
        f"# {declared.title}. Every line that starts with # shows a default; remove it to change.",
        f'game = "{declared.name}"',
        "matches = 100_000",
        "seed = 1",
        f"seats = [{seats}]           # of: {', '.join(declared.strategies)}",
        f'# preset = "..."             # of: {", ".join(declared.presets) or "none"}',
        '# rotate = "cyclic"          # cyclic, all or off: seatings that play each deal',
        "# records = 1000             # sampled matches kept as parquet",
        "# margin = 0.02              # win shares this close to equal are fair",
        "",
        "[rules]",
        *(
            f"# {f'{name} = {_toml(default, allow)}':44} # {allow}; {help_}"
            for name, default, allow, help_ in option_lines(declared.rules)
        ),
        "",
        "# [variant.my_house_rule]    # compared with the base, match by match",
        "# rules.NAME = VALUE",
        "",
        "# [grid]                     # or: every combination of these values",
        "# rules.NAME = [VALUE, VALUE]",
        "",
        "# [meta]                     # every strategy against every other",
        '# strategies = "all"',
        "",
        "# [stop]                     # stop when precise enough",
        '# metric = "win_share_seat0"',
        "# half_width = 0.001",
        "",
        "# [[check]]                  # for `dreamodds check`",
        '# metric = "win_share_seat0"',
        "# within = [0.48, 0.52]",
    ]
    return "\n".join(lines) + "\n"


def _toml(default: str, allow: str) -> str:
    plain = default in {"true", "false"} or default.startswith("[") or " to " in allow
    return default if plain else f'"{default}"'


def config_schema(name: str | None) -> dict[str, Any]:
    """JSON Schema of config files; the rules follow the game that is named."""
    schema = Config.model_json_schema()
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    listed = [game(name)] if name is not None else [game(n) for n in names()]
    schema["properties"]["game"]["enum"] = [g.name for g in listed]
    schema["allOf"] = [
        {
            "if": {"properties": {"game": {"const": g.name}}},
            "then": {"properties": {"rules": _partial(g.rules)}},
        }
        for g in listed
    ]
    return schema


def _partial(model: type[Options]) -> dict[str, Any]:
    schema = model.model_json_schema()
    schema.pop("required", None)
    return schema
