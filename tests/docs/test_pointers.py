# SPDX-License-Identifier: Apache-2.0
"""What comments, docstrings and documents point to is there: files, sections, links, anchors."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
#: What nobody wrote: made by the build, or by the fuzzer.
MADE = ("build/", "aclnn_py/ascend/", "tests/c/fuzz/corpus/")
#: A path that begins with one of these is one of the checkout.
FOLDERS = ("aclnn_py", "benchmarks", "build_support", "csrc", "docs", "examples", "tests")

#: Where the build writes what it makes.
BUILT = ("generated", "include")

_PATH = re.compile(
    rf"(?<![\w/.~$}}>-])((?:{'|'.join(FOLDERS)})/[\w./*<>{{}},-]*[\w/*>}}])(?![\w(])"
)
_PAGE = re.compile(r"(?<![\w/.*<>$}-])((?:\.\./)*(?:[\w-]+/)*[\w-]+\.md)(?![\w(])")
_SECTION = re.compile(r"((?:[\w-]+/)*[\w-]+\.md)`?,\s+\"([^\"]+)\"")
#: A file of C or a table, named in a comment without its folder or from within csrc.
_FILE = re.compile(r"(?<![\w/.*<>{}$@\]-])((?:\w+/)*[a-z_]\w*\.(?:c|h|toml|def))\b(?!\.)")
_ANY_NAME = re.compile(r"<[^<>]*>|FAMILY|NAME")
_LINK = re.compile(r"\]\(([^)#\s]*)(#[^)\s]*)?\)")


def sources() -> list[str]:
    """The texts of the checkout, by their paths."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.stdout:
        names = listed.stdout.split("\n")
    else:  # a source distribution, perhaps in a folder that git ignores
        names = [path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*")]
    kinds = (".py", ".c", ".h", ".def", ".toml", ".md", ".sh", ".cpp", ".txt", ".in")
    return [
        name
        for name in names
        if (name.endswith(kinds) or name == "Makefile")
        and not name.startswith(MADE)
        and (ROOT / name).is_file()
    ]


def prose_of(name: str, text: str) -> str:
    """What is written for readers: comments and docstrings of a program, all of anything else."""
    if name.endswith(".py"):
        pieces = [
            token.string.lstrip("# ")
            for token in tokenize.generate_tokens(io.StringIO(text).readline)
            if token.type == tokenize.COMMENT
        ]
        with_docstrings = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        pieces += [
            ast.get_docstring(node, clean=True) or ""
            for node in ast.walk(ast.parse(text))
            if isinstance(node, with_docstrings)
        ]
        return "\n".join(pieces)
    if name.endswith((".c", ".h", ".cpp", ".def")):
        found = re.findall(r"/\*(.*?)\*/|//([^\n]*)", text, re.DOTALL)
        return "\n".join(re.sub(r"\n\s*\* ?", "\n", block or line) for block, line in found)
    if name.endswith((".sh", ".in")) or name == "Makefile":
        return "\n".join(re.findall(r"(?m)(?:^|\s)#(.*)$", text))
    return text


def _alternatives(path: str) -> Iterator[str]:
    """docs/{tutorial,how-to} is two paths."""
    found = re.search(r"\{([^{}]*)\}", path)
    if found is None:
        yield path
        return
    for choice in found[1].split(","):
        yield from _alternatives(path[: found.start()] + choice.strip() + path[found.end() :])


@cache
def _exists(path: str) -> bool:
    """Of the checkout, or made by the build. <family>, FAMILY, NAME and * stand for any name."""
    pattern = _ANY_NAME.sub("*", path.rstrip("/"))
    if "*" in pattern:
        return next(ROOT.glob(pattern), None) is not None
    made = (ROOT / "build" / folder / pattern for folder in BUILT)
    return (ROOT / pattern).exists() or any(path.exists() for path in made)


def _page(named: str, name: str) -> Path | None:
    """The page that a text names: from the root, or from beside the text."""
    for place in (ROOT / named, ROOT / Path(name).parent / named):
        if place.is_file():
            return place
    return None


@cache
def _endings() -> frozenset[str]:
    """The ends of paths of the checkout and of what the build makes: call.h, executor/call.h."""
    made = [path for folder in BUILT for path in (ROOT / "build" / folder).rglob("*")]
    paths = [*map(Path, sources()), *(path.relative_to(ROOT) for path in made)]
    return frozenset(
        "/".join(path.parts[first:]) for path in paths for first in range(len(path.parts))
    )


def headings_of(text: str) -> list[str]:
    """The headings of a page, without the comments of its blocks."""
    plain = re.sub(r"(?ms)^( *)```.*?^\1```", "", text)
    return [heading.strip() for heading in re.findall(r"(?m)^#+ +(.+)$", plain)]


def anchors_of(text: str) -> set[str]:
    """The names under which a browser finds headings: letters, digits, - and _."""
    found: dict[str, int] = {}
    anchors = set()
    for heading in headings_of(text):
        shown = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
        anchor = re.sub(r"[^\w\- ]", "", shown).replace(" ", "-")
        before = found.get(anchor, 0)
        anchors.add(f"{anchor}-{before}" if before else anchor)
        found[anchor] = before + 1
    return anchors


def dangling(name: str, text: str) -> list[str]:
    """What a text points to and nobody has."""
    prose = prose_of(name, text)
    prose = re.sub(r"\bhttps?://\S+", "", prose)
    if name.endswith(".md"):  # links are looked at below, and their labels say what they like
        prose = re.sub(r"\[[^\[\]]*\]\([^)]*\)", "", prose)
    missing = [
        path
        for named in _PATH.findall(prose)
        for path in _alternatives(named)
        if not _exists(path.rstrip(".,"))
    ]
    if not name.endswith((".md", ".txt")):  # programs of a reader's have names too
        known = _endings()
        named = [file for file in _FILE.findall(prose) if not _ANY_NAME.search(file)]
        missing += [file for file in named if file not in known]
    missing += [page for page in _PAGE.findall(prose) if _page(page, name) is None]
    for page, section in _SECTION.findall(prose):
        place = _page(page, name)
        wanted = " ".join(section.split()).rstrip(".")
        if place is not None and wanted not in headings_of(place.read_text("utf-8")):
            missing.append(f'{page}, "{wanted}"')
    if name.endswith(".md"):
        plain = re.sub(r"(?ms)^( *)```.*?^\1```", "", text)
        for target, anchor in _LINK.findall(plain):
            if "://" in target or target.startswith("mailto:"):
                continue
            place = (ROOT / name).parent / target if target else ROOT / name
            if not place.exists():
                missing.append(f"]({target})")
            elif anchor and place.suffix == ".md":
                page_text = text if not target else place.read_text("utf-8")
                if anchor[1:] not in anchors_of(page_text):
                    missing.append(f"]({target}{anchor})")
    return list(dict.fromkeys(missing))


@pytest.mark.slow
def test_pointers_lead_somewhere() -> None:
    names = sources()
    assert len(names) > 500
    found = {
        name: missing
        for name in names
        if (missing := dangling(name, (ROOT / name).read_text("utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize(
    ("name", "text", "missing"),
    [
        ("csrc/a.c", "/* call.h, executor/call.h, nothing.c */", ["nothing.c"]),
        ("csrc/a.toml", "# executor/nothing.h, entry_points.c", ["executor/nothing.h"]),
        ("csrc/a.c", "/* docs/lists.md */", ["docs/lists.md"]),
        ("csrc/a.c", "/* The table (abi.md, 2.8). */", ["abi.md"]),
        ("csrc/a.c", "/* As csrc/base/entry.h says;\n * csrc/base/exit.h */", ["csrc/base/exit.h"]),
        ("csrc/a.c", 'f("docs/lists.md");', []),
        ("csrc/a.c", "// tests/nowhere", ["tests/nowhere"]),
        ("csrc/a.c", "/* csrc/base/*.def and csrc/base/*.nothing */", ["csrc/base/*.nothing"]),
        ("csrc/a.c", "/* csrc/base/{entry,exit}.h */", ["csrc/base/exit.h"]),
        (
            "csrc/a.h",
            '/* docs/index.md,\n * "Documents", and docs/explanation/design.md, "Lists". */',
            ['docs/explanation/design.md, "Lists"'],
        ),
        ("tests/a.py", '"""What aclnn_py/nothing.py does."""', ["aclnn_py/nothing.py"]),
        ("tests/a.py", "x = 1  # build_support/nothing.py\n", ["build_support/nothing.py"]),
        ("tests/a.py", 'x = "docs/nothing.md"\n', []),
        ("docs/index.md", "[a](reference/none.md)", ["](reference/none.md)"]),
        ("docs/index.md", "[a](index.md#nothing)", ["](index.md#nothing)"]),
        ("docs/index.md", "# A page, made\n[a](#a-page-made) [b](#other)", ["](#other)"]),
        ("docs/index.md", "```text\n[a](nowhere)\n```\n", []),
        ("csrc/a.toml", 'notes = ["By docs/none.md"]', ["docs/none.md"]),
    ],
)
def test_a_pointer_into_nothing_is_found(name: str, text: str, missing: list[str]) -> None:
    assert dangling(name, text) == missing
