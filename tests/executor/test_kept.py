# SPDX-License-Identifier: Apache-2.0
"""Calls that are made again: an executor of before serves those that are given the same, and no
others. Whatever differs in one argument has a result of its own."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from support import Session

import aclnn_py as acl

Array = np.ndarray[Any, Any]
TIMES = 3


@pytest.fixture(autouse=True)
def device() -> Iterator[acl.Device]:
    with acl.Device(0) as device:
        yield device


def numbers(*shape: int, seed: int = 0) -> Array:
    return np.random.default_rng(seed).integers(-9, 9, shape).astype(np.float32)


def addition(alpha: float, seed: int) -> tuple[Array, Array]:
    left, right = numbers(5, 7, seed=seed), numbers(5, 7, seed=seed + 1)
    return acl.add(left, right, alpha=alpha), left + np.float32(alpha) * right


def of_shape(*shape: int) -> tuple[Array, Array]:
    left, right = numbers(*shape), numbers(*shape, seed=1)
    return acl.add(left, right), left + right


def of_type(dtype: type) -> tuple[Array, Array]:
    left: Array = numbers(5, 7).astype(dtype)
    return acl.add(left, left), left + left


def of_strides(order: tuple[int, ...]) -> tuple[Array, Array]:
    left = numbers(6, 6, 6).transpose(order)
    return acl.add(left, numbers(6, 6, 6)), left + numbers(6, 6, 6)


def sum_over(dims: tuple[int, ...], keep: bool) -> tuple[Array, Array]:
    values = numbers(6, 6, 6)
    return acl.reduce_sum(values, dims, keep), values.sum(dims, keepdims=keep)


def joined(count: int, dim: int) -> tuple[Array, Array]:
    parts = [numbers(4, 4, seed=seed) for seed in range(count)]
    return acl.cat(parts, dim), np.concatenate(parts, dim)


def scaled(weight: Array | None) -> tuple[Array, Array]:
    values = np.array([[1, -1], [2, -2]], np.float32)
    normal = np.sign(values)  # epsilon is too small to count
    result = acl.layer_norm(values, (2,), weight, None, 1e-12)[0]
    return result, normal if weight is None else normal * weight


ONE_DIFFERS: dict[str, list[Callable[[], tuple[Array, Array]]]] = {
    "nothing but the memory": [lambda: addition(1, 0), lambda: addition(1, 5)],
    "a scalar": [lambda: addition(1, 0), lambda: addition(2, 0)],
    "the shape": [lambda: of_shape(2, 12), lambda: of_shape(12, 2), lambda: of_shape(24)],
    "the type": [lambda: of_type(np.float32), lambda: of_type(np.int32)],
    "the strides": [lambda: of_strides((0, 1, 2)), lambda: of_strides((2, 0, 1))],
    "an array": [lambda: sum_over((0,), False), lambda: sum_over((1,), False)],
    "a bool": [lambda: sum_over((0,), False), lambda: sum_over((0,), True)],
    "an integer": [lambda: joined(2, 0), lambda: joined(2, 1)],
    "the members of a list": [lambda: joined(2, 0), lambda: joined(3, 0)],
    "NULL": [lambda: scaled(None), lambda: scaled(np.array([2, 3], np.float32))],
}


@pytest.mark.parametrize("what", ONE_DIFFERS)
def test_differs(what: str) -> None:
    for _ in range(TIMES):
        for call in ONE_DIFFERS[what]:
            result, expected = call()
            np.testing.assert_array_equal(result, expected)


def test_sizes_of_products() -> None:
    """A size is that of the product that is selected, whichever was selected before."""
    given: dict[str, Any] = {
        "grad": ((300, 64), "float32"),
        "indices": ((300,), "int64"),
        "num_weights": 77,
    }

    def size(soc: str) -> int:
        return acl.workspace("EmbeddingDenseBackward", soc=soc, **given).size

    first = {soc: size(soc) for soc in ("Ascend910A", "Ascend910B2", "Ascend950")}
    assert len(set(first.values())) > 1
    assert {soc: size(soc) for soc in reversed(first)} == first


def phase_one(session: Session, name: str, *arguments: Any) -> tuple[int, int]:
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    getattr(session.api.ok, name + "GetWorkspaceSize")(
        *arguments, ctypes.byref(size), ctypes.byref(executor)
    )
    assert executor.value
    return size.value, executor.value


def test_lists_that_depend_on_addresses(session: Session) -> None:
    """In place ScatterAdd copies nothing on Ascend950; so its list is another one, for the same
    shapes."""
    values = numbers(30, 40).astype(np.int64)
    own, other, added, out = (session.tensor(values) for _ in range(4))
    places = session.tensor(np.zeros((30, 40), np.int64))

    def size(self: int, out: int) -> int:
        size, executor = phase_one(session, "aclnnScatterAdd", self, 1, places, added, out)
        session.api.ok.aclDestroyAclOpExecutor(executor)
        return size

    session.api.ok.aclnnExtSelectSoc(b"Ascend950")
    try:
        sizes = [size(*pair) for pair in [(own, own), (own, out), (other, other), (other, out)]]
    finally:
        session.api.ok.aclnnExtSelectSoc(None)
    assert sizes[0] == sizes[2] == 0
    assert sizes[1] == sizes[3] > 0


def test_tokens_differ(session: Session) -> None:
    """An executor that is used again has another handle, and the old one stays spent."""
    left, out = session.tensor(numbers(2, 3)), session.tensor(numbers(2, 3))
    _, first = phase_one(session, "aclnnAbs", left, out)
    session.api.ok.aclDestroyAclOpExecutor(first)
    _, second = phase_one(session, "aclnnAbs", left, out)
    assert first != second
    assert session.api.aclDestroyAclOpExecutor(first) == 561000
    session.api.ok.aclSetAclOpExecutorRepeatable(second)
    session.api.ok.aclDestroyAclOpExecutor(second)
    _, third = phase_one(session, "aclnnAbs", left, out)
    assert session.api.aclnnAbs(None, 0, third, session.stream) == 0
    assert session.api.aclnnAbs(None, 0, third, session.stream) == 561000, "it is not repeatable"
    session.synchronize()


def test_tensors_are_the_new_ones(session: Session) -> None:
    """The tensors of the first call may end, and the second call's decide where it writes."""
    values = numbers(2, 3)
    for _ in range(TIMES):
        given, address = session.tensor(values), session.upload(np.zeros_like(values))
        out = session.describe(values.shape, values.dtype, address)
        _, executor = phase_one(session, "aclnnAbs", given, out)
        assert session.api.aclnnAbs(None, 0, executor, session.stream) == 0
        assert session.synchronize() == 0
        np.testing.assert_array_equal(
            session.download(address, values.shape, np.float32), np.abs(values)
        )
        values = values - 1


def test_dead_tensor(session: Session) -> None:
    given, out = session.tensor(numbers(2, 3)), session.tensor(numbers(2, 3))
    _, executor = phase_one(session, "aclnnAbs", given, out)
    session.api.ok.aclDestroyAclOpExecutor(executor)
    dead = session.describe((2, 3), np.dtype(np.float32), None)
    session.api.ok.aclDestroyTensor(dead)
    size = ctypes.c_uint64()
    status = session.api.aclnnAbsGetWorkspaceSize(
        given, dead, ctypes.byref(size), ctypes.byref(ctypes.c_void_p())
    )
    assert status == 161002
    assert "out is 0x" in session.api.message()


def test_many_queued(session: Session) -> None:
    """Calls that are queued before any of them has run have an executor each."""
    count = 20
    left = [session.tensor(np.full((2, 3), i, np.float32)) for i in range(count)]
    addresses = [session.upload(np.zeros((2, 3), np.float32)) for _ in range(count)]
    for _ in range(TIMES):
        for given, address in zip(left, addresses, strict=True):
            out = session.describe((2, 3), np.dtype(np.float32), address)
            _, executor = phase_one(session, "aclnnNeg", given, out)
            assert session.api.aclnnNeg(None, 0, executor, session.stream) == 0
        assert session.synchronize() == 0
        for i, address in enumerate(addresses):
            assert (session.download(address, (2, 3), np.float32) == -i).all()


def test_threads() -> None:
    """The same call by several threads at once."""
    wrong: list[int] = []

    def work(number: int) -> None:
        for step in range(100):
            values = np.full((3, 5), 100 * number + step, np.float32)
            if not (acl.add(values, values, alpha=2) == 3 * values).all():
                wrong.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
