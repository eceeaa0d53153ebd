/* SPDX-License-Identifier: Apache-2.0 */
#include "base/finding.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/call_stack.h"
#include "base/entry_current.h"
#include "base/environment.h"
#include "base/finding_file.h"
#include "base/json.h"
#include "base/log.h"
#include "base/text.h"

/* Larger than any line. Memory is only used up where something is written. */
#define LINE_SIZE (256 << 10)

static const char *const kind_names[] = {
    [FINDING_ORDER] = "order",         [FINDING_LEAK] = "leak",
    [FINDING_OVERWRITE] = "overwrite", [FINDING_ACCESS] = "access",
    [FINDING_RACE] = "race",           [FINDING_UNFETCHED] = "unfetched",
    [FINDING_DROPPED] = "dropped",     [FINDING_FAILURE] = "failure",
    [FINDING_BEYOND] = "beyond",       [FINDING_WORKSPACE] = "workspace",
    [FINDING_DESTROYED] = "destroyed", [FINDING_MASK] = "mask",
    [FINDING_LENGTH] = "length",       [FINDING_NAN] = "nan",
};

static _Atomic uint64_t findings; /* findings written to the file */
static _Atomic uint64_t lost;     /* findings that could not be written to the file */

bool finding_wanted(void)
{
    (void)environment();
    return finding_file_is_open() || log_wants(LOG_FINDING);
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* Memory for a line. It does not come from the heap: the writer may be the handler of a fault, and
 * the program may have used up the heap. */
static bool open_line(struct json_writer *line)
{
    void *memory = mmap(NULL, LINE_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                        0);
    *line = (struct json_writer){.text = memory, .size = LINE_SIZE};
    return memory != MAP_FAILED;
}

static bool append_line(struct json_writer *line)
{
    json_end_line(line);
    bool written = !line->is_full && finding_file_append(line->text, line->length);
    munmap(line->text, line->size);
    return written;
}

/* The name of the API call that runs on this thread, or "". */
static const char *current_call(void)
{
    return entry_current.name != NULL ? entry_current.name : "";
}

static void open_object(struct json_writer *line, const char *kind)
{
    json_open(line, NULL, '{');
    json_string(line, "kind", kind);
    json_number(line, "process", getpid());
}

/* ---- Notes ----------------------------------------------------------------------------------- */

static _Thread_local struct finding_notes notes;

void finding_note(const char *call, const char *what, const struct call_stack *stack)
{
    if (stack != NULL && notes.count < FINDING_NOTES)
        notes.list[notes.count++] = (struct finding_note){call, what, stack};
}

void finding_is_asked_for(void)
{
    notes.is_asked_for = true;
}

bool finding_was_asked_for(void)
{
    return notes.is_asked_for;
}

void finding_forget_notes(void)
{
    notes.count = 0;
    notes.is_asked_for = false;
}

void finding_take_notes(struct finding_notes *taken)
{
    *taken = notes;
    finding_forget_notes();
}

void finding_give_notes(const struct finding_notes *given)
{
    notes = *given;
}

/* ---- As JSON --------------------------------------------------------------------------------- */

static void put_frame(struct json_writer *line, const struct call_frame *frame)
{
    char address[24];
    snprintf(address, sizeof address, "0x%zx", (size_t)frame->address);
    json_open(line, NULL, '{');
    json_string(line, "object", frame->object);
    json_string(line, "address", address);
    json_string(line, "function", frame->function);
    json_close(line, '}');
}

/* One call of a text given to aclnnExtSetCaller. The text has a line a call, whose fields tabs
 * separate. */
struct told_call {
    char function[256];
    char file[1024];
    char line[16];
};

/* Reads the next call and returns what follows it; NULL when there is no further call. */
static const char *next_call(const char *calls, struct told_call *call)
{
    char text[sizeof *call];
    calls = text_next_piece(calls, '\n', text, sizeof text);
    if (calls == NULL)
        return NULL;
    *call = (struct told_call){.line = "0"};
    const char *rest = text_next_piece(text, '\t', call->function, sizeof call->function);
    rest = text_next_piece(rest, '\t', call->file, sizeof call->file);
    (void)text_next_piece(rest, '\t', call->line, sizeof call->line);
    return calls;
}

static void put_told_call(struct json_writer *line, const struct told_call *call)
{
    uint64_t number = 0;
    (void)text_parse_number(call->line, 0, INT32_MAX, &number);
    json_open(line, NULL, '{');
    json_string(line, "function", call->function);
    json_string(line, "file", call->file);
    json_number(line, "line", (int64_t)number);
    json_close(line, '}');
}

/* Whether an interpreter called C there: that frame and those behind it are its own. */
static bool is_bridge(const char *object)
{
    static const char *const bridges[] = {"_ctypes", "libffi", "_cffi"};
    const char *slash = strrchr(object, '/');
    const char *name = slash != NULL ? slash + 1 : object;
    for (size_t i = 0; i < sizeof bridges / sizeof bridges[0]; i++)
        if (strncmp(name, bridges[i], strlen(bridges[i])) == 0)
            return true;
    return false;
}

/* Finds the frame with this number; false behind the last. */
static bool find_frame(const struct call_stack *stack, size_t number, struct call_frame *out)
{
    if (stack == NULL || number >= stack->count)
        return false;
    call_frame_find(stack->frames[number], out);
    return !is_bridge(out->object);
}

static void put_stack(struct json_writer *line, const struct call_stack *stack)
{
    struct told_call call;
    struct call_frame frame;
    json_open(line, "stack", '[');
    for (size_t i = 0; find_frame(stack, i, &frame); i++)
        put_frame(line, &frame);
    for (size_t i = 0; stack != NULL && i < stack->told_count; i++)
        for (const char *calls = stack->told[i]; (calls = next_call(calls, &call)) != NULL;)
            put_told_call(line, &call);
    json_close(line, ']');
}

/* A finding before it is written. */
struct found {
    enum finding_kind kind;
    const char *call; /* NULL: the one that runs */
    bool is_damage;   /* for standard error, whatever is logged */
    const struct call_stack *where;
    uint64_t number; /* for a failure: its number, and its status below */
    int status;
};

static bool append_json(const struct found *found, const char *what)
{
    struct json_writer line;
    if (!open_line(&line))
        return false;
    open_object(&line, kind_names[found->kind]);
    json_number(&line, "thread", syscall(SYS_gettid));
    json_string(&line, "call", found->call != NULL ? found->call : current_call());
    json_string(&line, "text", what);
    if (found->kind == FINDING_FAILURE) {
        json_number(&line, "number", (int64_t)found->number);
        json_number(&line, "status", found->status);
    }
    put_stack(&line, found->where);
    json_open(&line, "related", '[');
    for (size_t i = 0; i < notes.count; i++) {
        json_open(&line, NULL, '{');
        json_string(&line, "call", notes.list[i].call);
        json_string(&line, "what", notes.list[i].what);
        put_stack(&line, notes.list[i].stack);
        json_close(&line, '}');
    }
    json_close(&line, ']');
    json_close(&line, '}');
    return append_line(&line);
}

/* ---- As text --------------------------------------------------------------------------------- */

static void put_line(struct json_writer *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void put_line(struct json_writer *text, const char *format, ...)
{
    size_t room = text->size - text->length;
    char *begin = text->text + text->length;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(begin, room, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length + 1 >= room)
        return;
    text_blank_controls(begin, (size_t)length);
    text->length += (size_t)length;
    text->text[text->length++] = '\n';
}

/* "    at add_one+0x1c (/tmp/program+0x11c9)" */
static void put_text_frame(struct json_writer *text, const char *by, const struct call_frame *frame)
{
    if (frame->function[0] != '\0')
        put_line(text, "    %s %s+0x%zx (%s+0x%zx)", by, frame->function, frame->offset,
                 frame->object, (size_t)frame->address);
    else
        put_line(text, "    %s %s+0x%zx", by, frame->object, (size_t)frame->address);
}

static void put_text_stack(struct json_writer *text, const struct call_stack *stack)
{
    struct told_call call;
    struct call_frame frame;
    const char *by = "at";
    for (size_t i = 0; find_frame(stack, i, &frame); i++, by = "by")
        put_text_frame(text, by, &frame);
    for (size_t i = 0; stack != NULL && i < stack->told_count; i++)
        for (const char *calls = stack->told[i]; (calls = next_call(calls, &call)) != NULL;
             by = "by")
            put_line(text, "    %s %s (%s:%s)", by, call.function, call.file, call.line);
}

static void put_text(struct json_writer *text, const struct found *found, const char *what)
{
    const char *call = found->call != NULL ? found->call : current_call();
    put_line(text, "%s%s%s", call, call[0] != '\0' ? ": " : "", what);
    put_text_stack(text, found->where);
    for (size_t i = 0; i < notes.count; i++) {
        put_line(text, "  %s %s", notes.list[i].call, notes.list[i].what);
        put_text_stack(text, notes.list[i].stack);
    }
}

static void log_lines(struct json_writer *text)
{
    char *line = text->text;
    for (size_t i = 0; i < text->length; i++)
        if (text->text[i] == '\n') {
            text->text[i] = '\0';
            log_always(LOG_FINDING, line);
            line = text->text + i + 1;
        }
}

/* ---- Findings -------------------------------------------------------------------------------- */

/* A finding that the file did not take goes to standard error. */
static void add(const struct found *found, const char *format, va_list arguments)
{
    char what[1000];
    bool taken = true;
    struct json_writer text;
    vsnprintf(what, sizeof what, format, arguments);
    bool has_text = open_line(&text);
    if (has_text)
        put_text(&text, found, what);
    if (finding_file_is_open()) {
        taken = finding_file_is_json() ? append_json(found, what)
                                       : has_text && finding_file_append(text.text, text.length);
        atomic_fetch_add(taken ? &findings : &lost, 1);
    }
    bool is_logged = found->is_damage || !taken || log_wants(LOG_FINDING);
    if (is_logged && has_text)
        log_lines(&text);
    else if (is_logged)
        log_always(LOG_FINDING, what);
    if (has_text)
        munmap(text.text, text.size);
    finding_forget_notes();
}

void finding(enum finding_kind kind, const char *format, ...)
{
    va_list arguments;
    if (!finding_wanted())
        return;
    va_start(arguments, format);
    add(&(struct found){.kind = kind, .where = call_stack_here()}, format, arguments);
    va_end(arguments);
}

void finding_about(enum finding_kind kind, const char *call, const struct call_stack *where,
                   const char *format, ...)
{
    va_list arguments;
    if (!finding_wanted())
        return;
    va_start(arguments, format);
    add(&(struct found){.kind = kind, .call = call, .where = where}, format, arguments);
    va_end(arguments);
}

void finding_at(enum finding_kind kind, const struct call_stack *where, const char *format, ...)
{
    va_list arguments;
    if (!finding_wanted())
        return;
    va_start(arguments, format);
    add(&(struct found){.kind = kind, .where = where}, format, arguments);
    va_end(arguments);
}

void finding_damage(enum finding_kind kind, const struct call_stack *where, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add(&(struct found){.kind = kind, .is_damage = true, .where = where}, format, arguments);
    va_end(arguments);
}

void finding_asked_about(enum finding_kind kind, const char *call, const struct call_stack *where,
                         const char *format, ...)
{
    va_list arguments;
    struct found found = {
        .kind = kind, .call = call, .is_damage = !finding_file_is_open(), .where = where};
    va_start(arguments, format);
    add(&found, format, arguments);
    va_end(arguments);
}

/* ---- Failures -------------------------------------------------------------------------------- */

uint64_t finding_next_number(void)
{
    static _Atomic uint64_t numbers;
    return atomic_fetch_add(&numbers, 1) + 1;
}

void finding_failure(uint64_t number, int status, const struct call_stack *where,
                     const char *format, ...)
{
    va_list arguments;
    struct found found = {
        .kind = FINDING_FAILURE, .where = where, .number = number, .status = status};
    va_start(arguments, format);
    add(&found, format, arguments);
    va_end(arguments);
}

static void append_total(uint64_t number, const char *call, int status, uint64_t times,
                         uint64_t expected)
{
    struct json_writer line;
    if (!open_line(&line))
        return;
    open_object(&line, "total");
    json_string(&line, "call", call);
    json_number(&line, "number", (int64_t)number);
    json_number(&line, "status", status);
    json_number(&line, "times", (int64_t)times);
    json_number(&line, "expected", (int64_t)expected);
    json_close(&line, '}');
    (void)append_line(&line);
}

void finding_total(uint64_t number, const char *call, int status, uint64_t times, uint64_t expected)
{
    char text[256];
    int length = snprintf(text, sizeof text,
                          "%s failed with %d %" PRIu64 " time(s) in all, %" PRIu64
                          " of them expected\n",
                          call, status, times, expected);
    if (finding_file_is_open() && finding_file_is_json())
        append_total(number, call, status, times, expected);
    else if (finding_file_is_open())
        (void)finding_file_append(text, (size_t)length);
    text[length - 1] = '\0';
    log_line(LOG_FINDING, "%s", text);
}

/* ---- The process ----------------------------------------------------------------------------- */

void finding_incomplete(const char *format, ...)
{
    char what[1000];
    va_list arguments;
    struct json_writer line;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    log_line(LOG_FINDING, "incomplete: %s", what);
    if (!finding_file_is_open() || !open_line(&line))
        return;
    if (finding_file_is_json()) {
        open_object(&line, "incomplete");
        json_string(&line, "text", what);
        json_close(&line, '}');
        (void)append_line(&line);
        return;
    }
    put_line(&line, "incomplete: %s", what);
    (void)finding_file_append(line.text, line.length);
    munmap(line.text, line.size);
}

void finding_end(void)
{
    if (finding_file_is_open())
        (void)finding_file_mark("end", atomic_load(&findings), atomic_load(&lost));
}
