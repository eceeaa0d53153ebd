# SPDX-License-Identifier: Apache-2.0
"""Lines of what is generated: paragraphs, and prototypes as clang-format breaks them."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from .declarations import DeclarationError

WIDTH = 100


def _wrap(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    return textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )


def fill(text: str, first: str = "", rest: str = "", width: int = WIDTH) -> str:
    """A paragraph; `first` and `rest` are what its lines begin with."""
    return "\n".join(_wrap(" ".join(text.split()), width, first, rest))


def prototype(head: str, parameters: Sequence[str], end: str = ";") -> str:
    """A prototype, or the head of a definition. Raises DeclarationError if it has no room."""
    line = f"{head}({', '.join(parameters)}){end}"
    if len(line) <= WIDTH:
        return line
    kept = ", ".join(each.replace(" ", "\0") for each in parameters)
    indent = " " * (len(head) + 1)
    for opening, prefix in ((f"{head}(", indent), (f"{head}(\n    ", "    ")):
        lines = _wrap(f"{kept}){end}", WIDTH - len(prefix))
        if all(len(each) <= WIDTH - len(prefix) for each in lines):
            return (opening + f"\n{prefix}".join(lines)).replace("\0", " ")
    raise DeclarationError(f"{head}: no way to break its line")
