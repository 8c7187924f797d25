"""Snakemake on SLURM with job arrays: the plugin ``snakemake-executor-plugin-slurm``, which submits otherwise.

Snakemake imports every plugin that it finds, whatever it then uses. So without the official plugin, an optional extra,
this one still imports, and says what is missing when it is asked to work.
"""

from importlib.util import find_spec

if find_spec("snakemake_executor_plugin_slurm"):
    from snakemake_executor_plugin_slurm import ExecutorSettings, common_settings

    from snakemake_executor_plugin_slurm_arrays.arrays import Executor
else:
    from snakemake_executor_plugin_slurm_arrays.missing import (  # type: ignore[assignment]
        Executor,
        ExecutorSettings,
        common_settings,
    )

__all__ = ["Executor", "ExecutorSettings", "common_settings"]
