# SPDX-License-Identifier: Apache-2.0
"""What every declared call does when it is used wrongly, under faults, and by several threads.

Nothing here has a line for a call: operands come from the description (samples.py), what has to
happen from the rules that hold for all (aclnnop/aclnn_util.h, aclnn/acl_meta.h).
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support import run_python
from sweep.runs import (
    PHASE_ONE,
    Executor,
    Run,
    at_home,
    digest,
    home_of,
    is_by_blas,
    is_refused,
    some_samples,
)
from sweep.samples import PRODUCTS, Sample, declared_calls, each_call, sampled_calls, samples

import aclnn_py as acl
from aclnn_py._ledger import ledger

NULL_POINTER, INVALID, INNER = 161001, 161002, 561000
CALLS = list(sampled_calls())
MOST_FAULTS = 64  # that ACLNN_FAULT takes: csrc/base/environment.h


@pytest.fixture
def device() -> Iterator[acl.Device]:
    with acl.Device(0) as device:
        yield device


@pytest.fixture(autouse=True)
def product(request: pytest.FixtureRequest) -> Iterator[None]:
    """One that has the call that a test is about."""
    callspec = getattr(request.node, "callspec", None)
    name = callspec.params.get("name") if callspec is not None else None
    with at_home(name) if name is not None else nullcontext():
        yield


@cache
def sample_of(name: str) -> Sample:
    """A call with several elements in every operand, or where that cannot be, with one in some."""

    def arrays_of(sample: Sample) -> list[Any]:
        return [
            member
            for value in sample.arguments.values()
            for member in (value if isinstance(value, list) else [value])
            if isinstance(member, np.ndarray)
        ]

    def has_elements(sample: Sample) -> bool:
        return all(array.size > (array.shape != (1,)) for array in arrays_of(sample))

    def has_some(sample: Sample) -> bool:
        sizes = [array.size for array in arrays_of(sample)]
        return all(sizes) and max(sizes, default=2) > 1

    every = (filter(fits, some_samples(name)) for fits in (has_elements, has_some))
    return next(chain.from_iterable(every))


# --- Phase one -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", each_call(CALLS))
def test_null(device: acl.Device, name: str) -> None:
    """An object that has to be there, and the places for the results."""
    declared = declared_calls()[name]
    objects = {"tensor", "scalar", "tensor_list", "scalar_list"}
    statuses = {
        word: check.status
        for check in reversed(declared.checks)  # the first counts
        if check.name in ("given", "given_inner", "given_or_invalid")
        and int(home_of(name)) in check.on
        for word in check.arguments
    }
    with Run(device, name, sample_of(name)) as run, run.c_arguments() as arguments:
        for at, each in enumerate(declared.parameters):
            if each.kind in objects and not each.optional:
                executor = Executor(acl.lib, name, [*arguments[:at], None, *arguments[at + 1 :]])
                assert executor.status == statuses.get(each.name, NULL_POINTER), each.name
                assert (executor.size.value, executor.handle.value) == (77, None)
                assert each.name.encode() in (acl.lib.aclGetRecentErrMsg() or b"")
        phase_one = getattr(acl.lib, name + PHASE_ONE)
        size, handle = ctypes.c_uint64(), ctypes.c_void_p()
        assert phase_one(*arguments, None, ctypes.byref(handle)) == NULL_POINTER
        assert phase_one(*arguments, ctypes.byref(size), None) == NULL_POINTER
        acl.lib.aclGetRecentErrMsg()


@pytest.mark.parametrize("name", each_call(CALLS))
def test_handles_that_are_none(device: acl.Device, name: str) -> None:
    """Destroyed ones, those of another kind, and numbers that are no handles."""
    declared = declared_calls()[name]
    lib = acl.lib
    with Run(device, name, sample_of(name)) as run, run.c_arguments() as arguments:
        array = lib.aclCreateIntArray((ctypes.c_int64 * 1)(1), 1)
        dead = lib.aclCreateIntArray((ctypes.c_int64 * 1)(1), 1)
        lib.aclDestroyIntArray(dead)
        floats = lib.aclCreateFloatArray((ctypes.c_float * 1)(1), 1)
        for at, each in enumerate(declared.parameters):
            if each.kind in ("integer", "real", "text"):
                continue
            other = floats if each.kind == "int_array" else array
            for wrong in (dead, other, 4096):
                executor = Executor(lib, name, [*arguments[:at], wrong, *arguments[at + 1 :]])
                assert executor.status == INVALID, each.name
                assert executor.handle.value is None
        lib.aclDestroyIntArray(array)
        lib.aclDestroyFloatArray(floats)
        lib.aclGetRecentErrMsg()


# --- Phase two -----------------------------------------------------------------------------------


def memory(device: acl.Device, size: int) -> acl.Tensor:
    return device.empty((max(size, 1),), "uint8")


ONCE = {"aclnnTransMatmulWeight"}
"""Phase one changes what the tensor says, and refuses it from then on."""


@pytest.mark.parametrize("name", each_call(sorted(set(CALLS) - ONCE)))
def test_an_executor_runs_once(device: acl.Device, name: str) -> None:
    with (
        Run(device, name, sample_of(name)) as run,
        run.c_arguments() as arguments,
        device.stream() as stream,
    ):
        first, second = (Executor(acl.lib, name, arguments) for _ in range(2))
        assert (first.status, second.status) == (0, 0)
        workspace = memory(device, first.size.value)
        other = next(call for call in CALLS if call != name)
        with device.current():
            assert first.run(workspace.address, first.size.value, stream.handle, other) == INNER
            assert second.run(workspace.address, second.size.value, stream.handle) == 0
            assert second.run(workspace.address, second.size.value, stream.handle) == INNER
            second.handle = ctypes.c_void_p()
            assert second.run(workspace.address, 0, stream.handle) == NULL_POINTER
        stream.synchronize()
        first.close()


def product_with_workspace(name: str) -> str:
    """Ascend950, where nearly every kernel asks for memory, if it takes one of the samples."""
    made = samples(declared_calls()[name], "3510")
    is_taken_there = any(not is_refused(name, sample, "3510") for sample in made)
    return "3510" if is_taken_there else home_of(name)


def sample_with_workspace(device: acl.Device, name: str) -> Sample:
    """A call that needs memory on the product of this thread, if only to copy a strided operand."""
    product = product_with_workspace(name)
    for sample in samples(declared_calls()[name], product):
        if not sample.is_reversed and not is_refused(name, sample, product):
            with Run(device, name, sample) as run, run.c_arguments() as arguments:
                executor = Executor(acl.lib, name, arguments)
                executor.close()
            if executor.status == 0 and executor.size.value > 0:
                return sample
    raise AssertionError("no call needs memory")


#: Of single elements, by a kernel without memory; plans, for which CANN answers 0 always.
ASKS_NOTHING = {"aclnnAmpUpdateScale", *(name for name in CALLS if name.endswith("Metadata"))}


@pytest.mark.parametrize("name", each_call(sorted(set(CALLS) - ASKS_NOTHING - ONCE)))
def test_workspaces_that_do_not_fit(device: acl.Device, name: str) -> None:
    lib = acl.lib
    product = PRODUCTS[product_with_workspace(name)].encode()
    lib.aclnnExtSelectSoc(product)
    try:
        run = Run(device, name, sample_with_workspace(device, name))
    finally:
        lib.aclnnExtSelectSoc(None)
    with run, run.c_arguments() as arguments:
        lib.aclnnExtSelectSoc(product)
        try:
            executors = [Executor(lib, name, arguments) for _ in range(3)]
        finally:
            lib.aclnnExtSelectSoc(None)
        size = executors[0].size.value
        assert [executor.status for executor in executors] == [0, 0, 0]
        small = memory(device, size // 2)
        with device.current():
            assert executors[0].run(None, size, None) == NULL_POINTER
            assert executors[1].run(small.address, size // 2, None) == INVALID
            assert executors[2].run(small.address, size, None) == INVALID
        is_individual = ledger()[name].executor == "individual"
        for executor in executors:
            executor.close()
        assert not is_individual or executors[0].handle.value is not None


@pytest.mark.parametrize("name", each_call(CALLS))
def test_tensors_without_memory(device: acl.Device, name: str) -> None:
    """Memory that was freed between the phases, tensor by tensor."""
    count = len(Run(device, name, sample_of(name)).tensors())
    for at in range(count):
        with Run(device, name, sample_of(name)) as run, run.c_arguments() as arguments:
            executor = Executor(acl.lib, name, arguments)
            assert executor.status == 0
            workspace = memory(device, executor.size.value)
            gone = run.tensors()[at].memory
            assert gone is not None
            gone.close()
            with device.current():
                status = executor.run(workspace.address, executor.size.value, None)
            assert status == INVALID
            executor.close()


def changes_operands(name: str) -> bool:
    """Whether each run begins with what the last one wrote."""
    return any(each.role == "in_out" for each in declared_calls()[name].parameters)


@pytest.mark.parametrize("name", each_call(name for name in CALLS if not changes_operands(name)))
def test_an_executor_is_repeated(device: acl.Device, name: str) -> None:
    sample = sample_of(name)
    with Run(device, name, sample) as run, device.stream() as stream:
        with acl.plan(name, *run.arguments) as plan:
            plan.repeatable()
            found = []
            for _ in range(3):
                plan.run(stream)
                stream.synchronize()
                found.append(digest(run.results()))
        assert len(set(found)) == 1
        with Run(device, name, sample) as once:
            assert digest(once.go(stream)) == found[0]


# --- Threads -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", each_call(CALLS))
def test_eight_threads_with_the_same_operands(device: acl.Device, name: str) -> None:
    """Eight streams, inputs and lists shared, outputs of their own: the same bits."""
    declared = declared_calls()[name]
    sample = sample_of(name)
    shared = Run(device, name, sample)
    found: list[str] = []
    failures: list[BaseException] = []

    def work() -> None:
        try:
            with at_home(name), Run(device, name, sample) as own, device.stream() as stream:
                for at, each in enumerate(declared.parameters):
                    if each.role == "in" and each.kind in ("tensor", "tensor_list"):
                        own.arguments[at] = shared.arguments[at]
                for _ in range(1 if changes_operands(name) else 5):
                    with acl.plan(name, *own.arguments) as plan:
                        plan.run(stream)
                        stream.synchronize()
                found.append(digest(own.results()))
                own.arguments = [
                    item for item in own.arguments if all(item is not it for it in shared.arguments)
                ]
        except BaseException as error:  # of the thread: told by the test
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with device.stream() as stream:
        expected = digest(shared.go(stream))
    shared.close()
    assert failures == []
    assert found == [expected] * 8


# --- Modes: one process each ---------------------------------------------------------------------

MODES: dict[str, dict[str, str]] = {
    "sync on three cores, no checks": {
        "ACLNN_STREAM": "sync",
        "ACLNN_CORES": "3",
        "ACLNN_CHECK": "off",
    },
    "lazy on one core of the weakest level": {
        "ACLNN_STREAM": "lazy",
        "ACLNN_CORES": "1",
        "ACLNN_ISA": "v2",
    },
    "isolated on seven cores": {"ACLNN_CORES": "7", "ACLNN_CHECK": "isolate"},
}


def name_in(line: str) -> str:
    """The call of a line."""
    return line.removeprefix("failed ").split(maxsplit=1)[0]


def digests(
    names: Sequence[str], step: int, most: int | None = None, /, **variables: str
) -> list[str]:
    code = f"from sweep.runs import main; main({list(names)}, {step}, {most})"
    result = run_python(code, variables, timeout=600)  # of all calls with every check
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()


def all_digests(step: int = 11, most: int = 4, /, **variables: str) -> list[str]:
    return digests(CALLS, step, most, **variables)


def by_call(lines: list[str]) -> dict[str, str]:
    """What each call printed: its digest, or how it failed before that."""
    found: dict[str, str] = {}
    for line in lines:
        words = line.removeprefix("failed ").split(maxsplit=1)
        found[words[0]] = f"{found[words[0]]}; {words[1]}" if words[0] in found else words[1]
    return found


def different(found: list[str], usual: list[str]) -> list[str]:
    """A line for each call whose results are not the usual ones."""
    here, there = by_call(found), by_call(usual)
    return [
        f"{name}: {here.get(name, 'nothing')}, and usually {there.get(name, 'nothing')}"
        for name in dict.fromkeys([*there, *here])
        if here.get(name) != there.get(name)
    ]


def test_calls_that_differ_are_named() -> None:
    usual = ["aclnnAdd 01", "aclnnMul 02", "aclnnNeg 03"]
    assert different(usual, usual) == []
    assert different(["aclnnAdd 01", "failed aclnnMul 507015 int8", "aclnnMul 04"], usual) == [
        "aclnnMul: 507015 int8; 04, and usually 02",
        "aclnnNeg: nothing, and usually 03",
    ]


@pytest.fixture(scope="module")
def usual() -> list[str]:
    lines = all_digests()
    failed = [line for line in lines if line.startswith("failed ")]
    assert not failed, "\n".join(["calls fail:", *failed])
    assert [line.split()[0] for line in lines] == CALLS
    return lines


@pytest.mark.slow
@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("mode", MODES)
def test_results_are_the_same_bits(usual: list[str], mode: str, tmp_path: Path) -> None:
    """In every stream mode, on any number of cores and level; and nothing is found."""
    findings = tmp_path / "findings"
    found = all_digests(ACLNN_FINDINGS=str(findings), **MODES[mode])
    if "ACLNN_ISA" in MODES[mode]:  # OpenBLAS has other kernels for each level
        found, usual = (
            [line for line in lines if not is_by_blas(name_in(line))] for lines in (found, usual)
        )
    differing = different(found, usual)
    assert not differing, "\n".join(["other bits than usually:", *differing])
    assert findings.read_text() == ""


@pytest.mark.slow
@pytest.mark.usefixtures("own_library")
def test_launches_that_fail() -> None:
    """Each is told by the next synchronize, and the others are not touched by it."""
    lines = all_digests(5, 9, ACLNN_FAULT="launch~3/4:11")
    failed = [line.split() for line in lines if line.startswith("failed ")]
    names = [line.split()[0] for line in lines if not line.startswith("failed ")]
    assert names == CALLS
    assert {name for _, name, *_ in failed} == set(CALLS)
    assert {code for _, _, code, *_ in failed} == {"507015"}


@pytest.mark.slow
@pytest.mark.usefixtures("own_library")
def test_phases_that_fail() -> None:
    """Faults strike generated entry points by their names, with the statuses of their phases.

    All are generated alike: every third is tried."""
    failed, tried = set(), CALLS[::3]
    for at in range(0, len(tried), MOST_FAULTS // 2):
        names = tried[at : at + MOST_FAULTS // 2]
        faults = [f"{name}GetWorkspaceSize@2,{name}@3" for name in names]
        lines = digests(names, 5, 4, ACLNN_FAULT=",".join(faults))
        failed |= {tuple(line.split()[1:3]) for line in lines if line.startswith("failed ")}
    assert failed >= {(name, code) for name in tried for code in ("561101", "361001")}
