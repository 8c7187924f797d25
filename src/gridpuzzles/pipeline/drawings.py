"""Drawing a study's figures: PDF and PNG, the plotted numbers as CSV, the caption as reStructuredText."""

import importlib
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pandas as pd
from matplotlib.figure import Figure as Canvas

from gridpuzzles.errors import InputError
from gridpuzzles.pipeline import calibration, files
from gridpuzzles.pipeline.forecast import measured_batches
from gridpuzzles.pipeline.layout import Layout
from gridpuzzles.pipeline.planning import Plan, StudyPlan
from gridpuzzles.pipeline.tables import Tables
from gridpuzzles.plotting.costs import predicted_against_measured
from gridpuzzles.plotting.style import in_style
from gridpuzzles.study import Drawing, Figure, Study


def draw_figures(plan: StudyPlan, layout: Layout) -> None:
    """Draw and write every figure of a study from its tables."""
    tables = Tables(plan, layout)
    for figure in plan.figures:
        with in_style():
            drawing = drawing_function(plan.study, figure)(tables, plan.settings)
            _write(drawing, plan, figure, layout)


def draw_costs(plan: Plan) -> str:
    """Draw predicted against measured cost of a run's finished batches; return what one sees.

    Raises
    ------
    InputError
        With one line, if no batch is finished.
    """
    batches = pd.DataFrame([asdict(batch) for batch in measured_batches(plan, calibration.speeds(plan))])
    if batches.empty:
        raise InputError(f"{plan.layout.folder}: no batch has been computed there yet")
    with in_style():
        drawing = predicted_against_measured(batches)
        freeze_layout(drawing.canvas)
        for kind in ("pdf", "png"):
            with files.replacing(plan.layout.costs.with_suffix(f".{kind}")) as path:
                save_canvas(drawing.canvas, path, kind)
    with files.replacing(plan.layout.costs.with_suffix(".csv")) as path:
        drawing.data.to_csv(path, index=False, lineterminator="\n")
    return drawing.caption


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
    # Not "none": that leaves an engine which does nothing, for which each format would be drawn once more.
    canvas.set_layout_engine(None)


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
