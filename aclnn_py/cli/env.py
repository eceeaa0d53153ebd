# SPDX-License-Identifier: Apache-2.0
"""Print shell assignments that make this shell's programs find the tree.

    eval "$(aclnn env)"
    aclnn env --plain >> "$GITHUB_ENV"

Doing it twice changes nothing.
"""

from __future__ import annotations

import argparse
import os
import shlex

from .. import _tree
from ._common import require_tree

HELP = "print the environment variables for a POSIX shell"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "--plain",
        action="store_true",
        help="NAME=VALUE a line, without quotes: for files of variables, as CI systems and "
        "containers read them",
    )


def run(options: argparse.Namespace) -> int:
    """Run `aclnn env`."""
    require_tree()
    for name, value in _tree.variables(os.environ).items():
        print(f"{name}={value}" if options.plain else f"export {name}={shlex.quote(value)}")
    return 0
