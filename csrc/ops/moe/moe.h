/* SPDX-License-Identifier: Apache-2.0 */
/* The mixture of experts: what lists and kernels share. A row is what one expert works on: the
 * features of a token. A place is the number of a row among those that lie sorted by experts. */
#ifndef ACLNN_PY_OPS_MOE_MOE_H
#define ACLNN_PY_OPS_MOE_MOE_H

#include <stdbool.h>
#include <stdint.h>

#include "executor/call.h"

/* The most experts of a token, and one more than the most rows that CANN's kernels sort. */
#define MOE_MOST_CHOSEN 512
#define MOE_SORTED_LIMIT 16777215

/* The most experts that MoeInitRoutingV3 counts rows of, and where counts are pairs. */
#define MOE_MOST_ROUTED 10240
#define MOE_MOST_PAIRED 5120

/* What MoeInitRoutingV3 makes of rows. Those that have no name are blocks of 32 that become
 * float8_e5m2 (2, 16) and float8_e4m3fn (3, 17), and what is not here. */
enum moe_routed_mode {
    ROUTED_MOVED = -1,
    ROUTED_BY_ONE = 0,
    ROUTED_BY_ROW = 1,
    ROUTED_GROUPS = 4, /* this one and the next: groups of columns, by powers of two */
    ROUTED_HIGH = 6,   /* hifloat8 */
    ROUTED_HIGH_BY_ONE = 7,
    ROUTED_HIGH_BY_ROW = 8,
    ROUTED_FLOAT4 = 9,
    ROUTED_PAIRS = 11, /* this one and the next: pairs of groups of columns, by quotients */
    ROUTED_INT4 = 13,
    ROUTED_GROUPS_AT_LEAST = 14,
    ROUTED_FIRST_AT_LEAST = 16, /* this one and the next: a largest magnitude counts as one */
    ROUTED_LAST = 17,
};

/* The data type of rows of this one by a mode; whether blocks of them have powers of two. */
aclDataType moe_routing_type(aclDataType x, int64_t mode);
bool moe_routing_has_blocks(int64_t mode);

/* Whether rows are quantised in groups of columns, perhaps with scales for pairs of these, and how
 * many groups then have scales. */
#define MOE_ROUTED_GROUP 128
bool moe_routing_has_groups(int64_t mode);
bool moe_routing_has_pairs(int64_t mode);
int64_t moe_routing_groups(int64_t columns, int64_t mode);

/* The attributes of ExpertPlaces. With a capacity each expert has so many places, and rows that it
 * has no place for have -1. */
struct moe_placing {
    int64_t experts;
    int64_t capacity; /* 0: places follow each other */
    int64_t first;    /* with past > 0: of other experts than these, up to past, rows have -1 */
    int64_t past;
};

/* The attributes of ExpertCounts: from which expert to which there are counts, whether these are
 * sums, and whether they are pairs of those experts that have rows, and counts. */
struct moe_counting {
    int64_t first;
    int64_t past; /* 0: experts have no end */
    bool is_cumulative;
    bool is_paired;
};

/* Places before `first` have no row; those from there on are counted from it. With is_bounded
 * places from `past` on have none either. */
struct moe_bounds {
    int64_t first;
    int64_t past;
    bool is_bounded;
};

/* The attributes of TakeRows. Row t * chosen + j has the place of that number, or, where places lie
 * by columns, that of number j * tokens + t. */
struct moe_taking {
    int64_t chosen;
    bool by_column;
    struct moe_bounds bounds;
};

/* The attributes of SpecialRows: rows that no expert makes. An expert of a range has none, the
 * token itself, or a mixture of the token and a row of its own; of equal ends a range has none. */
struct moe_range {
    int64_t first;
    int64_t past;
};
enum moe_special_input {
    SPECIAL_ROWS, /* those of the experts, [tokens * chosen, columns] */
    SPECIAL_PLACES,
    SPECIAL_EXPERTS,
    SPECIAL_TOKENS,
    SPECIAL_WEIGHTS,
    SPECIAL_ALPHA1, /* these three are there with a range of mixed ones */
    SPECIAL_ALPHA2,
    SPECIAL_V,
    SPECIAL_INPUTS
};
struct moe_special {
    struct moe_range absent;
    struct moe_range copied;
    struct moe_range mixed;
    struct moe_taking taking;
    int64_t limit;          /* places from there on are those of rows that were dropped */
    int at[SPECIAL_INPUTS]; /* among the inputs of the work; negative: not given */
};

/* The attributes of PutRows: so many places in turn are of one row. */
struct moe_putting {
    int64_t repeated; /* 0: places go over all rows, again and again */
    struct moe_bounds bounds;
};

/* The attributes of UpdateExperts. */
struct moe_updating {
    int64_t rank;
    int64_t world;
    bool is_by_token;
};

/* The most experts that scores are compared of. */
#define MOE_MOST_SCORED 2048

/* The attributes of ChooseExperts. Experts lie in groups of one size, of which the best are looked
 * at: those whose best expert, or whose best two together, have the highest scores. */
struct moe_gating {
    int64_t groups;
    int64_t chosen_groups;
    bool by_two;
    bool are_given; /* by a table, whose row for each token the inputs behind the others say */
};

/* The attributes of MapRows: how many experts each token has, or, with a capacity, how many tokens
 * each expert has. Of SlotElements: how many experts there are, and tokens of each. */
struct moe_mapping {
    int64_t chosen;
    int64_t capacity;
};

/* quantMode: rows become float8 or float4, in blocks that share a power of two. */
enum { MOE_MX_E5M2 = 2, MOE_MX_E4M3 = 3, MOE_MX_E2M1 = 9 };

/* The data type that quantMode asks for, ACL_DT_UNDEFINED with other numbers. */
static inline aclDataType moe_quantised_type(int64_t mode)
{
    switch (mode) {
    case MOE_MX_E5M2: return ACL_FLOAT8_E5M2;
    case MOE_MX_E4M3: return ACL_FLOAT8_E4M3FN;
    case MOE_MX_E2M1: return ACL_FLOAT4_E2M1;
    default: return ACL_DT_UNDEFINED;
    }
}

/* The dims of the scales of rows that are quantised to a type: two for 64 columns each, of float4
 * in pairs. Gives the rank. */
static inline int32_t moe_dims_of_scales(int64_t rows, int64_t columns, aclDataType type,
                                         int64_t *dims)
{
    int64_t pairs = columns / 64 + (columns % 64 != 0);
    bool in_pairs = type == ACL_FLOAT4_E2M1;
    dims[0] = rows;
    dims[1] = in_pairs ? pairs : 2 * pairs;
    dims[2] = 2;
    return in_pairs ? 3 : 2;
}

/* A range of a caller's array, [-1, -1) unless that has two numbers. */
struct moe_range moe_special_range(const struct array *array);

/* The places of a caller's range, from its first number to before its second; without one none. */
struct moe_bounds moe_range_of(const struct array *range);

/* The same where negative numbers count from the end of so many places; without a range all. */
struct moe_bounds moe_wrapped_range(const struct array *range, int64_t places);

/* The experts of a token: columns of the weights, or k where the product reads it and it is no -1,
 * or 1. */
int64_t moe_special_chosen(const struct call *call, int weights, int k);

/* Whether the argument of this number is an integer that kernels have: this one, or of a range. */
aclnnStatus moe_check_is(const struct call *call, int number, int64_t required);
aclnnStatus moe_check_in_range(const struct call *call, int number, int64_t least, int64_t most);

#endif
