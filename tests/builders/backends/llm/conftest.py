from __future__ import annotations

import sys
from pathlib import Path

# Helpers are plain modules: the tests are imported by path and form no package.
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "helpers"))
