# SPDX-License-Identifier: Apache-2.0
"""What shapes and data types of results are in words: csrc/ops/shape_words.toml, filled in."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from ..declarations import DeclarationError
from .declaration import PROMOTED, Call, Expression, OutRule, parse
from .functions import Function, Functions
from .shapes import OF_ANY_NUMBER

FILE = "shape_words.toml"
_PLACE = re.compile(r"\{(\w+)\}")
_PARAMETERS = re.compile(r"\(([^)]*)\)")

Naming = Callable[[str], str]


class Words:
    """The words of all shape functions. Raises DeclarationError for those of none."""

    def __init__(self, csrc: Path, functions: Functions) -> None:
        path = csrc / "ops" / FILE
        try:
            tables = tomllib.loads(path.read_text("utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise DeclarationError(f"csrc/ops/{FILE}: {error}") from None
        self.functions = functions
        self.of_functions: dict[str, str] = {**tables["shapes"], **tables["types"]}
        self.of_checks: dict[str, str] = tables["checks"]
        self.used: set[str] = set()  # the functions and checks whose words somebody asked for

    def shape(self, call: Call, rule: OutRule, name: Naming) -> str:
        """What follows "the shape is"; `name` says what a parameter is called."""
        return self._of(call, rule.shape, name)

    def data_type(self, call: Call, rule: OutRule, name: Naming) -> str:
        """What follows "the data type is"."""
        text = call.promotion if rule.type == PROMOTED else rule.type
        return self._of(call, text, name)

    def _of(self, call: Call, text: str, name: Naming) -> str:
        if "(" not in text:
            known = call.by_name.get(text)
            if known is None:
                return text
            return name(text) if known.kind == "integer" else f"that of {name(text)}"
        expression = parse(text)
        function = self.functions.of_shape(call.family, expression.name)
        names = [name(str(word)) for word in expression.arguments]
        if function is None:
            return self._of_check(call, expression, names)
        self.used.add(function.name)
        words = self.of_functions.get(function.name)
        if words is None:
            raise DeclarationError(f"csrc/ops/{FILE}: {function.name} has no words")
        return self._filled(function, words, names)

    def _of_check(self, call: Call, expression: Expression, names: Sequence[str]) -> str:
        self.used.add(expression.name)
        words = self.of_checks.get(expression.name)
        if words is None:
            raise DeclarationError(
                f"csrc/ops/{FILE}: the check {expression.name} of {call.name} has no words"
            )
        return words.replace("{all}", _listed(names)).format(*names)

    def _filled(self, function: Function, words: str, names: Sequence[str]) -> str:
        if function.name in OF_ANY_NUMBER:
            return words.format(tensors=_listed(names))
        given = dict(zip(_parameters(function), names, strict=False))
        unknown = set(_PLACE.findall(words)) - set(given)
        if unknown:
            raise DeclarationError(
                f"csrc/ops/{FILE}: {function.name} has no parameter {', '.join(sorted(unknown))}"
            )
        return _PLACE.sub(lambda place: given[place[1]], words)


@cache
def _parameters(function: Function) -> list[str]:
    """The parameters of a function behind its call."""
    source = function.path.read_text("utf-8")
    found = _PARAMETERS.search(source, source.index(f" {function.name}("))
    assert found is not None
    return [each.split()[-1].lstrip("*") for each in found[1].split(",")][1:]


def _listed(names: Sequence[str]) -> str:
    """As "a", "a and b", "a, b and c"."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
