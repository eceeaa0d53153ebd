# SPDX-License-Identifier: Apache-2.0
"""What the build says of declarations of operators that are wrong (build_support/operators)."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from build_support import include, operators, tables
from build_support.declarations import DeclarationError
from build_support.operators import source
from build_support.operators.declaration import parse
from build_support.operators.functions import Functions

ROOT = Path(__file__).resolve().parents[2]

CALL = """
[aclnnTwist]
header  = "aclnn_twist.h"
about   = "Twist."
formula = "out = cos(self)"
call    = "const aclTensor *self, aclTensor *out"
args    = { self = "angles", out = "their cosines" }
checks  = ["given(self, out)", "compute_in_float(self)", "cast(promoted, out)"]
list    = "unary(Exp, self, promoted, out)"
out     = { shape = "self", type = "promoted" }
"""

#: What all families use, and those with rows that the tests name.
READ = ("common", "unary", "reduce")

#: Declared calls that are left out: the build itself reads and writes all of them.
OTHERS = re.compile(r"^\[aclnn(?!Exp\])[\w.]+\]\n.*?(?=^\[|\Z)", re.MULTILINE | re.DOTALL)


def family_file(csrc: Path, family: str) -> Path:
    """The declarations of a family."""
    return csrc / "ops" / family / f"{family}.toml"


@pytest.fixture
def csrc(tmp_path: Path) -> Path:
    """A copy of what the generators read, with aclnnExp alone of all declared calls."""
    target = tmp_path / "csrc"
    for pattern in (
        "base/*.def",
        *(f"ops/{name}/*" for name in READ),
        "ops/*.csv",
        "ops/shape_words.toml",
        "workspace/*.c",
        "include/**/*.h",
    ):
        for path in (ROOT / "csrc").glob(pattern):
            place = target / path.relative_to(ROOT / "csrc")
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, place)
    for name in READ[1:]:
        path = family_file(target, name)
        path.write_text(OTHERS.sub("", path.read_text("utf-8")), "utf-8")
    # Calls that CANN does not have, so that nobody declares them.
    with (target / "ops" / "public_calls.csv").open("a", encoding="utf-8") as calls:
        for name in ("Twist", "InplaceTwist", "Turn", "Spin"):
            calls.write(f"aclnn{name},unary,composite\n")
    return target


def generate(csrc: Path) -> None:
    """All that the build does with declarations before it compiles."""
    all_tables = tables.load(csrc)
    declared = operators.read(csrc, all_tables)
    include.write(csrc.parent / "include", include.files(csrc, all_tables, declared, ()))
    source.generate(declared, Functions(csrc), set())
    functions = Functions(csrc)
    operators.python.generate(declared, operators.Words(csrc, functions))


def add(csrc: Path, text: str, family: str = "unary") -> None:
    path = family_file(csrc, family)
    path.write_text(path.read_text("utf-8") + text, "utf-8")


def test_a_declaration(csrc: Path) -> None:
    add(csrc, CALL)
    generate(csrc)
    text = (csrc.parent / "include" / "aclnnop" / "aclnn_twist.h").read_text("utf-8")
    assert "161001  self or out NULL" in text
    assert "aclnnTwistGetWorkspaceSize(const aclTensor *self, aclTensor *out," in text


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("given(self", "is_given(self", "is_given is no check of unary/ or common/checks.toml"),
        ("given(self", "given(input", "there is no parameter input"),
        ("cast(promoted, out)", "cast(promoted)", "cast takes operand, operand"),
        ("cast(promoted, out)", "types(self, float33)", "float33 is no data type"),
        ("cast(promoted, out)", "rank(self, 0, many)", "many is not a number"),
        ("cast(promoted, out)", "factor(self)", "self is a tensor, not a scalar"),
        ("cast(promoted, out)", "on 3511: cast(promoted, out)", "no architecture is called 3511"),
        ("cast(promoted, out)", "where out: cast(promoted, out)", "out is a tensor, not a integer"),
        ("cast(promoted, out)", "cast(promoted, out", "a parenthesis is not closed"),
        ("unary(Exp", "unary(Cosine", "there is no row l0.Cosine"),
        ("unary(Exp", "unaries(Exp", "no file below csrc/ops defines unary_list_unaries"),
        ("unary(Exp, self", "unary(Exp, input", "there is no parameter input"),
        ('"self", type', '"folded(self)", type', "defines a shape function folded"),
        ('"promoted" }', '"angle(self)" }', "finds a type as angle"),
        ('"promoted" }', '"real" }', "real is no parameter and no data type"),
        ("compute_in_float(self)", "compute_in_out(self, out)", "looks at out, which is what"),
        ('call    = "const', 'call    = "Eigen::Tensor', "not a parameter"),
        ('aclTensor *out"', 'aclTensor *out, const aclScalar *k"', "nothing is said of k"),
        ("about   =", "remark  =", "no such key: remark"),
        ("formula =", "# formula =", "formula is missing"),
        ("formula =", 'notes = "One."\nformula =', "notes is 'One.', and not a list of texts"),
        ("formula =", "notes = [1]\nformula =", "notes is [1], and not a list of texts"),
        (
            'checks  = ["given(self, out)", "compute_in_float(self)", "cast(promoted, out)"]',
            'checks = "given(self, out)"',
            "checks is 'given(self, out)', and not a list of texts",
        ),
        ("[aclnnTwist]", "[aclnnTwisted]", "public_calls.csv has no such call"),
        ("[aclnnTwist]", "[aclnnExp]", "Cannot declare"),
        ("[aclnnTwist]", "[aclnnMulNoNan]", "belongs into binary.toml"),
        ("[aclnnTwist]", "[aclnnEmbeddingDenseBackward]", "belongs into embedding.toml"),
        ("aclnn_twist.h", "aclnn_trans_quant_param.h", "a function is declared once"),
    ],
)
def test_what_is_wrong_is_named(csrc: Path, old: str, new: str, said: str) -> None:
    assert old in CALL
    add(csrc, CALL.replace(old, new, 1))
    with pytest.raises(DeclarationError) as caught:
        generate(csrc)
    assert said in str(caught.value)
    assert "csrc/" in str(caught.value)


def test_a_check_of_types_mixes_sets_and_words(csrc: Path) -> None:
    """Also twice for an operand: where no set has a name, its name in C is made."""
    checks = (
        '"types(self, SINGLE_OR_HALF uint8)", "on 3510: types(self, float32 uint8)", '
        '"cast(promoted, out)"'
    )
    add(csrc, CALL.replace('"cast(promoted, out)"', checks))
    generate(csrc)
    declared = operators.read(csrc, tables.load(csrc))
    types = declared.calls["aclnnTwist"].types_of("self")
    assert types is not None
    assert {key: {row.numpy_name for row in rows} for key, rows in types.items()} == {
        1001: {"float32", "float16", "uint8"},
        2201: {"float32", "float16", "bfloat16", "uint8"},
        3510: {"float32", "uint8"},
    }
    text = source.generate(declared, Functions(csrc), set())["operators_unary.c"]
    sets = re.findall(r"struct type_set (aclnnTwist_\w+) =", text)
    assert len(sets) == len(set(sets)) == 2
    assert all(f"&{name})" in text for name in sets)


def test_a_check_holds_on_some_products_where_a_flag_is_true(csrc: Path) -> None:
    flagged = CALL.replace("cast(promoted", "on 2201 3510: where keep: cast(promoted", 1)
    flagged = flagged.replace('out"', 'out, bool keep"', 1).replace(
        "args    = {", 'args    = { keep = "a flag",'
    )
    add(csrc, flagged)
    generate(csrc)
    declared = operators.read(csrc, tables.load(csrc))
    text = source.generate(declared, Functions(csrc), set())["operators_unary.c"]
    assert re.search(
        r"if \(call->arguments\[KEEP\]\.integer != 0 && \(call->soc->architecture == "
        r"ARCHITECTURE_2201 \|\| call->soc->architecture == ARCHITECTURE_3510\)\)\s+CHECK",
        text,
    )
    call = declared.calls["aclnnTwist"]
    assert (call.checks[-1].where, call.checks[-1].on) == ("keep", (2201, 3510))


LIKE = """
[aclnnTurn]
like    = "aclnnTwist"
about   = "The sine of every element."
list    = "unary(Neg, self, promoted, out)"
"""


def test_a_call_like_another_has_what_it_does_not_say_from_it(csrc: Path) -> None:
    add(csrc, CALL + LIKE)
    generate(csrc)
    calls = operators.read(csrc, tables.load(csrc)).calls
    assert calls["aclnnTurn"].checks == calls["aclnnTwist"].checks
    assert calls["aclnnTurn"].header == calls["aclnnTwist"].header
    assert calls["aclnnTurn"].list == parse("unary(Neg, self, promoted, out)")
    assert calls["aclnnTwist"].list == parse("unary(Exp, self, promoted, out)")
    add(csrc, LIKE.replace("aclnnTurn", "aclnnSpin").replace("aclnnTwist", "aclnnTurn"))
    with pytest.raises(DeclarationError, match="aclnnTurn takes what it has from another one"):
        generate(csrc)


IN_PLACE = """
[aclnnInplaceTwist]
in_place = { of = "aclnnTwist" }
about    = "Twist, in its place."
call     = "aclTensor *selfRef"
"""


def test_an_in_place_form_has_what_it_does_not_say_from_the_other(csrc: Path) -> None:
    add(csrc, CALL + IN_PLACE + 'first = ["rank(selfRef, 0, 4)"]\n')
    generate(csrc)
    call = operators.read(csrc, tables.load(csrc)).calls["aclnnInplaceTwist"]
    assert [(check.rule.name, *check.arguments) for check in call.checks] == [
        ("rank", "selfRef", "0", "4"),
        ("given", "selfRef"),
        ("compute_in_float", "selfRef"),
        ("cast", "promoted", "selfRef"),
    ]
    assert call.list == parse("unary(Exp, selfRef, promoted, selfRef)")


def test_an_in_place_form_with_checks_and_a_list_of_its_own(csrc: Path) -> None:
    own = """
checks = ["given(selfRef)", "compute_in_own(selfRef)"]
list   = "unary(Neg, selfRef, promoted, selfRef)"
"""
    add(csrc, CALL + IN_PLACE + own)
    generate(csrc)
    calls = operators.read(csrc, tables.load(csrc)).calls
    call = calls["aclnnInplaceTwist"]
    assert [check.rule.name for check in call.checks] == ["given", "compute_in_own"]
    assert call.list == parse("unary(Neg, selfRef, promoted, selfRef)")
    assert calls["aclnnTwist"].list == parse("unary(Exp, self, promoted, out)")


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ('checks = ["given(selfRef)"]\nfirst = []', "first stands before the checks of the other"),
        ('checks = ["given(self)"]', "there is no parameter self"),
        ('list = "unary(Neg, selfRef, promoted, out)"', "list: there is no parameter out"),
        ('list = "unary(Neg, selfRef"', "list: a parenthesis is not closed"),
        ("outputs_apart = true", "no such key: outputs_apart"),
        ('first = "given(selfRef)"', "first is 'given(selfRef)', and not a list of texts"),
        ('notes = "One."', "notes is 'One.', and not a list of texts"),
    ],
)
def test_what_is_wrong_with_an_in_place_form(csrc: Path, own: str, said: str) -> None:
    add(csrc, f"{CALL}{IN_PLACE}{own}\n")
    with pytest.raises(DeclarationError, match=re.escape(said)):
        generate(csrc)


def test_a_parameter_that_nothing_names(csrc: Path) -> None:
    text = CALL.replace('aclTensor *out"', 'aclTensor *out, const aclScalar *k"')
    add(csrc, text.replace('out = "their', 'k = "a factor", out = "their'))
    with pytest.raises(DeclarationError, match="neither the checks nor the list name k"):
        generate(csrc)


def test_a_row_twice(csrc: Path) -> None:
    add(csrc, '\n[l0.Exp]\nwork = "vector exp"\n', "reduce")
    with pytest.raises(DeclarationError, match=r"has this row too"):
        generate(csrc)


def test_a_row_of_the_same_operator_with_other_work(csrc: Path) -> None:
    add(csrc, '\n[l0.ExpOfTwo]\nof = "Exp"\nwork = "vector neg"\n')
    generate(csrc)
    declared = operators.read(csrc, tables.load(csrc))
    row, exp = declared.rows["ExpOfTwo"], declared.rows["Exp"]
    assert (row.of, row.operation) == ("Exp", "neg")
    assert (row.ai_core, row.workspace) == (exp.ai_core, exp.workspace)
    text = source.generate(declared, Functions(csrc), set())["operators_unary.c"]
    assert 'l0_ExpOfTwo = {\n    .name = "Exp",' in text
    add(csrc, '\n[l0.Other]\nof = "Nobody"\nwork = "vector neg"\n')
    with pytest.raises(DeclarationError, match="of is a row before this one"):
        generate(csrc)


def test_a_formula_with_positions_and_no_fold(csrc: Path) -> None:
    row = '\n[l0.Numbered]\nwork = "rows x -> y"\nformula = "{}"\n'
    add(csrc, row.format("y = (x if position == 0 else 0) + sum(x)"))
    generate(csrc)
    add(csrc, row.format("y = x if position == 0 else 0").replace("Numbered", "Alone"))
    with pytest.raises(DeclarationError, match=r"unary\.toml.*position is of elements"):
        generate(csrc)


def test_a_check_without_a_function(csrc: Path) -> None:
    path = csrc / "ops" / "unary" / "checks.toml"
    odd = '\nodd = { takes = "tensor", says = "{0} odd" }\n'
    path.write_text(path.read_text("utf-8") + odd, "utf-8")
    with pytest.raises(DeclarationError, match=r"no file below csrc/ops defines unary_check_odd"):
        generate(csrc)


@pytest.mark.parametrize("file", ["checks", "types"])
def test_a_family_does_not_hide_what_all_have(csrc: Path, file: str) -> None:
    common = csrc / "ops" / "common" / f"{file}.toml"
    own = csrc / "ops" / "unary" / f"{file}.toml"
    taken = {"checks": "same_shape", "types": "NUMBER"}[file]
    form = rf"^(\[{taken}\]\n.*?\n\n|{taken} *= [^\n]*\n)"
    entry = re.search(form, common.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert entry is not None
    own.write_text(own.read_text("utf-8") + "\n" + entry[0], "utf-8")
    with pytest.raises(DeclarationError, match=f"common/ has {taken} too"):
        generate(csrc)


def test_a_check_of_another_family_is_named_with_it(csrc: Path) -> None:
    """reduce.reduced_shape is reduce_check_reduced_shape, which unary does not have itself."""
    add(csrc, CALL.replace('"cast(promoted, out)"', '"reduced_shape(self, self, self, out)"'))
    with pytest.raises(DeclarationError, match="reduced_shape is no check of unary/"):
        generate(csrc)
    path = family_file(csrc, "unary")
    text = path.read_text("utf-8").replace('"reduced_shape(self', '"reduce.reduced_shape(self')
    path.write_text(text, "utf-8")
    with pytest.raises(DeclarationError, match="self is a tensor, not a array"):
        generate(csrc)


def test_headers_of_declarations_that_are_gone(csrc: Path) -> None:
    add(csrc, CALL)
    generate(csrc)
    path = family_file(csrc, "unary")
    path.write_text(path.read_text("utf-8").replace(CALL, ""), "utf-8")
    generate(csrc)
    assert not list((csrc.parent / "include").rglob("aclnn_twist.h"))
    assert (csrc.parent / "include" / "aclnnop" / "aclnn_trans_quant_param.h").exists()


def test_expressions() -> None:
    expression = parse("a(b, c(d), 1)")
    assert expression.name == "a"
    assert list(expression.functions()) == ["a", "c"]
    assert list(expression.words()) == ["b", "d", "1"]
    for wrong in ("", "a", "a(", "a(b", "a(b))", "a(,b)", "(a)"):
        with pytest.raises(DeclarationError):
            parse(wrong)
