# SPDX-License-Identifier: Apache-2.0
"""The layers, their parameter and their optimiser. Needs torch."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import compress
from typing import TYPE_CHECKING, Any, SupportsIndex

import torch
from torch import nn

from ._autograd import BinaryEmbeddingBagForward, BinaryEmbeddingForward, wants_grad
from ._operators import packed_width
from ._packing import pack
from ._update import Rule, binary_embedding_step, check_momentum, check_rule

if TYPE_CHECKING:
    from typing_extensions import Self  # typing has it from 3.11 on


class BinaryEmbeddingParameter(nn.Parameter):
    """A parameter of signs: uint8 (packed) or bool.

    data            the signs; an empty tensor when left out
    requires_grad   kept in `wants_grad`: where it is False, backward leaves no gradient and
                    `BinaryEmbeddingOptimizer` changes nothing. `requires_grad_` sets it, also that
                    of a layer or model
    active_indices  the rows that the last backward touched

    torch lets only floating point and complex tensors require a gradient. So `requires_grad` itself
    stays False for signs (assigning True to it is torch's RuntimeError, assigning False does not
    freeze), autograd never fills `grad`, and `zero_grad` of a module finds nothing to drop.

    The backward of the embeddings sets `active_indices` and `packed_grad`; an optimiser takes both
    from there and sets `packed_grad` to None. They belong to this parameter alone; a copy has none.
    """

    active_indices: torch.Tensor | None
    packed_grad: torch.Tensor | None
    wants_grad: bool

    def __new__(
        cls,
        data: torch.Tensor | None = None,
        requires_grad: bool = True,
        active_indices: torch.Tensor | None = None,
    ) -> Self:
        """A parameter that shares the memory of `data`."""
        values = torch.empty(0) if data is None else data.detach()
        possible = values.is_floating_point() or values.is_complex()
        self: Self = super().__new__(cls, values, requires_grad=requires_grad and possible)
        self.wants_grad = requires_grad
        self.active_indices = active_indices
        self.packed_grad = None
        return self

    def requires_grad_(self, requires_grad: bool = True) -> Self:
        """Set `wants_grad`, and for floats torch's own flag; returns self."""
        self.wants_grad = requires_grad
        if self.is_floating_point() or self.is_complex():
            super().requires_grad_(requires_grad)
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """A copy with memory of its own, without the gradient."""
        if id(self) not in memo:
            memo[id(self)] = type(self)(self.data.clone(), self.wants_grad)
        copy: Self = memo[id(self)]
        return copy

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Any, ...]:
        """pickle, torch.save and copy.copy: the class, the signs and the flag, no gradient."""
        return type(self), (self.data, self.wants_grad)


def _check_sizes(num_embeddings: int, embedding_dim: int, padding_idx: int | None) -> int | None:
    """padding_idx as a row number. Raises ValueError."""
    if num_embeddings < 1 or embedding_dim < 1:
        raise ValueError(
            f"num_embeddings is {num_embeddings} and embedding_dim {embedding_dim}; both must be "
            "at least 1"
        )
    if padding_idx is None:
        return None
    if not -num_embeddings <= padding_idx < num_embeddings:
        raise ValueError(
            f"padding_idx is {padding_idx}; it must be in [{-num_embeddings}, {num_embeddings})"
        )
    return padding_idx % num_embeddings


class _Layer(nn.Module):
    """A layer whose `qweight` stays a BinaryEmbeddingParameter.

    torch makes a plain Parameter of it when it assigns a state (`load_state_dict(assign=True)`) and
    when it moves it between devices that share no kind of memory, as to and from "meta".
    """

    qweight: BinaryEmbeddingParameter

    def _apply(self, fn: Callable[..., Any], recurse: bool = True) -> Self:
        wanted = wants_grad(self.qweight)
        super()._apply(fn, recurse)
        self._keep_class(wanted)
        return self

    def _load_from_state_dict(self, *arguments: Any) -> None:
        wanted = wants_grad(self.qweight)
        super()._load_from_state_dict(*arguments)
        self._keep_class(wanted)

    def _keep_class(self, wanted: bool) -> None:
        found: nn.Parameter = self.qweight
        if isinstance(found, BinaryEmbeddingParameter):
            found.requires_grad_(wanted)
        else:
            self.qweight = BinaryEmbeddingParameter(found.data, wanted)

    def _learns(self) -> bool:
        return self.training and wants_grad(self.qweight)


class BinaryEmbedding(_Layer):
    """An embedding whose weights are signs, with a scale for each row.

    num_embeddings  rows
    embedding_dim   columns of the result
    padding_idx     a row that comes out as zeros; None for none. Negative ones count from the end
    dtype           of the weights before `prepare_params`

    A layer starts with `weight`, floats from N(0, 1), which may be loaded or trained otherwise.
    `prepare_params` turns them into `qweight`, (num_embeddings, ceil(embedding_dim / 8)) uint8, and
    `scale_w`, (num_embeddings, 1) float32; the first forward does it if nobody has. A loaded state
    makes the layer what it was when the state was taken, floats or signs.

    In training mode the result has a backward, which leaves the packed gradient on `qweight`
    (`packed_grad`, `active_indices`) for `BinaryEmbeddingOptimizer`. The scales are not trained.
    Packed signs cannot be added up: of several lookups before a step the last backward counts, so
    look up everything at once. `requires_grad_(False)` freezes the layer: its result then has no
    backward, as in eval mode.
    """

    def __init__(
        self,
        *,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        dtype: torch.dtype = torch.float32,
    ) -> None:
        super().__init__()
        self.padding_idx = _check_sizes(num_embeddings, embedding_dim, padding_idx)
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.weight: nn.Parameter | None = nn.Parameter(
            torch.randn(num_embeddings, embedding_dim).to(dtype)
        )
        width = packed_width(embedding_dim)
        self.qweight = BinaryEmbeddingParameter(
            torch.zeros(num_embeddings, width, dtype=torch.uint8)
        )
        self.scale_w: torch.Tensor
        self.register_buffer("scale_w", torch.zeros(num_embeddings, 1))

    def _load_from_state_dict(
        self, state_dict: dict[str, Any], prefix: str, *arguments: Any
    ) -> None:
        """A state is that of floats (`weight`) or that of signs, and the layer follows it.

        If something of the state does not fit, the layer stays as it was.
        """
        errors: list[str] = arguments[-1]
        before, weight = len(errors), self.weight
        shapes = {
            "weight": (self.num_embeddings, self.embedding_dim),
            "qweight": tuple(self.qweight.shape),
            "scale_w": tuple(self.scale_w.shape),
        }
        given = {name: state_dict[prefix + name] for name in shapes if prefix + name in state_dict}
        for name, value in given.items():
            found = tuple(value.shape) if isinstance(value, torch.Tensor) else type(value).__name__
            if found != shapes[name]:
                errors.append(
                    f"size mismatch for {prefix}{name}: the state has {found}; a tensor of shape "
                    f"{shapes[name]} is required"
                )
        if len(errors) > before:
            return
        if "weight" in given and weight is None:
            self.weight = nn.Parameter(
                torch.empty_like(given["weight"], device=self.qweight.device),
                requires_grad=wants_grad(self.qweight),
            )
        elif given.keys() == {"qweight", "scale_w"}:
            self.weight = None
        super()._load_from_state_dict(state_dict, prefix, *arguments)
        if len(errors) > before:
            self.weight = weight

    def prepare_params(self) -> None:
        """Turn `weight` into signs and scales, and give it up. Does nothing the second time.

        The mean of the whole table is taken away first, and the padding row becomes 0. A row's
        scale is the mean of its absolute values; padding columns do not count.
        """
        if self.weight is None:
            return
        with torch.no_grad():
            values = self.weight.float() - self.weight.float().mean()
            if self.padding_idx is not None:
                values[self.padding_idx] = 0
            self.qweight.copy_(pack(values))
            self.scale_w.copy_(values.abs().mean(dim=1, keepdim=True))
        self.weight = None

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        """Rows for indices (B, S), int32 or int64: (B, S, embedding_dim).

        Of scale_w's data type: float32, or the floats that the layer was moved to (`half()`,
        `to(torch.bfloat16)`). Raises as `BinaryEmbeddingForward.forward`.
        """
        return _untraced(self._look_up, input)

    def _look_up(self, input: torch.Tensor) -> torch.Tensor:
        self.prepare_params()
        # Something that requires a gradient has to take part, or torch calls no backward.
        scale = self.scale_w.detach().requires_grad_(self._learns())
        result: torch.Tensor = BinaryEmbeddingForward.apply(
            input, self.qweight, scale, self.embedding_dim, self._learns()
        )
        return result


def _untraced(look_up: Callable[[torch.Tensor], torch.Tensor], input: torch.Tensor) -> torch.Tensor:
    """Call it also where torch.compile traces a model: it cannot follow calls into the library.

    torch.compiler.disable as a decorator would import the compiler, seconds of it, for everybody.
    """
    if torch.compiler.is_compiling():
        untraced: Callable[[torch.Tensor], torch.Tensor] = torch.compiler.disable(look_up)
        return untraced(input)
    return look_up(input)


class _Bag(BinaryEmbeddingBagForward):
    """The bag with a float result, and an argument that may require a gradient."""

    @staticmethod
    def forward(  # type: ignore[override]
        ctx: Any, input: Any, qweight: Any, is_train: bool, hook: torch.Tensor
    ) -> Any:
        return BinaryEmbeddingBagForward.forward(ctx, input, qweight, is_train).to(hook.dtype)

    @staticmethod
    def backward(ctx: Any, output_gradient: Any) -> tuple[Any, ...]:
        return *BinaryEmbeddingBagForward.backward(ctx, output_gradient), None

    @classmethod
    def apply(cls, *arguments: Any) -> Any:
        return torch.autograd.Function.apply.__func__(cls, *arguments)


class BinaryEmbeddingBag(_Layer):
    """The majority of the signs of a bag of rows.

    num_embeddings  rows
    embedding_dim   columns
    padding_idx     checked and kept for programs that ask; bags count all their rows

    `qweight` is (num_embeddings, embedding_dim) bool, random at first. The backward leaves the
    signs of the gradient on it (`packed_grad`, `active_indices`).
    """

    def __init__(
        self, *, num_embeddings: int, embedding_dim: int, padding_idx: int | None = None
    ) -> None:
        super().__init__()
        self.padding_idx = _check_sizes(num_embeddings, embedding_dim, padding_idx)
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        signs = torch.randint(0, 2, (num_embeddings, embedding_dim)).to(torch.bool)
        self.qweight = BinaryEmbeddingParameter(signs)
        # The table is of bool: this has the data type and device that the layer is moved to.
        self._hook: torch.Tensor
        self.register_buffer("_hook", torch.zeros(()), persistent=False)

    def prepare_params(self) -> None:
        """Nothing to do: the weights are signs from the beginning."""

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        """+1 or -1 for bags (B, L), int32 or int64: (B, embedding_dim).

        float32, or the floats that the layer was moved to (`half()`, `to(torch.bfloat16)`). Raises
        as `BinaryEmbeddingBagForward.forward`.
        """
        return _untraced(self._look_up, input)

    def _look_up(self, input: torch.Tensor) -> torch.Tensor:
        hook = self._hook.detach().requires_grad_(self._learns())
        result: torch.Tensor = _Bag.apply(input, self.qweight, self._learns(), hook)
        return result


def prepare_params(model: nn.Module) -> None:
    """Call `prepare_params` of a model and of all modules in it that have one of this package."""
    for module in model.modules():
        if isinstance(module, BinaryEmbedding | BinaryEmbeddingBag):
            module.prepare_params()


class BinaryEmbeddingOptimizer(torch.optim.Optimizer):
    """Updates signs by the gradients that the embeddings left on their parameters.

    params      parameters as torch takes them, or groups with a `rule` and `momentum` of their own.
                Those that are no BinaryEmbeddingParameter are left to another optimiser, also the
                `weight` of a layer that is not prepared yet: a saved state of this one fits
                prepared layers and others
    rule        of `sparse_update_embedding_qweight`; "descend" is the one that makes a loss fall
    momentum    in [0, 1): the sign that counts is that of a running mean of the gradient's signs,
                `momentum` times what it was and the rest from this step; 0 takes this step's alone.
                The mean takes four bytes a sign

    Raises ValueError for other values and where no parameter is left, RuntimeError for a sparse
    gradient.
    """

    def __init__(
        self, params: Iterable[Any], rule: Rule = "descend", momentum: float = 0.0
    ) -> None:
        check_rule(rule)
        check_momentum(momentum)
        super().__init__(params, {"rule": rule, "momentum": momentum})
        if not any(group["params"] for group in self.param_groups):
            raise ValueError(
                "params: the optimizer got no BinaryEmbeddingParameter, and updates nothing else"
            )

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> float | None:
        """Update every parameter that has a gradient and wants one, and take it away; closure's
        result.
        """
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for parameter in group["params"]:
                gradient = getattr(parameter, "packed_grad", None)
                if gradient is not None and wants_grad(parameter):
                    self._update(parameter, gradient, group["rule"], group["momentum"])
                    parameter.packed_grad = None
        return loss

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Drop gradients, whatever `set_to_none`: there is no sign that is zero."""
        super().zero_grad(set_to_none)
        for group in self.param_groups:
            for parameter in group["params"]:
                parameter.packed_grad = parameter.active_indices = None

    def add_param_group(self, param_group: dict[str, Any]) -> None:
        """As torch's; of the parameters those of signs are kept, so the group may end up empty.

        Raises ValueError for another `rule` or `momentum` of the group.
        """
        options = {**self.defaults, **param_group}
        check_rule(options["rule"])
        check_momentum(options["momentum"])
        super().add_param_group(param_group)
        group = self.param_groups[-1]
        kept = [isinstance(each, BinaryEmbeddingParameter) for each in group["params"]]
        for name in {"params", "param_names"} & group.keys():
            group[name] = list(compress(group[name], kept))

    def _update(self, parameter: Any, gradient: Any, rule: Rule, momentum: float) -> None:
        if gradient.is_sparse:
            raise RuntimeError("packed_grad is sparse; dense signs are required")
        before = self.state.get(parameter, {}).get("mean")
        mean = binary_embedding_step(
            parameter,
            gradient,
            parameter.active_indices,
            None if before is None else before.numpy(),
            rule=rule,
            momentum=momentum,
        )
        if mean is not None:
            self.state[parameter]["mean"] = torch.from_numpy(mean)


__all__ = [
    "BinaryEmbedding",
    "BinaryEmbeddingBag",
    "BinaryEmbeddingOptimizer",
    "BinaryEmbeddingParameter",
    "prepare_params",
]
