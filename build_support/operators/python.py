# SPDX-License-Identifier: Apache-2.0
"""Writes aclnn_py/ops.py: a function of arrays for each declared call."""

from __future__ import annotations

import keyword
import re
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..declarations import DeclarationError
from .declaration import PROMOTED, Call, Operators, Parameter, snake_case
from .headers import describe_types
from .words import Words

#: Results that a function's type names one by one.
_MOST_RETURNED = 8
_WIDTH = 100

_HEAD = '''\
# SPDX-License-Identifier: Apache-2.0
"""Operators as functions of arrays. Made from csrc/ops by build_support/operators; do not edit.

Arrays are NumPy's, of ml_dtypes too, or torch tensors; what the first operand is the results are.
Numbers become scalars of int64, float64, complex128 or bool; NumPy's keep their data types. `out`
takes the result instead of a new array, in its own data type where the operator converts.
Of several results those that a call does not write (outputMask, reduction 0 and so on) are zeros in
a new array, and stay as they were in a given one.
Everything runs on device 0, on a stream of the calling thread's own, and is done on return.

Raises AclParameterError for operands that the operator refuses, AclKernelError for what fails while
it runs, AclOutOfMemoryError; TypeError and ValueError for what C could not be given.
"""
'''

# What a parameter of a kind is made of, and what it is in Python: for callers, and inside.
_MAKERS = {
    "tensor": ("tensor", "Operand"),
    "scalar": ("scalar", "Number"),
    "int_array": ("integers", "Sequence[SupportsIndex]"),
    "float_array": ("floats", "Sequence[float]"),
    "bool_array": ("booleans", "Sequence[bool]"),
    "tensor_list": ("tensors", "Sequence[Operand]"),
    "scalar_list": ("scalars", "Sequence[Number]"),
    "text": ("text", "str"),
    "integer": ("integer", "SupportsIndex"),
    "real": ("real", "float"),
}
_RETURN = "return result"


@dataclass(frozen=True)
class _Argument:
    """A parameter as an argument in Python; `default` is its text, empty if there is none."""

    parameter: Parameter
    name: str
    annotation: str
    default: str


def generate(operators: Operators, words: Words) -> str:
    """The module. Raises DeclarationError for a call without a rule of its results."""
    functions = [_Function(call, words) for call in operators.calls.values() if not call.is_own]
    functions.sort(key=lambda function: function.call.python_name)
    texts = [function.text() for function in functions]
    body = "\n\n".join(texts)
    return "\n".join([_imports(body), _all(functions), "\n", body])


def _imports(body: str) -> str:
    words = set(re.findall(r"\w+", body))
    typing = [name for name in ("Any", "SupportsIndex", "overload") if name in words]
    collections = "from collections.abc import Sequence\n" if "Sequence" in words else ""
    operands = [name for name in ("Array", "Operand", "TorchTensor") if name in words]
    imports = f"    from ._array_types import {', '.join(operands)}\n" if operands else ""
    imports += "    from ._values import Number\n" if "Number" in words else ""
    imports += "    from .data_types import DataTypeName\n" if "DataTypeName" in words else ""
    return f"""{_HEAD}
from __future__ import annotations

{collections}from typing import TYPE_CHECKING, {", ".join(typing)}

from . import _operands as make
from . import _values as convert

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

{imports}"""


def _all(functions: Iterable[_Function]) -> str:
    def by_numbers(name: str) -> list[str | int]:
        return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)]

    names = sorted((function.call.python_name for function in functions), key=by_numbers)
    return "\n".join(["__all__ = [", *(f'    "{name}",' for name in names), "]"])


class _Function:
    """The function of one call."""

    def __init__(self, call: Call, words: Words) -> None:
        self.call = call
        self.words = words
        self.place = f"csrc/ops/{call.family}/{call.family}.toml: {call.name}"
        self.arguments = self._arguments()
        self.outs = [item for item in call.parameters if item.role == "out"]
        self.body = self._body()

    # --- The signature ------------------------------------------------------------------------

    def _arguments(self) -> list[_Argument]:
        found = []
        for parameter in self.call.parameters:
            if parameter.role == "out":
                continue
            annotation = _MAKERS[parameter.kind][1]
            if parameter.c_type.removeprefix("const ") == "bool":
                annotation = "bool"
            elif parameter.c_type == "aclDataType":
                annotation = "DataTypeName"
            default = ""
            if parameter.name in self.call.defaults:
                value = self.call.defaults[parameter.name]
                is_rule = isinstance(value, str) and value.startswith("like ")
                text = repr(tuple(value) if isinstance(value, list) else value)
                if isinstance(value, float):
                    text = text.replace("e+", "e")  # as ruff writes it
                elif isinstance(value, str):
                    text = f'"{value}"'
                default = "None" if is_rule else text
            elif parameter.optional:
                default = "None"
            if default == "None":
                annotation += " | None"
            found.append(_Argument(parameter, _name(parameter.name), annotation, default))
        return found + [self._type_of(item) for item in self.call.parameters if self._asks(item)]

    def _asks(self, out: Parameter) -> bool:
        """Whether a result has an argument for its data type, beside the parameters of C."""
        return f"{out.name}Dtype" in self.call.defaults

    def _type_of(self, out: Parameter) -> _Argument:
        name, about = f"{out.name}Dtype", f"the data type of {_name(out.name)}"
        parameter = Parameter(name, "aclDataType", "integer", "in", True, about)
        return _Argument(parameter, _name(name), "DataTypeName | None", "None")

    def _signature(self, first: str, others: str, out: str, returns: str) -> str:
        """A def with the annotations of tensors; `out` is that of each output."""
        lines = []
        last_needed = max(
            (at for at, item in enumerate(self.arguments) if not item.default), default=-1
        )
        positional = True
        for at, item in enumerate(self.arguments):
            if item.default and at < last_needed and positional:
                lines.append("*")
                positional = False
            annotation = item.annotation
            if item.parameter.kind == "tensor":
                annotation = first if at == 0 else others
                if item.default == "None":
                    annotation += " | None"
            default = f" = {item.default}" if item.default else ""
            lines.append(f"{item.name}: {annotation}{default}")
        if self.outs and positional:
            lines.append("*")
        lines += [f"{_name(item.name)}: {out} = None" for item in self.outs]
        parameters = "".join(f"    {line},\n" for line in lines)
        return f"def {self.call.python_name}(\n{parameters}) -> {returns}:"

    def _has_list(self) -> bool:
        return any(item.kind == "tensor_list" for item in self.call.parameters)

    def _returns(self, one: str) -> str:
        written = [item for item in self.call.parameters if item.is_written]
        each = [f"list[{one}]" if item.kind == "tensor_list" else one for item in written]
        if len(each) > _MOST_RETURNED:  # no line would hold them
            return "tuple[Any, ...]"
        return each[0] if len(each) == 1 else f"tuple[{', '.join(each)}]"

    def text(self) -> str:
        title = textwrap.wrap(f'"""{self._title()}', _WIDTH - 4)
        body = [*title, "", *self._docstring(), '"""']
        lines = [f"    {line}".rstrip() for line in [*body, *self.body]]
        returns = self._returns("Any")
        if self._has_list() or self.arguments[0].parameter.kind != "tensor":
            is_list = any(item.kind == "tensor_list" for item in self.outs)
            out = "Sequence[Array] | None" if is_list else "Array | None"
            return "\n".join([self._signature("Operand", "Operand", out, returns), *lines, ""])
        torch = self._signature(
            "TorchTensor", "Operand", "TorchTensor | None", self._returns("TorchTensor")
        )
        numpy = self._signature(
            "ArrayLike", "ArrayLike", "NDArray[Any] | None", self._returns("NDArray[Any]")
        )
        whole = self._signature("Operand", "Operand", "Array | None", returns)
        return "\n".join(
            [f"@overload\n{torch} ...\n\n\n@overload\n{numpy} ...\n\n\n{whole}", *lines, ""]
        )

    # --- The docstring ------------------------------------------------------------------------

    def _title(self) -> str:
        return f"{self.call.about.rstrip('.')} ({self.call.name})."

    def _docstring(self) -> list[str]:
        names = [item.name for item in self.arguments] + [_name(item.name) for item in self.outs]
        width = max(map(len, names))
        lines = [
            part
            for line in self.call.formula.strip().splitlines()
            for part in textwrap.wrap(
                line, _WIDTH - 4, initial_indent="    ", subsequent_indent=8 * " "
            )
        ]
        lines.append("")
        rows = [(item.name, item.parameter) for item in self.arguments]
        rows += [(_name(item.name), item) for item in self.outs]
        for name, parameter in rows:
            lines += textwrap.wrap(
                " ".join(self._about(parameter).split()),
                _WIDTH - 4,
                initial_indent=f"{name:{width}}  ",
                subsequent_indent=" " * (width + 2),
                break_long_words=False,
                break_on_hyphens=False,
            )
        lines.append("")
        return [*lines, *textwrap.wrap(self._about_result(), _WIDTH - 4)]

    def _about(self, parameter: Parameter) -> str:
        text = parameter.about
        types = self.call.types_of(parameter.name)
        if parameter.role == "in_out":
            text += "; it is changed"
        default = self.call.defaults.get(parameter.name)
        if isinstance(default, str) and default.startswith("like "):
            text += f"; None is that of {_name(default.removeprefix('like '))}"
        if types is not None and parameter.role != "out":
            words = {
                key: [row.numpy_name or row.name for row in rows] for key, rows in types.items()
            }
            text += f": {describe_types(words)}"
        return text

    def _about_result(self) -> str:
        if self.call.in_place_of:
            return "Returns the operand that was changed."
        parts = []
        for name, rule in self.call.outs.items():
            what = f"{_name(name)}, " if len(self.call.outs) > 1 else ""
            if self.call.by_name[name].kind == "tensor_list" and "(" not in rule.shape:
                parts.append(f"{what}arrays with the shapes and the data type of {rule.shape}")
                continue
            of_each = self.call.by_name[name].kind == "tensor_list"
            arrays = "arrays; the shape of each is" if of_each else "an array; its shape is"
            shape = self.words.shape(self.call, rule, _name)
            kind = self.words.data_type(self.call, rule, _name)
            parts.append(f"{what}{arrays} {shape}; its data type is {kind}")
        return f"Returns {'. '.join(parts)}."

    # --- The body -----------------------------------------------------------------------------

    def _promotion(self) -> str:
        if not self.call.promotion:
            raise DeclarationError(f"{self.place}: out: no check finds the type computed in")
        return self.call.promotion

    def _body(self) -> list[str]:
        lines = [line for item in self.arguments for line in self._make(item)]
        passed = []
        for parameter in self.call.parameters:
            if parameter.is_fractal:
                more = ", True" if parameter.is_image else ""
                passed.append(f"make.fractal({_local(parameter.name)}{more})")
            elif parameter.is_image:
                is_out = parameter.role == "out"
                made = self._output(parameter) if is_out else _local(parameter.name)
                passed.append(f"make.image({made})")
            elif parameter.role == "out":
                passed.append(self._output(parameter))
            elif parameter.c_type == "aclDataType":
                passed.append(f"convert.type_code({_local(parameter.name)})")
            else:
                passed.append(_local(parameter.name))
        returns = self._returns("Any")
        start, end = ("return ", []) if returns == "Any" else (f"result: {returns} = ", [_RETURN])
        lines.append(f"{start}make.run(")
        for text in (f'"{self.call.name}"', *passed):
            lines += [f"    {line}" for line in _call_lines(f"{text},", _WIDTH - 8)]
        return [*lines, ")", *end]

    def _make(self, item: _Argument) -> list[str]:
        parameter = item.parameter
        maker = _MAKERS[parameter.kind][0]
        arguments = [f'"{item.name}"', item.name]
        if parameter.role == "in_out":
            maker = "in_out" if parameter.kind == "tensor" else "in_outs"
        elif parameter.c_type.removeprefix("const ") == "bool":
            maker = "boolean"
        elif parameter.c_type == "aclDataType":
            maker = "data_type_name"
        elif parameter.kind == "integer":
            c_type = parameter.c_type.removeprefix("const ")
            if c_type != "int64_t":
                arguments.append(f'"{c_type}"')
        module = "make" if parameter.kind in ("tensor", "tensor_list") else "convert"
        made = f"{module}.{maker}({', '.join(arguments)})"
        default = self.call.defaults.get(parameter.name)
        if isinstance(default, str) and default.startswith("like "):
            like = _local(default.removeprefix("like "))
            made = f"{like}.type if {item.name} is None else {made}"
        elif item.default == "None":
            made = f"None if {item.name} is None else {made}"
        line = f"{_local(parameter.name)} = {made}"
        if len(line) <= _WIDTH - 4:
            return [line]
        if " if " not in made:
            call, _, rest = made.partition("(")
            return [f"{_local(parameter.name)} = {call}(", f"    {rest[:-1]}", ")"]
        if len(made) > _WIDTH - 8:
            made = made.replace(" if ", "\nif ", 1).replace(" else ", "\nelse ", 1)
        return [
            f"{_local(parameter.name)} = (",
            *(f"    {each}" for each in made.splitlines()),
            ")",
        ]

    def _output(self, parameter: Parameter) -> str:
        rule = self.call.outs[parameter.name]
        name = _name(parameter.name)
        asked = _local(f"{parameter.name}Dtype") if self._asks(parameter) else ""
        kind = asked or self._plain(rule.type, "type")
        shape = self._plain(rule.shape, "shape")
        if parameter.kind == "tensor_list":
            return f'make.results("{name}", {name})'
        if rule.is_found:
            return f'make.found("{name}", {name})'
        if shape and kind:  # nothing to ask the library for
            return f'make.output("{name}", {name}, {shape}, {kind})'
        return f'make.result("{name}", {name}{f", {asked}" if asked else ""})'

    def _plain(self, rule: str, attribute: str) -> str:
        """The shape or data type of a tensor, or a data type; empty for what the library tells."""
        parameter = self.call.by_name.get(rule)
        if parameter is None:
            return "" if "(" in rule or rule == PROMOTED else f'"{rule}"'
        local = _local(rule)
        if parameter.kind == "integer":
            return local
        return f"{local}.{attribute}" if parameter.kind == "tensor" else ""


def _call_lines(text: str, width: int) -> list[str]:
    """A call, `function(a, b(c)),`, with an argument on each line where it is too long for one."""
    if len(text) <= width:
        return [text]
    head, _, rest = text.partition("(")
    body = rest[: rest.rindex(")")]
    arguments, depth = [""], 0
    for letter in body:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            arguments.append("")
        else:
            arguments[-1] += letter
    lines = [
        f"    {line}"
        for argument in arguments
        for line in _call_lines(f"{argument.strip()},", width - 4)
    ]
    return [f"{head}(", *lines, "),"]


def _name(name: str) -> str:
    """A parameter's name in Python: keepDims is keep_dims, biasOptional bias."""
    snake = snake_case(name)
    if snake.endswith("_optional"):
        snake = snake.removesuffix("_optional")
    return f"{snake}_" if keyword.iskeyword(snake) else snake


def _local(name: str) -> str:
    """The variable of what an argument became."""
    return f"{_name(name)}_"


def argument_names(call: Call) -> Mapping[str, str]:
    """The names of the parameters in Python by the vendor's."""
    return {item.name: _name(item.name) for item in call.parameters}
