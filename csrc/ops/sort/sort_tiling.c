/* SPDX-License-Identifier: Apache-2.0 */
/* Sorting: tilings. */
#include "ops/sort/sort_tiling.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "tensor/lists.h"
#include "workspace/arithmetic.h"
#include "workspace/l0_operators.h"

#define BLOCK 32  /* alignment of pieces in the unified buffer */
#define BINS 256  /* bins of a histogram: a pass of the radix sort sorts by one byte */
#define TILE 1024 /* the smallest tile */
/* Bytes of the unified buffer that are reserved for another kind of instructions. */
#define SIMT_BYTES 32768
#define NARROW_COUNTERS 0x3fffffff /* up to this length rows are counted in 32 bits */
#define INSERTION_LENGTH 8         /* up to this length 64-bit rows are sorted by insertion */

enum schedule { ONE_CORE = 1, ALL_CORES = 2, INSERTION = 5 };

uint32_t sort_tiling_buffer_bytes(uint32_t element_bytes, uint32_t elements)
{
    uint32_t aligned = (elements + BLOCK - 1) / BLOCK * BLOCK;
    uint32_t buffers = element_bytes == 1 ? 5 : 11 + element_bytes;
    return aligned * buffers + 2 * BINS;
}

static bool fits_insertion(uint32_t usable, uint32_t bytes, int64_t elements)
{
    return bytes == 8 && elements <= INSERTION_LENGTH &&
           usable >=
               align_up((uint64_t)elements * 8, BLOCK) + align_up((uint64_t)elements * 4, BLOCK);
}

/* The bytes of values in and out, of positions, and of the sort itself. */
static bool fits_one_core(uint64_t buffer, uint32_t bytes, int64_t elements)
{
    uint64_t queues = 2 * align_up((uint64_t)elements * bytes, BLOCK) +
                      align_up((uint64_t)elements * 4, BLOCK);
    return elements <= NARROW_COUNTERS && queues < buffer &&
           sort_tiling_buffer_bytes(bytes, (uint32_t)elements) <=
               align_down(buffer - queues, BLOCK);
}

/* The unified buffer when all cores sort. */
struct buffer {
    uint32_t bytes;
    uint32_t histograms;  /* bytes that do not depend on the tile */
    uint32_t per_element; /* bytes for an element of the tile */
};

static uint32_t rest_of(const struct buffer *buffer, uint32_t tile)
{
    uint64_t used = buffer->histograms + (uint64_t)buffer->per_element * tile;
    return used < buffer->bytes ? buffer->bytes - (uint32_t)used : 0;
}

/* The largest tile that fits; 0 when none does. */
static uint32_t largest_tile(const struct buffer *buffer)
{
    if (buffer->bytes <= buffer->histograms)
        return 0;
    uint32_t tile = (buffer->bytes - buffer->histograms) / buffer->per_element / BINS * BINS;
    while (tile > 0 && sort_tiling_buffer_bytes(1, tile) > rest_of(buffer, tile))
        tile -= BINS;
    return tile;
}

/* The buffer for the sort of a tile: what it needs and what is left over, less one block. */
static uint32_t tile_buffer(const struct buffer *buffer, uint32_t tile)
{
    uint32_t needed = sort_tiling_buffer_bytes(1, tile);
    uint32_t rest = rest_of(buffer, tile);
    rest = rest > needed ? rest - needed : 0;
    rest = rest > BLOCK ? rest - BLOCK : 0;
    return needed + rest / BLOCK * BLOCK;
}

/* The workspace: histograms of all tiles and of the row, positions and values of a pass, and the
 * bytes that are sorted by. */
static uint64_t exchange_bytes(const struct sort_tiling *t, uint32_t bytes, uint32_t counter,
                               int64_t elements)
{
    uint64_t tiles = (uint64_t)t->lastDimTileNum;
    uint64_t cores = (uint64_t)t->core_num_used;
    uint64_t cleared = (uint64_t)t->tmpUbSize / counter; /* counters that one step clears */
    uint64_t histograms = BINS * tiles * bytes;
    uint64_t histogram_share = larger(divide_up(histograms, cores), BLOCK);
    uint64_t steps = divide_up(histogram_share, cleared);
    uint64_t step = smaller(histogram_share, cleared);
    uint64_t sums = (uint64_t)BINS * bytes;
    uint64_t sum_share = larger(divide_up(sums, cores), BLOCK);
    return align_up(divide_up(sums, sum_share) * sum_share * counter, BLOCK) +
           align_up(steps * step * divide_up(histograms, histogram_share) * counter, BLOCK) +
           align_up((uint64_t)elements * counter, BLOCK) + tiles * BINS * 2 * 2 +
           align_up(tiles * (uint64_t)t->tileData, BLOCK) +
           align_up((uint64_t)elements * bytes, BLOCK);
}

static bool tile_all_cores(const struct soc *soc, uint32_t usable, uint32_t bytes, int64_t elements,
                           struct sort_tiling *t)
{
    uint32_t counter = elements <= NARROW_COUNTERS ? 4 : 8;
    const struct buffer buffer = {usable, BINS * (3 * counter + 4), bytes + counter + 6};
    uint64_t length = (uint64_t)elements;
    uint64_t cores = soc->vector_cores;
    uint32_t tile = largest_tile(&buffer);
    if (tile == 0)
        return false;
    uint64_t tiles = divide_up(length, tile);
    /* Every core gets the same number of tiles, of equal length. */
    if (tiles % cores != 0 && !(tiles == 1 && length <= TILE)) {
        uint64_t parts = divide_up(tiles, cores) * cores;
        tile = (uint32_t)larger(align_up(divide_up(length, parts), BINS), TILE);
    }
    /* The vendor's kernel counts the bytes of histograms in 32 bits. */
    if (BINS * divide_up(length, tile) * bytes > UINT32_MAX)
        return false;
    t->schedule = ALL_CORES;
    t->tileData = tile;
    t->tmpUbSize = tile_buffer(&buffer, tile);
    t->lastDimTileNum = (int64_t)divide_up(length, tile);
    t->core_num_used = (int64_t)smaller(cores, (uint64_t)t->lastDimTileNum);
    t->kernel_workspace_bytes = (int64_t)(L0_SYSTEM_WORKSPACE +
                                          exchange_bytes(t, bytes, counter, elements));
    return true;
}

bool sort_tiling_3510(const struct soc *soc, aclDataType type, int64_t elements,
                      struct sort_tiling *t)
{
    uint32_t bytes = (uint32_t)data_type_bits(type) / 8;
    uint32_t buffer = (uint32_t)soc->unified_buffer_bytes;
    if (buffer <= SIMT_BYTES)
        return false;
    *t = (struct sort_tiling){.core_num_used = 1,
                              .tileData = elements,
                              .lastDimTileNum = 1,
                              .kernel_workspace_bytes = (int64_t)L0_SYSTEM_WORKSPACE};
    if (fits_insertion(buffer - SIMT_BYTES, bytes, elements)) {
        t->schedule = INSERTION;
        return true;
    }
    if (fits_one_core(buffer, bytes, elements)) {
        t->schedule = ONE_CORE;
        t->tmpUbSize = sort_tiling_buffer_bytes(bytes, (uint32_t)elements);
        return true;
    }
    return tile_all_cores(soc, buffer - SIMT_BYTES, bytes, elements, t);
}

void sort_tiling_3510_append(struct l0_list *list, aclDataType type, int64_t elements)
{
    struct sort_tiling t;
    if (list->status != ACLNN_SUCCESS)
        return;
    if (!sort_tiling_3510(list->soc, type, elements, &t)) {
        list->status = report(ACLNN_ERR_INNER_NULLPTR,
                              "Sort cannot be tiled: %" PRIu64 " bytes of unified buffer are too "
                              "few",
                              list->soc->unified_buffer_bytes);
        return;
    }
    l0_kernel_workspace(list, (uint64_t)t.kernel_workspace_bytes);
#define FIGURE(name, words) l0_figure(list, #name, words, t.name);
    SORT_TILING_FIGURES(FIGURE)
#undef FIGURE
}
