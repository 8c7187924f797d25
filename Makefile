# The front door. `make help` lists the targets.
RUN ?= quick
PROFILE ?= local
PYTHON ?= python3
BIN := .venv/bin
WORKERS = $(shell $(PYTHON) -c 'import os; print(1 + int("$(CORES)" or os.cpu_count()))')

.DEFAULT_GOAL := help
.PHONY: help install figures test fuzz lint bench notebooks lock clean

help: ## List the targets
	@grep -E '^[a-z]+:.*## ' Makefile | sed 's/:.*## /\t/' | expand -t 12

install: .venv/installed ## Create .venv with the locked dependencies and the package, kernels compiled

.venv/installed: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed; name one: make PYTHON=python3.12 ..." >&2; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	$(BIN)/gridpuzzles compile config/smoke.yaml
	@touch $@

figures: install ## Make every table and figure of config/$RUN.yaml and the report (RUN=quick, thesis, sweep; PROFILE=local, slurm)
	@$(BIN)/gridpuzzles run config/$(RUN).yaml --profile $(PROFILE) $(if $(CORES),--cores $(CORES))

test: install ## Run all tests; one worker more than cores, since some wait for a cluster
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

fuzz: install ## Feed damaged files to every reader for five minutes
	GRIDPUZZLES_FUZZ_SECONDS=300 $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -rP tests/test_fuzzing.py

lint: install ## Check style, types, imports, the Snakefile and a dry run of every config
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/snakefmt --check Snakefile
	@for config in config/*.yaml; do \
	  said=$$($(BIN)/snakemake --configfile $$config --workflow-profile config/profiles/local --cores 1 --dry-run 2>&1) \
	  && echo "$$config: dry run passed" || { echo "$$said"; exit 1; }; done

bench: install ## Measure speed against plain C and other baselines, as ratios in one run
	@for script in benchmarks/*/bench.py; do $(BIN)/python $$script || exit 1; done

notebooks: install ## Execute the notebooks on the results of RUN
	@GRIDPUZZLES_RUN=$(RUN) $(BIN)/python notebooks/execute.py

lock: ## Write requirements.lock anew from pyproject.toml (needs uv)
	uv pip compile pyproject.toml --extra slurm --extra dask --group dev --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" --quiet -o requirements.lock

clean: ## Remove results, caches and the environment
	rm -rf .venv .snakemake results/*/ benchmarks/build .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
