# SPDX-License-Identifier: Apache-2.0
"""Complex tensors: a real and an imaginary part."""

from __future__ import annotations

from ._tensor import Tensor, require_open
from ._types import refuse


class ComplexTensor:
    """Two tensors of one shape, data type and layout, in one place.

    real, imag  the parts
    """

    def __init__(self, real: Tensor, imag: Tensor) -> None:
        call = "complex_tensor"
        require_open(call, {"real": real, "imag": imag})
        for what, one, two in (
            ("the shape", real.shape, imag.shape),
            ("the data type", real.dtype.name, imag.dtype.name),
            ("the layout", real.layout.name, imag.layout.name),
            ("the device", real.device(), imag.device()),
        ):
            if one != two:
                refuse(call, f"real has {what} {one} and imag {two}; both have to be equal")
        self.real = real
        self.imag = imag

    def __repr__(self) -> str:
        return f"<ttnn.ComplexTensor of {self.real!r} and {self.imag!r}>"


def complex_tensor(real: Tensor, imag: Tensor) -> ComplexTensor:
    """A complex tensor with these parts, which are not copied.

    Raises RuntimeError when they differ in shape, data type, layout or device.
    """
    return ComplexTensor(real, imag)
