/* SPDX-License-Identifier: Apache-2.0 */
/* FFN, two products with an activation between them: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>
#include <strings.h>

#include "declared/activation.h"
#include "declared/common.h"
#include "declared/matmul.h"
#include "declared/moe.h"
#include "declared/binary.h"
#include "declared/quant.h"
#include "ops/common/check.h"
#include "ops/common/list.h"
#include "ops/common/shape.h"
#include "ops/matmul/grouped_matmul.h"
#include "ops/moe/ffn.h"
#include "ops/moe/lists.h"
#include "ops/quant/quant.h"
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

bool moe_list_ffn_is_smooth(const struct call *call)
{
    const struct tensor *scale = call_tensor(call, FFN_SCALE);
    const struct tensor *w = call_tensor(call, FFN_WEIGHT1);
    if (moe_list_ffn_experts(call) >= 0)
        return scale->rank == 2;
    return scale->rank == 1 && scale->dims[0] == w->dims[w->rank - 1];
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

/* The sides of both products. */
struct sides {
    uint64_t rows;
    uint64_t columns;
    uint64_t inner;
    uint64_t matrices;
};

/* Without gates each cube core has 64 bytes. */
static uint64_t bytes_of_cores(const struct l0_list *list)
{
    return L0_SYSTEM_WORKSPACE + 64 * (uint64_t)(list->soc->vector_cores / 2);
}

/* The first product, and what is made of it. */
static uint64_t float_bytes(const struct l0_list *list, const struct call *call,
                            const struct sides *s)
{
    enum ffn_activation activation = moe_list_ffn_activation(call->arguments[FFN_ACTIVATION].text);
    uint64_t count = s->rows * s->inner;
    uint64_t cores = list->soc->vector_cores;
    if (moe_ffn_is_gated(activation) && s->inner > 0)
        return L0_SYSTEM_WORKSPACE + count +
               8 * cores * tile_elements(s->rows, s->inner / 2, cores);
    return bytes_of_cores(list) + (call->arguments[FFN_PRECISE].integer == 0 ? 6 : 4) * count;
}

/* The same, and both weights twice as floats. */
static uint64_t restored_bytes(const struct l0_list *list, const struct call *call,
                               const struct sides *s)
{
    bool is_wide = call_tensor(call, FFN_X)->type == ACL_BF16;
    return bytes_of_cores(list) + (is_wide ? 6 : 4) * s->rows * s->inner +
           8 * s->columns * s->inner;
}

/* The first product as float16 or int32, its codes, and the second one as int32; or scales of
 * float32 as words. */
static uint64_t quantised_bytes(const struct l0_list *list, const struct call *call,
                                const struct sides *s)
{
    uint64_t count = s->rows * s->inner;
    aclDataType scale = call_tensor(call, FFN_SUM_SCALE1)->type;
    if (scale == ACL_BF16)
        return bytes_of_cores(list) + 5 * count + 4 * s->rows * s->columns;
    if (scale != ACL_FLOAT || moe_list_ffn_is_smooth(call))
        return bytes_of_cores(list) + 3 * count;
    return bytes_of_cores(list) + rounded(2 * count, 64) + rounded(count, 64) +
           8 * s->matrices * (s->inner + s->columns);
}

static uint64_t ffn_bytes(const struct l0_list *list, const struct call *call)
{
    const struct tensor *x = call_tensor(call, FFN_X);
    const struct tensor *weight = call_tensor(call, FFN_WEIGHT1);
    const struct sides s = {
        .rows = (uint64_t)shape_count(x->dims, x->rank - 1),
        .columns = (uint64_t)x->dims[x->rank - 1],
        .inner = (uint64_t)weight->dims[weight->rank - 1],
        .matrices = weight->rank == 3 ? (uint64_t)weight->dims[0] : 1,
    };
    switch (moe_ffn_form(call)) {
    case FFN_QUANTISED: return quantised_bytes(list, call, &s);
    case FFN_RESTORED: return restored_bytes(list, call, &s);
    default: return float_bytes(list, call, &s);
    }
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

/* What a layer reads; L0_NONE is not there. */
struct layer {
    int rows;
    int weight;
    int bias;
    int scale;
    int offset;
};

static int product(struct l0_list *list, const struct experts *e, const struct layer *l,
                   aclDataType type)
{
    struct grouped *g = l0_take(list, sizeof *g);
    const int given[] = {l->rows, l->weight, l->bias, l->scale, l->offset, e->tensor};
    int inputs[6];
    int count = 0;
    if (g == NULL || l->rows == L0_NONE || l->weight == L0_NONE)
        return L0_NONE;
    *g = (struct grouped){.type = GROUPS_OF_ROWS,
                          .list_type = e->are_ends ? ENDS : COUNTS,
                          .groups = e->count,
                          .x_count = 1,
                          .weight_count = 1,
                          .out_count = 1,
                          .has_bias = l->bias != L0_NONE,
                          .has_scale = l->scale != L0_NONE,
                          .has_offset = l->offset != L0_NONE,
                          .has_tensor = e->tensor != L0_NONE,
                          .ends = e->ends};
    for (int i = 0; i < 6; i++)
        if (given[i] != L0_NONE)
            inputs[count++] = given[i];
    const struct l0_tensor rows = list->tensors[l->rows];
    const struct l0_tensor weight = list->tensors[l->weight];
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

/* ---- Codes of the second product ------------------------------------------------------------- */

/* A number for all columns, or for each, beside the rows of its expert. */
static int beside(struct l0_list *list, const struct experts *e, int numbers, int64_t rows)
{
    const struct l0_tensor t = list->tensors[numbers];
    if (numbers == L0_NONE)
        return L0_NONE;
    const int64_t table[] = {e->count, e->count > 0 ? t.elements / e->count : 0};
    const int64_t dims[] = {rows, table[1]};
    const struct quant_groups how = {.are_counts = !e->are_ends, .ends = e->ends};
    int scales = l0_reshape(list, numbers, table, 2);
    if (e->ends == NULL && e->tensor == L0_NONE)
        return scales;
    return quant_spread_groups(list, scales, e->tensor, &how, dims, 2);
}

static int codes_of(struct l0_list *list, const struct experts *e, int made, const int *inputs)
{
    int codes = L0_NONE;
    if (made == L0_NONE)
        return L0_NONE;
    int64_t rows = list->tensors[made].dims[0];
    const struct quant_work work = {
        .formula = &l0_GroupQuant,
        .inputs = {made, beside(list, e, inputs[FFN_SCALE], rows),
                   beside(list, e, inputs[FFN_OFFSET], rows)},
        .input_count = 3,
        .results = {{.type = ACL_INT8}},
        .result_count = 1,
    };
    quant_new_results(list, &work, &codes);
    quant_compute(list, &work, &codes);
    return list->status == ACLNN_SUCCESS ? codes : L0_NONE;
}

/* ---- Layers ---------------------------------------------------------------------------------- */

/* Numbers of parts of one matrix have a dimension for it. */
static int with_experts(struct l0_list *list, int numbers)
{
    const struct l0_tensor t = list->tensors[numbers];
    if (numbers == L0_NONE || t.rank != 2)
        return numbers;
    return l0_reshape(list, numbers, (const int64_t[]){1, t.dims[0], t.dims[1]}, 3);
}

static struct layer layer_of(struct l0_list *list, enum ffn_form form, const int *inputs, int at,
                             int rows)
{
    struct layer l = {rows, inputs[FFN_WEIGHT1 + at], inputs[FFN_BIAS1 + at], L0_NONE, L0_NONE};
    if (form == FFN_QUANTISED)
        l.scale = inputs[FFN_SUM_SCALE1 + at];
    if (form != FFN_RESTORED)
        return l;
    bool is_one = l.weight != L0_NONE && list->tensors[l.weight].rank == 2;
    int scale = inputs[FFN_WEIGHT_SCALE1 + at];
    int offset = moe_dense(list, inputs[FFN_WEIGHT_OFFSET1 + at]);
    l.scale = is_one ? with_experts(list, scale) : scale;
    l.offset = is_one ? with_experts(list, offset) : offset;
    return l;
}

static void layers(struct l0_list *list, const struct call *call, const struct experts *e,
                   const int *inputs, int y)
{
    enum ffn_activation activation = moe_list_ffn_activation(call->arguments[FFN_ACTIVATION].text);
    enum ffn_form form = moe_ffn_form(call);
    const struct layer first = layer_of(list, form, inputs, 0, as_rows(list, inputs[FFN_X]));
    int made = activated(list, activation, product(list, e, &first, ACL_FLOAT));
    made = form == FFN_QUANTISED ? codes_of(list, e, made, inputs)
                                 : l0_convert(list, made, list->tensors[inputs[FFN_X]].type);
    const struct layer second = layer_of(list, form, inputs, 1, made);
    if (list->status == ACLNN_SUCCESS)
        list_store_reshaped(list, product(list, e, &second, list->tensors[y].type), y);
}

static struct experts experts_of(struct l0_list *list, const struct call *call)
{
    int flag = call_find(call, "tokensIndexFlag");
    bool are_ends = flag >= 0 && call->arguments[flag].integer != 0;
    struct experts e = {.count = 1, .tensor = L0_NONE, .are_ends = are_ends};
    int64_t count = moe_list_ffn_experts(call);
    if (count < 0)
        return e;
    e.count = count;
    if (call->operator->parameters[FFN_TOKENS].kind == ARGUMENT_INT_ARRAY) {
        e.ends = ends_of(list, call->arguments[FFN_TOKENS].array, are_ends);
        e.are_ends = true;
    } else
        e.tensor = l0_user_tensor(list, call_name(call, FFN_TOKENS), call_tensor(call, FFN_TOKENS));
    return e;
}

/* Whether op_api makes a parameter contiguous, as the kernel reads it. */
static bool is_made_dense(int parameter)
{
    return parameter <= FFN_WEIGHT2 || parameter == FFN_SCALE || parameter == FFN_WEIGHT_SCALE1 ||
           parameter == FFN_WEIGHT_SCALE2;
}

void moe_list_ffn(struct l0_list *list, const struct call *call)
{
    int inputs[FFN_WEIGHT_OFFSET2 + 1];
    int result = call_find(call, "y");
    int y = l0_user_tensor(list, "y", call_tensor(call, result));
    const struct experts e = experts_of(list, call);
    for (int i = 0; i <= FFN_WEIGHT_OFFSET2; i++) {
        const struct tensor *t = i == FFN_TOKENS ? NULL : call_tensor(call, i);
        int read = t == NULL ? L0_NONE : l0_user_tensor(list, call_name(call, i), t);
        inputs[i] = is_made_dense(i) ? moe_dense(list, read) : read;
    }
    inputs[FFN_TOKENS] = e.tensor;
    int made = moe_like(list, "result", y);
    if (list->status != ACLNN_SUCCESS || made == L0_NONE)
        return;
    moe_launch(list, &l0_FFN, inputs, FFN_WEIGHT_OFFSET2 + 1, &made, 1);
    l0_kernel_workspace(list, ffn_bytes(list, call));
    moe_return(list, made, y);
    layers(list, call, &e, inputs, y);
}
