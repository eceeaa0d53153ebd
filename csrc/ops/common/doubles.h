/* SPDX-License-Identifier: Apache-2.0 */
/* Exponentials, cosines and sines of doubles for kernels in C, by the vector unit: the same bits at
 * every level and with every C library, which libm does not promise. */
#ifndef ACLNN_PY_OPS_COMMON_DOUBLES_H
#define ACLNN_PY_OPS_COMMON_DOUBLES_H

#include <stdint.h>

/* In place. */
void doubles_exp(double *numbers, int64_t count);

double double_exp(double x);
double double_cos(double x);
double double_sin(double x);

#endif
