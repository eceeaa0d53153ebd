# SPDX-License-Identifier: Apache-2.0
"""What processes share: keys are str, processes a list."""

from __future__ import annotations

import os
from typing import Any

import pytest
from runtime.codes import INVALID_HANDLE, PARAM_INVALID
from runtime.partner import Partner


def test_memory_for_another_process(device: Any) -> None:
    address, ret = device.rt.malloc(64, 0)
    assert ret == 0
    assert device.rt.memset(address, 64, 9, 64) == 0
    key, ret = device.rt.ipc_mem_get_export_key(address, 64, 65, 0)
    assert ret == 0
    with Partner() as partner:
        assert device.rt.ipc_mem_set_import_pid(key, [os.getpid(), partner.pid()]) == 0
        status, there, text = partner.try_import(key)
        assert status == 0, text
        assert partner.read(there, 64) == [9] * 64
    assert device.rt.ipc_mem_close(key) == 0
    assert device.rt.ipc_mem_close(key) == PARAM_INVALID
    assert device.rt.device_get_bare_tgid() == (os.getpid(), 0)


def test_a_key_of_another_length(device: Any) -> None:
    address, _ = device.rt.malloc(64, 0)
    assert device.rt.ipc_mem_get_export_key(address, 64, 64, 0) == ("", PARAM_INVALID)


def test_notifies(device: Any) -> None:
    notify, ret = device.rt.create_notify(0)
    assert ret == 0
    key, ret = device.rt.notify_get_export_key(notify, 65, 2)
    assert ret == 0
    assert device.rt.notify_set_import_pid(notify, [1]) == 0
    other, ret = device.rt.notify_import_by_key(key, 0)
    assert ret == 0
    assert device.rt.notify_batch_reset([notify, other]) == 0
    assert device.rt.notify_batch_reset([notify, 1]) == INVALID_HANDLE
    assert device.rt.destroy_notify(other) == 0
    assert device.rt.destroy_notify(notify) == 0


def test_processes_are_a_list(device: Any) -> None:
    with pytest.raises(TypeError, match="pids is a tuple; it has to be a list"):
        device.rt.notify_set_import_pid(1, (1,))
    with pytest.raises(TypeError, match="notifies"):
        device.rt.notify_batch_reset(7)
    with pytest.raises(TypeError):
        device.rt.mem_set_pid_to_shareable_handle(1, [1.5])
    with pytest.raises(TypeError):
        device.rt.ipc_mem_set_import_pid(1, [1])
    assert device.rt.mem_set_pid_to_shareable_handle(1, [1]) == PARAM_INVALID
