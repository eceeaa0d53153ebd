/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a sum of rows costs at least when it has to take them in the order of their weights: a plain
 * loop over float32, with the order given, and nothing checked. gather.py compiles and calls it.
 *
 *     cc -std=c11 -O3 -shared -fPIC gather.c -o gather.so -lpthread
 */
#include <pthread.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define LINE_BYTES 64
#define MOST_COLUMNS 1024
#define MOST_THREADS 64

struct share {
    const float *grad;
    const int32_t *order;
    const int32_t *offsets;
    float *out;
    int64_t columns;
    int64_t first;
    int64_t last;
    int64_t ahead;
};

static void add(float *sums, const float *row, int64_t columns)
{
    for (int64_t i = 0; i < columns; i++)
        sums[i] += row[i];
}

/* Past the caches where the compiler knows how, four columns at a time. */
static void write(float *to, const float *sums, int64_t columns)
{
#if defined(__SSE2__)
    for (int64_t i = 0; i < columns; i += 4)
        _mm_stream_ps(to + i, _mm_load_ps(sums + i));
#else
    memcpy(to, sums, (size_t)columns * sizeof *to);
#endif
}

static void *add_share(void *argument)
{
    const struct share *s = argument;
    _Alignas(LINE_BYTES) float sums[MOST_COLUMNS];
    size_t row_bytes = (size_t)s->columns * sizeof(float);
    int32_t end = s->offsets[s->last];
    for (int64_t weight = s->first; weight < s->last; weight++) {
        memset(sums, 0, row_bytes);
        for (int32_t i = s->offsets[weight]; i < s->offsets[weight + 1]; i++) {
            const char *later = (const char *)(s->grad +
                                               s->order[i + s->ahead < end ? i + s->ahead : i] *
                                                   s->columns);
            for (size_t byte = 0; byte < row_bytes; byte += LINE_BYTES)
                __builtin_prefetch(later + byte);
            add(sums, s->grad + s->order[i] * s->columns, s->columns);
        }
        write(s->out + weight * s->columns, sums, s->columns);
    }
#if defined(__SSE2__)
    _mm_sfence();
#endif
    return NULL;
}

/*
 * out[w, :] = the sum of grad[order[i], :] for i in offsets[w] .. offsets[w + 1]. Columns are a
 * multiple of 4, at most 1024, and out is aligned to 16 bytes. Each thread takes the weights
 * from shares[thread] to shares[thread + 1], and asks for a row `ahead` rows before it is added.
 * 0, or 1 for arguments that this program has no room for.
 */
int gather(const float *grad, const int32_t *order, const int32_t *offsets, float *out,
           int64_t columns, const int64_t *shares, int64_t threads, int64_t ahead)
{
    struct share all[MOST_THREADS];
    pthread_t started[MOST_THREADS];
    if (columns < 4 || columns % 4 != 0 || columns > MOST_COLUMNS || threads < 1 ||
        threads > MOST_THREADS)
        return 1;
    for (int64_t i = 0; i < threads; i++)
        all[i] = (struct share){grad,    order,     offsets,       out,
                                columns, shares[i], shares[i + 1], ahead};
    int64_t running = 1;
    while (running < threads &&
           pthread_create(&started[running], NULL, add_share, &all[running]) == 0)
        running++;
    add_share(&all[0]);
    for (int64_t i = 1; i < running; i++)
        pthread_join(started[i], NULL);
    return running < threads;
}
