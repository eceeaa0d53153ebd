# SPDX-License-Identifier: Apache-2.0
"""Code for AVX-512 reads no constant under a mask; without the change it does."""

from __future__ import annotations

import re

import llvmlite.binding as llvm
import pytest

from aclnn_py.kernels.compiler import _target_machine, find_level
from aclnn_py.kernels.masked_constants import in_registers

READ_UNDER_MASK = re.compile(r"\(%rip\)(\{1to\d+\})?,.*\{%k[1-7]\}")

BODIES = {
    "NaN in lanes": """
  %nan = fcmp uno <16 x float> %x, zeroinitializer
  %out = select <16 x i1> %nan, <16 x float> splat (float 0x7FF8000000000000), <16 x float> %x
  ret <16 x float> %out
""",
    "one of two": """
  %lower = fcmp olt <16 x float> %x, splat (float 1.000000e+00)
  %out = select <16 x i1> %lower, <16 x float> splat (float -2.500000e-01), <16 x float> %x
  ret <16 x float> %out
""",
    "arithmetic": """
  %nan = fcmp uno <16 x float> %x, zeroinitializer
  %more = fadd <16 x float> %x, splat (float 3.000000e+00)
  %square = fmul <16 x float> %x, %x
  %out = select <16 x i1> %nan, <16 x float> %more, <16 x float> %square
  ret <16 x float> %out
""",
    "numbers of a mask": """
  %nan = fcmp uno <16 x float> %x, zeroinitializer
  %bytes = zext <16 x i1> %nan to <16 x i8>
  %words = sext <16 x i8> %bytes to <16 x i32>
  %bits = bitcast <16 x float> %x to <16 x i32>
  %sum = sub <16 x i32> %bits, %words
  %out = bitcast <16 x i32> %sum to <16 x float>
  store <16 x i8> %bytes, ptr %to
  ret <16 x float> %out
""",
}


def function(body: str) -> str:
    return f"define <16 x float> @changed(<16 x float> %x, ptr %to) {{{body}}}\n"


def assembly(text: str) -> str:
    machine = _target_machine(find_level("v4"))
    module = llvm.parse_assembly(text)
    module.triple = machine.triple
    module.verify()
    return str(machine.emit_assembly(module))


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_no_constant_is_read_under_a_mask(body: str) -> None:
    assert READ_UNDER_MASK.search(assembly(function(body)))
    assert not READ_UNDER_MASK.search(assembly(in_registers(function(body))))


def test_of_one_number() -> None:
    text = """
define float @changed(float %x) {
entry:
  %nan = fcmp uno float %x, 0.000000e+00
  %out = select i1 %nan, float 0x7FF8000000000000, float %x
  ret float %out
}
"""
    assert READ_UNDER_MASK.search(assembly(text))
    assert not READ_UNDER_MASK.search(assembly(in_registers(text)))


def test_the_smaller_number_stays_an_instruction() -> None:
    text = function("""
  %less = fcmp olt <16 x float> %x, splat (float 2.000000e+00)
  %out = select <16 x i1> %less, <16 x float> %x, <16 x float> splat (float 2.000000e+00)
  ret <16 x float> %out
""")
    assert in_registers(text) == text
    assert "vminps" in assembly(text)


def test_masks_are_joined_by_an_instruction() -> None:
    text = function("""
  %nan = fcmp uno <16 x float> %x, zeroinitializer
  %more = fcmp ogt <16 x float> %x, splat (float 2.000000e+00)
  %either = select <16 x i1> %nan, <16 x i1> splat (i1 true), <16 x i1> %more
  %out = select <16 x i1> %either, <16 x float> zeroinitializer, <16 x float> %x
  ret <16 x float> %out
""")
    assert in_registers(text) == text
    assert not READ_UNDER_MASK.search(assembly(text))
