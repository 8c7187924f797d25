"""Files: whole or absent, checked on write and on read, byte for byte the same for the same content."""

import json

import pyarrow as pa
import pytest

from gridpuzzles.pipeline import files
from gridpuzzles.pipeline.layout import side_file
from gridpuzzles.study import Column

COLUMNS = (Column("name", "string", "a name"), Column("values", "list<int32>", "some values"))
ROWS = {"name": ["a", "b"], "values": [[1, 2], []]}


def _write(path, rows=ROWS, measured=None):
    files.write(files.from_rows(rows, COLUMNS), path, {"study": "test"}, measured or {})
    return path


def test_a_table_comes_back_as_it_was_written(tmp_path):
    path = _write(tmp_path / "table.parquet")
    table = files.read(path, COLUMNS)
    assert table.to_pydict() == ROWS
    assert table.schema.field("name").metadata == {b"meaning": b"a name"}
    assert files.check(path)["study"] == "test"


def test_equal_content_gives_equal_bytes_whatever_was_measured(tmp_path):
    one = _write(tmp_path / "one.parquet", measured={"wall_seconds": 1.0})
    two = _write(tmp_path / "two.parquet", measured={"wall_seconds": 2.0})
    assert one.read_bytes() == two.read_bytes()
    facts = json.loads(side_file(one).read_text())
    assert {"host", "commit", "libraries", "checksum", "wall_seconds"} <= set(facts)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ({"name": ["a"]}, "differ from the declared"),
        ({**ROWS, "more": [1, 2]}, "differ from the declared"),
        ({"name": ["a", None], "values": [[1], [2]]}, "missing"),
        ({"name": ["a", "b"], "values": [[1], ["x"]]}, "do not fit"),
        ({"name": ["a", "b"], "values": [[1], [2**40]]}, "do not fit"),
        ({"name": ["a"], "values": [[1], [2]]}, "do not fit"),
    ],
)
def test_rows_that_do_not_fit_are_refused(rows, message):
    with pytest.raises(files.TableError, match=message):
        files.from_rows(rows, COLUMNS)


def test_a_repeated_key_is_refused():
    table = files.from_rows({"name": ["a", "a"], "values": [[1], [2]]}, COLUMNS)
    with pytest.raises(files.TableError, match="share the key"):
        files.check_key(table, ["name"])


def _truncate(path):
    path.write_bytes(path.read_bytes()[:-20])


def _flip_a_bit(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


DAMAGES = {
    "truncated": (_truncate, "is damaged"),
    "bit flipped": (_flip_a_bit, "is damaged"),
    "empty": (lambda path: path.write_bytes(b""), "is damaged"),
    "removed": (lambda path: path.unlink(), "is missing"),
    "side file removed": (lambda path: side_file(path).unlink(), "lacks table.json beside it"),
    "side file truncated": (lambda path: _truncate(side_file(path)), "cannot be checked"),
    "side file of another kind": (lambda path: side_file(path).write_text("[]"), "cannot be checked"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_named_in_one_line(damage, tmp_path):
    path = _write(tmp_path / "table.parquet")
    harm, message = DAMAGES[damage]
    harm(path)
    with pytest.raises(files.DamagedFileError) as error:
        files.read(path, COLUMNS)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_parquet_file_of_another_origin_is_refused(tmp_path):
    path = tmp_path / "foreign.parquet"
    pa.parquet.write_table(pa.table({"x": [1]}), path)
    side_file(path).write_text(json.dumps({"checksum": files.checksum(path)}))
    with pytest.raises(files.DamagedFileError, match="does not say what determined it"):
        files.read(path, COLUMNS)


def test_other_columns_are_refused(tmp_path):
    path = _write(tmp_path / "table.parquet")
    with pytest.raises(files.DamagedFileError, match="its columns differ"):
        files.read(path, COLUMNS[:1])


def test_a_failed_write_leaves_the_old_file_and_no_other(tmp_path):
    path = tmp_path / "file.txt"
    path.write_text("old")

    def write_half() -> None:
        with files.replacing(path) as temporary:
            temporary.write_text("half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write_half()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_fingerprint_follows_the_code(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "PACKAGE", tmp_path)
    source = tmp_path / "kernel.py"
    source.write_text("a = 1\n")
    before = files.fingerprint([source])
    assert before == files.fingerprint([source])
    source.write_text("a = 2\n")
    assert before != files.fingerprint([source])
