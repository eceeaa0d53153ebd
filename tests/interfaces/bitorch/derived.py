# SPDX-License-Identifier: Apache-2.0
"""A class of a user, where pickle finds it. Importing this needs torch."""

from __future__ import annotations

from aclnn_py import bitorch


class Derived(bitorch.BinaryEmbeddingParameter):
    """A parameter that has nothing of its own."""
