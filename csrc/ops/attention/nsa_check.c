/* SPDX-License-Identifier: Apache-2.0 */
/* Native sparse attention: checks. */
#include "ops/attention/nsa.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/attention.h"
#include "ops/attention/nsa_refuse.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "tensor/layout.h"

#define UNIT 16           /* rows of blocks, and their distances, are multiples */
#define MOST_BLOCK 128    /* rows of a block that is selected */
#define MOST_COLUMNS 768  /* of a head */
#define MOST_LENGTHS 3072 /* that op_api takes */
#define MOST_BATCHES 1024 /* that the tiling takes */

static aclnnStatus rank_is(const struct call *call, int tensor, int32_t rank, const char *letters)
{
    return call_tensor(call, tensor)->rank == rank
               ? ACLNN_SUCCESS
               : nsa_refuse_shape(call, ACLNN_ERR_PARAM_INVALID, tensor, letters);
}

static aclnnStatus is_tnd(const struct call *call, aclnnStatus status, int layout)
{
    const char *text = call->arguments[layout].text;
    return text != NULL && strcmp(text, "TND") == 0
               ? ACLNN_SUCCESS
               : report(status, "%s is \"%s\"; \"TND\" is required", call_name(call, layout),
                        text == NULL ? "" : text);
}

/* ---- Compression ----------------------------------------------------------------------------- */

/* What op_api looks at. */
aclnnStatus attention_check_compressed(struct call *call, int input, int weight, int ends,
                                       int layout, int block, int kind)
{
    const struct tensor *x = call_tensor(call, input);
    const struct tensor *w = call_tensor(call, weight);
    aclnnStatus status = rank_is(call, input, 3, "[T, N, D] is required");
    if (status == ACLNN_SUCCESS)
        status = rank_is(call, weight, 2, "[compressBlockSize, N] is required");
    if (status != ACLNN_SUCCESS)
        return status;
    if (x->dims[1] <= 0 || x->dims[2] <= 0)
        return nsa_refuse_shape(call, ACLNN_ERR_PARAM_INVALID, input,
                                "N and D above 0 are required");
    if (w->dims[0] != call->arguments[block].integer || w->dims[1] != x->dims[1])
        return nsa_refuse_shape(call, ACLNN_ERR_PARAM_INVALID, weight,
                                "[compressBlockSize, N] is required");
    status = is_tnd(call, ACLNN_ERR_PARAM_INVALID, layout);
    if (status != ACLNN_SUCCESS)
        return status;
    if (shape_numbers(call, ends).count == 0)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is NULL or empty; an end of each batch is "
                      "required",
                      call_name(call, ends));
    if (call->arguments[kind].integer != 0)
        return nsa_refuse(call, ACLNN_ERR_PARAM_INVALID, kind, "0 is required");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_steps(const struct call *call, aclnnStatus status, int block, int stride)
{
    int64_t rows = call->arguments[block].integer;
    int64_t distance = call->arguments[stride].integer;
    if (rows <= 0 || rows % UNIT != 0)
        return nsa_refuse(call, status, block, "a multiple of 16 above 0 is required");
    if (distance <= 0 || distance % UNIT != 0)
        return nsa_refuse(call, status, stride, "a multiple of 16 above 0 is required");
    return ACLNN_SUCCESS;
}

/* What the tiling refuses, and an output of another shape than follows. */
aclnnStatus attention_check_compression_tiled(struct call *call, int input, int ends, int block,
                                              int stride, int output)
{
    struct shape shape;
    aclnnStatus status = check_steps(call, ACLNN_ERR_INNER_NULLPTR, block, stride);
    if (status == ACLNN_SUCCESS && call->arguments[stride].integer > call->arguments[block].integer)
        status = nsa_refuse(call, ACLNN_ERR_INNER_NULLPTR, stride,
                            "at most compressBlockSize is required");
    if (status == ACLNN_SUCCESS && call_tensor(call, input)->dims[0] == 0)
        status = nsa_refuse_shape(call, ACLNN_ERR_INNER_NULLPTR, input, "T above 0 is required");
    if (status == ACLNN_SUCCESS)
        status = nsa_check_ends(call, ends, call_tensor(call, input)->dims[0]);
    if (status != ACLNN_SUCCESS)
        return status;
    const struct tensor *y = call_tensor(call, output);
    bool has_shape = attention_shape_compressed(call, input, ends, block, stride, &shape);
    return has_shape && y->rank == shape.rank &&
                   memcmp(y->dims, shape.dims, (size_t)shape.rank * sizeof *shape.dims) == 0
               ? ACLNN_SUCCESS
               : nsa_refuse_shape(
                     call, ACLNN_ERR_INNER_NULLPTR, output,
                     "as many rows as there are blocks, N and D of input are required");
}

static bool are_alike(const struct call *call, int one, int other)
{
    const struct tensor *a = call_tensor(call, one);
    const struct tensor *b = call_tensor(call, other);
    return a->rank == b->rank &&
           (a->rank == 0 || memcmp(a->dims, b->dims, (size_t)a->rank * sizeof *a->dims) == 0);
}

/* The gradients: CANN generates the call, and its tiling refuses. */
aclnnStatus attention_check_compression_grad(struct call *call, int grad, int input, int weight,
                                             int ends, int block, int stride, int kind, int layout,
                                             int input_grad, int weight_grad)
{
    const aclnnStatus refused = ACLNN_ERR_INNER_TILING_ERROR;
    struct shape shape;
    const struct tensor *x = call_tensor(call, input);
    const struct tensor *w = call_tensor(call, weight);
    if (x->rank != 3 || x->dims[2] % UNIT != 0)
        return nsa_refuse_shape(call, refused, input,
                                "[T, N, D] with D a multiple of 16 is required");
    if (w->rank != 2 || w->dims[0] != call->arguments[block].integer || w->dims[1] != x->dims[1])
        return nsa_refuse_shape(call, refused, weight, "[compressBlockSize, N] is required");
    aclnnStatus status = check_steps(call, refused, block, stride);
    if (status == ACLNN_SUCCESS && call->arguments[kind].integer != 0)
        status = nsa_refuse(call, refused, kind, "0 is required");
    if (status == ACLNN_SUCCESS && call->arguments[layout].text != NULL)
        status = is_tnd(call, refused, layout);
    if (status == ACLNN_SUCCESS && call->arguments[ends].array != NULL)
        status = nsa_check_ends(call, ends, x->dims[0]);
    if (status != ACLNN_SUCCESS)
        return status;
    const struct tensor *y = call_tensor(call, grad);
    bool has_shape = attention_shape_compressed(call, input, ends, block, stride, &shape);
    if (!has_shape || y->rank != shape.rank ||
        memcmp(y->dims, shape.dims, (size_t)shape.rank * sizeof *shape.dims) != 0)
        return nsa_refuse_shape(call, refused, grad,
                                "as many rows as there are blocks, N and D of input are required");
    if (!are_alike(call, input_grad, input))
        return nsa_refuse_shape(call, refused, input_grad, "that of input is required");
    return are_alike(call, weight_grad, weight)
               ? ACLNN_SUCCESS
               : nsa_refuse_shape(call, refused, weight_grad, "that of weight is required");
}

/* ---- Selection ------------------------------------------------------------------------------- */

/* Nothing to do where all results are empty; an array of lengths is no tensor. */
aclnnStatus attention_check_selection_empty(struct call *call, int maximum, int sum, int out)
{
    const int results[] = {maximum, sum, out};
    call->is_empty = true;
    for (int i = 0; i < 3; i++) {
        int64_t count = 0;
        if (!tensor_element_count(call_tensor(call, results[i]), &count) || count > 0)
            call->is_empty = false;
    }
    return ACLNN_SUCCESS;
}

/* What op_api looks at. */
aclnnStatus attention_check_selected(struct call *call, int query, int key, int value, int ends,
                                     int key_ends, int layout)
{
    const int heads[] = {query, key, value};
    const struct tensor *q = call_tensor(call, query);
    const struct tensor *k = call_tensor(call, key);
    const struct tensor *v = call_tensor(call, value);
    aclnnStatus status = is_tnd(call, ACLNN_ERR_PARAM_INVALID, layout);
    for (int i = 0; i < 3 && status == ACLNN_SUCCESS; i++)
        status = rank_is(call, heads[i], 3, "[T, N, D] is required");
    if (status != ACLNN_SUCCESS)
        return status;
    if (k->dims[2] != q->dims[2] || v->dims[2] > q->dims[2])
        return nsa_refuse_shape(call, ACLNN_ERR_PARAM_INVALID,
                                k->dims[2] != q->dims[2] ? key : value,
                                "as many columns as query has are required, at most of value");
    if (q->dims[2] > MOST_COLUMNS || q->dims[2] == 0 || k->dims[1] == 0)
        return nsa_refuse_shape(call, ACLNN_ERR_PARAM_INVALID,
                                q->dims[2] > MOST_COLUMNS ? query : key,
                                "1 to 768 columns of a head are required, and a head of key");
    if (shape_numbers(call, ends).count > MOST_LENGTHS ||
        shape_numbers(call, key_ends).count > MOST_LENGTHS)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s has %" PRId64 " numbers, %s %" PRId64 "; 3072 are allowed at most",
                      call_name(call, ends), shape_numbers(call, ends).count,
                      call_name(call, key_ends), shape_numbers(call, key_ends).count);
    return ACLNN_SUCCESS;
}

static aclnnStatus check_heads(const struct call *call, int query, int key, int value, int indices,
                               int heads, int count)
{
    const struct tensor *q = call_tensor(call, query);
    const struct tensor *k = call_tensor(call, key);
    const struct tensor *v = call_tensor(call, value);
    const struct tensor *chosen = call_tensor(call, indices);
    if (call->arguments[heads].integer != q->dims[1] || q->dims[1] == 0 ||
        q->dims[1] % k->dims[1] != 0)
        return nsa_refuse(call, ACLNN_ERR_INNER_NULLPTR, heads,
                          "N of query is required, a multiple of that of key");
    if (v->dims[0] != k->dims[0] || v->dims[1] != k->dims[1] || v->dims[2] == 0)
        return nsa_refuse_shape(call, ACLNN_ERR_INNER_NULLPTR, value,
                                "T and N of key are required");
    if (chosen->type != ACL_INT32)
        return report(ACLNN_ERR_INNER_NULLPTR, "the data type of %s is %s; DT_INT32 is required",
                      call_name(call, indices), data_type_name(chosen->type));
    if (chosen->rank != 3 || chosen->dims[0] != q->dims[0] || chosen->dims[1] != k->dims[1] ||
        chosen->dims[2] != call->arguments[count].integer)
        return nsa_refuse_shape(call, ACLNN_ERR_INNER_NULLPTR, indices,
                                "T of query, N of key and selectedBlockCount are required");
    return ACLNN_SUCCESS;
}

/* What the tiling refuses. */
aclnnStatus attention_check_selection_tiled(struct call *call, int query, int key, int value,
                                            int indices, int ends, int key_ends, int heads,
                                            int block, int count, int mode)
{
    const aclnnStatus refused = ACLNN_ERR_INNER_NULLPTR;
    int64_t rows = call->arguments[block].integer;
    int64_t blocks = call->arguments[count].integer;
    int64_t sparse_mode = call->arguments[mode].integer;
    if (rows <= 0 || rows > MOST_BLOCK || rows % UNIT != 0)
        return nsa_refuse(call, refused, block, "a multiple of 16 up to 128 is required");
    if (blocks < 1 || blocks > NSA_MOST_SELECTED)
        return nsa_refuse(call, refused, count, "1 to 32 is required");
    if (sparse_mode != 0 && sparse_mode != 2)
        return nsa_refuse(call, refused, mode, "0 or 2 is required");
    aclnnStatus status = check_heads(call, query, key, value, indices, heads, count);
    const struct shape_numbers q = shape_numbers(call, ends);
    const struct shape_numbers k = shape_numbers(call, key_ends);
    if (status == ACLNN_SUCCESS && (q.count != k.count || q.count > MOST_BATCHES || q.count == 0))
        status = report(refused,
                        "%s has %" PRId64 " numbers, %s %" PRId64 "; as many are required, 1 to "
                        "1024",
                        call_name(call, ends), q.count, call_name(call, key_ends), k.count);
    if (status == ACLNN_SUCCESS)
        status = nsa_check_ends(call, ends, call_tensor(call, query)->dims[0]);
    return status == ACLNN_SUCCESS ? nsa_check_ends(call, key_ends, call_tensor(call, key)->dims[0])
                                   : status;
}

/* A mask of two dimensions: which keys count follows from sparseMode. */
aclnnStatus attention_check_selection_mask(struct call *call, int mask)
{
    const struct tensor *given = call_tensor(call, mask);
    if (given == NULL || given->rank == 0)
        return ACLNN_SUCCESS;
    if (given->type != ACL_BOOL && given->type != ACL_UINT8)
        return report(ACLNN_ERR_INNER_NULLPTR,
                      "the data type of %s is %s; DT_BOOL or DT_UINT8 is required",
                      call_name(call, mask), data_type_name(given->type));
    return given->rank == 2 ? ACLNN_SUCCESS
                            : nsa_refuse_shape(call, ACLNN_ERR_INNER_NULLPTR, mask,
                                               "two dimensions are required");
}

static aclnnStatus shape_is(const struct call *call, int tensor, const int64_t *dims)
{
    const struct tensor *given = call_tensor(call, tensor);
    return given->rank == 3 && memcmp(given->dims, dims, 3 * sizeof *dims) == 0
               ? ACLNN_SUCCESS
               : nsa_refuse_shape(call, ACLNN_ERR_INNER_NULLPTR, tensor,
                                  "that which follows from query and value is required");
}

/* Statistics [T, N, 8] of float32. */
aclnnStatus attention_check_selection_statistics(struct call *call, int query, int tensor)
{
    const struct tensor *q = call_tensor(call, query);
    const int64_t dims[] = {q->dims[0], q->dims[1], 8};
    if (call_type(call, tensor) != ACL_FLOAT)
        return report(ACLNN_ERR_INNER_NULLPTR, "the data type of %s is %s; DT_FLOAT is required",
                      call_name(call, tensor), data_type_name(call_type(call, tensor)));
    return shape_is(call, tensor, dims);
}

/* The result, or what is as large. */
aclnnStatus attention_check_selection_result(struct call *call, int query, int value, int tensor)
{
    const struct tensor *q = call_tensor(call, query);
    const int64_t dims[] = {q->dims[0], q->dims[1], call_tensor(call, value)->dims[2]};
    return shape_is(call, tensor, dims);
}

/* A gradient has the shape of what it belongs to. */
aclnnStatus attention_check_selection_like(struct call *call, int tensor, int like)
{
    return are_alike(call, tensor, like)
               ? ACLNN_SUCCESS
               : nsa_refuse_shape(call, ACLNN_ERR_INNER_NULLPTR, tensor,
                                  "that which follows from query and value is required");
}
