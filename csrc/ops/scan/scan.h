/* SPDX-License-Identifier: Apache-2.0 */
/* Running sums, products, largest and smallest elements: attributes of their work. */
#ifndef ACLNN_PY_OPS_SCAN_SCAN_H
#define ACLNN_PY_OPS_SCAN_SCAN_H

#include <stdbool.h>
#include <stdint.h>

enum scan_kind { SCAN_SUM, SCAN_PRODUCT, SCAN_LARGEST, SCAN_SMALLEST };

/* Attributes of the rows Cumsum, Cumprod, Cummax and Cummin. The input has the output's type, which
 * is not bool. Cummax and Cummin have no halves, and a second output of indices, int32 or int64. */
struct scan_attributes {
    enum scan_kind kind;
    int32_t dim;
    bool exclusive; /* a result does not include the element itself */
    bool reverse;   /* goes from the last element to the first */
};

#endif
