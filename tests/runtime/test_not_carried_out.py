# SPDX-License-Identifier: Apache-2.0
"""Models: functions that are there and say that they do nothing."""

from __future__ import annotations

import ctypes

from support import Api

REFUSED = 207000


def said(api: Api, name: str) -> bool:
    text = api.message()
    return name in text and "not implemented by this library" in text


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
