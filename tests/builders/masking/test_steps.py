from collections import Counter

import numpy as np
import pytest

from builders.backends.align.tokens import tokenise
from builders.errors import VivavoceError
from builders.item import Item, Word
from builders.masking.steps import ear_spans, mask_triplet
from builders.sources import read
from builders.stage.context import WorkerContext
from builders.stage.settings import BackendChoice, Settings
from builders.step import Rejected

pytestmark = pytest.mark.weights


@pytest.fixture(scope="module")
def ctx(tmp_path_factory):
    names = {"asr": "whisper_base", "tts": "kokoro", "tagger_en": "spacy", "tagger": "lac"}
    backends = {kind: BackendChoice(name) for kind, name in names.items()}
    folder = tmp_path_factory.mktemp("store")
    return WorkerContext(Settings(seed=3, store=folder, backends=backends, root=folder))


def aligned(text, answer="coffee", language="en", seconds_a_word=0.5, **fields):
    """A row whose words last half a second each, one after the other."""
    tokens = tokenise(text)
    words = tuple(
        Word(
            text=t.text,
            start=i * seconds_a_word,
            end=(i + 1) * seconds_a_word,
            span=(t.begin, t.end),
        )
        for i, t in enumerate(tokens)
    )
    rng = np.random.default_rng(0)
    samples = 0.05 * rng.standard_normal(round(16_000 * seconds_a_word * len(tokens)))
    return Item(
        id="row",
        prompt=text,
        language=language,
        words=words,
        source_id="s",
        source_revision="r",
        license="CC0-1.0",
        fields={"answer": answer, "question": "What does she like?", **fields},
    ).with_audio(samples)


def chosen(item):
    return item.provenance.variant.params


def test_spans_of_answer_and_function_word(ctx):
    (row,) = ear_spans.function(aligned("I like coffee the most."), ctx)
    assert chosen(row)["answer_spans"] == [{"start": 1.0, "end": 1.5, "text": "coffee"}]
    # "the" touches the answer, and the fades of the two masks would meet.
    assert [(w["text"], w["upos"]) for w in chosen(row)["function_words"]] == [("I", "PRON")]
    assert row.id == "row"


def test_all_occurrences_are_hidden(ctx):
    (row,) = ear_spans.function(aligned("Is tea good? Yes, I like tea a lot.", "tea"), ctx)
    assert [s["start"] for s in chosen(row)["answer_spans"]] == [0.5, 3.0]


def test_the_draw_depends_on_the_row_and_not_on_its_place(ctx):
    text = "We were in the city and she was at the river with you when he came to us for tea."
    first = ear_spans.function(aligned(text, "tea"), ctx)[0]
    assert first == ear_spans.function(aligned(text, "tea"), ctx)[0]
    drawn = {
        ear_spans.function(aligned(text, "tea").but(id=f"row-{i}"), ctx)[
            0
        ].provenance.variant.params["function_words"][0]["text"]
        for i in range(12)
    }
    assert len(drawn) > 3


def test_one_triplet_a_mask_type_and_severity(ctx):
    text = "We met in the city in the morning, and then she said that she liked coffee."
    rows = ear_spans.function(
        aligned(text),
        ctx,
        mask_types=["white_noise", "silence"],
        severities=[{}, {"factor": 1.5}],
    )
    assert [r.id for r in rows] == [
        "row-white_noise-minimal",
        "row-silence-minimal",
        "row-white_noise-factor_1.5",
        "row-silence-factor_1.5",
    ]
    words = {chosen(r)["function_words"][0]["text"] for r in rows}
    assert len(words) == 1


@pytest.mark.parametrize(
    ("text", "answer", "reason"),
    [
        ("I like tea the most.", "coffee", "answer not in the transcript"),
        ("I come from York.", "New York", "answer only partly in the transcript"),
        ("Stop! Coffee tastes great.", "coffee", "no function word outside the answer"),
        ("Coffee is", "coffee", "no function word outside the answer"),
    ],
)
def test_rejections(ctx, text, answer, reason):
    outcome = ear_spans.function(aligned(text, answer), ctx)
    assert isinstance(outcome, Rejected)
    assert outcome.reason == reason


def test_what_a_row_must_have(ctx):
    with pytest.raises(VivavoceError, match="no answer"):
        ear_spans.function(aligned("I like tea.", ""), ctx)
    with pytest.raises(VivavoceError, match="'align' before"):
        ear_spans.function(aligned("I like tea.").but(words=None), ctx)
    with pytest.raises(VivavoceError, match="'ear_spans' before"):
        mask_triplet.function(aligned("I like tea."), ctx)
    with pytest.raises(VivavoceError, match="white_noise"):
        ear_spans.function(aligned("I like tea."), ctx, mask_types=["whitenoise"])


def test_mandarin_function_words(ctx):
    (row,) = ear_spans.function(aligned("我在学校的时候喜欢喝咖啡。", "咖啡", "zh"), ctx)
    assert {w["upos"] for w in chosen(row)["function_words"]} <= {"ADP", "PRON", "PART", "CCONJ"}


@pytest.fixture(scope="module")
def spoken(ctx):
    """A row that is really spoken."""
    from builders.audio.io import to_rate
    from builders.backends.protocols import Voice

    text = "I like coffee the most, and my sister likes it too."
    voice = Voice(id="v", engine="kokoro", name="af_heart", language="en")
    speech = ctx.backend("tts").synthesise(text, voice)
    samples = to_rate(speech.samples, speech.sampling_rate, 16_000)
    return aligned(text).but(words=speech.words).with_audio(np.clip(samples, -1, 1))


def test_a_checked_triplet(ctx, spoken):
    (row,) = ear_spans.function(spoken, ctx)
    triplet = mask_triplet.function(row, ctx)
    assert [r.id for r in triplet] == ["row-original", "row-invariant", "row-degraded"]
    original, _, degraded = triplet
    assert {r.fields["triplet_id"] for r in triplet} == {"row"}
    assert [r.fields["condition"] for r in triplet] == ["original", "invariant", "degraded"]
    assert [r.fields["answerable"] for r in triplet] == [True, True, False]
    assert {r.clip.frames for r in triplet} == {spoken.clip.frames}
    assert original.clip == spoken.clip
    assert original.fields["mask_spans"] == []
    assert [s["text"] for s in degraded.fields["mask_spans"]] == ["coffee"]
    checks = [r.provenance.variant.params["check"] for r in triplet]
    assert [c["answer_heard"] for c in checks] == [True, True, False]
    assert "coffee" in checks[0]["asr_text"] and "coffee" not in checks[2]["asr_text"].lower()
    word = next(w for w in spoken.words if w.text == "coffee")
    span = degraded.fields["mask_spans"][0]
    assert word.start - 0.04 <= span["start"] <= word.start
    assert word.end <= span["end"] <= word.end + 0.04
    changed = np.flatnonzero(degraded.clip.samples != spoken.clip.samples) / 16_000
    assert span["start"] - 0.0051 <= changed[0] and changed[-1] <= span["end"] + 0.0051
    assert degraded.fields["word_timestamps"][0]["text"] == "I"
    again = mask_triplet.function(row, ctx)
    assert [r.clip.sha256 for r in again] == [r.clip.sha256 for r in triplet]


def test_a_mask_beside_the_answer_is_found_out(ctx, spoken):
    """With wrong word times the answer is still heard, and nothing is published."""
    words = tuple(
        w.model_copy(update={"start": w.start + 1.2, "end": w.end + 1.2})
        if w.text == "coffee"
        else w
        for w in spoken.words
    )
    (row,) = ear_spans.function(spoken.but(words=words), ctx)
    outcome = mask_triplet.function(row, ctx)
    assert isinstance(outcome, Rejected) and outcome.review
    assert outcome.reason == "answer still heard"


def test_widening_until_the_answer_is_gone(ctx, spoken):
    """A mask that starts too late is widened by what the recipe allows, and this is stored."""
    late = next(w.end for w in spoken.words if w.text == "coffee") - 0.06
    moved = {"coffee": {"start": late}, "like": {"end": late}}
    words = tuple(w.model_copy(update=moved.get(w.text, {})) for w in spoken.words)
    (row,) = ear_spans.function(spoken.but(words=words), ctx)
    outcome = mask_triplet.function(row, ctx, extra_ms=[0, 400])
    assert not isinstance(outcome, Rejected)
    params = outcome[2].provenance.variant.params
    assert params["extra_ms"] == 400
    assert params["severity"] == {"factor": 1.0, "ms": 0.0}


def test_no_mask_reaches_farther_than_asked_beyond_the_words(ctx, spoken):
    (row,) = ear_spans.function(spoken, ctx)
    degraded = mask_triplet.function(row, ctx, extra_ms=[40])[2]
    (span,) = degraded.fields["mask_spans"]
    (word,) = [w for w in spoken.words if w.text == "coffee"]
    assert span["start"] == pytest.approx(word.start - 0.04, abs=1e-4)
    assert span["end"] == pytest.approx(word.end + 0.04, abs=1e-4)


def test_an_answer_that_is_not_heard_at_all(ctx):
    (row,) = ear_spans.function(aligned("I like coffee the most."), ctx)
    outcome = mask_triplet.function(row, ctx)
    assert isinstance(outcome, Rejected)
    assert outcome.reason == "answer not heard in the original"


def test_questions_without_their_answer_are_rejected_with_the_reason(ctx, shared):
    """LLaMA Questions: what is asked for is never said, at most a part of it."""
    folder = {"path": str(shared / "sources" / "llama_questions")}
    reasons = Counter()
    for row in read("llama_questions", folder, audio=False):
        outcome = ear_spans.function(aligned(row.prompt, row.reference), ctx)
        assert isinstance(outcome, Rejected) and outcome.detail, row.prompt
        reasons[outcome.reason] += 1
    assert reasons == {
        "answer not in the transcript": 57,
        "answer only partly in the transcript": 3,
    }
