"""Files from others: configs and Parquet files are read or refused in one line; nothing in them is ever run."""

import ast
import hashlib
import json
import random
import re
import sys
import tempfile
import time
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fuzzing import PATIENCE, SECONDS, Outcome, Reader, hammer, mutate, read_checked
from gridpuzzles.errors import InputError
from gridpuzzles.minesweeper.cli import read_board
from gridpuzzles.nonogram import formats
from gridpuzzles.pipeline import files
from gridpuzzles.pipeline.config import LARGEST_FILE, ConfigError, load
from gridpuzzles.pipeline.layout import side_file
from gridpuzzles.study import Column, study_names

TOP = Path(__file__).parents[1]
COLUMNS = (
    Column("name", "string", "a name"),
    Column("values", "list<int32>", "some values"),
    Column("share", "float64", "a share"),
)


def _parquet_samples() -> list[bytes]:
    samples = []
    for count in (0, 3, 500):
        rows = {
            "name": [f"n{number % 7}" for number in range(count)],
            "values": [list(range(number % 5)) for number in range(count)],
            "share": [number / 7 for number in range(count)],
        }
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "table.parquet"
            files.write(files.from_rows(rows, COLUMNS), path, {"study": "test", "units": {"a": "b"}}, {})
            samples.append(path.read_bytes())
    return samples


def _fit_checksum(path: Path) -> None:
    side_file(path).write_text(json.dumps({"checksum": files.checksum(path)}))


def _read_beside(path: Path) -> None:
    """Read a Parquet file whose side file is the input."""
    files.check(path.with_suffix(".parquet"))


def _make_beside(path: Path) -> None:
    path.with_suffix(".parquet").write_bytes(_PARQUET[1])


_PARQUET = _parquet_samples()
PARQUET = Reader(
    read=lambda path: files.read(path, COLUMNS),
    refusals=(InputError,),
    samples=_PARQUET,
    suffix=".parquet",
    words=(b"PAR1", b"ARROW:schema", b"\xff" * 8, b"[" * 5000),
    prepare=_fit_checksum,
)
SIDE = Reader(
    read=_read_beside,
    refusals=(InputError,),
    samples=[json.dumps({"checksum": hashlib.sha256(_PARQUET[1]).hexdigest()}).encode()],
    suffix=".json",
    words=(b"[" * 100_000, b'{"checksum":', b"null", b"\xed\xa0\x80", b"1" * 5000),
    prepare=_make_beside,
)
CONFIG = Reader(
    read=load,
    refusals=(ConfigError,),
    samples=[path.read_bytes() for path in sorted((TOP / "config").glob("*.yaml"))],
    suffix=".yaml",
    words=(
        *(name.encode() for name in study_names()),
        *(
            b"&a [",
            b"*a",
            b"<<: ",
            b"!!python/object/apply:os.system [true]",
            b"!!int '",
            b"!!bool x",
            b"!!timestamp x",
        ),
        *(b"0x" + b"f" * 5000, b"1" * 5000, b"2001-99-99", b"1:99:99", b".inf", b"? [", b"- " * 500, b"{" * 500),
        *(b"\xed\xa0\x80", b"\xef\xbb\xbf", b'"\\e[2J\\ud800"', b"%YAML 9.9\n---\n", b"\n---\n", b"|\n", b"[" * 5000),
    ),
)


def _puzzles(suffix: str) -> Reader:
    """Return the reader of puzzle files with a suffix: it starts from the project's own and what it makes of them."""
    own = sorted((TOP / "config" / "puzzles").glob(f"*{suffix}"))
    return Reader(
        read=formats.read,
        refusals=(InputError,),
        samples=[path.read_bytes() for path in own],
        suffix=suffix,
        words=(
            *(b"width 1000000", b"height", b"rows", b"columns", b"color", b"goal", b"#d", b": rows", b"0", b"1 1 1"),
            *(b"<!ENTITY a 'aaaa'>", b"&a;", b"<count>", b"</line>", b'type="rows"', b"<a>" * 500, b"1," * 9000),
            *(b"\xed\xa0\x80", b"\xef\xbb\xbf", b"IHDR\x00\x01\x00\x00", b"IDAT", b"iTXt", b"PLTE"),
        ),
    )


NON, NIN, MK, CWD, G, XML, PNG = (_puzzles(suffix) for suffix in (".non", ".nin", ".mk", ".cwd", ".g", ".xml", ".png"))
BOARD = Reader(
    read=lambda path: read_board(path, ""),
    refusals=(InputError,),
    samples=[b"mines: 2\n1..\n1..\n...\n", b"mines = 3\n. . 1\n2 # F\n0 0 0\n"],
    suffix=".txt",
    words=(b"mines:", "mines: ١".encode(), b"mines: " + b"9" * 5000, b"8" * 100_000, b"\x0c", b"\xe2\x80\xa8"),
)


# --- The harness itself ----------------------------------------------------------------------------------------------


def _misbehave(path: Path) -> None:
    content = path.read_bytes()
    if content.startswith(b"good"):
        return
    if b"crash" in content:
        import ctypes

        ctypes.string_at(0)
    if b"hang" in content:
        time.sleep(1000)
    if b"memory" in content:
        bytes(range(256)) * (5 << 20)
    if b"lines" in content:
        raise InputError("two\nlines")
    if b"other" in content:
        raise KeyError("other")
    raise InputError("no")


def _bad(word: bytes) -> Reader:
    return Reader(_misbehave, (InputError,), [b"good"], ".txt", words=(word,))


CRASH, MEMORY, LINES, OTHER = (_bad(word) for word in (b"crash", b"memory", b"lines", b"other"))
QUIET = _bad(b"nothing")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reader", "message"),
    [
        ("CRASH", "killed by SIGSEGV"),
        ("MEMORY", "bytes of memory"),
        ("LINES", "a refusal is one line"),
        ("OTHER", "KeyError"),
    ],
)
def test_the_harness_notices_what_a_reader_must_not_do(reader, message, tmp_path):
    with pytest.raises(AssertionError, match=message) as caught:
        hammer(__file__, reader, tmp_path, 3)
    assert reader.lower() in str(caught.value)


def test_the_harness_lets_refusals_pass(tmp_path):
    outcome = hammer(__file__, "QUIET", tmp_path, 0.3)
    assert 0 < outcome.refused < outcome.inputs


def test_mutations_are_repeatable_and_differ():
    made = [[mutate(CONFIG.samples, CONFIG.words, random.Random(seed)) for seed in range(50)] for _ in range(2)]
    assert made[0] == made[1]
    assert len(set(made[0])) > 45


# --- The readers -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.timeout(PATIENCE * SECONDS + 600)
@pytest.mark.parametrize(
    ("reader", "part"),
    [
        *(("CONFIG", 0.25), ("PARQUET", 0.2), ("SIDE", 0.05), ("BOARD", 0.05)),
        *((name, 0.05) for name in ("NIN", "MK", "CWD", "G")),
        *(("NON", 0.1), ("XML", 0.1), ("PNG", 0.05)),
    ],
)
def test_damaged_files_are_read_or_refused(reader, part, tmp_path):
    outcome = hammer(__file__, reader, tmp_path, SECONDS * part)
    assert isinstance(outcome, Outcome)
    assert outcome.inputs > 10
    assert outcome.refused > 0
    print(f"{reader}: {outcome.inputs} inputs, {outcome.refused} refused, {outcome.memory >> 20} MiB")


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["6x8", "standard"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
SECTIONS = yaml.safe_load((TOP / "config" / "quick.yaml").read_text())["studies"]
ONE_CHANGE = st.sampled_from([(study, key) for study, section in SECTIONS.items() for key in section or {}])


@pytest.mark.slow
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ONE_CHANGE, JSON)
def test_a_setting_of_any_value_is_read_or_refused(tmp_path, place, value):
    study, key = place
    path = tmp_path / "any.yaml"
    document = {"seed": 1, "studies": {study: {**SECTIONS[study], key: value}}}
    path.write_text(yaml.safe_dump(document, allow_unicode=True), encoding="utf-8")
    if read_checked(CONFIG, path):
        with pytest.raises(ConfigError, match=re.escape(str(path))):
            load(path)


HOSTILE = {
    "aliases that grow": b"a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n",
    "an alias of itself": b"seed: &a [*a]\n",
    "Python objects": b"seed: !!python/object/apply:os.system ['touch ran']\n",
    "a Python name": b"seed: !!python/name:os.system\n",
    "many keys": b"".join(b"k%d: 1\n" % number for number in range(9_000)),
    "one long line": b"seed: " + b"9" * (LARGEST_FILE - 10),
    "one long key": b"? " + b"k" * (LARGEST_FILE - 10),
    "deep brackets": b"[" * (LARGEST_FILE - 1),
    "deep blocks": b"".join(b" " * depth + b"-\n" for depth in range(450)),
    "many sizes": b"seed: 1\nstudies: {knight_boards: {sizes: [" + b"{min: 1, max: 2000}," * 5000 + b"]}}\n",
    "a huge number": b"seed: 0x" + b"f" * 100_000,
    "a huge fraction": b"seed: 1\nbatch_seconds: 0x" + b"f" * 1000,
    "a date that is none": b"seed: 2001-99-99\n",
    "a truth that is none": b"seed: !!bool maybe\n",
    "half a character": b'seed: "\\ud800"\n',
    "orders to the terminal": b'seed: 1\nstudies: {"\\e[2J": 1}\n"\\e[2J": 1\n',
    "too much": b"#" * (100 << 20),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_config_is_refused_at_once_in_one_short_line(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "bad.yaml"
    path.write_bytes(HOSTILE[name])
    started = time.process_time()
    with pytest.raises(ConfigError) as error:
        load(path)
    assert time.process_time() - started < 20
    assert len(str(error.value)) < 1000
    assert "\n" not in str(error.value)
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_not_printable_does_not_reach_the_terminal(tmp_path, capsys, monkeypatch):
    from gridpuzzles import cli

    path = tmp_path / "bad.yaml"
    path.write_bytes(HOSTILE["orders to the terminal"])
    monkeypatch.setattr(sys, "argv", ["gridpuzzles", "plan", str(path)])
    with pytest.raises(SystemExit):
        cli.main()
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "\x1b" not in said
    assert "[2J" in said


FORBIDDEN_CALLS = {"eval", "exec", "compile", "__import__", "system", "popen", "unsafe_load", "full_load", "load_all"}
FORBIDDEN_MODULES = {"pickle", "marshal", "shelve", "dill", "cloudpickle"}


def test_no_code_of_the_package_runs_what_it_reads():
    for path in sorted((TOP / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                is_regex = isinstance(node.func, ast.Attribute) and getattr(node.func.value, "id", "") == "re"
                assert name not in FORBIDDEN_CALLS or is_regex, f"{path}:{node.lineno}"
                assert not any(word.arg == "shell" for word in node.keywords), f"{path}:{node.lineno}"
                assert not any(word.arg == "allow_pickle" for word in node.keywords), f"{path}:{node.lineno}"
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = {alias.name.partition(".")[0] for alias in node.names} | {getattr(node, "module", "") or ""}
                assert not names & FORBIDDEN_MODULES, f"{path}:{node.lineno}"
