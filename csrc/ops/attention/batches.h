/* SPDX-License-Identifier: Apache-2.0 */
/* Batches of rows of queries and of their keys: what the checks, lists and kernels of
 * LightningIndexer and SparseFlashAttention share. Keys have one head. */
#ifndef ACLNN_PY_OPS_ATTENTION_BATCHES_H
#define ACLNN_PY_OPS_ATTENTION_BATCHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "executor/call.h"
#include "executor/schedule.h"
#include "ops/attention/nsa_refuse.h"
#include "ops/common/check.h"

/* "BSND": as much room for each batch; "TND": one behind the other, by their ends; "PA_BSND": keys
 * in pages. */
enum batches_layout { BATCHES_ROOMS, BATCHES_ENDS, BATCHES_PAGES, BATCHES_NO_LAYOUT };

/* What a call says of its batches. */
struct batches_form {
    enum batches_layout rows; /* rooms or ends */
    enum batches_layout keys;
    bool is_causal; /* the last row sees all keys, each before it one less */
    int64_t count;
    bool has_starts; /* ends begin with where the first batch does, at 0 */
    int64_t ratio; /* of keys that stand for so many each, of which rows see one less; 0: for one */
};

/* Rows and keys of a batch, all of whose numbers were checked. */
struct batch {
    int64_t first_row; /* of all */
    int64_t rows;
    int64_t empty;     /* rows behind these that see nothing */
    int64_t first_key; /* of all, without pages */
    int64_t keys;
    int64_t past_key;
    int64_t rest; /* what its keys do not stand for any more */
    int64_t first_unit;
};

struct batches {
    const struct batches_form *form;
    const struct work_view *query;
    const struct work_view *key;
    const struct work_view *row_lengths; /* NULL: all rows */
    const struct work_view *key_lengths; /* NULL: all keys */
    const struct work_view *rows_used;   /* of those up to ends; NULL: all */
    const struct work_view *keys_used;
    const struct work_view *table; /* NULL: no pages */
    const struct work_view *rests; /* NULL: its keys stand for all */
    const char *row_lengths_name;
    const char *key_lengths_name;
    const char *keys_used_name;
    const char *table_name;
    int64_t unit_rows; /* rows of a unit of work; no unit has rows of two batches */
    struct batch *each;
    int64_t *pages; /* of each batch, as many as the table has columns */
    int64_t units;
};

/* What checks ask of a call, whose parameters have these names. */
struct batches_rule {
    const char *query;
    const char *key;
    const char *row_layout;
    const char *key_layout;
    enum batches_layout (*layout_of)(const struct call *call, const char *name);
    const char *row_lengths;
    const char *key_lengths;
    const char *table;     /* NULL: "blockTableOptional" */
    bool are_pages_free;   /* pages have any number of rows, not multiples of 16 */
    bool has_starts;       /* the lengths of ends begin with where the first batch does */
    bool reads_ends_alone; /* lengths are read with "TND" alone */
    int64_t columns;       /* 0: any */
    int64_t most_heads;
};

/* What tilings answer. */
#define BATCHES_TILED ACLNN_ERR_INNER_TILING_ERROR

/* The parameter of the call that has the name: a tensor, NULL where the call has none, and an
 * integer. */
static inline const struct tensor *batches_tensor(const struct call *call, const char *name)
{
    int at = call_find(call, name);
    return at < 0 ? NULL : call_tensor(call, at);
}

static inline int64_t batches_number(const struct call *call, const char *name)
{
    return call->arguments[call_find(call, name)].integer;
}

/* Refuse the shape of the tensor that has the name, or the integer, as tilings do. */
static inline aclnnStatus batches_refuse_shape(const struct call *call, const char *name,
                                               const char *required)
{
    return nsa_refuse_shape(call, BATCHES_TILED, call_find(call, name), required);
}

static inline aclnnStatus batches_refuse_number(const struct call *call, const char *name,
                                                const char *required)
{
    return nsa_refuse(call, BATCHES_TILED, call_find(call, name), required);
}

/* The layout of a text: NULL is "BSND". */
enum batches_layout attention_batches_layout(const char *text);

/* The parameter of the call that has the name, as a layout. */
enum batches_layout attention_batches_layout_of(const struct call *call, const char *name);

bool attention_batches_has_shape(const struct tensor *t, const int64_t *dims, int32_t rank);

/* Whether a tensor has the rows of query, of 3 or 4 dims, and behind them dims, of which there are
 * at most 2. */
bool attention_batches_is_of_rows(const struct tensor *t, const struct tensor *query,
                                  const int64_t *dims, int32_t count);

/* A tensor that has the data type of query, and rows and heads of another one: columns of a head
 * are the last dim, or 0 those of the other. NULL passes, and what goes with NULL. */
struct batches_operand {
    const char *name;
    const char *like; /* NULL: only the data type is checked */
    int64_t columns;
    const char *required;
};

/* Checks operands in their sequence: 561002. */
aclnnStatus attention_check_operands(const struct call *call,
                                     const struct batches_operand *operands, size_t count);

/* A tensor that has a number for each batch. */
struct batches_length {
    const char *name;
    bool is_read;    /* one that nobody reads may have any shape */
    bool has_starts; /* and one before them */
};

/* Check what tilings refuse with 561002, of layouts that are right and of lengths and pages that
 * are given: heads, columns, pages and data types of queries and keys; shapes of lengths and pages.
 */
aclnnStatus attention_check_heads(const struct call *call, const struct batches_rule *rule);
aclnnStatus attention_check_lengths(const struct call *call, const struct batches_rule *rule,
                                    const struct batches_length *lengths, size_t count);

/* Checks what both tilings refuse with 561002: layouts, sparse modes and windows, lengths and pages
 * that are missing or too many, heads, columns, and shapes of lengths and pages. */
aclnnStatus attention_check_batches(const struct call *call, const struct batches_rule *rule);

/* The same of layouts that are right: all but layouts, modes and windows. */
aclnnStatus attention_check_rows(const struct call *call, const struct batches_rule *rule);

/* The most keys that a batch has room for. */
int64_t attention_batches_most_keys(const struct batches *b);

int64_t attention_batches_rows(const struct batches *b);

/* Takes the scratch of the numbers; returns its bytes. */
int64_t attention_batches_take(struct batches *b, char *scratch);

/* Reads lengths and pages, each once, since the program may write to them meanwhile. Returns false
 * with the failure set where one is none. */
bool attention_batches_read(struct batches *b, struct task_failure *failure);

/* The row of all keys that has a key of a batch. */
int64_t attention_batches_key(const struct batches *b, int64_t batch, int64_t key);

/* The first keys of its batch that a row of it sees. */
int64_t attention_batches_seen(const struct batches *b, const struct batch *batch, int64_t row);

/* The batch of a unit, from that of a unit before it on. */
int64_t attention_batches_with(const struct batches *b, int64_t unit, int64_t batch);

/* Loads a row of so many columns of a view whose dims before the last are joined. */
void attention_batches_load(const struct work_view *view, int64_t number, int64_t columns,
                            float *to);

#endif
