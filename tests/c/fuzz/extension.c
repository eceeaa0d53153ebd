/* SPDX-License-Identifier: Apache-2.0 */
/* The operators that CANN does not have: both phases of one, with tensors that mostly fit. */
#include "fuzz.h"

#include <string.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_ext/binary_embedding.h"
#include "aclnn_ext/scale.h"
#include "aclnn_ext/tile.h"

#define MOST_TENSORS 4

enum operator { TILIZE, UNTILIZE, SUM_TO_SHAPE, SCALE, PACK, UNPACK, EMBEDDING, BACKWARD, COUNT };

typedef aclnnStatus (*phase_two)(void *, uint64_t, aclOpExecutor *, aclrtStream);

static const phase_two second_phases[COUNT] = {
    [TILIZE] = aclnnExtTilize,
    [UNTILIZE] = aclnnExtUntilize,
    [SUM_TO_SHAPE] = aclnnExtSumToShape,
    [SCALE] = aclnnExtScale,
    [PACK] = aclnnExtBinaryPack,
    [UNPACK] = aclnnExtBinaryUnpack,
    [EMBEDDING] = aclnnExtBinaryEmbedding,
    [BACKWARD] = aclnnExtBinaryEmbeddingBackward,
};

/* Tensors in the order of phase one; NULL for one that is left out or not there. */
struct problem {
    enum operator operator;
    int32_t type;
    float alpha;
    aclTensor *tensors[MOST_TENSORS];
};

static aclTensor *matrix(struct arguments *a, int64_t rows, int64_t columns, aclDataType type)
{
    const int64_t dims[2] = {rows, columns};
    return take_chance(a, 32) ? take_tensor(a) : take_operand(a, dims, 2, type);
}

static aclTensor *list(struct arguments *a, int64_t count, aclDataType type)
{
    return take_chance(a, 32) ? take_tensor(a) : take_operand(a, &count, 1, type);
}

static aclDataType take_type(struct arguments *a)
{
    static const aclDataType types[] = {ACL_FLOAT,  ACL_BF16,  ACL_FLOAT16, ACL_DOUBLE,
                                        ACL_UINT32, ACL_INT32, ACL_UINT16,  ACL_UINT8};
    return types[take_below(a, sizeof types / sizeof types[0])];
}

static aclTensor *tiles_of(struct arguments *a, int64_t rows, int64_t columns, int32_t type)
{
    const int64_t dims[2] = {rows, columns};
    uint64_t bytes = 3;
    (void)ACLNN(aclnnExtTileByteCount(dims, 2, type, take_out(a, &bytes)));
    return list(a, (int64_t)bytes, ACL_UINT8);
}

static void make_problem(struct arguments *a, struct problem *p)
{
    int64_t rows = (int64_t)take_below(a, 40);
    int64_t columns = (int64_t)take_below(a, 70);
    int64_t weights = (int64_t)take_below(a, 20);
    int64_t bytes = (columns + 7) / 8;
    uint64_t alpha = take_number(a);
    aclTensor **t = p->tensors;
    memset(p, 0, sizeof *p);
    p->operator = (enum operator)take_below(a, COUNT);
    p->type = (int32_t)take_below(a, 9);
    memcpy(&p->alpha, &alpha, sizeof p->alpha);
    switch (p->operator) {
    case TILIZE:
        t[0] = matrix(a, rows, columns, take_type(a));
        t[1] = tiles_of(a, rows, columns, p->type);
        break;
    case UNTILIZE:
        t[0] = tiles_of(a, rows, columns, p->type);
        t[1] = matrix(a, rows, columns, take_type(a));
        break;
    case SUM_TO_SHAPE:
        t[0] = matrix(a, rows, columns, take_type(a));
        t[1] = take_chance(a, 2) ? list(a, columns, take_type(a))
                                 : matrix(a, rows, 1, take_type(a));
        break;
    case SCALE:
        t[0] = matrix(a, rows, columns, take_type(a));
        t[1] = take_chance(a, 2) ? t[0] : matrix(a, rows, columns, take_type(a));
        break;
    case PACK:
        t[0] = matrix(a, rows, columns, take_type(a));
        t[1] = matrix(a, rows, bytes, ACL_UINT8);
        break;
    case UNPACK:
        t[0] = matrix(a, rows, bytes, ACL_UINT8);
        t[1] = take_chance(a, 4) ? NULL : matrix(a, rows, 1, take_type(a));
        t[2] = matrix(a, rows, columns, take_type(a));
        break;
    case EMBEDDING:
        t[0] = list(a, rows, take_chance(a, 2) ? ACL_INT64 : take_type(a));
        t[1] = matrix(a, weights, bytes, ACL_UINT8);
        t[2] = take_chance(a, 4) ? NULL : matrix(a, weights, 1, take_type(a));
        t[3] = matrix(a, rows, columns, take_type(a));
        break;
    case BACKWARD:
        t[0] = matrix(a, rows, columns, take_type(a));
        t[1] = list(a, rows, take_chance(a, 2) ? ACL_INT64 : take_type(a));
        t[2] = take_chance(a, 4) ? NULL : matrix(a, rows, 1, take_type(a));
        t[3] = matrix(a, weights, bytes, ACL_UINT8);
        break;
    case COUNT: break;
    }
}

static int phase_one(const struct problem *p, uint64_t *size, aclOpExecutor **executor)
{
    aclTensor *const *t = p->tensors;
    switch (p->operator) {
    case TILIZE: return aclnnExtTilizeGetWorkspaceSize(t[0], p->type, t[1], size, executor);
    case UNTILIZE: return aclnnExtUntilizeGetWorkspaceSize(t[0], p->type, t[1], size, executor);
    case SUM_TO_SHAPE: return aclnnExtSumToShapeGetWorkspaceSize(t[0], t[1], size, executor);
    case SCALE: return aclnnExtScaleGetWorkspaceSize(t[0], p->alpha, t[1], size, executor);
    case PACK: return aclnnExtBinaryPackGetWorkspaceSize(t[0], t[1], size, executor);
    case UNPACK: return aclnnExtBinaryUnpackGetWorkspaceSize(t[0], t[1], t[2], size, executor);
    case EMBEDDING:
        return aclnnExtBinaryEmbeddingGetWorkspaceSize(t[0], t[1], t[2], t[3], size, executor);
    default:
        return aclnnExtBinaryEmbeddingBackwardGetWorkspaceSize(t[0], t[1], t[2], t[3], size,
                                                               executor);
    }
}

/* Whether it is worth running: an input has to end soon. */
static bool is_small(const struct problem *p)
{
    uint64_t work = 0;
    for (int i = 0; i < MOST_TENSORS; i++) {
        struct extent extent;
        if (p->tensors[i] == NULL)
            continue;
        MUST(extent_of(p->tensors[i], &extent));
        work += extent.elements;
    }
    return work <= MOST_WORK;
}

void call_extension(struct arguments *a)
{
    struct problem problem;
    uint64_t size = UINT64_MAX - 6;
    aclOpExecutor *executor = (aclOpExecutor *)(uintptr_t)5;
    make_problem(a, &problem);
    int status = ACLNN(phase_one(&problem, take_out(a, &size), take_out(a, &executor)));
    if (status != 0) {
        MUST(size == UINT64_MAX - 6 && executor == (aclOpExecutor *)(uintptr_t)5);
        return;
    }
    MUST(size <= (uint64_t)INT64_MAX && executor != NULL);
    if (is_small(&problem)) {
        bool other = take_chance(a, 16);
        void *workspace = take_chance(a, 8) ? take_address(a) : device_malloc((size_t)size + 1);
        enum operator operator = other ? (problem.operator + 1) % COUNT : problem.operator;
        status = ACLNN(second_phases[operator](workspace, size, executor, NULL));
        MUST(!(other && status == 0));
    } else
        status = 1;
    if (status != 0)
        (void)ACLNN(aclDestroyAclOpExecutor(executor));
}
