import json

import numpy as np
import pytest
import soundfile as sf
from typer.testing import CliRunner

from builders.cli.perturb import parse_level
from builders.errors import VivavoceError
from evaluation.cli.main import cli, main

RATE = 16_000


@pytest.fixture
def recording(tmp_path):
    t = np.arange(RATE) / RATE
    samples = 0.3 * np.sin(2 * np.pi * 200 * t) * (np.sin(2 * np.pi * 3 * t) > 0)
    sf.write(tmp_path / "in.wav", np.stack([samples, samples], axis=1), RATE, subtype="PCM_24")
    return tmp_path / "in.wav"


def run(*arguments) -> list[dict]:
    result = CliRunner().invoke(cli_app(), [str(a) for a in arguments])
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.output.splitlines()]


def cli_app():
    import typer

    from builders.cli.perturb import perturb

    app = typer.Typer()
    app.command()(perturb)
    return app


def test_a_file_by_level_and_seed(recording, tmp_path):
    made = []
    for seed, name in ((0, "a.wav"), (0, "b.wav"), (1, "c.wav")):
        report = run(recording, tmp_path / name, "--condition", "white_noise", "--level", "-5",
                     "--seed", seed)  # fmt: skip
        assert report[0]["measured"]["snr_db"] == pytest.approx(-5, abs=0.1)
        assert report[0]["level"] == "snr_-5"
        samples, rate = sf.read(tmp_path / name)
        assert (samples.shape, rate) == ((RATE,), RATE)
        made.append((tmp_path / name).read_bytes())
    assert made[0] == made[1] != made[2]


def test_a_folder_with_recorded_noise(recording, tmp_path):
    (tmp_path / "clips" / "deep").mkdir(parents=True)
    for place in ("one.wav", "deep/two.wav"):
        (tmp_path / "clips" / place).write_bytes(recording.read_bytes())
    (tmp_path / "noise").mkdir()
    hum = np.random.default_rng(0).standard_normal(3000) * 0.1
    sf.write(tmp_path / "noise" / "hum.wav", hum, 8000)
    reports = run(tmp_path / "clips", tmp_path / "out", "--condition", "background_noise",
                  "--level", "snr_10", "--noise", tmp_path / "noise")  # fmt: skip
    assert [r["noise"]["track"] for r in reports] == ["hum.wav", "hum.wav"]
    assert {p.relative_to(tmp_path / "out").as_posix() for p in (tmp_path / "out").rglob("*.wav")
            } == {"one.wav", "deep/two.wav"}  # fmt: skip


def test_recorded_noise_in_a_combination(recording, tmp_path):
    (tmp_path / "noise").mkdir()
    hum = np.random.default_rng(0).standard_normal(RATE) * 0.1
    sf.write(tmp_path / "noise" / "hum.wav", hum, RATE)
    (report,) = run(recording, tmp_path / "o.wav", "--condition", "combination", "--level",
                    "farfield=800,background_noise=5", "--noise", tmp_path / "noise")  # fmt: skip
    assert report["parts"][1]["params"]["noise"]["track"] == "hum.wav"
    assert report["measured"]["parts"][1]["snr_db"] == pytest.approx(5, abs=0.1)


def test_one_bad_recording_of_a_folder_stops_no_other(recording, tmp_path, capsys):
    (tmp_path / "clips").mkdir()
    for name in ("a.wav", "c.wav"):
        (tmp_path / "clips" / name).write_bytes(recording.read_bytes())
    sf.write(tmp_path / "clips" / "b.wav", np.zeros(RATE), RATE)
    (tmp_path / "clips" / "._a.wav").write_bytes(b"hidden")
    with pytest.raises(SystemExit):
        main(["perturb", str(tmp_path / "clips"), str(tmp_path / "out"),
              "--condition", "white_noise"])  # fmt: skip
    shown = capsys.readouterr()
    assert len(shown.out.splitlines()) == 2
    assert "1 of 3 recordings could not be changed" in shown.err and "b.wav: " in shown.err
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["a.wav", "c.wav"]


def test_recordings_of_the_same_name_have_noise_of_their_own(recording, tmp_path):
    for place in ("clips/a", "clips/b"):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / "1.wav").write_bytes(recording.read_bytes())
    first, second = run(tmp_path / "clips", tmp_path / "out", "--condition", "white_noise")
    assert first["seed"] != second["seed"]


def test_the_input_is_never_overwritten(recording, tmp_path, capsys):
    before = recording.read_bytes()
    (tmp_path / "clips").mkdir()
    (tmp_path / "clips" / "a.wav").write_bytes(before)
    (tmp_path / "again.wav").symlink_to(recording)
    for source, target, message in (
        ("in.wav", "in.wav", "in.wav is the input, which would be lost"),
        ("in.wav", "clips/../in.wav", "such as"),
        ("in.wav", "again.wav", "is the input"),
        ("in.wav", "clips", "is a folder: name a file in it"),
        ("clips", "clips", "name another folder, such as"),
    ):
        with pytest.raises(SystemExit):
            main(["perturb", str(tmp_path / source), str(tmp_path / target),
                  "--condition", "white_noise"])  # fmt: skip
        assert message in capsys.readouterr().err
    assert recording.read_bytes() == (tmp_path / "clips" / "a.wav").read_bytes() == before


def test_two_inputs_never_become_one_output(recording, tmp_path, capsys):
    (tmp_path / "clips").mkdir()
    for name in ("a.wav", "a.flac"):
        samples, rate = sf.read(recording)
        sf.write(tmp_path / "clips" / name, samples, rate)
    with pytest.raises(SystemExit):
        main(["perturb", str(tmp_path / "clips"), str(tmp_path / "out"),
              "--condition", "white_noise"])  # fmt: skip
    assert "would both become" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_settings(recording, tmp_path):
    report = run(recording, tmp_path / "o.flac", "--condition", "packet_loss", "--level", "0.5",
                 "--set", "mean_burst=5")  # fmt: skip
    assert report[0]["mean_burst"] == 5
    assert report[0]["measured"]["lost"] == 25


def test_levels():
    assert parse_level("reverberation", None) == 3.0
    assert parse_level("reverberation", "rt60_05") == 0.5
    assert parse_level("packet_loss", "0.25") == 0.25
    assert parse_level("combination", "reverberation=0.5,white_noise=snr_-5") == [
        ["reverberation", 0.5],
        ["white_noise", -5],
    ]
    with pytest.raises(VivavoceError, match="neither a number nor one of snr_-5"):
        parse_level("white_noise", "loud")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--condition", "white_nose"], "did you mean 'white_noise'"),
        (["--condition", "white_noise", "--noise", "x"], "--noise is for background_noise and"),
        (["--condition", "packet_loss", "--set", "burst=3"], "'mean_burst'"),
        (["--condition", "packet_loss", "--set", "3"], "expected NAME=VALUE"),
        (["--condition", "background_noise", "--noise", "nowhere"], "no such folder"),
    ],
)
def test_mistakes_are_named(arguments, message, recording, tmp_path, capsys):
    assert "perturb" in cli.commands or cli.get_command(None, "perturb") is not None
    with pytest.raises(SystemExit) as stop:
        main(["perturb", str(recording), str(tmp_path / "out.wav"), *arguments])
    assert stop.value.code == 1
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out.wav").exists()


@pytest.mark.parametrize("rate", ["0", "7", "1000000000"])
def test_a_rate_that_no_file_has_is_refused(recording, tmp_path, rate):
    given = [str(recording), str(tmp_path / "a.wav"), "--condition", "white_noise", "--rate", rate]
    result = CliRunner().invoke(cli_app(), given)
    assert result.exit_code == 2
    assert "--rate" in result.output
    assert not (tmp_path / "a.wav").exists()
