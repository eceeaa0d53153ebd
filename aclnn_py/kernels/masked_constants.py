# SPDX-License-Identifier: Apache-2.0
"""Constants that AVX-512 code chooses under a mask, in registers.

LLVM reads such a constant from memory in the instruction that has the mask. Under a mask of zeros,
a processor that has no translation of the address at hand fetches none: the instruction takes
hundreds of cycles, every time, until another one reads the page. Most masks are zeros, because
they are those of NaN. So LLVM is not to know these constants: each is the result of an assembly
statement without an instruction, at the begin of its function.
"""

from __future__ import annotations

import re

_DEFINITION = re.compile(r"  (?P<name>%[^\s\"]+|%\"[^\"]+\") = (?P<operation>\w+) (?P<rest>.*)")

# A number with its type: in each lane of a vector, or alone. Masks are none: a choice between one
# and a constant is an instruction on masks.
_CONSTANT = re.compile(
    r"(?P<vector><(?P<count>\d+) x (?P<lane>(?!i1>)\w\w+)>) splat \((?P=lane) (?P<number>[^()]+)\)"
    r"|(?P<alone>half|float|double) (?P<single>-?[0-9]\S*)"
)
_BITS = {"half": 16, "float": 32, "double": 64}

# Arithmetic that one instruction does under a mask, with a constant that it reads.
_ARITHMETIC = {"fadd", "fsub", "fmul", "fdiv"}

# A mask as numbers 0 and 1: ones that are read under the mask.
_NUMBERS_OF_MASK = re.compile(r"(?P<mask><(?P<count>\d+) x i1> \S+) to <\d+ x (?P<type>i8|i16)>")


def _operands(text: str) -> list[str]:
    """What stands between commas that are in no brackets."""
    found, depth, begin = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "<([{") - (letter in ">)]}")
        if letter == "," and depth == 0:
            found.append(text[begin:at].strip())
            begin = at + 1
    return [*found, text[begin:].strip()]


def _value(operand: str) -> str:
    """An operand without its type."""
    before, splat, number = operand.partition("splat (")
    return splat + number if splat else before.split()[-1]


class _Function:
    """The lines of a function, from `define` on."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._found = {
            match["name"]: (at, match["operation"], match["rest"])
            for at, line in enumerate(lines)
            if (match := _DEFINITION.match(line))
        }
        self._statements: dict[str, str] = {}  # their results, by type and number
        self._before: dict[int, list[str]] = {}  # what is inserted before a line

    def changed(self) -> list[str]:
        """The lines of the function that has its constants in registers."""
        for at, operation, rest in self._found.values():
            if operation == "select":
                self._change_select(at, rest)
            elif operation == "zext" and (match := _NUMBERS_OF_MASK.match(rest)):
                self._change_numbers_of_mask(at, match)
        first = 1 if self._lines[1].startswith("  ") else 2
        statements = [
            f'  {name} = call {number.split()[0]} asm "", "=r,0"({number})'
            for number, name in self._statements.items()
        ]
        lines = [*self._lines[:first], *statements]
        for at, line in enumerate(self._lines[first:], first):
            lines += [*self._before.get(at, ()), line]
        return lines

    def _change_select(self, at: int, rest: str) -> None:
        mask, first, second = _operands(rest)[:3]
        _, _, compared = self._found.get(_value(mask), (0, "", "0"))
        # The smaller or the larger number is an instruction of its own.
        if {_value(first), _value(second)} == {_value(side) for side in _operands(compared)}:
            return
        for arm in (first, second):
            self._hold(at, arm)
            where, operation, operands = self._found.get(_value(arm), (0, "", ""))
            if operation in _ARITHMETIC:
                for operand in _operands(operands):
                    self._hold(where, arm.removesuffix(_value(arm)) + _value(operand))

    def _change_numbers_of_mask(self, at: int, match: re.Match[str]) -> None:
        kind = f"<{match['count']} x {match['type']}>"
        ones = self._register(at, f"{kind} splat ({match['type']} 1)")
        begin = self._lines[at].partition("zext")[0]
        self._lines[at] = f"{begin}select {match['mask']}, {kind} {ones}, {kind} zeroinitializer"

    def _hold(self, at: int, operand: str) -> None:
        """Puts the operand of a line into a register if it is a constant."""
        constant = re.escape(_value(operand))
        if register := self._register(at, operand):
            line = self._lines[at]
            self._lines[at] = re.sub(rf"(?<=[ ]){constant}(?=,|$)", register, line)

    def _register(self, at: int, operand: str) -> str:
        """The name that a constant has before a line; "" for what is none."""
        match = _CONSTANT.fullmatch(operand)
        if match is None:
            return ""
        kind = match["lane"] or match["alone"]
        number = match["number"] or match["single"]
        bits = f"i{_BITS[kind]}" if kind in _BITS else kind
        if kind in _BITS:
            number = f"bitcast ({kind} {number} to {bits})"
        held = self._statements.setdefault(f"{bits} {number}", f"%register.{len(self._statements)}")
        before = self._before.setdefault(at, [])
        name = f"%register.at.{at}.{len(before)}"
        if match["vector"]:
            lanes = f"<{match['count']} x {bits}>"
            first = f"<{match['count']} x i32> zeroinitializer"
            before += [
                f"  {name}.one = insertelement {lanes} poison, {bits} {held}, i64 0",
                f"  {name}.all = shufflevector {lanes} {name}.one, {lanes} poison, {first}",
                f"  {name} = bitcast {lanes} {name}.all to {match['vector']}",
            ]
        else:
            before.append(f"  {name} = bitcast {bits} {held} to {kind}")
        return name


def in_registers(text: str) -> str:
    """LLVM's text of a module, with such constants in registers."""
    lines: list[str] = []
    function: list[str] = []
    for line in text.split("\n"):
        if function or line.startswith("define "):
            function.append(line)
        else:
            lines.append(line)
        if function and line == "}":
            lines += _Function(function).changed()
            function = []
    return "\n".join(lines)
