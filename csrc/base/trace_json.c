/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "base/data_type.h"
#include "base/environment.h"
#include "base/text.h"
#include "base/thread.h"
#include "base/trace_file.h"

/* A stream is shown as a thread of the process. The kernel's numbers of threads are lower. */
#define STREAM_THREAD 10000000

/* The numbers of flows have this many bits below the number of the process, and fit into the 53
 * bits that readers of JSON keep. */
#define FLOW_BITS 31

/* The one that is written; its lock is the writer's (trace_writer.h). */
static struct trace_json *json;

/* ---- Events ---------------------------------------------------------------------------------- */

static void write_block(void)
{
    if (json->out.length > 0)
        json->append(json, json->out.text, json->out.length);
    json->out.length = 0;
}

static void begin_event(const char *phase, int64_t thread, const char *name)
{
    char text[2] = {phase[0], '\0'};
    json_open(&json->out, NULL, '{');
    json_string(&json->out, "ph", text);
    json_number(&json->out, "pid", json->process);
    if (thread >= 0)
        json_number(&json->out, "tid", thread);
    json_string(&json->out, "name", name);
}

static void end_event(void)
{
    json_close(&json->out, '}');
    json_end_line(&json->out);
    json->events++;
    if (json->out.length >= TRACE_JSON_BLOCK)
        write_block();
}

static void put_time(const char *name, int64_t nanoseconds)
{
    json_thousandths(&json->out, name, nanoseconds > 0 ? (uint64_t)nanoseconds : 0);
}

/* An event that names a process or a thread. */
static void name_something(const char *what, int64_t thread, const char *name)
{
    begin_event("M", thread, what);
    json_open(&json->out, "args", '{');
    json_string(&json->out, "name", name);
    json_close(&json->out, '}');
    end_event();
}

static void place_thread(int64_t thread, int64_t place)
{
    begin_event("M", thread, "thread_sort_index");
    json_open(&json->out, "args", '{');
    json_number(&json->out, "sort_index", place);
    json_close(&json->out, '}');
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
        json_string(&json->out, "host", machine.nodename);
    read_line("/proc/sys/kernel/random/boot_id", boot, sizeof boot);
    json_string(&json->out, "boot", boot);
}

static void tell_process(void)
{
    static const char *const modes[] = {
        [STREAM_ASYNC] = "async", [STREAM_LAZY] = "lazy", [STREAM_SYNC] = "sync"};
    char command[32];
    char name[64];
    json->out = (struct json_writer){
        .text = json->block, .size = sizeof json->block, .is_compact = true};
    json->process = getpid();
    read_line("/proc/self/comm", command, sizeof command);
    snprintf(name, sizeof name, "rank %d: %s", trace_rank(), command);
    name_something("process_name", -1, trace_rank() >= 0 ? name : command);
    begin_event("M", -1, "aclnn_py");
    json_open(&json->out, "args", '{');
    put_machine();
    json_number(&json->out, "rank", trace_rank());
    json_string(&json->out, "soc", environment()->soc.name);
    json_string(&json->out, "streams", modes[environment()->stream_mode]);
    put_time("wall_clock_offset_us", nanoseconds_of_day() - monotonic_nanoseconds());
    json_close(&json->out, '}');
    end_event();
}

static void tell_end(void)
{
    begin_event("M", -1, "aclnn_py_end");
    json_open(&json->out, "args", '{');
    json_unsigned(&json->out, "events", json->events);
    json_unsigned(&json->out, "dropped", atomic_load(&trace_dropped) - json->dropped);
    json_close(&json->out, '}');
    end_event();
}

/* ---- Threads and streams --------------------------------------------------------------------- */

/* Whether the stream is told for the first time. Without memory it is told again. */
static bool is_new(int32_t stream)
{
    size_t place = (size_t)stream;
    if (place >= json->stream_room) {
        size_t room = (place / 512 + 1) * 512;
        uint8_t *more = realloc(json->streams_told, room / 8);
        if (more == NULL)
            return true;
        memset(more + json->stream_room / 8, 0, (room - json->stream_room) / 8);
        json->streams_told = more;
        json->stream_room = room;
    }
    bool told = (json->streams_told[place / 8] >> place % 8 & 1) != 0;
    json->streams_told[place / 8] |= (uint8_t)(1u << place % 8);
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
    if (ring->told[json->place] == json->number)
        return;
    ring->told[json->place] = json->number;
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
    json_string(&json->out, NULL, text);
}

/* Each text is one or more lines. */
static void put_python(const char *const *lines, uint32_t count)
{
    char line[1400];
    if (count == 0)
        return;
    json_open(&json->out, "python", '[');
    for (uint32_t i = 0; i < count; i++)
        for (const char *rest = lines[i];
             (rest = text_next_piece(rest, '\n', line, sizeof line)) != NULL;)
            if (line[0] != '\0')
                put_python_line(line);
    json_close(&json->out, ']');
}

static void put_call(const struct trace_call_record *call, int32_t thread)
{
    begin_event("X", thread, call->name);
    json_string(&json->out, "cat", "call");
    put_time("ts", call->began);
    put_time("dur", call->ended - call->began);
    if (call->status != 0 || call->moved != 0 || call->line_count > 0) {
        json_open(&json->out, "args", '{');
        if (call->moved != 0)
            json_unsigned(&json->out, "bytes", call->moved);
        if (call->status != 0)
            json_number(&json->out, "status", call->status);
        put_python(call->lines, call->line_count);
        json_close(&json->out, '}');
    }
    end_event();
}

/* One end of an arrow. Its begin lies in the slice that lasts at the time on the thread, and so
 * does its end. */
static void put_flow(bool is_begin, const char *name, uint64_t flow, int64_t thread, int64_t time)
{
    begin_event(is_begin ? "s" : "f", thread, name);
    json_string(&json->out, "cat", "order");
    json_unsigned(&json->out, "id",
                  (uint64_t)json->process << FLOW_BITS | (flow & ((1u << FLOW_BITS) - 1)));
    put_time("ts", time);
    if (!is_begin)
        json_string(&json->out, "bp", "e");
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
    json_open(&json->out, NULL, '{');
    json_string(&json->out, "name", operand->member >= 0 ? name : operand->name);
    json_string(&json->out, "type", data_type_name((aclDataType)operand->type));
    json_open(&json->out, "shape", '[');
    for (int16_t i = 0; i < operand->rank; i++)
        json_number(&json->out, NULL, operand->dims[i]);
    json_close(&json->out, ']');
    json_string(&json->out, "role", role_of(operand));
    json_close(&json->out, '}');
    return at + sizeof *operand + (size_t)operand->rank * sizeof(int64_t);
}

static void put_operands(const struct trace_task_record *record)
{
    const char *at = (const char *)(record + 1);
    if (record->told_count == 0)
        return;
    json_open(&json->out, "operands", '[');
    for (int32_t i = 0; i < record->told_count; i++)
        at = put_operand(at);
    json_close(&json->out, ']');
    if (record->operand_count > record->told_count)
        json_number(&json->out, "more_operands", record->operand_count - record->told_count);
}

static void put_work(const struct trace_task_record *record)
{
    if (record->has_bytes) {
        json_unsigned(&json->out, "bytes_read", record->read);
        json_unsigned(&json->out, "bytes_written", record->written);
    }
    if (record->kind == TRACE_LAUNCH)
        json_unsigned(&json->out, "workspace", record->workspace);
    if (record->ranks > 0) {
        json_unsigned(&json->out, "rank", record->rank);
        json_unsigned(&json->out, "ranks", record->ranks);
        json_unsigned(&json->out, "number", record->number);
    }
    put_operands(record);
    if (record->kind == TRACE_MARK || record->kind == TRACE_STEP) {
        static const char *const edges[] = {[TRACE_WHOLE] = NULL, "begin", "end"};
        json_unsigned(&json->out, "number", record->number);
        if (edges[record->edge] != NULL)
            json_string(&json->out, "edge", edges[record->edge]);
    }
}

static const char *category_of(enum trace_kind kind)
{
    static const char *const names[] = {
        [TRACE_TASK] = "task",
        [TRACE_LAUNCH] = "launch",
        [TRACE_COPY] = "copy",
        [TRACE_EVENT] = "event",
        [TRACE_COLLECTIVE] = "collective",
        [TRACE_CALLBACK] = "callback",
        [TRACE_GRAPH] = "graph",
        [TRACE_MARK] = "mark",
        [TRACE_STEP] = "step",
    };
    return names[kind];
}

/* The text of a mark, which lies behind the operands: it has none. */
static const char *text_of(const struct trace_task_record *record)
{
    return (const char *)(record + 1);
}

static void put_task(const struct trace_task_record *record)
{
    const struct trace_task *task = &record->task;
    int64_t thread = STREAM_THREAD + task->stream;
    tell_stream(task->stream, task->device);
    begin_event("X", thread, record->text_length > 0 ? text_of(record) : task->name);
    json_string(&json->out, "cat", category_of(record->kind));
    put_time("ts", task->began);
    put_time("dur", task->ended - task->began);
    json_open(&json->out, "args", '{');
    json_number(&json->out, "device", task->device);
    json_number(&json->out, "stream", task->stream);
    if (task->number == 0) {
        json_number(&json->out, "graph", task->graph);
        json_number(&json->out, "captured_on", task->captured_on);
    } else {
        json_unsigned(&json->out, "task", task->sequence);
        put_time("queued_us", task->queued);
        json_number(&json->out, "queued_by", task->queued_by);
    }
    if (task->status != 0)
        json_number(&json->out, "status", task->status);
    put_work(record);
    json_close(&json->out, '}');
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
    json_open(&json->out, "args", '{');
    json_unsigned(&json->out, "bytes", record->used);
    json_close(&json->out, '}');
    end_event();
}

/* ---- Marks ----------------------------------------------------------------------------------- */

static void put_mark_event(const char *phase, const struct trace_mark_record *mark, int32_t thread,
                           int64_t time)
{
    const char *domain = mark->texts;
    begin_event(phase, thread, domain + mark->domain_length + 1);
    json_string(&json->out, "cat", mark->is_range ? "range" : "mark");
    put_time("ts", time);
    if (mark->is_range)
        json_unsigned(&json->out, "id", mark->number);
    else
        json_string(&json->out, "s", "t");
    json_open(&json->out, "args", '{');
    json_string(&json->out, "domain", domain);
    json_unsigned(&json->out, "number", mark->number);
    json_string(&json->out, "by", mark->by);
    json_close(&json->out, '}');
    end_event();
}

/* A range may overlap calls in any way, so that it is no slice of its thread. */
static void put_mark(const struct trace_mark_record *mark, int32_t thread)
{
    if (!mark->is_range) {
        put_mark_event("i", mark, thread, mark->began);
        return;
    }
    put_mark_event("b", mark, thread, mark->began);
    put_mark_event("e", mark, thread, mark->ended);
}

static void put_record(const struct trace_record *record, int32_t thread)
{
    switch ((enum trace_record_kind)record->kind) {
    case RECORD_SKIP:
    case RECORD_LINK: break;
    case RECORD_CALL: put_call((const struct trace_call_record *)record, thread); break;
    case RECORD_TASK: put_task((const struct trace_task_record *)record); break;
    case RECORD_MEMORY: put_memory((const struct trace_memory_record *)record); break;
    case RECORD_MARK: put_mark((const struct trace_mark_record *)record, thread); break;
    }
}

/* ---- What others call ------------------------------------------------------------------------ */

static void begin(struct trace_json *wanted)
{
    json = wanted;
    if (json->process == 0)
        tell_process();
}

void trace_json_record(struct trace_json *wanted, const struct trace_record *record,
                       struct trace_ring *ring)
{
    begin(wanted);
    tell_thread(ring);
    put_record(record, ring->thread);
}

void trace_json_flush(struct trace_json *wanted)
{
    begin(wanted);
    write_block();
}

void trace_json_end(struct trace_json *wanted)
{
    begin(wanted);
    tell_end();
    write_block();
    json->append(json, "]\n", 2);
    free(json->streams_told);
    json->streams_told = NULL;
    json->stream_room = 0;
}
