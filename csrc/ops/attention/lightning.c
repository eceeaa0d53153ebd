/* SPDX-License-Identifier: Apache-2.0 */
/* LightningIndexer: layouts by their names. */
#include "ops/attention/lightning.h"

#include <string.h>

enum lightning_layout attention_lightning_layout(const char *text)
{
    static const char *const names[] = {
        [LIGHTNING_BATCHES] = "BSND", [LIGHTNING_ENDS] = "TND", [LIGHTNING_PAGES] = "PA_BSND"};
    if (text == NULL)
        return LIGHTNING_BATCHES;
    for (int i = 0; i < LIGHTNING_NO_LAYOUT; i++)
        if (strcmp(text, names[i]) == 0)
            return (enum lightning_layout)i;
    return LIGHTNING_NO_LAYOUT;
}
