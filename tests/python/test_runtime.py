# SPDX-License-Identifier: Apache-2.0
"""Devices, streams and events from Python."""

from __future__ import annotations

import ctypes
import gc
import math
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import numpy as np
import pytest
from support import run_python

import aclnn_py as acl
from aclnn_py import errors, native


def current_context() -> int | None:
    context = ctypes.c_void_p()
    acl.lib.aclrtGetCurrentContext(ctypes.byref(context))
    errors.take_message()
    return context.value


def in_thread(work: Callable[[], object]) -> None:
    """Run in a new thread; what it raises is raised here."""
    raised: list[BaseException] = []

    def guarded() -> None:
        try:
            work()
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=guarded)
    thread.start()
    thread.join()
    if raised:
        raise raised[0]


def python(code: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_device_that_does_not_exist() -> None:
    with pytest.raises(acl.AclError, match="99") as caught:
        acl.Device(99)
    assert caught.value.code == 107001
    with pytest.raises(ValueError, match="4294967296"):
        acl.Device(2**32)
    with pytest.raises(
        TypeError, match="id: an int, the number of a device, is required, not 'npu'"
    ):
        acl.Device("npu")  # type: ignore[arg-type]


def test_facts() -> None:
    assert acl.device_count() >= 1
    assert acl.soc_name() in {soc.name for soc in native.description().socs}


def test_memory_is_counted_and_given_back(device: acl.Device) -> None:
    free, total = device.memory()
    assert 0 < free <= total
    tensor = device.empty((1024, 1024), "float32")
    assert device.memory()[0] <= free - 4 * 1024 * 1024
    tensor.close()
    assert device.memory()[0] == free
    device.empty((1024, 1024), "float32")  # the last reference goes at once
    gc.collect()
    assert device.memory()[0] == free


def test_out_of_memory(device: acl.Device) -> None:
    with pytest.raises(MemoryError) as caught:
        device.empty((2**45,), "float32")
    assert isinstance(caught.value, acl.AclOutOfMemoryError)
    assert caught.value.api == "aclrtMalloc"


def test_nesting_the_same_device() -> None:
    with acl.Device(0) as device:
        with device:
            tensor = device.tensor([1.0])
        assert not device.closed
        assert tensor.numpy() == [1.0]
    assert device.closed


def test_two_objects_for_one_device() -> None:
    with acl.Device(0) as first:
        tensor = first.tensor([1.0, 2.0])
        with acl.Device(0) as second:
            second.tensor([3.0])
        assert tensor.numpy().tolist() == [1.0, 2.0]


@pytest.mark.slow
def test_an_object_for_a_device_that_was_reset_does_not_end_the_next_one() -> None:
    """A garbage collector may drop it at any moment, also when the device was set again."""
    code = (
        "import aclnn_py as acl\n"
        "old = acl.Device(0)\n"
        "assert acl.lib.aclrtResetDeviceForce(0) == 0\n"
        "new = acl.Device(0)\n"
        "del old\n"
        "print(new.tensor([1.0]).numpy().tolist())\n"
        "new.close()\n"
    )
    done = run_python(code)
    assert (done.returncode, done.stdout, done.stderr) == (0, "[1.0]\n", "")


def test_the_context_before_comes_back() -> None:
    with acl.Device(0) as outer:
        before = current_context()
        assert before == outer.context
        explicit = ctypes.c_void_p()
        assert acl.lib.aclrtCreateContext(ctypes.byref(explicit), 0) == 0
        with acl.Device(0) as inner:
            assert current_context() == inner.context
        assert current_context() == explicit.value
        outer.tensor([1.0]).close()
        assert current_context() == explicit.value
        assert acl.lib.aclrtDestroyContext(explicit) == 0


def test_objects_work_in_other_threads(device: acl.Device) -> None:
    tensor = device.tensor(np.arange(5))
    stream = device.stream()

    def work() -> None:
        assert tensor.numpy().tolist() == [0, 1, 2, 3, 4]
        stream.synchronize()
        assert device.tensor([1.5]).numpy() == [1.5]
        with device:
            device.synchronize()

    for _ in range(3):
        in_thread(work)
    assert not device.closed
    stream.close()


def test_a_device_used_by_many_threads() -> None:
    with acl.Device(0) as device:
        results = []

        def work(number: int) -> None:
            for step in range(20):
                with device.tensor(np.full(100, number * 100 + step)) as tensor:
                    results.append(bool((tensor.numpy() == number * 100 + step).all()))

        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert results == [True] * 160


@pytest.mark.parametrize(
    "use",
    [
        lambda left: left["tensor"].numpy(),
        lambda left: left["tensor"].handle,
        lambda left: left["tensor"].address,
        lambda left: left["tensor"].view((1,)),
        lambda left: left["tensor"].write([1.0]),
        lambda left: left["stream"].synchronize(),
        lambda left: left["stream"].query(),
        lambda left: left["event"].record(),
        lambda left: left["event"].query(),
        lambda left: left["default"].synchronize(),
        lambda left: left["plan"].run(),
        lambda left: left["device"].empty(3),
        lambda left: left["device"].stream(),
        lambda left: left["device"].synchronize(),
        lambda left: left["device"].__enter__(),
    ],
)
def test_what_is_left_over_says_that_it_is_closed(
    use: Callable[[dict[str, object]], object],
) -> None:
    with acl.Device(0) as device:
        grad, index, out = (
            device.tensor(np.ones((1, 1), np.float32)),
            device.tensor([0]),
            device.empty((1, 1)),
        )
        left = {
            "device": device,
            "tensor": device.tensor([1.0]),
            "stream": device.stream(),
            "event": device.event(),
            "default": device.default_stream,
            "plan": acl.plan("aclnnEmbeddingDenseBackward", grad, index, 1, -1, False, out),
        }
    with pytest.raises(acl.ClosedError, match="closed"):
        use(left)
    for each in left.values():
        each.close() if hasattr(each, "close") else None  # again, and late: nothing happens


def test_closing_a_stream_waits_for_it() -> None:
    seen: list[int] = []

    def slow_work(_: object) -> None:
        time.sleep(0.05)
        seen.append(1)

    slow = native.HostCallback(slow_work)
    with acl.Device(0) as device, device.stream() as stream, device.current() as lib:
        lib.aclrtLaunchHostFunc(stream.handle, slow, None)
    assert seen == [1]


@pytest.mark.skipif(
    os.environ.get("ACLNN_STREAM", "async") != "async", reason="a call would run the work itself"
)
def test_query_and_timeout(device: acl.Device) -> None:
    gate = threading.Event()
    wait = native.HostCallback(lambda _: gate.wait(10) and None)
    with device.stream() as stream:
        assert stream.query()
        with device.current() as lib:
            lib.aclrtLaunchHostFunc(stream.handle, wait, None)
        try:
            assert not stream.query()
            with pytest.raises(TimeoutError):
                stream.synchronize(timeout=0.02)
        finally:
            gate.set()
        stream.synchronize(timeout=10)
        assert stream.query()
        with pytest.raises(ValueError, match="timeout"):
            stream.synchronize(timeout=0)


def test_timeouts(device: acl.Device) -> None:
    with device.stream() as stream:
        for waits in (stream.synchronize, device.synchronize, device.default_stream.synchronize):
            for seconds in (1e-9, 1e9, math.inf):
                waits(seconds)
            for wrong in (0, -5, math.nan):
                with pytest.raises(ValueError, match=f"timeout: .* required, not {wrong}"):
                    waits(wrong)


def test_a_block_ends_on_its_thread(device: acl.Device) -> None:
    failures: list[str] = []

    def leave() -> None:
        try:
            device.__exit__(None, None, None)
        except RuntimeError as error:
            failures.append(str(error))

    with device:
        thread = threading.Thread(target=leave)
        thread.start()
        thread.join()
    assert failures == ["device 0: a with block has to end on the thread that it began on"]


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["async", "lazy"])
def test_a_stream_that_the_collector_finds_with_its_tensors(mode: str) -> None:
    """What was queued runs, and its memory is there meanwhile."""
    code = """
import gc
import types
import numpy as np
import aclnn_py as acl
device = acl.Device(0)
out = device.empty((1000, 256))
out.write(np.full((1000, 256), -1, np.float32))
def queue_work():
    model = types.SimpleNamespace(stream=device.stream())
    model.itself = model
    model.grad = device.tensor(np.ones((65536, 256), np.float32))
    model.indices = device.tensor(np.arange(65536) % 1000)
    operands = (model.grad, model.indices, 1000, -1, False, out)
    plan = acl.plan("aclnnEmbeddingDenseBackward", *operands).repeatable()
    for _ in range(10):
        plan.run(model.stream)
gc.disable()
queue_work()
gc.collect()
device.synchronize()
assert out.numpy().sum() == 65536 * 256
"""
    done = python(code, ACLNN_STREAM=mode)
    assert done.returncode == 0, done.stderr


def test_events(device: acl.Device) -> None:
    pause = native.HostCallback(lambda _: time.sleep(0.03))
    order: list[str] = []
    late = native.HostCallback(lambda _: order.append("late"))

    def early_work(_: object) -> None:
        time.sleep(0.03)
        order.append("early")

    early = native.HostCallback(early_work)
    with device.stream() as first, device.stream() as second, device.current() as lib:
        start, end = device.event(), device.event()
        start.record(first)
        lib.aclrtLaunchHostFunc(first.handle, pause, None)
        lib.aclrtLaunchHostFunc(first.handle, early, None)
        end.record(first)
        second.wait(end)
        lib.aclrtLaunchHostFunc(second.handle, late, None)
        end.synchronize(timeout=10)
        second.synchronize()
        first.synchronize()
        assert end.query()
        assert 0.05 < start.elapsed(end) < 5
    assert order == ["early", "late"]


def test_the_default_stream(device: acl.Device) -> None:
    device.default_stream.synchronize()
    assert device.default_stream.query()
    event = device.event()
    event.record()
    device.synchronize()
    assert event.query()


def test_failures_of_others_are_left_to_them() -> None:
    grad, indices = np.ones((1, 2), np.float32), [7]
    with acl.Device(0) as mine, mine.stream() as stream:
        out = mine.empty((5, 2))
        plan = acl.plan(
            "aclnnEmbeddingDenseBackward",
            *(mine.tensor(grad), mine.tensor(indices), 5, -1, False, out),
        )
        plan.run(stream)
        with acl.Device(0) as other:
            other.synchronize()
        with pytest.raises(acl.AclKernelError, match="7"):
            stream.synchronize()


def test_a_device_reports_all_streams() -> None:
    grad = np.ones((1, 2), np.float32)
    with acl.Device(0) as device:
        streams = [device.stream() for _ in range(2)]
        for number, stream in enumerate(streams):
            tensors = device.tensor(grad), device.tensor([11 + number]), device.empty((5, 2))
            plan = acl.plan("aclnnEmbeddingDenseBackward", *tensors[:2], 5, -1, False, tensors[2])
            plan.run(stream)
        with pytest.raises(acl.AclKernelError) as caught:
            device.synchronize()
        assert "11" in str(caught.value)
        assert "12" in str(caught.value)
        device.synchronize(timeout=5)


def test_an_unreadable_setting_is_told() -> None:
    code = """
import aclnn_py as acl
try:
    acl.Device(0)
except acl.AclError as error:
    assert "ACLNN_STREAM=slow" in error.message, error
else:
    raise AssertionError
"""
    done = python(code, ACLNN_STREAM="slow")
    assert done.returncode == 0, done.stderr


def test_an_initialisation_by_somebody_else_is_fine() -> None:
    code = """
import aclnn_py as acl
assert acl.lib.aclInit(None) == 0
with acl.Device(0) as device:
    assert device.tensor([1.0]).numpy() == [1.0]
assert acl.lib.aclFinalize() == 0
"""
    done = python(code)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_leaving_without_closing_anything() -> None:
    code = """
import numpy as np
import aclnn_py as acl
device = acl.Device(0)
stream = device.stream()
tensors = [device.tensor(np.ones((64, 64), np.float32)) for _ in range(4)]
index = device.tensor(np.zeros(64, np.int64))
plan = acl.plan("aclnnEmbeddingDenseBackward", tensors[0], index, 64, -1, False, tensors[1])
plan.run(stream)
cycle = [device, stream, tensors]; cycle.append(cycle)
acl.embedding_dense_backward(np.ones((2, 2), np.float32), [0, 1], 2)
"""
    done = python(code)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_forked_child_is_told() -> None:
    code = """
import os
import numpy as np
import aclnn_py as acl
device = acl.Device(0)
tensor = device.tensor([1.0])
acl.embedding_dense_backward(np.ones((2, 2), np.float32), [0, 1], 2)
child = os.fork()
if child == 0:
    for use in (tensor.numpy, device.stream, lambda: acl.Device(0),
                lambda: acl.embedding_dense_backward(np.ones((2, 2), np.float32), [0, 1], 2)):
        try:
            use()
        except acl.AclError as error:
            assert error.code == 107002 and "forked" in error.message, error
        else:
            os._exit(1)
    tensor.close()
    raise SystemExit(7)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
assert tensor.numpy() == [1.0]
"""
    done = python(code)
    assert done.returncode == 0, done.stderr


def test_threads_leave_nothing_behind() -> None:
    code = """
import os, threading, time
import numpy as np
import aclnn_py as acl
def work():
    acl.embedding_dense_backward(np.ones((2, 2), np.float32), [0, 1], 2)
work()
before = len(os.listdir("/proc/self/task"))
for _ in range(20):
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
for _ in range(500):  # join of Python 3.10 returns before the thread is gone
    if len(os.listdir("/proc/self/task")) <= before + 1:
        break
    time.sleep(0.01)
else:
    raise SystemExit("threads are left")
"""
    done = python(code, OPENBLAS_NUM_THREADS="1")
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_two_devices() -> None:
    code = """
import aclnn_py as acl
assert acl.device_count() == 2
with acl.Device(0) as a, acl.Device(1) as b:
    x, y = a.tensor([1.0]), b.tensor([2.0])
    assert x.numpy() == [1.0] and y.numpy() == [2.0]
    try:
        acl.plan("aclnnEmbeddingDenseBackward", x, y, 1, -1, False, x)
    except ValueError as error:
        assert "different devices" in str(error)
    else:
        raise AssertionError
"""
    done = python(code, ACLNN_DEVICES="2")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "code",
    [
        "with acl.Device(0) as device, device.stream(): pass",
        "acl.add([1.0], 1)\nwith acl.Device(0): pass\nacl.add([1.0], 1)",
        "with acl.Device(0) as a, acl.Device(0) as b, a: pass",
    ],
)
def test_the_package_itself_leaves_no_finding(code: str) -> None:
    done = run_python(f"import aclnn_py as acl\n{code}", {"ACLNN_LOG": "finding"})
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["async", "lazy", "sync"])
def test_an_interrupt_while_it_waits(mode: str) -> None:
    """Python raises it when what was queued is done; all goes on behind it."""
    code = """
import os, signal, threading
import numpy as np
import aclnn_py as acl
signal.signal(signal.SIGINT, signal.default_int_handler)
with acl.Device(0) as device, device.stream() as stream:
    ones = device.tensor(np.ones((500, 500), np.float32))
    out = device.empty((500, 500), "float32")
    interrupt = threading.Event()
    def send():
        interrupt.wait()
        os.kill(os.getpid(), signal.SIGINT)
    sender = threading.Thread(target=send)
    sender.start()
    interrupted = False
    try:
        for _ in range(20):
            acl.plan("Mm", ones, ones, out, 0).run(stream)
        interrupt.set()
        stream.synchronize()
        sender.join()
    except KeyboardInterrupt:
        interrupted = True
    sender.join()
    stream.synchronize()
    assert interrupted and (out.numpy() == 500).all()
"""
    result = run_python(code, {"ACLNN_STREAM": mode})
    assert result.returncode == 0, result.stderr


def test_an_interrupt_before_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the work needs stays until it is done."""

    def interrupted(_: acl.Device) -> object:
        raise KeyboardInterrupt

    with acl.Device(0) as device, device.stream() as stream:
        before = device.memory()[0]
        operand = device.tensor(np.ones(1 << 20, np.float32))
        out = device.empty((1 << 20,), "float32")
        left = device.memory()[0]
        acl.plan("Neg", operand, out).run(stream)
        del operand
        with monkeypatch.context() as patch:
            patch.setattr(acl.Device, "current", interrupted)
            with pytest.raises(KeyboardInterrupt):
                stream.synchronize()
        gc.collect()
        assert device.memory()[0] == left
        stream.synchronize()
        gc.collect()
        assert left < device.memory()[0] < before
        assert (out.numpy() == -1).all()
