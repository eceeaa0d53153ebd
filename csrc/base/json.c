/* SPDX-License-Identifier: Apache-2.0 */
#include "base/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAX_DEPTH 64

/* ---- Reading --------------------------------------------------------------------------------- */

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

/* Reads the members of an object (keyed) or the elements of an array, up to the closing
 * character. */
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

struct json_part json_member(struct json_part part, const char *name)
{
    struct json_part found = {NULL, 0};
    size_t length = strlen(name);
    struct cursor c = {part.text, part.text + part.size};
    skip_space(&c);
    if (!take(&c, '{'))
        return found;
    do {
        skip_space(&c);
        const char *key = c.at + 1;
        if (!take_string(&c))
            break;
        bool meant = (size_t)(c.at - 1 - key) == length && memcmp(key, name, length) == 0;
        skip_space(&c);
        (void)take(&c, ':');
        skip_space(&c);
        const char *begin = c.at;
        (void)take_value(&c, 0);
        if (meant)
            found = (struct json_part){begin, (size_t)(c.at - begin)};
        skip_space(&c);
    } while (take(&c, ','));
    return found;
}

struct json_part json_element(struct json_part part, uint32_t place)
{
    struct cursor c = {part.text, part.text + part.size};
    skip_space(&c);
    if (part.text == NULL || !take(&c, '['))
        return (struct json_part){NULL, 0};
    do {
        skip_space(&c);
        const char *begin = c.at;
        if (!take_value(&c, 0))
            break;
        if (place-- == 0)
            return (struct json_part){begin, (size_t)(c.at - begin)};
        skip_space(&c);
    } while (take(&c, ','));
    return (struct json_part){NULL, 0};
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* What does not fit without more. */
static void put_beyond(struct json_writer *json, const char *bytes, size_t count)
{
    size_t length = json->length + count;
    if (json->grow != NULL && !json->is_full)
        json->grow(json, length);
    size_t room = json->length < json->size ? json->size - json->length : 0;
    size_t fits = count < room ? count : room;
    if (fits > 0)
        memcpy(json->text + json->length, bytes, fits);
    json->is_full |= fits < count;
    json->length = length;
}

static inline void put(struct json_writer *json, const char *bytes, size_t count)
{
    if (json->length + count > json->size) {
        put_beyond(json, bytes, count);
        return;
    }
    memcpy(json->text + json->length, bytes, count);
    json->length += count;
}

static void put_word(struct json_writer *json, const char *word)
{
    put(json, word, strlen(word));
}

/* The number of bytes of the UTF-8 character that begins here; 0 when it is none. */
static size_t character_length(const unsigned char *at)
{
    size_t length = at[0] < 0x80   ? 1
                    : at[0] < 0xC2 ? 0
                    : at[0] < 0xE0 ? 2
                    : at[0] < 0xF0 ? 3
                    : at[0] < 0xF5 ? 4
                                   : 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xC0) != 0x80)
            return 0;
    /* Refused are encodings that are longer than need be, surrogates of UTF-16, and code points
     * beyond the last one. */
    bool is_wrong = (at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xED && at[1] >= 0xA0) ||
                    (at[0] == 0xF0 && at[1] < 0x90) || (at[0] == 0xF4 && at[1] >= 0x90);
    return is_wrong ? 0 : length;
}

/* How many characters from here on stand for themselves. */
static size_t plain_length(const unsigned char *at)
{
    size_t length = 0;
    while (at[length] >= 0x20 && at[length] < 0x7f && at[length] != '"' && at[length] != '\\')
        length++;
    return length;
}

/* Writes a character that does not stand for itself, and returns the next one. */
static const unsigned char *put_character(struct json_writer *json, const unsigned char *at)
{
    char escaped[8];
    size_t length = json->is_ascii ? 1 : character_length(at);
    if (length == 0)
        put_word(json, "\\ufffd");
    else if (*at < 0x20 || (json->is_ascii && *at >= 0x7f))
        put(json, escaped, (size_t)snprintf(escaped, sizeof escaped, "\\u%04x", *at));
    else if (*at == '"' || *at == '\\')
        put(json, escaped, (size_t)snprintf(escaped, sizeof escaped, "\\%c", *at));
    else
        put(json, (const char *)at, length);
    return at + (length > 0 ? length : 1);
}

static void put_quoted(struct json_writer *json, const char *value)
{
    const unsigned char *at = (const unsigned char *)value;
    size_t plain = plain_length(at);
    put(json, "\"", 1);
    put(json, value, plain);
    for (at += plain; *at != '\0'; at += plain) {
        at = put_character(json, at);
        plain = plain_length(at);
        put(json, (const char *)at, plain);
    }
    put(json, "\"", 1);
}

/* Writes what stands before a value: a comma where another value came before, and the name. */
static void begin_value(struct json_writer *json, const char *name)
{
    if (json->is_behind)
        put_word(json, json->is_compact ? "," : ", ");
    json->is_behind = true;
    if (name == NULL)
        return;
    put_quoted(json, name);
    put_word(json, json->is_compact ? ":" : ": ");
}

void json_open(struct json_writer *json, const char *name, char bracket)
{
    begin_value(json, name);
    put(json, &bracket, 1);
    json->is_behind = false;
}

void json_close(struct json_writer *json, char bracket)
{
    put(json, &bracket, 1);
    json->is_behind = true;
}

void json_string(struct json_writer *json, const char *name, const char *value)
{
    begin_value(json, name);
    put_quoted(json, value);
}

/* Of the largest number, and a sign. */
#define MOST_DIGITS 21

/* Writes the digits of a number up to the end of a buffer, and returns where they begin. */
static char *write_digits(char *end, uint64_t value)
{
    do {
        *--end = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    return end;
}

static void put_digits(struct json_writer *json, uint64_t value, bool is_negative)
{
    char digits[MOST_DIGITS];
    char *end = digits + sizeof digits;
    char *begin = write_digits(end, value);
    if (is_negative)
        *--begin = '-';
    put(json, begin, (size_t)(end - begin));
}

void json_number(struct json_writer *json, const char *name, int64_t value)
{
    begin_value(json, name);
    put_digits(json, value < 0 ? -(uint64_t)value : (uint64_t)value, value < 0);
}

void json_unsigned(struct json_writer *json, const char *name, uint64_t value)
{
    begin_value(json, name);
    put_digits(json, value, false);
}

void json_thousandths(struct json_writer *json, const char *name, uint64_t value)
{
    char fraction[4];
    begin_value(json, name);
    put_digits(json, value / 1000, false);
    (void)write_digits(fraction + sizeof fraction, 1000 + value % 1000);
    fraction[0] = '.';
    put(json, fraction, sizeof fraction);
}

void json_truth(struct json_writer *json, const char *name, bool value)
{
    begin_value(json, name);
    put_word(json, value ? "true" : "false");
}

void json_null(struct json_writer *json, const char *name)
{
    begin_value(json, name);
    put_word(json, "null");
}

void json_real(struct json_writer *json, const char *name, double value)
{
    char digits[40];
    begin_value(json, name);
    snprintf(digits, sizeof digits, isfinite(value) ? "%.17g" : "\"%g\"", value);
    put_word(json, digits);
}

void json_name(struct json_writer *json, const char *name)
{
    begin_value(json, name);
    json->is_behind = false;
}

void json_values(struct json_writer *json, const struct json_writer *values)
{
    size_t kept = values->length < values->size ? values->length : values->size;
    json->is_full |= values->is_full;
    if (values->length == 0)
        return;
    begin_value(json, NULL);
    put(json, values->text, kept);
}

void json_end_line(struct json_writer *json)
{
    put(json, "\n", 1);
}
