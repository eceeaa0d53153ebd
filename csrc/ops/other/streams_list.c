/* SPDX-License-Identifier: Apache-2.0 */
/* Layers with several residual streams: lists of L0 operators, and what their kernels ask for by
 * the public tilings. Products of matrices do most of the work. */
#include "ops/other/streams.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/common.h"
#include "declared/other.h"
#include "ops/common/list.h"
#include "ops/common/shape.h"
#include "workspace/arithmetic.h"
#include "workspace/l0_operators.h"

#define MIB ((uint64_t)1 << 20)
#define MOST_OPERANDS 13
#define FLOAT_BYTES 4

/* A token's streams are rows of x, as [tokens, n, D] and as [tokens, n * D]. */
struct streams {
    struct l0_list *list;
    const struct call *call;
    int64_t tokens;
    int64_t count;
    int64_t numbers;
    int64_t mixed;
    int x;
    int rows;
};

static int named(const struct streams *s, const char *name)
{
    return list_tensor_named(s->list, s->call, name);
}

static struct argument argument_of(const struct streams *s, const char *name)
{
    return s->call->arguments[call_find(s->call, name)];
}

/* An operand in other dims; L0_NONE where it is missing. */
static int shaped(const struct streams *s, const char *name, int64_t rows, int64_t columns)
{
    return l0_reshape(s->list, named(s, name), (const int64_t[]){s->tokens, rows, columns}, 3);
}

static int lined(const struct streams *s, const char *name, int64_t columns)
{
    return l0_reshape(s->list, named(s, name), (const int64_t[]){s->tokens, columns}, 2);
}

static struct streams streams_of(struct l0_list *list, const struct call *call, const char *name)
{
    struct streams s = {.list = list, .call = call};
    int x = named(&s, name);
    const struct l0_tensor t = list->tensors[x];
    if (x == L0_NONE || t.rank < 3)
        return s;
    s.count = t.dims[t.rank - 2];
    s.numbers = t.dims[t.rank - 1];
    s.tokens = t.elements / (s.count * s.numbers);
    s.mixed = shape_sum(shape_product(s.count, s.count), shape_product(2, s.count));
    s.x = shaped(&s, name, s.count, s.numbers);
    s.rows = lined(&s, name, s.count * s.numbers);
    return s;
}

/* ---- Operators: for the size ----------------------------------------------------------------- */

/* Appends the operator, which reads and writes tensors of the caller's by their names; those that
 * are NULL are passed over, `more` are results that nobody gets. */
static void launch(const struct streams *s, const struct l0_row *row, const char *const *read,
                   const char *const *written, const int *more, int more_count, uint64_t bytes)
{
    struct l0_list *list = s->list;
    int inputs[MOST_OPERANDS];
    int outputs[MOST_OPERANDS];
    int outs[MOST_OPERANDS];
    int count = 0;
    int results = 0;
    for (; *read != NULL; read++)
        if (named(s, *read) != L0_NONE)
            inputs[count++] = l0_contiguous(list, named(s, *read));
    for (; *written != NULL; written++) {
        int out = named(s, *written);
        const struct l0_tensor like = list->tensors[out];
        if (out == L0_NONE)
            continue;
        outs[results] = out;
        outputs[results++] = l0_new_shaped(list, "made", like.type, like.dims, like.rank);
    }
    int stored = results;
    for (int i = 0; i < more_count; i++)
        outputs[results++] = more[i];
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, row, inputs, count, 0, outputs, results, NULL);
    l0_kernel_workspace(list, bytes);
    for (int i = 0; i < stored; i++)
        l0_launch_view_copy(list, outputs[i], outs[i]);
}

#define LAUNCH(s, row, bytes, read, written)                \
    launch(s, row, (const char *const[]){NAMES read, NULL}, \
           (const char *const[]){NAMES written, NULL}, NULL, 0, bytes)
#define NAMES(...) __VA_ARGS__

static uint64_t product(uint64_t a, uint64_t b)
{
    return __builtin_mul_overflow(a, b, &a) ? UINT64_MAX : a;
}

static uint64_t sum(uint64_t a, uint64_t b)
{
    return __builtin_add_overflow(a, b, &a) ? UINT64_MAX : a;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* left @ right, either turned. Of two types both are float32: products would round one of them. */
static int multiplied(const struct streams *s, int left, bool turns_left, int right,
                      bool turns_right, aclDataType type)
{
    bool *flips = l0_take(s->list, 2 * sizeof *flips);
    const struct l0_tensor l = s->list->tensors[left];
    const struct l0_tensor r = s->list->tensors[right];
    if (flips == NULL || left == L0_NONE || right == L0_NONE)
        return L0_NONE;
    aclDataType as = l.type == r.type ? l.type : ACL_FLOAT;
    const int factors[] = {l0_convert(s->list, left, as), l0_convert(s->list, right, as)};
    int64_t dims[3] = {l.dims[0]};
    dims[l.rank - 2] = l.dims[l.rank - (turns_left ? 1 : 2)];
    dims[l.rank - 1] = r.dims[r.rank - (turns_right ? 2 : 1)];
    flips[0] = turns_left;
    flips[1] = turns_right;
    int out = l0_new_shaped(s->list, "product", type, dims, l.rank);
    if (s->list->status != ACLNN_SUCCESS)
        return L0_NONE;
    l0_step(s->list, L0_STEP_APPLY, &l0_StreamProduct, factors, 2, &out, 1, flips);
    return out;
}

/* A formula of elements of these dims; where dimensions are folded they are `folded` in the
 * result. */
static int computed(const struct streams *s, const struct l0_row *row, const int *inputs, int count,
                    aclDataType type, const int64_t *dims, int32_t rank, uint64_t folded)
{
    struct l0_fold *fold = folded == 0 ? NULL : l0_take(s->list, sizeof *fold);
    for (int i = 0; i < count; i++)
        if (inputs[i] == L0_NONE)
            return L0_NONE;
    int out = l0_new_shaped(s->list, row->name, type, dims, rank);
    if (out == L0_NONE || (folded != 0 && fold == NULL))
        return L0_NONE;
    if (fold != NULL)
        fold->dims = folded;
    l0_step(s->list, L0_STEP_APPLY, row, inputs, count, &out, 1, fold);
    return out;
}

static int number(const struct streams *s, double value)
{
    return list_number_of(s->list, value);
}

static void store(const struct streams *s, int tensor, const char *name)
{
    list_store_reshaped(s->list, tensor, named(s, name));
}

/* ---- MhcPost --------------------------------------------------------------------------------- */

void other_list_streams_post(struct l0_list *list, const struct call *call)
{
    const struct streams s = streams_of(list, call, "x");
    const int64_t dims[] = {s.tokens, s.count, s.numbers};
    LAUNCH(&s, &l0_MhcPost, L0_SYSTEM_WORKSPACE, ("x", "hRes", "hOut", "hPost"), ("out"));
    int matrices = shaped(&s, "hRes", s.count, s.count);
    const int inputs[] = {matrices == L0_NONE
                              ? l0_convert(list, s.x, ACL_FLOAT)
                              : multiplied(&s, matrices, true, s.x, false, ACL_FLOAT),
                          shaped(&s, "hOut", 1, s.numbers), shaped(&s, "hPost", s.count, 1)};
    store(&s, computed(&s, &l0_StreamAdded, inputs, 3, list->tensors[s.x].type, dims, 3, 0), "out");
}

void other_list_streams_post_grad(struct l0_list *list, const struct call *call)
{
    const struct streams s = streams_of(list, call, "x");
    LAUNCH(&s, &l0_MhcPostBackward, L0_SYSTEM_WORKSPACE,
           ("gradOutput", "x", "hRes", "hOut", "hPost"),
           ("gradX", "gradHRes", "gradHOut", "gradHPost"));
    int grad = shaped(&s, "gradOutput", s.count, s.numbers);
    aclDataType type = list->tensors[s.x].type;
    store(&s, multiplied(&s, shaped(&s, "hRes", s.count, s.count), false, grad, false, type),
          "gradX");
    store(&s, multiplied(&s, s.x, false, grad, true, ACL_FLOAT), "gradHRes");
    store(&s, multiplied(&s, shaped(&s, "hPost", 1, s.count), false, grad, false, type),
          "gradHOut");
    store(&s, multiplied(&s, grad, false, shaped(&s, "hOut", s.numbers, 1), false, ACL_FLOAT),
          "gradHPost");
}

/* ---- MhcSinkhorn ----------------------------------------------------------------------------- */

static int64_t aligned_places(int64_t count)
{
    return (int64_t)align_up((uint64_t)count, 8);
}

/* How the cores of Ascend950's kernels take matrices, which the kernel of the gradient decides. */
static struct sinkhorn by_cores(const struct l0_list *list, int64_t matrices, int64_t n)
{
    struct sinkhorn s = {.streams = n, .columns = aligned_places(n)};
    int64_t half = ((int64_t)list->soc->unified_buffer_bytes - 64 - 3 * 256) / 2;
    int64_t more = 2 * (n + 1) * s.columns;
    int64_t one = (2 * aligned_places(n * n) + more) * FLOAT_BYTES;
    s.each = (int64_t)divide_up((uint64_t)matrices, list->soc->vector_cores);
    s.part = half / one / 8 * 8;
    if (s.each <= half / one ||
        (2 * aligned_places(s.each * n * n) + s.each * more) * FLOAT_BYTES <= half)
        s.part = s.each;
    return s;
}

/* The matrices of the step's rounds, one chunk of all of them. */
static struct sinkhorn in_steps(int64_t matrices, int64_t n)
{
    return (struct sinkhorn){
        .rounds = STREAMS_ROUNDS, .streams = n, .columns = n, .each = matrices, .part = matrices};
}

static const struct sinkhorn *taken(struct l0_list *list, struct sinkhorn s)
{
    struct sinkhorn *attributes = l0_take(list, sizeof *attributes);
    if (attributes != NULL)
        *attributes = s;
    return attributes;
}

/* The balanced matrices; with `outs` for the steps' quotients and sums these are stored too. */
static int balanced(struct l0_list *list, int matrices, const struct sinkhorn *s, const int *outs)
{
    const struct l0_tensor like = list->tensors[matrices];
    int made[3];
    if (matrices == L0_NONE || s == NULL)
        return L0_NONE;
    made[0] = l0_new_shaped(list, "balanced", ACL_FLOAT, like.dims, like.rank);
    for (int i = 0; i < 2 && s->keeps; i++) {
        const int64_t elements = list->tensors[outs[i]].elements;
        made[1 + i] = l0_new_shaped(list, "steps", ACL_FLOAT, &elements, 1);
    }
    if (list->status != ACLNN_SUCCESS)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, &l0_MhcSinkhorn, &matrices, 1, made, s->keeps ? 3 : 1, s);
    for (int i = 0; i < 2 && s->keeps; i++)
        list_store_reshaped(list, made[1 + i], outs[i]);
    return made[0];
}

void other_list_sinkhorn(struct l0_list *list, int x, double eps, int64_t numIters, int output,
                         int normOut, int sumOut)
{
    if (x == L0_NONE || output == L0_NONE)
        return;
    const struct l0_tensor t = list->tensors[x];
    int64_t n = t.dims[t.rank - 1];
    struct sinkhorn s = by_cores(list, t.elements / (n * n), n);
    bool keeps = normOut != L0_NONE && sumOut != L0_NONE;
    int read = l0_contiguous(list, x);
    int written[] = {l0_contiguous(list, output),
                     keeps ? normOut : l0_new_shaped(list, "none", t.type, NULL, 0),
                     keeps ? sumOut : l0_new_shaped(list, "none", t.type, NULL, 0)};
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, &l0_MhcSinkhorn, &read, 1, 0, written, 3, NULL);
    if (written[0] != output)
        l0_launch_view_copy(list, written[0], output);
    s.rounds = numIters;
    s.eps = (float)eps;
    s.keeps = keeps;
    list_store_reshaped(list,
                        balanced(list, list_dense_of(list, x, ACL_FLOAT), taken(list, s),
                                 (const int[]){normOut, sumOut}),
                        output);
}

static int unbalanced(struct l0_list *list, int grad, int quotients, int sums,
                      const struct sinkhorn *s)
{
    const int inputs[] = {list_dense_of(list, grad, ACL_FLOAT),
                          list_dense_of(list, quotients, ACL_FLOAT),
                          list_dense_of(list, sums, ACL_FLOAT)};
    const struct l0_tensor like = list->tensors[grad];
    int made = l0_new_shaped(list, "gradient", ACL_FLOAT, like.dims, like.rank);
    if (list->status != ACLNN_SUCCESS || s == NULL)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, &l0_MhcSinkhornBackward, inputs, 3, &made, 1, s);
    return made;
}

void other_list_sinkhorn_grad(struct l0_list *list, int gradOutput, int normOut, int sumOut,
                              int out)
{
    if (gradOutput == L0_NONE || normOut == L0_NONE || sumOut == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor t = list->tensors[gradOutput];
    int64_t n = t.dims[t.rank - 1];
    struct sinkhorn s = by_cores(list, t.elements / (n * n), n);
    const int read[] = {l0_contiguous(list, gradOutput), l0_contiguous(list, normOut),
                        l0_contiguous(list, sumOut)};
    int written = l0_contiguous(list, out);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, &l0_MhcSinkhornBackward, read, 3, 0, &written, 1, NULL);
    if (written != out)
        l0_launch_view_copy(list, written, out);
    s.rounds = (int64_t)list->tensors[normOut].elements / ((int64_t)t.elements / n * s.columns * 2);
    list_store_reshaped(list, unbalanced(list, gradOutput, normOut, sumOut, taken(list, s)), out);
}

/* ---- MhcPre ---------------------------------------------------------------------------------- */

/* What is mixed by phi: x, or x times gamma. */
static int factored(const struct streams *s, const char *gamma)
{
    const int64_t dims[] = {s->tokens, s->count * s->numbers};
    const int64_t line[] = {1, dims[1]};
    int factors = l0_reshape(s->list, named(s, gamma), line, 2);
    if (factors == L0_NONE)
        return s->rows;
    return computed(s, &l0_StreamTimes, (const int[]){s->rows, factors}, 2, ACL_FLOAT, dims, 2, 0);
}

static const struct stream_gates *gates_of(const struct streams *s, double eps)
{
    struct stream_gates *gates = l0_take(s->list, sizeof *gates);
    if (gates != NULL)
        *gates = (struct stream_gates){s->count, (float)eps, (float)(s->count * s->numbers)};
    return gates;
}

enum { TO_LAYER, FROM_LAYER, MATRICES, GATES };

/* The two gates and, of three factors, the matrices. */
static void find_gates(const struct streams *s, int mixtures, int roots, double eps, int *made)
{
    struct l0_list *list = s->list;
    const struct stream_gates *gates = gates_of(s, eps);
    const int inputs[] = {mixtures, roots, list_dense_of(list, named(s, "alpha"), ACL_FLOAT),
                          list_dense_of(list, named(s, "bias"), ACL_FLOAT)};
    bool has_matrices = s->mixed > 2 * s->count;
    const int64_t dims[] = {s->tokens, s->count, s->count};
    for (int i = 0; i < GATES; i++)
        made[i] = i == MATRICES && !has_matrices
                      ? L0_NONE
                      : l0_new_shaped(list, "gates", ACL_FLOAT, dims, i == MATRICES ? 3 : 2);
    if (list->status != ACLNN_SUCCESS || gates == NULL || mixtures == L0_NONE || roots == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_StreamGates, inputs, 4, made, has_matrices ? 3 : 2, gates);
}

struct mixing {
    int roots;
    int mixtures;
    int gates[GATES];
};

static struct mixing mix(const struct streams *s, const char *gamma, double norm_eps, double eps)
{
    struct mixing m;
    const int64_t dims[] = {s->tokens, 1};
    const int squares[] = {s->rows, number(s, (float)norm_eps)};
    m.roots = computed(s, &l0_StreamRoots, squares, 2, ACL_FLOAT, dims, 2, 2);
    m.mixtures = multiplied(s, factored(s, gamma), false, named(s, "phi"), true, ACL_FLOAT);
    find_gates(s, m.mixtures, m.roots, eps, m.gates);
    return m;
}

/* The streams by the gate, as what goes into the layer. */
static int gated(const struct streams *s, int gate)
{
    int row = l0_reshape(s->list, gate, (const int64_t[]){s->tokens, 1, s->count}, 3);
    return multiplied(s, row, false, s->x, false, s->list->tensors[s->x].type);
}

/* Up to 512 tokens cores share the numbers, and copies of x and their sums are kept. */
static uint64_t pre_bytes(const struct streams *s)
{
    uint64_t cores = s->list->soc->ai_cores;
    uint64_t width = (uint64_t)(s->count * s->numbers);
    uint64_t tokens = (uint64_t)s->tokens;
    if (tokens > 512)
        return 20 * MIB + (2 * 192 * 256 + 2 * 192 * (8 * 8 + 2 * 8)) * FLOAT_BYTES * cores;
    uint64_t blocks = divide_up(width, divide_up(width, cores));
    return 20 * MIB + align_up(tokens * width * FLOAT_BYTES, 32) +
           blocks * tokens * (uint64_t)s->mixed * FLOAT_BYTES;
}

void other_list_streams_pre(struct l0_list *list, const struct call *call)
{
    struct streams s = streams_of(list, call, "x");
    const int64_t dims[][2] = {{s.tokens, 1}, {s.tokens, s.mixed}, {s.tokens, s.count}};
    bool has_matrices = list->tensors[named(&s, "alpha")].dims[0] == 3;
    bool keeps = named(&s, "invRmsOptional") != L0_NONE;
    int unkept[3];
    if (!has_matrices)
        s.mixed = 2 * s.count;
    for (int i = 0; i < 3 && !keeps; i++)
        unkept[i] = l0_new_tensor(list, "unkept", ACL_FLOAT,
                                  s.tokens * (i == 1 ? s.mixed : dims[i][1]));
    launch(&s, &l0_MhcPre,
           (const char *const[]){"x", "phi", "alpha", "bias", "gammaOptional", NULL},
           (const char *const[]){"hIn", "hPost", has_matrices ? "hRes" : "", "invRmsOptional",
                                 "hMixOptional", "hPreOptional", NULL},
           unkept, keeps ? 0 : 3, pre_bytes(&s));
    struct mixing m = mix(&s, "gammaOptional", argument_of(&s, "normEps").real,
                          argument_of(&s, "hcEps").real);
    store(&s, gated(&s, m.gates[TO_LAYER]), "hIn");
    store(&s, m.gates[FROM_LAYER], "hPost");
    if (has_matrices)
        store(&s, m.gates[MATRICES], "hRes");
    store(&s, m.roots, "invRmsOptional");
    store(&s, m.mixtures, "hMixOptional");
    store(&s, m.gates[TO_LAYER], "hPreOptional");
}

/* ---- Gradients of MhcPre --------------------------------------------------------------------- */

/* Operands of the gradient that calls name in two ways. */
struct gradient_names {
    const char *layer;
    const char *mixtures;
    const char *roots;
    const char *gamma;
    const char *more;
};

static void find_gradients(const struct streams *s, const struct gradient_names *names,
                           int from_layer, int matrices, double eps)
{
    struct l0_list *list = s->list;
    const int64_t dims[] = {s->tokens, s->count, s->numbers};
    const int64_t flat[] = {s->tokens, s->mixed};
    const int64_t line[] = {1, s->count * s->numbers};
    int layer = shaped(s, names->layer, 1, s->numbers);
    int gate = multiplied(s, s->x, false,
                          l0_reshape(list, layer, (const int64_t[]){s->tokens, s->numbers, 1}, 3),
                          false, ACL_FLOAT);
    const struct stream_gates *gates = gates_of(s, eps);
    const int inputs[] = {list_dense_of(list, lined(s, names->mixtures, s->mixed), ACL_FLOAT),
                          list_dense_of(list, lined(s, names->roots, 1), ACL_FLOAT),
                          list_dense_of(list, named(s, "alpha"), ACL_FLOAT),
                          gate,
                          list_dense_of(list, lined(s, "hPre", s->count), ACL_FLOAT),
                          list_dense_of(list, lined(s, "gradHPost", s->count), ACL_FLOAT),
                          from_layer,
                          matrices};
    const int made[] = {
        l0_new_shaped(list, "mixtures", ACL_FLOAT, flat, 2),
        l0_new_shaped(list, "roots", ACL_FLOAT, (const int64_t[]){s->tokens, 1, 1}, 3),
        l0_new_shaped(list, "biases", ACL_FLOAT, &s->mixed, 1),
        l0_new_shaped(list, "factors", ACL_FLOAT, (const int64_t[]){3}, 1)};
    if (list->status != ACLNN_SUCCESS || gates == NULL || gate == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_StreamGatesGradient, inputs, 8, made, 4, gates);
    int rows = factored(s, names->gamma);
    int back = multiplied(s, made[0], false, named(s, "phi"), false, ACL_FLOAT);
    store(s, multiplied(s, made[0], true, rows, false, ACL_FLOAT), "gradPhi");
    store(s, made[3], "gradAlpha");
    store(s, made[2], "gradBias");
    int gamma = l0_reshape(list, named(s, names->gamma), (const int64_t[]){1, dims[1], dims[2]}, 3);
    int more = shaped(s, names->more, s->count, s->numbers);
    if (gamma != L0_NONE)
        store(
            s,
            computed(s, &l0_StreamFactors, (const int[]){s->rows, back}, 2, ACL_FLOAT, line, 2, 1),
            "gradGamma");
    const int summands[] = {l0_reshape(list, back, dims, 3),
                            gamma == L0_NONE ? number(s, 1) : gamma,
                            s->x,
                            layer,
                            shaped(s, "hPre", s->count, 1),
                            made[1],
                            more == L0_NONE ? number(s, 0) : more};
    store(s, computed(s, &l0_StreamGradient, summands, 7, list->tensors[s->x].type, dims, 3, 0),
          "gradX");
}

static uint64_t pre_grad_bytes(const struct streams *s)
{
    uint64_t cores = s->list->soc->ai_cores;
    uint64_t vectors = s->list->soc->vector_cores;
    uint64_t tokens = (uint64_t)s->tokens;
    uint64_t mixed = (uint64_t)s->mixed;
    uint64_t sums = sum(product(tokens, mixed + 1), 24 * vectors + vectors * mixed);
    uint64_t blocks = (uint64_t)1024 * 128 * cores * 2 * 2 + 2 * MIB;
    return sum(40 * MIB, product(sum(align_up(sums, 32), blocks), FLOAT_BYTES));
}

void other_list_streams_pre_grad(struct l0_list *list, const struct call *call)
{
    static const struct gradient_names names = {"gradHIn", "hMix", "invRms", "gamma",
                                                "gradXPostOptional"};
    const struct streams s = streams_of(list, call, "x");
    int unkept = L0_NONE;
    bool has_gamma = named(&s, "gamma") != L0_NONE;
    if (!has_gamma)
        unkept = l0_new_tensor(list, "unkept", ACL_FLOAT, s.count * s.numbers);
    launch(&s, &l0_MhcPreBackward,
           (const char *const[]){"x", "phi", "alpha", "gradHIn", "gradHPost", "gradHRes", "invRms",
                                 "hMix", "hPre", "hPost", "gamma", "gradXPostOptional", NULL},
           (const char *const[]){"gradX", "gradPhi", "gradAlpha", "gradBias",
                                 has_gamma ? "gradGamma" : "", NULL},
           &unkept, has_gamma ? 0 : 1, pre_grad_bytes(&s));
    find_gradients(&s, &names, list_dense_of(list, lined(&s, "hPost", s.count), ACL_FLOAT),
                   list_dense_of(list, shaped(&s, "gradHRes", s.count, s.count), ACL_FLOAT),
                   argument_of(&s, "hcEps").real);
}

/* ---- MhcPreSinkhorn -------------------------------------------------------------------------- */

/* Before Ascend950 of 40 cores whatever the product has; there cores share the depth of the
 * product, where there are more of them than blocks of 256 tokens. */
static uint64_t pre_sinkhorn_bytes(const struct streams *s, bool keeps)
{
    uint64_t width = (uint64_t)(s->count * s->numbers);
    uint64_t each = (uint64_t)(s->mixed + 1) * FLOAT_BYTES;
    uint64_t tokens = (uint64_t)s->tokens;
    uint64_t cores = s->list->soc->ai_cores;
    if (s->list->architecture != ARCHITECTURE_3510)
        return sum(144 * MIB + 32 * 40 * 2 * width * FLOAT_BYTES,
                   keeps ? 0 : product(tokens, each));
    uint64_t sharing = cores / smaller(cores, divide_up(tokens, 256));
    if (sharing == 1)
        return 0;
    uint64_t blocks = divide_up(width, align_up(divide_up(width, sharing), 256));
    return sum(L0_SYSTEM_WORKSPACE, product(blocks, product(tokens, each)));
}

void other_list_streams_sinkhorn(struct l0_list *list, const struct call *call)
{
    static const char *const all[] = {"hin",    "hPost",  "hRes",    "hPre", "hcBeforeNorm",
                                      "invRms", "sumOut", "normOut", NULL};
    static const char *const few[] = {"hin", "hPost", "hRes", NULL};
    const struct streams s = streams_of(list, call, "x");
    bool keeps = argument_of(&s, "needBackward").integer != 0;
    double eps = argument_of(&s, "hcEps").real;
    launch(&s, &l0_MhcPreSinkhorn, (const char *const[]){"x", "phi", "alpha", "bias", NULL},
           keeps ? all : few, NULL, 0, pre_sinkhorn_bytes(&s, keeps));
    struct mixing m = mix(&s, "", argument_of(&s, "normEps").real, eps);
    struct sinkhorn steps = in_steps(s.tokens, s.count);
    steps.eps = (float)eps;
    steps.keeps = keeps;
    store(&s, gated(&s, m.gates[TO_LAYER]), "hin");
    store(&s, m.gates[FROM_LAYER], "hPost");
    store(&s,
          balanced(list, m.gates[MATRICES], taken(list, steps),
                   (const int[]){named(&s, "normOut"), named(&s, "sumOut")}),
          "hRes");
    if (!keeps)
        return;
    store(&s, m.gates[TO_LAYER], "hPre");
    store(&s, m.mixtures, "hcBeforeNorm");
    store(&s, m.roots, "invRms");
}

static uint64_t pre_sinkhorn_grad_bytes(const struct streams *s)
{
    const struct l0_list *list = s->list;
    uint64_t width = (uint64_t)(s->count * s->numbers);
    uint64_t mixed = (uint64_t)s->mixed;
    uint64_t tokens = (uint64_t)s->tokens;
    uint64_t vectors = list->soc->vector_cores;
    if (list->architecture != ARCHITECTURE_3510) {
        uint64_t each = product(tokens, 2 * width + mixed);
        uint64_t more = list->deterministic
                            ? list->soc->ai_cores * mixed * width + vectors * (mixed + 8)
                            : 0;
        return sum(L0_SYSTEM_WORKSPACE, product(sum(each, more), FLOAT_BYTES));
    }
    if (!list->deterministic)
        return sum(L0_SYSTEM_WORKSPACE, product(product(tokens, width + mixed), FLOAT_BYTES));
    uint64_t used = divide_up(tokens, divide_up(tokens, vectors));
    uint64_t floats = sum(product(tokens, 6 * width + 2 * mixed), used * (3 + mixed));
    return sum(L0_SYSTEM_WORKSPACE + 10 * 1024, product(floats, FLOAT_BYTES));
}

void other_list_streams_sinkhorn_grad(struct l0_list *list, const struct call *call)
{
    static const struct gradient_names names = {"gradHin", "hcBeforeNorm", "invRms", "", ""};
    const struct streams s = streams_of(list, call, "x");
    double eps = argument_of(&s, "hcEps").real;
    int gates[GATES];
    LAUNCH(&s, &l0_MhcPreSinkhornBackward, pre_sinkhorn_grad_bytes(&s),
           ("gradHin", "gradHPost", "gradHRes", "x", "phi", "alpha", "bias", "hPre", "hcBeforeNorm",
            "invRms", "sumOut", "normOut"),
           ("gradX", "gradPhi", "gradAlpha", "gradBias"));
    find_gates(&s, list_dense_of(list, lined(&s, names.mixtures, s.mixed), ACL_FLOAT),
               list_dense_of(list, lined(&s, names.roots, 1), ACL_FLOAT), eps, gates);
    int matrices = unbalanced(list, shaped(&s, "gradHRes", s.count, s.count), named(&s, "normOut"),
                              named(&s, "sumOut"), taken(list, in_steps(s.tokens, s.count)));
    find_gradients(&s, &names, gates[FROM_LAYER], matrices, eps);
}
