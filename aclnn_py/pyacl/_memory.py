# SPDX-License-Identifier: Apache-2.0
"""Functions of `acl.rt` for memory whose arguments or results are dicts."""

from __future__ import annotations

import ctypes
from typing import Any

from .. import native
from ..errors import type_name
from ._calls import call, results
from ._structures import as_python, from_python


def _attributes(config: dict[str, Any]) -> Any:
    """The array of a configuration's attributes. Raises KeyError or ValueError."""
    for key in ("attrs", "numAttrs"):
        if key not in config:
            raise KeyError(f"config has no key {key}")
    given, count = config["attrs"], config["numAttrs"]
    if not isinstance(given, list):
        raise TypeError(f'config["attrs"] is a {type_name(given)}; it has to be a list')
    if len(given) != count:
        raise ValueError(f'config["attrs"] has {len(given)} members; config["numAttrs"] is {count}')
    kind = native.structure("aclrtMallocAttribute")
    made = [from_python(kind, each, f'config["attrs"][{n}]') for n, each in enumerate(given)]
    return (kind * len(made))(*made)


def _with_config(name: str, config: object, *given: object) -> tuple[int, int]:
    """The address that a C function gives whose last argument is a configuration; {} is NULL."""
    if not isinstance(config, dict):
        raise TypeError(f"config is a {type_name(config)}; it has to be a dict")
    if not config:
        address, ret = results(name, (0,), *given, 0)
        return address, ret
    attributes = _attributes(config)
    first = ctypes.addressof(attributes)
    made = native.structure("aclrtMallocConfig")(first, len(attributes))
    address, ret = results(name, (0,), *given, ctypes.byref(made))
    return address, ret


def malloc_with_cfg(size: int, policy: int, config: dict[str, Any], /) -> tuple[int, int]:
    """`dev_ptr, ret = acl.rt.malloc_with_cfg(size, policy, config)`."""
    return _with_config("aclrtMallocWithCfg", config, size, policy)


def malloc_for_task_scheduler(size: int, policy: int, config: dict[str, Any], /) -> tuple[int, int]:
    """`dev_ptr, ret = acl.rt.malloc_for_task_scheduler(size, policy, config)`."""
    return _with_config("aclrtMallocForTaskScheduler", config, size, policy)


def malloc_host_with_cfg(size: int, config: dict[str, Any], /) -> tuple[int, int]:
    """`host_ptr, ret = acl.rt.malloc_host_with_cfg(size, config)`."""
    return _with_config("aclrtMallocHostWithCfg", config, size)


def _properties(prop: dict[str, Any]) -> Any:
    """The address of an aclrtPhysicalMemProp."""
    return ctypes.byref(from_python(native.structure("aclrtPhysicalMemProp"), prop, "prop"))


def malloc_physical(size: int, prop: dict[str, Any], flags: int, /) -> tuple[int, int]:
    """`handle, ret = acl.rt.malloc_physical(size, prop, flags)`."""
    handle, ret = results("aclrtMallocPhysical", (0,), size, _properties(prop), flags)
    return handle, ret


def mem_get_allocation_granularity(prop: dict[str, Any], option: int, /) -> tuple[int, int]:
    """`granularity, ret = acl.rt.mem_get_allocation_granularity(prop, option)`."""
    name = "aclrtMemGetAllocationGranularity"
    granularity, ret = results(name, (2,), _properties(prop), option)
    return granularity, ret


def pointer_get_attributes(ptr: int, /) -> tuple[dict[str, Any], int]:
    """`attributes, ret = acl.rt.pointer_get_attributes(ptr)`.

    The size of a page has two keys: "pageSize" of the documentation, "page_size" of CANN's package.
    """
    made = native.structure("aclrtPtrAttributes")()
    ret = call("aclrtPointerGetAttributes", ptr, ctypes.byref(made))
    attributes = as_python(made)
    return {**attributes, "page_size": attributes["pageSize"]}, ret
