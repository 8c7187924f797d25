"""Before a run: no file from the future, no half-written file that belongs to nobody."""

import os
import time

from gridpuzzles.pipeline.layout import half_written
from gridpuzzles.pipeline.running import ABANDONED_AFTER, tidy


def test_times_in_the_future_become_now_and_other_times_stay(tmp_path):
    ahead, past = tmp_path / "study" / "ahead.parquet", tmp_path / "past.parquet"
    ahead.parent.mkdir()
    for path, seconds in ((ahead, 5000), (past, -5000)):
        path.write_text("rows")
        os.utime(path, (time.time() + seconds,) * 2)
    before = past.stat().st_mtime_ns
    tidy(tmp_path)
    assert time.time() - 60 < ahead.stat().st_mtime <= time.time()
    assert past.stat().st_mtime_ns == before


def test_half_written_files_are_deleted_once_nobody_can_be_writing_them(tmp_path):
    old, young, finished = half_written(tmp_path / "a.parquet"), half_written(tmp_path / "b.json"), tmp_path / "c.part"
    for path, age in ((old, ABANDONED_AFTER + 60), (young, 60), (finished, ABANDONED_AFTER + 60)):
        path.write_text("half")
        os.utime(path, (time.time() - age,) * 2)
    tidy(tmp_path)
    assert sorted(tmp_path.iterdir()) == sorted([young, finished])
