/* SPDX-License-Identifier: Apache-2.0 */
#include "profile/texts.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

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

/* FNV-1a of 64 bits. */
static uint64_t hash(const char *text, size_t length)
{
    uint64_t sum = 0xCBF29CE484222325;
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ (unsigned char)text[i]) * 0x100000001B3;
    return sum != 0 ? sum : 1;
}

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
    uint64_t number = hash(text, length);
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
