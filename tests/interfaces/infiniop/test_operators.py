# SPDX-License-Identifier: Apache-2.0
"""infiniop's operators that are rows: numbers against float64, layouts, in place, and statuses."""

from __future__ import annotations

import ctypes
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from interfaces.infiniop.calls import (
    ASCEND,
    BAD_PARAM,
    BAD_TENSOR_DTYPE,
    BAD_TENSOR_SHAPE,
    BAD_TENSOR_STRIDES,
    BFLOAT16,
    BOOL,
    BYTE,
    C16,
    C32,
    CPU,
    F8,
    NULL_POINTER,
    NUMBERS,
    SUCCESS,
    Array,
    Infini,
    Place,
    Strided,
    strided,
)

from aclnn_py import infiniop, native
from aclnn_py.infiniop._row_table import ROWS
from build_support import infiniop as generator

ROOT = Path(__file__).resolve().parents[3]

F16, F32, F64 = (np.dtype(f"float{bits}") for bits in (16, 32, 64))
I32, I64 = np.dtype("int32"), np.dtype("int64")
FLOATS = (F16, BFLOAT16, F32, F64)
SINGLES = (F16, BFLOAT16, F32)

#: Half a unit in the last place of halves, with what float32 loses before; a few units of others.
RELATIVE = {F16: 5.2e-4, BFLOAT16: 4e-3, F32: 4e-6, F64: 1e-13}
EPSILON = 2.0**-10  # exact as a C float

ABSOLUTE = {F16: 1e-6, BFLOAT16: 1e-6, F32: 1e-6, F64: 1e-14}


erf = np.vectorize(math.erf, otypes=[np.float64])


def wide(array: Array) -> Array:
    return array.astype(np.float64)


# --- What operators are, in float64 --------------------------------------------------------------


def sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def softmax(x: Any, axis: int = -1) -> Any:
    powers = np.exp(x - x.max(axis, keepdims=True))
    return powers / powers.sum(axis, keepdims=True)


def causal_softmax(x: Array) -> Any:
    rows, columns = x.shape[-2:]
    later = np.arange(columns) > np.arange(rows)[:, None] + (columns - rows)
    return softmax(np.where(later, -np.inf, x))


def softplus(x: Array, beta: float, threshold: float) -> Any:
    return np.where(beta * x > threshold, x, np.log1p(np.exp(np.minimum(beta * x, 50))) / beta)


def rms_norm(x: Array, w: Array | None, epsilon: float) -> Any:
    scaled = x / np.sqrt((x * x).mean(-1, keepdims=True) + epsilon)
    return scaled if w is None else scaled * w


def layer_norm(x: Array, w: Array, b: Array | None, epsilon: float) -> list[Array]:
    deviation = np.sqrt(x.var(-1) + epsilon)
    standard = (x - x.mean(-1, keepdims=True)) / deviation[..., None]
    return [standard * w + (0 if b is None else b), standard, deviation]


def rope(x: Array, positions: Array, sines: Array, cosines: Array, algo: int) -> Array:
    sine, cosine = (table[positions][..., None, :] for table in (sines, cosines))
    half = x.shape[-1] // 2
    y = np.empty_like(x)
    one, other = ((0, 2), (1, 2)) if algo == 0 else ((0, 1), (half, 1))
    first = np.s_[..., 0::2] if algo == 0 else np.s_[..., :half]
    second = np.s_[..., 1::2] if algo == 0 else np.s_[..., half:]
    assert one != other
    y[first] = x[first] * cosine - x[second] * sine
    y[second] = x[first] * sine + x[second] * cosine
    return y


def router(x: Array, bias: Array, factor: float, count: int) -> list[Array]:
    scores = sigmoid(x)
    values, indices = [], []
    for row in scores:
        biased = row + bias
        sums = np.sort(biased.reshape(8, 32), axis=1)[:, -2:].sum(1)
        taken = np.argsort(-sums, kind="stable")[:4]
        left = np.where(np.isin(np.arange(256) // 32, taken), biased, 0)
        best = np.argsort(-left, kind="stable")[:count]
        indices.append(best)
        values.append(factor * row[best] / (row[best].sum() + 1e-9))
    return [np.array(values), np.array(indices)]


def sample(probs: Array, random: float, topp: float, topk: int, temperature: float) -> int:
    if random == 0 or topp == 0 or topk == 1 or temperature == 0:
        return int(probs.argmax())
    order = np.argsort(-probs, kind="stable")
    sums = np.cumsum(np.exp((probs[order] - probs.max()) / temperature))
    last = (min(topk, len(probs)) or len(probs)) - 1
    limit = random * min(sums[last], sums[-1] * topp)
    return int(order[np.searchsorted(sums, limit)])


# --- A case of every row -------------------------------------------------------------------------


@dataclass
class Case:
    """A call: tensors in order, None for one left out; what is written holds anything before."""

    outputs: list[Array]
    inputs: list[Array | None]
    expected: list[Array]
    create: Sequence[Any] = ()
    call: Sequence[Any] = ()
    called: int = 0  # so many first tensors Create does not know
    last_is_1: bool = False
    dense: tuple[int, ...] = ()  # inputs that have to be dense
    keeps: bool = False  # the output is read


Make = Callable[[np.random.Generator, Any], Case]


def draw(rng: np.random.Generator, shape: Sequence[int], dtype: Any, scale: float = 2) -> Array:
    array: Array = (rng.standard_normal(tuple(shape)) * scale).astype(dtype)
    return array


def elementwise(count: int, function: Callable[..., Array], create: Sequence[float] = ()) -> Make:
    def make(rng: np.random.Generator, dtype: Any) -> Case:
        inputs = [draw(rng, (3, 4, 5), dtype) for _ in range(count)]
        expected = function(*map(wide, inputs), *create)
        return Case([np.empty((3, 4, 5), dtype)], list(inputs), [expected], create)

    return make


def integers(rng: np.random.Generator, dtype: Any) -> Case:
    """Add wraps around as the types do."""
    if dtype.kind != "i":
        return elementwise(2, np.add)(rng, dtype)
    a, b = (rng.integers(-(2**31), 2**31, (3, 4, 5)).astype(dtype) for _ in range(2))
    return Case([np.empty_like(a)], [a, b], [a + b])


def along(function: Callable[[Array, int], Array], axis: int) -> Make:
    def make(rng: np.random.Generator, dtype: Any) -> Case:
        x = draw(rng, (3, 7, 5), dtype)
        return Case([np.empty_like(x)], [x], [function(wide(x), axis)], [axis])

    return make


def make_clip(rng: np.random.Generator, dtype: Any) -> Case:
    x, low, high = (draw(rng, (6, 5), dtype) for _ in range(3))
    expected = np.maximum(np.minimum(wide(x), wide(high)), wide(low))
    return Case([np.empty_like(x)], [x, low, high], [expected])


def make_causal(rng: np.random.Generator, dtype: Any) -> Case:
    x = draw(rng, (2, 4, 7), dtype)
    return Case([np.empty_like(x)], [x], [causal_softmax(wide(x))])


def make_rms(weight: Any) -> Make:
    def make(rng: np.random.Generator, dtype: Any) -> Case:
        x = draw(rng, (3, 2, 17), dtype)
        w = None if weight is None else draw(rng, (17,), dtype if weight == "T" else weight)
        expected = rms_norm(wide(x), None if w is None else wide(w), EPSILON)
        return Case([np.empty_like(x)], [x, w], [expected], [EPSILON], last_is_1=True)

    return make


def make_add_rms(rng: np.random.Generator, dtype: Any) -> Case:
    a, b, w = draw(rng, (3, 17), dtype), draw(rng, (3, 17), dtype), draw(rng, (17,), dtype)
    total = wide(a) + wide(b)
    expected = [rms_norm(total, wide(w), EPSILON), total]
    return Case([np.empty_like(a)] * 2, [a, b, w], expected, [EPSILON], last_is_1=True)


def make_layer_norm(has_bias: bool) -> Make:
    def make(rng: np.random.Generator, dtype: Any) -> Case:
        x, w, b = draw(rng, (3, 2, 17), dtype), draw(rng, (17,), dtype), draw(rng, (17,), dtype)
        expected = layer_norm(wide(x), wide(w), wide(b) if has_bias else None, EPSILON)
        outputs = [np.empty_like(x), np.empty_like(x), np.empty((3, 2), dtype)]
        return Case(outputs, [x, w, b if has_bias else None], expected, [EPSILON])

    return make


def make_gemm(batch: tuple[int, ...], alpha: float, beta: float) -> Make:
    def make(rng: np.random.Generator, dtype: Any) -> Case:
        a, b = draw(rng, (*batch, 5, 9), dtype), draw(rng, (*batch, 9, 6), dtype)
        c = draw(rng, (*batch, 5, 6), dtype)
        expected = alpha * (wide(a) @ wide(b)) + (beta * wide(c) if beta else 0)
        if beta == 0:
            c[...] = np.nan  # which is not read
        return Case([c], [a, b], [expected], call=[alpha, beta], keeps=True)

    return make


def attention(q: Array, k: Array, v: Array, lengths: Array, scale: float, is_causal: bool) -> Array:
    """Row by row; rows without a key are 0."""
    out = np.zeros((*q.shape[:3], v.shape[3]))
    rows, shared = q.shape[2], q.shape[1] // k.shape[1]
    for b, h, i in np.ndindex(*q.shape[:3]):
        seen = int(lengths[b])
        if is_causal:
            seen = min(seen, max(0, i + seen - rows + 1))
        if seen:
            scores = scale * (k[b, h // shared, :seen] @ q[b, h, i])
            out[b, h, i] = softmax(scores) @ v[b, h // shared, :seen]
    return out


def make_attention(is_causal: bool, shape: Sequence[int], index: Any) -> Make:
    """shape is B, H, G, M, N, D, E."""

    def make(rng: np.random.Generator, dtype: Any) -> Case:
        b, h, g, m, n, d, e = shape
        q, k = draw(rng, (b, h, m, d), dtype, 1), draw(rng, (b, g, n, d), dtype, 1)
        v = draw(rng, (b, g, n, e), dtype, 1)
        lengths = rng.integers(0, n + 1, b).astype(index)
        expected = attention(wide(q), wide(k), wide(v), lengths, 0.25, is_causal)
        out = np.empty(expected.shape, dtype)
        return Case([out], [q, k, v, lengths], [expected], [0.25, is_causal], last_is_1=True)

    return make


def make_rope(batch: tuple[int, ...], algo: int, index: Any = I64) -> Make:
    def make(rng: np.random.Generator, dtype: Any) -> Case:
        x = draw(rng, (*batch, 5, 3, 8), dtype)
        positions = rng.integers(0, 11, (*batch, 5)).astype(index)
        sines, cosines = draw(rng, (11, 4), dtype), draw(rng, (11, 4), dtype)
        expected = rope(wide(x), positions.astype(int), wide(sines), wide(cosines), algo)
        inputs: list[Array | None] = [x, positions, sines, cosines]
        return Case([np.empty_like(x)], inputs, [expected], [algo], last_is_1=True, dense=(1, 2, 3))

    return make


def make_topk(dim: int, count: int, largest: bool, index: Any) -> Make:
    def make(rng: np.random.Generator, dtype: Any) -> Case:
        x = rng.permutation(3 * 8 * 5).reshape(3, 8, 5).astype(dtype)
        order = np.argsort(-wide(x) if largest else wide(x), axis=dim, kind="stable")
        order = np.take(order, range(count), axis=dim)
        values = np.take_along_axis(wide(x), order, axis=dim)
        outputs = [np.empty(order.shape, dtype), np.empty(order.shape, index)]
        numbers = [count, dim, largest, True]
        return Case(outputs, [x], [values, order], numbers, numbers)

    return make


def make_topksoftmax(norm: int) -> Make:
    def make(rng: np.random.Generator, dtype: Any) -> Case:
        x = np.stack([rng.permutation(24) for _ in range(3)]).astype(dtype) / dtype.type(4)
        scores = softmax(wide(x))
        order = np.argsort(-scores, axis=1, kind="stable")[:, :5]
        values = np.take_along_axis(scores, order, axis=1)
        values = values / values.sum(1, keepdims=True) if norm else values
        outputs = [np.empty((3, 5), F32), np.empty((3, 5), I32)]
        numbers = [5, norm]
        return Case(outputs, [x], [values, order], (), numbers, called=2, last_is_1=True)

    return make


def make_router(rng: np.random.Generator, dtype: Any) -> Case:
    x = np.stack([rng.permutation(256) for _ in range(3)]).astype(dtype) / dtype.type(64)
    bias = (rng.permutation(256) / 777).astype(np.float32)
    expected = router(wide(x), wide(bias), 2.5, 6)
    outputs = [np.empty((3, 6), F32), np.empty((3, 6), I32)]
    return Case(outputs, [x, bias], expected, (), [2.5, 6], called=2, last_is_1=True)


def make_sample(index: Any, *numbers: float) -> Make:
    def make(rng: np.random.Generator, dtype: Any) -> Case:
        probs = (rng.permutation(60) / 8).astype(dtype)
        expected = np.array(sample(wide(probs), *numbers))  # type: ignore[arg-type]
        return Case([np.empty((), index)], [probs], [expected], (), numbers, last_is_1=True)

    return make


#: Of the rows of a batch: random_val, topp, topk, temperature.
SAMPLES = np.array([(0.8, 0.8, 3, 0.5), (0.05, 0.9, 5, 1), (0.97, 1.5, 0, 2), (0.08, 0, 3, 0.5)])


def sample_arrays(numbers: Array) -> list[Any]:
    """The arrays of a batch, and its size."""
    random, topp, topk, temperature = numbers.T.tolist()
    count = len(numbers)
    floats, integers = ctypes.c_float * count, ctypes.c_int * count
    places = integers(*map(int, topk))
    return [floats(*random), floats(*topp), places, floats(*temperature), count]


def changed_sample(row: int, column: int, number: float) -> list[Any]:
    numbers = SAMPLES.copy()
    numbers[row, column] = number
    return sample_arrays(numbers)


def make_samples(index: Any) -> Make:
    def make(rng: np.random.Generator, dtype: Any) -> Case:
        probs = np.stack([rng.permutation(60) / 8 for _ in SAMPLES]).astype(dtype)
        rows = zip(wide(probs), SAMPLES, strict=True)
        expected = np.array([sample(row, a, p, int(k), t) for row, (a, p, k, t) in rows])
        out = np.empty(len(SAMPLES), index)
        return Case([out], [probs], [expected], (), sample_arrays(SAMPLES), last_is_1=True)

    return make


CASES: dict[str, tuple[tuple[Any, ...], list[Make]]] = {
    "Add": ((*FLOATS, I32, I64), [integers]),
    "Sub": (FLOATS, [elementwise(2, np.subtract)]),
    "Mul": (FLOATS, [elementwise(2, np.multiply)]),
    "Clip": (FLOATS, [make_clip]),
    "Relu": (FLOATS, [elementwise(1, lambda x: np.maximum(x, 0))]),
    "Sigmoid": (FLOATS, [elementwise(1, sigmoid)]),
    "Silu": (FLOATS, [elementwise(1, lambda x: x * sigmoid(x))]),
    "Gelu": (FLOATS, [elementwise(1, lambda x: x / 2 * (1 + erf(x / np.sqrt(2))))]),
    "Tanh": (FLOATS, [elementwise(1, np.tanh)]),
    "Softplus": (SINGLES, [elementwise(1, softplus, [1, 20]), elementwise(1, softplus, [2, 1.5])]),
    "SwiGLU": (FLOATS, [elementwise(2, lambda a, b: a * b * sigmoid(b))]),
    "Softmax": (FLOATS, [along(softmax, axis) for axis in (-1, 0, 1)]),
    "LogSoftmax": (FLOATS, [along(lambda x, axis: np.log(softmax(x, axis)), d) for d in (-1, 1)]),
    "CausalSoftmax": (FLOATS, [make_causal]),
    "RMSNorm": (FLOATS, [make_rms("T"), make_rms(None)]),
    "AddRMSNorm": (FLOATS, [make_add_rms]),
    "LayerNorm": (SINGLES, [make_layer_norm(True), make_layer_norm(False)]),
    "Gemm": (SINGLES, [make_gemm((), 1, 0), make_gemm((3,), 0.5, 2), make_gemm((), 0, 1)]),
    "FlashAttention": (
        SINGLES,
        [
            make_attention(False, (2, 4, 2, 5, 7, 16, 16), I64),
            make_attention(True, (3, 6, 1, 9, 40, 8, 5), I32),
            make_attention(True, (2, 2, 2, 130, 70, 4, 4), I64),
        ],
    ),
    "RoPE": (FLOATS, [make_rope((), 0), make_rope((), 1), make_rope((2,), 1, np.dtype("uint8"))]),
    "TopK": (SINGLES, [make_topk(1, 3, True, I32), make_topk(2, 5, False, I64)]),
    "Topksoftmax": (SINGLES, [make_topksoftmax(0), make_topksoftmax(1)]),
    "Topkrouter": (SINGLES, [make_router]),
    "RandomSample": (
        FLOATS,
        [
            make_sample(np.dtype(name), *numbers)
            for name, numbers in (
                ("int32", (0.8, 0.8, 3, 0.5)),
                ("uint64", (0.05, 0.9, 5, 1.0)),
                ("int64", (0.97, 1.5, 0, 2.0)),
                ("uint8", (0.08, 0.0, 3, 0.5)),
                ("int16", (1.0, 0.5, 100, 3.0)),
            )
        ],
    ),
    "RandomSampleBatch": (FLOATS, [make_samples(I32), make_samples(np.dtype("uint64"))]),
}
FILLS = ("Ones", "Zeros", "Rearrange")


def test_every_row_has_a_case() -> None:
    named = re.compile(r"infiniopCreate(\w+)Descriptor")
    rows = {found[1] for name in dir(infiniop.lib) if (found := named.fullmatch(name))}
    others = {"Tensor", "Embedding", "EmbeddingBackward"}
    assert rows - others == {*CASES, *FILLS}


# --- Running -------------------------------------------------------------------------------------


def gaps(shape: Sequence[int], last_is_1: bool) -> tuple[int, ...]:
    """Strides with gaps, the first one negative."""
    step = 1 if last_is_1 else 2
    strides = []
    for size in reversed(shape):
        strides.append(step)
        step = step * size + 3
    if len(strides) > 1:
        strides[-1] = -strides[-1]
    return tuple(reversed(strides))


def run(
    place: Place, name: str, case: Case, tensors: Sequence[Strided | None], addresses: Sequence[Any]
) -> int:
    workspace = () if name == "Rearrange" else (None, 0)
    descriptor = place.operator(name, tensors[case.called :], case.create)
    call = getattr(place.infini, f"infiniop{name}")
    status = place.finish(call(descriptor, *workspace, *addresses, *case.call, place.stream))
    destroy(place, name, descriptor)
    return status


def destroy(place: Place, name: str, descriptor: Any) -> None:
    """End a descriptor; those of a batch are ended as others of RandomSample."""
    name = name.removesuffix("Batch")
    getattr(place.infini.ok, f"infiniopDestroy{name}Descriptor")(descriptor)


def assert_near(found: Array, expected: Array) -> None:
    if found.dtype.kind in "iu":
        np.testing.assert_array_equal(found, expected)
        return
    np.testing.assert_allclose(
        wide(found), expected, rtol=RELATIVE[found.dtype], atol=ABSOLUTE[found.dtype]
    )


def tensors_of(case: Case, with_gaps: bool) -> tuple[list[Strided], list[Strided | None]]:
    def lay(array: Array, is_dense: bool) -> Strided:
        return strided(
            array, gaps(array.shape, case.last_is_1) if with_gaps and not is_dense else None
        )

    outputs = [lay(each, i < case.called) for i, each in enumerate(case.outputs)]
    return outputs, [
        None if each is None else lay(each, i in case.dense) for i, each in enumerate(case.inputs)
    ]


@pytest.mark.parametrize("name", CASES)
def test_numbers(place: Place, rng: np.random.Generator, name: str) -> None:
    """All types, dense and with gaps; nothing beside the outputs is touched."""
    types, makes = CASES[name]
    for make in makes:
        for dtype in types:
            case = make(rng, dtype)
            for with_gaps in (False, True):
                outputs, inputs = tensors_of(case, with_gaps)
                canaries = [each.canaries for each in outputs]
                tensors = [*outputs, *inputs]
                addresses = [None if each is None else place.put(each) for each in tensors]
                assert run(place, name, case, tensors, addresses) == SUCCESS, place.infini.message()
                for out, address, expected, before in zip(
                    outputs, addresses, case.expected, canaries, strict=False
                ):
                    place.take(out, address)  # type: ignore[arg-type]
                    assert_near(out.view, expected)
                    np.testing.assert_array_equal(out.canaries, before)


@pytest.mark.parametrize("name", [each for each in CASES if each != "Gemm"])
def test_in_place(place: Place, rng: np.random.Generator, name: str) -> None:
    """The first output is the memory of each input that has its shape and type."""
    types, makes = CASES[name]
    for make in makes:
        case = make(rng, types[0])
        for i, same in enumerate(case.inputs):
            if same is None or (same.shape, same.dtype) != (
                case.outputs[0].shape,
                case.outputs[0].dtype,
            ):
                continue
            outputs, inputs = tensors_of(case, False)
            tensors: list[Strided | None] = [*outputs, *inputs]
            addresses = [None if each is None else place.put(each) for each in tensors]
            addresses[0] = addresses[len(outputs) + i]
            assert run(place, name, case, tensors, addresses) == SUCCESS, place.infini.message()
            place.take(outputs[0], addresses[0])  # type: ignore[arg-type]
            assert_near(outputs[0].view, case.expected[0])


def test_a_shifted_output_is_written_behind_what_is_read(cpu: Place) -> None:
    memory = np.arange(9, dtype=np.float32)
    before = memory.copy()
    x = strided(memory[:8])
    descriptor = cpu.operator("Add", [x, x, x])
    address = memory.ctypes.data
    cpu.infini.ok.infiniopAdd(descriptor, None, 0, address + 4, address, address, None)
    np.testing.assert_array_equal(memory, [0, *(2 * before[:8])])
    cpu.infini.ok.infiniopDestroyAddDescriptor(descriptor)


def test_broadcast_inputs(place: Place, rng: np.random.Generator) -> None:
    """A stride of 0 repeats."""
    a, row = draw(rng, (4, 5), F32), draw(rng, (1, 5), F32)
    out, x, b = strided(np.empty((4, 5), F32)), strided(a), strided(row)
    descriptor = infiniop.infiniopOperatorDescriptor_t()
    given = [
        place.describe((4, 5), None, 13),
        place.describe((4, 5), None, 13),
        place.describe((4, 5), (0, 1), 13),
    ]
    place.infini.ok.infiniopCreateAddDescriptor(place.handle, ctypes.byref(descriptor), *given)
    for each in given:
        place.infini.ok.infiniopDestroyTensorDescriptor(each)
    addresses = [place.put(each) for each in (out, x, b)]
    assert (
        place.finish(place.infini.infiniopAdd(descriptor, None, 0, *addresses, place.stream)) == 0
    )
    place.take(out, addresses[0])
    np.testing.assert_array_equal(out.view, a + row)
    place.infini.ok.infiniopDestroyAddDescriptor(descriptor)


@pytest.mark.parametrize("weight", [F32, BFLOAT16], ids=["float32", "bfloat16"])
def test_rms_norm_of_halves_by_other_weights(
    place: Place, rng: np.random.Generator, weight: Any
) -> None:
    case = make_rms(weight)(rng, F16)
    outputs, inputs = tensors_of(case, False)
    tensors: list[Strided | None] = [*outputs, *inputs]
    addresses = [place.put(each) for each in tensors if each is not None]
    assert run(place, "RMSNorm", case, tensors, addresses) == SUCCESS
    place.take(outputs[0], addresses[0])
    assert_near(outputs[0].view, case.expected[0])


#: infiniDtype_t and the bytes of an element, of what is moved or filled and nothing else.
PLAIN: dict[int, Any] = {
    BYTE: np.uint8,
    BOOL: np.uint8,
    F8: np.uint8,
    C16: np.uint16,
    C32: np.uint32,
}


def test_fills_and_copies_of_every_type(place: Place, rng: np.random.Generator) -> None:
    for number, dtype in [*PLAIN.items(), *((n, t) for t, n in NUMBERS.items())]:
        source = rng.integers(1, 100, (3, 4)).astype(dtype)
        of = [place.describe((3, 4), (1, 3), number), place.describe((3, 4), None, number)]
        for name in FILLS:
            is_complex = number in (C16, C32, 17, 18)
            if name != "Rearrange" and (is_complex or (name == "Ones" and number == F8)):
                continue
            descriptor = infiniop.infiniopOperatorDescriptor_t()
            create = getattr(place.infini.ok, f"infiniopCreate{name}Descriptor")
            create(place.handle, ctypes.byref(descriptor), *of)
            found = np.full((4, 3), 77).astype(dtype)
            addresses = [place.upload(found), place.upload(source)]
            workspace = () if name == "Rearrange" else (None, 0)
            call = getattr(place.infini, f"infiniop{name}")
            assert place.finish(call(descriptor, *workspace, *addresses, place.stream)) == SUCCESS
            place.download(found, addresses[0])
            expected = {"Ones": np.ones_like(source), "Zeros": np.zeros_like(source)}
            np.testing.assert_array_equal(found.T, expected.get(name, source))
            getattr(place.infini.ok, f"infiniopDestroy{name}Descriptor")(descriptor)
        for each in of:
            place.infini.ok.infiniopDestroyTensorDescriptor(each)


#: Vectors that have an element a batch or row: the operator, and the place of the tensor.
_LENGTHS = {("RoPE", 2), ("FlashAttention", 4)}


@pytest.mark.parametrize("name", CASES)
def test_no_elements(place: Place, rng: np.random.Generator, name: str) -> None:
    """Nothing is done where nothing is written; pointers may be NULL then."""
    case = CASES[name][1][0](rng, CASES[name][0][0])
    if case.called or name.startswith("RandomSample"):
        return  # the outputs of experts have a row each, samples are of something
    rows = [*case.outputs, *case.inputs[: 1 if name in ("Gemm", "LayerNorm") else None]]
    tensors: list[Strided | None] = []
    for i, array in enumerate([*case.outputs, *case.inputs]):
        is_table = array is None or array.ndim < 2 or (name == "RoPE" and array.ndim == 2)
        has_none = i < len(rows) and (not is_table or (name, i) in _LENGTHS)
        kept = array[:0] if has_none and array is not None else array
        tensors.append(None if kept is None else strided(kept))
    addresses = [
        None if each is None or each.view.size == 0 else place.put(each) for each in tensors
    ]
    assert run(place, name, case, tensors, addresses) == SUCCESS, place.infini.message()


# --- Launches ------------------------------------------------------------------------------------


def test_a_descriptor_runs_again_and_outlives_nothing(ascend: Place) -> None:
    """Queued work goes on when the descriptor is gone."""
    x = strided(np.full((50, 40), 1, F32))
    address = ascend.put(x)
    add, gemm = ascend.operator("Add", [x, x, x]), None
    for _ in range(5):
        ascend.infini.ok.infiniopAdd(add, None, 0, address, address, address, ascend.stream)
    ascend.infini.ok.infiniopDestroyAddDescriptor(add)
    c = strided(np.full((50, 50), 1, F32))
    b = strided(np.full((40, 50), 0.5, F32))
    places = [ascend.put(c), ascend.put(b)]
    gemm = ascend.operator("Gemm", [c, x, b])
    for beta in (0.0, 1.0):
        ascend.infini.ok.infiniopGemm(
            gemm, None, 0, places[0], address, places[1], 1.0, beta, ascend.stream
        )
    ascend.infini.ok.infiniopDestroyGemmDescriptor(gemm)
    ascend.infini.ok.infinirtStreamSynchronize(ascend.stream)
    ascend.take(c, places[0])
    np.testing.assert_array_equal(c.view, 2 * 40 * 32 * 0.5)


def test_the_workspace_is_nothing(place: Place) -> None:
    x = strided(np.zeros(3, F32))
    descriptor = place.operator("Add", [x, x, x])
    size = ctypes.c_size_t(7)
    place.infini.ok.infiniopGetAddWorkspaceSize(descriptor, ctypes.byref(size))
    assert size.value == 0
    place.infini.fails(NULL_POINTER, "infiniopGetAddWorkspaceSize", descriptor, None)
    place.infini.fails(NULL_POINTER, "infiniopGetAddWorkspaceSize", None, ctypes.byref(size))
    place.infini.ok.infiniopDestroyAddDescriptor(descriptor)
    place.infini.fails(BAD_PARAM, "infiniopDestroyAddDescriptor", descriptor)


# --- Statuses ------------------------------------------------------------------------------------

BAD: list[tuple[int, str, Sequence[Any], list[Any], str]] = [
    (NULL_POINTER, "Add", [((3,), None, 13), None, ((3,), None, 13)], [], "a_desc is NULL"),
    (NULL_POINTER, "RMSNorm", [((3, 4), None, 13), None, None], [1e-6], "x_desc"),
    (BAD_TENSOR_DTYPE, "Add", [((3,), None, 13), ((3,), None, 12), ((3,), None, 13)], [], "F16"),
    (BAD_TENSOR_DTYPE, "Sub", [((3,), None, 5)] * 3, [], "I32"),
    (
        BAD_TENSOR_DTYPE,
        "RoPE",
        [((4, 1, 4), None, 13)] * 2 + [((4,), None, 13)] * 3,
        [0],
        "pos_ids",
    ),
    (BAD_TENSOR_DTYPE, "RMSNorm", [((3, 4), None, 13)] * 2 + [((4,), None, 12)], [1e-6], "w_desc"),
    (BAD_TENSOR_DTYPE, "RandomSample", [((), None, 13), ((4,), None, 13)], [], "result_desc"),
    (BAD_TENSOR_SHAPE, "Add", [((3,), None, 13), ((4,), None, 13), ((3,), None, 13)], [], "[4]"),
    (BAD_TENSOR_SHAPE, "Softmax", [((3,), None, 13), ((1, 3), None, 13)], [0], "[1, 3]"),
    (BAD_TENSOR_SHAPE, "CausalSoftmax", [((3,), None, 13)] * 2, [], "[3]"),
    (BAD_TENSOR_SHAPE, "CausalSoftmax", [((4, 3), None, 13)] * 2, [], "4 rows"),
    (BAD_TENSOR_SHAPE, "RMSNorm", [((3, 4), None, 13)] * 2 + [((3,), None, 13)], [1e-6], "w_desc"),
    (
        BAD_TENSOR_SHAPE,
        "Gemm",
        [((2, 3), None, 13), ((2, 4), None, 13), ((5, 3), None, 13)],
        [],
        "b_desc",
    ),
    (
        BAD_TENSOR_SHAPE,
        "RoPE",
        [((5, 2, 8), None, 13)] * 2 + [((5,), None, 6)] + [((9, 3), None, 13)] * 2,
        [0],
        "8 elements",
    ),
    (BAD_TENSOR_SHAPE, "RandomSample", [((), None, 6), ((0,), None, 13)], [], "probs"),
    (BAD_TENSOR_SHAPE, "Topkrouter", [((2, 128), None, 13), ((128,), None, 13)], [], "256"),
    (
        BAD_TENSOR_SHAPE,
        "TopK",
        [((2, 3), None, 13), ((2, 3), None, 5), ((2, 5), None, 13)],
        [2, 1, True, True],
        "[2, 3]",
    ),
    (
        BAD_TENSOR_SHAPE,
        "LayerNorm",
        [((2, 3), None, 13)] * 2 + [((3,), None, 13), ((2, 3), None, 13)] + [((3,), None, 13)] * 2,
        [1e-5],
        "input_std_deviation_desc",
    ),
    (
        BAD_TENSOR_STRIDES,
        "Add",
        [((3, 4), (0, 1), 13), ((3, 4), None, 13), ((3, 4), None, 13)],
        [],
        "c_desc",
    ),
    (
        BAD_TENSOR_STRIDES,
        "RMSNorm",
        [((3, 4), (1, 3), 13), ((3, 4), None, 13), ((4,), None, 13)],
        [1e-6],
        "y_desc",
    ),
    (
        BAD_TENSOR_STRIDES,
        "RoPE",
        [((5, 2, 8), None, 13)] * 2 + [((5,), (2,), 6)] + [((9, 4), None, 13)] * 2,
        [0],
        "pos_ids_desc",
    ),
    (BAD_PARAM, "Softmax", [((3, 4), None, 13)] * 2, [2], "axis is 2"),
    (BAD_PARAM, "Softmax", [((3, 4), None, 13)] * 2, [-3], "axis is -3"),
    (BAD_PARAM, "LogSoftmax", [((), None, 13)] * 2, [0], "dim is 0"),
    (BAD_PARAM, "RMSNorm", [((3, 4), None, 13)] * 2 + [None], [0.0], "epsilon is 0"),
    (BAD_PARAM, "RMSNorm", [((3, 4), None, 13)] * 2 + [None], [float("nan")], "epsilon is"),
    (
        BAD_PARAM,
        "RoPE",
        [((5, 2, 8), None, 13)] * 2 + [((5,), None, 6)] + [((9, 4), None, 13)] * 2,
        [2],
        "algo is 2",
    ),
    (
        BAD_TENSOR_SHAPE,
        "FlashAttention",
        [((2, 3, 5, 8), None, 13)] * 2 + [((2, 2, 7, 8), None, 13)] * 2 + [((2,), None, 6)],
        [1.0, False],
        "3 heads and k 2",
    ),
    (
        BAD_TENSOR_SHAPE,
        "FlashAttention",
        [((2, 2, 5, 8), None, 13)] * 2 + [((2, 2, 7, 8), None, 13)] * 2 + [((3,), None, 6)],
        [1.0, False],
        "total_kv_len_desc is [3]",
    ),
    (
        BAD_TENSOR_DTYPE,
        "FlashAttention",
        [((2, 2, 5, 8), None, 14)] * 2 + [((2, 2, 7, 8), None, 14)] * 2 + [((2,), None, 6)],
        [1.0, False],
        "F64",
    ),
    (
        BAD_TENSOR_STRIDES,
        "FlashAttention",
        [((1, 1, 5, 8), (40, 40, 1, 5), 13)] * 2
        + [((1, 1, 7, 8), None, 13)] * 2
        + [((1,), None, 6)],
        [1.0, False],
        "out_desc",
    ),
    (BAD_TENSOR_SHAPE, "RandomSampleBatch", [((3,), None, 6), ((2, 4), None, 13)], [], "[2, 4]"),
    (
        BAD_PARAM,
        "TopK",
        [((2, 6), None, 13), ((2, 6), None, 5), ((2, 5), None, 13)],
        [6, 1, True, True],
        "k is 6",
    ),
]


@pytest.mark.parametrize(
    ("status", "name", "tensors", "numbers", "text"), BAD, ids=[f"{row[1]}-{row[4]}" for row in BAD]
)
def test_create_refuses(
    cpu: Place, status: int, name: str, tensors: list[Any], numbers: list[Any], text: str
) -> None:
    given = [None if each is None else cpu.describe(*each) for each in tensors]
    descriptor = infiniop.infiniopOperatorDescriptor_t()
    found = cpu.infini.fails(
        status,
        f"infiniopCreate{name}Descriptor",
        cpu.handle,
        ctypes.byref(descriptor),
        *given,
        *numbers,
    )
    assert text in found
    assert not descriptor
    for each in given:
        if each is not None:
            cpu.infini.ok.infiniopDestroyTensorDescriptor(each)


@pytest.mark.parametrize("name", CASES)
def test_every_create_refuses_what_is_missing_or_of_another_type(
    place: Place, rng: np.random.Generator, name: str
) -> None:
    """NULL for the handle, for the place of the descriptor and for each tensor that is required; a
    tensor of bytes, which no operator takes. Nothing is written then."""
    case = CASES[name][1][0](rng, CASES[name][0][0])
    arrays = [*case.outputs[case.called :], *case.inputs]
    rules = [rule for rule in ROWS[name].tensors if "called" not in rule.flags]
    given = [place.describe(a.shape, None, NUMBERS[a.dtype]) for a in arrays if a is not None]
    byte = [place.describe(a.shape, None, BYTE) for a in arrays if a is not None]
    assert len(given) == len(rules)
    descriptor = infiniop.infiniopOperatorDescriptor_t()
    create, where = f"infiniopCreate{name}Descriptor", ctypes.byref(descriptor)
    place.infini.fails(NULL_POINTER, create, None, where, *given, *case.create)
    place.infini.fails(NULL_POINTER, create, place.handle, None, *given, *case.create)
    for i, rule in enumerate(rules):
        wrong = [*given[:i], byte[i], *given[i + 1 :]]
        place.infini.fails(BAD_TENSOR_DTYPE, create, place.handle, where, *wrong, *case.create)
        missing = [*given[:i], None, *given[i + 1 :]]
        if "optional" not in rule.flags:
            place.infini.fails(NULL_POINTER, create, place.handle, where, *missing, *case.create)
    assert not descriptor
    end = f"infiniopDestroy{name.removesuffix('Batch')}Descriptor"
    place.infini.fails(NULL_POINTER, end, None)
    for each in (*given, *byte):
        place.infini.ok.infiniopDestroyTensorDescriptor(each)


@pytest.mark.parametrize(
    ("name", "numbers", "text"),
    [
        ("RandomSample", (-0.1, 1, 1, 1), "random_val"),
        ("RandomSample", (1.5, 1, 1, 1), "random_val"),
        ("RandomSample", (0.5, -1, 1, 1), "topp"),
        ("RandomSample", (0.5, 1, -1, 1), "topk"),
        ("RandomSample", (0.5, 1, 1, -1), "temperature"),
        ("RandomSample", (0.5, 1, 1, float("nan")), "temperature"),
        ("RandomSampleBatch", changed_sample(1, 0, 1.5), "random_val[1] is 1.5"),
        ("RandomSampleBatch", changed_sample(3, 1, -1), "topp[3]"),
        ("RandomSampleBatch", changed_sample(0, 2, -1), "topk[0] is -1"),
        ("RandomSampleBatch", changed_sample(2, 3, float("inf")), "temperature[2]"),
        ("RandomSampleBatch", (*sample_arrays(SAMPLES)[:4], 3), "batch_size is 3, and was 4"),
        ("Topksoftmax", (0, 1), "topk"),
        ("Topksoftmax", (25, 1), "topk"),
        ("Topkrouter", (1, 257), "topk"),
        ("TopK", (2, 1, True, True), "k is 2, and was 3"),
    ],
)
def test_the_call_refuses(
    place: Place, rng: np.random.Generator, name: str, numbers: tuple[Any, ...], text: str
) -> None:
    case = CASES[name][1][0](rng, F32)
    outputs, inputs = tensors_of(case, False)
    tensors: list[Strided | None] = [*outputs, *inputs]
    descriptor = place.operator(name, tensors[case.called :], case.create)
    addresses = [None if each is None else place.put(each) for each in tensors]
    arguments = (descriptor, None, 0, *addresses, *numbers, place.stream)
    assert text in place.infini.fails(BAD_PARAM, f"infiniop{name}", *arguments)
    destroy(place, name, descriptor)


def test_a_pointer_is_missing_or_elsewhere(infini: Infini, rng: np.random.Generator) -> None:
    with Place(infini, ASCEND) as ascend, Place(infini, CPU) as cpu:
        x = strided(draw(rng, (3,), F32))
        infini.ok.infinirtSetDevice(ASCEND, 0)
        there = ascend.put(x)
        infini.ok.infinirtSetDevice(CPU, 0)
        here = cpu.put(x)
        add = cpu.operator("Add", [x, x, x])
        assert "b is NULL" in infini.fails(
            NULL_POINTER, "infiniopAdd", add, None, 0, here, here, None, None
        )
        infini.fails(BAD_PARAM, "infiniopAdd", add, None, 0, here, there, here, None)
        infini.fails(NULL_POINTER, "infiniopAdd", None, None, 0, here, here, here, None)
        infini.ok.infiniopDestroyAddDescriptor(add)


def test_a_position_outside_of_the_tables(place: Place, rng: np.random.Generator) -> None:
    case = make_rope((), 0)(rng, F32)
    assert case.inputs[1] is not None
    for bad in (-1, 11):
        case.inputs[1][2] = bad
        outputs, inputs = tensors_of(case, False)
        tensors: list[Strided | None] = [*outputs, *inputs]
        addresses = [None if each is None else place.put(each) for each in tensors]
        assert run(place, "RoPE", case, tensors, addresses) == place.bad_index
        assert "pos_ids" in place.infini.message()


def test_a_length_beyond_the_keys(place: Place, rng: np.random.Generator) -> None:
    """Nothing is written, and the failure names the length."""
    case = make_attention(False, (2, 2, 1, 3, 5, 4, 4), I32)(rng, F32)
    for bad in (-1, 6):
        case.inputs[3] = np.array([2, bad], I32)
        outputs, inputs = tensors_of(case, False)
        outputs[0].view[...] = 7
        tensors: list[Strided | None] = [*outputs, *inputs]
        addresses = [None if each is None else place.put(each) for each in tensors]
        assert run(place, "FlashAttention", case, tensors, addresses) == place.bad_index
        assert f"[1] is {bad}" in place.infini.message()
        place.take(outputs[0], addresses[0])  # type: ignore[arg-type]
        assert (outputs[0].view == 7).all()


def test_the_family_of_random_sample(place: Place, rng: np.random.Generator) -> None:
    """The batch is ended and measured as RandomSample, and not called as it; nor the other way."""
    case = make_samples(I64)(rng, F32)
    outputs, inputs = tensors_of(case, False)
    tensors: list[Strided | None] = [*outputs, *inputs]
    result, probs = (place.put(each) for each in tensors if each is not None)
    batch = place.operator("RandomSampleBatch", tensors, ())
    size = ctypes.c_size_t(7)
    place.infini.ok.infiniopGetRandomSampleWorkspaceSize(batch, ctypes.byref(size))
    assert size.value == 0
    one = (batch, None, 0, result, probs, 0.5, 1.0, 0, 1.0, place.stream)
    assert "infiniopRandomSample" in place.infini.fails(BAD_PARAM, "infiniopRandomSample", *one)
    arrays = sample_arrays(SAMPLES)
    for i, name in enumerate(("random_val", "topp", "topk", "temperature")):
        given = [*arrays[:i], None, *arrays[i + 1 :]]
        call = (batch, None, 0, result, probs, *given, place.stream)
        text = place.infini.fails(NULL_POINTER, "infiniopRandomSampleBatch", *call)
        assert f"{name} is NULL" in text
    place.infini.ok.infiniopDestroyRandomSampleDescriptor(batch)
    single = place.operator(
        "RandomSample", [strided(np.empty((), I64)), strided(draw(rng, (9,), F32))], ()
    )
    call = (single, None, 0, result, probs, *arrays, place.stream)
    place.infini.fails(BAD_PARAM, "infiniopRandomSampleBatch", *call)
    place.infini.ok.infiniopDestroyRandomSampleDescriptor(single)


# --- Python --------------------------------------------------------------------------------------


@pytest.mark.parametrize("device", ["cpu", "ascend"])
def test_functions_of_arrays(device: Any, rng: np.random.Generator) -> None:
    x, w = draw(rng, (6, 8), F32), draw(rng, (8,), F32)
    assert_near(infiniop.add(x, w[None].repeat(6, 0), device=device), wide(x) + wide(w))
    assert_near(infiniop.softmax(x.T, 0, device=device), softmax(wide(x.T), 0))
    assert_near(infiniop.rms_norm(x, device=device), rms_norm(wide(x), None, 1e-6))
    out = np.empty((8, 6), F32).T
    assert infiniop.rms_norm(x, w, EPSILON, out, device=device) is out
    assert_near(out, rms_norm(wide(x), wide(w), EPSILON))
    c = np.ones((6, 6), F32)
    infiniop.gemm(x, x.T, 2, 3, c, device=device)
    assert_near(c, 2 * wide(x) @ wide(x).T + 3)
    found = infiniop.layer_norm(x, w, device=device)
    for each, expected in zip(found, layer_norm(wide(x), wide(w), None, 1e-5), strict=True):
        assert_near(each, expected)
    values, indices = infiniop.topk(x, 2, 1, device=device)
    np.testing.assert_array_equal(indices, np.argsort(-x, 1)[:, :2])
    np.testing.assert_array_equal(values, -np.sort(-x, 1)[:, :2])
    values, indices = infiniop.topksoftmax(x, 3, 1, device=device)
    np.testing.assert_array_equal(indices, np.argsort(-x, 1)[:, :3])
    np.testing.assert_allclose(values.sum(1), 1, rtol=1e-6)
    table = draw(rng, (9, 4), F32)
    heads = draw(rng, (5, 2, 8), F32)
    places = np.array([0, 8, 3, 3, 1])
    turned = infiniop.rope(heads, places, table, table[::-1], 0, device=device)
    assert_near(turned, rope(wide(heads), places, wide(table), wide(table[::-1]), 0))
    assert infiniop.random_sample(w, 0.0, 1, 0, 1, device=device).tolist() == int(w.argmax())
    q, k = draw(rng, (2, 4, 3, 8), F32), draw(rng, (2, 2, 5, 8), F32)
    lengths = np.array([5, 2])
    found_attention = infiniop.flash_attention(q, k, k[..., :3], lengths, 0.5, device=device)
    assert_near(found_attention, attention(wide(q), wide(k), wide(k[..., :3]), lengths, 0.5, False))
    places = infiniop.random_sample_batch(x, 0, [1.0] * 6, 3, 1, device=device)
    np.testing.assert_array_equal(places, x.argmax(1))
    with pytest.raises(ValueError, match="6 of them"):
        infiniop.random_sample_batch(x, 0, [1.0] * 5, 3, 1, device=device)
    np.testing.assert_array_equal(infiniop.ones(x[:, ::2], device=device), np.ones((6, 4), F32))
    with pytest.raises(infiniop.InfiniParameterError, match="axis"):
        infiniop.softmax(x, 5, device=device)
    with pytest.raises(TypeError):
        infiniop.softmax(x, 0.5, device=device)  # type: ignore[arg-type]
    with pytest.raises(infiniop.InfiniParameterError, match="b_desc"):
        infiniop.add(x, w, device=device)


@pytest.mark.parametrize("device", ["cpu", "ascend"])
def test_linear(device: Any, rng: np.random.Generator) -> None:
    for dtype in SINGLES:
        x, w, b = draw(rng, (2, 3, 8), dtype), draw(rng, (5, 8), dtype), draw(rng, (5,), dtype)
        expected = wide(x) @ wide(w).T
        assert_near(infiniop.linear(x, w, device=device), expected)
        out = np.empty((2, 3, 5), dtype)
        assert infiniop.linear(x, w, b, out, device=device) is out
        assert_near(out, expected + wide(b))
        assert infiniop.linear(x[:0], w, b, device=device).shape == (0, 3, 5)
    with pytest.raises(ValueError, match="bias"):
        infiniop.linear(x, w, b[:4], device=device)
    with pytest.raises(ValueError, match="K"):
        infiniop.linear(x, b, device=device)


def test_every_row_is_a_function() -> None:
    headers = {
        function.header.removeprefix("infiniop/ops/").removesuffix(".h")
        for name, function in native.description().functions.items()
        if function.header.startswith("infiniop/ops/")
        and name not in native.description().unsupported
    }
    assert headers <= {*infiniop.__all__}


def test_what_is_committed_is_what_the_generator_writes() -> None:
    rows = generator.read(ROOT / "csrc")
    package = ROOT / "aclnn_py" / "infiniop"
    assert (package / "_rows.py").read_text("utf-8") == generator.python(rows)
    assert (package / "_row_table.py").read_text("utf-8") == generator.python_table(rows)
    page = ROOT / "docs" / "reference" / "infiniop-operators.md"
    assert page.read_text("utf-8") == generator.page(rows), "run python build.py"
    assert len(rows) == len({row.name for row in rows}) == len(CASES) + len(FILLS)
