# SPDX-License-Identifier: Apache-2.0
"""`python build.py` when what it finds is damaged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import build
from build_support import library


def current(stamp: Path, content: bytes) -> bool:
    stamp.write_bytes(content)
    return build._is_current(stamp, "inputs")


def test_a_damaged_stamp_means_a_new_build(tmp_path: Path) -> None:
    stamp = tmp_path / "build.stamp"
    assert not build._is_current(stamp, "inputs")
    file = Path("build.py")
    found = (build.ROOT / file).stat()
    outputs = [[str(file), found.st_size, found.st_mtime_ns]]
    good = json.dumps({"inputs": "inputs", "outputs": outputs}).encode()
    assert current(stamp, good)
    assert not build._is_current(stamp, "other inputs")
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
    assert build.main([]) == 1
    assert capsys.readouterr().err == f"build.py: {text}\n"


def test_an_empty_variable_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "")
    assert library.Settings(build.ROOT).compiler == ["cc"]


def test_a_checkout_finds_the_objects_of_another(tmp_path: Path) -> None:
    objects = []
    for name in ("one", "another"):
        source = tmp_path / name / "csrc" / "number.c"
        source.parent.mkdir(parents=True)
        source.write_text("int number(void);\nint number(void)\n{\n    return 1;\n}\n")
        objects.append(library.compile_file(library.Settings(tmp_path / name), "csrc/number.c"))
    assert objects[0].name == objects[1].name
    assert objects[0].read_bytes() == objects[1].read_bytes()
