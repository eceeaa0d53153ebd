# SPDX-License-Identifier: Apache-2.0
"""Kernel families and their registry."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

KernelFunction = Callable[[int, int, int, int], None]

_IDENTIFIER = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_FIELD = re.compile(r"([a-z][a-z0-9_]*)(?:\[([1-9][0-9]*)\])?")


@dataclass(frozen=True)
class Field:
    """One tiling field: where it starts in the int64 array, and how many elements it has."""

    name: str
    offset: int
    length: int
    is_array: bool


@dataclass(frozen=True)
class Kernel:
    """A registered kernel; `name` is unique among all families."""

    name: str
    family: Family
    function: KernelFunction


@dataclass(frozen=True, eq=False)
class Family:
    """Kernels that share their tiling fields and their arguments.

    `tiling` lists the int64 fields in order, an array as `name[length]`; `arguments` lists the
    addresses in order; `constants` are numbers that the host has to know. From these the
    kernels take their constant offsets and the compiler writes the C enumerations.
    """

    name: str
    tiling: Sequence[str]
    arguments: Sequence[str]
    constants: Mapping[str, int] = field(default_factory=dict)
    module: str = ""

    def __post_init__(self) -> None:
        if not _IDENTIFIER.fullmatch(self.name):
            raise ValueError(f"family name {self.name!r} is not a lower case identifier")
        names = [tiling_field.name for tiling_field in self.fields()]
        for kind, entries in (("tiling field", names), ("argument", list(self.arguments))):
            if len(set(entries)) != len(entries):
                raise ValueError(f"family {self.name}: a {kind} is declared twice")

    def fields(self) -> Iterator[Field]:
        """The tiling fields with their offsets."""
        offset = 0
        for text in self.tiling:
            match = _FIELD.fullmatch(text)
            if match is None:
                raise ValueError(f"family {self.name}: tiling field {text!r}")
            length = int(match[2] or 1)
            yield Field(match[1], offset, length, match[2] is not None)
            offset += length

    @property
    def tiling_size(self) -> int:
        """Number of int64 in the tiling array."""
        return sum(tiling_field.length for tiling_field in self.fields())

    def tiling_offset(self, name: str) -> int:
        """Index of the field (of its first element) in the tiling array."""
        for tiling_field in self.fields():
            if tiling_field.name == name:
                return tiling_field.offset
        raise KeyError(f"family {self.name} has no tiling field {name!r}")

    def argument_index(self, name: str) -> int:
        """Index of the argument in the array of addresses."""
        return list(self.arguments).index(name)

    def pack(self, **values: int | Sequence[int]) -> list[int]:
        """A tiling array from named values; fields that are not named are 0."""
        tiling = [0] * self.tiling_size
        known = {tiling_field.name: tiling_field for tiling_field in self.fields()}
        for name, value in values.items():
            if name not in known:
                raise KeyError(f"family {self.name} has no tiling field {name!r}")
            elements = [int(value)] if not isinstance(value, Sequence) else [int(v) for v in value]
            if len(elements) > known[name].length:
                raise ValueError(f"tiling field {name} has {known[name].length} elements")
            start = known[name].offset
            tiling[start : start + len(elements)] = elements
        return tiling

    def register(self, suffix: str, function: KernelFunction) -> Kernel:
        """Registers `function` as the kernel `<family>_<suffix>`; factories call this."""
        name = f"{self.name}_{suffix}"
        if not _IDENTIFIER.fullmatch(name):
            raise ValueError(f"kernel name {name!r} is not a lower case identifier")
        if name in registry:
            raise ValueError(f"kernel {name} is already registered")
        registry[name] = Kernel(name, self, function)
        return registry[name]

    def kernel(self, suffix: str) -> Callable[[KernelFunction], KernelFunction]:
        """Decorator form of `register`; the function itself is returned."""

        def decorate(function: KernelFunction) -> KernelFunction:
            self.register(suffix, function)
            return function

        return decorate


registry: dict[str, Kernel] = {}
"""All kernels by name, in order of registration."""
