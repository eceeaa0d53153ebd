# SPDX-License-Identifier: Apache-2.0
"""What each case of the programs in this directory must be told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

DIRECTORY = Path(__file__).resolve().parent
INCLUDE = DIRECTORY.parents[2] / "build" / "include"
PROGRAMS = ("handles", "memory", "order", "host")

STREAMS = ("async", "lazy", "sync")
CHECKS = ("on", "isolate")
Mode = tuple[str, str]

EVERYWHERE: tuple[Mode, ...] = tuple((stream, check) for stream in STREAMS for check in CHECKS)
QUEUED = tuple(mode for mode in EVERYWHERE if mode[0] != "sync")
"""The misuse is about work that is queued: in sync mode there is none, and nothing is wrong."""

LAZY = tuple(mode for mode in EVERYWHERE if mode[0] == "lazy")
ISOLATED = tuple(mode for mode in EVERYWHERE if mode[1] == "isolate")
OPEN = tuple(mode for mode in EVERYWHERE if mode[1] == "on")

SUCCESS = 0


@dataclass(frozen=True)
class Case:
    """One case: what it must be told in some modes, and how its process must end.

    status: those of the calls under test, in order, by their names in the headers. words: of the
    texts. saw: the values that the program prints. findings: words of each finding, in order; no
    others may be there. stderr: words there. end: the exit status, -n for signal n.
    """

    program: str
    name: str
    status: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    saw: tuple[int, ...] = ()
    findings: tuple[tuple[str, ...], ...] = ()
    stderr: tuple[str, ...] = ()
    end: int = 0
    modes: tuple[Mode, ...] = EVERYWHERE
    variables: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_told(self) -> bool:
        """Whether the library says something: a status, a finding, a fault."""
        return any(each != "ACL_SUCCESS" for each in self.status) or bool(self.findings)


def header_values() -> dict[str, int]:
    """Every status code that the headers define or enumerate, by its name."""
    values = {"ACL_SUCCESS": SUCCESS}
    for header in sorted(INCLUDE.rglob("*.h")):
        text = header.read_text("utf-8")
        for name, value in re.findall(r"(ACL(?:NN)?_ERR\w+)\s*(?:=|\s)\s*(\d+)", text):
            values[name] = int(value)
    return values


def _case(program: str, name: str, status: str | Iterable[str] = (), *words: str) -> Case:
    """A case that one call, or some, refuse, the same in every mode."""
    statuses = (status,) if isinstance(status, str) else tuple(status)
    return Case(program, name, statuses, words)


NULLPTR = "ACLNN_ERR_PARAM_NULLPTR"
INVALID = "ACLNN_ERR_PARAM_INVALID"
INNER = "ACLNN_ERR_INNER"
HANDLE = "ACL_ERROR_RT_INVALID_HANDLE"
PARAM = "ACL_ERROR_RT_PARAM_INVALID"
ARGUMENT = "ACL_ERROR_INVALID_PARAM"
NO_CONTEXT = "ACL_ERROR_RT_CONTEXT_NULL"
KERNEL = "ACL_ERROR_RT_AICORE_EXCEPTION"
COPY = "ACL_ERROR_RT_SYS_DMA"

ENDED = "that was ended by"
FOREIGN = "no handle of this library"


def _handles() -> list[Case]:
    def case(name: str, status: str | Iterable[str], *words: str) -> Case:
        return _case("handles", name, status, *words)

    def between(name: str, *findings: tuple[str, ...]) -> Case:
        return Case(
            "handles", f"{name}_destroyed_between_the_phases", ("ACL_SUCCESS",), (), (), findings
        )

    destroyed = "between the two phases"
    phase_one = "aclnnEmbeddingDenseBackwardGetWorkspaceSize:"
    phase_two = "aclnnEmbeddingDenseBackward:"
    return [
        case("null_tensor", NULLPTR, phase_one, "grad is NULL", "aclTensor"),
        case("dead_tensor", INVALID, phase_one, f"an aclTensor {ENDED} aclDestroyTensor"),
        case("foreign_tensor", INVALID, phase_one, "grad is 0x", FOREIGN),
        case("stream_as_tensor", INVALID, "a live aclrtStream", "a live aclTensor is required"),
        case("executor_as_tensor", INVALID, "a live aclOpExecutor", "aclTensor is required"),
        case("device_memory_as_tensor", INVALID, FOREIGN),
        case("tensor_destroyed_twice", INVALID, "aclDestroyTensor:", ENDED),
        case("foreign_tensor_destroyed", INVALID, "aclDestroyTensor:", FOREIGN),
        case("tensor_of_a_list_destroyed", INVALID, f"{ENDED} aclDestroyTensorList"),
        case("array_destroyed_twice", INVALID, f"an aclIntArray {ENDED} aclDestroyIntArray"),
        case("scalar_as_array", INVALID, "aclGetIntArraySize:", "a live aclScalar"),
        case("null_places", NULLPTR, phase_one, "workspaceSize is NULL"),
        case("null_executor", NULLPTR, phase_two, "executor is NULL"),
        case("dead_executor", INNER, f"{ENDED} aclDestroyAclOpExecutor"),
        case("executor_run_twice", INNER, f"{ENDED} aclnnEmbeddingDenseBackward", "repeatable"),
        between(
            "tensors",
            (f"^{phase_two} grad is 0x", f"an aclTensor {ENDED} aclDestroyTensor, {destroyed}"),
            (f"^{phase_two} out is 0x", f"an aclTensor {ENDED} aclDestroyTensor, {destroyed}"),
        ),
        between(
            "array",
            ("^aclnnReduceSum: dims is 0x", f"{ENDED} aclDestroyIntArray, {destroyed}"),
        ),
        between("scalar"),
        case("spent_executor_beside_a_new_one", INNER, f"{ENDED} aclnnEmbeddingDenseBackward"),
        case("foreign_executor", INNER, phase_two, FOREIGN),
        case("tensor_as_executor", INNER, phase_two, "a live aclTensor"),
        case("executor_destroyed_twice", INNER, "aclDestroyAclOpExecutor:", ENDED),
        case("executor_destroyed_after_its_run", INNER, f"{ENDED} aclnnEmbeddingDenseBackward"),
        case("null_executor_destroyed", "ACLNN_ERR_INNER_NULLPTR", "executor is NULL"),
        case("spent_executor_made_repeatable", INNER, "aclSetAclOpExecutorRepeatable:", ENDED),
        case("stream_destroyed_twice", HANDLE, f"an aclrtStream {ENDED} aclrtDestroyStream"),
        case("null_stream_destroyed", ARGUMENT, "aclrtDestroyStream:", "stream is NULL"),
        case("default_stream_destroyed", HANDLE, "default stream of its context"),
        case("dead_stream", HANDLE, "aclrtSynchronizeStream:", ENDED),
        case("foreign_stream", HANDLE, "aclrtSynchronizeStream:", FOREIGN),
        case("event_as_stream", HANDLE, "a live aclrtEvent"),
        case("launch_on_a_dead_stream", "ACLNN_ERR_RUNTIME_ERROR", phase_two, "107017", ENDED),
        case("event_destroyed_twice", HANDLE, f"an aclrtEvent {ENDED} aclrtDestroyEvent"),
        case("dead_event", HANDLE, "aclrtRecordEvent:", ENDED),
        case("null_event", ARGUMENT, "aclrtRecordEvent:", "event is NULL"),
        case("stream_as_event", HANDLE, "aclrtStreamWaitEvent:", "a live aclrtStream"),
        case("event_that_was_never_recorded", PARAM, "has not been recorded"),
        case(
            "time_between_unrecorded_events",
            "ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID",
            "startEvent has no time",
            "recorded",
        ),
        case(
            "context_destroyed_twice",
            (NO_CONTEXT, NO_CONTEXT),
            f"aclrtDestroyContext: context is 0x.* {ENDED} aclrtDestroyContext",
            "aclrtSetCurrentContext: context is",
        ),
        case("primary_context_destroyed", NO_CONTEXT, "primary context of device 0"),
    ]


def _indices() -> list[Case]:
    bad = {
        "int8": "-1",
        "uint8": "255",
        "int16": "300",
        "int32": "5",
        "int64": "-9223372036854775808",
        "float16": "inf",
        "float32": r"1.0*2?e\+30",
        "float64": r"-1.0*1?e\+300",
        "nan": "nan",
    }
    words = r"indices\[2\] \(position 2 of 4\) is "
    cases = [
        _case("memory", f"bad_index_{name}", KERNEL, rf"{words}{value}; .*in \[0, 5\)")
        for name, value in bad.items()
    ]
    return [*cases, _case("memory", "bad_index_bool", KERNEL, rf"{words}1; .*in \[0, 1\)")]


def _memory() -> list[Case]:
    def case(name: str, status: str, *words: str) -> Case:
        return _case("memory", name, status, *words)

    def queued(name: str, status: str, *words: str, saw: tuple[int, ...] = ()) -> Case:
        return Case("memory", name, (status,), words, saw, modes=QUEUED)

    def freed(
        name: str, status: str, *words: str, by: str = "aclrtFree", saw: tuple[int, ...] = ()
    ) -> Case:
        """Freed while work that uses it is queued, and a race with that work."""
        race = (f"^{by}: the allocation, bytes", "is freed by the host, and nothing orders that")
        return Case("memory", name, (status,), words, saw, (race,), modes=QUEUED)

    def race(name: str, *words: str, saw: tuple[int, ...] = ()) -> Case:
        return Case("memory", name, saw=saw, findings=(words,), modes=QUEUED)

    must_stay = "must stay until the stream was synchronized with"
    live = "must be live memory from aclrtMalloc"
    return [
        case("workspace_too_small", INVALID, "workspaceSize is", "phase one asked for"),
        case("workspace_smaller_than_said", INVALID, "workspace is at", "do not all lie in"),
        case("workspace_null", NULLPTR, "workspace is NULL", "phase one asked for"),
        case("workspace_on_the_host", INVALID, "workspace is at", "host memory", live),
        case("workspace_freed_before_the_launch", INVALID, "that was freed already", live),
        case("workspace_overlaps_out", INVALID, "workspace, bytes", "out, bytes", "lie apart"),
        case("workspace_of_another_device", INVALID, "on device 1", "belongs to device 0"),
        freed(
            "workspace_freed_while_pending",
            KERNEL,
            "aclnnEmbeddingDenseBackward failed on the stream",
            "its workspace at",
            "was freed before it ran by aclrtFree",
            must_stay,
            saw=(0,),
        ),
        freed("workspace_replaced_while_pending", KERNEL, "was freed before it ran by aclrtFree"),
        race(
            "workspace_shared",
            "^aclnnEmbeddingDenseBackward: (workspace|out), bytes",  # both launches write both
            r"is written on stream \d+ \(task 1\)",
            r"nothing orders that and aclnnEmbeddingDenseBackward \(task \d+ of stream \d+\)",
            "which writes (workspace|out)",
            "order the streams by an event",
        ),
        Case("memory", "workspace_shared_in_order", saw=(4,)),
        case("host_pointer_in_tensor", INVALID, "grad is at", "host memory", live),
        case("null_in_tensor", INVALID, "the address of grad is NULL"),
        case("tensor_larger_than_its_memory", INVALID, "124 bytes", "from 0 to 128"),
        case("view_behind_the_end", INVALID, "grad is at", "from 4 to 132", "128 bytes"),
        case("view_with_long_strides", INVALID, "grad is at", "from 0 to 140"),
        case("view_before_the_start", INVALID, "grad is at", "from -96 to 32"),
        case("view_of_absurd_offset", INVALID, "63 bits"),
        case("out_overlaps_grad", INVALID, "out, bytes", "grad, bytes", "must lie apart"),
        case("tensor_freed_before_the_launch", INVALID, "grad is at", "freed already", live),
        freed(
            "tensor_freed_while_pending",
            KERNEL,
            "the memory of grad, an allocation of 128 bytes",
            "was freed before it ran by aclrtFree",
            must_stay,
            saw=(0,),
        ),
        freed("out_freed_while_pending", KERNEL, "the memory of out", "freed before it ran"),
        case("tensor_of_another_device", INVALID, "grad is at", "on device 1"),
        case("type_of_no_index", INVALID, "the data type of indices is DT_UINT64", "DT_INT64"),
        case("copy_the_wrong_way", PARAM, "dst is 0x", "ACL_MEMCPY_HOST_TO_DEVICE requires"),
        case("copy_of_host_memory_as_device_memory", PARAM, "src is 0x", "requires device memory"),
        case("copy_of_unknown_kind", ARGUMENT, "kind is 9", r"\(0\) to .*\(5\)"),
        case("copy_of_null", ARGUMENT, "src is NULL"),
        case("copy_longer_than_its_target", PARAM, "destMax is 32 and count is 64"),
        case("copy_behind_the_end", PARAM, "uses 129 bytes", "within the 128"),
        case("copy_from_freed_memory", PARAM, "src is 0x", "freed already"),
        freed(
            "queued_copy_whose_device_memory_is_freed",
            COPY,
            "aclrtMemcpyAsync: device memory",
            "128 bytes",
            "was freed before it ran by aclrtFree",
        ),
        freed(
            "queued_copy_whose_host_memory_is_freed",
            COPY,
            "host memory",
            "freed or unreg",
            by="aclrtFreeHost",
        ),
        freed("queued_memset_whose_memory_is_freed", COPY, "aclrtMemsetAsync: device memory"),
        case(
            "queued_copy_from_host_to_host",
            "ACL_ERROR_RT_FEATURE_NOT_SUPPORT",
            "ACL_MEMCPY_HOST_TO_HOST",
        ),
        case("rows_wider_than_their_pitch", "ACL_ERROR_INVALID_PARAM", "width is 32, dpitch is 16"),
        case("memset_of_host_memory", PARAM, "aclrtMemset: devPtr is 0x", "host memory"),
        race(
            "missing_synchronize",
            "^aclrtMemcpy: src, bytes",
            "is read by the host, and nothing orders that and aclnnEmbeddingDenseBackward",
            "which writes out",
            "synchronize with the stream first",
            saw=(0, 4),
        ),
        race(
            "input_overwritten_while_pending",
            "^aclrtMemcpy: dst, bytes",
            "which reads grad",
            saw=(5,),
        ),
        case("freed_twice", PARAM, "aclrtFree:", "freed already"),
        case("null_freed", ARGUMENT, "aclrtFree: devPtr is NULL"),
        case("host_pointer_freed", PARAM, "aclrtFree: devPtr is 0x", "host memory"),
        case("inner_pointer_freed", PARAM, "byte 64 of the 128-byte allocation"),
        case("pinned_memory_freed_as_device_memory", PARAM, "host memory of aclrtMallocHost"),
        case("device_memory_freed_as_pinned_memory", PARAM, "allocation on device 0"),
        case("pinned_memory_freed_twice", PARAM, "aclrtFreeHost:"),
        case("nothing_allocated", ARGUMENT, "size is 0"),
        case(
            "more_than_the_device_allocated",
            "ACL_ERROR_RT_MEMORY_ALLOCATION",
            "size is 1125899906842624",
            "largest free piece",
        ),
        case(
            "memory_registered_twice",
            "ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED",
            "overlaps memory that is registered",
        ),
        case("unregistered_memory_unregistered", "ACL_ERROR_HOST_MEMORY_NOT_REGISTERED"),
    ]


def _order() -> list[Case]:
    def case(name: str, status: str | Iterable[str], *words: str) -> Case:
        return _case("order", name, status, *words)

    def passes(name: str, count: int, *findings: tuple[str, ...]) -> Case:
        """CANN lets it pass: status 0 and a finding."""
        return Case("order", name, ("ACL_SUCCESS",) * count, findings=findings)

    def left(name: str, *words: str) -> Case:
        return Case("order", name, findings=(("^at exit:", *words),))

    def leak(size: int | str, when: str = "at exit") -> tuple[str, ...]:
        return (
            f"^{when}:",
            rf"\b{size} bytes of device memory at 0x\w+, which aclrtMalloc made",
        )

    reset = "aclrtResetDevice"
    stream_at_reset = (f"^{reset}:", "an aclrtStream, which aclrtCreateStream made")
    event_at_reset = (f"^{reset}:", "an aclrtEvent, which aclrtCreateEvent made")
    call_at_reset = (stream_at_reset, *(leak(size, reset) for size in (r"\d{5,}", 160, 128, 32)))
    inside = "called from a callback"
    return [
        passes("before_init", 1, ("^aclrtSetDevice: called before aclInit",)),
        passes("never_initialized", 2, ("^aclrtSetDevice: called before aclInit",)),
        passes("freed_after_finalize", 1, ("^aclrtFree: called after aclFinalize",)),
        passes("used_after_finalize", 1, ("^aclnnEmbeddingDenseBackward: called after aclFin",)),
        case("initialized_twice", "ACL_ERROR_REPEAT_INITIALIZE", "aclInit was called before"),
        case("finalized_twice", "ACL_ERROR_REPEAT_FINALIZE", "aclFinalize was called already"),
        case(
            "initialized_with_a_file_that_is_not_there",
            "ACL_ERROR_INVALID_FILE",
            "/nonexistent/acl.json",
        ),
        Case(
            "order",
            "product_that_does_not_exist",
            ("ACL_ERROR_INTERNAL_ERROR", "ACL_ERROR_RT_SOC_VERSION"),
            ("ACLNN_SOC=Ascend910B7: expected", "aclrtSetDevice: the environment is wrong"),
            findings=(("^aclrtSetDevice: called before aclInit",),),
            stderr=("^aclnn_py: ACLNN_SOC=Ascend910B7: expected",),
            variables={"ACLNN_SOC": "Ascend910B7"},
        ),
        case("no_device_set", NO_CONTEXT, "aclrtMalloc:", "call aclrtSetDevice"),
        case("no_device_set_on_this_thread", NO_CONTEXT, "on this thread; call aclrtSetDevice"),
        case(
            "device_that_does_not_exist",
            ("ACL_ERROR_RT_INVALID_DEVICEID",) * 2,
            r"deviceId is 7; this process has 2 device\(s\)",
            "deviceId is -1",
        ),
        case(
            "reset_more_often_than_set", "ACL_ERROR_RT_CONTEXT_RELEASE_ERROR", "device 0 is not set"
        ),
        case("allocated_after_reset", NO_CONTEXT, "its device was reset", "aclrtSetDevice"),
        Case(
            "order",
            "memory_of_a_reset_device",
            (INVALID, PARAM),
            (
                "workspace is at 0x.* that a reset of device 0 released",
                "devPtr is 0x.* that a reset of device 0 released",
            ),
            findings=call_at_reset,
        ),
        Case(
            "order",
            "stream_of_a_reset_device",
            (HANDLE,),
            (f"{ENDED} {reset}",),
            findings=(stream_at_reset,),
        ),
        Case(
            "order",
            "event_of_a_reset_device",
            (HANDLE,),
            (f"an aclrtEvent {ENDED} {reset}",),
            findings=(stream_at_reset, event_at_reset),
        ),
        case("stream_of_another_device", "ACLNN_ERR_RUNTIME_ERROR", "107003", "another context"),
        case("synchronize_in_a_callback", PARAM, "aclrtSynchronizeStream:", inside),
        case("stream_destroyed_in_its_callback", PARAM, "aclrtDestroyStream:", inside),
        case("device_reset_in_a_callback", PARAM, "aclrtResetDevice:", inside),
        case(
            "callback_without_a_subscriber",
            "ACL_ERROR_RT_STREAM_NO_CB_REG",
            "call aclrtSubscribeReport first",
        ),
        case("callback_that_is_null", PARAM, "aclrtLaunchHostFunc: fn is NULL"),
        case("timeout_of_nothing", PARAM, "timeout is 0", "-1"),
        Case(
            "order",
            "failure_that_nobody_fetches",
            findings=(("^aclrtDestroyStream:", "no synchronize has returned: 507015", "is 99"),),
        ),
        Case(
            "order",
            "failure_that_is_left",
            findings=(
                (
                    "^at exit:",
                    r"stream \d+ is left with a failure that no synchro.*: 507015,.*is 99",
                ),
                *[("^at exit:", "was never")] * 8,
            ),
        ),
        Case(
            "order",
            "work_that_nobody_waits_for",
            findings=(
                ("^at exit:", r"stream \d+ is left with 2 task\(s\) that nobody waited for"),
                *[("^at exit:", "was never")] * 9,
            ),
            modes=LAZY,
        ),
        Case(
            "order",
            "stream_forced_to_end_while_pending",
            saw=(0,),
            findings=(("^aclrtDestroyStreamForce:", "1 of its tasks", "dropped"),),
            modes=LAZY,
        ),
        Case(
            "order",
            "device_reset_while_pending",
            (HANDLE,),
            (f"an aclrtStream {ENDED} {reset}",),
            findings=call_at_reset,
        ),
        case("fork_after_the_first_use", NO_CONTEXT, "was forked after", "Fork before"),
        Case("order", "memory_left", findings=(leak(1000), leak(24))),
        Case(
            "order",
            "left_at_a_reset",
            findings=(
                *[(f"^{reset}:", "an aclrtStream, which aclrtCreateStream made")] * 10,
                (f"^{reset}:", "2 more of aclrtStream were never destroyed"),
                leak(1000, reset),
                leak(24, reset),
            ),
        ),
        Case(
            "order",
            "left_with_the_last_context",
            findings=(leak(24, "aclrtDestroyContext"),),
        ),
        Case("order", "left_at_an_earlier_reset", findings=(leak(24),)),
        Case(
            "order",
            "pinned_memory_left",
            findings=(
                ("^at exit:", r"100 bytes of host memory at 0x\w+, which aclrtMallocHost made"),
            ),
        ),
        Case(
            "order",
            "much_memory_left",
            findings=(
                *(leak(size) for size in (1300, 1200, 1100, 1000, 900, 800, 700, 600, 500, 400)),
                ("^at exit:", r"3 more allocations, 600 bytes, were never freed"),
            ),
        ),
        Case(
            "order",
            "many_tensors_left",
            findings=(
                *[("^at exit:", "an aclTensor, which aclCreateTensor made")] * 10,
                ("^at exit:", "15 more of aclTensor were never destroyed"),
            ),
        ),
        left("tensor_left", "an aclTensor, which aclCreateTensor made"),
        left(
            "executor_left", "an aclOpExecutor, which aclnnEmbeddingDenseBackwardGetWorkspaceSize"
        ),
        left("stream_left", "an aclrtStream, which aclrtCreateStream made"),
        left("event_left", "an aclrtEvent, which aclrtCreateEvent made"),
        left("context_left", "an aclrtContext, which aclrtCreateContext made"),
        left("array_left", "an aclIntArray, which aclCreateIntArray made"),
    ]


def _host() -> list[Case]:
    allocation = r"the 1000-byte allocation at 0x\w+ on device 0, which aclrtMalloc made [\d.]+ s"

    def fault(
        name: str,
        words: str,
        function: str,
        *more: str,
        end: int = -11,
        saw: tuple[int, ...] = (),
    ) -> Case:
        """The report is a finding and on standard error, with the program's function."""
        return Case(
            "host",
            name,
            saw=saw,
            findings=((r"device memory at 0x\w+ \(thread \d+\)", words, *more),),
            stderr=(words, rf"    (at|by) {function}\+0x\w+ \(\S+/host\+0x"),
            end=end,
            modes=ISOLATED,
        )

    reading, writing = "touch_by_reading", "touch_by_writing"
    byte_0 = f"read device memory.* byte 0 of {allocation}"
    overwritten = (r"bytes {} to {} behind the end of the 1000-byte allocation", "aclrtMalloc made")

    def behind(name: str, byte: int) -> Case:
        """Where the host can write, the damage is found later."""
        words = tuple(each.format(byte, byte + 1) for each in overwritten)
        return Case("host", name, findings=(words,), stderr=words, modes=OPEN)

    def given(name: str, function: str, place: str) -> Case:
        """Memory of the device in the hands of the heap."""
        words = rf"given device memory at 0x\w+ to {function} .*{place}.*; aclrtFree gives it back"
        return Case(
            "host",
            name,
            findings=((words,),),
            stderr=(words, r"    at (__libc_)?(c?free|realloc)\+0x", r"    by main\+0x"),
            end=-11,
            modes=ISOLATED,
        )

    left = ("^at exit:", r"1000 bytes of device memory at 0x\w+, which aclrtMalloc made")
    damage = behind("host_writes_behind_the_end_and_leaves_it", 0)
    return [
        fault("host_reads", f"read device memory.* byte 16 of {allocation}", reading),
        fault("host_writes", f"written device memory.* byte 999 of {allocation}", writing),
        fault("host_copies_by_memcpy", byte_0, "main"),
        fault(
            "host_reads_after_free",
            "byte 0 of a 1000-byte allocation .* and aclrtFree freed",
            reading,
        ),
        fault(
            "host_writes_behind_the_end", rf"3 byte\(s\) behind the end of {allocation}", writing
        ),
        behind("host_writes_behind_the_end", 3),
        given("device_pointer_freed_by_free", "free", f"byte 0 of {allocation}"),
        given("device_pointer_reallocated", "realloc", f"byte 0 of {allocation}"),
        given(
            "freed_device_pointer_freed_by_free",
            "free",
            "byte 0 of a 1000-byte allocation .* and aclrtFree freed",
        ),
        fault(
            "host_writes_behind_the_end_and_leaves_it",
            rf"0 byte\(s\) behind the end of {allocation}",
            writing,
        ),
        Case(
            "host",
            damage.name,
            findings=(*damage.findings, left),
            stderr=damage.stderr,
            modes=OPEN,
        ),
        fault("host_reads_on_a_thread", byte_0, reading),
        fault("host_reads_in_a_callback", byte_0, reading),
        Case("host", "system_call_reads", saw=(-1, 1, -1, 1), modes=ISOLATED),
        fault(
            "handler_with_information",
            f"read device memory.* byte 5 of {allocation}",
            reading,
            end=0,
            saw=(5,),
        ),
        fault("plain_handler", "written device memory", writing, end=0, saw=(2,)),
        Case("host", "fault_elsewhere_with_a_handler", saw=(24,)),
        Case("host", "fault_elsewhere", end=-11),
        fault("ignored_faults", byte_0, reading),
        Case("host", "signal_that_was_sent", end=-11),
        Case("host", "ignored_signal_that_was_sent", saw=(1,)),
        fault("handler_set_later", byte_0, reading),
        fault(
            "handler_on_another_stack",
            f"byte 7 of {allocation}",
            reading,
            end=0,
            saw=(1, 7),
        ),
        Case(
            "host",
            "child_reads",
            saw=(11,),
            findings=(("read device memory", "A forked child has none"),),
            stderr=(rf"    at {reading}\+0x",),
            modes=ISOLATED,
        ),
        Case("host", "freed_memory_rests", saw=(0,), modes=ISOLATED),
        Case(
            "host",
            "device_is_filled",
            saw=(256, 256, 256),
            variables={
                "ACLNN_SOC": f"Ascend910B2:memory={256 << 20}",
                "ACLNN_EXPECT": "aclrtMallocAlign32=207001",
            },
        ),
    ]


NOTHING_WRONG = Case("order", "nothing_wrong", saw=(4,))

CASES = [NOTHING_WRONG, *_handles(), *_indices(), *_memory(), *_order(), *_host()]

NOT_WRONG = {
    "nothing_wrong": "a program that does everything right",
    "scalar_destroyed_between_the_phases": "a number in CANN's executor",
    "workspace_shared_in_order": "events order the launches",
    "system_call_reads": "the kernel tells the program: EFAULT",
    "fault_elsewhere": "no memory of a device",
    "fault_elsewhere_with_a_handler": "no memory of a device",
    "signal_that_was_sent": "no fault",
    "ignored_signal_that_was_sent": "no fault",
    "freed_memory_rests": "what the quarantine does",
    "device_is_filled": "what the quarantine does not do",
}
"""Cases that must not be told, and why."""


def sources() -> list[Path]:
    return [DIRECTORY / f"{program}.c" for program in PROGRAMS]
