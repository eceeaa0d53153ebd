# SPDX-License-Identifier: Apache-2.0
"""The package `acl` of the tree, and device 0."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import pytest

from aclnn_py import _tree


@pytest.fixture(scope="session")
def acl() -> Any:
    """`import acl`, as a program does it under `aclnn run`."""
    place = str(_tree.python_directory())
    sys.path.insert(0, place)
    try:
        return import_module("acl")
    finally:
        sys.path.remove(place)


@pytest.fixture
def device(acl: Any) -> Any:
    """pyACL with device 0 set."""
    assert acl.rt.set_device(0) == 0
    return acl
