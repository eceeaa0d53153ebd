/* SPDX-License-Identifier: Apache-2.0 */
/* Fourier transforms of any length, in float64. */
#ifndef ACLNN_PY_OPS_OTHER_FOURIER_H
#define ACLNN_PY_OPS_OTHER_FOURIER_H

#include <stdbool.h>
#include <stdint.h>

/* Attributes of the work. Its input is float64, or complex128; an optional second one is a window.
 * Its output is [sequences, frequencies, windows of one] as pairs of float64. */
struct fourier {
    int64_t sequences;   /* of the input, one behind the other */
    int64_t places;      /* of a sequence */
    int64_t columns;     /* sequences that lie between the places of each other */
    int64_t length;      /* of a transform */
    int64_t frequencies; /* the first ones, which are written */
    int64_t windows;     /* of a sequence */
    int64_t hop;         /* from one window to the next */
    int64_t width;       /* of the window */
    double factor;
};

#endif
