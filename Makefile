# SPDX-License-Identifier: Apache-2.0
# Everything happens in a virtual environment in .venv; the system's Python is left alone.
# PYTHON=python3.13 make test    takes another Python, of version 3.11 or newer.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/installed.stamp
BENCH_STAMP := $(VENV)/bench.stamp
CLIENT_STAMP := $(VENV)/torch_npu.stamp
WHEELS_STAMP := $(VENV)/wheels.stamp
DOCS_STAMP := $(VENV)/docs.stamp
# Tests share the cores out among processes. Each process keeps the order of the files: tests of
# tests/runtime reset the device, which ends what tests before them keep there. NumPy's products have
# one thread: the others would wait in loops for cores that other processes have.
PYTEST := OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest --numprocesses auto --maxprocesses 8 --dist load
PYTEST_ARGS ?=
BENCH_ARGS ?=
SWEEP_ARGS ?=
FUZZ_ARGS ?=
ARM_ARGS ?=
# The public headers are laid out by hand: they are the manual.
C_FILES = $(shell git ls-files --cached --others --exclude-standard 'csrc/*.c' 'csrc/*.h' 'tests/*.c' 'tests/*.h' 'benchmarks/*.c' ':!csrc/include')

# Bytecode is kept, whatever the shell says: without it pytest rewrites every test module each time.
export PYTHONDONTWRITEBYTECODE :=

# Installs what an extra of pyproject.toml lists: $(call install_extra,NAME,FLAGS)
define install_extra
$(BIN)/python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['$(1)'], sep='\n')" > $(VENV)/$(1)-requirements.txt
$(BIN)/python -m pip install --quiet --disable-pip-version-check $(2) -r $(VENV)/$(1)-requirements.txt
endef

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help venv library run test quick operator where torch torch-sweep bench lint format asan ubsan tsan valgrind fuzz wheels arm release docs browse clean distclean

help:  ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: library  ## set up, then compile and run the example
	$(BIN)/aclnn run examples/embedding_dense_backward.cpp examples/harbour.txt

test: library  ## set up, then run all tests
	$(PYTEST) $(PYTEST_ARGS)

quick: library  ## the tests that take less than a minute altogether
	$(PYTEST) -m "not slow" $(PYTEST_ARGS)

operator: venv  ## format, build and test one operator: make operator NAME=Mul
	@test -n "$(NAME)" || { echo "which one? make operator NAME=Mul" >&2; exit 2; }
	@$(MAKE) --silent format
	$(BIN)/python build.py
	$(BIN)/ruff check .
	$(BIN)/python -m pytest tests/sweep -k "$(NAME)" $(PYTEST_ARGS)

where: venv  ## print where every part of a call is: make where NAME=MaxPool2dWithMask
	@test -n "$(NAME)" || { echo "which one? make where NAME=MaxPool2dWithMask" >&2; exit 2; }
	@$(BIN)/python -m build_support.where $(NAME)

torch: library $(BENCH_STAMP) $(CLIENT_STAMP)  ## the tests that need torch, which this installs
	$(PYTEST) -m torch $(PYTEST_ARGS)
	$(PYTEST) -m "not torch" tests/interfaces/bitorch $(PYTEST_ARGS)

# The folder is for torch_npu alone: see $(CLIENT_STAMP).
torch-sweep: library $(BENCH_STAMP) $(CLIENT_STAMP)  ## PyTorch's samples of all its operators, and the page of them; SWEEP_ARGS="--help"
	PYTHONPATH=$(VENV)/torch_npu $(BIN)/aclnn run $(BIN)/python -m aclnn_py.torch_sweep --output docs/reference/pytorch-operators.md $(SWEEP_ARGS)

bench: library $(BENCH_STAMP)  ## measure against torch; BENCH_ARGS="--quick" or "--help"
	$(BIN)/python -m benchmarks $(BENCH_ARGS)

lint: venv  ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --python-version 3.10 --no-warn-return-any --no-warn-unused-ignores --package aclnn_py
	@$(BIN)/clang-format --dry-run --Werror $(C_FILES)

format: venv  ## rewrite Python and C files in the project's style
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .
	@$(BIN)/clang-format -i $(C_FILES)

asan: venv  ## the C test programs under AddressSanitizer
	$(BIN)/python -m build_support.sanitize address

ubsan: venv  ## ... under UndefinedBehaviorSanitizer
	$(BIN)/python -m build_support.sanitize undefined

tsan: venv  ## ... under ThreadSanitizer
	$(BIN)/python -m build_support.sanitize thread

valgrind: venv  ## ... under valgrind
	$(BIN)/python -m build_support.sanitize valgrind

fuzz: venv  ## ... random calls under both; FUZZ_ARGS="address -- -seconds 600 -seed 7"
	$(BIN)/python -m build_support.fuzz $(FUZZ_ARGS)

library: venv  ## bring the native library up to date
	@$(BIN)/python build.py

venv: $(STAMP)  ## the virtual environment with everything for development

$(STAMP): pyproject.toml setup.py build_support/prerequisites.sh
	@sh build_support/prerequisites.sh $(PYTHON)
	@echo "Setting up, once; this takes a few minutes, most of them for the kernels."
	@echo "1/4 making the virtual environment $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@echo "2/4 installing what the build needs"
	@$(BIN)/python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['build-system']['requires'], sep='\n')" > $(VENV)/build-requirements.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r $(VENV)/build-requirements.txt
	@echo "3/4 building the library"
	@$(BIN)/python build.py
	@echo "4/4 installing the package and what its tests need"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --editable '.[test]'
	@touch $@

$(BENCH_STAMP): $(STAMP)
	$(call install_extra,bench,)
	@touch $@

# In a folder of its own: beside torch, torch would load it without the library too.
$(CLIENT_STAMP): $(BENCH_STAMP)
	$(call install_extra,torch-npu,--no-deps --target $(VENV)/torch_npu)
	@touch $@

wheels: venv $(WHEELS_STAMP)  ## the source distribution and the wheels for x86_64 and aarch64, into dist
	$(BIN)/python -m build_support.wheels

arm: library $(WHEELS_STAMP)  ## the quick tests on the library for aarch64, in QEMU (more than an hour); ARM_ARGS="tests/ops -k Softmax"
	$(BIN)/python -m build_support.wheels --machine aarch64
	$(BIN)/python -m build_support.arm $(ARM_ARGS)

$(WHEELS_STAMP): $(STAMP)
	$(call install_extra,wheels,)
	@touch $@

release: venv  ## what has to hold before a version is released; RELEASE_ARGS="versions changelog"
	$(BIN)/python -m build_support.release $(RELEASE_ARGS)

docs: library $(DOCS_STAMP)  ## the documents as a site, into build/site
	$(BIN)/python -m build_support.site

browse: docs  ## open every page of the site in Chromium: scripts, links, the search
	$(BIN)/python -m build_support.browse

$(DOCS_STAMP): $(STAMP)
	$(call install_extra,docs,)
	@touch $@

clean:  ## remove what was built
	rm -rf build dist aclnn_py/ascend aclnn_py/ops.py aclnn_py/infiniop/_rows.py aclnn_py/infiniop/_row_table.py aclnn_py.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis

distclean: clean  ## ... and the virtual environment
	rm -rf $(VENV)
