# SPDX-License-Identifier: Apache-2.0
"""Compiles and runs the programs of this directory."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from support import program_environment

from aclnn_py import _tree

SECONDS = 60
"""No case may take longer than this, on however busy a machine: a hang is a failure."""


def compile_program(source: Path, output: Path, *flags: str) -> Path:
    """Against the tree, as a user would; -rdynamic lets a backtrace name its functions."""
    prefix = _tree.prefix()
    command = [
        *shlex.split(os.environ.get("CC", "cc")),
        *("-std=c11", "-D_GNU_SOURCE", "-g", "-O1", "-Wall", "-Wextra", "-Werror", "-rdynamic"),
        *(f"-I{source.parent}", f"-I{source.parents[1] / 'stress'}"),
        *(f"-I{directory}" for directory in _tree.include_directories()),
        *(str(source), f"-L{prefix / 'lib64'}", "-lascendcl", "-lpthread", *flags),
        *("-o", str(output)),
    ]
    subprocess.run(command, check=True, capture_output=True, text=True)
    return output


@dataclass(frozen=True)
class Outcome:
    """How a process ended and what the library said: statuses, texts, values, findings.

    failures: those of the findings that are calls that failed; findings has the others.
    """

    end: int
    lines: tuple[str, ...]
    stderr: str
    findings: tuple[str, ...]
    failures: tuple[dict[str, Any], ...]
    objects: tuple[dict[str, Any], ...] = field(repr=False)
    """The findings as the library wrote them."""

    @property
    def statuses(self) -> list[int]:
        return [int(line.split()[1]) for line in self.lines if line.startswith("status ")]

    @property
    def texts(self) -> str:
        return "\n".join(line for line in self.lines if line.startswith("status "))

    @property
    def saw(self) -> list[int]:
        return [int(line.split()[1]) for line in self.lines if line.startswith("saw ")]


def run_program(
    command: list[str], directory: Path, variables: Mapping[str, str] | None = None
) -> Outcome:
    """Run to the end. TimeoutExpired for a hang."""
    findings = directory / "findings.jsonl"
    findings.unlink(missing_ok=True)
    result = subprocess.run(
        command,
        env=program_environment({"ACLNN_FINDINGS": str(findings), **(variables or {})}),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    lines = findings.read_text("utf-8").splitlines() if findings.exists() else []
    items = list(map(json.loads, lines))
    found = [item for item in items if item["kind"] not in ("begin", "end", "incomplete", "total")]
    return Outcome(
        result.returncode,
        tuple(result.stdout.splitlines()),
        result.stderr,
        tuple(f"{item['call']}: {item['text']}" for item in found if item["kind"] != "failure"),
        tuple(item for item in found if item["kind"] == "failure"),
        tuple(found),
    )
