/* SPDX-License-Identifier: Apache-2.0 */
/* Norms with quantised results: what checks, shapes and lists share. */
#include "ops/quant/norm.h"

#include <stdbool.h>
#include <stddef.h>

struct quant_norm_form quant_norm_form_of(const struct call *call, int x1, int gamma, int scales1,
                                          int scales2, int points1, int points2, int beta,
                                          int divides)
{
    return (struct quant_norm_form){
        .architecture = call->soc->architecture,
        .x1 = call_tensor(call, x1),
        .gamma = call_tensor(call, gamma),
        .scales1 = call_tensor(call, scales1),
        .points1 = call_tensor(call, points1),
        .has_second = call_tensor(call, scales2) != NULL || call_tensor(call, points2) != NULL,
        .has_beta = call_tensor(call, beta) != NULL,
        .divides = call->arguments[divides].integer != 0,
    };
}

bool quant_is_norm_v2(const struct quant_norm_form *form)
{
    const struct tensor *x = form->x1;
    const struct tensor *g = form->gamma;
    const struct tensor *s = form->scales1;
    const struct tensor *z = form->points1;
    if (form->architecture != ARCHITECTURE_2201)
        return form->architecture == ARCHITECTURE_3510;
    bool is_row = x->rank > 0 && (g->rank == 1 || (g->rank == 2 && g->dims[0] == 1)) &&
                  g->dims[g->rank - 1] == x->dims[x->rank - 1];
    bool has_one = s->rank == 1 && s->dims[0] == 1 && z != NULL && z->rank == 1 && z->dims[0] == 1;
    bool has_either = form->has_beta ? form->has_sum && !form->has_norm
                                     : !form->has_sum && form->has_norm;
    return form->divides && !form->has_second && is_row && has_one && has_either;
}
