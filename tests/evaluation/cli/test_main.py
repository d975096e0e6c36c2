from __future__ import annotations

import os
import subprocess
import sys

import pytest

from evaluation.cli.main import main


def ended(capsys, *arguments):
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    shown = capsys.readouterr()
    return stop.value.code or 0, shown.out + shown.err


@pytest.mark.parametrize("path", [(), ("build",), ("store",), ("store", "gc")])
def test_every_level_has_a_short_option_for_help(capsys, path):
    code, text = ended(capsys, *path, "-h")
    assert (code, "Usage: vivavoce" in text) == (0, True)
    assert "install-completion" not in text


def test_an_unknown_command_is_told_with_the_closest(capsys):
    assert ended(capsys, "buld") == (1, "error: unknown command 'buld'; did you mean 'build'?\n")
    code, text = ended(capsys)
    assert code == 2
    assert "Commands:" in text


def test_an_old_locale_shows_escapes(root):
    shown = subprocess.run(
        [sys.executable, "-m", "evaluation.cli.main", "say", "--help"],
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        cwd=root,
        capture_output=True,
        check=False,
    )
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert rb"\u73b0\u5728" in shown.stdout
