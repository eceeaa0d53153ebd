# SPDX-License-Identifier: Apache-2.0
"""What csrc/hccl/ucx.h says of UCX is what UCX's own headers say, and no program's UCX is met."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hccl.ranks import run
from support import run_python

from aclnn_py import _tree
from build_support import ucx

ROOT = Path(__file__).resolve().parents[2]

LAYOUT = r"""
#include <stddef.h>

#include <ucp/api/ucp.h>

#include "hccl/ucx.h"

#define SAME(a, b) _Static_assert((long)(a) == (long)(b), #a)
#define AT(ours, theirs, member) SAME(offsetof(ours, member), offsetof(theirs, member))

SAME(sizeof(ucx_status), sizeof(ucs_status_t));
SAME(UCX_OK, UCS_OK);
SAME(UCX_IN_PROGRESS, UCS_INPROGRESS);
SAME(UCX_BUSY, UCS_ERR_BUSY);
SAME(UCX_LAST_ERROR, UCS_ERR_LAST);
SAME(UCX_FIELD_FEATURES, UCP_PARAM_FIELD_FEATURES);
SAME(UCX_FEATURE_TAG, UCP_FEATURE_TAG);
SAME(UCX_FEATURE_WAKEUP, UCP_FEATURE_WAKEUP);
SAME(UCX_FIELD_THREAD_MODE, UCP_WORKER_PARAM_FIELD_THREAD_MODE);
SAME(UCX_THREADS_SERIALIZED, UCS_THREAD_MODE_SERIALIZED);
SAME(UCX_FIELD_ADDRESS, UCP_EP_PARAM_FIELD_REMOTE_ADDRESS);
SAME(UCX_FIELD_ERROR_MODE, UCP_EP_PARAM_FIELD_ERR_HANDLING_MODE);
SAME(UCX_FIELD_ERROR_HANDLER, UCP_EP_PARAM_FIELD_ERR_HANDLER);
SAME(UCX_ERROR_MODE_NONE, UCP_ERR_HANDLING_MODE_NONE);
AT(struct ucx_params, ucp_params_t, field_mask);
AT(struct ucx_params, ucp_params_t, features);
AT(struct ucx_worker_params, ucp_worker_params_t, field_mask);
AT(struct ucx_worker_params, ucp_worker_params_t, thread_mode);
AT(struct ucx_endpoint_params, ucp_ep_params_t, field_mask);
AT(struct ucx_endpoint_params, ucp_ep_params_t, address);
SAME(offsetof(struct ucx_endpoint_params, error_mode), offsetof(ucp_ep_params_t, err_mode));
SAME(offsetof(struct ucx_endpoint_params, error_handler),
     offsetof(ucp_ep_params_t, err_handler.cb));
SAME(offsetof(struct ucx_endpoint_params, error_argument),
     offsetof(ucp_ep_params_t, err_handler.arg));
SAME(offsetof(struct ucx_request_params, mask), offsetof(ucp_request_param_t, op_attr_mask));
SAME(offsetof(struct ucx_request_params, flags), offsetof(ucp_request_param_t, flags));
_Static_assert(sizeof(struct ucx_params) >= sizeof(ucp_params_t), "parameters");
_Static_assert(sizeof(struct ucx_worker_params) >= sizeof(ucp_worker_params_t), "a worker's");
_Static_assert(sizeof(struct ucx_endpoint_params) >= sizeof(ucp_ep_params_t), "an endpoint's");
_Static_assert(sizeof(struct ucx_request_params) >= sizeof(ucp_request_param_t), "a request's");
"""


def folder() -> Path:
    package = ucx.package()
    if package is None:
        pytest.skip("libucx-cu12 is not installed; `make venv` installs it")
    return package


def test_structures_are_as_ucx_has_them(tmp_path: Path) -> None:
    source = tmp_path / "layout.c"
    source.write_text(LAYOUT, "utf-8")
    command = ["gcc", "-std=c11", "-fsyntax-only", f"-I{ROOT / 'csrc'}"]
    subprocess.run([*command, f"-I{folder() / 'include'}", str(source)], check=True)


def test_copies_have_names_of_their_own() -> None:
    """Neither the libraries nor what they define meet those of another UCX in the process."""
    folder()
    copies = sorted((_tree.prefix() / "lib64" / "ucx").rglob("*.so"))
    assert len(copies) == 5
    for copy in copies:
        command = ["readelf", "--dynamic", "--dyn-syms", "--wide", str(copy)]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        named = re.findall(r"\((?:NEEDED|SONAME)\).*\[(lib\w*uc[mstp]\w*\.so[.\d]*)\]", text)
        assert named
        assert all(name.startswith("libaclnn_") for name in named), named
        symbols = re.findall(r" (?:GLOBAL|WEAK) +DEFAULT +\d+ (\w+)", text)
        assert symbols
        assert all(symbol.startswith("aclnn_") for symbol in symbols), symbols


@pytest.mark.slow
def test_beside_another_ucx() -> None:
    """As MPI brings one: its symbols are global in the process."""
    path = f"{_tree.prefix() / 'lib64'}:{folder() / 'lib'}"
    run("beside_another_ucx", 2, LD_LIBRARY_PATH=path)


WITHOUT = """
import ctypes
from support import Api

api = Api()
api.ok.aclInit(None)
comms, devices = (ctypes.c_void_p * 2)(), (ctypes.c_int32 * 2)(0, 1)
print(api.HcclCommInitAll(2, devices, comms), api.message())
api.ok.HcclCommInitAll(1, devices, comms)
print("one works")
"""


@pytest.mark.slow
def test_without_ucx_one_rank_works_and_more_say_what_to_install(tmp_path: Path) -> None:
    library = tmp_path / "libascendcl.so"
    shutil.copy(_tree.prefix() / "lib64" / library.name, library)
    done = run_python(WITHOUT, {"ACLNN_DEVICES": "2", "ACLNN_PY_LIB": str(library)})
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("5 ")
    assert "pip install 'aclnn-py[hccl]'" in done.stdout
    assert done.stdout.endswith("one works\n")


@pytest.mark.slow
def test_settings_of_a_programs_own_ucx_are_not_ours() -> None:
    """Transports that would let nobody reach anybody."""
    run("streams", 2, UCX_TLS="self", UCX_NET_DEVICES="none")
