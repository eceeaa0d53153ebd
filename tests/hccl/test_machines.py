# SPDX-License-Identifier: Apache-2.0
"""Two machines: network namespaces with a cable between them."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator

import pytest
from hccl.ranks import run

pytestmark = pytest.mark.slow  # networks and containers


def ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


@pytest.fixture(scope="module")
def machines() -> Iterator[list[list[str]]]:
    """What runs a command on each machine."""
    names = [f"aclnn-{os.getpid()}-{side}" for side in "ab"]
    if shutil.which("ip") is None:
        pytest.skip("iproute2 is not installed")
    try:
        for name in names:
            ip("netns", "add", name)
    except subprocess.CalledProcessError:
        pytest.skip("this user may not make network namespaces")
    try:
        ip("-n", names[0], "link", "add", "cable0", "type", "veth", "peer", "cable1")
        ip("-n", names[0], "link", "set", "cable1", "netns", names[1])
        for number, name in enumerate(names):
            ip("-n", name, "address", "add", f"10.77.0.{number + 1}/24", "dev", f"cable{number}")
            ip("-n", name, "link", "set", f"cable{number}", "up")
            ip("-n", name, "link", "set", "lo", "up")
        yield [["ip", "netns", "exec", name] for name in names]
    finally:
        for name in names:
            ip("netns", "delete", name)


NETWORKS = {
    "by itself": {"HCCL_SOCKET_IFNAME": ""},
    "by name": {"HCCL_SOCKET_IFNAME": "cable"},
    "by what it is not": {"HCCL_SOCKET_IFNAME": "^lo"},
}


@pytest.mark.parametrize("network", NETWORKS)
def test_two_machines_find_each_other(machines: list[list[str]], network: str) -> None:
    variables = {"ACLNN_TRANSPORT": "tcp", **NETWORKS[network]}
    run("streams", 2, inside=machines, **variables)


def test_ports_that_a_firewall_lets_pass(machines: list[list[str]]) -> None:
    variables = {"HCCL_SOCKET_IFNAME": "cable", "HCCL_HOST_SOCKET_PORT_RANGE": "47000-47020"}
    run("streams", 2, inside=machines, ACLNN_TRANSPORT="tcp", **variables)


def test_an_interface_that_is_not_there(machines: list[list[str]]) -> None:
    """lo is another one on each machine: rank 1 does not find rank 0 there."""
    answers = run("nobody_answers", 2, inside=machines, HCCL_CONNECT_TIMEOUT="3")
    assert answers[1]["status"] == 11
    assert "nobody answers at 127.0.0.1" in answers[1]["text"]


def shared_memory_of(size: str) -> list[str]:
    """What runs a command with a /dev/shm of its own."""
    mount = f'mount -t tmpfs -o size={size} tmpfs /dev/shm && exec "$@"'
    return ["unshare", "--mount", "sh", "-c", mount, "sh"]


CONTAINERS = {
    "each with shared memory of its own": shared_memory_of("64m"),
    "with shared memory that is full": shared_memory_of("16k"),
    "as containers are": ["unshare", "--pid", "--fork", "--ipc", *shared_memory_of("64m")],
}


@pytest.mark.parametrize("container", CONTAINERS)
def test_containers_of_one_machine(container: str) -> None:
    inside = CONTAINERS[container]
    if subprocess.run([*inside, "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip("this user may not make namespaces")
    run("streams", 2, inside=[inside, inside])
