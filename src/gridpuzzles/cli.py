"""The command line: every rule of the workflow is a command that a person can run by hand.

A command imports what it needs and no more, since start-up counts in every job of a run. A family with a ``cli.py``
adds its own commands: ``gridpuzzles <family> …``.
"""

import importlib
import os
import sys
import time
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from typer.exceptions import TyperException

from gridpuzzles import __version__
from gridpuzzles.errors import InputError
from gridpuzzles.pipeline.running import RunError
from gridpuzzles.study import PACKAGE, load_study, study_names

ConfigPath = Annotated[Path, typer.Argument(help="A config file, for example config/quick.yaml.")]
StudyName = Annotated[str, typer.Argument(help="A study's full name; `gridpuzzles list` shows them.")]
USAGE_ERROR = 2
FAILURE = 1
MOST_COMPILERS = 4
"""Processes that compile side by side; each takes up to a GiB, and more would compile the same kernels."""

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """Run the command line; every foreseeable mistake ends with one line and exit code 2, a failed run with 1."""
    _add_families(sys.argv[1:2])
    try:
        # Without typer's own handling of errors, which prints a box of several lines.
        sys.exit(app(standalone_mode=False) or 0)
    except InputError as error:
        _stop(error, USAGE_ERROR)
    except TyperException as error:
        _stop(error.format_message(), error.exit_code)
    except (OSError, RunError) as error:
        _stop(error, FAILURE)


def _stop(error: object, code: int) -> NoReturn:
    # What is not printable could steer the terminal.
    line = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in " ".join(str(error).split()))
    if line:  # a command without arguments has shown its help instead
        print(f"gridpuzzles: {line}", file=sys.stderr)
    sys.exit(code)


def _add_families(wanted: list[str]) -> None:
    """Add each family's commands; import only those of the family that is called."""
    for path in sorted(PACKAGE.glob("*/cli.py")):
        family = path.parent.name
        if family in wanted:
            commands = importlib.import_module(f"gridpuzzles.{family}.cli").app
            app.add_typer(commands, name=family)
        else:
            summary = (path.parent / "__init__.py").read_text(encoding="utf-8").strip('" \n').partition(";")[0]
            app.add_typer(_placeholder(), name=family, help=summary, rich_help_panel="One family")


def _placeholder() -> typer.Typer:
    """Return a family's commands when another is called: only the family's line in the help is needed."""
    commands = typer.Typer()
    commands.callback()(lambda: None)
    return commands


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"gridpuzzles {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Reproducible experiments on grid puzzles.

    `gridpuzzles run config/quick.yaml` makes every table and figure; the other commands are its parts.
    """


@app.command("run", rich_help_panel="A whole config")
def run_command(
    config: ConfigPath,
    cores: Annotated[
        int | None, typer.Option(min=1, help="Cores to use, if not all that the profile allows.", show_default=False)
    ] = None,
    profile: Annotated[str, typer.Option(help="A folder in config/profiles.")] = "local",
    arguments: Annotated[list[str] | None, typer.Argument(help="After `--`: further arguments for Snakemake.")] = None,
) -> None:
    """Compute what is missing, draw the figures and write the report. Run again after a stop: nothing done is lost."""
    from gridpuzzles.pipeline.planning import plan
    from gridpuzzles.pipeline.running import run

    planned = plan(config)
    report = run(planned, cores, profile, arguments or ())
    if report:
        print(f"report: {report}")


@app.command("plan", rich_help_panel="A whole config")
def plan_command(
    config: ConfigPath,
    nodes: Annotated[int, typer.Option(min=1, help="Machines to divide the work by.")] = 1,
    cores: Annotated[int, typer.Option(min=1, help="Cores of each machine.")] = os.cpu_count() or 1,
    calibrate: Annotated[bool, typer.Option("--calibrate", help="First measure this machine for a minute.")] = False,
    batches: Annotated[bool, typer.Option("--batches", help="List every batch.")] = False,
) -> None:
    """Show the work that a config asks for, and what it will cost, before running anything."""
    from gridpuzzles.pipeline import calibration
    from gridpuzzles.pipeline.forecast import Machines
    from gridpuzzles.pipeline.planning import plan
    from gridpuzzles.pipeline.showing import plan_table

    planned = plan(config)
    if calibrate:
        calibration.calibrate(planned, os.cpu_count() or 1)
    plan_table(planned, Machines(nodes, cores), batches)


@app.command("status", rich_help_panel="A whole config")
def status_command(
    run: Annotated[str, typer.Argument(help="A run's name, as in results/<run>, or its config file.")],
) -> None:
    """Show how far a run is and when it ends; reads files only, so a copy of the results is enough."""
    from gridpuzzles.pipeline.planning import plan
    from gridpuzzles.pipeline.showing import status_table
    from gridpuzzles.pipeline.status import status

    now = time.time()
    status_table(status(plan(Path(run) if run.endswith(".yaml") else Path("config") / f"{run}.yaml"), now), now)


@app.command("costs", rich_help_panel="A whole config")
def costs_command(config: ConfigPath) -> None:
    """Draw what the finished batches of a run took against what was predicted."""
    from gridpuzzles.pipeline.drawings import draw_costs
    from gridpuzzles.pipeline.planning import plan

    planned = plan(config)
    print(draw_costs(planned))
    print(f"figure: {planned.layout.costs}")


@app.command("list", rich_help_panel="A whole config")
def list_command(
    study: Annotated[str | None, typer.Argument(help="Show one study: settings, tables, figures.")] = None,
) -> None:
    """List the studies, or describe one: its question, settings, tables with their columns, and figures."""
    from gridpuzzles.pipeline.showing import describe_study, list_studies

    if study is None:
        list_studies([load_study(name) for name in study_names()])
    else:
        describe_study(load_study(study))


@app.command("compile", rich_help_panel="A whole config")
def compile_command(config: ConfigPath) -> None:
    """Compile the kernels that a config's studies use, by computing all of it: made for config/smoke.yaml."""
    from gridpuzzles.pipeline.compiling import compile_kernels
    from gridpuzzles.pipeline.planning import plan

    compile_kernels(plan(config), min(MOST_COMPILERS, os.cpu_count() or 1))


@app.command("batch", rich_help_panel="Steps of a run")
def batch_command(
    config: ConfigPath,
    study: StudyName,
    batch: Annotated[str, typer.Argument(help="A batch's name; `gridpuzzles plan --batches` shows them.")],
    threads: Annotated[int, typer.Option(min=1, help="joblib threads.")] = 1,
) -> None:
    """Compute one batch and write its file."""
    from gridpuzzles.pipeline.batches import run_batch
    from gridpuzzles.pipeline.planning import plan

    planned = plan(config)
    chosen = planned.study(study)
    run_batch(chosen, chosen.batch(batch), planned.layout, threads)


@app.command("tables", rich_help_panel="Steps of a run")
def tables_command(config: ConfigPath, study: StudyName) -> None:
    """Gather a study's batch files into its tables."""
    from gridpuzzles.pipeline.planning import plan
    from gridpuzzles.pipeline.tables import build_tables

    planned = plan(config)
    build_tables(planned.study(study), planned.layout)


@app.command("figures", rich_help_panel="Steps of a run")
def figures_command(config: ConfigPath, study: StudyName) -> None:
    """Draw a study's figures from its tables."""
    from gridpuzzles.pipeline.drawings import draw_figures
    from gridpuzzles.pipeline.planning import plan

    planned = plan(config)
    draw_figures(planned.study(study), planned.layout)
