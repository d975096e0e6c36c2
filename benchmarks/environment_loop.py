"""The plain loop that ``environment.py`` measures the conditions against, and its clips."""

from __future__ import annotations

import time
from collections import defaultdict
from pathlib import Path

import numpy as np
import soundfile as sf

RATE = 16_000
SIX = (
    "white_noise",
    "background_noise",
    "reverberation",
    "farfield",
    "packet_loss",
    "distortion",
)


def make_clip(index: int, seconds: float) -> np.ndarray:
    """Speech-like buzz with syllables and pauses."""
    rng = np.random.default_rng(index)
    t = np.arange(int(seconds * RATE)) / RATE
    pitch = rng.uniform(90, 240) * (1 + 0.05 * np.sin(2 * np.pi * 0.7 * t))
    phase = 2 * np.pi * np.cumsum(pitch) / RATE
    buzz = sum(np.sin(k * phase) / k for k in range(1, 12))
    syllables = np.clip(np.sin(2 * np.pi * rng.uniform(3, 5) * t), 0, None)
    speaking = np.sin(2 * np.pi * 0.3 * t + rng.uniform(0, 6)) > -0.6
    noise = 1e-3 * rng.standard_normal(t.size)
    return (0.15 * buzz * syllables * speaking + noise).astype(np.float32)


def simulate_room(level: float, clip: np.ndarray | None) -> np.ndarray:
    import pyroomacoustics as pra

    size = [6.0, 5.0, 3.0]
    absorption, _ = pra.inverse_sabine(level, size)
    room = pra.ShoeBox(
        size,
        fs=RATE,
        materials=pra.Material(absorption),
        max_order=3,
        ray_tracing=True,
        air_absorption=True,
    )
    room.add_source([1.5, 1.5, 1.5], signal=clip)
    room.add_microphone([4.0, 3.5, 1.4])
    if clip is None:
        room.compute_rir()
        return room.rir[0][0]
    room.simulate()
    return room.mic_array.signals[0]


def plain_loop(clips: int, seconds: float, folder: Path, rooms_once: bool) -> dict[str, float]:
    """What one writes first; CPU seconds by condition, and wall seconds as ``wall``."""
    import audiomentations as am

    from builders.environment import condition
    from builders.environment.material import render

    levels = {name: condition(name).LEVELS for name in SIX}
    noises = folder / "noises"
    noises.mkdir()
    for track in ("rain", "fan", "traffic"):
        drawn = {"corpus": "ambience", "track": track, "start": 0.0}
        sf.write(noises / f"{track}.wav", render(drawn, 30 * RATE, RATE), RATE)
    responses = {}
    if rooms_once:
        for level in levels["reverberation"]:
            responses[level] = folder / f"rir-{level}.wav"
            response = simulate_room(level, None)
            sf.write(responses[level], response / np.abs(response).max(), RATE, subtype="FLOAT")

    def white(clip, level):
        return am.AddGaussianSNR(min_snr_db=level, max_snr_db=level, p=1.0)(clip, RATE)

    def background(clip, level):
        change = am.AddBackgroundNoise(noises, min_snr_db=level, max_snr_db=level, p=1.0)
        return change(clip, RATE)

    def reverb(clip, level):
        if not rooms_once:
            return simulate_room(level, clip)
        change = am.ApplyImpulseResponse(responses[level], p=1.0, leave_length_unchanged=True)
        return change(clip, RATE)

    def low_pass(clip, level):
        change = am.LowPassFilter(
            min_cutoff_freq=level,
            max_cutoff_freq=level,
            min_rolloff=24,
            max_rolloff=24,
            zero_phase=True,
            p=1.0,
        )
        return change(clip, RATE)

    def lose(clip, level):
        made = clip.copy()
        for begin in range(0, clip.size, 320):
            if np.random.random() < level:
                made[begin : begin + 320] = 0
        return made

    def clipping(clip, level):
        made = clip / np.abs(clip).max()
        return np.clip(made, -level, level) / level * np.abs(clip).max()

    calls = dict(zip(SIX, (white, background, reverb, low_pass, lose, clipping), strict=True))
    # The first call of a transform compiles or imports; it is not counted.
    warm = make_clip(0, seconds)
    for name in SIX:
        if name != "reverberation" or rooms_once:
            calls[name](warm, levels[name][0])
    spent: dict[str, float] = defaultdict(float)
    begin = time.perf_counter()
    for index in range(clips):
        clip = make_clip(index, seconds)
        for name in SIX:
            for level in levels[name]:
                start = time.process_time()
                made = calls[name](clip, level)
                made = made / max(1.0, np.abs(made).max())
                sf.write(folder / f"{index}-{name}-{level}.flac", made, RATE, subtype="PCM_16")
                spent[name] += time.process_time() - start
    spent["wall"] = time.perf_counter() - begin
    return dict(spent)
