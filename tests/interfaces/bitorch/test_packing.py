# SPDX-License-Identifier: Apache-2.0
"""pack, unpack and pad_embedding_dim."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from interfaces.bitorch.oracle import DTYPES, WIDTHS, bits_of, signs_of

from aclnn_py import bitorch

every_type = pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.name)
every_width = pytest.mark.parametrize("columns", WIDTHS)


@every_type
@every_width
def test_pack(dtype: Any, columns: int) -> None:
    x = np.random.default_rng(columns).standard_normal((5, columns)).astype(dtype)
    packed = bitorch.pack(x)
    assert packed.dtype == np.uint8
    np.testing.assert_array_equal(packed, bits_of(x.astype(np.float64) >= 0))


@every_type
def test_zeros_are_positive_and_nan_is_negative(dtype: Any) -> None:
    x = np.array([0.0, -0.0, np.nan, -np.nan, np.inf, -np.inf, 1.0, -1.0]).astype(dtype)
    assert bitorch.pack(x).tolist() == [0b01010011]


def test_the_lowest_bit_is_the_first_element() -> None:
    for column in range(16):
        x = np.full(16, -1.0, np.float32)
        x[column] = 1
        expected = [0, 0]
        expected[column // 8] = 1 << column % 8
        assert bitorch.pack(x).tolist() == expected


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64])
def test_integers(dtype: Any) -> None:
    x = np.array([[-3, -1, 0, 1, 7, -128, 127, 0, -1]], dtype)
    assert bitorch.pack(x).tolist() == [[0b11011100, 0]]


def test_rows_do_not_run_into_each_other() -> None:
    """A width that is not a multiple of eight ends with zeros, and the next row in a new byte."""
    assert bitorch.pack(np.ones((3, 5), np.float32)).tolist() == [[31]] * 3
    assert bitorch.pack(np.ones((2, 9), np.float32)).tolist() == [[255, 1]] * 2


@pytest.mark.parametrize("shape", [(13,), (2, 3, 13), (0, 13), (4, 0), (1, 1, 1, 9)])
def test_shapes(shape: tuple[int, ...]) -> None:
    x = np.random.default_rng(1).standard_normal(shape)
    packed = bitorch.pack(x)
    assert packed.shape == (*shape[:-1], -(-shape[-1] // 8))
    flat = x.reshape(int(np.prod(shape[:-1])), shape[-1])
    np.testing.assert_array_equal(packed.reshape(len(flat), -(-shape[-1] // 8)), bits_of(flat >= 0))


def test_strides() -> None:
    x = np.random.default_rng(2).standard_normal((26, 12))
    for view in (x.T, x[::-2], x[:, ::3], np.broadcast_to(x[:1], (5, 12))):
        np.testing.assert_array_equal(bitorch.pack(view), bits_of(view >= 0))


@pytest.mark.parametrize("dtype", [np.complex64, object, "U1", "M8[s]"])
def test_pack_refuses_what_has_no_sign(dtype: Any) -> None:
    with pytest.raises(TypeError, match="no sign"):
        bitorch.pack(np.zeros((1, 8), dtype))


def test_scalars_are_refused() -> None:
    for function in (bitorch.pack, bitorch.pad_embedding_dim):
        with pytest.raises(ValueError, match="no dimensions"):
            function(np.array(1.0))
    with pytest.raises(ValueError, match="no dimensions"):
        bitorch.unpack(np.array(1, np.uint8))


@pytest.mark.parametrize("byte", [0, 16, 35, 255])
def test_unpack_bytes(byte: int) -> None:
    expected = [1.0 if byte >> bit & 1 else -1.0 for bit in range(8)]
    found = bitorch.unpack(np.array([[byte]], np.uint8))
    assert found.dtype == np.float32
    assert found.tolist() == [expected]


@every_type
@every_width
def test_unpack_with_scale(dtype: Any, columns: int) -> None:
    rng = np.random.default_rng(columns)
    packed = rng.integers(0, 256, (2, 3, -(-columns // 8)), np.uint8)
    scale = rng.standard_normal((2, 3, 1)).astype(dtype)
    found = bitorch.unpack(packed, scale, columns)
    assert found.dtype == dtype
    expected = signs_of(packed, columns) * scale.astype(np.float64)
    np.testing.assert_array_equal(found.astype(np.float64), expected)
    if columns % 8 == 0:
        np.testing.assert_array_equal(bitorch.unpack(packed, scale), found)


@every_width
def test_unpack_is_the_inverse(columns: int) -> None:
    x = np.random.default_rng(3).choice([-1.0, 1.0], (4, columns)).astype(np.float32)
    np.testing.assert_array_equal(bitorch.unpack(bitorch.pack(x), embedding_dim=columns), x)


def test_special_scales() -> None:
    scale = np.array([[0.0], [np.inf], [-2.0], [np.nan]], np.float32)
    found = bitorch.unpack(np.full((4, 1), 1, np.uint8), scale, 2)
    np.testing.assert_array_equal(
        found, np.array([[0, -0.0], [np.inf, -np.inf], [-2, 2], [np.nan, np.nan]], np.float32)
    )


@pytest.mark.parametrize(
    ("arguments", "error", "match"),
    [
        ((np.zeros((2, 1), np.int8),), TypeError, "packed.*int8"),
        ((np.zeros((2, 1), bool),), TypeError, "packed.*bool"),
        ((np.zeros((2, 1), np.uint8), np.ones((2, 1), np.int32)), TypeError, "scale.*int32"),
        ((np.zeros((2, 1), np.uint8), np.ones(2, np.float32)), ValueError, "scale has shape"),
        ((np.zeros((2, 1), np.uint8), np.ones((1, 1), np.float32)), ValueError, "scale has shape"),
        ((np.zeros((2, 1), np.uint8), None, 9), ValueError, "embedding_dim is 9"),
        ((np.zeros((2, 1), np.uint8), None, -1), ValueError, "embedding_dim is -1"),
        ((np.zeros((2, 1), np.uint8), None, 2.0), TypeError, "integer"),
    ],
)
def test_unpack_errors(arguments: Any, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        bitorch.unpack(*arguments)


@every_type
@every_width
def test_pad(dtype: Any, columns: int) -> None:
    weight = np.random.default_rng(4).standard_normal((2, 3, columns)).astype(dtype)
    padded = bitorch.pad_embedding_dim(weight)
    if columns % 8 == 0:
        assert padded is weight
        return
    assert padded.dtype == dtype
    assert padded.shape == (2, 3, (columns + 7) // 8 * 8)
    np.testing.assert_array_equal(padded[..., :columns], weight)
    assert (padded[..., columns:].astype(np.float32) == -1).all()
    np.testing.assert_array_equal(bitorch.pack(padded), bitorch.pack(weight))


@pytest.mark.parametrize("columns", [3, 8])
@pytest.mark.parametrize("dtype", ["bool", "uint8", "uint64", "complex64", "U1", "O"])
def test_pad_refuses_what_cannot_hold_the_padding(dtype: str, columns: int) -> None:
    """pack makes a 1 of every bool and unsigned number, and of padding it has to make a 0."""
    with pytest.raises(TypeError, match=r"weight: elements are .*can hold the padding"):
        bitorch.pad_embedding_dim(np.zeros((2, columns), dtype))


@pytest.mark.parametrize("dtype", [np.int8, np.int64])
def test_pad_of_integers(dtype: Any) -> None:
    padded = bitorch.pad_embedding_dim(np.array([[5, -6, 7]], dtype))
    assert padded.dtype == dtype
    assert padded.tolist() == [[5, -6, 7, -1, -1, -1, -1, -1]]


def test_names() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Missing'"):
        _ = bitorch.Missing
    assert "pack" in bitorch.__all__
    assert all(hasattr(bitorch, name) for name in bitorch.__all__)
