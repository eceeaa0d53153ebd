/* SPDX-License-Identifier: Apache-2.0 */
#include "hccl/course.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "hccl/pending.h"
#include "hccl/reduce.h"
#include "hccl/tag.h"
#include "hccl/type.h"
#include "kernel_levels.h"
#include "runtime/cores/ai_cores.h"

KERNEL_LEVELS(struct reduce_kernel, hccl_kernel_reduce);

/* How many chunks of a block are under way, and how much memory they take of all ranks together. */
#define WINDOW 4
#define LARGEST_CHUNK ((size_t)1 << 20)
#define SMALLEST_CHUNK ((size_t)1 << 16)
#define CHUNK_MEMORY ((size_t)32 << 20)

/* The first message of a rank to another one. */
struct slot {
    struct operation_terms terms;
    char payload[OPERATION_INLINE];
};

/* An operation under way. */
struct course {
    const struct operation *operation;
    const struct operation_run *run;
    struct communicator *communicator;
    uint32_t size;
    uint32_t rank;
    uint64_t whole; /* bytes of all blocks */
    struct slot *in;
    struct slot *out;
    bool is_left; /* messages may still use its memory */
};

static uint64_t tag(const struct course *course, uint32_t to, uint32_t from, enum tag_part part)
{
    return tag_make(course->communicator->number, to, from, part, course->operation->terms.number);
}

static void begin(struct pending *pending, const struct course *course)
{
    pending_begin(pending, course->communicator, course->run,
                  operation_name(course->operation->terms.kind));
}

/* Waits for all, and ends; false when it failed. */
static bool finish(struct pending *pending, struct course *course, bool good)
{
    good = good && pending_wait(pending, 0);
    pending_end(pending);
    course->is_left |= pending->is_left;
    return good;
}

static void fail_memory(const struct course *course)
{
    struct task_failure *failure = course->run->failure;
    failure->status = ACL_ERROR_RT_RESOURCE_ALLOC_FAIL;
    snprintf(failure->text, sizeof failure->text, "%s: no host memory for the work of %u ranks",
             operation_name(course->operation->terms.kind), course->size);
}

/* ---- What ranks send each other first -------------------------------------------------------- */

/* Whether ranks get the whole of what is to be reduced with the arguments. */
static bool is_whole_inlined(const struct course *course)
{
    uint32_t kind = course->operation->terms.kind;
    return (kind == OPERATION_ALL_REDUCE || kind == OPERATION_REDUCE) &&
           course->whole <= OPERATION_INLINE;
}

static bool goes_to_all(uint32_t kind)
{
    return kind == OPERATION_ALL_REDUCE || kind == OPERATION_REDUCE;
}

/* Bytes that this rank has for another one. */
static uint64_t parcel_to(const struct course *course, uint32_t rank)
{
    const struct operation *operation = course->operation;
    return goes_to_all(operation->terms.kind) ? course->whole : operation->out[rank].bytes;
}

/* Bytes that this rank expects of another one. */
static uint64_t parcel_from(const struct course *course, uint32_t rank)
{
    const struct operation *operation = course->operation;
    if (goes_to_all(operation->terms.kind))
        return course->whole;
    return operation_reduces(operation) ? operation->out[course->rank].bytes
                                        : operation->in[rank].bytes;
}

/* Whether the parcel goes with the arguments. Both sides decide alike. */
static bool is_inlined(const struct course *course, uint64_t parcel, uint32_t to)
{
    const struct operation_terms *terms = &course->operation->terms;
    if (!goes_to_all(terms->kind))
        return parcel <= OPERATION_INLINE;
    return is_whole_inlined(course) && (terms->kind == OPERATION_ALL_REDUCE || terms->root == to);
}

static void fill_slot(const struct course *course, uint32_t to)
{
    const struct operation *operation = course->operation;
    struct slot *slot = &course->out[to];
    uint64_t parcel = parcel_to(course, to);
    uint64_t offset = goes_to_all(operation->terms.kind) ? 0 : operation->out[to].offset;
    slot->terms = operation->terms;
    slot->terms.parcel = parcel;
    slot->terms.inlined = is_inlined(course, parcel, to) ? (uint32_t)parcel : 0;
    if (slot->terms.inlined > 0)
        memcpy(slot->payload, operation->send + offset, parcel);
}

static bool exchange_slots(struct course *course)
{
    struct pending pending;
    bool good = true;
    begin(&pending, course);
    for (uint32_t rank = 0; rank < course->size; rank++)
        if (rank != course->rank)
            fill_slot(course, rank);
    engine_lock();
    for (uint32_t rank = 0; good && rank < course->size; rank++)
        if (rank != course->rank)
            good = pending_receive(&pending, rank, tag(course, course->rank, rank, TAG_CALL),
                                   &course->in[rank], sizeof course->in[rank]);
    for (uint32_t i = 1; good && i < course->size; i++) {
        uint32_t rank = (course->rank + i) % course->size;
        size_t bytes = sizeof course->out[rank].terms + course->out[rank].terms.inlined;
        good = pending_send(&pending, rank, tag(course, rank, course->rank, TAG_CALL),
                            &course->out[rank], bytes);
    }
    engine_unlock();
    return finish(&pending, course, good);
}

/* ---- Calls that do not match ----------------------------------------------------------------- */

static void fail_terms(const struct course *course, uint32_t rank,
                       const struct operation_terms *other)
{
    struct task_failure *failure = course->run->failure;
    const struct operation_terms *own = &course->operation->terms;
    char here[200];
    char there[200];
    operation_describe(own, here, sizeof here);
    operation_describe(other, there, sizeof there);
    failure->status = ACL_ERROR_RT_FFTS_PLUS_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "%s: call %" PRIu64 " of communicator \"%s\" is not the same on all ranks: rank %u "
             "called %s, rank %u called %s; all ranks make the same calls in the same sequence, "
             "with the same arguments",
             operation_name(own->kind), own->number, course->communicator->name, course->rank, here,
             rank, there);
}

/* The others go on, so they have to be told. */
static void fail_parcel(const struct course *course, uint32_t rank, uint64_t sent,
                        uint64_t expected)
{
    struct task_failure *failure = course->run->failure;
    const struct operation_terms *own = &course->operation->terms;
    uint64_t width = type_bytes((HcclDataType)own->type);
    failure->status = ACL_ERROR_RT_FFTS_PLUS_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "%s: call %" PRIu64 " of communicator \"%s\": rank %u sends %" PRIu64
             " elements to rank %u, which expects %" PRIu64
             "; the counts of the two sides have to agree",
             operation_name(own->kind), own->number, course->communicator->name, rank, sent / width,
             course->rank, expected / width);
    line_break(course->communicator->line, failure->text);
}

static bool check_slots(const struct course *course)
{
    for (uint32_t rank = 0; rank < course->size; rank++)
        if (rank != course->rank &&
            !operation_agrees(&course->operation->terms, &course->in[rank].terms)) {
            fail_terms(course, rank, &course->in[rank].terms);
            return false;
        }
    for (uint32_t rank = 0; rank < course->size; rank++) {
        uint64_t expected = parcel_from(course, rank);
        if (rank != course->rank && course->in[rank].terms.parcel != expected) {
            fail_parcel(course, rank, course->in[rank].terms.parcel, expected);
            return false;
        }
    }
    return true;
}

/* ---- Moving ---------------------------------------------------------------------------------- */

static void copy_own(const struct operation *operation, uint32_t rank)
{
    const struct operation_part *in = &operation->in[rank];
    const char *from = operation->send + operation->out[rank].offset;
    if (in->bytes > 0 && operation->receive + in->offset != from)
        memmove(operation->receive + in->offset, from, in->bytes);
}

static void copy_inlined(const struct course *course)
{
    for (uint32_t rank = 0; rank < course->size; rank++)
        if (rank != course->rank && course->in[rank].terms.inlined > 0)
            memcpy(course->operation->receive + course->operation->in[rank].offset,
                   course->in[rank].payload, course->in[rank].terms.inlined);
}

static bool is_large(uint64_t bytes)
{
    return bytes > OPERATION_INLINE;
}

static bool move(struct course *course)
{
    const struct operation *operation = course->operation;
    struct pending pending;
    bool good = true;
    begin(&pending, course);
    engine_lock();
    for (uint32_t rank = 0; good && rank < course->size; rank++)
        if (rank != course->rank && is_large(operation->in[rank].bytes))
            good = pending_receive(&pending, rank, tag(course, course->rank, rank, TAG_BLOCKS),
                                   operation->receive + operation->in[rank].offset,
                                   operation->in[rank].bytes);
    for (uint32_t i = 1; good && i < course->size; i++) {
        uint32_t rank = (course->rank + i) % course->size;
        if (is_large(operation->out[rank].bytes))
            good = pending_send(&pending, rank, tag(course, rank, course->rank, TAG_BLOCKS),
                                operation->send + operation->out[rank].offset,
                                operation->out[rank].bytes);
    }
    engine_unlock();
    copy_own(operation, course->rank);
    copy_inlined(course);
    return finish(&pending, course, good);
}

/* ---- Reducing -------------------------------------------------------------------------------- */

static void join(const struct course *course, char *out, const void *const *sources, size_t bytes)
{
    const struct operation_terms *terms = &course->operation->terms;
    hccl_kernel_reduce_levels[ai_cores_level()]->reduce(
        (HcclDataType)terms->type, (HcclReduceOp)terms->op, out, sources, course->size,
        bytes / type_bytes((HcclDataType)terms->type));
}

/* All sources have come with the arguments. */
static void join_inlined(const struct course *course)
{
    const struct operation *operation = course->operation;
    const void *sources[WIRE_MOST_RANKS];
    bool is_whole = goes_to_all(operation->terms.kind);
    if (operation->terms.kind == OPERATION_REDUCE && operation->terms.root != course->rank)
        return;
    uint64_t bytes = is_whole ? course->whole : operation->out[course->rank].bytes;
    for (uint32_t rank = 0; rank < course->size; rank++)
        sources[rank] = course->in[rank].payload;
    sources[course->rank] = operation->send + (is_whole ? 0 : operation->out[course->rank].offset);
    join(course, operation->receive, sources, bytes);
}

/* The blocks that are being reduced. */
struct blocks {
    struct pending receives[WINDOW];
    struct pending sends;
    size_t chunk;
    char *memory; /* a chunk of each rank, WINDOW times */
    char *result; /* of the own block */
};

/* Bytes of a rank's block that go in chunks; 0: they have come with the arguments. */
static uint64_t in_chunks(const struct course *course, uint32_t rank)
{
    uint64_t bytes = course->operation->out[rank].bytes;
    bool inlined = goes_to_all(course->operation->terms.kind) ? is_whole_inlined(course)
                                                              : !is_large(bytes);
    return inlined ? 0 : bytes;
}

static size_t chunk_of(uint32_t size)
{
    size_t chunk = CHUNK_MEMORY / WINDOW / size / 4096 * 4096;
    if (chunk > LARGEST_CHUNK)
        return LARGEST_CHUNK;
    return chunk < SMALLEST_CHUNK ? SMALLEST_CHUNK : chunk;
}

/* The bytes of a chunk of a block; 0 behind its end. */
static size_t part_of(uint64_t bytes, size_t chunk, uint64_t number)
{
    uint64_t begin_at = number * chunk;
    if (begin_at >= bytes)
        return 0;
    return bytes - begin_at < chunk ? bytes - begin_at : chunk;
}

static char *place_of(const struct course *course, const struct blocks *blocks, uint64_t number,
                      uint32_t rank)
{
    return blocks->memory + (number % WINDOW * course->size + rank) * blocks->chunk;
}

/* Begins to receive a chunk of the own block, and to send those of the others. */
static bool post_chunk(const struct course *course, struct blocks *blocks, uint64_t number)
{
    const struct operation *operation = course->operation;
    struct pending *receives = &blocks->receives[number % WINDOW];
    size_t own = part_of(in_chunks(course, course->rank), blocks->chunk, number);
    bool good = true;
    engine_lock();
    for (uint32_t i = 1; good && i < course->size; i++) {
        uint32_t from = (course->rank + course->size - i) % course->size;
        uint32_t to = (course->rank + i) % course->size;
        size_t part = part_of(in_chunks(course, to), blocks->chunk, number);
        if (own > 0)
            good = pending_receive(receives, from, tag(course, course->rank, from, TAG_BLOCKS),
                                   place_of(course, blocks, number, from), own);
        if (good && part > 0)
            good = pending_send(
                &blocks->sends, to, tag(course, to, course->rank, TAG_BLOCKS),
                operation->send + operation->out[to].offset + number * blocks->chunk, part);
    }
    engine_unlock();
    return good;
}

static void join_chunk(const struct course *course, const struct blocks *blocks, uint64_t number)
{
    const struct operation *operation = course->operation;
    const void *sources[WIRE_MOST_RANKS];
    const struct operation_part *own = &operation->out[course->rank];
    size_t bytes = part_of(in_chunks(course, course->rank), blocks->chunk, number);
    if (bytes == 0)
        return;
    for (uint32_t rank = 0; rank < course->size; rank++)
        sources[rank] = place_of(course, blocks, number, rank);
    sources[course->rank] = operation->send + own->offset + number * blocks->chunk;
    join(course, blocks->result + number * blocks->chunk, sources, bytes);
}

static uint64_t count_chunks(const struct course *course, size_t chunk)
{
    uint64_t most = 0;
    for (uint32_t rank = 0; rank < course->size; rank++) {
        uint64_t count = (in_chunks(course, rank) + chunk - 1) / chunk;
        most = count > most ? count : most;
    }
    return most;
}

static bool walk_chunks(const struct course *course, struct blocks *blocks)
{
    uint64_t count = count_chunks(course, blocks->chunk);
    bool good = true;
    for (uint64_t i = 0; good && i < count && i < WINDOW - 1; i++)
        good = post_chunk(course, blocks, i);
    for (uint64_t i = 0; good && i < count; i++) {
        if (i + WINDOW - 1 < count)
            good = post_chunk(course, blocks, i + WINDOW - 1);
        good = good && pending_wait(&blocks->receives[i % WINDOW], 0);
        if (good)
            join_chunk(course, blocks, i);
    }
    return good;
}

/* Reduces the own block. */
static bool reduce_block(struct course *course, struct blocks *blocks)
{
    begin(&blocks->sends, course);
    for (unsigned i = 0; i < WINDOW; i++)
        begin(&blocks->receives[i], course);
    bool good = walk_chunks(course, blocks);
    for (unsigned i = 0; i < WINDOW; i++)
        good = finish(&blocks->receives[i], course, good);
    return finish(&blocks->sends, course, good);
}

/* Hands the own result to those who want it, and gets theirs. */
static bool hand_on(struct course *course, const struct blocks *blocks)
{
    const struct operation *operation = course->operation;
    const struct operation_terms *terms = &operation->terms;
    bool is_to_all = terms->kind == OPERATION_ALL_REDUCE;
    uint64_t own = operation->out[course->rank].bytes;
    struct pending pending;
    bool good = true;
    begin(&pending, course);
    engine_lock();
    for (uint32_t rank = 0; good && rank < course->size; rank++)
        if (rank != course->rank && operation->in[rank].bytes > 0 &&
            (is_to_all || terms->root == course->rank))
            good = pending_receive(&pending, rank, tag(course, course->rank, rank, TAG_RESULTS),
                                   operation->receive + operation->in[rank].offset,
                                   operation->in[rank].bytes);
    for (uint32_t i = 1; good && own > 0 && i < course->size; i++) {
        uint32_t rank = (course->rank + i) % course->size;
        if (is_to_all || terms->root == rank)
            good = pending_send(&pending, rank, tag(course, rank, course->rank, TAG_RESULTS),
                                blocks->result, own);
    }
    engine_unlock();
    return finish(&pending, course, good);
}

/* Where the own result goes: into the result of the call, or, if that is another rank's, into
 * memory behind the chunks. */
static bool has_result(const struct course *course)
{
    const struct operation_terms *terms = &course->operation->terms;
    return terms->kind != OPERATION_REDUCE || terms->root == course->rank;
}

static bool reduce_with(struct course *course, struct blocks *blocks)
{
    const struct operation *operation = course->operation;
    if (has_result(course))
        blocks->result = operation->receive + operation->in[course->rank].offset;
    return reduce_block(course, blocks) &&
           (!goes_to_all(operation->terms.kind) || hand_on(course, blocks));
}

static bool reduce(struct course *course)
{
    const struct operation_part *own = &course->operation->out[course->rank];
    struct blocks blocks = {.chunk = chunk_of(course->size)};
    size_t chunks = WINDOW * course->size * blocks.chunk;
    size_t result = has_result(course) ? 0 : own->bytes;
    struct communicator_scratch *scratch = communicator_take_scratch(course->communicator,
                                                                     chunks + result);
    if (scratch == NULL) {
        fail_memory(course);
        line_break(course->communicator->line, course->run->failure->text);
        return false;
    }
    blocks.memory = scratch->memory;
    blocks.result = scratch->memory + chunks;
    bool good = reduce_with(course, &blocks);
    /* What may still be written to stays where it is. */
    if (!course->is_left)
        communicator_return_scratch(course->communicator, scratch);
    return good;
}

/* ---- An operation ---------------------------------------------------------------------------- */

static void carry_out(struct course *course)
{
    if (!exchange_slots(course) || !check_slots(course))
        return;
    if (!operation_reduces(course->operation)) {
        (void)move(course);
        return;
    }
    if (in_chunks(course, course->rank) == 0)
        join_inlined(course);
    if (count_chunks(course, 1) > 0)
        (void)reduce(course);
}

static uint64_t sum_of_parts(const struct operation *operation, uint32_t size)
{
    uint64_t sum = 0;
    for (uint32_t rank = 0; rank < size; rank++)
        sum += operation->out[rank].bytes;
    return sum;
}

void course_run(const struct operation *operation, const struct operation_run *run)
{
    struct communicator *communicator = operation->communicator;
    struct course course = {.operation = operation,
                            .run = run,
                            .communicator = communicator,
                            .size = communicator->size,
                            .rank = communicator->rank,
                            .whole = sum_of_parts(operation, communicator->size)};
    if (communicator->size == 1) {
        copy_own(operation, 0);
        return;
    }
    struct communicator_scratch *scratch = communicator_take_scratch(
        communicator, 2 * course.size * sizeof(struct slot));
    if (scratch == NULL) {
        fail_memory(&course);
        line_break(communicator->line, run->failure->text);
        return;
    }
    course.in = (struct slot *)(void *)scratch->memory;
    course.out = course.in + course.size;
    carry_out(&course);
    if (!course.is_left)
        communicator_return_scratch(communicator, scratch);
}
