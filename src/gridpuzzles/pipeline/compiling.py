"""Compiling kernels beforehand, so that no run has to wait for it and several processes do not do it all at once."""

import gc
from pathlib import Path

from gridpuzzles.pipeline.planning import Plan, plan


def compile_kernels(planned: Plan, workers: int) -> None:
    """Compile all kernels that the studies of a config call: compute all their units, and keep nothing of it.

    Each study is worked at by a process of its own, the first ones in the config first. The units should be small.
    """
    import joblib

    jobs = (joblib.delayed(_compute)(planned.config.path, study.name) for study in planned.studies)
    joblib.Parallel(n_jobs=workers, batch_size=1)(jobs)


def _compute(config: Path, name: str) -> None:
    from gridpuzzles.pipeline.batches import compute_unit

    # numba makes so many objects that the usual searches for garbage take a tenth of the time, and find little.
    gc.set_threshold(100_000, 20, 100)
    chosen = plan(config).study(name)
    for unit in chosen.units:
        compute_unit(chosen.study, chosen.seed, unit)
