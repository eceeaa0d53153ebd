/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of scatters: kernels. */
#include "ops/index/indexed_sums.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/data_type.h"
#include "ops/embedding/gradient.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "runtime/cores/scratch.h"

/* Below these limits rows are added without sorting: bytes of a row, bytes of all rows, rows for
 * each row of out. */
#define BYTES_A_ROW 64
#define BYTES ((int64_t)4 << 20)
#define PLACES_A_ROW 2

/* Fewer indices are not worth waking a thread for. */
#define INDICES_A_BLOCK ((int64_t)1 << 15)

/* Whether the kernels of embedding gradients add numbers of the type. */
static bool is_added(aclDataType type)
{
    return type == ACL_FLOAT || type == ACL_DOUBLE || type == ACL_COMPLEX64 ||
           type == ACL_COMPLEX128 || type == ACL_INT8 || type == ACL_UINT8 || type == ACL_INT16 ||
           type == ACL_UINT16 || type == ACL_INT32 || type == ACL_UINT32 || type == ACL_INT64 ||
           type == ACL_UINT64;
}

bool index_kernel_sums_sorts(const struct indexed_sums *sums)
{
    int64_t row = sums->columns * (int64_t)(data_type_bits(sums->type) / 8);
    return is_added(sums->type) && row >= BYTES_A_ROW && sums->rows >= BYTES / row &&
           sums->places > 0 && sums->places / PLACES_A_ROW <= sums->rows;
}

/* ---- Indices that count from the end --------------------------------------------------------- */

struct counting {
    const struct indexed_sums *sums;
    const char *index;
    char *counted;
};

static void count_block(int64_t block, int64_t blocks, void *context)
{
    const struct counting *c = context;
    const struct indexed_sums *sums = c->sums;
    struct block_share share = share_of_block(sums->rows, block, blocks);
    bool is_wide = sums->index_type == ACL_INT64;
    int64_t width = is_wide ? 8 : 4;
    for (int64_t i = share.first; i < share.past; i++) {
        int64_t value = index_at(c->index + i * sums->index_step * width, is_wide);
        put_index(c->counted + i * width, is_wide, value < 0 ? value + sums->places : value);
    }
}

/* ---- The sums -------------------------------------------------------------------------------- */

/* Makes the division, and computes where copies of the indices begin behind its scratch. */
static bool make_division(const struct indexed_sums *sums, struct embedding_grad_division *division,
                          uint64_t *counted, uint64_t *total)
{
    const struct tensor source = {.type = sums->type,
                                  .rank = 2,
                                  .dims = {sums->rows, sums->columns},
                                  .strides = {sums->source_step, 1}};
    const struct tensor index = {.type = sums->index_type,
                                 .rank = 1,
                                 .dims = {sums->rows},
                                 .strides = {sums->from_end ? 1 : sums->index_step}};
    const struct tensor out = {.type = sums->type,
                               .rank = 2,
                               .dims = {sums->places, sums->columns},
                               .strides = {sums->out_step, 1}};
    const struct embedding_grad_call call = {.grad = &source,
                                             .indices = &index,
                                             .out = &out,
                                             .num_weights = (uint64_t)sums->places,
                                             .padding_index = UINT64_MAX,
                                             .accumulate = true,
                                             .initial_step = sums->initial_step,
                                             .alpha = 1,
                                             .integer_alpha = 1};
    if (!embedding_divide_gradient(&call, division))
        return false;
    *total = embedding_scratch_bytes(division, 1);
    return !sums->from_end || scratch_lay_out(total, counted, (uint64_t)sums->rows,
                                              sums->index_type == ACL_INT64 ? 8 : 4);
}

uint64_t index_kernel_sums_scratch(const struct indexed_sums *sums)
{
    struct embedding_grad_division division;
    uint64_t counted = 0;
    uint64_t total = 0;
    return make_division(sums, &division, &counted, &total) ? total : 0;
}

int64_t index_kernel_sums_run(const struct indexed_sums *sums,
                              const struct indexed_sums_memory *memory, char *scratch)
{
    const char *index = memory->index;
    struct embedding_grad_division division;
    uint64_t counted = 0;
    uint64_t total = 0;
    int64_t bad = -1;
    make_division(sums, &division, &counted, &total); /* succeeds, as it did for the scratch */
    if (sums->from_end) {
        struct counting counting = {sums, index, scratch + counted};
        ai_cores_run_function("count_from_end", count_block,
                              blocks_for(sums->rows, INDICES_A_BLOCK, sums->rows), &counting);
        index = counting.counted;
    }
    const struct embedding_grad_memory operands = {memory->source, index, memory->out,
                                                   memory->initial};
    embedding_run_gradient(&division, &operands, 1, scratch, &bad);
    return bad;
}
