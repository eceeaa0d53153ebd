# SPDX-License-Identifier: Apache-2.0
"""Lays out the CANN-shaped tree: headers, libraries, the files of build systems, a description."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import sysconfig
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .declarations import Declarations
from .library import LIBRARY, OTHER_NAMES, Settings, write
from .tables import Tables

# Directories that programs test for. Each holds a line of text, as wheels hold no empty ones.
_CLIENT_DIRECTORIES = {
    "compiler": "There is no operator compiler here. Programs test that this directory exists.\n",
    "opp": "There are no operator packages here. Programs test that this directory exists.\n",
    "runtime": "The runtime is lib64/libascendcl.so. Programs test that this directory exists.\n",
}

# More than this of debug information stays in the build directory.
_LARGEST_DEBUG_FILE = 16 << 20


def package_version(root: Path) -> str:
    """The version, from its one place."""
    text = (root / "aclnn_py" / "_version.py").read_text("utf-8")
    found = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    if found is None:
        message = "aclnn_py/_version.py states no version"
        raise ValueError(message)
    return found[1]


def blas_folder(settings: Settings) -> str:
    """Where OpenBLAS is, or will be when it is installed for this Python, as seen from lib64.

    It is for checkouts: pyproject.toml leaves the file with it out of wheels, whose library finds
    the package beside its own.
    """
    found = importlib.util.find_spec("scipy_openblas32")
    if found is not None and found.origin is not None:
        package = Path(found.origin).resolve().parent
    else:
        package = Path(sysconfig.get_path("purelib")).resolve() / "scipy_openblas32"
    return os.path.relpath(package / "lib", settings.tree.resolve() / "lib64")


def _renamed(row: object, **names: str) -> dict[str, Any]:
    """A row of a table as a dictionary, some columns under another name."""
    columns: dict[str, Any] = asdict(row)  # type: ignore[call-overload]
    return {names.get(name, name): value for name, value in columns.items()}


def describe(
    declarations: Declarations, tables: Tables, version: str, levels: Sequence[str]
) -> dict[str, Any]:
    """What the library holds, for programs that do not read C: share/aclnn_py.json."""
    constants = declarations.constants
    refused = {row.name for row in tables.unsupported}

    def version_of(*parts: str) -> str:
        return ".".join(str(constants[f"{part}_VERSION"]) for part in parts)

    return {
        "version": version,
        "cann_version": version_of("ACLNN_CANN_MAJOR", "ACLNN_CANN_MINOR", "ACLNN_CANN_RELEASE"),
        "acl_version": version_of("ACL_MAJOR", "ACL_MINOR", "ACL_PATCH"),
        "functions": {
            function.name: {
                "returns": function.returns,
                "arguments": [[item.name, item.type] for item in function.parameters],
                "variadic": function.variadic,
                "header": function.header,
            }
            for function in declarations.functions.values()
        },
        "enums": declarations.enums,
        "structs": declarations.structs,
        "typedefs": declarations.typedef_texts(),
        "constants": constants,
        "statuses": [_renamed(row, text="meaning") for row in tables.statuses],
        "data_types": [_renamed(row, display_name="message_name") for row in tables.data_types],
        "formats": [_renamed(row, display_name="message_name") for row in tables.formats],
        "socs": [asdict(row) for row in tables.socs],
        "soc_nicknames": {row.name: row.product for row in tables.soc_nicknames},
        "unsupported": [row.name for row in tables.unsupported],
        "variables": [row.name for row in tables.variables],
        "operators": [
            name
            for name in declarations.functions
            if name.startswith("aclnn")
            and f"{name}GetWorkspaceSize" in declarations.functions
            and name not in refused
        ],
        "kernel_levels": list(levels),
    }


def _documents(root: Path) -> dict[str, bytes | str]:
    """README, docs and examples by their places below share/doc, where they lie as in a checkout.

    Their links to headers lead into the tree, those to other files of a checkout are no links.
    """
    found: dict[str, bytes | str] = {}
    names = [Path("README.md"), Path("CONTRIBUTING.md"), Path("CHANGELOG.md")]
    for directory in ("docs", "examples"):
        names += [path.relative_to(root) for path in (root / directory).rglob("*.*")]
    for name in filter(lambda name: (root / name).exists(), names):
        place = f"share/doc/{name.as_posix()}"
        text = (root / name).read_text("utf-8")
        if name.suffix == ".md":
            up = "../" * place.count("/")
            text = re.sub(r"\]\((?:\.\./)*csrc/include", f"]({up}include", text)
            text = re.sub(r"\[([^][]*)\]\((?:\.\./)*(?:csrc|benchmarks|tests)/[^)]*\)", r"\1", text)
        found[place] = text
    return found


def install(
    settings: Settings,
    libraries: Iterable[Path],
    description: dict[str, Any],
    about_errors: dict[str, Any],
    about_operators: Mapping[str, object],
    headers: Iterable[str],
    brought_along: Mapping[str, bytes],
) -> list[Path]:
    """Fill the tree; the files in it. What does not belong there any more is removed.

    `brought_along` are files of other projects, by their places.
    """
    tree = settings.tree
    source = settings.root / "csrc"
    contents: dict[str, str | bytes] = {**brought_along}
    for header in headers:
        contents[f"include/{header}"] = (settings.include / header).read_bytes()
    for library in libraries:
        contents[f"lib64/{library.name}"] = library.read_bytes()
    debug = settings.directory / f"{LIBRARY}.debug"
    if not settings.debug and debug.exists() and debug.stat().st_size <= _LARGEST_DEBUG_FILE:
        contents[f"lib64/{debug.name}"] = debug.read_bytes()
    values = {"VERSION": description["version"], "OTHER_NAMES": " ".join(OTHER_NAMES)}
    for template, place in (
        ("set_env.sh", "set_env.sh"),
        # Below share, where pkg-config and CMake look on every system: not all look into lib64.
        ("aclnn.pc.in", "share/pkgconfig/aclnn.pc"),
        ("aclnn-config.cmake.in", "share/cmake/aclnn/aclnn-config.cmake"),
        ("aclnn-config-version.cmake.in", "share/cmake/aclnn/aclnn-config-version.cmake"),
    ):
        text = (source / "install" / template).read_text("utf-8")
        if template.endswith(".in"):
            text = re.sub(r"@([A-Z_]+)@", lambda found: values[found[1]], text)
        contents[place] = text
    for directory, text in _CLIENT_DIRECTORIES.items():
        contents[f"{directory}/README.txt"] = text
    contents |= _documents(settings.root)
    contents["share/blas_folder.txt"] = blas_folder(settings) + "\n"
    contents["share/aclnn_py.json"] = json.dumps(description) + "\n"
    contents["share/operators.json"] = json.dumps(about_operators) + "\n"
    contents["share/errors.json"] = json.dumps(about_errors, ensure_ascii=False) + "\n"

    for path in tree.rglob("*"):
        if path.is_file() and path.relative_to(tree).as_posix() not in contents:
            path.unlink()
    for place, content in contents.items():
        write(tree / place, content)
        if place.endswith(".so"):
            (tree / place).chmod(0o755)
    for path in sorted((path for path in tree.rglob("*") if path.is_dir()), reverse=True):
        if not any(path.iterdir()):
            path.rmdir()
    return [tree / place for place in contents]
