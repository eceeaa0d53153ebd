/* SPDX-License-Identifier: Apache-2.0 */
/* infiniopEmbeddingBackward: the gradient of one or two embedding tables. */
#include <math.h>
#include <string.h>

#include "base/report.h"
#include "impl/infiniop/ops/embedding_backward.h"
#include "infiniop/operator.h"
#include "ops/embedding/gradient_list.h"

/* Operands are in the sequence of the call. */
enum { DTABLE1, DTABLE2, DY, I1, I2, OPERANDS };

static const struct infini_operator embedding_backward = {.name = "infiniopEmbeddingBackward"};

/* The arguments of Create. I2 and DTABLE2 come last, because they are given only with a second
 * table. */
enum { GIVEN_DTABLE1, GIVEN_DY, GIVEN_I1, GIVEN_I2, GIVEN_DTABLE2, GIVEN };

struct create {
    struct InfiniopHandle *handle;
    struct infini_argument given[GIVEN];
    int count;
    float alpha[2];
    bool accumulate[2];
    struct tensor tensors[OPERANDS]; /* the tensors that kernels get */
};

/* ---- Create ---------------------------------------------------------------------------------- */

static const struct tensor *tensor_of(const struct create *c, int given)
{
    return &c->given[given].found->tensor;
}

static bool has_second(const struct create *c)
{
    return c->count == GIVEN;
}

static infiniStatus_t check_shapes(const struct create *c)
{
    static const int ranks[GIVEN] = {2, 2, 1, 1, 2};
    infiniStatus_t status = INFINI_STATUS_SUCCESS;
    for (int i = 0; status == INFINI_STATUS_SUCCESS && i < c->count; i++)
        status = infini_check_rank(&c->given[i], ranks[i]);
    if (status != INFINI_STATUS_SUCCESS)
        return status;
    int64_t rows = tensor_of(c, GIVEN_DY)->dims[0];
    int64_t columns = tensor_of(c, GIVEN_DTABLE1)->dims[1];
    status = infini_check_dim(&c->given[GIVEN_DY], 1, columns, "that of dtable1_desc");
    if (status == INFINI_STATUS_SUCCESS)
        status = infini_check_dim(&c->given[GIVEN_I1], 0, rows, "that of dy_desc");
    if (status == INFINI_STATUS_SUCCESS && has_second(c))
        status = infini_check_dim(&c->given[GIVEN_I2], 0, rows, "that of dy_desc");
    if (status == INFINI_STATUS_SUCCESS && has_second(c))
        status = infini_check_dim(&c->given[GIVEN_DTABLE2], 1, columns, "that of dtable1_desc");
    return status;
}

static infiniStatus_t check_types(const struct create *c)
{
    const struct infini_argument *given = c->given;
    infiniStatus_t status = infini_check_number(&given[GIVEN_DTABLE1], &given[GIVEN_DTABLE1]);
    if (status == INFINI_STATUS_SUCCESS)
        status = infini_check_number(&given[GIVEN_DY], &given[GIVEN_DTABLE1]);
    if (status == INFINI_STATUS_SUCCESS && has_second(c))
        status = infini_check_number(&given[GIVEN_DTABLE2], &given[GIVEN_DTABLE1]);
    if (status == INFINI_STATUS_SUCCESS)
        status = infini_check_integer(&given[GIVEN_I1]);
    if (status == INFINI_STATUS_SUCCESS && has_second(c))
        status = infini_check_integer(&given[GIVEN_I2]);
    if (status == INFINI_STATUS_SUCCESS && has_second(c))
        status = infini_check_number(&given[GIVEN_I2], &given[GIVEN_I1]);
    return status;
}

static infiniStatus_t check_strides(struct create *c)
{
    static const int operands[GIVEN] = {DTABLE1, DY, I1, I2, DTABLE2};
    infiniStatus_t status = INFINI_STATUS_SUCCESS;
    for (int i = 0; status == INFINI_STATUS_SUCCESS && i < c->count; i++)
        status = infini_check_last_stride(&c->given[i], &c->tensors[operands[i]]);
    if (status == INFINI_STATUS_SUCCESS)
        status = infini_check_no_overlap(&c->given[GIVEN_DTABLE1]);
    if (status == INFINI_STATUS_SUCCESS && has_second(c))
        status = infini_check_no_overlap(&c->given[GIVEN_DTABLE2]);
    return status;
}

static infiniStatus_t check_alphas(const struct create *c)
{
    static const char *const names[] = {"alpha1", "alpha2"};
    infiniDtype_t dtype = c->given[GIVEN_DTABLE1].found->dtype;
    for (int i = 0; infini_is_integer(dtype) && i < (has_second(c) ? 2 : 1); i++)
        if (!isfinite(c->alpha[i]) || trunc(given_float(c->alpha[i])) != given_float(c->alpha[i]))
            return INFINI_REPORT(INFINI_STATUS_BAD_PARAM,
                                 "%s is %.9g and the data type of dtable1_desc %s; an integer is "
                                 "required then",
                                 names[i], (double)c->alpha[i], infini_dtype_name(dtype));
    return INFINI_STATUS_SUCCESS;
}

static infiniStatus_t check(struct create *c)
{
    infiniStatus_t status = check_shapes(c);
    if (status == INFINI_STATUS_SUCCESS)
        status = check_types(c);
    if (status == INFINI_STATUS_SUCCESS)
        status = check_strides(c);
    if (status == INFINI_STATUS_SUCCESS)
        status = check_alphas(c);
    return status;
}

/* alpha as an integer modulo 2^64, which is right for the arithmetic of all integer types. */
static int64_t wrapped(float alpha)
{
    double rest = isfinite(alpha) ? fmod(given_float(alpha), 0x1p64) : 0;
    uint64_t magnitude = (uint64_t)fabs(rest);
    return (int64_t)(rest < 0 ? 0 - magnitude : magnitude);
}

static struct embedding_table table_of(const struct create *c, const int *tensors, int table)
{
    return (struct embedding_table){
        .indices = tensors[I1 + table],
        .out = tensors[DTABLE1 + table],
        .num_weights = (uint64_t)c->tensors[DTABLE1 + table].dims[0],
        .padding_index = UINT64_MAX,
        .accumulate = c->accumulate[table],
        .alpha = given_float(c->alpha[table]),
        .integer_alpha = wrapped(c->alpha[table]),
        .tells_others = true,
    };
}

static infiniStatus_t make_schedule(const struct create *c, struct InfiniopDescriptor *descriptor)
{
    int tensors[OPERANDS];
    struct embedding_table tables[2];
    int count = has_second(c) ? 2 : 1;
    int64_t weights = c->tensors[DTABLE1].dims[0];
    if (has_second(c) && c->tensors[DTABLE2].dims[0] > weights)
        weights = c->tensors[DTABLE2].dims[0];
    struct l0_list *list = infini_descriptor_list(descriptor);
    for (int i = 0; i < OPERANDS; i++)
        tensors[i] = l0_user_tensor(list, descriptor->operands[i].name.argument,
                                    &descriptor->tensors[i]);
    for (int i = 0; i < count; i++)
        tables[i] = table_of(c, tensors, i);
    const struct embedding_gradient *work = embedding_list_gradient(list, tensors[DY], tables,
                                                                    count);
    if (work == NULL && list->status == ACLNN_SUCCESS)
        return INFINI_REPORT(INFINI_STATUS_BAD_TENSOR_SHAPE,
                             "the scratch for %lld rows and %lld weights does not fit into 63 "
                             "bits",
                             (long long)c->tensors[DY].dims[0], (long long)weights);
    embedding_list_gradient_step(list, tensors[DY], tables, count, work);
    return infini_descriptor_schedule(descriptor);
}

static infiniStatus_t make(const struct create *c, infiniopEmbeddingBackwardDescriptor_t *desc_ptr)
{
    static const char *const names[OPERANDS] = {"dtable1", "dtable2", "dy", "i1", "i2"};
    struct InfiniopDescriptor *descriptor = infini_descriptor_new(
        &embedding_backward, &c->handle->object, sizeof *descriptor);
    if (descriptor == NULL)
        return INFINI_STATUS_INTERNAL_ERROR;
    descriptor->operand_count = OPERANDS;
    for (int i = 0; i < OPERANDS; i++)
        infini_set_operand(descriptor, i, names[i], ROLE_IN, &c->tensors[i]);
    for (int i = 0; i < (has_second(c) ? 2 : 1); i++)
        descriptor->operands[DTABLE1 + i].role = c->accumulate[i] ? ROLE_IN_OUT : ROLE_OUT;
    infiniStatus_t status = make_schedule(c, descriptor);
    if (status != INFINI_STATUS_SUCCESS) {
        infini_descriptor_free(descriptor);
        return status;
    }
    infini_object_open(&descriptor->object);
    *desc_ptr = descriptor;
    return INFINI_STATUS_SUCCESS;
}

static infiniStatus_t check_second(infiniopTensorDescriptor_t i2_desc,
                                   infiniopTensorDescriptor_t dtable2_desc, float alpha2)
{
    if (i2_desc == NULL && alpha2 != 0)
        return INFINI_REPORT(INFINI_STATUS_BAD_PARAM,
                             "i2_desc is NULL and alpha2 is %.9g; without a second table alpha2 "
                             "must be 0",
                             (double)alpha2);
    if (i2_desc != NULL && alpha2 == 0)
        return INFINI_REPORT(INFINI_STATUS_BAD_PARAM,
                             "i2_desc is given and alpha2 is 0; without a second table i2_desc "
                             "must be NULL");
    if (i2_desc != NULL && dtable2_desc == NULL)
        return INFINI_REPORT(INFINI_STATUS_NULL_POINTER, "dtable2_desc is NULL and i2_desc is not");
    return INFINI_STATUS_SUCCESS;
}

infiniStatus_t infiniopCreateEmbeddingBackwardDescriptorImpl(
    infiniopHandle_t handle, infiniopEmbeddingBackwardDescriptor_t *desc_ptr,
    infiniopTensorDescriptor_t dtable1_desc, infiniopTensorDescriptor_t dtable2_desc,
    infiniopTensorDescriptor_t dy_desc, infiniopTensorDescriptor_t i1_desc,
    infiniopTensorDescriptor_t i2_desc, float alpha1, float alpha2, char dtable1_acc,
    char dtable2_acc)
{
    struct create c = {
        .given = {{"dtable1_desc", dtable1_desc, NULL},
                  {"dy_desc", dy_desc, NULL},
                  {"i1_desc", i1_desc, NULL},
                  {"i2_desc", i2_desc, NULL},
                  {"dtable2_desc", dtable2_desc, NULL}},
        .count = i2_desc != NULL && dtable2_desc != NULL ? GIVEN : GIVEN_I2,
        .alpha = {alpha1, alpha2},
        .accumulate = {dtable1_acc != 0, dtable2_acc != 0},
        .tensors = {[DTABLE2] = {.rank = 1}, [I2] = {.rank = 1}}, /* empty */
    };
    infiniStatus_t status = infini_acquire_arguments(handle, &c.handle, desc_ptr, c.given, c.count);
    if (status == INFINI_STATUS_SUCCESS)
        status = check_second(i2_desc, dtable2_desc, alpha2);
    if (status == INFINI_STATUS_SUCCESS)
        status = check(&c);
    if (status == INFINI_STATUS_SUCCESS)
        status = make(&c, desc_ptr);
    infini_release_arguments(c.handle, c.given, c.count);
    return status;
}

/* ---- The call -------------------------------------------------------------------------------- */

infiniStatus_t infiniopEmbeddingBackwardImpl(infiniopEmbeddingBackwardDescriptor_t desc,
                                             void *dtable1, void *dtable2, const void *dy,
                                             const void *i1, const void *i2, void *stream)
{
    const void *const pointers[OPERANDS] = {dtable1, dtable2, dy, i1, i2};
    return infini_operator_call(&embedding_backward, desc, pointers, OPERANDS, stream);
}

infiniStatus_t infiniopDestroyEmbeddingBackwardDescriptorImpl(
    infiniopEmbeddingBackwardDescriptor_t desc)
{
    return infini_operator_destroy(&embedding_backward, desc);
}
