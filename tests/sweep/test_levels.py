# SPDX-License-Identifier: Apache-2.0
"""Every declared call gives the same bits at every instruction set.

OpenBLAS has other kernels for each set, which add in other orders (docs/reference/limits.md). Here
it is a copy that does not read which of them the library asks for: so its results are the same at
all levels too, and everything around its products is compared.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from support import cpu_levels, run_python
from sweep.samples import sampled_calls

from aclnn_py._ledger import ledger
from build_support.library import Settings
from build_support.tree import blas_folder

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("own_library")]

ROOT = Path(__file__).resolve().parents[2]

#: By level, families with sums of their own there instead of OpenBLAS's: docs/reference/limits.md.
OWN_SUMS = {"v3": "conv", "v4": "conv"}


@pytest.fixture(scope="module")
def blas(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """OpenBLAS, which finds the kernels by the CPU alone."""
    settings = Settings(ROOT)
    library = settings.tree / "lib64" / blas_folder(settings) / "libscipy_openblas.so"
    asked, other = b"OPENBLAS_CORETYPE\0", b"OPENBLAS_NOTASKED\0"
    content = library.read_bytes()
    assert content.count(asked) == 1
    copy = tmp_path_factory.mktemp("blas") / library.name
    copy.write_bytes(content.replace(asked, other))
    return copy


def digests(level: str, blas: Path) -> dict[str, str]:
    """A digest of each call's results at a level."""
    code = "from sweep.runs import main; main([], 11, 4)"
    result = run_python(code, {"ACLNN_ISA": level, "ACLNN_BLAS": str(blas)}, timeout=600)
    assert result.returncode == 0, result.stderr
    found: dict[str, str] = {}
    for line in result.stdout.splitlines():
        name, digest = line.split()  # not of one that failed
        found[name] = digest
    return found


def test_results_are_the_same_bits_at_every_level(blas: Path) -> None:
    found = {level: digests(level, blas) for level in cpu_levels()}
    assert all(set(each) == set(sampled_calls()) for each in found.values())
    differing = [
        f"{name} at {weaker} and {stronger}"
        for weaker, stronger in pairwise(found)
        for name, digest in found[weaker].items()
        if digest != found[stronger][name] and ledger()[name].family != OWN_SUMS.get(stronger)
    ]
    assert differing == []
