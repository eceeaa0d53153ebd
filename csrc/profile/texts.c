/* SPDX-License-Identifier: Apache-2.0 */
#include "profile/texts.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

#define BUCKETS 4096
#define MOST 65536

struct text {
    struct text *next;
    uint64_t number;
    char bytes[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct text *buckets[BUCKETS];
static size_t count;

/* The caller holds the lock. */
static struct text *find(uint64_t number)
{
    struct text *each = buckets[number % BUCKETS];
    while (each != NULL && each->number != number)
        each = each->next;
    return each;
}

static void add(uint64_t number, const char *text, size_t length)
{
    struct text *made = count < MOST ? malloc(sizeof *made + length + 1) : NULL;
    if (made == NULL)
        return;
    made->number = number;
    memcpy(made->bytes, text, length);
    made->bytes[length] = '\0';
    made->next = buckets[number % BUCKETS];
    buckets[number % BUCKETS] = made;
    count++;
}

uint64_t texts_number(const char *text, size_t length)
{
    uint64_t hash = text_hash(text, length);
    uint64_t number = hash != 0 ? hash : 1;
    pthread_mutex_lock(&lock);
    if (find(number) == NULL)
        add(number, text, length);
    pthread_mutex_unlock(&lock);
    return number;
}

const char *texts_find(uint64_t number)
{
    pthread_mutex_lock(&lock);
    struct text *found = find(number);
    pthread_mutex_unlock(&lock);
    return found != NULL ? found->bytes : NULL;
}
