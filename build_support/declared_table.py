# SPDX-License-Identifier: Apache-2.0
"""The table of the declared operators (tests/c/fuzz/declared.h), made from csrc/ops: with it a C
program calls all of them, without a line for each."""

from __future__ import annotations

from pathlib import Path

from . import operators, tables
from .library import write

_KINDS = {
    "tensor": "t",
    "scalar": "s",
    "int_array": "i",
    "float_array": "f",
    "bool_array": "b",
    "tensor_list": "T",
    "scalar_list": "S",
    "text": "c",
    "integer": "n",
    "real": "r",
}
_ROLES = {"in": "i", "out": "o", "in_out": "x"}


def write_table(path: Path, csrc: Path) -> None:
    """Write the table, as C, to a file."""
    write(path, declared_table(operators.read(csrc, tables.load(csrc))))


def needed_by(source: Path, directory: Path, root: Path) -> list[str]:
    """What a compiler needs beside a program: the table, written into the directory, if the
    program includes declared.h."""
    if '#include "declared.h"' not in source.read_text("utf-8"):
        return []
    table = directory / "declared_table.c"
    write_table(table, root / "csrc")
    return ["-I", str(root / "tests" / "c" / "fuzz"), str(table)]


def declared_table(declared: operators.Operators) -> str:
    """The declared calls of CANN, in C. Those of aclnn_ext have programs of their own, because
    chance does not find the shapes of tiles and of packed signs."""
    calls = [call for call in declared.calls.values() if call.place.startswith("aclnnop/")]
    headers = dict.fromkeys(call.place for call in calls)
    parts = ["/* Made from csrc/ops by build_support/declared_table.py. */\n"]
    parts += ['#include "declared.h"\n']
    parts += [f'#include "{header}"\n' for header in headers]
    rows = []
    for call in calls:
        kinds = "".join(
            "d" if each.c_type == "aclDataType" else _KINDS[each.kind] for each in call.parameters
        )
        roles = "".join(_ROLES[each.role] for each in call.parameters)
        values = []
        for at, (kind, each) in enumerate(zip(kinds, call.parameters, strict=True)):
            member = {"n": "integer", "d": "integer", "r": "real"}.get(kind, "handle")
            cast = f"({each.c_type})" if member != "handle" else ""
            values.append(f"{cast}v[{at}].{member}")
        again = values if call.again else []
        arguments = ", ".join([*values, "size", "executor"])
        second = ", ".join(["workspace", "size", "executor", *again, "stream"])
        parts.append(
            f"static aclnnStatus one_{call.name}(const union value *v, uint64_t *size,\n"
            f"    aclOpExecutor **executor)\n{{\n"
            f"    return {call.name}GetWorkspaceSize({arguments});\n}}\n"
            f"static aclnnStatus two_{call.name}(const union value *v, void *workspace,\n"
            f"    uint64_t size, aclOpExecutor *executor, aclrtStream stream)\n{{\n"
            f"    {'' if again else '(void)v;'}\n    return {call.name}({second});\n}}\n"
        )
        functions = f"one_{call.name}, two_{call.name}"
        rows.append(f'    {{"{call.name}", "{kinds}", "{roles}", {functions}}},\n')
    parts.append(f"const struct declared declared_calls[] = {{\n{''.join(rows)}}};\n")
    parts.append(
        "const size_t declared_count = sizeof declared_calls / sizeof declared_calls[0];\n"
    )
    return "\n".join(parts)
