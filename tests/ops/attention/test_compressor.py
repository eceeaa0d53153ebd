# SPDX-License-Identifier: Apache-2.0
"""Compressor: what its tilings ask for and refuse, tokens that come one after the other, strided
operands, and lengths and pages that lead out of the cache."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from ops.attention.compressor_oracle import ORACLES
from support import Api, Session, run_python
from sweep.c_calls import selected
from sweep.rules import BFLOAT16, FLOAT, FLOAT16, INT32, INT64, MEBI, NULL, answer, tensor

import aclnn_py as acl

Array = NDArray[Any]

RNG = np.random.default_rng(29)
WIDTH, DEPTH, RATIO = 1024, 128, 4


@pytest.fixture
def session(api: Api) -> Iterator[Session]:
    with Session(api) as opened:
        yield opened


# ---- Phase one -----------------------------------------------------------------------------------


def _asked(api: Api, soc: str, /, **more: Any) -> tuple[int, int, str]:
    """Two batches of five tokens, a cache of six pages of three rows; what is given replaces
    arguments, in the sequence of the call."""
    depth, coff = more.pop("depth", DEPTH), more.pop("coff", 2)
    wide, ratio = coff * depth, more.pop("ratio", RATIO)
    given: dict[str, Any] = {
        "x": tensor(BFLOAT16, 2, 5, WIDTH),
        "wkv": tensor(BFLOAT16, wide, WIDTH),
        "wgate": tensor(BFLOAT16, wide, WIDTH),
        "state": tensor(FLOAT, 6, 3, 2 * wide),
        "ape": tensor(FLOAT, ratio, wide),
        "table": tensor(INT32, 2, 4),
        "ends": NULL,
        "used": NULL,
        "starts": NULL,
        "group": ["i", ratio],
        "halves": ["i", coff],
        "mode": ["i", 1],
        "stride": ["i", 3 * 2 * wide],
        "out": tensor(BFLOAT16, 2, -(-5 // ratio), depth),
    }
    assert more.keys() <= given.keys()
    return answer(api, soc, "aclnnCompressor", *(given | more).values())


def _ends(tokens: int, batches: int, rows: int, kind: int = BFLOAT16) -> dict[str, Any]:
    """Tokens of batches that have ends."""
    return {
        "x": tensor(kind, tokens, WIDTH), "ends": tensor(INT32, batches + 1),
        "table": tensor(INT32, batches, 4), "out": tensor(kind, rows, DEPTH),
    }  # fmt: skip


@pytest.mark.usefixtures("own_library")
def test_kernels_ask_for_the_tokens_that_cores_have_at_once(api: Api) -> None:
    """Keys and scores of D * coff columns and twice D compressed ones, twice, of float32. Of 24
    cores as many groups as have D / 64 cores each, of 128 rows, with coff 1 of 256; of up to 4
    tokens a batch, 128 at most, D * coff / 128 cores and 128 rows. Ascend950: of 32 cores groups of
    D * coff / 128, 256 rows. With coff 2 a group of tokens of keys and scores, twice, too."""
    few = {"x": tensor(BFLOAT16, 2, 4, WIDTH), "out": tensor(BFLOAT16, 2, 1, DEPTH)}
    many = {
        "x": tensor(BFLOAT16, 33, 4, WIDTH), "table": tensor(INT32, 33, 1),
        "out": tensor(BFLOAT16, 33, 1, DEPTH),
    }  # fmt: skip
    for soc, depth, coff, more, groups, rows in (
        ("Ascend910B", 128, 2, {}, 12, 128),
        ("Ascend910B", 512, 2, {}, 3, 128),
        ("Ascend910B", 512, 1, {}, 3, 256),
        ("Ascend910B", 128, 1, {}, 12, 256),
        ("Ascend910B", 128, 1, few, 24, 128),
        ("Ascend910B", 128, 2, few, 12, 128),
        ("Ascend910B", 128, 2, many, 12, 128),
        ("Ascend910B", 128, 1, many, 12, 256),
        ("Ascend950", 128, 1, {}, 32, 256),
        ("Ascend950", 512, 2, {}, 4, 256),
        ("Ascend950", 512, 1, {}, 8, 256),
        ("Ascend950", 128, 2, few, 16, 256),
    ):
        bytes_ = groups * rows * depth * (2 * coff + 2) * 2 * 4
        bytes_ += RATIO * depth * 2 * 2 * 4 if coff == 2 else 0
        found = _asked(api, soc, depth=depth, coff=coff, **more)
        assert found[2] == f"Compressor:bfloat16|{16 * MEBI + bytes_}", (soc, depth, coff)
    nothing = {
        "x": tensor(BFLOAT16, 2, 0, WIDTH), "table": tensor(INT32, 2, 0),
        "out": tensor(BFLOAT16, 2, 0, DEPTH),
    }  # fmt: skip
    no_batches = _ends(0, 0, 0) | {"state": tensor(FLOAT, 0, 3, 4 * DEPTH)}
    for soc in ("Ascend910B", "Ascend950"):
        for given in (nothing, no_batches, _ends(0, 2, 0)):
            assert _asked(api, soc, **given)[2] == f"Compressor:bfloat16|{16 * MEBI}"


@pytest.mark.usefixtures("own_library")
def test_what_the_tilings_refuse(api: Api) -> None:
    ends, gap = _ends(9, 2, 4), 3 * 4 * DEPTH + 7
    numbers = {name: tensor(INT32, 2) for name in ("used", "starts")}
    halves = {name: tensor(FLOAT16, 2 * DEPTH, WIDTH) for name in ("wkv", "wgate")}
    for soc in ("Ascend910B", "Ascend910_93", "Ascend950"):
        for right in ({}, ends, numbers, ends | numbers, _ends(3, 2, 2), {"coff": 1}):
            assert _asked(api, soc, **right)[0] == 0, (soc, right)
        assert _asked(api, soc, **halves, **_ends(9, 2, 4, FLOAT16))[0] == 0
        for ratio in (2, 8, 16, 32, 64, 128):
            assert _asked(api, soc, ratio=ratio)[0] == 0, ratio
        for name in ("x", "wkv", "wgate", "state", "ape", "out"):
            assert _asked(api, soc, **{name: NULL})[0] == 161001, name
        for status, name, dtype, shape in (
            (161002, "x", FLOAT, (2, 5, WIDTH)), (161002, "wkv", FLOAT16, (256, WIDTH)),
            (161002, "wgate", FLOAT16, (256, WIDTH)), (161002, "state", FLOAT16, (6, 3, 512)),
            (161002, "ape", BFLOAT16, (4, 256)), (161002, "table", INT64, (2, 4)),
            (161002, "used", INT64, (2,)), (161002, "starts", FLOAT, (2,)),
            (161002, "out", FLOAT16, (2, 2, DEPTH)),
            (561002, "x", BFLOAT16, (2, 5, 1000)), (561002, "x", BFLOAT16, (2, 5, 512)),
            (561002, "x", BFLOAT16, (2, 5, 10752)), (561002, "x", BFLOAT16, (1, 2, 5, WIDTH)),
            (561002, "x", BFLOAT16, (WIDTH,)), (561002, "x", BFLOAT16, (10, WIDTH)),
            (561002, "wkv", BFLOAT16, (255, WIDTH)), (561002, "wkv", BFLOAT16, (512, WIDTH)),
            (561002, "wkv", BFLOAT16, (256, 1536)), (561002, "wkv", BFLOAT16, (256,)),
            (561002, "wgate", BFLOAT16, (128, WIDTH)), (561002, "ape", FLOAT, (5, 256)),
            (561002, "ape", FLOAT, (4, 128)), (561002, "state", FLOAT, (6, 3, 256)),
            (561002, "state", FLOAT, (0, 3, 512)), (561002, "state", FLOAT, (6, 0, 512)),
            (561002, "state", FLOAT, (18, 512)), (561002, "table", INT32, (2,)),
            (561002, "table", INT32, (3, 4)), (561002, "table", INT32, (2, 0)),
            (561002, "ends", INT32, (3,)), (561002, "used", INT32, (3,)),
            (561002, "starts", INT32, (2, 1)), (561002, "out", BFLOAT16, (2, 1, DEPTH)),
            (561002, "out", BFLOAT16, (2, 2, 512)), (561002, "out", BFLOAT16, (4, DEPTH)),
        ):  # fmt: skip
            found = _asked(api, soc, **{name: tensor(dtype, *shape)})
            assert found[0] == status, (soc, name, shape)
        for wrong in (
            {"table": NULL}, ends | {"ends": NULL}, ends | {"ends": tensor(INT32, 0)},
            ends | {"ends": tensor(INT32, 2)}, ends | {"out": tensor(BFLOAT16, 5, DEPTH)},
            {"group": ["i", 3]}, {"group": ["i", 1]}, {"group": ["i", 256]}, {"group": ["i", -4]},
            {"halves": ["i", 0]}, {"halves": ["i", 3]}, {"mode": ["i", 0]}, {"mode": ["i", 3]},
            {"stride": ["i", 0]}, {"stride": ["i", 1537]},
            {"state": tensor(FLOAT, 6, 3, 512, strides=[2048, 640, 1])},
            {"state": tensor(FLOAT, 6, 3, 512, strides=[512, 512, 1]), "stride": ["i", 512]},
        ):  # fmt: skip
            assert _asked(api, soc, **wrong)[0] == 561002, (soc, wrong)
    far = {"state": tensor(FLOAT, 6, 3, 512, strides=[gap, 512, 1]), "stride": ["i", gap]}
    ring = {"mode": ["i", 2], "table": tensor(INT32, 2)}
    for soc, status in (("Ascend910B", 561002), ("Ascend950", 0)):
        assert _asked(api, soc, **far)[0] == status
        assert _asked(api, soc, **ring)[0] == status
    assert _asked(api, "Ascend950", **far | {"stride": ["i", 1536]})[0] == 561002
    assert _asked(api, "Ascend950", **ring | {"table": tensor(INT32, 2, 1)})[0] == 561002
    few = ring | {"state": tensor(FLOAT, 1, 3, 512)}
    assert _asked(api, "Ascend950", **few)[0] == 561002
    assert _asked(api, "Ascend910")[0] == 161002


# ---- Phase two -----------------------------------------------------------------------------------


def _operands(tokens: int, coff: int, pages: int, rows: int) -> dict[str, Any]:
    """Of one sequence, with weights that make scores differ."""
    wide, reach = coff * DEPTH, 2 / np.sqrt(WIDTH)
    return {
        "x": RNG.uniform(-2, 2, (1, tokens, WIDTH)).astype(np.float16),
        "wkv": RNG.uniform(-reach, reach, (wide, WIDTH)).astype(np.float16),
        "wgate": RNG.uniform(-reach, reach, (wide, WIDTH)).astype(np.float16),
        "stateCacheRef": RNG.uniform(-2, 2, (pages, rows, 2 * wide)).astype(np.float32),
        "ape": RNG.uniform(-2, 2, (RATIO, wide)).astype(np.float32),
        "cuSeqlens": None, "seqused": None, "startPos": None,
        "cmpRatio": RATIO, "coff": coff, "stateCacheStrideDim0": rows * 2 * wide,
    }  # fmt: skip


def _wanted(given: dict[str, Any]) -> Any:
    return ORACLES["aclnnCompressor"].value(SimpleNamespace(**given))


def _run(given: dict[str, Any], **more: Any) -> tuple[Array, Array]:
    """The cache, which changes, and the compressed keys."""
    o = SimpleNamespace(**given | more)
    found = acl.compressor(
        o.x, o.wkv, o.wgate, o.stateCacheRef, o.ape, state_block_table=o.stateBlockTable,
        cu_seqlens=o.cuSeqlens, seqused=o.seqused, start_pos=o.startPos, cmp_ratio=o.cmpRatio,
        coff=o.coff, cache_mode=o.cacheMode, state_cache_stride_dim0=o.stateCacheStrideDim0,
    )  # fmt: skip
    return np.asarray(found[0]), np.asarray(found[1])


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("coff", [1, 2])
@pytest.mark.parametrize(("mode", "table"), [(1, [[2, 4, 1]]), (2, [3])])
def test_tokens_one_by_one_give_what_all_at_once_give(
    api: Api, mode: int, table: list[Any], coff: int
) -> None:
    """The ring has no more rows than one further token needs."""
    tokens, start, rows = 19, 6, 9 if mode == 1 else coff * RATIO
    given = _operands(tokens, coff, 5, rows)
    given |= {"cacheMode": mode, "stateBlockTable": np.array(table, np.int32)}
    given["startPos"] = np.array([start], np.int32)
    wanted = _wanted(given)[1][0]
    step = given | {"stateCacheRef": given["stateCacheRef"].copy()}
    found = []
    with acl.Device(0) as device, device.stream(), selected(api, "Ascend950"):
        for i in range(tokens):
            step["x"] = given["x"][:, i : i + 1]
            step["startPos"] = np.array([start + i], np.int32)
            step["stateCacheRef"], keys = _run(step)
            if (start + i + 1) % RATIO == 0:
                found.append(keys[0, 0])
            else:
                assert not keys.any()
    assert len(found) == (start + tokens) // RATIO - start // RATIO
    assert np.allclose(np.array(found, np.float64), wanted[: len(found)], rtol=2**-9, atol=2**-10)
    assert not wanted[len(found) :].any()


@pytest.mark.usefixtures("own_library")
def test_a_ring_that_is_short_has_the_last_tokens(api: Api) -> None:
    given = _operands(11, 2, 2, 3)
    given |= {"cacheMode": 2, "stateBlockTable": np.array([1], np.int32)}
    long = given | {"stateCacheRef": np.zeros((2, 16, 4 * DEPTH), np.float32)}
    before = given["stateCacheRef"].copy()
    with acl.Device(0) as device, device.stream(), selected(api, "Ascend950"):
        all_rows = _run(long, stateCacheStrideDim0=16 * 4 * DEPTH)[0]
        found = _run(given)[0]
    for position in (8, 9, 10):
        assert np.array_equal(found[1, position % 3], all_rows[1, position])
    assert np.array_equal(found[0], before[0])


@pytest.mark.usefixtures("own_library")
def test_strided_operands_and_gaps_between_pages(session: Session) -> None:
    """Tokens whose columns lie apart, transposed weights, numbers apart, and pages with something
    between them, which stays."""
    api, wide, gap = session.api, 2 * DEPTH, 5
    given = _operands(6, 2, 3, 4)
    given |= {"cacheMode": 1, "stateBlockTable": np.array([[2, 1]], np.int32)}
    page = 4 * 2 * wide
    memory = np.full((3, page + gap), 7, np.float32)
    memory[:, :page] = given["stateCacheRef"].reshape(3, page)
    place = session.upload(memory)
    out = session.upload(np.zeros((2, DEPTH), np.float16))
    tokens = np.repeat(given["x"].reshape(6, WIDTH), 2, 1)
    operands = [
        session.describe((1, 6, WIDTH), FLOAT16, session.upload(tokens),
                         strides=(0, 2 * WIDTH, 2), storage=(6, 2 * WIDTH)),
        session.describe((wide, WIDTH), FLOAT16, session.upload(given["wkv"].T.copy()),
                         strides=(1, wide), storage=(WIDTH, wide)),
        session.tensor(given["wgate"]),
        session.describe((3, 4, 2 * wide), FLOAT, place, strides=(page + gap, 2 * wide, 1),
                         storage=(3, page + gap)),
        session.tensor(given["ape"]),
        session.describe((1, 2), INT32, session.upload(np.array([2, 9, 1, 9], np.int32)),
                         strides=(4, 2), storage=(4,)),
        None, None, None, RATIO, 2, 1, page + gap,
        session.describe((1, 2, DEPTH), FLOAT16, out),
    ]  # fmt: skip
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    with selected(api, "Ascend950"):
        api.ok.aclnnCompressorGetWorkspaceSize(
            *operands, ctypes.byref(size), ctypes.byref(executor)
        )
    api.ok.aclnnCompressor(session.malloc(size.value), size.value, executor, session.stream)
    assert session.synchronize() == 0
    state, keys = _wanted(given)
    found = session.download(place, memory.shape, np.float32)
    assert np.allclose(found[:, :page].reshape(state.shape), state, atol=1e-4)
    assert (found[:, page:] == 7).all()
    result = session.download(out, (1, 2, DEPTH), np.float16)
    assert np.allclose(result.astype(np.float64), keys, rtol=2**-9, atol=2**-9)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("changed", "refused"),
    [
        ({}, False),
        ({"stateBlockTable": [[1, 2, 99], [3, -9, 4]]}, False),  # pages that nobody looks at
        ({"seqused": [0, 0], "stateBlockTable": [[99, 99, 99], [-1, -1, -1]]}, False),
        ({"cuSeqlens": [1, 5, 9]}, True),
        ({"cuSeqlens": [0, 6, 5]}, True),
        ({"cuSeqlens": [0, 5, 10]}, True),
        ({"cuSeqlens": [0, 2**31 - 1, 9]}, True),
        ({"cuSeqlens": [0, -(2**31), 9]}, True),
        ({"seqused": [5, 5]}, True),
        ({"seqused": [-1, 4]}, True),
        ({"seqused": [2**31 - 1, 4]}, True),
        ({"startPos": [0, -1]}, True),
        ({"startPos": [0, 2**31 - 1]}, True),
        ({"startPos": [0, 12]}, True),
        ({"stateBlockTable": [[1, 5, 0], [3, 0, 4]]}, True),
        ({"stateBlockTable": [[1, -1, 0], [3, 0, 4]]}, True),
        ({"stateBlockTable": [[1, 2**31 - 1, 0], [3, 0, 4]]}, True),
        ({"stateBlockTable": [[1, 2, 0], [7, 0, 4]]}, True),  # read alone
    ],
)
def test_what_leads_out_of_the_cache_ends_the_launch(
    api: Api, changed: dict[str, Any], refused: bool
) -> None:
    """Five tokens and four, of which the last ones begin at position 9, in pages of five rows."""
    given = _operands(9, 2, 5, 5)
    given |= {"x": given["x"][0], "cacheMode": 1, "stateBlockTable": [[1, 2, 0], [0, 3, 4]]}
    given |= {"cuSeqlens": [0, 5, 9], "seqused": [5, 4], "startPos": [1, 9]} | changed
    for name in ("stateBlockTable", "cuSeqlens", "seqused", "startPos"):
        given[name] = np.array(given[name], np.int32)
    if changed.get("stateBlockTable") == [[1, 2, 99], [3, -9, 4]]:
        given["startPos"] = np.array([1, 3], np.int32)
        given["stateBlockTable"][1] = [3, 4, -9]
    before = given["stateCacheRef"].copy()
    with acl.Device(0) as device, device.stream(), selected(api, "Ascend950"):
        if not refused:
            wanted = _wanted(given)
            state, keys = _run(given)
            assert np.allclose(state, wanted[0], atol=1e-4)
            assert np.allclose(keys.astype(np.float64), wanted[1], rtol=2**-9, atol=2**-9)
            return
        with pytest.raises(acl.AclError) as error:
            _run(given)
    assert error.value.code == 507015
    assert np.array_equal(given["stateCacheRef"], before)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("page", [-1, 2, 2**31 - 1])
def test_a_ring_has_a_page(api: Api, page: int) -> None:
    given = _operands(3, 2, 2, 12)
    given |= {"cacheMode": 2, "stateBlockTable": np.array([page], np.int32)}
    with (
        acl.Device(0) as device,
        device.stream(),
        selected(api, "Ascend950"),
        pytest.raises(acl.AclError) as error,
    ):
        _run(given)
    assert error.value.code == 507015


@pytest.mark.usefixtures("own_library")
def test_what_is_no_number_stays_in_its_column() -> None:
    """Scores of minus infinity, as a cache has them that was filled so, count for nothing."""
    given = _operands(2, 2, 2, 8)
    given |= {"cacheMode": 1, "stateBlockTable": np.array([[1]], np.int32)}
    given["startPos"] = np.array([6], np.int32)
    given["stateCacheRef"][1, :, 2 * DEPTH :] = -np.inf
    given["stateCacheRef"][1, 2, 0] = np.nan
    wanted, found = _wanted(given)[1], _run(given)[1]
    assert np.isnan(found[0, 0, 0])
    assert np.isfinite(found[0, 0, 1:]).all()
    assert np.allclose(found[0, 0, 1:], wanted[0, 0, 1:], rtol=2**-9, atol=2**-9)


BITS = f"""
import hashlib
import numpy as np
import aclnn_py as acl

random = np.random.default_rng(5)
x = random.standard_normal((1100, {WIDTH})).astype(np.float16)
wkv, wgate = (random.standard_normal((256, {WIDTH})).astype(np.float16) / 32 for _ in range(2))
state = random.standard_normal((5, 300, 512)).astype(np.float32)
state, keys = acl.compressor(
    x, wkv, wgate, state, random.standard_normal((8, 256)).astype(np.float32),
    state_block_table=np.array([[1, 2], [3, 4]], np.int32),
    cu_seqlens=np.array([0, 501, 1100], np.int32), start_pos=np.array([13, 0], np.int32),
    cmp_ratio=8, coff=2, cache_mode=1, state_cache_stride_dim0=300 * 512,
)
print(hashlib.sha256(np.asarray(state).tobytes() + np.asarray(keys).tobytes()).hexdigest())
"""


@pytest.mark.slow
def test_cores_change_no_bit() -> None:
    runs = [run_python(BITS, {"ACLNN_CORES": cores}) for cores in ("1", "3", "10")]
    assert len({run.stdout for run in runs}) == 1, [run.stderr for run in runs]
    assert len(runs[0].stdout) == 65
