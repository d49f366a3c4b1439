# The same verbs for everybody: setup, demo, test, pages, films, scenes, sweep, games, test-models, check,
# bench, format, lock.
# Any CPython from 3.11 on will do: make PYTHON=python3.12 setup

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
MODELS_VENV := .venv-models
LOCKS := requirements.lock requirements-dev.lock
PIP_INSTALL := install --quiet --disable-pip-version-check

.PHONY: setup demo test pages films hidden scenes sweep games pairs chaos test-models check bench bench-calibration bench-sources bench-losses bench-recording bench-faults bench-tables coverage fuzz mutation firmware format lock wheel browser screenshots clean bench-journal bench-audit bench-floor soak sbom audit release bench-fleet

setup: $(VENV)/.ready

$(VENV)/.ready: $(LOCKS) pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Kozyr needs CPython 3.11 or newer; call make PYTHON=/path/to/python3" >&2; exit 1; }
	@echo "Setting up $(VENV): about 800 MB the first time, then nothing."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip $(PIP_INSTALL) --require-hashes $(foreach lock,$(LOCKS),-r $(lock))
	$(BIN)/python -m pip $(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

demo: setup
	@$(BIN)/kozyr demo $(DEMO)

# The browser keeps an event loop and the networks keep threads: in runs of their own.
BROWSER_TESTS := tests/dealer_ui/test_browser.py tests/dealer_ui/test_technician_browser.py \
  tests/dealer_ui/test_accounts_browser.py tests/dealer_ui/test_replay_browser.py \
  tests/dealer_ui/test_every_page_browser.py \
  tests/dealer_ui/test_manager_browser.py tests/dealer_ui/test_workshop_browser.py \
  tests/dealer_ui/test_themes_browser.py \
  tests/dealer_ui/test_pit_browser.py tests/dealer_ui/test_bars_browser.py \
  tests/dealer_ui/test_running_table_browser.py tests/dealer_ui/test_troubled_table_browser.py \
  tests/dealer_ui/test_running_rooms_browser.py \
  tests/dealer_ui/test_fleet_browser.py
NETWORK_TESTS := tests/vision/test_eye.py tests/vision/test_network.py tests/vision/test_enrol.py tests/dealer_ui/test_cli_deck.py \
  tests/end_to_end/test_demo.py tests/scenes/test_scenes.py

# The rules are a run of their own, so that one run can measure it: make test COVERAGE=yes fails where
# a branch of the rules is met by no test.
# As many at once as there are cores; the tests of a file stay together, for they share what is slow.
AT_ONCE := --numprocesses auto --dist loadfile
RULES_TESTS := tests/engine engine tests/hardware/test_shoe_table.py
# Long games go the same ways again and again: they are not measured, and meet no branch of their own.
LONG_GAMES := $(addprefix tests/engine/test_,metamorphic.py full_games.py random_play.py two_referees.py)
MEASURED := --cov=engine --cov-branch --cov-report=term-missing:skip-covered --cov-fail-under=100

# The cores are taken by as many tests at once: threads of each would only wait for one another.
test: export OPENCV_FOR_THREADS_NUM = 1
test: export OPENBLAS_NUM_THREADS = 1
test: setup browser
	$(BIN)/python -m pytest $(AT_ONCE) $(if $(COVERAGE),$(MEASURED)) $(RULES_TESTS) $(addprefix --ignore=,$(LONG_GAMES))
	$(BIN)/python -m pytest $(AT_ONCE) $(TESTS) $(addprefix --ignore=,$(BROWSER_TESTS) $(NETWORK_TESTS) $(RULES_TESTS))
	$(BIN)/python -m pytest $(AT_ONCE) $(BROWSER_TESTS)
	$(BIN)/python -m pytest $(AT_ONCE) $(NETWORK_TESTS) $(LONG_GAMES)

# What the pages must reach, measured: 200 tables on the wall, ten minutes without a network, ...
pages: setup browser
	$(BIN)/python -m pytest -m pages $(BROWSER_TESTS)

# The acceptance films beside the checkout, which most people do not have: 13 minutes of table.
films: setup
	$(BIN)/python -m pytest -m films tests/films

# A film in which the finder is blind for some faces: make hidden HIDDEN="d02 --seed 1 [--alone]"
hidden: setup
	@$(BIN)/python -m tests.films.hidden $(HIDDEN)

# Drawn scenes, each with its right answer: what went wrong in which; and how far each one holds.
scenes: setup
	@$(BIN)/python -m tests.scenes $(SCENES)

sweep: setup
	@$(BIN)/python -m tests.scenes --sweep $(SCENES)

# Whole games without pictures, with errors of the eye: make games GAMES="100 --misread 0.02"
games: setup
	@$(BIN)/python -m tests.games $(GAMES)

# Bouts of six pairs as pictures: how often all twelve cards are known: make pairs PAIRS="50 --first 5000"
pairs: setup
	@$(BIN)/python -m tests.games.pairs $(PAIRS)

# A floor and its tables, and what nights bring: make chaos CHAOS="--minutes 30 --seed 1"
chaos: setup
	@$(BIN)/python -m tests.chaos $(CHAOS)

# Every page in every language and at three sizes, as pictures: make screenshots ALBUM=folder
ALBUM ?= build/screenshots
screenshots: setup browser
	@mkdir -p $(ALBUM)
	KOZYR_ALBUM=$(abspath $(ALBUM)) $(BIN)/python -m pytest -m 'not torch' -k 'picture or axe or fit' \
	  tests/dealer_ui/test_every_page_browser.py tests/dealer_ui/test_manager_browser.py \
	  tests/dealer_ui/test_replay_browser.py tests/dealer_ui/test_pit_browser.py \
  tests/dealer_ui/test_browser.py tests/dealer_ui/test_accounts_browser.py \
  tests/dealer_ui/test_fleet_browser.py
	KOZYR_ALBUM=$(abspath $(ALBUM)) $(BIN)/python -m pytest -m pages -k incident \
	  tests/dealer_ui/test_running_table_browser.py

# Debian's browser where there is one, Playwright's own otherwise; without windows it draws the same.
browser: setup
	@test -x /usr/bin/chromium-headless-shell || test -x /usr/bin/chromium \
	  || $(BIN)/python -m playwright install --only-shell chromium

# Training and export need torch and ultralytics, which a table PC never sees: their own folder.
# ultralytics asks for the desktop build of OpenCV; two builds in one folder overwrite each other,
# so ours, which needs no display libraries, is laid down last and alone.
$(MODELS_VENV)/.ready: requirements-models.lock requirements-dev.lock pyproject.toml
	@echo "Setting up $(MODELS_VENV): several GB the first time, torch among it."
	@test -x $(MODELS_VENV)/bin/python || $(PYTHON) -m venv $(MODELS_VENV)
	$(MODELS_VENV)/bin/python -m pip $(PIP_INSTALL) --require-hashes -r requirements-dev.lock
	$(MODELS_VENV)/bin/python -m pip $(PIP_INSTALL) --no-build-isolation \
	  --constraint requirements-models.lock --editable '.[models]'
	$(MODELS_VENV)/bin/python -m pip uninstall --quiet --yes opencv-python opencv-python-headless
	$(MODELS_VENV)/bin/python -m pip $(PIP_INSTALL) --no-deps \
	  --constraint requirements-models.lock opencv-python-headless
	@touch $@

test-models: $(MODELS_VENV)/.ready
	$(MODELS_VENV)/bin/python -m pytest -m torch tests/models

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/deptry .

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: setup
	@$(BIN)/python tests/bench $(BENCH)
	@$(BIN)/python tests/hardware/bench_light.py
	@$(BIN)/python tests/hardware/bench_shoe.py 100000
	@$(MAKE) --no-print-directory bench-journal

# Minutes each: points of the table on drawn cameras; a camera killed and restarted 100 times.
bench-calibration: setup
	@$(BIN)/python tests/bench/calibration.py $(BENCH)

bench-sources: setup
	@$(BIN)/python tests/bench/sources.py $(BENCH)

# A camera lost under a whole table; what the video costs, and whether its clips begin right.
bench-losses: setup
	@$(BIN)/python tests/bench/losses.py $(BENCH)

# Several quiet tables on this machine: do they keep the pace of their cameras?
bench-tables: setup
	@$(BIN)/python tests/bench/quiet_tables.py $(BENCH)

bench-recording: setup
	@$(BIN)/python tests/bench/recording.py $(BENCH)

# Every fault on demand, typed at every simulated light and shoe: what the line says, and the cure.
bench-faults: setup
	@$(BIN)/python tests/hardware/bench_faults.py $(BENCH)

# The journal on this disk: one row, many rows, a game opened, verifying.
bench-journal: setup
	@mkdir -p build
	@$(BIN)/python tests/journal/bench_journal.py $(JOURNAL) build

# 10, 50, 200 tables on one floor, and a night without a link: minutes, and some GB of memory.
bench-floor: setup
	@$(BIN)/python tests/bench/floor.py $(BENCH)

# How many times as fast as the game recordings are audited, and whether two runs agree.
bench-audit: setup
	@$(BIN)/python tests/bench/audit.py $(BENCH)

# One live table for so long: memory, threads, files and shared memory must not grow.
MINUTES ?= 10
soak: setup
	@$(BIN)/python tests/bench/soak.py $(MINUTES)

# How an audit's time shrinks with workers, by recorded job times: make bench-fleet BENCH="--tables 64"
bench-fleet: setup
	@$(BIN)/python tests/bench/fleet.py $(BENCH)

# The rules alone, measured.
coverage: setup
	$(BIN)/python -m pytest $(MEASURED) $(RULES_TESTS)

# Minutes: every address of the pages, and every reader of what comes from outside, with many
# made-up values, others each time.
EXAMPLES ?= 40
fuzz: setup
	KOZYR_EXAMPLES=$(EXAMPLES) $(BIN)/python -m pytest tests/dealer_ui/test_api_fuzz.py tests/fuzz

# An hour or more: a sample of wrong programs, and which of them no test notices.
mutation: setup
	$(BIN)/python -m tests.mutation $(MUTANTS)

wheel: setup
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

# What a release is made with: a folder of its own, that neither a table PC nor a developer needs.
RELEASE_VENV := .venv-release
$(RELEASE_VENV)/.ready: requirements-release.lock
	@test -x $(RELEASE_VENV)/bin/python || $(PYTHON) -m venv $(RELEASE_VENV)
	$(RELEASE_VENV)/bin/python -m pip $(PIP_INSTALL) --require-hashes -r requirements-release.lock
	@touch $@

# What Kozyr is made of: an SBOM (CycloneDX) of the pins, and every package's licence.
sbom: setup $(RELEASE_VENV)/.ready
	@mkdir -p dist
	$(RELEASE_VENV)/bin/cyclonedx-py requirements requirements.lock --pyproject pyproject.toml \
	  --output-reproducible --output-file dist/kozyr.cdx.json 2>/dev/null
	$(RELEASE_VENV)/bin/pip-licenses --python $(BIN)/python --format markdown --with-urls \
	  --packages $$(sed -n 's/^\([a-z0-9][a-z0-9._-]*\)==.*/\1/p' requirements.lock) >dist/licences.md
	@echo "dist/kozyr.cdx.json, dist/licences.md"

# Known weaknesses of what is pinned. A package that cannot be looked up is a failure, not a pass.
audit: $(RELEASE_VENV)/.ready
	$(RELEASE_VENV)/bin/pip-audit --strict --disable-pip --require-hashes -r requirements.lock

# A signed release: make release KEY=/safe/place/release.key (kozyr release key makes one).
release: clean wheel sbom
	@test -n "$(KEY)" || { echo "name the key of releases: make release KEY=…" >&2; exit 1; }
	cp requirements.lock dist/
	$(BIN)/kozyr release sign dist --key $(KEY)

# The protocol core of the shoe's firmware, compiled for this machine as the tests do it.
firmware:
	$(MAKE) -C hardware/firmware

# Pins with hashes and without addresses, so that any mirror of the registry serves.
# torch has a build per kind of machine, so the pins for training carry no hashes.
UV_COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --upgrade \
  --no-header --no-annotate --no-emit-index-url --no-emit-find-links

lock: setup
	$(BIN)/python -m pip $(PIP_INSTALL) uv
	$(UV_COMPILE) --generate-hashes pyproject.toml --output-file requirements.lock
	$(UV_COMPILE) --generate-hashes --group pyproject.toml:dev --constraint requirements.lock \
	  --output-file requirements-dev.lock
	$(UV_COMPILE) --generate-hashes --group pyproject.toml:release \
	  --output-file requirements-release.lock
	$(UV_COMPILE) --extra models --constraint requirements.lock pyproject.toml \
	  --output-file requirements-models.lock

clean:
	rm -rf dist build .pytest_cache .mypy_cache .ruff_cache
