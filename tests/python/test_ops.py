# SPDX-License-Identifier: Apache-2.0
"""Operators as functions of arrays: aclnn_py.ops, and what they are made of."""

from __future__ import annotations

import gc
import inspect
import math
import threading
from itertools import chain
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from support import run_python
from sweep.runs import Run, at_home, is_by_blas, some_samples
from sweep.samples import declared_calls, quick_calls

import aclnn_py as acl
from aclnn_py import _operands, ops
from aclnn_py._ledger import ledger

CALLS = declared_calls()

#: Their plans leave tensors with room for all that could have been found; functions cut that off.
FOUND = (
    *("aclnnMaskedSelect", "aclnnNonzero", "aclnnNonzeroV2"),
    *("aclnnUnique", "aclnnUnique2", "aclnnUniqueConsecutive", "aclnnUniqueDim"),
)


def test_every_declared_call_is_a_function() -> None:
    assert set(ops.__all__) == {declared.python for declared in CALLS.values()}
    for declared in CALLS.values():
        function = getattr(acl, declared.python)
        names = [each.python for each in declared.parameters]
        # The data type of a result may be asked for, beside the parameters of C or as one of them.
        taken = set(inspect.signature(function).parameters)
        assert taken | {"out_dtype"} == set(names) | {"out_dtype"}
        assert taken >= set(names)
        assert declared.about.rstrip(".") in " ".join((function.__doc__ or "").split())
        assert all(f"    {name} " in (function.__doc__ or "") for name in names)
    assert set(ops.__all__) <= set(dir(acl))


@pytest.mark.parametrize(
    ("name", "step"),
    [
        *((name, 9) for name in quick_calls()),  # thinned for `make quick`
        *(pytest.param(name, 6, marks=pytest.mark.slow) for name in CALLS),
    ],
)
def test_a_function_gives_what_its_plan_gives(name: str, step: int) -> None:
    """The same bits, whatever the layout of the arrays is; but for OpenBLAS.

    What a call does not write is as in a plan whose results hold zeros before.
    """
    declared = CALLS[name]
    function = getattr(acl, declared.python)
    with at_home(name), acl.Device(0) as device, device.stream() as stream:
        for sample in some_samples(name, step):
            if is_by_blas(name) and sample.layouts:
                continue
            given = {}
            for each in declared.parameters:
                if each.role == "out":
                    continue
                value = sample.arguments[each.name]
                if isinstance(value, np.ndarray) and not is_by_blas(name):
                    value = np.array(value, order="F")
                if value is not None or each.kind != "text":  # NULL in C, left out in Python
                    given[each.python] = value
            with Run(device, name, sample, fill=0) as run:
                expected = run.go(stream)
            if sample.out_type:  # no operand says what the result is of
                out = next(each.python for each in declared.parameters if each.role == "out")
                given[out] = np.empty_like(expected[0])
            found = function(**given)
            results = list(found) if isinstance(found, list | tuple) else [found]
            results = [each for each in results if each is not None]  # what a call does not have
            arrays = chain(*(each if isinstance(each, list) else [each] for each in results))
            for got, want in zip(arrays, expected, strict=True):
                if name in FOUND:
                    want = want.reshape(-1)[: got.size].reshape(got.shape)  # noqa: PLW2901
                assert (got.dtype, got.shape) == (want.dtype, want.shape), sample.text
                assert got.tobytes() == want.tobytes(), sample.text


# --- Arrays --------------------------------------------------------------------------------------


def test_numbers_lists_and_other_byte_orders() -> None:
    assert acl.add([1, 2], 3).tolist() == [4, 5]
    assert acl.add(1, 2).shape == ()
    swapped = np.array([1, 2], ">f4")
    assert acl.add(swapped, swapped).dtype == np.float32
    assert acl.add(swapped, swapped).tolist() == [2, 4]


def test_a_reset_of_the_device_between_calls() -> None:
    """What was kept on it is gone; the next call begins anew."""
    x = np.ones(3, np.float32)
    assert acl.add(x, x).tolist() == [2, 2, 2]
    acl.lib.aclrtSetDevice(0)
    acl.lib.aclrtResetDeviceForce(0)
    assert acl.add(x, x).tolist() == [2, 2, 2]
    assert acl.exp(0 * x).tolist() == [1, 1, 1]


def test_types_of_ml_dtypes() -> None:
    x = np.array([1, 2.5], ml_dtypes.bfloat16)
    assert acl.exp(x).dtype == ml_dtypes.bfloat16
    assert acl.add(x, np.array([1, 1], np.float16)).dtype == np.float32
    with pytest.raises(TypeError, match="self"):
        acl.exp(np.array(["a"]))


def test_out() -> None:
    """It takes the result in its own type, and is what comes back."""
    x = np.array([1, 2, 3], np.float32)
    out = np.zeros(3, np.float64)
    assert acl.add(x, x, out=out) is out
    assert out.tolist() == [2, 4, 6]
    every_other = np.zeros(6, np.float32)[::2]
    assert acl.exp(np.zeros(3, np.float32), out=every_other) is every_other
    assert every_other.tolist() == [1, 1, 1]
    frozen = np.zeros(3, np.float32)
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="out: the array cannot be written"):
        acl.exp(x, out=frozen)
    with pytest.raises(TypeError, match="out"):
        acl.exp(x, out=[0.0, 0.0, 0.0])  # type: ignore[call-overload]
    with pytest.raises(acl.AclParameterError, match="shape"):
        acl.exp(x, out=np.zeros(4, np.float32))


def test_results_that_a_call_leaves_alone() -> None:
    """Without reduction there is no total weight, and outputMask says which gradients there are."""
    weight, total = np.ones(3, np.float32), np.full(1, 7, np.float32)
    log_prob, target = np.zeros((2, 3), np.float32), np.array([0, 1])
    acl.nll_loss(log_prob, target, weight, 1)  # leaves its numbers in device memory that is kept
    assert acl.nll_loss(log_prob, target, weight, 0)[1].tolist() == [0]
    assert acl.nll_loss(log_prob, target, weight, 0, total_weight_out=total)[1] is total
    assert total.tolist() == [7]
    assert acl.nll_loss(log_prob, target, weight, 1, total_weight_out=total)[1].tolist() == [2]
    x, row = np.ones((3, 30000), np.float32), np.ones((3, 1), np.float32)
    kept = np.full((30000, 2), 5, np.float32)[:, 0]
    for mask in ([False, False, True], [True, True, True]):
        gradients = acl.layer_norm_backward(
            x, x, [30000], row, row, kept, kept, output_mask=mask, grad_weight_out=kept.copy()
        )
        assert np.all(gradients[0] == 0) or mask[0]
        assert np.all(gradients[1] == 5) != mask[1]
        assert np.all(gradients[2] == 3)


def test_in_place() -> None:
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    column = x[:, 1]
    assert acl.inplace_add(column, np.array([10, 20], np.float32), 2) is column
    assert x.tolist() == [[0, 21, 2], [3, 44, 5]]
    large = np.zeros(70000, np.float32)
    acl.inplace_add(large[::2], np.float32(1))
    assert large.sum() == 35000


def test_lists() -> None:
    found = acl.foreach_add_scalar_v2([np.zeros(2, np.float32), np.ones((), np.float32)], 1.5)
    assert [each.tolist() for each in found] == [[1.5, 1.5], 2.5]
    assert acl.foreach_add_scalar_v2([], 1.5) == []
    targets = [np.zeros(2, np.float32)]
    assert acl.foreach_add_scalar_v2([np.ones(2, np.float32)], 2.0, out=targets)[0] is targets[0]
    assert targets[0].tolist() == [3, 3]


def test_scalars_keep_their_types() -> None:
    """int is int64, float float64, and NumPy's numbers their own: CANN's rules go by it."""
    x = np.array([1, 2], np.int32)
    assert acl.adds(x, 1).dtype == np.int32
    assert acl.adds(x, 1.5).dtype == np.float64
    assert acl.adds(x, np.float32(1.5)).dtype == np.float32
    assert acl.adds(np.array([True]), True).dtype == np.bool_
    assert acl.adds(x, 1j).dtype == np.complex128
    with pytest.raises(OverflowError, match=r"other: 1180591620717411303424 is not in the range"):
        acl.adds(x, 2**70)
    with pytest.raises(TypeError, match="other: a number is required"):
        acl.adds(x, "1")  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (None, TypeError, "self: an array, a tensor or a number is required, not None"),
        ([[1, 2], [3]], ValueError, "self: setting an array element with a sequence"),
        (
            np.ones((1,) * 30),
            ValueError,
            "self: an array of at most 25 dimensions is required, not of 30",
        ),
    ],
)
def test_what_is_no_tensor(value: Any, kind: type[Exception], text: str) -> None:
    with pytest.raises(kind, match=text):
        acl.add(value, np.ones(3, np.float32))


@pytest.mark.parametrize("last", [math.inf, -math.inf, math.nan])
def test_numbers_without_end(last: float) -> None:
    """NumPy raises too; a status of CANN's there is none of."""
    for call in (acl.arange, acl.range):
        with pytest.raises(acl.AclError, match="no shape or data type of out follows"):
            call(0, last, math.copysign(1, last))
    with pytest.raises((ValueError, MemoryError)):
        acl.arange(0, 1e30, 1.0)


def test_wrong_arguments_name_themselves() -> None:
    x = np.ones((2, 3), np.float32)
    with pytest.raises(TypeError, match="dim"):
        acl.index_select(x, 1.5, np.array([0]))  # type: ignore[call-overload]
    with pytest.raises(ValueError, match=r"dim.*range"):
        acl.index_select(x, 2**63, np.array([0]))
    with pytest.raises(TypeError, match="keep_dims"):
        acl.reduce_sum(x, [0], 1)  # type: ignore[call-overload]
    with pytest.raises(acl.AclParameterError) as caught:
        acl.add(x, np.ones(4, np.float32))
    assert caught.value.code == 161002
    with pytest.raises(acl.AclKernelError, match=r"index\[0\]"):
        acl.index_select(x, 1, np.array([3]))
    assert acl.index_select(x, 1, np.array([2])).tolist() == [[1], [1]]  # goes on


@pytest.mark.torch
def test_torch() -> None:
    import torch

    x = torch.arange(6, dtype=torch.bfloat16).reshape(2, 3)
    found: Any = acl.add(x, x.T.contiguous().T, 2)
    assert found.dtype == torch.bfloat16
    assert torch.equal(found, x * 3)
    target = torch.zeros(3, 2).T
    assert acl.add(x, 1, out=target) is target
    assert torch.equal(target, (x + 1).float())
    assert acl.inplace_add(target, x) is target
    assert torch.equal(target, (x + 1 + x).float())
    lists = acl.foreach_add_scalar_v2([torch.ones(2), torch.zeros(3)], 1.0)
    assert all(isinstance(each, torch.Tensor) for each in lists)


# --- The machinery -------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_thread_keeps_little() -> None:
    """Memory of large calls is given back, that of small ones is used again."""
    found = []

    def work() -> None:
        for count in (10, 1000, 100000, 1 << 22, 1 << 23):
            acl.exp(np.zeros(count, np.float32))
        found.append(_operands._thread.sessions[0].kept_bytes)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    gc.collect()
    assert 0 < found[0] <= 1 << 26


def test_the_callers_context_stays() -> None:
    with acl.Device(0) as device, device.current() as lib:
        own = lib.aclrtCreateContext
        assert own is not None
        acl.exp(np.zeros(3, np.float32))
        assert device.empty((2,), "float32").numpy().shape == (2,)


@pytest.mark.slow
def test_nothing_is_left_at_the_end() -> None:
    code = (
        "import numpy as np, aclnn_py as acl\n"
        "acl.add(np.ones(3), 1); acl.adds(np.ones(3), 2.5)\n"
        "acl.foreach_add_scalar_v2([np.ones(3, np.float32)], 1.0)\n"
    )
    done = run_python(code, {"ACLNN_LOG": "finding"})
    assert (done.returncode, done.stderr) == (0, "")


def test_calls_that_are_not_implemented_are_no_attributes() -> None:
    assert ledger()["aclnnSilentCheck"].level == "refuses"
    assert not hasattr(acl, "aclnnSilentCheck")
    with pytest.raises(AttributeError, match="did you mean 'softmax'"):
        _ = acl.softmaxx
    with pytest.raises(AttributeError, match="did you mean 'matmul'"):
        _ = acl.MatMul
    with pytest.raises(AttributeError, match="aclnnSilentCheck of CANN is not implemented"):
        _ = acl.silent_check
    with pytest.raises(AttributeError, match="no attribute 'xyzzy'"):
        acl.xyzzy  # noqa: B018


@pytest.mark.slow
def test_a_reset_before_the_first_call_of_a_thread() -> None:
    """Another thread has opened the device; this one keeps nothing there yet."""
    code = (
        "import threading, aclnn_py as acl\n"
        "other = threading.Thread(target=acl.add, args=([1.0], 2))\n"
        "other.start(); other.join()\n"
        "assert acl.lib.aclrtResetDeviceForce(0) == 0\n"
        "print(acl.add([1.0], 2).tolist())\n"
    )
    done = run_python(code)
    assert (done.returncode, done.stdout, done.stderr) == (0, "[3.0]\n", "")


@pytest.mark.slow
def test_a_device_that_was_reset_needs_no_end() -> None:
    code = (
        "import numpy as np, aclnn_py as acl\n"
        "acl.add(np.ones(3), 1)\n"
        "print(acl.lib.aclrtResetDevice(0), acl.lib.aclFinalize())\n"
    )
    done = run_python(code)
    assert (done.returncode, done.stdout, done.stderr) == (0, "0 0\n", "")


def test_cat_of_tensors_of_different_ranks_says_the_ranks() -> None:
    tensors = [np.zeros((2, 3, 4), np.float32), np.zeros((2, 3), np.float32)]
    with pytest.raises(acl.AclParameterError) as raised:
        acl.cat(tensors, 0)
    assert "tensors[1] has 2 dimension(s), [2, 3], and the first tensor 3, [2, 3, 4]" in str(
        raised.value
    )
