"""Execute every notebook on the results of a run; keep the executed copies beside these results.

The run's name is taken from the environment variable GRIDPUZZLES_RUN (default: quick).
"""

import os
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

TOP = Path(__file__).parents[1]


def main() -> None:
    """Execute the notebooks one after the other; stop at the first that fails."""
    folder = TOP / "results" / os.environ.get("GRIDPUZZLES_RUN", "quick")
    if not folder.exists():
        sys.exit(f"{folder.relative_to(TOP)}: no such run; make it first, for example with `make figures`")
    (folder / "notebooks").mkdir(exist_ok=True)
    for path in sorted((TOP / "notebooks").glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        client = NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(TOP)}})
        try:
            client.execute()
        except CellExecutionError as error:
            sys.exit(f"notebooks/{path.name}: a cell failed\n{error}")
        nbformat.write(notebook, folder / "notebooks" / path.name)
        print(f"notebooks/{path.name}: executed on {folder.relative_to(TOP)}")


if __name__ == "__main__":
    main()
