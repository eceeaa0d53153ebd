# SPDX-License-Identifier: Apache-2.0
"""Constants of kernels lie in memory: a masked read of AVX-512 does not fault a page in."""

from __future__ import annotations

import re

from support import run_python

LAUNCH = """
import numpy as np
import aclnn_py as acl
acl.relu(np.ones(8, np.float32))
print(open("/proc/self/smaps").read())
"""


def test_pages_of_constants_are_in_memory() -> None:
    text = run_python(LAUNCH).stdout
    mappings = [
        mapping
        for mapping in re.split(r"(?m)^(?=[0-9a-f]+-[0-9a-f]+ )", text)
        if "libascendcl.so" in mapping.partition("\n")[0]
    ]
    rights = [mapping.split()[1] for mapping in mappings]
    assert rights[:3] == ["r--p", "r-xp", "r--p"]  # tables of the linker, code, constants
    size, held = (re.search(rf"(?m)^{key}: +([0-9]+) kB", mappings[2]) for key in ("Size", "Rss"))
    assert size is not None
    assert held is not None
    assert held[1] == size[1]
