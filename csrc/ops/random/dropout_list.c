/* SPDX-License-Identifier: Apache-2.0 */
/* Bernoulli and Dropout, which keep elements by chance: lists of L0 operators. */
#include "ops/random/dropout.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/common.h"
#include "declared/random.h"
#include "declared/binary.h"
#include "declared/compare.h"
#include "declared/fill.h"
#include "declared/reduce.h"
#include "declared/ternary.h"
#include "ops/common/list.h"
#include "ops/random/random.h"
#include "tensor/convert.h"

/* ---- Bernoulli ------------------------------------------------------------------------------- */

/* For the size: 910B and 910_93 draw bits, and apply them as a mask to ones. */
static int launch_masked_ones(struct l0_list *list, int self, double probability)
{
    const struct l0_tensor like = list->tensors[self];
    if (random_dropout_is_near(probability, 0))
        return l0_zeros_like(list, self);
    if (random_dropout_is_near(probability, 1))
        return random_launch(list, &l0_OnesLike, &self, 1, self, like.type);
    int64_t bytes = random_dropout_mask_bytes(like.elements);
    int mask = l0_new_shaped(list, "mask", ACL_UINT8, &bytes, 1);
    l0_launch_row(list, &l0_DSAGenBitMask, NULL, 0, 0, &mask, 1, NULL);
    bool is_own = like.type == ACL_FLOAT || like.type == ACL_BF16;
    aclDataType type = is_own ? like.type : ACL_FLOAT16;
    int one = l0_host_tensor(list, "one", type, 1);
    int ones = random_launch(list, &l0_Fill, &one, 1, self, type);
    return random_launch(list, &l0_DropOutDoMask, (int[]){ones, mask, one}, 3, self, type);
}

void random_list_bernoulli(struct l0_list *list, int self, const struct scalar *prob, int64_t seed,
                           int64_t offset, int out)
{
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE || out == L0_NONE)
        return;
    double probability = scalar_double(prob);
    aclDataType type = list->tensors[out].type;
    const struct l0_row *row = &l0_StatelessBernoulli;
    int made;
    if (list->architecture == ARCHITECTURE_2201) {
        row = &l0_DSAGenBitMask;
        made = l0_launch_cast(list, launch_masked_ones(list, dense, probability), type);
    } else {
        aclDataType kind = list->architecture == ARCHITECTURE_3510 ? ACL_FLOAT : prob->type;
        int chance = l0_host_tensor(list, "prob", kind, 1);
        made = random_launch(list, row, &chance, 1, dense, type);
    }
    struct random_source source = random_of_numbers((uint64_t)seed, (uint64_t)offset);
    struct random_attributes attributes = {.kind = RANDOM_TRUTHS,
                                           .probability = probability > 0 ? probability : 0};
    random_draw(list, row, &attributes, &source, made);
    l0_view_copy(list, made, out);
}

void random_list_bernoulli_tensor(struct l0_list *list, int self, int prob, int64_t seed,
                                  int64_t offset, int out)
{
    int dense = l0_contiguous(list, self);
    int chance = l0_contiguous(list, prob);
    if (dense == L0_NONE || chance == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    aclDataType computed = list->tensors[chance].type == ACL_DOUBLE ? ACL_DOUBLE : ACL_FLOAT;
    int given = chance;
    if (list->architecture == ARCHITECTURE_3510)
        given = l0_launch_cast(list, chance, ACL_FLOAT);
    int made = random_launch(list, &l0_StatelessBernoulli, &given, 1, dense, result.type);
    struct random_source source = random_of_numbers((uint64_t)seed, (uint64_t)offset);
    struct random_attributes attributes = random_uniform(0, 1, computed);
    int drawn = l0_new_shaped(list, "drawn", computed, result.dims, result.rank);
    int truths = l0_new_shaped(list, "truths", ACL_BOOL, result.dims, result.rank);
    random_draw(list, &l0_StatelessBernoulli, &attributes, &source, drawn);
    int wide = l0_convert(list, chance, computed);
    l0_step(list, L0_STEP_APPLY, &l0_Less, (int[]){drawn, wide}, 2, &truths, 1, NULL);
    l0_step(list, L0_STEP_CAST, NULL, &truths, 1, &made, 1, NULL);
    l0_view_copy(list, made, out);
}

/* ---- Masks ----------------------------------------------------------------------------------- */

/* For the size: the operator that draws a mask with the dims of out. */
static int launch_mask(struct l0_list *list, double probability, const struct random_source *source,
                       int out)
{
    int inputs[2];
    const struct l0_tensor like = list->tensors[out];
    int made = l0_new_shaped(list, "mask", ACL_UINT8, like.dims, like.rank);
    if (random_dropout_is_near(probability, 0) || random_dropout_is_near(probability, 1)) {
        int value = l0_host_tensor(list, "value", ACL_INT8, 1);
        l0_launch_row(list, &l0_Fill, &value, 1, 0, &made, 1, NULL);
        return made;
    }
    bool is_dsa = list->architecture == ARCHITECTURE_2201;
    int count = random_launch_source(list, source, is_dsa, false, inputs);
    l0_launch_row(list, is_dsa ? &l0_DSAGenBitMask : &l0_StatelessDropOutGenMask, inputs, count, 0,
                  &made, 1, NULL);
    return made;
}

static void draw_mask(struct l0_list *list, double probability, const struct random_source *source,
                      int mask)
{
    struct random_attributes attributes = {.kind = RANDOM_BITS, .probability = probability};
    random_draw(list, &l0_StatelessDropOutGenMask, &attributes, source, mask);
}

static void gen_mask(struct l0_list *list, double probability, const struct random_source *source,
                     int out)
{
    if (out == L0_NONE)
        return;
    int mask = launch_mask(list, probability, source, out);
    draw_mask(list, probability, source, mask);
    l0_view_copy(list, mask, out);
}

void random_list_dropout_gen_mask(struct l0_list *list, double prob, int64_t seed, int64_t offset,
                                  int out)
{
    struct random_source source = random_of_numbers((uint64_t)seed, (uint64_t)offset);
    gen_mask(list, prob, &source, out);
}

void random_list_dropout_gen_mask_tensor(struct l0_list *list, double prob, int seed, int offset,
                                         int64_t more, int out)
{
    struct random_source source = random_of_tensors(seed, offset, (uint64_t)more);
    gen_mask(list, prob, &source, out);
}

/* ---- Masked elements ------------------------------------------------------------------------- */

/* Appends the steps of DropOutDoMask: elements times the factor, or divided by it, and 0 where the
 * bit is 0. */
static void mask_elements(struct l0_list *list, int self, int mask, double factor,
                          const struct l0_row *arithmetic, int made)
{
    if (self == L0_NONE || mask == L0_NONE || made == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[self];
    int kept = l0_new_shaped(list, "kept", ACL_BOOL, like.dims, like.rank);
    int wide = l0_convert(list, self, ACL_FLOAT);
    int scaled = l0_new_shaped(list, "scaled", ACL_FLOAT, like.dims, like.rank);
    int chosen = l0_new_shaped(list, "chosen", ACL_FLOAT, like.dims, like.rank);
    l0_step(list, L0_STEP_APPLY, &l0_DropOutDoMask, &mask, 1, &kept, 1, NULL);
    l0_step(list, L0_STEP_APPLY, arithmetic,
            (int[]){wide, list_constant(list, "number", factor, ACL_FLOAT)}, 2, &scaled, 1, NULL);
    l0_step(list, L0_STEP_APPLY, &l0_SelectV2,
            (int[]){kept, scaled, list_constant(list, "number", 0, ACL_FLOAT)}, 3, &chosen, 1,
            NULL);
    l0_step(list, L0_STEP_CAST, NULL, &chosen, 1, &made, 1, NULL);
}

/* Appends CANN's DoMask, for the size and for the work. self and mask are dense. */
static int do_mask(struct l0_list *list, int self, int mask, double probability, double factor,
                   const struct l0_row *arithmetic)
{
    if (self == L0_NONE || random_dropout_is_near(probability, 0))
        return self;
    if (random_dropout_is_near(probability, 1))
        return list_zeros_like(list, self);
    aclDataType type = list->tensors[self].type;
    int keep = l0_host_tensor(list, "keep", type, 1);
    int made = random_launch(list, &l0_DropOutDoMask, (int[]){self, mask, keep}, 3, self, type);
    mask_elements(list, self, mask, factor, arithmetic, made);
    return made;
}

void random_list_dropout_do_mask(struct l0_list *list, int self, int mask, double prob, int out)
{
    int elements = l0_contiguous(list, self);
    int bits = l0_contiguous(list, mask);
    list_write(list, do_mask(list, elements, bits, prob, (double)(float)(1 - prob), &l0_RealDiv),
               out);
}

void random_list_dropout_backward(struct l0_list *list, int grad, int mask, double scale, int out)
{
    int elements = l0_contiguous(list, grad);
    int bits = l0_contiguous(list, mask);
    list_write(
        list,
        do_mask(list, elements, bits, random_dropout_probability_of_scale(scale), scale, &l0_Mul),
        out);
}

void random_list_dropout(struct l0_list *list, int input, double p, bool train, int64_t seed,
                         int64_t offset, int out, int maskOut)
{
    if (maskOut == L0_NONE)
        return;
    struct random_source source = random_of_numbers((uint64_t)seed, (uint64_t)offset);
    bool draws = train && p > 0 && p < 1;
    int mask = L0_NONE;
    if (draws) {
        mask = launch_mask(list, p, &source, maskOut);
        draw_mask(list, p, &source, mask);
    }
    int elements = l0_contiguous(list, input);
    list_write(list,
               do_mask(list, elements, mask, train ? p : 0, (double)(float)(1 - p), &l0_RealDiv),
               out);
    if (draws)
        l0_view_copy(list, mask, maskOut);
}

void random_list_dropout_v3(struct l0_list *list, int input, double p, int64_t seed, int64_t offset,
                            int out, int maskOut)
{
    int elements = l0_contiguous(list, input);
    if (elements == L0_NONE || maskOut == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[maskOut];
    struct random_source source = random_of_numbers((uint64_t)seed, (uint64_t)offset);
    int made;
    int mask;
    if (p == 0 || p == 1) {
        made = p == 0 ? elements : list_zeros_like(list, elements);
        mask = launch_mask(list, p, &source, maskOut);
        draw_mask(list, p, &source, mask);
    } else {
        const struct l0_tensor self = list->tensors[elements];
        int written[2] = {
            l0_new_shaped(list, "dropped", self.type, self.dims, self.rank),
            l0_new_shaped(list, "mask", ACL_UINT8, like.dims, like.rank),
        };
        l0_launch_row(list, &l0_DropOutV3, &elements, 1, 0, written, 2, NULL);
        if (list->architecture ==
            ARCHITECTURE_3510) /* a byte for each element, and what the kernel's library needs */
            l0_kernel_workspace(list,
                                (uint64_t)((self.elements + 31) / 32 * 32) + L0_SYSTEM_WORKSPACE);
        made = written[0];
        mask = written[1];
        draw_mask(list, p, &source, mask);
        mask_elements(list, elements, mask, (double)(float)(1 - p), &l0_RealDiv, made);
    }
    list_write(list, made, out);
    l0_view_copy(list, mask, maskOut);
}

void random_list_dropout_v3_grad(struct l0_list *list, int gradY, int mask, double scale, int gradX)
{
    int elements = l0_contiguous(list, gradY);
    int bits = l0_contiguous(list, mask);
    if (elements == L0_NONE || bits == L0_NONE)
        return;
    aclDataType type = list->tensors[elements].type;
    int factor = l0_host_tensor(list, "scale", ACL_FLOAT, 1);
    int made = random_launch(list, &l0_DropOutV3Grad, (int[]){elements, bits, factor}, 3, elements,
                             type);
    mask_elements(list, elements, bits, scale, &l0_Mul, made);
    list_write(list, made, gradX);
}
