# SPDX-License-Identifier: Apache-2.0
"""Every sum kernel, bit for bit against sums that NumPy makes in row order."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from embedding_dense_grad_case import DTYPES, SUMS, Case, bits, sum_kernel

from aclnn_py.kernels import launcher
from aclnn_py.kernels.embedding_dense_grad.family import ACCUMULATOR_BYTES, family

pytestmark = pytest.mark.slow  # Numba compiles each kernel for the launcher

Array = np.ndarray[Any, Any]
FLOATS = ("float32", "float16", "bfloat16")
SIGNED = ("int8", "int16", "int32", "int64")
SAME = tuple((name, name) for name in ("float64", *SIGNED))
ONE_PASS = tuple((name, name) for name in FLOATS)
KERNELS = (*itertools.product(FLOATS, FLOATS), *SAME)
UNSIGNED = tuple((name, name) for name in ("uint8", "uint16", "uint32", "uint64"))

# Around one vector and four of them, for sums of 4 bytes; 32 and 128 are that in each of two parts.
COLUMNS = (1, 15, 16, 17, 32, 63, 64, 65, 128, 130, 1027)
# Rows of each weight, around what is taken at once.
COUNTS = (0, 1, 7, 8, 9, 17, 0, 1)
WEIGHTS = len(COUNTS)
# 0.1 is no float32, and its products are rounded. The last one is 1 modulo 2^8, 2^16 and 2^32.
FLOAT_ALPHAS = (1, -0.5, 0, 3, 0.1)
INTEGER_ALPHAS = (1, -3, 0, 3, 2**40 + 1)

LAYOUTS = ("dense", "gaps", "strided", "backward", "columns first")


def identity(types: tuple[str, str]) -> str:
    return "_".join(types)


kernels = pytest.mark.parametrize("types", KERNELS, ids=identity)


def is_integer(name: str) -> bool:
    return DTYPES[name].kind in "iu"


def alphas(name: str) -> tuple[float, ...]:
    return INTEGER_ALPHAS if is_integer(name) else FLOAT_ALPHAS


def numbers(random: np.random.Generator, shape: tuple[int, ...], name: str) -> Array:
    """Values whose sums depend on the order, or wrap."""
    dtype = DTYPES[name]
    if is_integer(name):
        info = np.iinfo(dtype)
        return random.integers(info.min, info.max, shape, endpoint=True, dtype=dtype)
    values: Array = random.standard_normal(shape) * random.choice([1e-3, 1.0, 30.0, 300.0], shape)
    values[:, ::2] *= 1e-3
    return values.astype(dtype)


def cancel(random: np.random.Generator, rows: Array) -> None:
    """Puts a large number and its opposite among the rows of one weight.

    In between float32 loses what is left in the end, so that the order of additions shows even
    when the sum is rounded to a half.
    """
    large = np.clip(random.standard_normal(rows.shape[1]) * 2.0**14, -60000, 60000)
    rows[0] = large.astype(rows.dtype)
    rows[-2] = -rows[0]


def layout(name: str, columns: int, dtype: np.dtype[Any]) -> Array:
    """A view for out, of memory that is 0."""
    if name == "dense":
        return np.zeros((WEIGHTS, columns), dtype)
    if name == "gaps":
        return np.zeros((WEIGHTS + 1, columns + 3), dtype)[1:, 2 : columns + 2]
    if name == "strided":
        return np.zeros((WEIGHTS, 2 * columns + 1), dtype)[:, 1::2]
    if name == "backward":
        return np.zeros((2 * WEIGHTS, columns + 1), dtype)[::-2, columns:0:-1]
    return np.zeros((columns, WEIGHTS + 1), dtype)[:, :WEIGHTS].T


class Numbers:
    """What the cases of one kernel and one number of columns have in common."""

    def __init__(self, types: tuple[str, str], columns: int) -> None:
        random = np.random.default_rng([COLUMNS.index(columns), len(types[0]), len(types[1])])
        self.types, self.columns = types, columns
        self.indices = random.permutation(np.repeat(np.arange(WEIGHTS), COUNTS))
        self.grad = numbers(random, (self.indices.size, columns), types[0])
        if not is_integer(types[0]):
            for weight in np.flatnonzero(np.array(COUNTS) > 2):
                where = np.flatnonzero(self.indices == weight)
                rows = self.grad[where]
                cancel(random, rows)
                self.grad[where] = rows
        self.before = numbers(random, (WEIGHTS, columns), types[1])
        # Rows that no row is added to may hold anything: each NaN, and -0.
        memory = self.before.view(np.uint8)
        for weight in np.flatnonzero(np.array(COUNTS) == 0):
            memory[weight] = random.integers(0, 256, memory.shape[1])
            memory[weight, 1 :: self.before.itemsize] |= 0x7F
        self.memory = random.integers(1, 256, 1 << 18, np.uint8)

    def view(self, name: str) -> Array:
        """A view with `before`, and other numbers around it."""
        out = layout(name, self.columns, DTYPES[self.types[1]])
        base = out if out.base is None else out.base
        assert base.size == (base.shape[0] * base.shape[1])
        raw = base.reshape(-1).view(np.uint8)
        raw[:] = np.resize(self.memory, raw.size)
        out[...] = self.before
        return out

    def sparse(self) -> Array:
        """The same rows of grad with columns that are not side by side."""
        rows = self.grad.shape[0]
        wide = np.zeros((rows, 2 * self.columns), self.grad.dtype)
        wide[:, ::2] = self.grad
        return wide[:, ::2]

    def case(self, out: Array, grad: Array | None = None, **options: Any) -> Case:
        """The blocks run one after the other: on a busy machine threads take much longer."""
        grad = self.grad if grad is None else grad
        return Case(grad, self.indices, WEIGHTS, out, launch=launcher.run_serial, **options)


def check(case: Case, out: Array, expected: Array, hint: Any) -> None:
    """All of the memory behind out: the sums, and what is between them."""
    case.run()
    written, memory = bits(case.written(out)), bits(case.expected_memory(out, expected))
    if not np.array_equal(written, memory):
        np.testing.assert_array_equal(bits(case.out), expected, f"{hint}")
        np.testing.assert_array_equal(written, memory, f"{hint}")


def can_stream(types: tuple[str, str], columns: int, parts: int) -> bool:
    """What is streamed is a multiple of two bytes; each part of a row is."""
    return DTYPES[types[1]].itemsize > 1 or columns % (2 * parts) == 0


def ways(types: tuple[str, str], columns: int, accumulate: bool) -> list[dict[str, Any]]:
    """One case or more of each kind of split, of addresses and of writing."""
    found: list[dict[str, Any]] = [
        {"layout": "dense", "sum_blocks": 1},
        {"layout": "dense", "sum_blocks": 5, "wide": True},
        {"layout": "dense", "sum_blocks": 4, "column_blocks": 2},
        {"layout": "gaps", "sum_blocks": 3, "bucket_shift": 0},
        {"layout": "gaps", "sum_blocks": 2, "column_blocks": 2, "wide": True},
        {"layout": "strided", "sum_blocks": 2},
        {"layout": "backward", "sum_blocks": 6, "column_blocks": 2},
        {"layout": "columns first", "sum_blocks": 16},
        {"layout": "dense", "sum_blocks": 2, "sparse": True},
        {"layout": "strided", "sum_blocks": 7, "column_blocks": 2, "sparse": True},
    ]
    if types in ONE_PASS:
        for blocks, name in enumerate(LAYOUTS, 1):
            found.append({"layout": name, "sum_blocks": blocks, "one_pass": True})
    if not accumulate:
        streams: list[dict[str, Any]] = [
            {"layout": "dense", "sum_blocks": 1},
            {"layout": "dense", "sum_blocks": 3, "wide": True},
            {"layout": "dense", "sum_blocks": 4, "column_blocks": 2},
            {"layout": "gaps", "sum_blocks": 3},
        ]
        for way in streams:
            # A row with gaps begins at any address.
            fits = can_stream(types, columns, way.get("column_blocks", 1))
            if fits and (way["layout"] == "dense" or DTYPES[types[1]].itemsize > 1):
                found.append({**way, "stream": True})
    return found


@kernels
@pytest.mark.parametrize("columns", COLUMNS)
def test_sums_in_row_order(types: tuple[str, str], columns: int) -> None:
    shared = Numbers(types, columns)
    views = {name: shared.view(name) for name in LAYOUTS}
    sparse = shared.sparse()
    for alpha, accumulate in itertools.product(alphas(types[0]), (False, True)):
        how: dict[str, Any] = {"alpha": alpha, "accumulate": accumulate}
        expected = shared.case(views["dense"], **how).expected_bits()
        for way in ways(types, columns, accumulate):
            options = {**how, **way}
            out = views[options.pop("layout")]
            grad = sparse if options.pop("sparse", False) else None
            check(shared.case(out, grad, **options), out, expected, {**how, **way})


@pytest.mark.parametrize("types", [types for types in KERNELS if not is_integer(types[0])])
@pytest.mark.parametrize("columns", [1, 16, 32, 64, 65, 128, 130, 1027])
def test_scaled_by_frequency(types: tuple[str, str], columns: int) -> None:
    shared = Numbers(types, columns)
    out = shared.view("dense")
    for alpha in (1, 0.1):
        how: dict[str, Any] = {"alpha": alpha, "scale": True}
        expected = shared.case(out, **how).expected_bits()
        for sums, parts, stream in ((1, 1, False), (4, 2, False), (3, 1, True)):
            way: dict[str, Any] = {**how, "sum_blocks": sums, "column_blocks": parts}
            check(shared.case(out, stream=stream, **way), out, expected, way)
            if types in ONE_PASS:
                check(shared.case(out, one_pass=True, **way), out, expected, way)


@pytest.mark.parametrize("types", UNSIGNED, ids=identity)
@pytest.mark.parametrize("columns", [15, 64, 130])
def test_unsigned_integers(types: tuple[str, str], columns: int) -> None:
    shared = Numbers(types, columns)
    out = shared.view("gaps")
    for alpha, accumulate in itertools.product(INTEGER_ALPHAS, (False, True)):
        how: dict[str, Any] = {"alpha": alpha, "accumulate": accumulate}
        check(shared.case(out, **how), out, shared.case(out, **how).expected_bits(), how)


@pytest.mark.parametrize("alpha", [2**63 - 1, -(2**63), 2**32 + 7, -1])
def test_integers_take_all_bits_of_alpha(alpha: int) -> None:
    for name, columns in itertools.product(SIGNED, (15, 64)):
        shared = Numbers((name, name), columns)
        out = shared.view("dense")
        case = shared.case(out, alpha=alpha)
        # By Python's integers, which have no width.
        exact = np.zeros((WEIGHTS, columns), object)
        for row, weight in enumerate(shared.indices.tolist()):
            exact[weight] += shared.grad[row].astype(object) * alpha
        size = 8 * DTYPES[name].itemsize
        unsigned = [[value % 2**size for value in row] for row in exact.tolist()]
        assert bits(case.run()).tolist() == unsigned


@pytest.mark.parametrize("alpha", [0.1, 1 / 3, 2.0**-140, 1e30, float("inf"), float("nan"), -0.0])
def test_float32_sums_take_alpha_rounded(alpha: float) -> None:
    """For halves too: nothing is multiplied as a float64."""
    for name, columns in itertools.product(FLOATS, (16, 17, 64)):
        shared = Numbers((name, name), columns)
        for layout_name in ("dense", "strided"):
            out = shared.view(layout_name)
            case = shared.case(out, alpha=alpha)
            check(case, out, case.expected_bits(), (name, columns, layout_name))


@pytest.mark.parametrize("columns", [5, 16, 64, 70])
@pytest.mark.parametrize("grad_type", [*FLOATS, "float64"])
def test_numbers_that_are_not_ordinary(grad_type: str, columns: int) -> None:
    """NaN, infinities and zeros of either sign, in each path and at each place."""
    special = [np.nan, -np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.0, 6e-8, 6e4]
    random = np.random.default_rng(30)
    grad = random.choice(special, (40, columns)).astype(DTYPES[grad_type])
    grad[:4] = -0.0
    indices = np.concatenate([np.array([0, 1, 1, 2]), random.integers(3, 12, 36)])
    before = random.choice(special, (13, columns)).astype(DTYPES[grad_type])
    before[:3] = -0.0
    for alpha, accumulate, scale in (
        (1, False, False), (1, False, True), (1, True, False), (-1, False, False), (0, True, False),
        (-0.5, True, False),
    ):  # fmt: skip
        for sums, parts, one_pass in ((1, 1, False), (4, 2, False), (2, 1, True)):
            if one_pass and grad_type not in FLOATS:
                continue
            case = Case(
                grad, indices, 13, before, alpha=alpha, accumulate=accumulate, scale=scale,
                sum_blocks=sums, column_blocks=parts, one_pass=one_pass,
            )  # fmt: skip
            got, expected = bits(case.run()), case.expected_bits()
            if grad_type == "float64":  # any NaN
                both = np.isnan(case.out) & np.isnan(expected.view(np.float64))
                expected = np.where(both, got, expected)
            np.testing.assert_array_equal(got, expected, f"{alpha} {accumulate} {scale}")


@kernels
def test_nothing_outside_is_touched(types: tuple[str, str]) -> None:
    """Up to the last byte before a page that may not be touched, whatever the alignment."""
    for columns, page in itertools.product((15, 16, 32, 64, 65, 128), ("before", "after")):
        shared = Numbers(types, columns)
        out = shared.view("dense")
        ways: list[dict[str, Any]] = [
            {"accumulate": False},
            {"accumulate": True, "alpha": 3},
            {"accumulate": False, "wide": True, "sum_blocks": 4, "column_blocks": 2},
        ]
        if can_stream(types, columns, 1):
            ways.append({"stream": True, "sum_blocks": 2})
        if types in ONE_PASS:
            ways.append({"one_pass": True, "accumulate": True, "sum_blocks": 1})
            ways.append({"one_pass": True, "scale": True, "sum_blocks": 3})
        for way in ways:
            case = shared.case(out, page=page, **way)
            np.testing.assert_array_equal(bits(case.run()), case.expected_bits(), f"{way}")


@kernels
def test_accumulation_of_nothing(types: tuple[str, str]) -> None:
    """Neither no rows, nor only padding, changes a bit of out."""
    for columns in (16, 64, 65):
        shared = Numbers(types, columns)
        out = shared.view("gaps")
        before = bits(np.array(out))
        padding = Case(
            shared.grad[:5], np.full(5, 3), WEIGHTS, out, padding=3, accumulate=True, sum_blocks=3
        )
        np.testing.assert_array_equal(bits(padding.run()), before)
        if types in ONE_PASS:
            padding.list_rows()
            padding.add_in_one_pass()
            np.testing.assert_array_equal(bits(padding.run()), before)
        empty = Case(shared.grad[:0], shared.indices[:0], WEIGHTS, out, accumulate=True)
        np.testing.assert_array_equal(bits(empty.run()), before)
        empty.launch(sum_kernel(*types), empty.sum_blocks, without_rows=True)
        empty.guarded.check()
        np.testing.assert_array_equal(bits(empty.out), before)


@kernels
def test_accumulation_twice(types: tuple[str, str]) -> None:
    """The second sum begins with the rounded first one."""
    for columns in (16, 65):
        shared = Numbers(types, columns)
        first = shared.case(shared.view("dense"), accumulate=True)
        first.run()
        second = shared.case(np.array(first.out), accumulate=True, alpha=3)
        first.tiling[family.tiling_offset("alpha")] = second.alpha_field()
        first.sum()
        np.testing.assert_array_equal(bits(first.out), second.expected_bits())


@pytest.mark.parametrize("types", ONE_PASS, ids=identity)
@pytest.mark.parametrize("columns", [1, 16, 65, 130])
def test_two_tables_in_one_pass(types: tuple[str, str], columns: int) -> None:
    """Each with indices, a number of weights, alpha and a beginning of its own."""
    shared = Numbers(types, columns)
    random = np.random.default_rng([40, columns])
    rows = shared.indices.size
    for blocks, (first_adds, second_adds) in enumerate(itertools.product((False, True), repeat=2)):
        first = shared.case(
            shared.view("gaps"), alpha=3, accumulate=first_adds, sum_blocks=blocks + 1
        )
        # The last weights have no rows.
        before = numbers(random, (25, columns), types[1])
        indices = random.integers(0, 20, rows, np.int16)
        second = Case(
            shared.grad, indices, 25, before, alpha=-0.5, accumulate=second_adds,
            sum_blocks=blocks + 1,
        )  # fmt: skip
        first.list_rows()
        second.list_rows()
        first.other_tiling = second.tiling
        first.other_arguments = np.array(second.addresses(), np.int64)
        first.add_in_one_pass()
        for case in (first, second):
            case.guarded.check()
            np.testing.assert_array_equal(bits(case.out), case.expected_bits(), f"{blocks}")


@pytest.mark.parametrize("types", ONE_PASS, ids=identity)
def test_one_pass_over_scratch_that_is_overwritten(types: tuple[str, str]) -> None:
    """Whatever the list of weights holds, nothing outside is touched."""
    shared = Numbers(types, 65)
    case = shared.case(shared.view("dense"), one_pass=True, page="after")
    for garbage in (-1, -(2**31), 2**31 - 1, WEIGHTS, WEIGHTS + 1):
        case.row_weights[:] = garbage
        case.add_in_one_pass()
        case.guarded.check()
        assert not case.out.any()


@pytest.mark.parametrize("rows", [1, 8, 15, 16, 17, 1000])
@pytest.mark.parametrize("columns", [16, 64, 200, ACCUMULATOR_BYTES // 4 + 70])
@pytest.mark.parametrize("grad_type", ["float32", "float16", "float64", "int64"])
def test_all_rows_of_one_weight(grad_type: str, columns: int, rows: int) -> None:
    """Sums are kept in scratch between groups of rows, and between parts of wide ones."""
    random = np.random.default_rng(31)
    grad = numbers(random, (rows, columns), grad_type)
    out = numbers(random, (3, columns), grad_type)
    for accumulate, (sums, parts) in itertools.product((False, True), ((1, 1), (4, 2), (9, 3))):
        case = Case(
            grad, np.ones(rows, np.int32), 3, out, alpha=3, accumulate=accumulate,
            sum_blocks=sums, column_blocks=parts, launch=launcher.run_serial,
        )  # fmt: skip
        np.testing.assert_array_equal(bits(case.run()), case.expected_bits())


@pytest.mark.parametrize("columns", [16, 64])
@pytest.mark.parametrize("name", FLOATS)
def test_narrow_rows_are_streamed_in_groups(name: str, columns: int) -> None:
    """More weights than are staged at a time, at every address."""
    random = np.random.default_rng(32)
    weights = 300
    indices = random.integers(0, weights, 700)
    grad = numbers(random, (700, columns), name)
    for offset, sums in itertools.product((0, 1, 7, 16), (1, 4)):
        memory = np.ones(offset + weights * columns + 40, DTYPES[name])
        out = memory[offset : offset + weights * columns].reshape(weights, columns)
        case = Case(
            grad, indices, weights, out, stream=True, sum_blocks=sums, bucket_shift=4, alpha=0.1
        )
        check(case, out, case.expected_bits(), (offset, sums))


def test_sums_are_what_the_tests_take_them_for() -> None:
    """No kernel is left out above."""
    found = {name for name in family_kernels() if name.startswith("sum_")}
    assert found == {sum_kernel(grad, out) for grad, out in KERNELS}
    one_pass = {name for name in family_kernels() if name.startswith("one_pass_")}
    assert one_pass == {f"one_pass_{name}" for name, _ in ONE_PASS}
    assert set(SUMS) == {"float16", "bfloat16"}


def family_kernels() -> list[str]:
    from aclnn_py.kernels.dialect import registry

    prefix = f"{family.name}_"
    return [name.removeprefix(prefix) for name, k in registry.items() if k.family is family]
