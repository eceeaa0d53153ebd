# SPDX-License-Identifier: Apache-2.0
"""Operands that declared calls take, made from the library's description of them.

What shapes go together follows from the rule of a call's output (its "out": broadcast(self, other),
reduced(self, dims, keepDims), ...): a sampler a rule, none a call. Data types are those that the
checks allow on a product.
"""

from __future__ import annotations

import math
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from _pytest.mark import ParameterSet
from numpy.typing import NDArray
from sweep.oracles import GIVEN, ORACLES, Oracle

from aclnn_py import Device, Tensor
from aclnn_py._ledger import Declared, Parameter, ledger
from build_support.tables import load as load_tables

Array = NDArray[Any]

#: Data types by NumPy's words, or by those of aclDataType where no array has them.
DATA_TYPES = {
    row.numpy_name or row.name.lower().removeprefix("acl_"): row
    for row in load_tables(Path(__file__).resolve().parents[2] / "csrc").data_types
}

#: By the architecture that the description speaks of: a product for phase one.
PRODUCTS = {"1001": "Ascend910A", "2201": "Ascend910B2", "3510": "Ascend950"}

LAYOUTS = ("dense", "transposed", "strided", "offset", "reversed", "repeated")
#: Of tensors that are written: no element stands for two.
WRITTEN_LAYOUTS = ("dense", "transposed", "strided", "offset")


#: Tests of each call are quick for one in so many of a family.
QUICK = 16


@dataclass(frozen=True)
class Sample:
    """Arguments of a call by the vendor's names, but for outputs; arrays for tensors."""

    arguments: dict[str, Any]
    layouts: dict[str, str]
    made_of: tuple[object, ...]  # data types, shapes, and a layout
    out_type: str = ""  # of the output, where no operand has one

    @property
    def text(self) -> str:
        return " ".join(str(each) for each in self.made_of if each is not None)

    @property
    def is_reversed(self) -> bool:
        """Whether an operand has a negative stride, which Ascend950 refuses with 561103."""
        return "reversed" in self.layouts.values()


@cache
def declared_calls() -> dict[str, Declared]:
    """Every declared call."""
    return {name: entry.declared for name, entry in ledger().items() if entry.declared is not None}


def sampled_calls() -> dict[str, Declared]:
    """Every declared call whose operands the recipes make.

    WeightQuantPreprocess takes scales of swapped dimensions alone; tests/ops/quant/test_prepared.py
    has its calls."""
    return {
        name: each
        for name, each in declared_calls().items()
        if name != "aclnnWeightQuantPreprocess"
    }


def quick_calls(names: Iterable[str] | None = None) -> list[str]:
    """Of every declared call, or of these, a few of each family: what `make quick` tests."""
    seen: Counter[str] = Counter()
    found = []
    for name in declared_calls() if names is None else names:
        family = ledger()[name].family
        if seen[family] % QUICK == 0:
            found.append(name)
        seen[family] += 1
    return found


def each_call(names: Iterable[str] | None = None) -> list[ParameterSet]:
    """Every declared call, or these, to parametrize a test; all but the quick ones are slow."""
    every = list(declared_calls() if names is None else names)
    quick = set(quick_calls(every))
    return [pytest.param(each, marks=() if each in quick else pytest.mark.slow) for each in every]


def numpy_type(name: str) -> np.dtype[Any]:
    """A data type by the name that the description has."""
    return np.dtype(getattr(ml_dtypes, name) if not hasattr(np, name) else name)


def oracle_of(declared: Declared) -> Oracle:
    """The formula of a call; an in-place form may have that of the call it is of."""
    return ORACLES[declared.name if declared.name in ORACLES else declared.in_place_of]


# --- Data ----------------------------------------------------------------------------------------


def is_float(dtype: np.dtype[Any]) -> bool:
    return dtype.kind == "f" or (dtype.kind == "V" and hasattr(ml_dtypes, dtype.name))


def specials(dtype: np.dtype[Any]) -> list[Any]:
    """Values at which arithmetic goes wrong."""
    if dtype == np.bool_:
        return [False, True]
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return [0, 1, info.max, info.min, info.max - 1]
    if dtype.kind == "c":
        return [0, 1j, -1, complex(math.inf, 1), complex(math.nan, 0), complex(0.0, -0.0)]
    limits: Any = ml_dtypes.finfo(dtype)
    least = float(limits.smallest_subnormal)
    return [0.0, -0.0, 1.0, -1.0, math.inf, -math.inf, math.nan, least, float(limits.max)]


def data(rng: np.random.Generator, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """Random values with the special ones among them, where there is room."""
    count = math.prod(shape)
    if dtype == np.bool_:
        values: Array = rng.integers(0, 2, count).astype(dtype)
    elif dtype.kind in "iu":
        low = 0 if dtype.kind == "u" else -100
        values = rng.integers(low, 100, count).astype(dtype)
    elif dtype.kind == "c":
        values = (rng.normal(size=count) + 1j * rng.normal(size=count)).astype(dtype)
    else:
        values = (rng.normal(size=count) * 3).astype(dtype)
    few = specials(dtype)
    if count > 2 * len(few):
        for value in few:
            values[rng.integers(count)] = value
    return values.reshape(shape)


def number(dtype: np.dtype[Any]) -> Any:
    """A number that can be combined with the type and does not change it, on every product."""
    if dtype == np.bool_:
        return True
    if dtype == np.complex64:
        return np.complex64(1.5)
    if dtype.kind == "u" and dtype.itemsize > 1:
        return dtype.type(3)
    return 3 if dtype.kind in "iu" else 1.5


# --- Shapes by the rule of the output ------------------------------------------------------------

Shapes = dict[str, Any]
"""Shapes of tensors, lists of them for lists, and values of arrays and numbers, by name. INDICES
has the tensors that hold indices, with what these have to be less than."""

INDICES = "(indices)"

SINGLE: list[tuple[int, ...]] = [
    (),
    (1,),
    (7,),
    (3, 4),
    (2, 3, 4),
    (0, 3),
    (33, 65),
    (2, 1, 2, 1, 2, 1, 2, 2),
    (2500,),
]


def _broadcast(names: Sequence[str]) -> Iterator[Shapes]:
    for shape in SINGLE:
        yield dict.fromkeys(names, shape)
    first, *others = names
    for a, b in (((2, 3, 4), (3, 4)), ((5, 1), (1, 6)), ((), (4,)), ((1, 3), (2, 3)), ((0,), (1,))):
        yield {first: a, **dict.fromkeys(others, b)}
        yield {first: b, **dict.fromkeys(others, a)}
    if len(names) > 2:
        shapes: list[tuple[int, ...]] = [(2, 1, 4), (3, 1), (4,), (1, 3, 1), (2, 3, 4), ()]
        for at in range(len(shapes)):
            yield {name: shapes[(at + 2 * i) % len(shapes)] for i, name in enumerate(names)}


def _reduced(names: Sequence[str]) -> Iterator[Shapes]:
    tensor, dims, keep = names
    for shape in (*SINGLE, (3, 0), (40, 50), (5000,)):
        rank = len(shape)
        chosen: list[list[int]] = [[], *([dim] for dim in range(rank)), list(range(rank))]
        if rank > 2:
            chosen += [[0, 2], [-1, 0]]
        for entries in chosen:
            for flag in (False, True):
                yield {tensor: shape, dims: entries, keep: flag}


def _reduced_or_whole(names: Sequence[str]) -> Iterator[Shapes]:
    for shapes in _reduced(names[:3]):
        yield {**shapes, names[3]: False}
        if not shapes[names[1]]:
            yield {**shapes, names[3]: True}


def _reduced_dim(names: Sequence[str]) -> Iterator[Shapes]:
    tensor, dim, keep = names
    for shape in ((), (5,), (3, 4), (0, 3), (2, 3, 4), (65, 3), (7, 700), (2, 1, 2, 1, 2, 1, 2, 2)):
        for at in sorted({0, max(len(shape), 1) - 1, -1}):
            for flag in (False, True):
                yield {tensor: shape, dim: at, keep: flag}


def _scalar(names: Sequence[str]) -> Iterator[Shapes]:
    for shape in (*SINGLE, (3, 0), (40, 50), (5000,)):
        yield {names[0]: shape}


def _selected(names: Sequence[str]) -> Iterator[Shapes]:
    tensor, dim, index = names
    for shape in ((5,), (3, 4), (2, 3, 4), (33, 65), (2, 1, 2, 1, 2, 1, 2, 2)):
        for at in (0, len(shape) - 1, -1):
            for count in (1, 7, 0):
                yield {tensor: shape, dim: at, index: (count,), INDICES: {index: shape[at]}}


def _product(names: Sequence[str]) -> Iterator[Shapes]:
    left, right = names
    for rows, inner, columns in ((1, 1, 1), (3, 4, 5), (7, 0, 3), (33, 65, 17), (64, 64, 64)):
        yield {left: (rows, inner), right: (inner, columns)}


SAMPLERS: dict[str, Callable[[Sequence[str]], Iterator[Shapes]]] = {
    "broadcast": _broadcast,
    "reduced": _reduced,
    "reduced_or_whole": _reduced_or_whole,
    "reduced_dim": _reduced_dim,
    "scalar": _scalar,
    "selected": _selected,
    "product": _product,
}


def _single(name: str, declared: Declared) -> Iterator[Shapes]:
    """Every tensor that is read has the shape of the one named."""
    parameters = declared.parameters
    named = next(each for each in parameters if each.name == name)
    names = [each.name for each in parameters if each.kind == named.kind and each.role != "out"]
    if named.kind == "tensor_list":
        for shapes in ([(3,)], [(2, 3), (), (0,), (65,)], [(4,)] * 20):
            yield {name: shapes}
    else:
        for shape in SINGLE:
            yield dict.fromkeys(names, shape)


def shapes_of(declared: Declared) -> Iterator[Shapes]:
    """Shapes that the call takes, with the arrays and numbers that shapes depend on."""
    by_name = {each.name: each for each in declared.parameters}
    written = next(each for each in declared.parameters if each.role != "in")
    rule = written.shape or written.name
    renamed: dict[str, str] = {}
    if declared.in_place_of:
        base = ledger()[declared.in_place_of].declared
        assert base is not None
        rule = next(each.shape for each in base.parameters if each.role == "out")
        renamed = dict(
            zip(
                (each.name for each in base.parameters if each.role != "out"),
                by_name,
                strict=True,
            )
        )
        for old, new in renamed.items():
            rule = rule.replace(f"({old},", f"({new},").replace(f" {old})", f" {new})")
            rule = new if rule == old else rule
    own = oracle_of(declared).shapes
    if own is not None:
        is_of_base = declared.in_place_of and declared.name not in ORACLES
        for shapes in own():
            yield {renamed.get(key, key) if is_of_base else key: shapes[key] for key in shapes}
        return
    name, parenthesis, rest = rule.partition("(")
    if not parenthesis:
        yield from _single(name, declared)
        return
    names = [word.strip() for word in rest.rstrip(")").split(",")]
    for shapes in SAMPLERS[name](names):
        if declared.in_place_of and not _fits(shapes, written.name, names):
            continue
        yield shapes


def _fits(shapes: Shapes, target: str, names: Sequence[str]) -> bool:
    """Whether an operand has the shape of the result, so that it can take it."""
    try:
        return bool(np.broadcast_shapes(*(shapes[name] for name in names)) == tuple(shapes[target]))
    except ValueError:
        return False


# --- Samples -------------------------------------------------------------------------------------


def leading(declared: Declared) -> Parameter:
    """The parameter whose data type is swept: the first that the call promotes, or that is typed.

    An output leads where no operand has a data type of its own, as that of arange.
    """
    tensors = [each for each in declared.parameters if each.kind in ("tensor", "tensor_list")]
    words = re.split(r"[(), ]+", declared.promoted)[1:]
    promoted = [each for word in words for each in tensors if each.name == word]
    typed = [each for each in tensors if each.types]
    known = [each for each in promoted if each.types]
    return (known or typed or promoted or [declared.parameters[0]])[0]


def types_of(declared: Declared, architecture: str) -> list[str]:
    """The data types of the leading operand that arrays have."""
    types = (leading(declared).types or {}).get(architecture, ())
    known = [name for name in types if name in DATA_TYPES and DATA_TYPES[name].numpy_name]
    whole = [name for name in known if DATA_TYPES[name].bits >= 8]
    return whole or known  # float4 where a call takes nothing else


Recipe = Callable[[], Sample]
"""Makes a sample. Most tests take one of so many, and making one takes longer than its call."""


def recipes(
    declared: Declared, architecture: str, types: Sequence[str] | None = None
) -> Iterator[Recipe]:
    """Operands of every shape and data type, dense, and of one shape in every layout."""
    for name in types_of(declared, architecture) if types is None else types:
        for at, shapes in enumerate(shapes_of(declared)):
            if _has_types(declared, architecture, shapes):
                yield partial(make, declared, name, shapes, at)
        for layout in LAYOUTS[1:]:
            if layout in (oracle_of(declared).layouts or LAYOUTS):
                yield partial(_with_layout, declared, name, layout)


def _with_layout(declared: Declared, type_name: str, layout: str) -> Sample:
    known = list(shapes_of(declared))
    shapes = max(known, key=_room)
    sample = make(declared, type_name, shapes, 0)
    layouts = {
        each.name: layout if each.role == "in" or layout in WRITTEN_LAYOUTS else "strided"
        for each in declared.parameters
    }
    if layout == "repeated":
        fixed = {key: each for key, each in shapes.items() if _has_arrays(each)}
        sample = replace(sample, arguments=_repeated(sample.arguments) | fixed)
        layouts |= dict.fromkeys(fixed, "strided")
    return replace(sample, layouts=layouts, made_of=(*sample.made_of, layout))


def samples(
    declared: Declared, architecture: str, types: Sequence[str] | None = None
) -> Iterator[Sample]:
    """All that recipes make."""
    return (recipe() for recipe in recipes(declared, architecture, types))


def _has_arrays(value: Any) -> bool:
    """Whether an argument is given, and no shape."""
    members = value if isinstance(value, list) else [value]
    return any(isinstance(each, np.ndarray) for each in members)


def _repeated(arguments: dict[str, Any]) -> dict[str, Any]:
    """The same with the first row of each array in place of the others."""

    def repeat(array: Array) -> Array:
        return np.broadcast_to(array[:1], array.shape).copy() if array.size else array

    return {
        name: [repeat(each) for each in value]
        if isinstance(value, list) and value and isinstance(value[0], np.ndarray) and value[0].ndim
        else repeat(value)
        if isinstance(value, np.ndarray) and value.ndim
        else value
        for name, value in arguments.items()
    }


def _has_types(declared: Declared, architecture: str, shapes: Shapes) -> bool:
    """Whether the call takes the data types that stand among the values."""
    return all(
        each.name not in shapes or shapes[each.name] in (each.types or {}).get(architecture, ())
        for each in declared.parameters
        if each.type == "aclDataType"
    )


def _room(shapes: Shapes) -> int:
    """How well layouts differ in these: 2 where all tensors have two dimensions, 1 where some."""
    if any(isinstance(shape, list) for shape in shapes.values()):
        return 2
    found = [shape for shape in shapes.values() if isinstance(shape, tuple)]
    wide = [len(shape) >= 2 and 0 not in shape for shape in found]
    return all(wide) + any(wide) if found else 2


def mixed_types(declared: Declared, architecture: str) -> Iterator[Recipe]:
    """Operands of different data types, where the call promotes them."""
    if not declared.promoted.startswith("promote("):
        return
    tensors = [each for each in declared.parameters if each.kind == "tensor" and each.role != "out"]
    known = types_of(declared, architecture)
    for first in known:
        for second in known:
            if first != second and len(tensors) > 1 and _has_common(first, second):
                if declared.in_place_of and not converts(first, second):
                    continue
                every = list(shapes_of(declared))
                shapes = next((each for each in every if _room(each) > 0), every[0])
                yield partial(make, declared, first, shapes, 0, second)


def _has_common(*names: str) -> bool:
    """Whether types surely promote: uint16 to uint64 do with few others."""
    return not any(name in ("uint16", "uint32", "uint64") for name in names)


_KINDS = ("b", "iu", "f", "c")


def converts(target: str, other: str) -> bool:
    """Whether the common type of both converts to the first: not to one of fewer kinds."""

    def kind(name: str) -> int:
        dtype = numpy_type(name)
        return 2 if is_float(dtype) else next(i for i, k in enumerate(_KINDS) if dtype.kind in k)

    return kind(other) <= kind(target)


def make(
    declared: Declared, type_name: str, shapes: Shapes, at: int, second: str | None = None
) -> Sample:
    """Arguments with these shapes; the leading operand has the type, others the second."""
    seed = zlib.crc32(f"{declared.python} {type_name} {second} {at}".encode())
    rng = np.random.default_rng(seed)
    arguments: dict[str, Any] = {}
    dtype = numpy_type(type_name)
    in_turn = oracle_of(declared).arguments
    first = leading(declared)
    for each in declared.parameters:
        if each.role == "out":
            continue
        values = in_turn.get(each.name, (GIVEN,))
        if values[at % len(values)] is not GIVEN:
            arguments[each.name] = values[at % len(values)]
            continue
        kind = dtype if each == first or second is None else numpy_type(second)
        if each.name in oracle_of(declared).types:
            kind = numpy_type(oracle_of(declared).types[each.name](type_name))
        arguments[each.name] = _argument(rng, each, shapes, kind, is_leading=each == first)
    oracle_of(declared).adapt(arguments, at)
    out_type = type_name if first.role == "out" else ""
    return Sample(arguments, {}, (type_name, second, shapes), out_type)


def _argument(
    rng: np.random.Generator,
    parameter: Parameter,
    shapes: Shapes,
    dtype: np.dtype[Any],
    *,
    is_leading: bool,
) -> Any:
    value: Any = shapes.get(parameter.name)
    if isinstance(value, np.ndarray):
        return value
    if value is None and parameter.name in shapes:
        return None
    if parameter.kind == "tensor":
        assert value is not None, f"no rule gives {parameter.name} a shape"
        limit = shapes.get(INDICES, {}).get(parameter.name)
        if limit is not None:
            allowed = next(iter((parameter.types or {}).values()))
            dtype = numpy_type(allowed[int(rng.integers(len(allowed)))])
            return rng.integers(0, max(limit, 1), value).astype(dtype)
        own = [types for types in (parameter.types or {}).values() if types]
        if own and not is_leading and not any(dtype.name in types for types in own):
            dtype = numpy_type(own[0][int(rng.integers(len(own[0])))])
        return data(rng, value, dtype)
    if parameter.kind == "tensor_list":
        return [each if isinstance(each, np.ndarray) else data(rng, each, dtype) for each in value]
    if value is not None:
        return value
    if parameter.kind == "scalar":
        return number(dtype)
    if parameter.type == "aclDataType":
        return dtype.name
    return parameter.default


# --- On the device -------------------------------------------------------------------------------


def place(device: Device, array: Array, layout: str, format: str = "ND") -> Tensor:
    """A tensor with these contents, in memory as the layout says."""
    shape = array.shape
    rank = len(shape)
    if layout == "transposed" and rank >= 2:
        whole = device.tensor(np.ascontiguousarray(array.swapaxes(-1, -2)), format)
        steps = list(whole.strides)
        steps[-1], steps[-2] = steps[-2], steps[-1]
        return whole.view(shape, steps)
    if layout == "strided" and rank:
        spread = np.zeros((*shape[:-1], 2 * shape[-1]), array.dtype)
        spread[..., ::2] = array
        whole = device.tensor(spread, format)
        return whole.view(shape, [*whole.strides[:-1], 2])
    if layout == "offset":
        padded = np.concatenate([np.zeros(16, array.dtype), array.ravel()])
        return device.tensor(padded, format).view(shape, None, 16)
    if layout == "reversed" and rank and array.size:
        whole = device.tensor(np.ascontiguousarray(array[..., ::-1]), format)
        return whole.view(shape, [*whole.strides[:-1], -1], shape[-1] - 1)
    if layout == "repeated" and rank and array.size:
        whole = device.tensor(array[:1], format)
        return whole.view(shape, [0, *whole.strides[1:]])
    return device.tensor(array, format)
