/* SPDX-License-Identifier: Apache-2.0 */
#include "base/finding.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/entry.h"
#include "base/environment.h"
#include "base/finding_file.h"
#include "base/json.h"
#include "base/log.h"

/* More than any line needs: its pages come when they are written. */
#define LINE_SIZE (256 << 10)

static const char *const kind_names[] = {
    [FINDING_ORDER] = "order",     [FINDING_LEAK] = "leak", [FINDING_OVERWRITE] = "overwrite",
    [FINDING_ACCESS] = "access",   [FINDING_RACE] = "race", [FINDING_UNFETCHED] = "unfetched",
    [FINDING_DROPPED] = "dropped",
};

static _Atomic uint64_t findings; /* in the file */
static _Atomic uint64_t lost;     /* that the file did not take */

bool finding_wanted(void)
{
    (void)environment();
    return finding_file_is_open() || log_wants(LOG_FINDING);
}

/* ---- Lines ---------------------------------------------------------------------------------- */

/*
 * Memory for a line. It does not come from the heap: the handler of a fault may be what writes, and
 * the program may be out of it.
 */
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
    munmap(line->text, LINE_SIZE);
    return written;
}

static void open_object(struct json_writer *line, const char *kind)
{
    json_open(line, NULL, '{');
    json_string(line, "kind", kind);
    json_number(line, "process", getpid());
}

static bool append_object(const char *kind, const char *call, const char *text)
{
    struct json_writer line;
    if (!open_line(&line))
        return false;
    open_object(&line, kind);
    json_number(&line, "thread", syscall(SYS_gettid));
    json_string(&line, "call", call);
    json_string(&line, "text", text);
    json_close(&line, '}');
    return append_line(&line);
}

static bool append_text(const char *text)
{
    char line[1200];
    int length = snprintf(line, sizeof line, "%s\n", text);
    for (int i = 0; i < length - 1; i++)
        if (line[i] == '\n')
            line[i] = ' ';
    return finding_file_append(line, (size_t)length);
}

/* What the file did not take is on standard error at least. */
static void add(enum finding_kind kind, bool always, const char *format, va_list arguments)
{
    char what[1000];
    char text[1100];
    bool taken = true;
    vsnprintf(what, sizeof what, format, arguments);
    snprintf(text, sizeof text, "%s: %s", entry_name(), what);
    if (finding_file_is_open()) {
        taken = finding_file_is_json() ? append_object(kind_names[kind], entry_name(), what)
                                       : append_text(text);
        atomic_fetch_add(taken ? &findings : &lost, 1);
    }
    if (always || !taken)
        log_always(LOG_FINDING, text);
    else
        log_line(LOG_FINDING, "%s", text);
}

void finding(enum finding_kind kind, const char *format, ...)
{
    va_list arguments;
    if (!finding_wanted())
        return;
    va_start(arguments, format);
    add(kind, false, format, arguments);
    va_end(arguments);
}

void finding_damage(enum finding_kind kind, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add(kind, true, format, arguments);
    va_end(arguments);
}

/* ---- The process ---------------------------------------------------------------------------- */

static bool mark(const char *kind)
{
    struct json_writer line;
    if (!finding_file_is_json())
        return true;
    if (!open_line(&line))
        return false;
    open_object(&line, kind);
    json_number(&line, "findings", (int64_t)atomic_load(&findings));
    json_number(&line, "lost", (int64_t)atomic_load(&lost));
    json_close(&line, '}');
    return append_line(&line);
}

bool finding_begin(void)
{
    return mark("begin");
}

void finding_end(void)
{
    if (finding_file_is_open())
        (void)mark("end");
}
