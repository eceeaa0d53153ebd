/* SPDX-License-Identifier: Apache-2.0 */
/* Bernoulli and Dropout: kernels. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/random.h"
#include "executor/schedule.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

/* A block of fewer bytes is not worth waking a thread for. */
#define BYTES_A_BLOCK ((int64_t)1 << 14)

/* ---- Bits to bool ---------------------------------------------------------------------------- */

struct spreading {
    const struct work_view *mask;
    unsigned char *to;
    int64_t count; /* number of elements */
};

static int byte_at(const struct work_view *view, int64_t number)
{
    int64_t place = 0;
    for (int32_t i = view->rank - 1; i >= 0; i--) {
        place += number % view->dims[i] * view->strides[i];
        number /= view->dims[i];
    }
    return (unsigned char)view->address[place];
}

static void spread_block(int64_t block, int64_t blocks, void *context)
{
    const struct spreading *s = context;
    int64_t bytes = (s->count + 7) / 8;
    struct block_share share = share_of_block(bytes, block, blocks);
    bool is_row = s->mask->rank == 1 && s->mask->strides[0] == 1;
    for (int64_t i = share.first; i < share.past; i++) {
        uint64_t byte = (uint64_t)(is_row ? (unsigned char)s->mask->address[i]
                                          : byte_at(s->mask, i));
        /* Moves bit k to byte k: copies the byte eight times, keeps one bit of each, and makes that
         * 0 or 1. */
        uint64_t apart = (byte * 0x0101010101010101U) & 0x8040201008040201U;
        uint64_t truths = ((apart + 0x7F7F7F7F7F7F7F7FU) | apart) >> 7 & 0x0101010101010101U;
        int64_t left = s->count - i * 8;
        memcpy(s->to + i * 8, &truths, left < 8 ? (size_t)left : 8);
    }
}

static void run_spread_bits_work(const struct work *work, struct task_failure *failure)
{
    struct spreading s = {&work->inputs[0], (unsigned char *)work->outputs[0].address, 1};
    (void)failure;
    for (int32_t i = 0; i < work->outputs[0].rank; i++)
        s.count *= work->outputs[0].dims[i];
    int64_t bytes = s.count / 8;
    ai_cores_run_function("spread_bits", spread_block, blocks_for(bytes, BYTES_A_BLOCK, bytes), &s);
}
const struct l0_run random_kernel_spread_bits = {.run = run_spread_bits_work};
