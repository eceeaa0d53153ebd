# SPDX-License-Identifier: Apache-2.0
"""Links libascendcl.so with cffi, in a process and a directory of its own.

    python cffi_link.py DIRECTORY

reads DIRECTORY/order.json and writes DIRECTORY/libascendcl.so. cffi's module is compiled into
sections that the version script leaves unreachable, so the linker drops them, and with them every
reference to Python. A process of its own, because cffi takes the compiler from the environment.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path


def main(directory: Path) -> None:
    """Carry out the order in this directory."""
    order = json.loads((directory / "order.json").read_text("utf-8"))
    # Python's own link line may hold run paths; this one replaces it.
    os.environ["CC"] = order["compiler"]
    os.environ["LDSHARED"] = f"{order['compiler']} -shared"
    for name in ("CFLAGS", "CPPFLAGS", "LDFLAGS"):
        os.environ.pop(name, None)

    from cffi import FFI, VerificationError

    ffi = FFI()
    ffi.cdef(order["cdef"])
    ffi.set_source(
        "_ascendcl",
        order["source"],
        include_dirs=order["include_dirs"],
        define_macros=[("ACLNN_CDEF", "1")],
        extra_objects=order["extra_objects"],
        extra_compile_args=["-g0", "-O0", "-ffunction-sections", "-fdata-sections"],
        extra_link_args=order["extra_link_args"],
    )
    try:
        ffi.compile(tmpdir=str(directory), target="libascendcl.so", verbose=False)
    except VerificationError:
        sys.exit(1)  # the compiler has said why


if __name__ == "__main__":
    main(Path(sys.argv[1]))
