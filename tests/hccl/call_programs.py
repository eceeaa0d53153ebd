# SPDX-License-Identifier: Apache-2.0
"""What ranks do in tests of calls of aclnn that they make together; ranks.py starts them."""

from __future__ import annotations

import ctypes
import time
from types import SimpleNamespace
from typing import Any

import ml_dtypes
import numpy as np
from hccl.programs import numbers, same
from hccl.ranks import SUM, TYPES, Array, Rank, settings
from ops.collective.parted_oracle import (
    BFLOAT16,
    E8M0,
    FLOAT8,
    coded_product,
    restored_sums,
)
from ops.collective.parted_oracle import (
    quantised as quantised_rows,
)
from ops.collective.quantised_oracle import exchanged, product
from support import Session

HALVES = (np.dtype(np.float16), np.dtype(ml_dtypes.bfloat16))
#: aclDataType of small floats, from CANN's documentation.
SMALL = {np.dtype(FLOAT8): 36, np.dtype(E8M0): 37}


class Caller:
    """A rank that makes calls on its stream."""

    def __init__(self, me: Rank) -> None:
        self.me = me
        self.session = Session(me.api)
        name = ctypes.create_string_buffer(128)
        me.ok.HcclGetCommName(me.comm, name)
        self.group = name.value

    def up(self, array: Array) -> int:
        """A tensor with these contents."""
        if array.dtype not in SMALL:
            return self.session.tensor(array)
        address = self.session.upload(np.ascontiguousarray(array).view(np.uint8))
        return self.session.describe(array.shape, SMALL[array.dtype], address)

    def empty(self, shape: tuple[int, ...], dtype: Any) -> tuple[int, int]:
        """A tensor for a result, and where it lies."""
        address = self.session.upload(np.full(shape, 77, dtype))
        kind = SMALL.get(np.dtype(dtype), dtype)
        return self.session.describe(shape, kind, address), address

    def phase_one(self, name: str, *arguments: Any) -> tuple[int, int, Any]:
        """The status, the size and the executor."""
        size, executor = ctypes.c_uint64(), ctypes.c_void_p()
        phase_one = getattr(self.me.api, f"{name}GetWorkspaceSize")
        status = phase_one(*arguments, ctypes.byref(size), ctypes.byref(executor))
        return int(status), size.value, executor

    def queue(self, name: str, *arguments: Any) -> int:
        """Both phases; the status of the first that fails."""
        status, size, executor = self.phase_one(name, *arguments)
        if status != 0:
            return status
        workspace = self.session.malloc(size)
        return int(getattr(self.me.api, name)(workspace, size, executor, self.me.stream))

    def run(self, name: str, *arguments: Any) -> None:
        """Both phases and the work have to end well."""
        assert self.queue(name, *arguments) == 0, self.me.api.message()
        assert self.me.wait() == 0, self.me.api.message()

    def down(self, address: int, shape: tuple[int, ...], dtype: Any) -> Array:
        return self.session.download(address, shape, dtype)

    def product(self, left: Array, right: Array) -> Array:
        """That of aclnnMatmul."""
        shape = (*left.shape[:-1], right.shape[1])
        out, address = self.empty(shape, left.dtype)
        self.run("aclnnMatmul", self.up(left), self.up(right), out, 0)
        return self.down(address, shape, left.dtype)

    def exchange(self, function: str, sent: Array, shape: tuple[int, ...], count: int) -> Array:
        """What a collective of hccl.h gives."""
        send, receive = self.session.upload(sent), self.session.malloc(sent.nbytes * self.me.size)
        operation = () if "Gather" in function else (SUM,)
        kind = TYPES[sent.dtype]
        getattr(self.me.ok, function)(
            send, receive, count, kind, *operation, self.me.comm, self.me.stream
        )
        assert self.me.wait() == 0, self.me.api.message()
        return self.down(receive, shape, sent.dtype)


def _matrix(rank: int, dtype: Any, shape: tuple[int, ...], seed: int) -> Array:
    return numbers(rank, dtype, int(np.prod(shape)), seed).reshape(shape)


def products(me: Rank, rows: int = 8, depth: int = 256, columns: int = 24) -> None:
    """The bits of the fused calls are those of their parts."""
    caller = Caller(me)
    for dtype in HALVES:
        left = _matrix(me.rank, dtype, (rows, depth), 1)
        wide = _matrix(me.rank, dtype, (rows * me.size, depth), 2)
        right = _matrix(me.rank, dtype, (depth, columns), 3)
        all_rows = (rows * me.size, depth)
        gathered = caller.exchange("HcclAllGather", left, all_rows, left.size)
        shape = (rows * me.size, columns)
        out, at = caller.empty(shape, dtype)
        rows_out, rows_at = caller.empty(all_rows, dtype)
        x1, x2 = caller.up(left), caller.up(right)
        common = (caller.group, 0, 0, 1)
        caller.run("aclnnAllGatherMatmul", x1, x2, None, *common, out, rows_out)
        same(caller.down(rows_at, all_rows, dtype), gathered, "gathered")
        same(caller.down(at, shape, dtype), caller.product(gathered, right), "gathered product")

        part = caller.product(wide, right)
        scattered = caller.exchange("HcclReduceScatter", part, (rows, columns), rows * columns)
        out, at = caller.empty((rows, columns), dtype)
        named = (caller.group, b"sum", 0, 1)
        caller.run("aclnnMatmulReduceScatter", caller.up(wide), x2, None, *named, out)
        same(caller.down(at, (rows, columns), dtype), scattered, "scattered product")

        part = caller.product(left, right)
        reduced = caller.exchange("HcclAllReduce", part, part.shape, part.size)
        out, at = caller.empty((rows, columns), dtype)
        caller.run("aclnnMatmulAllReduce", x1, x2, None, *named, out)
        same(caller.down(at, (rows, columns), dtype), reduced, "reduced product")


def _quantised(rank: int, rows: int, depth: int, columns: int) -> Any:
    """What a rank multiplies: every rank knows it of all."""
    random = np.random.default_rng([9, rank])
    common = np.random.default_rng(11)
    return SimpleNamespace(
        x1=random.integers(-128, 128, (rows, depth)).astype(np.int8),
        x2=random.integers(-128, 128, (depth, columns)).astype(np.int8),
        biasOptional=random.integers(-999, 999, columns).astype(np.int32),
        dequantScale=(random.random(columns) / 512).astype(np.float32),
        pertokenScaleOptional=random.random(rows).astype(np.float32),
        commQuantScale1Optional=(0.25 + common.random(columns)).astype(np.float16),
        commQuantScale2Optional=(0.25 + common.random(columns)).astype(np.float16),
    )


def quantised(me: Rank, rows: int = 7, depth: int = 70, columns: int = 24) -> None:
    """Sums of restored products, exchanged as they are and as int8; and of restored weights."""
    caller = Caller(me)
    ranks = [_quantised(rank, rows, depth, columns) for rank in range(me.size)]
    own = ranks[me.rank]
    shape = (rows, columns)
    given = [caller.up(getattr(own, name)) for name in ("x1", "x2", "biasOptional")]
    scales = [caller.up(own.dequantScale), caller.up(own.pertokenScaleOptional)]
    codes = [caller.up(own.commQuantScale1Optional), caller.up(own.commQuantScale2Optional)]
    named = (caller.group, b"sum", 0, 1)
    out, at = caller.empty(shape, np.float16)
    caller.run("aclnnQuantMatmulAllReduceV2", *given, None, *scales, *named, out)
    part = product(own)
    reduced = caller.exchange("HcclAllReduce", part, shape, part.size)
    same(caller.down(at, shape, np.float16), reduced, "restored product")

    out, at = caller.empty(shape, np.float16)
    caller.run("aclnnQuantMatmulAllReduceV3", *given, None, *scales, *codes, *named, out)
    first, second = own.commQuantScale1Optional, own.commQuantScale2Optional
    expected = exchanged([product(each) for each in ranks], first, second)
    same(caller.down(at, shape, np.float16), expected, "product exchanged as int8")
    by_mode = (caller.group, b"sum", b"ai_cpu", 0, 1)
    out, at = caller.empty(shape, np.float16)
    turned = (*reversed(scales), *codes, *by_mode, 0, 0, out)
    caller.run("aclnnQuantMatmulAllReduceV5", *given, None, *turned)
    same(caller.down(at, shape, np.float16), expected, "product exchanged by a mode")

    left, scale = caller.up(_matrix(me.rank, HALVES[0], (rows, depth), 4)), codes[0]
    part_out, part_at = caller.empty(shape, np.float16)
    nothing = (None,) * 4
    caller.run("aclnnWeightQuantBatchMatmulV2", left, given[1], scale, *nothing, 0, part_out)
    part = caller.down(part_at, shape, np.float16)
    reduced = caller.exchange("HcclAllReduce", part, shape, part.size)
    out, at = caller.empty(shape, np.float16)
    caller.run(
        "aclnnWeightQuantMatmulAllReduce", left, given[1], None, scale, None, None, *named, 0, out
    )
    same(caller.down(at, shape, np.float16), reduced, "product of restored weights")
    out, at = caller.empty(shape, np.float16)
    weights = (left, given[1], None, scale, None, None, *by_mode, 0, out)
    caller.run("aclnnWeightQuantMatmulAllReduceV2", *weights)
    same(caller.down(at, shape, np.float16), reduced, "product of restored weights by a mode")


def _each(size: int, make: Any, *arguments: Any) -> list[Any]:
    """What each rank has, which every rank knows of all."""
    return [make(np.random.default_rng([17, rank]), *arguments) for rank in range(size)]


def _reals(random: Any, shape: tuple[int, ...], dtype: Any) -> Array:
    return np.asarray(random.standard_normal(shape).astype(dtype))


def _codes(random: Any, shape: tuple[int, ...]) -> Array:
    return np.asarray(random.integers(-128, 128, shape).astype(np.int8))


def _small(random: Any, shape: tuple[int, ...]) -> Array:
    return np.asarray(random.integers(-4, 5, shape).astype(np.float32).astype(FLOAT8))


def _powers(random: Any, shape: tuple[int, ...]) -> Array:
    return np.asarray(np.exp2(random.integers(-3, 4, shape)).astype(np.float32).astype(E8M0))


def _side_by_side(me: Rank, every: list[Any]) -> Array:
    """The rank's rows of all ranks, with their columns side by side: the page's AlltoAll, permute
    and view."""
    rows = len(every[0]) // me.size
    own = slice(me.rank * rows, (me.rank + 1) * rows)
    return np.asarray(np.concatenate([each[own] for each in every], axis=1))


def _below_each_other(me: Rank, every: list[Any]) -> Array:
    columns = every[0].shape[1] // me.size
    own = slice(me.rank * columns, (me.rank + 1) * columns)
    return np.asarray(np.concatenate([each[:, own] for each in every]))


def _close(found: Array, wanted: Array, sizes: Array) -> None:
    """Half a unit in the last place of the sizes and what sums of float32 lose."""
    most = 2.0**-10 if found.dtype == np.float16 else 2.0**-7
    error = np.abs(found.astype(np.float64) - wanted.astype(np.float64))
    assert np.all(error <= sizes * most * 0.51 + 1e-7), float(np.max(error - sizes * most))


def parted(me: Rank, mode: str = "aiv", rows: int = 3, depth: int = 10, columns: int = 4) -> None:
    """Parts of rows before a product, and of columns behind one."""
    caller = Caller(me)
    for dtype in HALVES:
        every = _each(me.size, _reals, (rows * me.size, depth), dtype)
        wide = _each(me.size, _reals, (depth * me.size, columns), dtype)
        bias_type = np.float16 if dtype == HALVES[0] else np.float32
        bias = np.arange(columns, dtype=np.float32).astype(bias_type)
        moved = _side_by_side(me, every)
        product_ = moved.astype(np.float64) @ wide[me.rank].astype(np.float64) + bias
        sizes = np.abs(moved.astype(np.float64)) @ np.abs(wide[me.rank].astype(np.float64)) + bias
        for version in ("", "V2"):
            named = (caller.group, mode.encode()) if version else (caller.group,)
            for is_turned in (False, True):
                right = wide[me.rank].T.copy() if is_turned else wide[me.rank]
                out, at = caller.empty((rows, columns), dtype)
                kept, kept_at = caller.empty(moved.shape, dtype)
                x1, x2 = caller.up(every[me.rank]), caller.up(right)
                call = f"aclnnAlltoAllMatmul{version}"
                more = (*named, False, is_turned, out, kept)
                caller.run(call, x1, x2, caller.up(bias), None, *more)
                same(caller.down(kept_at, moved.shape, dtype), moved, "moved rows")
                _close(caller.down(at, (rows, columns), dtype), product_, sizes)

        all_columns = columns * me.size
        lefts = _each(me.size, _reals, (rows, depth), dtype)
        rights = _each(me.size, _reals, (depth, all_columns), dtype)
        pairs = list(zip(lefts, rights, strict=True))
        parts = _below_each_other(
            me, [a.astype(np.float64) @ b.astype(np.float64) for a, b in pairs]
        )
        sizes = _below_each_other(
            me, [np.abs(a.astype(np.float64)) @ np.abs(b.astype(np.float64)) for a, b in pairs]
        )
        for version in ("", "V2"):
            named = (caller.group, mode.encode()) if version else (caller.group,)
            out, at = caller.empty(parts.shape, dtype)
            x1, x2 = caller.up(lefts[me.rank]), caller.up(rights[me.rank])
            call = f"aclnnMatmulAlltoAll{version}"
            caller.run(call, x1, x2, None, None, *named, False, False, out)
            _close(caller.down(at, parts.shape, dtype), parts, sizes)


def parted_sizes(me: Rank) -> tuple[list[int], tuple[int, str]]:
    """What phase one asks for, and what it says of numbers of four bits."""
    caller = Caller(me)
    x1, x2 = (caller.up(np.zeros(shape, np.float16)) for shape in ((256, 64), (64, 256)))
    bias = caller.up(np.zeros(256, np.float16))
    out, _ = caller.empty((256, 256), np.float16)
    kept, _ = caller.empty((256, 64), np.float16)
    common = (x1, x2, bias, None, caller.group, False, False, out)
    found = [
        caller.phase_one("aclnnAlltoAllMatmul", *common, kept),
        caller.phase_one("aclnnAlltoAllMatmul", *common, None),
        caller.phase_one("aclnnMatmulAlltoAll", *common),
    ]
    assert all(status == 0 for status, *_ in found), me.api.message()
    int4 = caller.session.describe((64, 256), 29, caller.session.malloc(64 * 128))
    scale = caller.up(np.ones(256, np.float32))
    nothing = (None, None, None)
    modes = (7, 2, 0, -1, 0, 0, False, False)
    given = (x1, int4, None, None, scale, *nothing, caller.group, None, *modes, out, None)
    status = caller.phase_one("aclnnAlltoAllQuantMatmul", *given)[0]
    return [size for _, size, _ in found], (status, str(me.api.message()))


def parted_codes(me: Rank, rows: int = 3, depth: int = 16, columns: int = 4) -> None:
    """The same of int8, to the bit."""
    caller = Caller(me)
    for dtype in HALVES:
        every = _each(me.size, _reals, (rows * me.size, depth), dtype)
        rights = _each(me.size, _codes, (depth * me.size, columns))
        scale = np.linspace(0.001, 0.002, columns).astype(np.float32)
        bias = np.linspace(-1, 1, columns).astype(np.float32)
        moved = _side_by_side(me, every)
        codes, tokens = quantised_rows(moved, None, np.int8)
        own = SimpleNamespace(
            x1=codes, x2=rights[me.rank], x1Scale=tokens, x2Scale=scale, biasOptional=bias
        )
        wanted = coded_product(own, early=False).astype(dtype)
        for version in ("", "V2"):
            mode = (b"aiv",) if version else ()
            out, at = caller.empty(wanted.shape, dtype)
            kept, kept_at = caller.empty(moved.shape, dtype)
            given = [caller.up(each) for each in (every[me.rank], rights[me.rank], bias)]
            more = (None, caller.up(scale), None, None, None, caller.group, *mode, None)
            modes = (7, 2, 0, -1, 0, 0, False, False)
            call = f"aclnnAlltoAllQuantMatmul{version}"
            caller.run(call, *given, *more, *modes, out, kept)
            same(caller.down(kept_at, moved.shape, dtype), moved, "moved rows")
            same(caller.down(at, wanted.shape, dtype), wanted, "product of moved rows")

    all_columns = columns * me.size
    ranks = _each(
        me.size,
        lambda random: SimpleNamespace(
            x1=_codes(random, (rows, depth)),
            x2=_codes(random, (depth, all_columns)),
            biasOptional=_reals(random, (all_columns,), np.float16),
            x1Scale=np.abs(_reals(random, (rows,), np.float32)),
            x2Scale=np.abs(_reals(random, (all_columns,), np.float32)) / 64,
        ),
    )
    wanted = _below_each_other(
        me, [coded_product(each, early=False).astype(np.float16) for each in ranks]
    )
    own = ranks[me.rank]
    names = ("x1", "x2", "biasOptional", "x1Scale", "x2Scale")
    for version in ("", "V2"):
        mode = (b"aiv",) if version else ()
        out, at = caller.empty(wanted.shape, np.float16)
        given = [caller.up(getattr(own, name)) for name in names]
        more = (None, None, None, None, caller.group, *mode, 3, 2, 0, -1, 0, False, False)
        caller.run(f"aclnnQuantMatmulAlltoAll{version}", *given, *more, out)
        same(caller.down(at, wanted.shape, np.float16), wanted, "parts of columns")


def exchanged_codes(me: Rank, rows: int = 4, depth: int = 256, columns: int = 6) -> None:
    """Rows of int8 that are gathered with their scales, and sums that are scattered."""
    caller = Caller(me)
    ranks = _each(
        me.size,
        lambda random: SimpleNamespace(
            x1=_codes(random, (rows * me.size, depth)),
            x2=_codes(random, (depth, columns)),
            x1Scale=_reals(random, (rows * me.size, 1), np.float32),
            x2Scale=_reals(random, (1, columns), np.float32) / 512,
        ),
    )
    own = ranks[me.rank]
    for dtype in HALVES:
        named = (None, 0, caller.group)
        all_rows = np.concatenate([each.x1 for each in ranks])
        scales = np.concatenate([each.x1Scale for each in ranks])
        gathered = SimpleNamespace(x1=all_rows, x2=own.x2, x1Scale=scales, x2Scale=own.x2Scale)
        wanted = coded_product(gathered, early=True).astype(dtype)
        given = [caller.up(own.x1), caller.up(own.x2), None]
        given += [caller.up(own.x1Scale), caller.up(own.x2Scale)]
        out, at = caller.empty(wanted.shape, dtype)
        kept, kept_at = caller.empty(all_rows.shape, np.int8)
        more = (0, 0, 1, 0, b"aiv", out, kept, None)
        caller.run("aclnnAllGatherMatmulV2", *given, *named, *more)
        same(caller.down(kept_at, all_rows.shape, np.int8), all_rows, "gathered rows")
        same(caller.down(at, wanted.shape, dtype), wanted, "product of gathered rows")

        part = coded_product(own, early=False).astype(dtype)
        reduced = caller.exchange("HcclReduceScatter", part, (rows, columns), rows * columns)
        out, at = caller.empty((rows, columns), dtype)
        how = (b"sum", 0, 1, 0, b"aiv", out, None)
        caller.run("aclnnMatmulReduceScatterV2", *given, *named, *how)
        same(caller.down(at, (rows, columns), dtype), reduced, "scattered sums")


def _with_scales(random: Any, shape: tuple[int, ...], groups: tuple[int, ...]) -> Any:
    """Numbers, and scales of 128 of them or powers of two of 32."""
    is_power = len(groups) > len(shape)
    scales = _powers(random, groups) if is_power else _reals(random, groups, np.float32)
    return SimpleNamespace(x=_small(random, shape), scales=scales)


def codes_of_950(me: Rank) -> None:
    """float8 with scales of rows, and with powers of two, and sums of quantised numbers."""
    caller = Caller(me)
    rows, depth, columns = 2, 64, 3
    ranks = _each(
        me.size,
        lambda random: SimpleNamespace(
            x1=_small(random, (rows * me.size, depth)),
            x2=_small(random, (columns, depth * me.size)),
            x1Scale=_powers(random, (rows * me.size, 1, 2)),
            x2Scale=_powers(random, (columns, me.size, 2)),
        ),
    )
    own = ranks[me.rank]
    moved = _side_by_side(me, [each.x1 for each in ranks])
    powers = _side_by_side(me, [each.x1Scale.reshape(-1, 2) for each in ranks])
    whole = SimpleNamespace(
        x1=moved, x2=own.x2, x1Scale=powers.reshape(rows, -1, 2), x2Scale=own.x2Scale
    )
    wanted = coded_product(whole, early=True).astype(np.float32)
    out, at = caller.empty(wanted.shape, np.float32)
    kept, kept_at = caller.empty(moved.shape, FLOAT8)
    given = [caller.up(own.x1), caller.up(own.x2), None]
    scales = (caller.up(own.x1Scale), caller.up(own.x2Scale))
    named = (None, None, None, caller.group, b"ccu", None, 6, 6, 0, -1, 0, 0, False, True)
    caller.run("aclnnAlltoAllQuantMatmulV2", *given, *scales, *named, out, kept)
    same(caller.down(kept_at, moved.shape, FLOAT8), moved, "moved rows")
    same(caller.down(at, wanted.shape, np.float32), wanted, "product of powers of two")

    for scale_type in (np.float32, E8M0):
        shape = (2 * me.size, 1024)
        groups = (shape[0], 8) if scale_type == np.float32 else (shape[0], 16, 2)
        every = _each(me.size, _with_scales, shape, groups)
        total, *others = (restored_sums(each.x, each.scales) for each in every)
        for other in others:
            total = total + other
        x, scales_ = caller.up(every[me.rank].x), caller.up(every[me.rank].scales)
        out, at = caller.empty(shape, BFLOAT16)
        caller.run("aclnnQuantAllReduce", x, scales_, caller.group, b"sum", out)
        same(caller.down(at, shape, BFLOAT16), total.astype(BFLOAT16), "sums of codes")
        part = (2, 1024)
        out, at = caller.empty(part, np.float32)
        caller.run("aclnnQuantReduceScatter", x, scales_, caller.group, b"sum", out)
        own_rows = total[2 * me.rank : 2 * me.rank + 2]
        same(caller.down(at, part, np.float32), own_rows, "the rank's sums of codes")


def _sub_group(me: Rank, members: list[int], number: int) -> tuple[Any, bytes]:
    """A communicator of some ranks, this one among them, and its name."""
    sub, whole = ctypes.c_void_p(), ctypes.c_void_p(me.comm.value)
    name = ctypes.create_string_buffer(128)
    ranks = (ctypes.c_uint32 * len(members))(*members)
    me.ok.HcclCreateSubCommConfig(
        ctypes.byref(whole),
        len(members),
        ranks,
        number,
        members.index(me.rank),
        settings(),
        ctypes.byref(sub),
    )
    me.ok.HcclGetCommName(sub, name)
    return sub, name.value


def experts_of_two_groups(me: Rank) -> None:
    """Rows of whole numbers go to their experts, are gathered and multiplied, and come back: the
    pages' formulas, on two ranks of experts by two that share tensors."""
    caller = Caller(me)
    ep, tp = divmod(me.rank, 2)
    by_expert, ep_name = _sub_group(me, [tp, 2 + tp], 10 + tp)
    by_part, tp_name = _sub_group(me, [2 * ep, 2 * ep + 1], 20 + ep)
    count, rows, depth, columns = 4, 3, 8, 6  # experts, C, H, M of all ranks
    random = np.random.default_rng(5)
    for shared in (0, 1):
        shape = (2, 2, count, rows, depth // 2) if shared == 0 else (2, 2, count, rows, depth)
        sent = random.integers(-2, 3, shape).astype(np.float16)  # by ep and tp
        weights = random.integers(-2, 3, (2, count, depth, columns)).astype(np.float16)  # by tp
        own = slice(2 * ep, 2 * ep + 2)
        parts = [np.concatenate([sent[e, t][own] for e in (0, 1)], 1) for t in (0, 1)]
        if shared == 0:
            whole = np.concatenate(parts, 2)
        else:
            whole = np.stack([sent[e, t][own] for e in (0, 1) for t in (0, 1)], 1)
            whole = whole.reshape(2, -1, depth)
        product = whole.astype(np.float64) @ weights[tp][own].astype(np.float64)
        out, at = caller.empty(product.shape, np.float16)
        gathered, gathered_at = caller.empty(whole.shape, np.float16)
        x, weight = caller.up(sent[ep, tp]), caller.up(weights[tp][own])
        groups = (None, ep_name, tp_name, 2, 2)
        forth = "aclnnAlltoAllAllGatherBatchMatMul"
        caller.run(forth, x, weight, *groups, shared, 0, out, gathered, None)
        same(caller.down(gathered_at, whole.shape, np.float16), whole, "gathered rows")
        same(caller.down(at, product.shape, np.float16), product.astype(np.float16), "products")

        given = random.integers(-2, 3, (2, 2, 2, *product.shape[1:])).astype(np.float16)
        back = random.integers(-2, 3, (2, count, columns, depth)).astype(np.float16)  # by tp
        totals = [
            sum(given[e, t].astype(np.float64) @ back[t][2 * e : 2 * e + 2] for t in (0, 1))
            for e in (0, 1)
        ]
        if shared == 0:
            half = slice(tp * depth // 2, (tp + 1) * depth // 2)
            expected = [each.reshape(2, 2, rows, depth)[:, ep, :, half] for each in totals]
        else:
            expected = [each.reshape(2, 2, 2, rows, depth)[:, ep, tp] for each in totals]
        result = np.concatenate(expected).astype(np.float16)
        out, at = caller.empty(result.shape, np.float16)
        x, weight = caller.up(given[ep, tp]), caller.up(back[tp][own])
        caller.run("aclnnBatchMatMulReduceScatterAlltoAll", x, weight, *groups, shared, out)
        same(caller.down(at, result.shape, np.float16), result, "rows that come back")
    me.ok.HcclCommDestroy(by_expert)
    me.ok.HcclCommDestroy(by_part)


def mismatch(me: Rank) -> str:
    """Ranks that make different calls: what each is told."""
    caller = Caller(me)
    rows = 4 + 2 * me.rank
    x1 = caller.up(np.ones((rows, 8), np.float16))
    x2 = caller.up(np.ones((8, 8), np.float16))
    out, _ = caller.empty((rows, 8), np.float16)
    assert caller.queue("aclnnMatmulAllReduce", x1, x2, None, caller.group, b"sum", 0, 1, out) == 0
    assert me.wait() != 0
    return str(me.api.message())


def other_call(me: Rank) -> str:
    """Rank 0 makes a fused call where the others call the collective: what each is told."""
    caller = Caller(me)
    memory = me.up(np.ones(32, np.float16))
    if me.rank == 0:
        x1 = caller.up(np.ones((4, 8), np.float16))
        x2 = caller.up(np.ones((8, 8), np.float16))
        out, _ = caller.empty((4, 8), np.float16)
        named = (caller.group, b"sum", 0, 1)
        assert caller.queue("aclnnMatmulAllReduce", x1, x2, None, *named, out) == 0
    else:
        me.ok.HcclAllReduce(memory, memory, 32, 3, SUM, me.comm, me.stream)
    assert me.wait() != 0
    return str(me.api.message())


def refused(me: Rank) -> dict[str, list[Any]]:
    """Groups that there are not: both phases and the text."""
    caller = Caller(me)
    x1, x2 = (caller.up(np.ones((8, 8), np.float16)) for _ in range(2))
    out, _ = caller.empty((8, 8), np.float16)
    answers: dict[str, list[Any]] = {}
    for what, group in (("unknown", b"nobody"), ("null", None)):
        status, size, executor = caller.phase_one(
            "aclnnMatmulAllReduce", x1, x2, None, group, b"sum", 0, 1, out
        )
        second = me.api.aclnnMatmulAllReduce(None, size, executor, me.stream) if executor else 0
        answers[what] = [status, int(second), str(me.api.message())]
    return answers


def leaves(me: Rank) -> str:
    """Rank 0's memory is gone when its work begins: what each is told."""
    caller = Caller(me)
    x1 = caller.up(np.ones((4, 8), np.float16))
    x2 = caller.up(np.ones((8, 8), np.float16))
    out, address = caller.empty((4, 8), np.float16)
    value = me.up(np.zeros(1, np.uint64))
    if me.rank == 0:
        me.ok.aclrtValueWait(value, 1, 1, me.stream)
    assert caller.queue("aclnnMatmulAllReduce", x1, x2, None, caller.group, b"sum", 0, 1, out) == 0
    if me.rank == 0:
        other = me.new_stream()
        time.sleep(1)  # until rank 1 has made it too
        me.free(address)
        me.ok.aclrtValueWrite(value, 1, 0, other)
        me.ok.aclrtSynchronizeStream(other)
    assert me.wait() != 0
    return str(me.api.message())


def graph(me: Rank) -> list[float]:
    """A graph with a fused call is replayed; each replay takes what lies there."""
    caller = Caller(me)
    shape = (4, 4)
    values, place = caller.empty(shape, np.float16)
    x2 = caller.up(np.eye(4, dtype=np.float16))
    seed = np.ones(shape, np.float16)
    me.ok.aclrtMemcpy(place, seed.nbytes, seed.ctypes.data, seed.nbytes, 1)
    out, at = caller.empty(shape, np.float16)
    model = ctypes.c_void_p()
    me.ok.aclmdlRICaptureBegin(me.stream, 1)
    named = (caller.group, b"sum", 0, 1)
    assert caller.queue("aclnnMatmulAllReduce", values, x2, None, *named, out) == 0
    me.ok.aclrtMemcpyAsync(place, seed.nbytes, at, seed.nbytes, 3, me.stream)
    me.ok.aclmdlRICaptureEnd(me.stream, ctypes.byref(model))
    found = []
    for _ in range(3):
        me.ok.aclmdlRIExecuteAsync(model, me.stream)
        assert me.wait() == 0, me.api.message()
        found.append(float(caller.down(at, shape, np.float16)[1, 2]))
    return found


# --- Experts -------------------------------------------------------------------------------------


def _tokens_of(rank: int, tokens: int, choices: int, experts: int, hidden: int) -> dict[str, Array]:
    """What a rank sends: every rank knows it of all."""
    random = np.random.default_rng([7, rank])
    ids = np.stack([random.permutation(experts)[:choices] for _ in range(tokens)])
    return {
        "x": random.standard_normal((tokens, hidden)).astype(np.float16),
        "ids": ids.astype(np.int32),
        "weights": random.random((tokens, choices)).astype(np.float32),
    }


def experts(me: Rank, shared: int = 0) -> None:
    """Rows reach their experts in the documented sequence, and come back by the same way.

    shared  how many ranks have a shared expert
    """
    caller = Caller(me)
    tokens, choices, hidden, own = 6, 3, 1024, 2
    count = own * (me.size - shared)
    sent = [_tokens_of(rank, tokens, choices, count, hidden) for rank in range(me.size)]
    local = 1 if me.rank < shared else own
    rows: list[tuple[int, ...]] = []
    sums = []
    for expert in range(local):
        for rank in range(me.size):
            if me.rank < shared:
                rows += [(rank, t, choices) for t in range(tokens) if rank % shared == me.rank]
            else:
                number = (me.rank - shared) * own + expert
                rows += [(rank, *map(int, at)) for at in np.argwhere(sent[rank]["ids"] == number)]
            sums.append(len(rows))
    room = tokens * me.size * (1 if me.rank < shared else min(own, choices))
    if me.rank < shared:
        room = tokens * me.size
    mine = sent[me.rank]
    x, ids, weights = (caller.up(mine[name]) for name in ("x", "ids", "weights"))
    shapes = [((room, hidden), np.float16), ((room,), np.float32), ((room * 128,), np.int32)]
    shapes += [((local,), np.int64), ((local * me.size,), np.int32), ((1,), np.int32)]
    shapes += [((room,), np.float32)]
    outs = [caller.empty(shape, dtype) for shape, dtype in shapes]
    place = (caller.group, me.size, me.rank, count, b"", 0, 0, 0, int(shared > 0), shared)
    caller.run(
        "aclnnMoeDistributeDispatchV2",
        *(x, ids, None, None, weights, *place, 0, 0, 1, b""),
        *(handle for handle, _ in outs),
    )
    found = [caller.down(at, *shape) for (_, at), shape in zip(outs, shapes, strict=True)]
    expected = np.stack([sent[rank]["x"][t] for rank, t, *_ in rows])
    same(found[0][: len(rows)], expected, "rows")
    assert found[2][: 3 * len(rows)].reshape(-1, 3).tolist() == [list(row) for row in rows]
    assert found[4].tolist() == sums
    assert found[3].tolist() == np.diff([0, *sums[me.size - 1 :: me.size]]).tolist()

    out, at = caller.empty((tokens, hidden), np.float16)
    caller.run(
        "aclnnMoeDistributeCombineV2",
        *(outs[0][0], ids, outs[2][0], outs[4][0], weights, None, None, None, None, None, None),
        *(None, *place, 0, 0, 0, 0, b"", out),
    )
    factors = mine["weights"].astype(np.float64).sum(axis=1) + (1 if shared else 0)
    wanted = factors[:, None] * mine["x"].astype(np.float64)
    assert np.allclose(caller.down(at, (tokens, hidden), np.float16), wanted, rtol=2e-3, atol=1e-5)


def _returned(gates: dict[str, Array], mine: dict[str, Array], places: list[int]) -> Array:
    """Tokens whose experts give back what they got, with the experts that no rank has."""
    x, ids = mine["x"].astype(np.float64), mine["ids"]
    zero, copy, constant = np.cumsum(places)
    total = np.zeros_like(x)
    for t, k in np.ndindex(ids.shape):
        each = x[t]
        if zero <= ids[t, k] < copy:
            each = np.zeros_like(each)
        elif ids[t, k] >= constant:
            first, second, row = (of_all[ids[t, k] - constant] for of_all in gates.values())
            share = 1 / (1 + np.exp(x[t] @ second - x[t] @ first))
            each = share * x[t] + (1 - share) * row
        total[t] += mine["weights"][t, k] * each
    return total


def special_experts(me: Rank, dtype: str) -> None:
    """Experts that give nothing, the token, or shares of the token and of a constant row."""
    kind = np.dtype(getattr(ml_dtypes, dtype, dtype))
    caller = Caller(me)
    tokens, choices, hidden, own, zeros, copies, constants = 12, 4, 1024, 1, 1, 2, 3
    count, room = own * me.size, tokens * me.size
    places = [count, zeros, copies]
    mine = _tokens_of(me.rank, tokens, choices, sum(places) + constants, hidden)
    random = np.random.default_rng([5, me.rank])
    mine["x"] = mine["x"].astype(kind)
    rows = random.standard_normal((3, constants, hidden)) * np.array([[[0.05]], [[0.05]], [[1]]])
    gates = {str(i): each.astype(kind) for i, each in enumerate(rows)}
    wanted = _returned({i: each.astype(np.float64) for i, each in gates.items()}, mine, places)
    x, ids, weights = (caller.up(mine[name]) for name in ("x", "ids", "weights"))
    place = (caller.group, me.size, me.rank, count, b"", 0, 0, 0, 0, 0)
    special = (b"", zeros, copies, constants)
    shapes: list[tuple[tuple[int, ...], Any]] = [((room, hidden), kind), ((room,), np.float32)]
    shapes += [((room * 128,), np.int32), ((own,), np.int64), ((count,), np.int32)]
    shapes += [((1,), np.int32), ((room,), np.float32)]
    outs = [caller.empty(*each)[0] for each in shapes]
    original = (None, None, x, *(caller.up(each) for each in gates.values()))
    residual = np.ones((tokens, 1, hidden), kind)
    for version, times in (("V3", ()), ("V4", (None,))):
        given = (x, ids, None, None, weights, None, *times, *place, 0, 0, 1, *special)
        caller.run(f"aclnnMoeDistributeDispatch{version}", *given, *outs)
        out, at = caller.empty((tokens, hidden), kind)
        back = (outs[0], ids, outs[2], outs[4], weights)
        more = (None,) * 5
        given = (*back, None, *more, *original, *times, *place, 0, 0, 0, 0, *special, out)
        caller.run(f"aclnnMoeDistributeCombine{version}", *given)
        step = 2.0**-7 if dtype == "bfloat16" else 2.0**-10
        found = caller.down(at, (tokens, hidden), kind).astype(np.float64)
        assert np.all(np.abs(found - wanted) <= step * np.abs(wanted) * 0.51 + 1e-5)

    norms = [
        caller.empty((tokens, 1, columns), type_)
        for columns, type_ in ((hidden, kind), (1, np.float32), (hidden, kind))
    ]
    gamma = (caller.up(residual), caller.up(residual[0, 0]))
    given = (*back, *gamma, None, *more, *original, *place, 0, 0, 0, 0, b"", ctypes.c_float(1e-6))
    caller.run(
        "aclnnMoeDistributeCombineAddRmsNormV2", *given, *special[1:], *(out for out, _ in norms)
    )
    found = caller.down(norms[2][1], (tokens, hidden), kind).astype(np.float64)
    assert np.allclose(found, wanted + 1, rtol=step, atol=2 * step)
    root = caller.down(norms[1][1], (tokens,), np.float32)
    assert np.allclose(root, 1 / np.sqrt(np.mean(found**2, axis=1) + 1e-6), rtol=1e-5)


def special_experts_refused(me: Rank) -> tuple[int, str]:
    """What phase two says of constant experts."""
    caller = Caller(me)
    tokens, hidden, constants = 2, 1024, 2
    x = caller.up(np.ones((tokens, hidden), np.float16))
    ids = caller.up(np.zeros((tokens, 1), np.int32))
    weights = caller.up(np.ones((tokens, 1), np.float32))
    sums, kept = (caller.up(np.zeros(count, np.int32)) for count in (1, tokens * 128))
    line = caller.up(np.ones(constants, np.float16))
    row = caller.up(np.ones((constants, hidden), np.float16))
    place = (caller.group, 1, 0, 1, b"", 0, 0, 0, 0, 0)
    given = (x, ids, kept, sums, weights, *(None,) * 8, x, line, line, row, *place)
    out = caller.empty((tokens, hidden), np.float16)[0]
    status = caller.queue("aclnnMoeDistributeCombineV3", *given, 0, 0, 0, 0, b"", 0, 0, 2, out)
    return status, str(me.api.message())


def experts_of_tensors(me: Rank, shared: int = 0, codes: bool = False) -> None:
    """Two ranks that share tensors get each other's rows, and add up what their experts give.

    shared  how many ranks have a shared expert
    codes   rows go as int8
    """
    caller = Caller(me)
    ep, tp = divmod(me.rank, 2)
    size = me.size // 2
    by_expert, ep_name = _sub_group(me, list(range(tp, me.size, 2)), 30 + tp)
    by_part, tp_name = _sub_group(me, [2 * ep, 2 * ep + 1], 40 + ep)
    tokens, choices, hidden, count = 4, 1, 1024, size - shared
    sent = [_tokens_of(rank, tokens, choices, count, hidden) for rank in range(me.size)]

    def rows_of(part: int) -> list[tuple[int, int]]:
        """The rank of experts and the token of each row that comes to rank `part` of tensors."""
        every = [(rank, t) for rank in range(size) for t in range(tokens)]
        if ep < shared:
            return [at for at in every if at[0] % shared == ep]
        return [at for at in every if sent[2 * at[0] + part]["ids"][at[1], 0] == ep - shared]

    def sums(part: int) -> list[int]:
        return [sum(rank <= last for rank, _ in rows_of(part)) for last in range(size)]

    room = tokens * size
    mine, own, other = sent[me.rank], rows_of(tp), rows_of(1 - tp)
    x, ids, weights = (caller.up(mine[name]) for name in ("x", "ids", "weights"))
    kind = np.int8 if codes else np.float16
    shapes: list[tuple[tuple[int, ...], Any]] = [
        ((2 * room, hidden), kind),
        ((2 * room,), np.float32),
        ((room * 128,), np.int32),
    ]
    shapes += [((1,), np.int64), ((2 * size,), np.int32), ((2,), np.int32), ((room,), np.float32)]
    outs = [caller.empty(shape, dtype) for shape, dtype in shapes]
    place = (ep_name, size, ep, count, tp_name, 2, tp, 0, int(shared > 0), shared)
    caller.run(
        "aclnnMoeDistributeDispatchV2",
        *(x, ids, None, None, weights, *place, 2 * codes, 0, 1, b""),
        *(handle for handle, _ in outs),
    )
    found = [caller.down(at, *shape) for (_, at), shape in zip(outs, shapes, strict=True)]
    rows = [sent[2 * rank + tp]["x"][t] for rank, t in own]
    rows += [sent[2 * rank + 1 - tp]["x"][t] for rank, t in other]
    expected = np.stack(rows)
    if codes:
        scales = np.abs(expected.astype(np.float64)).max(axis=1) / 127
        assert np.allclose(found[1][: len(rows)], scales)
        assert np.abs(found[0][: len(rows)] * scales[:, None] - expected).max() <= scales.max()
    else:
        same(found[0][: len(rows)], expected, "rows")
    assert not found[0][len(rows) :].any()
    assert found[3].tolist() == [len(rows)]
    assert found[4].tolist() == sums(tp) + sums(1 - tp)
    assert found[5].tolist() == ([len(own), len(other)] if tp == 0 else [len(other), len(own)])

    factors = np.where(np.arange(2 * room) < len(own), 1, 2)[:, None]
    parts = np.zeros((2 * room, hidden), np.float16)
    parts[: len(rows)] = (expected * factors[: len(rows)]).astype(np.float16)
    given = caller.up(parts)
    out, at = caller.empty((tokens, hidden), np.float16)
    caller.run(
        "aclnnMoeDistributeCombineV2",
        *(given, ids, outs[2][0], outs[4][0], weights, outs[5][0], None, None, None, None, None),
        *(None, *place, 0, 0, 0, 0, b"", out),
    )
    # A row comes back as it is from the rank that it went to, and twice from the other.
    times = 3 * (mine["weights"].astype(np.float64).sum(axis=1) + (1 if shared else 0))
    wanted = times[:, None] * mine["x"].astype(np.float64)
    assert np.allclose(caller.down(at, (tokens, hidden), np.float16), wanted, rtol=2e-3, atol=1e-5)
    me.ok.HcclCommDestroy(by_expert)
    me.ok.HcclCommDestroy(by_part)


def _two_tokens(caller: Caller, ranks: int) -> tuple[int, int, list[int]]:
    """Tokens, each with an expert, and room for what a rank gets when all send as many."""
    tokens, hidden = 2, 1024
    room = tokens * ranks
    shapes: list[tuple[tuple[int, ...], Any]] = [((room, hidden), np.float16)]
    shapes += [((room,), np.float32), ((room * 128,), np.int32), ((1,), np.int64)]
    shapes += [((ranks,), np.int32), ((1,), np.int32), ((room,), np.float32)]
    x = caller.up(np.ones((tokens, hidden), np.float16))
    ids = caller.up(np.zeros((tokens, 1), np.int32))
    return x, ids, [caller.empty(shape, dtype)[0] for shape, dtype in shapes]


def dispatch_refused(
    me: Rank, version: str = "V2", mode: int = 0, engine: str = ""
) -> tuple[int, str]:
    """What a dispatch that would be good on Ascend910_93 says."""
    caller = Caller(me)
    x, ids, outs = _two_tokens(caller, me.size)
    place = (caller.group, me.size, me.rank, me.size, b"", 0, 0, 0, 0, 0)
    more = (engine.encode(),) if version else ()
    given = (x, ids, None, None, None, *place, mode, 0, 1, *more, *outs)
    return caller.queue(f"aclnnMoeDistributeDispatch{version}", *given), str(me.api.message())


def tensors_refused(me: Rank) -> dict[str, tuple[int, str]]:
    """What phase two says of ranks of tensors that there are not."""
    caller = Caller(me)
    tokens, hidden = 2, 1024
    x = caller.up(np.ones((tokens, hidden), np.float16))
    ids = caller.up(np.zeros((tokens, 1), np.int32))
    shapes: list[tuple[tuple[int, ...], Any]] = [
        ((2 * tokens, hidden), np.float16),
        ((2 * tokens,), np.float32),
    ]
    shapes += [((tokens * 128,), np.int32), ((1,), np.int64), ((2,), np.int32), ((2,), np.int32)]
    outs = [caller.empty(shape, dtype)[0] for shape, dtype in shapes]
    answers = {}
    for what, tensors in {
        "many": (caller.group, 3, 0),
        "rank": (b"", 0, 1),
        "null": (None, 2, 0),
        "unknown": (b"nobody", 2, 0),
        "size": (caller.group, 2, 0),
    }.items():
        place = (caller.group, 1, 0, 1, *tensors, 0, 0, 0)
        given = (x, ids, None, None, None, *place, 0, 0, 1, b"", *outs, None)
        status = caller.queue("aclnnMoeDistributeDispatchV2", *given)
        answers[what] = (status, str(me.api.message()))
    return answers


def too_many_experts(me: Rank, count: int) -> tuple[int, int, str]:
    """A dispatch of the rank with the shared expert; the status of the call and of its work."""
    caller = Caller(me)
    if me.rank > 0:
        return 0, 0, ""
    x, ids, outs = _two_tokens(caller, me.size)
    place = (caller.group, me.size, me.rank, count, b"", 0, 0, 0, 1, 1)
    given = (x, ids, None, None, None, *place, 0, 0, 1, b"", *outs)
    return caller.queue("aclnnMoeDistributeDispatchV2", *given), me.wait(), str(me.api.message())


def expert_sizes(me: Rank) -> list[int]:
    """What a dispatch, its V2, a combine and its V2 ask for, beside operands that are dense."""
    caller = Caller(me)
    tokens, hidden, count = 2, 1024, 6
    x = caller.up(np.ones((tokens, hidden), np.float16))
    ids = caller.up(np.zeros((tokens, 1), np.int32))
    weights = caller.up(np.ones((tokens, 1), np.float32))
    shapes = [((tokens, hidden), np.float16), ((tokens,), np.float32), ((tokens * 128,), np.int32)]
    shapes += [
        ((count,), np.int64),
        ((count,), np.int32),
        ((1,), np.int32),
        ((tokens,), np.float32),
    ]
    outs = [caller.empty(shape, dtype)[0] for shape, dtype in shapes]
    place = (caller.group, 1, 0, count, b"", 0, 0, 0, 0, 0)
    sizes = []
    for version, names in (("", ()), ("V2", (b"",))):
        given = (x, ids, None, None, weights, *place, 0, 0, 1, *names, *outs)
        sizes.append(caller.phase_one(f"aclnnMoeDistributeDispatch{version}", *given)[:2])
    for version, names in (("", ()), ("V2", (b"",))):
        more = (None,) * (7 if version else 6)
        given = (outs[0], ids, outs[2], outs[4], weights, *more, *place, 0, 0, 0, 0, *names, x)
        sizes.append(caller.phase_one(f"aclnnMoeDistributeCombine{version}", *given)[:2])
    assert all(status == 0 for status, _ in sizes), me.api.message()
    return [size for _, size in sizes]


def groups(me: Rank, version: str = "") -> None:
    """Rows go to the experts of other ranks, are multiplied, and come back."""
    caller = Caller(me)
    own, depth, columns = 2, 8, 6
    random = np.random.default_rng(3)
    counts = random.integers(0, 4, (me.size, me.size, own)) + 1  # from, to, expert
    weights = random.standard_normal((me.size, own, depth, columns)).astype(np.float16)
    given = [
        random.standard_normal((counts[rank].sum(), depth)).astype(np.float16)
        for rank in range(me.size)
    ]
    sent = counts[me.rank].ravel()
    received = counts[:, me.rank, :].ravel()
    parts: list[Array] = []
    for expert in range(own):
        for rank in range(me.size):
            at = int(counts[rank].ravel()[: me.rank * own + expert].sum())
            parts.append(given[rank][at : at + counts[rank, me.rank, expert]])
    moved = np.concatenate(parts)
    arrays = []
    for numbers_ in (sent, received):
        values = (ctypes.c_int64 * len(numbers_))(*map(int, numbers_))
        arrays.append(me.api.aclCreateIntArray(values, len(numbers_)))
    rows = int(received.sum())
    weight = caller.up(weights[me.rank])
    y, y_at = caller.empty((rows, columns), np.float16)
    kept, kept_at = caller.empty((rows, depth), np.float16)
    mode = (b"ai_cpu",) if version else ()
    named = (None, None, None, None, caller.group, *mode, me.size)
    caller.run(
        f"aclnnAlltoAllvGroupedMatMul{version}",
        *(caller.up(given[me.rank]), weight, *named, *arrays, False, False, True, y, None, kept),
    )
    same(caller.down(kept_at, (rows, depth), np.float16), moved, "moved rows")
    ends = np.cumsum(counts[:, me.rank, :].sum(axis=0))
    wide = moved.astype(np.float64)
    product = np.concatenate(
        [
            part @ each
            for part, each in zip(np.split(wide, ends[:-1]), weights[me.rank], strict=True)
        ]
    )
    assert np.allclose(caller.down(y_at, product.shape, np.float16), product, rtol=2e-3, atol=1e-2)

    back, back_at = caller.empty((int(sent.sum()), columns), np.float16)
    caller.run(
        f"aclnnGroupedMatMulAlltoAllv{version}",
        *(caller.up(moved), weight, *named, *reversed(arrays), False, False, back, None),
    )
    places = np.split(given[me.rank].astype(np.float64), np.cumsum(sent)[:-1])
    every = weights.reshape(-1, depth, columns)
    wanted = np.concatenate([part @ each for part, each in zip(places, every, strict=True)])
    assert np.allclose(caller.down(back_at, wanted.shape, np.float16), wanted, rtol=2e-3, atol=1e-2)


def barrier(me: Rank) -> tuple[float, list[list[int]]]:
    """How long rank 0 waits for the others, and whom it sees."""
    caller = Caller(me)
    x = caller.up(np.ones(4, np.float32))
    seen, at = caller.empty((me.size, me.size), np.int32)
    me.ok.HcclBarrier(me.comm, me.stream)
    assert me.wait() == 0
    if me.rank != 0:
        time.sleep(0.5)
    begin = time.monotonic()
    caller.run("aclnnDistributeBarrier", x, caller.group, me.size)
    waited = time.monotonic() - begin
    caller.run("aclnnElasticReceivableInfoCollect", caller.group, me.size, seen)
    return waited, caller.down(at, (me.size, me.size), np.int32).tolist()
