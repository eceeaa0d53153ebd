# SPDX-License-Identifier: Apache-2.0
"""torch.npu.graph: inference, a training, several streams, callables, and arguments that change."""

from __future__ import annotations

import torch
import torch_npu

STEPS = 6


def _model(device: torch.device) -> torch.nn.Module:
    torch.manual_seed(3)
    layers = [torch.nn.Linear(16, 32), torch.nn.GELU(), torch.nn.LayerNorm(32)]
    return torch.nn.Sequential(*layers, torch.nn.Linear(32, 4)).to(device)


def _batches(device: torch.device) -> list[torch.Tensor]:
    generator = torch.Generator().manual_seed(5)
    return [torch.randn(8, 16, generator=generator).to(device) for _ in range(STEPS)]


def _warm_up(work: object) -> None:
    """As the pages of torch ask: a few times on another stream, before the capture."""
    side = torch.npu.Stream()
    side.wait_stream(torch.npu.current_stream())
    with torch.npu.stream(side):
        for _ in range(2):
            work()  # type: ignore[operator]
    torch.npu.current_stream().wait_stream(side)


def _inference(device: torch.device) -> None:
    model, batches = _model(device).eval(), _batches(device)
    place = torch.zeros_like(batches[0])
    with torch.no_grad():
        _warm_up(lambda: model(place))
        graph = torch.npu.NPUGraph()
        with torch.npu.graph(graph):
            result = model(place)
        for batch in batches:
            place.copy_(batch)
            graph.replay()
            assert torch.equal(result, model(batch)), "a replay and eager differ"


def _losses(device: torch.device, captures: bool) -> list[float]:
    model, batches = _model(device), _batches(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    place = torch.zeros_like(batches[0])

    def step() -> torch.Tensor:
        optimizer.zero_grad(set_to_none=False)
        loss = model(place).pow(2).mean()
        loss.backward()
        optimizer.step()
        return loss

    start = [parameter.detach().clone() for parameter in model.parameters()]
    _warm_up(step)
    with torch.no_grad():
        for parameter, value in zip(model.parameters(), start, strict=True):
            parameter.copy_(value)
    found: list[float] = []
    graph = torch.npu.NPUGraph()
    if captures:
        with torch.npu.graph(graph):
            loss = step()
    for batch in batches:
        place.copy_(batch)
        if captures:
            graph.replay()
        else:
            loss = step()
        found.append(float(loss.detach()))
    return found


def _streams(device: torch.device) -> None:
    side, value = torch.npu.Stream(), torch.zeros(64, device=device)
    graph = torch.npu.NPUGraph()
    with torch.npu.graph(graph):
        left = value + 1
        side.wait_stream(torch.npu.current_stream())
        with torch.npu.stream(side):
            right = value * 2
        torch.npu.current_stream().wait_stream(side)
        total = left + right
    for number in (3.0, 5.0):
        value.fill_(number)
        graph.replay()
        assert (total == 3 * number + 1).all()


def _callables(device: torch.device) -> None:
    model, batches = _model(device), _batches(device)
    expected = _model(device)
    expected(batches[1]).sum().backward()
    captured = torch.npu.make_graphed_callables(model, (batches[0].clone(),))
    captured(batches[1]).sum().backward()
    for found, wanted in zip(model.parameters(), expected.parameters(), strict=True):
        assert torch.equal(found.grad, wanted.grad)


def _updates(device: torch.device) -> None:
    """An argument of a captured operator changes: how vLLM gives attention other lengths."""
    stream, side = torch.npu.current_stream(), torch.npu.Stream()
    value, other = torch.full((8,), 2.0, device=device), torch.ones(8, device=device)
    total, event = torch.zeros(8, device=device), torch.npu.ExternalEvent()
    graph = torch.npu.NPUGraph()
    with torch.npu.graph(graph):
        stream = torch.npu.current_stream()
        event.wait(stream)
        event.reset(stream)
        torch.npu.graph_task_group_begin(stream)
        torch.add(value, other, alpha=1.0, out=total)
        handle = torch.npu.graph_task_group_end(stream)
    for factor in (3.0, 7.0):
        graph.replay()
        with torch.npu.stream(side):
            torch.npu.graph_task_update_begin(side, handle)
            torch.add(value, other, alpha=factor, out=total)
            torch.npu.graph_task_update_end(side)
            event.record(side)
        torch.npu.synchronize()
        assert (total == 2 + factor).all(), (total, factor)


def _attention(device: torch.device, version: str) -> None:
    """Attention whose lengths of keys change, with the one workspace that suffices for all: what
    vLLM captures of a decoding step."""
    generator = torch.Generator().manual_seed(7)
    shapes = ((3, 4, 1, 64), (3, 2, 300, 64), (3, 2, 300, 64))
    cpu = [torch.randn(shape, generator=generator).half() for shape in shapes]
    query, key, value = (each.to(device) for each in cpu)
    names = {
        "": ("num_heads", "num_key_value_heads", "scale", "actual_seq_lengths_kv"),
        "_v2": ("num_query_heads", "num_key_value_heads", "softmax_scale", "actual_seq_kvlen"),
    }[version]
    scale, out = 0.125, [torch.empty_like(query), torch.empty(1, device=device)]
    attend = getattr(torch_npu, f"npu_fused_infer_attention_score{version}").out
    ask = getattr(torch_npu, f"_npu_fused_infer_attention_score{version}_get_max_workspace")

    def options(lengths: list[int]) -> dict[str, object]:
        given = dict(zip(names, (4, 2, scale, lengths), strict=True))
        return {**given, "input_layout": "BNSD"}

    workspace = ask(query, key, value, **options([1, 1, 1]))
    stream, side = torch.npu.current_stream(), torch.npu.Stream()
    event, graph = torch.npu.ExternalEvent(), torch.npu.NPUGraph()
    with torch.npu.graph(graph):
        stream = torch.npu.current_stream()
        event.wait(stream)
        event.reset(stream)
        torch.npu.graph_task_group_begin(stream)
        attend(query, key, value, workspace=workspace, **options([1, 1, 1]), out=out)
        handle = torch.npu.graph_task_group_end(stream)
    for lengths in ([300, 7, 40], [2, 300, 1]):
        graph.replay()
        with torch.npu.stream(side):
            torch.npu.graph_task_update_begin(side, handle)
            attend(query, key, value, workspace=workspace, **options(lengths), out=out)
            torch.npu.graph_task_update_end(side)
            event.record(side)
        torch.npu.synchronize()
        for batch, count in enumerate(lengths):
            keys, values = (each[batch, :, :count].double() for each in cpu[1:])
            rows = cpu[0][batch].double().reshape(2, 2, 64) @ keys.mT * scale
            expected = (rows.softmax(-1) @ values).reshape(4, 1, 64)
            found = out[0][batch].cpu().double()
            assert torch.allclose(found, expected, rtol=2e-3, atol=2e-3), (lengths, batch)


def _refused(device: torch.device) -> None:
    """A synchronize in a capture is an error, and the device goes on."""
    graph, value = torch.npu.NPUGraph(), torch.ones(4, device=device)
    text = ""
    try:
        with torch.npu.graph(graph):
            (value + 1).cpu()
    except RuntimeError as error:
        text = str(error)
    assert "107030" in text, f"copied to the host in a capture: {text}"
    torch.npu.synchronize()
    assert (value + 1).tolist() == [2.0] * 4


def main() -> None:
    device = torch.device("npu")
    _inference(device)
    eager, captured = _losses(device, captures=False), _losses(device, captures=True)
    assert eager == captured, (eager, captured)
    _streams(device)
    _callables(device)
    _updates(device)
    _attention(device, "")
    _attention(device, "_v2")
    _refused(device)
    print("done", torch_npu.__version__)


main()
