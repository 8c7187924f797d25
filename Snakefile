"""Generic rules: batch, tables, figures. Which puzzles there are is the package's business, not this file's.

gridpuzzles run config/quick.yaml              # the front door: checks, runs, writes the report
snakemake --configfile config/quick.yaml -c 2  # the same work by hand
"""

import shlex
import sys
from pathlib import Path

from gridpuzzles.pipeline import calibration, files, planning
from gridpuzzles.pipeline.resources import resources

CONFIG = Path(
    workflow.overwrite_configfiles[-1]
    if workflow.overwrite_configfiles
    else "config/quick.yaml"
)
PLAN = planning.plan(CONFIG)
LAYOUT = PLAN.layout
GRIDPUZZLES = f"{shlex.quote(sys.executable)} -m gridpuzzles"
SPEEDS = calibration.speeds(PLAN)
# Digests of the code, not the files of the code as input: a new clone or a clock set back changes only their times.
ROW_CODE = {
    study.name: files.fingerprint(study.study.row_sources()) for study in PLAN.studies
}
FIGURE_CODE = {
    study.name: files.fingerprint(study.study.figure_sources())
    for study in PLAN.studies
}


def figure_files(study, suffix):
    return [
        str(LAYOUT.figure(study.name, figure.name, suffix)) for figure in study.figures
    ]


report: str(LAYOUT.overview.absolute())


wildcard_constraints:
    study="|".join(study.name for study in PLAN.studies),
    batch="[^/]+",


rule all:
    input:
        [figure_files(study, ".png") for study in PLAN.studies],


def times_attempt(what):
    """Return a Snakemake function: what a batch asks for, and as much once more at each further attempt."""

    def amount(wildcards, attempt, threads):
        study = PLAN.study(wildcards.study)
        batch = study.batch(wildcards.batch)
        asked = resources(study, batch, threads, SPEEDS[study.name])
        return attempt * getattr(asked, what)

    return amount


# Batches go before tables and figures: one of them that comes last keeps a single core at work.
rule batch:
    output:
        str(LAYOUT.batch("{study}", "{batch}")),
    log:
        str(LAYOUT.log("{study}", "{batch}")),
    benchmark:
        str(LAYOUT.benchmark("{study}", "{batch}"))
    priority: 1
    threads: lambda wildcards: PLAN.study(wildcards.study).threads(wildcards.batch)
    resources:
        runtime=times_attempt("minutes"),
        mem_mb=times_attempt("megabytes"),
    params:
        code=lambda wildcards: ROW_CODE[wildcards.study],
    shell:
        "{GRIDPUZZLES} batch {CONFIG:q} {wildcards.study} {wildcards.batch:q} --threads {threads} > {log:q} 2>&1"


# The files of these two rules depend on the study, so each study has its own copy of them.
for study in PLAN.studies:

    rule:
        name:
            f"{study.name}_tables"
        input:
            [str(LAYOUT.batch(study.name, batch.name)) for batch in study.batches],
        output:
            [str(LAYOUT.table(study.name, table.name)) for table in study.study.tables],
        log:
            str(LAYOUT.log(study.name, "tables")),
        params:
            study=study.name,
            settings=study.settings_text,
        shell:
            "{GRIDPUZZLES} tables {CONFIG:q} {params.study} > {log:q} 2>&1"

    if study.figures:

        rule:
            name:
                f"{study.name}_figures"
            input:
                [
                    str(LAYOUT.table(study.name, table.name))
                    for table in study.study.tables
                ],
            output:
                [
                    report(
                        str(LAYOUT.figure(study.name, figure.name, ".png")),
                        caption=str(
                            LAYOUT.figure(study.name, figure.name, ".rst").absolute()
                        ),
                        category=study.study.family,
                        subcategory=study.study.title,
                        labels={"figure": figure.title},
                    )
                    for figure in study.figures
                ],
                [figure_files(study, suffix) for suffix in (".pdf", ".csv", ".rst")],
            log:
                str(LAYOUT.log(study.name, "figures")),
            params:
                study=study.name,
                settings=study.settings_text,
                code=FIGURE_CODE[study.name],
            shell:
                "{GRIDPUZZLES} figures {CONFIG:q} {params.study} > {log:q} 2>&1"
