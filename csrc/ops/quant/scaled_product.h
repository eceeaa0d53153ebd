/* SPDX-License-Identifier: Apache-2.0 */
/* Products of quantised matrices whose groups of numbers have scales: what their checks, lists and
 * shapes share. */
#ifndef ACLNN_PY_OPS_QUANT_SCALED_PRODUCT_H
#define ACLNN_PY_OPS_QUANT_SCALED_PRODUCT_H

#include "tensor/tensor.h"

#define SCALED_BLOCK 128      /* rows, columns and depth of a block with a float32 */
#define SCALED_LONG_GROUP 256 /* of int4 along the depth */

/* What has a scale, beside rows and columns. */
enum quant_scaling {
    SCALED_LINES,   /* nothing: rows and columns alone */
    SCALED_POWERS,  /* 32 numbers along the depth, of both matrices: a power of two */
    SCALED_BLOCKS,  /* squares of 128 of x2, as much of a row or a square of x1: a float32 */
    SCALED_OFFSETS, /* 256 int4 of a column of x2: a float32 and an offset */
    SCALED_INT4,    /* int4 of x2 in columns or 256 of these, beside int8: a word */
    SCALED_FLOAT4,  /* 32 float4 of a column of x2, beside float8: a float16 or bfloat16 */
};

/* The operands by which the forms of a product differ. x1_scale and offset may be NULL. */
struct quant_scaled {
    const struct tensor *x1;
    const struct tensor *x2;
    const struct tensor *x1_scale;
    const struct tensor *x2_scale;
    const struct tensor *offset; /* of x2 */
};

enum quant_scaling quant_scaling_of(const struct quant_scaled *given);

/* Whether the last two dims are swapped in memory, and everything else is dense; of powers of two
 * the last two but one, with their pairs behind. */
bool quant_scaled_is_turned(const struct tensor *t);
bool quant_powers_are_turned(const struct tensor *t);

#endif
