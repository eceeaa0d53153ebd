# SPDX-License-Identifier: Apache-2.0
"""Print what a build system needs.

    g++ $(aclnn config --cflags) program.cpp $(aclnn config --libs)

pkg-config and CMake's find_package(aclnn) say the same. They find it by the variables that
`aclnn env` sets, or by what this prints:

    cmake -D CMAKE_PREFIX_PATH="$(aclnn config --prefix)" ...    or  -D aclnn_DIR=... --cmakedir
    PKG_CONFIG_PATH="$(aclnn config --pkgconfigdir)" pkg-config --cflags --libs aclnn
"""

from __future__ import annotations

import argparse
import shlex

from .. import _tree, native
from ._common import CommandError, compile_flags, link_flags, require_tree

HELP = "print the flags for a build system"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options; several print in the order of this list, on one line."""
    parser.add_argument("--prefix", action="store_true", help="the root of the tree")
    parser.add_argument("--cflags", action="store_true", help="flags that compile")
    parser.add_argument("--libs", action="store_true", help="flags that link")
    parser.add_argument(
        "--cmakedir", action="store_true", help="the directory of CMake's package (aclnn_DIR)"
    )
    parser.add_argument(
        "--pkgconfigdir", action="store_true", help="the directory of aclnn.pc (PKG_CONFIG_PATH)"
    )
    parser.add_argument("--docdir", action="store_true", help="the directory of the documents")
    parser.add_argument("--version", action="store_true", help="the version of the library")


def run(options: argparse.Namespace) -> int:
    """Run `aclnn config`; without an option it prints all of them, one a line."""
    documents = _tree.documents()
    if options.docdir and not documents.exists():
        raise CommandError("--docdir: no documents here; pip install 'aclnn-py[documents]'")
    words = {
        "prefix": [str(require_tree())],
        "cflags": compile_flags(),
        "libs": link_flags(),
        "cmakedir": [str(_tree.cmake_directory())],
        "pkgconfigdir": [str(_tree.pkg_config_directory())],
        "docdir": [str(documents)] if documents.exists() else [],
        "version": [native.description().version],
    }
    chosen = [name for name in words if getattr(options, name)]
    if len(chosen) == 1 and len(words[chosen[0]]) == 1:
        print(words[chosen[0]][0])  # "$(aclnn config --prefix)" wants no quotes inside
    elif chosen:
        print(shlex.join(word for name in chosen for word in words[name]))
    else:
        for name, values in words.items():
            print(f"{name + ':':13} {shlex.join(values)}")
    return 0
