from __future__ import annotations

import subprocess
import sys

import pytest

from builders.errors import VivavoceError
from builders.lock import locked


def test_a_lock_is_for_one_and_ends_with_its_process(tmp_path):
    file = tmp_path / "work" / ".lock"
    with (
        locked(file, "busy here"),
        pytest.raises(VivavoceError, match="busy here"),
        locked(file, "busy here"),
    ):
        pass
    killed = (
        "import os, signal, pathlib, sys; from builders.lock import locked\n"
        "with locked(pathlib.Path(sys.argv[1]), ''): os.kill(os.getpid(), signal.SIGKILL)"
    )
    assert subprocess.run([sys.executable, "-c", killed, str(file)], check=False).returncode == -9
    with locked(file, "busy here"):
        pass
