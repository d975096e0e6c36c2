# Two commands do everything: `make sample` builds the sample datasets, `make test` runs the tests.
# Each sets up its own virtual environment first; python3 with venv and pip is all that is needed.

PYTHON ?= python3
export VIVAVOCE_WORKERS ?=

.PHONY: sample test lint clean

sample: .venv/done
	.venv/bin/vivavoce weights fetch
	PATH="$(CURDIR)/.venv/bin:$$PATH" .venv/bin/dvc repro
	.venv/bin/vivavoce summary
	for family in voicebench vocalbench_zh ear; do .venv/bin/vivavoce score runs/$$family --out runs/$$family.json; done

test: .venv-test/done
	.venv-test/bin/vivavoce weights fetch
	.venv-test/bin/python -m pytest -n 2 --dist loadfile

lint: .venv-test/done
	.venv-test/bin/ruff check .
	.venv-test/bin/ruff format --check .
	.venv-test/bin/mypy

.venv/done: pyproject.toml
	$(PYTHON) -m venv .venv
	.venv/bin/python -m pip install --quiet --upgrade pip
	.venv/bin/python -m pip install --quiet --editable .
	touch $@

.venv-test/done: pyproject.toml
	$(PYTHON) -m venv .venv-test
	.venv-test/bin/python -m pip install --quiet --upgrade pip
	.venv-test/bin/python -m pip install --quiet --editable '.[dev]'
	touch $@

clean:
	rm -rf .venv .venv-test build datasets runs
