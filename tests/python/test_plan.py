# SPDX-License-Identifier: Apache-2.0
"""The two phases by hand."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

import aclnn_py as acl
from aclnn_py import native, runtime
from aclnn_py import plan as _plan  # noqa: F401  the function, not the module

NAME = "aclnnEmbeddingDenseBackward"


def make(device: acl.Device, rows: int = 5, scale: bool = False, padding: int = -1) -> Any:
    grad = device.tensor(np.arange(8, dtype=np.float32).reshape(4, 2))
    index = device.tensor(np.array([1, 3, 1, 0]))
    out = device.empty((rows, 2), "float32")
    return acl.plan(NAME, grad, index, rows, padding, scale, out), grad, index, out


EXPECTED = [[6.0, 7.0], [4.0, 6.0], [0.0, 0.0], [2.0, 3.0], [0.0, 0.0]]


def test_the_example_of_the_design(device: acl.Device) -> None:
    grad = np.ones((3, 4), np.float32)
    indices = np.array([0, 2, 2])
    with acl.Device(0) as dev, dev.stream() as s:
        g, i, w = dev.tensor(grad), dev.tensor(indices), dev.empty((3, 4), "float32")
        plan = acl.plan(NAME, g, i, 3, -1, False, w)
        assert plan.workspace_size >= 0
        plan.run(s)
        s.synchronize()
        assert w.numpy().tolist() == [[1.0] * 4, [0.0] * 4, [2.0] * 4]


@pytest.mark.parametrize("where", ["stream", "default"])
def test_running(device: acl.Device, where: str) -> None:
    plan, *_, out = make(device)
    stream = device.stream() if where == "stream" else device.default_stream
    plan.run(stream if where == "stream" else None)
    stream.synchronize()
    assert out.numpy().tolist() == EXPECTED


def test_padding_minus_one_is_none_and_scaling(device: acl.Device) -> None:
    plan, *_, out = make(device, scale=True, padding=3)
    plan.run()
    device.synchronize()
    assert out.numpy().tolist() == [[6.0, 7.0], [2.0, 3.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]


def test_one_run_only(device: acl.Device) -> None:
    plan, *_ = make(device)
    plan.run()
    with pytest.raises(acl.ClosedError, match="has run"):
        plan.run()
    device.synchronize()


def test_repeatable(device: acl.Device) -> None:
    plan, grad, _, out = make(device, scale=True)
    plan.repeatable()
    for factor in (1, 2, 3):
        grad.write(np.full((4, 2), factor, np.float32))
        plan.run()
        device.synchronize()
        assert out.numpy()[1].tolist() == [factor, factor]
    plan.close()
    plan.close()
    with pytest.raises(acl.ClosedError):
        plan.run()


def test_everything_may_be_closed_before_the_work_ran(device: acl.Device) -> None:
    gate = native.HostCallback(lambda _: None)
    with device.stream() as stream:
        with device.current() as lib:
            lib.aclrtLaunchHostFunc(stream.handle, gate, None)
        plan, grad, index, out = make(device, scale=True)
        keep = out.view((5, 2))
        plan.run(stream)
        for each in (plan, grad, index, out):
            each.close()
        del plan, grad, index, out
        other = [device.tensor(np.full(1000, 7.0, np.float32)) for _ in range(20)]
        stream.synchronize()
        assert keep.numpy()[0].tolist() == EXPECTED[0]
        assert len(other) == 20


def test_memory_comes_back_after_the_synchronize(device: acl.Device) -> None:
    free = device.memory()[0]
    plan, grad, index, out = make(device, scale=True)
    plan.run()
    for each in (plan, grad, index, out):
        each.close()
    device.synchronize()
    assert device.memory()[0] == free


def test_a_workspace_for_several_plans(device: acl.Device) -> None:
    with device.stream() as stream:
        plans = [make(device, scale=True) for _ in range(5)]
        size = plans[0][0].workspace_size
        assert size > 0
        memory = runtime.Memory(device, size + 100)
        free = device.memory()[0]
        for plan, *_ in plans:
            plan.use_workspace(stream, memory)
            plan.run(stream)
        assert device.memory()[0] == free
        stream.synchronize()
        for *_, out in plans:
            assert out.numpy()[0].tolist() == EXPECTED[0]
        plan = make(device, scale=True)[0]
        for wrong in (None, runtime.Memory(device, size - 1)):
            with pytest.raises(ValueError, match=f"needs a workspace of {size} bytes, not"):
                plan.use_workspace(stream, wrong)


def test_what_is_no_operator_and_no_stream(device: acl.Device) -> None:
    wrong: Any = acl.plan
    with pytest.raises(TypeError, match="the name of an operator is required, not NoneType"):
        wrong(None)
    plan = make(device)[0]
    with pytest.raises(TypeError, match=r"stream: an aclnn_py.Stream .* is required, not str"):
        plan.run("x")
    plan.run(device.default_stream)
    device.synchronize()


def test_an_index_out_of_range(device: acl.Device) -> None:
    with device.stream() as stream:
        grad = device.tensor(np.ones((2, 2), np.float32))
        index = device.tensor([0, 9])
        plan = acl.plan(NAME, grad, index, 5, -1, False, device.empty((5, 2)))
        plan.run(stream)
        with pytest.raises(acl.AclKernelError, match="9") as caught:
            stream.synchronize()
        assert caught.value.code == 507015
        assert "EmbeddingDenseBackward" in caught.value.message
        stream.synchronize()  # told once


def test_a_failure_nobody_waited_for_comes_out_of_the_block(device: acl.Device) -> None:
    def block(stop: Exception | None) -> None:
        with device.stream() as stream:
            grad = device.tensor(np.ones((1, 2), np.float32))
            out = device.empty((5, 2))
            acl.plan(NAME, grad, device.tensor([7]), 5, -1, False, out).run(stream)
            if stop is not None:
                raise stop

    with pytest.raises(acl.AclKernelError):
        block(None)
    with pytest.raises(KeyError):  # the first error is the one to see
        block(KeyError("mine"))


def test_the_library_refuses_with_its_text(device: acl.Device) -> None:
    grad = device.tensor(np.ones((4, 2), np.float32))
    index = device.tensor([0, 1, 2])
    with pytest.raises(acl.AclParameterError) as caught:
        acl.plan(NAME, grad, index, 5, -1, False, device.empty((5, 2)))
    assert (caught.value.code, caught.value.api) == (161002, f"{NAME}GetWorkspaceSize")
    assert "indices" in caught.value.message
    with pytest.raises(acl.AclParameterError, match="indices") as caught:
        acl.plan(NAME, grad, None, 5, -1, False, device.empty((5, 2)))
    assert caught.value.code == 161001


@pytest.mark.parametrize(
    ("position", "value", "kind", "text"),
    [
        (0, np.ones((4, 2)), TypeError, r"grad: an aclnn_py.Tensor .* not numpy.ndarray"),
        (1, 3, TypeError, "indices: .* not int"),
        (2, 2.0, TypeError, "num_weights: an int is required, not float"),
        (2, True, TypeError, "num_weights: an int is required, not bool"),
        (2, 2**64, ValueError, "num_weights: 18446744073709551616 is not in the range"),
        (3, -2, ValueError, "padding_idx: -2 is not in the range"),
        (4, 1, TypeError, "scale_grad_by_freq: a bool is required, not int"),
        (4, None, TypeError, "scale_grad_by_freq: a bool is required, not NoneType"),
    ],
)
def test_arguments_that_c_cannot_take(
    device: acl.Device, position: int, value: object, kind: type[Exception], text: str
) -> None:
    grad, index = device.tensor(np.ones((4, 2), np.float32)), device.tensor([0, 1, 2, 3])
    arguments: list[object] = [grad, index, 5, -1, False, device.empty((5, 2))]
    arguments[position] = value
    with pytest.raises(kind, match=text):
        acl.plan(NAME, *arguments)


def test_numpy_scalars_are_arguments(device: acl.Device) -> None:
    grad, index = device.tensor(np.ones((4, 2), np.float32)), device.tensor([0, 1, 2, 3])
    out = device.empty((5, 2))
    acl.plan(NAME, grad, index, np.int64(5), np.int32(0), np.True_, out).close()


@pytest.mark.parametrize("name", [NAME, NAME.removeprefix("aclnn")])
def test_arguments_by_name(device: acl.Device, name: str) -> None:
    """As in acl.workspace; the defaults are padding_idx -1 and no scaling."""
    _, grad, indices, out = make(device)
    calls: list[acl.Plan] = [
        acl.plan(name, grad=grad, indices=indices, num_weights=5, out=out),
        acl.plan(name, grad, indices, 5, out=out),
        acl.plan(name, grad, indices, out=out, scale_grad_by_freq=False, num_weights=5),
    ]
    assert {call.name for call in calls} == {NAME}
    for call in calls:
        assert call.workspace_size == make(device)[0].workspace_size
        call.run()
        device.synchronize()
        assert out.numpy().tolist() == EXPECTED
    acl.plan(name, grad, indices, 5, padding_idx=3, scale_grad_by_freq=True, out=out).run()
    device.synchronize()
    assert out.numpy()[:4].tolist() == [[6.0, 7.0], [2.0, 3.0], [0.0, 0.0], [0.0, 0.0]]


def test_arguments_that_do_not_fit_the_parameters(device: acl.Device) -> None:
    _, grad, indices, out = make(device)
    for arguments, named, text in (
        ([grad], {}, r"indices, num_weights, out missing; aclnnEm\w+ takes grad, indices, num_we"),
        ([grad, indices, 5], {}, ": out missing; "),
        ([None] * 7, {}, r"takes 6 arguments \(grad, indices, .*\); 7 were given"),
        ([grad], {"grad": grad}, ": grad given twice, by place and by name"),
        ([grad, indices, 5], {"ouput": out}, "no parameter 'ouput'; did you mean out"),
        ([grad, indices], {"numWeights": 5}, "no parameter 'numWeights'; did you mean num_weights"),
    ):
        with pytest.raises(TypeError, match=text):
            acl.plan(NAME, *arguments, **named)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("aclnnEmbedingDenseBackward", f"did you mean {NAME}"),
        ("embedding_dense_backward", NAME),
        ("aclnnZzz", "aclnn ops"),
        ("zzzzzzzz", "aclnn ops"),
        ("", "aclnn ops"),
    ],
)
def test_an_unknown_operator(name: str, hint: str) -> None:
    with pytest.raises(ValueError, match=hint):
        acl.plan(name)


def test_a_plan_without_tensors() -> None:
    with pytest.raises(TypeError, match="at least one"):
        acl.plan(NAME, None, None, 1, -1, False, None)


def test_executors_of_closed_plans_are_gone(device: acl.Device) -> None:
    plan, *_ = make(device)
    executor = plan.handle
    plan.close()
    assert acl.lib.aclDestroyAclOpExecutor(executor) != 0
    assert acl.lib.aclGetRecentErrMsg()


def test_the_handle_is_what_c_takes(device: acl.Device) -> None:
    plan, *_, out = make(device)
    memory = ctypes.c_void_p()
    if plan.workspace_size:
        assert acl.lib.aclrtMalloc(ctypes.byref(memory), plan.workspace_size, 0) == 0
    run = acl.lib.aclnnEmbeddingDenseBackward
    assert run(memory, plan.workspace_size, plan.handle, None) == 0
    device.synchronize()
    assert out.numpy().tolist() == EXPECTED
    if memory:
        assert acl.lib.aclrtFree(memory) == 0
