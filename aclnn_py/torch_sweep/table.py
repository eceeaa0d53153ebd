# SPDX-License-Identifier: Apache-2.0
"""The page of the sweep."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from .outcome import Entry, Outcome

COLUMNS = {
    Outcome.RIGHT: "computed by aclnn, and the CPU's within the tolerance of torch.testing",
    Outcome.RANDOM: "of random numbers: shape, type and mean are compared",
    Outcome.DIFFERS: "differs as CANN documents, within a bound: below, with the reason",
    Outcome.FALLBACK: "torch_npu has no kernel, computes it on the CPU itself, and warns",
    Outcome.REFUSED: "an exception that names the call and its status: below",
    Outcome.WRONG: "other numbers than the CPU's",
    Outcome.CRASHED: "the process ended, or did not answer",
}
LONGEST_REASON = 200

HEADING = """\
# PyTorch's operators on `torch-npu`

Written by `make torch-sweep` (`aclnn run python -m aclnn_py.torch_sweep --output FILE`): the
entries of PyTorch's own list of operators, OpInfo (`torch.testing`), with its samples, on the
device of the unmodified torch-npu 2.13 and on the CPU. What may differ, and by how much, stands in
`aclnn_py/torch_sweep/reviewed.toml` with the reason.
"""

LEGEND = """\
The worst of an entry's samples, and how many of them where not all are so; - where the CPU has not
the type, or no sample."""

NOTES = {
    Outcome.REFUSED: """\
`aclop` is torch_npu's older route, which it takes where CANN has no aclnn call or where this
library has none of the name yet. Texts without a name that begins with acl are torch_npu's and
torch's own.""",
    Outcome.FALLBACK: "torch_npu has no kernel for these; nothing of the library is asked.",
}


def page(entries: Sequence[Entry], types: Sequence[str]) -> str:
    """Markdown: counts by type, the outcome of every entry by type, and the reasons."""
    parts = [HEADING, *_counts(entries, types), "", "## Entries", ""]
    parts += [LEGEND, "", *_rows(entries, types)]
    for outcome, title in (
        (Outcome.DIFFERS, "Differences"),
        (Outcome.REFUSED, "Refusals"),
        (Outcome.FALLBACK, "Computed on the CPU by torch_npu"),
        (Outcome.WRONG, "Wrong"),
        (Outcome.CRASHED, "Crashed"),
    ):
        lines = list(_reasons(entries, outcome))
        if lines:
            note = [NOTES[outcome], ""] if outcome in NOTES else []
            parts += ["", f"## {title}", "", *note, *lines]
    return "\n".join(parts) + "\n"


def _counts(entries: Iterable[Entry], types: Sequence[str]) -> list[str]:
    counts = Counter((each.outcome, each.dtype) for each in entries)
    return [
        _row("", *types, "is"),
        _row(*["---"] * (len(types) + 2)),
        *(
            _row(each, *(counts[each, dtype] for dtype in types), says)
            for each, says in COLUMNS.items()
        ),
    ]


def _rows(entries: Iterable[Entry], types: Sequence[str]) -> list[str]:
    cells: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for each in entries:
        cells[each.name][each.dtype] = _cell(each)
    return [
        _row("entry", *types),
        _row(*["---"] * (len(types) + 1)),
        *(
            _row(f"`{name}`", *(row.get(dtype, "-") for dtype in types))
            for name, row in sorted(cells.items())
        ),
    ]


def _cell(entry: Entry) -> str:
    if entry.outcome is Outcome.SKIPPED:
        return "-"
    compared = sum(entry.counts.values()) - entry.counts[Outcome.SKIPPED]
    count = entry.counts[entry.outcome]
    return entry.outcome if count == compared else f"{entry.outcome} {count}/{compared}"


def _reasons(entries: Iterable[Entry], outcome: Outcome) -> Iterable[str]:
    """One line for each text of each entry, with the types that have it."""
    types: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for each in entries:
        for text in each.texts.get(outcome, []):
            types[each.name, text].append(each.dtype)
    for (name, text), where in sorted(types.items()):
        short = text if len(text) <= LONGEST_REASON else text[:LONGEST_REASON] + "..."
        yield f"- `{name}` ({', '.join(where)}): {short}"


def _row(*cells: object) -> str:
    return f"| {' | '.join(str(each) for each in cells)} |"
