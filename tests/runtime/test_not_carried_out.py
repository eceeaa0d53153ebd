# SPDX-License-Identifier: Apache-2.0
"""Profiling and models: functions that are there and say that they do nothing."""

from __future__ import annotations

import ctypes

from support import Api

REFUSED = 207000


def said(api: Api, name: str) -> bool:
    text = api.message()
    return name in text and "not implemented by this library" in text


def test_profiling_answers_with_words(api: Api) -> None:
    api.message()
    assert api.aclprofInit(b"/nowhere", 8) == REFUSED
    assert said(api, "aclprofInit")
    assert api.aclprofCreateConfig(None, 0, 255, None, 1) is None
    assert said(api, "aclprofCreateConfig")
    assert api.aclprofStart(None) == api.aclprofStop(None) == api.aclprofFinalize() == REFUSED


def test_models_answer_with_words(api: Api) -> None:
    api.message()
    number = ctypes.c_uint32(3)
    assert api.aclmdlLoadFromFile(b"model.om", ctypes.byref(number)) == REFUSED
    assert said(api, "aclmdlLoadFromFile")
    assert number.value == 3
    assert api.aclmdlCreateDesc() is None
    assert said(api, "aclmdlCreateDesc")
    assert api.aclmdlGetNumInputs(None) == 0
    assert api.aclmdlExecute(3, None, None) == REFUSED
