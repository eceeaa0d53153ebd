# SPDX-License-Identifier: Apache-2.0
"""Compile C and C++ files, mixed as you like, and link them against the tree.

Objects and libraries (.o, .a, .so) are linked too. CC, CXX, CFLAGS, CXXFLAGS and LDFLAGS are
honoured. The program finds the library by itself (rpath).
"""

from __future__ import annotations

import argparse
from pathlib import Path

from ._common import add_compile_options
from ._common import build as build_program

HELP = "only compile"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("-o", dest="output", type=Path, metavar="OUT", default=Path("a.out"))
    add_compile_options(parser)


def run(options: argparse.Namespace) -> int:
    """Run `aclnn build`."""
    return build_program(options.files, options.output, options)
