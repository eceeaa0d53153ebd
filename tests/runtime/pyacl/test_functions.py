# SPDX-License-Identifier: Apache-2.0
"""All functions of pyACL: the page lists them, and what is not carried out says so."""

from __future__ import annotations

import inspect
import re
from itertools import chain
from pathlib import Path
from typing import Any, get_type_hints

import pytest
import tomllib
from support import run_python

from aclnn_py import _tree, native
from aclnn_py.pyacl import _calls

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "reference" / "pyacl-functions.md").read_text("utf-8")
TABLE = ROOT / "build_support" / "pyacl" / "functions.toml"
MODULES = {"rt", "mdl", "op", "prof", "util", "blas", "fv", "media", "himpi"}
FORM = re.compile(
    r"\| `(?:(?P<results>[\w, ]+) = )?(?P<name>acl\.[\w.]+)\((?P<arguments>.*?)\)` \| "
    r"(?:`(?P<c>\w+)`)? ?\|"
)


def rows(kind: str) -> dict[str, re.Match[str]]:
    """The lines of the page's sections of a kind by the names of the functions."""
    sections = re.findall(rf"(?ms)^## acl[.\w]*: {kind}$(.*?)(?=^## |\Z)", PAGE)
    return {found["name"]: found for found in FORM.finditer("\n".join(sections))}


CARRIED_OUT, REFUSED = rows("carried out"), rows("refused")

NOTHING = {int: 0, float: 0.0, str: "", dict: {}, list: [], tuple: ()}


def function(acl: Any, name: str) -> Any:
    found = acl
    for part in name.split(".")[1:]:
        found = getattr(found, part)
    return found


def functions(acl: Any) -> set[str]:
    """The names of all functions of the package."""
    found = {f"acl.{name}" for name, _ in inspect.getmembers(acl, inspect.isfunction)}
    for module in MODULES:
        members = inspect.getmembers(getattr(acl, module), inspect.isfunction)
        found |= {f"acl.{module}.{name}" for name, _ in members}
    internal = {"call", "refused", "results"}
    return {name for name in found if name.rpartition(".")[2] not in internal}


def test_the_page_has_them_all(acl: Any) -> None:
    assert len(CARRIED_OUT) >= 130
    assert len(REFUSED) >= 450
    assert functions(acl) == {*CARRIED_OUT, *REFUSED}


def wrong_signature(found: Any, row: re.Match[str]) -> bool:
    """Whether a function takes something else than the page says, or something without a type."""
    parameters = inspect.signature(found).parameters
    return (
        list(parameters) != row["arguments"].split(", ") * bool(row["arguments"])
        or any(each.kind != inspect.Parameter.POSITIONAL_ONLY for each in parameters.values())
        or set(get_type_hints(found)) != {*parameters, "return"}
    )


def test_signatures_are_those_of_the_page(acl: Any) -> None:
    """Arguments are positional, as those of CANN's package; each has its type."""
    both = {**CARRIED_OUT, **REFUSED}
    wrong = [name for name, row in both.items() if wrong_signature(function(acl, name), row)]
    assert wrong == []


def places(names: list[str], in_c: list[str]) -> list[int]:
    """Where in C parameters of these names stand; -1 where none has such a name."""
    exact = {name: number for number, name in enumerate(in_c)}
    alike = [[n for n, of_c in enumerate(in_c) if name in of_c or of_c in name] for name in names]
    return [exact.get(name, (*like, -1)[0]) for name, like in zip(names, alike, strict=True)]


def snake_case(name: str) -> str:
    """CANN writes userDevid beside logicDevId."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.replace("Devid", "DevId"))
    return words.lower().removeprefix("p_")


def test_arguments_and_results_are_in_the_sequence_of_c() -> None:
    """For functions that follow from a prototype alone: two names that changed places in a line of
    the table would change places in the call."""
    written = set(chain(*tomllib.loads(TABLE.read_text("utf-8"))["by_hand"].values()))
    compared = 0
    for name, row in CARRIED_OUT.items():
        if name in written:
            continue
        prototype = native.description().functions[row["c"]]
        in_c = [snake_case(each) for each, _ in prototype.arguments]
        given = [each for each in row["arguments"].split(", ") if each]
        results = [each for each in (row["results"] or "").split(", ") if each != "ret"]
        found = places(given, in_c)
        assert -1 not in found, (name, given, in_c)
        assert found == sorted(set(found)), (name, given, in_c)
        if len(results) > 1:
            found = places(results, in_c)
            assert -1 not in found, (name, results, in_c)
            assert found == sorted(set(found)), (name, results, in_c)
        compared += 1
    assert compared > 110


def arguments(found: Any) -> list[object]:
    """One argument for each parameter, of its type."""
    hints = get_type_hints(found)
    made: list[object] = []
    for name in inspect.signature(found).parameters:
        hint = getattr(hints[name], "__origin__", hints[name])
        made.append(NOTHING.get(hint))
    return made


def refusal(acl: Any, name: str) -> tuple[object, str]:
    """What a function returns in place of a status, or its status; and the text."""
    found = function(acl, name)
    acl.get_recent_err_msg()
    returned = found(*arguments(found))
    names = [each for each in (REFUSED[name]["results"] or "").split(", ") if each]
    values = returned if isinstance(returned, tuple) else (returned,)
    assert len(values) == max(len(names), 1), name
    has_status = names[-1:] == ["ret"]
    return (values[-1] != 0 if has_status else values[0] in {0, None}), acl.get_recent_err_msg()


@pytest.mark.parametrize("module", sorted({name.rpartition(".")[0] for name in REFUSED}))
def test_refused_functions_say_so(acl: Any, module: str) -> None:
    """A status other than 0, or nothing; and the text names the function, or that of C."""
    own = [name for name in REFUSED if name.rpartition(".")[0] == module]
    for name in own:
        is_refused, text = refusal(acl, name)
        assert is_refused, name
        c_name = REFUSED[name]["c"]
        assert "not implemented" in text, name
        assert name in text or c_name in text, name
        assert acl.get_recent_err_msg() is None, "a text is told once"
    assert own


def test_the_status_of_a_module(acl: Any) -> None:
    """ACL_ERROR_RT_FEATURE_NOT_SUPPORT; the second version of dvpp has codes of its own."""
    assert acl.mdl.load_from_file("model.om") == (0, 207000)
    assert acl.op.unregister_compile_func("Add") == 207000
    assert acl.media.dvpp_malloc(64) == (0, 207000)
    assert acl.himpi.sys_init() == 0xA0028008
    acl.get_recent_err_msg()


def test_a_function_that_only_c_has() -> None:
    """As long as nobody has written it in Python."""
    assert _calls.refused("acl.rt.other", "aclrtMalloc", 207000) == 207000
    text = "acl.rt.other: not implemented: pyACL does not have it here. docs/reference/pyacl-"
    assert _calls.take_refusals().startswith(text)
    assert _calls.take_refusals() == ""


def test_newest_refusals_first_and_no_more_than_fit(acl: Any) -> None:
    acl.media.dvpp_malloc(64)
    acl.fv.init(0)
    lines = acl.get_recent_err_msg().splitlines()
    assert [line.split(":")[0] for line in lines] == ["acl.fv.init", "acl.media.dvpp_malloc"]
    for _ in range(1000):
        acl.media.dvpp_malloc(64)
    assert len(acl.get_recent_err_msg().splitlines()) < 100


def test_what_is_carried_out_is_in_the_library() -> None:
    """Of C functions that are refused, none is on the page as carried out."""
    named = {row["c"] for row in CARRIED_OUT.values() if row["c"]}
    assert len(named) > 120
    assert named <= set(native.description().functions)
    assert not named & set(native.description().unsupported)


def test_versions(acl: Any) -> None:
    description = native.description()
    assert acl.get_version() == (*map(int, description.acl_version.split(".")), 0)
    version, ret = acl.get_cann_version(0)
    assert ret == 0
    assert version["version"] == description.cann_version
    parts = [version[f"{part}_version"] for part in ("major", "minor", "release")]
    assert parts == description.cann_version.split(".")
    assert acl.get_version_str("runtime") == (description.cann_version, 0)
    attributes, count, ret = acl.get_cann_attribute_list()
    assert ret == 0
    assert len(attributes) == count > 0
    assert acl.get_cann_attribute(attributes[0])[1] == 0


def test_numbers_without_a_status(acl: Any) -> None:
    """1.5 in float16 is 0x3E00; a float32 has 4 bytes."""
    assert acl.float_to_float16(1.5) == 0x3E00
    assert acl.float16_to_float(0x3E00) == 1.5
    assert acl.data_type_size(native.constants()["ACL_FLOAT"]) == 4
    with pytest.raises(TypeError, match="aclFloatToFloat16: value is a str"):
        acl.float_to_float16("1.5")


def test_the_log() -> None:
    """A line has the place in the program; the text is no format."""
    path = f"import sys; sys.path.insert(0, {str(_tree.python_directory())!r})\n"
    code = "import acl\ndef say():\n    acl.app_log(3, '100% of %s')\nsay()"
    done = run_python(path + code, {"ACLNN_LOG": "api"})
    assert done.returncode == 0, done.stderr
    (line,) = (each for each in done.stderr.splitlines() if "100% of %s" in each)
    assert "say" in line
    assert "<string>" in line
