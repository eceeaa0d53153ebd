# SPDX-License-Identifier: Apache-2.0
"""Links libascendcl.so with cffi, in a process and a directory of its own.

    python cffi_link.py DIRECTORY

reads DIRECTORY/order.json and writes DIRECTORY/libascendcl.so. The module that cffi compiles for it
declares nothing: what it would have for each function takes longer to compile than a third of
csrc, and the version script leaves it unreachable, so that the linker drops it, and with it every
reference to Python. A test has the compiler compare all declarations with the headers.
A process of its own, because cffi takes the compiler from the environment.
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
    ffi.cdef("")
    ffi.set_source(
        "_ascendcl",
        "",
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
