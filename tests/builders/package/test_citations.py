from __future__ import annotations

import re

import pytest

from builders.package.citations import PAPERS, Paper


def test_an_entry_as_bibtex() -> None:
    paper = Paper("key2024", "A Title: with parts", "Doe, Jane and Roe, Rick", 2024, "2401.00001")
    assert paper.bibtex.splitlines() == [
        "@misc{key2024,",
        "  title = {A Title: with parts},",
        "  author = {Doe, Jane and Roe, Rick},",
        "  year = {2024},",
        "  eprint = {2401.00001},",
        "  archivePrefix = {arXiv}",
        "}",
    ]
    assert "eprint" not in Paper("k", "t", "a", 2024).bibtex


@pytest.mark.parametrize("name", PAPERS)
def test_every_paper_is_whole(name: str) -> None:
    paper = PAPERS[name]
    assert re.fullmatch(r"\d{4}\.\d{5}", paper.arxiv or "")
    assert (paper.arxiv or "")[:2] == str(paper.year)[2:]
    assert str(paper.year) in paper.key
    assert paper.bibtex.count("{") == paper.bibtex.count("}")
    for author in paper.authors.split(" and "):
        assert re.fullmatch(r"[^,]+, [^,]+", author)


def test_every_family_has_its_paper(root) -> None:
    families = {path.stem for path in (root / "recipes").glob("*.yaml")}
    assert set(PAPERS) <= families
