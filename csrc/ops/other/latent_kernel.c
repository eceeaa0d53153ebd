/* SPDX-License-Identifier: Apache-2.0 */
/* TurboQuantCompressLatent: kernel. */
#include "ops/other/latent.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/half.h"
#include "declared/other.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define BOUNDS (LATENT_CENTROIDS - 1)
#define NUMBERS_A_BLOCK ((int64_t)1 << 14)
#define LEAST_SQUARE 1e-16F

struct latent_run {
    const any_float *rows;
    unsigned char *slots;
    int64_t count;
    float bounds[BOUNDS]; /* halfway between neighbouring centroids */
};

/* How many bounds a number is not below: the centroid that is nearest to it. NaN is above none. */
static unsigned code_of(const struct latent_run *run, float number)
{
    unsigned code = 0;
    for (int i = 0; i < BOUNDS; i++)
        code += number >= run->bounds[i];
    return code;
}

static void compress_row(const struct latent_run *run, int64_t token)
{
    const any_float *row = run->rows + token * LATENT_NUMBERS;
    unsigned char *slot = run->slots + token * LATENT_BYTES;
    double sum = 0;
    for (int i = 0; i < LATENT_NUMBERS; i++)
        sum += (double)row[i] * (double)row[i];
    float norm = sqrtf((float)sum + LEAST_SQUARE);
    float factor = 1 / norm;
    uint16_t bits = float16_of_float(norm);
    memset(slot, 0, LATENT_BYTES);
    for (int i = 0; i < LATENT_NUMBERS / 2; i++)
        slot[i] = (unsigned char)(code_of(run, row[2 * i] * factor) |
                                  code_of(run, row[2 * i + 1] * factor) << 4);
    slot[LATENT_NUMBERS / 2] = (unsigned char)(bits & 255);
    slot[LATENT_NUMBERS / 2 + 1] = (unsigned char)(bits >> 8);
}

static void compress_rows(int64_t block, int64_t blocks, void *context)
{
    const struct latent_run *run = context;
    const struct block_share share = share_of_block(run->count, block, blocks);
    for (int64_t token = share.first; token < share.past; token++)
        compress_row(run, token);
}

static void run_compress(const struct work *work, struct task_failure *failure)
{
    const any_float *centroids = (const any_float *)(const void *)work->inputs[1].address;
    struct latent_run run = {.rows = (const any_float *)(const void *)work->inputs[0].address,
                             .slots = (unsigned char *)work->outputs[0].address,
                             .count = work->inputs[0].dims[0]};
    (void)failure;
    for (int i = 0; i < BOUNDS; i++)
        run.bounds[i] = (centroids[i] + centroids[i + 1]) * 0.5F;
    ai_cores_run_function("compress latent", compress_rows,
                          blocks_for(run.count * LATENT_NUMBERS, NUMBERS_A_BLOCK, run.count), &run);
}
const struct l0_run other_kernel_compress_latent = {.run = run_compress};
