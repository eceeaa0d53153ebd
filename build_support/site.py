# SPDX-License-Identifier: Apache-2.0
"""Makes the documents a site: the pages of docs/, the headers, and the Python package.

python -m build_support.site [OUTPUT]

Links of docs/ are those of the code host. A link that leaves docs/ leads to a page of its own on
the site, which shows that file. The navigation is that of docs/index.md.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from aclnn_py._version import __version__

ROOT = Path(__file__).resolve().parents[1]
DOCS = "docs"
HEADERS = ROOT / "build" / "include"
HEADER_PAGES = "reference/headers"
PYTHON_PAGES = "reference/python"
FILE_PAGES = "files"
LONGEST_LINE = 80
# Documents at the top of the checkout that are pages of the site.
TOP_LEVEL = ("CONTRIBUTING.md", "CHANGELOG.md", "README.md")
LANGUAGES = {
    ".h": "c",
    ".c": "c",
    ".cpp": "cpp",
    ".py": "python",
    ".toml": "toml",
    ".csv": "text",
    ".txt": "text",
}

_LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")


# --- Pages of docs/ ------------------------------------------------------------------------------


def _outside_code(text: str, change: Callable[[str], str]) -> str:
    """The text changed, but for its blocks of code."""
    parts = re.split(r"^(```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(part if at % 2 else change(part) for at, part in enumerate(parts))


class Site:
    """The pages, as Markdown, by their paths on the site."""

    def __init__(self) -> None:
        self.pages: dict[str, str] = {}
        self.shown: dict[str, str] = {}

    def add_document(self, path: str, page: str) -> None:
        """A document of the checkout."""
        self.add_text(path, page, (ROOT / path).read_text("utf-8"))

    def add_text(self, path: str, page: str, text: str) -> None:
        """A page with the text of a document, whose links are those of the path."""
        self.pages[page] = _outside_code(text, lambda part: self._linked(part, path, page))

    def _linked(self, text: str, path: str, page: str) -> str:
        def link(match: re.Match[str]) -> str:
            target, _, anchor = match[2].partition("#")
            if not target or "://" in target or target.startswith("mailto:"):
                return match[0]
            there = self._page_of(posixpath.normpath(posixpath.join(path, "..", target)))
            relative = posixpath.relpath(there, posixpath.dirname(page) or ".")
            return f"[{match[1]}]({relative}{'#' + anchor if anchor else ''})"

        return _LINK.sub(link, text)

    def _page_of(self, path: str) -> str:
        """Where a file or folder of the checkout is on the site."""
        if path in TOP_LEVEL:
            return path
        if path.startswith(f"{DOCS}/"):
            page = path.removeprefix(f"{DOCS}/")
            return f"{page}/index.md" if (ROOT / path).is_dir() else page
        header = path.removeprefix("csrc/include/")
        if header != path and (HEADERS / header).is_file():
            return f"{HEADER_PAGES}/{header}.md"
        return self.shown.setdefault(path, f"{FILE_PAGES}/{path}.md")

    def add_shown(self) -> None:
        """What documents lead to outside of docs/. These pages are in no menu."""
        for path, page in self.shown.items():
            place = ROOT / path
            if place.is_dir():
                names = "\n".join(f"- `{each.name}`" for each in sorted(place.iterdir()))
                self.pages[page] = f"# `{path}`\n\nA folder of the sources:\n\n{names}\n"
            else:
                self.pages[page] = f"# `{path}`\n\n{_fenced(place)}"


def _fenced(path: Path) -> str:
    language = LANGUAGES.get(path.suffix, "text")
    return f"``` {language}\n{path.read_text('utf-8').rstrip()}\n```\n"


# --- The navigation ------------------------------------------------------------------------------


def sections(index: str) -> Iterator[tuple[str, str, str]]:
    """Title, folder and text of each section of docs/index.md."""
    parts = re.split(r"^## (.+?): \[[^\]]*\]\(([^)]+)\)\n", index, flags=re.MULTILINE)
    yield from zip(parts[1::3], parts[2::3], parts[3::3], strict=True)


def _title(page: str) -> str:
    found = re.search(r"^# (.+)$", page, re.MULTILINE)
    assert found, page[:80]
    return found[1].replace("`", "")


def _navigation(site: Site) -> list[object]:
    """As the settings of the site have it; and a first page for each section."""
    index = site.pages["index.md"]
    entries: list[object] = [{"Documents": "index.md"}]
    for title, link, body in sections(index):
        folder = posixpath.dirname(link) if link.endswith("index.md") else link
        listed = [match[2].partition("#")[0] for match in _LINK.finditer(body)]
        pages = [page for page in dict.fromkeys(listed) if page in site.pages]
        site.pages[f"{folder}/index.md"] = f"# {title}\n" + _outside_code(
            body, functools.partial(_moved, folder)
        )
        inside: list[object] = [f"{folder}/index.md"]
        inside += [{_title(site.pages[page]): page} for page in pages]
        if folder == "reference":
            inside += [
                _folder(site, "Operators by family", "reference/operators/"),
                _folder(site, "Python", f"{PYTHON_PAGES}/"),
                {"Headers": f"{HEADER_PAGES}/index.md"},
            ]
        entries.append({title: inside})
    return entries


def _moved(folder: str, text: str) -> str:
    """A text of the first page with its links as they are in a folder."""
    return _LINK.sub(lambda match: f"[{match[1]}]({posixpath.relpath(match[2], folder)})", text)


def _folder(site: Site, title: str, prefix: str) -> object:
    pages = sorted(page for page in site.pages if page.startswith(prefix))
    return {title: [{_title(site.pages[page]): page} for page in pages]}


# --- Headers and Python --------------------------------------------------------------------------


def _add_headers(site: Site) -> None:
    names = [each.relative_to(HEADERS).as_posix() for each in sorted(HEADERS.rglob("*.h"))]
    names = [name for name in names if "/level2/" not in name]  # older names of the same headers
    for name in names:
        site.pages[f"{HEADER_PAGES}/{name}.md"] = f"# `{name}`\n\n{_fenced(HEADERS / name)}"
    listed = "\n".join(f"- [`{name}`]({name}.md)" for name in names)
    site.pages[f"{HEADER_PAGES}/index.md"] = f"# Headers\n\nThey are the manual.\n\n{listed}\n"


def _signature(name: str, value: Callable[..., object]) -> str:
    """A call as its definition writes it, with a line a parameter where it is long."""
    try:
        signature = inspect.signature(value)
    except ValueError:
        return name
    text = name + re.sub(r"(: |-> )'([^']*)'", r"\1\2", str(signature))
    if len(text) <= LONGEST_LINE:
        return text
    lines = []
    kinds: set[object] = set()
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not kinds & {
            parameter.KEYWORD_ONLY,
            parameter.VAR_POSITIONAL,
        }:
            lines.append("    *,\n")
        kinds.add(parameter.kind)
        lines.append("    " + re.sub(r": '([^']*)'", r": \1", str(parameter)) + ",\n")
    return f"{name}(\n{''.join(lines)}){text[text.rindex(')') + 1 :]}"


def _member(name: str, value: object) -> str:
    """A function or class with its signature and its docstring."""
    kind = "class " if inspect.isclass(value) else ""
    called = _signature(name, value) if callable(value) else name
    parts = [f"``` python\n{kind}{called}\n```\n"]
    text = inspect.getdoc(value)
    if text:
        parts.append(f"``` text\n{text}\n```\n")
    return "\n".join(parts)


def _class(name: str, value: type) -> str:
    parts = [f"## `{name}`\n", _member(name, value)]
    for member, function in vars(value).items():
        if member.startswith("_") or not (callable(function) or isinstance(function, property)):
            continue
        shown = function.fget if isinstance(function, property) else function
        parts += [f"### `{name}.{member}`\n", _member(f"{name}.{member}", shown)]
    return "\n".join(parts)


def _add_python(site: Site) -> None:
    acl = importlib.import_module("aclnn_py")
    package = [f"# `aclnn_py`\n\n``` text\n{inspect.getdoc(acl)}\n```\n"]
    for name in sorted(acl.__all__):
        value = getattr(acl, name)
        if inspect.isclass(value):
            package.append(_class(name, value))
        elif inspect.isfunction(value):
            package += [f"## `{name}`\n", _member(name, value)]
    site.pages[f"{PYTHON_PAGES}/aclnn_py.md"] = "\n".join(package)
    for page in [each for each in site.pages if each.startswith("reference/operators/")]:
        names = dict.fromkeys(re.findall(r"`acl\.(\w+)`", site.pages[page]))
        family = Path(page).stem
        parts = [f"# `aclnn_py`: {family}\n"]
        for name in names:
            parts += [f"## `acl.{name}`\n", _member(f"acl.{name}", getattr(acl, name))]
        if names:
            site.pages[f"{PYTHON_PAGES}/{family}.md"] = "\n".join(parts)


# --- The site ------------------------------------------------------------------------------------


def collect() -> tuple[Site, list[object]]:
    """All pages, and the navigation."""
    site = Site()
    for path in sorted((ROOT / DOCS).rglob("*.md")):
        page = path.relative_to(ROOT / DOCS).as_posix()
        site.add_document(f"{DOCS}/{page}", page)
    for name in TOP_LEVEL:
        site.add_document(name, name)
    site.add_shown()
    _add_headers(site)
    _add_python(site)
    return site, _navigation(site)


def _settings(navigation: list[object]) -> dict[str, object]:
    """What Zensical reads, in the form of MkDocs' settings; JSON is YAML."""
    return {
        "site_name": f"aclnn_py {__version__}",
        "site_description": "An Ascend NPU made of CPU cores",
        "docs_dir": "pages",
        "site_dir": "site",
        # The list of operators and its family "index" stay two pages; and the site can
        # be looked at without a server.
        "use_directory_urls": False,
        "theme": {
            "features": ["navigation.indexes", "navigation.sections", "toc.follow"],
            "font": False,
        },
        "extra": {"version": {"provider": "mike"}, "generator": False},
        "markdown_extensions": [
            "tables",
            "attr_list",
            "md_in_html",
            {"toc": {"permalink": True}},
            "pymdownx.superfences",
            "pymdownx.highlight",
            "pymdownx.inlinehilite",
        ],
        "plugins": ["search"],
        "nav": navigation,
    }


def build(output: Path) -> None:
    """Write the site of this version into output/VERSION, and the list of versions beside it."""
    work = ROOT / "build" / "site-source"
    shutil.rmtree(work, ignore_errors=True)
    site, navigation = collect()
    for page, text in site.pages.items():
        place = work / "pages" / page
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
    settings = work / "mkdocs.yml"
    settings.write_text(json.dumps(_settings(navigation), indent=1), "utf-8")
    tool = Path(sys.executable).with_name("zensical")
    command = [str(tool), "build", "--strict", "--clean", "--config-file", str(settings)]
    subprocess.run(command, check=True, cwd=work, env={**os.environ, "NO_COLOR": "1"})
    target = output / __version__
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(work / "site", target)
    _list_versions(output)


def _list_versions(output: Path) -> None:
    """versions.json, which the choice of a version reads, and a first page that leads to the
    newest."""
    versions = sorted(
        (each.name for each in output.iterdir() if (each / "index.html").is_file()),
        key=lambda name: [int(part) if part.isdigit() else -1 for part in re.split(r"[.\W]", name)],
        reverse=True,
    )
    listed = [{"version": name, "title": name, "aliases": []} for name in versions]
    (output / "versions.json").write_text(json.dumps(listed, indent=1) + "\n", "utf-8")
    (output / "index.html").write_text(
        f'<!doctype html><meta http-equiv="refresh" content="0; url={versions[0]}/index.html">'
        f'<a href="{versions[0]}/index.html">aclnn_py {versions[0]}</a>\n',
        "utf-8",
    )


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "site")
