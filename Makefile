# The project's commands. `make play` runs the product with simulated hardware, `make test` proves it.
PYTHON_BIN = .venv/bin/python
COMPANION = .venv/bin/companion

.PHONY: help setup play test test-web test-hw power-cuts firmware firmware-test fuzz lint rules bench screens \
	messages hardware clean
help:            ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/' | expand -t 18

setup:           ## make the environment from the lock; install missing Debian packages where allowed
	@scripts/setup

play: setup      ## the twin of the box: play without any hardware
	@$(COMPANION) play --mock

test:            ## everything: lint, types, layers, tests with real parts
	@scripts/test

test-web:        ## the pages, in a real browser too
	@scripts/setup web
	@$(PYTHON_BIN) -m pytest tests/web

test-hw:         ## the service on a real kernel's devices, in a VM (no KVM needed)
	@scripts/test-hw

N ?= 1000
power-cuts:      ## kill the VM N times while it plays; nothing acknowledged may be lost
	@scripts/test-hw cuts $(N)

firmware:        ## build the sketch of the token reader; flash and RAM against their limits
	@scripts/setup firmware
	@$(MAKE) --no-print-directory -C firmware all size

firmware-test: firmware ## the sketch on a simulated Nano, and both ends of its protocol
	@$(PYTHON_BIN) -m pytest tests/firmware

FUZZ_SECONDS ?= 300
fuzz: firmware   ## FUZZ_SECONDS of libFuzzer on the sketch's parser
	@$(MAKE) --no-print-directory -C firmware fuzz FUZZ_SECONDS=$(FUZZ_SECONDS)

lint: setup      ## ruff, mypy, import-linter
	@scripts/lint

lock:            ## write the lock anew from pyproject.toml
	@scripts/lock

rules: setup     ## which ledger rows no test proves
	@$(PYTHON_BIN) -m pytest --rules -p no:cacheprovider

bench: setup     ## figures against their bars
	@$(PYTHON_BIN) -m tests.bench

screens: setup   ## draw the committed OLED pictures anew
	@$(PYTHON_BIN) -m tests.panel.screens
	@$(PYTHON_BIN) -m tests.games.pictures

hardware:        ## drawings of the wiring, printed parts, label sheet
	@scripts/setup hardware
	@$(MAKE) --no-print-directory -C hardware

messages: setup  ## bring the catalogues of translations in step with the sources
	@$(PYTHON_BIN) -m scripts.messages

clean:           ## remove what can be made again
	rm -rf .venv .cache build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
