# SPDX-License-Identifier: Apache-2.0
"""Allocators that a program registers for a stream."""

from __future__ import annotations

import ctypes

import pytest
from runtime.codes import INVALID_PARAM
from runtime.tools import new_stream
from support import Api

FUNCTIONS = ("Alloc", "Free", "AllocAdvise", "GetAddrFromBlock")


@pytest.fixture
def description(device: Api) -> ctypes.c_void_p:
    """One with all functions; none of them is called."""
    function = ctypes.cast(device.lib["aclrtGetDevice"], ctypes.c_void_p)
    made = ctypes.c_void_p(device.aclrtAllocatorCreateDesc())
    device.ok.aclrtAllocatorSetObjToDesc(made, ctypes.c_void_p(1))
    for name in FUNCTIONS:
        getattr(device.ok, f"aclrtAllocatorSet{name}FuncToDesc")(made, function)
    return made


def test_a_stream_has_one_until_it_is_taken_back(device: Api, description: ctypes.c_void_p) -> None:
    for stream in (None, new_stream(device)):
        assert device.aclrtAllocatorUnregister(stream) == INVALID_PARAM
        device.ok.aclrtAllocatorRegister(stream, description)
        device.ok.aclrtAllocatorRegister(stream, description)
        device.ok.aclrtAllocatorUnregister(stream)
        assert device.aclrtAllocatorUnregister(stream) == INVALID_PARAM
        assert "has no allocator" in device.message()
    device.ok.aclrtAllocatorDestroyDesc(description)


@pytest.mark.parametrize(("missing", "text"), [("Alloc", "allocates"), ("Free", "frees")])
def test_it_needs_its_functions(device: Api, missing: str, text: str) -> None:
    function = ctypes.cast(device.lib["aclrtGetDevice"], ctypes.c_void_p)
    made = device.aclrtAllocatorCreateDesc()
    for name in FUNCTIONS:
        set_function = getattr(device, f"aclrtAllocatorSet{name}FuncToDesc")
        assert set_function(made, None) == INVALID_PARAM
        if name != missing:
            assert set_function(made, function) == 0
    assert device.aclrtAllocatorRegister(None, made) == INVALID_PARAM
    assert f"has no function that {text}" in device.message()
    device.ok.aclrtAllocatorDestroyDesc(made)


def test_what_is_no_description_is_refused(device: Api, description: ctypes.c_void_p) -> None:
    device.ok.aclrtAllocatorDestroyDesc(description)
    for wrong in (None, description, ctypes.c_void_p(8), new_stream(device)):
        assert device.aclrtAllocatorDestroyDesc(wrong) == INVALID_PARAM
        assert device.aclrtAllocatorRegister(None, wrong) == INVALID_PARAM
        assert device.aclrtAllocatorSetObjToDesc(wrong, None) == INVALID_PARAM


def test_a_stream_tells_what_was_registered(device: Api, description: ctypes.c_void_p) -> None:
    """What the description was then: CANN's streams keep a copy."""
    stream, out = new_stream(device), [ctypes.c_void_p() for _ in range(6)]
    ask = device.aclrtAllocatorGetByStream
    function = ctypes.cast(device.lib["aclrtGetDevice"], ctypes.c_void_p).value
    places = [ctypes.byref(place) for place in out]
    assert ask(stream, *places) == INVALID_PARAM
    assert "has no allocator" in device.message()
    device.ok.aclrtAllocatorRegister(stream, description)
    other = ctypes.cast(device.lib["aclrtSetDevice"], ctypes.c_void_p)
    device.ok.aclrtAllocatorSetFreeFuncToDesc(description, other)
    device.ok.aclrtAllocatorGetByStream(stream, *places)
    assert [place.value for place in out] == [description.value, 1, *[function] * 4]
    device.ok.aclrtAllocatorGetByStream(stream, places[0], *[None] * 5)
    assert ask(stream, None, *places[1:]) == INVALID_PARAM
    device.ok.aclrtAllocatorUnregister(stream)
    assert ask(stream, *places) == INVALID_PARAM
    device.ok.aclrtAllocatorDestroyDesc(description)
