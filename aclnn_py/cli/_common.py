# SPDX-License-Identifier: Apache-2.0
"""What several commands need: errors, compilers, the tree, and names with close matches."""

from __future__ import annotations

import argparse
import difflib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TextIO

from .. import _tree, native
from .._recording import RecordingError, create
from ._missing import explain as explain_missing

USAGE_ERROR = 2
COMPILER_FAILED = 1

C_SUFFIXES = (".c",)
CXX_SUFFIXES = (".cpp", ".cc", ".cxx", ".c++", ".C")
SOURCE_SUFFIXES = (*CXX_SUFFIXES, *C_SUFFIXES)
LINK_SUFFIXES = (".o", ".a", ".so")


class CommandError(Exception):
    """A mistake that the user can correct; the text is one line."""


class NoCompilerError(CommandError):
    """The machine has no compiler of a language, and none was named."""


@dataclass(frozen=True)
class Language:
    """A language and what compiles it: a variable that names the compiler, or the first found."""

    name: str
    variable: str
    flags_variable: str
    candidates: tuple[str, ...]

    def compiler(self) -> list[str]:
        """The command that compiles it; the variable may hold arguments too ("ccache g++").

        Raises NoCompilerError where there is none, CommandError for a variable that names none.
        """
        chosen = os.environ.get(self.variable)
        if chosen:
            command = _split_variable(self.variable, chosen)
            if not command or shutil.which(command[0]) is None:
                raise CommandError(f"{self.variable}={chosen}: no such compiler")
            return command
        for candidate in self.candidates:
            if shutil.which(candidate):
                return [candidate]
        raise NoCompilerError(
            f"no {self.name} compiler found: none of {', '.join(self.candidates)} is in PATH; "
            f"install one (Debian, Ubuntu: apt install g++) or name it in {self.variable}"
        )

    def flags(self) -> list[str]:
        """What CFLAGS or CXXFLAGS asks for."""
        return _split_variable(self.flags_variable, os.environ.get(self.flags_variable, ""))


C = Language("C", "CC", "CFLAGS", ("gcc", "cc", "clang"))
CXX = Language("C++", "CXX", "CXXFLAGS", ("g++", "c++", "clang++"))


def _split_variable(name: str, value: str) -> list[str]:
    try:
        return shlex.split(value)
    except ValueError as error:
        raise CommandError(f"{name}={value}: {error}") from None


def printable(text: str) -> str:
    """A text with "?" for what standard output has no character for."""
    encoding = sys.stdout.encoding or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)


def require_tree() -> Path:
    """The root of the tree. CommandError when the library has not been built."""
    if not _tree.library().exists():
        raise CommandError(
            f"the native library is not at {_tree.library()}; in a checkout build it with "
            "`python build.py`, otherwise reinstall the package"
        )
    return _tree.prefix()


def compile_flags() -> list[str]:
    """What compiles a program against the tree."""
    return [f"-I{directory}" for directory in _tree.include_directories()]


def link_flags() -> list[str]:
    """What links a program against the tree: the one library has all of acl and aclnn.

    By the rpath the program finds it without variables.
    """
    lib64 = _tree.prefix() / "lib64"
    return [f"-L{lib64}", f"-Wl,-rpath,{lib64}", "-lascendcl"]


# --- Compiling -----------------------------------------------------------------------------------


def add_compile_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that the compiler gets, and what is shown of it."""
    parser.add_argument("-O", dest="optimize", metavar="LEVEL", help="optimization, as -O2")
    parser.add_argument("--std", metavar="STANDARD", help="language standard, as c++17 or c11")
    for letter, metavar, words in (
        ("I", "DIR", "look for headers there too"),
        ("D", "NAME[=VALUE]", "define a macro"),
        ("L", "DIR", "look for libraries there too"),
        ("l", "NAME", "link a library, as -lz"),
        ("W", "FLAGS", "warnings, or with -Wl,FLAG what the linker gets"),
    ):
        parser.add_argument(
            f"-{letter}",
            action="append",
            default=[],
            dest=f"compiler_{letter}",
            metavar=metavar,
            help=words,
        )
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="show how the compiler is called"
    )


COMPILE_VALUE_OPTIONS = ("-O", "--std", "-I", "-D", "-L", "-l", "-W")
"""Those of them that take the next argument as a value."""


def _given(options: argparse.Namespace, letters: str) -> list[str]:
    """The options of these letters as the compiler gets them."""
    return [
        f"-{letter}{value}"
        for letter in letters
        for value in getattr(options, f"compiler_{letter}")
    ]


def language_of(source: Path) -> Language:
    """C or C++, by the suffix. CommandError for another suffix."""
    if source.suffix in C_SUFFIXES:
        return C
    if source.suffix in CXX_SUFFIXES:
        return CXX
    raise CommandError(
        f"{source}: unknown extension {source.suffix or '(none)'}; "
        f"C++ sources end in {', '.join(CXX_SUFFIXES)}, C sources in {', '.join(C_SUFFIXES)}"
    )


def _compiles(command: Sequence[str], verbose: bool) -> bool:
    """Run a compiler, whose output goes where ours goes, unchanged.

    When it fails the command is shown behind what it said, and what it missed is explained.
    """
    shown = shlex.join(command)
    if verbose:
        print(f"compiling with {shown}", file=sys.stderr, flush=True)
    try:
        if subprocess.run(command, check=False).returncode == 0:
            return True
        # Once more: the first time it spoke to the user, in colours and in the user's language.
        again = subprocess.run(
            command,
            env={**os.environ, "LC_ALL": "C"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except OSError as error:
        raise CommandError(f"{command[0]} does not start: {error.strerror}") from None
    if not verbose:
        print(f"aclnn: compiled with {shown}", file=sys.stderr)
    for line in explain_missing(again.stdout):
        print(f"aclnn: {line}", file=sys.stderr)
    return False


def check_path(path: Path) -> None:
    """CommandError for a path that the system refuses: too long, closed to us, a circle of links.

    One at which nothing lies is none of these.
    """
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from None


def check_writable(path: Path) -> None:
    """CommandError for a file that cannot be written, or made; makes none."""
    check_path(path)
    place = path if path.exists() else path.absolute().parent
    if path.is_dir() or not os.access(place, os.W_OK):
        raise CommandError(f"{path}: cannot be written")


def create_recording(path: Path) -> None:
    """Make a recording without records. CommandError for a file that is not to be overwritten."""
    check_writable(path)
    try:
        create(path).close()
    except RecordingError as error:
        raise CommandError(f"{path}: {error}") from None
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from None


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """A text file to write that is there when the block has ended without an error, and whole.

    Until then what was there before stays. What is no regular file is written as it comes. Raises
    CommandError for a file that cannot be made.
    """
    if path.exists() and not path.is_file():
        with path.open("w", encoding="utf-8", newline="") as file:
            yield file
        return
    target = path.resolve()  # a link stays one
    partial = target.with_name(f".aclnn-{os.getpid()}.part")
    try:
        partial.unlink(missing_ok=True)  # of a process that was killed
        file = partial.open("x", encoding="utf-8", newline="")
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from None
    try:
        with file:
            yield file
        if target.exists():
            shutil.copymode(target, partial)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def build(
    inputs: Sequence[Path],
    output: Path,
    options: argparse.Namespace,
    more_flags: Sequence[str] = (),
) -> int:
    """Compile and link sources (C and C++ mixed) and objects; 0, or COMPILER_FAILED.

    The compiler's own output goes where ours goes, unchanged. CFLAGS and the others come behind
    `more_flags`.
    """
    require_tree()
    check_path(output)
    for path in inputs:
        check_path(path)
        if not path.is_file():
            raise CommandError(f"{path}: {'not a file' if path.exists() else 'no such file'}")
    sources = [path for path in inputs if path.suffix not in LINK_SUFFIXES]
    languages = {language_of(path) for path in sources}
    linker = C if languages == {C} else CXX
    optimize = [f"-O{options.optimize}"] if options.optimize is not None else []
    flags = [*more_flags, *optimize, *_given(options, "IDW")]
    link = [*_given(options, "Ll"), *link_flags(), "-lm"]
    link += _split_variable("LDFLAGS", os.environ.get("LDFLAGS", ""))
    if output.is_dir():
        raise CommandError(f"{output}: is a directory; name a file to write")
    if not output.absolute().parent.is_dir():
        raise CommandError(f"{output}: cannot be written; its directory does not exist")
    if output.exists() and any(map(output.samefile, inputs)):
        raise CommandError(
            f"{output}: is one of the files that are compiled; name another file to write"
        )

    def standard(language: Language) -> list[str]:
        """A C++ standard is not for the C sources of a mixed program, and the other way."""
        if options.std is None or ("++" in options.std) != (language is CXX):
            return []
        return [f"-std={options.std}"]

    def compile_command(language: Language) -> list[str]:
        return [
            *language.compiler(),
            *standard(language),
            *flags,
            *language.flags(),
            *compile_flags(),
        ]

    if options.std is not None and sources and not any(map(standard, languages)):
        raise CommandError(f"--std {options.std}: none of the sources is in this language")
    commands = {language: compile_command(language) for language in {linker, *languages}}
    verbose = options.verbose
    if not verbose:
        print("compiling", file=sys.stderr, flush=True)
    if len(languages) < 2:
        command = [*commands[linker], *_operands(inputs), "-o", str(output), *link]
        return 0 if _compiles(command, verbose) else COMPILER_FAILED
    with tempfile.TemporaryDirectory(prefix="aclnn-build-") as directory:
        objects = []
        for number, path in enumerate(inputs):
            if path not in sources:
                objects.append(path)
                continue
            object_file = Path(directory) / f"{number}-{path.stem}.o"
            command = [*commands[language_of(path)], "-c", *_operands([path])]
            if not _compiles([*command, "-o", str(object_file)], verbose):
                return COMPILER_FAILED
            objects.append(object_file)
        command = [*linker.compiler(), *flags, *_operands(objects), "-o", str(output), *link]
        return 0 if _compiles(command, verbose) else COMPILER_FAILED


def _operands(paths: Iterable[Path]) -> list[str]:
    """Paths as operands: a name that begins with a dash is not an option."""
    return [f"./{path}" if str(path).startswith("-") else str(path) for path in paths]


# --- Names ---------------------------------------------------------------------------------------


def check_soc(where: str, value: str) -> str:
    """The value with the name of its product as it is written ("NAME:cores=72").

    CommandError for one that begins with no product's name.
    """
    name, colon, overrides = value.partition(":")
    soc = native.find_soc(name)
    if soc is not None:
        return soc.name + colon + overrides
    raise CommandError(f"{where}={value}: {unknown_soc(name)}")


def unknown_soc(name: str) -> str:
    """What to say of a name that no product has."""
    description = native.description()
    for nickname, product in description.soc_nicknames.items():
        if nickname.lower() == name.lower():
            family = next(soc.family for soc in description.socs if soc.name == product)
            members = [soc.name for soc in description.socs if soc.family == family]
            return (
                f"no product is called {name!r}; did you mean {product}? "
                f"CANN knows it as {', '.join(members)}"
            )
    names = {soc.name.lower(): soc.name for soc in description.socs}
    close = difflib.get_close_matches(name.lower(), names, n=3, cutoff=0.75)
    hint = f"did you mean {' or '.join(names[each] for each in close)}?" if close else ""
    return f"no product is called {name!r}; {hint or 'known are ' + ', '.join(names.values())}"


# The library reads its variables once, so a process with these variables has to ask it.
_ASK = """
import ctypes, sys
lib = ctypes.CDLL(sys.argv[1])
lib.aclrtGetSocName.restype = lib.aclGetRecentErrMsg.restype = ctypes.c_char_p
if lib.aclrtGetSocName() is None:
    sys.stdout.buffer.write(lib.aclGetRecentErrMsg() or b"")
"""


def check_settings(
    environ: Mapping[str, str], options: Mapping[str, str] = MappingProxyType({})
) -> None:
    """CommandError for what a program would only meet as a failing call.

    options  what the user called a variable: {"ACLNN_SOC": "--soc"}
    """
    if not any(name.startswith("ACLNN_") for name in environ):
        return
    soc = environ.get("ACLNN_SOC")
    if soc:
        check_soc(options.get("ACLNN_SOC", "ACLNN_SOC"), soc)
    command = [sys.executable, "-I", "-S", "-c", _ASK, str(_tree.library())]
    try:
        answer = subprocess.run(command, env=environ, capture_output=True, check=False).stdout
    except OSError as error:
        raise CommandError(f"{sys.executable} does not start: {error.strerror}") from None
    _, found, problem = answer.decode("utf-8", "replace").partition("the environment is wrong: ")
    if found:
        variable, _, rest = " ".join(problem.split()).partition("=")
        raise CommandError(f"{options.get(variable, variable)}={rest}")
