/* SPDX-License-Identifier: Apache-2.0 */
#include "base/product.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "acl/acl_base.h"
#include "base/environment.h"
#include "base/report.h"

static const struct {
    unsigned bit;
    const char *name;
} families_known[] = {
    {PRODUCT_910, "Ascend910"},
    {PRODUCT_910B, "Ascend910B"},
    {PRODUCT_910_93, "Ascend910_93"},
    {PRODUCT_950, "Ascend950"},
};

#define FAMILIES (sizeof families_known / sizeof families_known[0])

static void list_names(unsigned families, char *names, size_t size)
{
    size_t length = 0;
    names[0] = '\0';
    for (size_t i = 0; i < FAMILIES; i++)
        if ((families & families_known[i].bit) != 0)
            length += (size_t)snprintf(names + length, size - length, "%s%s",
                                       length == 0 ? "" : ", ", families_known[i].name);
}

int product_require(unsigned families, const char *what)
{
    char names[64];
    const struct soc *soc = &environment()->soc;
    for (size_t i = 0; i < FAMILIES; i++)
        if ((families & families_known[i].bit) != 0 &&
            strcmp(soc->family, families_known[i].name) == 0)
            return ACL_SUCCESS;
    list_names(families, names, sizeof names);
    return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "%s has no %s; products of %s have", soc->name,
                  what, names);
}
