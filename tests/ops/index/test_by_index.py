# SPDX-License-Identifier: Apache-2.0
"""Gather and scatter on several cores, and indices out of range."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import aclnn_py as acl


def rows(count: int, width: int) -> NDArray[Any]:
    return np.arange(count * width, dtype=np.float32).reshape(count, width)


@pytest.mark.parametrize("dim", [0, 1])
def test_many_rows_are_selected(dim: int) -> None:
    rng = np.random.default_rng(1)
    self = rows(700, 300)
    index = rng.integers(0, self.shape[dim], (3, 500))
    assert (acl.gather_v2(self, dim, index) == np.take(self, index, dim)).all()


def test_many_elements_are_gathered() -> None:
    rng = np.random.default_rng(2)
    self = rows(900, 400)
    for dim in (0, 1):
        index = rng.integers(-self.shape[dim], self.shape[dim], (800, 390))
        expected = np.take_along_axis(self[:800] if dim else self[:, :390], index, dim)
        assert (acl.gather(self, dim, index) == expected).all()


@pytest.mark.parametrize(("count", "width"), [(20000, 33), (300000, 1), (50, 9000)])
def test_rows_are_added_in_their_order(count: int, width: int) -> None:
    """Whole numbers, so that the order does not matter for the expected sums."""
    rng = np.random.default_rng(3)
    index = rng.integers(0, 40, count)
    source = rng.integers(-9, 9, (count, width)).astype(np.float32)
    self = np.ones((40, width), np.float32)
    expected = self.copy()
    np.add.at(expected, index, source)
    assert (acl.index_add(self, 0, index, source) == expected).all()


def test_the_last_row_of_a_place_stays() -> None:
    index = np.arange(100000) % 7
    source = rows(100000, 5)
    self = np.zeros((7, 5), np.float32)
    found = acl.index_copy(self, 0, index, source)
    assert (found == source[[max(range(i, 100000, 7)) for i in range(7)]]).all()


def test_sums_of_halves_are_rounded_once() -> None:
    """In float16 2048 + 1 is 2048: one after the other would stay there."""
    found = acl.scatter_add(
        np.full(1, 2048, np.float16), 0, np.zeros(2048, np.int64), np.ones(2048, np.float16)
    )
    assert found.tolist() == [4096]


@pytest.mark.parametrize(
    ("name", "arguments", "text"),
    [
        ("gather", ([1.0, 2.0], 0, [0, -3, 1]), r"index\[1\] is -3; .* in \[-2, 2\)"),
        ("gather_v2", ([1.0, 2.0], 0, [[0, 1], [2, 7]]), r"index\[1, 0\] is 2; .* in \[0, 2\)"),
        ("take", ([1.0, 2.0], [-3]), r"index\[0\] is -3; .* in \[-2, 2\)"),
        ("embedding", ([[1.0], [2.0]], [1, 2]), r"index\[1\] is 2; .* in \[0, 2\)"),
        ("scatter_add", ([1.0], 0, [0, 1], [1.0, 2.0]), r"index\[1\] is 1; .* in \[0, 1\)"),
        ("index_add", ([1.0], 0, [-1], [1.0]), r"index\[0\] is -1; .* in \[0, 1\)"),
        ("gather_nd", ([[1.0, 2.0]], [[0, 1], [0, 2]]), r"indices\[1, 1\] is 2; .* in \[0, 2\)"),
    ],
)
def test_an_index_out_of_range(name: str, arguments: Any, text: str) -> None:
    given = [
        np.array(each, np.float32 if "." in str(each) else np.int64)
        if isinstance(each, list)
        else each
        for each in arguments
    ]
    with pytest.raises(acl.AclError, match=text) as caught:
        getattr(acl, name)(*given)
    assert caught.value.code == 507015


def test_a_source_that_is_self_is_read_as_it_was() -> None:
    with acl.Device(0) as device, device.stream() as stream:
        self = device.tensor(np.arange(5, dtype=np.int64))
        index = device.tensor(np.array([1, 2, 3, 4, 0]))
        with acl.plan("aclnnInplaceIndexCopy", self, 0, index, self) as plan:
            plan.run(stream)
            stream.synchronize()
        assert self.numpy().tolist() == [4, 0, 1, 2, 3]


def test_a_mean_is_refused_by_name() -> None:
    """CANN's reduce 5; numbers that have no meaning count as 0, as there."""
    zeros, ones = np.zeros(3, np.float32), np.ones(2, np.float32)
    index = np.array([0, 2])
    with pytest.raises(acl.AclError, match="reduce is 5, the mean") as caught:
        acl.scatter(zeros, 0, index, ones, reduce=5)
    assert caught.value.code == 207000
    assert acl.scatter(zeros, 0, index, ones, reduce=6).tolist() == [1, 0, 1]


EACH: Any = np.zeros(0, np.int64)


def indexed(self: NDArray[Any], indices: list[NDArray[Any]], shape: tuple[int, ...]) -> Any:
    """A result of so many places, which the shape of a mask does not say."""
    out = np.zeros(shape, self.dtype)
    acl.index(self, indices, out=out)
    return out


def test_masks_read_what_they_are_true_for() -> None:
    rng = np.random.default_rng(4)
    self = rows(60, 28).reshape(3, 20, 4, 7)
    chosen = rng.random((20, 4)) < 0.4
    count = int(chosen.sum())
    assert (indexed(self, [EACH, chosen], (3, count, 7)) == self[:, chosen]).all()
    assert (indexed(self[0], [chosen], (count, 7)) == self[0][chosen]).all()
    first = np.array([True, False, True])
    index = np.array([5, -1])
    expected = self[first, index]
    assert (indexed(self, [first, index], expected.shape) == expected).all()
    expected = self[first, :, np.array([3])]
    assert (indexed(self, [first, EACH, np.array([3])], expected.shape) == expected).all()


def test_a_mask_with_one_place_goes_with_all_others() -> None:
    self = rows(3, 20)
    one = np.array([False, True, False])
    index = np.arange(0, 20, 2)
    assert (indexed(self, [one, index], (10,)) == self[1, index]).all()


def test_many_masked_places_are_written() -> None:
    rng = np.random.default_rng(5)
    self = rows(700, 300)
    mask = rng.random(self.shape) < 0.3
    expected = self.copy()
    expected[mask] = 7
    values = np.full(1, 7, np.float32)
    acl.index_put_impl(self, [mask], values)
    assert (self == expected).all()


@pytest.mark.parametrize("count", [1, 3])
def test_a_mask_of_another_number_of_places(count: int) -> None:
    mask = np.array([True, False, True])
    with pytest.raises(
        acl.AclError, match=rf"indices\[0\] names 2 places, and {count} are"
    ) as caught:
        indexed(rows(3, 2), [mask], (count, 2))
    assert caught.value.code == 507015


def test_a_bad_index_of_a_list_is_named() -> None:
    with pytest.raises(acl.AclError, match=r"indices\[2\]\[1\] is -5; .* in \[-4, 4\)") as caught:
        acl.index(np.zeros((2, 3, 4)), [np.array([0]), EACH, np.array([3, -5])])
    assert caught.value.code == 507015


@pytest.mark.parametrize("count", [20, 100000])
def test_values_are_added_in_their_order(count: int) -> None:
    rng = np.random.default_rng(6)
    first, second = rng.integers(-3, 3, count), rng.integers(0, 4, count)
    values = rng.integers(-9, 9, (count, 5)).astype(np.float32)
    self = np.ones((3, 4, 5), np.float32)
    expected = self.copy()
    np.add.at(expected, (first, second), values)
    acl.index_put_impl(self, [first, second], values, accumulate=True)
    assert (self == expected).all()


def test_too_few_elements_for_a_mask() -> None:
    mask = np.array([True, False, True])
    with pytest.raises(acl.AclError, match="source has 1 elements; 2, one for each") as caught:
        acl.inplace_masked_scatter(np.zeros(3), mask, np.ones(1))
    assert caught.value.code == 507015


def test_many_masked_elements_in_their_order() -> None:
    rng = np.random.default_rng(7)
    self, mask = rows(700, 300), rng.random((700, 300)) < 0.4
    source = np.arange(self.size, dtype=np.float32)
    expected = self.copy()
    expected[mask] = source[: mask.sum()]
    acl.inplace_masked_scatter(self, mask, source)
    assert (self == expected).all()


def test_a_slot_that_ends_behind_its_row() -> None:
    """Three places from place 2 of four on."""
    data, updates = np.zeros((2, 4, 5), np.float32), np.ones((2, 3, 5), np.float32)
    with pytest.raises(acl.AclError, match=r"indices\[1\] is 2; .* in \[0, 2\)") as caught:
        acl.inplace_scatter_update(data, np.array([1, 2]), updates, axis=1)
    assert caught.value.code == 507015


def test_slots_of_one_row_that_overlap() -> None:
    """Each slot covers a part of the one before, whichever core writes which."""
    width, count = 4000, 60
    data = np.zeros((2, 5000), np.float32)
    pairs = np.stack([np.arange(count) % 2, np.arange(count) * 7], 1)
    updates = rows(count, width)
    expected = data.copy()
    for (batch, first), slot in zip(pairs, updates, strict=True):
        expected[batch, first : first + width] = slot
    acl.inplace_scatter_update(data, pairs, updates, axis=1)
    assert (data == expected).all()


@pytest.mark.parametrize("reduce", [3, 4])
def test_complex_numbers_have_no_order(reduce: int) -> None:
    zeros = np.zeros(3, np.complex64)
    with pytest.raises(acl.AclError, match="complex numbers have no largest") as caught:
        acl.scatter(zeros, 0, np.array([0]), zeros[:1], reduce=reduce)
    assert caught.value.code == 161002


@pytest.mark.parametrize(("dtype", "mode"), [(np.float32, 0), (np.float32, 1), (np.float64, 1)])
def test_sums_that_are_no_number_have_one_sign(dtype: Any, mode: int) -> None:
    """Infinity - infinity has another sign on x86_64 than on aarch64."""
    self, source = np.full((2, 8), np.inf, dtype), np.full((2, 8), -np.inf, dtype)
    found = acl.index_add_v2(self, 0, np.array([0, 0]), source, mode=mode)[0]
    assert np.isnan(found).all()
    assert not np.signbit(found).any()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("columns", [3, 31, 32, 500])
def test_sums_by_elements_have_one_nan(dtype: Any, columns: int) -> None:
    """No matter how many elements follow each other."""
    self, source = np.full((9, columns), np.inf, dtype), np.full((9, columns), -np.inf, dtype)
    index = np.tile(np.arange(columns), (9, 1))
    for found in (
        acl.scatter_add(self, 1, index, source),
        acl.index_add(self, 1, np.arange(columns), source),
    ):
        assert np.isnan(found).all()
        assert not np.signbit(found).any()


def test_modes_of_index_add_v2() -> None:
    """Mode 0 looks at no factor, and takes rows of matrices only."""
    self, source = np.zeros((3, 2), np.float32), np.ones((2, 2), np.float32)
    index = np.array([2, 2])
    assert acl.index_add_v2(self, 0, index, source, 3, mode=0)[2].tolist() == [2, 2]
    assert acl.index_add_v2(self, 0, index, source, 3, mode=1)[2].tolist() == [6, 6]
    with pytest.raises(acl.AclError, match="mode is 0") as caught:
        acl.index_add_v2(self, 1, np.array([0]), np.ones((3, 1), np.float32), mode=0)
    assert caught.value.code == 561103


@pytest.mark.parametrize("kind", ["float32", "int8", "float64"])
def test_rows_that_a_mask_chooses_are_written(kind: str) -> None:
    """Values as they are, of one row for all, of one number a row, and of one number."""
    rng = np.random.default_rng(8)
    self = rng.integers(0, 99, (40, 30, 3, 2)).astype(kind)
    mask = rng.random((40, 30)) < 0.4
    count = int(mask.sum())
    for shape in ((count, 3, 2), (3, 2), (count, 1, 2), (1,), (count, 3, 1)):
        values = rng.integers(0, 99, shape).astype(kind)
        expected, found = self.copy(), self.copy()
        expected[mask] = values
        acl.index_put_impl(found, [mask], values)
        assert (found == expected).all()


def test_values_of_a_mask_are_as_many_as_it_names() -> None:
    self, mask = rows(3, 2), np.array([[True, False], [False, True], [True, False]])
    for chosen, shape in ((mask, (2,)), (mask[:, 0], (3, 2))):
        with pytest.raises(acl.AclError, match=r"indices\[0\] names . places, and") as caught:
            acl.index_put_impl(self, [chosen], np.ones(shape, np.float32))
        assert caught.value.code == 507015


@pytest.mark.parametrize("chance", [0.02, 0.6, 1.0])
def test_masks_over_views(chance: float) -> None:
    """Nothing behind the last element is written, whichever core writes what lies before it."""
    rng = np.random.default_rng(9)
    mask = (rng.random((300, 600)) < chance).T
    self = rng.integers(0, 99, (300, 600)).astype(np.int16).T
    with acl.Device(0) as device, device.stream() as stream:
        ours, chosen = device.tensor(self.T).view((600, 300), (1, 600)), device.tensor(mask)
        values = device.tensor(np.arange(2 * mask.sum(), dtype=np.int16)).view((mask.sum(),), (2,))
        with acl.plan("aclnnIndexPutImpl", ours, [chosen], values) as plan:
            plan.run(stream)
            stream.synchronize()
        found = ours.numpy()
    expected = self.copy()
    expected[mask] = np.arange(mask.sum(), dtype=np.int16) * 2
    assert (found == expected).all()
    assert (acl.masked_select(self, mask) == self[mask]).all()
    assert (acl.nonzero(mask) == np.argwhere(mask)).all()


@pytest.mark.parametrize("kind", ["float32", "float64", "int16"])
def test_large_results_go_past_the_caches(kind: str) -> None:
    """Elements, and rows that begin beside a cache line."""
    rng = np.random.default_rng(10)
    self = rows(1100, 1001).astype(kind)
    index = rng.integers(0, 1001, self.shape)
    assert (acl.gather(self, 1, index) == np.take_along_axis(self, index, 1)).all()
    index = rng.integers(0, 1100, 2300)
    assert (acl.index_select(self, 0, index) == self[index]).all()


@pytest.mark.parametrize(("count", "width", "each"), [(500, 301, 200), (1050, 1001, 40)])
def test_rows_are_copied_and_then_changed(count: int, width: int, each: int) -> None:
    """Small ones where they come to lie, large ones before they go past the caches."""
    rng = np.random.default_rng(11)
    self, source = rows(count, width), rows(count, each)
    index = rng.integers(0, width, source.shape)
    expected = self.copy()
    for row in range(count):
        np.add.at(expected[row], index[row], source[row])
    assert (acl.scatter_add(self, 1, index, source) == expected).all()


# --- Long lines of elements, whose indices are tested together -----------------------------------


@pytest.mark.parametrize("dim", [0, 1])
@pytest.mark.parametrize("kind", ["int8", "int16", "int32", "int64", "float32", "float64"])
@pytest.mark.parametrize("index_kind", ["int32", "int64"])
def test_long_lines_of_elements(kind: str, index_kind: str, dim: int) -> None:
    """More than are taken at a time, and a rest; of several indices the last stays."""
    rng = np.random.default_rng(12)
    shape = (60, 2100) if dim else (2100, 60)
    self, source = (rng.integers(-99, 99, shape).astype(kind) for _ in range(2))
    index = rng.integers(0, shape[dim], shape).astype(index_kind)
    across = np.arange(60).reshape((60, 1) if dim else (1, 60))
    places = (across, index) if dim else (index, across)
    assert (acl.gather(self, dim, index) == self[places]).all()
    expected = self.copy()
    np.add.at(expected, places, source)
    assert (acl.scatter_add(self, dim, index, source) == expected).all()
    expected = self.copy()
    for i in range(2100):
        if dim:
            expected[across[:, 0], index[:, i]] = source[:, i]
        else:
            expected[index[i], across[0]] = source[i]
    assert (acl.scatter(self, dim, index, source) == expected).all()


@pytest.mark.parametrize("kind", ["int32", "int64"])
def test_long_lines_from_the_end(kind: str) -> None:
    self = np.arange(3000, dtype=np.float32)
    index = np.random.default_rng(13).integers(-3000, 3000, 2500).astype(kind)
    assert (acl.take(self, index) == self[index]).all()


@pytest.mark.parametrize("bad", [-1, 3000, 1 << 31, 1 << 32, -(1 << 63), (1 << 63) - 1])
@pytest.mark.parametrize("name", ["aclnnGather", "aclnnScatterAdd"])
def test_a_long_line_with_an_index_out_of_range(name: str, bad: int) -> None:
    """It is named, and all others are read and added."""
    self = np.arange(3000, dtype=np.float32)
    index = np.arange(3000)[::-1].copy()
    index[1700] = bad
    if name == "aclnnGather":
        limits = r"\[-3000, 3000\)"
        index[1700] = bad - 3000 if bad == -1 else bad
        expected = np.where(index == index[1700], 7, self[::-1])
    else:
        limits = r"\[0, 3000\)"
        expected = np.where(self == 2999 - 1700, self, self + self[::-1])
    with acl.Device(0) as device, device.stream() as stream:
        given, places = device.tensor(self), device.tensor(index)
        out = device.tensor(np.full(3000, 7, np.float32))
        arguments = [given, 0, places, *([given] if name == "aclnnScatterAdd" else []), out]
        with acl.plan(name, *arguments) as plan:
            plan.run(stream)
            text = rf"index\[1700\] is {index[1700]}; .* in {limits}"
            with pytest.raises(acl.AclError, match=text):
                stream.synchronize()
        assert (out.numpy() == expected).all()


# --- Sums of many rows, which are sorted before --------------------------------------------------


def many_rows(kind: str) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """What is added to, the places, and rows for them of more than 4 MiB."""
    rng = np.random.default_rng(8)
    width = 64 // np.dtype(kind).itemsize + 3
    count = (4 << 20) // (width * np.dtype(kind).itemsize) + 1
    self, source = (rng.normal(0, 100, (size, width)).astype(kind) for size in (3000, count))
    return self, rng.integers(0, 3000, count), source


@pytest.mark.parametrize("kind", ["float32", "float64", "int8", "int32"])
def test_many_rows_are_added_one_after_the_other(kind: str) -> None:
    """Bit for bit: NumPy adds in the order of the indices, and rounds after each."""
    self, index, source = many_rows(kind)
    expected = self.copy()
    np.add.at(expected, index, source)
    assert (acl.index_add(self, 0, index, source) == expected).all()
    from_end = np.where(index % 2 == 0, index - 3000, index)
    acl.index_put_impl(self, [from_end], source, accumulate=True)
    assert (self == expected).all()


@pytest.mark.parametrize("width", [16, 64, 100, 1100])
@pytest.mark.parametrize("is_skewed", [False, True])
def test_places_without_rows_stay(width: int, is_skewed: bool) -> None:
    """Rows of one vector, four or any; bit for bit, with one place that has most of them or not."""
    rng = np.random.default_rng(9)
    count = (4 << 20) // (width * 4) + 1
    places = 2 * count
    self, source = (rng.normal(0, 100, (n, width)).astype(np.float32) for n in (places, count))
    index = rng.integers(0, places // 2, count) * 2
    if is_skewed:
        index[count // 9 :] = 6
    self[1::2].view(np.uint32)[:] = 0xFFA00001
    self[3::4] = -0.0
    expected = self.copy()
    np.add.at(expected, index, source)
    found = acl.index_add(self, 0, index, source)
    assert (found.view(np.uint32) == expected.view(np.uint32)).all()


def test_many_rows_and_one_without_a_place() -> None:
    """The others are added all the same."""
    self, index, source = many_rows("float32")
    index[7777], index[9999] = 3000, -3001
    expected = self.copy()
    good = (index >= 0) & (index < 3000)
    np.add.at(expected, index[good], source[good])
    with pytest.raises(acl.AclError, match=r"\[7777\] is 3000; .* in \[-3000, 3000\)"):
        acl.index_put_impl(self, [index], source, accumulate=True)
    with acl.Device(0) as device, device.stream() as stream:
        given = [device.tensor(each) for each in (many_rows("float32")[0], index, source)]
        out = device.empty(self.shape, "float32")
        with acl.plan("aclnnIndexAdd", given[0], 0, *given[1:], 1, out) as plan:
            plan.run(stream)
            with pytest.raises(acl.AclError, match=r"index\[7777\] is 3000; .* in \[0, 3000\)"):
                stream.synchronize()
        assert (out.numpy() == expected).all()


# --- Slots of lists ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("indice", "text"),
    [
        ([0, 3], r"indice\[1\] is 3; .* in \[0, 3\)"),
        ([[0, 2], [-1, 2]], r"indice\[1, 0\] is -1; .* in \[0, 3\)"),
        ([[0, 1], [4, 1]], r"indice\[1, 0\] is 4; .* in \[0, 4\)"),
        ([[0, 2], [0, 3]], r"indice\[1, 1\] is 3; .* in \[0, 3\)"),
    ],
)
def test_a_slot_outside_a_member(indice: Any, text: str) -> None:
    """Slots of two of four places."""
    members = [np.zeros((4, 5), np.float32) for _ in range(2)]
    with pytest.raises(acl.AclError, match=text) as caught:
        acl.scatter_list(members, np.array(indice), np.ones((2, 2, 5), np.float32))
    assert caught.value.code == 507015


def test_a_member_without_a_mask_of_1_stays() -> None:
    members = [np.zeros((4, 5), np.float16) for _ in range(3)]
    mask = np.array([1, 0, 1], np.uint8)
    acl.scatter_list(members, np.array([0, 99, 3]), np.ones((3, 1, 5), np.float16), mask)
    assert [member.sum(axis=1).tolist() for member in members] == [
        [5, 0, 0, 0],
        [0, 0, 0, 0],
        [0, 0, 0, 5],
    ]


@pytest.mark.parametrize(
    ("shapes", "axis", "index", "reduce", "code"),
    [
        (((4, 5), (4, 5), (2, 2, 5)), -2, (2,), "update", 0),
        (((4, 5), (4, 5), (2, 2, 5)), -2, (2,), "add", 161002),
        (((4, 5), (4, 6), (2, 2, 5)), -2, (2,), "update", 561002),
        (((4, 5), (4, 5), (3, 2, 5)), -2, (3,), "update", 561002),
        (((4, 5), (4, 5), (2, 5, 5)), -2, (2,), "update", 561002),
        (((4, 5), (4, 5), (2, 2, 5)), -1, (2,), "update", 561002),
        (((4, 5), (4, 5), (2, 2, 5)), -3, (2,), "update", 561002),
        (((4, 5), (4, 5), (2, 2, 5)), -2, (2, 3), "update", 561002),
        (((4, 5), (4, 5), (2, 2, 5)), -2, (1,), "update", 561002),
    ],
)
def test_what_a_list_of_slots_may_be(
    shapes: Any, axis: int, index: Any, reduce: str, code: int
) -> None:
    first, second, updates = (np.zeros(shape, np.float32) for shape in shapes)
    found = 0
    try:
        acl.scatter_list(
            [first, second], np.zeros(index, np.int64), updates, None, reduce, axis=axis
        )
    except acl.AclError as error:
        found = error.code
    assert found == code
