from __future__ import annotations

import pytest

from builders.backends.llm.template import load_prompt, prompts_folder
from builders.errors import VivavoceError

TEXT = """
version: 2
settings: {temperature: 0}
messages:
  - role: system
    content: You translate.
  - role: user
    content: |
      {% for term in terms %}
      {{ term }}
      {% endfor %}
      Text: {{ text }}
"""


def write(folder, text=TEXT, name="translate"):
    (folder / f"{name}.yaml").write_text(text)
    return folder


def test_rendering(tmp_path):
    prompt = load_prompt("translate", write(tmp_path))
    assert prompt.id == "translate@2"
    assert prompt.render(terms=["a", "b"], text="x {{ y }}") == [
        {"role": "system", "content": "You translate."},
        {"role": "user", "content": "a\nb\nText: x {{ y }}"},
    ]
    request = prompt.request("r", {"seed": 1}, terms=[], text="x")
    assert request.settings == {"temperature": 0, "seed": 1}
    assert request.template == "translate@2"


def test_the_hash_follows_the_content(tmp_path):
    first = load_prompt("translate", write(tmp_path)).content_hash
    (tmp_path / "other").mkdir()
    changed = load_prompt("translate", write(tmp_path / "other", TEXT.replace("You", "We")))
    assert first != changed.content_hash and len(first) == 16


def test_missing_and_unknown_variables_are_errors(tmp_path):
    prompt = load_prompt("translate", write(tmp_path))
    with pytest.raises(VivavoceError, match="no value for terms"):
        prompt.render(text="x")
    with pytest.raises(VivavoceError, match="unknown variable 'txet'"):
        prompt.render(text="x", terms=[], txet="y")


def test_an_unknown_prompt_names_the_close_ones(tmp_path):
    with pytest.raises(VivavoceError, match="did you mean 'translate'"):
        load_prompt("tranlate", write(tmp_path))


@pytest.mark.parametrize(
    "text",
    ["version: 0\nmessages: []", "messages: []", "version: 1\nmessages:\n - {role: x, content: y}"],
)
def test_a_malformed_file_is_named(tmp_path, text):
    with pytest.raises(VivavoceError, match=r"translate\.yaml"):
        load_prompt("translate", write(tmp_path, text))


def test_a_template_cannot_reach_out(tmp_path):
    text = 'version: 1\nmessages:\n - {role: user, content: "{{ x.__class__.__mro__ }}"}'
    prompt = load_prompt("evil", write(tmp_path, text, "evil"))
    with pytest.raises(Exception, match="unsafe"):
        prompt.render(x="")


@pytest.mark.parametrize("path", sorted(prompts_folder().glob("*.yaml")), ids=lambda p: p.stem)
def test_every_prompt_of_the_project_is_well_formed(path):
    prompt = load_prompt(path.stem)
    assert prompt.render(**dict.fromkeys(prompt.variables, ""))
    assert "about" in path.read_text().split("messages:")[0]
