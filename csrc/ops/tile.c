/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnExtTilize and aclnnExtUntilize: matrices as tiles and back. */
#include <inttypes.h>
#include <string.h>

#include "base/data_type.h"
#include "base/number.h"
#include "base/report.h"
#include "executor/executor.h"
#include "impl.h"
#include "kernels.h"
#include "ops/common/check.h"
#include "ops/index/indices.h"
#include "ops/common/non_temporal.h"
#include "ops/tensor_checks.h"
#include "runtime/cores/ai_cores.h"
#include "tensor/layout.h"
#include "vector/memory.h"
#include "declared/common.h"

#define TILING(field) TILES_TILING_##field
#define MAX_RANK TILES_MAXIMUM_RANK

/* A block must be worth waking a thread for. */
#define BYTES_A_BLOCK (256 << 10)
#define MAX_BLOCKS 64

/* Both operators have these two tensors; which of them is the matrix differs. */
enum { SELF, TYPE, OUT };

/* One call, with its tensors by their parts. */
struct conversion {
    const struct tensor *matrix;
    const struct tensor *tiles;
    const char *matrix_name;
    const char *tiles_name;
    int32_t type;
};

struct plan {
    int kernel;
    int64_t blocks; /* 0: nothing to do */
    int64_t tiling[TILES_TILING_SIZE];
};

/* ---- Types ----------------------------------------------------------------------------------- */

struct tile_type {
    const char *name;
    const char *elements; /* data types of a matrix */
    uint64_t bytes;       /* of a tile */
};

/* By their numbers. */
static const struct tile_type types[] = {
    [ACLNN_EXT_TILE_BFLOAT16] = {"BFLOAT16", "[DT_FLOAT, DT_BF16]", 2048},
    [ACLNN_EXT_TILE_FLOAT32] = {"FLOAT32", "[DT_FLOAT, DT_BF16]", 4096},
    [ACLNN_EXT_TILE_UINT32] = {"UINT32", "[DT_UINT32]", 4096},
    [ACLNN_EXT_TILE_BFLOAT8_B] = {"BFLOAT8_B", "[DT_FLOAT, DT_BF16]", 1088},
    [ACLNN_EXT_TILE_BFLOAT4_B] = {"BFLOAT4_B", "[DT_FLOAT, DT_BF16]", 576},
    [ACLNN_EXT_TILE_UINT8] = {"UINT8", "[DT_UINT8]", 1024},
    [ACLNN_EXT_TILE_UINT16] = {"UINT16", "[DT_UINT16]", 2048},
    [ACLNN_EXT_TILE_INT32] = {"INT32", "[DT_INT32]", 4096},
};
#define TYPE_COUNT ((int32_t)(sizeof types / sizeof types[0]))

/* The kernels for tiles of a type and a matrix of a data type. */
struct kernels {
    int32_t type;
    aclDataType element;
    int tilize;
    int untilize;
};

static const struct kernels *find_kernels(int32_t type, aclDataType element)
{
    static const struct kernels all[] = {
#define KERNELS(type, element, NAME) \
    {ACLNN_EXT_TILE_##type, element, KERNEL_TILES_TILIZE_##NAME, KERNEL_TILES_UNTILIZE_##NAME}
        KERNELS(BFLOAT16, ACL_FLOAT, FLOAT32_BFLOAT16),
        KERNELS(BFLOAT16, ACL_BF16, BITS16_BITS16),
        KERNELS(FLOAT32, ACL_FLOAT, BITS32_BITS32),
        KERNELS(FLOAT32, ACL_BF16, BFLOAT16_FLOAT32),
        KERNELS(UINT32, ACL_UINT32, BITS32_BITS32),
        KERNELS(BFLOAT8_B, ACL_FLOAT, FLOAT32_BFLOAT8_B),
        KERNELS(BFLOAT8_B, ACL_BF16, BFLOAT16_BFLOAT8_B),
        KERNELS(BFLOAT4_B, ACL_FLOAT, FLOAT32_BFLOAT4_B),
        KERNELS(BFLOAT4_B, ACL_BF16, BFLOAT16_BFLOAT4_B),
        KERNELS(UINT8, ACL_UINT8, BITS8_BITS8),
        KERNELS(UINT16, ACL_UINT16, BITS16_BITS16),
        KERNELS(INT32, ACL_INT32, BITS32_BITS32),
#undef KERNELS
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].type == type && all[i].element == element)
            return &all[i];
    return NULL;
}

static aclnnStatus check_type(int32_t type)
{
    if (type >= 0 && type < TYPE_COUNT)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "type is %" PRId32 "; the numbers of aclnnExtTileType are BFLOAT16 0, FLOAT32 1, "
                  "UINT32 2, BFLOAT8_B 3, BFLOAT4_B 4, UINT8 5, UINT16 6 and INT32 7",
                  type);
}

/* ---- Sizes ----------------------------------------------------------------------------------- */

static uint64_t tiles_of(int64_t length)
{
    return (uint64_t)length / TILES_SIDE + ((uint64_t)length % TILES_SIDE != 0);
}

/* False when the result does not fit into 63 bits. No dimension is negative. */
static bool count_bytes(const int64_t *dims, int rank, int32_t type, uint64_t *bytes)
{
    uint64_t result = types[type].bytes;
    bool fits = true;
    for (int i = 0; i < rank; i++) {
        uint64_t factor = i < rank - 2 ? (uint64_t)dims[i] : tiles_of(dims[i]);
        if (dims[i] == 0) {
            *bytes = 0;
            return true;
        }
        fits = fits && !__builtin_mul_overflow(result, factor, &result);
    }
    *bytes = result;
    return fits && result <= INT64_MAX;
}

static aclnnStatus check_given_dims(const int64_t *dims, uint64_t count)
{
    if (dims == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR, "dims is NULL; the dimensions are required");
    if (count < 1 || count > MAX_RANK)
        return report(ACLNN_ERR_PARAM_INVALID, "dimsNum is %" PRIu64 "; 1 to %d are supported",
                      count, MAX_RANK);
    for (uint64_t i = 0; i < count; i++)
        if (dims[i] < 0)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "dims[%" PRIu64 "] is %" PRId64 "; dimensions are 0 or more", i, dims[i]);
    return ACLNN_SUCCESS;
}

aclnnStatus aclnnExtTileByteCountImpl(const int64_t *dims, uint64_t dimsNum, int32_t type,
                                      uint64_t *bytes)
{
    char shape[160];
    uint64_t count = 0;
    if (bytes == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR, "bytes is NULL; a place for the result is required");
    aclnnStatus status = check_given_dims(dims, dimsNum);
    if (status == ACLNN_SUCCESS)
        status = check_type(type);
    if (status != ACLNN_SUCCESS)
        return status;
    if (!count_bytes(dims, (int)dimsNum, type, &count))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "dims are %s; the bytes of their tiles do not fit into 63 bits",
                      dims_describe(dims, (int32_t)dimsNum, shape, sizeof shape));
    *bytes = count;
    return ACLNN_SUCCESS;
}

/* ---- Check ----------------------------------------------------------------------------------- */

static aclnnStatus check_data_types(const struct conversion *call)
{
    aclnnStatus status = check_type(call->type);
    if (status != ACLNN_SUCCESS)
        return status;
    if (find_kernels(call->type, call->matrix->type) == NULL)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the data type of %s is %s; tiles of type %s are made of and read into %s",
                      call->matrix_name, data_type_name(call->matrix->type), types[call->type].name,
                      types[call->type].elements);
    if (call->tiles->type != ACL_UINT8)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the data type of %s is %s; the bytes of tiles are DT_UINT8",
                      call->tiles_name, data_type_name(call->tiles->type));
    return ACLNN_SUCCESS;
}

static aclnnStatus check_tile_operands(const struct conversion *call, uint64_t *bytes)
{
    const struct tensor *matrix = call->matrix;
    char shape[160];
    int64_t count = 0;
    int64_t first = 0;
    int64_t past = 0;
    aclnnStatus status = tensor_check_rank(matrix, argument_named(call->matrix_name), 1, MAX_RANK);
    if (status != ACLNN_SUCCESS)
        return status;
    if (!tensor_element_count(matrix, &count) || !tensor_extent(matrix, &first, &past) ||
        !count_bytes(matrix->dims, matrix->rank, call->type, bytes))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the shape of %s is %s: a dimension is negative, or the bytes of the view or "
                      "of its tiles do not fit into 63 bits",
                      call->matrix_name,
                      dims_describe(matrix->dims, matrix->rank, shape, sizeof shape));
    return ACLNN_SUCCESS;
}

static aclnnStatus check_tiles(const struct conversion *call, uint64_t bytes)
{
    const struct tensor *tiles = call->tiles;
    char shape[160];
    char matrix[160];
    int64_t first = 0;
    int64_t past = 0;
    if (tiles->rank != 1 || tiles->dims[0] < 0 || (uint64_t)tiles->dims[0] != bytes)
        return report(
            ACLNN_ERR_PARAM_INVALID,
            "the shape of %s is %s; the tiles of %s %s in type %s are [%" PRIu64 "] bytes",
            call->tiles_name, dims_describe(tiles->dims, tiles->rank, shape, sizeof shape),
            call->matrix_name,
            dims_describe(call->matrix->dims, call->matrix->rank, matrix, sizeof matrix),
            types[call->type].name, bytes);
    if (bytes > 0 && tiles->strides[0] != 1)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the stride of %s is %" PRId64 "; the bytes of tiles lie side by side",
                      call->tiles_name, tiles->strides[0]);
    if (!tensor_extent(tiles, &first, &past))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the offset of %s is %" PRId64
                      ": what the view covers ends beyond 2^63 bytes",
                      call->tiles_name, tiles->offset);
    return ACLNN_SUCCESS;
}

static aclnnStatus check(const struct conversion *call)
{
    uint64_t bytes = 0;
    aclnnStatus status = check_data_types(call);
    if (status == ACLNN_SUCCESS)
        status = check_tile_operands(call, &bytes);
    if (status == ACLNN_SUCCESS)
        status = check_tiles(call, bytes);
    if (status == ACLNN_SUCCESS)
        status = tensor_check_format(call->matrix, argument_named(call->matrix_name));
    if (status == ACLNN_SUCCESS)
        status = tensor_check_format(call->tiles, argument_named(call->tiles_name));
    return status;
}

/* ---- The work -------------------------------------------------------------------------------- */

/* A distance in bytes; of a dimension that is never stepped over it does not matter. */
static int64_t byte_stride(int64_t dim, int64_t stride, int64_t bytes)
{
    return dim > 1 ? stride * bytes : 0;
}

static void make_plan(const struct conversion *call, int kernel, struct plan *plan)
{
    const struct tensor *matrix = call->matrix;
    int64_t bytes = data_type_bits(matrix->type) / 8;
    int64_t *t = plan->tiling;
    int outer = matrix->rank < 2 ? 0 : matrix->rank - 2;
    int last = matrix->rank - 1;
    memset(plan, 0, sizeof *plan);
    plan->kernel = kernel;
    if (call->tiles->dims[0] == 0)
        return;
    t[TILING(MATRICES)] = 1;
    for (int i = 0; i < outer; i++)
        t[TILING(MATRICES)] *= matrix->dims[i];
    t[TILING(ROWS)] = matrix->rank > 1 ? matrix->dims[last - 1] : 1;
    t[TILING(COLUMNS)] = matrix->dims[last];
    if (matrix->rank > 1)
        t[TILING(ROW_STRIDE)] = byte_stride(matrix->dims[last - 1], matrix->strides[last - 1],
                                            bytes);
    t[TILING(COLUMN_STRIDE)] = byte_stride(matrix->dims[last], matrix->strides[last], bytes);
    t[TILING(RANK)] = collapse_dims(matrix->dims, matrix->strides, outer, &t[TILING(DIMS)],
                                    &t[TILING(STRIDES)]);
    for (int64_t i = 0; i < t[TILING(RANK)]; i++)
        t[TILING(STRIDES) + i] *= bytes;

    int64_t count = 0;
    tensor_element_count(matrix, &count);
    t[TILING(STREAM)] = count > STREAMED_BYTES / bytes;
    int64_t worth = call->tiles->dims[0] / BYTES_A_BLOCK;
    plan->blocks = clamp(worth, 1, MAX_BLOCKS);
}

static void run(const struct launch *launch, const char *matrix, const char *tiles)
{
    struct plan plan;
    memcpy(&plan, launch_call(launch)->plan, sizeof plan);
    const int64_t arguments[TILES_ARGUMENT_COUNT] = {
        [TILES_ARGUMENT_MATRIX] = (int64_t)(intptr_t)matrix,
        [TILES_ARGUMENT_TILES] = (int64_t)(intptr_t)tiles,
    };
    if (plan.blocks > 0)
        ai_cores_run(plan.kernel, plan.blocks, plan.tiling, arguments);
}

static void run_tilize(struct launch *launch, struct task_failure *failure)
{
    (void)failure;
    run(launch, launch_tensor(launch, SELF), launch_tensor(launch, OUT));
}

static void run_untilize(struct launch *launch, struct task_failure *failure)
{
    (void)failure;
    run(launch, launch_tensor(launch, OUT), launch_tensor(launch, SELF));
}

/* Of the two tensors the tiles are those that tilize writes and untilize reads. */
static aclnnStatus check_call(struct call *call, bool makes_tiles)
{
    struct plan plan;
    int matrix = makes_tiles ? SELF : OUT;
    int tiles = makes_tiles ? OUT : SELF;
    const struct parameter *parameters = call->operator->parameters;
    aclnnStatus status = check_given(call, SELF);
    if (status == ACLNN_SUCCESS)
        status = check_given(call, OUT);
    if (status != ACLNN_SUCCESS)
        return status;
    const struct conversion conversion = {call_tensor(call, matrix), call_tensor(call, tiles),
                                          parameters[matrix].name, parameters[tiles].name,
                                          (int32_t)call->arguments[TYPE].integer};
    status = check(&conversion);
    if (status == ACLNN_SUCCESS && tensor_overlaps_itself(call_tensor(call, OUT)))
        status = report(ACLNN_ERR_PARAM_INVALID,
                        "the strides of out let elements share memory; each needs its own");
    if (status != ACLNN_SUCCESS)
        return status;
    const struct kernels *kernels = find_kernels(conversion.type, conversion.matrix->type);
    make_plan(&conversion, makes_tiles ? kernels->tilize : kernels->untilize, &plan);
    return call_keep_plan(call, &plan, sizeof plan);
}

static aclnnStatus check_tilize(struct call *call)
{
    return check_call(call, true);
}

static aclnnStatus check_untilize(struct call *call)
{
    return check_call(call, false);
}

static const struct parameter parameters[] = {
    [SELF] = {"self", ARGUMENT_TENSOR, ROLE_IN, false},
    [TYPE] = {"type", ARGUMENT_INTEGER, ROLE_IN, false},
    [OUT] = {"out", ARGUMENT_TENSOR, ROLE_OUT, false},
};

static const struct operator tilize = {
    .name = "aclnnExtTilize",
    .parameters = parameters,
    .parameter_count = 3,
    .outputs_apart = true,
    .check = check_tilize,
    .run = run_tilize,
};

static const struct operator untilize = {
    .name = "aclnnExtUntilize",
    .parameters = parameters,
    .parameter_count = 3,
    .outputs_apart = true,
    .check = check_untilize,
    .run = run_untilize,
};

/* ---- The two phases -------------------------------------------------------------------------- */

aclnnStatus aclnnExtTilizeGetWorkspaceSizeImpl(const aclTensor *self, int32_t type,
                                               const aclTensor *out, uint64_t *workspaceSize,
                                               aclOpExecutor **executor)
{
    const union given given[] = {{self}, {.integer = type}, {out}};
    return operator_size(&tilize, given, workspaceSize, executor);
}

aclnnStatus aclnnExtTilizeImpl(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                               aclrtStream stream)
{
    return operator_run(&tilize, workspace, workspaceSize, executor, stream);
}

aclnnStatus aclnnExtUntilizeGetWorkspaceSizeImpl(const aclTensor *self, int32_t type,
                                                 const aclTensor *out, uint64_t *workspaceSize,
                                                 aclOpExecutor **executor)
{
    const union given given[] = {{self}, {.integer = type}, {out}};
    return operator_size(&untilize, given, workspaceSize, executor);
}

aclnnStatus aclnnExtUntilizeImpl(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream)
{
    return operator_run(&untilize, workspace, workspaceSize, executor, stream);
}
