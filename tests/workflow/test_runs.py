"""Whole runs through Snakemake: complete, idle the second time, minimal after a change, the same bytes always."""

import re
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow


def test_a_run_says_how_far_it_is_makes_everything_and_does_nothing_the_second_time(project):
    config = str(project.write_config())
    first = project.run("run", config)
    assert first.returncode == 0, first.stderr
    assert first.stdout == "report: results/small/report.html\n"
    tables = project.files("*/*.parquet")
    assert set(tables) == {"toy_coin/sums.parquet", "toy_dice/sums.parquet", "other_card/sums.parquet"}
    figures = project.files("figures/*/*")
    for stem in ("toy_coin/sums", "other_card/sums"):
        assert {f"figures/{stem}{suffix}" for suffix in (".pdf", ".png", ".csv", ".rst")} <= set(figures)
    assert len(project.files("*/logs/*.log")) == len(project.files("*/benchmarks/*.tsv")) + 2 * 3
    report = (project.folder / "results/small/report.html").read_text()
    assert "Throws of a coin" in report
    assert "The sums." in report
    assert re.search(r"(\d) batches and 6 other jobs to do, about \d", first.stderr)
    assert re.search(r"\[\d+/\d+\] toy_coin throws-0001_to_throws-0002_[0-9a-f]{8}; about .* left", first.stderr)
    before = project.times()
    project.finish(config)
    assert project.times() == before
    assert project.run("plan", config).stdout.count("\n") >= 5


def test_a_changed_number_reruns_only_what_depends_on_it(finished):
    before = finished.times()
    finished.write_config(coins="[1, 2, 3, 4, 6]")
    finished.finish("config/small.yaml")
    after = finished.times()
    changed = {
        name.split("/")[1 if name.startswith("figures") else 0] for name in after if after[name] != before.get(name)
    }
    assert changed == {"toy_coin"}
    same_batches = {name for name in before if "toy_coin/batches" in name and after.get(name) == before[name]}
    assert any("throws-0001_to_throws-0002" in name for name in same_batches)


def test_units_that_an_old_batch_holds_are_taken_over(project):
    project.finish(project.write_coin_config(pause=0.7, budget=100, coins="[1, 2, 3, 4, 5]"))
    project.finish(project.write_coin_config(pause=0.7, budget=100, coins="[1, 2, 3, 4, 5, 6]"))
    log = next(path for name, path in project.files("toy_coin/logs/throws*.log").items() if "0006" in name)
    assert [line.split(":")[0] for line in log.read_text().splitlines()] == ["throws-0006"]


def test_a_changed_kernel_reruns_its_family_and_no_other(finished):
    before = finished.times()
    (finished.folder / "src/gridpuzzles/toy/kernels.py").write_text("SIDES = 5 + 1  # changed code\n")
    finished.finish("config/small.yaml")
    after = finished.times()
    recomputed = {name.split("/")[0] for name in after if "/batches/" in name and after[name] != before.get(name)}
    assert recomputed == {"toy_coin", "toy_dice"}
    assert all(after[name] == before[name] for name in before if "other_card" in name)


def test_a_changed_drawing_reruns_no_batch(finished):
    before = finished.times()
    drawing = finished.folder / "src/gridpuzzles/toy/figures/coin.py"
    drawing.write_text(drawing.read_text().replace('"column", 2', '"column", 3'))
    finished.finish("config/small.yaml")
    after = finished.times()
    assert {name for name in after if after[name] != before.get(name)} == {
        name for name in after if name.startswith("figures/toy_coin") or name == "toy_coin/logs/figures.log"
    }


def test_the_bytes_depend_on_the_config_alone(finished):
    variants = {
        "one": {"budget": 2, "cores": "1", "hash_seed": "1"},
        "tiny": {"budget": 0.001, "cores": "2", "hash_seed": "3"},
        "huge": {"budget": 10_000, "cores": "2", "hash_seed": "random"},
    }
    expected = finished.contents()
    assert len(expected) == 3 * (2 + 4)
    for name, variant in variants.items():
        config = str(finished.write_config(name, budget=variant["budget"]))
        result = finished.run("run", config, "--cores", variant["cores"], PYTHONHASHSEED=variant["hash_seed"])
        assert result.returncode == 0, result.stderr
        assert finished.contents(name) == expected


def test_a_dry_run_writes_nothing_and_promises_no_report(finished):
    before = finished.times()
    finished.write_config(coins="[1, 2, 3, 4, 6]")
    result = finished.run("run", "config/small.yaml", "--", "-n")
    assert result.returncode == 0, result.stderr
    assert "1 batches and 2 other jobs to do" in result.stderr
    assert "report:" not in result.stdout
    assert finished.times() == before


def test_a_run_by_hand_equals_a_run_by_snakemake(coin):
    hand = str(coin.write_coin_config("hand"))
    batches = coin.run("plan", hand, "--batches").stdout.splitlines()
    for study, batch in (line.split()[:2] for line in batches if re.search(r"_[0-9a-f]{8} \(", line)):
        assert coin.run("batch", hand, study, batch).returncode == 0
    for step in ("tables", "figures"):
        assert coin.run(step, hand, "toy_coin").returncode == 0
    assert coin.contents("hand") == coin.contents()


def test_compiling_computes_everything_and_writes_nothing(project):
    before = {path for path in project.folder.rglob("*") if "__pycache__" not in path.parts}
    result = project.run("compile", str(project.write_config(pause=0.01)))
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    after = {path for path in project.folder.rglob("*") if "__pycache__" not in path.parts}
    assert after - before == {project.folder / "config" / "small.yaml"}


def test_plain_snakemake_works_too(project):
    config = str(project.write_coin_config())
    command = [sys.executable, "-m", "snakemake", "--configfile", config, "--cores", "2", "--quiet", "all"]
    result = subprocess.run(command, cwd=project.folder, env=project.environment(), capture_output=True, check=False)
    assert result.returncode == 0, result.stderr
    assert len(project.contents()) == 2 + 4
