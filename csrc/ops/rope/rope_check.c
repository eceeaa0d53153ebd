/* SPDX-License-Identifier: Apache-2.0 */
/* Rotary position embedding: checks. Pairs of columns are rotated by the angles of their rows.
 * Elements are computed in float32 and rounded once. */
#include "ops/rope/rope.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/rope.h"
#include "ops/common/check.h"
#include "tensor/layout.h"

#define MOST_COLUMNS_2201 896

/* ---- Checks ---------------------------------------------------------------------------------- */

static aclnnStatus refuse_shape(const struct call *call, int tensor, const char *required)
{
    char shape[160];
    const struct tensor *t = call_tensor(call, tensor);
    return report(ACLNN_ERR_INNER_TILING_ERROR, "the shape of %s is %s; %s",
                  call_name(call, tensor), dims_describe(t->dims, t->rank, shape, sizeof shape),
                  required);
}

static bool has_dims_of(const struct tensor *tensor, const struct tensor *other)
{
    return tensor->rank == other->rank &&
           memcmp(tensor->dims, other->dims, (size_t)tensor->rank * sizeof *tensor->dims) == 0;
}

static aclnnStatus check_columns_of(const struct call *call, int x, int64_t parts)
{
    const struct tensor *t = call_tensor(call, x);
    int64_t columns = t->rank == 4 ? t->dims[3] : 0;
    if (t->rank != 4 || columns > MOST_COLUMNS || columns % parts != 0)
        return refuse_shape(call, x,
                            "four dimensions are required, the last of at most 1024 and a "
                            "multiple of the parts of the mode");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_angles_of(const struct call *call, int x, int cosines, int sines,
                                   int64_t columns)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *c = call_tensor(call, cosines);
    if (!has_dims_of(call_tensor(call, sines), c))
        return refuse_shape(call, sines, "that of cos is required");
    bool fits = c->rank == 4 && c->dims[3] == columns;
    for (int i = 0; fits && i < 3; i++)
        fits = c->dims[i] == 1 || c->dims[i] == t->dims[i];
    return fits ? ACLNN_SUCCESS
                : refuse_shape(call, cosines,
                               "the dims of what is turned, or 1 but for the "
                               "last, are required");
}

static aclnnStatus check_angles(const struct call *call, int x, int cosines, int sines)
{
    return check_angles_of(call, x, cosines, sines, call_tensor(call, x)->dims[3]);
}

static aclnnStatus check_mode(int64_t mode)
{
    return mode >= 0 && mode < ROTARY_MODES
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_INNER_TILING_ERROR, "mode is %" PRId64 "; 0 to 3 is required",
                        mode);
}

static bool is_2201(const struct call *call)
{
    return call->soc->architecture == ARCHITECTURE_2201;
}

/* Whether the angles of one dimension are broadcast over all others but the last. */
static bool has_one_length(const struct tensor *t, const struct tensor *angles)
{
    for (int i = 0; i < 3; i++)
        if (angles->dims[i] == t->dims[i] && angles->dims[(i + 1) % 3] == 1 &&
            angles->dims[(i + 2) % 3] == 1)
            return true;
    return false;
}

/* Whether a tensor is of halves in [B, N, S, D] with many heads, or has short rows whose halves are
 * no blocks of 32 bytes. CANN refuses these because smaller operators are faster. */
static bool is_slow_on_2201(const struct call *call, const struct tensor *t,
                            const struct tensor *angles)
{
    int64_t bytes = t->type == ACL_FLOAT ? 4 : 2;
    int64_t others = t->dims[0] * t->dims[1];
    int64_t cores = call->soc->vector_cores;
    bool is_single = angles->dims[0] == 1 && angles->dims[1] == 1 && angles->dims[2] == 1;
    if (is_single || t->dims[0] == angles->dims[0] || t->dims[1] == angles->dims[1])
        return false;
    if (t->dims[3] / 2 * bytes % 32 == 0)
        return others > 8 * t->dims[2];
    return t->dims[3] < 80 && 2 * others > (t->dims[2] + cores - 1) / cores;
}

/* The shapes that the tilings of 910B take; Ascend950 takes more. */
static aclnnStatus check_rotary_2201(const struct call *call, int x, int cosines, bool in_halves)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *c = call_tensor(call, cosines);
    if (!is_2201(call))
        return ACLNN_SUCCESS;
    if (in_halves && t->dims[3] > MOST_COLUMNS_2201)
        return refuse_shape(call, x, "a last dimension of at most 896 is required");
    if (in_halves && is_slow_on_2201(call, t, c))
        return refuse_shape(call, x,
                            "[B, N, S, D] of fewer heads beside S, or of whole blocks of "
                            "32 bytes in half a row, is required");
    if (!in_halves && !has_one_length(t, c))
        return refuse_shape(call, cosines, "1 in all dims but one and the last is required");
    return ACLNN_SUCCESS;
}

/* 561002 for modes, and for shapes that do not go together. */
aclnnStatus rope_check_rotary(struct call *call, int x, int cosines, int sines, int mode, int out)
{
    int64_t number = call->arguments[mode].integer;
    aclnnStatus status = check_mode(number);
    call->is_empty = tensor_is_empty(call_tensor(call, x)) &&
                     tensor_is_empty(call_tensor(call, out));
    if (status != ACLNN_SUCCESS || call->is_empty)
        return status;
    status = check_columns_of(call, x, number == QUARTERS ? 4 : 2);
    if (status == ACLNN_SUCCESS)
        status = check_angles(call, x, cosines, sines);
    if (status == ACLNN_SUCCESS && strcmp(call_name(call, x), "x") == 0)
        status = check_rotary_2201(call, x, cosines, number != NEIGHBOURS);
    if (status == ACLNN_SUCCESS && !has_dims_of(call_tensor(call, out), call_tensor(call, x)))
        status = refuse_shape(call, out, "that of what is turned is required");
    return status;
}

aclnnStatus rope_check_rotary_matrix(struct call *call, int rotate)
{
    return call_tensor(call, rotate) == NULL || is_2201(call)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "rotate is given on %s, which takes no matrix; NULL is required",
                        call->soc->name);
}

/* By a matrix any mode does the same, but angles of neighbours have one length. */
aclnnStatus rope_check_rotary_by(struct call *call, int x, int cosines, int sines, int mode,
                                 int rotate, int out)
{
    const struct tensor *matrix = call_tensor(call, rotate);
    const struct tensor *t = call_tensor(call, x);
    int64_t number = call->arguments[mode].integer;
    if (matrix == NULL)
        return rope_check_rotary(call, x, cosines, sines, mode, out);
    call->is_empty = tensor_is_empty(t) && tensor_is_empty(call_tensor(call, out));
    aclnnStatus status = check_mode(number);
    if (status != ACLNN_SUCCESS || call->is_empty)
        return status;
    status = check_columns_of(call, x, 2);
    if (status == ACLNN_SUCCESS && (tensor_is_empty(t) || t->dims[3] > MOST_COLUMNS_2201))
        status = refuse_shape(call, x,
                              "a last dimension of at most 896, and elements, are required");
    if (status == ACLNN_SUCCESS)
        status = check_angles(call, x, cosines, sines);
    if (status == ACLNN_SUCCESS &&
        (matrix->rank != 2 || matrix->dims[0] != t->dims[3] || matrix->dims[1] != t->dims[3]))
        status = refuse_shape(call, rotate, "a row and a column for each column of x are required");
    if (status == ACLNN_SUCCESS && number == NEIGHBOURS &&
        !has_one_length(t, call_tensor(call, cosines)))
        status = refuse_shape(call, cosines, "1 in all dims but one and the last is required");
    if (status == ACLNN_SUCCESS && !has_dims_of(call_tensor(call, out), t))
        status = refuse_shape(call, out, "that of what is turned is required");
    return status;
}

aclnnStatus rope_check_rotary_grad(struct call *call, int dy, int cosines, int sines, int x,
                                   int mode, int dx, int dcos, int dsin)
{
    const int angles[] = {dcos, dsin};
    aclnnStatus status = rope_check_rotary(call, dy, cosines, sines, mode, dx);
    if (status != ACLNN_SUCCESS || call_tensor(call, x) == NULL)
        return status;
    if (call->is_empty) {
        /* Sums without summands are 0. */
        call->is_empty = tensor_is_empty(call_tensor(call, dcos));
        if (!call->is_empty)
            status = check_columns_of(call, dy, 2);
        if (status == ACLNN_SUCCESS && !call->is_empty)
            status = check_angles(call, dy, cosines, sines);
        if (status != ACLNN_SUCCESS || call->is_empty)
            return status;
    }
    if (!has_dims_of(call_tensor(call, x), call_tensor(call, dy)))
        return refuse_shape(call, x, "that of dy is required");
    for (int i = 0; i < 2; i++)
        if (!has_dims_of(call_tensor(call, angles[i]), call_tensor(call, cosines)))
            return refuse_shape(call, angles[i], "that of cos is required");
    return ACLNN_SUCCESS;
}

aclnnStatus rope_check_interleaved_rotary(struct call *call, int x, int cosines, int sines, int out)
{
    call->is_empty = tensor_is_empty(call_tensor(call, x)) &&
                     tensor_is_empty(call_tensor(call, out));
    if (call->is_empty)
        return ACLNN_SUCCESS;
    aclnnStatus status = check_columns_of(call, x, 2);
    if (status == ACLNN_SUCCESS && call_tensor(call, x)->dims[3] != 64)
        status = refuse_shape(call, x, "a last dimension of 64 is required");
    if (status == ACLNN_SUCCESS)
        status = check_angles(call, x, cosines, sines);
    /* [B, 1, S, D] or [B, 1, 1, D]. */
    if (status == ACLNN_SUCCESS &&
        (call_tensor(call, cosines)->dims[0] != call_tensor(call, x)->dims[0] ||
         call_tensor(call, cosines)->dims[1] != 1))
        status = refuse_shape(call, cosines, "the batches of x, and one head, are required");
    if (status == ACLNN_SUCCESS && !has_dims_of(call_tensor(call, out), call_tensor(call, x)))
        status = refuse_shape(call, out, "that of what is turned is required");
    return status;
}

#define ROWS_IN_ONE 4 /* the layout [T, N, D] */

/* Queries and keys in a layout, and the angles of their rows. */
struct pair {
    int tensors[2];
    int cosines;
    int sines;
    int64_t layout;
};

/* The dimension of heads in [B, S, N, D], [S, B, N, D], [B, N, S, D] and [T, N, D]. */
static int32_t heads_of(int64_t layout)
{
    return layout == 3 || layout == ROWS_IN_ONE ? 1 : 2;
}

/* Angles have one head, and the other dims of queries; on Ascend950 perhaps one batch. */
static bool fits_angles(const struct call *call, const struct pair *pair, const struct tensor *t)
{
    const struct tensor *c = call_tensor(call, pair->cosines);
    bool is_950 = call_is_on_950(call);
    int32_t batches = pair->layout == ROWS_IN_ONE ? -1 : pair->layout == 2;
    int32_t last = t->rank - 1;
    bool fits = c->rank == t->rank && c->dims[heads_of(pair->layout)] == 1;
    for (int32_t i = 0; fits && i < last; i++)
        fits = i == heads_of(pair->layout) || c->dims[i] == t->dims[i] ||
               (is_950 && i == batches && c->dims[i] == 1);
    return fits && c->dims[last] <= t->dims[last];
}

static bool is_block_of_columns(int64_t columns)
{
    return columns == 64 || columns == 128;
}

static aclnnStatus check_columns_of_pair(const struct call *call, const struct pair *pair,
                                         const struct tensor *t, int tensor)
{
    int64_t columns = t->dims[t->rank - 1];
    int64_t turned = call_tensor(call, pair->cosines)->dims[t->rank - 1];
    if (!call_is_on_950(call))
        return is_block_of_columns(columns) && is_block_of_columns(turned)
                   ? ACLNN_SUCCESS
                   : refuse_shape(call, tensor, "a D of 64 or 128, and so of cos, is required");
    return columns <= MOST_COLUMNS && columns % 2 == 0 && turned % 2 == 0
               ? ACLNN_SUCCESS
               : refuse_shape(call, tensor,
                              "an even D of at most 1024, and so of cos, is required");
}

/* What a row of all heads takes of the unified buffer, by the page: more where several rows share a
 * core. */
static aclnnStatus check_room_of_heads(const struct call *call, const struct pair *pair,
                                       int64_t heads)
{
    const struct tensor *c = call_tensor(call, pair->cosines);
    const struct tensor *query = call_tensor(call, pair->tensors[0]);
    int64_t columns = c->dims[c->rank - 1];
    int64_t bytes = query->type == ACL_FLOAT ? 4 : 2;
    int64_t width = query->type == ACL_FLOAT16 ? 2 : 4;
    int64_t rows = c->rank == 3 ? c->dims[0] : c->dims[0] * c->dims[1];
    int64_t casts = query->type == ACL_BF16 ? 8 * columns : 0;
    int64_t row = 4 * heads * columns * width + 2 * columns * bytes + casts;
    if (rows > (int64_t)call->soc->vector_cores || row > (int64_t)call->soc->unified_buffer_bytes)
        row += heads * columns * width + 2 * columns * bytes;
    return row <= (int64_t)call->soc->unified_buffer_bytes
               ? ACLNN_SUCCESS
               : refuse_shape(call, pair->tensors[0],
                              "fewer heads of queries and keys, which the unified buffer has room "
                              "for, are required");
}

static aclnnStatus check_pair(const struct call *call, const struct pair *pair)
{
    const struct tensor *query = call_tensor(call, pair->tensors[0]);
    int32_t rank = pair->layout == ROWS_IN_ONE ? 3 : 4;
    int64_t heads = 0;
    aclnnStatus status = ACLNN_SUCCESS;
    if (!has_dims_of(call_tensor(call, pair->sines), call_tensor(call, pair->cosines)))
        return refuse_shape(call, pair->sines, "that of cos is required");
    if (tensor_is_empty(call_tensor(call, pair->cosines)))
        return refuse_shape(call, pair->cosines, "elements are required");
    for (int i = 0; i < 2 && status == ACLNN_SUCCESS; i++) {
        const struct tensor *t = call_tensor(call, pair->tensors[i]);
        if (t->rank != rank || tensor_is_empty(t) || t->dims[rank - 1] != query->dims[rank - 1])
            return refuse_shape(call, pair->tensors[i],
                                "four dimensions, or three in layout 4, with the D of queryRef are "
                                "required");
        if (!fits_angles(call, pair, t))
            return refuse_shape(call, pair->cosines,
                                "the dims of queryRef and keyRef with one head, and no more "
                                "columns, are required");
        status = check_columns_of_pair(call, pair, t, pair->tensors[i]);
        heads += t->dims[heads_of(pair->layout)];
    }
    if (status != ACLNN_SUCCESS || call_is_on_950(call))
        return status;
    return heads <= UINT8_MAX ? check_room_of_heads(call, pair, heads)
                              : refuse_shape(call, pair->tensors[0],
                                             "at most 255 heads of queries and keys are required");
}

aclnnStatus rope_check_rotated_pair(struct call *call, int query, int key, int cosines, int sines,
                                    int layout)
{
    const struct pair pair = {{query, key}, cosines, sines, call->arguments[layout].integer};
    call->is_empty = call_is_on_950(call) && tensor_is_empty(call_tensor(call, query)) &&
                     tensor_is_empty(call_tensor(call, key));
    return call->is_empty ? ACLNN_SUCCESS : check_pair(call, &pair);
}

aclnnStatus rope_check_rotary_layout(struct call *call, int layout)
{
    int64_t number = call->arguments[layout].integer;
    bool is_950 = call_is_on_950(call);
    if (is_950 ? number >= 1 && number <= ROWS_IN_ONE : number == 1 || number == ROWS_IN_ONE)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_INNER_TILING_ERROR, "layout is %" PRId64 "; %s is required on %s",
                  number, is_950 ? "1 to 4" : "1 or 4", call->soc->name);
}

aclnnStatus rope_check_rotary_mode(struct call *call, int text, int query, int cosines)
{
    int mode = rope_mode_named(call->arguments[text].text);
    if (mode < 0)
        return report(ACLNN_ERR_INNER_TILING_ERROR,
                      "rotaryMode is \"%s\"; \"half\", \"interleave\" or \"quarter\" is required",
                      call->arguments[text].text);
    const int tensors[] = {query, cosines};
    for (int i = 0; i < 2 && mode == QUARTERS; i++) {
        const struct tensor *t = call_tensor(call, tensors[i]);
        if (t->rank > 0 && t->dims[t->rank - 1] % 4 != 0)
            return refuse_shape(call, tensors[i], "a D that is a multiple of 4 is required");
    }
    return ACLNN_SUCCESS;
}

/* ---- A part of the columns ------------------------------------------------------------------- */

aclnnStatus rope_check_angle_type(struct call *call, int cosines, int x)
{
    const struct tensor *c = call_tensor(call, cosines);
    const struct tensor *t = call_tensor(call, x);
    return c->type == ACL_FLOAT || c->type == t->type
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the data type of %s is %s; float32 or %s, that of "
                        "%s, is required",
                        call_name(call, cosines), data_type_name(c->type), data_type_name(t->type),
                        call_name(call, x));
}

/* What both tilings look at: four dimensions, and two numbers. */
static aclnnStatus check_part_given(const struct call *call, int x, int cosines, int sines,
                                    int mode, int part)
{
    const int tensors[] = {x, cosines};
    if (call->arguments[mode].integer != NEIGHBOURS)
        return report(ACLNN_ERR_INNER_TILING_ERROR, "%s is %" PRId64 "; 1 is required",
                      call_name(call, mode), call->arguments[mode].integer);
    for (int i = 0; i < 2; i++)
        if (call_tensor(call, tensors[i])->rank != 4)
            return refuse_shape(call, tensors[i], "four dimensions are required");
    if (!has_dims_of(call_tensor(call, sines), call_tensor(call, cosines)))
        return refuse_shape(call, sines, "that of cos is required");
    int64_t count = shape_numbers(call, part).count;
    return count == 0 || count == 2 ? ACLNN_SUCCESS
                                    : report(ACLNN_ERR_INNER_TILING_ERROR,
                                             "%s has %" PRId64 " numbers; two are required",
                                             call_name(call, part), count);
}

/* Nothing is turned where the part has no columns: 910B looks at nothing more then, and Ascend950
 * not at angles, but of gradients. */
aclnnStatus rope_check_rotary_part(struct call *call, int x, int cosines, int sines, int mode,
                                   int part)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *c = call_tensor(call, cosines);
    bool is_gradient = strcmp(call_name(call, x), "dyRef") == 0;
    call->is_empty = tensor_is_empty(t);
    if (call->is_empty)
        return ACLNN_SUCCESS;
    aclnnStatus status = check_part_given(call, x, cosines, sines, mode, part);
    if (status != ACLNN_SUCCESS)
        return status;
    int64_t columns = t->dims[3];
    const struct rope_part p = rope_part_of(call->arguments[part].array, is_gradient ? 0 : columns);
    if (p.first == p.past && is_2201(call))
        return ACLNN_SUCCESS;
    if (p.first < 0 || p.past < p.first || p.past > columns || (p.past - p.first) % 2 != 0)
        return report(ACLNN_ERR_INNER_TILING_ERROR,
                      "%s is from %" PRId64 " to %" PRId64
                      "; an even number of columns of %s is required",
                      call_name(call, part), p.first, p.past, call_name(call, x));
    if (!is_gradient && !is_2201(call) && (p.first == p.past || c->dims[3] == 0))
        return ACLNN_SUCCESS;
    if (columns > MOST_COLUMNS || (!is_gradient && columns % 2 != 0))
        return refuse_shape(call, x, "an even last dimension of at most 1024 is required");
    if (c->dims[3] == 0 || c->dims[3] > columns)
        return refuse_shape(call, cosines, "the columns of the part are required");
    status = check_angles_of(call, x, cosines, sines,
                             p.first == p.past ? c->dims[3] : p.past - p.first);
    if (status == ACLNN_SUCCESS && is_2201(call) && (c->dims[0] != t->dims[0] || c->dims[2] != 1))
        status = refuse_shape(call, cosines, "the batches of xRef, and one head, are required");
    return status;
}
