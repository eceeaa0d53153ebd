/* SPDX-License-Identifier: Apache-2.0 */
/* Operations that name places (AsStrided, SetValue, Onehot, IndexAdd, ScatterElementsV2,
 * BlockCopy), Transdata, which puts elements where NZ has them, and FaUpdate, which joins parts. */
#include <inttypes.h>

#include "declared/fill.h"
#include "declared/index.h"
#include "declared/reduce.h"
#include "declared/softmax.h"
#include "declared/sort.h"
#include "atb/plan.h"
#include "workspace/l0.h"

static int none(const void *given)
{
    (void)given;
    return 0;
}

static int four(const void *given)
{
    (void)given;
    return 4;
}

static struct single_ints list_of(const struct atb_ints *list)
{
    return (struct single_ints){(int64_t)list->count, list->inside};
}

/* ---- AsStrided ------------------------------------------------------------------------------- */

static int32_t check_strided(const void *given)
{
    const struct atb_as_strided_param *param = given;
    int32_t status = ATB_CHECK_LIST("size", &param->sizes, 1, ATB_MAX_DIM);
    if (status == ATB_NO_ERROR)
        status = ATB_CHECK_LIST("stride", &param->strides, param->sizes.count, param->sizes.count);
    return status == ATB_NO_ERROR ? ATB_CHECK_LIST("offset", &param->offset, 1, 1) : status;
}

/* The elements that are named have to be there. */
static int32_t infer_strided(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const struct atb_as_strided_param *param = given;
    int64_t last = param->offset.inside[0];
    bool fits = last >= 0;
    out[0] = in[0];
    out[0].shape.count = param->sizes.count;
    for (size_t i = 0; i < param->sizes.count; i++) {
        int64_t size = param->sizes.inside[i];
        int64_t step = 0;
        out[0].shape.dims[i] = size;
        fits = fits && size > 0 && param->strides.inside[i] >= 0 &&
               !__builtin_mul_overflow(size - 1, param->strides.inside[i], &step) &&
               !__builtin_add_overflow(last, step, &last);
    }
    return atb_require(fits && last < (int64_t)atb_element_count(&in[0]),
                       "size, stride and offset name elements of the tensor");
}

static void plan_strided(struct single *s, const void *given)
{
    const struct atb_as_strided_param *param = given;
    single_copy(s, atb_out(s, 0),
                single_strided(s, atb_in(s, 0), list_of(&param->sizes), list_of(&param->strides),
                               param->offset.inside[0]));
}

const struct atb_kind atb_kind_as_strided = {ATB_KIND(AsStrided, atb_as_strided_param),
                                             .check = check_strided,
                                             .input_count = atb_one,
                                             .output_count = atb_one,
                                             .infer = infer_strided,
                                             .plan = plan_strided};

/* ---- SetValue: a part of the first tensor becomes the second --------------------------------- */

static int32_t check_set(const void *given)
{
    const struct atb_set_value_param *param = given;
    int32_t status = ATB_CHECK_LIST("starts", &param->starts, 1, ATB_MAX_DIM);
    if (status == ATB_NO_ERROR)
        status = ATB_CHECK_LIST("ends", &param->ends, param->starts.count, param->starts.count);
    if (status == ATB_NO_ERROR)
        status = ATB_CHECK_LIST("strides", &param->strides, param->starts.count,
                                param->starts.count);
    for (size_t i = 0; i < param->starts.count && status == ATB_NO_ERROR; i++)
        status = atb_require(param->strides.inside[i] == 1, "every member of strides is 1");
    return status;
}

static int32_t infer_set(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const struct atb_set_value_param *param = given;
    (void)out;
    int32_t status = atb_check_rank("inTensors[0]", &in[0], param->starts.count,
                                    param->starts.count);
    struct atb_desc part = in[0];
    for (size_t i = 0; i < param->starts.count && status == ATB_NO_ERROR; i++) {
        int64_t from = param->starts.inside[i];
        int64_t to = param->ends.inside[i];
        status = atb_require(from >= 0 && from < to && to <= in[0].shape.dims[i],
                             "starts and ends name a part of inTensors[0]");
        part.shape.dims[i] = to - from;
    }
    return status == ATB_NO_ERROR ? atb_check_same("inTensors[1]", &in[1], &part) : status;
}

static void plan_set(struct single *s, const void *given)
{
    const struct atb_set_value_param *param = given;
    const struct single_ints sizes = {atb_in(s, 1)->rank, atb_in(s, 1)->dims};
    single_copy(s, single_box(s, atb_in(s, 0), list_of(&param->starts), sizes), atb_in(s, 1));
}

const struct atb_kind atb_kind_set_value = {ATB_KIND(SetValue, atb_set_value_param),
                                            .check = check_set,
                                            .input_count = atb_two,
                                            .output_count = none,
                                            .infer = infer_set,
                                            .plan = plan_set};

/* ---- Onehot: x, what stands where x says, what stands elsewhere ------------------------------ */

static int32_t check_onehot(const void *given)
{
    return atb_require(((const struct atb_onehot_param *)given)->depth > 0, "depth is above 0");
}

static int32_t infer_onehot(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const struct atb_onehot_param *param = given;
    int32_t status = atb_check_rank("inTensors[0]", &in[0], 1, ATB_MAX_DIM - 1);
    out[0] = in[0];
    out[0].shape.count++;
    if (status == ATB_NO_ERROR)
        status = atb_check_axis("axis", &out[0], param->axis);
    if (status != ATB_NO_ERROR)
        return status;
    int axis = atb_axis(&out[0], param->axis);
    for (int i = (int)in[0].shape.count; i > axis; i--)
        out[0].shape.dims[i] = in[0].shape.dims[i - 1];
    out[0].shape.dims[axis] = param->depth;
    return ATB_NO_ERROR;
}

static void plan_onehot(struct single *s, const void *given)
{
    const struct atb_onehot_param *param = given;
    ATB_CALL(OneHot, ATB_TENSOR(atb_in(s, 0)), ATB_INTEGER(param->depth), ATB_TENSOR(atb_in(s, 1)),
             ATB_TENSOR(atb_in(s, 2)), ATB_INTEGER(param->axis), ATB_TENSOR(atb_out(s, 0)));
}

const struct atb_kind atb_kind_onehot = {ATB_KIND(Onehot, atb_onehot_param),
                                         .check = check_onehot,
                                         .input_count = atb_three,
                                         .output_count = atb_one,
                                         .infer = infer_onehot,
                                         .plan = plan_onehot};

/* ---- IndexAdd: rows times a factor are added to those that indices name ---------------------- */

enum { INDEX_ADD = 1, INDEX_ADD_VALID };

static int32_t check_index_add(const void *given)
{
    const struct atb_index_add_param *param = given;
    int32_t status = atb_require(param->type == INDEX_ADD || param->type == INDEX_ADD_VALID,
                                 "indexType is INDEX_ADD or INDEX_ADD_VALID");
    return status == ATB_NO_ERROR ? atb_only(param->type == INDEX_ADD, "indexType is INDEX_ADD")
                                  : status;
}

static int32_t infer_index_add(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const struct atb_index_add_param *param = given;
    int32_t status = atb_check_axis("axis", &in[0], param->axis);
    if (status == ATB_NO_ERROR)
        status = atb_check_rank("inTensors[1]", &in[1], 1, 1);
    if (status != ATB_NO_ERROR)
        return status;
    struct atb_desc rows = in[0];
    rows.shape.dims[atb_axis(&in[0], param->axis)] = in[1].shape.dims[0];
    status = atb_check_same("inTensors[2]", &in[2], &rows);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the number of elements of inTensors[3]",
                               (int64_t)atb_element_count(&in[3]), 1);
    out[0] = in[0];
    return status;
}

static void plan_index_add(struct single *s, const void *given)
{
    const struct atb_index_add_param *param = given;
    atb_view rows = single_like(s, atb_in(s, 2));
    atb_view factor = ATB_SHAPED(s, atb_float(s, atb_in(s, 3)), 1);
    single_copy(s, rows, atb_product(s, atb_float(s, atb_in(s, 2)), factor));
    ATB_CALL(IndexAdd, ATB_TENSOR(atb_in(s, 0)), ATB_INTEGER(param->axis), ATB_TENSOR(atb_in(s, 1)),
             ATB_TENSOR(rows), ATB_SCALAR(1.0), ATB_TENSOR(atb_out(s, 0)));
}

const struct atb_kind atb_kind_index_add = {ATB_KIND(IndexAdd, atb_index_add_param),
                                            .check = check_index_add,
                                            .input_count = four,
                                            .output_count = atb_one,
                                            .infer = infer_index_add,
                                            .plan = plan_index_add};

/* ---- Transdata ------------------------------------------------------------------------------- */

enum { NZ_TO_ND = 1, ND_TO_NZ, ROWS = 16 };

static int32_t check_transdata(const void *given)
{
    const struct atb_transdata_param *param = given;
    int32_t status = atb_require(param->type == NZ_TO_ND || param->type == ND_TO_NZ,
                                 "transdataType is FRACTAL_NZ_TO_ND or ND_TO_FRACTAL_NZ");
    if (status == ATB_NO_ERROR && param->type == NZ_TO_ND)
        status = ATB_CHECK_LIST("outCrops", &param->crops, 2, 2);
    if (status == ATB_NO_ERROR && param->type == NZ_TO_ND)
        status = atb_require(param->crops.inside[0] > 0 && param->crops.inside[1] > 0,
                             "both members of outCrops are above 0");
    return status;
}

/* Elements of 32 bytes. */
static int64_t width_of(int32_t type)
{
    return type == ACL_INT8 ? 32 : 16;
}

static int64_t whole(int64_t count, int64_t of)
{
    return (count + of - 1) / of;
}

static int32_t infer_transdata(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const struct atb_transdata_param *param = given;
    bool is_to_nz = param->type == ND_TO_NZ;
    int64_t width = width_of(in[0].type);
    int32_t status = atb_check_rank("inTensors[0]", &in[0], is_to_nz ? 2 : 4, is_to_nz ? 3 : 4);
    out[0] = in[0];
    if (status != ATB_NO_ERROR)
        return status;
    if (is_to_nz) {
        out[0].format = ACL_FORMAT_FRACTAL_NZ;
        out[0].shape = (struct atb_dims){{in[0].shape.count == 3 ? in[0].shape.dims[0] : 1,
                                          whole(atb_dim(&in[0], -1), width),
                                          whole(atb_dim(&in[0], -2), ROWS) * ROWS, width},
                                         4};
        return ATB_NO_ERROR;
    }
    out[0].format = ACL_FORMAT_ND;
    out[0].shape = (struct atb_dims){
        {in[0].shape.dims[0], param->crops.inside[0], param->crops.inside[1]}, 3};
    status = atb_check_dim("the last size of inTensors[0]", in[0].shape.dims[3], width);
    return status == ATB_NO_ERROR
               ? atb_require(param->crops.inside[0] <= in[0].shape.dims[2] &&
                                 param->crops.inside[1] <= in[0].shape.dims[1] * width,
                             "outCrops names a part of inTensors[0]")
               : status;
}

/* nz: [batches, columns / width, rows, width]. Its elements as [batches, rows, columns / width,
 * width]. */
static atb_view rows_of(struct single *s, atb_view nz)
{
    static const int64_t perm[] = {0, 2, 1, 3};
    return single_permuted(s, nz, (struct single_ints){4, perm});
}

static void plan_transdata(struct single *s, const void *given)
{
    const struct atb_transdata_param *param = given;
    atb_view nz = param->type == ND_TO_NZ ? atb_out(s, 0) : atb_in(s, 0);
    atb_view nd = param->type == ND_TO_NZ ? atb_in(s, 0) : atb_out(s, 0);
    int64_t batches = nz->dims[0];
    atb_view dense = ATB_TEMPORARY(s, nz->type, batches, nz->dims[2], nz->dims[1], nz->dims[3]);
    atb_view whole_rows = ATB_SHAPED(s, dense, batches, nz->dims[2], nz->dims[1] * nz->dims[3]);
    atb_view part = single_part(s, whole_rows, 1, 0, nd->dims[nd->rank - 2]);
    part = single_part(s, part, 2, 0, nd->dims[nd->rank - 1]);
    atb_view rows = ATB_SHAPED(s, nd, batches, nd->dims[nd->rank - 2], nd->dims[nd->rank - 1]);
    if (param->type == ND_TO_NZ) {
        ATB_CALL(InplaceZero, ATB_TENSOR(dense));
        single_copy(s, part, rows);
        single_copy(s, rows_of(s, nz), dense);
        return;
    }
    single_copy(s, dense, rows_of(s, nz));
    single_copy(s, rows, part);
}

const struct atb_kind atb_kind_transdata = {ATB_KIND(Transdata, atb_transdata_param),
                                            .check = check_transdata,
                                            .input_count = atb_one,
                                            .output_count = atb_one,
                                            .infer = infer_transdata,
                                            .plan = plan_transdata};

/* ---- FaUpdate: parts of attention that several devices computed ------------------------------ */

static int32_t check_update(const void *given)
{
    const struct atb_fa_update_param *param = given;
    int32_t status = atb_require(param->type == 0, "faUpdateType is DECODE_UPDATE");
    return status == ATB_NO_ERROR ? atb_require(param->parts > 0, "sp is above 0") : status;
}

static int32_t infer_update(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const struct atb_fa_update_param *param = given;
    int32_t status = atb_check_rank("inTensors[0]", &in[0], 2, 2);
    if (status == ATB_NO_ERROR)
        status = atb_check_rank("inTensors[1]", &in[1], 3, 3);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the number of parts of inTensors[0]", in[0].shape.dims[0],
                               param->parts);
    for (int i = 0; i < 2 && status == ATB_NO_ERROR; i++)
        status = atb_check_dim("a size of inTensors[1]", in[1].shape.dims[i], in[0].shape.dims[i]);
    out[0] = in[1];
    out[0].shape = (struct atb_dims){{in[1].shape.dims[1], in[1].shape.dims[2]}, 2};
    return status;
}

/* The sum of the parts, each times exp(lse) by the sum of these. */
static void plan_update(struct single *s, const void *given)
{
    static const int64_t first = 0;
    (void)given;
    atb_view lse = atb_in(s, 0);
    atb_view weights = single_like(s, lse);
    ATB_CALL(Softmax, ATB_TENSOR(lse), ATB_INTEGER(0), ATB_TENSOR(weights));
    atb_view parts = atb_product(s, atb_in(s, 1),
                                 ATB_SHAPED(s, weights, lse->dims[0], lse->dims[1], 1));
    ATB_CALL(ReduceSum, ATB_TENSOR(parts),
             {.handle = single_int_array(s, (struct single_ints){1, &first})}, ATB_INTEGER(0),
             ATB_INTEGER(ACL_FLOAT), ATB_TENSOR(atb_out(s, 0)));
}

const struct atb_kind atb_kind_fa_update = {ATB_KIND(FaUpdate, atb_fa_update_param),
                                            .check = check_update,
                                            .input_count = atb_two,
                                            .output_count = atb_one,
                                            .infer = infer_update,
                                            .plan = plan_update};

/* ---- ScatterElementsV2: x, places in its last dim, elements that come there ------------------ */

enum { SCATTER_NONE, SCATTER_ADD };

static int32_t check_scatter(const void *given)
{
    const struct atb_scatter_elements_v2_param *param = given;
    int32_t status = atb_require(param->axis == -1, "axis is -1");
    return status == ATB_NO_ERROR
               ? atb_require(param->reduction == SCATTER_NONE || param->reduction == SCATTER_ADD,
                             "reduction is NONE (0) or ADD (1)")
               : status;
}

static int32_t infer_scatter(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    (void)given;
    (void)out;
    struct atb_desc elements = in[1];
    elements.type = in[2].type;
    int32_t status = atb_check_rank("inTensors[1]", &in[1], in[0].shape.count, in[0].shape.count);
    return status == ATB_NO_ERROR ? atb_check_same("inTensors[2]", &in[2], &elements) : status;
}

static void plan_scatter(struct single *s, const void *given)
{
    const struct atb_scatter_elements_v2_param *param = given;
    ATB_CALL(InplaceScatter, ATB_TENSOR(atb_in(s, 0)), ATB_INTEGER(-1), ATB_TENSOR(atb_in(s, 1)),
             ATB_TENSOR(atb_in(s, 2)), ATB_INTEGER(param->reduction));
}

const struct atb_kind atb_kind_scatter_elements_v2 = {
    ATB_KIND(ScatterElementsV2, atb_scatter_elements_v2_param),
    .check = check_scatter,
    .input_count = atb_three,
    .output_count = none,
    .infer = infer_scatter,
    .plan = plan_scatter};

/* ---- BlockCopy: caches, blocks, their places, how many of these the first blocks have -------- */

enum { KEYS, VALUES, BLOCKS, PLACES, SUMS };

static int five(const void *given)
{
    (void)given;
    return 5;
}

static int32_t infer_copy(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    (void)given;
    (void)out;
    int32_t status = atb_check_rank("inTensors[0]", &in[KEYS], 4, 4);
    if (status == ATB_NO_ERROR)
        status = atb_check_same("inTensors[1]", &in[VALUES], &in[KEYS]);
    if (status == ATB_NO_ERROR)
        status = atb_check_rank("inTensors[2]", &in[BLOCKS], 1, 1);
    if (status == ATB_NO_ERROR)
        status = atb_check_rank("inTensors[3]", &in[PLACES], 1, 1);
    if (status == ATB_NO_ERROR)
        status = atb_check_same("inTensors[4]", &in[SUMS], &in[BLOCKS]);
    int64_t count = in[KEYS].shape.dims[0];
    return status == ATB_NO_ERROR
               ? atb_require(in[BLOCKS].shape.dims[0] <= count && in[PLACES].shape.dims[0] <= count,
                             "there are no more blocks and places than the caches have blocks")
               : status;
}

static int32_t check_nothing(const void *given)
{
    (void)given;
    return ATB_NO_ERROR;
}

/* The block of place i is that of the first sum above i. */
static void plan_copy(struct single *s, const void *given)
{
    (void)given;
    int64_t count = atb_in(s, PLACES)->dims[0];
    atb_view numbers = ATB_TEMPORARY(s, ACL_INT32, count);
    atb_view owners = ATB_TEMPORARY(s, ACL_INT32, count);
    atb_view blocks = ATB_TEMPORARY(s, atb_in(s, BLOCKS)->type, count);
    ATB_CALL(Arange, {.handle = single_scalar_integer(s, 0)},
             {.handle = single_scalar_integer(s, count)}, {.handle = single_scalar_integer(s, 1)},
             ATB_TENSOR(numbers));
    ATB_CALL(SearchSorted, ATB_TENSOR(atb_in(s, SUMS)), ATB_TENSOR(numbers), ATB_INTEGER(true),
             ATB_INTEGER(true), ATB_NONE, ATB_TENSOR(owners));
    ATB_CALL(GatherV2, ATB_TENSOR(atb_in(s, BLOCKS)), ATB_INTEGER(0), ATB_TENSOR(owners),
             ATB_TENSOR(blocks));
    for (int i = KEYS; i <= VALUES; i++) {
        atb_view cache = atb_in(s, i);
        atb_view rows = ATB_TEMPORARY(s, cache->type, count, cache->dims[1], cache->dims[2],
                                      cache->dims[3]);
        ATB_CALL(GatherV2, ATB_TENSOR(cache), ATB_INTEGER(0), ATB_TENSOR(blocks), ATB_TENSOR(rows));
        ATB_CALL(InplaceIndexCopy, ATB_TENSOR(cache), ATB_INTEGER(0), ATB_TENSOR(atb_in(s, PLACES)),
                 ATB_TENSOR(rows));
    }
}

const struct atb_kind atb_kind_block_copy = {ATB_KIND(BlockCopy, atb_block_copy_param),
                                             .check = check_nothing,
                                             .input_count = five,
                                             .output_count = none,
                                             .infer = infer_copy,
                                             .plan = plan_copy};
