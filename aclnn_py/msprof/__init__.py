# SPDX-License-Identifier: Apache-2.0
"""The command `msprof`: makes tables and a timeline of a profile, with CANN's names.

It lies in the tree, where programs look for CANN's (`aclnn run` and `aclnn env` put it into PATH),
and needs Python's own library alone: whatever Python runs it may lack everything else.
"""

from __future__ import annotations

from .command import main

__all__ = ["main"]
