# SPDX-License-Identifier: Apache-2.0
"""The first phases of operators as Python functions: their parameters, what C takes for a value,
and what may be left out."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NoReturn

from . import native
from ._ledger import Declared, ledger
from ._outputs import outputs_of
from ._values import CONVERTERS, FLAGS, TensorList, members
from .data_types import data_type
from .errors import AclError, type_name
from .layout import int64s
from .tensor_spec import TensorSpec

_FIRST_PHASE = "GetWorkspaceSize"
_RESULTS = 2  # workspaceSize and executor, the last parameters of every first phase
_TENSOR = ("aclTensor", 1)
_LIST = ("aclTensorList", 1)

_split_type = cache(native.split_type)


# --- What may be left out ------------------------------------------------------------------------


@dataclass(frozen=True)
class Columns:
    """Which columns of a sweep make a tensor.

    shape   columns whose sizes follow each other
    dtype   the first of these columns that has a value
    layout  column that says how it lies in its storage
    """

    shape: tuple[str, ...]
    dtype: tuple[str, ...]
    layout: str


@dataclass(frozen=True)
class Rule:
    """What may be left out of a call, and what else its parameters are called.

    defaults        values of parameters that were left out
    derived         how to make parameters that were left out, from the others
    short           other names of parameters, for options of the command line and for columns
    columns         tensors whose columns in a sweep are not called NAME_shape and so on
    column_defaults what empty columns hold
    """

    defaults: Mapping[str, object] = field(default_factory=dict)
    derived: Mapping[str, Callable[[Mapping[str, Any]], Any]] = field(default_factory=dict)
    short: Mapping[str, str] = field(default_factory=dict)
    columns: Mapping[str, Columns] = field(default_factory=dict)
    column_defaults: Mapping[str, str] = field(default_factory=dict)


RULES: dict[str, Rule] = {
    "aclnnEmbeddingDenseBackward": Rule(
        short={"scale": "scale_grad_by_freq"},
        columns={
            "grad": Columns(("indices_shape", "embedding_dim"), ("grad_dtype",), "grad_layout"),
            "indices": Columns(("indices_shape",), ("index_dtype",), "index_layout"),
            "out": Columns(
                ("num_weights", "embedding_dim"), ("out_dtype", "grad_dtype"), "out_layout"
            ),
        },
        column_defaults={"grad_dtype": "float32", "index_dtype": "int64"},
    ),
}
"""The conveniences of single operators, beside what their declarations say may be left out."""


# --- Operators -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Prototype:
    """The first phase of an operator as keyword arguments.

    name        of the second phase, "aclnnX"
    phase       of the first one
    parameters  C types by name in snake_case, without workspaceSize and executor
    tensors     the names of those that are aclTensors
    flags       the names of those that are bool
    lists       the names of those that are aclTensorLists
    """

    name: str
    phase: str
    parameters: Mapping[str, str]
    tensors: frozenset[str]
    flags: frozenset[str]
    lists: frozenset[str]
    rule: Rule

    def convert(self, parameter: str, value: object) -> Any:
        """What C takes, or Objects make, for a value that is no tensor and no list of them.

        Raises TypeError and ValueError.
        """
        spelling = self.parameters[parameter]
        converter = CONVERTERS.get(_split_type(spelling))
        if converter is None:
            raise TypeError(
                f"{self.name}: {parameter}: parameters of the C type {spelling!r} cannot be given "
                "from Python yet"
            )
        try:
            return converter(value)
        except (TypeError, ValueError) as cause:
            raise type(cause)(f"{self.name}: {parameter}: {cause}") from None

    def bind(self, positional: Sequence[object], named: Mapping[str, object]) -> dict[str, object]:
        """Values by their parameters, in C's order; those that were left out have their defaults.

        Raises TypeError for too many values, for names that are not there, and for those that
        are missing.
        """
        if len(positional) > len(self.parameters):
            raise TypeError(
                f"{self.name} takes {len(self.parameters)} arguments "
                f"({', '.join(self.parameters)}); {len(positional)} were given"
            )
        given = dict(zip(self.parameters, positional, strict=False))
        twice = [name for name in named if name in given]
        if twice:
            raise TypeError(f"{self.name}: {', '.join(twice)} given twice, by place and by name")
        given |= named
        values = {**self.rule.defaults, **given}
        if values.keys() != self.parameters.keys():
            self._refuse(given, self.rule.defaults)
        return {name: values[name] for name in self.parameters}

    def complete(self, arguments: Mapping[str, object]) -> list[Any]:
        """The arguments in C's order: TensorSpec, TensorList or None for tensors and
        lists of them, what C takes or Objects makes for the rest.

        Raises TypeError and ValueError naming the parameter.
        """
        given = {**self.rule.defaults, **arguments}
        if given.keys() | self.rule.derived.keys() != self.parameters.keys():
            self._refuse(arguments, {*self.rule.defaults, *self.rule.derived})
        values: dict[str, Any] = {}
        for name, value in given.items():
            if name not in self.tensors and name not in self.lists:
                values[name] = self.convert(name, value)
                continue
            try:
                values[name] = _specs(value) if name in self.lists else _spec(value)
            except (TypeError, ValueError) as cause:
                raise type(cause)(f"{self.name}: {name}: {cause}") from None
        for name, derive in self.rule.derived.items():
            if name not in values:
                try:
                    values[name] = derive(values)
                except ValueError as cause:
                    raise ValueError(f"{self.name}: {name}: {cause}") from None
        return [values[name] for name in self.parameters]

    def _refuse(self, arguments: Mapping[str, object], optional: Iterable[str]) -> NoReturn:
        """Raise TypeError for parameters that do not exist, or are missing."""
        takes = f"{self.name} takes {', '.join(self.parameters)}"
        for name in arguments:
            if name not in self.parameters:
                close = difflib.get_close_matches(name, self.parameters, n=1)
                hint = f"did you mean {close[0]}?" if close else takes
                raise TypeError(f"{self.name} has no parameter {name!r}; {hint}")
        known = {*arguments, *optional}
        missing = [name for name in self.parameters if name not in known]
        raise TypeError(f"{self.name}: {', '.join(missing)} missing; {takes}")


def _spec(value: object) -> TensorSpec | None:
    return None if value is None else TensorSpec.of(value)


def _specs(value: object) -> TensorList | None:
    if value is None or isinstance(value, TensorList):
        return value
    return TensorList(list(map(TensorSpec.of, members(value))))


# --- Of declared calls ---------------------------------------------------------------------------


def _declared_rule(name: str) -> Rule:
    """What may be left out of a declared call: what has a default in Python, and outputs."""
    own = RULES.get(name, Rule())
    entry = ledger().get(name)
    if entry is None or entry.declared is None:
        return own
    declared = entry.declared
    names = {each.name: snake_case(each.name) for each in declared.parameters}
    defaults: dict[str, object] = {}
    derived: dict[str, Callable[[Mapping[str, Any]], Any]] = {}
    for at, each in enumerate(declared.parameters):
        if isinstance(each.default, str) and each.default.startswith("like "):
            like = names[each.default.removeprefix("like ")]
            derived[names[each.name]] = _type_like(like)
        elif each.has_default:
            defaults[names[each.name]] = each.default
        elif each.role == "out" and each.shape:
            derived[names[each.name]] = _output(at, declared, names)
        elif each.optional:
            defaults[names[each.name]] = None
    return replace(own, defaults=defaults, derived=derived)


def _type_like(name: str) -> Callable[[Mapping[str, Any]], int]:
    return lambda arguments: data_type(arguments[name].dtype).value


def _output(
    at: int, declared: Declared, names: Mapping[str, str]
) -> Callable[[Mapping[str, Any]], TensorSpec | TensorList | None]:
    """How to make an output that was left out, the parameter at this place."""
    is_list = declared.parameters[at].kind == "tensor_list"

    def derive(arguments: Mapping[str, Any]) -> TensorSpec | TensorList | None:
        values = [
            None if each.role == "out" else arguments.get(names[each.name])
            for each in declared.parameters
        ]
        try:
            answers = outputs_of(declared.name, values)
        except AclError:
            for word in re.findall(r"\w+", declared.parameters[at].shape):
                size = arguments.get(names.get(word, ""))
                if isinstance(size, int):  # numWeights, of 64 bits without a sign
                    int64s("shape", [size])
            return _unanswered(values, is_list)
        except (TypeError, ValueError):  # said when the tensor is made that it is about
            return None
        found = [TensorSpec(each.shape, each.type) for each in answers if each.parameter == at]
        if is_list:
            return TensorList(found)
        return found[0] if found else None

    return derive


def _unanswered(values: Sequence[Any], is_list: bool) -> TensorSpec | TensorList:
    """Any output will do where the arguments do not fit each other: phase one says why."""
    like = next(
        (each for each in values if isinstance(each, TensorSpec)), TensorSpec((), "float32")
    )
    return TensorList([like]) if is_list else like


# --- Operators -----------------------------------------------------------------------------------


def snake_case(name: str) -> str:
    """A name of C in snake_case: numWeights is num_weights."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def _bare(name: str) -> str:
    """What tells an operator's name from the others."""
    return name.lower().removeprefix("aclnn").removeprefix("ext")


def _first_phase(name: str) -> native.Function:
    functions = native.description().functions
    function = functions.get(name + _FIRST_PHASE)
    if function is not None and name in functions:
        return function
    lowered = {_bare(each): each for each in native.description().operators}
    close = difflib.get_close_matches(_bare(name), lowered, n=3, cutoff=0.5)
    hint = (
        f"did you mean {' or '.join(lowered[each] for each in close)}?"
        if close
        else "`aclnn ops` lists those that exist"
    )
    raise ValueError(f"no operator is called {name!r}; {hint}")


@cache
def _prototype_of(operator: str) -> Prototype:
    function = _first_phase(operator if operator.startswith("acl") else f"aclnn{operator}")
    name = function.name.removesuffix(_FIRST_PHASE)
    arguments = function.arguments[:-_RESULTS]
    parameters = {snake_case(argument): spelling for argument, spelling in arguments}
    kinds = {parameter: _split_type(spelling) for parameter, spelling in parameters.items()}
    return Prototype(
        name,
        function.name,
        parameters,
        frozenset(parameter for parameter, kind in kinds.items() if kind == _TENSOR),
        frozenset(parameter for parameter, kind in kinds.items() if kind in FLAGS),
        frozenset(parameter for parameter, kind in kinds.items() if kind == _LIST),
        _declared_rule(name),
    )


def prototype(operator: str) -> Prototype:
    """The first phase of an operator, named with or without aclnn.

    Raises TypeError for what is no name, and ValueError with close matches for an operator that
    does not exist.
    """
    if not isinstance(operator, str):
        raise TypeError(f"the name of an operator is required, not {type_name(operator)}")
    return _prototype_of(operator)
