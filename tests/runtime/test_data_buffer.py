# SPDX-License-Identifier: Apache-2.0
"""aclDataBuffer: an address and a size that nobody looks at."""

from __future__ import annotations

import ctypes

from runtime.codes import INVALID_PARAM
from support import Api


def test_life_of_a_buffer(api: Api) -> None:
    buffer = api.aclCreateDataBuffer(0x1234, 2**33 + 5)
    assert buffer
    assert api.aclGetDataBufferAddr(buffer) == 0x1234
    assert api.aclGetDataBufferSizeV2(buffer) == 2**33 + 5
    assert api.aclGetDataBufferSize(buffer) == 5, "32 bits of it"
    assert api.aclUpdateDataBuffer(buffer, 0x5678, 9) == 0
    assert api.aclGetDataBufferAddr(buffer) == 0x5678
    assert api.aclGetDataBufferSizeV2(buffer) == 9
    assert api.aclDestroyDataBuffer(buffer) == 0


def test_nothing_is_checked_at_creation(api: Api) -> None:
    buffer = api.aclCreateDataBuffer(None, 0)
    assert buffer
    assert api.aclGetDataBufferAddr(buffer) is None
    assert api.aclGetDataBufferSizeV2(buffer) == 0
    assert api.aclDestroyDataBuffer(buffer) == 0


def test_null_is_an_error(api: Api) -> None:
    assert api.aclDestroyDataBuffer(None) == INVALID_PARAM
    assert "aclDestroyDataBuffer" in api.message()
    assert api.aclUpdateDataBuffer(None, None, 0) == INVALID_PARAM
    assert api.aclGetDataBufferAddr(None) is None
    assert api.aclGetDataBufferSizeV2(None) == 0
    assert api.aclGetDataBufferSize(None) == 0


def test_dead_and_foreign_buffers(api: Api) -> None:
    dead = api.aclCreateDataBuffer(0x1234, 5)
    api.ok.aclDestroyDataBuffer(dead)
    memory = ctypes.create_string_buffer(64)
    for what in (dead, ctypes.addressof(memory), 0x10):
        assert api.aclDestroyDataBuffer(what) == INVALID_PARAM
        assert api.aclUpdateDataBuffer(what, None, 0) == INVALID_PARAM
        assert api.aclGetDataBufferAddr(what) is None
        assert api.aclGetDataBufferSizeV2(what) == 0
