# SPDX-License-Identifier: Apache-2.0
"""Builds the library that `aclnn record` preloads (csrc/record): a wrapper for each two-phase call.

The wrappers are made from the prototypes of the public headers; which tensors a call writes is said
by the declarations: prototypes write `const aclTensor *out`, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from pycparser import c_ast

from .declarations import DeclarationError, Declarations, Function, Parameter
from .fingerprints import digest
from .library import LINK_HARDENING, Settings, compile_file, fingerprints, new_file, run, write
from .operators import Operators

LIBRARY = "libaclnn_record.so"

_SUFFIX = "GetWorkspaceSize"
_SECOND_PHASE = 4  # parameters: workspace, workspaceSize, executor and stream
_KINDS = {
    "aclTensor": "t",
    "aclScalar": "s",
    "aclIntArray": "i",
    "aclFloatArray": "f",
    "aclBoolArray": "b",
    "aclTensorList": "T",
    "aclScalarList": "S",
    "char": "c",
}
_ROLES = {"in": "i", "out": "o", "in_out": "x"}
_REALS = ("float", "double")
_AT_ONCE = ("aclnnConvertWeightToINT4Pack",)
"""Calls whose first phase does all, and makes no executor: they are not recorded."""


def _kind(parameter: Parameter, declarations: Declarations) -> tuple[str, str]:
    """The letter of a parameter's kind, and the member of union record_value that takes it."""
    node = declarations.resolve(parameter.node)
    if isinstance(node, c_ast.PtrDecl):
        target = " ".join(getattr(getattr(node.type, "type", None), "names", ()))
        if target in _KINDS:
            return _KINDS[target], "handle"
    elif declarations.enum_name(node) is not None:
        return "n", "integer"
    elif isinstance(node, c_ast.TypeDecl) and isinstance(node.type, c_ast.IdentifierType):
        return ("r", "real") if node.type.names[-1] in _REALS else ("n", "integer")
    raise DeclarationError(f"{parameter.type} {parameter.name}: not known to csrc/record")


def _role(
    function: Function,
    parameter: Parameter,
    declared: Operators,
    refused: set[str],
    elsewhere: frozenset[str],
) -> str:
    name = function.name.removesuffix(_SUFFIX)
    if name in declared.calls:
        return _ROLES[declared.calls[name].by_name[parameter.name].role]
    if function.name in refused:
        return "i"  # it never runs
    if name in elsewhere:  # CANN's own libraries may carry it out
        return _ROLES["in" if parameter.type.startswith("const ") else "in_out"]
    raise DeclarationError(f"{function.name}: no declaration says what {parameter.name} is")


def _second_wrapper(row: str, function: Function) -> str:
    """Phase two; a few calls take the arguments of phase one in it again."""
    name = function.name
    names = [parameter.name for parameter in function.parameters]
    if len(names) == _SECOND_PHASE:
        return f"""
WRAPPER {function.declaration(name)}
{{
    return record_phase_two({row}, {", ".join(names)});
}}
"""
    return f"""
WRAPPER {function.declaration(name)}
{{
    __typeof__(&{name}) record_it = (__typeof__(&{name}))record_real({row}, 1);
    struct record_run *record_made = record_run_before({row}, {names[2]}, {names[-1]});
    return record_run_after(record_made, record_it({", ".join(names)}), {names[0]}, {names[1]},
                            {names[-1]});
}}
"""


def _wrappers(number: int, function: Function, second: Function, values: str) -> str:
    """Both phases of a call."""
    row = f"&record_calls[{number}]"
    name = function.name
    arguments = [parameter.name for parameter in function.parameters]
    return f"""
WRAPPER {function.declaration(name)}
{{
    __typeof__(&{name}) record_it = (__typeof__(&{name}))record_real({row}, 0);
    const union record_value record_values[] = {{{values}}};
    struct record_phase_one *record_made = record_before({row}, record_values);
    return record_after(record_made, record_it({", ".join(arguments)}), {arguments[-2]},
                        {arguments[-1]});
}}
{_second_wrapper(row, second)}"""


def generate(
    declarations: Declarations,
    declared: Operators,
    refused: set[str],
    elsewhere: frozenset[str],
    headers: Iterable[str],
) -> str:
    """The wrappers and their table, in C.

    refused: functions that are not implemented; elsewhere: calls that no product here has."""
    wrappers, rows = [], []
    names = sorted(
        name
        for name in declarations.functions
        if f"{name}{_SUFFIX}" in declarations.functions
        and name.startswith("acl")
        and name not in _AT_ONCE
    )
    for number, name in enumerate(names):
        function, second = declarations.functions[name + _SUFFIX], declarations.functions[name]
        words, values = [], []
        for parameter in function.parameters[:-2]:
            kind, member = _kind(parameter, declarations)
            role = "i"
            if kind in "tT":
                role = _role(function, parameter, declared, refused, elsewhere)
            words.append(f"{kind}{role}:{parameter.name}")
            values.append(f"{{.{member} = {'(int64_t)' * (kind == 'n')}{parameter.name}}}")
        wrappers.append(_wrappers(number, function, second, ", ".join(values)))
        rows.append(
            f'    {{"{name}", "{" ".join(words)}",\n'
            f"     {{(any_function *){name}{_SUFFIX}, (any_function *){name}}}, {{NULL, NULL}}}},\n"
        )
    return "".join(
        [
            "/* SPDX-License-Identifier: Apache-2.0 */\n",
            "/* Made from the public headers by build_support/record.py; do not edit. */\n",
            '#include "record/record.h"\n\n',
            *(f'#include "{header}"\n' for header in headers),
            *wrappers,
            f"\nstruct record_call record_calls[] = {{\n{''.join(rows)}}};\n\n",
            "const size_t record_call_count = sizeof record_calls / sizeof record_calls[0];\n",
        ]
    )


def build(
    settings: Settings,
    declarations: Declarations,
    declared: Operators,
    refused: set[str],
    elsewhere: frozenset[str],
    headers: Iterable[str],
) -> Path:
    """Compile and link the library, unless the last one was made of the same parts."""
    source = settings.generated / "record" / "calls.c"
    write(source, generate(declarations, declared, refused, elsewhere, headers))
    csrc = settings.root / "csrc"
    sources = [*sorted((csrc / "record").glob("*.c")), csrc / "base" / "json.c", source]
    # dlsym has to jump to the real one, which a build for a debugger would call; and a sanitizer's
    # own library wants to be the first that is loaded.
    plain = Settings(settings.root)
    prints = fingerprints(plain)
    names = [path.relative_to(plain.root).as_posix() for path in sources]
    objects = [compile_file(plain, name, prints=prints) for name in names]
    path = settings.directory / LIBRARY
    command = [*settings.compiler, "-shared", *LINK_HARDENING, f"-Wl,-soname,{LIBRARY}"]
    key = digest(json.dumps([*command, *(item.name for item in objects)]), plain.compiler_version)
    stamp = settings.directory / "record.stamp"
    if not (path.exists() and stamp.exists() and stamp.read_bytes() == key.encode()):
        with new_file(path) as temporary:
            run(
                [*command, "-s", *objects, "-o", temporary, "-ldl", "-lpthread"],
                plain.root,
                LIBRARY,
            )
        write(stamp, key)
    return path
