# SPDX-License-Identifier: Apache-2.0
"""Embeddings whose weights are signs, as bitorch-engine documents them.

BinaryEmbeddingForward, BinaryEmbeddingBagForward
                        forward, backward and apply: `torch.autograd.Function`s where torch is
                        installed, and on NumPy arrays everywhere
pack, unpack, pad_embedding_dim
                        signs as bits and back
sparse_update_embedding_qweight, binary_embedding_step
                        how signs follow a gradient
BinaryEmbedding, BinaryEmbeddingBag, BinaryEmbeddingParameter, BinaryEmbeddingOptimizer,
prepare_params          layers, their parameter and optimiser; need torch

`import aclnn_py` does not load this. This imports torch if it is installed. Where it is not, or
cannot be imported, the names of the last entry are no part of `__all__`, and asking the module for
one is an AttributeError that says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..arrays import torch_problem
from ._autograd import BinaryEmbeddingBagForward, BinaryEmbeddingForward, Context
from ._packing import pack, pad_embedding_dim, unpack
from ._update import binary_embedding_step, sparse_update_embedding_qweight

if TYPE_CHECKING:
    from ._modules import (
        BinaryEmbedding,
        BinaryEmbeddingBag,
        BinaryEmbeddingOptimizer,
        BinaryEmbeddingParameter,
        prepare_params,
    )

_WITH_TORCH = (
    "BinaryEmbedding",
    "BinaryEmbeddingBag",
    "BinaryEmbeddingOptimizer",
    "BinaryEmbeddingParameter",
    "prepare_params",
)

__all__ = [
    "BinaryEmbeddingBagForward",
    "BinaryEmbeddingForward",
    "Context",
    "binary_embedding_step",
    "pack",
    "pad_embedding_dim",
    "sparse_update_embedding_qweight",
    "unpack",
]
if not torch_problem():
    __all__ += [
        "BinaryEmbedding",
        "BinaryEmbeddingBag",
        "BinaryEmbeddingOptimizer",
        "BinaryEmbeddingParameter",
        "prepare_params",
    ]


def __getattr__(name: str) -> object:
    if name not in _WITH_TORCH:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if torch_problem():
        raise AttributeError(f"{__name__}.{name} needs torch, which {torch_problem()}")
    from . import _modules

    value: object = getattr(_modules, name)
    globals()[name] = value
    return value
