/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the Sort kernel of Ascend950 splits its work. Its radix sort fits one core up to some length;
 * beyond, all cores take tiles of the row and exchange histograms through the workspace. Written
 * after the public tiling of ops-math (math/sort, arch35) for one row of integers.
 */
#ifndef ACLNN_PY_OPS_SORT_SORT_TILING_H
#define ACLNN_PY_OPS_SORT_SORT_TILING_H

#include <stdbool.h>
#include <stdint.h>

#include "workspace/l0.h"

/* The figures that people look for, followed by all others that the size rests on. */
#define SORT_TILING_FIGURES(FIGURE)                                        \
    FIGURE(schedule, "schedule (1: one core, 2: all cores, 5: insertion)") \
    FIGURE(core_num_used, "cores used")                                    \
    FIGURE(tileData, "elements a tile")                                    \
    FIGURE(lastDimTileNum, "tiles")                                        \
    FIGURE(tmpUbSize, "bytes of the unified buffer for sorting a tile")    \
    FIGURE(kernel_workspace_bytes, "kernel workspace in bytes")

struct sort_tiling {
#define FIGURE(name, words) int64_t name;
    SORT_TILING_FIGURES(FIGURE)
#undef FIGURE
};

/* False when the unified buffer is too small for the kernel. type is ACL_INT32 or ACL_INT64. */
bool sort_tiling_3510(const struct soc *soc, aclDataType type, int64_t elements,
                      struct sort_tiling *tiling);

/* The bytes of the unified buffer for a radix sort of so many elements, of a type with so many
 * bytes. */
uint32_t sort_tiling_buffer_bytes(uint32_t element_bytes, uint32_t elements);

/* Adds the kernel's workspace and figures to the Sort that was appended last. */
void sort_tiling_3510_append(struct l0_list *list, aclDataType type, int64_t elements);

#endif
