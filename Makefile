# Two commands do everything: `make sample` builds the sample datasets, `make test` runs the tests.
# Each sets up its own virtual environment first; python3 with venv and pip is all that is needed.
# `make test-torch` and `make test-whisperx` test the heavy adapters, each in an environment of its
# own (several GB).

PYTHON ?= python3
export VIVAVOCE_WORKERS ?=

.PHONY: sample test test-torch test-whisperx lint clean

sample: .venv/done
	.venv/bin/vivavoce weights fetch
	PATH="$(CURDIR)/.venv/bin:$$PATH" .venv/bin/dvc repro
	.venv/bin/vivavoce summary
	for family in voicebench vocalbench_zh ear; do \
	  .venv/bin/vivavoce score runs/$$family --out runs/$$family.json; done

test: .venv-test/done
	.venv-test/bin/vivavoce weights fetch
	.venv-test/bin/python -m pytest -n 2 --dist loadfile

test-torch: .venv-torch/done
	.venv-torch/bin/python -m pytest tests/builders/backends tests/evaluation/models
	if [ -d datasets/ear ]; then \
	  LD_LIBRARY_PATH="$$(.venv-torch/bin/python tests/torch/ffmpeg_of_av.py):$$LD_LIBRARY_PATH" \
	    .venv-torch/bin/python tests/torch/check_datasets.py; fi

test-whisperx: .venv-whisperx/done
	.venv-whisperx/bin/vivavoce weights fetch kokoro kokoro-voices whisper-base
	.venv-whisperx/bin/python -m pytest tests/whisperx

lint: .venv-test/done
	.venv-test/bin/ruff check .
	.venv-test/bin/ruff format --check .
	.venv-test/bin/mypy

.venv/done: EXTRAS =
.venv-test/done: EXTRAS = [dev]
.venv-torch/done: EXTRAS = [test,transformers,emotion,gemini]
# Newer releases are CUDA builds of several GB.
.venv-torch/done: ALSO = 'torch<2.14' 'torchcodec<=0.13.0'
.venv-whisperx/done: EXTRAS = [whisperx,test]

.venv/done .venv-test/done .venv-torch/done .venv-whisperx/done: pyproject.toml
	$(PYTHON) -m venv --clear $(@D)
	$(@D)/bin/python -m pip install --quiet --upgrade pip
	$(@D)/bin/python -m pip install --quiet --editable '.$(EXTRAS)' $(ALSO)
	touch $@

clean:
	rm -rf .venv .venv-test .venv-torch .venv-whisperx build datasets runs
