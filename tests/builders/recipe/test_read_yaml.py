from __future__ import annotations

import pytest

from builders.errors import VivavoceError
from builders.recipe.read_yaml import read_yaml


def test_a_mapping_is_read(tmp_path):
    (tmp_path / "a.yaml").write_text("family: 语音\n", encoding="utf-8")
    assert read_yaml(tmp_path / "a.yaml") == {"family": "语音"}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "there is no such file"),
        (b"", "a mapping was expected"),
        (b"- a\n- b\n", "a mapping was expected"),
        (b"a: b: c\n", "not valid YAML"),
        ("family: 语音\n".encode("gbk"), "not UTF-8 text"),
    ],
)
def test_mistakes_name_the_file(tmp_path, content, message):
    if content is not None:
        (tmp_path / "a.yaml").write_bytes(content)
    with pytest.raises(VivavoceError, match=f"a.yaml: {message}"):
        read_yaml(tmp_path / "a.yaml")


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(VivavoceError, match="is a folder"):
        read_yaml(tmp_path)
