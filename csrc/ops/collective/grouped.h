/* SPDX-License-Identifier: Apache-2.0 */
/* Rows that go to experts on other ranks by counts that the host knows. */
#ifndef ACLNN_PY_OPS_COLLECTIVE_GROUPED_H
#define ACLNN_PY_OPS_COLLECTIVE_GROUPED_H

#include <stdint.h>

#include "ops/collective/collective.h"

/* Attributes of the work. Counts are by rank and then by expert of the receiving rank. Rows to and
 * from other ranks lie in that sequence; those of an expert together lie by expert, then by rank.
 */
struct grouped_rows {
    struct collective_work exchange; /* first, as all rows have it */
    int64_t ranks;
    int64_t experts; /* of a rank */
    const int64_t *sent;
    const int64_t *received;
    bool is_back; /* the rows that go are those of the own experts */
};

#endif
