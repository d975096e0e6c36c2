import numpy as np
import pytest
from clips import rng

from builders.environment.material import music

RATE = 16_000


def test_music_plays_the_notes_of_its_scale():
    piece = music.TRACKS["major_slow"](rng(), 10 * RATE, RATE)
    spectrum = np.abs(np.fft.rfft(piece * np.hanning(piece.size)))
    frequency = np.fft.rfftfreq(piece.size, 1 / RATE)
    low = (frequency > 60) & (frequency < 500)
    peaks = frequency[low][spectrum[low] > 0.2 * spectrum[low].max()]
    off = 12 * np.log2(peaks / 440)
    assert np.abs(off - np.round(off)).max() < 0.15


@pytest.mark.parametrize("midi", [57, 69, 81])
def test_a_note_has_its_pitch(midi):
    note = music._tone(midi, 1.0, RATE, 3.0, 1.5)
    spectrum = np.abs(np.fft.rfft(note * np.hanning(note.size), 8 * RATE))
    assert np.argmax(spectrum) / 8 == pytest.approx(440 * 2 ** ((midi - 69) / 12), abs=0.3)


def test_a_note_begins_and_ends_at_zero_and_dies_away():
    note = music._tone(60, 1.0, RATE, 0.2, 1.5)
    assert (note[0], note[-1]) == (0.0, 0.0)
    assert np.abs(note[: RATE // 4]).max() > 10 * np.abs(note[3 * RATE // 4 :]).max()


def test_no_harmonic_lies_above_the_band():
    note = music._tone(100, 0.5, 8_000, 3.0, 0.0)
    spectrum = np.abs(np.fft.rfft(note * np.hanning(note.size)))
    frequency = np.fft.rfftfreq(note.size, 1 / 8_000)
    assert spectrum[frequency > 3_700].max() < 1e-3 * spectrum.max()


def test_the_tempo_is_that_of_the_track():
    # Bass notes begin every two beats: at 120 beats a minute, once a second.
    made = music.piece(
        rng(), 8 * RATE, RATE, scale=(0, 2, 4, 5, 7, 9, 11), beats_a_minute=120.0, brightness=9.0
    )
    seconds = [made[n * RATE : n * RATE + RATE // 20] for n in range(8)]
    before = [made[n * RATE - RATE // 20 : n * RATE] for n in range(1, 8)]
    loud = np.mean([np.std(s) for s in seconds[1:]]), np.mean([np.std(s) for s in before])
    assert loud[0] > loud[1]


@pytest.mark.parametrize("name", music.TRACKS)
def test_a_track_fills_its_length_and_follows_from_its_generator(name):
    make = music.TRACKS[name]
    first, again, other = (make(rng(row), 3 * RATE, RATE) for row in "aab")
    assert first.shape == (3 * RATE,)
    assert np.array_equal(first, again) and not np.array_equal(first, other)
    assert first.reshape(15, -1).std(axis=1).min() > 1e-3
