# SPDX-License-Identifier: Apache-2.0
"""Tutorials, and how-to pages with programs, are followed as a reader would: their files written,
their commands run in turn."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from support import program_environment

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "tutorial"
TORCH_NPU = Path(sys.prefix) / "torch_npu"  # `make torch` installs it there

pytestmark = pytest.mark.slow  # compiles


@dataclass
class Block:
    """A block of a page with the last line of prose before it."""

    language: str
    text: str
    before: str


def blocks(page: str) -> Iterator[Block]:
    """The blocks in their sequence."""
    before = ""
    for prose, language, text in re.findall(r"(?ms)(.*?)^```(\w+)\n(.*?)^```$", page):
        before = prose.strip() or before
        yield Block(language, text, before)


def shown(text: str, printed: str) -> bool:
    """Whether a page shows what was printed. Three dots stand for anything in a line, and for any
    lines where they are one."""
    pieces = re.split(r"^\.\.\.\n", text, flags=re.MULTILINE)
    lines = ["[^\n]*".join(map(re.escape, piece.split("..."))) for piece in pieces]
    return re.fullmatch("(?:.*\n)*".join(lines), printed) is not None


def follow(page: str, folder: Path, environment: dict[str, str]) -> list[str]:
    """Writes the files, runs the commands, and compares; the commands that were run."""
    ran: list[str] = []
    found = list(blocks(page))
    for position, block in enumerate(found):
        match block.language:
            case "cpp" | "python":
                names = re.findall(r"`(\w+\.(?:cpp|py))`", block.before.split("\n\n")[-1])
                assert len(names) == 1, f"which file is this? {block.before}"
                (folder / names[0]).write_text(block.text, "utf-8")
            case "sh":
                result = subprocess.run(
                    ["bash", "-euc", block.text],
                    cwd=folder,
                    env=environment,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    text=True,
                    timeout=300,
                    check=False,
                )
                assert result.returncode == 0, f"{block.text}{result.stdout}"
                expected = found[position + 1]
                assert expected.language == "text", f"what does it print? {block.text}"
                assert shown(expected.text, result.stdout), f"{block.text}{result.stdout}"
                ran.append(block.text)
            case "text":
                assert found[position - 1].language == "sh", block.text
            case _:
                pytest.fail(f"nothing runs a block of {block.language}")
    return ran


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """That of a shell in which the package is installed: it finds `aclnn` and `python`."""
    commands = tmp_path / "commands"
    commands.mkdir()
    python = shlex.quote(sys.executable)
    for name, words in (("python", python), ("aclnn", f"{python} -m aclnn_py")):
        (commands / name).write_text(f'#!/bin/sh\nexec {words} "$@"\n', "utf-8")
        (commands / name).chmod(0o755)
    path = os.pathsep.join([str(commands), os.environ["PATH"]])
    return program_environment({"PATH": path, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)})


@pytest.mark.parametrize("name", ["cpp", "python"])
def test_tutorial(name: str, tmp_path: Path, environment: dict[str, str]) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    assert len(follow((FOLDER / f"{name}.md").read_text("utf-8"), folder, environment)) >= 4


def test_how_to_capture_a_graph(tmp_path: Path, environment: dict[str, str]) -> None:
    page = (FOLDER.parent / "how-to" / "capture-a-graph.md").read_text("utf-8")
    assert len(follow(page, tmp_path, environment)) == 1


def test_how_to_see_what_runs(tmp_path: Path, environment: dict[str, str]) -> None:
    page = (FOLDER.parent / "how-to" / "see-what-runs.md").read_text("utf-8")
    begin, _, _ = page.partition("## Looking at it")
    assert len(follow(begin, tmp_path, environment)) == 1


def test_how_to_profile(tmp_path: Path, environment: dict[str, str]) -> None:
    page = (FOLDER.parent / "how-to" / "profile.md").read_text("utf-8")
    begin, _, _ = page.partition("## PyTorch")
    assert len(follow(begin, tmp_path, environment)) == 1


def test_how_to_use_several_cards(tmp_path: Path, environment: dict[str, str]) -> None:
    """What is for PyTorch alone is followed by tests/interfaces/torch/test_distributed.py."""
    page = (FOLDER.parent / "how-to" / "several-cards.md").read_text("utf-8")
    begin, _, rest = page.partition("## In PyTorch")
    assert "torchrun" in rest
    environment["HCCL_SOCKET_IFNAME"] = "lo"
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    assert len(follow(begin, tmp_path, environment)) == 2


def test_pyacl(tmp_path: Path, environment: dict[str, str]) -> None:
    """The program of the page; the text of a refusal is what tests/runtime/pyacl reads."""
    page = (FOLDER.parent / "reference" / "pyacl.md").read_text("utf-8")
    program, refusals = page.split("## What is refused")
    assert len(follow(program, tmp_path, environment)) == 1
    (refusal,) = blocks(refusals)
    (tmp_path / "refused.py").write_text(
        "import acl\nprint(acl.media.dvpp_malloc(64))\nprint(acl.get_recent_err_msg(), end='')\n"
    )
    command = ["bash", "-euc", "aclnn run python refused.py"]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert shown(f"(0, 207000)\n{refusal.text}", done.stdout), done.stdout


@pytest.mark.torch
def test_pytorch_tutorial(tmp_path: Path, environment: dict[str, str]) -> None:
    if not TORCH_NPU.is_dir():
        pytest.skip("torch_npu is not installed; `make torch` installs it")
    folder = tmp_path / "work"
    folder.mkdir()
    environment["PYTHONPATH"] = os.pathsep.join([str(TORCH_NPU), environment["PYTHONPATH"]])
    configuration = TORCH_NPU / "torch_npu" / "acl_default.json"
    environment["TORCH_ACL_INIT_CONFIG_PATH"] = str(configuration)
    environment["PYTHONWARNINGS"] = "ignore"
    assert len(follow((FOLDER / "pytorch.md").read_text("utf-8"), folder, environment)) == 3


def test_each_page_is_followed() -> None:
    assert {page.stem for page in FOLDER.glob("*.md")} == {"cpp", "python", "pytorch"}


def test_what_is_not_printed_is_found(tmp_path: Path, environment: dict[str, str]) -> None:
    page = "Write `a.py`:\n\n```python\nprint(1)\n```\n\n```sh\npython a.py\n```\n\n"
    assert follow(f"{page}```text\n1\n```\n", tmp_path, environment) == ["python a.py\n"]
    for other in ("```text\n2\n```\n", "```text\n1\n2\n```\n"):
        with pytest.raises(AssertionError):
            follow(page + other, tmp_path, environment)
    assert shown("a ... c\n...\nz\n", "a b c\n1\n2\nz\n")
    assert not shown("a ... c\n", "a b\nd c\n")
