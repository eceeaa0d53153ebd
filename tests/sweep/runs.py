# SPDX-License-Identifier: Apache-2.0
"""One call of a declared operator on a device: its tensors, its phases, its results.

python -m sweep.runs            computes every declared call and prints a digest of each
"""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice, pairwise
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from sweep import promotion
from sweep.group import end_group, has_group, make_group
from sweep.samples import (
    PRODUCTS,
    Recipe,
    Sample,
    declared_calls,
    numpy_type,
    oracle_of,
    place,
    recipes,
    sampled_calls,
    types_of,
)

import aclnn_py as acl
from aclnn_py import native
from aclnn_py._ledger import Declared, Parameter, ledger
from aclnn_py._outputs import Output, outputs_of
from aclnn_py._plan import _argument
from aclnn_py._prototype import prototype
from aclnn_py._values import Objects, TensorList
from aclnn_py.layout import fractal_format, image_format
from aclnn_py.tensor_spec import TensorSpec

if TYPE_CHECKING:
    from typing_extensions import Self  # typing has it from 3.11 on

Array = NDArray[Any]

PHASE_ONE = "GetWorkspaceSize"
_SCALAR_TYPES = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}


def results_of(name: str, sample: Sample) -> dict[str, list[Output]]:
    """What the library says of the results of a call, by their parameters."""
    declared = declared_calls()[name]
    if all(each.role != "out" for each in declared.parameters):
        return {}
    call = prototype(name)
    values: list[Any] = []
    for each, python in zip(declared.parameters, call.parameters, strict=True):
        value: Any = sample.arguments.get(each.name)
        if each.role == "out" or value is None:
            values.append(None)
        elif each.kind == "tensor_list":
            values.append(TensorList([TensorSpec(one.shape, one.dtype) for one in value]))
        elif each.kind == "tensor":
            values.append(TensorSpec(value.shape, value.dtype))
        else:
            values.append(call.convert(python, value))
    found: dict[str, list[Output]] = {}
    for output in outputs_of(name, values):
        found.setdefault(declared.parameters[output.parameter].name, []).append(output)
    return found


def rule_value(kind: str, value: Any) -> Any:
    """An argument as the rules of data types take it."""
    if isinstance(value, np.ndarray):
        return SimpleNamespace(shape=value.shape, type=value.dtype.name)
    if kind == "tensor_list" and value is not None:
        members = [SimpleNamespace(shape=each.shape, type=each.dtype.name) for each in value]
        return SimpleNamespace(members=members)
    if kind == "scalar":
        type_name = _SCALAR_TYPES.get(type(value)) or np.dtype(type(value)).name
        return SimpleNamespace(shape=(), type=type_name, value=np.asarray(value)[()])
    return value


def promoted_of(declared: Declared, sample: Sample) -> str:
    """The data type that a call is computed in."""
    values = {
        each.name: rule_value(each.kind, sample.arguments.get(each.name))
        for each in declared.parameters
    }
    return promotion.type_of(declared.promoted, values)


class Run:
    """The arguments of one call, with its tensors on the device.

    fill  what results hold before the call
    """

    def __init__(self, device: acl.Device, name: str, sample: Sample, fill: int = 1) -> None:
        self.device = device
        self.fill = fill
        self.declared = declared_calls()[name]
        self.name = name
        if has_group(self.declared):
            make_group()
        self.sample = sample
        self.promoted: Any = promoted_of(self.declared, sample) if self.declared.promoted else None
        self.outputs = results_of(name, sample)
        self.written: list[tuple[str, Any]] = []
        self.arguments = [self._place(each) for each in self.declared.parameters]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _place(self, parameter: Parameter) -> Any:
        layout = self.sample.layouts.get(parameter.name, "dense")
        value: Any = self.sample.arguments.get(parameter.name)
        if parameter.role == "out":
            is_list = parameter.kind == "tensor_list"
            other = None if is_list else self.sample.out_type
            arrays = [
                np.full(each.shape, self.fill, numpy_type(other or each.type))
                for each in self.outputs.get(parameter.name, ())
            ]
            value = arrays if is_list else arrays[0] if arrays else None
        if value is None:
            return None
        if parameter.kind == "tensor_list":
            placed: Any = [self._put(parameter, each, layout) for each in value]
        elif parameter.kind == "tensor":
            placed = self._put(parameter, value, layout)
        else:
            return value
        if parameter.role != "in":
            self.written.append((parameter.name, placed))
        return placed

    def _put(self, parameter: Parameter, value: Array, layout: str) -> acl.Tensor:
        words = image_format(value.ndim) if parameter.is_image else "ND"
        if parameter.is_fractal:
            words = fractal_format(value.ndim, parameter.is_image)
        return place(self.device, value, layout, words)

    def go(self, stream: Any) -> list[Array]:
        """The results, in the order of the parameters, those of lists one after the other."""
        with acl.plan(self.name, *self.arguments) as plan:
            plan.run(stream)
            stream.synchronize()
        return self.results()

    def results(self) -> list[Array]:
        """What the written tensors hold."""
        found = []
        for _, placed in self.written:
            members = placed if isinstance(placed, list) else [placed]
            found += [each.numpy() for each in members]
        return found

    def tensors(self) -> list[acl.Tensor]:
        """Every tensor, those of lists too."""
        found = []
        for each in self.arguments:
            members = each if isinstance(each, list) else [each]
            found += [member for member in members if isinstance(member, acl.Tensor)]
        return found

    def close(self) -> None:
        """Give back the tensors."""
        for tensor in self.tensors():
            tensor.close()

    @contextmanager
    def c_arguments(self) -> Iterator[list[Any]]:
        """The arguments as C takes them, with objects that live in the block."""
        with self.device.current() as lib:
            objects = Objects(lib)
            try:
                call = prototype(self.name)
                given = call.bind(self.arguments, {})
                yield [objects.convert(_argument(call, *item)) for item in given.items()]
            finally:
                objects.close()


class Executor:
    """Phase one by ctypes."""

    def __init__(self, lib: Any, name: str, arguments: list[Any]) -> None:
        self.lib = lib
        self.name = name
        self.size = ctypes.c_uint64(77)
        self.handle = ctypes.c_void_p()
        self.arguments = arguments
        self.status: int = getattr(lib, name + PHASE_ONE)(
            *arguments, ctypes.byref(self.size), ctypes.byref(self.handle)
        )

    def run(self, workspace: int | None, size: int, stream: int | None, name: str = "") -> int:
        """Phase two, of this operator or of another."""
        second_phase = getattr(self.lib, name or self.name)
        again = native.again(second_phase, self.arguments)
        status: int = second_phase(workspace, size, self.handle, *again, stream)
        return status

    def close(self) -> None:
        """Destroy the executor where it was not spent."""
        if self.handle.value is not None:
            self.lib.aclDestroyAclOpExecutor(self.handle)
        self.lib.aclGetRecentErrMsg()


def home_of(name: str) -> str:
    """The architecture of the product that samples are for: the usual one, if it has the call."""
    return "2201" if types_of(declared_calls()[name], "2201") else "3510"


@contextmanager
def at_home(name: str) -> Iterator[None]:
    """Phase one of this thread is that of a product that has the call."""
    if home_of(name) == "2201":
        yield
        return
    acl.lib.aclnnExtSelectSoc(PRODUCTS[home_of(name)].encode())
    try:
        yield
    finally:
        acl.lib.aclnnExtSelectSoc(None)


REFUSALS = (161001, 161002, 361001, 561002, 561103)
"""Of op_api, 361001 where the product lacks an operand, and of an operator's tiling where CANN
generates the call or op_api asks for it."""


def is_refused(name: str, sample: Sample, architecture: str = "2201") -> bool:
    """Whether phase one answers one of REFUSALS."""
    operands = SimpleNamespace(**sample.arguments, architecture=architecture)
    return oracle_of(declared_calls()[name]).refused(operands)


def is_taken(name: str, sample: Sample) -> bool:
    """Whether phase one of the usual product takes the operands."""
    return not is_refused(name, sample) and not (home_of(name) == "3510" and sample.is_reversed)


def some_recipes(name: str, step: int) -> Iterator[Recipe]:
    """Of each data type one in so many shapes and layouts."""
    declared, home = declared_calls()[name], home_of(name)
    for at, kind in enumerate(types_of(declared, home)):
        yield from islice(recipes(declared, home, [kind]), at % step, None, step)


def some_samples(name: str, step: int = 3) -> Iterator[Sample]:
    """A few calls that an operator takes."""
    made = (recipe() for recipe in some_recipes(name, step))
    return (sample for sample in made if is_taken(name, sample))


def spread_samples(name: str, step: int, count: int) -> list[Sample]:
    """So many calls from all over some_samples; some of them again where they are fewer."""
    every = list(some_recipes(name, step))
    bounds = [at * len(every) // count for at in range(count + 1)]
    parts = (every[begin:end] for begin, end in pairwise(bounds))
    made = ((recipe() for recipe in part) for part in parts)
    first = (next((each for each in part if is_taken(name, each)), None) for part in made)
    found = [each for each in first if each is not None]
    if len(found) < count and step > 1:
        return spread_samples(name, 1, count)
    return [found[at * len(found) // count] for at in range(count)]


def is_by_blas(name: str) -> bool:
    """Whether OpenBLAS computes a call: its bits follow the instruction set and the layout."""
    families = ("matmul", "linalg", "attention", "conv", "quant", "rnn", "collective")
    others = ("aclnnRotaryPositionEmbeddingV2", "aclnnMhcPost", "aclnnMhcPre")
    return ledger()[name].family in families or name.startswith(others)


def digest(results: list[Array]) -> str:
    """A short text that differs where a bit of the results does."""
    state = hashlib.sha256()
    for array in results:
        state.update(f"{array.dtype.name}{array.shape}".encode() + array.tobytes())
    return state.hexdigest()[:16]


def main(names: Sequence[str] = (), step: int = 3, most: int | None = None) -> None:
    """Print a line for each call (every declared one), and one for each that failed.

    most  samples of a call: so many, as spread_samples gives them
    """
    with acl.Device(0) as device, device.stream() as stream:
        for name in names or sampled_calls():
            state = hashlib.sha256()
            chosen = some_samples(name, step) if most is None else spread_samples(name, step, most)
            for sample in chosen:
                with at_home(name), Run(device, name, sample) as run:
                    try:
                        state.update(digest(run.go(stream)).encode())
                    except acl.AclError as error:
                        print(f"failed {name} {error.code} {' '.join(sample.text.split())}")
            print(f"{name} {state.hexdigest()[:16]}")
        end_group()


if __name__ == "__main__":
    main()
