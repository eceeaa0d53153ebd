/* SPDX-License-Identifier: Apache-2.0 */
/* Products whose rows or columns the ranks send each other in parts: what checks and lists share.
 */
#ifndef ACLNN_PY_OPS_COLLECTIVE_PARTED_H
#define ACLNN_PY_OPS_COLLECTIVE_PARTED_H

/* x1QuantMode and x2QuantMode, by CANN's numbers. */
enum {
    PARTED_PLAIN = 0,
    PARTED_BY_COLUMN = 2, /* of x2: a scale for each column */
    PARTED_BY_ROW = 3,    /* of x1: a scale for each row */
    PARTED_MX = 6,        /* a power of two for each 32 numbers */
    PARTED_DYNAMIC = 7    /* of x1: rows get their scales on the way */
};

#endif
