# SPDX-License-Identifier: Apache-2.0
"""The two phases of an operator, for every operator that the headers declare.

    plan = aclnn_py.plan("EmbeddingDenseBackward", grad, indices, num_weights=n, out=out)
    plan.workspace_size
    plan.run(stream)
    stream.synchronize()

Arguments are those of aclnnXGetWorkspaceSize without its last two pointers, in C's order or by
name.
"""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from . import native
from ._prototype import Prototype, prototype
from ._values import Objects, TensorList, members
from .errors import ClosedError, check, error, type_name
from .runtime import DefaultStream, Device, Memory, Resource, Stream, Tensor

if TYPE_CHECKING:
    from typing_extensions import Self  # typing has it from 3.11 on


def _argument(call: Prototype, name: str, value: object) -> Any:
    """What Objects take for a value. Raises TypeError and ValueError naming the parameter."""
    if name not in call.tensors and name not in call.lists:
        return call.convert(name, value)
    if value is None:
        return None
    try:
        if name in call.tensors:
            return _own_tensor(value).handle
        return TensorList([_own_tensor(each) for each in members(value)])
    except TypeError as cause:
        raise TypeError(f"{call.name}: {name}: {cause}") from None


def _own_tensor(value: object) -> Tensor:
    if not isinstance(value, Tensor):
        raise TypeError(
            "an aclnn_py.Tensor is required (Device.tensor makes one), not " + type_name(value)
        )
    return value


def _tensors_of(arguments: Iterable[object]) -> list[Tensor]:
    """The tensors among arguments, those of lists too."""
    found: list[Tensor] = []
    for each in arguments:
        parts = each if isinstance(each, list | tuple) else [each]
        found += [part for part in parts if isinstance(part, Tensor)]
    return found


class Plan(Resource):
    """An operator that is checked and sized, ready to run (an aclOpExecutor).

    name            the operator
    workspace_size  bytes of device memory that a run takes besides its tensors
    handle          the aclOpExecutor for C calls, until it is spent

    A plan runs once, unless repeatable() was called before.
    """

    def __init__(
        self,
        name: str,
        arguments: Sequence[object] = (),
        named: Mapping[str, object] = MappingProxyType({}),
    ) -> None:
        """As plan(name, *arguments, **named)."""
        call = prototype(name)
        given = call.bind(arguments, named)
        values = [_argument(call, each, value) for each, value in given.items()]
        tensors = _tensors_of(given.values())
        device = _device_of(call.name, tensors)
        size = ctypes.c_uint64()
        executor = ctypes.c_void_p()
        with device.current() as lib:
            # CANN's executor reads them in phase two.
            self._objects = Objects(lib)
            weakref.finalize(self, self._objects.close)
            try:
                handles = [self._objects.convert(value) for value in values]
                first_phase = getattr(lib, call.phase)
                check(call.phase, first_phase(*handles, ctypes.byref(size), ctypes.byref(executor)))
            except BaseException:
                self._objects.close()
                raise
        assert executor.value is not None
        super().__init__(device, "plan", executor.value, lib.aclDestroyAclOpExecutor)
        self.name = call.name
        self.workspace_size = size.value
        self._is_repeatable = False
        self._again = native.again(getattr(lib, call.name), handles)
        self._tensors = tensors if self._again else []  # which phase two is given
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
                f"{type_name(target)}"
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
            second_phase = getattr(lib, self.name)
            status = second_phase(address, self.workspace_size, handle, *self._again, key)
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
        self._objects.close()
        self._again, self._tensors = [], []
        self._memories = []
        self._workspaces = {}


def _device_of(name: str, tensors: list[Tensor]) -> Device:
    if not tensors:
        raise TypeError(f"{name}: at least one argument has to be an aclnn_py.Tensor")
    device = tensors[0].device
    if any(each.device.id != device.id for each in tensors):
        raise ValueError(f"{name}: the tensors are on different devices")
    return device


def plan(name: str, /, *arguments: object, **named: object) -> Plan:
    """Check and size an operator (aclnnXGetWorkspaceSize).

    name       the operator, "aclnnEmbeddingDenseBackward" or "EmbeddingDenseBackward"
    arguments  those of its first phase in C, without workspaceSize and executor: tensors and
               lists of them, numbers also for scalars, sequences for arrays, data types by name;
               None is NULL. -1 for an unsigned parameter is its largest value, as in C
    named      the same by their names in C, in snake_case (numWeights is num_weights)

    What has a default in the operator's Python function may be left out; for
    EmbeddingDenseBackward padding_idx is -1 and scale_grad_by_freq is False then.

    Raises TypeError and ValueError naming the parameter for what C could not be given, and
    AclParameterError with the library's text for what the operator refuses.
    """
    return Plan(name, arguments, named)
