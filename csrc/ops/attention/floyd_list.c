/* SPDX-License-Identifier: Apache-2.0 */
/* FusedFloydAttention and its gradient: lists of L0 operators, and what their tilings ask for. */
#include "ops/attention/floyd.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "declared/attention.h"
#include "workspace/arithmetic.h"
#include "workspace/l0_operators.h"

#define MOST_READ 10
#define MOST_WRITTEN 5
#define MEBI ((uint64_t)1 << 20)
#define SCORE_BYTES 4 /* scores and results are float32, whatever the operands are */

/* The blocks of the forward kernel. */
#define KEYS_A_BLOCK 32
#define ROWS_A_BLOCK 32
#define MOST_BLOCKS 64       /* of keys, that are computed at once */
#define MANY_KEYS 2048       /* above, another kernel takes a quarter of the keys at once */
#define WHOLE_DEPTH 64       /* up to this many columns there is one buffer for each result */
#define STATISTIC_BYTES 32   /* of a row */
#define RESERVED (16 * MEBI) /* by the forward kernel */

/* The blocks of the kernel of gradients. */
#define GLOBAL_ALIGNMENT 512
#define SYNCHRONISATION ((uint64_t)16 << 10)
#define SCORES_A_BLOCK ((uint64_t)16 * 64 * 128)
#define RESERVED_FOR_GRADIENTS (20 * MEBI)

static uint64_t forward_workspace(const struct l0_list *list, int query, int key)
{
    const int64_t *dims = list->tensors[query].dims;
    uint64_t keys = (uint64_t)list->tensors[key].dims[FLOYD_KEYS];
    uint64_t depth = (uint64_t)dims[FLOYD_DEPTH];
    uint64_t lines = (uint64_t)(dims[FLOYD_BATCHES] * dims[FLOYD_HEADS] * dims[FLOYD_ROWS]);
    uint64_t cores = list->soc->vector_cores;
    bool is_float = list->tensors[query].type == ACL_FLOAT;
    bool has_many = keys > MANY_KEYS;
    bool are_few = lines * divide_up((uint64_t)dims[FLOYD_COLUMNS], 64) <= cores;
    uint64_t columns = !has_many && are_few ? 64 : 32;
    uint64_t blocks = has_many ? keys / 4 / KEYS_A_BLOCK
                               : smaller(MOST_BLOCKS, keys / KEYS_A_BLOCK);
    uint64_t scores = blocks * ROWS_A_BLOCK * columns * KEYS_A_BLOCK * SCORE_BYTES;
    uint64_t results = ROWS_A_BLOCK * columns * depth * SCORE_BYTES;
    uint64_t each = scores * (is_float ? 4 : 2) + results * (depth <= WHOLE_DEPTH ? 2 : 4);
    if (has_many && !is_float)
        each += ROWS_A_BLOCK * columns * (2 * STATISTIC_BYTES + 4 * depth);
    return each * cores + RESERVED;
}

/* The tiling goes on to the next boundary behind each buffer, even from a boundary. */
static uint64_t behind(uint64_t bytes, uint64_t more)
{
    return (bytes + more + GLOBAL_ALIGNMENT) / GLOBAL_ALIGNMENT * GLOBAL_ALIGNMENT;
}

static uint64_t elements_of(const struct l0_list *list, int tensor)
{
    return (uint64_t)list->tensors[tensor].elements;
}

static uint64_t gradient_workspace(const struct l0_list *list, int query, int key, int column_key)
{
    uint64_t width = list->tensors[query].type == ACL_FLOAT ? 4 : 2;
    uint64_t scores = list->soc->vector_cores * 16 * SCORES_A_BLOCK;
    const uint64_t buffers[] = {
        elements_of(list, query) * SCORE_BYTES,
        elements_of(list, key) * SCORE_BYTES,
        elements_of(list, key) * SCORE_BYTES,
        elements_of(list, column_key) * SCORE_BYTES,
        elements_of(list, column_key) * SCORE_BYTES,
        scores * SCORE_BYTES * 2,
        scores * width * 2,
        scores * width * 2,
    };
    uint64_t bytes = SYNCHRONISATION;
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        bytes = behind(bytes, buffers[i]);
    return bytes + RESERVED_FOR_GRADIENTS;
}

static void apply(struct l0_list *list, const struct l0_row *row, const int *read, int read_count,
                  int mask, double scale, const int *written, int written_count, uint64_t workspace)
{
    int inputs[MOST_READ];
    int made[MOST_WRITTEN];
    int count = 0;
    struct floyd *f = l0_take(list, sizeof *f);
    for (; count < read_count; count++)
        inputs[count] = l0_contiguous(list, read[count]);
    if (mask != L0_NONE)
        inputs[count++] = l0_contiguous(list, mask);
    for (int i = 0; i < written_count && list->status == ACLNN_SUCCESS; i++) {
        const struct l0_tensor like = list->tensors[written[i]];
        made[i] = l0_new_shaped(list, like.name, like.type, like.dims, like.rank);
    }
    if (list->status != ACLNN_SUCCESS || f == NULL)
        return;
    *f = (struct floyd){.scale = (float)scale, .has_mask = mask != L0_NONE};
    l0_apply(list, row, inputs, count, 0, made, written_count, f);
    l0_kernel_workspace(list, workspace);
    for (int i = 0; i < written_count && list->status == ACLNN_SUCCESS; i++)
        l0_view_copy(list, made[i], written[i]);
}

void attention_list_floyd(struct l0_list *list, int query, int key1, int value1, int key2,
                          int value2, int attenMaskOptional, double scaleValueOptional,
                          int softmaxMaxOut, int softmaxSumOut, int attentionOutOut)
{
    const int read[] = {query, key1, value1, key2, value2};
    const int written[] = {softmaxMaxOut, softmaxSumOut, attentionOutOut};
    apply(list, &l0_FusedFloydAttention, read, 5, attenMaskOptional, scaleValueOptional, written, 3,
          forward_workspace(list, query, key1));
}

void attention_list_floyd_grad(struct l0_list *list, int query, int key1, int value1, int key2,
                               int value2, int dy, int attenMaskOptional, int softmaxMax,
                               int softmaxSum, int attentionIn, double scaleValue, int dqOut,
                               int dk1Out, int dv1Out, int dk2Out, int dv2Out)
{
    const int read[] = {query, key1, value1, key2, value2, dy, softmaxMax, softmaxSum, attentionIn};
    const int written[] = {dqOut, dk1Out, dv1Out, dk2Out, dv2Out};
    apply(list, &l0_FusedFloydAttentionGrad, read, 9, attenMaskOptional, scaleValue, written, 5,
          gradient_workspace(list, query, key1, key2));
}
