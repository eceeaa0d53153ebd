/* SPDX-License-Identifier: Apache-2.0 */
/* Eight numbers of 4 bits in an int32, the first in the lowest bits. */
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/quant.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "ops/quant/quant.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

/* A block of fewer words is not worth waking a thread for. */
#define WORDS_A_BLOCK ((int64_t)8 << 10)

#define BITS 4
#define LEAST (-8)
#define MOST 7

struct packing {
    const struct work_view *numbers; /* int8 */
    const struct work_view *words;
    int64_t count; /* number of words */
};

/* ---- Words ----------------------------------------------------------------------------------- */

static uint32_t pack(const int8_t *numbers, int64_t step)
{
    uint32_t word = 0;
    for (int i = 0; i < QUANT_IN_A_WORD; i++) {
        int number = numbers[i * step];
        number = number < LEAST ? LEAST : number > MOST ? MOST : number;
        word |= ((uint32_t)number & 15) << (BITS * i);
    }
    return word;
}

static void unpack(uint32_t word, int8_t *numbers, int64_t step)
{
    for (int i = 0; i < QUANT_IN_A_WORD; i++)
        numbers[i * step] = (int8_t)((int32_t)(word << (32 - BITS * (i + 1))) >> (32 - BITS));
}

/* The distance of the numbers of a word. */
static int64_t step_of(const struct work_view *numbers)
{
    return numbers->strides[numbers->rank - 1];
}

static void pack_block(int64_t block, int64_t blocks, void *context)
{
    const struct packing *p = context;
    struct block_share share = share_of_block(p->count, block, blocks);
    for (int64_t i = share.first; i < share.past; i++) {
        const int8_t *from = (int8_t *)view_element(p->numbers, i * QUANT_IN_A_WORD);
        uint32_t word = pack(from, step_of(p->numbers));
        memcpy(view_element(p->words, i), &word, sizeof word);
    }
}

static void unpack_block(int64_t block, int64_t blocks, void *context)
{
    const struct packing *p = context;
    struct block_share share = share_of_block(p->count, block, blocks);
    for (int64_t i = share.first; i < share.past; i++) {
        uint32_t word = 0;
        int8_t *to = (int8_t *)view_element(p->numbers, i * QUANT_IN_A_WORD);
        memcpy(&word, view_element(p->words, i), sizeof word);
        unpack(word, to, step_of(p->numbers));
    }
}

/* ---- Work ------------------------------------------------------------------------------------ */

static void run(const char *name, block_function function, struct packing *p)
{
    p->count = view_count(p->words);
    ai_cores_run_function(name, function, blocks_for(p->count, WORDS_A_BLOCK, p->count), p);
}

static void run_pack(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    run("pack_int4", pack_block,
        &(struct packing){.numbers = &work->inputs[0], .words = &work->outputs[0]});
}
const struct l0_run quant_kernel_pack_int4 = {.run = run_pack};

static void run_unpack(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    run("unpack_int4", unpack_block,
        &(struct packing){.numbers = &work->outputs[0], .words = &work->inputs[0]});
}
const struct l0_run quant_kernel_unpack_int4 = {.run = run_unpack};

/* Reads dense bytes as numbers of another type. */
static void run_same_bytes(const struct work *work, struct task_failure *failure)
{
    const struct work_view *bytes = &work->inputs[0];
    (void)failure;
    memcpy(work->outputs[0].address, bytes->address,
           (size_t)(view_count(bytes) * view_width(bytes)));
}
const struct l0_run quant_kernel_same_bytes = {.run = run_same_bytes};
