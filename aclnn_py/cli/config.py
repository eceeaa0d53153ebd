# SPDX-License-Identifier: Apache-2.0
"""Print what a build system needs.

    g++ $(aclnn config --cflags) program.cpp $(aclnn config --libs)

pkg-config (lib64/pkgconfig/aclnn.pc) and CMake (lib64/cmake/aclnn) say the same.
"""

from __future__ import annotations

import argparse
import shlex

from .. import native
from ._common import compile_flags, link_flags, require_tree

HELP = "print the flags for a build system"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options; several print in the order of this list, on one line."""
    parser.add_argument("--prefix", action="store_true", help="the root of the tree")
    parser.add_argument("--cflags", action="store_true", help="flags that compile")
    parser.add_argument("--libs", action="store_true", help="flags that link")
    parser.add_argument("--version", action="store_true", help="the version of the library")


def run(options: argparse.Namespace) -> int:
    """Carry out `aclnn config`; without an option it prints all of them, one a line."""
    words = {
        "prefix": [str(require_tree())],
        "cflags": compile_flags(),
        "libs": link_flags(),
        "version": [native.description().version],
    }
    chosen = [name for name in words if getattr(options, name)]
    if chosen:
        print(shlex.join(word for name in chosen for word in words[name]))
    else:
        for name, values in words.items():
            print(f"{name + ':':8} {shlex.join(values)}")
    return 0
