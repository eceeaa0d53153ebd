# SPDX-License-Identifier: Apache-2.0
"""Operators are declarations, csrc/ops/*.toml; this package reads them and writes what follows.

declaration reads and checks them; headers writes the public headers, csrc/include/aclnnop; source
writes C: descriptors, checks in order, lists, rows of the L0 table, Impl functions.
"""

from __future__ import annotations

from .declaration import Operators, load

__all__ = ["Operators", "load"]
