/* SPDX-License-Identifier: Apache-2.0 */
/* Regions of images: what their lists and kernels share. */
#ifndef ACLNN_PY_OPS_VISION_REGIONS_H
#define ACLNN_PY_OPS_VISION_REGIONS_H

#include <stdbool.h>
#include <stdint.h>

struct regions {
    int64_t pooled[2]; /* height and width of what a region becomes */
    int64_t samples;   /* along a side of a part; 0: as many as it has places */
    bool is_aligned;   /* places are the centres of elements */
    bool is_largest;   /* the largest sample counts, not the mean */
    double scales[2];  /* from boxes to places, of heights and of widths */
};

#endif
