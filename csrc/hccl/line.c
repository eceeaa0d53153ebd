/* SPDX-License-Identifier: Apache-2.0 */
#include "hccl/line.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/log.h"
#include "base/report.h"
#include "base/thread.h"
#include "hccl/attendant.h"
#include "hccl/wire.h"

#define SECOND INT64_C(1000000000)

struct rank_state {
    _Atomic int state;
    _Atomic int64_t since;
    uint64_t process;
};

struct line {
    struct watch watch;
    struct line *next;       /* of the open lines */
    _Atomic unsigned owners; /* who has opened or retained it */
    _Atomic unsigned users;  /* the owners together, and the watch */
    uint32_t size;
    uint32_t rank;
    uint64_t meeting;
    pthread_mutex_t lock;
    _Atomic bool is_broken;
    char why[sizeof((struct wire_note *)0)->text];
    struct rank_state ranks[];
};

static pthread_mutex_t lines_lock = PTHREAD_MUTEX_INITIALIZER;
static struct line *lines;

/* ---- What the line says ---------------------------------------------------------------------- */

/* False when it was broken before. */
static bool break_here(struct line *line, const char *why)
{
    pthread_mutex_lock(&line->lock);
    bool first = !atomic_load(&line->is_broken);
    if (first) {
        snprintf(line->why, sizeof line->why, "%s", why);
        atomic_store(&line->is_broken, true);
    }
    pthread_mutex_unlock(&line->lock);
    if (first)
        log_line(LOG_STREAM, "communication: %s", why);
    return first;
}

static void set_state(struct line *line, uint32_t rank, enum line_state state)
{
    char why[96];
    if (rank >= line->size)
        return;
    atomic_store(&line->ranks[rank].since, monotonic_nanoseconds());
    atomic_store(&line->ranks[rank].state, (int)state);
    if (state != LINE_GONE)
        return;
    snprintf(why, sizeof why, "rank %u has gone: its process ended without HcclCommDestroy", rank);
    (void)break_here(line, why);
}

/* The connection has ended: the process where the ranks met has, and with it its ranks that had not
 * left. */
static void lose_meeting(struct line *line)
{
    bool has_ranks = false;
    for (uint32_t rank = 0; rank < line->size; rank++) {
        if (line->ranks[rank].process != line->meeting)
            continue;
        has_ranks = true;
        if (atomic_load(&line->ranks[rank].state) == LINE_PRESENT)
            set_state(line, rank, LINE_GONE);
    }
    if (!has_ranks)
        (void)break_here(line, "the process that made the root info has gone");
}

static void take_note(struct line *line, struct wire_note *note)
{
    if (note->kind == WIRE_GONE)
        set_state(line, note->rank, LINE_GONE);
    else if (note->kind == WIRE_LEFT)
        set_state(line, note->rank, LINE_LEFT);
    note->text[sizeof note->text - 1] = '\0';
    if (note->kind == WIRE_BROKEN)
        (void)break_here(line, note->text);
}

static void attend(struct watch *watch)
{
    struct line *line = (struct line *)watch;
    struct wire_note note;
    if (wire_receive(watch->file, &note, sizeof note, monotonic_nanoseconds() + SECOND) == 1) {
        take_note(line, &note);
        return;
    }
    lose_meeting(line);
    attendant_end(watch);
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

static void give_back(struct line *line)
{
    if (atomic_fetch_sub(&line->users, 1) > 1)
        return;
    close(line->watch.file);
    pthread_mutex_destroy(&line->lock);
    free(line);
}

static void close_line(struct watch *watch)
{
    give_back((struct line *)watch);
}

static void say_goodbye(const struct line *line)
{
    const struct wire_note note = {.kind = WIRE_LEFT, .rank = line->rank};
    (void)send(line->watch.file, &note, sizeof note, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* The process ends as it should: nobody is to think that it was killed. */
static void end(void)
{
    pthread_mutex_lock(&lines_lock);
    for (const struct line *line = lines; line != NULL; line = line->next)
        say_goodbye(line);
    lines = NULL;
    pthread_mutex_unlock(&lines_lock);
}

static void register_end(void)
{
    (void)atexit(end);
}

static void list(struct line *line)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, register_end);
    pthread_mutex_lock(&lines_lock);
    line->next = lines;
    lines = line;
    pthread_mutex_unlock(&lines_lock);
}

/* Whether the line was listed: at the end of the process all have said goodbye already. */
static bool unlist(struct line *line)
{
    pthread_mutex_lock(&lines_lock);
    struct line **place = &lines;
    while (*place != NULL && *place != line)
        place = &(*place)->next;
    bool found = *place != NULL;
    if (found)
        *place = line->next;
    pthread_mutex_unlock(&lines_lock);
    return found;
}

struct line *line_open(int file, uint32_t size, uint32_t rank, const uint64_t *processes,
                       uint64_t meeting)
{
    struct line *line = calloc(1, sizeof *line + size * sizeof line->ranks[0]);
    if (line == NULL) {
        close(file);
        report(HCCL_E_MEMORY, "no host memory for a communicator");
        return NULL;
    }
    line->watch.file = file;
    line->watch.attend = attend;
    line->watch.close = close_line;
    line->owners = 1;
    line->users = 2;
    line->size = size;
    line->rank = rank;
    line->meeting = meeting;
    pthread_mutex_init(&line->lock, NULL);
    for (uint32_t i = 0; i < size; i++)
        line->ranks[i].process = processes[i];
    list(line);
    if (attendant_watch(&line->watch))
        return line;
    (void)unlist(line);
    close_line(&line->watch);
    give_back(line);
    report(HCCL_E_SYSCALL, "no thread can be started for communication");
    return NULL;
}

void line_retain(struct line *line)
{
    atomic_fetch_add(&line->owners, 1);
}

void line_release(struct line *line)
{
    if (atomic_fetch_sub(&line->owners, 1) > 1)
        return;
    if (unlist(line))
        say_goodbye(line);
    attendant_end(&line->watch);
    give_back(line);
}

enum line_state line_look(struct line *line, uint32_t rank, int64_t *since)
{
    *since = atomic_load(&line->ranks[rank].since);
    return (enum line_state)atomic_load(&line->ranks[rank].state);
}

void line_break(struct line *line, const char *why)
{
    struct wire_note note = {.kind = WIRE_BROKEN, .rank = line->rank};
    if (!break_here(line, why))
        return;
    snprintf(note.text, sizeof note.text, "%s", why);
    (void)send(line->watch.file, &note, sizeof note, MSG_NOSIGNAL | MSG_DONTWAIT);
}

bool line_is_broken(const struct line *line)
{
    return atomic_load(&line->is_broken);
}

void line_why(struct line *line, char *out, size_t size)
{
    pthread_mutex_lock(&line->lock);
    snprintf(out, size, "%s", line->why);
    pthread_mutex_unlock(&line->lock);
}
