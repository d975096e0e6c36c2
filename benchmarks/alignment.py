"""Error of the embedded aligner against the durations of synthetic speech, and a plot to look at.

    python benchmarks/alignment.py --plot docs/alignment.png --clips ../shared/sources/audio
    python benchmarks/alignment.py --minutes 10    # one long recording, time and memory

Twenty sentences in each language are spoken by the embedded voices, whose word times are known to
25 ms; then texts that aligners stumble over; then, if ``--clips`` is given, real recordings are
drawn with the words that the aligner placed. The plot needs matplotlib.
"""

from __future__ import annotations

import argparse
import itertools
import resource
import time
from pathlib import Path
from typing import Any

import numpy as np

from builders.audio.io import read_audio, to_rate
from builders.backends import load_backend
from builders.backends.align.pronounce import reading
from builders.backends.align.tokens import tokenise
from builders.backends.protocols import Voice
from builders.text.spoken import spoken_form

RATE = 16_000
HEAD = """| language | words | median | 90th percentile | largest | within 40 ms |
|---|---|---|---|---|---|"""
VOICES = {
    "en": ("af_heart", "am_michael", "bf_emma", "af_bella", "am_puck"),
    "zh": ("zf_xiaoxiao", "zm_yunxi", "zf_xiaobei", "zm_yunyang"),
}
SENTENCES = {
    "en": """The quick brown fox jumps over the lazy dog near the river.
Please call the doctor before nine o'clock tomorrow morning.
She bought three apples, two oranges and a bottle of milk.
The weather forecast says it will rain heavily this weekend.
Our train to London was delayed because of heavy snow.
Can you tell me where the nearest bus station is?
The professor explained the history of the ancient city.
I would like a cup of coffee without sugar, please.
Music can change the way people feel about their work.
The children were playing football in the park after school.
Marie Curie won the Nobel Prize in physics and chemistry.
My brother lives in a small village close to Barcelona.
The museum opens at ten and closes at six every day.
Scientists believe the comet will return in seventy years.
He forgot his umbrella, so he waited under the bridge.
What is the capital city of Australia?
The orchestra rehearsed the symphony until late at night.
Fresh bread smells wonderful early in the morning.
Engineers tested the new engine for several months.
Don't leave the window open when it's raining outside.""",
    "zh": """今天天气很好，我们去公园散步吧。
请问火车站怎么走？
我喜欢喝咖啡，但是不加糖。
老师正在教室里给学生上课。
明天早上八点我们在学校门口见面。
这本书非常有意思，你应该看一看。
我的妹妹在北京的一家医院工作。
昨天晚上下了一场大雨。
他每天坐地铁去公司上班。
中国的历史非常悠久。
爷爷喜欢在院子里种花。
长江是中国最长的河流。
请把窗户打开，房间里太热了。
这家餐厅的饺子很有名。
科学家发现了一颗新的行星。
孩子们在操场上踢足球。
她从小就梦想成为一名医生。
图书馆星期天也开放吗？
春天来了，樱花都开了。
我们坐飞机去上海旅行。""",
}
HARD = (
    ("en", "The ticket cost $13.60 in those days.", "$13.60"),
    ("en", "They moved to Boston in 2014.", "2014"),
    ("en", "Schools closed because of COVID-19 that spring.", "COVID-19"),
    ("en", "I don't like the winter.", "don't"),
    ("en", "About 25% of the well-known houses were sold.", "25%"),
    ("zh", "他在北京2008年奥运会上拿了金牌。", "2008"),
    ("zh", "她喜欢用iPhone拍照。", "iPhone"),
    ("zh", "这本书的价格是13.5元。", "13.5"),
)
CLIPS = (
    ("cmu_arctic_aew_a0001.wav", "en", "Author of the danger trail, Philip Steels, etc."),
    ("cmu_arctic_aew_a0002.wav", "en", "Not at this particular case, Tom, apologized Whittemore."),
    ("librispeech-1088-134315-0000.wav", "en", None),
    ("ljspeech-LJ002-0020.wav", "en", None),
    ("vctk_p286_011.wav", "en", None),
    ("voice_prompt_zh_zero_shot.wav", "zh", "希望你以后能够做的比我还好呦。"),
    ("voice_prompt_zh_tingting.wav", "zh", "那等我们到海洋馆之后，给妈妈买个礼物，好不好呀？"),
)


def main() -> None:
    """Print the tables and draw the plot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plot", type=Path, help="Image to write.")
    parser.add_argument("--clips", type=Path, help="Folder of real recordings.")
    parser.add_argument("--minutes", type=float, help="Length of one long recording instead.")
    given = parser.parse_args()
    tts, aligner = load_backend("tts", "kokoro"), load_backend("aligner", "ctc")
    if given.minutes:
        print(HEAD, long_line(tts, aligner, given.minutes), sep="\n")
        return
    print(HEAD)
    for language, sentences in SENTENCES.items():
        errors = np.concatenate(
            [
                start_errors(tts, aligner, text, language, VOICES[language][i % 4])
                for i, text in enumerate(sentences.split("\n"))
            ]
        )
        print(line(language, errors))
    print("\n| text | word | read as | placed | spoken |\n|---|---|---|---|---|")
    for language, text, word in HARD:
        print(hard_row(tts, aligner, language, text, word))
    if given.clips and given.plot:
        draw(aligner, load_backend("asr", "whisper_base"), given.clips, given.plot)


def line(name: str, errors: np.ndarray) -> str:
    """A line of the table."""
    ms = 1000 * np.abs(errors)
    return (
        f"| {name} | {ms.size} | {np.median(ms):.1f} ms | {np.percentile(ms, 90):.1f} ms "
        f"| {ms.max():.0f} ms | {100 * (ms <= 40).mean():.0f} % |"
    )


def long_line(tts: Any, aligner: Any, minutes: float) -> str:
    """The English sentences again and again as one recording: error, then time and memory."""
    spoken = [
        (text, *speak(tts, text, "en", VOICES["en"][i % 4]))
        for i, text in enumerate(SENTENCES["en"].split("\n"))
    ]
    texts, pieces, known, at, place = [], [], [], 0, 0
    for text, samples, words in itertools.cycle(spoken):
        if at >= 60 * minutes * RATE:
            break
        known += [(place + w.span[0], at / RATE + w.start) for w in words]
        texts.append(text)
        pieces.append(samples)
        at, place = at + samples.size, place + len(text) + 1
    began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    words = aligner.align(np.concatenate(pieces), RATE, " ".join(texts), "en")
    spent, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    placed = {w.span[0]: w.start for w in words}
    errors = np.array([placed[begin] - start for begin, start in known if begin in placed])
    return (
        line(f"{at / RATE:.0f} s", errors)
        + f"\n\n{spent:.0f} s; peak memory {after / 1024:.0f} MB, {before / 1024:.0f} MB before"
    )


def speak(tts: Any, text: str, language: str, name: str) -> tuple[np.ndarray, Any]:
    """Samples at 16 kHz and the engine's words."""
    speech = tts.synthesise(text, Voice(id=name, engine="kokoro", name=name, language=language))
    return to_rate(speech.samples, speech.sampling_rate, RATE), speech.words


def start_errors(tts: Any, aligner: Any, text: str, language: str, voice: str) -> np.ndarray:
    """Placed start minus spoken start of every word that begins at the same character."""
    samples, known = speak(tts, text, language, voice)
    placed = {w.span[0]: w for w in aligner.align(samples, RATE, text, language)}
    return np.array(
        [placed[w.span[0]].start - w.start for w in known if w.span and w.span[0] in placed]
    )


def hard_row(tts: Any, aligner: Any, language: str, text: str, word: str) -> str:
    """A line of the table: where the word was placed, and where it was spoken."""
    spoken = spoken_form(text, language)
    samples, known = speak(tts, spoken, language, VOICES[language][0])
    token = next(t for t in tokenise(text) if t.text == word)
    said = reading(token, text, language)
    begin = spoken.lower().index(said.lower())
    inside = [w for w in known if w.span[1] > begin and w.span[0] < begin + len(said)]
    found = next(
        w for w in aligner.align(samples, RATE, text, language) if w.span[0] == token.begin
    )
    return (
        f"| {text} | {word} | {said} | {found.start:.2f}–{found.end:.2f} s "
        f"| {inside[0].start:.2f}–{inside[-1].end:.2f} s |"
    )


def draw(aligner: Any, asr: Any, folder: Path, target: Path) -> None:
    """Waveforms with the placed words above them."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    clips = [c for c in CLIPS if (folder / c[0]).is_file()]
    figure, axes = plt.subplots(len(clips), 1, figsize=(13, 1.9 * len(clips)))
    for axis, (name, language, text) in zip(np.atleast_1d(axes), clips, strict=True):
        samples, rate = read_audio(folder / name)
        samples, shown = samples[: 6 * rate], text
        shown = text or asr.transcribe(samples, rate, language).text
        time = np.arange(samples.size)[::40] / rate
        axis.plot(time, samples[::40] / np.abs(samples).max(), linewidth=0.4, color="0.4")
        for i, word in enumerate(aligner.align(samples, rate, shown, language)):
            axis.axvspan(word.start, word.end, alpha=0.25, color=("C0", "C1")[i % 2], linewidth=0)
            place = (word.start + word.end) / 2
            label = word.text if word.text.isascii() else f"{i + 1}"
            axis.text(place, 1.08 + 0.28 * (i % 2), label, ha="center", fontsize=7)
        axis.set_ylim(-1.1, 1.6)
        axis.set_yticks([])
        axis.set_title(name, fontsize=8, loc="left")
    figure.tight_layout()
    figure.savefig(target, dpi=80)


if __name__ == "__main__":
    main()
