# SPDX-License-Identifier: Apache-2.0
"""The CANN-shaped tree inside the package: where it is, and what programs need to know of it."""

from __future__ import annotations

import os.path
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

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


def recorder() -> Path:
    """The library that `aclnn record` preloads."""
    return prefix() / "lib64" / "libaclnn_record.so"


def description() -> Path:
    """The JSON file that says what the library holds."""
    return prefix() / "share" / "aclnn_py.json"


def errors() -> Path:
    """The packed JSON file that says what leads to each status, and what to do about it."""
    return prefix() / "share" / "errors.json.xz"


def operators() -> Path:
    """The packed JSON file that says how far each call of CANN has come, and what it is."""
    return prefix() / "share" / "operators.json.xz"


def packed(path: Path) -> Any:
    """What a packed JSON file holds. Raises OSError, and ValueError where it is damaged."""
    import json  # not when the package is imported
    import lzma

    try:
        with lzma.open(path) as file:
            return json.load(file)
    except (EOFError, lzma.LZMAError) as error:
        message = f"{path}: {error}"
        raise ValueError(message) from error


def documents() -> Path:
    """Where the documents are: the folder of their index."""
    return prefix() / "share" / "doc" / "docs"


def document(name: str) -> str:
    """Where a reader finds a document: its path, or how it is installed."""
    path = documents() / name
    return str(path) if path.exists() else f"docs/{name} (pip install 'aclnn-py[documents]')"


def include_directories() -> list[Path]:
    """The -I directories, as the vendor's build scripts give them."""
    include = prefix() / "include"
    return [include, include / "aclnnop", include / "aclnn"]


def cmake_directory() -> Path:
    """Where aclnn-config.cmake is."""
    return prefix() / "share" / "cmake" / "aclnn"


def pkg_config_directory() -> Path:
    """Where aclnn.pc is."""
    return prefix() / "share" / "pkgconfig"


def python_directory() -> Path:
    """Where Python finds `acl`, Huawei's pyACL: CANN has its own at this place of its tree."""
    return prefix() / "python" / "site-packages"


def command_directory() -> Path:
    """Where programs find `msprof`, as in CANN's tree."""
    return prefix() / "tools" / "profiler" / "bin"


def compiler_directory() -> Path:
    """Where programs find `bisheng`, CANN's compiler of kernels, as in its tree."""
    return prefix() / "compiler" / "ccec_compiler" / "bin"


def variables(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment variables that CANN's set_env.sh sets, those by which build systems find this
    tree, and TASK_QUEUE_ENABLE of PyTorch's plug-in, where `environ` does not have it.

    The search paths are those of `environ` with the tree in front, however often this is done.
    """
    root = str(prefix())
    paths = {
        "PATH": f"{command_directory()}:{compiler_directory()}",
        "LD_LIBRARY_PATH": str(prefix() / "lib64"),
        "PKG_CONFIG_PATH": str(pkg_config_directory()),
        "CMAKE_PREFIX_PATH": root,
        "PYTHONPATH": str(python_directory()),
    }
    return {
        "ASCEND_HOME_PATH": root,
        "ASCEND_TOOLKIT_HOME": root,
        "ASCEND_OPP_PATH": str(prefix() / "opp"),
        # A refused operator would end the plug-in's queue: what follows is left out, and not told.
        "TASK_QUEUE_ENABLE": environ.get("TASK_QUEUE_ENABLE", "0"),
        **{name: _in_front(own, environ.get(name, "")) for name, own in paths.items()},
    }


def _in_front(own: str, search: str) -> str:
    """A search path with our directories in front, and nowhere else.

    A link to it that stands in front stays: some programs look for a word in the library's path.
    """
    first = search.partition(":")[0]
    if first and first != own and os.path.realpath(first) == os.path.realpath(own):
        return search
    rest = [entry for entry in search.split(":") if entry not in own.split(":")] if search else []
    return ":".join([own, *rest])
