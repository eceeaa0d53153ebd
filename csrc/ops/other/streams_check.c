/* SPDX-License-Identifier: Apache-2.0 */
/* Layers with several residual streams: checks. */
#include "ops/other/streams.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/other.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

#define MOST_ROUNDS 100
#define MOST_NUMBERS 100000 /* of a stream before Ascend950 */
#define MOST_NUMBERS_OF_PRE 16384
#define PLACES 8 /* of a row of sinkhorn's steps */

/* The streams of a call by its tensor x, [tokens..., n, D]. */
struct streams {
    const struct tensor *x;
    int32_t leading; /* dimensions of tokens */
    int64_t count;
    int64_t numbers;
    int64_t mixed;
    int64_t steps;
};

/* What a tensor's dimensions have to be: T for those of tokens, n and D, q n * n, k n * D, m the
 * numbers of a mixture, s steps of sinkhorn, or a digit. */
struct stream_operand {
    const char *name;
    const char *dims;
};

static int64_t size_of(const struct streams *s, char letter)
{
    switch (letter) {
    case 'n': return s->count;
    case 'D': return s->numbers;
    case 'q': return shape_product(s->count, s->count);
    case 'k': return shape_product(s->count, s->numbers);
    case 'm': return s->mixed;
    case 's': return s->steps;
    default: return letter - '0';
    }
}

static aclnnStatus operand_fits(const struct call *call, const struct streams *s,
                                const struct stream_operand *operand)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = 0;
    int at = call_find(call, operand->name);
    if (call_tensor(call, at) == NULL)
        return ACLNN_SUCCESS;
    for (const char *letter = operand->dims; *letter != 0; letter++) {
        if (*letter != 'T') {
            dims[rank++] = size_of(s, *letter);
            continue;
        }
        memcpy(dims + rank, s->x->dims, (size_t)s->leading * sizeof *dims);
        rank += s->leading;
    }
    return call_shape_is(call, at, dims, rank, false, "what follows from the streams");
}

static aclnnStatus operands_fit(const struct call *call, const struct streams *s,
                                const struct stream_operand *operands, int count)
{
    aclnnStatus status = ACLNN_SUCCESS;
    for (int i = 0; i < count && status == ACLNN_SUCCESS; i++)
        status = operand_fits(call, s, &operands[i]);
    return status;
}

#define OPERANDS_FIT(call, s, ...)                                      \
    operands_fit(call, s, (const struct stream_operand[]){__VA_ARGS__}, \
                 sizeof((const struct stream_operand[]){__VA_ARGS__}) / \
                     sizeof(struct stream_operand))

/* Reads x, whose rank has been checked. */
static struct streams streams_of(const struct call *call, const char *name)
{
    const struct tensor *x = call_tensor(call, call_find(call, name));
    int64_t n = x->dims[x->rank - 2];
    int64_t square = shape_product(n, n);
    return (struct streams){.x = x,
                            .leading = x->rank - 2,
                            .count = n,
                            .numbers = x->dims[x->rank - 1],
                            .mixed = shape_sum(square, shape_product(2, n)),
                            .steps = 2 * STREAMS_ROUNDS};
}

static bool is_count(int64_t n)
{
    return n == 4 || n == 6 || n == 8;
}

static aclnnStatus refuse_count(const struct call *call, const char *name)
{
    return call_refuse_shape(call, call_find(call, name), "4, 6 or 8 streams are required");
}

/* ---- MhcPost --------------------------------------------------------------------------------- */

aclnnStatus other_check_streams_post(struct call *call)
{
    const struct streams s = streams_of(call, "x");
    return OPERANDS_FIT(call, &s, {"hRes", "Tnn"}, {"hOut", "TD"}, {"hPost", "Tn"}, {"out", "TnD"});
}

static aclnnStatus fits_older(const struct call *call, const struct streams *s)
{
    if (s->count != 4 || s->numbers > MOST_NUMBERS || s->numbers % 128 != 0)
        return call_refuse_shape(call, call_find(call, "x"),
                                 "4 streams of a multiple of 128 numbers, at most 100000, are "
                                 "required");
    return ACLNN_SUCCESS;
}

aclnnStatus other_check_streams_older(struct call *call)
{
    const struct streams s = streams_of(call, "x");
    return fits_older(call, &s);
}

aclnnStatus other_check_streams_post_grad(struct call *call)
{
    const struct streams s = streams_of(call, "x");
    if (!call_is_on_950(call)) {
        aclnnStatus status = fits_older(call, &s);
        if (status != ACLNN_SUCCESS)
            return status;
    } else if (!is_count(s.count)) {
        return refuse_count(call, "x");
    }
    return OPERANDS_FIT(call, &s, {"gradOutput", "TnD"}, {"hRes", "Tnn"}, {"hOut", "TD"},
                        {"hPost", "Tn"}, {"gradX", "TnD"}, {"gradHRes", "Tnn"}, {"gradHOut", "TD"},
                        {"gradHPost", "Tn"});
}

/* ---- MhcSinkhorn ----------------------------------------------------------------------------- */

aclnnStatus other_check_rounds(struct call *call, int rounds)
{
    int64_t given = call->arguments[rounds].integer;
    if (given >= 1 && given <= MOST_ROUNDS)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 1 to 100 is required",
                  call_name(call, rounds), given);
}

aclnnStatus other_check_square(struct call *call, int matrices)
{
    const struct tensor *x = call_tensor(call, matrices);
    if (x->dims[x->rank - 1] == x->dims[x->rank - 2] && is_count(x->dims[x->rank - 1]))
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, matrices, "matrices of 4, 6 or 8 rows and columns are required");
}

static int64_t step_numbers(const struct tensor *x, int64_t rounds, bool of_sums)
{
    int64_t rows = shape_quotient(shape_elements(x), x->dims[x->rank - 1]);
    int64_t lines = of_sums ? shape_quotient(rows, x->dims[x->rank - 2]) : rows;
    return shape_product(shape_product(lines, PLACES), 2 * rounds);
}

/* Both are written, or none. */
aclnnStatus other_check_steps_kept(struct call *call, int matrices, int rounds, int quotients,
                                   int sums)
{
    const struct tensor *x = call_tensor(call, matrices);
    if (call_tensor(call, quotients) == NULL || call_tensor(call, sums) == NULL)
        return ACLNN_SUCCESS;
    for (int i = 0; i < 2; i++) {
        int64_t numbers = step_numbers(x, call->arguments[rounds].integer, i == 1);
        int at = i == 0 ? quotients : sums;
        if (shape_elements(call_tensor(call, at)) != numbers)
            return call_refuse_shape(call, at, "8 numbers for each row of each step are required");
    }
    return ACLNN_SUCCESS;
}

aclnnStatus other_check_steps_given(struct call *call, int matrices, int quotients, int sums)
{
    const struct tensor *x = call_tensor(call, matrices);
    const struct tensor *rows = call_tensor(call, quotients);
    int64_t round = step_numbers(x, 1, false);
    int64_t rounds = round == 0 || rows->rank != 1 ? 0 : rows->dims[0] / round;
    if (rounds < 1 || rounds > MOST_ROUNDS || rows->dims[0] != shape_product(round, rounds))
        return call_refuse_shape(call, quotients,
                                 "8 numbers for each row of each step of 1 to 100 rounds are "
                                 "required");
    int64_t numbers = step_numbers(x, rounds, true);
    return call_shape_is(call, sums, &numbers, 1, false, "8 numbers for each step");
}

/* ---- MhcPre ---------------------------------------------------------------------------------- */

/* Whether factors are those of two gates alone; a mixture then has no matrices. */
aclnnStatus other_check_factors(struct call *call, int factors)
{
    const struct tensor *alpha = call_tensor(call, factors);
    if (alpha->rank == 1 && (alpha->dims[0] == 2 || alpha->dims[0] == 3))
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, factors, "2 or 3 numbers are required");
}

aclnnStatus other_check_given_with_matrices(struct call *call, int matrices, int factors)
{
    return call_tensor(call, factors)->dims[0] == 3 ? check_given(call, matrices) : ACLNN_SUCCESS;
}

aclnnStatus other_check_streams_pre(struct call *call)
{
    static const char *const kept[] = {"invRmsOptional", "hMixOptional", "hPreOptional"};
    struct streams s = streams_of(call, "x");
    int given = 0;
    bool has_matrices = call_tensor(call, call_find(call, "alpha"))->dims[0] == 3;
    for (int i = 0; i < 3; i++)
        given += call_tensor(call, call_find(call, kept[i])) != NULL;
    if (given != 0 && given != 3)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "some of %s, %s and %s are NULL; all of them or none are required", kept[0],
                      kept[1], kept[2]);
    if (!is_count(s.count))
        return refuse_count(call, "x");
    if (s.numbers % 16 != 0)
        return call_refuse_shape(call, call_find(call, "x"),
                                 "a multiple of 16 numbers of each stream is required");
    if (!has_matrices)
        s.mixed = 2 * s.count;
    aclnnStatus status = has_matrices ? OPERANDS_FIT(call, &s, {"hRes", "Tnn"}) : ACLNN_SUCCESS;
    if (status != ACLNN_SUCCESS)
        return status;
    return OPERANDS_FIT(call, &s, {"phi", "mk"}, {"bias", "m"}, {"gammaOptional", "nD"},
                        {"hIn", "TD"}, {"hPost", "Tn"}, {"invRmsOptional", "T"},
                        {"hMixOptional", "Tm"}, {"hPreOptional", "Tn"});
}

aclnnStatus other_check_stream_numbers(struct call *call, int x, int multiple)
{
    const struct tensor *given = call_tensor(call, x);
    int64_t numbers = given->dims[given->rank - 1];
    if (numbers <= MOST_NUMBERS_OF_PRE && numbers % multiple == 0 &&
        is_count(given->dims[given->rank - 2]))
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, x,
                             "4, 6 or 8 streams, of at most 16384 numbers, are required, of the "
                             "gradient a multiple of 64");
}

aclnnStatus other_check_streams_pre_grad(struct call *call)
{
    const struct streams s = streams_of(call, "x");
    return OPERANDS_FIT(
        call, &s, {"phi", "mk"}, {"alpha", "3"}, {"gradHIn", "TD"}, {"gradHPost", "Tn"},
        {"gradHRes", "Tnn"}, {"invRms", "T"}, {"hMix", "Tm"}, {"hPre", "Tn"}, {"hPost", "Tn"},
        {"gamma", "nD"}, {"gradXPostOptional", "TnD"}, {"gradX", "TnD"}, {"gradPhi", "mk"},
        {"gradAlpha", "3"}, {"gradBias", "m"},
        {call_tensor(call, call_find(call, "gamma")) == NULL ? "gamma" : "gradGamma", "nD"});
}

aclnnStatus other_check_float_beside(struct call *call, int result, int other)
{
    const struct tensor *t = call_tensor(call, result);
    return t == NULL || call_tensor(call, other) == NULL || t->type == ACL_FLOAT
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is not of DT_FLOAT", call_name(call, result));
}

/* ---- MhcPreSinkhorn -------------------------------------------------------------------------- */

aclnnStatus other_check_streams_sinkhorn(struct call *call)
{
    struct streams s = streams_of(call, "x");
    int64_t streams = call->arguments[call_find(call, "hcMult")].integer;
    int64_t rounds = call->arguments[call_find(call, "numIters")].integer;
    if (streams != 4 || rounds != STREAMS_ROUNDS)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "hcMult is %" PRId64 " and numIters %" PRId64 "; 4 and 20 are required",
                      streams, rounds);
    if (s.count != 4)
        return call_refuse_shape(call, call_find(call, "x"), "4 streams are required");
    aclnnStatus status = OPERANDS_FIT(call, &s, {"hin", "TD"}, {"phi", "mk"}, {"alpha", "3"},
                                      {"bias", "m"}, {"hPost", "Tn"}, {"hRes", "Tq"});
    if (status != ACLNN_SUCCESS || call->arguments[call_find(call, "needBackward")].integer == 0)
        return status;
    return OPERANDS_FIT(call, &s, {"hPre", "Tn"}, {"hcBeforeNorm", "Tm"}, {"invRms", "T1"},
                        {"sumOut", "sTn"}, {"normOut", "sTnn"});
}

aclnnStatus other_check_kept_formats(struct call *call, int wanted, int gate, int mixtures,
                                     int roots, int sums, int quotients)
{
    const int kept[] = {gate, mixtures, roots, sums, quotients};
    aclnnStatus status = ACLNN_SUCCESS;
    for (int i = 0; i < 5 && status == ACLNN_SUCCESS && call->arguments[wanted].integer != 0; i++)
        status = check_format(call, kept[i]);
    return status;
}

aclnnStatus other_check_kept_types(struct call *call, int wanted, int gate, int mixtures, int roots,
                                   int sums, int quotients)
{
    const int kept[] = {gate, mixtures, roots, sums, quotients};
    aclnnStatus status = ACLNN_SUCCESS;
    for (int i = 0; i < 5 && status == ACLNN_SUCCESS && call->arguments[wanted].integer != 0; i++)
        if (call_type(call, kept[i]) != ACL_FLOAT)
            status = report(ACLNN_ERR_PARAM_INVALID, "%s is not of DT_FLOAT",
                            call_name(call, kept[i]));
    return status;
}

aclnnStatus other_check_numbers_of_950(struct call *call, int x)
{
    const struct tensor *given = call_tensor(call, x);
    int64_t numbers = given->dims[given->rank - 1];
    if (numbers == 4096 || numbers == 7168)
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, x, "streams of 4096 or 7168 numbers are required");
}

aclnnStatus other_check_streams_sinkhorn_grad(struct call *call)
{
    const struct streams s = streams_of(call, "x");
    const struct tensor *matrices = call_tensor(call, call_find(call, "gradHRes"));
    aclnnStatus status = fits_older(call, &s);
    if (status == ACLNN_SUCCESS)
        status = operand_fits(
            call, &s, &(struct stream_operand){"gradHRes", matrices->rank == 3 ? "Tq" : "Tnn"});
    if (status != ACLNN_SUCCESS)
        return status;
    return OPERANDS_FIT(call, &s, {"gradHin", "TD"}, {"gradHPost", "Tn"}, {"phi", "mk"},
                        {"alpha", "3"}, {"bias", "m"}, {"hPre", "Tn"}, {"hcBeforeNorm", "Tm"},
                        {"invRms", "T1"}, {"sumOut", "sTn"}, {"normOut", "sTnn"}, {"gradX", "TnD"},
                        {"gradPhi", "mk"}, {"gradAlpha", "3"}, {"gradBias", "m"});
}
