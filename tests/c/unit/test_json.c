/* SPDX-License-Identifier: Apache-2.0 */
/* The writer of JSON. Expected texts are those of RFC 8259 and of docs/reference/recordings.md. */
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "check.h"

static bool is(const struct json_writer *json, const char *text)
{
    return json->length == strlen(text) && memcmp(json->text, text, json->length) == 0;
}

/* A member of each kind. */
static void write_all(struct json_writer *json)
{
    json_open(json, NULL, '{');
    json_number(json, "n", INT64_MIN);
    json_unsigned(json, "u", UINT64_MAX);
    json_truth(json, "t", true);
    json_truth(json, "f", false);
    json_null(json, "z");
    json_open(json, "a", '[');
    json_open(json, NULL, '[');
    json_close(json, ']');
    json_string(json, NULL, "x");
    json_open(json, NULL, '{');
    json_close(json, '}');
    json_close(json, ']');
    json_close(json, '}');
}

static const char spaced[] = "{\"n\": -9223372036854775808, \"u\": 18446744073709551615, "
                             "\"t\": true, \"f\": false, \"z\": null, \"a\": [[], \"x\", {}]}";
static const char compact[] = "{\"n\":-9223372036854775808,\"u\":18446744073709551615,"
                              "\"t\":true,\"f\":false,\"z\":null,\"a\":[[],\"x\",{}]}";

static void test_spaces(void)
{
    char text[200];
    struct json_writer json = {.text = text, .size = sizeof text};
    write_all(&json);
    CHECK(is(&json, spaced) && !json.is_full && json_is_valid(text, json.length));
    json = (struct json_writer){.text = text, .size = sizeof text, .is_compact = true};
    write_all(&json);
    CHECK(is(&json, compact) && !json.is_full && json_is_valid(text, json.length));
}

/* What does not fit is cut off at any place, and nothing behind it is touched. */
static void test_cut_off(void)
{
    for (size_t size = 0; size <= sizeof compact; size++) {
        char text[sizeof compact + 1];
        memset(text, '#', sizeof text);
        struct json_writer json = {.text = text, .size = size, .is_compact = true};
        write_all(&json);
        size_t length = sizeof compact - 1;
        size_t kept = size < length ? size : length;
        CHECK(json.length == length && json.is_full == (size < length));
        CHECK(memcmp(text, compact, kept) == 0 && text[kept] == '#');
    }
}

static void test_strings(void)
{
    char text[100];
    const char *given = "\"\\\n\x1f\x7f\xc3\xa9\xff";
    struct json_writer json = {.text = text, .size = sizeof text};
    json_string(&json, NULL, given);
    CHECK(is(&json, "\"\\\"\\\\\\u000a\\u001f\x7f\xc3\xa9\\ufffd\""));
    json = (struct json_writer){.text = text, .size = sizeof text, .is_ascii = true};
    json_string(&json, NULL, given);
    CHECK(is(&json, "\"\\\"\\\\\\u000a\\u001f\\u007f\\u00c3\\u00a9\\u00ff\""));
}

static void test_reals(void)
{
    char text[100];
    struct json_writer json = {.text = text, .size = sizeof text, .is_compact = true};
    json_open(&json, NULL, '[');
    json_real(&json, NULL, 0.5);
    json_real(&json, NULL, INFINITY);
    json_real(&json, NULL, -INFINITY);
    json_real(&json, NULL, NAN);
    json_close(&json, ']');
    CHECK(is(&json, "[0.5,\"inf\",\"-inf\",\"nan\"]"));
    json = (struct json_writer){.text = text, .size = sizeof text - 1};
    json_real(&json, NULL, 0.1);
    text[json.length] = '\0';
    CHECK(strtod(text, NULL) == 0.1);
}

static int grown;
static char room[2][100];

static void grow(struct json_writer *json, size_t size)
{
    if (size > sizeof room[0] || grown >= 2)
        return;
    memcpy(room[grown], json->text, json->length);
    json->text = room[grown++];
    json->size = size;
}

static void test_growth(void)
{
    char text[1];
    struct json_writer part = {.text = text, .size = sizeof text, .grow = grow};
    json_number(&part, NULL, 1);
    CHECK(is(&part, "1") && grown == 0);
    json_number(&part, NULL, 2);
    CHECK(is(&part, "1, 2") && grown == 2 && !part.is_full);
    json_number(&part, NULL, 3);
    CHECK(part.is_full && part.length == strlen("1, 2, 3") && memcmp(part.text, "1, 2", 4) == 0);
}

/* Values of other writers, and names whose values come later. */
static void test_values(void)
{
    char text[100], other[100];
    struct json_writer none = {.text = other, .size = 0};
    struct json_writer two = {.text = other, .size = sizeof other};
    struct json_writer json = {.text = text, .size = sizeof text};
    json_number(&two, NULL, 1);
    json_number(&two, NULL, 2);
    json_open(&json, NULL, '[');
    json_values(&json, &none);
    json_values(&json, &two);
    json_values(&json, &two);
    json_open(&json, NULL, '{');
    json_name(&json, "a");
    json_null(&json, NULL);
    json_name(&json, "b");
    json_open(&json, NULL, '[');
    json_close(&json, ']');
    json_close(&json, '}');
    json_close(&json, ']');
    json_end_line(&json);
    CHECK(is(&json, "[1, 2, 1, 2, {\"a\": null, \"b\": []}]\n") && !json.is_full);
    two.is_full = true;
    json_values(&json, &two);
    CHECK(json.is_full);
}

int main(void)
{
    test_spaces();
    test_cut_off();
    test_strings();
    test_reals();
    test_growth();
    test_values();
    puts("test_json: ok");
    return 0;
}
