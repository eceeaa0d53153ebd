# SPDX-License-Identifier: Apache-2.0
"""Compiles csrc and the kernels, and links libascendcl.so and its other names.

Objects are kept below build/cache under a hash of everything that decides their bytes: the texts
of C files, the flags and the compiler; for kernels their Python sources and Numba. Files
appear there by renaming, so an interrupted build leaves nothing half written.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import struct
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path, PurePath

from aclnn_py.kernels import MODULES
from aclnn_py.kernels import compiler as kernel_compiler
from aclnn_py.kernels import tables as kernel_tables
from aclnn_py.kernels.errors import CompilationError

from .fingerprints import Fingerprints, digest

LIBRARY = "libascendcl.so"
ARCHIVE = "libascendcl.a"

_RUNTIME = re.compile(r"(?!aclnn|infini|Hccl|_ZN3atb|Atb)")
# And the runtime: a program may link with one alone.
_OPERATORS = re.compile(r"(?!infini|Hccl|_ZN3atb|Atb)")
# Of those that no program links alone, what CANN's have: a name in a wheel costs 7 bytes.
_CALLS = re.compile(r"aclnn|aclRfft|aclStft")
_SINGLE = re.compile(r"aclop|acl(GenGraph|GetCompileopt|SetCompileopt)")
_CHANNELS = re.compile(r"acltdt")
_COLLECTIVES = re.compile(r"Hccl")
_INFINI = re.compile(r"infini")
_ATB = re.compile(r"_ZN3atb|Atb")
_MARKS = re.compile(r"mstx")
_ACTIVITIES = re.compile(r"mspti")

OTHER_NAMES = {
    "acl_rt": _RUNTIME,
    "nnopbase": _RUNTIME,
    "opapi": _OPERATORS,
    "opapi_nn": _OPERATORS,
    "opapi_math": _CALLS,
    "opapi_cv": _CALLS,
    "opapi_transformer": _CALLS,
    "cust_opapi": _OPERATORS,
    "acl_op_compiler": _SINGLE,
    "hccl": _COLLECTIVES,
    "hcomm": _COLLECTIVES,
    "acl_tdt_channel": _CHANNELS,
    "runtime": _RUNTIME,
    "atb": _ATB,
    "ms_tools_ext": _MARKS,
    "mspti": _ACTIVITIES,
    "infiniop": _INFINI,
    "infinirt": _INFINI,
}
"""The other names of the library, each with the functions that a program gets from it by linking.

CANN's libraries keep operators, collectives and the rest apart too. When a program runs, all lead
to libascendcl.so."""

SANITIZERS = ("address", "undefined", "thread")

_C_FLAGS = [
    "-std=c11",
    "-fPIC",
    # No compiler may join a product and a sum to one instruction where a machine or a level has
    # such: results are the same bits on all of them.
    "-ffp-contract=off",
    "-fvisibility=hidden",
    "-ffunction-sections",
    "-fdata-sections",
    # The few bytes a thread fit into the loader's reserve; calls into ld.so are not needed then.
    "-ftls-model=initial-exec",
    "-Wall",
    "-Wextra",
    "-Wpedantic",
    "-Wshadow",
    "-Wstrict-prototypes",
    "-Wmissing-prototypes",
    "-Wconversion",
]
# CI is set where changes are tested: a user's newer compiler may know more warnings.
_STRICT_FLAGS = ["-Werror"] if os.environ.get("CI") else []
# What the preprocessor alone reads.
_DIRECTORIES = ["-Icsrc", "-Ibuild/include", "-Ibuild/generated"]
PREPROCESSOR_FLAGS = ["-D_GNU_SOURCE", *_DIRECTORIES]

# What the recorder is linked with too (build_support/record.py).
# -z nodelete: worker threads may still run when a program closes the library.
# -z now, relro: every call is bound at load, and its table is read-only afterwards.
LINK_HARDENING = [
    "-Wl,--gc-sections",
    "-Wl,--as-needed",
    "-Wl,-Bsymbolic",
    "-Wl,-z,nodelete",
    "-Wl,-z,relro",
    "-Wl,-z,now",
    "-Wl,-z,noexecstack",
    "-Wl,--build-id",
    "-Wl,--hash-style=gnu",  # every C library since 2006 reads it; some linkers write an older too
]
_LINK_FLAGS = [*LINK_HARDENING, f"-Wl,-soname,{LIBRARY}"]

_SYSTEM_LIBRARIES = ["-lm", "-lpthread", "-ldl"]

# What the library may need: the parts of the C library. TLS is in the dynamic linker on x86-64.
_ALLOWED_NEEDED = re.compile(r"(libc|libm|libpthread|libdl)\.so\.\d+")


class BuildError(Exception):
    """The build cannot go on; the text says why, and what the failing tool printed."""


def tool(name: str) -> str:
    """A program of binutils: $AR, $NM, $OBJCOPY, $READELF, $STRIP, or the one of that name."""
    return os.environ.get(name.upper()) or name


def run(
    command: Sequence[str | Path],
    cwd: Path,
    what: str,
    *,
    reads: str | None = None,
    shows_warnings: bool = False,
    may_fail: bool = False,
) -> str:
    """Run a tool, which may read a text; its standard output.

    Raises BuildError with what it printed if it fails and may not.
    """
    try:
        result = subprocess.run(
            [str(part) for part in command],
            cwd=cwd,
            input=reads,
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError as error:
        message = f"{what}: there is no program {command[0]}"
        raise BuildError(message) from error
    except OSError as error:
        message = f"{what}: {command[0]} does not start: {error.strerror}"
        raise BuildError(message) from error
    if result.returncode != 0 and not may_fail:
        message = f"{what} failed:\n{result.stdout}{result.stderr}"
        raise BuildError(message)
    if shows_warnings and result.stderr:
        print(result.stderr, end="", file=sys.stderr, flush=True)
    return result.stdout


def write(path: Path, content: str | bytes) -> bool:
    """Write a file by renaming, unless it holds this already; whether it did not."""
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and path.read_bytes() == data:
        return False
    with new_file(path) as temporary:
        temporary.write_bytes(data)
    return True


def write_all(directory: Path, pattern: str, contents: Mapping[str, str]) -> None:
    """Write the files whose names match, and remove what else the directory has of this pattern."""
    wanted = {name: text for name, text in contents.items() if PurePath(name).match(pattern)}
    for path in directory.rglob(pattern):
        if path.relative_to(directory).as_posix() not in wanted:
            path.unlink()
    for name, content in wanted.items():
        write(directory / name, content)


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """A path next to `path` to write to; it becomes `path` if nothing is raised."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}-{os.urandom(4).hex()}")
    try:
        yield temporary
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def new_directory(path: Path) -> Iterator[Path]:
    """A directory next to `path` to fill; it becomes `path` if nothing is raised.

    Its name says what it holds: what another build has put there meanwhile stays.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(prefix=f".{path.name}-", dir=path.parent))
    try:
        yield temporary
        if not path.exists():
            temporary.replace(path)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


@dataclass(frozen=True)
class Settings:
    """What is built: an optimised, a debug or a sanitizer build of the checkout `root`."""

    root: Path
    debug: bool = False
    sanitizer: str | None = None
    levels: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The directory of this build below build/."""
        if self.sanitizer is not None:
            return f"sanitize-{self.sanitizer}"
        return "debug" if self.debug else "release"

    @property
    def directory(self) -> Path:
        """Where this build's own files are."""
        return self.root / "build" / self.name

    @property
    def generated(self) -> Path:
        """Where the generated C files are."""
        return self.root / "build" / "generated"

    @property
    def include(self) -> Path:
        """Where all public headers are together: build_support/include.py."""
        return self.root / "build" / "include"

    @property
    def cache(self) -> Path:
        """Where objects are kept from build to build."""
        return self.root / "build" / "cache"

    @property
    def tree(self) -> Path:
        """The tree that this build fills."""
        if self.sanitizer is not None:
            return self.directory / "tree"
        return self.root / "aclnn_py" / "ascend"

    @cached_property
    def compiler(self) -> list[str]:
        """The C compiler: $CC or cc. Raises BuildError for a CC that is no command."""
        value = os.environ.get("CC") or "cc"
        try:
            command = shlex.split(value)
        except ValueError as error:
            message = f"CC={value}: {error}"
            raise BuildError(message) from error
        if not command:
            message = f"CC={value}: names no compiler"
            raise BuildError(message)
        return command

    @cached_property
    def compiler_version(self) -> str:
        """The compiler's own words about itself, but for where it is installed."""
        words = run([*self.compiler, "-v", "--version"], self.root, "the C compiler")
        return "".join(line for line in words.splitlines(True) if "InstalledDir" not in line)

    @property
    def is_zig(self) -> bool:
        """Whether the compiler is Zig's, which is Clang with other names of CPUs."""
        return any("zig" in part for part in self.compiler)

    @property
    def machine(self) -> str:
        """The architecture that is compiled for, such as aarch64.

        This Python's own, unless _PYTHON_HOST_PLATFORM says another, as for every package that is
        cross-compiled; CC, AR, NM and OBJCOPY then name tools for it.
        """
        return sysconfig.get_platform().rpartition("-")[2]

    @property
    def machine_levels(self) -> tuple[str, ...]:
        """All instruction sets of the machine, weakest first."""
        return tuple(level.name for level in kernel_compiler.machine_levels(self.machine))

    @property
    def kernel_levels(self) -> tuple[str, ...]:
        """The instruction sets of this build, weakest first."""
        try:
            known = self.machine_levels
            wanted = {kernel_compiler.find_level(level).name for level in self.levels}
        except (ValueError, CompilationError) as error:
            raise BuildError(str(error)) from error
        if not wanted <= set(known):
            message = f"the levels of {self.machine} are {', '.join(known)}"
            raise BuildError(message)
        return tuple(level for level in known if not wanted or level in wanted)

    @property
    def flags(self) -> list[str]:
        """The flags for a file of csrc, but for how far it is optimised."""
        return [*_C_FLAGS, *_STRICT_FLAGS, *self.sanitizer_flags]

    @property
    def sanitizer_flags(self) -> list[str]:
        """The flags that switch the sanitizer on, for compiling and linking."""
        if self.sanitizer is None:
            return []
        return [
            f"-fsanitize={self.sanitizer}",
            "-fno-sanitize-recover=all",
            "-fno-omit-frame-pointer",
        ]


# --- csrc ---------------------------------------------------------------------------------------


def is_kernel(source: str) -> bool:
    """Whether a C file is compiled once for each level: those whose names end in _kernel.c."""
    return source.endswith("_kernel.c")


# The kernels in C that level v4 makes faster: by its masks, or by what their source asks of it.
# Compilers take registers of 256 bits at v4 as at v3, so all others run there as v3 has them.
_FASTER_AT_V4 = re.compile(
    r"csrc/(vector/(memory|row_folds)|hccl/reduce|ops/("
    r"conv/(convolution|convolution_blocks|convolution_weight|depthwise)"
    r"|embedding/embedding_bag|index/masked"
    r"|norm/(batch_norm|layer_norm|layer_norm_grad|planes)|pool/(plane_means|pool)"
    r"|quant/rows|reduce/places|softmax/(gradient|rows)|sort/sort"
    r"))_kernel\.c"
)


def source_levels(settings: Settings, source: str) -> dict[str, tuple[str, ...]]:
    """The levels that a kernel in C is compiled for, each with those whose names its object has."""
    levels = settings.kernel_levels
    if _FASTER_AT_V4.fullmatch(source) or not {"v3", "v4"} <= set(levels):
        return {level: (level,) for level in levels}
    return {level: ("v3", "v4") if level == "v3" else (level,) for level in levels if level != "v4"}


def c_sources(settings: Settings) -> list[str]:
    """The C files of the library, relative to the checkout: all but those of the recorder."""
    csrc = settings.root / "csrc"
    paths = [path for path in csrc.rglob("*.c") if path.parent != csrc / "record"]
    paths += settings.generated.glob("*.c")
    return sorted(path.relative_to(settings.root).as_posix() for path in paths)


# Half of the code is checks, lists and entries of one call each, and other interfaces to them: what
# runs once in a call. It is small in a wheel, and compiled in little time elsewhere. What all calls
# run is made fast; so is the recorder, whose dlsym has to jump to the real one.
_ONCE = re.compile(r"csrc/(ops/(?!common/)|atb/|single/|infiniop/|libraries/)")


def _effort(settings: Settings, source: str, level: str | None) -> list[str]:
    """How far a file is optimised, and what a debugger gets; kernels in C are for a level.

    It gets the lines of all, and the variables of what all calls run. Those of kernels are in
    registers of vectors, and a check has its arguments in its message; writing them down takes a
    third of the time.
    """
    if settings.sanitizer is not None:
        return ["-O1", "-g"]
    if settings.debug:
        return ["-Og", "-g3"]
    if level is not None:
        small = kernel_compiler.find_level(level).small
        return [*(_small(settings) if small else ["-O3", *_lean(settings)]), "-g1"]
    if source.startswith("build/"):
        # Tables, and functions that hand on. Zig would add its checks of a debug build.
        return ["-O1" if settings.is_zig else "-O0", "-g1"]
    if _ONCE.match(source):
        # A wheel is compiled by Zig.
        return [*(_small(settings) if settings.is_zig else ["-Og"]), "-g1"]
    return ["-O2", *_lean(settings), "-g"]


def _lean(settings: Settings) -> list[str]:
    """What keeps Clang from more code than GCC makes.

    Loops of unknown length, and those that it vectorises, it would write out several times, and
    functions wherever they are called. That takes room and saves no time: a pass of ours works on
    whole registers, and what has to be inlined says so.
    """
    words = ["-unroll-runtime=false", "-force-vector-interleave=1", "-inline-threshold=100"]
    return [part for word in words for part in ("-mllvm", word)] if settings.is_zig else []


def _small(settings: Settings) -> list[str]:
    """The flags for a small library. Code in the order of its source packs better in a wheel."""
    if settings.is_zig:
        return ["-Os", "-Xclang", "-Oz"]  # it takes -Oz for -Os, but hands it on to Clang
    return ["-Os"] if "clang" in settings.compiler_version else ["-Os", "-fno-schedule-insns2"]


def _level_flags(settings: Settings, level: str) -> list[str]:
    """The instructions that kernels in C have at a level."""
    found = kernel_compiler.find_level(level)
    march = "-march" if found.machine == "x86_64" else "-mcpu"
    cpu = found.cpu.replace("-", "_") if settings.is_zig else found.cpu
    return [f"{march}={cpu}"]


@cache
def _kernel_names(root: Path) -> re.Pattern[str]:
    """The external names of kernels in C, and those that AddressSanitizer puts beside them."""
    folders = {path.parent.name for path in (root / "csrc").rglob("*_kernel.c")}
    return re.compile(rf"(__odr_asan\.)?({'|'.join(sorted(folders))})_kernel_\w+")


def _name_by_level(settings: Settings, source: str, kernel: Path, levels: Sequence[str]) -> None:
    """Add the first level to the names of kernels that an object defines or needs.

    What it defines has the names of the other levels too. A debugger still knows all by the names
    of the source. Raises BuildError for a file that defines another external name.
    """
    names = _kernel_names(settings.root)
    table = run([tool("nm"), "--extern-only", "--format=sysv", kernel], settings.root, "nm")
    cells = [[cell.strip() for cell in line.split("|")] for line in table.splitlines()]
    symbols = [(row[0], row[1], row[2], row[-1]) for row in cells if len(row) > 1]
    wrong = [name for name, _, kind, _ in symbols if kind != "U" and not names.fullmatch(name)]
    if wrong:
        message = f"{source}: {', '.join(wrong)}: kernels are named <folder>_kernel_<name>"
        raise BuildError(message)
    changes = []
    for name, value, kind, section in symbols:
        if names.fullmatch(name):
            changes.append(f"--redefine-sym={name}={name}_{levels[0]}")
            if kind != "U":
                place = f"{section}:0x{value},global,object"
                changes += [f"--add-symbol={name}_{level}={place}" for level in levels[1:]]
    run([tool("objcopy"), *changes, kernel], settings.root, "objcopy")


# The directory of all headers that the build writes.
_MADE = "build"


def fingerprints(settings: Settings) -> Fingerprints:
    """The C files of a checkout, with what the compiler finds of the system's headers.

    That is their text and their macros, as most files have them. Clang has the headers of all
    machines, and those of other ones end in an error; nothing of them is compiled.
    """
    command = [*settings.compiler, *settings.flags, "-O2", *PREPROCESSOR_FLAGS]
    command += ["-E", "-dD", "-x", "c", "-"]

    def system(name: str) -> str:
        include = f"#if __has_include(<{name}>)\n#include <{name}>\n#endif\n"
        return digest(run(command, settings.root, name, reads=include, may_fail=True))

    directories = [flag.removeprefix("-I") for flag in _DIRECTORIES]
    return Fingerprints(settings.root, directories, _MADE, system)


def compile_file(
    settings: Settings, source: str, level: str | None = None, prints: Fingerprints | None = None
) -> Path:
    """The object of one C file, of a kernel for one level, from the cache or compiled.

    Compiled in the checkout by relative names, so that no object names the directory it is in, and
    each checkout finds another's objects.
    """
    command = [*settings.compiler, *settings.flags, *_effort(settings, source, level)]
    command += PREPROCESSOR_FLAGS
    if source.startswith(f"{_MADE}/"):
        # Plain C: no warning where a deprecated name is defined.
        command.append("-DACLNN_CDEF")
    if level is not None:
        command += _level_flags(settings, level)
    text = (fingerprints(settings) if prints is None else prints).of(source)
    key = digest(settings.compiler_version, json.dumps(command), text)
    levels = source_levels(settings, source)[level] if level is not None else ()
    stem = "_".join([Path(source).stem, *levels])
    path = settings.cache / "objects" / f"{stem}-{key}.o"
    if not path.exists():
        with new_file(path) as temporary:
            command += [f"-ffile-prefix-map={settings.root}=.", source, "-c", "-o", str(temporary)]
            run(command, settings.root, source, shows_warnings=True)
            if level is not None:
                _name_by_level(settings, source, temporary, levels)
    return path


@dataclass(frozen=True)
class Kernels:
    """The modules of kernels with their hashes, and what compiles those that are missing."""

    keys: dict[str, str]
    shares: list[Future[None]]


def start_kernels(settings: Settings, pool: Executor) -> Kernels:
    """Begin to compile the kernels, which need nothing that the build generates."""
    keys = _kernel_keys(settings.machine)
    missing = _missing_kernels(settings, keys)
    return Kernels(keys, [pool.submit(_compile_kernels, settings, share) for share in missing])


def compile_all(
    settings: Settings, pool: Executor, kernels: Kernels
) -> tuple[list[Path], list[Path]]:
    """The objects of all C files, and those of all kernels and instructions.

    Everything that fails is reported, not only the first.
    """
    prints = fingerprints(settings)
    files = [
        pool.submit(compile_file, settings, source, level, prints)
        for source in c_sources(settings)
        for level in (source_levels(settings, source) if is_kernel(source) else [None])
    ]
    failures = [
        *(each.exception() for each in files),
        *(each.exception() for each in kernels.shares),
    ]
    unexpected = [each for each in failures if each and not isinstance(each, BuildError)]
    if unexpected:
        raise unexpected[0]
    errors = dict.fromkeys(str(each) for each in failures if each is not None)
    if errors:
        raise BuildError("\n".join(errors))
    return [each.result() for each in files], _kernel_objects(settings, kernels.keys)


@contextmanager
def workers() -> Iterator[Executor]:
    """A thread for each CPU. What fails elsewhere is told before what they still do is done."""
    pool = ThreadPoolExecutor(os.cpu_count())
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


def check_implementations(
    settings: Settings, objects: Iterable[Path], needed: Iterable[str]
) -> None:
    """Raise BuildError if a public function has no Impl in csrc."""
    text = run([tool("nm"), "--defined-only", "--extern-only", *objects], settings.root, "nm")
    defined = set(re.findall(r"^[0-9a-f]+ [TW] (\w+)$", text, re.MULTILINE))
    missing = sorted(name.removesuffix("Impl") for name in set(needed) - defined)
    if missing:
        message = (
            "these public functions have no Impl in csrc and are no rows of unsupported.def:\n"
            + "".join(f"    {name}\n" for name in missing)
        )
        raise BuildError(message)


# --- Kernels ------------------------------------------------------------------------------------


@cache
def _kernel_sources(module: str) -> list[Path]:
    """What decides a module's objects; finding it reads every file that the module imports."""
    return kernel_compiler.sources(module)


def _kernel_directory(settings: Settings, module: str, key: str) -> Path:
    """Where the objects of a module of kernels are kept."""
    return settings.cache / "kernels" / f"{module.removeprefix('aclnn_py.kernels.')}-{key}"


def _compile_kernels(settings: Settings, directories: Mapping[str, Path]) -> None:
    """Compile modules of kernels, each into its directory, at all levels of the machine.

    What is compiled is kept although others fail.
    """
    kept = settings.cache / "kernels"
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".share-", dir=kept) as name:
        outputs = {module: Path(name) / path.name for module, path in directories.items()}
        failures = kernel_compiler.compile_modules(outputs, settings.machine_levels)
        for module, directory in directories.items():
            if module not in failures and not directory.exists():
                outputs[module].replace(directory)
    if failures:
        texts = [f"the kernels: {module}:\n{text}" for module, text in failures.items()]
        raise BuildError("\n".join(texts))


def _missing_kernels(settings: Settings, keys: Mapping[str, str]) -> list[dict[str, Path]]:
    """The modules of kernels that are to be compiled, in shares: one process compiles a share.

    Modules call the same functions, which a process compiles once: there is a share for each CPU.
    Whoever ends first goes on with C.
    """
    places = [(module, _kernel_directory(settings, module, key)) for module, key in keys.items()]
    missing = [each for each in places if not each[1].exists()]
    shares = os.cpu_count() or 1
    return [dict(missing[first::shares]) for first in range(min(shares, len(missing)))]


def _kernel_objects(settings: Settings, keys: Mapping[str, str]) -> list[Path]:
    """The objects of all kernels at the levels of this build."""
    levels = list(settings.kernel_levels)
    if "v4" in levels and "v3" not in levels:
        levels.append("v3")  # what v4 has no code of its own for
    return [
        path
        for module, key in keys.items()
        for level in levels
        for path in sorted(_kernel_directory(settings, module, key).glob(f"*_{level}.o"))
    ]


def _kernel_keys(machine: str) -> dict[str, str]:
    """The modules of kernels, each with a hash of what its objects are compiled from."""
    keys = {}
    for module in MODULES:  # not in threads: Python 3.11 may fail to parse in two at a time
        texts = [path.name + path.read_text("utf-8") for path in _kernel_sources(module)]
        keys[module] = digest(kernel_compiler.tool_version(), machine, module, *texts)
    return keys


def write_kernel_tables(settings: Settings) -> None:
    """Write the C files that name the kernels and instructions for csrc."""
    sources = {path for module in MODULES for path in _kernel_sources(module)}
    package = Path(kernel_compiler.__file__).parent
    sources |= {package / "__init__.py", package / "tables.py"}
    texts = [path.name + path.read_text("utf-8") for path in sorted(sources)]
    key = digest(kernel_compiler.tool_version(), *settings.kernel_levels, *texts)
    directory = settings.cache / "kernels" / f"tables-{key}"
    if not directory.exists():
        with new_directory(directory) as temporary:
            kernel_tables.write_c_tables(temporary, levels=settings.kernel_levels)
    for path in directory.iterdir():
        write(settings.generated / path.name, path.read_bytes())


# --- Linking ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Linkage:
    """What goes into libascendcl.so."""

    objects: tuple[Path, ...]
    exports: tuple[str, ...]
    version_script: Path


def _link_with_cffi(settings: Settings, linkage: Linkage, output: Path) -> None:
    """Let cffi link the objects, in a process of its own."""
    with tempfile.TemporaryDirectory(prefix=".cffi-", dir=settings.directory) as name:
        directory = Path(name)
        order = {
            "extra_objects": [str(path) for path in linkage.objects],
            "extra_link_args": [
                *_LINK_FLAGS,
                f"-Wl,--version-script={linkage.version_script}",
                *_SYSTEM_LIBRARIES,
            ],
            "compiler": shlex.join(settings.compiler),
        }
        (directory / "order.json").write_text(json.dumps(order), "utf-8")
        script = Path(__file__).with_name("cffi_link.py")
        run([sys.executable, script, directory], directory, "linking with cffi")
        (directory / LIBRARY).replace(output)


def _split_debug_information(settings: Settings, library: Path) -> None:
    """Move what only a debugger reads to libascendcl.so.debug, if objcopy is there."""
    if shutil.which(tool("objcopy")) is None:
        return
    debug = settings.directory / f"{LIBRARY}.debug"
    with new_file(debug) as temporary:
        options = ["--only-keep-debug", "--compress-debug-sections"]
        run([tool("objcopy"), *options, library, temporary], settings.root, "objcopy")
    run([tool("objcopy"), "--strip-unneeded", library], settings.root, "objcopy")
    run([tool("objcopy"), f"--add-gnu-debuglink={debug}", library], settings.root, "objcopy")


def check_library(settings: Settings, library: Path, exports: Iterable[str]) -> None:
    """Raise BuildError unless the library needs only libc and exports exactly these names."""
    dynamic = run([tool("readelf"), "--wide", "--dynamic", library], settings.root, "readelf")
    symbols = run([tool("nm"), "--dynamic", library], settings.root, "nm")
    problems = [
        f"it needs {needed}"
        for needed in re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)
        if not _ALLOWED_NEEDED.fullmatch(needed)
    ]
    if re.search(r"\((RPATH|RUNPATH)\)", dynamic):
        problems.append("it has a run path")
    if f"[{LIBRARY}]" not in dynamic:
        problems.append(f"its name is not {LIBRARY}")
    undefined = re.findall(r"^\s+U (\S+)$", symbols, re.MULTILINE)
    # What the C library defines has a version.
    problems += [f"{name} is not defined" for name in undefined if "@" not in name]
    exported = set(re.findall(r"^[0-9a-f]+ [A-Z] (\w+)$", symbols, re.MULTILINE))
    problems += [f"{name} is not exported" for name in sorted(set(exports) - exported)]
    problems += [f"{name} is exported" for name in sorted(exported - set(exports))]
    if problems:
        message = f"{LIBRARY} is not what it should be:\n" + "".join(
            f"    {problem}\n" for problem in problems
        )
        raise BuildError(message)


def archive(settings: Settings, objects: Sequence[Path]) -> Path:
    """All objects as a static library, for tests of what is below the public functions."""
    path = settings.directory / ARCHIVE
    with new_file(path) as temporary:
        run([tool("ar"), "rcsD", temporary, *objects], settings.root, "ar")
    return path


def link(settings: Settings, linkage: Linkage, pool: Executor) -> Path:
    """Link libascendcl.so, unless the last one was made of the same parts."""
    library = settings.directory / LIBRARY
    key = digest(
        *(f"{path.parent.name}/{path.name}" for path in linkage.objects),  # content-addressed
        *linkage.exports,
        *_LINK_FLAGS,
        *_SYSTEM_LIBRARIES,
        *settings.sanitizer_flags,
        settings.compiler_version,
        version("cffi"),
        Path(__file__).read_text("utf-8"),
        Path(__file__).with_name("cffi_link.py").read_text("utf-8"),
    )
    stamp = settings.directory / "link.stamp"
    made = [library, settings.directory / ARCHIVE, stamp]
    if all(path.exists() for path in made) and stamp.read_bytes() == key.encode():
        return library
    settings.directory.mkdir(parents=True, exist_ok=True)
    archived = pool.submit(archive, settings, linkage.objects)
    with new_file(library) as temporary:
        if settings.sanitizer is None:
            _link_with_cffi(settings, linkage, temporary)
            check_library(settings, temporary, linkage.exports)
            if not settings.debug:
                _split_debug_information(settings, temporary)
        else:
            command = [*settings.compiler, "-shared", *settings.sanitizer_flags, *_LINK_FLAGS]
            command += [f"-Wl,--version-script={linkage.version_script}"]
            objects = [str(path) for path in linkage.objects]
            command += [*objects, "-o", str(temporary), *_SYSTEM_LIBRARIES]
            run(command, settings.root, "linking")
    archived.result()
    write(stamp, key)
    return library


# --- The other names ----------------------------------------------------------------------------

_NAMES_ASSEMBLY = """\
/* The public names, for the linker. They get no place, see _take_places. A debugger wants some code
 * in a library, but would look for the names there. */
    .text
    .balign 16
    .4byte 0, 0, 0, 0
    .section .rodata,"a",%progbits
nowhere:
    .byte 0
{names}    .section .note.GNU-stack,"",%progbits
"""


def _take_places(path: Path) -> None:
    """Leave the names that a shared library defines to the linker alone.

    Each gets the value 0, and the hash table that the dynamic linker looks into one empty bucket:
    the linker takes a name for a definition, and the dynamic linker goes on to libascendcl.so,
    which the library needs. (A filter library, DT_FILTER, would do without this, but glibc cannot
    list its parts: ldd and gdb end at an assertion.)
    """
    hash_table, dynamic_symbols, entry_size = 5, 11, 24  # SHT_HASH, SHT_DYNSYM, sizeof(Elf64_Sym)
    image = bytearray(path.read_bytes())
    (sections,) = struct.unpack_from("<Q", image, 0x28)
    section_size, count = struct.unpack_from("<HH", image, 0x3A)
    for section in range(sections, sections + count * section_size, section_size):
        kind, start, size = struct.unpack_from("<4xI16xQQ", image, section)
        if kind == hash_table:
            struct.pack_into("<I", image, start, 1)  # nbucket; nchain, the number of names, stays
            image[start + 8 : start + size] = bytes(size - 8)
        if kind == dynamic_symbols:
            for symbol in range(start, start + size, entry_size):
                struct.pack_into("<QQ", image, symbol + 8, 0, 0)  # st_value, st_size
    path.write_bytes(image)


def _assembly_of_names(names: Iterable[str]) -> str:
    return _NAMES_ASSEMBLY.format(
        names="".join(
            f"    .globl {name}\n    .type {name}, %function\n    .set {name}, nowhere\n"
            for name in names
        )
    )


def _link_name(settings: Settings, path: Path, assembly: str, flags: Sequence[str]) -> None:
    """Link a library of names that leads to libascendcl.so."""
    source = path.with_suffix(".s")
    write(source, assembly)
    command = [*settings.compiler, *flags, f"-Wl,-soname,{path.name}", source.name]
    with new_file(path) as temporary:
        run([*command, settings.directory / LIBRARY, "-o", temporary], path.parent, path.name)
        _take_places(temporary)


def link_other_names(
    settings: Settings, exports: Sequence[str], beside: Mapping[str, Sequence[str]]
) -> list[Path]:
    """The libraries under the other names; all of them lead to libascendcl.so beside them.

    exports  the functions of which OTHER_NAMES says who has them
    beside   functions of sonames by these (build_support/libraries.py)
    """
    directory = settings.directory / "names"
    names = {name: list(filter(wanted.match, exports)) for name, wanted in OTHER_NAMES.items()}
    for name, more in beside.items():
        names[name] = [*names.get(name, []), *more]
    texts = {
        directory / f"lib{name}.so": _assembly_of_names(found) for name, found in names.items()
    }
    flags = ["-shared", "-nostdlib", "-s", "-Wl,-z,noexecstack", "-Wl,--no-as-needed"]
    flags += ["-Wl,-rpath,$ORIGIN", "-Wl,--enable-new-dtags", "-Wl,--build-id"]
    # Names in the order of the file, which a wheel packs well; the other table wants its own.
    flags += ["-Wl,--hash-style=sysv"]
    sources = Path(__file__).read_text("utf-8")
    key = digest(*texts.values(), *flags, settings.compiler_version, sources)
    stamp = directory / "stamp"
    made = all(path.exists() for path in (*texts, stamp))
    if not made or stamp.read_bytes() != key.encode():
        for path, assembly in texts.items():
            _link_name(settings, path, assembly, flags)
        write(stamp, key)
    return list(texts)
