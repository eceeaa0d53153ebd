# SPDX-License-Identifier: Apache-2.0
"""Reads the public headers: functions, types, enumerations and constants.

The C preprocessor expands one source file that includes every public header, with
ACLNN_CDEF defined (no attributes) and empty files in place of the system's headers; pycparser
reads the result. What stands in a header is thereby the only list of public functions.
"""

from __future__ import annotations

import ast as python_ast
import hashlib
import operator
import os
import pickle
import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

from pycparser import c_ast, c_generator, c_parser

# The types that the system's headers would have declared. cffi knows them by itself.
_SYSTEM_TYPES = """
typedef unsigned long size_t;
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
typedef long ptrdiff_t;
typedef _Bool bool;
"""


class DeclarationError(Exception):
    """A public header holds what cannot be preprocessed, parsed or put into a table."""


def list_of_texts(
    place: str, table: Mapping[str, Any], key: str, inherited: Sequence[str] = ()
) -> list[str]:
    """The texts at a key of a table, or those that are inherited where it has none.

    Raises DeclarationError for a single text, which would be read letter by letter.
    """
    found = table.get(key, list(inherited))
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise DeclarationError(
            f"{place}: {key} is {found!r}, and not a list of texts: write {key} = [...]"
        )
    return found


@dataclass(frozen=True)
class Parameter:
    """A parameter of a function; `node` is its declaration with arrays turned into pointers."""

    name: str
    type: str
    node: c_ast.Node


@dataclass(frozen=True)
class Function:
    """A public function. `header` is the path by which programs include it."""

    name: str
    returns: str
    return_node: c_ast.Node
    parameters: tuple[Parameter, ...]
    variadic: bool
    header: str

    def parameter_list(self) -> list[str]:
        """The declarations of the parameters, without an ellipsis."""
        return [declare(parameter.node, parameter.name) for parameter in self.parameters]

    def declaration(self, name: str, parameters: Sequence[str] | None = None) -> str:
        """The C declarator of a function `name` of this type, or with other parameters."""
        if parameters is None:
            parameters = [*self.parameter_list(), *(["..."] if self.variadic else [])]
        return declare(self.return_node, f"{name}({', '.join(parameters) or 'void'})")


@dataclass
class Declarations:
    """Everything that the public headers declare, in the order of the headers."""

    functions: dict[str, Function] = field(default_factory=dict)
    enums: dict[str, dict[str, int]] = field(default_factory=dict)
    typedefs: dict[str, c_ast.Node] = field(default_factory=dict)
    structs: dict[str, list[tuple[str, str]] | None] = field(default_factory=dict)
    constants: dict[str, int] = field(default_factory=dict)
    public_typedefs: list[str] = field(default_factory=list)
    cdef: str = ""  # all but functions and constants, as cffi reads it

    def resolve(self, node: c_ast.Node) -> c_ast.Node:
        """The type behind typedef names: a PtrDecl, or a TypeDecl of a basic type or an enum."""
        while (
            isinstance(node, c_ast.TypeDecl)
            and isinstance(node.type, c_ast.IdentifierType)
            and len(node.type.names) == 1
            and node.type.names[0] in self.typedefs
        ):
            node = self.typedefs[node.type.names[0]]
        return node

    def typedef_texts(self) -> dict[str, str]:
        """The typedefs of the public headers by name, as C text; enumerations are "int"."""
        return {
            name: "int" if self.enum_name(node) is not None else type_text(node)
            for name, node in self.typedefs.items()
            if name in self.public_typedefs
        }

    def enum_name(self, node: c_ast.Node) -> str | None:
        """The name of the enumeration that a type is, or None."""
        node = self.resolve(node)
        if isinstance(node, c_ast.TypeDecl) and isinstance(node.type, c_ast.Enum):
            name = node.type.name
            return name if name in self.enums else None
        return None


def declare(node: c_ast.Node, name: str) -> str:
    """A C declaration of `name` (which may be a whole declarator) with the type `node`."""
    text = type_text(node, name)
    return re.sub(r"\* (?=[A-Za-z_(])", "*", text)


def type_text(node: c_ast.Node, name: str | None = None) -> str:
    """A type as C text: "const aclTensor *"; with a name, as a declaration of it."""
    generator = c_generator.CGenerator()
    renamed = _rename(node, name)
    text: str = generator.visit(c_ast.Typename(None, [], None, renamed))
    text = re.sub(r"\s+", " ", text).strip()
    return text if name is not None else re.sub(r"(?<=[A-Za-z0-9_])\*", " *", text)


def _rename(node: c_ast.Node, name: str | None) -> c_ast.Node:
    """A copy of a declarator chain whose innermost name is `name`."""
    if isinstance(node, c_ast.TypeDecl):
        return c_ast.TypeDecl(name, node.quals, None, node.type)
    if isinstance(node, c_ast.PtrDecl):
        return c_ast.PtrDecl(node.quals, _rename(node.type, name))
    if isinstance(node, c_ast.ArrayDecl):
        return c_ast.ArrayDecl(_rename(node.type, name), node.dim, node.dim_quals)
    if isinstance(node, c_ast.FuncDecl):
        return c_ast.FuncDecl(node.args, _rename(node.type, name))
    raise DeclarationError(f"a type that is not understood: {type(node).__name__}")


_CPP = "atb"

# --- Preprocessing ------------------------------------------------------------------------------


def _headers(include: Path) -> list[Path]:
    return sorted(path.relative_to(include) for path in include.rglob("*.h"))


def public_headers(include: Path) -> list[str]:
    """The paths of all public headers in C below a directory."""
    return [path.as_posix() for path in _headers(include) if path.parts[0] != _CPP]


def headers_of_cpp(include: Path) -> list[str]:
    """The paths of the public headers in C++, whose functions csrc has under mangled names."""
    return [path.as_posix() for path in _headers(include) if path.parts[0] == _CPP]


def _preprocess(compiler: Sequence[str], include: Path, headers: Sequence[str]) -> tuple[str, str]:
    """The expanded text with line markers, and the macros that are defined at its end."""
    with tempfile.TemporaryDirectory(prefix="aclnn-declarations-") as directory:
        stand_ins = Path(directory) / "system"
        stand_ins.mkdir()
        for header in headers:
            text = (include / header).read_text("utf-8")
            for name in re.findall(r"^\s*#\s*include\s*<([^>]+)>", text, re.MULTILINE):
                if not (include / name).exists():
                    path = stand_ins / name
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.touch()
        source = Path(directory) / "all.c"
        source.write_text("".join(f'#include "{header}"\n' for header in headers), "utf-8")
        command = [*compiler, "-std=c11", "-E", "-nostdinc", "-DACLNN_CDEF"]
        # -I: Zig looks into its own folders before those of -isystem, even with -nostdinc.
        command += ["-I", str(include), "-I", stand_ins.name, source.name]
        outputs = []
        for extra in ([], ["-dM"]):
            result = subprocess.run(
                [*command, *extra], cwd=directory, capture_output=True, text=True, check=False
            )
            if result.returncode != 0:
                raise DeclarationError(f"the public headers do not preprocess:\n{result.stderr}")
            outputs.append(result.stdout)
    return outputs[0], outputs[1]


# --- Constants ----------------------------------------------------------------------------------

_OPERATORS = {
    python_ast.Add: operator.add,
    python_ast.Sub: operator.sub,
    python_ast.Mult: operator.mul,
    python_ast.LShift: operator.lshift,
    python_ast.RShift: operator.rshift,
    python_ast.BitOr: operator.or_,
    python_ast.BitAnd: operator.and_,
    python_ast.BitXor: operator.xor,
}


def evaluate(text: str, names: Mapping[str, int]) -> int | None:
    """The value of an integer constant expression; None if it is something else."""
    cleaned = re.sub(r"\b(0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]+\b", r"\1", text.strip())
    cleaned = re.sub(r"\(\s*u?int\d+_t\s*\)", "", cleaned)

    def value(node: python_ast.expr) -> int:
        if isinstance(node, python_ast.Constant) and isinstance(node.value, int):
            return int(node.value)
        if isinstance(node, python_ast.Name):
            return names[node.id]
        if isinstance(node, python_ast.UnaryOp) and isinstance(node.op, python_ast.USub):
            return -value(node.operand)
        if isinstance(node, python_ast.UnaryOp) and isinstance(node.op, python_ast.UAdd):
            return value(node.operand)
        if isinstance(node, python_ast.BinOp) and type(node.op) in _OPERATORS:
            return int(_OPERATORS[type(node.op)](value(node.left), value(node.right)))
        raise ValueError

    try:
        return value(python_ast.parse(cleaned, mode="eval").body)
    except (SyntaxError, ValueError, KeyError, RecursionError):
        return None


def _macro_constants(
    macros: str, include: Path, headers: Sequence[str], names: Mapping[str, int]
) -> dict[str, int]:
    """The integer values of the object-like macros that the public headers define."""
    text = "".join((include / header).read_text("utf-8") for header in headers)
    ours = re.findall(r"^\s*#\s*define\s+(\w+)[ \t]+\S", text, re.MULTILINE)
    bodies = dict(re.findall(r"^#define (\w+) (.+)$", macros, re.MULTILINE))
    known: dict[str, int] = dict(names)
    found: dict[str, int] = {}
    for _ in range(8):  # macros that name macros
        for name in ours:
            if name not in found and name in bodies:
                number = evaluate(bodies[name], known)
                if number is not None:
                    found[name] = known[name] = number
    return {name: found[name] for name in ours if name in found}


# --- Parsing ------------------------------------------------------------------------------------


def _enumerators(enum: c_ast.Enum, known: Mapping[str, int]) -> dict[str, int]:
    values: dict[str, int] = {}
    following = 0
    for enumerator in enum.values.enumerators:
        if enumerator.value is not None:
            text = c_generator.CGenerator().visit(enumerator.value)
            number = evaluate(text, {**known, **values})
            if number is None:
                raise DeclarationError(f"{enumerator.name} = {text}: not an integer constant")
            following = number
        values[enumerator.name] = following
        following += 1
    return values


def _parameter(node: c_ast.Node, position: int, function: str) -> Parameter:
    declarator = node.type
    if isinstance(declarator, c_ast.ArrayDecl):
        declarator = c_ast.PtrDecl([], declarator.type)
    name = getattr(node, "name", None)
    if name is None:
        raise DeclarationError(f"{function}: parameter {position + 1} has no name")
    return Parameter(name, type_text(declarator), declarator)


def _function(node: c_ast.Decl, header: str) -> Function:
    nodes = node.type.args.params if node.type.args is not None else []
    variadic = bool(nodes) and isinstance(nodes[-1], c_ast.EllipsisParam)
    if variadic:
        nodes = nodes[:-1]
    if (
        len(nodes) == 1
        and isinstance(nodes[0], c_ast.Typename)
        and type_text(nodes[0].type) == "void"
    ):
        nodes = []
    parameters = tuple(_parameter(item, i, node.name) for i, item in enumerate(nodes))
    returned = node.type.type
    return Function(node.name, type_text(returned), returned, parameters, variadic, header)


def _enum_nodes(node: c_ast.Node) -> Iterator[c_ast.Enum]:
    if isinstance(node, c_ast.Enum):
        yield node
    else:
        for _, child in node.children():
            yield from _enum_nodes(child)


def _struct_nodes(node: c_ast.Node) -> Iterator[c_ast.Struct]:
    if isinstance(node, c_ast.Struct):
        yield node
    elif not isinstance(node, c_ast.FuncDecl):
        for _, child in node.children():
            yield from _struct_nodes(child)


def _field(node: c_ast.Decl) -> tuple[str, str]:
    """The name and the type of a member; of a union without a name those of its own members."""
    if not isinstance(node.type, c_ast.Union):
        return node.name, type_text(node.type)
    parts = [declare(item.type, item.name) for item in node.type.decls]
    return node.name or "", f"union {{ {'; '.join(parts)}; }}"


def _take_types(found: Declarations, node: c_ast.Node) -> None:
    for enum in _enum_nodes(node):
        if enum.values is not None:
            if enum.name is None and isinstance(node, c_ast.Typedef):
                enum.name = node.name
            values = _enumerators(enum, found.constants)
            found.constants.update(values)
            found.enums[enum.name or ", ".join(values)] = values
    for struct in _struct_nodes(node):
        if struct.name is not None:
            fields = None
            if struct.decls is not None:
                fields = [_field(item) for item in struct.decls]
            if fields is not None or struct.name not in found.structs:
                found.structs[struct.name] = fields


def read(compiler: Sequence[str], include: Path, kept: Path | None = None) -> Declarations:
    """Read all public headers. Raises DeclarationError with what is wrong in which header.

    What was read is written to the file `kept`, and taken from there while the text is the same.
    """
    headers = public_headers(include)
    text, macros = _preprocess(compiler, include, headers)
    if kept is None:
        return _parse(text, macros, include, headers)
    reader = Path(__file__).read_bytes()
    parts = (reader, version("pycparser").encode(), text.encode(), macros.encode())
    state = hashlib.sha256(b"\0".join(parts))
    key = state.hexdigest().encode()
    if kept.exists():
        data = kept.read_bytes()
        if data.startswith(key):
            return cast(Declarations, pickle.loads(data[len(key) :]))
    found = _parse(text, macros, include, headers)
    kept.parent.mkdir(parents=True, exist_ok=True)
    temporary = kept.with_suffix(f".{os.getpid()}")
    temporary.write_bytes(key + pickle.dumps(found))
    temporary.replace(kept)
    return found


def _parse(text: str, macros: str, include: Path, headers: Sequence[str]) -> Declarations:
    try:
        unit = c_parser.CParser().parse(_SYSTEM_TYPES + text, "system")
    except c_parser.ParseError as error:
        raise DeclarationError(f"the public headers do not parse: {error}") from error

    found = Declarations()
    generator = c_generator.CGenerator()
    cdef: list[str] = []
    for node in unit.ext:
        place = Path(str(node.coord.file)) if node.coord is not None else Path("system")
        if not place.is_relative_to(include):
            if isinstance(node, c_ast.Typedef):
                found.typedefs[node.name] = node.type
            continue
        header = place.relative_to(include).as_posix()
        if isinstance(node, c_ast.Decl) and node.init is not None:
            number = evaluate(generator.visit(node.init), found.constants)
            if number is None:
                raise DeclarationError(f"{header}: {node.name} is not an integer constant")
            found.constants[node.name] = number
            continue
        if isinstance(node, c_ast.Typedef):
            found.typedefs[node.name] = node.type
            found.public_typedefs.append(node.name)
            _take_types(found, node)
        elif isinstance(node, c_ast.Decl):
            if isinstance(node.type, c_ast.FuncDecl):
                if "static" in node.storage:
                    raise DeclarationError(f"{header}: {node.name} is static")
                if node.name in found.functions:
                    raise DeclarationError(f"{header}: {node.name} is declared twice")
                found.functions[node.name] = _function(node, header)
                continue
            _take_types(found, node)
        else:
            raise DeclarationError(f"{header}: {type(node).__name__} is not a declaration")
        cdef.append(generator.visit(node) + ";")
    found.cdef = "\n".join(cdef) + "\n"
    found.constants.update(_macro_constants(macros, include, headers, found.constants))
    enumerators = {name for values in found.enums.values() for name in values}
    found.constants = {n: v for n, v in found.constants.items() if n not in enumerators}
    return found
