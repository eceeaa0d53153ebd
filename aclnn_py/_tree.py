# SPDX-License-Identifier: Apache-2.0
"""The CANN-shaped tree inside the package: where it is, and what programs need to know of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

LIBRARY = "libascendcl.so"


def prefix() -> Path:
    """The root of the tree, an absolute path. It need not exist yet in a checkout."""
    from pathlib import Path  # not when the package is imported

    return Path(__file__).resolve().parent / "ascend"


def library() -> Path:
    """Where the library is that all the other names lead to."""
    return prefix() / "lib64" / LIBRARY


def description() -> Path:
    """The JSON file that says what the library holds."""
    return prefix() / "share" / "aclnn_py.json"


def errors() -> Path:
    """The JSON file that says what leads to each status, and what to do about it."""
    return prefix() / "share" / "errors.json"


def include_directories() -> list[Path]:
    """The -I directories, as the vendor's build scripts give them."""
    include = prefix() / "include"
    return [include, include / "aclnnop", include / "aclnn"]


def variables(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment variables that CANN's set_env.sh sets, for this tree.

    LD_LIBRARY_PATH is the one of `environ` with lib64 in front, however often this is done.
    """
    root = str(prefix())
    lib64 = str(prefix() / "lib64")
    search = environ.get("LD_LIBRARY_PATH", "")
    rest = [entry for entry in search.split(":") if entry != lib64] if search else []
    return {
        "ASCEND_HOME_PATH": root,
        "ASCEND_TOOLKIT_HOME": root,
        "ASCEND_OPP_PATH": str(prefix() / "opp"),
        "LD_LIBRARY_PATH": ":".join([lib64, *rest]),
    }
