/* SPDX-License-Identifier: Apache-2.0 */
/* Copies between memory and strips, by the functions of memory_kernel.c for the chosen level. */
#include "vector/memory.h"

#include <stdatomic.h>

#include "base/intrinsics.h"
#include "base/number.h"
#include "kernel_levels.h"
#include "runtime/cores/ai_cores.h"

/* A row of this many bytes is so long that its first and last cache lines hardly count. */
#define LONG_ROW 512

KERNEL_LEVELS(struct memory_kernel, vector_kernel_memory);

static const struct memory_kernel *kernel(void)
{
    return vector_kernel_memory_levels[ai_cores_level()];
}

void box_gather(int width, char *strip, const char *memory, const struct box *box)
{
    kernel()->gather(width, strip, box->columns * (width == PACKED ? 1 : width), memory, box);
}

void box_move(int width, char *to, int64_t to_step, const char *memory, const struct box *box)
{
    kernel()->gather(width, to, to_step, memory, box);
}

void box_scatter(int width, char *memory, const char *strip, const struct box *box)
{
    kernel()->scatter(width, memory, strip, box);
}

void strip_fill(int width, char *strip, const char *element, int64_t count)
{
    kernel()->fill(width, strip, element, count);
}

void strip_number(int width, char *strip, int64_t first, int64_t count)
{
    kernel()->number(width, strip, first, count);
}

int64_t memory_streamed_bytes(void)
{
    static _Atomic int64_t known;
    int64_t bytes = atomic_load_explicit(&known, memory_order_relaxed);
    if (bytes == 0) {
        bytes = clamp(cpu_shared_cache() / 2, STREAMED_BYTES, (int64_t)16 << 20);
        atomic_store_explicit(&known, bytes, memory_order_relaxed);
    }
    return bytes;
}

bool memory_streams(const char *to, int64_t bytes)
{
    return bytes >= LONG_ROW || (((uintptr_t)to | (uintptr_t)bytes) & (CACHE_LINE - 1)) == 0;
}

void memory_stream(char *to, const char *from, int64_t bytes)
{
    kernel()->stream(to, from, bytes);
}

void memory_stream_end(void)
{
#if defined(__x86_64__)
    _mm_sfence();
#endif
}
