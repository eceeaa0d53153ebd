# SPDX-License-Identifier: Apache-2.0
"""What goes wrong after phase one: indices out of range, and the limits of Ascend910."""

from __future__ import annotations

import ctypes
import json
import re
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from ops.embedding.call import enqueue, exact, index_values, place, run, strided, take, unwritten
from support import Session, run_python

pytestmark = pytest.mark.slow  # many cases are a process of their own

KERNEL_FAILED = 507015


def words_in(text: str, *words: object) -> bool:
    """Whether each of the words stands on its own in what follows the text's head."""
    message = text.partition("): ")[2]
    missing = [
        word
        for word in map(str, words)
        if not re.search(rf"(?<![\w.-]){re.escape(word)}(?!\w|\.\d)", message)
    ]
    assert not missing, f"{missing} not in {text!r}"
    return True


# --- Which values are out of range ---------------------------------------------------------------

OUT_OF_RANGE: list[tuple[str, Any, int, str]] = [
    ("int64", 2**32 + 5, 313, "4294967301"),
    ("int64", 2**63 - 1, 313, "9223372036854775807"),
    ("int64", -(2**63), 313, "-9223372036854775808"),
    ("int64", -1, 313, "-1"),
    ("int64", 313, 313, "313"),
    ("int64", 2**32, 313, "4294967296"),
    ("int64", -(2**32) + 2, 313, "-4294967294"),
    ("int32", -1, 313, "-1"),
    ("int32", 313, 313, "313"),
    ("int32", 2**31 - 1, 313, "2147483647"),
    ("int32", -(2**31), 313, "-2147483648"),
    ("int32", 65536 + 3, 313, "65539"),
    ("int16", -1, 313, "-1"),
    ("int16", 314, 313, "314"),
    ("int16", -32768, 313, "-32768"),
    ("int16", 256 + 3, 77, "259"),
    ("int8", -1, 100, "-1"),
    ("int8", -128, 100, "-128"),
    ("int8", 101, 100, "101"),
    ("uint8", 255, 100, "255"),
    ("uint8", 100, 100, "100"),
    ("bool", True, 1, "1"),
    ("float32", np.nan, 313, "nan"),
    ("float32", -np.nan, 313, "nan"),
    ("float32", np.inf, 313, "inf"),
    ("float32", -np.inf, 313, "-inf"),
    ("float32", -1.0, 313, "-1"),
    ("float32", 313.0, 313, "313"),
    ("float32", 313.5, 313, "313.5"),
    ("float32", 2.0**32, 313, "4.2949673e+09"),
    ("float32", 2.0**33 + 2048, 313, "8.58993664e+09"),
    ("float32", 2.0**63, 313, "9.22337204e+18"),
    ("float32", -(2.0**63), 313, "-9.22337204e+18"),
    ("float32", 2.0**64, 313, "1.84467441e+19"),
    ("float32", 1e30, 313, "1e+30"),
    ("float32", -1e30, 313, "-1e+30"),
    ("float64", np.nan, 313, "nan"),
    ("float64", np.inf, 313, "inf"),
    ("float64", -np.inf, 313, "-inf"),
    ("float64", -1.0, 313, "-1"),
    ("float64", 313.0, 313, "313"),
    ("float64", 2.0**32 + 5, 313, "4294967301"),
    ("float64", 2.0**64 + 2**13, 313, "1.8446744073709560e+19"),
    ("float64", 1e300, 313, "1e+300"),
    ("float64", -1e300, 313, "-1e+300"),
    ("float16", np.nan, 313, "nan"),
    ("float16", np.inf, 313, "inf"),
    ("float16", -np.inf, 313, "-inf"),
    ("float16", -1.0, 313, "-1"),
    ("float16", 313.0, 313, "313"),
    ("float16", 65504.0, 313, "65504"),
]


@pytest.mark.parametrize(
    ("dtype", "value", "weights", "shown"),
    OUT_OF_RANGE,
    ids=[f"{dtype}-{shown}" for dtype, _, _, shown in OUT_OF_RANGE],
)
def test_every_type_of_index(
    session: Session, rng: np.random.Generator, dtype: str, value: Any, weights: int, shown: str
) -> None:
    indices = index_values(rng, [1000], dtype, weights)
    with np.errstate(invalid="ignore"):
        indices[617] = value
    grad = np.ones((1000, 3), np.float32)
    run(session, grad, indices, weights, status=KERNEL_FAILED)
    text = session.api.message()
    words_in(text, "aclnnEmbeddingDenseBackward", "indices", 617, weights)
    if "e" in shown:  # as many digits as one likes
        printed = re.search(r" is (-?[\d.]+e[+-]?\d+|-?\d+)[;, ]", text)
        assert printed, text
        assert float(printed[1]) == pytest.approx(float(shown), rel=1e-6)
    else:
        words_in(text.lower().replace("-nan", "nan"), shown)
    assert session.synchronize() == 0


@pytest.mark.parametrize("out_type", ["float32", "float16", "bfloat16"])
@pytest.mark.parametrize("scale", [False, True])
def test_nothing_outside_of_out_is_written(
    session: Session, out_type: npt.DTypeLike, scale: bool
) -> None:
    """`run` looks at all that lies around and between the elements of out, and at the inputs."""
    out = strided(unwritten([900], np.float16), (7, 5), (-30, 3), 500)
    for value in (7, -1, 2**40, -(2**40), 2**62):
        indices = np.array([0, 6, value, 3])
        run(session, np.ones((4, 5)).astype("float32"), indices, 7, out=out, status=KERNEL_FAILED)


@pytest.mark.parametrize("shape", [(1000, 3), (65536, 32)])
@pytest.mark.parametrize("scale", [False, True])
def test_all_other_rows_are_added(
    session: Session, rng: np.random.Generator, shape: tuple[int, int], scale: bool
) -> None:
    grad = rng.integers(-9, 10, shape).astype(np.float32)
    indices = rng.integers(0, 50, shape[0])
    bad = rng.random(shape[0]) < 0.1
    indices[bad] = rng.choice([-1, 50, 2**40], np.count_nonzero(bad))
    found = run(session, grad, indices, 50, scale=scale, status=KERNEL_FAILED)
    expected = exact(grad[~bad], indices[~bad], 50, np.float32, scale=scale)
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("padding", [5, 6, 2**64 - 1])
def test_a_padding_index_out_of_range_allows_nothing(session: Session, padding: int) -> None:
    """It is no row, so it is no padding either; -1 and (uint64_t)-1 are not the same."""
    value = -1 if padding == 2**64 - 1 else padding
    grad = np.ones((2, 1), np.float32)
    run(session, grad, np.array([0, value]), 5, padding=padding, status=KERNEL_FAILED)


def test_no_weights_at_all(session: Session) -> None:
    grad = session.tensor(np.ones((3, 2), np.float32))
    indices = session.tensor(np.array([0, 0, 0]))
    out = session.describe([0, 2], np.float32, None)
    enqueue(session, grad, indices, 0, out)
    assert session.synchronize() == KERNEL_FAILED
    words_in(session.api.message(), 0)


@pytest.mark.parametrize("bad", [[9000, 15000, 19999], [0, 19999], [19998, 19999], [4096, 8192]])
def test_the_first_of_several(session: Session, bad: list[int]) -> None:
    indices = np.zeros(20000, np.int32)
    indices[bad] = 70 + np.arange(len(bad))
    for _ in range(5):
        run(session, np.ones((20000, 1), np.float32), indices, 64, status=KERNEL_FAILED)
        words_in(session.api.message(), bad[0], 70, 64)


def test_the_position_in_several_dimensions(session: Session) -> None:
    """In the order of indices' dimensions, not of its memory."""
    indices = np.zeros((5, 3, 7), np.int64).transpose(2, 0, 1)
    indices[4, 3, 2] = 88
    run(session, np.ones((105, 2), np.float32), indices, 9, status=KERNEL_FAILED)
    text = session.api.message()
    words_in(text, (4 * 5 + 3) * 3 + 2, 88, 9)
    assert "[4, 3, 2]" in text


def test_an_index_without_dimensions(session: Session) -> None:
    run(session, np.ones((1, 2), np.float32), np.array(41), 9, status=KERNEL_FAILED)
    words_in(session.api.message(), 41, 9)


# --- How the failure is found --------------------------------------------------------------------

MODES = """
import ctypes, json
import numpy as np
from ops.embedding.call import enqueue, place, take, unwritten
from support import Api, Session

api = Api()
results = {}

def operands(session, indices, value=1):
    rows = len(indices)
    return [
        session.tensor(np.full((rows, 2), value, np.float32)),
        session.tensor(np.array(indices)),
        3,
        place(session, unwritten([3, 2], np.float32)),
    ]

def launch(session, indices, value=1, stream=None):
    grad, index, weights, out = operands(session, indices, value)
    enqueue(session, grad, index, weights, out.handle, stream=stream)
    return out

def case(function):
    with Session(api) as session:
        results[function.__name__] = function(session)

GOOD, BAD = [0, 1, 1], [0, 2, 17]
EXPECTED = [[1, 1], [2, 2], [0, 0]]

@case
def stream(session):
    out = launch(session, BAD)
    answers = [session.synchronize(), api.message(), session.synchronize()]
    take(session, out)
    return answers

@case
def stream_with_timeout(session):
    launch(session, BAD)
    sync = api.aclrtSynchronizeStreamWithTimeout
    return [sync(session.stream, 60000), api.message(), sync(session.stream, 60000)]

@case
def device(session):
    launch(session, BAD)
    return [api.aclrtSynchronizeDevice(), api.message(), api.aclrtSynchronizeDevice()]

@case
def device_then_stream(session):
    launch(session, BAD)
    return [api.aclrtSynchronizeDevice(), api.message(), session.synchronize()]

@case
def stream_then_device(session):
    launch(session, BAD)
    return [session.synchronize(), api.message(), api.aclrtSynchronizeDevice()]

def event(session, create):
    handle = ctypes.c_void_p()
    create(ctypes.byref(handle))
    launch(session, BAD)
    api.ok.aclrtRecordEvent(handle, session.stream)
    answers = [api.aclrtSynchronizeEvent(handle), api.message(), session.synchronize()]
    answers.append(api.aclrtSynchronizeEvent(handle))
    api.ok.aclrtDestroyEvent(handle)
    return answers

@case
def old_event(session):
    return event(session, api.ok.aclrtCreateEvent)

@case
def new_event(session):
    return event(session, lambda out: api.ok.aclrtCreateEventExWithFlag(out, 8))

@case
def event_before_the_work(session):
    handle = ctypes.c_void_p()
    api.ok.aclrtCreateEvent(ctypes.byref(handle))
    api.ok.aclrtRecordEvent(handle, session.stream)
    launch(session, BAD)
    return [api.aclrtSynchronizeEvent(handle), session.synchronize(), api.message()]

@case
def default_stream(session):
    launch(session, BAD, stream=0)
    answers = [api.aclrtSynchronizeStream(None), api.message(), api.aclrtSynchronizeStream(None)]
    return answers

@case
def other_stream(session):
    other = ctypes.c_void_p()
    api.ok.aclrtCreateStream(ctypes.byref(other))
    launch(session, BAD)
    first = api.aclrtSynchronizeStream(other)
    answers = [first, session.synchronize(), api.message()]
    api.ok.aclrtDestroyStream(other)
    return answers

@case
def two_streams(session):
    other = ctypes.c_void_p()
    api.ok.aclrtCreateStream(ctypes.byref(other))
    launch(session, BAD)
    launch(session, [44], stream=other.value)
    first = api.aclrtSynchronizeStream(other)
    text = api.message()
    answers = [first, "44" in text, session.synchronize(), api.message()]
    api.ok.aclrtDestroyStream(other)
    return answers

@case
def usable_afterwards(session):
    before = launch(session, GOOD)
    launch(session, BAD)
    behind = launch(session, GOOD)
    first = session.synchronize()
    text = api.message()
    after = launch(session, GOOD)
    second = session.synchronize()
    right = [take(session, out).tolist() == EXPECTED for out in (before, behind, after)]
    return [first, text, second, right]

@case
def two_failures(session):
    launch(session, BAD)
    launch(session, [0, 99])
    return [session.synchronize(), api.message(), session.synchronize()]

@case
def again(session):
    answers = []
    for _ in range(3):
        launch(session, BAD)
        answers.append(session.synchronize())
    return [*answers, api.message()]

@case
def repeatable(session):
    from ops.embedding.call import size_call
    grad, index, weights, out = operands(session, BAD)
    size, executor = size_call(session, grad, index, weights, out.handle)
    api.ok.aclSetAclOpExecutorRepeatable(executor)
    workspace = session.malloc(size)
    answers = []
    for address in (None, session.upload(np.array(GOOD)), session.upload(np.array(BAD))):
        if address:
            api.ok.aclSetInputTensorAddr(executor, 1, index, address)
        api.ok.aclnnEmbeddingDenseBackward(workspace, size, executor, session.stream)
        answers.append(session.synchronize())
    answers.append(take(session, out).shape)
    api.ok.aclDestroyAclOpExecutor(executor)
    return [*answers, api.message()]

print(json.dumps(results))
"""


@pytest.fixture(scope="module", params=["async", "lazy", "sync"])
def mode(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What the cases of MODES saw, in a process with this kind of stream."""
    process = run_python(MODES, {"ACLNN_STREAM": request.param})
    assert process.returncode == 0, process.stderr
    assert process.stderr == ""
    results: dict[str, Any] = json.loads(process.stdout)
    return results


def has_text(text: str) -> bool:
    return words_in(text, "aclnnEmbeddingDenseBackward", "indices", 2, 17, 3)


@pytest.mark.parametrize(
    "case", ["stream", "stream_with_timeout", "device", "device_then_stream", "stream_then_device"]
)
def test_the_next_synchronize_returns_it_once(mode: dict[str, Any], case: str) -> None:
    first, text, second = mode[case]
    assert first == KERNEL_FAILED
    assert has_text(text)
    assert second == 0


@pytest.mark.parametrize("case", ["old_event", "new_event"])
def test_an_event_behind_it_returns_it_once(mode: dict[str, Any], case: str) -> None:
    first, text, stream, event = mode[case]
    assert first == KERNEL_FAILED
    assert has_text(text)
    assert (stream, event) == (0, 0)


def test_an_event_before_it_does_not(mode: dict[str, Any]) -> None:
    event, stream, text = mode["event_before_the_work"]
    assert (event, stream) == (0, KERNEL_FAILED)
    assert has_text(text)


def test_the_default_stream(mode: dict[str, Any]) -> None:
    first, text, second = mode["default_stream"]
    assert (first, second) == (KERNEL_FAILED, 0)
    assert has_text(text)


def test_streams_have_failures_of_their_own(mode: dict[str, Any]) -> None:
    other, own, text = mode["other_stream"]
    assert (other, own) == (0, KERNEL_FAILED)
    assert has_text(text)
    first, right_text, second, text = mode["two_streams"]
    assert (first, right_text, second) == (KERNEL_FAILED, True, KERNEL_FAILED)
    assert has_text(text)


def test_the_stream_is_usable_afterwards(mode: dict[str, Any]) -> None:
    first, text, second, right = mode["usable_afterwards"]
    assert (first, second) == (KERNEL_FAILED, 0)
    assert has_text(text)
    assert right == [True, True, True]


def test_two_failures_are_one_answer(mode: dict[str, Any]) -> None:
    """The first one's."""
    first, text, second = mode["two_failures"]
    assert (first, second) == (KERNEL_FAILED, 0)
    assert has_text(text)


def test_every_failing_run_fails(mode: dict[str, Any]) -> None:
    assert mode["again"][:3] == [KERNEL_FAILED] * 3
    assert mode["repeatable"][:3] == [KERNEL_FAILED, 0, KERNEL_FAILED]


def test_the_check_does_not_depend_on_the_number_of_cores() -> None:
    code = """
import re
import numpy as np
from ops.embedding.call import run
from support import Api, Session
indices = np.zeros(50000, np.int64)
indices[[12345, 30000, 49999]] = [1000, -4, 2**40]
api = Api()
with Session(api) as session:
    for _ in range(10):
        run(session, np.ones((50000, 4), np.float32), indices, 77, status=507015)
        text = api.message().partition("): ")[2]
        print(re.sub(r"task \\d+ of stream \\d+", "a task", text), end="")
"""
    texts = set()
    for cores in ("1", "3", "16"):
        process = run_python(code, {"ACLNN_CORES": cores})
        assert process.returncode == 0, process.stderr
        texts.update(process.stdout.splitlines())
    assert len(texts) == 1
    words_in("): " + texts.pop(), 12345, 1000, 77)


# --- Ascend910 with scaleGradByFreq --------------------------------------------------------------

LIMITS = """
import ctypes, json, sys
import numpy as np
from ops.embedding.call import place, size_call, take, unwritten
from support import Api, Session

api = Api()
answers = []
for dtype, weights, columns, scale, rows in json.loads(sys.stdin.read()):
    with Session(api) as session:
        grad = session.tensor(np.ones((rows, columns), np.float32))
        index = session.tensor(np.zeros(rows, dtype))
        out = place(session, unwritten([weights, columns], np.float32))
        size, executor = size_call(session, grad, index, weights, out.handle, scale=scale)
        phase_two = api.aclnnEmbeddingDenseBackward
        workspace = session.malloc(size)
        status = phase_two(workspace, size, executor, session.stream)
        text = api.message()
        spent = phase_two(workspace, size, executor, session.stream)
        synchronized = session.synchronize()
        result = take(session, out)
        first = 1 if scale else rows
        right = bool((result[0] == first).all() and not result[1:].any())
        answers.append([status, text, spent, synchronized, right, bool(np.isnan(result).all())])
print(json.dumps(answers))
"""


def limit_cases(cores: int) -> list[tuple[str, int, int, bool, int]]:
    """Index type, weights, columns, scaling, rows: the largest embeddingDim and the next one.

    From the vendor's documentation: D < (180192 - counts * 4) / 36, for int64
    D < (180192 - counts * 8) / 20, with counts = N / cores + N % cores.
    """
    cases = []
    for dtype in ("int32", "int64", "int16", "float32", "bool", "uint8"):
        # Of the types that are cast to int32 one number of weights is enough.
        several = (1, cores - 1, 3 * cores, 4 * cores, 2 * cores + 7)
        for weights in several if dtype in {"int32", "int64"} else (cores + 1,):
            counts = weights // cores + weights % cores
            size, divisor = (8, 20) if dtype == "int64" else (4, 36)
            largest = (180192 - counts * size - 1) // divisor
            cases += [(dtype, weights, largest, True, 2), (dtype, weights, largest + 1, True, 2)]
    return cases


@pytest.mark.parametrize(("soc", "cores"), [("Ascend910A", 32), ("Ascend910ProB", 30)])
def test_the_limit_of_embedding_dim(soc: str, cores: int) -> None:
    cases = limit_cases(cores)
    answers = ask_for_limits(soc, cases)
    for (dtype, weights, columns, _, _), refused, answer in zip(
        cases, [False, True] * (len(cases) // 2), answers, strict=True
    ):
        status, text, spent, synchronized, right, untouched = answer
        what = f"{dtype}, {weights} weights, {columns} columns: {answer}"
        assert spent == 561000, what
        assert synchronized == 0, what
        if not refused:
            assert (status, right) == (0, True), what
            continue
        assert (status, untouched) == (561103, True), what
        counts = weights // cores + weights % cores
        size, divisor = (8, 20) if dtype == "int64" else (4, 36)
        words_in(text, "aclnnEmbeddingDenseBackward", soc, "embeddingDim", 180192, size, divisor)
        words_in(text, "countsSize", "numWeights", "cores", columns, weights, cores, counts)
        limit = (180192 - counts * size) / divisor
        words_in(text, f"{limit:.2f}")


def ask_for_limits(soc: str, cases: list[Any]) -> list[Any]:
    process = run_python(
        f"import io, sys; sys.stdin = io.StringIO({json.dumps(cases)!r})\n{LIMITS}",
        {"ACLNN_SOC": soc},
    )
    assert process.returncode == 0, process.stderr
    answers: list[Any] = json.loads(process.stdout)
    return answers


def test_the_limit_depends_on_the_cores_that_are_set() -> None:
    """96 weights: 3 a core with 32 cores, and 180180 / 36 is 5005; 96 with 97 cores."""
    cases = [("int32", 96, 5005, True, 2), ("int32", 96, 4994, True, 2)]
    assert [a[0] for a in ask_for_limits("Ascend910A", cases)] == [561103, 0]
    assert [a[0] for a in ask_for_limits("Ascend910A:cores=97", cases)] == [561103, 0]
    cases = [("int32", 96, 4995, True, 2)]
    assert [a[0] for a in ask_for_limits("Ascend910A:cores=97", cases)] == [561103]


def test_counts_that_leave_no_room_at_all() -> None:
    cases: list[Any] = [("int32", 32 * 50000, 1, True, 2), ("int32", 32 * 50000, 1, False, 2)]
    assert [a[0] for a in ask_for_limits("Ascend910A", cases)] == [561103, 0]


def test_the_limit_is_found_before_stream_and_memory() -> None:
    """But behind the size of the workspace."""
    code = """
import json
from ops.embedding.call import size_call
from support import Api, Session
api = Api()
answers = []
with Session(api) as session:
    for name in ("nothing", "workspace", "size"):
        grad = session.describe([2, 6000], "float16", None)  # which is cast in the workspace
        index = session.describe([2], "int32", None)
        out = session.describe([4, 6000], "float16", None)
        size, executor = size_call(session, grad, index, 4, out, scale=True)
        assert size > 0
        workspace = None if name == "workspace" else 1
        shortage = 1 if name == "size" else 0
        answers.append(
            api.aclnnEmbeddingDenseBackward(workspace, size - shortage, executor, 1)
        )
print(json.dumps(answers))
"""
    process = run_python(code, {"ACLNN_SOC": "Ascend910A"})
    assert process.returncode == 0, process.stderr
    assert json.loads(process.stdout) == [561103, 161001, 161002]


def test_no_limit_without_scaling_or_rows() -> None:
    cases: list[Any] = [
        ("int32", 4, 6000, False, 2),
        ("int64", 4, 10000, False, 2),
        ("int32", 4, 6000, True, 0),
    ]
    answers = ask_for_limits("Ascend910A", cases)
    assert [a[0] for a in answers] == [0, 0, 0]
    assert [a[4] for a in answers[:2]] == [True, True]


@pytest.mark.parametrize("soc", ["Ascend910B2", "Ascend910_9381", "Ascend950"])
def test_no_limit_on_other_products(soc: str) -> None:
    cases: list[Any] = [("int32", 4, 6000, True, 2), ("int64", 4, 10000, True, 2)]
    assert [a[0] for a in ask_for_limits(soc, cases)] == [0, 0]


def test_out_is_as_it_was_when_nothing_was_queued(session: Session) -> None:
    """A missing workspace is found in phase two, before anything runs."""
    from ops.embedding.call import size_call

    grad = session.tensor(np.ones((2, 2), np.float32))
    indices = session.tensor(np.array([0, 1]))
    out = place(session, unwritten([2, 2], np.float32))
    _, executor = size_call(session, grad, indices, 2, out.handle)
    phase_two = session.api.aclnnEmbeddingDenseBackward
    assert phase_two(None, 0, ctypes.c_void_p(executor), session.stream) == 161001
    assert session.synchronize() == 0
    assert np.isnan(take(session, out)).all()


# --- What CANN's tiling refuses ------------------------------------------------------------------

REFUSED = """
import ctypes, json
from support import Api, NO_PADDING
from support import Session
api = Api()
session = Session(api)
def ask(weights, scale, grad, indices, out):
    size, executor = ctypes.c_uint64(7), ctypes.c_void_p(7)
    status = api.aclnnEmbeddingDenseBackwardGetWorkspaceSize(
        grad, indices, weights, NO_PADDING, scale, out, ctypes.byref(size), ctypes.byref(executor))
    kept = (size.value, executor.value) == (7, 7)
    if not status:
        api.ok.aclDestroyAclOpExecutor(executor)
    return [status, kept, api.message()]
def dense(weights, scale, columns=3):
    return ask(weights, scale, session.describe([4, columns], "float32", None),
               session.describe([4], "int64", None),
               session.describe([weights, columns], "float32", None))
def strided(grad, indices, out):
    return ask(5, False,
               session.describe([4, 3], "float32", None, strides=grad, offset=64, storage=[128]),
               session.describe([4], "int64", None, strides=indices, offset=64, storage=[128]),
               session.describe([5, 3], "float32", None, strides=out, offset=64, storage=[128]))
"""


def refused(soc: str, calls: str) -> list[tuple[int, bool, str]]:
    process = run_python(f"{REFUSED}\nprint(json.dumps([{calls}]))", {"ACLNN_SOC": soc})
    assert process.returncode == 0, process.stderr
    return [(status, kept, text) for status, kept, text in json.loads(process.stdout)]


@pytest.mark.parametrize("soc", ["Ascend910B2", "Ascend910_9362"])
def test_scaling_without_weights(soc: str) -> None:
    """There is no core to count on; without scaling phase one goes through."""
    scaled, plain = refused(soc, "dense(0, True), dense(0, False)")
    assert scaled[:2] == (561103, True)
    assert "numWeights 0" in scaled[2]
    assert plain[0] == 0


def test_scaling_without_weights_elsewhere() -> None:
    assert refused("Ascend910A", "dense(0, True)")[0][0] == 0


@pytest.mark.parametrize("soc", ["Ascend910B2:ub=20600", "Ascend950:ub=1000"])
def test_a_buffer_that_holds_nothing(soc: str) -> None:
    status, kept, text = refused(soc, "dense(7, False)")[0]
    assert (status, kept) == (561103, True)
    assert "unified buffer" in text


def test_strides_below_zero() -> None:
    """Ascend950's copy takes none in what it reads; out may have them."""
    calls = "strided([-4, 1], [1], [3, 1]), strided([3, 1], [-1], [3, 1])"
    calls += ", strided([4, 2], [2], [-3, 1])"
    grad, indices, out = refused("Ascend950", calls)
    assert grad[:2] == indices[:2] == (561103, True)
    assert "grad" in grad[2]
    assert "indices" in indices[2]
    assert out[0] == 0
    assert [row[0] for row in refused("Ascend910B2", calls)] == [0, 0, 0]
