/* SPDX-License-Identifier: Apache-2.0 */
#include "infiniop/row.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/float_mode.h"
#include "base/report.h"
#include "base/soc_current.h"
#include "executor/call.h"
#include "infiniop/runtime.h"
#include "tensor/layout.h"

struct row_descriptor {
    struct InfiniopDescriptor common;
    const struct infini_row *row;
    bool is_given[INFINI_MAX_OPERANDS];
    union infini_value values[INFINI_MAX_VALUES];
};

static struct row_descriptor *new_descriptor(const struct infini_row *row,
                                             const struct infini_object *on)
{
    struct row_descriptor *descriptor = infini_descriptor_new(&row->operator, on,
                                                              sizeof *descriptor);
    if (descriptor == NULL)
        return NULL;
    descriptor->common.operand_count = row->operand_count;
    descriptor->row = row;
    return descriptor;
}

static struct infini_given given_of(const struct row_descriptor *descriptor)
{
    return (struct infini_given){descriptor->common.tensors, descriptor->is_given,
                                 descriptor->values};
}

/* ---- Data types ------------------------------------------------------------------------------ */

/* Writes "F16, F32 or F64": names without the prefix that all share. */
static const char *describe_types(uint32_t types, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (int t = 1; t <= INFINI_DTYPE_BF16 && length < size; t++)
        if ((types >> t & 1) != 0)
            length += (size_t)snprintf(text + length, size - length, "%s%s", length > 0 ? ", " : "",
                                       infini_dtype_name((infiniDtype_t)t) +
                                           strlen("INFINI_DTYPE_"));
    return text;
}

static infiniStatus_t check_type(const struct infini_row *row, const struct infini_argument *given,
                                 int type, infiniDtype_t *found)
{
    const struct infini_type_rule *rule = &row->types[type];
    infiniDtype_t dtype = given->found->dtype;
    uint32_t allowed = rule->types;
    char names[120];
    if (found[type] != INFINI_DTYPE_INVALID)
        allowed = INFINI_TYPE(found[type]);
    else if (rule->same >= 0)
        allowed = (rule->where >> found[rule->same] & 1) != 0 ? rule->others
                                                              : INFINI_TYPE(found[rule->same]);
    if ((allowed >> dtype & 1) == 0)
        return INFINI_REPORT(
            INFINI_STATUS_BAD_TENSOR_DTYPE, "the data type of %s is %s; %s is supported",
            given->name, infini_dtype_name(dtype), describe_types(allowed, names, sizeof names));
    found[type] = dtype;
    return INFINI_STATUS_SUCCESS;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* The dimensions that a named size, or a named run of dimensions, stands for, taken from the first
 * tensor that has it. */
struct known_dims {
    bool is_known;
    int32_t rank;
    const int64_t *dims;
    const char *from;
};

static infiniStatus_t refuse_dims(const struct infini_argument *given, const char *other)
{
    const struct tensor *tensor = &given->found->tensor;
    char dims[160];
    return INFINI_REPORT(INFINI_STATUS_BAD_TENSOR_SHAPE,
                         "the shape of %s is %s; it does not go with that of %s", given->name,
                         dims_describe(tensor->dims, tensor->rank, dims, sizeof dims), other);
}

static infiniStatus_t refuse_rank(const struct infini_argument *given, int32_t least, int32_t most)
{
    const struct tensor *tensor = &given->found->tensor;
    char dims[160];
    return INFINI_REPORT(INFINI_STATUS_BAD_TENSOR_SHAPE,
                         "the shape of %s is %s; %d to %d dimensions are required", given->name,
                         dims_describe(tensor->dims, tensor->rank, dims, sizeof dims), least, most);
}

/* Whether the dims equal those that are known, or broadcast to them. */
static bool fits(const struct known_dims *known, const int64_t *dims, int32_t rank, bool spreads)
{
    if (!spreads && rank != known->rank)
        return false;
    for (int32_t i = 0; i < rank; i++) {
        int32_t at = known->rank - rank + i;
        if (at < 0 || (dims[i] != known->dims[at] && !(spreads && dims[i] == 1)))
            return false;
    }
    return true;
}

static infiniStatus_t check_dims(const struct infini_tensor_rule *rule,
                                 const struct infini_argument *given,
                                 const union infini_value *values, struct known_dims *known)
{
    const struct tensor *tensor = &given->found->tensor;
    int32_t at = 0;
    for (int i = 0; i < rule->dim_count; i++) {
        struct infini_dim dim = rule->dims[i];
        bool is_many = dim.kind == INFINI_DIM_MANY || dim.kind == INFINI_DIM_SPREAD;
        int32_t count = is_many ? tensor->rank - rule->dim_count + 1 : 1;
        const int64_t *dims = &tensor->dims[at];
        at += count;
        if (dim.kind == INFINI_DIM_NUMBER || dim.kind == INFINI_DIM_VALUE) {
            int64_t size = dim.kind == INFINI_DIM_NUMBER ? dim.number : values[dim.number].integer;
            infiniStatus_t status = infini_check_dim(given, at - 1, size, "the operator asks for");
            if (status != INFINI_STATUS_SUCCESS)
                return status;
            continue;
        }
        struct known_dims *same = &known[dim.number];
        if (!same->is_known)
            *same = (struct known_dims){true, count, dims, given->name};
        else if (!fits(same, dims, count, dim.kind == INFINI_DIM_SPREAD))
            return refuse_dims(given, same->from);
    }
    return INFINI_STATUS_SUCCESS;
}

static infiniStatus_t check_shape(const struct infini_tensor_rule *rule,
                                  const struct infini_argument *given,
                                  const union infini_value *values, struct known_dims *known)
{
    int32_t rank = given->found->tensor.rank;
    if (rank < rule->least || rank > rule->most)
        return refuse_rank(given, rule->least, rule->most);
    infiniStatus_t status = infini_check_rank(given, rank);
    return status == INFINI_STATUS_SUCCESS ? check_dims(rule, given, values, known) : status;
}

/* ---- Strides --------------------------------------------------------------------------------- */

static infiniStatus_t check_strides(const struct infini_tensor_rule *rule,
                                    const struct infini_argument *given, struct tensor *copy)
{
    const struct tensor *tensor = &given->found->tensor;
    char strides[160];
    *copy = *tensor;
    infiniStatus_t status = INFINI_STATUS_SUCCESS;
    if (rule->last_is_1 && tensor->rank > 0)
        status = infini_check_last_stride(given, copy);
    if (status == INFINI_STATUS_SUCCESS && rule->is_dense && !view_is_dense(tensor))
        status = INFINI_REPORT(
            INFINI_STATUS_BAD_TENSOR_STRIDES,
            "the strides of %s are %s; its elements must follow each other", given->name,
            dims_describe(tensor->strides, tensor->rank, strides, sizeof strides));
    if (status == INFINI_STATUS_SUCCESS && rule->role != ROLE_IN)
        status = infini_check_no_overlap(given);
    return status;
}

/* ---- Create ---------------------------------------------------------------------------------- */

struct create {
    const struct infini_row *row;
    struct InfiniopHandle *handle;
    int count;
    int operands[INFINI_MAX_OPERANDS]; /* index of each given tensor among the operands */
    struct infini_argument given[INFINI_MAX_OPERANDS];
};

static const struct infini_tensor_rule *rule_of(const struct create *c, int i)
{
    return &c->row->operands[c->operands[i]];
}

static infiniStatus_t check(const struct create *c, struct row_descriptor *descriptor)
{
    infiniDtype_t types[INFINI_MAX_TYPES] = {INFINI_DTYPE_INVALID};
    struct known_dims known[INFINI_MAX_SIZES] = {{0}};
    infiniStatus_t status = INFINI_STATUS_SUCCESS;
    for (int i = 0; status == INFINI_STATUS_SUCCESS && i < c->count; i++)
        status = check_type(c->row, &c->given[i], rule_of(c, i)->type, types);
    for (int i = 0; status == INFINI_STATUS_SUCCESS && i < c->count; i++)
        status = check_shape(rule_of(c, i), &c->given[i], descriptor->values, known);
    for (int i = 0; status == INFINI_STATUS_SUCCESS && i < c->count; i++)
        status = check_strides(rule_of(c, i), &c->given[i],
                               &descriptor->common.tensors[c->operands[i]]);
    const struct infini_given given = given_of(descriptor);
    if (status == INFINI_STATUS_SUCCESS && c->row->check != NULL)
        status = c->row->check(&given);
    return status;
}

/* Sets the operands of a descriptor from its tensors. An operand that was left out has no
 * elements. */
static void set_operands(struct row_descriptor *descriptor)
{
    const struct infini_row *row = descriptor->row;
    for (int i = 0; i < row->operand_count; i++) {
        const struct tensor tensor = descriptor->is_given[i] ? descriptor->common.tensors[i]
                                                             : (struct tensor){.rank = 1};
        infini_set_operand(&descriptor->common, i, row->operands[i].name, row->operands[i].role,
                           &tensor);
    }
}

/* ---- The list -------------------------------------------------------------------------------- */

static bool writes_anything(const struct row_descriptor *descriptor)
{
    for (int i = 0; i < descriptor->row->operand_count; i++)
        if (descriptor->row->operands[i].role != ROLE_IN &&
            !tensor_is_empty(&descriptor->common.tensors[i]))
            return true;
    return false;
}

static infiniStatus_t make_schedule(struct row_descriptor *descriptor)
{
    struct InfiniopDescriptor *common = &descriptor->common;
    int tensors[INFINI_MAX_OPERANDS];
    if (!writes_anything(descriptor))
        return INFINI_STATUS_SUCCESS;
    struct l0_list *list = infini_descriptor_list(common);
    for (int i = 0; i < descriptor->row->operand_count; i++)
        tensors[i] = descriptor->is_given[i]
                         ? l0_user_tensor(list, common->operands[i].name.argument,
                                          &common->tensors[i])
                         : L0_NONE;
    descriptor->row->list(list, tensors, descriptor->values);
    return infini_descriptor_schedule(common);
}

/* Makes the schedule in the floating-point mode in which the numbers of lists are computed. */
static infiniStatus_t finish(struct row_descriptor *descriptor)
{
    struct float_mode callers = float_mode_set_default();
    set_operands(descriptor);
    infiniStatus_t status = make_schedule(descriptor);
    float_mode_restore(callers);
    return status;
}

static infiniStatus_t make(const struct create *c, const union infini_value *values,
                           struct InfiniopDescriptor **desc_ptr)
{
    struct row_descriptor *descriptor = new_descriptor(c->row, &c->handle->object);
    if (descriptor == NULL)
        return INFINI_STATUS_INTERNAL_ERROR;
    if (c->row->value_count > 0)
        memcpy(descriptor->values, values, (size_t)c->row->value_count * sizeof *values);
    for (int i = 0; i < c->count; i++)
        descriptor->is_given[c->operands[i]] = true;
    infiniStatus_t status = check(c, descriptor);
    if (status == INFINI_STATUS_SUCCESS && c->row->all_value_count == c->row->value_count)
        status = finish(descriptor);
    if (status != INFINI_STATUS_SUCCESS) {
        infini_descriptor_free(&descriptor->common);
        return status;
    }
    infini_object_open(&descriptor->common.object);
    *desc_ptr = &descriptor->common;
    return INFINI_STATUS_SUCCESS;
}

infiniStatus_t infini_row_create(const struct infini_row *row, infiniopHandle_t handle,
                                 struct InfiniopDescriptor **desc_ptr,
                                 const infiniopTensorDescriptor_t *given,
                                 const union infini_value *values)
{
    struct create c = {.row = row};
    for (int i = 0; i < row->operand_count; i++) {
        const struct infini_tensor_rule *rule = &row->operands[i];
        if (rule->descriptor == NULL || (rule->is_optional && given[i] == NULL))
            continue;
        c.operands[c.count] = i;
        c.given[c.count++] = (struct infini_argument){rule->descriptor, given[i], NULL};
    }
    infiniStatus_t status = infini_acquire_arguments(handle, &c.handle, desc_ptr, c.given, c.count);
    if (status == INFINI_STATUS_SUCCESS)
        status = make(&c, values, desc_ptr);
    infini_release_arguments(c.handle, c.given, c.count);
    return status;
}

/* ---- The call -------------------------------------------------------------------------------- */

infiniStatus_t infini_row_workspace(const struct infini_row *row, const void *desc, size_t *size)
{
    if (size == NULL)
        return INFINI_REPORT(INFINI_STATUS_NULL_POINTER, "size is NULL");
    infiniStatus_t status = INFINI_STATUS_SUCCESS;
    struct InfiniopDescriptor *found = infini_operator_acquire_any(&row->operator, desc, &status);
    if (found == NULL)
        return status;
    infini_object_release(&found->object);
    *size = 0;
    return INFINI_STATUS_SUCCESS;
}

static aclDataType only_type(const struct infini_row *row, int type)
{
    return row->types[type].types == INFINI_TYPE(INFINI_DTYPE_I32) ? ACL_INT32 : ACL_FLOAT;
}

/* Makes a dense tensor that only the call has. Its sizes are values, and sizes of other tensors. */
static void make_tensor(struct row_descriptor *descriptor, int operand)
{
    const struct infini_row *row = descriptor->row;
    const struct infini_tensor_rule *rule = &row->operands[operand];
    struct tensor *tensor = &descriptor->common.tensors[operand];
    *tensor = (struct tensor){.type = only_type(row, rule->type), .format = ACL_FORMAT_ND};
    tensor->rank = rule->dim_count;
    for (int i = 0; i < rule->dim_count; i++) {
        struct infini_dim dim = rule->dims[i];
        if (dim.kind == INFINI_DIM_VALUE)
            tensor->dims[i] = descriptor->values[dim.number].integer;
        for (int j = 0; dim.kind == INFINI_DIM_SIZE && j < row->operand_count; j++)
            for (int k = 0; descriptor->is_given[j] && k < row->operands[j].dim_count; k++)
                if (row->operands[j].descriptor != NULL &&
                    row->operands[j].dims[k].kind == INFINI_DIM_SIZE &&
                    row->operands[j].dims[k].number == dim.number)
                    tensor->dims[i] = descriptor->common.tensors[j].dims[k];
    }
    int64_t stride = 1;
    for (int i = rule->dim_count - 1; i >= 0; i--) {
        tensor->strides[i] = stride;
        stride *= tensor->dims[i];
    }
    descriptor->is_given[operand] = true;
}

/* Makes the descriptor of one call, which has the call's values. */
static infiniStatus_t bind(const struct row_descriptor *created, const union infini_value *values,
                           struct row_descriptor **bound)
{
    const struct infini_row *row = created->row;
    struct row_descriptor *descriptor = new_descriptor(row, &created->common.object);
    if (descriptor == NULL)
        return INFINI_STATUS_INTERNAL_ERROR;
    size_t of_create = (size_t)row->value_count;
    descriptor->common.object.pins = 1;
    memcpy(descriptor->is_given, created->is_given, sizeof descriptor->is_given);
    memcpy(descriptor->common.tensors, created->common.tensors, sizeof created->common.tensors);
    memcpy(descriptor->values, created->values, of_create * sizeof *values);
    memcpy(descriptor->values + of_create, values,
           ((size_t)row->all_value_count - of_create) * sizeof *values);
    const struct infini_given given = given_of(descriptor);
    infiniStatus_t status = row->check_call != NULL ? row->check_call(&given)
                                                    : INFINI_STATUS_SUCCESS;
    for (int i = 0; status == INFINI_STATUS_SUCCESS && i < row->operand_count; i++)
        if (row->operands[i].descriptor == NULL)
            make_tensor(descriptor, i);
    if (status == INFINI_STATUS_SUCCESS)
        status = finish(descriptor);
    *bound = descriptor;
    return status;
}

infiniStatus_t infini_row_call(const struct infini_row *row, const void *desc,
                               const void *const *pointers, const union infini_value *values,
                               void *stream)
{
    infiniStatus_t status = INFINI_STATUS_SUCCESS;
    if (row->all_value_count == row->value_count)
        return infini_operator_call(&row->operator, desc, pointers, row->operand_count, stream);
    struct InfiniopDescriptor *found = infini_operator_acquire(&row->operator, desc, &status);
    struct row_descriptor *bound = NULL;
    if (found == NULL)
        return status;
    status = bind((const struct row_descriptor *)found, values, &bound);
    if (status == INFINI_STATUS_SUCCESS)
        status = infini_operator_launch(&bound->common, pointers, stream);
    if (bound != NULL)
        infini_object_release(&bound->common.object);
    infini_object_release(&found->object);
    return status;
}

/* ---- Rules of numbers ------------------------------------------------------------------------ */

infiniStatus_t infini_check_axis(const char *name, int64_t axis, const struct tensor *tensor)
{
    if (axis >= -tensor->rank && axis < tensor->rank)
        return INFINI_STATUS_SUCCESS;
    return INFINI_REPORT(INFINI_STATUS_BAD_PARAM,
                         "%s is %" PRId64 "; %d to %d are the dimensions of the tensor", name, axis,
                         -tensor->rank, tensor->rank - 1);
}

infiniStatus_t infini_check_range(const char *name, double value, double least, double most)
{
    if (value >= least && value <= most)
        return INFINI_STATUS_SUCCESS;
    return INFINI_REPORT(INFINI_STATUS_BAD_PARAM, "%s is %.9g; %g to %g is possible", name, value,
                         least, most);
}

infiniStatus_t infini_check_above(const char *name, double value, double below, double most)
{
    if (value > below && value <= most)
        return INFINI_STATUS_SUCCESS;
    return INFINI_REPORT(INFINI_STATUS_BAD_PARAM, "%s is %.9g; it must be above %g and at most %g",
                         name, value, below, most);
}

infiniStatus_t infini_check_count(const char *name, int64_t value, int64_t least, int64_t most)
{
    if (value >= least && value <= most)
        return INFINI_STATUS_SUCCESS;
    return INFINI_REPORT(INFINI_STATUS_BAD_PARAM,
                         "%s is %" PRId64 "; %" PRId64 " to %" PRId64 " is possible", name, value,
                         least, most);
}

/* Checks the numbers of one sample. `place` follows their names in texts: "" or "[3]". */
static infiniStatus_t check_sample(const char *place, double random_val, double topp, int64_t topk,
                                   double temperature)
{
    char name[40];
    snprintf(name, sizeof name, "random_val%s", place);
    infiniStatus_t status = infini_check_range(name, random_val, 0, 1);
    snprintf(name, sizeof name, "topp%s", place);
    if (status == INFINI_STATUS_SUCCESS)
        status = infini_check_range(name, topp, 0, INFINITY);
    snprintf(name, sizeof name, "topk%s", place);
    if (status == INFINI_STATUS_SUCCESS)
        status = infini_check_count(name, topk, 0, INT32_MAX);
    snprintf(name, sizeof name, "temperature%s", place);
    if (status == INFINI_STATUS_SUCCESS)
        status = infini_check_range(name, temperature, 0, FLT_MAX);
    return status;
}

infiniStatus_t infini_check_sample(double random_val, double topp, int64_t topk, double temperature)
{
    return check_sample("", random_val, topp, topk, temperature);
}

infiniStatus_t infini_check_samples(const float *random_val, const float *topp, const int *topk,
                                    const float *temperature, int64_t count)
{
    const void *const given[] = {random_val, topp, topk, temperature};
    static const char *const names[] = {"random_val", "topp", "topk", "temperature"};
    infiniStatus_t status = INFINI_STATUS_SUCCESS;
    char place[24];
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++)
        if (given[i] == NULL)
            return INFINI_REPORT(INFINI_STATUS_NULL_POINTER, "%s is NULL", names[i]);
    for (int64_t i = 0; status == INFINI_STATUS_SUCCESS && i < count; i++) {
        snprintf(place, sizeof place, "[%" PRId64 "]", i);
        status = check_sample(place, given_float(random_val[i]), given_float(topp[i]), topk[i],
                              given_float(temperature[i]));
    }
    return status;
}

infiniStatus_t infini_check_same(const char *name, int64_t value, int64_t of_create)
{
    if (value == of_create)
        return INFINI_STATUS_SUCCESS;
    return INFINI_REPORT(INFINI_STATUS_BAD_PARAM,
                         "%s is %" PRId64 ", and was %" PRId64 " when the descriptor was made",
                         name, value, of_create);
}

/* ---- Rules of shapes ------------------------------------------------------------------------- */

infiniStatus_t infini_check_some(const char *name, const struct tensor *tensor)
{
    if (!tensor_is_empty(tensor))
        return INFINI_STATUS_SUCCESS;
    return INFINI_REPORT(INFINI_STATUS_BAD_TENSOR_SHAPE, "%s has no elements", name);
}

infiniStatus_t infini_check_rows(const struct tensor *tensor)
{
    int64_t rows = tensor->dims[tensor->rank - 2];
    int64_t columns = tensor->dims[tensor->rank - 1];
    if (rows <= columns)
        return INFINI_STATUS_SUCCESS;
    return INFINI_REPORT(INFINI_STATUS_BAD_TENSOR_SHAPE,
                         "matrices have %" PRId64 " rows and %" PRId64
                         " columns; there may not be more rows than columns",
                         rows, columns);
}

infiniStatus_t infini_check_pairs(const struct tensor *tensor, const struct tensor *table)
{
    int64_t columns = tensor->dims[tensor->rank - 1];
    if (columns == table->dims[1] * 2)
        return INFINI_STATUS_SUCCESS;
    return INFINI_REPORT(INFINI_STATUS_BAD_TENSOR_SHAPE,
                         "rows of x have %" PRId64 " elements and rows of the tables %" PRId64
                         "; half of those of x are required",
                         columns, table->dims[1]);
}

infiniStatus_t infini_check_heads(const struct tensor *q, const struct tensor *k)
{
    if (q->dims[3] == 0)
        return INFINI_REPORT(INFINI_STATUS_BAD_TENSOR_SHAPE, "heads of q have no columns");
    if (k->dims[1] > 0 ? q->dims[1] % k->dims[1] == 0 : q->dims[1] == 0)
        return INFINI_STATUS_SUCCESS;
    return INFINI_REPORT(INFINI_STATUS_BAD_TENSOR_SHAPE,
                         "q has %" PRId64 " heads and k %" PRId64
                         "; those of q must be a multiple of those of k",
                         q->dims[1], k->dims[1]);
}

infiniStatus_t infini_check_top(const struct tensor *values, const struct tensor *tensor, int64_t k,
                                int64_t dim)
{
    infiniStatus_t status = infini_check_count("dim", dim, 0, (int64_t)tensor->rank - 1);
    if (status == INFINI_STATUS_SUCCESS)
        status = infini_check_count("k", k, 0, tensor->dims[dim]);
    if (status != INFINI_STATUS_SUCCESS)
        return status;
    bool same = values->rank == tensor->rank;
    for (int32_t i = 0; same && i < tensor->rank; i++)
        same = values->dims[i] == (i == dim ? k : tensor->dims[i]);
    if (same)
        return INFINI_STATUS_SUCCESS;
    char dims[160];
    return INFINI_REPORT(INFINI_STATUS_BAD_TENSOR_SHAPE,
                         "the shape of values_output is %s; that of input with k in place of dim "
                         "is required",
                         dims_describe(values->dims, values->rank, dims, sizeof dims));
}
