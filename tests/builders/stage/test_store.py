from __future__ import annotations

import os
import time
from concurrent.futures import ProcessPoolExecutor

import pytest

from builders.stage.store import ItemStore, digest


@pytest.fixture
def store(tmp_path):
    return ItemStore(tmp_path / "store")


def test_what_is_put_comes_back(store):
    store.put("tts", {"text": "hi", "seed": 1}, {"frames": 3}, b"abc")
    assert store.get("tts", {"seed": 1, "text": "hi"}) == ({"frames": 3}, b"abc")
    assert store.get("tts", {"text": "hi", "seed": 2}) is None
    assert store.get("asr", {"text": "hi", "seed": 1}) is None


def test_digest_ignores_the_order_of_keys_and_nothing_else():
    assert digest({"a": 1, "b": [1, 2]}) == digest({"b": [1, 2], "a": 1})
    assert digest({"a": 1}) != digest({"a": "1"})
    assert digest([1, 2]) != digest([2, 1])


@pytest.mark.parametrize("damage", ["cut", "empty", "flip", "foreign", "head"])
def test_a_damaged_record_is_absent_and_can_be_made_again(store, damage):
    store.put("tts", "key", [1, 2, 3], b"0123456789")
    path = store.path("tts", "key")
    whole = path.read_bytes()
    path.write_bytes(
        {
            "cut": whole[:-4],
            "empty": b"",
            "flip": whole[:-1] + bytes([whole[-1] ^ 1]),
            "foreign": b"something else entirely, long enough to have a head",
            "head": whole[:10],
        }[damage]
    )
    assert list(store.verify()) == [path]
    assert store.get("tts", "key") is None
    store.put("tts", "key", [1, 2, 3], b"0123456789")
    assert store.get("tts", "key") == ([1, 2, 3], b"0123456789")
    assert list(store.verify()) == []


def _write_many(root, worker):
    store = ItemStore(root)
    for number in range(40):
        store.put("k", number, {"by": worker}, bytes([worker]) * 20_000)
        found = store.get("k", number)
        # Another process may have written in between, but never half a record.
        assert found is not None
        assert found[1] == bytes([found[0]["by"]]) * 20_000
    return worker


def test_several_processes_write_the_same_keys(store):
    with ProcessPoolExecutor(3) as pool:
        assert sorted(pool.map(_write_many, [store.root] * 3, [1, 2, 3])) == [1, 2, 3]
    assert store.stats().records == {"k": 40}
    assert not [p for p in store.root.rglob(".*") if p.is_file()]


def test_gc_keeps_what_was_used_of_late_and_clears_what_a_killed_writer_left(store):
    store.put("k", "old", 1)
    store.put("k", "used", 2)
    store.put("k", "new", 3)
    month_ago = time.time() - 30 * 86_400
    for key in ("old", "used"):
        os.utime(store.path("k", key), (month_ago, month_ago))
    assert store.get("k", "used") == (2, b"")
    left = store.path("k", "old").with_name(".left.123.456")
    left.write_bytes(b"half")
    os.utime(left, (month_ago, month_ago))
    count, _ = store.gc(older_than_days=7)
    assert count == 2
    assert not left.exists()
    assert store.get("k", "old") is None
    assert store.get("k", "new") == (3, b"")


def test_stats_count_by_kind(store):
    store.put("a", 1, None, b"x" * 100)
    store.put("a", 2, None)
    store.put("b", 1, None)
    found = store.stats()
    assert found.records == {"a": 2, "b": 1}
    assert found.bytes["a"] > 100


def test_records_that_another_process_removes_meanwhile_are_passed_over(store, monkeypatch):
    store.put("a", 1, None, b"x" * 100)
    gone = store.path("a", 2)
    monkeypatch.setattr(store, "files", lambda: iter([("a", gone), ("a", store.path("a", 1))]))
    assert store.stats().records == {"a": 1}
    assert list(store.verify()) == []
