# SPDX-License-Identifier: Apache-2.0
# Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
"""The operands of InfiniCore's operators."""

from __future__ import annotations

from typing import NamedTuple


class Operand(NamedTuple):
    """A tensor: its name, the data types it may have, their name, and its sizes."""

    name: str
    types: str
    type: str
    dims: tuple[str, ...]
    flags: tuple[str, ...]


class Row(NamedTuple):
    """An operator: tensors in order, and the numbers of Create and of the call."""

    tensors: tuple[Operand, ...]
    create: tuple[tuple[str, bool], ...]
    call: tuple[tuple[str, bool], ...]
    has_workspace: bool
    family: str  # the row whose functions end its descriptors; empty: its own


ROWS = {
    "Add": Row(
        (
            Operand(
                "c",
                "F16 BF16 F32 F64 I32 I64",
                "T",
                ("S*",),
                ("out",),
            ),
            Operand(
                "a",
                "F16 BF16 F32 F64 I32 I64",
                "T",
                ("S*",),
                (),
            ),
            Operand(
                "b",
                "F16 BF16 F32 F64 I32 I64",
                "T",
                ("S*",),
                (),
            ),
        ),
        (),
        (),
        True,
        "",
    ),
    "Sub": Row(
        (
            Operand(
                "c",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                ("out",),
            ),
            Operand(
                "a",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                (),
            ),
            Operand(
                "b",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                (),
            ),
        ),
        (),
        (),
        True,
        "",
    ),
    "Mul": Row(
        (
            Operand(
                "c",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                ("out",),
            ),
            Operand(
                "a",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                (),
            ),
            Operand(
                "b",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                (),
            ),
        ),
        (),
        (),
        True,
        "",
    ),
    "Clip": Row(
        (
            Operand(
                "y",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                ("out",),
            ),
            Operand(
                "x",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                (),
            ),
            Operand(
                "min_val",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                (),
            ),
            Operand(
                "max_val",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                (),
            ),
        ),
        (),
        (),
        True,
        "",
    ),
    "Ones": Row(
        (
            Operand(
                "y",
                "BYTE BOOL I8 I16 I32 I64 U8 U16 U32 U64 F16 F32 F64 BF16",
                "T",
                ("S*",),
                ("out",),
            ),
            Operand(
                "x",
                "BYTE BOOL I8 I16 I32 I64 U8 U16 U32 U64 F16 F32 F64 BF16",
                "T",
                ("S*",),
                (),
            ),
        ),
        (),
        (),
        True,
        "",
    ),
    "Zeros": Row(
        (
            Operand(
                "y",
                "BYTE BOOL I8 I16 I32 I64 U8 U16 U32 U64 F8 F16 F32 F64 BF16",
                "T",
                ("S*",),
                ("out",),
            ),
            Operand(
                "x",
                "BYTE BOOL I8 I16 I32 I64 U8 U16 U32 U64 F8 F16 F32 F64 BF16",
                "T",
                ("S*",),
                (),
            ),
        ),
        (),
        (),
        True,
        "",
    ),
    "Rearrange": Row(
        (
            Operand(
                "dst",
                "BYTE BOOL I8 I16 I32 I64 U8 U16 U32 U64 F8 F16 F32 F64 C16 C32 C64 C128 BF16",
                "T",
                ("S*",),
                ("out",),
            ),
            Operand(
                "src",
                "BYTE BOOL I8 I16 I32 I64 U8 U16 U32 U64 F8 F16 F32 F64 C16 C32 C64 C128 BF16",
                "T",
                ("S*",),
                (),
            ),
        ),
        (),
        (),
        False,
        "",
    ),
    "Relu": Row(
        (
            Operand(
                "y",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                ("out",),
            ),
            Operand(
                "x",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                (),
            ),
        ),
        (),
        (),
        True,
        "",
    ),
    "Sigmoid": Row(
        (
            Operand(
                "y",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                ("out",),
            ),
            Operand(
                "x",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                (),
            ),
        ),
        (),
        (),
        True,
        "",
    ),
    "Silu": Row(
        (
            Operand(
                "output",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                ("out",),
            ),
            Operand(
                "input",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                (),
            ),
        ),
        (),
        (),
        True,
        "",
    ),
    "Gelu": Row(
        (
            Operand(
                "output",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                ("out",),
            ),
            Operand(
                "input",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                (),
            ),
        ),
        (),
        (),
        True,
        "",
    ),
    "Tanh": Row(
        (
            Operand(
                "output",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                ("out",),
            ),
            Operand(
                "input",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                (),
            ),
        ),
        (),
        (),
        True,
        "",
    ),
    "Softplus": Row(
        (
            Operand(
                "y",
                "F16 BF16 F32",
                "T",
                ("S*",),
                ("out",),
            ),
            Operand(
                "x",
                "F16 BF16 F32",
                "T",
                ("S*",),
                (),
            ),
        ),
        (("beta", True), ("threshold", True)),
        (),
        True,
        "",
    ),
    "SwiGLU": Row(
        (
            Operand(
                "c",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                ("out",),
            ),
            Operand(
                "a",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                (),
            ),
            Operand(
                "b",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                (),
            ),
        ),
        (),
        (),
        True,
        "",
    ),
    "Softmax": Row(
        (
            Operand(
                "y",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                ("out",),
            ),
            Operand(
                "x",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                (),
            ),
        ),
        (("axis", False),),
        (),
        True,
        "",
    ),
    "LogSoftmax": Row(
        (
            Operand(
                "output",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                ("out",),
            ),
            Operand(
                "input",
                "F16 BF16 F32 F64",
                "T",
                ("S*",),
                (),
            ),
        ),
        (("dim", False),),
        (),
        True,
        "",
    ),
    "CausalSoftmax": Row(
        (
            Operand(
                "y",
                "F16 BF16 F32 F64",
                "T",
                ("B*", "M", "N"),
                ("out",),
            ),
            Operand(
                "x",
                "F16 BF16 F32 F64",
                "T",
                ("B*", "M", "N"),
                (),
            ),
        ),
        (),
        (),
        True,
        "",
    ),
    "RMSNorm": Row(
        (
            Operand(
                "y",
                "F16 BF16 F32 F64",
                "T",
                ("B*", "D"),
                ("last", "out"),
            ),
            Operand(
                "x",
                "F16 BF16 F32 F64",
                "T",
                ("B*", "D"),
                ("last",),
            ),
            Operand(
                "w",
                "",
                "W",
                ("D",),
                ("last", "optional"),
            ),
        ),
        (("epsilon", True),),
        (),
        True,
        "",
    ),
    "AddRMSNorm": Row(
        (
            Operand(
                "y",
                "F16 BF16 F32 F64",
                "T",
                ("B*", "D"),
                ("last", "out"),
            ),
            Operand(
                "residual_out",
                "F16 BF16 F32 F64",
                "T",
                ("B*", "D"),
                ("last", "out"),
            ),
            Operand(
                "a",
                "F16 BF16 F32 F64",
                "T",
                ("B*", "D"),
                ("last",),
            ),
            Operand(
                "b",
                "F16 BF16 F32 F64",
                "T",
                ("B*", "D"),
                ("last",),
            ),
            Operand(
                "weight",
                "",
                "W",
                ("D",),
                ("last",),
            ),
        ),
        (("epsilon", True),),
        (),
        True,
        "",
    ),
    "LayerNorm": Row(
        (
            Operand(
                "output",
                "F16 BF16 F32",
                "T",
                ("B*", "D"),
                ("out",),
            ),
            Operand(
                "input_standardization",
                "F16 BF16 F32",
                "T",
                ("B*", "D"),
                ("out",),
            ),
            Operand(
                "input_std_deviation",
                "F16 BF16 F32",
                "T",
                ("B*",),
                ("out",),
            ),
            Operand(
                "input",
                "F16 BF16 F32",
                "T",
                ("B*", "D"),
                (),
            ),
            Operand(
                "weight",
                "F16 BF16 F32",
                "T",
                ("D",),
                (),
            ),
            Operand(
                "bias",
                "F16 BF16 F32",
                "T",
                ("D",),
                ("optional",),
            ),
        ),
        (("eps", True),),
        (),
        True,
        "",
    ),
    "Gemm": Row(
        (
            Operand(
                "c",
                "F16 BF16 F32",
                "T",
                ("B*", "M", "N"),
                ("in_out",),
            ),
            Operand(
                "a",
                "F16 BF16 F32",
                "T",
                ("~B*", "M", "K"),
                (),
            ),
            Operand(
                "b",
                "F16 BF16 F32",
                "T",
                ("~B*", "K", "N"),
                (),
            ),
        ),
        (),
        (("alpha", True), ("beta", True)),
        True,
        "",
    ),
    "FlashAttention": Row(
        (
            Operand(
                "out",
                "F16 BF16 F32",
                "T",
                ("B", "H", "M", "E"),
                ("last", "out"),
            ),
            Operand(
                "q",
                "F16 BF16 F32",
                "T",
                ("B", "H", "M", "D"),
                ("last",),
            ),
            Operand(
                "k",
                "F16 BF16 F32",
                "T",
                ("B", "G", "N", "D"),
                ("last",),
            ),
            Operand(
                "v",
                "F16 BF16 F32",
                "T",
                ("B", "G", "N", "E"),
                ("last",),
            ),
            Operand(
                "total_kv_len",
                "I32 I64",
                "I",
                ("B",),
                (),
            ),
        ),
        (("scale", True), ("is_causal", False)),
        (),
        True,
        "",
    ),
    "RoPE": Row(
        (
            Operand(
                "y",
                "F16 BF16 F32 F64",
                "T",
                ("B*", "S", "H", "D"),
                ("last", "out"),
            ),
            Operand(
                "x",
                "F16 BF16 F32 F64",
                "T",
                ("B*", "S", "H", "D"),
                ("last",),
            ),
            Operand(
                "pos_ids",
                "I8 I16 I32 I64 U8 U16 U32 U64",
                "I",
                ("~B*", "S"),
                ("dense",),
            ),
            Operand(
                "sin_table",
                "F16 BF16 F32 F64",
                "T",
                ("R", "C"),
                ("dense",),
            ),
            Operand(
                "cos_table",
                "F16 BF16 F32 F64",
                "T",
                ("R", "C"),
                ("dense",),
            ),
        ),
        (("algo", False),),
        (),
        True,
        "",
    ),
    "TopK": Row(
        (
            Operand(
                "values_output",
                "F16 BF16 F32",
                "T",
                ("V*",),
                ("out",),
            ),
            Operand(
                "indices_output",
                "I32 I64",
                "I",
                ("V*",),
                ("out",),
            ),
            Operand(
                "input",
                "F16 BF16 F32",
                "T",
                ("S*",),
                (),
            ),
        ),
        (("k", False), ("dim", False), ("largest", False), ("sorted", False)),
        (("k", False), ("dim", False), ("largest", False), ("sorted", False)),
        True,
        "",
    ),
    "Topksoftmax": Row(
        (
            Operand(
                "values",
                "F32",
                "F",
                ("N", "topk"),
                ("called", "out"),
            ),
            Operand(
                "indices",
                "I32",
                "I",
                ("N", "topk"),
                ("called", "out"),
            ),
            Operand(
                "x",
                "F16 BF16 F32",
                "T",
                ("N", "E"),
                ("last",),
            ),
        ),
        (),
        (("topk", False), ("norm", False)),
        True,
        "",
    ),
    "Topkrouter": Row(
        (
            Operand(
                "values",
                "F32",
                "F",
                ("N", "topk"),
                ("called", "out"),
            ),
            Operand(
                "indices",
                "I32",
                "I",
                ("N", "topk"),
                ("called", "out"),
            ),
            Operand(
                "x",
                "F16 BF16 F32",
                "T",
                ("N", "256"),
                ("last",),
            ),
            Operand(
                "correction_bias",
                "F32",
                "F",
                ("256",),
                ("last",),
            ),
        ),
        (),
        (("routed_scaling_factor", True), ("topk", False)),
        True,
        "",
    ),
    "RandomSample": Row(
        (
            Operand(
                "result",
                "I8 I16 I32 I64 U8 U16 U32 U64",
                "I",
                (),
                ("out",),
            ),
            Operand(
                "probs",
                "F16 BF16 F32 F64",
                "T",
                ("N",),
                ("last",),
            ),
        ),
        (),
        (("random_val", True), ("topp", True), ("topk", False), ("temperature", True)),
        True,
        "",
    ),
    "RandomSampleBatch": Row(
        (
            Operand(
                "result",
                "I8 I16 I32 I64 U8 U16 U32 U64",
                "I",
                ("B",),
                ("out",),
            ),
            Operand(
                "probs",
                "F16 BF16 F32 F64",
                "T",
                ("B", "N"),
                ("last",),
            ),
        ),
        (),
        (
            ("random_val", False),
            ("topp", False),
            ("topk", False),
            ("temperature", False),
            ("batch_size", False),
        ),
        True,
        "RandomSample",
    ),
}
