import json

import pytest
from llm_context import item

from builders.errors import VivavoceError
from builders.step import Rejected
from builders.text.score_tone import as_scores, read_scores, score_tone

GIVEN = '```json\n{"angry": 5, "happy": 1, "neutral": 3, "sad": 5, "surprised": 2}\n```'


def query(**fields):
    return item("他们居然让朋友插队！", language="zh", fields={"Question_emo": "angry", **fields})


def test_the_model_proposes_in_the_published_order(ask):
    done = ask(score_tone, query(), lambda text, model: GIVEN)
    assert done.fields["Score"] == [5.0, 1.0, 3.0, 5.0, 2.0]
    assert done.provenance.steps[-1].model == "m-llm"
    sent = ask.server.bodies[0]["messages"][0]["content"]
    assert "sounds angry" in sent
    assert "他们居然让朋友插队！" in sent


def test_people_have_the_last_word(ask, tmp_path):
    file = tmp_path / "scores.jsonl"
    lines = [{"id": "r1", "Score": [4, 1, 3, 5, 2]}, {"id": "r1", "Score": [3, 1, 3, 5, 2]}]
    file.write_text("\n".join(map(json.dumps, lines)) + "\n")
    done = ask(score_tone, query(Score=[1, 1, 1, 1, 1]), lambda t, m: GIVEN, scores=str(file))
    assert done.fields["Score"] == [3.0, 1.0, 3.0, 5.0, 2.0]
    assert "scores.jsonl" in done.provenance.steps[-1].note
    assert not ask.server.bodies
    kept = ask(score_tone, query(Score=[1, 2, 3, 4, 5]), lambda t, m: GIVEN)
    assert kept.fields["Score"] == [1, 2, 3, 4, 5]
    assert score_tone.depends({"scores": str(file)}) == {"r1": [3.0, 1.0, 3.0, 5.0, 2.0]}


def test_answers_that_cannot_be_used(ask):
    outcome = ask(score_tone, query(), lambda t, m: GIVEN.replace("5", "9"))
    assert isinstance(outcome, Rejected)
    assert outcome.reason == "tone scores: wrong content"
    for text in ("no", '{"angry": 1}', GIVEN.replace("3", "true"), GIVEN.replace("3", "3.5")):
        with pytest.raises(ValueError):
            as_scores(text)


def test_a_bad_file_is_named(tmp_path):
    file = tmp_path / "scores.jsonl"
    assert read_scores(file) == {}
    file.write_text('{"id": "r1", "Score": [1, 2]}\n')
    with pytest.raises(VivavoceError, match=r"line 1: expected .* 2 scores"):
        read_scores(file)
