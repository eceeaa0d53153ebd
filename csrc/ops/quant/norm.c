/* SPDX-License-Identifier: Apache-2.0 */
/* Norms with quantised results: what checks, shapes and lists share. */
#include "ops/quant/norm.h"

#include <stdbool.h>
#include <stddef.h>

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
