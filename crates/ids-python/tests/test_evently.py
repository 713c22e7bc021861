"""Evently: canonical forms, chains, ledgers in files, verification."""

import errno
import json
import subprocess
import sys

import pytest

from ids_formats import EventlyId, IdError, evently

NOW = 1_700_000_000 * 10**9
EVENT = '{"event":"Served","entities":{},"meta":{},"data":15}'


def test_canonical_forms():
    assert evently.canonicalize('{"b":[ ], "a":"x"}') == evently.canonicalize(b'{"a":"x","b":[]}')
    assert evently.canonicalize("1e2") == b"100" and evently.canonicalize("1.0", numbers="ecmascript") == b"1"
    assert evently.canonicalize('{"a":1,"a":2}', duplicates="last-wins") == b'{"a":2}'
    with pytest.raises(IdError) as caught:
        evently.canonicalize('{"a":1,')
    assert caught.value.kind and caught.value.index == 7
    with pytest.raises(TypeError):
        evently.canonicalize("1", numbers="other")


def chained(count):
    chain, record = evently.Chain.begin(EVENT, clock=NOW)
    records = [record]
    for data in range(count - 1):
        id, record = chain.append(json.dumps(json.loads(EVENT) | {"data": data}))
        assert id == chain.head
        records.append(record)
    return chain, records


def test_a_chain_is_verified():
    chain, records = chained(100)
    for threads in (1, 3):
        report = evently.verify(b"\n".join(records), threads=threads)
        assert (report.valid, report.events, report.head) == (True, 100, chain.head)
        assert report.profile == "doc5" and report.failure is None
    body, id = evently.event_id(records[1], EventlyId(json.loads(records[0])["eventId"]))
    assert str(id) == json.loads(records[1])["eventId"] and b"Served" in body


def test_a_ledger_has_at_least_its_first_event():
    chain, _ = chained(1)
    report = evently.verify(b"")
    assert (report.valid, report.failure.kind, report.failure.message) == (False, "empty", "no events")
    assert evently.verify(b"", after=chain.head).valid


def test_a_changed_record_is_found():
    _, records = chained(10)
    records[4] = records[4].replace(b'"data":3', b'"data":4')
    report = evently.verify(b"\n".join(records))
    assert not report.valid and report.events == 4
    assert (report.failure.index, report.failure.kind) == (4, "mismatch")
    assert "record 4" in report.failure.message


def test_a_chain_goes_on_and_back():
    chain, records = chained(3)
    head = chain.head
    chain.append(EVENT)
    chain.back_to(head)
    _, record = chain.append(EVENT)
    assert evently.verify(b"\n".join([*records, record])).valid
    resumed = evently.Chain.resume(head, clock=NOW)
    assert resumed.append(EVENT)[1] == record
    with pytest.raises(IdError):
        chain.append('{"event":1}')


def test_ledgers_in_files(tmp_path):
    path = tmp_path / "ledger.jsonl"
    with evently.Ledger.create(path, EVENT, clock=NOW) as ledger:
        first = ledger.append(EVENT, key="a")
        assert ledger.append(EVENT, key="a") == first == ledger.head
        with pytest.raises(OSError):
            evently.Ledger.create(path, EVENT)
    with pytest.raises(RuntimeError, match="closed"):
        ledger.append(EVENT)
    ledger.close()
    with evently.Ledger.open(path) as ledger:
        ledger.append(EVENT)
    report = evently.verify_file(path, threads=2)
    assert report.valid and report.events == 3


HEAD_WHILE_ANOTHER_THREAD_APPENDS = """
import faulthandler, threading
from ids_formats import evently
faulthandler.dump_traceback_later(60, exit=True)
asked, answer = threading.Event(), [False]
def clock():
    if answer[0]:
        asked.set()
        for _ in range(1_000_000):  # gives the interpreter's lock to the other thread, which asks for the head
            pass
    return 1_700_000_000 * 10**9
event = '{"event":"Served","entities":{},"meta":{},"data":15}'
chain, _ = evently.Chain.begin(event, clock=clock)
answer[0] = True
thread = threading.Thread(target=chain.append, args=(event,))
thread.start()
asked.wait()
head = chain.head
thread.join()
assert chain.head >= head
"""


def test_the_head_while_the_clock_of_another_thread_is_asked():
    subprocess.run([sys.executable, "-c", HEAD_WHILE_ANOTHER_THREAD_APPENDS], check=True)


def test_errors_of_files_have_a_number_and_a_name(tmp_path):
    path, empty, torn, wrong = (tmp_path / name for name in ("ledger", "empty", "torn", "wrong"))
    empty.touch()
    wrong.write_bytes(b"{}\n")
    kept = evently.Ledger.create(path, EVENT)
    for act, kind, number, place in (
        (evently.verify_file, FileNotFoundError, errno.ENOENT, tmp_path / "none"),
        (evently.Ledger.open, FileNotFoundError, errno.ENOENT, tmp_path / "none"),
        (evently.Ledger.open, IsADirectoryError, errno.EISDIR, tmp_path),
        (evently.Ledger.open, BlockingIOError, errno.EAGAIN, path),
        (evently.Ledger.open, OSError, errno.EBADMSG, empty),
        (evently.Ledger.open, OSError, errno.EBADMSG, wrong),
        (lambda path: evently.Ledger.create(path, EVENT), FileExistsError, errno.EEXIST, wrong),
        (evently.verify_file, IsADirectoryError, errno.EISDIR, tmp_path),
        (lambda path: evently.Ledger.create(path, EVENT), FileNotFoundError, errno.ENOENT, torn / "deep"),
    ):
        with pytest.raises(kind) as caught:
            act(place)
        assert (caught.value.errno, caught.value.filename) == (number, str(place)), caught.value
        assert str(caught.value).count(str(place)) == 1, caught.value
    kept.close()


def test_what_a_crash_has_cut_off_is_removed(tmp_path):
    path = tmp_path / "ledger"
    evently.Ledger.create(path, EVENT).close()
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:50])
    with evently.Ledger.open(path) as ledger:
        assert path.read_bytes() == whole and evently.verify(whole).head == ledger.head
    assert [kept.read_bytes() for kept in tmp_path.glob("ledger.torn-*")] == [whole[:50]]


def test_json_in_any_buffer():
    _, records = chained(3)
    for kind in (bytes, bytearray, memoryview):
        assert evently.canonicalize(kind(b'{"b":1, "a":2}')) == b'{"a":2,"b":1}'
        assert evently.verify(kind(b"\n".join(records))).events == 3
        assert evently.event_id(kind(records[0])) == evently.event_id(records[0])
    with pytest.raises(TypeError, match="list"):
        evently.canonicalize([1])
