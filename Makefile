# Everything a person or CI runs. `make run` and `make test` need Python 3.11+, git and make; nothing else.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
COMPILE := $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --upgrade --quiet
DYNOXIDE := .cache/dynoxide/dynoxide
BROWSER := .cache/browser/axe/axe.min.js

.PHONY: run test lint format bench crash pictures schema lock pin clean

run: .venv/run.stamp  ## start Questlog on the embedded defaults
	@exec $(BIN)/questlog run

test: lint $(DYNOXIDE) $(BROWSER)  ## everything that CI runs
	$(BIN)/pytest --numprocesses=2 --dist=worksteal

lint: .venv/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/lint-imports --no-logo

format: .venv/dev.stamp  ## rewrite the code as `make test` wants it
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# `make bench insights` runs that one alone: what follows `bench` is a name, and no target.
ifeq (bench,$(firstword $(MAKECMDGOALS)))
NAMED := $(wordlist 2,$(words $(MAKECMDGOALS)),$(MAKECMDGOALS))
.PHONY: $(NAMED)
$(NAMED): ; @:
endif

bench: .venv/dev.stamp $(DYNOXIDE)  ## print ratios against bare baselines measured in the same run; all, or those named
	$(BIN)/python -m benchmarks $(NAMED)

crash: .venv/dev.stamp  ## the kill -9 test at full length
	QUESTLOG_TEST_CRASH_ROUNDS=200 $(BIN)/pytest tests/tracker/store/test_crash.py --timeout=3600

pictures: .venv/dev.stamp $(BROWSER)  ## make the pictures of the documents anew
	$(BIN)/python -m tests.rendering docs/img

schema: .venv/dev.stamp  ## write the JSON Schema of every document to docs/schema
	$(BIN)/python -m bot.schema docs/schema

lock: .venv/dev.stamp  ## compile the pinned requirements from pyproject.toml
	$(COMPILE) pyproject.toml --output-file requirements/run.txt
	$(COMPILE) --group build --output-file requirements/build.txt
	$(COMPILE) pyproject.toml --group dev --constraint requirements/run.txt --output-file requirements/dev.txt

DOCKER ?= docker
COMPOSE := compose.yaml
PINNED := ^\( *PYTHON_IMAGE: \)\([^@ ]*\)[^ ]*

pin:  ## pin the base of the image to its digest of today, in compose.yaml; this alone needs Docker
	@image=$$(sed -n 's/$(PINNED).*/\2/p' $(COMPOSE)) && \
		$(DOCKER) pull --quiet "$$image" >/dev/null && \
		digest=$$($(DOCKER) image inspect --format '{{index .RepoDigests 0}}' "$$image" | sed 's/.*@//') && \
		case "$$digest" in sha256:????????????????????????????????????????????????????????????????) ;; \
			*) echo "no digest of $$image: $$digest" >&2; exit 1;; esac && \
		sed -i.old "s|$(PINNED)|\1$$image@$$digest|" $(COMPOSE) && rm $(COMPOSE).old && \
		echo "$(COMPOSE): $$image@$$digest"

clean:
	rm -rf .venv .cache build

# A changed lock makes a new environment: what is no longer pinned must not linger, and hide that it is missing.
.venv/python.stamp: requirements/run.txt requirements/build.txt requirements/dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Questlog needs Python 3.11 or newer; set PYTHON=/path/to/python3.11" >&2; exit 1; }
	$(PYTHON) -m venv --clear .venv
	@touch $@

.venv/run.stamp: .venv/python.stamp pyproject.toml
	@echo "Installing what Questlog needs into .venv (once) ..."
	$(PIP) install --require-hashes --requirement requirements/run.txt --requirement requirements/build.txt
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

.venv/dev.stamp: .venv/run.stamp
	@echo "Installing the development tools into .venv (once) ..."
	$(PIP) install --require-hashes --requirement requirements/dev.txt
	@touch $@

# A DynamoDB-compatible server for the store's contract tests; without npm those tests skip and say so.
$(DYNOXIDE): tests/servers/fetch_dynoxide.py .venv/dev.stamp
	$(BIN)/python -m tests.servers.fetch_dynoxide $(@D)

# Chromium, unless one is installed, and axe-core; without npm the tests of pages in a browser skip and say so, but not in CI.
.PHONY: $(BROWSER)
$(BROWSER): .venv/dev.stamp
	@$(BIN)/python -m tests.servers.fetch_chromium .cache/browser
