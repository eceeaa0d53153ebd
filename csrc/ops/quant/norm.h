/* SPDX-License-Identifier: Apache-2.0 */
/* Norms with quantised results: what checks, shapes and lists share. */
#ifndef ACLNN_PY_OPS_QUANT_NORM_H
#define ACLNN_PY_OPS_QUANT_NORM_H

#include <stdbool.h>

#include "executor/call.h"
#include "ops/quant/quant.h"

/* Whether one of two results is wanted: as the mask says; without one the first, and the second
 * where both have smooth scales. */
static inline bool quant_is_wanted(const struct array *mask, bool has_both, int which)
{
    if (mask != NULL && (int64_t)mask->size > which)
        return ((const bool *)(const void *)mask->values)[which];
    return which == 0 || has_both;
}

/* The same for the parameters of a call. */
static inline bool quant_wants(const struct call *call, int smooth1, int smooth2, int mask,
                               int which)
{
    return quant_is_wanted(call->arguments[mask].array,
                           call_tensor(call, smooth1) != NULL && call_tensor(call, smooth2) != NULL,
                           which);
}

/* What decides which kernel of CANN quantises the norm of a sum. */
struct quant_norm_form {
    enum soc_architecture architecture;
    const struct tensor *x1;
    const struct tensor *gamma;
    const struct tensor *scales1;
    const struct tensor *points1; /* NULL: there are none */
    bool has_second;
    bool has_beta;
    bool divides;
    bool has_sum;
    bool has_norm;
};

/* What the parameters of a call say of it, but for has_sum and has_norm, which are false. */
struct quant_norm_form quant_norm_form_of(const struct call *call, int x1, int gamma, int scales1,
                                          int scales2, int points1, int points2, int beta,
                                          int divides);

/* Whether it is AddRmsNormQuantV2: on Ascend950 always; on Ascend910B where there is one scale and
 * one zero point for all elements, and either beta and the sum or the norm alone. */
bool quant_is_norm_v2(const struct quant_norm_form *form);

#endif
