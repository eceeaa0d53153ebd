/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Formats: what a tensor takes in another one, and NpuFormatCast. Elements stay in the order of
 * their dimensions in every format, in storage of the device's size: what writes a format and what
 * reads it agree, and strides go on to describe the tensor.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "aclnnop/aclnn_npu_format_cast_size.h"
#include "base/data_type.h"
#include "base/report.h"
#include "base/soc_current.h"
#include "impl/aclnnop/aclnn_npu_format_cast_size.h"
#include "ops/common/fractals.h"
#include "tensor/new_array.h"
#include "tensor/tensor.h"

#define NARROW_ROW 64 /* elements of a block's row, where an element has 4 bits */
#define MOST_DIMS 6   /* the most dimensions of a tensor that is laid out in blocks */

/* ---- The size in storage --------------------------------------------------------------------- */

struct found {
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank;
    int format;
};

static aclnnStatus refuse_shape(const struct tensor *t, const char *required)
{
    char shape[160];
    return report(ACLNN_ERR_PARAM_INVALID, "srcTensor is %s in the shape %s; %s",
                  data_type_name(t->type), dims_describe(t->dims, t->rank, shape, sizeof shape),
                  required);
}

static bool has_elements(const struct tensor *t)
{
    for (int32_t i = 0; i < t->rank; i++)
        if (t->dims[i] == 0)
            return false;
    return true;
}

/* Products before Ascend950 leave tensors without elements to another call. */
static aclnnStatus check_elements(const struct tensor *t)
{
    if (soc_current()->architecture == ARCHITECTURE_3510 || has_elements(t))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_RUNTIME_ERROR,
                  "srcTensor has no elements; on %s one at least is required", soc_current()->name);
}

static bool goes_with(aclDataType type, aclDataType additional)
{
    bool is_half = additional == ACL_FLOAT16 || additional == ACL_BF16;
    switch (type) {
    case ACL_INT32: return is_half || additional == ACL_INT8;
    case ACL_FLOAT:
        return is_half || additional == ACL_FLOAT8_E4M3FN || additional == ACL_HIFLOAT8 ||
               additional == ACL_UINT8;
    default: return true;
    }
}

static bool is_float_product(aclDataType type)
{
    return type == ACL_FLOAT || type == ACL_FLOAT16 || type == ACL_BF16;
}

/* What Ascend950 requires of a tensor that is converted to a layout of blocks. */
static aclnnStatus check_on_950(const struct tensor *t, aclDataType additional)
{
    if (t->type == ACL_UINT32 || !has_elements(t))
        return refuse_shape(t, "elements of another type than uint32 are required");
    if (additional != t->type) {
        if (!goes_with(t->type, additional) || t->rank < 2 || t->rank > 3)
            return refuse_shape(t, "2 or 3 dimensions, and an additionalDtype that goes with the "
                                   "data type, are required");
        return ACLNN_SUCCESS;
    }
    bool is_known = is_float_product(t->type) ? t->rank < 2 || t->dims[t->rank - 2] != 1
                                              : t->type != ACL_INT32;
    return is_known ? ACLNN_SUCCESS
                    : refuse_shape(t, "more than one row, and no int32, are required where "
                                      "additionalDtype is the data type");
}

static aclnnStatus to_blocks(const struct tensor *t, aclDataType additional, int64_t row,
                             struct found *found)
{
    bool is_950 = soc_current()->architecture == ARCHITECTURE_3510;
    aclnnStatus status = is_950 ? check_on_950(t, additional) : check_elements(t);
    if (status != ACLNN_SUCCESS)
        return status;
    if (t->rank < 2 || t->rank > MOST_DIMS)
        return refuse_shape(t, "2 to 6 dimensions are required");
    found->format = ACL_FORMAT_FRACTAL_NZ;
    if (is_950 && additional != t->type) {
        bool is_byte = additional == ACL_FLOAT8_E4M3FN || additional == ACL_INT8;
        row = is_byte ? FRACTAL_BYTES : FRACTAL_ROWS;
        found->format = is_byte ? ACL_FORMAT_FRACTAL_NZ_C0_32 : ACL_FORMAT_FRACTAL_NZ_C0_16;
    }
    const struct fractals blocks = {.down = fractals_parts(t->dims[t->rank - 2], FRACTAL_ROWS),
                                    .across = fractals_parts(t->dims[t->rank - 1], row),
                                    .width = row};
    found->rank = fractals_storage(t, &blocks, found->dims);
    return ACLNN_SUCCESS;
}

static aclnnStatus from_blocks(const struct tensor *t, struct found *found)
{
    if (soc_current()->architecture != ARCHITECTURE_3510 && t->format != ACL_FORMAT_FRACTAL_NZ)
        return report(ACLNN_ERR_PARAM_INVALID, "the format of srcTensor is %s; %s is required",
                      format_name(t->format), format_name(ACL_FORMAT_FRACTAL_NZ));
    aclnnStatus status = check_elements(t);
    if (status != ACLNN_SUCCESS)
        return status;
    if (t->storage_rank < 2 + FRACTAL_DIMS || t->storage_rank > MOST_DIMS + FRACTAL_DIMS)
        return refuse_shape(t, "4 to 8 dimensions in storage are required");
    found->format = ACL_FORMAT_ND;
    found->rank = t->rank;
    memcpy(found->dims, t->dims, (size_t)t->rank * sizeof *t->dims);
    return ACLNN_SUCCESS;
}

/* Formats of images, and the device's layouts for them. */
static const struct image_format {
    aclFormat format;
    aclFormat layout;
    const char *letters; /* a letter for each dimension */
    bool is_fractal;     /* the layout has blocks of channels by blocks of N */
} image_formats[] = {
    {ACL_FORMAT_NCDHW, ACL_FORMAT_NDC1HWC0, "NCDHW", false},
    {ACL_FORMAT_NDHWC, ACL_FORMAT_NDC1HWC0, "NDHWC", false},
    {ACL_FORMAT_NCDHW, ACL_FRACTAL_Z_3D, "NCDHW", true},
    {ACL_FORMAT_NCHW, ACL_FORMAT_NC1HWC0, "NCHW", false},
    {ACL_FORMAT_NHWC, ACL_FORMAT_NC1HWC0, "NHWC", false},
    {ACL_FORMAT_NCHW, ACL_FORMAT_FRACTAL_Z, "NCHW", true},
    {ACL_FORMAT_HWCN, ACL_FORMAT_FRACTAL_Z, "HWCN", true},
};

static int64_t size_of(const struct tensor *t, const char *letters, char letter)
{
    const char *at = strchr(letters, letter);
    return at == NULL ? 1 : t->dims[at - letters];
}

static void put(struct found *found, int64_t size)
{
    found->dims[found->rank++] = size;
}

static aclnnStatus to_layout(const struct tensor *t, const struct image_format *image, int64_t row,
                             struct found *found)
{
    const char *letters = image->letters;
    bool has_depth = strchr(letters, 'D') != NULL;
    int64_t blocks = fractals_parts(size_of(t, letters, 'C'), row);
    found->rank = 0;
    found->format = image->layout;
    if (image->is_fractal) {
        int64_t places = size_of(t, letters, 'D') * size_of(t, letters, 'H') *
                         size_of(t, letters, 'W');
        put(found, places * blocks);
        put(found, fractals_parts(size_of(t, letters, 'N'), FRACTAL_ROWS));
        put(found, FRACTAL_ROWS);
    } else {
        put(found, size_of(t, letters, 'N'));
        if (has_depth)
            put(found, size_of(t, letters, 'D'));
        put(found, blocks);
        put(found, size_of(t, letters, 'H'));
        put(found, size_of(t, letters, 'W'));
    }
    put(found, row);
    return ACLNN_SUCCESS;
}

static aclnnStatus from_layout(const struct tensor *t, const struct image_format *image,
                               struct found *found)
{
    found->format = image->format;
    found->rank = t->rank;
    memcpy(found->dims, t->dims, (size_t)t->rank * sizeof *t->dims);
    if (image->format == ACL_FORMAT_NHWC) { /* the dims that CANN answers for NHWC are [N, C, H,
                                             * W] */
        found->dims[1] = t->dims[3];
        found->dims[2] = t->dims[1];
        found->dims[3] = t->dims[2];
    }
    return ACLNN_SUCCESS;
}

static aclnnStatus find_image(const struct tensor *t, int format, int64_t row, struct found *found)
{
    for (size_t i = 0; i < sizeof image_formats / sizeof *image_formats; i++) {
        const struct image_format *image = &image_formats[i];
        bool is_to = t->format == image->format && format == (int)image->layout;
        bool is_from = t->format == image->layout && format == (int)image->format;
        if (!is_to && !is_from)
            continue;
        aclnnStatus status = check_elements(t);
        if (status != ACLNN_SUCCESS)
            return status;
        if (t->rank != (int32_t)strlen(image->letters))
            return report(is_to ? ACLNN_ERR_PARAM_INVALID : ACLNN_ERR_RUNTIME_ERROR,
                          "srcTensor has %d dimensions; %s has %zu", t->rank,
                          format_name(image->format), strlen(image->letters));
        return is_to ? to_layout(t, image, row, found) : from_layout(t, image, found);
    }
    return report(
        ACLNN_ERR_RUNTIME_ERROR,
        "the format of srcTensor is %s, and dstFormat is %d; there is no cast between the two",
        format_name(t->format), format);
}

static bool is_image(aclFormat format)
{
    return format == ACL_FORMAT_NCHW || format == ACL_FORMAT_NCDHW;
}

static aclnnStatus find(const struct tensor *t, int format, int additional, struct found *found)
{
    static const aclDataType types[] = {
        ACL_INT8,   ACL_UINT8,         ACL_FLOAT,       ACL_FLOAT16,  ACL_BF16,       ACL_INT32,
        ACL_UINT32, ACL_FLOAT8_E4M3FN, ACL_FLOAT4_E2M1, ACL_HIFLOAT8, ACL_FLOAT4_E1M2};
    bool is_known = false;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        is_known |= t->type == types[i];
    if (!is_known)
        return refuse_shape(t, "another data type is required");
    aclDataType of_row = additional == -1 ? t->type : (aclDataType)additional;
    int64_t bits = data_type_bits(of_row);
    bool is_narrow = bits == 4 && of_row == t->type &&
                     soc_current()->architecture == ARCHITECTURE_3510;
    if ((bits < 8 && !is_narrow) || bits > 64)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "additionalDtype is %s; a type of whole bytes, or -1, is required",
                      data_type_name(of_row));
    int64_t row = is_narrow ? NARROW_ROW : FRACTAL_BYTES * 8 / bits;
    bool is_plain = t->format == ACL_FORMAT_ND || t->format == ACL_FORMAT_NCL;
    if (format == ACL_FORMAT_FRACTAL_NZ && (is_plain || (of_row == t->type && is_image(t->format))))
        return to_blocks(t, of_row, row, found);
    if (format == ACL_FORMAT_ND && format_is_fractal(t->format))
        return from_blocks(t, found);
    return find_image(t, format, row, found);
}

aclnnStatus aclnnNpuFormatCastCalculateSizeAndFormatImpl(const aclTensor *srcTensor,
                                                         const int dstFormat,
                                                         const int additionalDtype,
                                                         int64_t **dstShape, uint64_t *dstShapeSize,
                                                         int *actualFormat)
{
    struct found found = {.rank = 0};
    if (dstShape == NULL || dstShapeSize == NULL || actualFormat == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; a valid pointer is required",
                      dstShape == NULL       ? "dstShape"
                      : dstShapeSize == NULL ? "dstShapeSize"
                                             : "actualFormat");
    if (soc_current()->architecture == ARCHITECTURE_1001)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s does not have the call; Ascend910B and later have it",
                      soc_current()->name);
    const struct tensor *tensor = srcTensor == NULL ? NULL : tensor_acquire(srcTensor);
    if (tensor == NULL)
        return report(ACLNN_ERR_PARAM_INVALID, "srcTensor is no live aclTensor");
    aclnnStatus status = find(tensor, dstFormat, additionalDtype, &found);
    tensor_release(srcTensor);
    if (status != ACLNN_SUCCESS)
        return status;
    int64_t *shape = new_array_copy(found.dims, (uint64_t)found.rank);
    if (shape == NULL)
        return report(ACLNN_ERR_INNER_NULLPTR,
                      "no host memory for the %" PRId32 " values of dstShape", found.rank);
    *dstShape = shape;
    *dstShapeSize = (uint64_t)found.rank;
    *actualFormat = found.format;
    return ACLNN_SUCCESS;
}
