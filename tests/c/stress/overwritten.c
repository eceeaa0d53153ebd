/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every declared operator while another thread writes to its operands and its workspace: what was
 * read once may read otherwise a moment later. Results are anything then; but the process lives,
 * each wait ends, and nothing is written beside an operand.
 *
 *     overwritten [ROUNDS [CALL [SEED]]]
 */
/* not under thread, valgrind: each such write is a race; threads take turns */
#include <stdatomic.h>

#include "declared.h"
#include "operands.h"

#define CASES 4 /* of each call, a round */
#define LAUNCHES 24
#define TURNS 32
#define MOST_WORDS 16
#define MOST_OVERWRITTEN ((uint64_t)1 << 16) /* bytes of each end of a workspace */

struct block {
    uint64_t *words;
    size_t count;
};

static struct block blocks[MOST_OPERANDS * MOST_MEMBERS + 2];
static size_t block_count;
static _Atomic bool ending;

/* What an operand may have: indices of tensors that are not empty, counts, flags. */
static uint64_t usual(uint64_t *state)
{
    static const uint64_t words[] = {0, 0, 1, (uint64_t)1 << 32 | 1, 2, 0x0101010101010101};
    return words[pick(state, COUNT(words))];
}

/* What it should not: too large, negative, far away, no number. */
static uint64_t hostile(uint64_t *state)
{
    static const uint64_t words[] = {UINT64_MAX,         (uint64_t)1 << 62,  (uint64_t)1 << 63,
                                     0x7FFFFFFF7FFFFFFF, 0x8000000080000000, 0x0000100000001000,
                                     0x0000000000000040, 0x7FF8000000000000, 0x7FC000007FC00000,
                                     0x3F8000003F800000, 0x0008000000080000, 0x00000000FFFFFFFF};
    uint64_t word = (uint64_t)pick(state, UINT32_MAX) << 32 | pick(state, UINT32_MAX);
    return pick(state, 4) == 0 ? word : words[pick(state, COUNT(words))];
}

static void write_words(volatile uint64_t *words, size_t count, uint64_t (*word)(uint64_t *),
                        uint64_t *state)
{
    uint64_t value = word(state);
    bool alike = pick(state, 2) == 0;
    for (size_t i = 0; i < count; i++)
        words[i] = alike ? value : word(state);
}

/* All of a block once, or some words of it often. */
static void *write_on(void *unused)
{
    uint64_t state = 7;
    (void)unused;
    while (!atomic_load(&ending)) {
        const struct block *block = &blocks[pick(&state, (uint32_t)block_count)];
        bool is_whole = pick(&state, 4) == 0;
        size_t first = is_whole ? 0 : pick(&state, 1 + pick(&state, (uint32_t)block->count));
        size_t left = block->count - first;
        size_t count = is_whole || left < MOST_WORDS ? left : MOST_WORDS;
        int turns = is_whole ? 1 : TURNS;
        for (int i = 0; i < turns && !atomic_load(&ending); i++) {
            write_words(block->words + first, count, hostile, &state);
            write_words(block->words + first, count, usual, &state);
        }
    }
    return NULL;
}

static void add_block(void *memory, size_t bytes)
{
    blocks[block_count].words = memory;
    blocks[block_count++].count = bytes / sizeof(uint64_t);
}

static void launch_often(const struct operands *o, void *workspace, uint64_t size,
                         aclOpExecutor *executor, aclrtStream stream)
{
    for (int i = 0; i < LAUNCHES; i++) {
        int status = o->call->phase_two(o->values, workspace, size, executor, stream);
        CHECK(status == 0 || status == 161002 || status == 561002);
        status = aclrtSynchronizeStream(stream);
        CHECK(status == 0 || status == ACL_ERROR_RT_AICORE_EXCEPTION);
    }
    (void)aclGetRecentErrMsg();
}

/* The seed behind the one that it used. */
static uint64_t run_case(const struct declared *call, uint64_t seed, aclrtStream stream)
{
    struct operands o;
    uint64_t size = 0;
    uint64_t state = seed + 1;
    aclOpExecutor *executor = NULL;
    seed = operands_find(&o, call, seed, &size, &executor);
    void *workspace = size > 0 ? device_malloc(size) : NULL;
    OK_(aclSetAclOpExecutorRepeatable(executor));
    block_count = 0;
    for (size_t i = 0; i < o.memories; i++)
        add_block(o.memory[i] + EDGE, o.bytes);
    for (size_t i = 0; i < block_count; i++)
        write_words(blocks[i].words, blocks[i].count, usual, &state);
    if (size > 0)
        add_block(workspace, size < MOST_OVERWRITTEN ? size : MOST_OVERWRITTEN);
    /* Scratch of kernels lies at the end, aligned as device memory is. */
    if (size > 2 * MOST_OVERWRITTEN)
        add_block((char *)workspace + size / 64 * 64 - MOST_OVERWRITTEN, MOST_OVERWRITTEN);
    if (block_count > 0) {
        atomic_store(&ending, false);
        pthread_t writer = start_thread(write_on, NULL);
        launch_often(&o, workspace, size, executor, stream);
        atomic_store(&ending, true);
        join_thread(writer);
    }
    OK_(aclDestroyAclOpExecutor(executor));
    if (workspace != NULL)
        OK_(aclrtFree(workspace));
    operands_close(&o);
    return seed;
}

int main(int argc, char **argv)
{
    int count = rounds(argc, argv, 1);
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 0) : 1;
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    HcclComm ranks = make_ranks();
    aclrtStream stream = new_stream();
    for (size_t call = 0; call < declared_count; call++) {
        bool wanted = argc < 3 || strcmp(argv[2], declared_calls[call].name) == 0;
        for (int i = 0; wanted && has_operands(&declared_calls[call]) && i < count * CASES; i++)
            seed = run_case(&declared_calls[call], seed, stream);
    }
    OK_(aclrtDestroyStream(stream));
    OK_(HcclCommDestroy(ranks));
    OK_(aclrtResetDevice(0));
    OK_(aclFinalize());
    return 0;
}
