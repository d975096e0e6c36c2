"""Translation, by a translation model with options or by a general chat model.

VocalBench-zh, appendix A: English sources go through Qwen-MT-Plus first.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from builders.backends.llm.failures import LLMError
from builders.backends.llm.messages import Request
from builders.errors import unknown_name
from builders.item import Item
from builders.step import Context, Outcome, one_of, step
from builders.text.ask import Asked, as_object, ask, ask_request, noted, reject, with_texts

VERSION = 2
_NAMES = {"en": "English", "zh": "Chinese"}
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_STYLES = ("qwen_mt", "chat")


@step("translate", version=VERSION, uses=("llm",), check=one_of(style=_STYLES, target=_NAMES))
def translate(
    item: Item,
    ctx: Context,
    target: str = "zh",
    style: str = "qwen_mt",
    fields: Sequence[str] = (),
    terms: Mapping[str, str] | None = None,
    domains: str | None = None,
    llm: str = "llm",
    model: str | None = None,
    keep_original: bool = True,
) -> Outcome:
    """Translate prompt, reference and some fields.

    Args:
        item: Row in the other language; one that is in ``target`` already passes unchanged.
        ctx: Engine context.
        target: ``zh`` or ``en``.
        style: ``qwen_mt``: one call a text with the ``translation_options`` of Qwen-MT. ``chat``:
            one call a row, with the same options inside the prompt.
        fields: Columns to translate as well; texts inside lists and objects count.
        terms: Fixed translations, by source term.
        domains: Domain and style hint in English, such as ``"spoken questions of users"``.
        llm: Kind of the backend to ask.
        model: Another model at the same endpoint, such as ``qwen-mt-plus``.
        keep_original: Keep the prompt and reference as they were in ``source_prompt`` and
            ``source_reference``.

    Returns:
        The row in ``target``; rejected where the model gives no translation.
    """
    if style not in _STYLES:
        raise unknown_name("style", style, _STYLES, "step 'translate'")
    if target not in _NAMES:
        raise unknown_name("language", target, _NAMES, "step 'translate'")
    if item.language == target:
        return item
    texts = _texts(item, tuple(fields))
    settings = {"model": model} if model else {}
    try:
        if style == "chat":
            asked, found = _by_chat(ctx, item, target, texts, terms or {}, domains, llm, settings)
        else:
            asked, found = _by_mt(ctx, item, target, texts, terms or {}, domains, llm, settings)
    except LLMError as error:
        return reject(error, "translation")
    done = with_texts(item, lambda text: found.get(text, text), tuple(fields)).but(language=target)
    if keep_original:
        done = done.with_fields(source_prompt=item.prompt, source_reference=item.reference)
    return noted(
        done,
        "translate",
        VERSION,
        asked,
        style=style,
        target=target,
        domains=domains,
        terms=dict(terms or {}),
    )


def check_translation(source: str, target: str, text: str) -> str:
    """Refuse what cannot be the translation of a text.

    Raises:
        ValueError: The text is empty, in the wrong language, or far too short or long.
    """
    text = text.strip()
    if not text:
        raise ValueError("an empty translation")
    letters = sum(c.isalpha() for c in source)
    han = len(_HAN.findall(text))
    if target == "zh" and letters > 12 and han == 0:
        raise ValueError(f"no Chinese in the translation: {text[:60]!r}")
    if target == "en" and han > 0 and han > len(text) / 4:
        raise ValueError(f"the translation is still Chinese: {text[:60]!r}")
    # A Chinese text has about a third of the characters of its English counterpart.
    expected = len(source) / 3 if target == "zh" else len(source) * 3
    if len(text) > 4 * expected + 40 or len(text) < expected / 5 - 2:
        raise ValueError(f"{len(text)} characters for a text of {len(source)}")
    return text


def terms_in(text: str, terms: Mapping[str, str]) -> list[dict[str, str]]:
    """Terms that stand in a text as words, in the singular or the plural: no "art" in "start".

    >>> terms_in("Start the games.", {"art": "艺术", "game": "游戏"})
    [{'source': 'game', 'target': '游戏'}]
    """
    return [
        {"source": source, "target": target}
        for source, target in terms.items()
        if re.search(rf"(?<![a-z0-9]){re.escape(source)}(?:e?s)?(?![a-z0-9])", text, re.IGNORECASE)
    ]


def _texts(item: Item, fields: tuple[str, ...]) -> list[str]:
    found: dict[str, None] = {}

    def note(text: str) -> str:
        if text.strip():
            found[text] = None
        return text

    with_texts(item, note, fields)
    return list(found)


def _by_mt(
    ctx: Context,
    item: Item,
    target: str,
    texts: list[str],
    terms: Mapping[str, str],
    domains: str | None,
    llm: str,
    settings: Mapping[str, Any],
) -> tuple[Asked, dict[str, str]]:
    found: dict[str, str] = {}
    asked: Asked | None = None
    for text in texts:
        options: dict[str, Any] = {
            "source_lang": _NAMES[item.language],
            "target_lang": _NAMES[target],
        }
        # Only the terms of this text: a change of the list then costs nothing elsewhere.
        used = terms_in(text, terms)
        if used:
            options["terms"] = used
        if domains:
            options["domains"] = domains
        request = Request(
            item.id,
            [{"role": "user", "content": text}],
            {**settings, "translation_options": options},
            "qwen_mt@1",
        )
        asked = ask_request(ctx, request, partial(check_translation, text, target), llm=llm)
        found[text] = asked.value
    if asked is None:
        raise LLMError("wrong content", "the row has no text to translate", item=item.id)
    return asked, found


def _by_chat(
    ctx: Context,
    item: Item,
    target: str,
    texts: list[str],
    terms: Mapping[str, str],
    domains: str | None,
    llm: str,
    settings: Mapping[str, Any],
) -> tuple[Asked, dict[str, str]]:
    keys = {f"text{number}": text for number, text in enumerate(texts, start=1)}
    used = terms_in("\n".join(texts), terms)

    def accept(text: str) -> dict[str, str]:
        value = as_object(text, **dict.fromkeys(keys, str))
        for term in used:
            if not any(term["target"] in value[key] for key in keys):
                raise ValueError(f"the term {term['source']!r} is not translated as given")
        return {s: check_translation(s, target, value[key]) for key, s in keys.items()}

    asked = ask(
        ctx,
        item,
        "translate",
        accept,
        llm=llm,
        settings=settings,
        source=_NAMES[item.language],
        target=_NAMES[target],
        domains=domains,
        terms=used,
        texts=json.dumps(keys, ensure_ascii=False, indent=1),
    )
    return asked, asked.value
