/* SPDX-License-Identifier: Apache-2.0 */
#include "base/report.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "base/entry_current.h"
#include "base/handle.h"
#include "base/status.h"

/* The vendor cuts a message at 1024 characters and keeps about 1000 of them a thread. */
#define TEXT_SIZE 1024
#define MAX_ENTRIES 1000

struct message {
    struct message *older;
    bool is_handled; /* the program has gone on without what failed */
    char code[8];
    char stamp[64];
    char text[TEXT_SIZE];
};

struct store {
    struct message *newest;
    size_t count;
    char *rendered;
};

static pthread_key_t store_key;
static pthread_once_t store_once = PTHREAD_ONCE_INIT;
static bool store_key_made;
_Thread_local bool report_is_kept;
static _Thread_local bool is_of_this_call; /* what was stored last */
static long utc_offset; /* seconds, as it was at the first call into the library */

static void drop_messages(struct store *store)
{
    while (store->newest != NULL) {
        struct message *message = store->newest;
        store->newest = message->older;
        free(message);
    }
    store->count = 0;
    report_is_kept = false;
}

static void destroy_store(void *pointer)
{
    struct store *store = pointer;
    drop_messages(store);
    free(store->rendered);
    free(store);
}

static void create_key(void)
{
    store_key_made = pthread_key_create(&store_key, destroy_store) == 0;
}

/* This thread's store; NULL only when memory or the process' thread keys are used up. */
static struct store *thread_store(void)
{
    pthread_once(&store_once, create_key);
    if (!store_key_made)
        return NULL;
    struct store *store = pthread_getspecific(store_key);
    if (store == NULL) {
        store = calloc(1, sizeof *store);
        if (store != NULL && pthread_setspecific(store_key, store) != 0) {
            free(store);
            store = NULL;
        }
    }
    return store;
}

static const char *title_of(const char *code)
{
    static const struct {
        const char *code;
        const char *title;
    } titles[] = {
#define ACL_MESSAGE(code, title) {#code, title},
#include "base/message.def"
#undef ACL_MESSAGE
    };
    for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
        if (strcmp(titles[i].code, code) == 0)
            return titles[i].title;
    return "Error";
}

void report_start(void)
{
    time_t now = time(NULL);
    struct tm local;
    if (localtime_r(&now, &local) != NULL)
        utc_offset = local.tm_gmtoff;
}

/* Writes the local time without localtime_r, which takes a lock that a forked child may find held
 * for ever. Years are counted from March, so that a leap day is the last day of its year. */
static void write_stamp(char *out, size_t size)
{
    struct timeval now;
    gettimeofday(&now, NULL);
    long long seconds = (long long)now.tv_sec + utc_offset;
    long long days = seconds / 86400 + 719468; /* days since 0000-03-01 */
    int of_day = (int)(seconds % 86400);
    long long era = days / 146097;
    int day_of_era = (int)(days % 146097);
    int year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) /
                      365;
    int day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int month = (5 * day_of_year + 2) / 153; /* 0 is March */
    snprintf(out, size, "%04d-%02d-%02d-%02d:%02d:%02d.%03d.%03d",
             (int)(era * 400) + year_of_era + (month >= 10), month < 10 ? month + 3 : month - 9,
             day_of_year - (153 * month + 2) / 5 + 1, of_day / 3600, of_day / 60 % 60, of_day % 60,
             (int)(now.tv_usec / 1000), (int)(now.tv_usec % 1000));
}

/* Takes out the message of the same words, or, when the store is full, the oldest one. */
static struct message *reuse_message(struct store *store, const char *code, const char *text)
{
    struct message **place = &store->newest;
    while (*place != NULL) {
        struct message *message = *place;
        bool same = strcmp(message->code, code) == 0 && strcmp(message->text, text) == 0;
        bool spare = message->older == NULL && store->count >= MAX_ENTRIES;
        if (same || spare) {
            *place = message->older;
            store->count--;
            return message;
        }
        place = &message->older;
    }
    return NULL;
}

static void drop_handled(struct store *store)
{
    struct message **place = &store->newest;
    while (*place != NULL) {
        struct message *message = *place;
        if (message->is_handled) {
            *place = message->older;
            store->count--;
            free(message);
        } else {
            place = &message->older;
        }
    }
}

/* The same words are kept once, and stand where they were said last. */
static void store_message(const char *code, const char *text)
{
    struct store *store = thread_store();
    if (store == NULL)
        return;
    drop_handled(store);
    struct message *message = reuse_message(store, code, text);
    if (message == NULL)
        message = malloc(sizeof *message);
    if (message == NULL)
        return;
    snprintf(message->code, sizeof message->code, "%s", code);
    snprintf(message->text, sizeof message->text, "%s", text);
    write_stamp(message->stamp, sizeof message->stamp);
    message->is_handled = false;
    message->older = store->newest;
    store->newest = message;
    store->count++;
    report_is_kept = true;
    is_of_this_call = true;
}

static bool is_of(const struct message *message, const char *call)
{
    size_t length = strlen(call);
    return strncmp(message->text, call, length) == 0 &&
           strncmp(message->text + length, ": ", 2) == 0;
}

void report_call_ended(const char *call)
{
    const struct store *store = thread_store();
    bool is_synchronize = strncmp(call, "aclrtSynchronize", strlen("aclrtSynchronize")) == 0;
    bool has_failed = is_of_this_call;
    is_of_this_call = false;
    if (store == NULL || has_failed)
        return;
    for (struct message *m = store->newest; m != NULL; m = m->older)
        if (is_synchronize || is_of(m, call))
            m->is_handled = true;
}

void report_was_handled(const char *call)
{
    const struct store *store = thread_store();
    for (struct message *m = store != NULL ? store->newest : NULL; m != NULL; m = m->older)
        if (call == NULL || is_of(m, call))
            m->is_handled = true;
}

/* The live handle that a number in a text is, in decimal or hexadecimal; 0: none is. */
static uint64_t handle_in(const char *text)
{
    for (const char *c = text; *c != '\0';) {
        char *end = NULL;
        bool begins = (*c >= '0' && *c <= '9') || (*c == '-' && c[1] >= '0' && c[1] <= '9');
        if (!begins) {
            c++;
            continue;
        }
        uint64_t value = *c == '-' ? (uint64_t)strtoll(c, &end, 0) : strtoull(c, &end, 0);
        if (handle_kind_of((const void *)(uintptr_t)value) != HANDLE_NONE)
            return value;
        c = end > c ? end : c + 1;
    }
    return 0;
}

/* A handle where a number or memory belongs is told: it is an argument in the wrong place. */
static void name_handle(char *text, size_t size)
{
    uint64_t handle = strstr(text, "a live acl") == NULL ? handle_in(text) : 0;
    size_t length = strlen(text);
    if (handle != 0)
        snprintf(text + length, size - length, " (0x%" PRIx64 " is a live %s)", handle,
                 handle_kind_name(handle_kind_of((const void *)(uintptr_t)handle)));
}

static void report_arguments(const char *message_code, const char *format, va_list arguments)
{
    char text[TEXT_SIZE];
    int length = snprintf(text, sizeof text, "%s: ", entry_name());
    vsnprintf(text + length, sizeof text - (size_t)length, format, arguments);
    name_handle(text, sizeof text);
    store_message(message_code, text);
}

int report(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report_arguments(status_message_code(status), format, arguments);
    va_end(arguments);
    return status;
}

int report_as(const char *message_code, int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report_arguments(message_code, format, arguments);
    va_end(arguments);
    return status;
}

/* Whether a code is internal: its last four characters are 9999 or 8888. */
static int is_internal(const char *code)
{
    return strlen(code) == 6 && (strcmp(code + 2, "9999") == 0 || strcmp(code + 2, "8888") == 0);
}

/* The next one to be shown, from m on: what was handled only while nothing is newer. */
static const struct message *shown(const struct store *store, const struct message *m)
{
    while (m != NULL && m != store->newest && m->is_handled)
        m = m->older;
    return m;
}

/* Writes the store as the vendor lays it out; returns the length, as snprintf does. */
static size_t render(const struct store *store, char *out, size_t size)
{
    const struct message *head = NULL;
    size_t count = 0;
    for (const struct message *m = store->newest; m != NULL; m = shown(store, m->older)) {
        if (head == NULL && !is_internal(m->code))
            head = m;
        count++;
    }
    int internal_only = head == NULL;
    if (internal_only)
        head = store->newest;

    size_t length = 0;
    if (internal_only)
        length += (size_t)snprintf(out, size, "%s: Internal error!\n%s", head->code, head->code);
    length += (size_t)snprintf(length < size ? out + length : NULL,
                               length < size ? size - length : 0, "[PID: %ld] %s %s(%s): %s%s\n",
                               (long)getpid(), head->stamp, title_of(head->code), head->code,
                               internal_only ? " " : "", head->text);
    if (count > 1)
        length += (size_t)snprintf(length < size ? out + length : NULL,
                                   length < size ? size - length : 0,
                                   "TraceBack (most recent call last):\n");
    for (const struct message *m = store->newest; m != NULL; m = shown(store, m->older))
        if (m != head)
            length += (size_t)snprintf(length < size ? out + length : NULL,
                                       length < size ? size - length : 0, "%s%s\n",
                                       internal_only ? "       " : "        ", m->text);
    return length;
}

const char *report_newest(const char *call)
{
    const struct store *store = thread_store();
    if (store == NULL || store->newest == NULL || !is_of(store->newest, call))
        return NULL;
    return store->newest->text + strlen(call) + 2;
}

const char *report_take(void)
{
    struct store *store = thread_store();
    if (store == NULL || store->newest == NULL)
        return NULL;
    size_t length = render(store, NULL, 0);
    char *text = realloc(store->rendered, length + 1);
    if (text == NULL)
        return NULL;
    render(store, text, length + 1);
    store->rendered = text;
    drop_messages(store);
    return text;
}
