# SPDX-License-Identifier: Apache-2.0
"""The two phases of an operator, for every operator that the headers declare.

    plan = aclnn_py.plan("aclnnEmbeddingDenseBackward", grad, indices, n, -1, False, out)
    plan.workspace_size
    plan.run(stream)
    stream.synchronize()

Arguments are those of aclnnXGetWorkspaceSize in its order, without the last two pointers.
"""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, Self, SupportsIndex, cast

import numpy as np

from . import native
from ._float_mode import default_float_mode
from ._values import (
    Array,
    Objects,
    Scalar,
    Scalars,
    booleans,
    floats,
    integers,
    scalar,
    scalars,
    text,
    type_code,
    type_name,
)
from .errors import ClosedError, check, error
from .runtime import DefaultStream, Device, Memory, Resource, Stream
from .tensor import Tensor

_FIRST_PHASE = "GetWorkspaceSize"
_RESULTS = 2  # workspaceSize and executor, the last parameters of every first phase


def _integer(bits: int, signed: bool) -> Callable[[object], int]:
    def convert(value: object) -> int:
        if isinstance(value, bool | np.bool_) or not hasattr(value, "__index__"):
            raise TypeError(f"an int is required, not {_kind(value)}")
        number = operator.index(cast(SupportsIndex, value))
        span = 1 << bits
        low, high = (-(span >> 1), (span >> 1) - 1) if signed else (0, span - 1)
        if not signed and number == -1:  # what C callers write for "none"
            return high
        if not low <= number <= high:
            raise ValueError(f"{number} is not in the range from {low} to {high}")
        return number

    return convert


def _boolean(value: object) -> bool:
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"a bool is required, not {_kind(value)}")
    return bool(value)


def _real(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | np.number):
        raise TypeError(f"a float is required, not {_kind(value)}")
    return float(value)


def _single(value: object) -> ctypes.c_float:
    with default_float_mode():
        return ctypes.c_float(_real(value))


def _tensor(value: object) -> int | None:
    return None if value is None else _own_tensor(value).handle


def _own_tensor(value: object) -> Tensor:
    if not isinstance(value, Tensor):
        raise TypeError(
            f"an aclnn_py.Tensor is required (Device.tensor makes one), not {_kind(value)}"
        )
    return value


def _tensors(value: object) -> TensorHandles | None:
    return None if value is None else TensorHandles(list(map(_own_tensor, _members(value))))


def _members(value: object) -> Iterable[Any]:
    if not isinstance(value, Iterable) or isinstance(value, str):
        raise TypeError(f"a sequence is required, not {_kind(value)}")
    return value


def _object(make: Callable[[str, Any], Any], is_row: bool = False) -> Callable[[object], Any]:
    """A converter to what becomes an object of C; None is NULL."""

    def convert(value: object) -> Any:
        if value is None or isinstance(value, Scalar | Scalars | Array | bytes):
            return value
        return make("", _members(value) if is_row else value)

    return convert


def _data_type(value: object) -> int:
    """An aclDataType by its number or name, or as NumPy's or torch's."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return type_code(type_name("", value))


class TensorHandles:
    """The members of an aclTensorList, whose handles the list takes over."""

    def __init__(self, members: Sequence[_Creates]) -> None:
        self.members = members


class _Creates(Protocol):
    def _create(self, lib: native.Library) -> int:
        """A new aclTensor."""


def make_object(objects: Objects, value: Any) -> Any:
    """What C takes for a converted value; objects that it needs are kept by `objects`."""
    if isinstance(value, TensorHandles):
        lib, destroy = objects.lib, objects.lib.aclDestroyTensor
        return objects.list_of(
            "Tensor",
            (objects.keep("aclCreateTensor", destroy, each._create(lib)) for each in value.members),
        )
    return objects.convert(value)


def _kind(value: object) -> str:
    kind = type(value)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


_CONVERTERS: dict[tuple[str, int], Callable[[object], Any]] = {
    ("aclTensor", 1): _tensor,
    ("aclTensorList", 1): _tensors,
    ("aclScalar", 1): _object(scalar),
    ("aclScalarList", 1): _object(scalars, is_row=True),
    ("aclIntArray", 1): _object(integers, is_row=True),
    ("aclFloatArray", 1): _object(floats, is_row=True),
    ("aclBoolArray", 1): _object(booleans, is_row=True),
    ("aclDataType", 0): _data_type,
    ("char", 1): _object(text),
    ("bool", 0): _boolean,
    ("_Bool", 0): _boolean,
    ("float", 0): _single,
    ("double", 0): _real,
    ("int", 0): _integer(32, signed=True),
    **{(f"int{bits}_t", 0): _integer(bits, signed=True) for bits in (8, 16, 32, 64)},
    **{(f"uint{bits}_t", 0): _integer(bits, signed=False) for bits in (8, 16, 32, 64)},
}
"""What a parameter of a C type takes, by base type and number of stars. A new kind of argument
is a line here."""


def _bare(name: str) -> str:
    """What tells an operator's name from the others."""
    return name.lower().removeprefix("aclnn").removeprefix("ext")


def _first_phase(name: str) -> native.Function:
    if not isinstance(name, str):
        raise TypeError(f"name: the name of an operator is required, not {_kind(name)}")
    functions = native.description().functions
    function = functions.get(name + _FIRST_PHASE)
    if function is not None and name in functions:
        return function
    lowered = {_bare(each): each for each in native.description().operators}
    import difflib  # not when the package is imported

    close = difflib.get_close_matches(_bare(name), lowered, n=3, cutoff=0.5)
    hint = (
        f"did you mean {' or '.join(lowered[each] for each in close)}?"
        if close
        else "`aclnn ops` lists those that exist"
    )
    raise ValueError(f"no operator is called {name!r}; {hint}")


def _convert(name: str, function: native.Function, arguments: tuple[object, ...]) -> list[Any]:
    parameters = function.arguments[:-_RESULTS]
    if len(arguments) != len(parameters):
        signature = ", ".join(parameter for parameter, _ in parameters)
        raise TypeError(
            f"{name} takes {len(parameters)} arguments ({signature}); {len(arguments)} were given"
        )
    converted = []
    for (parameter, spelling), argument in zip(parameters, arguments, strict=True):
        convert = _CONVERTERS.get(native.split_type(spelling))
        if convert is None:
            raise TypeError(
                f"{name}: {parameter}: parameters of the C type {spelling!r} cannot be given "
                "from Python yet"
            )
        try:
            converted.append(convert(argument))
        except (TypeError, ValueError) as cause:
            raise type(cause)(f"{name}: {parameter}: {cause}") from None
    return converted


class Plan(Resource):
    """An operator that is checked and sized, ready to run (an aclOpExecutor).

    name            the operator
    workspace_size  bytes of device memory that a run takes besides its tensors
    handle          the aclOpExecutor for C calls, until it is spent

    A plan runs once, unless repeatable() was called before.
    """

    def __init__(self, name: str, arguments: tuple[object, ...]) -> None:
        function = _first_phase(name)
        values = _convert(name, function, arguments)
        tensors = _tensors_of(arguments)
        device = _device_of(name, tensors)
        size = ctypes.c_uint64()
        executor = ctypes.c_void_p()
        with device.current() as lib:
            objects = Objects(lib)
            try:
                handles = [make_object(objects, value) for value in values]
                status = getattr(lib, function.name)(
                    *handles, ctypes.byref(size), ctypes.byref(executor)
                )
                check(function.name, status)
            finally:
                objects.close()
        assert executor.value is not None
        super().__init__(device, "plan", executor.value, lib.aclDestroyAclOpExecutor)
        self.name = name
        self.workspace_size = size.value
        self._is_repeatable = False
        self._memories = [each.memory for each in tensors]
        self._workspaces: dict[int | None, Memory | None] = {}

    def __repr__(self) -> str:
        state = " closed" if self.closed else ""
        return f"<aclnn_py.Plan {self.name} workspace {self.workspace_size} bytes{state}>"

    def repeatable(self) -> Self:
        """Let the plan run any number of times, with the memory and arguments it was made for.

        Write new contents into the tensors between the runs. Has to be called before the first.
        """
        with self.device.current() as lib:
            check(
                "aclSetAclOpExecutorRepeatable",
                lib.aclSetAclOpExecutorRepeatable(self.handle),
            )
        self._is_repeatable = True
        return self

    def use_workspace(self, stream: Stream | DefaultStream, memory: Memory | None) -> None:
        """Let runs on a stream have this memory as their workspace; None is for a size of 0.

        memory  at least workspace_size bytes, that nothing else uses while a run does
        """
        size = memory.size if memory is not None else 0
        if size < self.workspace_size:
            raise ValueError(
                f"memory: {self.name} needs a workspace of {self.workspace_size} bytes, not {size}"
            )
        self._workspaces[stream.handle] = memory

    def run(self, stream: Stream | DefaultStream | None = None) -> None:
        """Queue the operator on a stream; None is the device's default stream.

        The workspace is allocated here, unless use_workspace named one. It and the memory of the
        tensors live until the stream has been synchronized or has ended, whatever is closed before
        but their device. Raises ClosedError for a plan that has run and is not repeatable,
        AclOutOfMemoryError, and AclError for what the second phase refuses; what fails while the
        operator runs is raised by the synchronize after it.
        """
        target = stream if stream is not None else self.device.default_stream
        if not isinstance(target, Stream | DefaultStream):
            raise TypeError(
                "stream: an aclnn_py.Stream (Device.stream makes one) or None is required, not "
                f"{_kind(target)}"
            )
        handle = self.handle
        key = target.handle
        if key not in self._workspaces:
            size = self.workspace_size
            self._workspaces[key] = Memory(self.device, size) if size else None
        workspace = self._workspaces[key]
        memories = [workspace, *self._memories]
        address = workspace.handle if workspace is not None else None
        with self.device.current() as lib:
            status = getattr(lib, self.name)(address, self.workspace_size, handle, key)
            failure = error(self.name, status) if status != 0 else None
            if not self._is_repeatable:
                # A second phase that was accepted has used the executor up. One that was refused
                # may have left it, and then this plan gives it back.
                if failure is None:
                    self._finalizer.detach()
                self.close()
        if failure is not None:
            raise failure
        # After the call: a synchronize of another thread in between would let go of them.
        for memory in memories:
            target.held.add(memory)

    @property
    def handle(self) -> int:
        """The aclOpExecutor. Raises ClosedError when the plan has run or was closed."""
        if self.closed and not self.device.closed:
            raise ClosedError(
                f"this plan of {self.name} cannot be used: it has run (plan.repeatable() allows "
                "more than one run) or was closed"
            )
        return super().handle

    def close(self) -> None:
        """Destroy the executor. Queued runs keep the memory they need."""
        super().close()
        self._memories = []
        self._workspaces = {}


def _tensors_of(arguments: Iterable[object]) -> list[Tensor]:
    """The tensors among arguments, those of lists too."""
    found: list[Tensor] = []
    for each in arguments:
        members = each if isinstance(each, list | tuple) else [each]
        found += [member for member in members if isinstance(member, Tensor)]
    return found


def _device_of(name: str, tensors: list[Tensor]) -> Device:
    if not tensors:
        raise TypeError(f"{name}: at least one argument has to be an aclnn_py.Tensor")
    device = tensors[0].device
    if any(each.device.id != device.id for each in tensors):
        raise ValueError(f"{name}: the tensors are on different devices")
    return device


def plan(name: str, *arguments: object) -> Plan:
    """Check and size an operator (aclnnXGetWorkspaceSize).

    name       the operator, for example "aclnnEmbeddingDenseBackward"
    arguments  those of its first phase in C, without workspaceSize and executor: tensors and
               lists of them, numbers also for scalars, sequences for arrays, data types by name;
               None is NULL. -1 for an unsigned parameter is its largest value, as in C

    Raises TypeError and ValueError naming the parameter for what C could not be given, and
    AclParameterError with the library's text for what the operator refuses.
    """
    return Plan(name, arguments)
