/* SPDX-License-Identifier: Apache-2.0 */
/* FFN, two products with an activation between them: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>
#include <strings.h>

#include "declared/activation.h"
#include "declared/common.h"
#include "declared/matmul.h"
#include "declared/moe.h"
#include "operators.h"
#include "ops/common/check.h"
#include "ops/common/list.h"
#include "ops/common/shape.h"
#include "ops/matmul/grouped_matmul.h"
#include "ops/moe/ffn.h"
#include "ops/moe/lists.h"
#include "tensor/arrays.h"
#include "workspace/l0_operators.h"

enum ffn_activation moe_list_ffn_activation(const char *name)
{
    static const char *const names[] = {"fastgelu", "relu",   "silu", "gelu",
                                        "geglu",    "swiglu", "reglu"};
    for (int i = 0; i < FFN_UNKNOWN; i++)
        if (strcasecmp(name, names[i]) == 0)
            return (enum ffn_activation)i;
    return FFN_UNKNOWN;
}

int64_t moe_list_ffn_experts(const struct call *call)
{
    int array = call_find(call, "expertTokens");
    if (array >= 0) {
        const struct array *given = call->arguments[array].array;
        return given == NULL || given->size == 0 ? -1 : (int64_t)given->size;
    }
    const struct tensor *tokens = call_tensor(call, call_find(call, "expertTokensOptional"));
    if (tokens == NULL || tokens->rank == 0)
        return tokens == NULL ? -1 : 1;
    return tokens->dims[0] == 0 ? -1 : tokens->dims[0];
}

/* ---- Size ------------------------------------------------------------------------------------ */

/* The kernel's tiles where there are gates. */
#define TILE_ELEMENTS 4096
#define WIDEST_TILE 256
#define NARROWEST_TILE 16
#define SUMS_OF_TILE 131072 /* bytes for the sums of a tile */

static uint64_t halved_to(uint64_t size, uint64_t most)
{
    while (size > most)
        size /= 2;
    return size < NARROWEST_TILE ? NARROWEST_TILE : size;
}

static uint64_t rounded(uint64_t number, uint64_t step)
{
    return (number + step - 1) / step * step;
}

/* The elements of a core's tile of the first product. */
static uint64_t tile_elements(uint64_t rows, uint64_t half, uint64_t cores)
{
    uint64_t width = halved_to(WIDEST_TILE, half);
    uint64_t height = halved_to(TILE_ELEMENTS / width, rows);
    if (4 * height <= rows) {
        uint64_t most = SUMS_OF_TILE / (4 * width);
        height = width == WIDEST_TILE && most < rows ? most : 4 * height;
    }
    uint64_t across = (half + width - 1) / width;
    across = across > cores ? cores : across;
    uint64_t own = rounded((half + across - 1) / across, NARROWEST_TILE);
    own = own > width ? own : width;
    across = (half + own - 1) / own;
    uint64_t down = cores / across;
    uint64_t own_rows = rounded((rows + down - 1) / down, NARROWEST_TILE);
    while (height > NARROWEST_TILE && height > own_rows)
        height /= 2;
    return height * width;
}

/* The first product, what is made of it, and, without gates, 64 bytes for each cube core. */
static uint64_t ffn_bytes(const struct l0_list *list, enum ffn_activation activation, int64_t rows,
                          int64_t columns, bool is_precise)
{
    uint64_t cores = list->soc->vector_cores;
    uint64_t count = (uint64_t)rows * (uint64_t)columns;
    if (moe_ffn_is_gated(activation) && columns > 0)
        return L0_SYSTEM_WORKSPACE + count +
               8 * cores * tile_elements((uint64_t)rows, (uint64_t)columns / 2, cores);
    return L0_SYSTEM_WORKSPACE + (is_precise ? 6 : 4) * count + 64 * (cores / 2);
}

/* ---- Work ------------------------------------------------------------------------------------ */

/* Where the tokens of each expert end. */
struct experts {
    int64_t count;
    const int64_t *ends; /* of the caller's array; NULL: none */
    int tensor;          /* the caller's tensor, or L0_NONE */
    bool are_ends;
};

static const int64_t *ends_of(struct l0_list *list, const struct array *array, bool are_ends)
{
    const int64_t *numbers = array_integers(array);
    int64_t *ends = l0_take(list, array->size * sizeof *ends);
    int64_t total = 0;
    for (uint64_t i = 0; ends != NULL && i < array->size; i++) {
        total = are_ends ? numbers[i] : total + numbers[i];
        ends[i] = total;
    }
    return ends;
}

static int product(struct l0_list *list, const struct experts *e, const int *operands,
                   aclDataType type)
{
    struct grouped *g = l0_take(list, sizeof *g);
    const struct l0_tensor rows = list->tensors[operands[0]];
    const struct l0_tensor weight = list->tensors[operands[1]];
    int inputs[4] = {operands[0], operands[1]};
    int count = 2;
    if (g == NULL || operands[0] == L0_NONE)
        return L0_NONE;
    *g = (struct grouped){.type = GROUPS_OF_ROWS,
                          .list_type = e->are_ends ? ENDS : COUNTS,
                          .groups = e->count,
                          .x_count = 1,
                          .weight_count = 1,
                          .out_count = 1,
                          .has_bias = operands[2] != L0_NONE,
                          .has_tensor = e->tensor != L0_NONE,
                          .ends = e->ends};
    if (g->has_bias)
        inputs[count++] = operands[2];
    if (g->has_tensor)
        inputs[count++] = e->tensor;
    int made = l0_new_shaped(list, "product", type,
                             (const int64_t[]){rows.dims[0], weight.dims[weight.rank - 1]}, 2);
    if (made != L0_NONE)
        l0_step(list, L0_STEP_APPLY, &l0_GroupedMatmul, inputs, count, &made, 1, g);
    return made;
}

static int applied(struct l0_list *list, const struct l0_row *row, const int *inputs, int count)
{
    const struct l0_tensor like = list->tensors[inputs[0]];
    if (inputs[0] == L0_NONE)
        return L0_NONE;
    int made = l0_new_shaped(list, "activated", like.type, like.dims, 2);
    if (made != L0_NONE)
        l0_step(list, L0_STEP_APPLY, row, inputs, count, &made, 1, NULL);
    return made;
}

static int activated(struct l0_list *list, enum ffn_activation activation, int made)
{
    static const struct l0_row *const rows[] = {
        &l0_FastGelu, &l0_Relu, &l0_SwishOfOne, &l0_Gelu, &l0_Gelu, &l0_SwishOfOne, &l0_Relu};
    if (made == L0_NONE || !moe_ffn_is_gated(activation))
        return applied(list, rows[activation], &made, 1);
    int64_t half = list->tensors[made].dims[1] / 2;
    int gates = l0_part(list, made, 1, half, half);
    return applied(
        list, &l0_Mul,
        (const int[]){l0_part(list, made, 1, 0, half), applied(list, rows[activation], &gates, 1)},
        2);
}

static int as_rows(struct l0_list *list, int x)
{
    const struct l0_tensor t = list->tensors[x];
    if (x == L0_NONE)
        return L0_NONE;
    const int64_t dims[] = {shape_count(t.dims, t.rank - 1), t.dims[t.rank - 1]};
    return l0_reshape(list, x, dims, 2);
}

static void layers(struct l0_list *list, const struct experts *e, enum ffn_activation activation,
                   const int *first, const int *second, int y)
{
    aclDataType type = list->tensors[first[0]].type;
    int made = activated(list, activation, product(list, e, first, ACL_FLOAT));
    const int operands[] = {l0_convert(list, made, type), second[1], second[2]};
    list_store_reshaped(list, product(list, e, operands, type), y);
}

static void ffn(struct l0_list *list, struct experts *e, const int *operands, const char *name,
                int64_t precise, int y)
{
    enum ffn_activation activation = moe_list_ffn_activation(name);
    const int read[] = {moe_dense(list, operands[0]),
                        moe_dense(list, operands[1]),
                        moe_dense(list, operands[2]),
                        e->tensor,
                        operands[3],
                        operands[4]};
    int made = moe_like(list, "result", y);
    if (list->status != ACLNN_SUCCESS || made == L0_NONE)
        return;
    const struct l0_tensor weight = list->tensors[read[1]];
    const int first[] = {as_rows(list, read[0]), read[1], operands[3]};
    const int second[] = {L0_NONE, read[2], operands[4]};
    moe_launch(list, &l0_FFN, read, 6, &made, 1);
    l0_kernel_workspace(list, ffn_bytes(list, activation, list->tensors[first[0]].dims[0],
                                        weight.dims[weight.rank - 1], precise == 0));
    moe_return(list, made, y);
    layers(list, e, activation, first, second, y);
}

void moe_list_ffn(struct l0_list *list, int x, int weight1, int weight2,
                  const struct array *expertTokens, int bias1, int bias2, const char *activation,
                  int64_t innerPrecise, bool tokensIndexFlag, int y)
{
    struct experts e = {.count = 1, .tensor = L0_NONE, .are_ends = true};
    if (expertTokens != NULL && expertTokens->size > 0) {
        e.count = (int64_t)expertTokens->size;
        e.ends = ends_of(list, expertTokens, tokensIndexFlag);
    }
    ffn(list, &e, (const int[]){x, weight1, weight2, bias1, bias2}, activation, innerPrecise, y);
}

void moe_list_ffn_v3(struct l0_list *list, int x, int weight1, int weight2, int expertTokens,
                     int bias1, int bias2, const char *activation, int64_t innerPrecise,
                     bool tokensIndexFlag, int y)
{
    struct experts e = {.count = 1, .tensor = L0_NONE, .are_ends = tokensIndexFlag};
    if (expertTokens != L0_NONE && list->tensors[expertTokens].elements > 0) {
        e.count = list->tensors[expertTokens].elements;
        e.tensor = expertTokens;
    }
    ffn(list, &e, (const int[]){x, weight1, weight2, bias1, bias2}, activation, innerPrecise, y);
}
