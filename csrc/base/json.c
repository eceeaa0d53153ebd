/* SPDX-License-Identifier: Apache-2.0 */
#include "base/json.h"

#include <string.h>

#define MAX_DEPTH 64

struct cursor {
    const char *at;
    const char *end;
};

static void skip_space(struct cursor *c)
{
    while (c->at < c->end && strchr(" \t\r\n", *c->at) != NULL && *c->at != '\0')
        c->at++;
}

static bool take(struct cursor *c, char wanted)
{
    if (c->at >= c->end || *c->at != wanted)
        return false;
    c->at++;
    return true;
}

static bool take_word(struct cursor *c, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(c->end - c->at) < length || memcmp(c->at, word, length) != 0)
        return false;
    c->at += length;
    return true;
}

static bool take_digits(struct cursor *c)
{
    const char *begin = c->at;
    while (c->at < c->end && *c->at >= '0' && *c->at <= '9')
        c->at++;
    return c->at > begin;
}

static bool take_number(struct cursor *c)
{
    (void)take(c, '-');
    if (!take(c, '0') && !take_digits(c))
        return false;
    if (take(c, '.') && !take_digits(c))
        return false;
    if (take(c, 'e') || take(c, 'E')) {
        if (!take(c, '+'))
            (void)take(c, '-');
        return take_digits(c);
    }
    return true;
}

static bool take_escape(struct cursor *c)
{
    if (c->at >= c->end)
        return false;
    char kind = *c->at++;
    if (kind != 'u')
        return kind != '\0' && strchr("\"\\/bfnrt", kind) != NULL;
    for (int i = 0; i < 4; i++, c->at++)
        if (c->at >= c->end || *c->at == '\0' || strchr("0123456789abcdefABCDEF", *c->at) == NULL)
            return false;
    return true;
}

static bool take_string(struct cursor *c)
{
    if (!take(c, '"'))
        return false;
    while (c->at < c->end) {
        unsigned char character = (unsigned char)*c->at++;
        if (character == '"')
            return true;
        if (character < 0x20 || (character == '\\' && !take_escape(c)))
            return false;
    }
    return false;
}

static bool take_value(struct cursor *c, int depth);

/* The members of an object (keyed) or the elements of an array, up to the closing character. */
static bool take_members(struct cursor *c, char closing, bool keyed, int depth)
{
    skip_space(c);
    if (take(c, closing))
        return true;
    do {
        skip_space(c);
        if (keyed) {
            if (!take_string(c))
                return false;
            skip_space(c);
            if (!take(c, ':'))
                return false;
        }
        if (!take_value(c, depth + 1))
            return false;
        skip_space(c);
    } while (take(c, ','));
    return take(c, closing);
}

static bool take_value(struct cursor *c, int depth)
{
    skip_space(c);
    if (depth > MAX_DEPTH || c->at >= c->end)
        return false;
    if (take(c, '{'))
        return take_members(c, '}', true, depth);
    if (take(c, '['))
        return take_members(c, ']', false, depth);
    if (*c->at == '"')
        return take_string(c);
    return take_word(c, "true") || take_word(c, "false") || take_word(c, "null") || take_number(c);
}

bool json_is_valid(const char *text, size_t size)
{
    struct cursor cursor = {text, text + size};
    if (!take_value(&cursor, 0))
        return false;
    skip_space(&cursor);
    return cursor.at == cursor.end;
}
