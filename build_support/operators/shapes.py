# SPDX-License-Identifier: Apache-2.0
"""Writes C for the "out" of declarations: which shape and data type each result has.

`out = { shape = "reduced(self, dim, keepDim)", type = "self" }` names shape functions
(csrc/ops/common/shape.h) and parameters; the build looks a name up in the family, then in common;
those of another family are `matmul.product`. A type may be that of a parameter, one by name, a
shape function that gives a type, a check that finds the type computed in, or `promoted`: what the
one check of the call finds. An answer depends on the arguments alone, and on no product.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..declarations import DeclarationError
from .declaration import (
    COMMON,
    MANY,
    PROMOTED,
    Call,
    CheckRule,
    Expression,
    Operators,
    Parameter,
    parse,
    symbol,
)
from .functions import Function, Functions

# What takes its operands in an array, any number of them.
OF_ANY_NUMBER = frozenset({"shape_broadcast"})

MACRO = """\
/* A part of what the results of a call are; one that is not found is the last. */
#define FIND(part)                        \\
    do {                                  \\
        aclnnStatus part_status = (part); \\
        if (part_status != ACLNN_SUCCESS) \\
            return part_status;           \\
    } while (0)

"""


def function_of(operators: Operators, functions: Functions, call: Call) -> str:
    """The function of a call that tells the shapes and types of its results; empty: it has none.

    Raises DeclarationError for a rule that csrc/ops does not have."""
    if not call.outs:
        return ""
    writer = _Writer(operators, functions, call)
    lines = [line for item in call.parameters if item.role == "out" for line in writer.of(item)]
    text = "".join(f"    {line}\n" for line in [*writer.first, *lines])
    constants = [item.constant for item in call.parameters]
    return (
        f"static aclnnStatus outputs_of_{call.name}(struct call *call, "
        f"struct call_outputs *outputs)\n"
        f"{{\n    enum {{ {', '.join(constants)} }};\n{text}    return ACLNN_SUCCESS;\n}}\n"
    )


def prototypes(operators: Operators, functions: Functions) -> dict[str, str]:
    """The prototypes of the shape functions that declarations name."""
    found: dict[str, str] = {}
    for call in operators.calls.values():
        for name, rule in call.outs.items():
            is_list = call.by_name[name].kind == "tensor_list"
            for text in (rule.shape, rule.type):
                if "(" not in text:
                    continue
                expression = parse(text)
                function = functions.of_shape(call.family, expression.name)
                if function is not None:
                    found.setdefault(function.name, _prototype(function, expression, is_list))
    return found


def _prototype(function: Function, expression: Expression, is_list: bool) -> str:
    parameters = ["const struct call *call"]
    if function.name in OF_ANY_NUMBER:
        parameters += ["const int *tensors", "int count"]
    else:
        words = [str(word) for word in expression.arguments]
        repeated = {word for word in words if words.count(word) > 1}
        parameters += [
            f"int {word}{at}" if word in repeated else f"int {word}"
            for at, word in enumerate(words)
        ]
    if function.returns == "bool":
        parameters.append("struct shapes *result" if is_list else "struct shape *result")
    return f"{function.returns} {function.name}({', '.join(parameters)})"


class _Writer:
    """The lines for the results of a call; `first` are those before them."""

    def __init__(self, operators: Operators, functions: Functions, call: Call) -> None:
        self.operators = operators
        self.functions = functions
        self.call = call
        self.place = f"csrc/ops/{call.family}/{call.family}.toml: {call.name}"
        self.first = list(self._promotion()) if self._is_promoted() else []

    def fail(self, what: str) -> DeclarationError:
        return DeclarationError(f"{self.place}: out: {what}")

    def of(self, out: Parameter) -> Iterator[str]:
        """The lines of a result."""
        rule = self.call.outs[out.name]
        is_list = out.kind == "tensor_list"
        if is_list and "(" not in rule.shape:
            if rule.type != rule.shape:
                raise self.fail(f"the members of {out.name} are like those of {rule.shape}")
            constant = self._parameter(rule.shape)
            yield f"FIND(outputs_add_like(call, outputs, {out.constant}, {constant}));"
            return
        before, kind = self._type(rule.type)
        yield from before
        shape = self._shape(rule.shape, "&outputs->shapes" if is_list else "&outputs->shape")
        function = "outputs_add_list" if is_list else "outputs_add"
        yield f"FIND({function}(call, outputs, {out.constant}, {shape}, {kind}));"

    def _parameter(self, word: str | Expression) -> str:
        if isinstance(word, Expression) or word not in self.call.by_name:
            raise self.fail(f"there is no parameter {word}")
        return self.call.by_name[word].constant

    def _shape(self, text: str, out: str) -> str:
        if "(" not in text:
            return f"shape_same(call, {self._parameter(text)}, {out})"
        expression = parse(text)
        function = self.functions.of_shape(self.call.family, expression.name)
        if function is None or function.returns != "bool":
            raise self.fail(f"no file below csrc/ops defines a shape function {expression.name}")
        return f"{function.name}({self._arguments(function.name, expression.arguments)}, {out})"

    def _arguments(self, function: str, words: Sequence[str | Expression]) -> str:
        constants = [self._parameter(word) for word in words]
        if function in OF_ANY_NUMBER:
            constants = [f"(const int[]){{{', '.join(constants)}}}", str(len(constants))]
        return ", ".join(["call", *constants])

    def _type(self, text: str) -> tuple[list[str], str]:
        """Lines before it, and an expression of a data type."""
        if text == PROMOTED:
            return [], "call->promoted"
        if text in self.call.by_name:
            return [], f"call_type(call, {self._parameter(text)})"
        if "(" not in text:
            return [], self._constant(text)
        expression = parse(text)
        function = self.functions.of_shape(self.call.family, expression.name)
        if function is not None:
            arguments = self._arguments(function.name, expression.arguments)
            return [], f"{function.name}({arguments})"
        for family in (self.call.family, COMMON):
            rule = self.operators.rules.get(symbol(family, "check", expression.name))
            if rule is not None and rule.finds == PROMOTED:
                words = [str(word) for word in expression.arguments]
                return [self._check(rule, words)], "call->promoted"
        raise self.fail(f"neither a shape function nor a check finds a type as {expression.name}")

    def _constant(self, word: str) -> str:
        for row in self.operators.rows.values():
            for types in row.ai_core.types.values():
                for each in types:
                    if each.numpy_name == word:
                        return each.name
        raise self.fail(f"{word} is no parameter and no data type")

    # --- What checks find -----------------------------------------------------------------------

    def _is_promoted(self) -> bool:
        return any(rule.type == PROMOTED for rule in self.call.outs.values())

    def _promotion(self) -> Iterator[str]:
        """The checks that find the type computed in, each on its architectures."""
        checks = [check for check in self.call.checks if check.rule.finds == PROMOTED]
        if not checks:
            raise self.fail("no check finds the type computed in")
        if any(check.on for check in checks) or len(checks) > 1:
            raise self.fail("several checks find the type computed in: name a function of the type")
        yield self._check(checks[0].rule, checks[0].arguments)

    def _check(self, rule: CheckRule, words: Sequence[str]) -> str:
        outs = [word for word in words if word in self.call.outs]
        if outs:
            raise self.fail(
                f"{rule.name} looks at {outs[0]}, which is what is asked for: name a function of "
                "the type"
            )
        texts = []
        for kind, group in rule.grouped(words):
            constants = [self._parameter(word) for word in group]
            array = f"(const int[]){{{', '.join(constants)}}}, {len(constants)}"
            texts.append(array if f"{kind}{MANY}" in rule.takes else constants[0])
        return f"FIND({rule.function}({', '.join(['call', *texts])}));"
