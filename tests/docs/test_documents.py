# SPDX-License-Identifier: Apache-2.0
"""The documents keep their word: examples run, links lead somewhere, tables are complete."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from support import program_environment, run_python

from aclnn_py import __version__ as acl_version
from aclnn_py import _tree, native
from aclnn_py.cli._findings import Findings, read_findings
from aclnn_py.cli._missing import cann_operators

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
TOP = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
DOCUMENTS = [*TOP, *sorted(DOCS.rglob("*.md"))]
#: Their blocks belong together: test_tutorials.py and test_recipe.py run them.
RUN_AS_A_WHOLE = {
    DOCS / "tutorial",
    DOCS / "contributing",
    DOCS / "how-to" / "profile.md",
    DOCS / "reference" / "pyacl.md",
}


def python_examples() -> dict[str, str]:
    """Every Python block of the documents, by a name for the test."""
    found: dict[str, str] = {}
    for document in DOCUMENTS:
        if {document, document.parent} & RUN_AS_A_WHOLE:
            continue
        blocks = re.findall(r"(?ms)^```python\n(.*?)^```", document.read_text("utf-8"))
        found |= {f"{document.name}-{number}": block for number, block in enumerate(blocks)}
    return found


EXAMPLES = python_examples()


def needed(code: str) -> list[pytest.MarkDecorator]:
    """The marks of an example."""
    return [pytest.mark.torch] if re.search(r"^\s*import torch$", code, re.MULTILINE) else []


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 2


def is_pytest(code: str) -> bool:
    return re.search(r"^def test_", code, re.MULTILINE) is not None


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=needed(code)) for name, code in EXAMPLES.items()]
)
def test_python_example_does_what_it_says(name: str, tmp_path: Path) -> None:
    """A program prints its comments at the start of a line, a file of tests passes."""
    code = EXAMPLES[name]
    if is_pytest(code):
        (tmp_path / "test_example.py").write_text(code, "utf-8")
        arguments = ["-q", "-p", "no:cacheprovider", "-c", os.devnull, str(tmp_path)]
        result = run_python(f"import sys, pytest; sys.exit(pytest.main({arguments!r}))")
        assert result.returncode == 0, result.stdout + result.stderr
        assert "skipped" not in result.stdout
        return
    expected = [line[2:] for line in code.splitlines() if line.startswith("# ")]
    findings = tmp_path / "findings.jsonl"
    result = run_python(code, {"ACLNN_FINDINGS": str(findings)})
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines() == expected
    if findings.exists():  # it calls the library
        with findings.open("rb") as file:
            assert read_findings(file) == Findings()


def command_examples() -> list[tuple[str, str, str]]:
    """Every `aclnn workspace` that is followed by its output, with a name for the test."""
    found = []
    for document in DOCUMENTS:
        pattern = r"(?ms)^```sh\n(aclnn workspace [^`]*?)^```\s+^```text\n(.*?)^```"
        blocks = re.findall(pattern, document.read_text("utf-8"))
        found += [
            (f"{document.name}-{number}", command, text)
            for number, (command, text) in enumerate(blocks)
        ]
    return found


COMMANDS = command_examples()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "command", "text"), COMMANDS, ids=[name for name, _, _ in COMMANDS]
)
def test_command_prints_what_it_says(name: str, command: str, text: str) -> None:
    """A line of three dots stands for any lines."""
    arguments = shlex.split(command.replace("\\\n", ""))[1:]
    main = f"sys.exit(aclnn_py.cli.main({arguments!r}))"
    code = f"import os, sys, aclnn_py.cli; os.chdir({str(ROOT)!r}); {main}"
    result = run_python(code, {"COLUMNS": "100", "PYTHONIOENCODING": "utf-8"})
    assert result.returncode == 0, result.stderr
    pieces = re.split(r"^\.\.\.\n", text, flags=re.MULTILINE)
    pattern = "(.*\n)?".join(map(re.escape, pieces))
    assert re.fullmatch(pattern, result.stdout, re.DOTALL), result.stdout


def c_examples() -> list[tuple[str, str, str, str]]:
    """Every C program that is followed by `aclnn run` and its output, with a name for the test."""
    found = []
    for document in DOCUMENTS:
        pattern = r"(?ms)^```c\n([^`]*?)^```\s+^```sh\n(aclnn run [^`]*?)^```\s+^```text\n(.*?)^```"
        blocks = re.findall(pattern, document.read_text("utf-8"))
        found += [
            (f"{document.name}-{number}", code, command, text)
            for number, (code, command, text) in enumerate(blocks)
        ]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "code", "command", "text"), c_examples(), ids=[name for name, *_ in c_examples()]
)
def test_c_example_prints_what_it_says(
    name: str, code: str, command: str, text: str, tmp_path: Path
) -> None:
    """Three dots stand for anything, over lines where they are a line."""
    *options, file = shlex.split(command)[1:]
    (tmp_path / file).write_text(code, "utf-8")
    result = subprocess.run(
        [sys.executable, "-m", "aclnn_py", *options, file],
        cwd=tmp_path,
        env=program_environment({"TMPDIR": str(tmp_path), "PYTHONPATH": str(ROOT)}),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    )
    pieces = re.split(r"^\.\.\.\n", text, flags=re.MULTILINE)
    lines = [".*?".join(map(re.escape, piece.split("..."))) for piece in pieces]
    output = result.stdout.replace(str(tmp_path), "/tmp")
    assert re.fullmatch("(?:.*\n)*".join(lines), output), output
    assert result.returncode != 0


def test_there_are_examples_of_programs() -> None:
    assert len(c_examples()) >= 2


def test_there_are_examples_of_commands() -> None:
    assert len(COMMANDS) >= 2
    assert any(map(is_pytest, EXAMPLES.values()))


@pytest.mark.slow
def test_the_installed_documents_are_complete() -> None:
    """They lie in the tree as in a checkout, and no link of theirs leads out of it."""
    tree = _tree.prefix()
    root = tree / "share" / "doc"
    installed = {path.relative_to(root) for path in root.rglob("*.md")}
    assert installed == {path.relative_to(ROOT) for path in DOCUMENTS}
    for name in installed:
        document = root / name
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", document.read_text("utf-8")):
            if not target.startswith("https://"):
                place = (document.parent / target).resolve()
                assert place.exists(), f"{name}: {target}"
                assert place.is_relative_to(tree), f"{name}: {target}"


@pytest.mark.slow
def test_documents_that_texts_name_are_there() -> None:
    sources = [*(ROOT / "aclnn_py").rglob("*.py"), *(ROOT / "build" / "include").rglob("*.h")]
    named = {
        name
        for path in sources
        if "ascend" not in path.parts
        for name in re.findall(r"\bdocs/([\w/-]+\.md)", path.read_text("utf-8"))
    }
    assert len(named) >= 3
    assert [name for name in named if not (_tree.documents() / name).exists()] == []


def test_the_readme_says_how_many_operators_there_could_be() -> None:
    """Its first paragraph; the list that it links to says how many there are."""
    paragraph = " ".join((ROOT / "README.md").read_text("utf-8").split("## ")[0].split())
    assert f"a part of CANN's {len(cann_operators()):,} operators" in paragraph
    operators = set(native.description().operators) & cann_operators()
    listed = (ROOT / "docs" / "reference" / "operators.md").read_text("utf-8")
    assert f"{len(operators):,} of them are implemented" in listed


def test_the_index_leads_to_every_page() -> None:
    """But for the pages of a family, which the page of the operators leads to."""
    index = DOCS / "index.md"
    text = index.read_text("utf-8")
    linked = {(DOCS / target).resolve() for target in re.findall(r"\]\(([^)#]+)\)", text)}
    families = DOCS / "reference" / "operators"
    pages = {page for page in DOCUMENTS if page.parent != families}
    assert pages - linked == {index, ROOT / "README.md"}
    assert {page.relative_to(DOCS).parts[0] for page in pages if page.parent.parent == DOCS} == {
        *("tutorial", "how-to", "programs", "reference", "explanation", "contributing")
    }


def test_every_variable_is_in_the_table() -> None:
    source = (ROOT / "csrc" / "base" / "environment.c").read_text("utf-8")
    read = set(re.findall(r'getenv\("(\w+)"\)', source))
    assert len(read) >= 9
    page = (DOCS / "reference" / "environment.md").read_text("utf-8")
    assert {name for name in read if f"`{name}`" not in page} == set()


def test_every_command_is_in_the_table() -> None:
    page = (DOCS / "reference" / "command-line.md").read_text("utf-8")
    help_text = run_python("import aclnn_py.cli; aclnn_py.cli.main(['--help'])").stdout
    commands = re.findall(r"^    (\w+) +\w", help_text, re.MULTILINE)
    assert len(commands) >= 6
    assert [command for command in commands if f"| `aclnn {command}" not in page] == [
        *("env", "completion")  # eval "$(aclnn env)"
    ]
    assert all(f'| `eval "$(aclnn {command}' in page for command in ("env", "completion"))


def test_every_product_is_in_the_table() -> None:
    table = (ROOT / "csrc" / "base" / "soc.def").read_text("utf-8")
    products = re.findall(r"^ACL_SOC\((\w+)", table, re.MULTILINE)
    assert len(products) == 13
    page = (DOCS / "reference" / "environment.md").read_text("utf-8")
    short = {name: name.removeprefix("Ascend910") for name in products}
    assert [n for n in products if f"`{n}`" not in page and f"`{short[n]}`" not in page] == []


def test_the_readme_has_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    (block,) = re.findall(r"(?ms)^```sh\n(make run.*?)^```", readme)
    assert [line.split("#")[0].strip() for line in block.splitlines()] == ["make run", "make test"]
    assert len(readme.splitlines()) < 200


@pytest.mark.slow
def test_the_readme_shows_what_the_example_prints(tmp_path: Path) -> None:
    shown = re.search(r"```text\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert shown is not None
    result = run_python(
        "import sys, aclnn_py.cli; sys.exit(aclnn_py.cli.main(['run', "
        f"{str(ROOT / 'examples/embedding_dense_backward.cpp')!r}, "
        f"{str(ROOT / 'examples/harbour.txt')!r}]))",
        program_environment(),
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith(shown.group(1))


def test_the_citation_is_of_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {acl_version}\n" in citation
