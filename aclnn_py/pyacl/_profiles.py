# SPDX-License-Identifier: Apache-2.0
"""Functions of acl.prof that give C the length of a text, or take one of its memory."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

from ._calls import call


def init(result_path: str, /) -> int:
    """`ret = acl.prof.init(result_path)`."""
    path = result_path.encode()
    ret: int = call("aclprofInit", path, len(path))
    return ret


def set_config(config_type: int, config: str, /) -> int:
    """`ret = acl.prof.set_config(config_type, config)`."""
    text = config.encode()
    ret: int = call("aclprofSetConfig", config_type, text, len(text))
    return ret


def create_config(
    device_id_list: Sequence[int],
    aicore_metrics: int,
    aicore_events: int,
    data_type_config: int,
    /,
) -> int:
    """`config = acl.prof.create_config(device_id_list, aicore_metrics, aicore_events,
    data_type_config)`: 0 where that fails."""
    devices = (ctypes.c_uint32 * len(device_id_list))(*device_id_list)
    made: int | None = call(
        "aclprofCreateConfig",
        ctypes.addressof(devices),
        len(devices),
        aicore_metrics,
        aicore_events,
        data_type_config,
    )
    return made or 0


def mark_ex(msg: str, stream: int, /) -> int:
    """`ret = acl.prof.mark_ex(msg, stream)`."""
    text = msg.encode()
    ret: int = call("aclprofMarkEx", text, len(text), stream)
    return ret
