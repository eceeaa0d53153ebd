"""Device code: one Numba module a kernel family, the vector unit's instructions, and what compiles
and launches them.

Importing this package does not import Numba; `dialect`, `compiler`, `launcher` and the
families do. A new family, or a new file of instructions, is a module of this package and a line in
`MODULES`.
"""

MODULES: tuple[str, ...] = (
    "aclnn_py.kernels.embedding_dense_grad",
    "aclnn_py.kernels.embedding",
    "aclnn_py.kernels.tiles",
    "aclnn_py.kernels.reduction",
    "aclnn_py.kernels.binary_embedding",
    "aclnn_py.kernels.scaling",
    "aclnn_py.kernels.products",
    "aclnn_py.kernels.vector.arithmetic",
    "aclnn_py.kernels.vector.multiplication",
    "aclnn_py.kernels.vector.subtraction",
    "aclnn_py.kernels.vector.division",
    "aclnn_py.kernels.vector.remainders",
    "aclnn_py.kernels.vector.extremes",
    "aclnn_py.kernels.vector.logic",
    "aclnn_py.kernels.vector.exponential",
    "aclnn_py.kernels.vector.trigonometry",
    "aclnn_py.kernels.vector.rounding",
    "aclnn_py.kernels.vector.signs",
    "aclnn_py.kernels.vector.nan_to_num",
    "aclnn_py.kernels.vector.complex_modulus",
    "aclnn_py.kernels.vector.roots",
    "aclnn_py.kernels.vector.logarithm",
    "aclnn_py.kernels.vector.hyperbolic",
    "aclnn_py.kernels.vector.inverse_hyperbolic",
    "aclnn_py.kernels.vector.tangent",
    "aclnn_py.kernels.vector.inverse_trigonometry",
    "aclnn_py.kernels.vector.power",
    "aclnn_py.kernels.vector.log_sums",
    "aclnn_py.kernels.vector.sigmoid",
    "aclnn_py.kernels.vector.error_function",
    "aclnn_py.kernels.vector.inverse_error_function",
    "aclnn_py.kernels.vector.gamma",
    "aclnn_py.kernels.vector.digamma",
    "aclnn_py.kernels.vector.choice",
    "aclnn_py.kernels.vector.bounds",
    "aclnn_py.kernels.vector.multiply_add",
    "aclnn_py.kernels.vector.lists",
    "aclnn_py.kernels.vector.rectifiers",
    "aclnn_py.kernels.vector.rectifier_gradients",
    "aclnn_py.kernels.vector.casts",
)
"""The modules whose kernels are built into the library, in the order of the C tables."""
