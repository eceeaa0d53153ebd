/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/ext/work_list.h"

#include <string.h>

#define MOST_INPUTS 4

void *ext_list_attributes(struct l0_list *list, size_t size)
{
    void *division = l0_take(list, size);
    if (division != NULL)
        memset(division, 0, size);
    return division;
}

void ext_list_work(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                   int out, const void *division)
{
    int given[MOST_INPUTS];
    int given_count = 0;
    for (int i = 0; i < count; i++)
        if (inputs[i] != L0_NONE)
            given[given_count++] = inputs[i];
    l0_launch_row(list, row, given, given_count, 0, &out, 1, NULL);
    if (division != NULL)
        l0_step(list, L0_STEP_APPLY, row, given, given_count, &out, 1, division);
}
