# Undertable. `make help` lists what there is; nothing but Python >= 3.11 and make is needed.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
SHARED := $(VENV)/.ready-cluster
STAMP  := $(VENV)/.ready-dev
ARGS   ?=
CLUSTER ?= cluster
SOAK_MINUTES ?= 30

.DEFAULT_GOAL := help
.PHONY: help setup serve cluster play test lint format bench bench-balance soak catalogue shots clean

help:  ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -e 's/:.*##/\t/' | expand -t 16

# What a host needs; then what a developer needs on top of it.
$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Undertable needs Python 3.11 or newer; name one: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

# And what several processes or machines need that share their tables.
$(SHARED): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[cluster]'
	@touch $@

$(STAMP): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

setup: $(STAMP)  ## make .venv with everything in it

serve: $(READY) $(if $(findstring --workers,$(ARGS)),$(SHARED))  ## host tables on port 2222 (ARGS="--port 2200 --data DIR")
	@$(BIN)/undertable serve $(ARGS)

cluster: $(SHARED)  ## a cluster on this machine, to try it: 3 nodes, 2 table processes, 2 fronts
	@test -e $(CLUSTER) || $(BIN)/undertable cluster init $(CLUSTER)
	@$(BIN)/undertable cluster up $(CLUSTER)

play: $(READY)  ## play Love Letter of Despair here against three bots
	@$(BIN)/undertable play love_letter --bots 3 $(ARGS)

# Half of the time of a session's test is waiting: three at once fill two cores.
test: $(STAMP)  ## the fast tests (some minutes)
	$(BIN)/python -m pytest -q -n 3 -m "not soak" $(ARGS)

lint: $(STAMP)  ## style, types, import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(STAMP)  ## let ruff put the source in order
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(STAMP)  ## measure; writes build/bench.json
	-@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	$(BIN)/python -m tests.bench $(ARGS)

bench-balance: $(STAMP)  ## how often each loop and role of Future Diary wins (ARGS="GAMES SEED")
	$(BIN)/python -m tests.bench.balance $(ARGS)

soak: $(STAMP)  ## long random play, fuzz and crowds with all gates on (about an hour)
	UNDERTABLE_SOAK_MINUTES=$(SOAK_MINUTES) \
	  $(BIN)/python -m pytest -q -m soak -s --timeout 1800 $(ARGS)

catalogue: $(STAMP)  ## collect the messages into the translators' catalogues
	$(BIN)/python -m tui.catalogue

shots: $(STAMP)  ## pictures of every screen in build/shots, README's in docs/pictures
	$(BIN)/python -m tests.shots $(ARGS)

clean:  ## remove what was built
	rm -rf build .pytest_cache .mypy_cache .ruff_cache .hypothesis
