/* SPDX-License-Identifier: Apache-2.0 */
/* LightningIndexer: what its second version and that of quantised keys ask of their arguments. */
#include "ops/attention/lightning.h"

#include <stdint.h>
#include <string.h>

#include "base/report.h"
#include "ops/common/check.h"

enum batches_layout attention_lightning_layout(const struct call *call, const char *name)
{
    const char *text = call->arguments[call_find(call, name)].text;
    if (text != NULL && strcmp(text, "PA_BBND") == 0)
        return BATCHES_PAGES;
    enum batches_layout layout = attention_batches_layout(text);
    return layout == BATCHES_PAGES ? BATCHES_NO_LAYOUT : layout;
}

aclnnStatus attention_lightning_check_dense(const struct call *call, const char *name,
                                            bool are_pages)
{
    const struct tensor *t = batches_tensor(call, name);
    int64_t step = 1;
    for (int32_t i = t->rank - 1; i >= (are_pages ? 1 : 0); i--) {
        if (t->strides[i] != step && t->dims[i] != 1)
            return report(BATCHES_TILED,
                          "elements of %s do not lie side by side, which is required except "
                          "between pages",
                          name);
        step *= t->dims[i];
    }
    return ACLNN_SUCCESS;
}
