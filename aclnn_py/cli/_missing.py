# SPDX-License-Identifier: Apache-2.0
"""What a program wants of CANN that is not here, read from what its compiler and linker said."""

from __future__ import annotations

import difflib
import re
from pathlib import PurePath

from .. import _tree, native
from .._ledger import OWN_FAMILY, ledger

# What gcc, clang and linkers say in English; the name that is missing is the first in quotes.
_NO_HEADER = re.compile(r"error: '?([^\s':]+)'?(?:: No such file or directory| file not found)")
_UNDECLARED = re.compile(
    r"undeclared|not (?:been )?declared|a declaration of|does not name a type|unknown type name"
    r"|implicit declaration|no member named|is not a member of|no type named"
)
_UNDEFINED = re.compile(r"undefined (?:reference|symbol)")
_QUOTED = re.compile(r"['`]([^']+)'|undefined symbol: (.+)")
_NAME = re.compile(r"\b(?:acl|ACL_|ACLNN_|Hccl|HCCL_)\w+")
_HEADER = re.compile(
    r"(?:.*/)?(?:acl|aclnn|hccl)(?:/.*|_\w+\.h|\.h)|(?:.*/)?aclnnop/.*|opdev/.*"
    r"|kernel_operator\.h|tiling/(?:platform/platform_ascendc|tiling_api)\.h"
    r"|register/(?:op_def_registry|tilingdata_base)\.h|ge/ge_\w+\.h"
)

_MORE = (
    "`aclnn ops` lists what is implemented; `aclnn ops NAME` finds operators by a part of a name"
)

# Other parts of CANN by how their names and headers begin; the first that fits counts.
_PARTS = (
    ("Hccl|HCCL_|hccl", "collective communication"),
    ("aclop|ACL_COMPILE|ACL_ENGINE|acl/acl_op", "single operators, the interface before aclnn"),
    ("aclTransTensorDescFormat", "tensor descriptions, for the interface before aclnn"),
    ("aclmdl(Init|Set|Finalize)Dump|acldump|acl/acl_dump", "dumps of tensors"),
    ("aclmdl|ACL_MDL|acl/acl_mdl", "offline models"),
    ("aclprof|ACL_PROF|ACL_AICORE|acl/acl_prof", "profiling"),
    ("acltdt|acl/acl_tdt", "queues of tensors between host and device"),
    ("aclblas|acl/ops/acl_cblas", "matrix products of the interface before aclnn"),
    ("acldvpp|acl/ops/acl_dvpp", "decoding and scaling of images"),
    ("aclrt(Binary|Launch|GetFunc|Kernel)", "code of your own on the device"),
    ("aclnnop/aclnn_ops_", "headers of many operators: include those of yours"),
    ("opdev/|aclnn/opdev/", "what operators of CANN are written with"),
    ("kernel_operator|tiling/|register/", "code of your own on the device"),
    ("ge/", "graphs"),
)


def cann_operators() -> frozenset[str]:
    """The calls that CANN's public headers declare, as "aclnnAdd", and so do this library's."""
    return frozenset(name for name, entry in ledger().items() if entry.family != OWN_FAMILY)


def explain(said: str) -> list[str]:
    """What is to be said of the headers and names of CANN's that a build failed for, in lines.

    said  what compiler and linker said, in English. Names that do not begin as CANN's do are the
          program's own affair, and so are names that are here and were used wrongly.
    """
    found: dict[str, dict[str, None]] = {}  # the names by what is to be said, in their order
    for line in said.splitlines():
        for about, name in filter(None, (_missing_header(line), _missing_name(line))):
            found.setdefault(about, {})[name] = None
    lines = [about.format(", ".join(names)) for about, names in found.items()]
    return [*lines, _MORE] if lines else []


def _missing_header(line: str) -> tuple[str, str] | None:
    """What is to be said of a header that a line misses, with {} for its name, and the name."""
    found = _NO_HEADER.search(line)
    if found is None or not _HEADER.fullmatch(found[1]):
        return None
    header = found[1]
    include = _tree.prefix() / "include"
    name = PurePath(header).name
    here = sorted(each.relative_to(include).as_posix() for each in include.rglob(name))
    if here:
        return f'{{}}: write #include "{here[0]}"', header
    return _part(header) or "CANN and this library have no header {}", header


def _missing_name(line: str) -> tuple[str, str] | None:
    """What is to be said of a name that a line misses, with {} for it, and the name."""
    undefined = _UNDEFINED.search(line) is not None
    quoted = _QUOTED.search(line) if undefined or _UNDECLARED.search(line) else None
    found = _NAME.search(quoted[1] or quoted[2]) if quoted else None
    if found is None:
        return None
    description = native.description()
    here = {*description.functions, *description.typedefs, *description.enums, *native.constants()}
    name = found[0]
    if name in here:
        header = None if undefined else _declared_in(name)
        return (f'{{}}: add #include "{header}", which declares it', name) if header else None
    near = difflib.get_close_matches(name, here, n=2, cutoff=0.8)
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    return _part(name) or f"no header declares {{}}{hint}", name


def _declared_in(name: str) -> str | None:
    """The header here that declares a function, type or constant."""
    include = _tree.prefix() / "include"
    use = rf"^[^*/\n].*\b{name}(\)?\(|;| = )|#define {name} |^    {name},?$"
    declares = re.compile(use, re.MULTILINE)
    for path in sorted(include.rglob("*.h")):
        if declares.search(path.read_text("utf-8")):
            return path.relative_to(include).as_posix()
    return None


def part_of_cann(name: str) -> str:
    """The part of CANN that a name or header belongs to by its begin; "" when it tells none."""
    return next((part for begin, part in _PARTS if re.match(begin, name)), "")


def _part(name: str) -> str:
    part = part_of_cann(name)
    return _not_implemented(part) if part else ""


def _not_implemented(part: str) -> str:
    return f"not implemented: {{}} ({part})"
