# SPDX-License-Identifier: Apache-2.0
"""Writes the exported functions: entry_points.c, impl/*.h and the version script.

Every public function gets a definition that opens the call (csrc/base/entry.h), calls the function
of the same name with "Impl" behind it, notes a failure and, when ACLNN_LOG asks for it, writes a
line with the decoded arguments (csrc/base/log_call.h). Functions with the same few parameters share
one, which gets the name and the Impl. Rows of unsupported.def get a definition that fails.

The functions of csrc are declared by a header for each public one: those of `acl/acl_rt.h` in
`impl/acl/acl_rt.h`, which includes it. A file compiles no other's functions.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from pycparser import c_ast

from .declarations import DeclarationError, Declarations, Function, Parameter
from .tables import Unsupported

# Pointers that a refused call has to return all the same: a text, a name, a part of a handle.
NEVER_REFUSED = frozenset({"aclGetRecentErrMsg", "aclrtGetSocName", "aclGetDataBufferAddr"})

# These return the status of another call, which is no failure of their own.
FORWARDS_STATUS = frozenset({"aclrtGetLastError", "aclrtPeekAtLastError"})

# Failures of these are none that a program is told of.
NEVER_NOTED = FORWARDS_STATUS | NEVER_REFUSED

# Written with a va_list: the Impl takes one in place of the ellipsis.
VARIADIC = frozenset({"aclAppLog"})

_HEAD = """\
/* SPDX-License-Identifier: Apache-2.0 */
/* Made from the public headers by build_support/entry.py; do not edit. */
"""

# Says of a call what is not on the stack; the log has the call itself.
NEVER_LOGGED = frozenset({"aclnnExtSetCaller"})

# The types of statuses: how csrc/base/entry.h calls a function that returns one.
STATUS_KINDS = {
    "aclError": "ENTRY_ACL_STATUS",
    "aclnnStatus": "ENTRY_ACLNN_STATUS",
    "infiniStatus_t": "ENTRY_INFINI_STATUS",
    "HcclResult": "ENTRY_HCCL_STATUS",
}

_SIGNED = frozenset({"signed char", "short", "int", "long", "long long", "char"})
_UNSIGNED = frozenset(
    {"unsigned char", "unsigned short", "unsigned int", "unsigned long", "unsigned long long"}
)
# The letters of what a pointer to one of these leads to after the call.
_POINTED_AT = {
    "int": "j",
    "long": "J",
    "long long": "J",
    "unsigned int": "v",
    "unsigned long": "V",
    "unsigned long long": "V",
}
_NAMES_IN_USE = frozenset(
    {"call_status", "call_result", "call_name", "call_impl", "outer_call", "extra"}
)

_OUTER = "struct entry_call outer_call;"

# With the name and the Impl, so many parameters are all in registers, on x86-64 too.
_MOST_SHARED_PARAMETERS = 4


@dataclass(frozen=True)
class EntryPoints:
    """The generated texts, and the names that must be defined in csrc."""

    source: str
    impl_headers: dict[str, str]
    exports: tuple[str, ...]
    implementations: frozenset[str]

    @property
    def version_script(self) -> str:
        """Exports these names, without a version, and nothing else."""
        names = "".join(f"    {name};\n" for name in self.exports)
        return f"{{\nglobal:\n{names}local:\n    *;\n}};\n"


# --- The line of the log ------------------------------------------------------------------------


class _Logger:
    """Writes the calls of log_call, and remembers the tables of names they need."""

    def __init__(self, declarations: Declarations) -> None:
        self.declarations = declarations
        self.enums: dict[str, dict[str, int]] = {}

    def tables(self) -> str:
        parts = []
        for enum, values in self.enums.items():
            rows = "".join(f'    {{{value}, "{name}"}},\n' for name, value in values.items())
            parts.append(
                f"static const struct log_name {enum}_names[] = {{\n{rows}    {{0, NULL}},\n}};\n\n"
            )
        return "".join(parts)

    def argument(self, parameter: Parameter) -> tuple[str, str]:
        """The letter of what an argument is, and what log_call gets for it."""
        name, node = parameter.name, parameter.node
        enum = self.declarations.enum_name(node)
        if enum is not None:
            return "e", f"(int64_t){name}, {self._table(enum)}"
        resolved = self.declarations.resolve(node)
        if isinstance(resolved, c_ast.PtrDecl):
            return self._pointer(name, resolved)
        if isinstance(resolved, c_ast.TypeDecl) and isinstance(
            resolved.type, (c_ast.Struct, c_ast.Union)
        ):
            return "p", f"(const void *)&{name}"
        basic = self._basic(resolved)
        if basic == "_Bool":
            return "b", name
        if basic in ("float", "double"):
            return "d", f"(double){name}"
        if basic in _SIGNED:
            return "i", f"(int64_t){name}"
        if basic in _UNSIGNED:
            return "u", f"(uint64_t){name}"
        raise DeclarationError(f"{parameter.type} {name}: no way to log such an argument")

    def _pointer(self, name: str, pointer: c_ast.PtrDecl) -> tuple[str, str]:
        target = pointer.type
        address = f"(const void *){name}"
        if isinstance(target, c_ast.FuncDecl):
            return "p", f"(const void *)(uintptr_t){name}"
        if isinstance(target, c_ast.TypeDecl) and isinstance(target.type, c_ast.IdentifierType):
            if target.type.names == ["aclTensor"]:
                return "h", address
            if target.type.names == ["char"] and "const" in target.quals:
                return "s", name
        if "const" in (getattr(target, "quals", None) or []):
            return "p", address
        resolved = self.declarations.resolve(target)
        if isinstance(resolved, c_ast.PtrDecl):
            return "P", address
        is_enum = self.declarations.enum_name(target) is not None
        return _POINTED_AT.get("int" if is_enum else self._basic(resolved), "p"), address

    def _table(self, enum: str) -> str:
        self.enums[enum] = self.declarations.enums[enum]
        return f"{enum}_names"

    @staticmethod
    def _basic(node: c_ast.Node) -> str:
        if isinstance(node, c_ast.TypeDecl) and isinstance(node.type, c_ast.IdentifierType):
            return " ".join(node.type.names)
        return ""

    def call(self, function: Function, result: str, name: str) -> str:
        """The call of log_call about a function that ends in this way; `name` is C. Or nothing."""
        if function.name in NEVER_LOGGED:
            return ""
        end, status, results = _ENDS[result]
        enum = self.declarations.enum_name(function.return_node)
        if result == "status" and enum is not None:
            end, results = "e", [self._table(enum)]
        arguments = [(each.name, *self.argument(each)) for each in function.parameters]
        kinds = "".join(f"{kind}:{argument} " for argument, kind, _ in arguments)
        values = [value for _, _, value in arguments] + results
        return f"log_call({', '.join([name, _quoted(f'{kinds}>{end}'), status, *values])})"


# How the log shows what a call returned: a letter of log_call, the status, more arguments.
_ENDS: dict[str, tuple[str, str, list[str]]] = {
    "status": ("s", "call_status", []),
    "pointer": ("p", "call_result == NULL", ["(const void *)call_result"]),
    "value": ("d", "0", ["(double)call_result"]),
    "void": ("d", "0", ["0.0"]),
}


# --- The functions ------------------------------------------------------------------------------


def _quoted(text: str) -> str:
    return f'"{text}"'


def _define(declarator: str, lines: Iterable[str]) -> str:
    return f"{declarator}\n{{\n" + "".join(f"    {line}\n" for line in lines) + "}\n"


def _result(function: Function, declarations: Declarations) -> str:
    """What a function returns, as the log and the entry see it."""
    if function.returns in STATUS_KINDS:
        return "status"
    if function.returns == "void":
        return "void"
    if isinstance(declarations.resolve(function.return_node), c_ast.PtrDecl):
        return "pointer"
    return "value"


def _join(type_name: str, name: str) -> str:
    return f"{type_name}{'' if type_name.endswith('*') else ' '}{name}"


def _open(name: str, kind: str) -> str:
    """Opens a call, and is 0 where it may go on; `name` is an expression of C."""
    return f"entry_open(&outer_call, {name}, {kind})"


def _begin_status(name: str, kind: str, call: str) -> list[str]:
    """Opens a call that returns a status, and does its work; `name` as above."""
    return [
        _OUTER,
        f"int call_status = {_open(name, kind)};",
        "if (call_status == 0)",
        f"    call_status = (int){call};",
    ]


def _tail(log: str, result: str, returned: str, noted: str) -> list[str]:
    """The end of every entry: the failure, noted in this way, the trace, the log, the result."""
    status = {"status": "call_status", "pointer": "call_result == NULL"}.get(result, "0")
    ending = f"entry_end(&outer_call, {noted}, {status})"
    lines = [f"if ({ending}) {{", *([f"    {log};"] if log else [])]
    lines += ["    entry_close(&outer_call);", "}"]
    if result != "void":
        status = f"return ({returned})call_status;"
        lines.append(status if result == "status" else "return call_result;")
    return lines


def _entry(function: Function, result: str, log: str) -> str:
    """The exported function of one that csrc implements."""
    name, returned = function.name, function.returns
    call = f"{name}Impl({', '.join(parameter.name for parameter in function.parameters)})"
    quoted = f'"{name}"'
    kind = "ENTRY_VALUE"
    if result == "status":
        kind = STATUS_KINDS[returned]
        lines = _begin_status(quoted, kind, call)
    elif result == "pointer" and name not in NEVER_REFUSED:
        kind = "ENTRY_POINTER"
        lines = [_OUTER, f"{_join(returned, 'call_result')} = NULL;"]
        lines += [f"if ({_open(quoted, kind)} == 0)", f"    call_result = {call};"]
    else:
        taken = "" if result == "void" else f"{_join(returned, 'call_result')} = "
        lines = [_OUTER, f"(void){_open(quoted, kind)};", f"{taken}{call};"]
    lines += _tail(log, result, returned, "ENTRY_VALUE" if name in NEVER_NOTED else kind)
    return _define(f"ENTRY {function.declaration(name)}", lines)


def _shared_entry(function: Function, shared: str, log: str) -> str:
    """What functions with the parameters of this one do; their names and Impls are parameters."""
    returned, kind = function.returns, STATUS_KINDS[function.returns]
    names = ", ".join(parameter.name for parameter in function.parameters)
    implementation = f"{returned} (*call_impl)({', '.join(function.parameter_list())})"
    parameters = [*function.parameter_list(), "const char *call_name", implementation]
    lines = _begin_status("call_name", kind, f"call_impl({names})")
    lines += _tail(log, "status", returned, kind)
    return _define(f"SHARED static {returned} {shared}({', '.join(parameters)})", lines)


def _entry_by(function: Function, shared: str) -> str:
    """The exported function of one that shares what it does."""
    names = ", ".join(parameter.name for parameter in function.parameters)
    name = function.name
    line = f'return {shared}({names}, "{name}", {name}Impl);'
    return _define(f"ENTRY {function.declaration(name)}", [line])


def _sharing(functions: Iterable[Function]) -> dict[str, str]:
    """The functions that share an entry, each with its name: those with the same parameters."""
    groups: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for function in functions:
        is_like_others = function.name not in NEVER_NOTED | NEVER_LOGGED
        few = 0 < len(function.parameters) <= _MOST_SHARED_PARAMETERS and not function.variadic
        if function.returns in STATUS_KINDS and is_like_others and few:
            groups[function.returns, *function.parameter_list()].append(function.name)
    several = [names for names in groups.values() if len(names) > 1]
    return {name: f"call_{i}" for i, names in enumerate(several) for name in names}


def _variadic_entry(function: Function) -> str:
    """The exported function of one with an ellipsis: void, not logged (it may be the log)."""
    name = function.name
    if function.returns != "void" or name not in VARIADIC:
        raise DeclarationError(f"{name}: no rule for a function with an ellipsis")
    names = [parameter.name for parameter in function.parameters]
    lines = [
        _OUTER,
        "va_list extra;",
        f"(void){_open(_quoted(name), 'ENTRY_VALUE')};",
        f"va_start(extra, {names[-1]});",
        f"{name}Impl({', '.join([*names, 'extra'])});",
        "va_end(extra);",
        "entry_close(&outer_call);",
    ]
    return _define(f"ENTRY {function.declaration(name)}", lines)


def _unsupported_entry(row: Unsupported, function: Function | None, result: str, log: str) -> str:
    """The exported function of one that is not implemented; `function` if a header has it."""
    name = row.name
    if row.kind != result:
        raise DeclarationError(f"unsupported.def: {name} returns a {result}, not a {row.kind}")
    if function is not None:
        returned, declarator, prototype = function.returns, function.declaration(name), ""
    else:
        returned = {"status": "int", "pointer": "void *", "value": row.type}.get(row.kind, "void")
        declarator = f"{_join(returned, name)}(void)"
        prototype = f"ENTRY {declarator};\n"
    kind = STATUS_KINDS.get(returned, "ENTRY_ACL_STATUS")
    if kind == "ENTRY_INFINI_STATUS":
        status = "INFINI_STATUS_NOT_IMPLEMENTED"
    else:
        status = row.value if row.kind == "status" else Unsupported.value
    if row.is_of_card:
        kind = "ENTRY_HCCL_STATUS"
        unsupported = f'entry_of_card(&outer_call, "{name}", {status})'
    elif row.is_of_cann:
        unsupported = (
            f'entry_refused(&outer_call, "{name}", {kind}, {status}, {json.dumps(row.reason)})'
        )
    else:
        reason = json.dumps(row.reason) if row.reason else "NULL"
        unsupported = f'entry_unsupported(&outer_call, "{name}", {kind}, {status}, {reason})'
    lines = [_OUTER, f"int call_status = {unsupported};"]
    if row.is_said:
        lines += ["static atomic_flag is_said = ATOMIC_FLAG_INIT;"]
        lines += [
            "if (!atomic_flag_test_and_set(&is_said))",
            f'    entry_say_unsupported("{name}");',
        ]
    if result in ("pointer", "value"):
        value = "NULL" if result == "pointer" else row.value
        lines.append(f"{_join(returned, 'call_result')} = {value};")
    noted = kind if result == "status" else f"ENTRY_{'POINTER' if result == 'pointer' else 'VALUE'}"
    lines.append(f'entry_failed("{name}", {noted}, call_status);')
    lines += _tail(log, result, returned, "ENTRY_VALUE")
    return prototype + _define(f"ENTRY {declarator}", lines)


_SOURCE_HEAD = (
    _HEAD
    + """#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>

#include "base/entry.h"
#include "base/log_call.h"
{headers}

#define ENTRY __attribute__((visibility("default")))
#define SHARED __attribute__((noinline))

"""
)


def impl_header(header: str) -> str:
    """The header that declares the Impl of each function of a public header."""
    return f"impl/{header}"


def _impl_headers(functions: Iterable[Function]) -> dict[str, str]:
    """The texts of the headers of Impls, by the public headers."""
    prototypes = defaultdict(list)
    for function in functions:
        parameters = function.parameter_list() + (["va_list extra"] if function.variadic else [])
        prototype = function.declaration(f"{function.name}Impl", parameters)
        prototypes[function.header].append(f"{prototype};\n")
    texts = {}
    for header, lines in prototypes.items():
        guard = re.sub(r"\W", "_", f"ACLNN_PY_{impl_header(header)}").upper()
        texts[header] = (
            f"{_HEAD}#ifndef {guard}\n#define {guard}\n\n#include <stdarg.h>\n\n"
            f"#include <{header}>\n\n{''.join(lines)}\n#endif\n"
        )
    return texts


def generate(
    declarations: Declarations, unsupported: Iterable[Unsupported], headers: Iterable[str]
) -> EntryPoints:
    """Write the texts for all functions of the headers and all rows of unsupported.def."""
    rows = {row.name: row for row in unsupported}
    logger = _Logger(declarations)
    implemented = [f for f in declarations.functions.values() if f.name not in rows]
    sharing = _sharing(implemented)
    written: set[str] = set()
    parts: list[str] = []
    for function in declarations.functions.values():
        for parameter in function.parameters:
            if parameter.name in _NAMES_IN_USE:
                raise DeclarationError(
                    f"{function.name}: no parameter may be called {parameter.name}"
                )
        result = _result(function, declarations)
        if function.variadic:
            parts.append(_variadic_entry(function))
            continue
        shared = sharing.get(function.name)
        if shared is not None:
            if shared not in written:
                written.add(shared)
                log = logger.call(function, result, "call_name")
                parts.append(_shared_entry(function, shared, log))
            parts.append(_entry_by(function, shared))
            continue
        log = logger.call(function, result, _quoted(function.name))
        row = rows.get(function.name)
        parts.append(
            _entry(function, result, log)
            if row is None
            else _unsupported_entry(row, function, result, log)
        )
    undeclared = [row for row in rows.values() if row.name not in declarations.functions]
    for row in undeclared:
        log = f'log_call({_quoted(row.name)}, ">s", call_status)'
        parts.append(_unsupported_entry(row, None, row.kind, log))
    exports = tuple(sorted({*declarations.functions, *rows}))
    names = "".join(f'    "{name}",\n' for name in exports)
    parts.append(f"const char *const entry_functions[] = {{\n{names}    NULL,\n}};\n")
    impl_headers = _impl_headers(implemented)
    includes = "".join(
        f'#include "{header}"\n' for header in [*headers, *map(impl_header, impl_headers)]
    )
    return EntryPoints(
        source=_SOURCE_HEAD.format(headers=includes) + logger.tables() + "\n".join(parts),
        impl_headers=impl_headers,
        exports=exports,
        implementations=frozenset(f"{function.name}Impl" for function in implemented),
    )
