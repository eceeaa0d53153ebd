# SPDX-License-Identifier: Apache-2.0
"""Of two operands."""

from __future__ import annotations

from typing import Any

import numpy as np
from sweep.oracles.oracle import Operands, Oracle


def _less(a: Any, b: Any, alpha: Any) -> Any:
    """a - alpha b; of bool whether they differ, since -1 is not 0 either."""
    return a != (alpha & b) if np.asarray(a).dtype == np.bool_ else a - alpha * b


def _terms(o: Operands) -> Any:
    return np.abs(o.self) + np.abs(o.alpha * o.other)


def _reversed_terms(o: Operands) -> Any:
    return np.abs(o.other) + np.abs(o.alpha * o.self)


ORACLES: dict[str, Oracle] = {
    "aclnnAdd": Oracle(
        lambda o: o.self + o.alpha * o.other,
        _terms,
        roundings=1,
    ),
    "aclnnAdds": Oracle(
        lambda o: o.self + o.alpha * o.other,
        _terms,
        roundings=1,
    ),
    "aclnnAddV3": Oracle(
        lambda o: o.self + o.alpha * o.other,
        _terms,
        roundings=1,
    ),
    "aclnnSub": Oracle(lambda o: _less(o.self, o.other, o.alpha), _terms, roundings=1),
    "aclnnSubs": Oracle(lambda o: _less(o.self, o.other, o.alpha), _terms, roundings=1),
    "aclnnRsub": Oracle(lambda o: o.other - o.alpha * o.self, _reversed_terms, roundings=1),
    "aclnnRsubs": Oracle(lambda o: o.other - o.alpha * o.self, _reversed_terms, roundings=1),
    "aclnnMuls": Oracle(lambda o: o.self * o.other),
    "aclnnMul": Oracle(lambda o: o.self * o.other),
}
