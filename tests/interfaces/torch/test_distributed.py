# SPDX-License-Identifier: Apache-2.0
"""torch.distributed with the plug-in's backend hccl: torchrun on one machine."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAMS = Path(__file__).with_name("programs")
EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "train_on_cards.py"
FOLDER = Path(sys.prefix) / "torch_npu"

pytestmark = [pytest.mark.torch, pytest.mark.slow]


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def torchrun(
    ranks: int, program: str | Path, *arguments: str, watch: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[str]:
    """A program on so many ranks, in the environment that a user has: no ACLNN_DEVICES. With
    options to watch closely, `aclnn run` is around each rank, since the launcher itself ends
    without telling what it has left."""
    if not FOLDER.is_dir():
        pytest.skip("torch_npu is not installed; `make torch` installs it")
    environment = {key: value for key, value in os.environ.items() if key[:5] != "ACLNN"}
    environment["PYTHONPATH"] = os.pathsep.join([str(FOLDER), *filter(None, sys.path)])
    environment["TORCH_ACL_INIT_CONFIG_PATH"] = str(FOLDER / "torch_npu" / "acl_default.json")
    environment["HCCL_SOCKET_IFNAME"] = "lo"
    run = [sys.executable, "-m", "aclnn_py", "run"]
    launcher = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node", str(ranks)]
    launcher += ["--master-addr", "127.0.0.1", "--master-port", str(free_port())]
    if watch:
        environment["TORCH_DEVICE_BACKEND_AUTOLOAD"] = "0"
        command = [*launcher, "--no-python", *run, *watch, sys.executable]
    else:
        command = [*run, *launcher]
    return subprocess.run(
        [*command, str(PROGRAMS / program), *arguments],
        capture_output=True,
        text=True,
        env=environment,
        timeout=300,
        check=False,
    )


@pytest.mark.parametrize("ranks", [2, 4])
def test_collectives(ranks: int) -> None:
    result = torchrun(ranks, "distributed.py")
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.count("done") == ranks


def test_collectives_watched_as_closely_as_can_be() -> None:
    watch = ("--strict", "--stream", "lazy", "--check", "isolate")
    result = torchrun(2, "distributed.py", watch=watch)
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.count("done") == 2
    assert result.stderr.count("aclnn: 0 finding(s)\n") == 2


TRAININGS = ["ddp", "ddp_unused", "zero", "fsdp1", "fsdp2", "tensor_parallel"]


def test_trainings_are_those_of_gloo_on_the_cpu() -> None:
    """Ten losses, averaged over the ranks, up to rounding."""
    result = torchrun(2, "distributed_training.py", *TRAININGS)
    assert result.returncode == 0, result.stdout + result.stderr
    lines = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
    assert [line["name"] for line in lines] == TRAININGS
    for line in lines:
        assert len(line["cpu"]) == len(line["npu"]) == 10
        assert line["npu"] == pytest.approx(line["cpu"], rel=1e-5)
        assert line["cpu"][-1] < 0.5 * line["cpu"][0]


def test_the_example_learns_on_cards_what_it_learns_on_the_cpu() -> None:
    losses = []
    for device in ("npu", "cpu"):
        result = torchrun(2, EXAMPLE, "--device", device)
        assert result.returncode == 0, result.stdout + result.stderr
        losses.append(re.findall(r"^step +(\d+): loss (.*)$", result.stdout, re.MULTILINE))
    on_cards, on_the_cpu = ([float(loss) for _, loss in each] for each in losses)
    assert len(on_cards) == 3
    assert on_cards == pytest.approx(on_the_cpu, abs=2e-3)
    assert on_cards[0] > 4
    assert on_cards[-1] < 0.1
