# SPDX-License-Identifier: Apache-2.0
"""Print shell assignments that make this shell's programs find the tree.

    eval "$(aclnn env)"

Doing it twice changes nothing.
"""

from __future__ import annotations

import argparse
import os
import shlex

from .. import _tree
from ._common import require_tree

HELP = "print the environment variables for a POSIX shell"


def configure(_parser: argparse.ArgumentParser) -> None:
    """Add nothing: there are no arguments."""


def run(_options: argparse.Namespace) -> int:
    """Run `aclnn env`."""
    require_tree()
    for name, value in _tree.variables(os.environ).items():
        print(f"export {name}={shlex.quote(value)}")
    return 0
