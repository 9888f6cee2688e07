"""The report of a run: one HTML file that needs nothing else, and the same as Markdown."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from reports import dependence, page_methods, page_tables
from reports.ambiguities import ambiguities
from reports.page_verdict import verdict
from reports.parts import asked
from reports.standings import standings
from reports.units import counted
from reports.words import capital, scenario_title
from sim.store import write_atomically

if TYPE_CHECKING:
    from analysis.study import Study
    from reports.figures import Saved

BIG_SVG = 300_000  # bytes from which a PNG is embedded instead
BUDGET = 2_600_000  # bytes of figures in one page, beyond which the smaller format is taken


@dataclass(frozen=True)
class Picture:
    """A figure of the page: how it is embedded and what is said of it."""

    name: str
    title: str
    alt: str
    note: str
    html: Markup


def write_report(
    study: Study,
    drawings: Sequence[Saved],
    folder: Path,
    reproduce: str,
    facts: Mapping[str, Any],
) -> None:
    """Write report.html and report.md beside the folder of figures.

    Parameters
    ----------
    drawings
        What `save` returned for the figures in `folder`/figures.
    reproduce
        The command line that gives the same numbers.
    facts
        The manifest: versions, sources, components, timings; what is missing is left out.
    """
    context = report(study, drawings, folder / "figures", reproduce, facts)
    for name in ("report.html", "report.md"):
        text = environment().get_template(f"{name}.jinja").render(context)
        write_atomically(folder / name, text)


def report(
    study: Study,
    drawings: Sequence[Saved],
    figures: Path,
    reproduce: str,
    facts: Mapping[str, Any],
) -> dict[str, Any]:
    """Everything the templates show."""
    game, questions = study.plan.game, list(asked(study))
    points, settled = page_tables.open_points(study, ambiguities(game))
    unit = study.parts[0].unit
    ranked = standings(study.meta, unit) if study.meta and len(study.meta.names) > 1 else None
    return {
        "game": game,
        "study": study,
        "verdict": verdict(study),
        "headline": page_tables.headline(study),
        "outcomes": page_tables.outcomes(study),
        "together": page_tables.together(study),
        "fair": page_tables.fair_shares(study),
        "left_out": len(study.parts) - page_tables.MOST_SCENARIOS,
        "components": page_tables.components(study),
        "rules": page_tables.rules_changed(study),
        "dependence": list(dependence.sentences(study)),
        "draws": dependence.table(study),
        "open_points": points,
        "without_option": settled,
        "questions": questions,
        "quantiles": {
            number: page_tables.quantiles(able, q)
            for number, q, able in questions
            if q.chart == "survival"
        },
        "effects": page_tables.effects(study),
        "ranked": ranked,
        "strategies": page_tables.strategies(ranked) if ranked else None,
        "methods": list(page_methods.paragraphs(study)),
        "exact": page_methods.exact(study),
        "homogeneity": page_methods.homogeneity(study),
        "beyond": page_methods.beyond(study),
        "pictures": pictures(drawings, figures),
        "units": counted(study.parts),
        "reproduce": reproduce,
        "facts": {
            **dict.fromkeys(("digest", "sources", "started", "versions", "timings")),
            **facts,
        },
    }


@cache
def environment() -> Environment:
    """Templates of this package; HTML is escaped, Markdown has bars in cells escaped."""
    found = Environment(
        loader=PackageLoader("reports", "templates"),
        autoescape=lambda name: name is not None and "html" in name,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    found.filters |= {"code": _code, "cell": _cell, "capital": capital, "title": scenario_title}
    return found


def _code(text: str) -> Markup:
    """Text with `code` and **bold** of Markdown as HTML; long names may break."""
    marked = re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text)))
    marked = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", marked)
    return Markup(re.sub(r"(?<=\w)_(?=\w)", "_<wbr>", marked))


def _cell(text: str) -> str:
    """Text that may stand in a cell of a Markdown table."""
    return " ".join(text.replace("|", "\\|").split("\n"))


def pictures(drawings: Sequence[Saved], figures: Path) -> dict[str, list[Picture]]:
    """Figures by the section they belong to, embedded."""
    found: dict[str, list[Picture]] = {}
    spent = 0
    for d in drawings:
        html = _embedded(d, figures, thrifty=spent > BUDGET)
        spent += len(html)
        found.setdefault(d.section, []).append(Picture(d.name, d.title, d.alt, d.note, html))
    return found


def _embedded(d: Saved, figures: Path, *, thrifty: bool) -> Markup:
    """An inline SVG, or a PNG where that is too big."""
    svg = _inline((figures / f"{d.name}.svg").read_text(encoding="utf-8"), d.alt)
    if len(svg) <= BIG_SVG and not thrifty:
        return svg
    png = base64.b64encode((figures / f"{d.name}.png").read_bytes()).decode()
    image = Markup('<img alt="{}" src="data:image/png;base64,{}">').format(d.alt, Markup(png))
    return min(svg, image, key=len) if thrifty else image


def _inline(svg: str, alt: str) -> Markup:
    """The SVG as an element of the page: no declarations, no style sheet, named for readers."""
    svg = re.sub(r"<style.*?</style>\s*|<defs>\s*</defs>\s*", "", svg, flags=re.DOTALL)
    _, tag, rest = re.split(r"(<svg[^>]*>)", svg, maxsplit=1)
    box = re.search(r'viewBox="[^"]*"', tag)
    opened = f'<svg role="img" aria-label="{escape(alt)}" {box[0] if box else ""}>'
    return Markup(opened + rest.replace("xlink:href=", "href="))
