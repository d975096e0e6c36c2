"""How to cite the papers whose benchmarks are built here."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Paper:
    """One paper.

    Attributes:
        key: BibTeX key.
        title: Title.
        authors: Authors, as BibTeX wants them.
        year: Year of the first version.
        arxiv: arXiv number, where known.
    """

    key: str
    title: str
    authors: str
    year: int
    arxiv: str | None = None

    @property
    def bibtex(self) -> str:
        """The entry as BibTeX."""
        lines = [f"  title = {{{self.title}}}", f"  author = {{{self.authors}}}"]
        lines.append(f"  year = {{{self.year}}}")
        if self.arxiv:
            lines += [f"  eprint = {{{self.arxiv}}}", "  archivePrefix = {arXiv}"]
        return f"@misc{{{self.key},\n" + ",\n".join(lines) + "\n}"


PAPERS = {
    "voicebench": Paper(
        "chen2024voicebench",
        "VoiceBench: Benchmarking LLM-Based Voice Assistants",
        "Chen, Yiming and Yue, Xianghu and Zhang, Chen and Gao, Xiaoxue "
        "and Tan, Robby T. and Li, Haizhou",
        2024,
        "2410.17196",
    ),
    "vocalbench_zh": Paper(
        "liu2025vocalbenchzh",
        "VocalBench-zh: Decomposing and Benchmarking the Speech Conversational Abilities "
        "in Mandarin Context",
        "Liu, Heyang and Cheng, Ziyang and Wang, Yuhao and Liu, Hongcheng and Li, Yiqi "
        "and Wu, Ronghua and Gu, Qunshan and Wang, Yanfeng and Wang, Yu",
        2025,
        "2511.08230",
    ),
    "ear": Paper(
        "huang2026pardon",
        "Pardon? Evaluating Conversational Repair in Large Audio-Language Models",
        "Huang, Shuanghong and Xu, Jinlei and Zhou, Youchao and Zhou, Yanghao and Zhao, Xuan "
        "and Feng, Chong and Zhang, Wenxuan",
        2026,
        "2601.12973",
    ),
}
