# SPDX-License-Identifier: Apache-2.0
"""Matrices without an inverse or a root, and outputs that may be left out."""

from __future__ import annotations

import numpy as np
import pytest
from support import run_python

import aclnn_py as acl


def test_singular_matrices_have_no_inverse_and_no_root() -> None:
    """Others of their batch have one."""
    matrices = np.array([[[2, 0], [0, 4]], [[1, 2], [2, 4]], [[0, 0], [0, 0]]], np.float32)
    inverses = acl.inverse(matrices)
    assert inverses[0].tolist() == [[0.5, 0], [0, 0.25]]
    assert np.isnan(inverses[1:]).all()
    roots = acl.linalg_cholesky(np.array([[[4, 0], [2, 10]], [[1, 0], [2, -1]]], np.float32))
    assert roots[0].tolist() == [[2, 0], [1, 3]]
    assert np.isnan(roots[1][[0, 1, 1], [0, 0, 1]]).all()
    assert roots[1][0, 1] == 0


def test_determinants_have_a_sign() -> None:
    matrices = np.array([[[0, 2], [4, 0]], [[1, 2], [2, 4]], [[3, 0], [0, 5]]], np.float64)
    sign, log = acl.slogdet(matrices)
    assert sign.tolist() == [-1, 0, 1]
    np.testing.assert_allclose(log, [np.log(8), -np.inf, np.log(15)], rtol=1e-15)
    sign, log = acl.slogdet(np.array([[0, 2j], [4, 0]], np.complex128))
    assert complex(sign) == -1j
    assert complex(log).imag == 0


def test_a_zero_on_the_diagonal_gives_infinities() -> None:
    triangle = np.array([[1, 1], [0, 0]], np.float32)
    solutions, _ = acl.triangular_solve(np.ones((2, 1), np.float32), triangle)
    assert np.isinf(solutions).any()


def test_the_matrices_of_a_system_may_be_left_out() -> None:
    with acl.Device(0) as device, device.stream() as stream:
        sides = device.tensor(np.array([[4], [6]], np.float32))
        triangle = device.tensor(np.array([[7, 9], [1, 7]], np.float32))
        out = device.empty((2, 1), "float32")
        plan = acl.plan("TriangularSolve", sides, triangle, False, False, True, out, None)
        plan.run(stream)
        stream.synchronize()
        assert out.numpy().tolist() == [[4], [2]]


@pytest.mark.slow
def test_a_matrix_with_infinities_has_no_singular_values() -> None:
    """LAPACK does not end with some. Another matrix of the batch has its own."""
    code = """
import numpy as np
import aclnn_py as acl
for dtype in (np.float32, np.float64, np.complex64, np.complex128):
    for number in (np.inf, -np.inf, np.nan):
        matrices = np.ones((2, 3, 4), dtype)
        matrices[0] += np.arange(12).reshape(3, 4) % 5
        matrices[0, 1, 2] = number
        sigma, left, right = acl.svd(matrices)
        assert all(np.isnan(part[0].real).all() for part in (sigma, left, right))
        assert np.allclose(sigma[1], [np.sqrt(12), 0, 0], atol=1e-5)
"""
    result = run_python(code)
    assert result.returncode == 0, result.stderr


def test_a_modulus_that_overflows_is_an_infinity() -> None:
    largest = np.finfo(np.float32).max
    matrix = np.full((3, 4), complex(largest, largest), np.complex64)
    assert np.isnan(acl.svd(matrix)[0].real).all()
    assert acl.svd(np.array([[largest]], np.float32))[0] == largest
