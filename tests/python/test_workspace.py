# SPDX-License-Identifier: Apache-2.0
"""The workspace that CANN would ask for, as objects, as text and as a drawing.

Sizes are those of tests/workspace/workspace_cases.csv, or follow from the planner's rules.
"""

from __future__ import annotations

import dataclasses
import json
import math
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import ml_dtypes
import numpy as np
import pytest
from support import run_python, workspace_cases

import aclnn_py as acl
from aclnn_py._ledger import ledger
from aclnn_py._workspace_plan import L0Operator, Placement, PlannedTensor, Slot, explain_assumption

NAME = "aclnnEmbeddingDenseBackward"
MIB = 2**20
ROOT = Path(__file__).parents[2]

Row = dict[str, str]


@pytest.fixture(autouse=True)
def explains() -> None:
    """Skip what another library than ours cannot do."""
    if not hasattr(acl.lib, "aclnnExtDescribeWorkspace"):
        pytest.skip("this library does not have aclnn_ext")


def padded(size: int) -> int:
    """What a tensor takes: the rule of the planner."""
    return (size + 32 + 511) // 512 * 512


def dense_rows() -> Iterator[tuple[Row, dict[str, Any]]]:
    """The rows of the table whose operands are dense, with the arguments they stand for."""
    for row in workspace_cases():
        if {row["grad_layout"], row["index_layout"], row["out_layout"]} != {"c"}:
            continue
        indices = tuple(map(int, row["indices_shape"].split("x")))
        columns, weights = int(row["embedding_dim"]), int(row["num_weights"])
        yield (
            row,
            {
                "soc": row["product"],
                "deterministic": row["deterministic"] == "1",
                "grad": acl.TensorSpec((*indices, columns), row["grad_dtype"]),
                "indices": acl.TensorSpec(indices, row["index_dtype"]),
                "num_weights": weights,
                "padding_idx": int(row["padding_idx"]),
                "scale_grad_by_freq": row["scale"] == "1",
                "out": acl.TensorSpec((weights, columns), row["out_dtype"]),
            },
        )


def example(**changes: Any) -> acl.Workspace:
    arguments: dict[str, Any] = {
        "soc": "Ascend910B2",
        "grad": ((8, 128, 768), "float16"),
        "indices": ((8, 128), "int64"),
        "num_weights": 30522,
    }
    return acl.workspace("EmbeddingDenseBackward", **{**arguments, **changes})


# --- Sizes ---------------------------------------------------------------------------------------


def test_the_table() -> None:
    wrong = []
    for row, arguments in list(dense_rows())[::7]:
        plan = acl.workspace(NAME, **arguments)
        wanted = (int(row["workspace_size"]), row["assumed"], row["l0_ops"].split(">"))
        names = [step.name + "(AICPU)" * (step.engine == "AI_CPU") for step in plan.operators]
        if (plan.size, "+".join(plan.assumed), names or [""]) != wanted:
            wrong.append((row, plan.size, plan.assumed, names))
    assert wrong == []


def test_placements_are_those_of_the_table() -> None:
    """A tensor that two operators write is printed twice there, and placed at the first."""
    for row, arguments in list(dense_rows())[::53]:
        plan = acl.workspace(NAME, **arguments)
        steps = re.findall(r"\[\w+@\d+([^\]]*)\]", row["plan"])
        for time, step in enumerate(steps):
            mine = [each for each in plan.placements if each.operator == time]
            of_kernel = [
                (each.bytes, each.offset)
                for each in mine
                if plan.tensors[each.tensor].kind == "workspace"
            ]
            outputs = {
                (each.bytes, each.offset, each.start, each.end)
                for each in mine
                if plan.tensors[each.tensor].kind != "workspace"
            }
            assert of_kernel == [
                (int(size), int(offset)) for size, offset in re.findall(r"w=(\d+)@(\d+)", step)
            ]
            pattern = r"o=(\d+)@(\d+)\((\d+)-(\d+)\)"
            assert outputs <= {tuple(map(int, found)) for found in re.findall(pattern, step)}


def test_the_example_of_the_issue() -> None:
    # Cast, Cast, Sort, ZerosLike, the kernel, Cast: grad in float32, the sum in float32, two
    # results of Sort, the kernel's 16 MiB; the indices lie where the sum will.
    plan = example()
    assert plan.size == sum(
        map(padded, (4 * 1024 * 768, 4 * 30522 * 768, 4 * 1024, 4 * 1024, 16 * MIB))
    )
    assert plan.assumed == ("sort",)
    assert (plan.soc, plan.family, plan.cores, plan.unified_buffer) == (
        "Ascend910B2",
        "Ascend910B",
        48,
        196352,
    )
    assert plan.operator == NAME
    assert not plan.deterministic
    assert plan.operators[4].tiling["core_num_used"] == 48
    assert plan.operators[4].meanings


@pytest.mark.parametrize(
    ("changes", "size"),
    [
        ({"soc": "Ascend910A", "grad": ((1024, 128), "f32"), "num_weights": 1000}, 0),
        ({"soc": "Ascend910A", "grad": ((1024, 128), "f16"), "num_weights": 1000}, 1037312),
        ({"grad": ((1024, 128), "f32"), "num_weights": 1000}, 16782336),
        ({"grad": ((1, 64), "f32"), "indices": ((1,), "i32"), "num_weights": 10}, 16777728),
    ],
)
def test_out_and_options_may_be_left_out(changes: dict[str, Any], size: int) -> None:
    assert example(**{"indices": ((1024,), "i64"), **changes}).size == size


def test_determinism_and_scaling_are_passed_on() -> None:
    small = {"grad": ((1024, 128), "f32"), "indices": ((1024,), "i32"), "num_weights": 1000}
    assert example(**small).size == padded(16 * MIB)
    assert example(**small, deterministic=True).size == padded(16 * MIB) + 2 * padded(4096)
    assert example(**small, deterministic=True).deterministic
    # counts of scaleGradByFreq: 32 bytes for every 8 weights
    scaled = example(**small, scale_grad_by_freq=True)
    assert scaled.size == padded(16 * MIB + 32 * 125)
    assert example(**small, deterministic=False).size == padded(16 * MIB)


def test_cores_can_be_overridden() -> None:
    plan = example(soc="Ascend950:cores=72,ub=245760")
    assert (plan.soc, plan.cores, plan.unified_buffer) == ("Ascend950", 72, 245760)


@pytest.mark.slow
def test_none_is_the_product_of_the_process() -> None:
    code = """
import aclnn_py as acl
spec = dict(grad=((1024, 128), "f16"), indices=((1024,), "i32"), num_weights=1000)
plan = acl.workspace("EmbeddingDenseBackward", **spec)
print(plan.soc, plan.size)
plan = acl.workspace("EmbeddingDenseBackward", soc="Ascend910B2", **spec)
print(plan.soc)
print(acl.workspace("EmbeddingDenseBackward", **spec).soc)
"""
    done = run_python(code, {"ACLNN_SOC": "Ascend910A"})
    assert done.stdout.split() == ["Ascend910A", "1037312", "Ascend910B2", "Ascend910A"]


@pytest.mark.slow
def test_none_is_no_product_in_a_wrong_environment() -> None:
    code = """
import aclnn_py as acl
spec = dict(grad=((1024, 128), "f16"), indices=((1024,), "i32"), num_weights=1000)
try:
    acl.workspace("EmbeddingDenseBackward", **spec)
except acl.AclError as error:
    print(error)
print(acl.workspace("EmbeddingDenseBackward", soc="Ascend910B2", **spec).soc)
"""
    for variable, value in (("ACLNN_SOC", "Ascend950B"), ("ACLNN_STREAM", "slow")):
        refusal, product = run_python(code, {variable: value}).stdout.splitlines()
        assert f"the environment is wrong: {variable}={value}: expected " in refusal
        assert product == "Ascend910B2"


def test_the_selection_ends_with_the_call() -> None:
    before = example(soc=None).soc
    assert example(soc="Ascend910A", deterministic=True).soc == "Ascend910A"
    with pytest.raises(acl.AclError):
        example(soc="Ascend910A", grad=((8, 128, 768), "bf16"), deterministic=True)
    with pytest.raises(acl.AclParameterError, match="Ascend910"):
        example(soc="Ascend911")
    assert example(soc=None).soc == before
    assert not example(soc=None).deterministic


def test_threads_select_for_themselves() -> None:
    wanted = {"Ascend910A": set[int](), "Ascend910B2": set[int](), "Ascend950": set[int]()}
    alone = {soc: {example(soc=soc).size} for soc in wanted}

    def work(soc: str) -> None:
        for _ in range(200):
            wanted[soc].add(example(soc=soc).size)

    threads = [threading.Thread(target=work, args=(soc,)) for soc in wanted]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wanted == alone
    assert len(set(map(frozenset, alone.values()))) == 3


# --- Tensors -------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float16", "f16", "ACL_FLOAT16", "DT_FLOAT16", np.float16])
def test_names_of_data_types(dtype: Any) -> None:
    assert example(grad=((8, 128, 768), dtype)).size == example().size


@pytest.mark.parametrize("dtype", ["bf16", "bfloat16", ml_dtypes.bfloat16])
def test_bfloat16(dtype: Any) -> None:
    plan = example(grad=acl.TensorSpec((8, 128, 768), dtype))
    assert plan.tensors[plan.operators[0].inputs[0]].type == "DT_BF16"


def test_arrays_count_by_their_strides() -> None:
    dense = np.empty((8, 128, 128), np.float32)
    swapped = np.empty((8, 128, 128), np.float32).transpose(0, 2, 1)
    indices = np.empty((8, 128), np.int32)
    names = {}
    for name, grad in (("dense", dense), ("swapped", swapped), ("backwards", dense[::-1])):
        plan = acl.workspace(
            NAME, soc="Ascend910B2", grad=grad, indices=indices, num_weights=np.int64(1000)
        )
        names[name] = [step.name for step in plan.operators]
    assert names == {
        "dense": ["EmbeddingDenseGradV2"],
        "swapped": ["Transpose", "EmbeddingDenseGradV2"],
        "backwards": ["AsStrided", "EmbeddingDenseGradV2"],
    }


def test_specs_of_arrays() -> None:
    array = np.empty((4, 6), np.float32)
    of = acl.TensorSpec.of
    assert of(array[1:, ::2]) == acl.TensorSpec((3, 3), array.dtype, (6, 2), 0)
    assert of(array[::-1]) == acl.TensorSpec((4, 6), array.dtype, (-6, 1), 18)
    assert of(np.empty((0, 3), np.int8)[::-1]).offset == 0
    records = np.zeros(3, [("a", "i1"), ("b", "<i4")])
    with pytest.raises(ValueError, match="whole elements"):
        of(records["b"])


def test_specs_of_device_tensors(device: acl.Device) -> None:
    tensor = device.empty((4, 6), "float16").view((2, 3), (12, 2), 1)
    spec = acl.TensorSpec.of(tensor)
    assert spec == acl.TensorSpec((2, 3), np.dtype(np.float16), (12, 2), 1, (4, 6))


@pytest.mark.torch
def test_specs_of_torch_tensors() -> None:
    import torch

    of = acl.TensorSpec.of
    assert of(torch.empty(4, 6)) == acl.TensorSpec((4, 6), torch.float32, (6, 1), 0, (4, 6))
    part = torch.empty(4, 6, dtype=torch.bfloat16, device="meta")[1:, ::2]
    assert of(part) == acl.TensorSpec((3, 3), torch.bfloat16, (6, 2), 6, (24,))
    grad = torch.empty(8, 128, 768, dtype=torch.float16, device="meta")
    indices = torch.empty(8, 128, dtype=torch.int64, device="meta")
    assert example(grad=grad, indices=indices).size == example().size


def test_the_storage_counts_where_cann_looks_at_it() -> None:
    # A dense out at the head of a larger storage is copied into on Ascend910, and there only.
    arguments = {"grad": ((1024, 128), "f32"), "indices": ((1024,), "i32"), "num_weights": 1000}
    out = acl.TensorSpec((1000, 128), "f32", storage_shape=(128016,))
    assert example(**arguments, soc="Ascend910A").size == 0
    assert example(**arguments, soc="Ascend910A", out=out).size == padded(4 * 128000)
    assert example(**arguments, out=out).size == padded(16 * MIB)


# --- Mistakes ------------------------------------------------------------------------------------


def test_the_operator_refuses_with_its_code() -> None:
    with pytest.raises(acl.AclError, match="numWeights") as caught:
        example(num_weights=0, scale_grad_by_freq=True)
    assert caught.value.code == 561103
    assert caught.value.api == f"{NAME}GetWorkspaceSize"
    with pytest.raises(acl.AclParameterError, match="DT_BF16") as caught:
        example(grad=((8, 128, 768), "bf16"), soc="Ascend910A")
    assert caught.value.code == 161002
    with pytest.raises(acl.AclParameterError, match="indices") as caught:
        example(indices=None)
    assert caught.value.code == 161001
    with pytest.raises(acl.AclParameterError, match="grad") as caught:
        example(grad=None)
    assert caught.value.code == 161001


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("EmbedingDenseBackward", f"did you mean {NAME}"),
        ("embeddingdensebackward", f"did you mean {NAME}"),
        ("aclnnZzz", "aclnn ops"),
        ("zzzzzzzz", "aclnn ops"),
    ],
)
def test_an_unknown_operator(name: str, hint: str) -> None:
    with pytest.raises(ValueError, match=hint):
        acl.workspace(name)


@pytest.mark.parametrize(
    ("changes", "kind", "text"),
    [
        ({"gradd": 1}, TypeError, r"no parameter 'gradd'; did you mean grad\?"),
        ({"zzz": 1}, TypeError, "takes grad, indices, num_weights, padding_idx"),
        ({"soc": 910}, TypeError, r"soc: a str is required, not int \(910\)"),
        ({"deterministic": "no"}, TypeError, r"deterministic: a bool .*, not str \('no'\)"),
        ({"deterministic": 1}, TypeError, "deterministic: a bool is required, not int"),
        ({"num_weights": 2.5}, TypeError, "num_weights: an int is required, not float"),
        ({"num_weights": 2**64}, ValueError, "num_weights: .* not in the range"),
        ({"padding_idx": -2}, ValueError, "padding_idx: -2 is not in the range"),
        ({"scale_grad_by_freq": 1}, TypeError, "scale_grad_by_freq: a bool is required"),
        ({"grad": 3}, TypeError, "grad: an aclnn_py.TensorSpec, .* not int"),
        ({"grad": ((8, 1), "flot16")}, TypeError, "grad: .*'flot16'; did you mean float16"),
        ({"grad": ((8, 1.5), "f16")}, TypeError, r"grad: shape: .* not all ints"),
        ({"grad": ("8,1", "f16")}, TypeError, "grad: shape: a sequence of ints"),
        ({"grad": ((8, 2**63), "f16")}, ValueError, "grad: shape: .* 64 bits"),
        ({"grad": acl.TensorSpec((8, 1), "f16", (1,))}, ValueError, "grad: strides: 1 given for 2"),
        ({"grad": acl.TensorSpec((8,), "f16", None, 1.5)}, TypeError, "grad: offset: .* not all"),  # type: ignore[arg-type]
        ({"num_weights": 2**64 - 1}, ValueError, "out: shape: .* 64 bits"),
    ],
)
def test_arguments_that_c_cannot_take(
    changes: dict[str, Any], kind: type[Exception], text: str
) -> None:
    with pytest.raises(kind, match=text):
        example(**changes)


def test_an_operator_that_is_no_name() -> None:
    with pytest.raises(TypeError, match="the name of an operator is required, not NoneType"):
        acl.workspace(None)  # type: ignore[arg-type]


def test_the_threads_own_selection_ends_as_documented() -> None:
    assert "afterwards it has that of the process" in str(acl.workspace.__doc__)
    process = example(soc=None).soc
    other = "Ascend950" if process != "Ascend950" else "Ascend910A"
    assert acl.lib.aclnnExtSelectSoc(other.encode()) == 0
    assert example(soc=None).soc == other
    assert example(soc="Ascend910B2").soc == "Ascend910B2"
    assert example(soc=None).soc == process


def test_missing_arguments() -> None:
    with pytest.raises(TypeError, match=r"indices, num_weights missing; .* takes grad"):
        acl.workspace(NAME, grad=((8, 1), "f16"))


def test_an_operator_without_a_rule_wants_every_argument() -> None:
    """Nothing says what those of aclnn_ext result in."""
    given: dict[str, Any] = {"self": ((3, 4), "float32")}
    with pytest.raises(TypeError, match="out missing"):
        acl.workspace("ExtSumToShape", **given)
    assert acl.workspace("ExtSumToShape", **given, out=((4,), "float32")).size == 0


# --- Objects -------------------------------------------------------------------------------------

HAND_MADE = acl.Workspace(
    operator="aclnnA<&>B",
    soc="Ascend950",
    family="Ascend950",
    architecture=3510,
    cores=64,
    unified_buffer=253952,
    deterministic=False,
    size=2048,
    assumed=("950:Slice=16MiB",),
    tensors=(
        PlannedTensor("x<&>y", "output", "DT_FLOAT", 100, 400),
        PlannedTensor("workspace", "workspace", "DT_UINT8", 900, 900),
    ),
    operators=(
        L0Operator("First", "AI_CORE", (), (0,), (), {}, ()),
        L0Operator("Second", "AI_CORE", (0,), (), (1,), {}, ()),
    ),
    placements=(Placement(0, 0, 0, 1, 0, 0, 400, 512), Placement(1, 1, 1, 1, 1, 512, 900, 1024)),
    slots=(Slot(0, 512), Slot(512, 1024)),
)


def test_peak() -> None:
    assert (HAND_MADE.alive(0), HAND_MADE.alive(1)) == (512, 1536)
    assert (HAND_MADE.peak, HAND_MADE.peak_time) == (1536, 1)
    empty = dataclasses.replace(HAND_MADE, operators=(), placements=(), slots=(), size=0)
    assert (empty.peak, empty.peak_time) == (0, 0)


def test_as_dict_has_the_names_of_c() -> None:
    header = (ROOT / "csrc/include/aclnn_ext/aclnn_workspace.h").read_text()
    text = header.partition("The text is one object:")[2].partition("#ifdef")[0]
    names = set(re.findall(r"[a-z_]+", text))
    data = json.loads(json.dumps(example().as_dict()))
    assert set(data) <= names
    for part in ("tensors", "operators", "placements", "slots"):
        assert set(data[part][0]) <= names
    assert data["workspace_size"] == 113697280


def test_workspaces_are_values() -> None:
    assert example() == example()
    assert hash(example()) == hash(example())
    assert example() != example(num_weights=30523)


def test_assumptions_have_words() -> None:
    names = {name for row in workspace_cases() for name in row["assumed"].split("+") if name}
    assert names >= {"sort", "transpose", "950:Slice=16MiB"}
    for name in names | {"slice", "950:AsStrided=16MiB"}:
        assert "no words" not in explain_assumption(name)
    assert "inferred" in explain_assumption("950:Slice=16MiB")
    assert "16 MiB" in explain_assumption("950:Transpose=16MiB")
    assert "561103" in explain_assumption("storage")


def test_every_assumption_has_words_here_and_in_the_documentation() -> None:
    source = (ROOT / "csrc" / "workspace" / "l0.h").read_text("utf-8")
    names = re.findall(r'^#define L0_ASSUME_\w+ "(\S+)"$', source, re.MULTILINE)
    assert {"sort", "storage"} <= set(names)
    names += [name for entry in ledger().values() for name in entry.assumptions]
    assert {"kernel:GatherV2", "cache", "aicpu-range"} <= set(names)
    document = (ROOT / "docs" / "explanation" / "workspace.md").read_text("utf-8")
    rows = [row for row in document.splitlines() if row.startswith("| `")]
    for name in names:
        assert "no words" not in explain_assumption(name)
        product = name.partition(":")[0]
        assert any(row.startswith(f"| `{product}") for row in rows), name


def test_an_assumed_kernel_is_told_with_what_the_size_holds_for_it() -> None:
    x = acl.TensorSpec((4, 8), "float32")
    plan = acl.workspace("LogSoftmax", soc="Ascend950", self=x, dim=1)
    assert plan.assumed == ("kernel:LogSoftmaxV2",)
    (step,) = [each for each in plan.operators if each.name == "LogSoftmaxV2"]
    assert [plan.tensors[place].bytes for place in step.workspaces] == [16 << 20]
    text = " ".join(plan.table().split())
    assert "its own workspace is taken as 16 MiB" in text
    assert "taken as none" not in text
    assert "taken as none" in " ".join(example().table().split())  # Sort of 910B


# --- Text ----------------------------------------------------------------------------------------


def test_the_table_says_everything() -> None:
    plan = example()
    lines = plan.table().splitlines()
    assert lines[0] == f"{NAME} on Ascend910B2"
    assert lines[1].split() == ["workspace", "113697280", "bytes", "(108.43", "MiB)"]
    assert "closed" in plan.table()
    cells = [line.split() for line in lines]
    assert ["4", "EmbeddingDenseGradV2"] in cells
    for place in plan.placements:
        alive = str(place.start) if place.start == place.end else f"{place.start}-{place.end}"
        ends = [str(place.bytes), str(place.offset), str(place.padded), alive]
        assert any(row[-4:] == ends for row in cells), ends
    assert any(row[:2] == ["cores", "used"] and "48" in row for row in cells)
    assert max(map(len, lines)) <= 100


def test_an_empty_workspace_has_words() -> None:
    plan = example(soc="Ascend910A", grad=((1, 64), "f32"), indices=((1,), "i32"), num_weights=10)
    assert plan.size == 0
    assert "Nothing lies in the workspace" in plan.table()
    assert "empty" in plan.drawing()
    ET.fromstring(plan.svg())


EDGES = dict(zip("╵╶└╷│┌├╴┘─┴┐┤┬┼", range(1, 16), strict=True))


def plans_of_all_shapes() -> list[acl.Workspace]:
    """One for each list of L0 operators, and with as many slots as there are."""
    chosen: dict[object, acl.Workspace] = {}
    for row, arguments in dense_rows():
        key = (row["l0_ops"], row["product"][:9])
        if key not in chosen:
            chosen[key] = acl.workspace(NAME, **arguments)
    swapped = acl.TensorSpec((8, 128, 768), "f16", (98304, 1, 128))
    for soc in ("Ascend910A", "Ascend910B2", "Ascend950"):
        chosen[soc] = example(
            soc=soc,
            grad=swapped,
            indices=acl.TensorSpec((8, 128), "i16", (1, 8)),
            out=acl.TensorSpec((30522, 768), "f32", (1, 30522)),
        )
    return list(chosen.values())


def test_drawings_are_closed_boxes() -> None:
    """Every line that leaves a cell is met by its neighbour, or lies behind a label."""
    longest = 0
    for plan in plans_of_all_shapes():
        if not plan.placements:
            continue
        longest = max(longest, len(plan.operators))
        for width in (80, 100, 120):
            lines = plan.drawing(width).splitlines()
            assert max(map(len, lines)) <= width
            grid = [line.ljust(width + 1) for line in [*lines, ""]]
            for y, line in enumerate(grid[:-1]):
                for x, glyph in enumerate(line[:-1]):
                    edge = EDGES.get(glyph, 0)
                    right, below = EDGES.get(line[x + 1], 0), EDGES.get(grid[y + 1][x], 0)
                    assert bool(edge & 2) == bool(right & 8), (plan, lines, x, y)
                    assert bool(edge & 4) == bool(below & 1), (plan, lines, x, y)
    assert longest >= 7


def test_drawings_name_what_they_show() -> None:
    for plan in plans_of_all_shapes():
        if not plan.placements:
            continue
        text = plan.drawing(120)
        assert text.splitlines()[1].split()[0] == str(plan.size)
        for slot in plan.slots:
            assert re.search(rf"^ *{slot.offset} ", text, re.MULTILINE)
        for tensor in {plan.tensors[place.tensor] for place in plan.placements}:
            word = "kernel" if tensor.kind == "workspace" else tensor.name.split()[0]
            assert word in text


def test_drawings_in_ascii() -> None:
    for plan in plans_of_all_shapes():
        assert plan.drawing(80, ascii_only=True).isascii()
    text = HAND_MADE.drawing(80, ascii_only=True)
    assert re.search(r"\|x<&>y float32, 400 B +\|", text)


def test_the_drawing_of_two_boxes() -> None:
    lines = HAND_MADE.drawing(80).splitlines()
    assert lines[0] == "address (heights are not to scale)"
    assert [line.split()[0] for line in lines[1:]] == [
        "2048", "│kernel,", "512", "│x<&>y", "0", "time", "First",
    ]  # fmt: skip
    # the kernel's box stands on the right half of the other one
    assert lines[2].index("│") > lines[4].index("│")
    assert lines[2].rindex("│") == lines[4].rindex("│")


def test_svg() -> None:
    space = "{http://www.w3.org/2000/svg}"
    for plan in plans_of_all_shapes():
        root = ET.fromstring(plan.svg())
        groups = root.findall(f"{space}g")
        assert len(groups) == len(plan.placements)
        width, height = float(root.attrib["width"]), float(root.attrib["height"])
        for box in root.iter(f"{space}rect"):
            x, y, w, h = (float(box.attrib[name]) for name in ("x", "y", "width", "height"))
            assert x >= 0
            assert y >= 0
            assert x + w <= width + 1
            assert y + h <= height + 1
        words = " ".join("".join(each.itertext()) for each in root)
        assert str(plan.size) in words
        assert "href" not in plan.svg()


def test_what_prompts_and_notebooks_show() -> None:
    assert repr(example()) == (
        "<aclnn_py.Workspace aclnnEmbeddingDenseBackward on Ascend910B2: 113697280 bytes, "
        "6 L0 operators>"
    )
    for plan in (*plans_of_all_shapes(), HAND_MADE):
        page = ET.fromstring(f"<div>{plan._repr_html_()}</div>")
        table = page.find("pre")
        assert table is not None
        assert table.text == plan.table()
        assert len(page) == (2 if plan.placements else 1)


def test_heights_are_on_the_scale_that_the_axis_names() -> None:
    space = "{http://www.w3.org/2000/svg}"
    plan = example()  # from 4 KiB to 89 MiB
    root = ET.fromstring(plan.svg())
    words = [each.text or "" for each in root.iter(f"{space}text")]
    assert any("twice the bytes, one step higher" in text for text in words)
    boxes = [group.find(f"{space}rect") for group in root.findall(f"{space}g")]
    sizes = [place.padded for place in plan.placements]
    heights = [float(box.attrib["height"]) for box in boxes if box is not None]
    smallest, largest = min(sizes), max(sizes)
    doublings = math.log2(largest / smallest)
    step = (max(heights) - min(heights)) / doublings
    assert step * 10 > 50, "1024 times the bytes are to be seen"
    for size, height in zip(sizes, heights, strict=True):
        assert height == pytest.approx(min(heights) + step * math.log2(size / smallest), abs=0.11)


def test_svg_tells_tensors_apart_and_labels_its_scale() -> None:
    space = "{http://www.w3.org/2000/svg}"
    root = ET.fromstring(example().svg())
    words = [each.text or "" for each in root.iter(f"{space}text")]
    assert any("logarithmic scale" in text for text in words)
    assert any("one column for each operator" in text for text in words)
    assert {"89.42 MiB", "16 MiB"} <= set(words)  # the size of each slot
    boxes = [group.find(f"{space}rect") for group in root.findall(f"{space}g")]
    colours = [box.attrib["fill"] for box in boxes if box is not None]
    assert len(set(colours)) > 3


def test_svg_is_escaped() -> None:
    root = ET.fromstring(HAND_MADE.svg())
    words = " ".join(root.itertext())
    assert "aclnnA<&>B" in words
    assert "x<&>y" in words


def test_importing_stays_cheap() -> None:
    code = """
import sys, aclnn_py
print([name for name in ("tqdm", "multiprocessing", "concurrent.futures.process", "argparse")
       if name in sys.modules])
"""
    assert run_python(code).stdout.strip() == "[]"
