# SPDX-License-Identifier: Apache-2.0
"""Programs over arrays of any layout, against NumPy."""

from __future__ import annotations

import ctypes
import mmap
from itertools import product
from typing import Any

import numpy as np
import pytest
from vector_unit import Box, Program, dtype, library, same_bits

HALVES = ("float16", "bfloat16")
STORED = ("float32", "float16", "bfloat16", "float64", "int8", "int32", "bool", "complex128")


def make(random: np.random.Generator, shape: tuple[int, ...], name: str) -> Any:
    return np.asarray(random.standard_normal(shape) * 10).astype(dtype(name))


def adding(name: str, inputs: int = 2) -> Program:
    program = Program()
    total = program.input(name)
    for _ in range(inputs - 1):
        total = program.apply("add", total, program.input(name))
    program.output(total, name)
    assert program.finish()
    return program


def layouts(random: np.random.Generator, shape: tuple[int, ...], name: str) -> list[Any]:
    """Arrays of one shape that lie in memory in different ways."""
    found = [make(random, shape, name), np.asfortranarray(make(random, shape, name))]
    if not shape:
        return found
    wide = make(random, (*shape[:-1], shape[-1] * 2 + 1), name)
    found.append(wide[..., 1::2])
    found.append(make(random, shape, name)[tuple(slice(None, None, -1) for _ in shape)])
    tall = make(random, (shape[0] * 3, *shape[1:]), name)
    found.append(tall[::-3])
    order = random.permutation(len(shape))
    mixed = make(random, tuple(shape[i] for i in order), name)
    found.append(mixed.transpose(np.argsort(order)))
    for axis in range(len(shape)):
        one = make(random, (*shape[:axis], 1, *shape[axis + 1 :]), name)
        found.append(np.broadcast_to(one, shape))
    found.append(np.broadcast_to(make(random, (), name), shape))
    return found


@pytest.mark.parametrize("name", STORED)
@pytest.mark.parametrize(
    "shape",
    [(), (1,), (6,), (0,), (5, 0, 3), (9000,), (33, 70), (3, 5, 7, 2), (2, 1, 9, 1, 40), (70, 130)],
)
def test_layouts(name: str, shape: tuple[int, ...]) -> None:
    random = np.random.default_rng(len(shape))
    program = adding(name)
    inputs = layouts(random, shape, name)
    outputs = [each for each in layouts(random, shape, name) if each.flags.writeable]
    for number, left in enumerate(inputs):
        right = inputs[number * 7 % len(inputs)]
        expected = np.asarray(left + right, dtype(name))
        out = outputs[number % len(outputs)]
        program.run(left, right, out)
        assert same_bits(out, expected), number


@pytest.mark.parametrize(
    ("operation", "name"),
    [
        *product(("add", "sub", "mul", "div"), ("float32", "float16", "bfloat16", "float64")),
        *product(("add", "sub", "mul"), ("int32",)),
    ],
)
def test_rows_with_a_number_or_a_row_for_each(operation: str, name: str) -> None:
    """All but the shortest are computed where they lie."""
    random = np.random.default_rng(5)
    program = Program()
    left, right = program.input(name), program.input(name)
    program.output(program.apply(operation, left, right), name)
    assert program.finish()
    function = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide}[operation]
    for shape in ((900, 31), (900, 33), (700, 63), (3, 4, 1000), (200, 700)):
        wide = make(random, (*shape[:-1], shape[-1] + 3), name)[..., 1:-2]
        column, row = (*shape[:-1], 1), shape[-1:]
        for one, other in (
            (wide, make(random, column, name)),
            (make(random, column, name), wide),
            (wide, make(random, row, name)),
            (wide, make(random, (), name)),
            (wide, make(random, shape, name)),
        ):
            both = [np.broadcast_to(each, shape) for each in (one, other)]
            exact = [each.astype(np.float32 if name in HALVES else name) for each in both]
            out = make(random, (*shape[:-1], shape[-1] + 9), name)[..., 4:-5]
            with np.errstate(all="ignore"):
                expected = function(*exact).astype(dtype(name))
            program.run(*both, out)
            assert same_bits(out, expected), (shape, other.shape)


def test_what_lies_between_is_untouched() -> None:
    random = np.random.default_rng(1)
    for shape, where in (
        ((300, 900), np.s_[::2, 1::3]),
        ((200, 300), np.s_[5:150, 7:200]),
        ((40, 64, 9), np.s_[:, ::2, 1:5]),
    ):
        memory = make(random, shape, "float32")
        before = memory.copy()
        inside = np.zeros(shape, bool)
        inside[where] = True
        x = make(random, memory[where].shape, "float32")
        adding("float32").run(x, memory[where].copy(), memory[where])
        assert same_bits(memory[~inside], before[~inside])
        assert same_bits(memory[where], x + before[where])


@pytest.mark.parametrize("width", [1, 2, 4, 8, 16])
def test_boxes(width: int) -> None:
    """Every way through memory, by width, against NumPy's strides."""
    random = np.random.default_rng(width)
    word = np.dtype(f"V{width}")
    memory = random.integers(0, 256, 500_000, np.uint8)
    for rows in (1, 3, 9, 64):
        for columns in (1, 2, 15, 16, 67):
            for row_step, column_step in (
                (columns, 1), (columns + 3, 1), (1, rows), (1, rows + 5), (0, 1), (1, 0), (0, 0),
                (2 * columns, 2), (-columns, 1), (columns, -1), (-1, rows), (3, 3 * rows),
            ):  # fmt: skip
                steps = (row_step * width, column_step * width)
                start = 240_000
                view = np.lib.stride_tricks.as_strided(
                    memory[start:].view(np.uint8)[:width].view(word), (rows, columns), steps
                )
                box = Box(rows, columns, *steps, goes_on=rows == 9)
                strip = np.zeros((rows, columns), word)
                address = ctypes.c_void_p(memory.ctypes.data + start)
                target = ctypes.c_void_p(strip.ctypes.data)
                library().test_gather(width, target, address, ctypes.byref(box))
                assert same_bits(strip, view)
                if row_step == 0 or column_step == 0:
                    continue
                strip = random.integers(0, 256, rows * columns * width, np.uint8).view(word)
                expected = memory.copy()
                copy = np.lib.stride_tricks.as_strided(
                    expected[start:][:width].view(word), (rows, columns), steps
                )
                copy[...] = strip.reshape(rows, columns)
                library().test_scatter(
                    width, address, ctypes.c_void_p(strip.ctypes.data), ctypes.byref(box)
                )
                assert np.array_equal(memory, expected)


def test_in_place() -> None:
    random = np.random.default_rng(2)
    for name in ("float32", "bfloat16", "int8"):
        for shape in ((5,), (100_000,), (300, 200)):
            for layout in (lambda a: a, np.asfortranarray, lambda a: np.repeat(a, 2, 0)[::2]):
                x, y = layout(make(random, shape, name)), make(random, shape, name)
                expected = x + y
                adding(name).run(x, y, x)
                assert same_bits(x, expected)


@pytest.mark.parametrize("name", ["float32", "bfloat16", "int32", "float64"])
@pytest.mark.parametrize("count", [2049, 8193, 100_001])
def test_one_step_in_one_loop_is_the_same_in_strips(name: str, count: int) -> None:
    """Dense operands need no strips, and numbers that are the same for all elements none either."""
    random = np.random.default_rng(count)
    program = Program()
    a, low, high = (program.input(name), *(program.constant(name, each) for each in (-3, 4)))
    program.output(program.apply("clip_by_numbers", a, low, high), name)
    assert program.finish()
    for value in (adding(name), program):
        inputs = [make(random, (count,), name) for _ in range(2 if value is not program else 1)]
        dense = np.zeros(count, dtype(name))
        apart = np.zeros((count, 2), dtype(name))[:, 0]
        value.run(*inputs, dense)
        value.run(*inputs, apart)
        assert same_bits(dense, np.ascontiguousarray(apart))
        left = inputs[0]
        expected = np.clip(left, -3, 4) if value is program else left + inputs[1]
        assert same_bits(dense, np.asarray(expected, dtype(name)))
        value.run(*inputs, left)
        assert same_bits(left, dense)


def test_two_results_may_exchange_their_inputs() -> None:
    for name in ("float32", "float16"):
        program = Program()
        x, y = program.operand(name), program.operand(name)
        first, second = program.load(x), program.load(y)
        program.store(second, x)
        program.store(first, y)
        assert program.finish()
        a = np.arange(10_000).astype(name)
        b = -a
        left, right = a.copy(), b.copy()
        program.run(left, right)
        assert same_bits(left, b)
        assert same_bits(right, a)


def test_a_result_over_an_input_that_is_read_later() -> None:
    """x = x + y, and z of what x was: nothing is written before everything is read."""
    program = Program()
    x, y, z = (program.operand("float32") for _ in range(3))
    loaded, other = program.load(x), program.load(y)
    program.store(program.apply("add", loaded, other), x)
    program.store(program.apply("mul", loaded, other), z)
    assert program.finish()
    random = np.random.default_rng(3)
    a, b = (make(random, (5000,), "float32") for _ in range(2))
    left, out = a.copy(), np.zeros_like(a)
    program.run(left, b, out)
    assert same_bits(left, a + b)
    assert same_bits(out, a * b)


@pytest.mark.parametrize("name", ["float32", "float16", "bfloat16", "float64", "complex64"])
def test_copies_keep_bits(name: str) -> None:
    """NaN with their payloads, and everything else."""
    program = Program()
    program.output(program.input(name), name)
    assert program.finish()
    random = np.random.default_rng(4)
    words = random.integers(0, 256, 1000 * dtype(name).itemsize, np.uint8)
    words[-dtype(name).itemsize :] = 0xFD  # a NaN that is not the one of arithmetic
    source = words.view(dtype(name))
    for view in (source, source[::-1], source.reshape(20, 50).T):
        out = np.zeros(view.shape, dtype(name))
        program.run(view, out)
        assert same_bits(out, view)


@pytest.mark.parametrize("name", HALVES)
def test_each_result_is_rounded_to_its_half(name: str) -> None:
    """x * y + z has two roundings, where a fused one would have one."""
    program = Program()
    product = program.apply("mul", program.input(name), program.input(name))
    program.output(program.apply("add", product, program.input(name)), name)
    assert program.finish()
    random = np.random.default_rng(5)
    x, y, z = (make(random, (3, 4000), name) for _ in range(3))
    out = np.zeros_like(x)
    program.run(x, y, z, out)
    assert same_bits(out, x * y + z)
    wide = [each.astype(np.float32) for each in (x, y, z)]
    assert not same_bits(out, (wide[0] * wide[1] + wide[2]).astype(dtype(name)))


@pytest.mark.parametrize("name", HALVES)
def test_fused_halves_are_the_others(name: str) -> None:
    """One step between memory is one instruction; with a second use it is several."""
    random = np.random.default_rng(6)
    x, y = (make(random, (20_000,), name) for _ in range(2))
    fused = adding(name)
    separate = Program()
    left, right = separate.input(name), separate.input(name)
    total = separate.apply("add", left, right)
    separate.output(total, name)
    separate.output(separate.cast(total, "float32"), "float32")
    assert separate.finish()
    one, two, wide = np.zeros_like(x), np.zeros_like(x), np.zeros(20_000, np.float32)
    fused.run(x, y, one)
    separate.run(x, y, two, wide)
    assert same_bits(one, x + y)
    assert same_bits(one, two)
    assert same_bits(wide, one.astype(np.float32))


@pytest.mark.parametrize("name", HALVES)
@pytest.mark.parametrize("alpha", [2.0, 0.1])
def test_factors_of_halves_are_float32(name: str, alpha: float) -> None:
    program = Program()
    x, y = program.input(name), program.input(name)
    program.output(program.apply("axpy", x, y, program.constant("float32", alpha)), name)
    assert program.finish()
    random = np.random.default_rng(7)
    a, b = (make(random, (5000,), name) for _ in range(2))
    out = np.zeros_like(a)
    program.run(a, b, out)
    wide = a.astype(np.float32) + np.float32(alpha) * b.astype(np.float32)
    assert same_bits(out, wide.astype(dtype(name)))


def test_casts_between_all_types() -> None:
    names = ["float32", "float16", "bfloat16", "float64", "int8", "int32", "int64", "uint8", "bool"]
    names += ["complex64", "complex128"]
    numbers = np.array([0, 1, 2, 3, 100, 127])
    for source in names:
        for target in names:
            program = Program()
            program.output(program.cast(program.input(source), target), target)
            assert program.finish()
            x = numbers.astype(dtype(source))
            out = np.zeros(6, dtype(target))
            program.run(x, out)
            part = x.real if x.dtype.kind == "c" and out.dtype.kind != "c" else x
            assert same_bits(out, part.astype(dtype(target))), (source, target)


def test_a_half_from_float64_is_rounded_once() -> None:
    program = Program()
    program.output(program.cast(program.input("float64"), "float16"), "float16")
    assert program.finish()
    x = np.array([1 + 2.0**-11 + 2.0**-40, 1 + 2.0**-11, 1 + 2.0**-11 - 2.0**-40])
    out = np.zeros(3, np.float16)
    program.run(x, out)
    assert same_bits(out, x.astype(np.float16))


def test_many_operands() -> None:
    random = np.random.default_rng(8)
    arrays = [make(random, (70, 90), "float64") for _ in range(20)]
    arrays[3] = np.asfortranarray(arrays[3])
    arrays[11] = np.broadcast_to(arrays[11][:1], (70, 90))
    out = np.zeros((70, 90))
    adding("float64", 20).run(*arrays, out)
    expected = arrays[0]
    for each in arrays[1:]:
        expected = expected + each
    assert same_bits(out, expected)


def test_lists() -> None:
    """Small instances and large ones, with constants that stay and rows that do not."""
    random = np.random.default_rng(9)
    program = Program()
    x, row = program.input("float32"), program.input("float32")
    scaled = program.apply("axpy", x, row, program.constant("float32", 3))
    program.output(scaled, "float32")
    assert program.finish()
    instances, outs, expected = [], [], []
    for number in range(300):
        shape = (200, 90) if number % 100 == 7 else (number % 5, 8)
        a, b = make(random, shape, "float32"), make(random, shape[1:], "float32")
        outs.append(np.zeros(shape, np.float32))
        expected.append(a + np.float32(3) * b)
        instances.append(program.instance([a, b, outs[-1]]))
    program.run_list(instances)
    assert all(same_bits(*pair) for pair in zip(outs, expected, strict=True))
    program.run_list([])


def test_rows_of_a_matrix_are_kept_apart() -> None:
    """A repeated row is read once a worker: not that of another instance."""
    program = adding("float32")
    x = np.zeros((30, 50), np.float32)
    outs = [np.zeros_like(x) for _ in range(40)]
    rows = [np.full(50, number, np.float32) for number in range(40)]
    instances = [program.instance([x, row, out]) for row, out in zip(rows, outs, strict=True)]
    program.run_list(instances)
    assert all((out == number).all() for number, out in enumerate(outs))


@pytest.mark.slow  # touches pages in several gigabytes of addresses
def test_steps_of_more_than_32_bits() -> None:
    step = (1 << 31) + 4099
    memory = np.frombuffer(mmap.mmap(-1, 3 * step + 64), np.int8)
    view = np.lib.stride_tricks.as_strided(memory, (3, 5), (step, 7), writeable=True)
    x = np.arange(15, dtype=np.int8).reshape(3, 5)
    adding("int8").run(x, x, view)
    assert same_bits(np.ascontiguousarray(view), x + x)
    out = np.zeros((3, 5), np.int8)
    adding("int8").run(view, x[::-1], out)
    assert same_bits(out, 2 * x + x[::-1])


# No cache keeps results of so many bytes: the largest that are written into it have 16 MiB.
LARGE = 17 << 20


def test_large_results_are_streamed_correctly() -> None:
    """Past the caches: from addresses of any alignment, and with a rest."""
    count = LARGE + 13
    x = np.arange(count, dtype=np.uint8)
    memory = np.zeros(count + 128, np.uint8)
    for start in (0, 1, 37):
        memory[:] = 9
        adding("uint8").run(x, x, memory[start : start + count])
        assert np.array_equal(memory[start : start + count], x + x)
        assert (memory[:start] == 9).all()
        assert (memory[start + count :] == 9).all()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["float32", "bfloat16", "uint8"])
def test_large_results_of_boxes_are_streamed_correctly(name: str) -> None:
    """Past the caches, with an operand that is read along another dim; columns leave a rest."""
    shape = (4100, LARGE // 4100 // dtype(name).itemsize + 1)
    places = np.arange(shape[0] * shape[1]).reshape(shape)
    x = (places % 97).astype(dtype(name))
    y = np.asfortranarray((places % 89).astype(dtype(name)))
    expected = (x.astype(np.float32) + y.astype(np.float32)).astype(dtype(name))
    for memory in (np.zeros(x.size + 1, dtype(name)), np.zeros(2 * x.size, dtype(name))):
        out = memory[-x.size :].reshape(x.shape)
        adding(name).run(x, y, out)
        assert same_bits(out, expected)
        adding(name).run(x.T, y.T, out.T)
        assert same_bits(out, expected)
        assert not memory[: -x.size].any()


@pytest.mark.parametrize(
    ("rows", "columns", "apart"), [(30_000, 600, 750), (280_000, 64, 128), (900, 20_000, 20_001)]
)
@pytest.mark.parametrize("start", [0, 1])
def test_large_results_of_rows_are_streamed_correctly(
    rows: int, columns: int, apart: int, start: int
) -> None:
    """Past the caches, in rows with something between them; the least is as long as a line."""
    x = np.arange(rows * columns, dtype=np.uint8).reshape(rows, columns)
    memory = np.full(rows * apart + 128, 9, np.uint8)
    start += -memory.ctypes.data % 64
    wide = memory[start : start + rows * apart].reshape(rows, apart)
    adding("uint8").run(x, x, wide[:, :columns])
    assert np.array_equal(wide[:, :columns], x + x)
    wide[:, :columns] = 9
    assert (memory == 9).all()


@pytest.mark.slow
@pytest.mark.parametrize("start", [0, 4, 60])
def test_large_results_of_different_widths_are_streamed_correctly(start: int) -> None:
    """Past the caches at a time, of one element that all share, of a constant, and converted."""
    names = ("float32", "bfloat16", "int8", "float32")
    program = Program()
    x, one = program.input("bfloat16"), program.input("bfloat16")
    wide = program.cast(x, "float32")
    total = program.apply("add", wide, program.cast(one, "float32"))
    program.output(program.apply("mul", total, program.constant("float32", 2.5)), names[0])
    program.output(program.cast(total, "bfloat16"), names[1])
    program.output(program.cast(total, "int8"), names[2])
    program.output(program.constant("float32", -7), names[3])
    assert program.finish()
    count = LARGE + 5
    numbers = (np.arange(count, dtype=np.int64) % 101 - 50).astype(np.float32)
    memories = [np.full(count * dtype(name).itemsize + 128, 9, np.uint8) for name in names]
    outs = []
    for name, memory in zip(names, memories, strict=True):
        first = start + -memory.ctypes.data % 64
        outs.append(memory[first : first + count * dtype(name).itemsize].view(dtype(name)))
    program.run(numbers.astype(dtype("bfloat16")), np.array([3], dtype("bfloat16")), *outs)
    expected = [(numbers + 3) * 2.5, numbers + 3, numbers + 3, np.full(count, -7)]
    for name, out, want in zip(names, outs, expected, strict=True):
        assert same_bits(out, want.astype(dtype(name))), name
        out[:] = np.frombuffer(b"\t" * out.itemsize, out.dtype)
    assert all((memory == 9).all() for memory in memories)


@pytest.mark.parametrize("loads", [1, 2])
def test_large_copies_are_streamed_correctly(loads: int) -> None:
    """Past the caches, of what no step computes."""
    program = Program()
    slots = [program.input("bfloat16") for _ in range(loads)]
    for slot in slots:
        program.output(slot, "bfloat16")
    assert program.finish()
    count = LARGE // 2 + 3
    random = np.random.default_rng(5)
    xs = [random.integers(0, 1 << 16, count, np.uint16) for _ in slots]
    outs = [np.zeros(count, np.uint16) for _ in slots]
    program.run(*(each.view(dtype("bfloat16")) for each in (*xs, *outs)))
    assert all(np.array_equal(x, out) for x, out in zip(xs, outs, strict=True))


def test_large_lists_are_streamed_correctly() -> None:
    """Past the caches where all members together are larger than they are."""
    program = adding("float32")
    xs = [np.full((500, 129), number, np.float32) for number in range(70)]
    outs = [np.zeros_like(x) for x in xs]
    program.run_list([program.instance([x, x, out]) for x, out in zip(xs, outs, strict=True)])
    assert all((out == 2 * number).all() for number, out in enumerate(outs))


def test_what_is_not_possible_does_not_finish() -> None:
    def finishes(build: Any) -> bool:
        program = Program()
        build(program)
        return program.finish()

    def wrong_type(program: Program) -> None:
        program.apply("add", program.input("float32"), program.input("int32"))

    def no_body(program: Program) -> None:
        program.output(program.apply("exp", program.input("int32")), "int32")

    def wrong_store(program: Program) -> None:
        program.output(program.input("float32"), "float16")

    def too_few(program: Program) -> None:
        program.output(program.apply("add", program.input("float32")), "float32")

    def no_fold(program: Program) -> None:
        program.output(program.fold(program.input("float32"), "axpy", "float32"), "float32")

    for build in (wrong_type, no_body, wrong_store, too_few, no_fold):
        assert not finishes(build), build.__name__
    assert not finishes(lambda program: None), "nothing is stored"
    assert finishes(lambda program: program.output(program.input("int8"), "int8"))
