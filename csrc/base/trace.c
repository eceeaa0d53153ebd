/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

#include "base/call_stack.h"
#include "base/data_type.h"
#include "base/entry_current.h"
#include "base/thread.h"
#include "base/trace_file.h"
#include "base/trace_json.h"
#include "base/trace_ring.h"
#include "base/trace_writer.h"

/* A thread whose ring is full looks so often whether there is room again, a second in all. */
#define LOOKS 5000
#define LOOK_NANOSECONDS 200000

/* Calls stand in others where the program's callbacks call the library. Deeper ones are left
 * out. */
#define DEEPEST 8

_Atomic bool trace_in_force;
static _Atomic uint64_t tasks;

/* ---- Rings ----------------------------------------------------------------------------------- */

static void drop(void)
{
    atomic_fetch_add(&trace_dropped, 1);
}

static bool has_room(struct trace_ring *ring, uint64_t past)
{
    return past - atomic_load_explicit(&ring->read, memory_order_acquire) <= TRACE_RING_SIZE;
}

/* Waits until the ring has room up to a place; false when that takes too long. */
static bool await_room(struct trace_ring *ring, uint64_t past)
{
    static const struct timespec pause = {0, LOOK_NANOSECONDS};
    for (int i = 0; i < LOOKS && atomic_load(&trace_writer_runs); i++) {
        trace_writer_wake();
        nanosleep(&pause, NULL);
        if (has_room(ring, past))
            return true;
    }
    return false;
}

/* Room for a record of this thread, which give makes visible; NULL where there is none. What a
 * thread does that tells is not noted: each record would lead to another one. */
static void *take(uint32_t kind, size_t bytes)
{
    if (trace_is_telling)
        return NULL;
    struct trace_ring *ring = trace_own_ring != NULL ? trace_own_ring : trace_ring_make();
    if (ring == NULL) {
        drop();
        return NULL;
    }
    uint64_t at = atomic_load_explicit(&ring->written, memory_order_relaxed);
    size_t rest = TRACE_RING_SIZE - at % TRACE_RING_SIZE;
    size_t skipped = rest < bytes ? rest : 0;
    if (!has_room(ring, at + skipped + bytes) && !await_room(ring, at + skipped + bytes)) {
        drop();
        return NULL;
    }
    if (skipped > 0) {
        struct trace_record *end = (struct trace_record *)(ring->bytes + at % TRACE_RING_SIZE);
        *end = (struct trace_record){(uint32_t)skipped, RECORD_SKIP};
        atomic_store_explicit(&ring->written, at += skipped, memory_order_release);
    }
    struct trace_record *record = (struct trace_record *)(ring->bytes + at % TRACE_RING_SIZE);
    *record = (struct trace_record){(uint32_t)bytes, kind};
    return record;
}

static void give(size_t bytes)
{
    struct trace_ring *ring = trace_own_ring;
    uint64_t before = atomic_load_explicit(&ring->written, memory_order_relaxed);
    uint64_t read = atomic_load_explicit(&ring->read, memory_order_relaxed);
    atomic_store_explicit(&ring->written, before + bytes, memory_order_release);
    if (!atomic_load_explicit(&trace_writer_runs, memory_order_relaxed))
        (void)trace_writer_start();
    else if (before - read < TRACE_RING_SIZE / 2 && before + bytes - read >= TRACE_RING_SIZE / 2)
        trace_writer_wake();
}

/* ---- Calls ----------------------------------------------------------------------------------- */

/* Notes may begin and end in the middle of calls: what began a call has to be what ends it. */
static _Thread_local const char *called[DEEPEST];
static _Thread_local int64_t began[DEEPEST];
static _Thread_local uint64_t moved[DEEPEST];
static _Thread_local uint64_t queued[DEEPEST];

void trace_call_begins(void)
{
    unsigned depth = entry_current.depth++;
    if (depth < DEEPEST) {
        called[depth] = entry_current.name;
        began[depth] = monotonic_nanoseconds();
        moved[depth] = 0;
        queued[depth] = 0;
    }
}

void trace_call_moves(uint64_t bytes)
{
    unsigned depth = entry_current.depth - 1;
    if (depth < DEEPEST)
        moved[depth] += bytes;
}

void trace_call_ends(int status)
{
    const char *lines[TRACE_LINES];
    unsigned depth = entry_current.depth - 1;
    if (depth >= DEEPEST || called[depth] != entry_current.name || !trace_is_on())
        return;
    int64_t ended = monotonic_nanoseconds();
    size_t count = trace_file_is_open() ? call_stack_python(lines, TRACE_LINES) : 0;
    struct trace_call_record *call;
    size_t size = sizeof *call + count * sizeof lines[0];
    call = take(RECORD_CALL, size);
    if (call == NULL)
        return;
    call->name = entry_current.name;
    call->began = began[depth];
    call->ended = ended;
    call->moved = moved[depth];
    call->task = queued[depth];
    call->status = status;
    call->line_count = (uint32_t)count;
    memcpy(call->lines, lines, count * sizeof lines[0]);
    give(size);
}

/* ---- Tasks ----------------------------------------------------------------------------------- */

uint64_t trace_number(void)
{
    return atomic_fetch_add_explicit(&tasks, 1, memory_order_relaxed) + 1;
}

/* The bytes of the elements. */
static uint64_t bytes_of(const struct trace_operand *operand)
{
    int64_t count = 1;
    for (int32_t i = 0; i < operand->rank; i++)
        count *= operand->dims[i];
    return (uint64_t)(count * data_type_bits(operand->type) + 7) / 8;
}

void trace_add_operand(struct trace_work *work, const struct trace_operand *operand)
{
    uint64_t bytes = bytes_of(operand);
    work->has_bytes = true;
    work->read += operand->is_read ? bytes : 0;
    work->written += operand->is_written ? bytes : 0;
    if (work->operand_count < TRACE_OPERANDS)
        work->operands[work->operand_count] = *operand;
    work->operand_count++;
}

static int told_operands(const struct trace_work *work)
{
    return work->operand_count < TRACE_OPERANDS ? work->operand_count : TRACE_OPERANDS;
}

static size_t cut(const char *text)
{
    return strnlen(text, TRACE_TEXT);
}

static size_t text_length(const struct trace_work *work)
{
    return work->text != NULL ? cut(work->text) : 0;
}

static size_t task_size(const struct trace_work *work)
{
    size_t size = sizeof(struct trace_task_record) + (text_length(work) + 8) / 8 * 8;
    for (int i = 0; i < told_operands(work); i++)
        size += sizeof(struct trace_operand_record) +
                (size_t)work->operands[i].rank * sizeof(int64_t);
    return size;
}

/* Returns where the next one lies. */
static char *put_operand(char *at, const struct trace_operand *operand)
{
    struct trace_operand_record *record = (struct trace_operand_record *)at;
    size_t dims = (size_t)operand->rank * sizeof(int64_t);
    record->name = operand->name;
    record->member = operand->member;
    record->type = operand->type;
    record->rank = (int16_t)operand->rank;
    record->is_read = operand->is_read;
    record->is_written = operand->is_written;
    memcpy(record->dims, operand->dims, dims);
    return at + sizeof *record + dims;
}

void trace_task(const struct trace_task *task, const struct trace_work *work)
{
    size_t size = task_size(work);
    struct trace_task_record *record = take(RECORD_TASK, size);
    if (record == NULL)
        return;
    record->task = *task;
    record->kind = work->kind;
    record->edge = work->edge;
    record->has_bytes = work->has_bytes;
    record->read = work->read;
    record->written = work->written;
    record->workspace = work->workspace;
    record->number = work->number;
    record->awaited_at = work->awaited_at;
    record->awaited_stream = work->awaited_stream;
    record->rank = work->rank;
    record->ranks = work->ranks;
    record->operand_count = work->operand_count;
    record->told_count = told_operands(work);
    record->text_length = (uint32_t)text_length(work);
    char *at = (char *)(record + 1);
    for (int i = 0; i < record->told_count; i++)
        at = put_operand(at, &work->operands[i]);
    if (record->text_length > 0)
        memcpy(at, work->text, record->text_length);
    at[record->text_length] = '\0';
    give(size);
}

_Thread_local uint64_t trace_link_of[TRACE_LINKS];
static _Atomic bool links_wanted;

void trace_link_wanted(bool is_wanted)
{
    atomic_store(&links_wanted, is_wanted);
}

void trace_link(uint64_t task)
{
    unsigned depth = entry_current.depth - 1;
    if (depth < DEEPEST)
        queued[depth] = task;
    if (!atomic_load_explicit(&links_wanted, memory_order_relaxed))
        return;
    for (uint32_t kind = 0; kind < TRACE_LINKS; kind++) {
        struct trace_link_record *link;
        if (trace_link_of[kind] == 0 || (link = take(RECORD_LINK, sizeof *link)) == NULL)
            continue;
        link->task = task;
        link->kind = kind;
        link->id = trace_link_of[kind];
        give(sizeof *link);
    }
}

/* ---- Marks ----------------------------------------------------------------------------------- */

void trace_mark(const struct trace_mark *mark)
{
    size_t domain = cut(mark->domain);
    size_t text = cut(mark->text);
    struct trace_mark_record *record;
    size_t size = (sizeof *record + domain + text + 2 + 7) / 8 * 8;
    record = take(RECORD_MARK, size);
    if (record == NULL)
        return;
    record->began = mark->began;
    record->ended = mark->ended;
    record->number = mark->number;
    record->by = mark->by;
    record->is_range = mark->is_range;
    record->domain_length = (uint32_t)domain;
    memcpy(record->texts, mark->domain, domain);
    record->texts[domain] = '\0';
    memcpy(record->texts + domain + 1, mark->text, text);
    record->texts[domain + 1 + text] = '\0';
    give(size);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

void trace_memory(int32_t device, uint64_t used)
{
    struct trace_memory_record *record = take(RECORD_MEMORY, sizeof *record);
    if (record == NULL)
        return;
    record->time = monotonic_nanoseconds();
    record->device = device;
    record->used = used;
    give(sizeof *record);
}

/* ---- Readers --------------------------------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool has_rings;

/* The caller holds the lock. */
static void set(bool is_on)
{
    atomic_store(&trace_in_force, is_on);
    entry_want(ENTRY_TRACE, is_on);
}

bool trace_read(struct trace_reader *reader)
{
    pthread_mutex_lock(&lock);
    has_rings = has_rings || trace_rings_open();
    bool is_good = has_rings;
    if (is_good) {
        trace_writer_add(reader);
        set(true);
    }
    pthread_mutex_unlock(&lock);
    return is_good;
}

void trace_read_no_more(struct trace_reader *reader)
{
    pthread_mutex_lock(&lock);
    set(trace_writer_remove(reader));
    pthread_mutex_unlock(&lock);
}

/* ---- The process ----------------------------------------------------------------------------- */

static void append_to_file(struct trace_json *json, const char *bytes, size_t count)
{
    (void)json;
    (void)trace_file_append(bytes, count);
}

static struct trace_json file = {.append = append_to_file, .place = TRACE_PLACE_FILE, .number = 1};

static void record_to_file(struct trace_reader *reader, const struct trace_record *record,
                           struct trace_ring *ring)
{
    (void)reader;
    trace_json_record(&file, record, ring);
}

static void flush_file(struct trace_reader *reader)
{
    (void)reader;
    trace_json_flush(&file);
}

static void end_file(struct trace_reader *reader)
{
    (void)reader;
    trace_json_end(&file);
    trace_file_close();
}

static struct trace_reader file_reader = {
    .record = record_to_file, .pause = flush_file, .end = end_file};

void trace_start(void)
{
    if (!trace_file_claim())
        return;
    call_stack_prepare();
    (void)trace_read(&file_reader);
}

void trace_flush(void)
{
    if (trace_is_on() && !trace_is_telling)
        trace_writer_flush();
}

void trace_end(void)
{
    atomic_store(&trace_in_force, false);
    trace_writer_end();
}
