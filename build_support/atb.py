# SPDX-License-Identifier: Apache-2.0
"""libatb.so: the exported functions under the names that a C++ compiler gives them.

csrc/atb/operations.toml says for which parameters operations exist. Here each name gets a function
in C that calls csrc/atb; a test compares the names with those of the compiler.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .declarations import DeclarationError

MARK = "Generated"


@dataclass(frozen=True)
class Parameter:
    """A type that atb::CreateOperation takes; kind is NULL where it is not implemented."""

    namespace: str
    name: str
    kind: str | None

    @property
    def spelled(self) -> str:
        """As C++ writes it."""
        return f"atb::{self.namespace}::{self.name}"

    @property
    def mangled(self) -> str:
        """Within a name: a nested name of atb, S_ or NS_."""
        return f"NS_{len(self.namespace)}{self.namespace}{len(self.name)}{self.name}E"


@dataclass(frozen=True)
class Function:
    """An exported function: its mangled name, and its definition in C."""

    name: str
    returns: str
    parameters: str
    body: str

    def text(self) -> str:
        """The prototype and the definition."""
        declarator = f"{self.returns} {self.name}({self.parameters or 'void'})"
        keyword = "" if self.returns == "void" else "return "
        names = [word.split()[-1].lstrip("*") for word in self.parameters.split(",") if word]
        unused = "".join(
            f"    (void){name};\n" for name in names if not re.search(rf"\b{name}\b", self.body)
        )
        return (
            f"ENTRY {declarator};\nENTRY {declarator}\n{{\n{unused}    {keyword}{self.body};\n}}\n"
        )


_OTHERS = (
    Function(
        "_ZN3atb13CreateContextEPPNS_7ContextE",
        "int32_t",
        "struct atb_context **context",
        "atb_context_create(context)",
    ),
    Function(
        "_ZN3atb13CreateContextEPPNS_7ContextEjj",
        "int32_t",
        "struct atb_context **context, uint32_t host, uint32_t device",
        "atb_context_create_sized(context, host, device)",
    ),
    Function(
        "_ZN3atb13CreateContextEPPNS_7ContextERKSt8functionIFPvmEERKS3_IFvS4_EE",
        "int32_t",
        "struct atb_context **context, const struct atb_std_function *alloc,\n"
        "    const struct atb_std_function *dealloc",
        "atb_context_create_with(context, alloc, dealloc)",
    ),
    Function(
        "_ZN3atb14DestroyContextEPNS_7ContextE",
        "int32_t",
        "struct atb_context *context",
        "atb_context_destroy(context)",
    ),
    Function(
        "_ZN3atb15CreateOperationINS_10GraphParamEEEiRKT_PPNS_9OperationE",
        "int32_t",
        "const void *param, struct atb_operation **operation",
        "atb_graph_create(param, operation)",
    ),
    Function(
        "_ZN3atb16DestroyOperationEPNS_9OperationE",
        "int32_t",
        "struct atb_operation *operation",
        "atb_operation_destroy(operation)",
    ),
    Function(
        "_ZN3atb18SetExecuteStreamIdEPNS_9OperationEj",
        "int32_t",
        "struct atb_operation *operation, uint32_t number",
        "atb_operation_set_stream_id(operation, number)",
    ),
    Function(
        "_ZN3atb18GetExecuteStreamIdEPNS_9OperationE",
        "uint32_t",
        "struct atb_operation *operation",
        "atb_operation_stream_id(operation)",
    ),
    Function(
        "_ZN3atb5Utils13GetTensorSizeERKNS_6TensorE",
        "uint64_t",
        "const struct atb_tensor *tensor",
        "atb_byte_count(&tensor->desc)",
    ),
    Function(
        "_ZN3atb5Utils13GetTensorSizeERKNS_10TensorDescE",
        "uint64_t",
        "const struct atb_desc *desc",
        "atb_byte_count(desc)",
    ),
    Function(
        "_ZN3atb5Utils14GetTensorNumelERKNS_6TensorE",
        "uint64_t",
        "const struct atb_tensor *tensor",
        "atb_element_count(&tensor->desc)",
    ),
    Function(
        "_ZN3atb5Utils14GetTensorNumelERKNS_10TensorDescE",
        "uint64_t",
        "const struct atb_desc *desc",
        "atb_element_count(desc)",
    ),
    Function(
        "_ZN3atb5Utils17QuantParamConvertEPKfPmm",
        "void",
        "const float *source, uint64_t *target, uint64_t count",
        "atb_quant_param_convert(source, target, count)",
    ),
    Function(
        "_ZN3atb5Utils11SetLogLevelENS_8LogLevelE",
        "int32_t",
        "int32_t level",
        "atb_set_log_level(level)",
    ),
    Function("_ZN3atb5Utils13ResetLogLevelEv", "int32_t", "", "atb_reset_log_level()"),
    Function("_ZN3atb5Utils13GetAtbVersionB5cxx11Ev", "struct atb_std_string", "", "atb_version()"),
)

# What dlsym looks up beside them, with the arguments of an aclnn call: csrc/atb/pairs.h.
_PAIRS = (
    "AtbFusedAddTopkDiv",
    "AtbMLA",
    "AtbMLAPreFill",
    "AtbMLAPreprocess",
    "AtbPagedCacheLoad",
    "AtbRingMLA",
    "AtbSelfAttentionPrefixEncoder",
)


def read(csrc: Path) -> tuple[Parameter, ...]:
    """The parameters of operations.toml. Raises DeclarationError for one that stands twice."""
    table = tomllib.loads((csrc / "atb" / "operations.toml").read_text("utf-8"))
    absent = table.pop("absent")
    found = [
        Parameter(namespace, name, kind)
        for namespace, rows in table.items()
        for name, kind in rows["computes"].items()
    ]
    found += [
        Parameter(namespace, name, None) for namespace, names in absent.items() for name in names
    ]
    names = [each.spelled for each in found]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise DeclarationError(f"csrc/atb/operations.toml: {', '.join(sorted(twice))} stands twice")
    return tuple(found)


def _refusal(parameter: Parameter, function: str) -> str:
    return f'atb_operation_refuse("atb::{function}", "{parameter.spelled}")'


def _of_parameter(parameter: Parameter) -> Iterator[Function]:
    """CreateOperation, CloneOperationParam and UpdateOperationParam of a parameter."""
    where, kind = parameter.mangled, parameter.kind
    rows = (
        (
            "CreateOperation",
            f"I{where}EEiRKT_PPNS_9OperationE",
            "const void *param, struct atb_operation **operation",
            f"atb_operation_create(&atb_kind_{kind}, param, operation)",
        ),
        (
            "CloneOperationParam",
            f"I{where}EEiPKNS_9OperationERT_",
            "const struct atb_operation *operation, void *param",
            f"atb_operation_clone_param(&atb_kind_{kind}, operation, param)",
        ),
        (
            "UpdateOperationParam",
            f"I{where}EEiPNS_9OperationERKT_",
            "struct atb_operation *operation, const void *param",
            f"atb_operation_update_param(&atb_kind_{kind}, operation, param)",
        ),
    )
    for name, rest, parameters, call in rows:
        mangled = f"_ZN3atb{len(name)}{name}{rest}"
        yield Function(mangled, "int32_t", parameters, call if kind else _refusal(parameter, name))


def functions(parameters: tuple[Parameter, ...]) -> list[Function]:
    """Every exported function."""
    found = list(_OTHERS)
    for parameter in parameters:
        found += _of_parameter(parameter)
    for name in _PAIRS:
        parameters_of_run = (
            "void *workspace, uint64_t size, struct atb_operation *operation,\n"
            "    struct atb_context *context"
        )
        body = f'atb_pair_run("{name}", workspace, size, operation, context)'
        found.append(Function(name, "int32_t", parameters_of_run, body))
    return found


def source(parameters: tuple[Parameter, ...]) -> str:
    """atb_names.c."""
    kinds = sorted({each.kind for each in parameters if each.kind is not None})
    declared = "".join(f"extern const struct atb_kind atb_kind_{kind};\n" for kind in kinds)
    definitions = "\n".join(each.text() for each in functions(parameters))
    return (
        "/* SPDX-License-Identifier: Apache-2.0 */\n"
        f"/* {MARK} by build_support/atb.py; do not edit. */\n"
        '#include "atb/context.h"\n#include "atb/graph.h"\n#include "atb/operation.h"\n'
        '#include "atb/pairs.h"\n\n'
        '#define ENTRY __attribute__((visibility("default")))\n\n'
        f"{declared}\n{definitions}"
    )


def exports(parameters: tuple[Parameter, ...]) -> list[str]:
    """The names of libatb.so."""
    of_pairs = [f"{name}GetWorkspaceSize" for name in _PAIRS]  # csrc/atb/pairs.c
    return [*(each.name for each in functions(parameters)), *of_pairs]
