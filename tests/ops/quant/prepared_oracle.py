# SPDX-License-Identifier: Apache-2.0
"""WeightQuantPreprocess takes scales of swapped dimensions alone, which the sweeps do not make:
test_prepared.py has the values, and here all is refused."""

from __future__ import annotations

from sweep.oracle import Oracle

ORACLES = {
    "aclnnWeightQuantPreprocess": Oracle(
        lambda o: [o.weight, o.weightScale, o.biasOptional],
        given=True,
        shapes=lambda: iter(
            [
                {
                    "weight": (64, 32),
                    "weightScale": (1, 32, 2),
                    "weightOffsetOptional": None,
                    "biasOptional": (32,),
                    "kGroupSize": 32,
                    "outWeightOffsetOptional": None,
                }
            ]
        ),
        refused=lambda o: True,
    ),
}
