"""Lend torchcodec the FFmpeg libraries that PyAV brings, where the system has none.

    LD_LIBRARY_PATH="$(python tests/torch/ffmpeg_of_av.py)" python tests/torch/check_datasets.py

Makes links under the names that torchcodec asks for, beside the environment's packages, and prints
their folder and that of what they need in turn. Prints nothing where the system has FFmpeg, or
where PyAV brings no libraries (macOS).
"""

from __future__ import annotations

import ctypes.util
import re
import sysconfig
from pathlib import Path


def main() -> None:
    packages = Path(sysconfig.get_path("platlib"))
    brought = sorted((packages / "av.libs").glob("lib*.so.*"))
    if ctypes.util.find_library("avcodec") or not brought:
        return
    links = packages / "av.libs" / "plain"
    links.mkdir(exist_ok=True)
    for library in brought:
        # libavcodec-5e6b81c2.so.62.28.102 is asked for as libavcodec.so.62
        named = re.fullmatch(r"(lib(?:av|sw)\w+)-\w+(\.so\.\d+)[.\d]*", library.name)
        if named and not (link := links / "".join(named.groups())).exists():
            link.symlink_to(library)
    print(links, links.parent, sep=":")


if __name__ == "__main__":
    main()
