# What people who play and people who build need; everything runs inside .venv, made on first use.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed

.PHONY: play serve studio wheel docs browser in_browser test thorough bench reliability fmt format lint types contracts compiled rulesets tests install clean

play: $(STAMP)
	@if [ -t 0 ] && [ -t 1 ]; then $(BIN)/solenia play summer; \
	else $(BIN)/solenia play summer --seats random,random --quiet; fi

# A real browser for the tests of the page: Debian's package and the library that drives it.
browser: $(STAMP)
	@command -v chromium >/dev/null || { apt-get update -qq && apt-get install -y -qq chromium; }
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[dev,browser]'

in_browser: browser
	$(BIN)/pytest -m "browser and not thorough"

serve: $(STAMP)
	$(BIN)/solenia serve

# The studio page, as static files in dist/studio; npm installs its editor and Pyodide.
studio: $(STAMP)
	$(BIN)/python studio/build.py

# A wheel with the studio page inside, in dist.
wheel: studio
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

# The documentation as a site with search, in dist/docs; its examples open in the studio, which stands beside it.
docs: studio
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[dev,docs]'
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	cp -r dist/studio dist/docs/app

test: format lint types contracts rulesets tests

install: $(STAMP)

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "This needs Python 3.11 or newer as $(PYTHON); set another one with: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo "This Python cannot make environments: its venv module is missing (on Debian and Ubuntu: apt install python3-venv)." >&2; exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || { echo "Making $(VENV) ..." >&2; $(PYTHON) -m venv --clear $(VENV); }
	@echo "Installing into $(VENV) ..." >&2
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[dev]'
	@touch $(STAMP)

format: $(STAMP)
	$(BIN)/ruff format --check .

lint: $(STAMP)
	$(BIN)/ruff check .

types: $(STAMP)
	$(BIN)/mypy

contracts: $(STAMP)
	$(BIN)/lint-imports

# What rulesets are compiled to is shared by all that follows, and kept apart from what the user keeps.
rulesets tests in_browser thorough: export XDG_CACHE_HOME := $(CURDIR)/.cache

# Many tests start processes of their own: none of them has to compile the package again.
compiled: $(STAMP)
	@$(BIN)/python -m compileall -q solenia_rules

rulesets: $(STAMP) compiled
	$(BIN)/solenia check rulesets
	$(BIN)/solenia fmt --check rulesets
	$(BIN)/solenia test rulesets

tests: $(STAMP) compiled
	$(BIN)/pytest -n auto --dist worksteal

thorough: $(STAMP)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[dev,cluster,toml,peers,research,notebook,browser,lab]'
	$(BIN)/pytest -n auto --dist worksteal -m thorough

bench: $(STAMP)
	$(BIN)/python -m bench

# The page of all promises with their tries and failures, from the results of the long runs.
reliability: $(STAMP)
	$(BIN)/python -m tests.reliability

fmt: $(STAMP)
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .
	$(BIN)/solenia fmt rulesets

clean:
	rm -rf $(VENV) .cache build dist studio/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
