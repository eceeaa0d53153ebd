# SPDX-License-Identifier: Apache-2.0
"""`aclnn doctor --explain`: what a status or a class of error text means, its causes and cures.

The texts are those of docs/reference/errors.md; the build puts them into share/errors.json.
"""

from __future__ import annotations

import difflib
import json
import shutil
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from .. import _tree, native
from ._common import CommandError, printable

_NARROWEST = 40
_WIDEST = 100
_NEAR = 4
_LONGEST = 80  # characters of a name that are compared


def explain(wanted: Sequence[str], as_json: bool) -> int:
    """Print what is known of each code or name. CommandError for one that nothing is called.

    A number gives every status that has it, a name its status, a class (EZ1001) the statuses whose
    texts it stands before. Names may be in any case.
    """
    known = _known()
    found = [_find(known, each) for each in wanted]
    if as_json:
        print(json.dumps([entry for entries in found for entry in entries], indent=2))
        return 0
    width = max(_NARROWEST, min(shutil.get_terminal_size().columns, _WIDEST))
    text = "\n".join(
        "\n".join(_lines(known, entry, width)) + "\n" for entries in found for entry in entries
    )
    print(printable(text), end="")
    return 0


def _known() -> dict[str, Any]:
    path = _tree.errors()
    hint = "in a checkout build them with `python build.py`, otherwise reinstall the package"
    try:
        known = json.loads(path.read_text("utf-8"))
        return {name: known[name] for name in ("statuses", "classes")}
    except FileNotFoundError:
        raise native.LibraryNotFoundError(
            f"the descriptions of errors are not at {path}; {hint}"
        ) from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise native.LibraryNotFoundError(
            f"the descriptions of errors at {path} cannot be read ({error!r}); {hint}"
        ) from None


def _find(known: dict[str, Any], wanted: str) -> list[dict[str, Any]]:
    statuses = known["statuses"]
    name = wanted.strip().upper()
    number = _number(name)
    if number is not None:
        found = [status for status in statuses if status["value"] == number]
    elif name in known["classes"]:
        with_it = [status for status in statuses if name in status["classes"] and status["cases"]]
        members = [{key: status[key] for key in ("value", "name", "meaning")} for status in with_it]
        return [{"class": name, "title": known["classes"][name], "statuses": members}]
    else:
        found = [status for status in statuses if name in (status["name"], *status["also"])]
    if found:
        return found
    near = _near(known, name)
    hint = (
        f"near are {', '.join(near)}"
        if near
        else f"{_tree.documents()}/reference/errors.md lists all"
    )
    raise CommandError(
        f"--explain {wanted[:_LONGEST]!r}: no status and no class of text is called so; {hint}"
    )


def _number(text: str) -> int | None:
    try:
        return int(text, 0)
    except ValueError:
        return None


def _near(known: dict[str, Any], name: str) -> list[str]:
    """What the user may have meant, the nearest first."""
    statuses = known["statuses"]
    candidates = {each: each for status in statuses for each in (status["name"], *status["also"])}
    candidates |= {each: each for each in known["classes"]}
    candidates |= {str(each["value"]): f"{each['value']} {each['name']}" for each in statuses}
    near = [each for each in candidates if len(name) > 3 and name in each]
    near += difflib.get_close_matches(name[:_LONGEST], candidates, n=_NEAR, cutoff=0.6)
    return [candidates[each] for each in dict.fromkeys(near)][:_NEAR]


def _lines(known: dict[str, Any], entry: dict[str, Any], width: int) -> Iterator[str]:
    if "class" in entry:
        yield f"{entry['class']} {entry['title']}, a class of error texts"
        for member in entry["statuses"]:
            yield f"  {member['value']:>6} {member['name']}: {member['meaning']}"
        if not entry["statuses"]:
            yield "  not used by this library"
        else:
            yield from _wrapped("aclnn doctor --explain NUMBER says more about each.", width, "")
        return
    yield f"{entry['value']} {entry['name']}: {entry['meaning']}"
    if entry["also"]:
        yield from _wrapped(f"also {', '.join(entry['also'])}", width, "  ")
    for code in entry["classes"] if entry["cases"] else ():
        yield f"  class of text: {code} {known['classes'][code]}"
    if entry["infini"]:
        yield f"  in infinirt: {entry['infini']}"
    if not entry["cases"]:
        if entry["value"] != 0:
            yield "  not returned by this library"
        yield from _wrapped(entry["note"], width, "  ")
    for case in entry["cases"]:
        yield ""
        for text in case["texts"]:
            yield from _wrapped(f"“{text}”", width, "  ", "   ")
        if case["example"]:
            yield from _wrapped(f"for example: {case['example']}", width, "  ", "    ")
        yield from _wrapped(f"cause: {case['cause']}", width, "    ", "           ")
        yield from _wrapped(f"cure:  {case['cure']}", width, "    ", "           ")


def _wrapped(text: str, width: int, first: str, rest: str | None = None) -> list[str]:
    return textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=first if rest is None else rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
