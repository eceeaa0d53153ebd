/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace_writer.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "base/data_type.h"
#include "base/environment.h"
#include "base/json.h"
#include "base/text.h"
#include "base/thread.h"
#include "base/trace_file.h"
#include "base/trace_ring.h"

/* The thread looks so often for records, and ends after so many looks in vain. */
#define LOOK_MILLISECONDS 100
#define LOOKS_IN_VAIN 5

/* What is written at once. An event is never larger than the rest of the buffer. */
#define BLOCK ((size_t)256 << 10)
#define LARGEST_EVENT ((size_t)64 << 10)

/* A stream is shown as a thread of the process. The kernel's numbers of threads are lower. */
#define STREAM_THREAD 10000000

/* The numbers of flows have this many bits below the number of the process, and fit into the 53
 * bits that readers of JSON keep. */
#define FLOW_BITS 31

_Atomic bool trace_writer_runs;

static char block[BLOCK + LARGEST_EVENT];
static struct json_writer out = {.text = block, .size = sizeof block, .is_compact = true};
static pid_t process;
static uint64_t events;

/* ---- Events ---------------------------------------------------------------------------------- */

static void write_block(void)
{
    (void)trace_file_append(out.text, out.length);
    out.length = 0;
}

static void begin_event(const char *phase, int64_t thread, const char *name)
{
    char text[2] = {phase[0], '\0'};
    json_open(&out, NULL, '{');
    json_string(&out, "ph", text);
    json_number(&out, "pid", process);
    if (thread >= 0)
        json_number(&out, "tid", thread);
    json_string(&out, "name", name);
}

static void end_event(void)
{
    json_close(&out, '}');
    json_end_line(&out);
    events++;
    if (out.length >= BLOCK)
        write_block();
}

static void put_time(const char *name, int64_t nanoseconds)
{
    json_thousandths(&out, name, nanoseconds > 0 ? (uint64_t)nanoseconds : 0);
}

/* An event that names a process or a thread. */
static void name_something(const char *what, int64_t thread, const char *name)
{
    begin_event("M", thread, what);
    json_open(&out, "args", '{');
    json_string(&out, "name", name);
    json_close(&out, '}');
    end_event();
}

static void place_thread(int64_t thread, int64_t place)
{
    begin_event("M", thread, "thread_sort_index");
    json_open(&out, "args", '{');
    json_number(&out, "sort_index", place);
    json_close(&out, '}');
    end_event();
}

/* ---- The process ----------------------------------------------------------------------------- */

static int64_t nanoseconds_of_day(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* The first line of a file of the system, or "". */
static void read_line(const char *path, char *line, int size)
{
    FILE *file = fopen(path, "re");
    line[0] = '\0';
    if (file == NULL)
        return;
    if (fgets(line, size, file) == NULL)
        line[0] = '\0';
    line[strcspn(line, "\n")] = '\0';
    fclose(file);
}

static void put_machine(void)
{
    struct utsname machine;
    char boot[64];
    if (uname(&machine) == 0)
        json_string(&out, "host", machine.nodename);
    read_line("/proc/sys/kernel/random/boot_id", boot, sizeof boot);
    json_string(&out, "boot", boot);
}

static void tell_process(void)
{
    static const char *const modes[] = {
        [STREAM_ASYNC] = "async", [STREAM_LAZY] = "lazy", [STREAM_SYNC] = "sync"};
    char command[32];
    char name[64];
    process = getpid();
    read_line("/proc/self/comm", command, sizeof command);
    snprintf(name, sizeof name, "rank %d: %s", trace_rank(), command);
    name_something("process_name", -1, trace_rank() >= 0 ? name : command);
    begin_event("M", -1, "aclnn_py");
    json_open(&out, "args", '{');
    put_machine();
    json_number(&out, "rank", trace_rank());
    json_string(&out, "soc", environment()->soc.name);
    json_string(&out, "streams", modes[environment()->stream_mode]);
    put_time("wall_clock_offset_us", nanoseconds_of_day() - monotonic_nanoseconds());
    json_close(&out, '}');
    end_event();
}

static void tell_end(void)
{
    begin_event("M", -1, "aclnn_py_end");
    json_open(&out, "args", '{');
    json_unsigned(&out, "events", events);
    json_unsigned(&out, "dropped", atomic_load(&trace_dropped));
    json_close(&out, '}');
    end_event();
}

/* ---- Threads and streams --------------------------------------------------------------------- */

static uint8_t *streams_told; /* a bit a stream */
static size_t stream_room;    /* bits */

/* Whether the stream is told for the first time. Without memory it is told again. */
static bool is_new(int32_t stream)
{
    size_t place = (size_t)stream;
    if (place >= stream_room) {
        size_t room = (place / 512 + 1) * 512;
        uint8_t *more = realloc(streams_told, room / 8);
        if (more == NULL)
            return true;
        memset(more + stream_room / 8, 0, (room - stream_room) / 8);
        streams_told = more;
        stream_room = room;
    }
    bool told = (streams_told[place / 8] >> place % 8 & 1) != 0;
    streams_told[place / 8] |= (uint8_t)(1u << place % 8);
    return !told;
}

static void tell_stream(int32_t stream, int32_t device)
{
    char name[64];
    if (!is_new(stream))
        return;
    snprintf(name, sizeof name, "device %d, stream %d", device, stream);
    name_something("thread_name", STREAM_THREAD + stream, name);
    place_thread(STREAM_THREAD + stream, STREAM_THREAD + stream);
}

static void tell_thread(struct trace_ring *ring)
{
    if (ring->is_named)
        return;
    ring->is_named = true;
    name_something("thread_name", ring->thread, ring->name);
    place_thread(ring->thread, ring->thread);
}

/* ---- Records --------------------------------------------------------------------------------- */

/* "step (train.py:12)" */
static void put_python_line(const char *line)
{
    char text[1500];
    char function[256];
    char file[1024];
    char number[16];
    const char *rest = text_next_piece(line, '\t', function, sizeof function);
    rest = text_next_piece(rest, '\t', file, sizeof file);
    (void)text_next_piece(rest, '\t', number, sizeof number);
    snprintf(text, sizeof text, "%s (%s:%s)", function, file, number);
    json_string(&out, NULL, text);
}

/* Each text is one or more lines. */
static void put_python(const char *const *lines, uint32_t count)
{
    char line[1400];
    if (count == 0)
        return;
    json_open(&out, "python", '[');
    for (uint32_t i = 0; i < count; i++)
        for (const char *rest = lines[i];
             (rest = text_next_piece(rest, '\n', line, sizeof line)) != NULL;)
            if (line[0] != '\0')
                put_python_line(line);
    json_close(&out, ']');
}

static void put_call(const struct trace_call_record *call, int32_t thread)
{
    begin_event("X", thread, call->name);
    json_string(&out, "cat", "call");
    put_time("ts", call->began);
    put_time("dur", call->ended - call->began);
    if (call->status != 0 || call->moved != 0 || call->line_count > 0) {
        json_open(&out, "args", '{');
        if (call->moved != 0)
            json_unsigned(&out, "bytes", call->moved);
        if (call->status != 0)
            json_number(&out, "status", call->status);
        put_python(call->lines, call->line_count);
        json_close(&out, '}');
    }
    end_event();
}

/* One end of an arrow. Its begin lies in the slice that lasts at the time on the thread, and so
 * does its end. */
static void put_flow(bool is_begin, const char *name, uint64_t flow, int64_t thread, int64_t time)
{
    begin_event(is_begin ? "s" : "f", thread, name);
    json_string(&out, "cat", "order");
    json_unsigned(&out, "id", (uint64_t)process << FLOW_BITS | (flow & ((1u << FLOW_BITS) - 1)));
    put_time("ts", time);
    if (!is_begin)
        json_string(&out, "bp", "e");
    end_event();
}

static const char *role_of(const struct trace_operand_record *operand)
{
    return !operand->is_written ? "in" : operand->is_read ? "in and out" : "out";
}

/* Returns where the next one lies. */
static const char *put_operand(const char *at)
{
    const struct trace_operand_record *operand = (const struct trace_operand_record *)at;
    char name[80];
    if (operand->member >= 0)
        snprintf(name, sizeof name, "%.50s[%lld]", operand->name, (long long)operand->member);
    json_open(&out, NULL, '{');
    json_string(&out, "name", operand->member >= 0 ? name : operand->name);
    json_string(&out, "type", data_type_name((aclDataType)operand->type));
    json_open(&out, "shape", '[');
    for (int16_t i = 0; i < operand->rank; i++)
        json_number(&out, NULL, operand->dims[i]);
    json_close(&out, ']');
    json_string(&out, "role", role_of(operand));
    json_close(&out, '}');
    return at + sizeof *operand + (size_t)operand->rank * sizeof(int64_t);
}

static void put_operands(const struct trace_task_record *record)
{
    const char *at = (const char *)(record + 1);
    if (record->told_count == 0)
        return;
    json_open(&out, "operands", '[');
    for (int32_t i = 0; i < record->told_count; i++)
        at = put_operand(at);
    json_close(&out, ']');
    if (record->operand_count > record->told_count)
        json_number(&out, "more_operands", record->operand_count - record->told_count);
}

static void put_work(const struct trace_task_record *record)
{
    if (record->has_bytes) {
        json_unsigned(&out, "bytes_read", record->read);
        json_unsigned(&out, "bytes_written", record->written);
    }
    if (record->kind == TRACE_LAUNCH)
        json_unsigned(&out, "workspace", record->workspace);
    if (record->ranks > 0) {
        json_unsigned(&out, "rank", record->rank);
        json_unsigned(&out, "ranks", record->ranks);
        json_unsigned(&out, "number", record->number);
    }
    put_operands(record);
}

static const char *category_of(enum trace_kind kind)
{
    static const char *const names[] = {
        [TRACE_TASK] = "task",   [TRACE_LAUNCH] = "launch",         [TRACE_COPY] = "copy",
        [TRACE_EVENT] = "event", [TRACE_COLLECTIVE] = "collective", [TRACE_CALLBACK] = "callback",
        [TRACE_GRAPH] = "graph",
    };
    return names[kind];
}

static void put_task(const struct trace_task_record *record)
{
    const struct trace_task *task = &record->task;
    int64_t thread = STREAM_THREAD + task->stream;
    tell_stream(task->stream, task->device);
    begin_event("X", thread, task->name);
    json_string(&out, "cat", category_of(record->kind));
    put_time("ts", task->began);
    put_time("dur", task->ended - task->began);
    json_open(&out, "args", '{');
    json_number(&out, "device", task->device);
    json_number(&out, "stream", task->stream);
    if (task->number == 0) {
        json_number(&out, "captured_on", task->captured_on);
    } else {
        json_unsigned(&out, "task", task->sequence);
        put_time("queued_us", task->queued);
    }
    if (task->status != 0)
        json_number(&out, "status", task->status);
    put_work(record);
    json_close(&out, '}');
    end_event();
    /* Of the two numbers of a task the even one is of the arrow from its call, the odd one of the
     * arrow from what it waits for. */
    if (task->number != 0) {
        put_flow(true, "launch", 2 * task->number, task->queued_by, task->queued);
        put_flow(false, "launch", 2 * task->number, thread, task->began);
    }
    if (record->awaited_at != 0 && task->number != 0) {
        put_flow(true, "wait", 2 * task->number + 1, STREAM_THREAD + record->awaited_stream,
                 record->awaited_at);
        put_flow(false, "wait", 2 * task->number + 1, thread, task->ended);
    }
}

static void put_memory(const struct trace_memory_record *record)
{
    char name[64];
    snprintf(name, sizeof name, "memory in use of device %d", record->device);
    begin_event("C", -1, name);
    put_time("ts", record->time);
    json_open(&out, "args", '{');
    json_unsigned(&out, "bytes", record->used);
    json_close(&out, '}');
    end_event();
}

static void put_record(const struct trace_record *record, int32_t thread)
{
    switch ((enum trace_record_kind)record->kind) {
    case RECORD_SKIP: break;
    case RECORD_CALL: put_call((const struct trace_call_record *)record, thread); break;
    case RECORD_TASK: put_task((const struct trace_task_record *)record); break;
    case RECORD_MEMORY: put_memory((const struct trace_memory_record *)record); break;
    }
}

/* Writes what a thread has noted so far. */
static bool drain_ring(struct trace_ring *ring)
{
    uint64_t at = atomic_load_explicit(&ring->read, memory_order_relaxed);
    uint64_t end = atomic_load_explicit(&ring->written, memory_order_acquire);
    if (at == end)
        return false;
    tell_thread(ring);
    while (at < end) {
        const struct trace_record *record = (const struct trace_record *)(ring->bytes +
                                                                          at % TRACE_RING_SIZE);
        put_record(record, ring->thread);
        at += record->size;
        atomic_store_explicit(&ring->read, at, memory_order_release);
    }
    return true;
}

static pthread_mutex_t reading = PTHREAD_MUTEX_INITIALIZER;

/* Writes what all threads have noted so far; false when there was nothing. */
static bool drain(void)
{
    bool found = false;
    pthread_mutex_lock(&reading);
    if (process == 0)
        tell_process();
    for (struct trace_ring *ring = trace_rings(); ring != NULL; ring = ring->next)
        found |= drain_ring(ring);
    trace_rings_clear();
    if (out.length > 0)
        write_block();
    pthread_mutex_unlock(&reading);
    return found;
}

/* ---- The thread ------------------------------------------------------------------------------ */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;
static pthread_once_t changed_once = PTHREAD_ONCE_INIT;
static pthread_t writer;
static bool is_to_join; /* the thread was started, and was not joined */
static bool is_ending;
static bool is_woken;

static void open_condition(void)
{
    condition_open(&changed);
}

/* The caller holds the lock. */
static void sleep_a_while(void)
{
    struct timespec storage;
    const struct timespec *deadline = deadline_in(LOOK_MILLISECONDS, &storage);
    bool in_time = true;
    while (in_time && !is_ending && !is_woken)
        in_time = condition_wait(&changed, &lock, deadline);
    is_woken = false;
}

static void *write_trace(void *unused)
{
    (void)unused;
    int in_vain = 0;
    pthread_mutex_lock(&lock);
    while (!is_ending && in_vain < LOOKS_IN_VAIN) {
        pthread_mutex_unlock(&lock);
        in_vain = drain() ? 0 : in_vain + 1;
        pthread_mutex_lock(&lock);
        sleep_a_while();
    }
    atomic_store(&trace_writer_runs, false);
    pthread_mutex_unlock(&lock);
    return NULL;
}

/* The caller holds the lock. A thread that has ended by itself holds it no more. */
static void join(void)
{
    if (is_to_join)
        pthread_join(writer, NULL);
    is_to_join = false;
}

bool trace_writer_start(void)
{
    pthread_once(&changed_once, open_condition);
    pthread_mutex_lock(&lock);
    if (!atomic_load(&trace_writer_runs) && !is_ending) {
        join();
        is_to_join = thread_start(&writer, "aclnn-trace", write_trace, NULL);
        atomic_store(&trace_writer_runs, is_to_join);
    }
    pthread_mutex_unlock(&lock);
    return atomic_load(&trace_writer_runs);
}

void trace_writer_wake(void)
{
    pthread_mutex_lock(&lock);
    is_woken = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

void trace_writer_flush(void)
{
    (void)drain();
}

void trace_writer_end(void)
{
    pthread_once(&changed_once, open_condition);
    pthread_mutex_lock(&lock);
    is_ending = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    join();
    (void)drain();
    tell_end();
    write_block();
    (void)trace_file_append("]\n", 2);
}
