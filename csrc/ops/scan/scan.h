/* SPDX-License-Identifier: Apache-2.0 */
/* Running sums, products, largest and smallest elements: what the lists say and the work does. */
#ifndef ACLNN_PY_OPS_SCAN_SCAN_H
#define ACLNN_PY_OPS_SCAN_SCAN_H

#include <stdbool.h>
#include <stdint.h>

enum scan_kind { SCAN_SUM, SCAN_PRODUCT, SCAN_LARGEST, SCAN_SMALLEST };

/* Attributes of the rows Cumsum, Cumprod, Cummax and Cummin. The input has the output's type: no
   bool, and no half in the last two, which have a second output, int32 or int64, of places. */
struct scan_attributes {
    enum scan_kind kind;
    int32_t dim;
    bool exclusive; /* without the element itself */
    bool reverse;   /* from the last element on */
};

#endif
