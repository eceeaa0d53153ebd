# SPDX-License-Identifier: Apache-2.0
"""How a function of pyACL follows from a line of functions.toml and a prototype of C."""

from __future__ import annotations

from pathlib import Path

import pytest

from build_support import declarations, library, pyacl

ROOT = Path(__file__).resolve().parents[3]

HEADER = """
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef THINGS_H
#define THINGS_H
typedef int aclError;
typedef void *aclThing;
typedef struct aclParts { int first; } aclParts;
aclError aclMakeThing(aclThing *thing, unsigned int flag);
aclError aclEndThing(aclThing thing);
aclError aclSplitThing(aclThing thing, int *left, int *right);
aclError aclNameThing(aclThing thing, const char *name);
aclError aclPartsOfThing(aclThing thing, aclParts *parts);
aclError aclSizesOfThing(aclThing thing, int count, const int *sizes);
aclError aclRefusedThing(aclThing thing);
int aclNumberOfThing(aclThing thing);
void aclDropThing(aclThing thing);
#endif
"""

TABLE = """
[by_hand]
_parts = ["acl.rt.parts_of_thing"]

[refusal]
acl = 207000
"acl.himpi." = 7

[rt]
make_thing = "aclMakeThing(flag) -> thing, ret"
end_thing = "aclEndThing(thing) -> ret"
split_thing = "aclSplitThing(thing) -> left, right, ret"
name_thing = "aclNameThing(thing, name: str) -> ret"
parts_of_thing = "aclPartsOfThing(thing) -> parts: dict, ret"
sizes_of_thing = "aclSizesOfThing(thing, sizes: list) -> ret"
wrong_results = "aclSplitThing(thing) -> left, ret"
wrong_arguments = "aclEndThing(thing, flag) -> ret"
refused_thing = "aclRefusedThing(thing) -> ret"
other_thing = "aclOtherThing(thing) -> other, name: text, parts: dict, thing, ret"
number_of_thing = "aclNumberOfThing(thing) -> number"
drop_thing = "aclDropThing(thing)"

[himpi]
thing = "hi_mpi_thing() -> ret"
"""

EXPECTED = """
def make_thing(flag: int, /) -> tuple[int, int]:
    thing, ret = results("aclMakeThing", (0,), flag)
    return thing, ret

def end_thing(thing: int, /) -> int:
    ret: int = call("aclEndThing", thing)
    return ret

def split_thing(thing: int, /) -> tuple[int, int, int]:
    left, right, ret = results("aclSplitThing", (1, 2), thing)
    return left, right, ret

def name_thing(thing: int, name: str, /) -> int:
    ret: int = call("aclNameThing", thing, name)
    return ret

def sizes_of_thing(thing: int, sizes: list[Any], /) -> int:
    return refused("acl.rt.sizes_of_thing", "aclSizesOfThing", 207000)

def wrong_results(thing: int, /) -> tuple[int, int]:
    return 0, refused("acl.rt.wrong_results", "aclSplitThing", 207000)

def wrong_arguments(thing: int, flag: int, /) -> int:
    return refused("acl.rt.wrong_arguments", "aclEndThing", 207000)

def refused_thing(thing: int, /) -> int:
    return refused("acl.rt.refused_thing", "aclRefusedThing", 207000)

def other_thing(thing: int, /) -> tuple[int, str | None, dict[str, Any], int, int]:
    return 0, None, {}, thing, refused("acl.rt.other_thing", "aclOtherThing", 207000)

def number_of_thing(thing: int, /) -> int:
    number: int = call("aclNumberOfThing", thing)
    return number

def drop_thing(thing: int, /) -> None:
    call("aclDropThing", thing)
"""


@pytest.fixture
def things(tmp_path: Path) -> declarations.Declarations:
    (tmp_path / "things.h").write_text(HEADER, "utf-8")
    return declarations.read(library.Settings(ROOT).compiler, tmp_path)


def rows(things: declarations.Declarations, table: str = TABLE) -> list[pyacl.Row]:
    return pyacl.parse(table, things, {"aclRefusedThing"})


def code(text: str) -> list[str]:
    """The lines that do something, without docstrings."""
    parts = text.split('"""')
    return [line for line in "".join(parts[::2]).splitlines() if line.strip()]


def test_functions_follow_from_prototypes(things: declarations.Declarations) -> None:
    files = pyacl.package(rows(things))
    made = code(files[f"{pyacl.PLACE}/rt.py"])
    start = made.index("def make_thing(flag: int, /) -> tuple[int, int]:")
    assert made[start:] == code(EXPECTED)
    assert "from aclnn_py.pyacl._parts import parts_of_thing as parts_of_thing" in made
    assert '    return refused("acl.himpi.thing", "hi_mpi_thing", 7)' in code(
        files[f"{pyacl.PLACE}/himpi.py"]
    )


def test_the_page_says_which(things: declarations.Declarations) -> None:
    page = pyacl.page(rows(things))
    carried_out, refused = page.split("## acl.rt: refused")
    assert "| `acl.rt` | devices, contexts, streams, events, callbacks, memory | 7 | 5 |" in page
    assert "| `parts, ret = acl.rt.parts_of_thing(thing)` | `aclPartsOfThing` |" in carried_out
    assert "| `acl.rt.drop_thing(thing)` | `aclDropThing` |" in carried_out
    assert "| `ret = acl.rt.sizes_of_thing(thing, sizes)` | `aclSizesOfThing` |" in refused


def test_what_is_written_by_hand_needs_the_library(things: declarations.Declarations) -> None:
    del things.functions["aclPartsOfThing"]
    made = pyacl.package(rows(things))[f"{pyacl.PLACE}/rt.py"]
    assert "_parts" not in made
    assert 'refused("acl.rt.parts_of_thing", "aclPartsOfThing", 207000)' in made


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("name: str", "name: string", "'string' is no type: int, float, str"),
        ("aclEndThing(thing) -> ret", "aclEndThing -> ret", "is no C function"),
        ("acl.rt.parts_of_thing", "acl.rt.parts", r"names \['acl.rt.parts'\], which no line has"),
    ],
)
def test_mistakes(things: declarations.Declarations, old: str, new: str, text: str) -> None:
    with pytest.raises(declarations.DeclarationError, match=text):
        rows(things, TABLE.replace(old, new))
