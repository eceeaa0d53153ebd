/* SPDX-License-Identifier: Apache-2.0 */
/* The argument of a call that a text is about: "grad", or "x[3]" for a member of a list. */
#ifndef ACLNN_PY_BASE_ARGUMENT_NAME_H
#define ACLNN_PY_BASE_ARGUMENT_NAME_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

struct argument_name {
    const char *argument;
    int64_t member; /* the position in a tensor list; -1 when the argument is no list */
};

struct argument_text {
    char words[64];
};

static inline const char *argument_name_text(struct argument_name name, struct argument_text *text)
{
    if (name.member < 0)
        return name.argument;
    snprintf(text->words, sizeof text->words, "%.40s[%" PRId64 "]", name.argument, name.member);
    return text->words;
}

/* The argument's name as text. It stays valid to the end of the full expression that it stands
 * in. */
#define ARGUMENT_TEXT(name) argument_name_text(name, &(struct argument_text){""})

#endif
