# SPDX-License-Identifier: Apache-2.0
"""Bags of rows, and what they find out of range when they run: 507015 and where."""

from __future__ import annotations

import numpy as np
import pytest

import aclnn_py as acl

WEIGHT = np.arange(12, dtype=np.float32).reshape(4, 3)


def failure(match: str, function: object, *arguments: object, **more: object) -> None:
    assert callable(function)
    with pytest.raises(acl.AclError, match=match) as caught:
        function(*arguments, **more)
    assert caught.value.code == 507015


def test_indices_and_offsets_of_bags() -> None:
    text = r"indices\[2\] is 4; every index must be in \[0, 4\)"
    failure(text, acl.embedding_bag, WEIGHT, [0, 1, 4, 9], [0, 1])
    text = r"offsets\[1\] is 5; every offset must be in \[0, 3\]"
    failure(text, acl.embedding_bag, WEIGHT, [0, 1, 2], [0, 5])
    text = r"indices\[1\] is -1; every index must be in \[0, 4\)"
    failure(text, acl.embedding_renorm, WEIGHT.copy(), [0, -1], 1.0)


def test_bags_of_pytorch() -> None:
    """Rows 1, 2, 4, 5 and rows 4, 3, 2, 9, as in its documentation; padding is left out."""
    weight = np.arange(30, dtype=np.float32).reshape(10, 3)
    indices, offsets = np.array([1, 2, 4, 5, 4, 3, 2, 9]), np.array([0, 4])
    out, of, sizes, maxima = acl.embedding_bag(weight, indices, offsets)
    assert out.tolist() == [[36, 40, 44], [54, 58, 62]]
    assert of.tolist() == [0, 0, 0, 0, 1, 1, 1, 1]
    assert (sizes.tolist(), maxima.tolist()) == ([0, 0], [0, 0])
    out, _, sizes, _ = acl.embedding_bag(weight, indices, offsets, mode=1, padding_idx=4)
    assert out.tolist() == [[8, 9, 10], [14, 15, 16]]
    assert sizes.tolist() == [3, 3]
    out, _, _, maxima = acl.embedding_bag(weight, indices, offsets, mode=2)
    assert out.tolist() == [[15, 16, 17], [27, 28, 29]]
    assert maxima.tolist() == [[5, 5, 5], [9, 9, 9]]


@pytest.mark.parametrize("columns", [1, 45, 128, 1100])
def test_bags_of_many_rows(columns: int) -> None:
    """Whole numbers, which every order sums to the same; some rows are padding."""
    rng = np.random.default_rng(6)
    weight = rng.integers(-9, 9, (50, columns)).astype(np.float32)
    indices, offsets = rng.integers(0, 50, 300), np.array([0, 0, 7, 24, 131])
    factors = rng.integers(-3, 3, 300).astype(np.float32)
    kept = weight[indices] * (indices != 4)[:, None]
    cuts = [*offsets[1:], 300]
    bags = [slice(first, past) for first, past in zip(offsets, cuts, strict=True)]
    found = acl.embedding_bag(weight, indices, offsets, padding_idx=4)[0]
    assert (found == [kept[bag].sum(0) for bag in bags]).all()
    found = acl.embedding_bag(weight, indices, offsets, per_sample_weights=factors, padding_idx=4)[
        0
    ]
    assert (found == [(kept[bag] * factors[bag, None]).sum(0) for bag in bags]).all()
    strided = np.repeat(weight, 2, axis=1)[:, ::2]
    assert (
        acl.embedding_bag(strided, indices, offsets)[0][1:]
        == acl.embedding_bag(weight, indices, offsets)[0][1:]
    ).all()


def test_without_an_index_nothing_is_written() -> None:
    """op_api of CANN gives back an executor without an operator where weight, indices or offsets
    has no elements (aclnn_embedding_bag.cpp)."""
    with acl.Device(0) as device, device.stream() as stream:
        none = device.tensor(np.zeros(0, np.int64))
        offsets = device.tensor(np.zeros(2, np.int64))
        output = device.tensor(np.full((2, 3), 7, np.float32))
        sizes = [device.tensor(np.full(2, 7, np.int64)) for _ in range(2)]
        acl.plan(
            "EmbeddingBag",
            weight=device.tensor(WEIGHT),
            indices=none,
            offsets=offsets,
            output=output,
            offset2bag=none,
            bag_size=sizes[0],
            max_indices=sizes[1],
        ).run(stream)
        stream.synchronize()
        assert (output.numpy() == 7).all()
        assert all((each.numpy() == 7).all() for each in sizes)
