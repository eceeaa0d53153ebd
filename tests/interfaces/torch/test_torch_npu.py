# SPDX-License-Identifier: Apache-2.0
"""PyTorch's unmodified plug-in trains on the library what the CPU trains.

torch_npu lies in a folder of its own: beside torch it would be loaded by every `import torch`,
also without the library. `make torch` installs it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PROGRAMS = Path(__file__).with_name("programs")
ROOT = Path(__file__).resolve().parents[3]
FOLDER = Path(sys.prefix) / "torch_npu"

pytestmark = [pytest.mark.torch, pytest.mark.slow]


def run(
    program: str | Path,
    *options: str,
    arguments: tuple[str, ...] = (),
    command: str = "run",
    **variables: str,
) -> subprocess.CompletedProcess[str]:
    """A program in the environment that a user has, with torch_npu beside torch."""
    if not FOLDER.is_dir():
        pytest.skip("torch_npu is not installed; `make torch` installs it")
    environment = {key: value for key, value in os.environ.items() if key[:5] != "ACLNN"}
    environment["PYTHONPATH"] = os.pathsep.join([str(FOLDER), *filter(None, sys.path)])
    # It looks for this file of its own beside torch.
    environment["TORCH_ACL_INIT_CONFIG_PATH"] = str(FOLDER / "torch_npu" / "acl_default.json")
    aclnn = [sys.executable, "-m", "aclnn_py", command, *options]
    return subprocess.run(
        [*aclnn, sys.executable, PROGRAMS / program, *arguments],
        capture_output=True,
        text=True,
        env={**environment, **variables},
        timeout=300,
        check=False,
    )


@pytest.mark.parametrize(
    ("program", "trainings"),
    [
        *(("text_classifier", 1), ("skip_gram", 1), ("bags", 4), ("small_gpt", 2)),
        *(("networks", 5), ("languages", 5), ("trainings", 5)),
    ],
)
def test_trains_as_the_cpu(program: str, trainings: int) -> None:
    """The same losses in float32, up to rounding; AdamW makes much of the smallest gradients."""
    result = run(f"{program}.py", "--strict")
    assert result.returncode == 0, result.stdout + result.stderr
    lines = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
    assert len(lines) == trainings
    for found in lines:
        assert len(found["cpu"]) == len(found["npu"]) == 20
        assert found["npu"] == pytest.approx(found["cpu"], rel=1e-5)
        assert found["cpu"][-1] < 0.95 * found["cpu"][0]
        assert found["weights"] < 1e-3


def test_the_device_as_programs_use_it() -> None:
    """Watched as closely as can be: what the plug-in itself keeps is no finding."""
    options = ("--strict", "--stream", "lazy", "--check", "isolate")
    result = run("device.py", *options, ACLNN_DEVICES="2", ACLNN_SOC="Ascend910B2")
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.endswith("done\n")
    assert result.stderr.endswith("aclnn: 0 finding(s)\n")


@pytest.mark.parametrize("program", ["sparse_attention.py", "sparse_training.py"])
def test_sparse_attention(program: str) -> None:
    result = run(program, "--strict")
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.endswith("done\n")


@pytest.mark.parametrize("segments", ["False", "True"])
def test_processes_share_tensors(segments: str) -> None:
    """torch.multiprocessing, with memory of aclrtMalloc and with physical memory."""
    option = f"expandable_segments:{segments}"
    result = run("shared_tensors.py", PYTORCH_NPU_ALLOC_CONF=option)
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.endswith("done\n")


@pytest.mark.parametrize("check", ["on", "isolate"])
def test_copies_by_pyacl(check: str) -> None:
    """Both have the same library in the process: addresses of tensors are pyACL's too."""
    result = run("copies.py", "--strict", "--check", check)
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.endswith("done\n")
    assert result.stderr.endswith("aclnn: 0 finding(s)\n")


@pytest.mark.parametrize("check", ["on", "isolate"])
def test_memory_in_segments_that_grow(check: str) -> None:
    result = run(
        "segments.py",
        *("--strict", "--check", check),
        PYTORCH_NPU_ALLOC_CONF="expandable_segments:True",
        ACLNN_EXPECT="aclrtMallocPhysical=207001",
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout == "done\n"


@pytest.mark.parametrize("mode", ["async", "lazy", "sync"])
def test_streams_in_order(mode: str) -> None:
    result = run("streams.py", "--strict", "--stream", mode)
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stderr.endswith("aclnn: 0 finding(s)\n")


@pytest.mark.parametrize("mode", ["async", "lazy", "sync"])
def test_a_race_of_two_streams(mode: str) -> None:
    result = run("streams.py", "--strict", "--stream", mode, arguments=("race",))
    assert result.returncode == 3, result.stdout + result.stderr
    assert result.stderr.endswith("aclnn: 1 finding(s)\n")
    assert "aclnnAdds: self, bytes" in result.stderr
    assert "nothing orders that and aclnnInplaceMuls" in result.stderr


@pytest.mark.parametrize("mode", ["async", "lazy", "sync"])
def test_graphs(mode: str) -> None:
    """Replays are what eager work is; the refusals that the program asks for are expected."""
    result = run(
        "graphs.py",
        *("--strict", "--stream", mode),
        ACLNN_EXPECT="aclrtSynchronizeStream=107027,aclrtMemcpy=107030",
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.startswith("done")
    assert result.stderr.endswith("aclnn: 0 finding(s)\n")


def test_random_numbers_and_halves_have_bounds() -> None:
    result = run("sampling.py")
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout == "done\n"


@pytest.mark.parametrize("options", [(), ("--stream", "lazy", "--check", "isolate")])
def test_single_operators(options: tuple[str, ...]) -> None:
    """What the plug-in sends to the interface before aclnn is what the CPU computes."""
    result = run("single_operators.py", "--strict", *options)
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.endswith("done\n")
    assert result.stderr.endswith("aclnn: 0 finding(s)\n")


def test_mistakes_are_told() -> None:
    result = run("refused.py", "--strict")
    assert result.returncode == 3, result.stdout + result.stderr
    assert result.stdout == "done\n"
    for finding in ("aclrtMallocAlign32: returned 207001", "aclnnEmbedding failed on the stream"):
        assert finding in result.stderr


def test_where_a_nan_comes_from() -> None:
    result = run("not_a_number.py", "--strict", "--check", "nan")
    assert result.returncode == 3, result.stdout + result.stderr
    assert result.stdout == "nan\n"
    source = (PROGRAMS / "not_a_number.py").read_text("utf-8").splitlines()
    line = 1 + next(i for i, text in enumerate(source) if text.endswith("# root"))
    found = result.stderr.partition("aclnnSqrt: out[1] is NaN, and nothing")[2].splitlines()
    assert f"not_a_number.py:{line})" in found[2]
    assert result.stderr.endswith("aclnn: 1 finding(s)\n")


def test_a_training_makes_none() -> None:
    """Its masks are minus infinity."""
    result = run("small_gpt.py", "--strict", "--check", "nan")
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stderr.endswith("aclnn: 0 finding(s)\n")


def test_findings_name_lines_of_python() -> None:
    """The plug-in releases the interpreter's lock before it calls."""
    result = run("lines.py", "--strict")
    assert result.returncode == 3, result.stdout + result.stderr
    source = (PROGRAMS / "lines.py").read_text("utf-8").splitlines()
    numbers = {line.partition("  # ")[2]: number for number, line in enumerate(source, 1)}
    for call, lines in (
        ("aclnnMatmulGetWorkspaceSize: returned 161002", ["product", "module"]),
        ("aclnnEmbedding queued it", ["lookup", "module of lookup"]),
    ):
        stack = result.stderr.partition(f"{call}")[2].partition("\n")[2].splitlines()
        stack = stack[
            : next(i for i, line in enumerate(stack) if not line.startswith("aclnn:     "))
        ]
        assert stack[0].endswith("(in libtorch_npu.so)")
        own = [line for line in stack if "lines.py:" in line]
        assert [int(line.rpartition(":")[2].strip(")")) for line in own] == [
            numbers[line] for line in lines
        ]


@pytest.mark.parametrize("backend", ["npugraphs", "npugraph_ex"])
def test_compilers_that_capture_graphs(backend: str) -> None:
    result = run("compiled_graphs.py", arguments=(backend,))
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.endswith("done\n")


def test_torchair_loads_and_says_what_it_cannot_compile() -> None:
    result = run("torchair_graphs.py")
    assert result.returncode == 0, result.stdout + result.stderr
    refused, captured = result.stdout.splitlines()
    assert refused.startswith("RuntimeError: Failed to initialize GE")
    assert "ge::GEInitialize(" in refused
    assert "not implemented by this library" in refused
    assert captured == "captured"


RECORDED = """
import torch
import torch_npu

torch.manual_seed(0)
network = torch.nn.Sequential(
    torch.nn.Conv2d(3, 8, 3), torch.nn.BatchNorm2d(8), torch.nn.ReLU(), torch.nn.Flatten(),
    torch.nn.Dropout(0.2), torch.nn.Linear(288, 16), torch.nn.LayerNorm(16), torch.nn.GELU(),
    torch.nn.Linear(16, 4),
).to("npu")
optimizer = torch.optim.AdamW(network.parameters(), lr=0.01)
images, classes = torch.randn(8, 3, 8, 8).to("npu"), torch.arange(8).remainder(4).to("npu")
for _ in range(2):
    optimizer.zero_grad()
    torch.nn.functional.cross_entropy(network(images), classes).backward()
    optimizer.step()
print(torch.ones(5_000_000, device="npu").sum().item(), images[images > 1].sort().values.numel())
"""


def test_a_training_is_recorded_and_replayed(tmp_path: Path) -> None:
    """Tensors above the limit are counted and not written."""
    program, file = tmp_path / "program.py", tmp_path / "calls.aclnn"
    program.write_text(RECORDED, "utf-8")
    recorded = run(program, "--data", "-o", str(file), command="record")
    assert recorded.returncode == 0, recorded.stderr
    assert recorded.stdout.startswith("5000000.0 ")
    assert file.stat().st_size < 16 << 20
    replayed = subprocess.run(
        [sys.executable, "-m", "aclnn_py", "replay", file],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert replayed.returncode == 0, replayed.stdout + replayed.stderr
    assert replayed.stdout.splitlines()[-1].endswith("no difference")
    assert "20000000 bytes, more than --limit" in replayed.stdout


def test_the_example_prints_what_its_page_says() -> None:
    page = (ROOT / "docs" / "reference" / "pytorch.md").read_text("utf-8")
    readme = (ROOT / "README.md").read_text("utf-8")
    command = "aclnn run python examples/next_word.py\n```\n"
    assert command in readme
    text = page.split(command)[1].split("```text\n")[1].split("```")[0]
    result = run(ROOT / "examples" / "next_word.py", ACLNN_SOC="Ascend910B2")
    assert result.stdout == text, result.stdout + result.stderr


# What one step of programs/profiles.py runs: a product, and two for its gradients.
STEP = {"aclnnMatmul": 3, "aclnnRelu": 1, "aclnnExp": 1, "aclnnThresholdBackward": 1}


def profiled(tmp_path: Path, part: str) -> dict[str, Any]:
    result = run("profiles.py", arguments=(str(tmp_path), part))
    assert result.returncode == 0, result.stdout + result.stderr
    found: dict[str, Any] = json.loads(result.stdout.splitlines()[-1])
    return found


def test_a_profile_for_tensorboard(tmp_path: Path) -> None:
    """Two steps behind one that only warms up: all files, with kernels linked to operators."""
    found = profiled(tmp_path, "tensorboard")
    assert {
        *("kernel_details.csv", "operator_details.csv", "step_trace_time.csv", "trace_view.json"),
        *("api_statistic.csv", "op_statistic.csv", "memory_record.csv", "operator_memory.csv"),
    } <= set(found["files"])
    for kernel, count in STEP.items():
        assert found["kernels"][kernel] == found["calls"][kernel] == 2 * count
        assert found["operators"][kernel] == kernel  # the plug-in's own slice within aten's
    assert found["shapes"]["aclnnExp"] == '"8,8"'
    assert found["streams"] == 2
    assert found["steps"] == ["1", "2"]
    assert found["marks"] == {**found["marks"], "a mark": 2, "a range": 2}
    assert all(time > 0 for time in found["device time of mm"])
    assert found["memory"] > 0
    assert found["operators in memory"] > 0


def test_a_profile_as_a_chrome_trace(tmp_path: Path) -> None:
    found = profiled(tmp_path, "chrome")
    for kernel, count in STEP.items():
        assert found["kernels"][kernel] == count
        assert found["operators"][kernel] == kernel


def test_a_profile_of_torch(tmp_path: Path) -> None:
    """torch.profiler with the activities of the device."""
    found = profiled(tmp_path, "torch")
    for kernel, count in STEP.items():
        assert found["kernels"][kernel] == count
    assert found["streams"] == 2
    assert found["arrows match"]
    assert found["arrows"] > 0
    assert found["begins after torch"]
    assert found["time"] > 0
