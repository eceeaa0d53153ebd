# SPDX-License-Identifier: Apache-2.0
"""`aclnn doctor --explain`."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from aclnn_py import _tree
from aclnn_py.cli import main
from aclnn_py.cli._explain import _of_text

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "errors.md"

Capture = pytest.CaptureFixture[str]


def explain(capsys: Capture, *arguments: str) -> str:
    assert main(["doctor", "--explain", *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def words(text: str) -> str:
    """The text in one line: the page and the terminal break lines elsewhere."""
    return " ".join(text.split())


def test_a_number(capsys: Capture) -> None:
    out = explain(capsys, "507015", "--all")
    assert out.startswith("507015 ACL_ERROR_RT_AICORE_EXCEPTION: kernel failed\n")
    assert "EE1016 Call_Failed" in out
    assert "aclrtSynchronizeStream" in out
    assert out.count(" cause: ") == out.count(" cure:  ") > 3


@pytest.mark.parametrize("name", ["ACL_ERROR_RT_AICORE_EXCEPTION", "0x7bc87", " 507015 "])
def test_names_and_numbers_say_the_same(capsys: Capture, name: str) -> None:
    assert explain(capsys, name) == explain(capsys, "507015")
    assert explain(capsys, name.lower()) == explain(capsys, "507015")


def test_it_says_what_the_page_says(capsys: Capture) -> None:
    page = words(PAGE.read_text("utf-8"))
    found = 0
    for code in ("161001", "161002", "107000", "561103", "INFINI_STATUS_BAD_PARAM"):
        out = words(explain(capsys, code, "--all"))
        for cause in re.findall(r" cause: (.*?) cure: ", out):
            assert f"**Cause.** {cause} **Cure.**" in page
            found += 1
    assert found > 20


def test_lines_fit_the_terminal(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    lines = explain(capsys, "107000", "--all").splitlines()
    assert max(map(len, lines)) <= 60
    monkeypatch.setenv("COLUMNS", "90")
    assert 60 < max(map(len, explain(capsys, "107000", "--all").splitlines())) <= 90


def test_a_class_of_text_names_its_statuses(capsys: Capture) -> None:
    out = explain(capsys, "EZ1001")
    assert out.startswith("EZ1001 AclNN_Parameter_Error")
    assert "161001 ACLNN_ERR_PARAM_NULLPTR" in out
    assert "161002 ACLNN_ERR_PARAM_INVALID" in out
    assert "not used by this library" in explain(capsys, "EZ1014")


def test_a_status_that_is_not_returned_says_so(capsys: Capture) -> None:
    out = explain(capsys, "507010")
    assert "not returned by this library" in out
    assert "cause" not in out
    out = explain(capsys, "507035")
    assert "not returned by this library" in out
    assert "161002" in out


def test_other_names_of_a_number(capsys: Capture) -> None:
    both = explain(capsys, "1")  # infiniop and HCCL count from 1
    assert explain(capsys, "INFINI_STATUS_EXECUTION_FAILED") in both
    assert explain(capsys, "HCCL_E_PARA") in both
    out = explain(capsys, "0")
    assert "ACLNN_SUCCESS" in out
    assert "not returned" not in out


def test_several_at_once(capsys: Capture) -> None:
    out = explain(capsys, "EZ1011", "107002", "507015")
    places = [out.index(name) for name in ("EZ1011 I", "107002 ACL", "507015 ACL")]
    assert places == sorted(places)


def test_json(capsys: Capture) -> None:
    (status, group) = json.loads(explain(capsys, "161001", "EE1013", "--json"))
    assert status["name"] == "ACLNN_ERR_PARAM_NULLPTR"
    assert status["value"] == 161001
    assert status["classes"][0] == "EZ1001"
    assert all(case["cause"] and case["cure"] for case in status["cases"])
    assert (group["class"], group["title"]) == ("EE1013", "Memory_Exhausted")
    assert [member["value"] for member in group["statuses"]] == [207001]


@pytest.mark.parametrize(
    ("wanted", "near"),
    [
        ("507016x", "507016 ACL_ERROR_RT_AICORE_TRAP_EXCEPTION"),
        ("507999", "507899 ACL_ERROR_RT_DRV_INTERNAL_ERROR"),
        ("AICORE_EXCEPTION", "ACL_ERROR_RT_AICORE_EXCEPTION"),
        ("ACLNN_ERR_PARAM_NULPTR", "ACLNN_ERR_PARAM_NULLPTR"),
        ("EZ1015", "EZ1011"),
        ("nonsense", "docs/reference/errors.md"),
        ("two\nlines", "docs/reference/errors.md"),
        ("", "docs/reference/errors.md"),
        ("9" * 10000, "docs/reference/errors.md"),
    ],
)
def test_what_is_not_known(capsys: Capture, wanted: str, near: str) -> None:
    assert main(["doctor", "--explain", "507015", wanted]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("aclnn: --explain ")
    assert captured.err.count("\n") == 1
    assert near in captured.err


# --- A status of many causes ----------------------------------------------------------------------


@pytest.mark.parametrize("code", ["161002", "161001", "107000", "561103", "207000"])
def test_a_status_of_many_causes_says_how_to_find_the_one(capsys: Capture, code: str) -> None:
    out = explain(capsys, code)
    assert len(out.splitlines()) <= 15
    assert f"--explain {code} CALL" in out
    assert f"--explain {code} --all" in out
    assert len(explain(capsys, code, "--all").splitlines()) > 50


def test_a_status_with_a_call(capsys: Capture) -> None:
    """What the header has, and nothing of other statuses."""
    out = words(explain(capsys, "161002", "aclnnAdd"))
    assert explain(capsys, "161002", "Add") == explain(capsys, "161002", "aclnnAdd")
    assert "self and other do not broadcast, or not to the shape of out" in out
    assert "other or out NULL" not in out
    assert "NUMBER is ACL_FLOAT, ACL_INT32" in out
    out = words(explain(capsys, "161001", "aclnnAdd"))
    assert "self, other, alpha or out NULL" in out
    assert out.count("cure: ") == 1
    assert "less than count" in explain(capsys, "107000", "aclrtMemcpy")
    assert "does not return it" in explain(capsys, "507015", "aclnnAdd")


# --- Error texts ----------------------------------------------------------------------------------

BROADCAST = (
    "the shapes of self, [2,3], and of other, [4], do not broadcast: dimensions, counted from the "
    "last, must be equal or 1"
)
CURE = "Give them the same number of dimensions"


@pytest.mark.parametrize(
    "printed",
    [
        BROADCAST,
        f"aclnnAddGetWorkspaceSize: {BROADCAST}",
        (
            "[PID: 7] 2026-01-24-11:53:44.671.727 AclNN_Parameter_Error(EZ1001): "
            f"aclnnAddGetWorkspaceSize: {BROADCAST}\n"
        ),
        (
            "aclnn_py.errors.AclParameterError: aclnnAddGetWorkspaceSize: ACLNN_ERR_PARAM_INVALID "
            f"(161002): {BROADCAST}"
        ),
        f"aclnn: aclnnAddGetWorkspaceSize: returned 161002 ACLNN_ERR_PARAM_INVALID: {BROADCAST}",
        (
            "RuntimeError: call aclnnAdd failed, error code is 161002\n[ERROR] ...\n[PID: 7] "
            f"2026-01-24-11:53:44.671.727 AclNN_Parameter_Error(EZ1001): aclnnAdd: {BROADCAST}\n"
            "TraceBack (most recent call last):\n        aclrtSetDevice: deviceId is 99"
        ),
    ],
)
def test_a_pasted_text_has_one_cause_and_one_cure(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, printed: str
) -> None:
    out = words(explain(capsys, printed))
    assert out.startswith("161002 ACLNN_ERR_PARAM_INVALID")
    assert out.count("cause: ") == out.count("cure: ") == 1
    assert CURE in out
    assert words(explain(capsys, *printed.split())) == out
    monkeypatch.setattr("sys.stdin", io.StringIO(printed))
    assert words(explain(capsys, "-")) == out


@pytest.mark.slow
def test_every_text_that_is_known_is_explained_by_its_own_case(capsys: Capture) -> None:
    known = _tree.packed(_tree.errors())
    wrong = []
    for status in known["statuses"]:
        for case in status["cases"] if status["value"] > 100000 else ():
            for text in case["texts"]:
                words = text.replace("…", "7")
                printed = f"AclError: aclX: {status['name']} ({status['value']}): {words}"
                found = _of_text(known, printed)
                if len(found["cases"]) != 1 or found["value"] != status["value"]:
                    wrong.append((status["value"], text, found["value"]))
    assert wrong == []


def test_a_text_of_which_only_the_status_is_known(capsys: Capture) -> None:
    out = words(explain(capsys, "RuntimeError: call aclnnAdd failed, error code is 161002"))
    assert "self and other do not broadcast" in out


def test_a_text_of_somebody_else(capsys: Capture) -> None:
    assert main(["doctor", "--explain", "Segmentation fault (core dumped)"]) == 2
    assert "aclGetRecentErrMsg" in capsys.readouterr().err


def test_without_codes(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["doctor", "--explain"])
    assert ended.value.code == 2


def test_without_a_build(capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(_tree, "prefix", lambda: tmp_path)
    assert main(["doctor", "--explain", "507015"]) == 2
    assert "python build.py" in capsys.readouterr().err
