# SPDX-License-Identifier: Apache-2.0
"""docs/reference/errors.md and what it is made from: nothing is missing, nothing is made up."""

from __future__ import annotations

import ctypes
import re
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

import aclnn_py as acl
from aclnn_py import infiniop, native
from aclnn_py.errors import take_message
from build_support import errors, messages, tables

ROOT = Path(__file__).resolve().parents[2]
CSRC = ROOT / "csrc"
HELP = CSRC / "base" / "status_help.toml"


@pytest.fixture(scope="module")
def statuses() -> tuple[errors.Status, ...]:
    return errors.read(CSRC)


@pytest.fixture(scope="module")
def found() -> list[messages.Message]:
    return messages.find(CSRC)


@pytest.fixture(scope="module")
def returned() -> set[str]:
    return messages.returned_statuses(CSRC)


# --- The table and the source --------------------------------------------------------------------


def test_the_page_is_what_the_generator_writes() -> None:
    assert not errors.generate(ROOT, check=True), "run python -m build_support.errors"


@pytest.mark.slow
def test_every_text_is_explained_and_every_explained_text_is_reported(
    statuses: tuple[errors.Status, ...], found: list[messages.Message]
) -> None:
    uncovered, idle = errors.compare(statuses, found)
    assert uncovered == [], "add these to texts in csrc/base/status_help.toml"
    assert idle == [], "no source has these any more; take them out of status_help.toml"


@pytest.mark.slow
def test_what_is_returned_has_a_cause_and_nothing_else_has(
    statuses: tuple[errors.Status, ...], returned: set[str]
) -> None:
    explained = {status.name for status in statuses if status.cases}
    assert explained == returned
    assert all(case.cause and case.cure for status in statuses for case in status.cases)


def test_a_part_with_hardly_a_word_covers_nothing_else() -> None:
    text = "ship is …, …; a harbour is required"
    case = errors.Case(("… is …, …; …",), "cause", "cure")
    status = errors.Status(1, "A", (), "ACL", "", (), (case,), "", "")
    assert errors.compare([status], [messages.Message("a.c:1", text, ("A",), "")])[0]
    case = errors.Case(("a harbour is required",), "cause", "cure")
    status = errors.Status(1, "A", (), "ACL", "", (), (case,), "", "")
    assert errors.compare([status], [messages.Message("a.c:1", text, ("A",), "")]) == ([], [])


@pytest.mark.slow
def test_no_text_of_the_source_is_overlooked(found: list[messages.Message]) -> None:
    """A plain count of the calls that begin with a literal, against what was parsed."""
    plain = 0
    for name, source in messages.sources(CSRC).items():
        if name not in ("base/report.c", "base/report.h", "infiniop/object.h"):
            plain += len(re.findall(r"\b(?:report|report_as|INFINI_REPORT)\s*\(", source))
    parsed = [m for m in found if m.statuses or m.text != "…"]
    assert plain > 200
    assert len(parsed) >= plain - 3


@pytest.mark.slow
def test_the_names_are_those_of_the_headers(statuses: tuple[errors.Status, ...]) -> None:
    """Every name that a constant of the headers gives to a number stands with it."""
    prefixes = ("ACL_ERROR_", "ACLNN_ERR_", "HCCL_E_", "INFINI_STATUS_")
    successes = {"ACL_SUCCESS", "ACL_RT_SUCCESS", "ACLNN_SUCCESS"}
    constants = {
        name: value
        for name, value in native.constants().items()
        if (name.startswith(prefixes) and name != "HCCL_E_RESERVED") or name in successes
    }
    named = {
        name: each.value
        for each in statuses
        for name in (each.name, *each.also)
        if each.layer != "ATB"  # of C++; tests/interfaces/atb compares them
    }
    assert named == constants


@pytest.mark.slow
def test_each_status_stands_on_the_page_once(returned: set[str]) -> None:
    page = (ROOT / "docs" / "reference" / "errors.md").read_text("utf-8")
    explained, _, others = page.partition("## Not returned by this library")
    headings = re.findall(r"^### \d+ (\w+)$", explained, re.MULTILINE)
    assert set(headings) == returned
    rows = re.findall(r"^\| \d+ \| `(\w+)`", others, re.MULTILINE)
    table = [row.name for row in tables.load(CSRC).statuses]
    infini = [name for name in (*headings, *rows) if name.startswith("INFINI_STATUS_")]
    atb = [name for name in headings if name.startswith("ATB_ERROR_")]
    assert sorted([*headings, *rows]) == sorted([*table, *infini, *atb])
    assert len(infini) == len(set(infini)) == 12


def test_names_of_functions_keep_their_letters() -> None:
    page = (ROOT / "docs" / "reference" / "errors.md").read_text("utf-8")
    assert "\n`aclInit` was called before. " in page
    functions = {name.lower(): name for name in native.description().functions}
    words = set(re.findall(r"\b[A-Z]\w+", page))
    assert {word for word in words if functions.get(word.lower(), word) != word} == set()


@pytest.mark.slow
def test_only_names_that_exist_are_named(statuses: tuple[errors.Status, ...]) -> None:
    description = native.description()
    known = {*description.functions, *description.typedefs, *description.unsupported}
    known |= native.constants().keys()
    prose = [text for each in statuses for case in each.cases for text in (case.cause, case.cure)]
    words = set(re.findall(r"\b(?:acl|infini)[a-z]*[A-Z]\w*\b", " ".join(prose)))
    assert len(words) > 40
    assert words - known == set()
    variables = set(re.findall(r"\bACLNN_[A-Z]+\b(?!_)", " ".join(prose)))
    source = (CSRC / "base" / "environment.c").read_text("utf-8")
    assert {name for name in variables if f'"{name}"' not in source} == set()


@pytest.mark.slow
def test_infini_statuses_have_the_numbers_of_their_header(
    statuses: tuple[errors.Status, ...],
) -> None:
    translated = {each.name: each.infini for each in statuses if each.infini}
    assert translated["ACL_ERROR_RT_CONTEXT_NULL"] == "INFINI_STATUS_DEVICE_NOT_INITIALIZED (7)"
    assert translated["ACL_ERROR_RT_PARAM_INVALID"] == "INFINI_STATUS_BAD_PARAM (3)"


# --- A change of the source shows ----------------------------------------------------------------


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    """A copy of csrc to break."""
    return shutil.copytree(CSRC, tmp_path / "csrc")


@pytest.mark.slow
def test_a_new_text_is_found(changed: Path) -> None:
    with (changed / "runtime" / "device" / "init.c").open("a", encoding="utf-8") as source:
        source.write(
            "static int more(int64_t x)\n{\n"
            '    /* report(ACL_ERROR_INVALID_PARAM, "a comment") */\n'
            '    return report(ACL_ERROR_INVALID_PARAM, "(%d) \\"moon\\" is %" PRId64\n'
            '                  ", too far", f(1, 2), x);\n}\n'
        )
    uncovered, idle = errors.compare(errors.read(changed), messages.find(changed))
    (text,) = uncovered
    assert text.startswith("runtime/device/init.c:")
    assert text.endswith(': ACL_ERROR_INVALID_PARAM: (…) "moon" is …, too far')
    assert idle == []


@pytest.mark.slow
def test_a_new_helper_that_reports_is_found(changed: Path) -> None:
    (changed / "runtime" / "moon.c").write_text(
        "static int howl(int status, const char *format, ...)\n"
        "    __attribute__((format(printf, 2, 3)));\n"
        'int go(void) { return howl(choose(), "the %s is full", "moon"); }\n'
        "void run(void) { failure->status = ACL_ERROR_RT_SYS_DMA;\n"
        '    snprintf(failure->text, sizeof failure->text, "%d craters", 4); }\n',
        "utf-8",
    )
    uncovered, _ = errors.compare(errors.read(changed), messages.find(changed))
    assert uncovered == [
        "runtime/moon.c:3: the … is full",
        "runtime/moon.c:5: ACL_ERROR_RT_SYS_DMA: … craters",
    ]


@pytest.mark.slow
def test_a_text_that_is_gone_is_found(changed: Path) -> None:
    source = changed / "runtime" / "device" / "init.c"
    source.write_text(
        source.read_text("utf-8").replace("aclInit is not in force", "nothing"), "utf-8"
    )
    uncovered, idle = errors.compare(errors.read(changed), messages.find(changed))
    assert [text.split(": ", 1)[1] for text in uncovered] == ["ACL_ERROR_REPEAT_FINALIZE: nothing"]
    assert idle == ["ACL_ERROR_REPEAT_FINALIZE: aclInit is not in force"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "returned"),
    [
        ("return ACL_ERROR_RT_LOST_HEARTBEAT;", True),
        ("failure->status = ACL_ERROR_RT_LOST_HEARTBEAT;", True),
        ("return no ? 0 : ACL_ERROR_RT_LOST_HEARTBEAT;", True),
        ("if (status == ACL_ERROR_RT_LOST_HEARTBEAT) {}", False),
        ("/* ACL_ERROR_RT_LOST_HEARTBEAT */", False),
    ],
)
def test_a_status_that_is_newly_returned_is_found(changed: Path, code: str, returned: bool) -> None:
    (changed / "runtime" / "more.c").write_text(f"void f(void) {{ {code} }}\n", "utf-8")
    assert ("ACL_ERROR_RT_LOST_HEARTBEAT" in messages.returned_statuses(changed)) is returned


@pytest.mark.slow
@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ('[ACL_ERROR_X]\nnote = "x"', "no status is called ACL_ERROR_X"),
        ('[ACL_ERROR_RT_TS_ERROR]\ncause = "x"', "ACL_ERROR_RT_TS_ERROR has no cure"),
        ('[ACL_ERROR_RT_TS_ERROR]\nclue = "x"', "ACL_ERROR_RT_TS_ERROR has a key"),
        (
            '[[ACL_ERROR_RT_TS_ERROR.case]]\ncause = "x"\ncure = "y"',
            "a case of ACL_ERROR_RT_TS_ERROR has neither texts nor example",
        ),
        ("[ACL_ERROR_RT_TS_ERROR", "status_help.toml: "),
    ],
)
def test_a_malformed_table_is_refused(changed: Path, row: str, complaint: str) -> None:
    with (changed / "base" / HELP.name).open("a", encoding="utf-8") as table:
        table.write(f"\n{row}\n")
    with pytest.raises(tables.TableError, match=re.escape(complaint)):
        errors.read(changed)


@pytest.mark.slow
def test_a_stale_page_is_found_and_mended(changed: Path) -> None:
    root = changed.parent
    assert not errors.generate(root)  # no docs/, nothing to write
    (root / "docs" / "reference").mkdir(parents=True)
    page = root / "docs" / "reference" / "errors.md"
    assert errors.generate(root, check=True)
    assert not page.exists()
    assert errors.generate(root)
    assert page.read_bytes() == (ROOT / "docs" / "reference" / "errors.md").read_bytes()
    assert not errors.generate(root)


# --- The examples are what the library says ------------------------------------------------------


def host_pointer() -> ctypes.c_void_p:
    memory = ctypes.create_string_buffer(64)
    pointer = ctypes.cast(memory, ctypes.c_void_p)
    pointer.keep = memory  # type: ignore[attr-defined]
    return pointer


def device_pointer() -> ctypes.c_void_p:
    pointer = ctypes.c_void_p()
    assert acl.lib.aclrtMalloc(ctypes.byref(pointer), 64, 0) == 0
    return pointer


def bad_index() -> int:
    with acl.Device(0) as device, device.stream() as stream:
        grad = device.tensor(np.ones((4, 3), np.float32))
        indices = device.tensor(np.array([1, 0, 7, 1]))
        out = device.empty((3, 3), "float32")
        plan = acl.plan("aclnnEmbeddingDenseBackward", grad, indices, 3, -1, False, out)
        plan.run(stream)
        with pytest.raises(acl.AclError) as caught:
            stream.synchronize()
    # The exception took the text; give it back as the other calls leave it.
    TAKEN.append(caught.value.message)
    return caught.value.code


def bad_index_of_infiniop() -> int:
    with pytest.raises(infiniop.InfiniError) as caught:
        infiniop.embedding_backward(np.ones((4, 3), np.float32), np.array([1, 0, 7, 1]), 3)
    TAKEN.append(str(caught.value))
    return int(re.findall(r"\((\d+)\)", str(caught.value))[0])


def wrong_memory_of_infinirt() -> int:
    assert acl.lib.infinirtSetDevice(0, 0) == 0
    return int(acl.lib.infinirtMemcpy(device_pointer(), host_pointer(), 16, 0))


TAKEN: list[str] = []

MISTAKES: dict[str, tuple[Callable[[], int], ...]] = {
    "ACL_ERROR_INVALID_PARAM": (lambda: acl.lib.aclrtMemsetD32(host_pointer(), 64, 0, 4),),
    "ACL_ERROR_RT_PARAM_INVALID": (
        lambda: acl.lib.aclrtMemcpy(host_pointer(), 64, host_pointer(), 64, 2),
    ),
    "ACL_ERROR_RT_AICORE_EXCEPTION": (bad_index,),
    "INFINI_STATUS_BAD_PARAM": (wrong_memory_of_infinirt, bad_index_of_infiniop),
}


@pytest.fixture
def device() -> Iterator[None]:
    if not hasattr(acl.lib, "aclnnExtSelectSoc"):
        pytest.skip("the texts of CANN are other ones")
    assert acl.lib.aclrtSetDevice(0) == 0
    take_message()
    TAKEN.clear()
    yield
    assert acl.lib.aclrtResetDevice(0) == 0


def _without_numbers_of_a_run(text: str) -> str:
    return re.sub(r"0x[0-9a-f]+|task \d+ of stream \d+", "", text)


def test_examples_are_what_the_library_says(
    statuses: tuple[errors.Status, ...], device: None
) -> None:
    examples = defaultdict(list)
    for status in statuses:
        for case in status.cases:
            if case.example:
                examples[status.name].append((status.value, case.example))
    assert {name: len(rows) for name, rows in examples.items()} == {
        name: len(calls) for name, calls in MISTAKES.items()
    }
    for name, rows in examples.items():
        for (value, example), mistake in zip(rows, MISTAKES[name], strict=True):
            assert mistake() == value
            said = TAKEN.pop() if TAKEN else take_message()
            assert _without_numbers_of_a_run(example) in _without_numbers_of_a_run(said)
