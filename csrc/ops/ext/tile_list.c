/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnExtTilize and aclnnExtUntilize: lists of L0 operators. */
#include "declared/ext.h"
#include "ops/ext/tile_tiling.h"
#include "ops/ext/work_list.h"

static void append(struct l0_list *list, const struct l0_row *row, int self, int32_t type, int out,
                   bool makes_tiles)
{
    struct ext_tiles *division = ext_list_attributes(list, sizeof *division);
    if (division == NULL)
        return;
    const struct tensor *from = ext_list_given(list, self);
    const struct tensor *to = ext_list_given(list, out);
    ext_tiling_tiles(makes_tiles ? from : to, makes_tiles ? to : from, type, makes_tiles, division);
    ext_list_work(list, row, &self, 1, out, division->blocks > 0 ? division : NULL);
}

void ext_list_tilize(struct l0_list *list, int self, int32_t type, int out)
{
    append(list, &l0_ExtTilize, self, type, out, true);
}

void ext_list_untilize(struct l0_list *list, int self, int32_t type, int out)
{
    append(list, &l0_ExtUntilize, self, type, out, false);
}
