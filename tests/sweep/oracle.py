# SPDX-License-Identifier: Apache-2.0
"""What an oracle says of a call."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

Operands = SimpleNamespace
"""The arguments by the vendor's names, lists for lists; `computed` is the data type computed in,
`given` has the arguments as they are before they are converted to it, and
`architecture` is the product's."""


GIVEN = object()
"""An argument that is made from its data type and shape."""


@dataclass(frozen=True)
class Oracle:
    """The formula of a call.

    value      the result; a list for a list
    magnitude  what errors are relative to, where it is more than the result: terms that cancel; a
               list for several outputs
    computed   the data type computed in by architecture and that of the first operand, where it
               is another
    computed_by  the same by architecture and the arguments, in the names of the call
    roundings  of intermediate results, each half a unit in the last place of the magnitude
    refused    whether phase one answers 161002, 161001 or an error of the operator's tiling, though
               it has the data types
    given      whether operands come as they were given, not in a wider type
    arguments  values that arguments take in turn, by name: None leaves an optional one out, GIVEN
               is one as calls without this line get it
    types      data types of operands from that of the first, by name: where they are others
    shapes     shapes of tensors, and values that go with them, by name: where they do not follow
               from the rule of the output
    adapt      changes the arguments that were made, by name, for the sample of this number: where
               they have to do with each other
    chosen     of results of which several are right, the ones to compare: made of those of the call
               and of the oracle alike
    layouts    those that operands may have; none: all
    """

    value: Callable[[Operands], Any]
    magnitude: Callable[[Operands], Any] | None = None
    roundings: int = 0
    computed: Callable[[str, str], str] | None = None
    computed_by: Callable[[str, Operands], str] | None = None
    given: bool = False
    refused: Callable[[Operands], bool] = lambda o: False
    arguments: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    types: Mapping[str, Callable[[str], str]] = field(default_factory=dict)
    shapes: Callable[[], Iterator[dict[str, Any]]] | None = None
    adapt: Callable[[dict[str, Any], int], None] = lambda arguments, at: None
    chosen: Callable[[list[Any]], list[Any]] = lambda results: results
    layouts: Sequence[str] = ()


def with_magnitude(formula: Callable[..., Any], **options: Any) -> Oracle:
    """The oracle of a formula that gives the magnitude where True follows the operands."""
    return Oracle(formula, lambda o: formula(o, True), **options)
