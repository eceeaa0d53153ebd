# SPDX-License-Identifier: Apache-2.0
"""PyTorch's own samples of its operators, on the device of torch_npu beside the CPU.

`python -m aclnn_py.torch_sweep` takes the operators and samples of
`torch.testing._internal.common_methods_invocations.op_db`, runs each on both, and writes which are
computed by aclnn and right. torch and torch_npu are needed only for that, and imported only then.
"""
