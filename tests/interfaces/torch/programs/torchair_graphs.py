# SPDX-License-Identifier: Apache-2.0
"""torchair, the compiler of graphs in torch_npu: it loads; what GE would compile is refused in
words; what is captured runs."""

import torch
import torch_npu
import torchair

assert torch_npu.npu.is_available()
model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 2)).npu()
x = torch.linspace(-1, 1, 12).reshape(3, 4).npu()
compiled = torch.compile(model, backend=torchair.get_npu_backend(), dynamic=False)
try:
    compiled(x)
except Exception as error:
    print(str(error).splitlines()[1])

config = torchair.CompilerConfig()
config.mode = "reduce-overhead"
torch._dynamo.reset()
captured = torch.compile(
    model, backend=torchair.get_npu_backend(compiler_config=config), dynamic=False
)
with torch.no_grad():
    for _ in range(2):
        assert torch.equal(captured(x), model(x))
print("captured")
