# SPDX-License-Identifier: Apache-2.0
"""What to do about a finding: the line "help" below it.

Failures have the cure of their status and text (csrc/base/status_help.toml), leaks the function
that gives back what was made, and the other kinds of csrc/base/finding.h a sentence each.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .. import native
from ._explain import cure_of_failure

_OF_KIND = {
    "order": "call aclInit before any other function of acl, and aclFinalize behind the last one",
    "leak": "give it back when no queued work uses it any more",
    "beyond": "ask for as many bytes as are used; on a device they may be another allocation's",
    "workspace": "give the output memory of its own, apart from the workspace",
    "overwrite": "look at the sizes and offsets of what writes there; ACLNN_CHECK=isolate stops "
    "the host at the instruction that writes",
    "unfetched": "synchronize with the stream before it ends, and look at the status",
    "dropped": "synchronize with the stream before it ends",
    "destroyed": "destroy it behind phase two; what phase two has queued no longer reads it",
    "mask": "fill the mask as the page of sparseMode draws it, or choose the mode of the mask",
    "length": "make out as long as the text says, or change the end",
    "nan": "look at what this call read: all of it was finite, so that a division by 0, an "
    "overflow, or a root or a logarithm out of range is this call's",
    "failure": "look at the status of the call; --expect FUNCTION=STATUS says that it is expected",
}
"""The kinds of findings, by their names in csrc/base/finding.c."""

_IN_TEXT = {"race": "; ", "access": ". "}
"""Kinds whose text ends with what to do, and what stands before that."""

_MADE_BY = re.compile(r"which (\w+) made")
_PHASE_ONE = "GetWorkspaceSize"


def cure_of(item: Mapping[str, Any]) -> str:
    """What to do about a finding; "" where its kind is not known."""
    kind, text = item["kind"], item["text"]
    usual = _OF_KIND.get(kind, "")
    if kind in _IN_TEXT:
        return str(text).rpartition(_IN_TEXT[kind])[2]
    if kind == "failure":
        return cure_of_failure(item.get("status", 0), text) or usual
    if kind == "leak":
        made_by = _MADE_BY.search(text)
        return (_cure_of_leak(made_by[1]) if made_by else "") or usual
    return usual


def without_cure(item: Mapping[str, Any]) -> str:
    """The text of a finding without what cure_of gives."""
    begin = _IN_TEXT.get(item["kind"], "")
    return str(item["text"]).removesuffix(begin + item["cure"]) if begin else str(item["text"])


def _cure_of_leak(maker: str) -> str:
    """How what a function made is given back; "" where that is not known."""
    if maker.endswith(_PHASE_ONE):
        call = maker.removesuffix(_PHASE_ONE)
        return f"run it with {call}, or call aclDestroyAclOpExecutor"
    if maker.startswith("aclrtMallocHost"):
        return _when_unused("aclrtFreeHost")
    if maker.startswith("aclrtMallocPhysical"):
        return _when_unused("aclrtFreePhysical")
    if maker.startswith("aclrtMalloc"):
        return _when_unused("aclrtFree")
    functions = native.description().functions
    destroyer = maker.replace("Create", "Destroy")
    while destroyer not in functions and re.search("[A-Z]", destroyer[len("aclrtDestroy") :]):
        destroyer = re.sub(r"[A-Z][a-z0-9]*$", "", destroyer)  # aclrtCreateStreamWithConfig
    return _when_unused(destroyer) if destroyer in functions and destroyer != maker else ""


def _when_unused(function: str) -> str:
    return f"call {function} when no queued work uses it any more"
