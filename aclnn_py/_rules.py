# SPDX-License-Identifier: Apache-2.0
"""What shape and data type the results of operators have.

The "out" of a declaration (csrc/ops) names these functions. Operands have a `shape`, and a `type`
by NumPy's name. What a function cannot answer, because the operands do not fit, it leaves to the
library, which says what is wrong: the answer is that of an operand then.
"""

from __future__ import annotations

import itertools
import math
import re
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

Shape = tuple[int, ...]


class Number(Protocol):
    """A scalar whose value counts."""

    @property
    def value(self) -> Any:
        """The number."""

    @property
    def type(self) -> str:
        """The data type."""


class Operand(Protocol):
    """A tensor, or a scalar with the shape ()."""

    @property
    def shape(self) -> Shape:
        """Elements per dimension."""

    @property
    def type(self) -> str:
        """The data type, for example "float32"."""


class Operands(Protocol):
    """A list of tensors."""

    @property
    def members(self) -> Sequence[Operand]:
        """The tensors."""


NO_DIM = 1000
"""All elements in their order, in place of a dimension."""


# --- Shapes --------------------------------------------------------------------------------------


def broadcast(*operands: Operand | None) -> Shape:
    """The shape that the operands that are there broadcast to."""
    shape: Shape = ()
    for operand in operands:
        other = shape if operand is None else operand.shape
        if other == shape:
            continue
        rank = max(len(shape), len(other))
        left = (1,) * (rank - len(shape)) + shape
        right = (1,) * (rank - len(other)) + other
        shape = tuple(b if a == 1 else a for a, b in zip(left, right, strict=True))
    return shape


def reduced(operand: Operand, dims: Sequence[int], keep: bool) -> Shape:
    """What is left when dimensions are folded; none named means all."""
    rank = len(operand.shape)
    folded = {dim % max(rank, 1) for dim in dims} if dims else set(range(rank))
    if keep:
        return tuple(1 if dim in folded else size for dim, size in enumerate(operand.shape))
    return tuple(size for dim, size in enumerate(operand.shape) if dim not in folded)


def loss(operand: Operand, target: Operand, reduction: int) -> Shape:
    """The shape of both, or one element that all are joined to."""
    return broadcast(operand, target) if reduction == 0 else ()


def class_losses(target: Operand, reduction: int) -> Shape:
    """One for each class that is named, or one element that all are joined to."""
    return target.shape if reduction == 0 else ()


def row_losses(target: Operand, reduction: str | bytes) -> Shape:
    """One for each row, or one element that all are joined to."""
    return target.shape if reduction in ("none", b"none") else (1,)


def first_joined(operand: Operand, target: Operand, reduction: int) -> Shape:
    """The shape of both, without the first dimension where elements are joined."""
    whole = broadcast(operand, target)
    return whole if reduction == 0 else whole[1:]


def sequence_losses(operand: Operand) -> Shape:
    """One for each sequence."""
    return operand.shape[1:-1]


def beginnings(operand: Operand, lengths: Sequence[int]) -> Shape:
    """One for each time and place of each sequence, with blanks, in groups of eight."""
    places = 2 * max([0, *lengths]) + 1
    return (len(lengths), operand.shape[0], (places + 7) // 8 * 8)


def label_losses(operand: Operand, reduction: int) -> Shape:
    """One for each row, or one element that all are joined to."""
    return operand.shape[:1] if reduction == 0 and len(operand.shape) == 2 else ()


def reduced_dim(operand: Operand, dim: int, keep: bool) -> Shape:
    """What is left when one dimension is folded."""
    return reduced(operand, [dim], keep)


def reduced_or_whole(operand: Operand, dims: Sequence[int], keep: bool, whole: bool) -> Shape:
    """The same; with `whole`, all of it where no dimensions are named."""
    return operand.shape if whole and not dims else reduced(operand, dims, keep)


def statistics(operand: Operand, last: Sequence[int]) -> Shape:
    """The shape with 1 for each of the last dimensions."""
    return operand.shape[: len(operand.shape) - len(last)] + (1,) * len(last)


def statistic(operand: Operand, factors: Operand) -> Shape:
    """The same, where a tensor has the last dimensions."""
    return statistics(operand, factors.shape)


def channels(operand: Operand) -> Shape:
    """One number for each place of the second dimension."""
    return tuple(operand.shape[1:2])


def groups(operand: Operand, count: int) -> Shape:
    """One number for each of so many groups, for each place of the first dimension."""
    return (*operand.shape[:1], count)


def last_statistics(operand: Operand) -> Shape:
    """The shape with 1 in place of the last dimension."""
    return (*operand.shape[:-1], 1)


def scalar(_: Operand) -> Shape:
    """No dimensions."""
    return ()


def selected(operand: Operand, dim: int, index: Operand) -> Shape:
    """The shape with one dimension as long as an index; a tensor of no dimensions keeps its."""
    if not operand.shape:
        return ()
    places = index.shape[0] if index.shape else 1
    rank = len(operand.shape)
    return tuple(places if at == dim % rank else size for at, size in enumerate(operand.shape))


def taken(operand: Operand, dim: int, index: Operand) -> Shape:
    """The shape with that of an index in place of one dimension."""
    if not operand.shape:
        return ()
    at = dim % len(operand.shape)
    return (*operand.shape[:at], *(index.shape or (1,)), *operand.shape[at + 1 :])


def taken_batches(operand: Operand, dim: int, index: Operand, batches: int) -> Shape:
    """The same without the first dimensions of the index, which the operand has too."""
    if not operand.shape:
        return ()
    at = dim % len(operand.shape)
    return (*operand.shape[:at], *index.shape[batches:], *operand.shape[at + 1 :])


def embedded(operand: Operand, indices: Operand) -> Shape:
    """The shape of indices with that of a row behind it."""
    return (*indices.shape, *operand.shape[1:])


def embedding_table(grad: Operand, num_weights: int) -> Shape:
    """So many rows as long as those of grad."""
    return (num_weights, *grad.shape[-1:])


def indexed(operand: Operand, indices: Operands) -> Shape:
    """What a list of indices names; of a mask at most all places."""
    left: list[int] = list(operand.shape) or [1]
    kept: list[int] = []
    index: Shape = ()
    at = -1
    is_apart = was_gap = False
    for each in _members(indices):
        is_gap = 0 in each.shape
        if is_gap:
            kept.append(left.pop(0) if left else 0)
        else:
            is_mask = each.type == "bool"
            shape = (math.prod(each.shape),) if is_mask else each.shape
            del left[: len(each.shape) if is_mask else 1]
            is_apart = is_apart or (at >= 0 and was_gap)
            at = len(kept) if at < 0 else at
            rank = max(len(index), len(shape))
            index = (1,) * (rank - len(index)) + index
            shape = (1,) * (rank - len(shape)) + shape
            index = tuple(b if a == 1 else a for a, b in zip(index, shape, strict=True))
        was_gap = is_gap
    at = 0 if is_apart else max(at, 0)
    return (*kept[:at], *index, *kept[at:], *left)


def gathered_nd(operand: Operand, indices: Operand) -> Shape:
    """What rows of indices name in the first dimensions."""
    return (*indices.shape[:-1], *operand.shape[indices.shape[-1] if indices.shape else 0 :])


def at_most_all(*operands: Operand) -> Shape:
    """At most all elements of what the operands broadcast to, in one dimension."""
    return (math.prod(broadcast(*operands)),)


def rows_of_places(operand: Operand) -> Shape:
    """At most a row for each element, of its place in each dimension."""
    return (math.prod(operand.shape), len(operand.shape))


def columns_of_places(operand: Operand) -> Shape:
    """At most a column for each element, of its place in each dimension."""
    return (len(operand.shape), math.prod(operand.shape))


def all_of(operand: Operand) -> Shape:
    """All elements in one dimension."""
    return (math.prod(operand.shape),)


def bags(weight: Operand, offsets: Operand, include_last: bool) -> Shape:
    """A row of a table for each bag."""
    return (*bag_sizes(offsets, include_last), *weight.shape[1:])


def bag_sizes(offsets: Operand, include_last: bool) -> Shape:
    """An element for each bag."""
    return (max(math.prod(offsets.shape) - bool(include_last), 0),)


def bag_maxima(weight: Operand, offsets: Operand, mode: int, include_last: bool) -> Shape:
    """A row for each bag whose maxima are taken, else an element."""
    is_sum = mode in (0, 1)
    return bag_sizes(offsets, include_last) if is_sum else bags(weight, offsets, include_last)


def different(operand: Operand, dim: int) -> Shape:
    """At most all slices along a dimension; 1000: all elements, in one dimension."""
    return operand.shape if dim != NO_DIM and operand.shape else all_of(operand)


def inverse(operand: Operand, dim: int) -> Shape:
    """A place for each of them."""
    return operand.shape if dim == NO_DIM else counts(operand, dim)


def counts(operand: Operand, dim: int) -> Shape:
    """A count for each of them."""
    is_whole = dim == NO_DIM or not operand.shape
    return all_of(operand) if is_whole else (operand.shape[dim % len(operand.shape)],)


def halved(operand: Operand, dim: int) -> Shape:
    """The shape with one half of a dimension."""
    rank = len(operand.shape)
    at = dim % max(rank, 1)
    return tuple(size // 2 if place == at else size for place, size in enumerate(operand.shape))


def halved_at_last(operand: Operand) -> Shape:
    """The shape with one half of the last dimension."""
    return halved(operand, -1)


def product(left: Operand, right: Operand) -> Shape:
    """The shape of a matrix product."""
    return (*left.shape[:-1], *right.shape[-1:])


def multiplied(left: Operand, right: Operand) -> Shape:
    """The shape of a product of vectors, matrices or batches, as NumPy multiplies."""
    rows, columns = left.shape[-2:-1], right.shape[-1:] if len(right.shape) > 1 else ()
    batches = itertools.zip_longest(left.shape[-3::-1], right.shape[-3::-1], fillvalue=1)
    return (*reversed([b if a == 1 else a for a, b in batches]), *rows, *columns)


def joint_product(left: Operand, right: Operand) -> Shape:
    """The shape of a product of one of a batch of matrices."""
    return (*left.shape[-2:-1], *right.shape[-1:])


def transposed_product(left: Operand, right: Operand, flip_left: int, flip_right: int) -> Shape:
    """The shape of a product of matrices or their transposes."""
    rows = left.shape[-1:] if flip_left else left.shape[:-1]
    return (*rows, *(right.shape[:-1] if flip_right else right.shape[-1:]))


def einsum(operands: Operands, equation: str | bytes) -> Shape:
    """The dimensions of the result by the letters of an equation, C's text or Python's."""
    letters_of = equation.decode() if isinstance(equation, bytes) else equation
    given, _, result = letters_of.partition("->")
    sizes: dict[str, int] = {}
    for letters, each in zip(given.split(","), _members(operands), strict=False):
        sizes |= dict(zip(letters, each.shape, strict=False))
    return tuple(sizes.get(letter, 0) for letter in result)


def batches(matrices: Operand) -> Shape:
    """The dimensions before those of matrices."""
    return tuple(matrices.shape[:-2])


def _with_matrix(matrices: Operand, rows: int, columns: int) -> Shape:
    return (*matrices.shape[:-2], rows, columns)


def qr_orthogonal(matrices: Operand, mode: int) -> Shape:
    """The orthogonal columns of a QR decomposition: as many as the smaller side, all, or none."""
    if mode == 2 or len(matrices.shape) < 2:
        return (0,)
    return qr_some_orthogonal(matrices, mode != 1)


def qr_triangle(matrices: Operand, mode: int) -> Shape:
    """The triangle that goes with them."""
    return qr_some_triangle(matrices, mode != 1)


def qr_some_orthogonal(matrices: Operand, some: bool) -> Shape:
    """The orthogonal columns: as many as the smaller side, or as there are rows."""
    rows = matrices.shape[-2] if len(matrices.shape) > 1 else 0
    return _with_matrix(matrices, rows, min(matrices.shape[-2:], default=0) if some else rows)


def qr_some_triangle(matrices: Operand, some: bool) -> Shape:
    """The triangle that goes with them."""
    rows, columns = (0, 0, *matrices.shape)[-2:]
    return _with_matrix(matrices, min(rows, columns) if some else rows, columns)


def singular_values(matrices: Operand) -> Shape:
    """As many as the smaller side has elements."""
    return (*matrices.shape[:-2], min(matrices.shape[-2:], default=0))


def left_vectors(matrices: Operand, full: bool, wanted: bool) -> Shape:
    """The left singular vectors in columns: one a row, or a singular value; or none."""
    return qr_some_orthogonal(matrices, not full) if wanted else (0,)


def right_vectors(matrices: Operand, full: bool, wanted: bool) -> Shape:
    """The right singular vectors in columns: one a column, or a singular value; or none."""
    rows, columns = (0, 0, *matrices.shape)[-2:]
    return (
        _with_matrix(matrices, columns, columns if full else min(rows, columns)) if wanted else (0,)
    )


def solutions(sides: Operand, matrices: Operand) -> Shape:
    """A column for each right side, of batches that broadcast."""
    return multiplied(matrices, sides)


def triangles(sides: Operand, matrices: Operand) -> Shape:
    """The matrices for each solution."""
    return (*multiplied(matrices, sides)[:-1], *matrices.shape[-1:])


def outer(left: Operand, right: Operand) -> Shape:
    """The shape of all products of the elements of two vectors."""
    return (*left.shape, *right.shape)


def matrix_rows(matrix: Operand) -> Shape:
    """The rows of a matrix as the only dimension."""
    return tuple(matrix.shape[:1])


def broadcast_members(operands: Operands) -> Shape:
    """The shape that the members of a list broadcast to."""
    return broadcast(*_members(operands))


def one(*_: object) -> Shape:
    """One element."""
    return (1,)


def packed(operand: Operand, rows: int) -> Shape:
    """So many rows of bytes with eight elements each."""
    count = -(-operand.shape[0] // 8) if operand.shape else 0
    return (rows, count // rows if rows > 0 else 0)


def unpacked(operand: Operand, rows: int) -> Shape:
    """So many rows of the bits of bytes."""
    count = operand.shape[0] * 8 if operand.shape else 0
    return (rows, count // rows if rows > 0 else 0)


def row(count: int) -> Shape:
    """One dimension."""
    return (max(count, 0),)


def mask(shape: Sequence[int]) -> Shape:
    """Bytes with a bit an element, in groups of 128."""
    return ((math.prod(shape) + 127) // 128 * 16,)


def mask_of(operand: Operand) -> Shape:
    """The same for the elements of an operand."""
    return mask(operand.shape)


def chosen(operand: Operand, dim: int, keep: bool) -> Shape:
    """The shape without a dimension, or with 1 there."""
    return reduced(operand, [dim], keep) if operand.shape else ()


def samples(operand: Operand, count: int) -> Shape:
    """So many for each row."""
    return (*operand.shape[:-1], count)


def grid(rows: int, columns: int) -> Shape:
    """Two dimensions."""
    return (max(rows, 0), max(columns, 0))


def stepped(start: Number, end: Number, step: Number) -> Shape:
    """As many numbers as there are from one up to another, without it."""
    return row(_steps(start, end, step, math.ceil))


def stepped_closed(start: Number, end: Number, step: Number) -> Shape:
    """As many numbers as there are from one up to another, with it."""
    return row(_steps(start, end, step, math.floor) + 1)


def _steps(start: Number, end: Number, step: Number, rounded: Callable[[float], int]) -> int:
    first, last, by = (each.value.item() for each in (start, end, step))
    if by == 0:
        return 0
    if all(isinstance(each, int) for each in (first, last, by)):
        whole: int = (last - first) // by
        return whole + ((last - first) % by != 0 and rounded is math.ceil)
    steps = (last - first) / by
    return rounded(steps) if math.isfinite(steps) else 0


def one_hot(operand: Operand, classes: int, axis: int) -> Shape:
    """The shape with a dimension of classes put in; -1 is last."""
    shape = list(operand.shape)
    shape.insert(len(shape) if axis < 0 else axis, max(classes, 0))
    return tuple(shape)


def permuted(operand: Operand, dims: Sequence[int]) -> Shape:
    """The shape with the dimensions in another order."""
    rank = len(operand.shape)
    if any(not -rank <= dim < rank for dim in dims):
        return operand.shape
    return tuple(operand.shape[dim] for dim in dims)


def flattened(operand: Operand, axis: int) -> Shape:
    """The shape in two dimensions, of which the second begins with that of the axis."""
    at = axis % max(len(operand.shape), 1)
    return (math.prod(operand.shape[:at]), math.prod(operand.shape[at:]))


def sliced(operand: Operand, dim: int, start: int, end: int, step: int) -> Shape:
    """The shape with a part of one dimension."""
    return sliced_v2(operand, [start], [end], [dim], [step])


def sliced_v2(
    operand: Operand,
    starts: Sequence[int],
    ends: Sequence[int],
    axes: Sequence[int],
    steps: Sequence[int],
) -> Shape:
    """The shape with parts of some dimensions."""
    shape = list(operand.shape)
    for start, end, axis, step in zip(starts, ends, axes, steps, strict=False):
        if step > 0 and -len(shape) <= axis < len(shape):
            shape[axis] = len(range(operand.shape[axis])[slice(start, end, step)])
    return tuple(shape)


def strided(
    operand: Operand,
    begin: Sequence[int],
    end: Sequence[int],
    strides: Sequence[int],
    begin_mask: int,
    end_mask: int,
    ellipsis_mask: int,
    new_axis_mask: int,
    shrink_axis_mask: int,
) -> Shape:
    """The shape of what entries of an index expression cut; bit i of a mask is about entry i."""
    entries = list(zip(begin, end, strides, strict=False))
    real = [at for at in range(len(entries)) if not (ellipsis_mask | new_axis_mask) >> at & 1]
    covered = max(len(operand.shape) - len(real), 0)
    left = list(operand.shape)
    shape: list[int] = []
    for at, (first, past, step) in enumerate(entries):
        if ellipsis_mask >> at & 1:
            shape += left[:covered]
            left = left[covered:]
        elif new_axis_mask >> at & 1:
            shape.append(1)
        elif left:
            places = slice(
                None if begin_mask >> at & 1 else first,
                None if end_mask >> at & 1 else past,
                step or 1,
            )
            size = left.pop(0)
            if not shrink_axis_mask >> at & 1:
                shape.append(len(range(size)[places]))
    return (*shape, *left)


def confused(
    _operand: Operand, perm: Sequence[int], dims: Sequence[int], transpose_first: bool
) -> Shape:
    """Dimensions that are an argument, in another order where they come first."""
    if transpose_first or any(not 0 <= dim < len(dims) for dim in perm):
        return tuple(dims)
    return tuple(dims[dim] for dim in perm)


def chunked(operands: Any, chunks: int) -> Shape:
    """Chunks of all tensors as rows."""
    shapes = [each.shape for each in _members(operands) if math.prod(each.shape)]
    if chunks < 1:
        return (0, 0)
    widths = [-(-shape[0] // chunks) * math.prod(shape[1:]) for shape in shapes if shape]
    return (chunks, sum(widths))


def _members(operands: Any) -> Sequence[Operand]:
    """The members of a list operand."""
    return getattr(operands, "members", operands)  # type: ignore[no-any-return]


def joined(operands: Any, dim: int) -> Shape:
    """The shape of all tensors one behind the other."""
    shapes = [each.shape for each in _members(operands) if each.shape != (0,)]
    if not shapes:
        return (0,)
    shape = list(shapes[0])
    if -len(shape) <= dim < len(shape):
        shape[dim] = sum(each[dim] for each in shapes if len(each) == len(shape))
    return tuple(shape)


def stacked(operands: Any, dim: int) -> Shape:
    """The shape of all tensors along a new dimension."""
    members = _members(operands)
    if not members:
        return (0,)
    shape = list(members[0].shape)
    at = dim + len(shape) + 1 if dim < 0 else dim
    return (*shape[:at], len(members), *shape[at:])


def split(operand: Operand, sizes: Sequence[int], dim: int) -> list[Shape]:
    """The shapes of parts."""
    rank = len(operand.shape)
    if not -rank <= dim < rank:
        return [operand.shape]
    return [
        tuple(size if at == dim % rank else own for at, own in enumerate(operand.shape))
        for size in sizes
    ]


def sections(operand: Operand, size: int, dim: int) -> list[Shape]:
    """The shapes of parts of one size, the last of which may be smaller."""
    rank = len(operand.shape)
    if not -rank <= dim < rank or size < 1:
        return [operand.shape]
    places = operand.shape[dim]
    return split(
        operand, [min(size, places - first) for first in range(0, max(places, 1), size)], dim
    )


def interleaved(operand: Operand, dim: int, size: int) -> Shape:
    """The shape with another size of one dimension."""
    shape = list(operand.shape)
    if -len(shape) <= dim < len(shape):
        shape[dim] = max(size, 0)
    return tuple(shape)


def columns(
    operand: Operand,
    kernel: Sequence[int],
    dilation: Sequence[int],
    padding: Sequence[int],
    stride: Sequence[int],
) -> Shape:
    """The windows of images as columns."""
    *batch, channels, height, width = operand.shape
    numbers = zip((height, width), kernel, dilation, padding, stride, strict=False)
    counts = [
        (size + 2 * pad - gap * (edge - 1) - 1) // max(step, 1) + 1
        for size, edge, gap, pad, step in numbers
    ]
    return (*batch, channels * math.prod(kernel), math.prod(counts))


def images(operand: Operand, size: Sequence[int], kernel: Sequence[int]) -> Shape:
    """The images whose windows are columns."""
    *batch, rows, _windows = operand.shape if len(operand.shape) > 1 else (0, 0)
    return (*batch, rows // max(math.prod(kernel), 1), *size)


def repeated_sums(operand: Operand, repeats: Operand, axis: int) -> Shape:
    """The shape with a place for each number of repeats; one number makes one place."""
    return interleaved(operand, axis, math.prod(repeats.shape))


def single_members(operands: Any) -> list[Shape]:
    """As many members, of one element without dimensions."""
    return [() for _ in _members(operands)]


def given_shape(dims: Sequence[int]) -> Shape:
    """Dimensions that are an argument."""
    return tuple(dims)


def repeated(operand: Operand, repeats: Sequence[int]) -> Shape:
    """The shape with copies side by side; those in front are of new dimensions."""
    shape = (1,) * (len(repeats) - len(operand.shape)) + tuple(operand.shape)
    return tuple(size * count for size, count in zip(shape, repeats, strict=False))


def _window(size: int, kernel: int, stride: int, sides: int, dilation: int) -> int:
    """How many windows there are along a dimension."""
    return (size + sides - dilation * (kernel - 1) - 1) // max(stride, 1) + 1


def _both_sides(padding: Sequence[int], count: int) -> list[int]:
    """What padding adds to each of so many dimensions; of two sides each, or the same on both."""
    if len(padding) == 2 * count:
        return [padding[2 * i] + padding[2 * i + 1] for i in range(count)]
    return [2 * each for each in padding]


def convolved(
    operand: Operand,
    weight: Operand,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    transposed: bool,
    more: Sequence[int] | None,
    groups: int,
) -> Shape:
    """The images that a convolution, or a transposed one, gives."""
    kernel = weight.shape[2:]
    places = operand.shape[2:]
    sides = _both_sides(padding, len(places))
    each = (places, kernel, stride, sides, dilation, more or (0,) * len(places))
    if len({len(numbers) for numbers in each}) != 1 or len(weight.shape) < 3:
        return operand.shape
    found = [
        (size - 1) * step - side + dilate * (reach - 1) + rest + 1
        if transposed
        else _window(size, reach, step, side, dilate)
        for size, reach, step, side, dilate, rest in zip(*each, strict=True)
    ]
    channels = weight.shape[1] * groups if transposed else weight.shape[0]
    return (operand.shape[0], channels, *(max(size, 0) for size in found))


def depthwise(
    operand: Operand,
    weight: Operand,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
) -> Shape:
    """The images that a convolution of each channel by itself gives."""
    return convolved(operand, weight, stride, padding, dilation, False, None, 1)


def convolved_in_time(operand: Operand, weight: Operand, pad: int) -> Shape:
    """The sequences, [time, batch, channels], that a convolution of them gives."""
    if len(operand.shape) != 3 or len(weight.shape) != 3:
        return operand.shape
    time = operand.shape[0] + 2 * pad + 1 - weight.shape[0]
    return (max(time, 0), operand.shape[1], weight.shape[2])


def _each(numbers: Sequence[int], count: int, others: Sequence[int]) -> list[int]:
    """A number for each dimension, of one for all or of so many."""
    return list(numbers) * count if len(numbers) == 1 else list(numbers) or list(others)


def _twice(numbers: Sequence[int], others: Sequence[int]) -> list[int]:
    return _each(numbers, 2, others)


def _pooled(
    operand: Operand,
    kernel: Sequence[int],
    stride: Sequence[int],
    sides: Sequence[int],
    dilation: Sequence[int],
    ceil: bool,
) -> Shape:
    found = []
    before = [each // 2 for each in sides]
    count = len(kernel)
    plane = operand.shape[len(operand.shape) - count :]
    numbers = (plane, kernel, stride, sides, dilation, before)
    if {len(each) for each in numbers} != {count} or not count or min(*stride, *kernel) < 1:
        return operand.shape
    for size, reach, step, both, dilate, first in zip(*numbers, strict=True):
        windows = _window(size + (step - 1 if ceil else 0), reach, step, both, dilate)
        is_outside = (windows - 1) * step >= size + first
        found.append(max(windows - 1 if ceil and is_outside else windows, 0))
    return (*operand.shape[: len(operand.shape) - count], *found)


def averaged(
    operand: Operand,
    kernel: Sequence[int],
    stride: Sequence[int] | None,
    padding: Sequence[int],
    ceil: bool,
) -> Shape:
    """A place for each window of the last two dimensions."""
    return pooled(operand, kernel, stride, padding, [1], ceil)


def averaged3d(
    operand: Operand,
    kernel: Sequence[int],
    stride: Sequence[int] | None,
    padding: Sequence[int],
    ceil: bool,
) -> Shape:
    """The same of the last three dimensions."""
    size = _each(kernel, 3, ())
    sides = [2 * each for each in _each(padding, 3, (0, 0, 0))]
    return _pooled(operand, size, _each(stride or (), 3, size), sides, (1, 1, 1), ceil)


def pooled(
    operand: Operand,
    kernel: Sequence[int],
    stride: Sequence[int] | None,
    padding: Sequence[int],
    dilation: Sequence[int],
    ceil: bool,
) -> Shape:
    """The same, of windows that may have gaps."""
    size = _twice(kernel, ())
    sides = [2 * each for each in _twice(padding, (0, 0))]
    return _pooled(operand, size, _twice(stride or (), size), sides, _twice(dilation, (1, 1)), ceil)


def distances(x1: Operand, x2: Operand) -> Shape:
    """A distance for each pair of points."""
    if len(x1.shape) < 2 or len(x2.shape) < 2:
        return ()
    rank = max(len(x1.shape), len(x2.shape))
    left, right = ((1,) * (rank - len(each.shape)) + each.shape[:-2] for each in (x1, x2))
    batches = (b if a == 1 else a for a, b in zip(left, right, strict=True))
    return (*batches, x1.shape[-2], x2.shape[-2])


def heads_of(operand: Operand, heads: int) -> Shape:
    """A third of the last dimension, as heads before the places."""
    if len(operand.shape) != 3 or heads < 1:
        return ()
    batch, places, size = operand.shape
    return (batch, heads, places, size // 3 // heads)


def sampled(images: Operand, grid: Operand) -> Shape:
    """The channels of images at the places of a grid."""
    return (*images.shape[:2], *grid.shape[1:-1])


def affine_places(size: Sequence[int]) -> Shape:
    """The places of images of this shape, and a number for each of their dimensions."""
    return (*size[:1], *size[2:], len(size) - 2)


def pairs(operand: Operand) -> Shape:
    """A number for each pair of rows."""
    rows = operand.shape[0] if operand.shape else 0
    return (rows * (rows - 1) // 2,)


def pooled3d(
    operand: Operand,
    kernel: Sequence[int],
    stride: Sequence[int] | None,
    padding: Sequence[int],
    dilation: Sequence[int],
    ceil: bool,
) -> Shape:
    """The same of the last three dimensions."""
    size = _each(kernel, 3, ())
    sides = [2 * each for each in _each(padding, 3, (0, 0, 0))]
    gaps = _each(dilation, 3, (1, 1, 1))
    return _pooled(operand, size, _each(stride or (), 3, size), sides, gaps, ceil)


def max_pooled(
    operand: Operand,
    kernel: Sequence[int],
    stride: Sequence[int],
    padding: Sequence[int],
    ceil: int,
) -> Shape:
    """The same, one place apart where no stride is given; padding may have four sides."""
    size = _twice(kernel, ())
    step = _twice(stride, (1, 1))
    if len(padding) != 4:
        sides = [2 * each for each in _twice(padding, (0, 0))]
        return _pooled(operand, size, step, sides, (1, 1), bool(ceil))
    if len(operand.shape) < 2 or not size or min(*step, *size) < 1:
        return operand.shape
    found = []
    for at, (length, reach, each) in enumerate(zip(operand.shape[-2:], size, step, strict=True)):
        both = padding[at] + padding[at + 2]
        count = _window(length + (each - 1 if ceil else 0), reach, each, both, 1)
        is_outside = (count - 1) * each >= length + padding[at]
        found.append(count - 1 if ceil and is_outside else count)
    return (*operand.shape[:-2], *(max(count, 0) for count in found))


def pool_mask(
    operand: Operand,
    kernel: Sequence[int],
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    ceil: bool,
) -> Shape:
    """Rows of bytes for the elements of a window, as long as CANN has them."""
    windows = pooled(operand, kernel, stride, padding, dilation, ceil)
    blocks = -(-math.prod(windows[-2:]) // 16)
    return (*windows[:-2], math.prod(_twice(kernel, (1, 1))), (blocks + 1) * 32)


def adaptive(operand: Operand, size: Sequence[int]) -> Shape:
    """The shape with other last dimensions."""
    return (*operand.shape[: len(operand.shape) - len(size)], *size)


def padded(operand: Operand, padding: Sequence[int]) -> Shape:
    """The shape with places before and behind dimensions, the last dimension first."""
    shape = list(operand.shape)
    pairs = zip(padding[::2], padding[1::2], strict=False)
    for dim, (before, behind) in zip(reversed(range(len(shape))), pairs, strict=False):
        shape[dim] += before + behind
    return tuple(max(size, 0) for size in shape)


def resized(operand: Operand, size: Sequence[int]) -> Shape:
    """The last dimensions in another size."""
    return (*operand.shape[: -len(size)], *size) if len(size) < len(operand.shape) else ()


def packed_product(left: Operand, weight: Operand) -> Shape:
    """The product of matrices; int32 holds 8 numbers along the dimension that lies densely."""
    is_packed = weight.type == "int32" and weight.shape[:1] == left.shape[1:]
    return (*left.shape[:1], *(each * (8 if is_packed else 1) for each in weight.shape[1:]))


def quantised_or(operand: Operand, scale: Operand | None) -> str:
    """8 bits where there is a scale, else the type of the operand."""
    return operand.type if scale is None else "int8"


def _letters(layout: str | bytes) -> list[str]:
    """The layouts of queries and of the result."""
    text = layout.decode() if isinstance(layout, bytes) else layout
    return text.split("_") * 2 if "_" not in text else text.split("_")


def _heads(query: Operand, heads: int, layout: str | bytes) -> dict[str, int]:
    """The sizes of queries by letter: N and D also where they are one dimension."""
    sizes = dict(zip(_letters(layout)[0], query.shape, strict=False))
    if "H" in sizes:
        sizes |= {"N": heads, "D": sizes["H"] // max(heads, 1)}
    return sizes


def attention(query: Operand, key: Any, value: Any, heads: int, layout: str | bytes) -> Shape:
    """The rows of queries with the columns that a head of values has."""
    sizes = _heads(query, heads, layout)
    keys, values = (
        each.shape if hasattr(each, "shape") else _members(each)[0].shape for each in (key, value)
    )
    try:
        depth = values[-1]
        if "H" in sizes or len(keys) < len(query.shape):
            depth = values[-1] // (keys[-1] // sizes["D"])
        sizes |= {"D": depth, "H": depth * sizes["N"]}
        return tuple(sizes[letter] for letter in _letters(layout)[1])
    except (KeyError, IndexError, ZeroDivisionError):
        return query.shape


def attention_statistics(query: Operand, heads: int, layout: str | bytes, copies: int = 8) -> Shape:
    """A number for each row and head, so many times."""
    sizes = _heads(query, heads, layout)
    order = "TN" if "T" in sizes else "BNS"
    return (*(sizes.get(letter, heads) for letter in order), copies)


def attention_log_sums(query: Operand, heads: int, layout: str | bytes, is_wanted: bool) -> Shape:
    """A number for each row and head, where they are wanted."""
    return attention_statistics(query, heads, layout, 1) if is_wanted else (0,)


def diagonal_matrix(operand: Operand, diagonal: int) -> Shape:
    """The matrix with all elements on a diagonal."""
    edge = math.prod(operand.shape) + abs(diagonal)
    return (edge, edge)


def diagonal(operand: Operand, diagonal: int) -> Shape:
    """The diagonal of a matrix; of a row, the matrix."""
    if len(operand.shape) < 2:
        return diagonal_matrix(operand, diagonal)
    rows, columns = operand.shape[0] + min(diagonal, 0), operand.shape[1] - max(diagonal, 0)
    return (max(min(rows, columns), 0),)


# --- Data types ----------------------------------------------------------------------------------

_BITS = re.compile(r"\D+(\d+)")
_FLOATS = ("float16", "bfloat16", "float32", "float64")
_COMPLEX = ("complex32", "complex64", "complex128")
_PARTS = {"complex32": "float16", "complex64": "float32", "complex128": "float64"}
_SIGNED = ("int8", "int16", "int32", "int64")
_FLOAT_OR_COMPLEX = frozenset((*_FLOATS, *_COMPLEX))
_promoted: dict[tuple[str, str], str] = {}


def _wider(a: str, b: str) -> str:
    """The one with more bits."""
    bits = [int(found[1]) if (found := _BITS.match(name)) else 0 for name in (a, b)]
    return a if bits[0] >= bits[1] else b


def _promote(a: str, b: str) -> str:
    for kinds in (_COMPLEX, _FLOATS):
        if a in kinds and b in kinds:
            if {a, b} == {"float16", "bfloat16"}:
                return "float32"
            return _wider(a, b)
        if a in kinds or b in kinds:
            kind, other = (a, b) if a in kinds else (b, a)
            if kinds is _COMPLEX and other == "float64":
                return "complex128"
            if kind == "complex32" and other in ("float32", "bfloat16"):
                return "complex64"
            return kind
    if "bool" in (a, b):
        return b if a == "bool" else a
    if "uint8" in (a, b):
        other = b if a == "uint8" else a
        return "int16" if other == "int8" else other
    return _wider(a, b)


def _common(a: str, b: str) -> str:
    """The common data type of two, as torch has it."""
    if a == b:
        return a
    found = _promoted.get((a, b))
    if found is None:
        found = _promoted[a, b] = _promote(a, b)
    return found


def promote(first: Operand, *others: Operand | None) -> str:
    """The common data type of the operands that are there."""
    found = first.type
    for operand in others:
        if operand is not None:
            found = _common(found, operand.type)
    return found


def promote_list(operands: Any) -> str:
    """The common data type of all tensors of a list."""
    kind: str = _members(operands)[0].type
    for each in _members(operands)[1:]:
        kind = _common(each.type, kind)
    return kind


def promote_by_rank(first: Operand, second: Operand) -> str:
    """The common data type of two tensors; Ascend950 has another where one has no dimensions."""
    return _common(first.type, second.type)


def promote_number(operand: Operand, number: Operand) -> str:
    """A tensor's type beside a number: its own, unless the number is of a higher kind."""
    mine, its = operand.type, number.type
    its = "complex64" if its in _COMPLEX else "float32" if its in _FLOATS else its
    if mine in _COMPLEX:
        return mine
    if its in _COMPLEX:
        return {"float64": "complex128", "float16": "complex32"}.get(mine, its)
    if mine in _FLOATS:
        return mine
    return _common(mine, its) if mine == "bool" or its in _FLOATS else mine


def promote_keeping(operand: Operand, number: Operand) -> str:
    """A tensor's type beside a number that only a higher kind changes."""
    mine, its = operand.type, number.type
    if mine in _COMPLEX or (mine in _FLOATS and its not in _COMPLEX):
        return mine
    return _common(mine, its) if mine == "bool" or its in _FLOAT_OR_COMPLEX else mine


def promote_exactly(operand: Operand, number: Operand) -> str:
    """The common type, or a floating tensor's own where a double is about the same in it."""
    double = number.type == "float64" and operand.type in _FLOATS
    return operand.type if double else _common(operand.type, number.type)


def promote_floating(operand: Operand, number: Operand) -> str:
    """A floating tensor's type, or the common one with a number that is no double."""
    if operand.type in _FLOATS:
        return operand.type
    return _common(operand.type, "float32" if number.type == "float64" else number.type)


def promote_single(operand: Operand, number: Operand) -> str:
    """The same, but that a double beside integers is computed in float32 whatever they are."""
    if operand.type not in _FLOATS and number.type == "float64":
        return "float32"
    return promote_floating(operand, number)


def promote_elements(number: Operand, operand: Operand) -> str:
    """A tensor's type beside a number, which decides too where there are many elements."""
    many = math.prod(operand.shape) >= 10
    return _common(operand.type, number.type) if many else promote_keeping(operand, number)


def promote_narrowed(operand: Operand, number: Operand) -> str:
    """The common type with a number that is an int32 where it can be."""
    return _common(operand.type, "int32" if number.type == "int64" else number.type)


def first_type(*operands: Operand | None) -> str:
    """The data type of the first operand that is there."""
    return next(each.type for each in operands if each is not None)


def sum_type(a: Operand, b: Operand) -> str:
    """The data type of both, or float32."""
    return a.type if a.type == b.type else "float32"


def compute_in_float(operand: Operand) -> str:
    """float32 for integers and bool; floats and complex numbers keep theirs."""
    return operand.type if operand.type in _FLOAT_OR_COMPLEX else "float32"


def compute_in_result(operand: Operand) -> str:
    """float32 for integers and bool, which are computed in the type of a result that is given."""
    return compute_in_float(operand)


def compute_in_common_half(a: Operand, b: Operand) -> str:
    """The data type of both if it is float32 or a half, else float32."""
    return a.type if a.type == b.type and a.type in ("float16", "bfloat16") else "float32"


def compute_in_own(operand: Operand) -> str:
    """The data type of the operand."""
    return operand.type


def compute_bfloat16_in_float(operand: Operand) -> str:
    """float32 for bfloat16 too."""
    kind = compute_in_float(operand)
    return "float32" if kind == "bfloat16" else kind


def compute_in_out(operand: Operand, _same: Operand | None = None) -> str:
    """That of the output for integers and bool, which is float32 where nothing else is said."""
    return compute_in_float(operand)


def angle_type(operand: Operand) -> str:
    """The data type of angles: 16-bit types keep theirs, all others give float32."""
    return operand.type if operand.type in ("float16", "bfloat16") else "float32"


def part_type(operand: Operand) -> str:
    """The data type of the parts of complex numbers; all others keep theirs."""
    return _PARTS.get(operand.type, operand.type)


def total_type(operand: Operand) -> str:
    """The data type of a sum: int64 of integers and bool."""
    whole = operand.type == "bool" or operand.type.startswith(("int", "uint"))
    return "int64" if whole else operand.type


def complex_type(operand: Operand) -> str:
    """The complex type with parts of a real one."""
    return {part: name for name, part in _PARTS.items()}.get(operand.type, operand.type)


def promote_adds(operand: Operand, other: Operand, _alpha: Operand) -> str:
    """A tensor and a number: the tensor's type, unless the number is of a higher kind."""
    mine, its = operand.type, other.type
    if mine in _COMPLEX or its in _COMPLEX:
        return promote(operand, other)
    if mine in _FLOATS:
        return mine
    return promote(operand, other) if mine == "bool" or its in _FLOATS else mine


def members_type(operands: Operands) -> str:
    """The data type of the first member; float32 of none."""
    return _members(operands)[0].type if _members(operands) else "float32"


def promote_addmv(
    operand: Operand, matrix: Operand, vector: Operand, alpha: Operand, beta: Operand
) -> str:
    """The common data type; a factor of 1 has none."""
    factors = [each for each in (alpha, beta) if getattr(each, "value", None) != 1]
    return promote(matrix, vector, operand, *factors)


def stepped_type(start: Number, end: Number, step: Number) -> str:
    """int64 of integers, else float32, as torch has it."""
    is_float = any(each.type in _FLOATS for each in (start, end, step))
    return "float32" if is_float else "int64"


def index_type(is_narrow: bool) -> str:
    """The type of places."""
    return "int32" if is_narrow else "int64"


def index_of(indices: Operand, offsets: Operand) -> str:
    """int64, unless both are narrower."""
    return "int64" if "int64" in (indices.type, offsets.type) else "int32"


def counted(weights: Operand | None) -> str:
    """int64 where elements are counted; float32 or float64 where weights are summed."""
    if weights is None:
        return "int64"
    return "float32" if weights.type == "float32" else "float64"


def promote_buckets(operand: Operand, boundaries: Operand) -> str:
    """The common type; that of the boundaries where one number is no more of a float."""
    is_float = not _is_whole(boundaries.type)
    if not operand.shape and (is_float or _is_whole(operand.type)):
        return boundaries.type
    return promote(operand, boundaries)


def promote_rsubs(operand: Operand, other: Operand, _alpha: Operand) -> str:
    """A tensor and a number that it is taken from: the same, without complex numbers or bool."""
    mine, its = operand.type, other.type
    return promote(operand, other) if mine not in _FLOAT_OR_COMPLEX and its in _FLOATS else mine


def promote_add_v3(number: Operand, operand: Operand) -> str:
    """A number and a tensor: float32 for floats; others as in a sum of a tensor and a number."""
    return "float32" if operand.type in _FLOATS else promote_adds(operand, number, number)


def promote_muls(operand: Operand, other: Operand) -> str:
    """A tensor and a number: as a sum of them, but for bfloat16, and bool with a float64."""
    types = (operand.type, other.type)
    if (operand.type == "bfloat16" and other.type not in _COMPLEX) or types == ("bool", "float64"):
        return "float32"
    return promote_adds(operand, other, other)


def promote_clamp(operand: Operand, *bounds: Operand | None) -> str:
    """The tensor's type; float32 for integers with a floating bound."""
    is_whole = operand.type not in _FLOAT_OR_COMPLEX
    is_float = any(each is not None and each.type in _FLOATS for each in bounds)
    return "float32" if is_whole and is_float else operand.type


def _is_whole(name: str) -> bool:
    return name not in _FLOAT_OR_COMPLEX


def true_quotient(a: Operand, b: Operand) -> str:
    """The common data type; float32 for integers and bool."""
    found = promote(a, b)
    return "float32" if _is_whole(found) else found


def true_quotient_by(operand: Operand, number: Operand) -> str:
    """That of a tensor and a number; float32 for integers and bool."""
    found = promote_adds(operand, number, number)
    return "float32" if _is_whole(found) else found


def quotient(a: Operand, b: Operand, mode: int) -> str:
    """The common data type, which exact quotients of integers do not have, nor any of bool."""
    found = promote(a, b)
    return true_quotient(a, b) if mode == 0 or found == "bool" else found


def quotient_by(operand: Operand, number: Operand, mode: int) -> str:
    """The same of a tensor and a number."""
    found = promote_adds(operand, number, number)
    return true_quotient_by(operand, number) if mode == 0 or found == "bool" else found


def promote_div(a: Operand, b: Operand) -> str:
    """The common data type of floats; integers are computed in float32, but a pair of int32."""
    found = promote(a, b)
    is_pair = a.type == b.type == "int32"
    return "float32" if _is_whole(found) and found != "bool" and not is_pair else found


def promote_divs(operand: Operand, number: Operand) -> str:
    """The tensor's, if it is no integer; else float32, but for a pair of int32 or bool."""
    is_pair = operand.type == number.type and operand.type in ("int32", "bool")
    found = "float32" if _is_whole(operand.type) and not is_pair else operand.type
    return _promote(found, number.type) if number.type in _COMPLEX else found


def promote_div_mod(a: Operand, b: Operand, mode: int) -> str:
    """Rounded down the common data type; else integers and float64 are computed in float32."""
    found = promote(a, b)
    if mode == 2:
        return "float32" if found == "bool" else found
    return "float32" if found == "float64" else promote_div(a, b)


def promote_div_mods(operand: Operand, number: Operand, mode: int) -> str:
    """The same of a tensor and a number, whose data type counts only where it is complex."""
    found = promote(operand, number)
    if mode == 2:
        return "float32" if found == "bool" else found
    if found in _COMPLEX or found == "bool":
        return found
    is_kept = operand.type in ("float16", "bfloat16") or operand.type == number.type == "int32"
    return operand.type if is_kept else "float32"


def promote_floor_divide(a: Operand, b: Operand) -> str:
    """The common data type; bool is computed in float32."""
    found = promote(a, b)
    return "float32" if found == "bool" else found


def promote_floor_divides(operand: Operand, number: Operand) -> str:
    """The same of a tensor and a number."""
    return promote_floor_divide(operand, number)


def promote_to_float(a: Operand, b: Operand) -> str:
    """The common data type; float32 for integers and bool."""
    return true_quotient(a, b)


def promote_to_single(a: Operand, b: Operand) -> str:
    """The same, and float32 for float64."""
    found = true_quotient(a, b)
    return "float32" if found == "float64" else found


def promote_power(operand: Operand, number: Operand) -> str:
    """A tensor and a number: as in a sum of them."""
    return promote_adds(operand, number, number)


def promote_power_of_number(number: Operand, operand: Operand) -> str:
    """The same of a number and a tensor."""
    return promote_adds(operand, number, number)


def promote_fmod(operand: Operand, number: Operand) -> str:
    """The common data type."""
    return promote(operand, number)


def promote_extreme(a: Operand, b: Operand) -> str:
    """The common data type."""
    return promote(a, b)


def promote_remainder(operand: Operand, number: Operand) -> str:
    """The tensor's, if it is no integer; else a float's."""
    found = promote(operand, number)
    return found if _is_whole(operand.type) and number.type in _FLOATS else operand.type


def promote_remainder_of_number(_number: Operand, operand: Operand) -> str:
    """The tensor's."""
    return operand.type


# --- By name -------------------------------------------------------------------------------------


def evaluate(rule: str, values: Mapping[str, Any]) -> Any:
    """What a rule of a declaration gives: "broadcast(self, other)", or one operand's own.

    values has operands and numbers by the names in the rule. The answer is a shape or a data type;
    an operand itself where the rule names only that, and the rule where it is no name.
    """
    name, parenthesis, rest = rule.partition("(")
    if not parenthesis:
        return values.get(rule, rule)
    function: Callable[..., Any] = globals()[name]
    return function(*(values[word.strip()] for word in rest.rstrip(")").split(",")))


def gate_bias(gates: Operand) -> Shape:
    """A number for each column of the gates of a batch."""
    return (gates.shape[-1],) if gates.shape else ()


def recurrent(operand: Operand, params: Any, lengths: Operand | None, bidirectional: bool) -> Shape:
    """The hidden states of all steps, those of both directions side by side."""
    columns = (2 if bidirectional else 1) * _recurrent_hidden(params)
    if lengths is None or len(operand.shape) != 2:
        return (*operand.shape[:-1], columns)
    steps = max(math.prod(lengths.shape), 1)
    return (steps, operand.shape[0] // steps, columns)


def recurrent_state(
    operand: Operand,
    params: Any,
    lengths: Operand | None,
    layers: int,
    bidirectional: bool,
    batch_first: bool,
) -> Shape:
    """A state for each layer and direction."""
    _steps, batch = _recurrent_sizes(operand, lengths, batch_first)
    return (max(layers, 0) * (2 if bidirectional else 1), batch, _recurrent_hidden(params))


def recurrent_gates(
    operand: Operand,
    params: Any,
    lengths: Operand | None,
    layers: int,
    bidirectional: bool,
    batch_first: bool,
    train: bool,
) -> list[Shape]:
    """A number for each step and state, of each layer and direction, where they are kept."""
    steps, batch = _recurrent_sizes(operand, lengths, batch_first)
    count = max(layers, 0) * (2 if bidirectional else 1) if train else 0
    return [(steps, batch, _recurrent_hidden(params))] * count


def _recurrent_hidden(params: Any) -> int:
    """The columns of weights of the hidden state."""
    members = _members(params)
    return members[1].shape[-1] if len(members) > 1 and members[1].shape else 0


def _recurrent_sizes(
    operand: Operand, lengths: Operand | None, batch_first: bool
) -> tuple[int, int]:
    """Steps and batch."""
    if lengths is not None:
        steps = max(math.prod(lengths.shape), 1)
        return steps, (operand.shape[0] // steps if operand.shape else 0)
    first, second = (*operand.shape, 0, 0)[:2]
    return (second, first) if batch_first else (first, second)


def first_of(operands: Any) -> Shape:
    """The shape of the first member."""
    members = _members(operands)
    return members[0].shape if members else ()


def each_of(operands: Any) -> list[Shape]:
    """The shapes of all members."""
    return [each.shape for each in _members(operands)]


# --- Products whose kernels do more ---------------------------------------------------------------


def turned_product(
    left: Operand,
    right: Operand,
    scale: Operand | None,
    left_order: Sequence[int],
    right_order: Sequence[int],
    parts: int,
) -> Shape:
    """Products of batches with the rows first, or of so many parts of the batches."""
    batches, rows = left.shape[:2] if tuple(left_order) == (0, 1, 2) else left.shape[1::-1]
    columns = right.shape[2 if tuple(right_order) == (0, 1, 2) else 1]
    if scale is not None:
        return (rows, 1, batches * columns)
    return (rows, batches, columns) if parts < 2 else (parts, rows, batches // parts * columns)


def fused_product(operand: Operand, kind: str | bytes) -> str:
    """The type of the operand, or float32 where that is asked for."""
    return "float32" if kind in ("16cast32", b"16cast32") else operand.type


def grouped_product(
    operands: Any,
    weights: Any,
    groups: Operand | Sequence[int] | None,
    split: int,
    kind: int,
) -> list[Shape]:
    """Products of groups: none, of rows (0) or of the depth (2), in one tensor or one for each."""
    left, right = _members(operands), _members(weights)
    columns = right[0].shape[-1:]
    if kind == 2:
        count = len(groups) if isinstance(groups, Sequence) else groups.shape[0] if groups else 1
        return [(count, *left[0].shape[:1], *columns)]
    if kind != 0:
        return [(*a.shape[:-1], *b.shape[-1:]) for a, b in zip(left, right, strict=False)]
    if split in (2, 3) or not isinstance(groups, Sequence):
        return [(sum(each.shape[0] for each in left), *columns)]
    rows = [end - first for first, end in zip([0, *groups], groups, strict=False)]
    return [(each, *b.shape[-1:]) for each, b in zip(rows, right, strict=False)]


def grouped_first(
    operands: Any, weights: Any, groups: Sequence[int] | None, split: int
) -> list[Shape]:
    """The same, where numbers of tensors say whether there are groups."""
    left, right = _members(operands), _members(weights)
    is_each = len(right) == 1 or (len(left) > 1 and split < 2)
    return grouped_product(operands, weights, groups, split, -1 if is_each else 0)


def global_pool(operand: Operand) -> Shape:
    """One place for each channel of each image."""
    return (*operand.shape[:2], *(1 for _ in operand.shape[2:]))


def member_type(operands: Any) -> str:
    """The type of the first member of a list."""
    return _members(operands)[0].type


def scaled_image(operand: Operand, scales: Sequence[float]) -> Shape:
    """The whole part of each size by its factor, which is a float32."""
    if len(operand.shape) != 4 or len(scales) != 4:
        return operand.shape
    factors = struct.unpack("4f", struct.pack("4f", *scales))
    sizes = [int(places * by) for places, by in zip(operand.shape, factors, strict=True)]
    return (*operand.shape[:2], *sizes[2:])
