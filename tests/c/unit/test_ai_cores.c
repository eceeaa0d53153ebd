/* SPDX-License-Identifier: Apache-2.0 */
/* A function of C over the AI cores: every block once, and what the last of them wrote is there. */
#include <stdatomic.h>
#include <stdlib.h>

#include "check.h"
#include "kernels.h"
#include "runtime/cores/ai_cores.h"

enum { BLOCKS = 500 };

struct work {
    _Atomic int visits[BLOCKS];
    int64_t results[BLOCKS];
    int64_t blocks;
};

static void square(int64_t block, int64_t blocks, void *context)
{
    struct work *work = context;
    CHECK(blocks == work->blocks);
    atomic_fetch_add(&work->visits[block], 1);
    work->results[block] = block * block;
}

int main(void)
{
    setenv("ACLNN_CORES", "3", 1);
    CHECK(ai_cores_count() == 3);
    for (int64_t blocks = 0; blocks <= BLOCKS; blocks += blocks < 5 ? 1 : 99) {
        struct work work = {.blocks = blocks};
        ai_cores_run_function("square", square, blocks, &work);
        for (int64_t i = 0; i < BLOCKS; i++) {
            CHECK(work.visits[i] == (i < blocks));
            CHECK(work.results[i] == (i < blocks ? i * i : 0));
        }
    }
    CHECK(ai_cores_kernel(KERNEL_COUNT - 1) != NULL);
    CHECK(ai_cores_level() >= 0 && ai_cores_level() < KERNEL_LEVEL_COUNT);
    return 0;
}
