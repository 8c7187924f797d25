"""Real puzzles, which lie beside the project; tests that need them say so when they are absent."""

from pathlib import Path

import pytest

PUZZLES = Path(__file__).parents[2].parent / "shared" / "puzzles"


@pytest.fixture
def puzzle_folder():
    if not PUZZLES.is_dir():
        pytest.skip(f"the survey's puzzles are not there: {PUZZLES.name} beside the project")
    return PUZZLES
