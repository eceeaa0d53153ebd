/* SPDX-License-Identifier: Apache-2.0 */
/* Weights of 4 bits, two in a byte: a call whose first phase does all. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "aclnnop/aclnn_convert_weight_to_int4_pack.h"
#include "base/data_type.h"
#include "base/report.h"
#include "base/soc_current.h"
#include "impl/acl/acl_rt.h"
#include "impl/aclnnop/aclnn_convert_weight_to_int4_pack.h"
#include "ops/quant/quant.h"
#include "tensor/object.h"
#include "tensor/tensor.h"

#define SIDE 16                 /* rows of a block */
#define WIDE_BLOCK 64           /* numbers of its rows before Ascend950 */
#define FLOAT4_BITS 0xFFC00000u /* of a float32: what a float4_e2m1 has */

/* ---- Checks ---------------------------------------------------------------------------------- */

static aclnnStatus check_tensor(const struct tensor *t, const char *name)
{
    return view_is_dense(t)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "%s is not contiguous; elements one behind the other are required", name);
}

static bool is_small(aclDataType type)
{
    return type == ACL_INT4 || type == ACL_FLOAT4_E2M1;
}

static aclnnStatus check_types(const struct tensor *weight, const struct tensor *packed)
{
    bool is_whole = weight->type == ACL_INT32;
    bool fits = is_whole ? packed->type == ACL_INT32 || packed->type == ACL_INT4
                         : weight->type == ACL_FLOAT &&
                               (packed->type == ACL_FLOAT || packed->type == ACL_FLOAT4_E2M1);
    return fits ? ACLNN_SUCCESS
                : report(ACLNN_ERR_PARAM_INVALID,
                         "the data types of weight and weightInt4Pack are %s and %s; int32 with "
                         "int4 or int32, or float32 with float4_e2m1 or float32, are required",
                         data_type_name(weight->type), data_type_name(packed->type));
}

static aclnnStatus check_formats(const struct tensor *weight, const struct tensor *packed)
{
    bool is_plain = weight->format == ACL_FORMAT_ND;
    bool fits = packed->format == ACL_FORMAT_ND || packed->format == ACL_FORMAT_FRACTAL_NZ;
    return is_plain && fits
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "the format of %s is %d; %s is required",
                        is_plain ? "weightInt4Pack" : "weight",
                        (int)(is_plain ? packed : weight)->format,
                        is_plain ? "ACL_FORMAT_ND or ACL_FORMAT_FRACTAL_NZ" : "ACL_FORMAT_ND");
}

static aclnnStatus check_dims(const struct tensor *weight, const struct tensor *packed)
{
    char shapes[2][160];
    int per_element = is_small(packed->type) ? 1 : QUANT_IN_A_WORD;
    int multiple = is_small(packed->type) ? 2 : QUANT_IN_A_WORD;
    const int64_t *k = weight->dims + weight->rank - 2;
    const int64_t *to = packed->dims + packed->rank - 2;
    bool has_dims = weight->rank >= 2 && weight->rank <= 3 && packed->rank >= 2 &&
                    packed->rank <= 3;
    bool fits = has_dims && weight->rank == packed->rank && k[0] == to[0] && k[1] % multiple == 0 &&
                k[1] / per_element == to[1] &&
                (weight->rank == 2 || weight->dims[0] == packed->dims[0]);
    return fits ? ACLNN_SUCCESS
                : report(ACLNN_ERR_PARAM_INVALID,
                         "weight has the shape %s and weightInt4Pack %s; 2 or 3 dimensions, a "
                         "multiple of %d as last one of weight, and of weightInt4Pack the same "
                         "shape%s are required",
                         dims_describe(weight->dims, weight->rank, shapes[0], sizeof shapes[0]),
                         dims_describe(packed->dims, packed->rank, shapes[1], sizeof shapes[1]),
                         multiple, per_element == 1 ? "" : " with an eighth of that");
}

/* The numbers in a row of a block. */
static int64_t block_width(const struct tensor *packed)
{
    bool is_950 = soc_current()->architecture == ARCHITECTURE_3510;
    int64_t last = packed->storage_dims[packed->storage_rank - 1];
    if (!is_950)
        return WIDE_BLOCK;
    return is_small(packed->type) && last == 2 * SIDE ? 2 * SIDE : SIDE;
}

/* CANN does not look at the storage of float4. */
static aclnnStatus check_storage(const struct tensor *packed)
{
    char shapes[2][160];
    const int64_t *to = packed->dims + packed->rank - 2;
    const int64_t *storage = packed->storage_dims + packed->storage_rank - 4;
    bool is_read = packed->type == ACL_INT4 || packed->type == ACL_INT32;
    if (packed->format != ACL_FORMAT_FRACTAL_NZ || !is_read)
        return ACLNN_SUCCESS;
    int64_t width = block_width(packed) / (is_small(packed->type) ? 1 : QUANT_IN_A_WORD);
    const int64_t wanted[] = {(to[1] + width - 1) / width, (to[0] + SIDE - 1) / SIDE, SIDE, width};
    bool has_dims = packed->storage_rank == 4 || packed->storage_rank == 5;
    return has_dims && memcmp(storage, wanted, sizeof wanted) == 0 && to[1] > 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the storage of weightInt4Pack has the shape %s; %s is required for "
                        "ACL_FORMAT_FRACTAL_NZ, with elements",
                        dims_describe(packed->storage_dims, packed->storage_rank, shapes[0],
                                      sizeof shapes[0]),
                        dims_describe(wanted, 4, shapes[1], sizeof shapes[1]));
}

static aclnnStatus check(const struct tensor *weight, const struct tensor *packed)
{
    aclnnStatus status = check_tensor(weight, "weight");
    if (status == ACLNN_SUCCESS)
        status = check_tensor(packed, "weightInt4Pack");
    if (status == ACLNN_SUCCESS)
        status = check_types(weight, packed);
    if (status == ACLNN_SUCCESS)
        status = check_formats(weight, packed);
    if (status == ACLNN_SUCCESS)
        status = check_dims(weight, packed);
    return status == ACLNN_SUCCESS ? check_storage(packed) : status;
}

/* ---- Work ------------------------------------------------------------------------------------ */

/* The code of a float4_e2m1 that a float32 holds; 0 where it holds none. */
static unsigned float4_code(uint32_t bits)
{
    static const uint32_t magnitudes[] = {0x00000000, 0x3F000000, 0x3F800000, 0x3FC00000,
                                          0x40000000, 0x40400000, 0x40800000, 0x40C00000};
    for (unsigned i = 0; i < 8; i++)
        if ((bits & FLOAT4_BITS & INT32_MAX) == magnitudes[i])
            return i | bits >> 31 << 3;
    return 0;
}

static unsigned code_of(uint32_t bits, bool is_float)
{
    return is_float ? float4_code(bits) : bits & 15;
}

/* Weights and where they go, in bytes of two. */
struct packing {
    const uint32_t *words;
    uint8_t *bytes;
    bool is_float;
    int64_t batches;
    int64_t rows;
    int64_t pairs; /* in a row */
    int64_t width; /* bytes in a row of a block; 0: rows lie one behind the other */
    int64_t size;  /* bytes of a batch */
};

/* Where a pair lies in its batch. */
static int64_t place_of(const struct packing *p, int64_t row, int64_t pair)
{
    if (p->width == 0)
        return row * p->pairs + pair;
    int64_t down = (p->rows + SIDE - 1) / SIDE * SIDE;
    return (pair / p->width * down + row) * p->width + pair % p->width;
}

static void pack(const struct packing *p)
{
    const uint32_t *from = p->words;
    for (int64_t batch = 0; batch < p->batches; batch++)
        for (int64_t row = 0; row < p->rows; row++)
            for (int64_t pair = 0; pair < p->pairs; pair++, from += 2)
                p->bytes[batch * p->size + place_of(p, row, pair)] =
                    (uint8_t)(code_of(from[0], p->is_float) | code_of(from[1], p->is_float) << 4);
}

static struct packing packing_of(const struct tensor *weight, const struct tensor *packed)
{
    const int64_t *dims = weight->dims + weight->rank - 2;
    struct packing p = {
        .is_float = weight->type == ACL_FLOAT,
        .batches = weight->rank == 3 ? weight->dims[0] : 1,
        .rows = dims[0],
        .pairs = dims[1] / 2,
        .width = packed->format == ACL_FORMAT_FRACTAL_NZ ? block_width(packed) / 2 : 0,
    };
    p.size = p.rows * p.pairs;
    if (p.width != 0)
        p.size = (p.rows + SIDE - 1) / SIDE * SIDE * ((p.pairs + p.width - 1) / p.width * p.width);
    return p;
}

/* The first byte of a tensor's elements. */
static uint8_t *first_byte(const struct tensor *t)
{
    uint8_t *base = tensor_address(t);
    int64_t bits = data_type_bits(t->type);
    return base == NULL ? NULL : base + t->offset * bits / 8;
}

/* Weights to the host, and packed back to the device. */
static aclnnStatus carry_out(const struct tensor *weight, const struct tensor *packed,
                             struct packing *p, uint32_t *words)
{
    size_t read = (size_t)(p->batches * p->rows * p->pairs) * 2 * sizeof *words;
    size_t written = (size_t)(p->batches * p->size);
    if (aclrtMemcpyImpl(words, read, first_byte(weight), read, ACL_MEMCPY_DEVICE_TO_HOST) != 0)
        return ACLNN_ERR_RUNTIME_ERROR;
    p->words = words;
    pack(p);
    return aclrtMemcpyImpl(first_byte(packed), written, p->bytes, written,
                           ACL_MEMCPY_HOST_TO_DEVICE) != 0
               ? ACLNN_ERR_RUNTIME_ERROR
               : ACLNN_SUCCESS;
}

static aclnnStatus convert(const struct tensor *weight, const struct tensor *packed)
{
    struct packing p = packing_of(weight, packed);
    size_t count = (size_t)(p.batches * p.rows * p.pairs) * 2;
    uint32_t *words = malloc(count > 0 ? count * sizeof *words : 1);
    p.bytes = calloc((size_t)(p.batches * p.size) + 1, 1);
    aclnnStatus status = words != NULL && p.bytes != NULL
                             ? carry_out(weight, packed, &p, words)
                             : report(ACLNN_ERR_INNER_NULLPTR,
                                      "host memory is too short for %zu weights", count);
    free(words);
    free(p.bytes);
    return status;
}

/* ---- Phases ---------------------------------------------------------------------------------- */

aclnnStatus aclnnConvertWeightToINT4PackGetWorkspaceSizeImpl(const aclTensor *weight,
                                                             aclTensor *weightInt4Pack,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor)
{
    (void)workspaceSize;
    (void)executor;
    if (weight == NULL || weightInt4Pack == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; a valid pointer is required",
                      weight == NULL ? "weight" : "weightInt4Pack");
    const struct tensor *from = tensor_acquire(weight);
    if (from == NULL)
        return object_refuse(weight, HANDLE_TENSOR, "weight");
    const struct tensor *to = tensor_acquire(weightInt4Pack);
    aclnnStatus status = to == NULL ? object_refuse(weightInt4Pack, HANDLE_TENSOR, "weightInt4Pack")
                                    : check(from, to);
    if (status == ACLNN_SUCCESS)
        status = convert(from, to);
    if (to != NULL)
        tensor_release(weightInt4Pack);
    tensor_release(weight);
    return status;
}

aclnnStatus aclnnConvertWeightToINT4PackImpl(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream)
{
    (void)workspace;
    (void)workspaceSize;
    (void)executor;
    (void)stream;
    return ACLNN_SUCCESS;
}
