# SPDX-License-Identifier: Apache-2.0
"""Results are the same bits on every machine: no function of numbers is the C library's, which has
others for each kind of CPU, but those whose results have no choice."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from support import run_python

from aclnn_py import _tree

LIBRARY = _tree.prefix() / "lib64" / "libascendcl.so"

# The exact result, or the number nearest to it: C, annex F, and glibc's manual, "Errors in Math
# Functions". Each is of double, and has forms of float and long double.
EXACT = {
    *("ceil", "floor", "trunc", "round", "roundeven", "rint", "nearbyint"),
    *("lrint", "llrint", "lround", "llround"),
    *("fabs", "copysign", "nan", "fmax", "fmin", "nextafter", "nexttoward"),
    *("fmod", "remainder", "remquo", "modf"),
    *("frexp", "ldexp", "scalbn", "scalbln", "logb", "ilogb"),
    *("sqrt", "fma", "fdim"),
}


def names(library: Path, which: str) -> set[str]:
    """The dynamic symbols of a library without their versions."""
    text = subprocess.run(
        ["nm", "--dynamic", which, library], check=True, capture_output=True, text=True
    ).stdout
    return {line.split()[-1].partition("@")[0] for line in text.splitlines()}


def functions_of_numbers() -> set[str]:
    """What libm has, the one that the library takes."""
    found = re.search(
        r"libm\.so\.\d+ => (\S+)",
        subprocess.run(["ldd", LIBRARY], check=True, capture_output=True, text=True).stdout,
    )
    assert found is not None
    return names(Path(found[1]), "--defined-only")


def is_exact(name: str) -> bool:
    return name in EXACT or (name[-1] in "fl" and name[:-1] in EXACT)


@pytest.mark.slow  # looks through the whole library
def test_no_function_of_numbers_is_the_c_librarys() -> None:
    known = functions_of_numbers()
    assert {"exp", "log", "powf", "csqrt", "sqrt"} <= known
    used = names(LIBRARY, "--undefined-only")
    assert "memcpy" in used
    # Vectors of them are libmvec's, by names of their own.
    assert not [name for name in used if name.startswith("_ZGV")]
    assert not [name for name in sorted(used & known) if not is_exact(name)]


LOSSES_AND_NORMS = """
import hashlib
import numpy as np
import aclnn_py as acl

random = np.random.default_rng(5)
times, count, classes, longest = 60, 4, 70, 20
# Nothing of NumPy's that calls libm: operands are the same in both processes.
probs = -0.5 - 6 * random.random((times, count, classes))
targets = random.integers(1, classes, (count, longest))
lengths = [times] * count, [longest, 3, 0, 11]
loss, alpha = acl.ctc_loss(probs, targets, *lengths)
ones = np.ones(count)
grad = acl.ctc_loss_backward(ones, probs, targets, *lengths, loss, alpha)
table = acl.embedding_renorm(random.random((40, 70), np.float32), np.arange(40), 0.5, 3.3)
for out in (loss, alpha, grad, table):
    print(hashlib.sha256(np.ascontiguousarray(out).tobytes()).hexdigest())
"""


@pytest.mark.slow  # two processes
def test_losses_and_norms_have_the_same_bits_on_lesser_cpus() -> None:
    """glibc's functions take other instructions where a variable hides those of the CPU, and gave
    the gradient of CtcLoss other bits when it called them."""
    lesser = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2"}
    printed = []
    for variables in ({}, lesser):
        done = run_python(LOSSES_AND_NORMS, variables)
        assert done.returncode == 0, done.stderr
        printed.append(done.stdout.split())
    assert len(printed[0]) == 4
    assert printed[0] == printed[1]
