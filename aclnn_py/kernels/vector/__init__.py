# SPDX-License-Identifier: Apache-2.0
"""The instructions of the vector unit: a scalar body each, by subject."""
