"""How fast this machine is: measured over estimated CPU seconds, for each study.

Estimates decide which units form a batch and must be the same everywhere, so they never change with the machine. What
a machine makes of them is one factor for each study. `calibrate` measures it on pieces of units that are spread evenly
over the study's cost, all cores being busy as they are in a run, and keeps it beside the runs.
"""

import json
import time
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

from gridpuzzles.errors import InputError
from gridpuzzles.pipeline.planning import Plan, StudyPlan
from gridpuzzles.study import JSON, Unit

MINUTE = 60.0
MOST_PIECES = 32
DOUBT = 0.2
"""CPU seconds by which measurement and estimate are both lengthened, so that tiny pieces do not say much."""


def speeds(plan: Plan) -> dict[str, float]:
    """Return measured over estimated CPU seconds for each study; 1 for a study that was never calibrated.

    Raises
    ------
    gridpuzzles.errors.InputError
        With one line, if the calibration file is damaged.
    """
    saved = _read(plan.layout.calibration)
    return {study.name: float(saved.get(study.name, {}).get("factor", 1.0)) for study in plan.studies}


def _read(path: Path) -> Mapping[str, Any]:
    try:
        studies: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))["studies"]
        if all(0 < float(study["factor"]) < float("inf") for study in studies.values()):
            return studies
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        pass
    raise InputError(f"{path}: is not a calibration; delete it and calibrate again")


def calibrate(plan: Plan, cores: int, seconds: float = MINUTE) -> None:
    """Measure this machine's speed for every study of a plan and save it, for about ``seconds`` of wall time.

    Kernels that are not compiled yet take their time besides. Speeds of studies that this plan does not have are kept.
    """
    from gridpuzzles.pipeline import files

    share = seconds * cores / len(plan.studies) / 2  # every piece runs twice
    measured = {study.name: _measure(study, chosen_pieces(study, share), cores) for study in plan.studies}
    document = {"studies": {**_read(plan.layout.calibration), **measured}}
    with files.replacing(plan.layout.calibration) as temporary:
        temporary.write_text(json.dumps(document, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def chosen_pieces(study: StudyPlan, budget: float) -> tuple[Unit, ...]:
    """Return as many pieces, evenly spread over the study's cost, as the budget of CPU seconds allows.

    Where not even one in the middle fits, it is the dearest that fits; where none does, the cheapest.
    """
    units = study.units
    ends = list(accumulate(unit.cost for unit in units))
    for count in range(MOST_PIECES, 0, -1):
        pieces = {piece.key: piece for piece in _spread(study, units, ends, count)}
        if sum(piece.cost for piece in pieces.values()) <= budget:
            return tuple(pieces.values())
    by_cost = sorted((study.study.piece(unit) for unit in units), key=lambda piece: piece.cost)
    fitting = bisect_right(by_cost, budget, key=lambda piece: piece.cost)
    return (by_cost[max(0, fitting - 1)],)


def _spread(study: StudyPlan, units: Sequence[Unit], ends: Sequence[float], count: int) -> Iterator[Unit]:
    """Yield the pieces of the units in the middle of each of ``count`` equal shares of the cost."""
    for place in range(count):
        unit = units[min(bisect_left(ends, ends[-1] * (place + 0.5) / count), len(units) - 1)]
        yield study.study.piece(unit)


def _measure(study: StudyPlan, pieces: Sequence[Unit], cores: int) -> dict[str, JSON]:
    """Return the factor and how it was found; every piece runs once before it is measured, so that nothing compiles."""
    import joblib

    from gridpuzzles.pipeline import files
    from gridpuzzles.pipeline.batches import compute_unit

    dearest_first = sorted(pieces, key=lambda piece: -piece.cost)
    jobs = [joblib.delayed(compute_unit)(study.study, study.seed, piece) for piece in dearest_first]
    workers = joblib.Parallel(n_jobs=1 if study.study.timed else cores, prefer="threads")
    workers(jobs)
    spent = sum(seconds for _, seconds in workers(jobs))
    return {
        "factor": round((spent + DOUBT) / (sum(piece.cost for piece in pieces) + DOUBT), 4),
        "pieces": len(pieces),
        "cpu_seconds": round(spent, 3),
        "cores": cores,
        "processor": files.processor(),
        "measured": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    }
