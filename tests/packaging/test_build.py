# SPDX-License-Identifier: Apache-2.0
"""`python build.py`: damaged files, C files that changed, and kernels in C."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from build_support import fingerprints, library, steps

ROOT = Path(library.__file__).resolve().parents[1]


def current(stamp: Path, content: bytes) -> bool:
    stamp.write_bytes(content)
    return steps._is_current(stamp, "inputs")


def test_a_damaged_stamp_means_a_new_build(tmp_path: Path) -> None:
    stamp = tmp_path / "build.stamp"
    assert not steps._is_current(stamp, "inputs")
    file = Path("build.py")
    found = (steps.ROOT / file).stat()
    outputs = [[str(file), found.st_size, found.st_mtime_ns]]
    good = json.dumps({"inputs": "inputs", "outputs": outputs}).encode()
    assert current(stamp, good)
    assert not steps._is_current(stamp, "other inputs")
    for damaged in (b"", good[:-2], b"\xff", b"[]", b"{}", b"null", b'{"outputs": [[]]}'):
        assert not current(stamp, damaged)
    assert not current(stamp, b'{"inputs": "inputs", "outputs": [[1, 2, 3]]}')


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ('a "b', 'CC=a "b: No closing quotation'),
        (" ", "CC= : names no compiler"),
        ("no-such-cc", "the C compiler: there is no program no-such-cc"),
        ("/etc/passwd", "the C compiler: /etc/passwd does not start: Permission denied"),
    ],
)
def test_compilers_that_are_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], value: str, text: str
) -> None:
    monkeypatch.setenv("CC", value)
    assert steps.main([]) == 1
    assert capsys.readouterr().err == f"build.py: {text}\n"


def test_an_empty_variable_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "")
    assert library.Settings(steps.ROOT).compiler == ["cc"]


def test_a_checkout_finds_the_objects_of_another(tmp_path: Path) -> None:
    objects = []
    for name in ("one", "another"):
        source = tmp_path / name / "csrc" / "number.c"
        source.parent.mkdir(parents=True)
        source.write_text("int number(void);\nint number(void)\n{\n    return 1;\n}\n")
        objects.append(library.compile_file(library.Settings(tmp_path / name), "csrc/number.c"))
    assert objects[0].name == objects[1].name
    assert objects[0].read_bytes() == objects[1].read_bytes()


def test_what_a_file_includes_decides_its_object(tmp_path: Path) -> None:
    csrc = tmp_path / "csrc"
    csrc.mkdir()
    (csrc / "number.c").write_text('#include "number.h"\nint number(void)\n{\n    return ONE;\n}\n')
    objects = []
    for one in (1, 22, 22, 1):
        (csrc / "number.h").write_text(f"int number(void);\n#define ONE {one}\n")
        objects.append(library.compile_file(library.Settings(tmp_path), "csrc/number.c"))
    assert objects[0] == objects[3] != objects[1] == objects[2]


def test_what_a_header_includes_decides_too(tmp_path: Path) -> None:
    """Headers beside one another, and of the system by an environment variable."""
    folder = tmp_path / "csrc" / "numbers"
    folder.mkdir(parents=True)
    (tmp_path / "csrc" / "number.c").write_text(
        '#include "numbers/all.h"\nint number(void)\n{\n    return ONE;\n}\n'
    )
    (folder / "all.h").write_text('  #  include "one.h" // the first\nint number(void);\n')
    objects = []
    for one in (1, 22, 1):
        (folder / "one.h").write_text(f'#pragma once\n#include "all.h"\n#define ONE {one}\n')
        objects.append(library.compile_file(library.Settings(tmp_path), "csrc/number.c"))
    assert objects[0] == objects[2] != objects[1]


def test_headers_of_the_system_decide_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "csrc").mkdir()
    (tmp_path / "csrc" / "number.c").write_text(
        "#include <the_number.h>\nint number(void)\n{\n    return ONE;\n}\n"
    )
    system = tmp_path / "system"
    system.mkdir()
    monkeypatch.setenv("CPATH", str(system))
    objects = []
    for one in (
        "enum {{ ONE = {} }};",
        "#define ONE {}",
        "#ifdef __OPTIMIZE__\n#define ONE {}\n#endif",
    ):
        for value in (1, 22, 1):
            header = f"int number(void);\n{one.format(value)}\n"
            (system / "the_number.h").write_text(header)
            objects.append(library.compile_file(library.Settings(tmp_path), "csrc/number.c"))
    for first, other, again in zip(*[iter(objects)] * 3, strict=True):
        assert first == again != other


def test_headers_of_other_machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clang has them all, and ends with an error where one is for another machine."""
    (tmp_path / "csrc").mkdir()
    (tmp_path / "csrc" / "number.c").write_text(
        "#ifdef __another_machine__\n#include <its_instructions.h>\n#endif\nint number;\n"
    )
    system = tmp_path / "system"
    system.mkdir()
    (system / "its_instructions.h").write_text('#error "not for this machine"\n')
    monkeypatch.setenv("CPATH", str(system))
    assert library.compile_file(library.Settings(tmp_path), "csrc/number.c").exists()


def test_a_header_that_comes_first_decides_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside the file, then in csrc, in what the build writes, and in the system; headers of the
    system find those of the checkout before their own."""
    for name in ("csrc/numbers", "build/include", "system"):
        (tmp_path / name).mkdir(parents=True)
    monkeypatch.setenv("CPATH", str(tmp_path / "system"))
    source = "csrc/numbers/number.c"
    (tmp_path / source).write_text(
        '#include "outer.h"\nint number(void);\nint number(void)\n{\n    return ONE;\n}\n'
    )
    (tmp_path / "system" / "outer.h").write_text("#include <one.h>\n")
    objects = set()
    places = ("system", "build/include", "csrc")
    for number, place in enumerate(places, 1):
        (tmp_path / place / "one.h").write_text(f"#define ONE {number}\n")
        objects.add(library.compile_file(library.Settings(tmp_path), source))
    for number, place in enumerate((*places[1:], "csrc/numbers"), 5):
        (tmp_path / place / "outer.h").write_text(f"#define ONE {number}\n")
        objects.add(library.compile_file(library.Settings(tmp_path), source))
    assert len(objects) == 6


def test_includes_name_their_files() -> None:
    """One that a macro names, or behind a comment, would not be found."""
    for path in (ROOT / "csrc").rglob("*.*"):
        if path.suffix not in {".c", ".h", ".def"}:
            continue
        for line in path.read_text("utf-8").splitlines():
            if re.search(r"#\s*include\b", line) and not line.lstrip().startswith(("*", "//")):
                assert fingerprints._INCLUDE.match(line), f"{path}: {line}"


@pytest.mark.parametrize(
    ("place", "again"), [("build/include", False), ("csrc", True)], ids=["made", "by hand"]
)
def test_words_in_a_made_header_compile_nothing(tmp_path: Path, place: str, again: bool) -> None:
    """Lines of a header that a person wrote are what a debugger shows."""
    for name in ("csrc", "build/include"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "csrc" / "number.c").write_text(
        '#include "number.h"\nint number(void)\n{\n    return ONE;\n}\n'
    )
    objects = []
    for words in ("short", "\n".join(["many"] * 12)):
        header = f"/* {words} */\nint number(void);\n#define ONE 1\n"
        (tmp_path / place / "number.h").write_text(header)
        objects.append(library.compile_file(library.Settings(tmp_path), "csrc/number.c"))
    assert (objects[0] != objects[1]) == again


KERNEL = """
struct table { int (*answer)(void); };
extern const struct table one_kernel_own;
int two_kernel_other(void);
int ordinary(void);
static int answer(void)
{
    return two_kernel_other() + ordinary();
}
const struct table one_kernel_own = {answer};
"""


@pytest.mark.parametrize("sanitizer", [None, "address"])
def test_names_of_a_kernel_end_in_its_level(tmp_path: Path, sanitizer: str | None) -> None:
    """What it defines, and what it calls of other kernels; nothing else."""
    for name in ("one", "two"):
        (tmp_path / "csrc" / "ops" / name).mkdir(parents=True)
        (tmp_path / "csrc" / "ops" / name / f"{name}_kernel.c").write_text(KERNEL)
    settings = library.Settings(tmp_path, sanitizer=sanitizer)
    source = "csrc/ops/one/one_kernel.c"
    served: list[str] = []
    for level, levels in library.source_levels(settings, source).items():
        kernel = library.compile_file(settings, source, level)
        text = library.run(["nm", "--extern-only", "--format=posix", kernel], tmp_path, "nm")
        names = {line.split()[0] for line in text.splitlines()}
        own = {f"one_kernel_own_{each}" for each in levels}
        assert names >= {*own, f"two_kernel_other_{level}", "ordinary"}
        assert not [name for name in names if "_kernel_" in name and not name.endswith(levels)]
        served += levels
    assert tuple(served) == settings.kernel_levels


def test_code_for_registers_of_512_bits_is_compiled() -> None:
    """Where the source of a kernel in C has some, the level that has them gets an object."""
    settings = library.Settings(ROOT)
    if "v4" not in settings.kernel_levels:
        pytest.skip("this machine has no such level")
    for path in (ROOT / "csrc").rglob("*_kernel.c"):
        source = path.relative_to(ROOT).as_posix()
        if "__AVX512" in path.read_text("utf-8"):
            assert "v4" in library.source_levels(settings, source), source


def test_a_kernel_defines_no_other_name(tmp_path: Path) -> None:
    folder = tmp_path / "csrc" / "ops" / "one"
    folder.mkdir(parents=True)
    (folder / "one_kernel.c").write_text("extern const int number;\nconst int number = 1;\n")
    settings = library.Settings(tmp_path)
    with pytest.raises(library.BuildError, match=r"one_kernel\.c: number: kernels are named"):
        library.compile_file(settings, "csrc/ops/one/one_kernel.c", settings.kernel_levels[0])
