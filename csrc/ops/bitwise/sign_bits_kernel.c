/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnSignBitsPack and aclnnSignBitsUnpack: eight signs in a byte.
 *
 * A bit of 1 stands for a number that is at least 0, and the first number has the lowest bit. CANN
 * documents packing on Ascend950 differently: there 1 stands for less than 0, and the first number
 * has the highest bit. Numbers that are missing in the last byte count as -1. */
#include "ops/bitwise/sign_bits.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "declared/bitwise.h"
#include "executor/schedule.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

/* A block of fewer bytes is not worth waking a thread for. */
#define BYTES_A_BLOCK ((int64_t)32 << 10)

/* ---- Work ------------------------------------------------------------------------------------ */

struct packing {
    const struct work_view *numbers; /* in the sequence of the bits */
    const struct work_view *bytes;
    int64_t count; /* number of bytes */
    bool negative_first;
};

/* The address of an element, by its number, in a view of one or two dims. */
static char *element(const struct work_view *view, int64_t number)
{
    int64_t last = view->dims[view->rank - 1];
    int64_t step = view->strides[view->rank - 1];
    int64_t offset = number * step;
    if (view->rank == 2 && view->strides[0] != last * step)
        offset = number / last * view->strides[0] + number % last * step;
    return view->address + offset * (data_type_bits(view->type) / 8);
}

/* The bits of a float16 or float32. Those of a float16 are shifted, so that its sign is where that
 * of a float32 is. */
static uint32_t number_bits(const struct work_view *numbers, int64_t number)
{
    uint16_t half = 0;
    uint32_t bits = 0;
    const char *address = element(numbers, number);
    if (numbers->type == ACL_FLOAT) {
        memcpy(&bits, address, sizeof bits);
        return bits;
    }
    memcpy(&half, address, sizeof half);
    return (uint32_t)half << 16;
}

static uint8_t pack(const struct packing *p, int64_t byte)
{
    uint32_t infinity = p->numbers->type == ACL_FLOAT ? 0x7F800000 : 0x7C000000;
    uint8_t result = 0;
    for (int i = 0; i < SIGNS; i++) {
        int64_t number = byte * SIGNS + i;
        uint32_t bits = number < p->numbers->dims[0] ? number_bits(p->numbers, number)
                                                     : infinity | 1u << 31;
        uint32_t magnitude = bits & 0x7FFFFFFF;
        bool is_nan = magnitude > infinity;
        bool is_negative = bits >> 31 != 0 && magnitude != 0;
        bool bit = !is_nan && is_negative == p->negative_first;
        result |= (uint8_t)(bit << (p->negative_first ? SIGNS - 1 - i : i));
    }
    return result;
}

static void pack_block(int64_t block, int64_t blocks, void *context)
{
    const struct packing *p = context;
    struct block_share share = share_of_block(p->count, block, blocks);
    for (int64_t i = share.first; i < share.past; i++)
        *(uint8_t *)element(p->bytes, i) = pack(p, i);
}

static void unpack_block(int64_t block, int64_t blocks, void *context)
{
    const struct packing *p = context;
    const float singles[] = {-1, 1};
    const uint16_t halves[] = {0xBC00, 0x3C00}; /* -1 and 1 as float16 */
    struct block_share share = share_of_block(p->count, block, blocks);
    for (int64_t i = share.first; i < share.past; i++) {
        unsigned byte = *(const uint8_t *)element(p->bytes, i);
        for (int bit = 0; bit < SIGNS; bit++) {
            char *to = element(p->numbers, i * SIGNS + bit);
            if (p->numbers->type == ACL_FLOAT)
                memcpy(to, &singles[byte >> bit & 1], sizeof *singles);
            else
                memcpy(to, &halves[byte >> bit & 1], sizeof *halves);
        }
    }
}

static void run_blocks(void (*function)(int64_t, int64_t, void *), const char *name,
                       struct packing *packing)
{
    int64_t blocks = blocks_for(packing->count, BYTES_A_BLOCK, packing->count);
    ai_cores_run_function(name, function, blocks, packing);
}

static void run_pack(const struct work *work, struct task_failure *failure)
{
    const struct sign_bits *attributes = work->attributes;
    struct packing packing = {&work->inputs[0], &work->outputs[0],
                              work->outputs[0].dims[0] * work->outputs[0].dims[1],
                              attributes->negative_first};
    (void)failure;
    run_blocks(pack_block, "sign_bits_pack", &packing);
}

static void run_unpack(const struct work *work, struct task_failure *failure)
{
    struct packing packing = {&work->outputs[0], &work->inputs[0], work->inputs[0].dims[0], false};
    (void)failure;
    run_blocks(unpack_block, "sign_bits_unpack", &packing);
}
const struct l0_run bitwise_kernel_sign_bits_pack = {.run = run_pack};
const struct l0_run bitwise_kernel_sign_bits_unpack = {.run = run_unpack};
