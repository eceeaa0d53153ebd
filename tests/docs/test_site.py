# SPDX-License-Identifier: Apache-2.0
"""The pages that `make docs` hands to the tool that makes the site."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from build_support.site import Site, collect, sections

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def collected() -> tuple[Site, list[object]]:
    return collect()


def listed(entries: object) -> set[str]:
    """The pages of a navigation."""
    if isinstance(entries, str):
        return {entries}
    members = entries.values() if isinstance(entries, dict) else entries
    assert not isinstance(members, str)
    return set().union(*map(listed, members))  # type: ignore[call-overload]


@pytest.mark.slow
def test_every_document_is_in_the_navigation(collected: tuple[Site, list[object]]) -> None:
    site, navigation = collected
    documents = {
        each.relative_to(ROOT / "docs").as_posix() for each in (ROOT / "docs").rglob("*.md")
    }
    pages = listed(navigation)
    assert documents <= pages | {"contributing/index.md"}
    assert pages <= set(site.pages)


def test_every_header_and_function_has_a_place(collected: tuple[Site, list[object]]) -> None:
    site, _ = collected
    listed = site.pages["reference/headers/index.md"]
    headers = set(re.findall(r"^- \[`(.+)`\]", listed, re.MULTILINE))
    for written in (ROOT / "csrc" / "include").rglob("*.h"):
        assert written.relative_to(ROOT / "csrc" / "include").as_posix() in headers
    assert "aclError aclrtMalloc(" in site.pages["reference/headers/acl/acl_rt.h.md"]
    softmax = site.pages["reference/python/softmax.md"]
    assert "## `acl.softmax`" in softmax
    parameters = ("self: Operand", "dim: SupportsIndex = -1", "*", "out: Array | None = None")
    assert (
        f"acl.softmax(\n{''.join(f'    {each},{chr(10)}' for each in parameters)}) -> Any"
        in softmax
    )


def test_links_lead_to_pages_of_the_site() -> None:
    """Those that leave docs/ too: the checkout is not beside the site."""
    site = Site()
    text = (
        "[a](../CHANGELOG.md#x) [b\nc](reference/limits.md)"
        " [`d`](../csrc/infiniop/operators.toml)\n"
        "```\n[e](../README.md)\n```\n"
        "[f](https://example.com/g) [h](../csrc/include/acl/acl.h)\n"
    )
    site.add_text("docs/page.md", "page.md", text)
    assert site.pages["page.md"] == (
        "[a](CHANGELOG.md#x) [b\nc](reference/limits.md)"
        " [`d`](files/csrc/infiniop/operators.toml.md)\n"
        "```\n[e](../README.md)\n```\n"
        "[f](https://example.com/g) [h](reference/headers/acl/acl.h.md)\n"
    )
    site.add_shown()
    assert "``` toml" in site.pages["files/csrc/infiniop/operators.toml.md"]


def test_the_sections_of_the_first_page() -> None:
    index = (ROOT / "docs" / "index.md").read_text("utf-8")
    folders = [folder for _, folder, _ in sections(index)]
    assert folders == [
        *("tutorial", "how-to", "programs", "reference", "explanation", "contributing")
    ]
