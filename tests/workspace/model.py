# SPDX-License-Identifier: Apache-2.0
"""A second opinion on workspace sizes: the rules, straight from the facts, in Python.

Written from CANN's public source (executor, L0 operators, kernel workspaces) and,
where that gives no rule (which copies a view needs, Ascend950's splits), from the behaviour of the
vendor's public op_api and tiling. It shares nothing with csrc/workspace.

    listing = embedding_dense_backward(product_of("Ascend950"), call)
    listing.size(), listing.plan_text(), listing.assumed_text()
"""

from __future__ import annotations

import itertools
import math
import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from workspace.calls import TYPES, Call, View, dense_strides

MIB = 1 << 20
SYSTEM = 16 * MIB
U32 = 2**32 - 1
I32 = 2**31 - 1


class RefusedError(Exception):
    """A tiling fails: phase one answers 561103."""


def up(value: int, by: int) -> int:
    """Quotient rounded up; the value itself when divided by 0, as the vendor has it."""
    return -(-value // by) if by else value


def aligned(value: int, to: int) -> int:
    return up(value, to) * to


def floored(value: int, to: int) -> int:
    return value // to * to


# --- Products ------------------------------------------------------------------------------------


class Product(NamedTuple):
    """What sizes depend on. generation: "910", "A2" (910B and 910_93) or "950"."""

    generation: str
    cores: int
    buffer: int


def product_of(soc: str) -> Product:
    """The product of a text as in ACLNN_SOC."""
    name, _, changes = soc.partition(":")
    if name == "Ascend950":
        found = Product("950", 64, 253952)
    elif name == "Ascend910A":
        found = Product("910", 32, 262144)
    elif name == "Ascend910ProB":
        found = Product("910", 30, 262144)
    elif name in {"Ascend910B3", "Ascend910B4", "Ascend910_9362", "Ascend910_9372"}:
        found = Product("A2", 40, 196352)
    else:
        assert re.fullmatch("Ascend910(B[12]|_93(81|82|91|92))", name), name
        found = Product("A2", 48, 196352)
    numbers = {key: int(value) for key, value in re.findall(r"(\w+)=(\d+)", changes)}
    return found._replace(
        cores=numbers.get("cores", found.cores), buffer=numbers.get("ub", found.buffer)
    )


# --- 1. The executor -----------------------------------------------------------------------------


@dataclass(eq=False)
class Storage:
    """What several tensors may be views of."""

    from_workspace: bool


@dataclass(eq=False)
class Tensor:
    type: str
    elements: int
    storage: Storage

    @property
    def bytes(self) -> int:
        return self.elements * TYPES[self.type][1]

    def viewed_as(self, type: str) -> Tensor:
        return Tensor(type, self.elements, self.storage)


@dataclass(eq=False)
class Node:
    name: str
    engine: str
    inputs: list[Tensor]
    outputs: list[Tensor]
    workspaces: list[Tensor]
    figures: dict[str, int]


@dataclass(eq=False)
class Lease:
    """A tensor in its bucket."""

    tensor: Tensor
    start: int
    end: int
    bucket: int


@dataclass
class Bucket:
    size: int = 0
    leases: list[Lease] = field(default_factory=list)


def charge(bytes: int) -> int:
    """A(n) of docs/explanation/workspace.md, "How CANN arrives at a size"."""
    return (bytes + 32 + 511) // 512 * 512


class Listing:
    """The L0 operators of a call, in the order of the calls to `node`."""

    def __init__(self, product: Product) -> None:
        self.product = product
        self.nodes: list[Node] = []
        self.assumed: list[str] = []

    def new(self, type: str, elements: int) -> Tensor:
        """A tensor in the workspace."""
        return Tensor(type, elements, Storage(True))

    def assume(self, name: str) -> None:
        if name not in self.assumed:
            self.assumed.append(name)

    def node(
        self,
        name: str,
        inputs: Sequence[Tensor],
        outputs: Sequence[Tensor],
        *,
        engine: str = "AI_CORE",
        workspace: int | None = None,
        figures: dict[str, int] | None = None,
    ) -> Node:
        workspaces = [] if workspace is None else [self.new("u8", workspace)]
        node = Node(name, engine, list(inputs), list(outputs), workspaces, figures or {})
        self.nodes.append(node)
        return node

    def end(self, start: int, storage: Storage) -> int:
        """When what the node at start wrote is needed no more."""
        last = start
        for time in range(start + 1, len(self.nodes)):
            node = self.nodes[time]
            if any(tensor.storage is storage for tensor in node.outputs):
                return time
            if any(tensor.storage is storage for tensor in node.inputs):
                last = time
        return last

    def buckets(self) -> list[Bucket]:
        """The layout, by address."""
        buckets: list[Bucket] = []
        placed: set[int] = set()
        for time, node in enumerate(self.nodes):
            for tensor in (*node.workspaces, *node.outputs):
                if not tensor.storage.from_workspace or id(tensor) in placed:
                    continue
                placed.add(id(tensor))
                own = tensor in node.workspaces
                end = time if own else self.end(time, tensor.storage)
                fitting = [
                    number
                    for number, bucket in enumerate(buckets)
                    if bucket.leases[-1].start != time
                    and bucket.leases[-1].end < time
                    and bucket.leases[-1].tensor not in node.inputs
                ]
                if not fitting:
                    fitting = [len(buckets)]
                    buckets.append(Bucket())
                bucket = buckets[fitting[-1]]
                bucket.leases.append(Lease(tensor, time, end, fitting[-1]))
                bucket.size = max(bucket.size, charge(tensor.bytes))
        return buckets

    def size(self) -> int:
        return sum(bucket.size for bucket in self.buckets())

    def operators_text(self) -> str:
        """As the column l0_ops of the table."""
        names = (
            node.name + ("(AICPU)" if node.engine == "AI_CPU" else "")
            for node in self.nodes
            if node.engine != "COPY"
        )
        return ">".join(names)

    def plan_text(self) -> str:
        """As the column plan of the table."""
        buckets = self.buckets()
        offsets = list(itertools.accumulate((bucket.size for bucket in buckets), initial=0))
        leases = {id(lease.tensor): lease for bucket in buckets for lease in bucket.leases}
        text = []
        for time, node in enumerate(self.nodes):
            pieces = [f"{node.name}@{time}"]
            pieces += [
                f"w={tensor.bytes}@{offsets[leases[id(tensor)].bucket]}"
                for tensor in node.workspaces
            ]
            for tensor in node.outputs:
                if id(tensor) in leases:
                    at = offsets[leases[id(tensor)].bucket]
                    end = self.end(time, tensor.storage)
                    pieces.append(f"o={tensor.bytes}@{at}({time}-{end})")
                else:
                    pieces.append("o=user")
            text.append(f"[{' '.join(pieces)}]")
        return "".join(text)

    def assumed_text(self) -> str:
        """As the column assumed of the table: sort, transpose, slice, those of 950, storage."""
        order = ["sort", "transpose", "slice"]

        def rank(name: str) -> tuple[int, str]:
            if name in order:
                return order.index(name), name
            return (4 if name == "storage" else 3), name

        return "+".join(sorted(self.assumed, key=rank))


# --- 2. L0 operators -----------------------------------------------------------------------------

#: Conversions that the Cast kernel of the AI cores lacks, of those that can occur.
CASTS_ON_CPU = {
    "910": {("i16", "i32"), ("f64", "i32")},
    "A2": {("f64", "i32")},
    "950": set[tuple[str, str]](),
}


def cast(listing: Listing, tensor: Tensor, type: str) -> Tensor:
    if tensor.type == type:
        return tensor
    generation = listing.product.generation
    on_cpu = (tensor.type, type) in CASTS_ON_CPU[generation]
    result = listing.new(type, tensor.elements)
    listing.node(
        "Cast",
        [tensor],
        [result],
        engine="AI_CPU" if on_cpu else "AI_CORE",
        workspace=SYSTEM if generation == "950" else None,
    )
    return result


def zeros_like(listing: Listing, tensor: Tensor) -> Tensor:
    result = listing.new(tensor.type, tensor.elements)
    if tensor.elements:
        workspace = 0 if listing.product.generation == "950" else None
        listing.node("ZerosLike", [tensor], [result], workspace=workspace)
    return result


def sort(listing: Listing, tensor: Tensor) -> tuple[Tensor, Tensor]:
    values = listing.new(tensor.type, tensor.elements)
    positions = listing.new("i32", tensor.elements)
    workspace = None
    engine = "AI_CORE"
    figures = None
    if listing.product.generation == "950":
        figures = sort_tiling(listing.product, TYPES[tensor.type][1], tensor.elements)
        workspace = figures["kernel_workspace_bytes"]
    elif tensor.type == "f32":
        listing.assume("sort")
    else:
        engine = "AI_CPU"
    listing.node(
        "Sort", [tensor], [values, positions], engine=engine, workspace=workspace, figures=figures
    )
    return values, positions


# Views ...........................................................................................

#: Counts and strides that CANN leaves to AsStrided, whatever else would do.
LEFT_TO_AS_STRIDED = {
    ((4, 288, 2, 2, 240, 240), (67046400, 230400, 480, 1, 960, 2)),
    ((4, 512, 2, 2, 120, 120), (33177600, 57600, 240, 1, 480, 2)),
    ((4, 10, 32, 128), (122880, 128, 3840, 1)),
}


class Axis(NamedTuple):
    """Sorts as CANN sorts: by stride, then by place."""

    stride: int
    place: int
    size: int


class Cut(NamedTuple):
    """A slice: shape it is cut from, first index and number of indices of each axis."""

    source: tuple[int, ...]
    first: tuple[int, ...]
    sizes: tuple[int, ...]


def is_dense(view: View) -> bool:
    if view.elements <= 1:
        return True
    dense = dense_strides(view.shape)
    return all(
        count == 1 or stride == wanted
        for count, stride, wanted in zip(view.shape, view.strides, dense, strict=True)
    )


def axes_of(view: View) -> list[Axis]:
    """Those with more than one distinct element."""
    distinct = [
        (stride, count)
        for stride, count in zip(view.strides, view.shape, strict=True)
        if stride != 0 and count != 1
    ]
    return [Axis(stride, place, count) for place, (stride, count) in enumerate(distinct)]


def are_dense(axes: Sequence[Axis]) -> bool:
    dense = dense_strides([axis.size for axis in axes])
    return [axis.stride for axis in axes] == list(dense)


def falls(axes: Sequence[Axis]) -> bool:
    return all(left.stride >= right.stride for left, right in itertools.pairwise(axes))


def unit_cut(axes: Sequence[Axis], offset: int, storage: int) -> Cut | None:
    """With steps of one."""
    inner = [left.stride // right.stride for left, right in itertools.pairwise(axes)]
    source = (storage // math.prod(inner), *inner)
    first = []
    for axis in axes:
        place, offset = divmod(offset, axis.stride)
        first.append(place)
    cut = Cut(source, tuple(first), tuple(axis.size for axis in axes))
    inside = all(begin + count <= size for size, begin, count in zip(*cut, strict=True))
    return cut if inside else None


def stepped_cut_fits(axes: Sequence[Axis], offset: int, storage: int, common: int) -> bool:
    """With longer steps, out of rows of `common` elements."""
    strides = [1]
    source = [common]
    for axis in reversed(axes[:-2]):
        strides.insert(0, strides[0] * source[0])
        source.insert(0, axis.stride // strides[0])
    strides.insert(0, strides[0] * source[0])
    source.insert(0, storage // strides[0])
    for axis, stride, size in zip(axes, strides, source, strict=True):
        step, rest = divmod(axis.stride, stride)
        begin, offset = divmod(offset, stride)
        if rest or size < begin or size < axis.size or begin + (axis.size - 1) * step >= size:
            return False
    return True


def copies_of(view: View) -> list[tuple[str, Cut | None]]:
    """The names of the copies that make the view dense, and what a slice cuts out of what."""
    fallback: list[tuple[str, Cut | None]] = [("AsStrided", None)]
    if min(view.strides) < 0:
        return fallback
    axes = axes_of(view)
    if (
        tuple(axis.size for axis in axes),
        tuple(axis.stride for axis in axes),
    ) in LEFT_TO_AS_STRIDED:
        return fallback
    after: list[tuple[str, Cut | None]] = []
    if 0 in view.strides:
        after.append(("BroadcastTo", None))
        if are_dense(axes):
            return after
    permuted = not falls(axes)
    if permuted:
        axes.sort(reverse=True)
        after.insert(0, ("Transpose", None))
        if are_dense(axes):
            return after
    if len(axes) == 1:
        axes.append(Axis(1, 1, 1))
    storage = math.prod(view.storage)
    pairs = list(itertools.pairwise(axes))
    if any(left.stride < right.stride * (right.size - 1) for left, right in pairs):
        return fallback
    last = axes[-1]
    if last.stride == 1 and all(left.stride % right.stride == 0 for left, right in pairs):
        cut = unit_cut(axes, view.offset, storage)
        whole_rows = view.strides[-1] == 1 and view.shape[-1] % 64 == 0
        if cut is None or (permuted and whole_rows):
            return fallback
        return [("Slice", cut), *after]
    common = math.gcd(*(axis.stride for axis in axes[:-1]))
    if common == 1 or common < last.stride * last.size:
        return fallback
    if not stepped_cut_fits(axes, view.offset, storage, common):
        return fallback
    return [("StridedSlice", None), *after]


def is_slice_v2(type: str, cut: Cut) -> bool:
    """Slices of floats that 910B and 910_93 have a better kernel for."""
    if type not in {"f32", "f16", "bf16"}:
        return False
    width = TYPES[type][1]
    block = 32 // width
    source, first, count = cut
    if count[-1] < source[-1]:
        return (
            math.prod(source[:-1]) == math.prod(count[:-1])
            and count[-1] % block == 0
            and source[-1] % block == 0
            and math.prod(count) > 2**20
            and first[-1] * width % 64 != 0
            and source[-1] <= 192
        )
    shorter = [axis for axis in range(len(count)) if count[axis] < source[axis]]
    if not shorter or shorter[0] == len(count) - 1:
        return False
    axis = shorter[0]
    row = math.prod(count[axis + 1 :])
    return (
        len(shorter) == 1
        and row % block == 0
        and count[axis] >= 48
        and count[axis] * row >= 192 * 1024 * 48 // width
        and source[0] <= 12
    )


def reaches_beyond(view: View) -> bool:
    ends = [stride * (count - 1) for stride, count in zip(view.strides, view.shape, strict=True)]
    lowest = view.offset + sum(end for end in ends if end < 0)
    highest = view.offset + sum(end for end in ends if end > 0)
    return lowest < 0 or highest >= math.prod(view.storage)


def copy(listing: Listing, name: str, tensor: Tensor, elements: int) -> Tensor:
    """One of the copy kernels."""
    on_950 = listing.product.generation == "950"
    lacking = {"f64", "i16"} if name == "BroadcastTo" else {"f64"}
    on_cpu = tensor.type in lacking
    if name == "AsStrided" and on_cpu:
        name = "ViewCopy"
    result = listing.new(tensor.type, elements)
    listing.node(
        name,
        [tensor],
        [result],
        engine="AI_CPU" if on_cpu else "AI_CORE",
        workspace=SYSTEM if on_950 and not on_cpu else None,
    )
    if on_cpu:
        return result
    if on_950:
        listing.assume(f"950:{name}=16MiB")
    elif name in {"Transpose", "SliceV2"}:
        listing.assume(name.removesuffix("V2").lower())
    return result


def contiguous(listing: Listing, view: View) -> Tensor:
    """The caller's tensor, dense."""
    tensor = Tensor(view.type, view.elements, Storage(False))
    if is_dense(view):
        return tensor
    if reaches_beyond(view):
        listing.assume("storage")
    distinct = math.prod(axis.size for axis in axes_of(view))
    for name, cut in copies_of(view):
        if name == "AsStrided":
            negative = min(view.strides) < 0
            if negative and listing.product.generation == "950" and view.type != "f64":
                raise RefusedError
            return copy(listing, name, tensor, view.elements)
        if name == "BroadcastTo":
            through = "i32" if view.type == "bool" else view.type
            tensor = Tensor(tensor.type, distinct, tensor.storage)
            tensor = copy(listing, name, cast(listing, tensor, through), view.elements)
            tensor = cast(listing, tensor, view.type)
            continue
        on_a2 = listing.product.generation == "A2"
        better = on_a2 and cut is not None and is_slice_v2(view.type, cut)
        tensor = copy(listing, "SliceV2" if better else name, tensor, distinct)
    return tensor


def joined_axes(view: View) -> tuple[int, int] | None:
    """How many axes are left when those that continue each other are one, and the length of the
    innermost; None where that falls short of the innermost row."""
    inner = 0
    count, step, runs = 1, 1, 1
    for size, stride in reversed(list(zip(view.shape, view.strides, strict=True))):
        if stride == count * step:
            count *= size
            continue
        if runs == 1:
            inner = count
        if stride < inner:
            return None
        runs += 1
        count, step = size, stride
    return runs, inner


def is_written_by_ai_cores(view: View) -> bool:
    """Whether 910, 910B and 910_93 write into a two-dimensional out by the ViewCopy kernel."""
    joined = joined_axes(view)
    if joined is None:
        return False
    runs, inner = joined
    if runs in {3, 4} and inner >= 32:
        return True
    gaps = [
        stride - dense
        for stride, dense in zip(view.strides, dense_strides(view.shape), strict=True)
    ]
    while gaps and gaps[-1] == 0:
        gaps.pop()
    if not gaps or gaps[-1] == -1:
        return False
    wanted = gaps[-1]
    for axis in reversed(range(len(gaps) - 1)):
        wanted *= view.shape[axis + 1]
        if wanted != gaps[axis]:
            return False
    return True


def is_permutation(view: View) -> bool:
    axes = axes_of(view)
    return 0 not in view.strides and not falls(axes) and are_dense(sorted(axes, reverse=True))


def view_copy(listing: Listing, tensor: Tensor, view: View) -> None:
    """The result into the caller's out."""
    generation = listing.product.generation
    out = Tensor(view.type, view.elements, Storage(False))
    if is_dense(view):
        ends = math.prod(view.storage) == view.elements + view.offset
        if generation == "910" and not ends:
            listing.node("CopyNpuToNpu", [tensor], [out], engine="COPY")
        else:
            tensor.storage.from_workspace = False
    elif is_permutation(view):
        workspace = SYSTEM if generation == "950" else None
        listing.node("Transpose", [tensor], [out], workspace=workspace)
        listing.assume("950:Transpose=16MiB" if generation == "950" else "transpose")
    elif generation == "950":
        listing.node("ViewCopy", [tensor], [out], workspace=32)
    else:
        engine = "AI_CORE" if is_written_by_ai_cores(view) else "AI_CPU"
        listing.node("ViewCopy", [tensor], [out], engine=engine)


# The operator ....................................................................................


@dataclass(frozen=True)
class Sizes:
    """R, D and N of the fact sheet."""

    rows: int
    columns: int
    weights: int


def is_v2(listing: Listing, call: Call, sizes: Sizes) -> bool:
    generation = listing.product.generation
    if generation == "910" or sizes.rows > I32:
        return False
    if generation == "A2":
        return sizes.weights <= I32
    least = 512 if call.grad_type == "f32" else 1024
    if sizes.rows >= max(sizes.columns, least):
        return True
    sparse = sizes.weights > 5 * sizes.columns
    scaled = call.scale and sizes.weights != 0 and sizes.columns // sizes.weights < 2
    return sizes.columns > 2048 and (sparse or scaled)


def is_small(call: Call, sizes: Sizes) -> bool:
    return call.deterministic == 0 and sizes.columns <= 512 and sizes.weights <= 2**24


def append_v2(listing: Listing, call: Call, sizes: Sizes, grad: Tensor, indices: Tensor) -> Tensor:
    on_950 = listing.product.generation == "950"
    out = listing.new(grad.type, sizes.weights * sizes.columns)
    if not on_950 and is_small(call, sizes):
        positions = indices
    else:
        if sizes.rows == 1:
            positions = Tensor("i32", 1, Storage(False))
        elif on_950:
            indices, positions = sort(listing, indices)
        else:
            as_floats = sizes.rows < 2139095040
            indices, positions = sort(listing, indices.viewed_as("f32" if as_floats else "i32"))
            indices = indices.viewed_as("i32")
        out = zeros_like(listing, out)
    tiling = v2_tiling_950 if on_950 else v2_tiling_a2
    figures = tiling(listing.product, call, sizes, grad.type, indices.type)
    listing.node(
        "EmbeddingDenseGradV2",
        [grad, indices, positions],
        [out],
        workspace=figures["kernel_workspace_bytes"],
        figures=figures,
    )
    return out


def append_v1(listing: Listing, call: Call, sizes: Sizes, grad: Tensor, indices: Tensor) -> Tensor:
    out = listing.new(grad.type, sizes.weights * sizes.columns)
    if listing.product.generation == "950":
        figures = v1_tiling_950(listing.product, call, sizes, grad.type, indices.type)
    else:
        figures = v1_tiling_closed(listing.product, call, sizes, indices.type)
    listing.node(
        "EmbeddingDenseGrad",
        [grad, indices],
        [out],
        workspace=figures.get("kernel_workspace_bytes"),
        figures=figures,
    )
    return out


def embedding_dense_backward(product: Product, call: Call) -> Listing:
    """The operators of a call that passed the checks. Raises RefusedError."""
    listing = Listing(product)
    grad_view, index_view, out_view = call.views
    if grad_view.elements == 0 or index_view.elements == 0:
        view_copy(listing, zeros_like(listing, contiguous(listing, out_view)), out_view)
        return listing
    sizes = Sizes(index_view.elements, call.columns, call.weights)
    v2 = is_v2(listing, call, sizes)
    grad = contiguous(listing, grad_view)
    if product.generation == "910" or (
        product.generation == "A2"
        and (
            2 * (grad_view.elements + out_view.elements) < 100 * MIB
            or sizes.rows < 512
            or call.scale
        )
    ):
        grad = cast(listing, grad, "f32")
    indices = contiguous(listing, index_view)
    if product.generation == "950":
        if indices.type not in {"i32", "i64"}:
            indices = cast(listing, indices, "i64" if indices.type == "f64" else "i32")
    elif v2 or indices.type not in {"i32", "i64"}:
        indices = cast(listing, indices, "i32")
    out = (append_v2 if v2 else append_v1)(listing, call, sizes, grad, indices)
    view_copy(listing, cast(listing, out, call.out_type), out_view)
    return listing


# --- 3. Kernel workspaces ------------------------------------------------------------------------


def v2_tiling_a2(
    product: Product, call: Call, sizes: Sizes, grad_type: str, index_type: str
) -> dict[str, int]:
    """EmbeddingDenseGradV2 on 910B and 910_93."""
    rows, columns, weights = sizes.rows, sizes.columns, sizes.weights
    cores = min(product.cores, rows, *([weights] if call.scale else []))
    floats = grad_type == "f32"
    widest = (product.buffer - 20480 - 96) // (64 * (3 if floats else 4)) * 16
    if cores == 0 or widest == 0:
        raise RefusedError
    small = is_small(call, sizes)
    deterministic = call.deterministic != 0 and floats
    key = call.scale + 10 * deterministic + 100 * small
    former = min(columns, widest)
    counts = 8 * up(weights, 8) if call.scale else 0
    staged = 8 * up(2 * cores * former, 8)
    if floats:
        own = 0
    elif small:
        own = 4 * weights * columns
    else:
        own = 4 * staged + 8 * cores
    figures = {
        "tiling_key": key,
        "core_num_used": cores,
        "schedule_mode": int(key in {0, 100}),
        "kernel_workspace_bytes": SYSTEM + 4 * counts + own,
        "formerEmbeddingDim": former,
        "formerDimRepTime": columns // former,
        "tailEmbeddingDim": columns % former,
        "scaleWorkspaceLength": counts,
        "outStageWorkspaceLength": staged,
        "outIndexWorkspaceLength": 2 * cores,
        "outCastedWorkspaceLength": weights * columns,
        "det_gradRow": 0 if small else rows,
    }
    share = (rows // cores, rows // cores + 1, rows % cores)
    nothing = (0, 0, 0)
    base = nothing if small or deterministic else share
    sorted_rows = share if deterministic else nothing
    scaled = (weights // cores, weights // cores + 1, weights % cores) if call.scale else nothing
    for names, values in (
        (("base_tailRowNum", "base_formerRowNum", "base_formerRowRepTime"), base),
        (("det_tailRowNum", "det_formerRowNum", "det_formerRowNumRepTime"), sorted_rows),
        (
            ("scale_tailCoreRowNum", "scale_formerCoreRowNum", "scale_formerCoreRowRepTime"),
            scaled,
        ),
    ):
        figures.update(zip(names, values, strict=True))
    return figures | small_rows_a2(product, sizes, cores, floats, small)


def small_rows_a2(
    product: Product, sizes: Sizes, cores: int, floats: bool, small: bool
) -> dict[str, int]:
    """The small-dim part of that tiling: each core copies its rows in pieces that fit."""
    names = ("CopyRow", "CopyTime", "LastRow")
    if not small:
        empty = {f"sd_{part}{name}": 0 for part in ("former", "tail") for name in names}
        return {"sd_partNum": 0, "sd_maxRowInUb": 0} | empty
    room = (product.buffer - 20480) // 4 - sizes.columns - 256
    fitting = room // (10 + 8 * up(sizes.columns, 8)) // (1 if floats else 2)
    if fitting <= 0:
        raise RefusedError
    former = sizes.rows // cores
    figures = {"sd_partNum": 1, "sd_maxRowInUb": fitting}
    for part, rows in (("former", former), ("tail", sizes.rows - former * (cores - 1))):
        times = up(rows, fitting)
        values = (rows, times, rows - fitting * (times - 1))
        figures |= {f"sd_{part}{name}": value for name, value in zip(names, values, strict=True)}
    return figures


def v2_tiling_950(
    product: Product, call: Call, sizes: Sizes, grad_type: str, index_type: str
) -> dict[str, int]:
    """EmbeddingDenseGradV2 on Ascend950: cores share the loads of rows, which are made smaller
    until each core has one."""
    width, index = TYPES[grad_type][1], TYPES[index_type][1]
    columns = min(sizes.columns, 512 // width)
    row = aligned(columns, 32 // width) * width
    result = aligned(min(4 * sizes.columns, 8192), 32)
    loads = fitting = 0
    for buffer in itertools.takewhile(
        lambda rest: rest > 4096 or rest == product.buffer,
        itertools.count(product.buffer, -4096),
    ):
        rest = buffer - result - 128
        rows = floored(rest // (2 * index + 4 + 2 * row), 32)
        if rest <= 0 or rows <= 10:
            break
        fitting = rows
        loads = up(sizes.rows, rows)
        if loads >= product.cores:
            break
    if loads == 0:
        raise RefusedError
    each = up(loads, product.cores)
    cores = up(loads, each)
    edges = 2 * cores * (256 + aligned(4 * sizes.columns, 128))
    figures = {
        "tiling_key": 1000000 + 10 * call.scale + (sizes.columns > columns),
        "core_num_used": cores,
        "schedule_mode": 1,
        "kernel_workspace_bytes": SYSTEM + 128 + edges,
        "scatterDimSize": sizes.rows,
        "elewiseDimSize": sizes.columns,
        "scatterDimLoopNum": loads,
        "elewiseDimLoopNum": up(min(sizes.columns, 2048), row // width),
        "elewiseDimOuterLoopNum": up(4 * sizes.columns, 8192),
        "normalBlockLoopNum": each,
        "tailBlockLoopNum": loads - (cores - 1) * each,
        "numWeights": sizes.weights,
        "paddingIdx": call.padding,
        "scatterFactor": fitting,
        "elewiseFactor": columns,
        "usedCoreNum": cores,
    }
    return figures | join_950(product, sizes, cores, width, index)


def join_950(product: Product, sizes: Sizes, cores: int, width: int, index: int) -> dict[str, int]:
    """The last step of that tiling: the first and last sums of all cores, columns by columns."""
    sums = 2 * cores - 1
    slots = aligned(sums + 1, 32 // index)
    free = product.buffer - 128 - slots * (4 * index + 32) & U32
    columns = floored(floored(free, 32) // ((4 + width) * sums), 8)
    passes = up(sizes.columns, columns)
    each = up(passes, cores)
    joining = up(passes, each)
    return {
        "blockNumForLastProcess": joining,
        "elewiseDimLastPerUbProcessNum": columns,
        "elewiseDimLastProcessTailNum": sizes.columns - (passes - 1) * columns & U32,
        "elewiseDimLastNormalLoopNum": each,
        "elewiseDimLastTailLoopNum": passes - (joining - 1) * each,
    }


def radix_buffer(width: int, elements: int) -> int:
    """What AscendC's radix sort of so many elements of so many bytes asks for."""
    whole = aligned(elements, 32)
    return 512 + (5 * whole if width == 1 else (7 + 4 + width) * whole)


def sort_tiling(product: Product, width: int, elements: int) -> dict[str, int]:
    """Sort on Ascend950, of one row of integers: by insertion, on one core, or on all."""
    usable = product.buffer - 32768
    if usable <= 0:
        raise RefusedError
    rows = aligned(elements * width, 32), aligned(elements * 4, 32)
    alone = {"core_num_used": 1, "kernel_workspace_bytes": SYSTEM}
    if width == 8 and elements <= 8 and sum(rows) <= usable:
        return {"schedule": 5, **alone}
    counter = 4 if elements < 2**30 else 8
    rest = product.buffer - 2 * rows[0] - rows[1]
    if counter == 4 and rest > 0 and radix_buffer(width, elements) <= floored(rest, 32):
        return {"schedule": 1, **alone}
    return sort_on_all_cores(product, width, counter, elements)


def sort_on_all_cores(product: Product, width: int, counter: int, elements: int) -> dict[str, int]:
    """Tiles of the row; counters, positions and values go through the workspace."""
    usable = product.buffer - 32768 - 256 * (3 * counter + 4)
    each = width + counter + 6
    tile = floored((usable - 512) // (each + 5), 256)
    if tile <= 0:
        raise RefusedError
    tiles = up(elements, tile)
    if tiles % product.cores and (tiles > 1 or elements > 1024):
        tile = max(1024, aligned(up(elements, aligned(tiles, product.cores)), 256))
        tiles = up(elements, tile)
    cores = min(tiles, product.cores)
    scratch = radix_buffer(1, tile)
    scratch += floored(max(usable - each * tile - scratch - 32, 0), 32)

    table, sums = 256 * width * tiles, 256 * width
    if table > U32:
        raise RefusedError
    share, sum_share = max(up(table, cores), 32), max(up(sums, cores), 32)
    step = min(share, scratch // counter)
    cleared = up(share, scratch // counter) * step * up(table, share)
    pieces = (
        aligned(up(sums, sum_share) * sum_share * counter, 32),
        aligned(cleared * counter, 32),
        aligned(elements * counter, 32),
        1024 * tiles,
        aligned(tiles * tile, 32),
        aligned(elements * width, 32),
    )
    return {
        "schedule": 2,
        "core_num_used": cores,
        "tileData": tile,
        "kernel_workspace_bytes": SYSTEM + sum(pieces),
    }


class Footprints:
    """What the steps of EmbeddingDenseGrad on Ascend950 take of the unified buffer."""

    def __init__(self, buffer: int, width: int, index: int, scale: bool) -> None:
        self.buffer, self.width, self.index, self.scale = buffer, width, index, scale

    def sort(self, rows: int) -> int:
        return radix_buffer(self.index, aligned(rows, 32 // self.index))

    def indices(self, rows: int) -> int:
        return 128 + 5 * aligned(rows, 32 // self.index) * self.index + self.sort(rows)

    def whole_row(self, columns: int) -> int:
        return aligned(columns, 32 // self.width)

    def sums(self, columns: int, rows: int) -> int:
        row = self.whole_row(columns) * self.width + aligned(columns, 8) * 4
        return rows * row + self.indices(rows)

    def weights(self, columns: int, count: int) -> int:
        elements = count * self.whole_row(columns)
        if self.scale:
            return 8 * elements + aligned(count, 32 // self.index) * self.index
        return elements * (4 + self.width)

    def cut_rows(self, share: int, line: int, rows: int) -> tuple[int, int]:
        """Columns and rows that are summed at a time."""
        if self.sums(share, rows) < self.buffer:
            return share, rows
        for columns, fewest in ((share, 5), (line, 1), (8, 1)):
            if self.sums(columns, fewest) < self.buffer:
                need = partial(self.sums, columns)
                return columns, max(1, bisect_right(range(1, rows + 1), self.buffer, key=need))
        raise RefusedError

    def cut_weights(self, share: int, line: int, weights: int) -> tuple[int, int]:
        """Columns and weights that are scaled, or rounded, at a time."""
        if self.weights(share, weights) < self.buffer:
            return share, weights
        if self.weights(share, 1) < self.buffer:
            need = partial(self.weights, share)
            return share, max(1, bisect_right(range(1, weights + 1), self.buffer, key=need))
        if self.weights(line, 1) >= self.buffer:
            raise RefusedError
        fitting = bisect_right(
            range(line, share + 1), self.buffer, key=lambda columns: self.weights(columns, 1)
        )
        return max(line, line + fitting - 1), 1


def pieces(whole: int, piece: int) -> tuple[int, int]:
    """How many there are, and the size of the last."""
    count = up(whole, piece)
    return count, whole - (count - 1) * piece


def v1_tiling_950(
    product: Product, call: Call, sizes: Sizes, grad_type: str, index_type: str
) -> dict[str, int]:
    """EmbeddingDenseGrad on Ascend950: cores share the columns. Rows are counted in 32 bits."""
    width, index = TYPES[grad_type][1], TYPES[index_type][1]
    rows, columns, weights = sizes.rows & U32, sizes.columns, sizes.weights
    line = 128 // width
    need = Footprints(product.buffer, width, index, call.scale)
    share = min(columns, max(line, up(columns, product.cores)))
    cores = up(columns, share)
    units = up(weights * columns, 1024 // width)
    clearing = up(units, up(units, product.cores))
    kind = {"f32": 4, "f16": 2, "bf16": 1}[grad_type]

    free = product.buffer - need.indices(rows)
    fitting = floored(free // (2 * width) // max(rows, 1), 32 // width)
    full = rows <= 1024 and free > 0 and (fitting >= line or fitting == columns)
    later = dict.fromkeys(LATER_STEPS, 0)
    if full:
        key, workspace = 100 + kind + 10 * call.scale, SYSTEM
        cores = min(cores, aligned(columns, fitting))
        share = up(columns, cores)
        at_once, loaded, loads, last_load = fitting, rows, 1, 0
    else:
        key, workspace = 100 * index + kind, SYSTEM + weights * (index + 4 * columns)
        at_once, loaded = need.cut_rows(share, line, rows)
        loads, last_load = pieces(rows, loaded)
        if call.scale or width != 4:
            across, down = need.cut_weights(share, line, weights)
            values = (across, *pieces(share, across), down, *pieces(weights, down))
            names = LATER_STEPS[:6] if call.scale else LATER_STEPS[6:]
            later |= dict(zip(names, values, strict=True))
    passes, last_pass = pieces(share, at_once)
    return later | {
        "tiling_key": key,
        "core_num_used": max(clearing, cores),
        "schedule_mode": 1,
        "kernel_workspace_bytes": workspace,
        "numWeights": weights,
        "paddingIdx": call.padding,
        "scaleGradByFreq": int(call.scale),
        "embeddingDim": columns,
        "indicesFactor": loaded,
        "gradFactor": loaded * need.whole_row(at_once),
        "loopPerCoreIndice": loads,
        "loopPerCoreGrad": passes,
        "embeddingDimPerCore": share,
        "embeddingDimLastCore": columns - (cores - 1) * share,
        "gradFactorPerRow": at_once,
        "gradFactorPerRowTail": last_pass & U32,
        "indicesFactorTail": last_load,
        "sortSharedBufSize": need.sort(loaded),
        "processBlock": cores,
        "clearBlock": clearing,
    }


#: Of the steps after the sums: size, number and last of the pieces of columns, then of weights,
#: when scaling and when rounding.
LATER_STEPS = (
    "gradFactorPerRowFreq",
    "loopPerCoreGradFreq",
    "gradFactorPerRowTailFreq",
    "indicesFactorFreq",
    "loopPerCoreIndiceFreq",
    "indicesFactorFreqTail",
    "baseACast",
    "cntACast",
    "tailACast",
    "baseWCast",
    "cntWCast",
    "tailWCast",
)


def v1_tiling_closed(product: Product, call: Call, sizes: Sizes, index_type: str) -> dict[str, int]:
    """EmbeddingDenseGrad elsewhere: what is known of the kernel of CANN 8.1."""
    index = TYPES[index_type][1]
    figures = {"mode": int(32 <= sizes.columns <= 1024)}
    if call.scale:
        each = up(sizes.weights, product.cores)
        return figures | {"weights_per_core": each, "core_num_used": up(sizes.weights, each)}
    each = aligned(up(sizes.rows, product.cores), 128)
    fitting = max(0, product.buffer - 16384) // (4 * sizes.columns + index)
    return figures | {
        "rows_per_core": each,
        "core_num_used": up(sizes.rows, each),
        "rows_in_buffer": floored(fitting, 32 // index),
    }
