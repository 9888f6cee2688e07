"""Options: declared once as a pydantic model, read from TOML, packed into a record for kernels."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self, get_args, get_origin

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ValidationError,
)
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from sim.engine.errors import InputError, nearest

if TYPE_CHECKING:
    import numpy as np


class Word(IntEnum):
    """A choice: a number in the kernel, its lower-case word everywhere else."""

    @property
    def word(self) -> str:
        """The word a config file uses."""
        return self.name.lower()

    @classmethod
    def words(cls) -> list[str]:
        """All words, in declared order."""
        return [member.word for member in cls]

    @classmethod
    def _read(cls, value: Any) -> Self:
        if isinstance(value, cls):
            return value
        if isinstance(value, str) and value in cls.words():
            return cls[value.upper()]
        hint = nearest(value, cls.words()) if isinstance(value, str) else ""
        raise PydanticCustomError(
            "word",
            "must be one of {words}{hint}",
            {"words": ", ".join(cls.words()), "hint": hint if "mean" in hint else ""},
        )

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Read a word (or a member), write a word."""
        return core_schema.no_info_plain_validator_function(
            cls._read,
            serialization=core_schema.plain_serializer_function_ser_schema(lambda m: m.word),
        )

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """The words, for editors."""
        return {"type": "string", "enum": cls.words()}


def _numbers(value: Any) -> Any:
    """Read a list, its short form `2+5`, or a single number, as a tuple."""
    if isinstance(value, int) and not isinstance(value, bool):
        return (value,)
    if isinstance(value, str) and re.fullmatch(r"\d+(\+\d+)*", value):
        return tuple(int(part) for part in value.split("+"))
    return tuple(value) if isinstance(value, list) else value


# A few whole numbers; declare the most there may be with `Field(max_length=...)`.
Numbers = Annotated[
    tuple[int, ...], BeforeValidator(_numbers, json_schema_input_type=list[int] | int | str)
]


def _names(value: Any) -> Any:
    """A list of names, or the same joined by plus signs, as `--set` and tables write them."""
    if isinstance(value, str):
        return tuple(value.split("+")) if value else ()
    return tuple(value) if isinstance(value, list) else value


# A few names; declare the most there may be with `Field(max_length=...)`.
Names = Annotated[tuple[str, ...], BeforeValidator(_names, json_schema_input_type=list[str] | str)]


class Options(BaseModel):
    """Base of every set of options: strict types, frozen, unknown names refused.

    `later` names the options of modules that are not built yet, with the module they belong to:
    they are refused with a line that says so, not as unknown names.
    """

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")
    later: ClassVar[Mapping[str, str]] = {}

    @classmethod
    def read(cls, values: Mapping[str, Any], base: Self | None = None) -> Self:
        """Options from a table: `base` (default: all defaults) with `values` changed.

        Raises
        ------
        InputError
            The first unknown name, wrong type, value out of range or invalid combination.
        """
        for name in values:
            if name in cls.later:
                raise InputError(f"{name}: belongs to {cls.later[name]}, not built yet")
        start = {n: getattr(base, n) for n in cls.model_fields} if base is not None else {}
        try:
            return cls.model_validate({**start, **values})
        except ValidationError as error:
            raise InputError(explain(error, cls)) from None

    def changed(self) -> dict[str, Any]:
        """Names and plain values that differ from the defaults."""
        plain = self.model_dump()
        return {n: plain[n] for n, f in type(self).model_fields.items() if self.differs(n, f)}

    def doubts(self, components: Any, players: int | None = None) -> Iterator[str]:
        """What is allowed with these components, at this table, and probably not meant, in lines."""
        yield from ()

    def differs(self, name: str, field: Any) -> bool:
        """Whether option `name` has another value than its default."""
        return bool(getattr(self, name) != field.default)


class Parameters(Options):
    """Base of the parameters of a game's scripted players.

    `reads` names, by the kind of a player, all parameters it reads; a kind left out reads any.
    """

    reads: ClassVar[Mapping[str, Sequence[str]]] = {}

    def doubts(self, components: Any, players: int | None = None) -> Iterator[str]:
        """Parameters that are set and not read."""
        changed = self.changed()
        kind = str(changed.pop("kind", type(self).model_fields["kind"].default.word))
        for name in changed:
            if name not in self.reads.get(kind, type(self).model_fields):
                yield f"{name}: {kind} players do not read it"


def explain(error: ValidationError, model: type[BaseModel]) -> str:
    """First complaint of pydantic as one line: key, value, what is allowed, the nearest name."""
    first = error.errors()[0]
    path = _path(first)
    key = key_of(error)
    if first["type"] == "extra_forbidden":
        inner = model_at(model, path[:-1])
        hint = nearest(str(path[-1]), inner.model_fields, getattr(inner, "later", ()))
        return f"{key}: unknown name{hint}"
    if missing(error):
        return f"{key}: missing"
    if first["type"] == "value_error":
        return f"{key + ': ' if key else ''}{first['ctx']['error']}"
    wanted = _wanted(first, bounds_of(model, path))
    if first["type"] == "tuple_type":
        wanted = f"must be a list of {entries_of(field_at(model, path))}"
    return f"{key} = {shown(first['input'])}: {wanted}"


def key_of(error: ValidationError) -> str:
    """Dotted key of the first complaint of pydantic."""
    return ".".join(str(part) for part in _path(error.errors()[0]))


def missing(error: ValidationError) -> bool:
    """Whether the first complaint of pydantic is of a key that is not there."""
    return bool(error.errors()[0]["type"] == "missing")


def _path(first: Any) -> tuple[int | str, ...]:
    """The keys that lead to a complaint, without pydantic's names of types (`list[union[...]]`)."""
    *outer, last = first["loc"] or ("",)
    found = [part for part in outer if not re.fullmatch(r"[a-z-]+\[.*\]", str(part))]
    if first["type"] == "extra_forbidden" or not re.fullmatch(r"[a-z-]+\[.*\]", str(last)):
        found.append(last)
    return tuple(found) if first["loc"] else ()


def _wanted(first: Any, bounds: str) -> str:
    """What a value must be, by the type of the complaint."""
    inside = f" in {bounds}" if bounds else ""
    wanted = {
        "int_type": f"a whole number{inside}",
        "int_from_float": f"a whole number{inside}",
        "float_type": f"a number{inside}",
        "bool_type": "true or false",
        "string_type": "a text",
        "model_type": "a table",
        "dict_type": "a table",
        "list_type": "a list",
    }.get(first["type"])
    if wanted is not None:
        return f"must be {wanted}"
    if bounds and first["type"] in {"greater_than_equal", "less_than_equal"}:
        return f"must lie in {bounds}"
    if first["type"] == "too_short":
        return f"must have at least {first['ctx']['min_length']} entries"
    if first["type"] == "too_long":
        return f"must have at most {first['ctx']['max_length']} entries"
    if first["type"] == "literal_error":
        return f"must be {first['ctx']['expected']}"
    message = str(first["msg"]).removeprefix("Input should be ")
    return f"must be {message}" if message != first["msg"] else message


def model_at(model: type[BaseModel], path: Sequence[int | str]) -> type[BaseModel]:
    """The model that a path of keys leads to, through tables and lists of models."""
    for part in path:
        field = model.model_fields.get(str(part))
        if field is not None:
            inner = next(_models_in(field.annotation), None)
            model = inner if inner is not None else model
    return model


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models_in(part)


def bounds_of(model: type[BaseModel], path: Sequence[int | str]) -> str:
    """The allowed range of a field as words, '' if it has none."""
    field = field_at(model, path) if path else None
    limits = limits_of(field) if field is not None else (None, None)
    return f"{limits[0]} to {limits[1]}" if None not in limits else ""


def field_at(model: type[BaseModel], path: Sequence[int | str]) -> Any:
    """The field that a path of keys leads to, None if it is an entry of a list or table."""
    return model_at(model, path[:-1]).model_fields.get(str(path[-1]))


def entries_of(field: Any) -> str:
    """What the entries of a list are: `Names` or `Numbers`."""
    return "names" if get_args(field.annotation)[0] is str else "whole numbers"


def limits_of(field: Any) -> tuple[Any, Any]:
    """Lowest and highest value a field allows, None where it has no bound."""
    low = next((m.ge for m in field.metadata if hasattr(m, "ge")), None)
    high = next((m.le for m in field.metadata if hasattr(m, "le")), None)
    return low, high


def shown(value: Any) -> str:
    """A value as a config file would write it, shortened."""
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def option_dtype(model: type[Options]) -> np.dtype[np.void]:
    """Record type of a set of options: f8 for floats, i8 for whole numbers, words and switches.

    What is not a single number is no field: the game's `set_components` writes what follows from it.
    """
    import numpy as np

    fields = model.model_fields.items()
    kinds = [(n, "f8" if f.annotation is float else "i8") for n, f in fields if _is_single(f)]
    return np.dtype(kinds, align=True)


def _is_single(field: Any) -> bool:
    return get_origin(field.annotation) is not tuple


def pack(options: Options, record: Any) -> None:
    """Write every option into the record of the same names."""
    for name, field in type(options).model_fields.items():
        if _is_single(field):
            setattr(record, name, getattr(options, name))
