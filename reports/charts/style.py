"""The house style of all figures: one sheet with title, key and note; colours that all can tell.

Here alone matplotlib is imported.  Charts draw on axes they get from `sheet`.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from textwrap import wrap
from typing import Any, ParamSpec, TypeVar

import matplotlib
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator

from reports.words import MINUS

WIDTH = 6.8  # inches: the text width of an A4 page
TALLEST = 9.4  # inches: what fits on one
INK, SOFT, FAINT, PAPER = "#222222", "#666666", "#d9d9d9", "#f5f5f5"
BAND = "#e3e3e3"

# Okabe and Ito's palette, told apart by marker, line and hatching too.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
SIZES = (4.8, 4.6, 5.8, 4.8, 5.8, 5.8, 5.8)  # of the markers: equally heavy
LINES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1.2, 1.4)), (0, (6, 2, 1.2, 2)), (0, (8, 3)), (0, (3, 1, 1, 1, 1, 1)), (0, (2, 1)))  # fmt: skip
HATCHES = ("", "///", "..", "xxx", "---", "\\\\\\", "++")
MOST_SERIES = 6  # scenarios told apart in one panel

RC: dict[str, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 8.5,
    "text.color": INK,
    "text.parse_math": False,
    "axes.edgecolor": SOFT,
    "axes.labelcolor": INK,
    "axes.labelsize": 8.5,
    "axes.linewidth": 0.7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 9,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.axisbelow": True,
    "grid.color": "#e6e6e6",
    "grid.linewidth": 0.6,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "hatch.linewidth": 0.5,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "svg.fonttype": "none",
    "svg.hashsalt": "dreamodds",
    "savefig.facecolor": "white",
}


DPI = 150


@dataclass(frozen=True)
class Drawing:
    """A figure with the numbers it shows and a text for those who cannot see it.

    `name` is a file stem; `section` says where the report shows it: headline, question 0, 1, ...,
    effects or meta; `note` is what the caption adds.
    """

    name: str
    title: str
    alt: str
    figure: Figure
    table: pd.DataFrame
    section: str = ""
    note: str = ""


@dataclass(frozen=True)
class Sheet:
    """What stands around the axes of a figure."""

    title: str
    subtitle: str = ""
    note: str = ""
    key: Sequence[Any] = field(default_factory=tuple)  # handles of the legend


@contextmanager
def style() -> Iterator[None]:
    """The house style, whatever the user's matplotlib is set to."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        parameters: Any = matplotlib.rcParams
        parameters.update(RC)
        yield


P = ParamSpec("P")
R = TypeVar("R")


def styled(function: Callable[P, R]) -> Callable[P, R]:
    """Run a function in the house style."""

    @wraps(function)
    def inside(*args: P.args, **kwargs: P.kwargs) -> R:
        with style():
            return function(*args, **kwargs)

    return inside


@styled
def rendered(figure: Figure) -> tuple[bytes, str]:
    """A figure as PNG and as SVG.

    The canvases are called directly: savefig would draw everything twice.
    """
    png, svg = io.BytesIO(), io.StringIO()
    figure.set_dpi(DPI)
    agg: Any = FigureCanvasAgg(figure)
    agg.print_png(png, metadata={"Software": None})
    figure.set_layout_engine("none")  # the axes stay where they are now
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    vector: Any = FigureCanvasSVG(figure)
    vector.print_svg(svg, metadata=nothing)
    return png.getvalue(), svg.getvalue()


def sheet(around: Sheet, height: float) -> Figure:
    """An empty figure whose axes will get that height in inches, between title and note."""
    title = wrap(around.title, 76)
    subtitle = wrap(around.subtitle, 112)
    note = wrap(around.note, 120)
    columns = _key_columns(around.key)
    key_rows = -(-len(around.key) // columns) if around.key else 0
    top = 0.06 + 0.2 * len(title) + 0.155 * len(subtitle) + 0.185 * key_rows + 0.06
    bottom = 0.04 + 0.135 * len(note)
    total = height + top + bottom
    figure = Figure((WIDTH, total), layout="constrained")
    engine: Any = figure.get_layout_engine()
    engine.set(
        rect=(0.005, bottom / total, 0.985, height / total),
        w_pad=0.03, h_pad=0.03, hspace=0.04, wspace=0.04,
    )  # fmt: skip
    y = 1 - 0.06 / total
    for lines, step, size, colour, weight in (
        (title, 0.2, 10.5, INK, "bold"),
        (subtitle, 0.155, 8, SOFT, "normal"),
    ):
        for line in lines:
            figure.text(0.01, y, line, va="top", size=size, color=colour, weight=weight)
            y -= step / total
    if around.key:
        figure.legend(
            handles=list(around.key), loc="upper left", bbox_to_anchor=(0.002, y + 0.02 / total),
            ncols=columns, borderaxespad=0, borderpad=0.2, columnspacing=1.6, handlelength=2.2,
            labelspacing=0.45, handletextpad=0.6,
        ).set_in_layout(False)  # fmt: skip
    for i, line in enumerate(note):
        y = (bottom - 0.05 - 0.135 * i) / total
        figure.text(0.01, y, line, va="top", size=7, color=SOFT)
    for text in figure.texts:
        text.set_in_layout(False)
    return figure


def _key_columns(key: Sequence[Any]) -> int:
    """Entries side by side: all if they fit, else as many as the longest allows."""
    lengths = [len(str(handle.get_label())) + 8 for handle in key]
    return len(key) if sum(lengths) <= 112 else max(1, int(112 / max(lengths)))


def marker_key(labels: Sequence[str], first: int = 0) -> list[Line2D]:
    """Legend entries of series drawn as markers, the first in style number `first`."""
    return [
        Line2D([], [], color=COLOURS[i], marker=MARKERS[i], markersize=SIZES[i], lw=1.5, label=text)
        for i, text in enumerate(labels, first)
    ]


def curve_key(labels: Sequence[str]) -> list[Line2D]:
    """Legend entries of curves with marks; colours come again after the seventh."""
    return [
        Line2D([], [], label=text, **curve_look(i), markersize=SIZES[i % len(SIZES)], lw=1.2)
        for i, text in enumerate(labels)
    ]


def curve_look(i: int) -> dict[str, Any]:
    """Colour, line and marker of the curve with that number; colours come again, marked otherwise."""
    place = _again(i)
    return {"color": COLOURS[i % len(COLOURS)], "ls": LINES[place], "marker": MARKERS[place]}


def line_key(labels: Sequence[str]) -> list[Line2D]:
    """Legend entries of series drawn as lines."""
    return [
        Line2D([], [], color=COLOURS[i], ls=LINES[i], lw=1.6, label=text)
        for i, text in enumerate(labels)
    ]


def bar_key(labels: Sequence[str]) -> list[Patch]:
    """Legend entries of series drawn as bars."""
    return [Patch(**bar_look(i), edgecolor="white", label=text) for i, text in enumerate(labels)]


def bar_look(i: int) -> dict[str, Any]:
    """Colour and hatching of the bars with that number; colours come again, hatched otherwise."""
    return {"facecolor": COLOURS[i % len(COLOURS)], "hatch": HATCHES[_again(i)]}


def _again(i: int) -> int:
    """A place among as many as colours, another whenever a colour comes again."""
    n = len(COLOURS)
    return (i + 3 * (i // n)) % n


def upright(axes: Axes, text: str, inches: float, **style: Any) -> None:
    """A label of the vertical axis, broken so that it is no longer than the axis."""
    axes.set_ylabel("\n".join(wrap(text, max(8, int(inches * 15)))), **style)


def rectangle(
    axes: Axes, left: float, bottom: float, width: float, height: float, **kw: Any
) -> None:
    """A rectangle in data coordinates that does not change the limits."""
    axes.add_artist(Rectangle((left, bottom), width, height, **kw))


def in_percent(axis: Any, *, signed: bool = False) -> None:
    """Ticks of shares as percent, or of differences as signed percentage points."""
    axis.set_major_formatter(FuncFormatter(lambda x, _: tick(100 * x, signed=signed)))


def in_numbers(axis: Any, *, signed: bool = False) -> None:
    """Ticks of plain numbers, signed for differences."""
    axis.set_major_formatter(FuncFormatter(lambda x, _: tick(x, signed=signed)))


def tick(x: float, *, signed: bool) -> str:
    """A number at an axis: `0.5`, `200k`, `1.5M`."""
    text = f"{x:.6g}" if abs(x) > 1e-9 else "0"
    if abs(x) >= 99_999.5:
        text = f"{x / 1e6:.6g}M" if abs(x) >= 999_999.5 else f"{x / 1e3:.6g}k"
    return ("+" if signed and x > 1e-9 else "") + text.replace("-", MINUS)


def few_ticks(axis: Any, most: int = 6, *, whole: bool = False) -> None:
    """At most that many round ticks."""
    axis.set_major_locator(MaxNLocator(most, steps=[1, 2, 2.5, 5, 10], integer=whole))


def heat(
    axes: Axes, values: Any, palette: str, low: float, high: float, *, alpha: float = 1.0
) -> Callable[[float], str]:
    """Draw a heat map (NaN stays paper-coloured); what it returns picks a readable text colour."""
    colours = matplotlib.colormaps[palette]
    axes.pcolormesh(
        values, cmap=colours, vmin=low, vmax=high, edgecolors="white", linewidth=1.2, alpha=alpha
    )
    axes.set_facecolor(PAPER)
    axes.set_ylim(len(values), 0)
    axes.tick_params(length=0)
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)

    def ink(value: float) -> str:
        red, green, blue, _ = colours((value - low) / (high - low or 1))
        light = alpha * (0.2126 * red + 0.7152 * green + 0.0722 * blue) + 1 - alpha
        return "white" if light < 0.45 else "black"

    return ink
