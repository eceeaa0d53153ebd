# SPDX-License-Identifier: Apache-2.0
"""The functions under autograd, the layers, their parameter and their optimiser."""

from __future__ import annotations

import copy
import io
import itertools
import pickle
from typing import Any

import numpy as np
import pytest
from interfaces.bitorch.oracle import bits_of, lookup, signs_of
from support import import_torch

from aclnn_py import bitorch

pytestmark = [pytest.mark.torch, pytest.mark.slow]  # torch takes seconds to import

torch = import_torch()

ROWS = 7

# torch calls forward and backward, so they have no types.
FUNCTION: Any = bitorch.BinaryEmbeddingForward


def packed_by_torch(indices: Any, scale: Any, gradient: Any) -> Any:
    """The gradient of a table of floats, by torch's own autograd, in float64; padded with -1."""
    columns = gradient.shape[-1]
    width = -(-columns // 8) * 8
    table = torch.zeros(len(scale), width, dtype=torch.float64, requires_grad=True)
    padded = torch.full((*indices.shape, width), -1.0, dtype=torch.float64)
    padded[..., :columns] = gradient
    out = torch.nn.functional.embedding(indices, table) * scale.double()[indices]
    out.backward(padded)
    return torch.from_numpy(bits_of((table.grad >= 0).numpy()))


def layer_of(columns: int, rows: int = ROWS, **arguments: Any) -> Any:
    """A prepared layer, in training mode."""
    torch.manual_seed(columns)
    layer = bitorch.BinaryEmbedding(num_embeddings=rows, embedding_dim=columns, **arguments)
    layer.prepare_params()
    return layer


def parameter_of(columns: int, rows: int = ROWS) -> Any:
    """Random packed signs."""
    signs = torch.randint(0, 256, (rows, -(-columns // 8)), dtype=torch.uint8)
    return bitorch.BinaryEmbeddingParameter(signs)


# --- Functions -----------------------------------------------------------------------------------


def test_pack_and_unpack() -> None:
    for dtype in (torch.float32, torch.float16, torch.bfloat16, torch.float64, torch.int8):
        x = torch.randn(3, 13).mul(10).to(dtype)
        packed = bitorch.pack(x)
        assert packed.dtype == torch.uint8
        assert np.array_equal(packed.numpy(), bits_of((x >= 0).numpy()))
    for dtype in (torch.float32, torch.float16, torch.bfloat16, torch.float64):
        scale = torch.randn(3, 1).to(dtype)
        found = bitorch.unpack(packed, scale, 13)
        assert found.dtype == dtype
        assert torch.equal(found, torch.where(x >= 0, scale, -scale))
        padded = bitorch.pad_embedding_dim(x.to(dtype))
        assert torch.equal(padded, torch.nn.functional.pad(x.to(dtype), (0, 3), value=-1.0))


@pytest.mark.parametrize("columns", [5, 8])
def test_padding_is_differentiable(columns: int) -> None:
    weight = torch.zeros(2, columns, requires_grad=True)
    (bitorch.pad_embedding_dim(weight) * torch.arange(8.0)).sum().backward()
    assert weight.grad.tolist() == [list(range(columns))] * 2


def test_padding_of_integers() -> None:
    padded = bitorch.pad_embedding_dim(torch.tensor([[2, -3]], dtype=torch.int8))
    assert padded.dtype == torch.int8
    assert padded.tolist() == [[2, -3, *[-1] * 6]]
    with pytest.raises(TypeError, match="weight: elements are bool"):
        bitorch.pad_embedding_dim(torch.tensor([[True]]))


def test_numbers_may_be_numpy_scalars() -> None:
    """Tensors and arrays do not mix, but only where arrays are due."""
    indices, table = torch.tensor([[0]]), torch.tensor([[5]], dtype=torch.uint8)
    out = FUNCTION.apply(indices, table, torch.ones(1, 1), np.int64(3), np.True_)
    assert out.tolist() == [[[1, -1, 1]]]
    signs = torch.tensor([[True, False]])
    assert bitorch.BinaryEmbeddingBagForward.apply(indices, signs, np.True_).tolist() == [[1, -1]]
    for mixed in (
        (indices.numpy(), table, torch.ones(1, 1)),
        (indices, table.numpy(), torch.ones(1, 1)),
        (indices, table, np.ones((1, 1))),
    ):
        with pytest.raises(TypeError, match="do not mix"):
            FUNCTION.apply(*mixed, 8, True)
    with pytest.raises(TypeError, match="do not mix"):
        bitorch.BinaryEmbeddingBagForward.apply(indices, signs.numpy(), True)


@pytest.mark.parametrize("columns", [1, 7, 8, 13, 768])
@pytest.mark.parametrize("name", ["float16", "bfloat16", "float32", "float64"])
def test_function(columns: int, name: str) -> None:
    torch.manual_seed(columns)
    dtype = getattr(torch, name)
    indices = torch.randint(0, ROWS - 1, (3, 4))
    table = parameter_of(columns)
    scale = torch.tensor([[2.0], [-1], [0], [0.5], [-4], [1], [1]]).to(dtype).requires_grad_()
    out = FUNCTION.apply(indices, table, scale, columns, True)
    assert out.dtype == dtype
    wanted = lookup(indices.numpy(), table.numpy(), scale.detach().float().numpy(), columns)
    assert np.array_equal(out.detach().double().numpy(), wanted)
    gradient = torch.randint(-3, 4, out.shape).to(dtype)
    before = gradient.clone()
    out.backward(gradient)
    assert torch.equal(gradient, before)
    assert scale.grad is None
    assert table.grad is None
    assert table.active_indices is not None
    assert torch.equal(table.active_indices, indices)
    assert torch.equal(table.packed_grad, packed_by_torch(indices, scale.detach(), gradient))


@pytest.mark.parametrize("columns", [8, 13])
def test_expanded_gradient(columns: int) -> None:
    """`sum` hands over one number with strides of 0."""
    indices = torch.tensor([[0, 1], [1, 3]], dtype=torch.int32)
    table, scale = parameter_of(columns, 4), torch.ones(4, 1, requires_grad=True)
    out = FUNCTION.apply(indices, table, scale, columns, True)
    (-out.sum()).backward()
    gradient = torch.full((2, 2, columns), -1.0)
    assert torch.equal(table.packed_grad, packed_by_torch(indices, scale.detach(), gradient))
    assert table.packed_grad[2].eq(255).all()


def test_function_without_training() -> None:
    table, scale = parameter_of(8), torch.ones(ROWS, 1, requires_grad=True)
    out = FUNCTION.apply(torch.tensor([[0]]), table, scale, 8, False)
    with pytest.raises(RuntimeError, match="is_train False"):
        out.sum().backward()
    assert table.packed_grad is None


def test_static_functions_take_tensors() -> None:
    ctx, table = bitorch.Context(), parameter_of(8)
    indices, scale = torch.tensor([[1, 2]]), torch.ones(ROWS, 1)
    out = FUNCTION.forward(ctx, indices, table, scale, 8, True)
    assert isinstance(out, torch.Tensor)
    gradient = FUNCTION.backward(ctx, -out.abs())[1]
    assert gradient is table.packed_grad
    assert gradient[:, 0].tolist() == [255, 0, 0, 255, 255, 255, 255]


@pytest.mark.parametrize(
    ("indices", "error"),
    [
        ([0, 1], ValueError),
        ([[[0]]], ValueError),
        ([[0.0]], TypeError),
        ([[True]], TypeError),
        ([[ROWS]], IndexError),
        ([[-1]], IndexError),
    ],
)
def test_errors(indices: Any, error: type[Exception]) -> None:
    for layer in (
        layer_of(8),
        bitorch.BinaryEmbeddingBag(num_embeddings=ROWS, embedding_dim=8),
    ):
        with pytest.raises(error, match="input"):
            layer(torch.tensor(indices))


@pytest.mark.parametrize(("bags", "length"), [(1, 3), (3, 1), (4, 3), (2, 4)])
def test_bag(bags: int, length: int) -> None:
    torch.manual_seed(bags)
    layer = bitorch.BinaryEmbeddingBag(num_embeddings=ROWS, embedding_dim=5)
    assert layer.qweight.dtype == torch.bool
    layer.prepare_params()
    indices = torch.randint(0, ROWS, (bags, length))
    out = layer(indices)
    assert out.dtype == torch.float32
    counts = layer.qweight.detach()[indices].sum(dim=1)
    assert torch.equal(out, torch.where(2 * counts >= length, 1.0, -1.0))
    gradient = torch.randint(-3, 4, (bags, 5)).float()
    out.backward(gradient)
    table = torch.zeros(ROWS, 5, requires_grad=True)
    torch.nn.functional.embedding(indices, table).sum(dim=1).backward(gradient)
    assert torch.equal(layer.qweight.packed_grad, table.grad >= 0)
    assert torch.equal(layer.qweight.active_indices, indices)
    layer.eval()
    assert not layer(indices).requires_grad


@pytest.mark.parametrize("name", ["float16", "bfloat16", "float64"])
def test_layers_follow_their_models_data_type(name: str) -> None:
    dtype = getattr(torch, name)
    bag: Any = bitorch.BinaryEmbeddingBag(num_embeddings=ROWS, embedding_dim=8)
    for layer in (layer_of(8), bag):
        names = list(layer.state_dict())
        model = torch.nn.Sequential(layer, torch.nn.Linear(8, 2)).to(dtype)
        assert layer(torch.tensor([[1, 2]])).dtype == dtype
        assert model(torch.tensor([[1, 2]])).dtype == dtype
        model(torch.tensor([[1, 2]])).sum().backward()
        assert layer.qweight.packed_grad.dtype == layer.qweight.dtype
        assert list(layer.state_dict()) == names


def test_bag_function_gives_integers() -> None:
    table = torch.tensor([[True, False], [False, False]])
    for dtype in (torch.int32, torch.int64):
        indices = torch.tensor([[0, 1], [1, 1]], dtype=dtype)
        out = bitorch.BinaryEmbeddingBagForward.apply(indices, table, True)
        assert out.dtype == dtype
        assert out.tolist() == [[1, -1], [-1, -1]]


# --- Layers --------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [1, 8, 13])
@pytest.mark.parametrize("padding", [None, 0, 3, -1])
@pytest.mark.parametrize("name", ["float32", "bfloat16"])
def test_prepare(columns: int, padding: int | None, name: str) -> None:
    torch.manual_seed(columns)
    layer = bitorch.BinaryEmbedding(
        num_embeddings=ROWS, embedding_dim=columns, padding_idx=padding, dtype=getattr(torch, name)
    )
    assert layer.weight is not None
    assert layer.weight.dtype == getattr(torch, name)
    weight = layer.weight.detach().float().numpy().astype(np.float64)
    layer.prepare_params()
    values = weight - weight.mean()
    if padding is not None:
        values[padding] = 0
        assert layer.padding_idx == padding % ROWS
    assert np.array_equal(layer.qweight.numpy(), bits_of(values >= 0))
    assert layer.scale_w.dtype == torch.float32
    wanted = np.abs(values).mean(axis=1, keepdims=True)
    np.testing.assert_allclose(layer.scale_w.numpy(), wanted, rtol=1e-5, atol=1e-6)
    assert layer.weight is None
    signs, scales = layer.qweight.clone(), layer.scale_w.clone()
    layer.prepare_params()
    assert torch.equal(layer.qweight, signs)
    assert torch.equal(layer.scale_w, scales)

    indices = torch.arange(ROWS)[None]
    out = layer(indices)
    assert out.dtype == torch.float32
    expected = signs_of(signs.numpy(), columns) * scales.double().numpy()
    np.testing.assert_array_equal(out.detach().double().numpy()[0], expected)
    if padding is not None:
        assert not out[0, padding].any()


def test_the_first_forward_prepares() -> None:
    layer = bitorch.BinaryEmbedding(num_embeddings=ROWS, embedding_dim=9)
    other = copy.deepcopy(layer)
    other.prepare_params()
    assert torch.equal(layer(torch.tensor([[1, 2]])), other(torch.tensor([[1, 2]])))
    assert layer.weight is None


def test_prepare_a_model() -> None:
    inner = torch.nn.Sequential(
        bitorch.BinaryEmbedding(num_embeddings=3, embedding_dim=4),
        torch.nn.Linear(4, 2),
        bitorch.BinaryEmbeddingBag(num_embeddings=3, embedding_dim=4),
    )
    bitorch.prepare_params(torch.nn.Sequential(inner))
    assert inner[0].weight is None
    root = bitorch.BinaryEmbedding(num_embeddings=3, embedding_dim=4)
    for _ in range(2):
        bitorch.prepare_params(root)
        assert root.weight is None


@pytest.mark.parametrize("kind", ["BinaryEmbedding", "BinaryEmbeddingBag"])
def test_sizes_and_padding_are_checked(kind: str) -> None:
    layer = getattr(bitorch, kind)
    for padding in (0, 1, 4, -1, -5, None):
        made = layer(num_embeddings=5, embedding_dim=3, padding_idx=padding)
        assert made.padding_idx == (None if padding is None else padding % 5)
    for padding in (5, -6, 100):
        with pytest.raises(ValueError, match=f"padding_idx is {padding}"):
            layer(num_embeddings=5, embedding_dim=3, padding_idx=padding)
    for sizes in ((0, 3), (5, 0), (-1, 3)):
        with pytest.raises(ValueError, match="at least 1"):
            layer(num_embeddings=sizes[0], embedding_dim=sizes[1])


@pytest.mark.filterwarnings("ignore")  # of torch._dynamo's own
def test_compiled_models_run_the_layers_as_they_are() -> None:
    bag: Any = bitorch.BinaryEmbeddingBag(num_embeddings=ROWS, embedding_dim=8)
    fresh: Any = bitorch.BinaryEmbedding(num_embeddings=ROWS, embedding_dim=8)
    indices = torch.tensor([[1, 2, 1]])
    for layer in (fresh, layer_of(8), bag):
        model = torch.nn.Sequential(layer, torch.nn.Linear(8, 2))
        compiled = torch.compile(model, backend="eager")
        assert torch.equal(compiled(indices), model(indices))
        compiled(indices).sum().backward()
        found = layer.qweight.packed_grad
        layer.qweight.packed_grad = None
        model(indices).sum().backward()
        assert torch.equal(found, layer.qweight.packed_grad)


def test_a_layer_in_eval_mode_has_no_backward() -> None:
    layer = layer_of(8).eval()
    assert not layer(torch.tensor([[0]])).requires_grad
    layer.train()
    layer(torch.tensor([[0]])).sum().backward()
    assert layer.qweight.packed_grad is not None
    assert layer.scale_w.grad is None


def test_a_trained_layer_is_saved_and_loaded() -> None:
    trained, other = layer_of(13), layer_of(13)
    with torch.no_grad():
        trained.qweight.bitwise_xor_(torch.tensor(0x5A, dtype=torch.uint8))
    assert set(trained.state_dict()) == {"qweight", "scale_w"}
    other.load_state_dict(trained.state_dict())
    indices = torch.arange(ROWS)[None]
    assert torch.equal(other(indices), trained(indices))


def test_signs_that_are_loaded_before_the_first_forward_stay() -> None:
    trained = layer_of(13)
    other = bitorch.BinaryEmbedding(num_embeddings=ROWS, embedding_dim=13)
    other.load_state_dict(trained.state_dict(), strict=False)
    indices = torch.arange(ROWS)[None]
    assert torch.equal(other(indices), trained(indices))


@pytest.mark.parametrize("assign", [False, True])
@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("prepared", [False, True])
def test_floats_are_loaded_into_any_layer(prepared: bool, strict: bool, assign: bool) -> None:
    saved = bitorch.BinaryEmbedding(num_embeddings=ROWS, embedding_dim=13)
    state = saved.state_dict()
    other = bitorch.BinaryEmbedding(num_embeddings=ROWS, embedding_dim=13)
    if prepared:
        other.prepare_params()
    model = torch.nn.Sequential(other)
    found = model.load_state_dict(
        {f"0.{name}": value for name, value in state.items()}, strict=strict, assign=assign
    )
    assert found == ([], [])
    assert other.weight is not None
    assert torch.equal(other.weight, state["weight"])
    indices = torch.arange(ROWS)[None]
    out, wanted = other(indices), saved(indices)
    assert wanted.any()
    assert torch.equal(out, wanted)


def test_floats_of_a_frozen_layer_are_frozen() -> None:
    state = bitorch.BinaryEmbedding(num_embeddings=ROWS, embedding_dim=8).double().state_dict()
    layer = layer_of(8).requires_grad_(False)
    layer.load_state_dict(state)
    assert not layer.weight.requires_grad
    assert layer.weight.dtype == torch.float64


def contents(layer: Any) -> dict[str, Any]:
    return {name: value.clone() for name, value in layer.state_dict().items()}


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("prepared", [False, True])
@pytest.mark.parametrize(
    ("rows", "columns", "signs"),
    [  # 14 columns are two bytes as 13 are: signs of them would fit
        (ROWS, 14, False),
        (ROWS, 17, False),
        (ROWS, 17, True),
        (ROWS + 1, 13, False),
        (ROWS + 1, 13, True),
    ],
)
def test_a_state_that_does_not_fit_changes_nothing(
    rows: int, columns: int, signs: bool, prepared: bool, strict: bool
) -> None:
    layer = bitorch.BinaryEmbedding(num_embeddings=ROWS, embedding_dim=13)
    other = bitorch.BinaryEmbedding(num_embeddings=rows, embedding_dim=columns)
    if prepared:
        layer.prepare_params()
    if signs:
        other.prepare_params()
    before = contents(layer)
    with pytest.raises(RuntimeError, match=r"size mismatch for (weight|qweight|scale_w)"):
        layer.load_state_dict(other.state_dict(), strict=strict)
    after = contents(layer)
    assert after.keys() == before.keys()
    assert all(torch.equal(after[name], before[name]) for name in before)


def test_a_part_of_the_signs_does_not_replace_the_floats() -> None:
    layer = bitorch.BinaryEmbedding(num_embeddings=ROWS, embedding_dim=13)
    weight = layer.weight
    state = layer_of(13).state_dict()
    for name in ("qweight", "scale_w"):
        part = {name: state[name]}
        assert layer.load_state_dict(part, strict=False).unexpected_keys == []
        with pytest.raises(RuntimeError, match="Missing key"):
            layer.load_state_dict(part)
        assert layer.weight is weight


def test_a_state_of_no_tensors_changes_nothing() -> None:
    layer = layer_of(8)
    before = contents(layer)
    with pytest.raises(RuntimeError, match="size mismatch for weight: the state has ndarray"):
        layer.load_state_dict({**before, "weight": np.zeros((ROWS, 8), np.float32)})
    assert layer.weight is None
    assert layer.state_dict().keys() == before.keys()


# --- Parameter -----------------------------------------------------------------------------------


def test_parameter() -> None:
    signs = torch.zeros(3, 2, dtype=torch.uint8)
    parameter = bitorch.BinaryEmbeddingParameter(signs)
    assert isinstance(parameter, torch.nn.Parameter)
    assert parameter.data_ptr() == signs.data_ptr()
    assert parameter.wants_grad
    assert not parameter.requires_grad
    assert parameter.active_indices is None
    assert parameter.packed_grad is None
    assert not bitorch.BinaryEmbeddingParameter(signs, requires_grad=False).wants_grad
    floats = bitorch.BinaryEmbeddingParameter(torch.zeros(2))
    assert floats.requires_grad
    assert not bitorch.BinaryEmbeddingParameter(torch.zeros(2), requires_grad=False).requires_grad
    assert bitorch.BinaryEmbeddingParameter().numel() == 0


def test_active_indices_belong_to_one_parameter() -> None:
    first = bitorch.BinaryEmbeddingParameter(active_indices=torch.tensor([3]))
    second = bitorch.BinaryEmbeddingParameter()
    assert second.active_indices is None
    assert first.active_indices is not None
    assert first.active_indices.tolist() == [3]


@pytest.mark.slow
def test_copies_of_a_parameter() -> None:
    layer = layer_of(9)
    layer(torch.tensor([[1]])).sum().backward()
    other = copy.deepcopy(layer)
    assert isinstance(other.qweight, bitorch.BinaryEmbeddingParameter)
    assert torch.equal(other.qweight, layer.qweight)
    loaded = pickle.loads(pickle.dumps(layer))
    assert torch.equal(loaded.qweight, layer.qweight)
    optimizer = bitorch.BinaryEmbeddingOptimizer(loaded.parameters(), "assign")
    (-loaded(torch.tensor([[1]])).sum()).backward()
    optimizer.step()
    assert loaded.qweight[1].tolist() == [0, 0]


def through_pickle(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


def through_a_file(value: Any) -> Any:
    file = io.BytesIO()
    torch.save(value, file)
    file.seek(0)
    return torch.load(file, weights_only=False)


@pytest.mark.parametrize("made", [copy.copy, copy.deepcopy, through_pickle, through_a_file])
@pytest.mark.parametrize("is_derived", [False, True])
def test_copies_keep_class_and_flag(made: Any, is_derived: bool) -> None:
    from interfaces.bitorch.derived import Derived

    kind = Derived if is_derived else bitorch.BinaryEmbeddingParameter
    for wants_grad in (True, False):
        parameter = kind(torch.tensor([[5, 6]], dtype=torch.uint8), wants_grad)
        parameter.packed_grad = torch.zeros(1, 2, dtype=torch.uint8)
        other = made(parameter)
        assert type(other) is kind
        assert other.wants_grad is wants_grad
        assert other.packed_grad is None
        assert other.tolist() == [[5, 6]]
        shared = other.data_ptr() == parameter.data_ptr()
        assert shared == (made is copy.copy)


@pytest.mark.parametrize("made", [copy.deepcopy, through_pickle, through_a_file])
def test_copies_of_a_model_keep_class_and_flag(made: Any) -> None:
    frozen = bitorch.BinaryEmbeddingBag(num_embeddings=3, embedding_dim=4)
    frozen.qweight.wants_grad = False
    first, second = made(torch.nn.Sequential(layer_of(8), frozen))
    for layer, wants_grad in ((first, True), (second, False)):
        assert type(layer.qweight) is bitorch.BinaryEmbeddingParameter
        assert layer.qweight.wants_grad is wants_grad


def test_a_parameter_of_a_parameter() -> None:
    parameter = parameter_of(8)
    other = bitorch.BinaryEmbeddingParameter(parameter, requires_grad=False)
    assert other.data_ptr() == parameter.data_ptr()
    assert (other.wants_grad, parameter.wants_grad) == (False, True)


@pytest.mark.parametrize("wants_grad", [True, False])
@pytest.mark.parametrize("keep_vars", [True, False])
def test_an_assigned_state_keeps_class_and_flag(wants_grad: bool, keep_vars: bool) -> None:
    def bag() -> Any:
        return bitorch.BinaryEmbeddingBag(num_embeddings=4, embedding_dim=5)

    for layer, other in ((layer_of(13), layer_of(13)), (bag(), bag())):
        layer.qweight.requires_grad_(wants_grad)
        state = other.state_dict(keep_vars=keep_vars)
        layer.load_state_dict(state, assign=True)
        assert type(layer.qweight) is bitorch.BinaryEmbeddingParameter
        assert layer.qweight.wants_grad is wants_grad
        assert layer.qweight.data_ptr() == other.qweight.data_ptr()
        layer(torch.tensor([[1]])).sum()
        assert next(iter(layer.parameters())) is layer.qweight


@pytest.mark.parametrize("wants_grad", [True, False])
def test_moves_keep_class_and_flag(wants_grad: bool) -> None:
    layer = layer_of(13)
    layer.qweight.requires_grad_(wants_grad)
    before: Any = layer.qweight
    assert torch.nn.Sequential(layer).double()[0].qweight is before
    for device in ("meta", "cpu"):
        layer.to_empty(device=device)
        assert type(layer.qweight) is bitorch.BinaryEmbeddingParameter
        assert layer.qweight.wants_grad is wants_grad


def test_frozen_signs_get_no_gradient_and_stay() -> None:
    table, scale = parameter_of(8), torch.ones(ROWS, 1, requires_grad=True)
    before = table.clone()
    optimizer = bitorch.BinaryEmbeddingOptimizer([table])
    assert table.requires_grad_(False) is table
    FUNCTION.apply(torch.tensor([[1]]), table, scale, 8, True).sum().backward()
    assert [table.packed_grad, table.active_indices] == [None, None]
    table.requires_grad_()
    FUNCTION.apply(torch.tensor([[1]]), table, scale, 8, True).sum().backward()
    assert table.packed_grad is not None
    table.requires_grad_(False)
    optimizer.step()
    assert torch.equal(table, before)


def test_models_are_frozen_and_thawed() -> None:
    """As stock torch does it with floats: no backward while frozen, and again one afterwards."""
    bag = bitorch.BinaryEmbeddingBag(num_embeddings=ROWS, embedding_dim=8)
    fresh = bitorch.BinaryEmbedding(num_embeddings=ROWS, embedding_dim=8)
    model = torch.nn.ModuleList([layer_of(8), bag, fresh])
    for wanted in (False, True):
        assert model.requires_grad_(wanted) is model
        for layer in model:
            assert layer.qweight.wants_grad is wanted
            assert not layer.qweight.requires_grad
            out = layer(torch.tensor([[1, 2]]))
            assert out.requires_grad is wanted
    out.sum().backward()
    assert fresh.qweight.packed_grad is not None
    assert fresh.qweight.grad is None


def test_what_torch_does_not_let_signs_do() -> None:
    parameter = parameter_of(8)
    with pytest.raises(RuntimeError, match="floating point"):
        parameter.requires_grad = True
    parameter.requires_grad = False
    assert parameter.wants_grad


def test_floats_have_torchs_own_flag() -> None:
    floats = bitorch.BinaryEmbeddingParameter(torch.zeros(2))
    for wanted in (False, True):
        floats.requires_grad_(wanted)
        assert floats.requires_grad is wanted


# --- Optimiser -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["xor", "assign", "descend"])
def test_step(rule: Any) -> None:
    layer, idle = layer_of(13), layer_of(13)
    before, still = layer.qweight.clone(), idle.qweight.clone()
    parameters = [*layer.parameters(), *idle.parameters(), torch.nn.Parameter(torch.zeros(2))]
    optimizer = bitorch.BinaryEmbeddingOptimizer(parameters, rule)
    (layer(torch.tensor([[1, 4, 4]])) * torch.tensor([1.0] * 5 + [-1.0] * 8)).sum().backward()
    gradient = torch.tensor([0b00011111, 0], dtype=torch.uint8)
    assert torch.equal(layer.qweight.packed_grad[4], gradient)
    assert optimizer.step() is None
    wanted = before.clone()
    for row in (1, 4):
        wanted[row] = {
            "xor": before[row] ^ gradient,
            "assign": gradient,
            "descend": gradient.bitwise_not(),
        }[rule]
    assert torch.equal(layer.qweight, wanted)
    assert torch.equal(idle.qweight, still)
    assert layer.qweight.packed_grad is None
    optimizer.step()
    assert torch.equal(layer.qweight, wanted)


@pytest.mark.parametrize("set_to_none", [True, False])
def test_zero_grad(set_to_none: bool) -> None:
    layer = layer_of(8)
    before = layer.qweight.clone()
    optimizer = bitorch.BinaryEmbeddingOptimizer(layer.parameters(), momentum=0.5)
    layer(torch.tensor([[1, 2]])).sum().backward()
    optimizer.zero_grad(set_to_none)
    assert [layer.qweight.packed_grad, layer.qweight.active_indices] == [None, None]
    optimizer.step()
    assert torch.equal(layer.qweight, before)
    assert not optimizer.state


def test_only_signs_are_optimised() -> None:
    model = torch.nn.Sequential(
        bitorch.BinaryEmbedding(num_embeddings=4, embedding_dim=8), torch.nn.Linear(8, 2)
    )
    layer: Any = model[0]
    for parameters in (
        model.parameters(),
        [{"params": model[1].parameters()}, {"params": layer.parameters(), "rule": "assign"}],
        [{"params": layer.qweight}],
    ):
        optimizer = bitorch.BinaryEmbeddingOptimizer(parameters)
        kept = [each for group in optimizer.param_groups for each in group["params"]]
        assert len(kept) == 1
        assert kept[0] is layer.qweight
    named = bitorch.BinaryEmbeddingOptimizer(model.named_parameters()).param_groups[0]
    assert named["param_names"] == ["0.qweight"]
    assert named["params"][0] is layer.qweight


@pytest.mark.parametrize("prepared", [True, False])
def test_resuming_does_not_depend_on_preparation(prepared: bool) -> None:
    """The mean after two steps of 1 and one of -1, at 0.5: 0.5, 0.75, -0.125."""
    layer = bitorch.BinaryEmbedding(num_embeddings=4, embedding_dim=8)
    optimizer = bitorch.BinaryEmbeddingOptimizer(layer.parameters(), momentum=0.5)
    for _ in range(2):
        layer(torch.tensor([[1]])).sum().backward()
        optimizer.step()
    state, optimizer_state = layer.state_dict(), optimizer.state_dict()

    layer = bitorch.BinaryEmbedding(num_embeddings=4, embedding_dim=8)
    if prepared:
        layer.prepare_params()
    optimizer = bitorch.BinaryEmbeddingOptimizer(layer.parameters(), momentum=0.5)
    layer.load_state_dict(state)
    optimizer.load_state_dict(optimizer_state)
    (-layer(torch.tensor([[1]])).sum()).backward()
    optimizer.step()
    assert optimizer.state[layer.qweight]["mean"][1].tolist() == [-0.125] * 8
    assert layer.qweight[1].tolist() == [255]


def test_no_signs_to_optimise() -> None:
    linear = torch.nn.Linear(2, 2)
    for parameters in (linear.parameters(), [{"params": linear.parameters()}]):
        with pytest.raises(ValueError, match="params: the optimizer got no BinaryEmb"):
            bitorch.BinaryEmbeddingOptimizer(parameters)
    with pytest.raises(ValueError, match="empty parameter list"):
        bitorch.BinaryEmbeddingOptimizer([])


@pytest.mark.parametrize(
    ("options", "match"), [({"rule": "up"}, "rule is 'up'"), ({"momentum": 3}, "momentum is 3")]
)
def test_groups_are_checked(options: dict[str, Any], match: str) -> None:
    first, second = parameter_of(8), parameter_of(8)
    with pytest.raises(ValueError, match=match):
        bitorch.BinaryEmbeddingOptimizer([{"params": [first], **options}])
    optimizer = bitorch.BinaryEmbeddingOptimizer([first])
    with pytest.raises(ValueError, match=match):
        optimizer.add_param_group({"params": [second], **options})
    assert len(optimizer.param_groups) == 1
    optimizer.add_param_group({"params": [second], "rule": "assign", "momentum": 0.25})
    assert [each["rule"] for each in optimizer.param_groups] == ["descend", "assign"]


def test_closure() -> None:
    layer = layer_of(8)
    optimizer = bitorch.BinaryEmbeddingOptimizer(layer.parameters())

    def closure() -> float:
        loss = layer(torch.tensor([[2]])).sum()
        loss.backward()
        value: float = loss.item()
        return value

    first = optimizer.step(closure)
    assert first is not None
    assert layer.qweight[2].tolist() == [0]
    assert optimizer.step(closure) == pytest.approx(-8 * float(layer.scale_w[2]))


def test_momentum() -> None:
    """The mean of signs decides, row by row, and only rows that take part take a step in."""
    parameter = bitorch.BinaryEmbeddingParameter(torch.zeros(3, 2, dtype=torch.bool))
    optimizer = bitorch.BinaryEmbeddingOptimizer([parameter], "assign", momentum=0.75)
    mean = np.zeros((3, 2))
    steps = [([0, 1], -1), ([0, 0, 2], 1), ([0, 1], 1), ([2], -1), ([0], 1), ([1], 1), ([2], -1)]
    wanted = np.zeros((3, 2), bool)
    for rows, sign in steps:
        parameter.active_indices = torch.tensor([rows])
        parameter.packed_grad = torch.full((3, 2), sign > 0)
        optimizer.step()
        for row in set(rows):
            mean[row] = 0.75 * mean[row] + 0.25 * sign
            wanted[row] = mean[row] >= 0
        assert np.array_equal(parameter.numpy(), wanted)
    np.testing.assert_allclose(optimizer.state[parameter]["mean"].numpy(), mean, rtol=1e-6)


def test_momentum_of_packed_signs_and_its_state() -> None:
    layer = layer_of(13)
    optimizer = bitorch.BinaryEmbeddingOptimizer(layer.parameters(), momentum=0.5)
    for sign in (1, -1):  # mean 0.5, then -0.25
        (sign * layer(torch.tensor([[3]])).sum()).backward()
        optimizer.step()
        signs = signs_of(layer.qweight.numpy(), 13)
        assert (signs[3] == -sign).all()
    other = bitorch.BinaryEmbeddingOptimizer(layer.parameters(), momentum=0.5)
    other.load_state_dict(optimizer.state_dict())
    layer(torch.tensor([[3]])).sum().backward()  # mean 0.375
    other.step()
    assert (signs_of(layer.qweight.numpy(), 13)[3] == -1).all()


def test_errors_of_the_optimizer() -> None:
    parameter: Any = parameter_of(8)
    make: Any = bitorch.BinaryEmbeddingOptimizer
    for momentum in (-0.1, 1.0, float("nan")):
        with pytest.raises(ValueError, match="momentum"):
            make([parameter], momentum=momentum)
    with pytest.raises(ValueError, match="rule is 'up'"):
        make([parameter], "up")
    parameter.packed_grad = torch.zeros(ROWS, 1).to_sparse()
    with pytest.raises(RuntimeError, match="sparse"):
        make([parameter]).step()


def test_update_of_tensors() -> None:
    weight = torch.tensor([[1, 2], [3, 4], [5, 6]], dtype=torch.uint8)
    gradient = torch.full((3, 2), 255, dtype=torch.uint8)
    found = bitorch.sparse_update_embedding_qweight(weight, gradient, torch.tensor([[2, 0, 2]]))
    assert found is weight
    assert weight.tolist() == [[254, 253], [3, 4], [250, 249]]
    transposed = torch.zeros(2, 3, dtype=torch.bool).T
    bitorch.sparse_update_embedding_qweight(transposed, transposed.clone(), None, "descend")
    assert transposed.all()


@pytest.mark.parametrize("momentum", [0.0, 0.9])
def test_training_descends(momentum: float) -> None:
    """The signs of a teacher are learnt, one batch of rows after the other."""
    torch.manual_seed(3)
    rows, columns = 24, 13
    teacher = torch.randint(0, 2, (rows, columns)) * 2.0 - 1
    layer = layer_of(columns, rows)
    optimizer = bitorch.BinaryEmbeddingOptimizer(layer.parameters(), "descend", momentum)

    def loss_of(indices: Any) -> Any:
        return torch.nn.functional.softplus(-teacher[indices] * layer(indices)).mean()

    every = torch.arange(rows)[None]
    losses = [loss_of(every).item()]
    for step in range(4):
        loss_of(every[:, 6 * step : 6 * step + 6]).backward()
        optimizer.step()
        losses.append(loss_of(every).item())
    assert all(after < before for before, after in itertools.pairwise(losses))
    least = torch.nn.functional.softplus(-layer.scale_w).mean()
    assert losses[-1] == pytest.approx(float(least))
