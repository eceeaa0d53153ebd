/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Products of matrices on the AI cores: out[rows, columns] = left[rows, depth] right[depth,
 * columns].
 *
 *     type of left and right               type of out          sums
 *     float16, bfloat16, float32, mixed    one of these         float32 by OpenBLAS, rounded once
 *     bfloat16, with wide_has_pairs        one of these         float32 by wide.h, rounded once
 *     double                               double               double by OpenBLAS
 *     int8, uint8, int16, uint16, int32,   one of these but     exact modulo 2^32, and cut off to
 *       uint32, bool, mixed                bool                 the type of out
 *     bool                                 bool                 whether any pair is true in both
 *     int64, uint64, mixed                 one of these         exact modulo 2^64
 *
 * A bool counts as 1 when its byte is not 0. How a product is cut into tiles, and the order of
 * additions, follow from types, shapes and strides alone, so that neither the number of cores nor
 * anything else changes a bit; a float product has other bits at another level of the kernels. A
 * depth of 0 gives zeros. NaN and infinities go where IEEE 754 takes them.
 */
#ifndef ACLNN_PY_PRODUCTS_PRODUCT_H
#define ACLNN_PY_PRODUCTS_PRODUCT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"

/* An aclTensor has 8 dimensions, two of which are the matrix. */
#define PRODUCT_BATCH_RANK 6

/* Describes left, right or out. Strides are in elements: 0 repeats a row, column or matrix, a
 * negative one walks backwards. Elements of out do not share memory with each other or with left
 * and right. */
struct product_operand {
    aclDataType type;
    int64_t row_stride;
    int64_t column_stride;
    int64_t batch_strides[PRODUCT_BATCH_RANK];
};

struct product {
    int64_t rows;
    int64_t columns;
    int64_t depth;
    int32_t batch_rank; /* 0 when there is one product and no batch */
    int64_t batch_dims[PRODUCT_BATCH_RANK];
    struct product_operand left;
    struct product_operand right;
    struct product_operand out;
};

/* Whether the table above has these types together. */
bool product_has_types(aclDataType left, aclDataType right, aclDataType out);

/* Whether the product can be carried out; phase one asks after all of the vendor's checks. Reports
 * 207000 when the types do not go together, or when they need OpenBLAS and there is none. */
aclnnStatus product_check(const struct product *product);

/* The bytes of scratch that the product takes on this machine; saturates at INT64_MAX. */
int64_t product_scratch(const struct product *product);

/*
 * Carries the product out and returns when it is done; product_check was asked before. left, right
 * and out are the addresses of each first element, scratch as many bytes as product_scratch says,
 * aligned to 64, with any contents; NULL for 0 bytes. Nothing but out and scratch is written.
 */
void product_matrix(const struct product *product, const void *left, const void *right, void *out,
                    void *scratch);

/*
 * Where several products have the same right matrix, it may be packed once. product_packed_bytes
 * says how many bytes that takes, aligned to 64; 0 where a product does not pack it.
 * product_matrix_packed takes them in place of the matrix.
 */
int64_t product_packed_bytes(const struct product *product);
void product_pack(const struct product *product, const void *right, void *packed);
void product_matrix_packed(const struct product *product, const void *left, const void *packed,
                           void *out, void *scratch);

/* product_load reads a matrix of float32, float16 or bfloat16, of any strides in elements, into
 * dense rows of float32 that lie panel_stride apart. product_store writes such rows to memory,
 * rounded once. */
void product_load(aclDataType type, const void *memory, int64_t row_stride, int64_t column_stride,
                  int64_t rows, int64_t columns, float *panel, int64_t panel_stride);
void product_store(aclDataType type, void *memory, int64_t row_stride, int64_t column_stride,
                   int64_t rows, int64_t columns, const float *panel, int64_t panel_stride);

#endif
