/* SPDX-License-Identifier: Apache-2.0 */
/* NormRopeConcat and its gradients: checks. */
#include "ops/rope/norm_concat.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/rope.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "ops/rope/rope.h"
#include "tensor/layout.h"

#define REFUSED ACLNN_ERR_INNER_TILING_ERROR

static const char *const rows_named[] = {"query", "key", "value"};
static const char *const added_named[] = {"encoderQuery", "encoderKey", "encoderValue"};

static const struct tensor *tensor_named(const struct call *call, const char *name)
{
    return call_tensor(call, call_find(call, name));
}

static int64_t integer_named(const struct call *call, const char *name)
{
    return call->arguments[call_find(call, name)].integer;
}

static aclnnStatus refuse(const struct call *call, const char *name, const char *required)
{
    call_refuse_shape(call, call_find(call, name), required);
    return REFUSED;
}

/* Rows of the batches, heads and columns of query. */
static aclnnStatus check_rows(const struct call *call, const char *name)
{
    const struct tensor *query = tensor_named(call, "query");
    const struct tensor *t = tensor_named(call, name);
    bool fits = t == NULL || (t->rank == 4 && t->dims[0] == query->dims[0] &&
                              t->dims[2] == query->dims[2] && t->dims[3] == query->dims[3]);
    return fits ? ACLNN_SUCCESS
                : refuse(call, name,
                         "[batch, rows, heads, columns] with those of query but for the rows is "
                         "required");
}

static int64_t rows_of(const struct call *call, const char *name)
{
    const struct tensor *t = tensor_named(call, name);
    return t == NULL ? 0 : t->dims[1];
}

static int64_t rows_together(const struct call *call, int which)
{
    return shape_sum(rows_of(call, rows_named[which]), rows_of(call, added_named[which]));
}

static aclnnStatus check_factors(const struct call *call, int64_t columns)
{
    static const char *const names[][4] = {
        {"normQueryWeight", "normKeyWeight", "normQueryBias", "normKeyBias"},
        {"normAddedQueryWeight", "normAddedKeyWeight", "normAddedQueryBias", "normAddedKeyBias"}};
    const int64_t kinds[] = {integer_named(call, "normType"), integer_named(call, "normAddedType")};
    for (int i = 0; i < 8; i++) {
        const char *name = names[i / 4][i % 4];
        const struct tensor *t = tensor_named(call, name);
        const char *of = (i < 4 ? rows_named : added_named)[i % 2];
        bool is_read = i % 4 < 2 ? norm_kind_has_weight(kinds[i / 4])
                                 : kinds[i / 4] == NORM_KIND_LAYER_AFFINE;
        if (t == NULL && is_read && tensor_named(call, of) != NULL)
            return report(REFUSED,
                          "%s is NULL, with which rows of %s are multiplied or to which "
                          "they are added",
                          name, of);
        if (t != NULL && (t->rank != 1 || t->dims[0] != columns))
            return refuse(call, name, "a number for each column of query is required");
    }
    return ACLNN_SUCCESS;
}

static aclnnStatus check_angles(const struct call *call, int64_t columns)
{
    static const char *const names[] = {"ropeSin", "ropeCos"};
    int64_t most_rows = 0;
    for (int i = 0; i < 3; i++)
        most_rows = shape_larger(most_rows, rows_together(call, i));
    for (int i = 0; i < 2; i++) {
        const struct tensor *t = tensor_named(call, names[i]);
        const struct tensor *other = tensor_named(call, names[1 - i]);
        if (t != NULL && (t->rank != 2 || t->dims[0] > most_rows || t->dims[1] != columns ||
                          other == NULL || other->rank != 2 || other->dims[0] != t->dims[0]))
            return refuse(call, names[i],
                          "[rows, columns] of at most all rows of query, key or value, as many of "
                          "ropeSin and ropeCos, is required");
    }
    return ACLNN_SUCCESS;
}

/* What is written has the shape that follows. */
static aclnnStatus check_results(const struct call *call)
{
    static const char *const names[] = {
        "queryOutput",        "keyOutput",        "valueOutput",     "normQueryMean",
        "normQueryRstd",      "normKeyMean",      "normKeyRstd",     "normAddedQueryMean",
        "normAddedQueryRstd", "normAddedKeyMean", "normAddedKeyRstd"};
    bool is_training = integer_named(call, "isTraining") != 0;
    for (int i = 0; i < 11; i++) {
        bool is_added = i >= 7;
        int which = i < 3 ? i : (i - 3) / 2 % 2;
        const struct tensor *t = tensor_named(call, names[i]);
        const struct tensor *x = tensor_named(call, (is_added ? added_named : rows_named)[which]);
        int64_t kind = integer_named(call, is_added ? "normAddedType" : "normType");
        if (t == NULL || x == NULL || (i >= 3 && (!is_training || !norm_kind_has_mean(kind))))
            continue;
        const int64_t statistics[] = {x->dims[0], x->dims[1], x->dims[2], 1};
        const int64_t joined[] = {x->dims[0], x->dims[2], rows_together(call, which), x->dims[3]};
        if (call_shape_is(call, call_find(call, names[i]), i < 3 ? joined : statistics, 4, false,
                          i < 3 ? "heads of all rows" : "a number for each row and head"))
            return REFUSED;
    }
    return ACLNN_SUCCESS;
}

static aclnnStatus check_attributes(const struct call *call)
{
    static const char *const names[] = {"normType", "normAddedType", "ropeType", "concatOrder"};
    static const int64_t past[] = {NORM_KINDS, NORM_KINDS, CONCAT_TURNS, 2};
    for (int i = 0; i < 4; i++) {
        int64_t number = integer_named(call, names[i]);
        if (number < 0 || number >= past[i])
            return report(i < 2 ? REFUSED : ACLNN_ERR_RUNTIME_ERROR,
                          "%s is %" PRId64 "; 0 to %" PRId64 " is required", names[i], number,
                          past[i] - 1);
    }
    return ACLNN_SUCCESS;
}

/* What the tiling refuses, and last what has no kernel. */
aclnnStatus rope_check_norm_concat(struct call *call)
{
    const struct tensor *query = tensor_named(call, "query");
    call->is_empty = tensor_is_empty(tensor_named(call, "queryOutput")) &&
                     tensor_is_empty(tensor_named(call, "keyOutput")) &&
                     tensor_is_empty(tensor_named(call, "valueOutput"));
    if (call->is_empty)
        return ACLNN_SUCCESS;
    if (query->rank != 4 || query->dims[3] % 2 != 0 || query->dims[3] > MOST_COLUMNS)
        return refuse(call, "query",
                      "[batch, rows, heads, columns] of an even number of columns up to 1024 is "
                      "required");
    aclnnStatus status = ACLNN_SUCCESS;
    for (int i = 0; i < 6 && status == ACLNN_SUCCESS; i++)
        status = check_rows(call, (i < 3 ? rows_named : added_named)[i % 3]);
    if (status == ACLNN_SUCCESS && rows_of(call, "key") != rows_of(call, "value"))
        status = refuse(call, "value", "the rows of key are required");
    if (status == ACLNN_SUCCESS && rows_of(call, "encoderKey") != rows_of(call, "encoderValue"))
        status = report(REFUSED,
                        "encoderValue has %" PRId64 " rows, and encoderKey %" PRId64
                        "; as many are required",
                        rows_of(call, "encoderValue"), rows_of(call, "encoderKey"));
    if (status == ACLNN_SUCCESS)
        status = check_attributes(call);
    if (status == ACLNN_SUCCESS)
        status = check_factors(call, query->dims[3]);
    if (status == ACLNN_SUCCESS)
        status = check_angles(call, query->dims[3]);
    return status == ACLNN_SUCCESS ? check_results(call) : status;
}

/* ---- Gradients ------------------------------------------------------------------------------- */

struct named_shape {
    const char *name;
    int32_t rank;
    int64_t dims[4];
    bool is_required;
};

static aclnnStatus check_shape(const struct call *call, const struct named_shape *wanted)
{
    const struct tensor *t = tensor_named(call, wanted->name);
    if (t == NULL)
        return wanted->is_required
                   ? report(REFUSED, "%s is NULL, which the type of norm reads", wanted->name)
                   : ACLNN_SUCCESS;
    return call_shape_is(call, call_find(call, wanted->name), wanted->dims, wanted->rank, false,
                         "the shape that follows from query, key and the types of norm");
}

/* All of queries or of keys, or of those that were added to them. */
static aclnnStatus check_gradients(const struct call *call, bool is_key, bool is_added)
{
    static const char *const named[][2][7] = {
        {{"query", "normQueryMean", "normQueryRstd", "normQueryWeight", "gradQuery",
          "gradNormQueryWeight", "gradNormQueryBias"},
         {"encoderQuery", "normAddedQueryMean", "normAddedQueryRstd", "normAddedQueryWeight",
          "gradEncoderQuery", "gradNormAddedQueryWeight", "gradNormAddedQueryBias"}},
        {{"key", "normKeyMean", "normKeyRstd", "normKeyWeight", "gradKey", "gradNormKeyWeight",
          "gradNormKeyBias"},
         {"encoderKey", "normAddedKeyMean", "normAddedKeyRstd", "normAddedKeyWeight",
          "gradEncoderKey", "gradNormAddedKeyWeight", "gradNormAddedKeyBias"}}};
    const char *const *names = named[is_key][is_added];
    const int64_t *dims = tensor_named(call, "query")->dims;
    int64_t kind = integer_named(call, is_added ? "normAddedType" : "normType");
    bool is_given = tensor_named(call, names[0]) != NULL;
    aclnnStatus status = check_rows(call, names[0]);
    for (int i = 1; i < 7 && status == ACLNN_SUCCESS; i++) {
        bool is_affine = kind == NORM_KIND_LAYER_AFFINE;
        bool is_of_rows = i == 1 || i == 2 || i == 4;
        struct named_shape wanted = {names[i], is_of_rows ? 4 : 1, {dims[3]}, false};
        if (is_of_rows) {
            wanted.dims[0] = dims[0];
            wanted.dims[1] = rows_of(call, names[0]);
            wanted.dims[2] = dims[2];
            wanted.dims[3] = i == 4 ? dims[3] : 1;
        }
        wanted.is_required = is_given && (i <= 2 ? kind != NORM_KIND_NONE : i == 3 && is_affine);
        bool is_read = i == 4 || i == 1 || i == 2 ? is_given : i == 3 || is_affine;
        if (is_read)
            status = check_shape(call, &wanted);
    }
    return status;
}

static aclnnStatus check_turned_gradients(const struct call *call)
{
    static const char *const named[] = {"gradQueryOutput", "gradKeyOutput", "gradValueOutput"};
    static const char *const values[] = {"gradValue", "gradEncoderValue"};
    static const char *const angles[] = {"ropeSin", "ropeCos"};
    const int64_t *dims = tensor_named(call, "query")->dims;
    int64_t least_rows = INT64_MAX;
    aclnnStatus status = ACLNN_SUCCESS;
    for (int i = 0; i < 3 && status == ACLNN_SUCCESS; i++) {
        int64_t rows = rows_together(call, i == 0 ? 0 : 1);
        const struct named_shape wanted = {named[i], 4, {dims[0], dims[2], rows, dims[3]}, true};
        least_rows = shape_smaller(least_rows, rows);
        status = check_shape(call, &wanted);
    }
    for (int i = 0; i < 2 && status == ACLNN_SUCCESS; i++) {
        const struct named_shape wanted = {
            values[i],
            4,
            {dims[0], rows_of(call, i == 0 ? "key" : "encoderKey"), dims[2], dims[3]},
            false};
        if (i == 0 || tensor_named(call, "encoderKey") != NULL)
            status = check_shape(call, &wanted);
    }
    for (int i = 0; i < 2 && status == ACLNN_SUCCESS; i++) {
        const struct tensor *t = tensor_named(call, angles[i]);
        const struct tensor *other = tensor_named(call, angles[1 - i]);
        if (t != NULL && (t->rank != 2 || t->dims[0] > least_rows || t->dims[1] != dims[3] ||
                          other == NULL || other->rank != 2 || other->dims[0] != t->dims[0]))
            status = refuse(call, angles[i],
                            "[rows, columns] of at most all rows of queries and of keys, as many "
                            "of ropeSin and ropeCos, is required");
    }
    return status;
}

/* What the tiling refuses, and copies of results. */
aclnnStatus rope_check_norm_split(struct call *call)
{
    static const char *const named[] = {"normType", "normAddedType", "ropeType", "concatOrder"};
    static const int64_t past[] = {NORM_KIND_RMS, NORM_KIND_RMS, CONCAT_TURNS, 2};
    const struct tensor *query = tensor_named(call, "query");
    aclnnStatus status = ACLNN_SUCCESS;
    if (query->rank != 4 || query->dims[3] % 2 != 0 || query->dims[3] > MOST_COLUMNS)
        status = refuse(call, "query",
                        "[batch, rows, heads, columns] of an even number of columns up to 1024 is "
                        "required");
    for (int i = 0; i < 4 && status == ACLNN_SUCCESS; i++) {
        int64_t number = integer_named(call, named[i]);
        if (number < 0 || number >= past[i])
            status = report(REFUSED, "%s is %" PRId64 "; 0 to %" PRId64 " is required", named[i],
                            number, past[i] - 1);
    }
    for (int i = 0; i < 4 && status == ACLNN_SUCCESS; i++)
        status = check_gradients(call, i >= 2, i % 2 != 0);
    if (status == ACLNN_SUCCESS)
        status = check_turned_gradients(call);
    return status == ACLNN_SUCCESS ? status : ACLNN_ERR_INNER_NULLPTR;
}
