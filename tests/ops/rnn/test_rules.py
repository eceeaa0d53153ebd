# SPDX-License-Identifier: Apache-2.0
"""LSTM and GRU: what CANN's op_api makes of them, by the rules of its lists and of its public
tilings, and what their first phases refuse."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from support import Api
from sweep.c_calls import l0_list, phase_one, selected

from aclnn_py import ops

FLOAT, FLOAT16, INT64 = 0, 1, 9
ND, NCL = 2, 47
NULL = ["n"]
KERNEL = 16 << 20
STEPS, BATCH, INPUTS, HIDDEN = 2, 3, 4, 5

pytestmark = pytest.mark.usefixtures("own_library")


def tensor(dtype: int, *shape: int) -> list[Any]:
    """A dense tensor as the facts write it: NCL, where it has three dimensions."""
    return ["T", list(shape), dtype, NCL if len(shape) == 3 else ND, None, 0, list(shape)]


def answer(api: Api, soc: str, call: str, arguments: list[Any]) -> tuple[int, str]:
    """Status and L0 list of a call on a product."""
    with selected(api, soc):
        found = phase_one(api, call, arguments, with_plan=True)
    return found.status, "" if found.plan is None else l0_list(found.plan)


class Sequences:
    """Arguments of the four calls."""

    def __init__(
        self, gates: int, *, dtype: int = FLOAT, layers: int = 1, directions: int = 1,
        has_bias: bool = True, lengths: bool = False,
    ) -> None:  # fmt: skip
        self.dtype = dtype
        self.gates, self.layers, self.directions = gates, layers, directions
        self.has_bias, self.has_lengths = has_bias, lengths
        self.params: list[Any] = []
        for layer in range(layers):
            columns = INPUTS if layer == 0 else directions * HIDDEN
            for _ in range(directions):
                self.params += [tensor(dtype, gates * HIDDEN, n) for n in (columns, HIDDEN)]
                self.params += [tensor(dtype, gates * HIDDEN)] * (2 * has_bias)
        self.state = tensor(dtype, layers * directions, BATCH, HIDDEN)
        self.kept = ["TensorList", [tensor(dtype, STEPS, BATCH, HIDDEN)] * (layers * directions)]
        rows = (STEPS * BATCH,) if lengths else (STEPS, BATCH)
        self.input = tensor(dtype, *rows, INPUTS)
        self.dy = tensor(dtype, *rows, directions * HIDDEN)
        self.output = tensor(dtype, STEPS, BATCH, directions * HIDDEN)
        self.lengths = tensor(INT64, STEPS) if lengths else NULL

    @property
    def sizes(self) -> list[Any]:
        return [["b", int(self.has_bias)], ["i", self.layers]]

    def pass_(self, train: bool = True) -> list[Any]:
        is_lstm = self.gates == 4
        states = ["TensorList", [self.state] * 2] if is_lstm else self.state
        kept = [self.kept if train else NULL] * (7 if is_lstm else 5)
        flags = [["d", 0.0], ["b", int(train)], ["b", int(self.directions == 2)], ["b", 0]]
        outs = [self.output, self.state, *([self.state] * is_lstm)]
        params = ["TensorList", self.params]
        return [self.input, params, states, self.lengths, *self.sizes, *flags, *outs, *kept]

    def lstm_gradient(self) -> list[Any]:
        states = ["TensorList", [self.state] * 2]
        params = ["TensorList", self.params]
        flags = [["d", 0.0], ["b", 1], ["b", int(self.directions == 2)], ["b", 0], NULL]
        return [
            self.input, states, params, self.dy, self.state, self.state, *([self.kept] * 7),
            self.lengths, *self.sizes, *flags, self.input, self.state, self.state, params,
        ]  # fmt: skip

    def gru_gradient(self) -> list[Any]:
        params = ["TensorList", self.params]
        flags = [["b", int(self.directions == 2)], ["b", 0]]
        return [
            self.input, params, self.state, self.dy, self.state, *([self.kept] * 5),
            self.lengths, *self.sizes, *flags, self.input, self.state, params,
        ]  # fmt: skip


def kernel(name: str, results: int, bytes_: int, type_: str = "float") -> str:
    return f"{name}:{'+'.join([type_] * results)}|{KERNEL + bytes_}"


@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
def test_an_lstm_joins_its_weights(api: Api, soc: str) -> None:
    """Weights side by side and transposed, biases added, states cut out of hx; the kernel asks for
    the products of all inputs in float32; behind it the last states are cut out."""
    each = kernel("DynamicRNN", 8, STEPS * BATCH * 4 * HIDDEN * 4)
    found = answer(api, soc, "aclnnLSTM", Sequences(4).pass_())
    before, after = found[1].split(">DynamicRNN")[0], found[1].split(">")[-2:]
    assert found[0] == 0
    assert [word.split("|")[0] for word in before.split(">")] == [
        "ConcatD:float", "Transpose:float", "Add:float", "Slice:float", "Slice:float",
    ]  # fmt: skip
    assert each in found[1]
    assert [word.split("|")[0] for word in after] == ["Slice:float"] * 2
    assert len(found[1].split(">")) == 8
    words = answer(api, soc, "aclnnLSTM", Sequences(4, has_bias=False).pass_())[1].split(">")
    assert words[2].startswith("ZerosLike:float")


def test_both_directions_lie_side_by_side(api: Api) -> None:
    """Two layers: four kernels, an output joined behind every second, last states joined."""
    words = answer(api, "Ascend910B", "aclnnLSTM", Sequences(4, layers=2, directions=2).pass_())[
        1
    ].split(">")
    names = [word.split(":")[0] for word in words]
    one = ["ConcatD", "Transpose", "Add", "Slice", "Slice", "DynamicRNN"]
    layer = [*one, "Slice", "Slice", *one, "ConcatD", "Slice", "Slice"]
    # What gave y is read by the join, h and c are written where the caller keeps them.
    assert names == [*layer, *layer, "ConcatD", "ConcatD"]


def test_lengths_become_a_mask(api: Api) -> None:
    """Numbers of the batch beside the lengths, both broadcast; states are cut out first, and last
    states behind everything."""
    words = answer(api, "Ascend910B", "aclnnLSTM", Sequences(4, lengths=True).pass_())[1].split(">")
    names = [word.split("|")[0] for word in words]
    assert names[:5] == [
        "Range:int64", "BroadcastTo:int64", "BroadcastTo:int64", "Greater:bool", "Cast:float",
    ]  # fmt: skip
    assert names[5:10] == [
        "Slice:float", "Slice:float", "ConcatD:float", "Transpose:float", "Add:float",
    ]  # fmt: skip
    assert names[10].startswith("DynamicRNN:")


def test_gradients_of_an_lstm(api: Api) -> None:
    """The kernel asks for gates, inputs beside states, and a step of both; halves for weights and
    states in float32 twice. Weights are cut apart behind it; one bias is copied."""
    rows, gates, columns = STEPS * BATCH, 4 * HIDDEN, INPUTS + HIDDEN
    bytes_ = 4 * (rows * gates + rows * columns + BATCH * columns)
    more = 4 * (2 * gates * columns + 2 * BATCH * HIDDEN)
    for dtype, type_, size in ((FLOAT, "float", bytes_), (FLOAT16, "float16", bytes_ + more)):
        for soc in ("Ascend910B", "Ascend950"):
            words = answer(
                api, soc, "aclnnLstmBackward", Sequences(4, dtype=dtype).lstm_gradient()
            )[1].split(">")
            names = [word.split("|")[0] for word in words]
            assert names[:2] == [f"ConcatD:{type_}", f"Add:{type_}"]
            assert words[2] == kernel("SingleLayerLstmGrad", 5, size, type_)
            assert names[3:5] == [f"Slice:{type_}"] * 2


def test_grus(api: Api) -> None:
    """Weights are transposed one by one; gradients of halves are made in float32."""
    rows, gates = STEPS * BATCH, 3 * HIDDEN
    words = answer(api, "Ascend910B", "aclnnGRU", Sequences(3).pass_())[1].split(">")
    assert words == [
        "Transpose:float", "Transpose:float", "Slice:float",
        kernel("Gru", 6, 2 * 4 * rows * gates), "Slice:float",
    ]  # fmt: skip
    bytes_ = 4 * (2 * rows * gates + rows * HIDDEN + rows * INPUTS + 2 * BATCH * HIDDEN)
    words = answer(api, "Ascend910B", "aclnnGRUBackward", Sequences(3).gru_gradient())[1].split(">")
    assert words == ["Slice:float", "Slice:float", kernel("GruGrad", 6, bytes_), "ConcatD:float"]
    words = answer(
        api, "Ascend910B", "aclnnGRUBackward", Sequences(3, dtype=FLOAT16).gru_gradient()
    )[1].split(">")
    # input, hx, dy, dh, four params and five lists; behind the kernel the params, dx and dh
    assert words == [
        *["Cast:float"] * 13, "Slice:float", "Slice:float", kernel("GruGrad", 6, bytes_),
        *["Cast:float16"] * 5, "ConcatD:float", "Cast:float16",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("call", "gates", "products"),
    [
        ("aclnnLSTM", 4, "Ascend910"),
        ("aclnnLstmBackward", 4, "Ascend910"),
        ("aclnnGRU", 3, "Ascend910 Ascend950"),
        ("aclnnGRUBackward", 3, "Ascend910 Ascend950"),
    ],
)
def test_products_without_the_kernel(api: Api, call: str, gates: int, products: str) -> None:
    sequences = Sequences(gates)
    arguments = {
        "aclnnLstmBackward": sequences.lstm_gradient,
        "aclnnGRUBackward": sequences.gru_gradient,
    }.get(call, sequences.pass_)()
    for soc in ("Ascend910", "Ascend910B", "Ascend950"):
        assert answer(api, soc, call, arguments)[0] == (561103 if soc in products.split() else 0)


def test_what_is_refused(api: Api) -> None:
    """Lists of other lengths are 161001 in the gradient of an LSTM, and 161002 elsewhere."""
    sequences = Sequences(4)
    good = sequences.pass_()

    def status(call: str, arguments: list[Any], at: int, value: Any) -> int:
        return answer(api, "Ascend910B", call, [*arguments[:at], value, *arguments[at + 1 :]])[0]

    few = ["TensorList", sequences.params[:3]]
    assert status("aclnnLSTM", good, 1, few) == 161002
    assert status("aclnnLSTM", good, 2, ["TensorList", [sequences.state]]) == 161002
    assert status("aclnnLSTM", good, 2, ["TensorList", []]) == 0
    assert status("aclnnLSTM", good, 2, NULL) == 0
    assert status("aclnnLSTM", good, 5, ["i", 0]) == 161002
    assert status("aclnnLSTM", good, 5, ["i", -(1 << 62)]) == 161002
    assert status("aclnnLSTM", good, 13, NULL) == 161001
    assert status("aclnnLSTM", good, 0, tensor(FLOAT16, STEPS, BATCH, INPUTS)) == 161002
    assert status("aclnnLSTM", good, 11, tensor(FLOAT, 1, BATCH, HIDDEN + 1)) == 161002
    assert status("aclnnLSTM", good, 3, tensor(INT64, STEPS)) == 161002
    back = sequences.lstm_gradient()
    assert status("aclnnLstmBackward", back, 2, few) == 161001
    assert status("aclnnLstmBackward", back, 6, ["TensorList", []]) == 161001
    assert status("aclnnLstmBackward", back, 3, NULL) == 0
    plain = ["T", [STEPS, BATCH, INPUTS], FLOAT, ND, None, 0, [STEPS, BATCH, INPUTS]]
    assert status("aclnnLstmBackward", back, 0, plain) == 161002
    gru = Sequences(3)
    assert status("aclnnGRU", gru.pass_(), 3, tensor(INT64, STEPS)) == 161002
    assert status("aclnnGRUBackward", gru.gru_gradient(), 10, tensor(INT64, STEPS)) == 161002


def changed(arguments: list[Any], **values: Any) -> list[Any]:
    """Arguments with others at places that are written `at3`."""
    return [values.get(f"at{i}", argument) for i, argument in enumerate(arguments)]


def test_lists_that_nobody_keeps_are_not_looked_at(api: Api) -> None:
    """Without train they may be anything; with it a member that is NULL is as a list that is."""
    gone = ["TensorList", [NULL]]
    for call, gates, first, last in (("aclnnLSTM", 4, 13, 19), ("aclnnGRU", 3, 12, 16)):
        for at in (first, last):
            for train, expected in ((True, 161001), (False, 0)):
                arguments = changed(Sequences(gates).pass_(train), **{f"at{at}": gone})
                assert answer(api, "Ascend910B", call, arguments)[0] == expected


def test_what_is_looked_at_first_with_lengths(api: Api) -> None:
    """How many states there are, before their members and output; numLayers and whether input is
    empty, before data types, counts and shapes."""
    good = Sequences(4, lengths=True).pass_()
    state = good[2][1][0]

    def status(**values: Any) -> int:
        return answer(api, "Ascend910B", "aclnnLSTM", changed(good, **values))[0]

    one = ["TensorList", [NULL]]
    assert status(at2=one, at10=NULL) == 161002
    assert status(at2=["TensorList", []]) == 161002
    assert status(at2=["TensorList", [state, NULL]], at11=NULL) == 161001
    assert status(at2=one, at1=NULL) == 161001
    empty = tensor(INT64, 0, INPUTS)
    assert status(at0=empty) == 0
    assert status(at0=empty, at1=["TensorList", []], at3=tensor(FLOAT)) == 0
    assert status(at0=empty, at5=["i", 0]) == 161002
    assert status(at0=empty, at2=one) == 161002
    assert status(at3=tensor(INT64, 0)) == 161002


def test_states_behind_lengths_are_joined_before_they_are_copied(api: Api) -> None:
    """Of states that are not dense; without lengths each is copied when it is joined."""
    names = {}
    for lengths in (False, True):
        sequences = Sequences(4, layers=2, lengths=lengths)
        shape = [2, BATCH, HIDDEN]
        apart = ["T", shape, FLOAT, NCL, [2 * BATCH * HIDDEN, 2 * HIDDEN, 2], 0,
                 [2, BATCH, HIDDEN * 2]]  # fmt: skip
        arguments = changed(sequences.pass_(train=False), at11=apart, at12=apart)
        words = answer(api, "Ascend910B", "aclnnLSTM", arguments)[1].split(">")
        names[lengths] = [word.split(":")[0] for word in words]
    assert names[False][-4:] == ["ConcatD", "ViewCopy", "ConcatD", "ViewCopy"]
    assert names[True][-4:] == ["ConcatD", "ConcatD", "ViewCopy", "ViewCopy"]


def test_gradients_of_no_steps(api: Api) -> None:
    """Of an LSTM nothing is done, whatever the batch; of a GRU they are refused."""
    sequences = Sequences(4, lengths=True)
    nothing = ["TensorList", [tensor(FLOAT, 0, BATCH, HIDDEN)]]
    places = {f"at{i}": nothing for i in range(6, 13)}
    x, dy = tensor(FLOAT, 0, INPUTS), tensor(FLOAT, 0, HIDDEN)
    arguments = changed(
        sequences.lstm_gradient(), at0=x, at3=dy, at13=tensor(INT64, 0), at21=x, **places
    )
    assert answer(api, "Ascend910B", "aclnnLstmBackward", arguments)[0] == 0
    other = changed(arguments, at13=tensor(INT64, 1))
    assert answer(api, "Ascend910B", "aclnnLstmBackward", other)[0] == 161002
    sequences = Sequences(3)
    places = {f"at{i}": nothing for i in range(5, 10)}
    x, dy = tensor(FLOAT, 0, BATCH, INPUTS), tensor(FLOAT, 0, BATCH, HIDDEN)
    arguments = changed(sequences.gru_gradient(), at0=x, at3=dy, at15=x, **places)
    assert answer(api, "Ascend910B", "aclnnGRUBackward", arguments)[0] == 161002


def test_members_and_formats_of_a_gradient_of_a_gru(api: Api) -> None:
    """A NULL member is 161002 there, as a format that is neither ND nor NCL."""
    good = Sequences(3).gru_gradient()

    def status(**values: Any) -> int:
        return answer(api, "Ascend910B", "aclnnGRUBackward", changed(good, **values))[0]

    assert status(at1=["TensorList", [*good[1][1][:3], NULL]]) == 161002
    assert status(at5=["TensorList", [NULL]]) == 161002
    assert status(at5=NULL) == 161001
    nchw = 0
    for format_, expected in ((ND, 0), (NCL, 0), (nchw, 161002)):
        x = ["T", [STEPS, BATCH, INPUTS], FLOAT, format_, None, 0, [STEPS, BATCH, INPUTS]]
        kept = ["T", [STEPS, BATCH, HIDDEN], FLOAT, format_, None, 0, [STEPS, BATCH, HIDDEN]]
        assert status(at0=x) == expected
        assert status(at5=["TensorList", [kept]]) == expected


def test_what_is_left_of_a_gradient_of_a_gru_to_tiling_and_copies(api: Api) -> None:
    """op_api counts parameters and looks at no shape of them. The public tiling of GruGrad compares
    weights, and the copy of a gradient its shape: 561103. Biases are not given to the kernel."""
    good = Sequences(3).gru_gradient()

    def status(at: int, member: int, *shape: int) -> int:
        members = list(good[at][1])
        members[member] = tensor(FLOAT, *shape)
        arguments = changed(good, **{f"at{at}": ["TensorList", members]})
        return answer(api, "Ascend910B", "aclnnGRUBackward", arguments)[0]

    rows = 3 * HIDDEN
    params, gradients = 1, 17
    for at in (params, gradients):
        assert status(at, 0, rows, INPUTS) == 0
        assert status(at, 0, rows + 1, INPUTS) == 561103
        assert status(at, 1, rows, HIDDEN + 1) == 561103
        assert status(at, 1, rows * HIDDEN) == 561103
    assert status(params, 2, rows + 1) == 0
    assert status(gradients, 2, rows + 1) == 561103


def test_sizes_that_overflow_are_refused(api: Api) -> None:
    """4 H that no integer holds is no number of rows, nor is T B: of views of one element."""

    def wide(*shape: int) -> list[Any]:
        return ["T", list(shape), FLOAT, NCL if len(shape) == 3 else ND, [0] * len(shape), 0, [1]]

    most, hidden = (1 << 63) - 1, 1 << 62
    params = ["TensorList", [wide(most, 1), wide(most, hidden)]]
    state = wide(1, 1, hidden)
    arguments = changed(
        Sequences(4, has_bias=False, lengths=True).pass_(train=False), at0=wide(1, 1), at1=params,
        at2=["TensorList", [state, state]], at3=tensor(INT64, 1), at10=wide(1, 1, hidden),
        at11=state, at12=state,
    )  # fmt: skip
    assert answer(api, "Ascend910B", "aclnnLSTM", arguments)[0] == 161002
    gates, cell = wide(1, most), wide(1, hidden)
    cells = [gates, gates, cell, NULL, NULL, cell, cell, gates]
    assert answer(api, "Ascend910B", "aclnnThnnFusedLstmCell", cells)[0] == 161002


def test_lengths_beyond_the_batch_count_as_all_of_it() -> None:
    """They are read on the device, where nobody checks them."""
    random = np.random.default_rng(3)
    x = random.normal(size=(4, 3)).astype(np.float32)
    params = [random.normal(size=shape).astype(np.float32) for shape in ((8, 3), (8, 2))]

    def output(*lengths: int) -> Any:
        return ops.lstm(
            x, params, hx=None, batch_sizes=np.array(lengths, np.int64), has_bias=False,
            num_layers=1, train=False,
        )[0]  # fmt: skip

    np.testing.assert_array_equal(output(2, 2), output(1 << 40, 3))
    assert not output(-1, 0).any()
