# SPDX-License-Identifier: Apache-2.0
"""What is known to differ from the CPU, entry by entry, with the reason: reviewed.toml."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # of the extra "torch-npu"


@dataclass(frozen=True)
class Difference:
    """Why an entry differs, and how far it may: `rtol` and `atol` of torch.testing.

    `compared` are the numbers of the results that are compared; all of them where it is None.
    `any_type` is whether the types of the results may be others.
    """

    reason: str
    bound: dict[str, float]
    compared: list[int] | None
    any_type: bool


@dataclass(frozen=True)
class Reviewed:
    """The list."""

    table: dict[str, Any]

    @classmethod
    def read(cls) -> Reviewed:
        """The list beside this module."""
        return cls(tomllib.loads(Path(__file__).with_name("reviewed.toml").read_text("utf-8")))

    def contents(self, operator: str) -> str:
        """What its results are: "random", "undefined", "positions", or "defined"."""
        kinds: dict[str, list[str]] = self.table["contents"]
        return next((kind for kind, names in kinds.items() if operator in names), "defined")

    def difference(self, operator: str, variant: str, dtype: str) -> Difference | None:
        """What an operator may differ by in a type."""
        name = f"{operator}.{variant}" if variant else operator
        for each in self.table.get("difference", []):
            if name in each["operators"].split() and dtype in each["types"].split():
                return Difference(
                    each["reason"],
                    each["bound"],
                    each.get("compared"),
                    each.get("any_type", False),
                )
        return None
