# SPDX-License-Identifier: Apache-2.0
"""Which product and which determinism a thread sizes for."""

from __future__ import annotations

import ctypes
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from ops.embedding.call import definition
from support import Api, Session, run_python
from workspace.calls import Call, Explainer, Json, Sizer

INVALID = 161002
DETERMINISTIC = 0

#: A call whose size differs with the product and, on 910B, with determinism.
CALL = Call("", (1024,), 128, 1000, index_type="i32")
SIZES = {
    "Ascend910A": (0, 0),
    "Ascend910B2": (16777728, 16777728 + 2 * 4608),
    "Ascend950": (16836096, 16836096),
}


class Process(Explainer):
    """Phase one as the selection stands."""

    def select(self, call: Call) -> None:
        pass


@pytest.fixture
def process(explainer: Explainer) -> Iterator[Process]:
    explainer.deselect()
    yield Process(explainer.api)
    explainer.api.ok.aclrtSetSysParamOpt(DETERMINISTIC, 0)


def select(api: Api, soc: str | None) -> int:
    status: int = api.aclnnExtSelectSoc(None if soc is None else soc.encode())
    return status


def selected(process: Process) -> str:
    plan = process.explain(CALL).plan
    return f"{plan['soc']}:cores={plan['cores']},ub={plan['unified_buffer']}"


# --- Products ------------------------------------------------------------------------------------


@pytest.mark.parametrize("soc", SIZES)
def test_a_product_is_selected(process: Process, soc: str) -> None:
    assert select(process.api, soc) == 0
    sized = process.explain(CALL)
    assert (sized.size, sized.plan["soc"]) == (SIZES[soc][0], soc)
    for text in (soc.lower(), soc.upper()):
        assert select(process.api, text) == 0
        assert process.explain(CALL).plan["soc"] == soc


def test_null_is_the_product_of_the_process(process: Process) -> None:
    before = selected(process)
    assert select(process.api, "Ascend950" if "950" not in before else "Ascend910A") == 0
    assert selected(process) != before
    assert select(process.api, None) == 0
    assert selected(process) == before
    assert select(process.api, None) == 0


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("Ascend950:cores=72", "Ascend950:cores=72,ub=253952"),
        ("Ascend950:ub=245760", "Ascend950:cores=64,ub=245760"),
        ("Ascend950:ub=245760,cores=72", "Ascend950:cores=72,ub=245760"),
        ("Ascend910B2:cores=1", "Ascend910B2:cores=1,ub=196352"),
        ("Ascend910B2:cores=40,cores=20", "Ascend910B2:cores=20,ub=196352"),
        ("Ascend910A:cores=65535", "Ascend910A:cores=65535,ub=262144"),
        ("Ascend910A:memory=1073741824", "Ascend910A:cores=32,ub=262144"),
    ],
)
def test_overrides(process: Process, text: str, figures: str) -> None:
    assert select(process.api, text) == 0
    assert selected(process) == figures


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Ascend",
        "ascend95",
        "Ascend950 ",
        "Ascend910B",
        "Ascend950:cores=0",
        "Ascend950:cores=65536",
        "Ascend950:cores=",
        "Ascend950:cores=-1",
        "Ascend950:cores=64x",
        "Ascend950:core=64",
        "Ascend950:cores",
        "Ascend950:cores=72,ub=0",
        "Ascend950:cores=72,what=1",
        "Ascend950:ub=99999999999999999999999",
        "Ascend950=cores:64",
        "x" * 5000,
        "%s%n",
    ],
)
def test_what_cannot_be_read_changes_nothing(process: Process, text: str) -> None:
    assert select(process.api, "Ascend910A:cores=7") == 0
    process.api.message()
    assert select(process.api, text) == INVALID
    message = process.api.message()
    assert "aclnnExtSelectSoc" in message
    assert text[:60] in message
    assert selected(process) == "Ascend910A:cores=7,ub=262144"


def test_many_products(process: Process) -> None:
    """Each is remembered once; selecting one again is the same one."""
    for _ in range(2):
        for cores in range(1, 400):
            assert select(process.api, f"Ascend910B2:cores={cores}") == 0
            plan = process.explain(replace(CALL, deterministic=0)).plan
            assert plan["cores"] == cores


def test_executors_keep_their_product(process: Process) -> None:
    """And their determinism: the plan is that of the time when phase one ran."""
    assert select(process.api, "Ascend950:cores=72") == 0
    process.api.ok.aclnnExtSelectDeterministic(1)
    with process.phase_one(CALL) as (_, size, executor):
        before = process.describe(executor)
        assert select(process.api, "Ascend910A") == 0
        process.api.ok.aclnnExtSelectDeterministic(0)
        assert process.describe(executor) == before
        assert (before["soc"], before["cores"], before["deterministic"]) == ("Ascend950", 72, 1)
        assert before["workspace_size"] == size
        assert process.size(CALL) == (0, 0)


@pytest.mark.parametrize("soc", ["Ascend910A", "Ascend910B3:cores=1", "Ascend950:cores=72"])
def test_phase_two_runs_what_was_sized_for_another_product(
    explainer: Explainer, session: Session, soc: str
) -> None:
    """The device stays the process's; the workspace is as large as the plan says."""
    draw = np.random.default_rng(3)
    grad = draw.standard_normal((600, 24)).astype(np.float32)
    indices = draw.integers(0, 50, 600)
    tensors = [session.tensor(grad), session.tensor(indices)]
    address = session.malloc(50 * 24 * 4)
    out = session.describe((50, 24), np.float32, address)
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    session.api.ok.aclnnExtSelectSoc(soc.encode())
    session.api.ok.aclnnEmbeddingDenseBackwardGetWorkspaceSize(
        *tensors, 50, 3, True, out, ctypes.byref(size), ctypes.byref(executor)
    )
    explainer.deselect()
    session.api.ok.aclnnEmbeddingDenseBackward(
        session.malloc(size.value), size, executor, session.stream
    )
    assert session.synchronize() == 0
    expected = definition(grad, indices, 50, 3, True)
    result = session.download(address, (50, 24), np.float32)
    np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-5)


# --- Determinism ---------------------------------------------------------------------------------


def test_levels(process: Process) -> None:
    """Every level but 0 is determinism, and only 910B and 910_93 plan otherwise for it."""
    for soc, (without, with_it) in SIZES.items():
        assert select(process.api, soc) == 0
        for level in range(4):
            assert process.api.aclnnExtSelectDeterministic(level) == 0
            sized = process.explain(CALL)
            assert sized.plan["deterministic"] == min(level, 1)
            assert sized.size == (with_it if level else without), (soc, level)


@pytest.mark.parametrize("level", [-2, 4, 100, -(2**31), 2**31 - 1])
def test_other_levels(process: Process, level: int) -> None:
    process.api.ok.aclnnExtSelectDeterministic(2)
    process.api.message()
    assert process.api.aclnnExtSelectDeterministic(level) == INVALID
    assert str(level) in process.api.message()
    assert process.explain(CALL).plan["deterministic"] == 1


def test_the_selected_level_goes_before_the_options(process: Process) -> None:
    api = process.api

    def deterministic() -> int:
        found: int = process.explain(CALL).plan["deterministic"]
        return found

    for level in range(4):
        api.ok.aclrtSetSysParamOpt(DETERMINISTIC, level)
        assert deterministic() == min(level, 1)
    api.ok.aclnnExtSelectDeterministic(0)
    assert deterministic() == 0
    api.ok.aclnnExtSelectDeterministic(-1)
    assert deterministic() == 1
    api.ok.aclrtSetSysParamOpt(DETERMINISTIC, 0)
    assert deterministic() == 0
    api.ok.aclnnExtSelectDeterministic(3)
    assert deterministic() == 1
    value = ctypes.c_int64(-1)
    api.ok.aclrtGetSysParamOpt(DETERMINISTIC, ctypes.byref(value))
    assert value.value == 0, "the option is not touched"


def test_determinism_of_a_context_counts(process: Process, session: Session) -> None:
    """aclrtCtxSetSysParamOpt sets the process's option too."""
    assert process.explain(CALL).plan["deterministic"] == 0
    session.api.ok.aclrtCtxSetSysParamOpt(DETERMINISTIC, 1)
    assert process.explain(CALL).plan["deterministic"] == 1


# --- Threads -------------------------------------------------------------------------------------


def in_threads(*functions: Callable[[], object]) -> None:
    """All at once; the first failure is raised here."""
    failures: list[BaseException] = []

    def guarded(function: Callable[[], object]) -> None:
        try:
            function()
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=guarded, args=[function]) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    if failures:
        raise failures[0]


def test_selections_are_the_threads_own(process: Process) -> None:
    api = process.api
    own = selected(process)
    both_have_selected = threading.Barrier(2, timeout=30)

    def size_for(soc: str, level: int) -> None:
        mine = Process(api)
        assert selected(mine) == own, "a new thread sizes for the process's product"
        assert mine.explain(CALL).plan["deterministic"] == 0
        assert select(api, soc) == 0
        api.ok.aclnnExtSelectDeterministic(level)
        both_have_selected.wait()
        for _ in range(50):
            sized = mine.explain(CALL)
            assert sized.plan["soc"] == soc
            assert sized.plan["deterministic"] == level
            assert sized.size == SIZES[soc][level]

    in_threads(lambda: size_for("Ascend950", 0), lambda: size_for("Ascend910B2", 1))
    assert selected(process) == own
    assert process.explain(CALL).plan["deterministic"] == 0


def test_many_threads_select_the_same_products(process: Process) -> None:
    """The list of remembered products is shared."""
    ready = threading.Barrier(4, timeout=30)

    def size_for_many() -> None:
        mine = Process(process.api)
        ready.wait()
        for cores in range(1000, 1100):
            process.api.ok.aclnnExtSelectSoc(f"Ascend910_9362:cores={cores}".encode())
            assert mine.explain(CALL).plan["cores"] == cores

    in_threads(*[size_for_many] * 4)


def test_an_executor_of_another_thread_is_described(process: Process) -> None:
    found: list[Json] = []
    process.api.ok.aclnnExtSelectSoc(b"Ascend910A")
    with process.phase_one(CALL) as (_, _, executor):
        expected = process.describe(executor)
        in_threads(lambda: found.append(process.describe(executor)))
    assert found == [expected]


# --- The process ---------------------------------------------------------------------------------

IN_A_PROCESS = """
import json
from ops.embedding.call import definition
from support import Api
from workspace.calls import Sizer
from workspace.test_selection import sample_sizes
print(json.dumps(sample_sizes(Api())))
"""


def sample_sizes(api: Api) -> list[tuple[int, int]]:
    """Sizes of some calls with both levels of the option."""
    sizer = Sizer(api)
    sizes = []
    for level in (0, 1):
        api.ok.aclrtSetSysParamOpt(DETERMINISTIC, level)
        sizes += [
            sizer.size(Call("", (rows,), 96, 700, kind, "i64", "f32"))
            for rows in (1, 7, 1024, 2**31 - 1)
            for kind in ("f32", "f16")
        ]
    return sizes


@pytest.mark.slow  # three processes each
@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B2", "Ascend950"])
def test_sizes_do_not_depend_on_how_streams_and_checks_work(soc: str) -> None:
    answers = []
    for variables in (
        {},
        {"ACLNN_STREAM": "lazy", "ACLNN_CORES": "1"},
        {"ACLNN_STREAM": "sync", "ACLNN_CHECK": "off", "ACLNN_DEVICES": "3"},
    ):
        result = run_python(IN_A_PROCESS, {"ACLNN_SOC": soc, **variables})
        assert result.returncode == 0, result.stderr
        answers.append(json.loads(result.stdout))
    assert len(answers[0]) == 16
    assert {status for status, _ in answers[0]} == {0}
    assert answers[1:] == answers[:1] * 2
