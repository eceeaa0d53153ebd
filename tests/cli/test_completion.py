# SPDX-License-Identifier: Apache-2.0
"""Completion in shells, and the man page: both from the parser."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from aclnn_py import native
from aclnn_py.cli import COMMANDS, main, parsers
from build_support import manual

Capture = pytest.CaptureFixture[str]

# What is typed, and what has to be among the answers; nothing else begins so.
CASES = (
    ("comp", {"completion"}),
    ("run --str", {"--stream", "--strict"}),
    ("run --stream ", {"async", "lazy", "sync"}),
    ("run --soc Ascend910A", {"Ascend910A"}),
    ("run part", {"part.cpp"}),
    ("build -o out part", {"part.cpp"}),
    ("workspace EmbeddingDenseB", {"EmbeddingDenseBackward"}),
    ("completion ", {"bash", "zsh", "fish"}),
)


def script(capsys: Capture, shell: str) -> str:
    assert main(["completion", shell]) == 0
    return capsys.readouterr().out


def answers(command: list[str], directory: Path) -> set[str]:
    (directory / "part.cpp").touch()
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return {line.split("\t")[0] for line in done.stdout.splitlines()}


@pytest.mark.parametrize(("typed", "expected"), CASES)
def test_bash(capsys: Capture, tmp_path: Path, typed: str, expected: set[str]) -> None:
    words = ["aclnn", *typed.split(" ")]
    (tmp_path / "script").write_text(script(capsys, "bash"))
    code = f"""
eval "$(cat script)"
function=$(complete -p aclnn | sed "s/.*-F \\([^ ]*\\).*/\\1/")
COMP_WORDS=({shlex.join(words)}) COMP_CWORD={len(words) - 1}
"$function" aclnn {shlex.join([words[-1], words[-2]])}
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    assert answers(["bash", "--norc", "-c", code], tmp_path) == expected


@pytest.mark.slow
@pytest.mark.parametrize(("typed", "expected"), CASES)
def test_fish(capsys: Capture, tmp_path: Path, typed: str, expected: set[str]) -> None:
    if shutil.which("fish") is None:
        pytest.skip("fish is not installed")
    (tmp_path / "script").write_text(script(capsys, "fish"))
    code = f"source script; complete -C {shlex.quote('aclnn ' + typed)}"
    assert answers(["fish", "--no-config", "-c", code], tmp_path) == expected


@pytest.mark.slow
def test_zsh(capsys: Capture, tmp_path: Path) -> None:
    if shutil.which("zsh") is None:
        pytest.skip("zsh is not installed")
    text = script(capsys, "zsh")
    (tmp_path / "script").write_text(text)
    code = 'autoload -Uz compinit; compinit -u -d dump; eval "$(cat script)"; echo $_comps[aclnn]'
    (function,) = answers(["zsh", "-f", "-c", code], tmp_path)
    assert f"{function}()" in text
    for command in COMMANDS:
        assert f"\n    {command}:" in text


def test_the_package_that_is_needed_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["completion", "bash"]) == 2
    text = "aclnn: completion: needs shtab: pip install 'aclnn-py[completion]'\n"
    assert capsys.readouterr().err == text


def test_other_shells_are_refused(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["completion", "csh"])
    assert ended.value.code == 2
    assert "choose from" in capsys.readouterr().err


def test_the_man_page_says_all(tmp_path: Path) -> None:
    page = manual.page().replace("\\-", "-").replace("\\(aq", "'")
    assert page.startswith(".TH ACLNN ")
    _, commands = parsers(operands=True)
    assert commands.keys() == set(COMMANDS)
    for name, command in commands.items():
        assert f"COMMAND \\fI\\,'aclnn {name}'\\/\\fR" in page
        for action in command._actions:
            for option in set(action.option_strings) - {"-h", "--help"}:
                assert f"\\fB{option}\\fR" in page
    # Examples keep their lines.
    assert (
        "\n.nf\n    g++ $(aclnn config --cflags) program.cpp $(aclnn config --libs)\n.fi\n" in page
    )
    assert native.description().version in page


@pytest.mark.slow
def test_the_man_page_is_well_formed(tmp_path: Path) -> None:
    if shutil.which("groff") is None:
        pytest.skip("groff is not installed")
    (tmp_path / "aclnn.1").write_text(manual.page(), "utf-8")
    done = subprocess.run(
        ["groff", "-man", "-ww", "-z", "-Tutf8", tmp_path / "aclnn.1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
