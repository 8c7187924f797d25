"""What stands in for the plugin where ``snakemake-executor-plugin-slurm`` is not installed."""

from typing import Any, NoReturn

from snakemake_interface_common.exceptions import WorkflowError
from snakemake_interface_executor_plugins.executors.remote import RemoteExecutor
from snakemake_interface_executor_plugins.settings import CommonSettings, ExecutorSettingsBase

ExecutorSettings = ExecutorSettingsBase
common_settings = CommonSettings(non_local_exec=True, implies_no_shared_fs=False, job_deploy_sources=False)


class Executor(RemoteExecutor):  # type: ignore[misc]
    """An executor that says what to install."""

    def __new__(cls, *_: Any) -> NoReturn:
        """Raise WorkflowError."""
        raise WorkflowError("SLURM needs snakemake-executor-plugin-slurm: install gridpuzzles with its extra [slurm]")
