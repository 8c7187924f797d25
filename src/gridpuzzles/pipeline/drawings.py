"""Drawing a study's figures: PDF and PNG, the plotted numbers as CSV, the caption as reStructuredText."""

import importlib
from collections.abc import Callable
from typing import Any

from matplotlib.figure import Figure as Canvas

from gridpuzzles.pipeline import files
from gridpuzzles.pipeline.layout import Layout
from gridpuzzles.pipeline.planning import StudyPlan
from gridpuzzles.pipeline.tables import Tables
from gridpuzzles.plotting.style import in_style
from gridpuzzles.study import Drawing, Figure, Study


def draw_figures(plan: StudyPlan, layout: Layout) -> None:
    """Draw and write every figure of a study from its tables."""
    tables = Tables(plan, layout)
    for figure in plan.figures:
        with in_style():
            drawing = drawing_function(plan.study, figure)(tables, plan.settings)
            _write(drawing, plan, figure, layout)


def drawing_function(study: Study[Any], figure: Figure[Any]) -> Callable[[Tables, Any], Drawing]:
    """Return the function that draws a figure."""
    module = importlib.import_module(f"gridpuzzles.{study.family}.figures.{study.module}")
    function: Callable[[Tables, Any], Drawing] = getattr(module, figure.name)
    return function


def _write(drawing: Drawing, plan: StudyPlan, figure: Figure[Any], layout: Layout) -> None:
    def target(suffix: str) -> Any:
        return files.replacing(layout.figure(plan.name, figure.name, suffix))

    freeze_layout(drawing.canvas)
    with target(".csv") as path:
        drawing.data.to_csv(path, index=False, lineterminator="\n")
    with target(".rst") as path:
        path.write_text(_caption(drawing, plan, figure), encoding="utf-8")
    with target(".png") as path:
        save_canvas(drawing.canvas, path, "png")
    with target(".pdf") as path:
        save_canvas(drawing.canvas, path, "pdf")


def freeze_layout(canvas: Canvas) -> None:
    """Lay a canvas out once, for all formats: laying out costs as much as drawing."""
    canvas.draw_without_rendering()
    canvas.set_layout_engine("none")


def save_canvas(canvas: Canvas, path: Any, kind: str) -> None:
    """Write a canvas without dates or versions, so that equal drawings are equal bytes.

    Parameters
    ----------
    kind
        ``pdf``, ``png`` or ``svg``.
    """
    metadata = {
        "pdf": {"CreationDate": None, "Producer": None, "Creator": None},
        "png": {"Software": None},
        "svg": {"Date": None, "Creator": None},
    }
    canvas.savefig(path, format=kind, metadata=metadata[kind])


def _caption(drawing: Drawing, plan: StudyPlan, figure: Figure[Any]) -> str:
    """Return the caption: title, what one sees, and where the numbers are; braces are doubled for Snakemake's Jinja."""
    seed = f" Root seed {plan.seed}." if plan.study.random else ""
    text = f"**{figure.title}.** {drawing.caption.strip()}{seed}\n\nStudy *{plan.study.title}* (``{plan.name}``).\n"
    return text.replace("{{", "{ {").replace("{%", "{ %").replace("{#", "{ #")
