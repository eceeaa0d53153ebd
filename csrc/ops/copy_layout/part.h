/* SPDX-License-Identifier: Apache-2.0 */
/* Diagonals, dimensions by the letters of formats: attributes of their work. */
#ifndef ACLNN_PY_OPS_COPY_LAYOUT_PART_H
#define ACLNN_PY_OPS_COPY_LAYOUT_PART_H

#include <stdint.h>

#define MOST_LETTERS 5

/* Where each dimension of one format lies in another. */
struct format_places {
    int64_t count;
    int64_t places[MOST_LETTERS];
};

#endif
