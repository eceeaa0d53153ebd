/* SPDX-License-Identifier: Apache-2.0 */
#include "base/soc.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

#define GIB ((uint64_t)1 << 30)

static const struct soc products[] = {
#define ACL_SOC(name, family, architecture, ai, vector, ub, memory_gib, bfloat16, padding) \
    {#name,    family, ARCHITECTURE_##architecture, ai, vector, ub, (memory_gib) * GIB,    \
     bfloat16, padding},
#include "base/soc.def"
#undef ACL_SOC
};

/* The product of a name, whose case does not matter; NULL for none. */
static const struct soc *find(const char *name)
{
    for (size_t i = 0; i < sizeof products / sizeof products[0]; i++)
        if (strcasecmp(products[i].name, name) == 0)
            return &products[i];
    return NULL;
}

static bool override(struct soc *soc, const char *item)
{
    uint64_t number;
    const char *equals = strchr(item, '=');
    if (equals == NULL)
        return false;
    size_t key = (size_t)(equals - item);
    if (key == 5 && memcmp(item, "cores", key) == 0 &&
        text_parse_number(equals + 1, 1, 65535, &number)) {
        soc->vector_cores = (uint32_t)number;
        return true;
    }
    if (key == 2 && memcmp(item, "ub", key) == 0 &&
        text_parse_number(equals + 1, 1, 1 << 30, &number)) {
        soc->unified_buffer_bytes = number;
        return true;
    }
    if (key == 6 && memcmp(item, "memory", key) == 0 &&
        text_parse_number(equals + 1, 1 << 20, (uint64_t)1 << 44, &number)) {
        soc->memory_bytes = number;
        return true;
    }
    return false;
}

bool soc_parse(const char *text, struct soc *soc)
{
    char piece[64];
    const char *rest = text_next_piece(text, ':', piece, sizeof piece);
    const struct soc *product = rest != NULL ? find(piece) : NULL;
    *soc = product != NULL ? *product : *find(SOC_DEFAULT);
    bool readable = product != NULL;
    while (product != NULL && (rest = text_next_piece(rest, ',', piece, sizeof piece)) != NULL)
        readable = override(soc, piece) && readable;
    return readable;
}

static size_t common_length(const char *a, const char *b)
{
    size_t length = 0;
    while (a[length] != '\0' && strncasecmp(a, b, length + 1) == 0)
        length++;
    return length;
}

const char *soc_suggestion(const char *text)
{
    static const struct {
        const char *nickname;
        const char *product;
    } nicknames[] = {
#define ACL_SOC_NICKNAME(nickname, product) {#nickname, #product},
#include "base/soc_nickname.def"
#undef ACL_SOC_NICKNAME
    };
    char name[64];
    const char *nearest = SOC_DEFAULT;
    size_t most = strlen("Ascend");
    (void)text_next_piece(text, ':', name, sizeof name);
    for (size_t i = 0; i < sizeof nicknames / sizeof nicknames[0]; i++)
        if (strcasecmp(nicknames[i].nickname, name) == 0)
            return nicknames[i].product;
    for (size_t i = 0; i < sizeof products / sizeof products[0]; i++)
        if (common_length(products[i].name, name) > most) {
            most = common_length(products[i].name, name);
            nearest = products[i].name;
        }
    return nearest;
}

uint32_t soc_architecture_number(enum soc_architecture architecture)
{
    static const uint32_t numbers[ARCHITECTURES] = {1001, 2201, 3510};
    return numbers[architecture];
}
