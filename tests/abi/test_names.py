# SPDX-License-Identifier: Apache-2.0
"""The names that programs look up are found through every library name, and are one library."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest

from aclnn_py import _tree, native

#: A few that programs link or dlopen; all of them lead to the same library.
LIBRARIES = [
    "libascendcl.so",
    "libacl_rt.so",
    "libnnopbase.so",
    "libopapi.so",
    "libopapi_nn.so",
    "libopapi_math.so",
    "libcust_opapi.so",
    "libacl_op_compiler.so",
    "libge_runner.so",
    "libgraph.so",
    "libhccl.so",
    "libacl_tdt_channel.so",
    "libruntime.so",
]


def sections() -> dict[str, list[str]]:
    """The names of load_names.txt under the comment that stands before them."""
    result: dict[str, list[str]] = {}
    for line in Path(__file__).with_name("load_names.txt").read_text("utf-8").splitlines():
        if line.startswith("#"):
            current = result.setdefault(line, [])
        elif line:
            current.append(line)
    return {title: names for title, names in result.items() if names}


def test_the_list_is_whole() -> None:
    lengths = [len(names) for names in sections().values()]
    assert lengths[0] == 84
    names = [name for names in sections().values() for name in names]
    assert len(names) == len(set(names)) > 120
    assert "aclDestroyOpExecutor" not in names, "the vendor has no such function"


def load(library: str) -> ctypes.CDLL:
    if native.library_paths() != [_tree.library()]:
        pytest.skip("another library is tested")
    return ctypes.CDLL(str(_tree.library().with_name(library)))


@pytest.mark.parametrize("library", LIBRARIES)
def test_names_are_found(library: str) -> None:
    handle = load(library)
    missing = [name for names in sections().values() for name in names if not has(handle, name)]
    assert missing == []


def has(handle: ctypes.CDLL, name: str) -> bool:
    return hasattr(handle, name)


@pytest.mark.parametrize("library", LIBRARIES)
def test_names_are_those_of_one_library(library: str) -> None:
    """The same address through every name: one state."""
    handle, main = load(library), load("libascendcl.so")
    for name in ("aclInit", "aclrtSetDevice", "aclCreateTensor", "aclnnEmbeddingDenseBackward"):
        addresses = {
            ctypes.cast(getattr(each, name), ctypes.c_void_p).value for each in (handle, main)
        }
        assert len(addresses) == 1


def test_a_name_that_does_not_exist() -> None:
    """As in the vendor's libraries; programs that call it do not link there either."""
    assert not has(load("libascendcl.so"), "aclDestroyOpExecutor")
    assert not has(load("libopapi.so"), "aclnnNoSuchOperator")


def test_every_function_of_acl_is_there() -> None:
    """What is not carried out says why: tests/runtime/test_unsupported.py."""
    text = Path(__file__).with_name("acl_functions.txt").read_text("utf-8")
    names = [line for line in text.splitlines() if not line.startswith("#")]
    assert len(names) == len(set(names)) > 680
    handle = load("libascendcl.so")
    assert [name for name in names if not has(handle, name)] == []
