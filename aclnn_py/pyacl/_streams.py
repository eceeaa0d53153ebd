# SPDX-License-Identifier: Apache-2.0
"""Functions of `acl.rt` for streams and contexts that differ from C in more than conventions."""

from __future__ import annotations

import ctypes
from typing import Any

from .. import native
from ._calls import call, results
from ._structures import as_python, from_python

_MEMBERS = {
    "ACL_STREAM_ATTR_FAILURE_MODE": "failureMode",
    "ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK": "overflowSwitch",
    "ACL_STREAM_ATTR_USER_CUSTOM_TAG": "userCustomTag",
    "ACL_STREAM_ATTR_CACHE_OP_INFO": "cacheOpInfoSwitch",
    "ACL_STREAM_ATTR_PRIORITY": "streamPriority",
}
"""Which member of aclrtStreamAttrValue is the value of an attribute (aclrtStreamAttr)."""


def _values() -> Any:
    """The ctypes class of aclrtStreamAttrValue."""
    typedefs = native.description().typedefs
    return native.ctype("aclrtStreamAttrValue", typedefs)


def set_stream_attribute(stream: int, attribute: int, value: dict[str, Any], /) -> int:
    """`ret = acl.rt.set_stream_attribute(stream, attribute, value)`."""
    made = from_python(_values(), value, "value")
    ret: int = call("aclrtSetStreamAttribute", stream, attribute, ctypes.byref(made))
    return ret


def get_stream_attribute(stream: int, attribute: int, /) -> tuple[dict[str, Any], int]:
    """`value, ret = acl.rt.get_stream_attribute(stream, attribute)`: the attribute's member."""
    made = _values()()
    ret = call("aclrtGetStreamAttribute", stream, attribute, ctypes.byref(made))
    constants = native.constants()
    members = {constants[name]: member for name, member in _MEMBERS.items()}
    member = members.get(attribute)
    if member is None:
        return {"reserved": as_python(made.reserve)}, ret
    return {member: getattr(made, member)}, ret


def get_primary_ctx_state(device_id: int, /) -> tuple[int, int, int]:
    """`active, flags, ret = acl.rt.get_primary_ctx_state(device_id)`: flags are 0."""
    active, ret = results("aclrtGetPrimaryCtxState", (2,), device_id, 0)
    return active, 0, ret
