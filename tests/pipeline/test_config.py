"""Configs: every mistake gives one line with key, value and what is allowed, and nothing is written."""

import subprocess
import sys
from pathlib import Path

import pytest

from gridpuzzles.pipeline.config import ConfigError, load
from gridpuzzles.study import study_names

GOOD = """
seed: 1
studies:
  knight_boards:
    sizes: [6, 8]
    walks: [{rule: standard, order: 12345678}]
    success_maps: [8]
    end_maps: [8]
"""

MISTAKES = {
    "unknown key": ("sizes: [6, 8]", "sizes: [6, 8]\n    sises: [6]", "studies.knight_boards.sises: this key is not"),
    "unknown top key": ("seed: 1", "seed: 1\nsed: 2", "sed: this key is not known"),
    "unknown study": ("knight_boards:", "knight_bords:", "'knight_bords' is not one of knight_boards"),
    "missing key": ("seed: 1", "", "seed: this key is needed"),
    "fraction": ("[6, 8]", "[6, 4.5]", "studies.knight_boards.sizes: 4.5 is not a whole number from 1 to 2000"),
    "true as a number": ("[6, 8]", "[6, true]", "True is not a whole number"),
    "text as a size": ("[6, 8]", "eight", "'eight' is neither a list of sizes nor a range"),
    "too large": ("[6, 8]", "[2001]", "2001 is not a whole number from 1 to 2000"),
    "size twice": ("[6, 8]", "[6, 6]", "[6, 6] names a value twice"),
    "repeated move": ("12345678", "11345678", "'11345678' is not a permutation of the digits 12345678"),
    "digits that are not ASCII": ("12345678", "'１２３４５６７８'", "is not a permutation of the digits 12345678"),
    "superscript digits": ("12345678", "'¹²³⁴⁵⁶⁷⁸'", "is not a permutation of the digits 12345678"),
    "unknown rule": ("rule: standard", "rule: foo", "'foo' is not one of standard, thesis"),
    "max below min": ("[6, 8]", "{min: 8, max: 6}", "max: 6 is smaller than min: 8"),
    "range without end": ("[6, 8]", "{min: 8}", "the keys min and max are needed"),
    "step of zero": ("[6, 8]", "{min: 6, max: 8, step: 0}", "0 is not a whole number"),
    "negative budget": ("seed: 1", "seed: 1\nbatch_seconds: -5", "batch_seconds: -5 is not a positive number"),
    "budget of NaN": ("seed: 1", "seed: 1\nbatch_seconds: .nan", "batch_seconds: nan is not a positive number"),
    "negative seed": ("seed: 1", "seed: -1", "seed: -1 is not a whole number"),
    "key twice": ("seed: 1", "seed: 1\nseed: 2", "key 'seed' stands twice"),
    "not YAML": ("seed: 1", "seed: [1", "expected ',' or ']'"),
    "an object": ("seed: 1", "seed: !!python/object/apply:os.getcwd []", "could not determine a constructor"),
    "missing setting": ("    sizes: [6, 8]\n", "", "studies.knight_boards.sizes: this key is needed"),
    "no study": (GOOD.partition("studies:")[2], " {}", "studies: a mapping from study names"),
}


def test_a_good_config_is_read(tmp_path):
    path = tmp_path / "small.yaml"
    path.write_text(GOOD)
    config = load(path)
    assert (config.run, config.seed, config.batch_seconds) == ("small", 1, 60.0)
    assert config.sections[0].settings.walks[0].order == "12345678"


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_gives_one_line(name, tmp_path):
    before, after, message = MISTAKES[name]
    assert before in GOOD
    path = tmp_path / "bad.yaml"
    path.write_text(GOOD.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(ConfigError) as error:
        load(path)
    text = str(error.value)
    assert text.startswith(f"{path}: ")
    assert message in text
    assert "\n" not in text


def test_files_that_are_no_configs_give_one_line(tmp_path):
    large, binary = tmp_path / "large.yaml", tmp_path / "binary.yaml"
    large.write_text("#" * (1 << 21))
    binary.write_bytes(b"\xff\xfe\x00")
    deep = tmp_path / "deep.yaml"
    deep.write_text("[" * 50_000)
    for path, message in [
        (large, "larger than"),
        (binary, "is not UTF-8"),
        (deep, "nested too deeply"),
        (tmp_path / "absent.yaml", "No such file"),
        (tmp_path, "Is a directory"),
        (tmp_path / "two words.yaml", "the file's name is the run's name"),
    ]:
        with pytest.raises(ConfigError, match=message):
            load(path)


@pytest.mark.parametrize("command", ["run", "plan"])
def test_the_command_line_says_it_in_one_line_and_writes_nothing(command, tmp_path):
    path = tmp_path / "bad.yaml"
    path.write_text(GOOD.replace("standard", "foo"))
    result = subprocess.run(
        [sys.executable, "-m", "gridpuzzles", command, str(path)],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert "studies.knight_boards.walks.0.rule: 'foo' is not one of standard, thesis" in result.stderr
    assert list(tmp_path.iterdir()) == [path]


def test_every_config_of_the_project_is_good():
    configs = sorted((Path(__file__).parents[2] / "config").glob("*.yaml"))
    assert configs
    for path in configs:
        assert load(path).sections


def test_the_smoke_config_has_every_study():
    """Otherwise `make install` would leave kernels uncompiled."""
    config = load(Path(__file__).parents[2] / "config" / "smoke.yaml")
    assert sorted(section.study.name for section in config.sections) == list(study_names())
