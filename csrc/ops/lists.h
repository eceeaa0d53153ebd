/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What calls become on the device: the functions that the "list" of a declaration names, as
 * list_NAME. Tensors are positions in the list, as l0_user_tensor gives them for the caller's.
 * Everything is done in CANN's order, on which the size depends. docs/design.md, "Lists".
 */
#ifndef ACLNN_PY_OPS_LISTS_H
#define ACLNN_PY_OPS_LISTS_H

#include "executor/call.h"
#include "workspace/l0_operators.h"

/* ---- Pieces ---------------------------------------------------------------------------------- */

/*
 * One operator whose output has the type given and the shape that its inputs broadcast to. The last
 * attribute_count inputs are constants that the operator has as attributes.
 */
int list_apply(struct l0_list *list, const struct l0_row *row, aclDataType type, const int *inputs,
               int count, int attribute_count);

/* One operator whose output has the type of its one input and these dims. */
int list_apply_shaped(struct l0_list *list, const struct l0_row *row, int tensor,
                      const int64_t *dims, int32_t rank, const void *attributes);

/* The same of two tensors. */
int list_apply2(struct l0_list *list, const struct l0_row *row, aclDataType type, int a, int b);

/* Whether one is float32 and the other float16 or bfloat16: some kernels take them as they are. */
bool list_are_mixed(const struct l0_list *list, int a, int b);

/* Whether the kernel of the row reads strided operands of the type as they lie: Ascend950's do. */
bool list_walks_strides(const struct l0_list *list, const struct l0_row *row, aclDataType type);

/* Whether alpha is 1, so that nothing is multiplied, where a call computes in a type: Add and Sub.
 */
bool list_needs_no_factor(const struct l0_list *list, aclDataType type, const struct scalar *alpha);

/* Axpy: a + alpha * b, whose alpha is a float32, which integers take without its fraction. */
int list_axpy(struct l0_list *list, int a, int b, float alpha, aclDataType type);

/* Muls: a tensor by a float32, in the tensor's type. */
int list_muls_by(struct l0_list *list, int tensor, float number);

/* A number that the list has by itself, as one element of the type. */
int list_constant(struct l0_list *list, const char *name, double number, aclDataType type);
int list_integer_constant(struct l0_list *list, const char *name, int64_t number, aclDataType type);

/* A tensor without dimensions as one of a single place. */
int list_at_least_1d(struct l0_list *list, int tensor);

/* A tensor that is filled with one number. */
int list_fill(struct l0_list *list, aclDataType type, double number, const int64_t *dims,
              int32_t rank);

/* Zeros for a result; nothing where it has no elements. */
void list_write_zeros(struct l0_list *list, int out);

/* The same by ZerosLike of a dense copy of the result. */
void list_write_zeros_like(struct l0_list *list, int out);

/* Ones and zeros like a dense tensor. */
int list_ones_like(struct l0_list *list, int tensor);
int list_zeros_like(struct l0_list *list, int tensor);

/* So many places of a dense tensor, from the first on, by an operator that cuts. */
int list_part(struct l0_list *list, const struct l0_row *row, int tensor, int32_t dim,
              int64_t first, int64_t count);

/* Dense tensors one behind the other, by ConcatD. */
int list_joined(struct l0_list *list, const int *tensors, int count, int64_t dim);

/* The last two operators of almost every list: Cast to out's type, ViewCopy to its place. */
void list_write(struct l0_list *list, int tensor, int out);

/* ---- Stock lists ----------------------------------------------------------------------------- */

/* Contiguous, Cast to the type that is computed in, the operator, Cast, ViewCopy. */
void list_unary(struct l0_list *list, const struct l0_row *row, int self, aclDataType type,
                int out);

/* The same of two tensors, both made dense before either is cast. */
void list_binary(struct l0_list *list, const struct l0_row *row, int self, int other,
                 aclDataType type, int out);

/* The same, the first one cast before the second is made dense. */
void list_binary_in_turn(struct l0_list *list, const struct l0_row *row, int self, int other,
                         aclDataType type, int out);

/* The same with another operator for bool. */
void list_either(struct l0_list *list, const struct l0_row *row, const struct l0_row *of_bool,
                 int self, int other, aclDataType type, int out);

/* A tensor in the type, then the number in it, as a constant or (cast) by an operator. */
void list_with_scalar(struct l0_list *list, const struct l0_row *row, int self,
                      const struct scalar *number, aclDataType type, int out);
void list_with_cast_scalar(struct l0_list *list, const struct l0_row *row, int self,
                           const struct scalar *number, aclDataType type, int out);

/* ---- Lists of one family: each in the file of its name --------------------------------------- */

void list_add(struct l0_list *list, int self, int other, const struct scalar *alpha, int out,
              aclDataType promoted);
void list_adds(struct l0_list *list, int self, const struct scalar *other,
               const struct scalar *alpha, int out, aclDataType promoted);
void list_add_v3(struct l0_list *list, const struct scalar *self, int other,
                 const struct scalar *alpha, int out, aclDataType promoted);
void list_sub(struct l0_list *list, int self, int other, const struct scalar *alpha, int out,
              aclDataType promoted);
void list_subs(struct l0_list *list, int self, const struct scalar *other,
               const struct scalar *alpha, int out, aclDataType promoted);
void list_rsub(struct l0_list *list, int self, int other, const struct scalar *alpha, int out,
               aclDataType promoted);
void list_rsubs(struct l0_list *list, int self, const struct scalar *other,
                const struct scalar *alpha, int out, aclDataType promoted);
void list_mul(struct l0_list *list, int self, int other, int out, aclDataType promoted);
void list_inplace_mul(struct l0_list *list, int selfRef, int other, aclDataType promoted);
void list_muls(struct l0_list *list, int self, const struct scalar *other, int out,
               aclDataType promoted);
void list_add_relu(struct l0_list *list, int self, int other, const struct scalar *alpha, int out,
                   aclDataType promoted);
void list_div(struct l0_list *list, int self, int other, int out, aclDataType promoted);
void list_inplace_div(struct l0_list *list, int selfRef, int other, aclDataType promoted);
void list_divs(struct l0_list *list, int self, const struct scalar *other, int out,
               aclDataType promoted);
void list_div_mod(struct l0_list *list, int self, int other, int64_t mode, int out,
                  aclDataType promoted);
void list_inplace_div_mod(struct l0_list *list, int selfRef, int other, int64_t mode,
                          aclDataType promoted);
void list_div_mods(struct l0_list *list, int self, const struct scalar *other, int64_t mode,
                   int out, aclDataType promoted);
void list_of_number(struct l0_list *list, const struct l0_row *row, const struct scalar *number,
                    int other, aclDataType type, int out);
void list_in_type_of_out(struct l0_list *list, const struct l0_row *row, int self, int other,
                         int out);
void list_pow_tensor_scalar(struct l0_list *list, int self, const struct scalar *exponent, int out,
                            aclDataType promoted);
void list_pow_scalar_tensor(struct l0_list *list, const struct scalar *self, int exponent, int out,
                            aclDataType promoted);
void list_heaviside(struct l0_list *list, int input, int values, int out);
void list_remainder(struct l0_list *list, int self, int other, int out, aclDataType promoted);
void list_remainder_by_number(struct l0_list *list, int self, const struct scalar *other, int out,
                              aclDataType promoted);
void list_remainder_of_number(struct l0_list *list, const struct scalar *self, int other, int out,
                              aclDataType promoted);
void list_inplace_muls(struct l0_list *list, int selfRef, const struct scalar *other,
                       aclDataType promoted);
int list_fold(struct l0_list *list, const struct l0_row *row, int tensor, const struct array *dims,
              bool keep, aclDataType type);
int list_fold_dims(struct l0_list *list, const struct l0_row *row, int tensor, uint64_t folded,
                   bool keep, aclDataType type);

/* Whether Ascend950 folds a float32 slice where it is. */
bool list_folds_view(const struct l0_list *list, int self, uint64_t folded, aclDataType type);
void list_reduce_sum(struct l0_list *list, int self, const struct array *dims, bool keepDims,
                     aclDataType dtype, int out);
void list_unary_of_floats(struct l0_list *list, const struct l0_row *row, int self, int out);
void list_angle(struct l0_list *list, int x, int out);
void list_logit(struct l0_list *list, int input, double eps, int out);
void list_frac(struct l0_list *list, int input, int out);
void list_exp2(struct l0_list *list, int self, aclDataType type, int out);
void list_sinc(struct l0_list *list, int self, aclDataType type, int out);
void list_sqrt(struct l0_list *list, int self, int out);
void list_log(struct l0_list *list, const struct l0_row *row, int self, aclDataType type, int out);
void list_abs(struct l0_list *list, int self, int out);
void list_real(struct l0_list *list, int self, int out);
void list_sign(struct l0_list *list, int self, int result);
void list_nan_to_num(struct l0_list *list, int self, double nan, double posinf, double neginf,
                     int out);
void list_round_decimals(struct l0_list *list, int self, int64_t decimals, int out);
void list_index_select(struct l0_list *list, int self, int64_t dim, int index, int out);
/* GatherElements of dense tensors, for the size alone. */
int list_launch_gather(struct l0_list *list, int self, int index, int32_t dim);
void list_mm(struct l0_list *list, int self, int mat2, int out, int64_t cubeMathType);
void list_matmul(struct l0_list *list, int self, int mat2, int out, int64_t cubeMathType);
void list_batch_matmul(struct l0_list *list, int self, int mat2, int out, int64_t cubeMathType);
void list_mv(struct l0_list *list, int self, int vec, int out, int64_t cubeMathType);
void list_dot(struct l0_list *list, int self, int tensor, int out);
void list_addmm(struct l0_list *list, int self, int mat1, int mat2, const struct scalar *beta,
                const struct scalar *alpha, int out, int64_t cubeMathType);
void list_gemm(struct l0_list *list, int A, int B, int C, double alpha, double beta, int64_t transA,
               int64_t transB, int out, int64_t cubeMathType);
void list_baddbmm(struct l0_list *list, int self, int batch1, int batch2, const struct scalar *beta,
                  const struct scalar *alpha, int out, int64_t cubeMathType);
void list_addbmm(struct l0_list *list, int self, int batch1, int batch2, const struct scalar *beta,
                 const struct scalar *alpha, int out, int64_t cubeMathType);
void list_addmv(struct l0_list *list, int self, int mat, int vec, const struct scalar *alpha,
                const struct scalar *beta, int out, int64_t cubeMathType);
void list_ger(struct l0_list *list, int self, int vec2, aclDataType promoted, int out);
void list_addr(struct l0_list *list, int self, int vec1, int vec2, const struct scalar *beta,
               const struct scalar *alpha, aclDataType promoted, int out);
int list_operand(struct l0_list *list, int tensor, aclDataType type);
void list_compare(struct l0_list *list, const struct l0_row *row, int self, int other,
                  aclDataType type, int out);
void list_compare_strided(struct l0_list *list, const struct l0_row *row, int self, int other,
                          aclDataType type, int out);
void list_compare_number(struct l0_list *list, const struct l0_row *row, int self,
                         const struct scalar *other, aclDataType type, int out);
void list_compare_number_strided(struct l0_list *list, const struct l0_row *row, int self,
                                 const struct scalar *other, aclDataType type, int out);
void list_less_number(struct l0_list *list, const struct l0_row *row, int self,
                      const struct scalar *other, aclDataType type, int out);
void list_equal(struct l0_list *list, int self, int other, aclDataType promoted, int out);
void list_is_close(struct l0_list *list, int self, int other, double rtol, double atol,
                   bool equalNan, int out);
void list_is_in_scalar_tensor(struct l0_list *list, const struct scalar *element, int testElements,
                              bool assumeUnique, bool invert, aclDataType promoted, int out);
void list_is_in_tensor_scalar(struct l0_list *list, int element, const struct scalar *testElement,
                              bool assumeUnique, bool invert, aclDataType promoted, int out);
void list_logical(struct l0_list *list, const struct l0_row *row, int self, int other, int out);
void list_logical_or(struct l0_list *list, int self, int other, int out);
void list_logical_xor(struct l0_list *list, int self, int other, int out);
void list_logical_not(struct l0_list *list, int self, int out);
void list_is_finite(struct l0_list *list, int self, int out);
void list_is_infinite(struct l0_list *list, const struct l0_row *row, int self, int out);
void list_is_inf(struct l0_list *list, int x, int out);
void list_signbit(struct l0_list *list, int self, int out);
void list_bitwise(struct l0_list *list, const struct l0_row *row, const struct l0_row *logic,
                  int self, int other, aclDataType type, int out);
void list_bitwise_binary(struct l0_list *list, const struct l0_row *row, const struct l0_row *logic,
                         int self, int other, aclDataType type, int out);
void list_bitwise_number(struct l0_list *list, const struct l0_row *row, const struct l0_row *logic,
                         int self, const struct scalar *other, aclDataType type, int out);
void list_bitwise_not(struct l0_list *list, int self, aclDataType type, int out);
void list_left_shift(struct l0_list *list, int self, int shiftBits, aclDataType type, int out);
void list_left_shifts(struct l0_list *list, int self, const struct scalar *shiftBits,
                      aclDataType type, int out);
void list_right_shift(struct l0_list *list, int input, int shiftBits, aclDataType type, int out);
void list_sign_bits_pack(struct l0_list *list, int self, int out);
void list_sign_bits_unpack(struct l0_list *list, int self, aclDataType dtype, int out);
int list_transpose(struct l0_list *list, int tensor, const int64_t *order);
/* The same for the size alone, where other steps do the work. */
int list_launch_transpose(struct l0_list *list, int tensor, const int64_t *order);
void list_permute(struct l0_list *list, int self, const struct array *dims, int out);
void list_with_dims(struct l0_list *list, const struct l0_row *row, int self,
                    const struct array *dims, int out);
void list_with_number(struct l0_list *list, const struct l0_row *row, int self, int64_t number,
                      int out);
void list_roll(struct l0_list *list, int x, const struct array *shifts, const struct array *dims,
               int out);
void list_flatten(struct l0_list *list, int self, int64_t axis, int out);
void list_slice(struct l0_list *list, int self, int64_t dim, int64_t start, int64_t end,
                int64_t step, int out);
void list_slice_v2(struct l0_list *list, int self, const struct array *starts,
                   const struct array *ends, const struct array *axes, const struct array *steps,
                   int out);
void list_expand(struct l0_list *list, int self, const struct array *size, int out);
void list_repeat(struct l0_list *list, int self, const struct array *repeats, int out);
void list_diag(struct l0_list *list, int self, int64_t diagonal, int out);
void list_repeat_interleave(struct l0_list *list, int self, int repeats, int64_t outputSize,
                            int out);
void list_repeat_interleave_with_dim(struct l0_list *list, int self, int repeats, int64_t dim,
                                     int64_t outputSize, int out);
void list_repeat_interleave_int(struct l0_list *list, int self, int64_t repeats, int64_t outputSize,
                                int out);
void list_repeat_interleave_int_with_dim(struct l0_list *list, int self, int64_t repeats,
                                         int64_t dim, int64_t outputSize, int out);
void list_repeat_interleave_tensor(struct l0_list *list, int repeats, int64_t outputSize, int out);
void list_im2col(struct l0_list *list, int self, const struct array *kernelSize,
                 const struct array *dilation, const struct array *padding,
                 const struct array *stride, int out);
void list_cast_to(struct l0_list *list, int self, aclDataType dtype, int out);
void list_copy(struct l0_list *list, int selfRef, int src);
void list_cat(struct l0_list *list, const struct tensor_array *tensors, int64_t dim, int out,
              aclDataType promoted);
void list_stack(struct l0_list *list, const struct tensor_array *tensors, int64_t dim, int out,
                aclDataType promoted);
void list_split_tensor(struct l0_list *list, int self, uint64_t splitSections, int64_t dim,
                       const struct tensor_array *out);
void list_split_with_size(struct l0_list *list, int self, const struct array *splitSize,
                          int64_t dim, const struct tensor_array *out);
void list_channel_shuffle(struct l0_list *list, int self, int64_t groups, int out);
void list_diag_flat(struct l0_list *list, int self, int64_t diagonal, int out);

/* Up to three lists whose members a kernel of foreach reads together. */
struct foreach_lists {
    int count;
    const struct tensor_array *lists[3];
};

struct foreach_lists list_members(struct l0_list *list, const struct tensor_array *x);
struct foreach_lists list_members2(struct l0_list *list, const struct tensor_array *x1,
                                   const struct tensor_array *x2);
struct foreach_lists list_members3(struct l0_list *list, const struct tensor_array *x1,
                                   const struct tensor_array *x2, const struct tensor_array *x3);

/* One number for all members of lists, or one for each. */
struct foreach_factor {
    const struct scalar *scalar;
    const struct scalar_array *scalars;
    aclDataType type; /* that the number becomes; ACL_DT_UNDEFINED: the one for the members */
    bool is_tensor;   /* neither: it is read when the call runs, from this tensor */
    bool is_spread;   /* element i of the tensor is member i's */
    int tensor;
};

struct foreach_factor list_scalar(struct l0_list *list, const struct scalar *scalar);
struct foreach_factor list_weight(struct l0_list *list, const struct scalar *scalar);
struct foreach_factor list_mode(struct l0_list *list, const struct scalar *scalar);
struct foreach_factor list_scalars(struct l0_list *list, const struct scalar_array *scalars);
struct foreach_factor list_first_element(struct l0_list *list, int tensor);
struct foreach_factor list_each_element(struct l0_list *list, int tensor);

/*
 * A kernel of foreach: on the members of lists; with a number behind or before them. The digits of
 * order say in which order CANN makes the operands dense: 1 to 3 are the lists, 4 is out, which the
 * kernel writes as it is when there is no 4.
 */
void list_foreach(struct l0_list *list, const struct l0_row *row, struct foreach_lists lists,
                  const struct tensor_array *out, int order);

/* Of integers the other row, whose results are rounded to their type. */
void list_foreach_rounded(struct l0_list *list, const struct l0_row *row,
                          const struct l0_row *of_integers, struct foreach_lists lists,
                          const struct tensor_array *out, int order);
void list_foreach_with(struct l0_list *list, const struct l0_row *row, struct foreach_lists lists,
                       struct foreach_factor factor, const struct tensor_array *out, int order);
void list_foreach_of(struct l0_list *list, const struct l0_row *row, struct foreach_factor factor,
                     struct foreach_lists lists, const struct tensor_array *out, int order);
void list_foreach_zero(struct l0_list *list, const struct l0_row *row,
                       const struct tensor_array *x);
void list_addcmul(struct l0_list *list, int self, int tensor1, int tensor2,
                  const struct scalar *value, int out, aclDataType promoted);
void list_addcdiv(struct l0_list *list, int self, int tensor1, int tensor2,
                  const struct scalar *value, int out, aclDataType promoted);
void list_lerp(struct l0_list *list, int self, int end, int weight, int out);
void list_lerps(struct l0_list *list, int self, int end, const struct scalar *weight, int out);
void list_s_where(struct l0_list *list, int condition, int self, int other, int out,
                  aclDataType promoted);
/* The row of ClipByValueV2 that is fastest for these bounds; NULL is no bound. */
const struct l0_row *clip_between(const struct scalar *low, const struct scalar *high);
void list_clamp(struct l0_list *list, int self, const struct scalar *low, const struct scalar *high,
                int out, aclDataType promoted);
void list_clamp_min(struct l0_list *list, int self, const struct scalar *low, int out,
                    aclDataType promoted);
void list_clamp_max(struct l0_list *list, int self, const struct scalar *high, int out,
                    aclDataType promoted);
void list_clamp_tensor(struct l0_list *list, int self, int low, int high, int out,
                       aclDataType promoted);
void list_clamp_min_tensor(struct l0_list *list, int self, int low, int out, aclDataType promoted);
void list_clamp_max_tensor(struct l0_list *list, int self, int high, int out, aclDataType promoted);

/* ---- Activations ----------------------------------------------------------------------------- */

/* A number that a kernel has as an attribute, in float32; the second: 0 in place of negative ones.
 */
int list_number(struct l0_list *list, const struct scalar *scalar);
int list_number_above_zero(struct l0_list *list, const struct scalar *scalar);
int list_number_or_one(struct l0_list *list, const struct scalar *scalar); /* NULL: 1 */

/* One operator of one or two tensors and of one or two such numbers. */
int list_apply1(struct l0_list *list, const struct l0_row *row, aclDataType type, int tensor);
int list_with(struct l0_list *list, const struct l0_row *row, aclDataType type, int tensor, int a);
int list_with2(struct l0_list *list, const struct l0_row *row, aclDataType type, int tensor, int a,
               int b);
int list_apply2_with(struct l0_list *list, const struct l0_row *row, aclDataType type, int x, int y,
                     int a);
int list_apply2_with2(struct l0_list *list, const struct l0_row *row, aclDataType type, int x,
                      int y, int a, int b);

/* BroadcastTo of two tensors to the shape of both: of each that has another one, or of both where
   they differ. */
void list_broadcast_each(struct l0_list *list, int *a, int *b);
void list_broadcast_both(struct l0_list *list, int *a, int *b);

/* Operators that are given out: a dense copy of it in a type, or out itself; the operator that
 * writes there, and what brings it to out. */
int list_place(struct l0_list *list, int out, aclDataType type);
void list_write_into(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                     int attribute_count, int place, int out);

void list_relu(struct l0_list *list, int self, int out);
void list_threshold(struct l0_list *list, int self, const struct scalar *threshold,
                    const struct scalar *value, int out);
void list_threshold_backward(struct l0_list *list, int gradOutput, int self,
                             const struct scalar *threshold, int out);
void list_hardtanh_backward(struct l0_list *list, int gradOutput, int self,
                            const struct scalar *min, const struct scalar *max, int out);
void list_hardshrink_backward(struct l0_list *list, int gradOutput, int self,
                              const struct scalar *lambd, aclDataType promoted, int gradInput);
void list_sigmoid_backward(struct l0_list *list, int gradOutput, int output, aclDataType promoted,
                           int gradInput);
void list_softshrink_backward(struct l0_list *list, int gradOutput, int self,
                              const struct scalar *lambda, int gradInput);
void list_elu(struct l0_list *list, int self, const struct scalar *alpha,
              const struct scalar *scale, const struct scalar *inputScale, int out);
void list_elu_backward(struct l0_list *list, int gradOutput, const struct scalar *alpha,
                       const struct scalar *scale, const struct scalar *inputScale, bool isResult,
                       int selfOrResult, int gradInput);
void list_gelu_v2(struct l0_list *list, int x, int64_t approximate, int y);
void list_gelu_backward(struct l0_list *list, int gradOutput, int self, aclDataType promoted,
                        int gradInput);
void list_gelu_backward_v2(struct l0_list *list, int gradOutput, int self, const char *approximate,
                           aclDataType promoted, int gradInput);
void list_mish_backward(struct l0_list *list, int gradOutput, int self, aclDataType promoted,
                        int gradInput);
void list_prelu(struct l0_list *list, int self, int weight, aclDataType promoted, int out);
void list_prelu_backward(struct l0_list *list, int gradOutput, int self, int weight, int gradInput,
                         int gradWeight);
void list_hardtanh(struct l0_list *list, int self, const struct scalar *clipValueMin,
                   const struct scalar *clipValueMax, int out);
void list_softplus_backward(struct l0_list *list, int gradOutput, int self,
                            const struct scalar *beta, const struct scalar *threshold,
                            aclDataType promoted, int gradInput);
void list_fill_scalar(struct l0_list *list, int selfRef, const struct scalar *value);
void list_fill_tensor(struct l0_list *list, int selfRef, int value);
void list_ones(struct l0_list *list, int selfRef);
void list_zeros(struct l0_list *list, int selfRef);
void list_fill_diagonal(struct l0_list *list, int selfRef, const struct scalar *fillValue,
                        bool wrap);
void list_range(struct l0_list *list, const struct scalar *start, const struct scalar *step,
                int out);
void list_linspace(struct l0_list *list, const struct scalar *start, const struct scalar *end,
                   int64_t steps, int out);
void list_logspace(struct l0_list *list, const struct scalar *start, const struct scalar *end,
                   int64_t steps, double base, int out);
void list_eye(struct l0_list *list, int64_t n, int64_t m, int out);
void list_one_hot(struct l0_list *list, int self, int numClasses, int onValue, int offValue,
                  int64_t axis, int out);
void list_fold_members(struct l0_list *list, const struct l0_row *row,
                       const struct tensor_array *tensors, int out);
void list_add_n(struct l0_list *list, const struct tensor_array *tensors, int out);
void list_sum(struct l0_list *list, const struct tensor_array *tensors, int out);
void list_masked_scale(struct l0_list *list, int self, int mask, double scale, int out);
void list_scale(struct l0_list *list, int x, int scale, int bias, int64_t axis, int64_t numAxes,
                bool scaleFromBlob, int out);
void list_modulate(struct l0_list *list, int self, int scale, int shift, int out);
void list_modulate_backward(struct l0_list *list, int grad_output, int input, int scale, int shift,
                            int grad_input, int grad_scale, int grad_shift);

/* ---- Gated units ----------------------------------------------------------------------------- */

void list_glu(struct l0_list *list, int self, int64_t dim, int out);
void list_glu_backward(struct l0_list *list, int gradOut, int self, int64_t dim, int out);
void list_ge_glu(struct l0_list *list, int self, int64_t dim, int64_t approximate,
                 bool activateLeft, int out, int outGelu);
void list_ge_glu_backward(struct l0_list *list, int gradOutput, int self, int gelu, int64_t dim,
                          int64_t approximate, bool activateLeft, int gradInput);

/* A row's work on the two halves of a tensor. */
void list_halves(struct l0_list *list, const struct l0_row *row, int x, int64_t dim, int out);
void list_gelu_mul(struct l0_list *list, int input, const char *approximate, int out);
void list_swi_glu_grad(struct l0_list *list, int yGrad, int x, int64_t dim, int out);
int list_number_of(struct l0_list *list, double number);

/* ---- By index -------------------------------------------------------------------------------- */

void list_gather(struct l0_list *list, int self, int64_t dim, int index, int out);
void list_gather_v2(struct l0_list *list, int self, int64_t dim, int index, int out);
void list_gather_v3(struct l0_list *list, int self, int64_t dim, int index, int64_t batches,
                    int out);
void list_take(struct l0_list *list, int self, int index, int out);
void list_embedding(struct l0_list *list, int weight, int indices, int out);
void list_masked_fill_scalar(struct l0_list *list, int selfRef, int mask,
                             const struct scalar *value);
void list_masked_fill_tensor(struct l0_list *list, int selfRef, int mask, int value);
/* ---- Random numbers -------------------------------------------------------------------------- */

void list_uniform(struct l0_list *list, int self, double from, double to, uint64_t seed,
                  uint64_t offset);
void list_uniform_tensor(struct l0_list *list, int self, double from, double to, int seed,
                         int offset, uint64_t more);
void list_inplace_normal(struct l0_list *list, int self, double mean, double std, int64_t seed,
                         int64_t offset);
void list_inplace_normal_tensor(struct l0_list *list, int self, double mean, double std, int seed,
                                int offset, int64_t more);
void list_random(struct l0_list *list, int self, int64_t from, int64_t to, int64_t seed,
                 int64_t offset);
void list_random_tensor(struct l0_list *list, int self, int64_t from, int64_t to, int seed,
                        int offset, int64_t more);
void list_random_all(struct l0_list *list, int self, int64_t seed, int64_t offset);
void list_random_all_tensor(struct l0_list *list, int self, int seed, int offset, int64_t more);
void list_normal_float_float(struct l0_list *list, double mean, double std, int64_t seed,
                             int64_t offset, int out);
void list_normal_float_tensor(struct l0_list *list, double mean, int std, int64_t seed,
                              int64_t offset, int out);
void list_normal_tensor_float(struct l0_list *list, int mean, double std, int64_t seed,
                              int64_t offset, int out);
void list_normal_tensor_tensor(struct l0_list *list, int mean, int std, int64_t seed,
                               int64_t offset, int out);
void list_randperm(struct l0_list *list, int64_t n, int64_t seed, int64_t offset, int out);
void list_multinomial(struct l0_list *list, int self, int64_t numsamples, bool replacement,
                      int64_t seed, int64_t offset, int out);
void list_multinomial_tensor(struct l0_list *list, int self, int64_t numsamples, bool replacement,
                             int seed, int offset, int64_t more, int out);
void list_bernoulli(struct l0_list *list, int self, const struct scalar *prob, int64_t seed,
                    int64_t offset, int out);
void list_bernoulli_tensor(struct l0_list *list, int self, int prob, int64_t seed, int64_t offset,
                           int out);
void list_dropout_gen_mask(struct l0_list *list, double prob, int64_t seed, int64_t offset,
                           int out);
void list_dropout_gen_mask_tensor(struct l0_list *list, double prob, int seed, int offset,
                                  int64_t more, int out);
void list_dropout_do_mask(struct l0_list *list, int self, int mask, double prob, int out);
void list_dropout_backward(struct l0_list *list, int grad, int mask, double scale, int out);
void list_dropout(struct l0_list *list, int input, double p, bool train, int64_t seed,
                  int64_t offset, int out, int maskOut);
void list_dropout_v3(struct l0_list *list, int input, double p, int64_t seed, int64_t offset,
                     int out, int maskOut);
void list_dropout_v3_grad(struct l0_list *list, int gradY, int mask, double scale, int gradX);
void list_complex(struct l0_list *list, int real, int imag, int out);
void list_polar(struct l0_list *list, int input, int angle, int out);

void list_strided_slice(struct l0_list *list, int self, const struct array *begin,
                        const struct array *end, const struct array *strides, int64_t beginMask,
                        int64_t endMask, int64_t ellipsisMask, int64_t newAxisMask,
                        int64_t shrinkAxisMask, int out);
void list_chunk_cat(struct l0_list *list, const struct tensor_array *tensors, int64_t numChunks,
                    int out);
void list_confusion_transpose(struct l0_list *list, int x, const struct array *perm,
                              const struct array *shape, bool transpose_first, int out);
void list_scatter(struct l0_list *list, int self, int64_t dim, int index, int src, int64_t reduce,
                  int out);
void list_scatter_value(struct l0_list *list, int self, int64_t dim, int index,
                        const struct scalar *value, int64_t reduce, int out);
void list_index_add(struct l0_list *list, int self, int64_t dim, int index, int source,
                    const struct scalar *alpha, int out);
void list_index_copy(struct l0_list *list, int self, int64_t dim, int index, int source, int out,
                     bool copies);
void list_index_fill_array(struct l0_list *list, int self, int64_t dim, const struct array *index,
                           const struct scalar *value, int out);

void list_foreach_norm(struct l0_list *list, const struct tensor_array *x,
                       const struct scalar *scalar, const struct tensor_array *out);
void list_foreach_unscale(struct l0_list *list, const struct tensor_array *scaledGrads,
                          int foundInf, int invScale);
void list_im2col_backward(struct l0_list *list, int gradOutput, const struct array *inputSize,
                          const struct array *kernelSize, const struct array *dilation,
                          const struct array *padding, const struct array *stride, int out);
void list_unfold_grad(struct l0_list *list, int gradOut, const struct array *inputSizes,
                      int64_t dim, int64_t size, int64_t step, int gradIn);
void list_repeat_interleave_grad(struct l0_list *list, int yGrad, int repeats, int64_t axis,
                                 int out);
void list_trans_matmul_weight(struct l0_list *list, int mmWeightRef);
void list_masked_select(struct l0_list *list, int self, int mask, int out);
void list_nonzero(struct l0_list *list, int self, int64_t columns, int out);

void list_inverse(struct l0_list *list, int self, int out);
void list_cholesky(struct l0_list *list, int self, bool upper, int out);
void list_slogdet(struct l0_list *list, int self, int signOut, int logOut);
/* What Svd finds beside the singular values: vectors, and those of the whole space. */
struct svd_attributes {
    bool is_full;
    bool has_vectors;
};
void list_svd(struct l0_list *list, int self, bool fullMatrices, bool computeUV, int sigma, int u,
              int v);
void list_linalg_qr(struct l0_list *list, int self, int64_t mode, int q, int r);
void list_qr(struct l0_list *list, int self, bool some, int q, int r);
void list_triangular_solve(struct l0_list *list, int self, int A, bool upper, bool transpose,
                           bool unitriangular, int xOut, int mOut);
void list_rrelu_with_noise(struct l0_list *list, int self, int noise, const struct scalar *lower,
                           const struct scalar *upper, bool training, int64_t seed, int64_t offset,
                           int out);
/* ---- Softmax and losses ---------------------------------------------------------------------- */

/* A formula over the folded dims of its first input; its output has the first one's shape. */
int list_over(struct l0_list *list, const struct l0_row *row, aclDataType type, const int *inputs,
              int count, int attribute_count, uint64_t folded);

void list_softmax(struct l0_list *list, int self, int64_t dim, int out);
void list_log_softmax(struct l0_list *list, int self, int64_t dim, int out);
void list_softmax_backward(struct l0_list *list, int gradOutput, int output, int64_t dim, int out);
void list_log_softmax_backward(struct l0_list *list, int gradOutput, int output, int64_t dim,
                               int out);
void list_loss(struct l0_list *list, const struct l0_row *row, const struct l0_row *joined,
               int self, int target, aclDataType promoted, int64_t reduction, int out);
void list_mse_loss(struct l0_list *list, int self, int target, aclDataType promoted,
                   int64_t reduction, int out);
void list_l1_loss(struct l0_list *list, int self, int target, aclDataType promoted,
                  int64_t reduction, int out);
void list_smooth_l1_loss(struct l0_list *list, int self, int target, aclDataType promoted,
                         int64_t reduction, double beta, int result);
void list_kl_div(struct l0_list *list, int self, int target, aclDataType promoted,
                 int64_t reduction, bool logTarget, int out);
void list_mse_loss_backward(struct l0_list *list, int gradOutput, int self, int target,
                            int64_t reduction, int out);
void list_loss_backward(struct l0_list *list, const struct l0_row *row, int gradOutput, int self,
                        int target, aclDataType promoted, int64_t reduction, int out);
void list_l1_loss_backward(struct l0_list *list, int gradOutput, int self, int target,
                           aclDataType promoted, int64_t reduction, int gradInput);
void list_smooth_l1_loss_backward(struct l0_list *list, int gradOut, int self, int target,
                                  aclDataType promoted, int64_t reduction, double beta,
                                  int gradInput);
void list_linalg_cross(struct l0_list *list, int self, int other, int64_t dim, int out);
void list_einsum(struct l0_list *list, const struct tensor_array *tensors, int output);
void list_logdet(struct l0_list *list, int self, int out);

/* ---- Folds ----------------------------------------------------------------------------------- */

void list_extreme(struct l0_list *list, const struct l0_row *row, int self, const struct array *dim,
                  bool keepDim, int out);
void list_extreme_or_whole(struct l0_list *list, const struct l0_row *row, int self,
                           const struct array *dims, bool keepDims, bool noop, int out);
void list_arg_max(struct l0_list *list, int self, int64_t dim, bool keepdim, int out);
void list_arg_min(struct l0_list *list, int self, int64_t dim, bool keepdim, int out);
void list_extreme_with_place(struct l0_list *list, const struct l0_row *row, int self, int64_t dim,
                             bool keepdim, int out, int indices);
void list_extreme_of_all(struct l0_list *list, const struct l0_row *row, int self, int out);
void list_all(struct l0_list *list, int self, const struct array *dim, bool keepdim, int out);
void list_any(struct l0_list *list, int self, const struct array *dim, bool keepdim, int out);
void list_mean(struct l0_list *list, int self, const struct array *dim, bool keepDim,
               aclDataType dtype, int out);
void list_mean_v2(struct l0_list *list, int self, const struct array *dim, bool keepDim,
                  bool noopWithEmptyAxes, int out);
void list_prod(struct l0_list *list, int self, aclDataType dtype, int out);
void list_prod_dim(struct l0_list *list, int self, int64_t dim, bool keepDim, aclDataType dtype,
                   int out);
void list_reduce_nansum(struct l0_list *list, int self, const struct array *dim, bool keepDim,
                        aclDataType dtype, int out);
void list_reduce_log_sum(struct l0_list *list, int data, const struct array *axes, bool keepDims,
                         bool noopWithEmptyAxes, int reduce);
void list_norm(struct l0_list *list, int self, const struct scalar *order, const struct array *dim,
               bool keepdim, int out);
void list_linalg_vector_norm(struct l0_list *list, int self, const struct scalar *order,
                             const struct array *dims, bool keepDims, int out);
void list_log_sum_exp(struct l0_list *list, int self, const struct array *dim, bool keepDim,
                      int out);

/* ---- Order ----------------------------------------------------------------------------------- */

void list_sort(struct l0_list *list, int self, bool stable, int64_t dim, bool descending,
               int values, int indices);
void list_argsort(struct l0_list *list, int self, int64_t dim, bool descending, int out);
void list_topk(struct l0_list *list, int self, int64_t k, int64_t dim, bool largest, bool sorted,
               int values, int indices);
void list_kthvalue(struct l0_list *list, int self, int64_t k, int64_t dim, int values, int indices);
void list_median_dim(struct l0_list *list, int self, int64_t dim, int values, int indices);
void list_nan_median_dim(struct l0_list *list, int self, int64_t dim, int values, int indices);
void list_median(struct l0_list *list, int self, int out);
void list_nan_median(struct l0_list *list, int self, int out);
/* ---- Norms ----------------------------------------------------------------------------------- */

void list_rms_norm(struct l0_list *list, int x, int gamma, double epsilon, int yOut, int rstdOut);
void list_add_rms_norm(struct l0_list *list, int x1, int x2, int gamma, double epsilon, int yOut,
                       int rstdOut, int xOut);
void list_rms_norm_grad(struct l0_list *list, int dy, int x, int rstd, int gamma, int dxOut,
                        int dgammaOut);
void list_layer_norm(struct l0_list *list, int input, const struct array *normalizedShape,
                     int weightOptional, int biasOptional, double eps, int out, int meanOutOptional,
                     int rstdOutOptional);
void list_layer_norm_backward(struct l0_list *list, int gradOut, int input,
                              const struct array *normalizedShape, int mean, int rstd,
                              int weightOptional, int gradInputOut, int gradWeightOut,
                              int gradBiasOut);
void list_batch_norm(struct l0_list *list, int input, int weight, int bias, int runningMean,
                     int runningVar, bool training, double momentum, double eps, int output,
                     int saveMean, int saveInvstd);
void list_batch_norm_backward(struct l0_list *list, int gradOut, int input, int weight,
                              int runningMean, int runningVar, int saveMean, int saveInvstd,
                              bool training, double eps, int gradInput, int gradWeight,
                              int gradBias);

void list_group_norm(struct l0_list *list, int self, int gamma, int beta, int64_t group, double eps,
                     int out, int meanOut, int rstdOut);
void list_group_norm_silu(struct l0_list *list, int self, int gamma, int beta, int64_t group,
                          double eps, bool activates, int out, int meanOut, int rstdOut);
void list_group_norm_swish(struct l0_list *list, int x, int gamma, int beta, int64_t numGroups,
                           double eps, bool activateSwish, double swishScale, int yOut, int meanOut,
                           int rstdOut);
void list_group_norm_backward(struct l0_list *list, int gradOut, int input, int mean, int rstd,
                              int gamma, int64_t N, int64_t C, int64_t HxW, int64_t group,
                              int gradInput, int gradGammaOut, int gradBetaOut);
void list_group_norm_swish_grad(struct l0_list *list, int dy, int mean, int rstd, int x, int gamma,
                                int beta, int64_t numGroups, double swishScale,
                                bool dgammaIsRequire, bool dbetaIsRequire, int dxOut, int dgammaOut,
                                int dbetaOut);

void list_gemma_rms_norm(struct l0_list *list, int x, int gamma, double epsilon, int yOut,
                         int rstdOut);
void list_add_layer_norm(struct l0_list *list, int x1, int x2, int gamma, int beta,
                         int biasOptional, double epsilon, bool additionalOutput, int yOut,
                         int meanOut, int rstdOut, int xOut);
void list_add_layer_norm_grad(struct l0_list *list, int dy, int x1, int x2, int rstd, int mean,
                              int gamma, int dsumOptional, int dxOut, int dgammaOut, int dbetaOut);
void list_deep_norm(struct l0_list *list, int x, int gx, int beta, int gamma, double alpha,
                    double epsilon, int meanOut, int rstdOut, int yOut);
void list_deep_norm_grad(struct l0_list *list, int dy, int x, int gx, int gamma, int mean, int rstd,
                         double alpha, int dxOut, int dgxOut, int dbetaOut, int dgammaOut);
void list_ada_layer_norm(struct l0_list *list, int x, int scale, int shift, int weightOptional,
                         int biasOptional, double epsilon, int out, int meanOutOptional,
                         int rstdOutOptional);
void list_ada_layer_norm_v1(struct l0_list *list, int x, int scale, int shift, int weightOptional,
                            int biasOptional, double epsilon, int out);
/* Operators of a batch norm by statistics that are given, dense: weight, bias, mean, variance; for
   the size alone. */
void list_launch_inference(struct l0_list *list, int x, const int dense[4], int output);
void list_batch_norm_stats(struct l0_list *list, int input, double eps, int mean, int invstd);
void list_batch_norm_elemt(struct l0_list *list, int input, int weight, int bias, int mean,
                           int invstd, int output);
void list_batch_norm_reduce_backward(struct l0_list *list, int gradOut, int input, int mean,
                                     int invstd, int weight, bool inputG, bool weightG, bool biasG,
                                     int sumDy, int sumDyXmu, int gradWeight, int gradBias);
void list_batch_norm_elemt_backward(struct l0_list *list, int gradOut, int input, int mean,
                                    int invstd, int weight, int sumDy, int sumDyXmu, int counter,
                                    int gradInput);
void list_batch_norm_gather_stats(struct l0_list *list, int input, int mean, int invstd,
                                  int runningMean, int runningVar, double momentum, double eps,
                                  int counts, int meanAll, int invstdAll);
void list_sync_batch_norm_gather_stats(struct l0_list *list, int totalSum, int totalSquareSum,
                                       int sampleCount, int mean, int variance, double momentum,
                                       double eps, int batchMean, int batchInvstd);
void list_renorm(struct l0_list *list, int self, const struct scalar *p, int64_t dim,
                 const struct scalar *maxNorm, int out);
void list_add_rms_norm_cast(struct l0_list *list, int x1, int x2, int gamma, double epsilon,
                            int y1Out, int y2Out, int rstdOut, int xOut);
void list_inplace_add_rms_norm(struct l0_list *list, int x1Ref, int x2Ref, int gamma,
                               double epsilon, int rstdOut);

void list_constant_pad(struct l0_list *list, int self, const struct array *pad,
                       const struct scalar *value, int out);
void list_reflection_pad(struct l0_list *list, int self, const struct array *padding, int out);
void list_replication_pad(struct l0_list *list, int self, const struct array *padding, int out);
void list_circular_pad(struct l0_list *list, int self, const struct array *padding, int out);

void list_embedding_bag(struct l0_list *list, int weight, int indices, int offsets,
                        bool scaleGradByFreq, int64_t mode, bool sparse, int perSampleWeights,
                        bool includeLastOffset, int64_t paddingIdx, int output, int offset2bag,
                        int bagSize, int maxIndices);
void list_embedding_renorm(struct l0_list *list, int selfRef, int indices, double maxNorm,
                           double normType);
void list_search_sorted(struct l0_list *list, int sortedSequence, int self, bool right, int sorter,
                        int out, aclDataType promoted);
void list_search_sorted_number(struct l0_list *list, int sortedSequence, const struct scalar *self,
                               bool right, int sorter, int out);
void list_bucketize(struct l0_list *list, int self, int boundaries, bool right, int out,
                    aclDataType promoted);
void list_histc(struct l0_list *list, int self, const struct scalar *min, const struct scalar *max,
                int out);
void list_bincount(struct l0_list *list, int self, int weights, int64_t minlength, int out);
void list_unique(struct l0_list *list, int self, bool sorted, bool returnInverse, int valueOut,
                 int inverseOut);
void list_unique2(struct l0_list *list, int self, bool sorted, bool returnInverse,
                  bool returnCounts, int valueOut, int inverseOut, int countsOut);
void list_unique_consecutive(struct l0_list *list, int self, bool returnInverse, bool returnCounts,
                             int64_t dim, int valueOut, int inverseOut, int countsOut);
void list_unique_dim(struct l0_list *list, int self, bool sorted, bool returnInverse, int64_t dim,
                     int valueOut, int inverseOut, int countsOut);
/* ---- Convolutions ---------------------------------------------------------------------------- */

void list_convolution(struct l0_list *list, int input, int weight, int bias,
                      const struct array *stride, const struct array *padding,
                      const struct array *dilation, bool transposed,
                      const struct array *outputPadding, int64_t groups, int output,
                      int64_t cubeMathType);
void list_convolution_backward(struct l0_list *list, int gradOutput, int input, int weight,
                               const struct array *biasSizes, const struct array *stride,
                               const struct array *padding, const struct array *dilation,
                               bool transposed, const struct array *outputPadding, int64_t groups,
                               const struct array *outputMask, int64_t cubeMathType, int gradInput,
                               int gradWeight, int gradBias);
/* ---- Attention: the parameters by their names ------------------------------------------------ */
void list_attention(struct l0_list *list, const struct call *call, const struct l0_row *row);
void list_attention_grad(struct l0_list *list, const struct call *call, const struct l0_row *row);
void list_attention_inferred(struct l0_list *list, const struct call *call,
                             const struct l0_row *row);
/* ---- Variances, traces, smallest and largest: variance.c ------------------------------------- */

void list_var(struct l0_list *list, int self, const struct array *dim, bool unbiased, bool keepdim,
              int out);
void list_var_correction(struct l0_list *list, int self, const struct array *dim,
                         int64_t correction, bool keepdim, int out);
void list_var_mean(struct l0_list *list, int self, const struct array *dim, int64_t correction,
                   bool keepdim, int varOut, int meanOut);
void list_std(struct l0_list *list, int self, const struct array *dim, int64_t correction,
              bool keepdim, int out);
void list_std_mean_correction(struct l0_list *list, int self, const struct array *dim,
                              int64_t correction, bool keepdim, int stdOut, int meanOut);
void list_trace(struct l0_list *list, int self, int out);
void list_aminmax(struct l0_list *list, int self, const struct array *dim, bool keepDim, int minOut,
                  int maxOut);
void list_aminmax_dim(struct l0_list *list, int self, int64_t dim, bool keepDim, int minOut,
                      int maxOut);
void list_aminmax_all(struct l0_list *list, int self, int minOut, int maxOut);

/* ---- Scans: scan.c --------------------------------------------------------------------------- */

void list_cumsum(struct l0_list *list, int self, int64_t dim, int out);
void list_cumsum_v2(struct l0_list *list, int self, int64_t dim, bool exclusive, bool reverse,
                    int out);
void list_cumprod(struct l0_list *list, int input, const struct scalar *dim, int out);
void list_inplace_cumprod(struct l0_list *list, int input, const struct scalar *dim);
void list_cummax(struct l0_list *list, int self, int64_t dim, int valuesOut, int indicesOut);
void list_cummin(struct l0_list *list, int self, int64_t dim, int valuesOut, int indicesOut);
/* The places of a mask as int64, a row for each of its dimensions, and how many there are. */
int list_mask_places(struct l0_list *list, int mask, int *count);
/* The steps that put values at the places of a mask over the first dimensions, entry of a list. */
void list_mask_put(struct l0_list *list, int32_t entry, int self, int mask, int values, int out);
void list_index(struct l0_list *list, int self, const struct tensor_array *indices, int out);
void list_index_put(struct l0_list *list, int selfRef, const struct tensor_array *indices,
                    int values, int64_t accumulate, int64_t unsafe);
void list_gather_nd(struct l0_list *list, int self, int indices, int64_t from_end, int out);
void list_reflection_pad_backward(struct l0_list *list, int gradOutput, int self,
                                  const struct array *padding, int gradInput);
void list_replication_pad_backward(struct l0_list *list, int gradOutput, int self,
                                   const struct array *padding, int gradInput);
void list_circular_pad_backward(struct l0_list *list, int gradOutput, int self,
                                const struct array *padding, int gradInput);
/* ---- Losses of classes ----------------------------------------------------------------------- */

void list_nll_loss(struct l0_list *list, int self, int target, int weight, int64_t reduction,
                   int64_t ignoreIndex, int out, int totalWeightOut);
void list_nll_loss_backward(struct l0_list *list, int gradOutput, int self, int target, int weight,
                            int64_t reduction, int64_t ignoreIndex, int totalWeight, int out);
void list_binary_cross_entropy(struct l0_list *list, int self, int target, int weight,
                               int64_t reduction, int out);
void list_binary_cross_entropy_backward(struct l0_list *list, int gradOutput, int self, int target,
                                        int weightOptional, aclDataType promoted, int64_t reduction,
                                        int out);
void list_binary_cross_entropy_with_logits(struct l0_list *list, int self, int target,
                                           int weightOptional, int posWeightOptional,
                                           int64_t reduction, int out);
void list_binary_cross_entropy_with_logits_backward(struct l0_list *list, int gradOutput, int self,
                                                    int target, int weightOptional,
                                                    int posWeightOptional, aclDataType promoted,
                                                    int64_t reduction, int out);
void list_kl_div_backward(struct l0_list *list, int gradOutput, int self, int target,
                          int64_t reduction, bool logTarget, int out);
void list_softmax_cross_entropy_with_logits(struct l0_list *list, int features, int labels,
                                            int loss, int backprop);
void list_cross_entropy_loss(struct l0_list *list, int input, int target, int weightOptional,
                             const char *reductionOptional, int64_t ignoreIndex,
                             double labelSmoothing, int lossOut, int logProbOut, int zlossOut,
                             int lseForZlossOut);
void list_cross_entropy_loss_grad(struct l0_list *list, int gradLoss, int logProb, int target,
                                  int weightOptional, const char *reductionOptional,
                                  int64_t ignoreIndex, double labelSmoothing, int out);
void list_binary_cross_entropy_with_logits_target_backward(struct l0_list *list, int gradOutput,
                                                           int self, int target, int weightOptional,
                                                           int posWeightOptional,
                                                           aclDataType promoted, int64_t reduction,
                                                           int gradTarget);
void list_kl_div_target_backward(struct l0_list *list, int gradOutput, int self, int target,
                                 int64_t reduction, bool logTarget, int gradTarget);
void list_mse_loss_out(struct l0_list *list, int self, int target, aclDataType promoted,
                       int64_t reduction, int out);
void list_scaled_masked_softmax(struct l0_list *list, int x, int mask, double scale, int y);
void list_scaled_masked_softmax_backward(struct l0_list *list, int gradOutput, int y, int mask,
                                         double scale, int out);
void list_ctc_loss(struct l0_list *list, int logProbs, int targets,
                   const struct array *inputLengths, const struct array *targetLengths,
                   int64_t blank, bool zeroInfinity, int negLogLikelihoodOut, int logAlphaOut);
void list_ctc_loss_backward(struct l0_list *list, int gradOut, int logProbs, int targets,
                            const struct array *inputLengths, const struct array *targetLengths,
                            int negLogLikelihood, int logAlpha, int64_t blank, bool zeroInfinity,
                            int out);
void list_multilabel_margin_loss(struct l0_list *list, int self, int target, int64_t reduction,
                                 int out, int isTarget);

/* ---- Rotary position embedding --------------------------------------------------------------- */
void list_rotary(struct l0_list *list, const struct l0_row *row, int x, int cosines, int sines,
                 int64_t mode, int out);
void list_rotary_grad(struct l0_list *list, int dy, int cosines, int sines, int x, int64_t mode,
                      int dx, int dcos, int dsin);
void list_rotated_pair(struct l0_list *list, int query, int key, int cosines, int sines);
void list_rotated_pair_by(struct l0_list *list, int query, int key, int cosines, int sines,
                          const char *mode);
void list_conv_depthwise2d(struct l0_list *list, int self, int weight, int bias,
                           const struct array *stride, const struct array *padding,
                           const struct array *dilation, int out, int64_t cubeMathType);
void list_conv_tbc(struct l0_list *list, int self, int weight, int bias, int64_t pad, int output,
                   int64_t cubeMathType);
void list_conv_tbc_backward(struct l0_list *list, int self, int input, int weight, int bias,
                            int64_t pad, int64_t cubeMathType, int gradInput, int gradWeight,
                            int gradBias);

void list_avg_pool2d(struct l0_list *list, int self, const struct array *kernelSize,
                     const struct array *strides, const struct array *paddings, bool ceilMode,
                     bool countIncludePad, int64_t divisorOverride, int64_t cubeMathType, int out);
void list_avg_pool2d_backward(struct l0_list *list, int gradOutput, int self,
                              const struct array *kernelSize, const struct array *stride,
                              const struct array *padding, bool ceilMode, bool countIncludePad,
                              int64_t divisorOverride, int64_t cubeMathType, int gradInput);
void list_avg_pool3d(struct l0_list *list, int self, const struct array *kernelSize,
                     const struct array *stride, const struct array *padding, bool ceilMode,
                     bool countIncludePad, int64_t divisorOverride, int out);
void list_avg_pool3d_backward(struct l0_list *list, int gradOutput, int self,
                              const struct array *kernelSize, const struct array *stride,
                              const struct array *padding, bool countIncludePad,
                              int64_t divisorOverride, int output);
void list_adaptive_avg_pool(struct l0_list *list, int self, int out, int64_t spatial);
void list_adaptive_avg_pool_backward(struct l0_list *list, int gradOutput, int self, int out,
                                     int64_t spatial);
void list_max_pool(struct l0_list *list, int self, const struct array *kernelShape,
                   const struct array *strides, const struct array *pads, int out);
void list_max_pool_with_indices(struct l0_list *list, int self, const struct array *kernelSize,
                                const struct array *stride, const struct array *padding,
                                const struct array *dilation, int out, int indices,
                                int64_t spatial);
void list_max_pool2d_with_mask(struct l0_list *list, int self, const struct array *kernelSize,
                               const struct array *stride, const struct array *padding,
                               const struct array *dilation, int out, int indices);
void list_max_pool_with_indices_backward(struct l0_list *list, int gradOutput, int self,
                                         int indices, const struct array *kernelSize,
                                         const struct array *stride, const struct array *padding,
                                         const struct array *dilation, int gradInput,
                                         int64_t spatial);
void list_max_pool2d_with_mask_backward(struct l0_list *list, int gradOutput, int self, int indices,
                                        const struct array *kernelSize, const struct array *stride,
                                        const struct array *padding, const struct array *dilation,
                                        int gradInput);
/* ---- Optimizers: optimizer.c ----------------------------------------------------------------- */

void list_apply_adam_w_v2(struct l0_list *list, int varRef, int mRef, int vRef,
                          int maxGradNormOptionalRef, int grad, int step, double lr, double beta1,
                          double beta2, double weightDecay, double eps, bool amsgrad,
                          bool maximize);
void list_apply_adam_w(struct l0_list *list, int varRef, int mRef, int vRef, int beta1Power,
                       int beta2Power, int lr, int weightDecay, int beta1, int beta2, int eps,
                       int grad, int maxGradNormOptional, bool amsgrad, bool maximize);
void list_apply_adam(struct l0_list *list, int varRef, int m, int v, int beta1Power, int beta2Power,
                     int lr, int beta1, int beta2, int epsilon, int grad, bool useLocking,
                     bool useNesterov);
void list_fused_adamw(struct l0_list *list, const struct tensor_array *paramsRef,
                      const struct tensor_array *grads, const struct tensor_array *expAvgsRef,
                      const struct tensor_array *expAvgSqsRef,
                      const struct tensor_array *maxExpAvgSqsRef,
                      const struct tensor_array *stateSteps, int gradScaleOptional,
                      int foundInfOptional, double lr, double beta1, double beta2,
                      double weightDecay, double eps, bool amsgrad, bool maximize);
void list_fused_sgd(struct l0_list *list, const struct tensor_array *paramsRef,
                    const struct tensor_array *gradsRef,
                    const struct tensor_array *momentumBufferListOptionalRef, int gradScaleOptional,
                    double weightDecay, double momentum, double lr, double dampening, bool nesterov,
                    bool maximize, bool isFirstStep);
void list_amp_update_scale(struct l0_list *list, int currentScale, int growthTracker, int foundInf,
                           double growthFactor, double backoffFactor, int64_t growthInterval,
                           int updatedScale, int updatedGrowthTracker);
void list_masked_scatter(struct l0_list *list, int selfRef, int mask, int source);
void list_index_fill(struct l0_list *list, int self, int64_t dim, int index,
                     const struct scalar *value, int out, int64_t in_place);
void list_index_add_v2(struct l0_list *list, int self, int64_t dim, int index, int source,
                       const struct scalar *alpha, int64_t mode, int out);
void list_scatter_reduce(struct l0_list *list, int self, int64_t dim, int index, int src,
                         int64_t reduce, int64_t includeSelf, int out);
void list_scatter_nd(struct l0_list *list, int data, int indices, int updates, int out);
void list_scatter_nd_update(struct l0_list *list, int varRef, int indices, int updates);
void list_scatter_slices(struct l0_list *list, const struct l0_row *row, int varRef, int indices,
                         int updates, int64_t useLocking);
void list_tf_scatter_add(struct l0_list *list, int varRef, int indices, int updates);
void list_put(struct l0_list *list, int selfRef, int index, int source, int64_t accumulate);
void list_scatter_list(struct l0_list *list, const struct tensor_array *varRef, int indice,
                       int updates, int maskOptional, int64_t axis);
void list_scatter_slots(struct l0_list *list, int data, int indices, int updates, int64_t axis);

void list_upsample_nearest1d(struct l0_list *list, int self, double scale, int64_t exact, int out);
void list_upsample_nearest2d(struct l0_list *list, int self, double scalesH, double scalesW,
                             int64_t exact, int out);
void list_upsample_nearest3d(struct l0_list *list, int self, double scalesD, double scalesH,
                             double scalesW, int64_t exact, int out);
void list_upsample_nearest1d_backward(struct l0_list *list, int gradOut, double scales,
                                      int64_t exact, int out);
void list_upsample_nearest2d_backward(struct l0_list *list, int gradOut, double scalesH,
                                      double scalesW, int64_t exact, int gradInput);
void list_upsample_nearest3d_backward(struct l0_list *list, int gradOut, double scalesD,
                                      double scalesH, double scalesW, int64_t exact, int gradInput);

void list_upsample_linear1d(struct l0_list *list, int self, int64_t corners, double scale, int out);
void list_upsample_linear1d_backward(struct l0_list *list, int gradOut, int64_t corners,
                                     double scales, int out);
void list_upsample_bilinear2d(struct l0_list *list, int self, int64_t corners, double scalesH,
                              double scalesW, int out);
void list_upsample_bilinear2d_backward(struct l0_list *list, int gradOut, int64_t corners,
                                       double scalesH, double scalesW, int out);
void list_upsample_bilinear2d_backward_v2(struct l0_list *list, int gradOut, int64_t corners,
                                          double scalesH, double scalesW, int out);
void list_upsample_bicubic2d(struct l0_list *list, int self, int64_t corners, double scalesH,
                             double scalesW, int out);
void list_upsample_bicubic2d_backward(struct l0_list *list, int gradOut, int64_t corners,
                                      double scalesH, double scalesW, int gradInput);
void list_upsample_trilinear3d(struct l0_list *list, int self, int64_t corners, double scalesD,
                               double scalesH, double scalesW, int out);
void list_upsample_trilinear3d_backward(struct l0_list *list, int gradOut, int64_t corners,
                                        double scalesD, double scalesH, double scalesW,
                                        int gradInput);
/* ---- Recurrent networks: lstm_cell.c, recurrent_lists.c ---------------------------------------
 */

void list_lstm_cell(struct l0_list *list, int inputGates, int hiddenGates, int cx, int inputBias,
                    int hiddenBias, int hyOut, int cyOut, int storageOut);
void list_lstm_cell_backward(struct l0_list *list, int gradHy, int gradC, int cx, int cy,
                             int storage, bool hasBias, int gradGatesOut, int gradCxOut,
                             int gradBiasOut);
void list_recurrent(struct l0_list *list, const struct call *call, const struct l0_row *row);

/* ---- Products with quantised weights --------------------------------------------------------- */
void list_adaptive_max_pool(struct l0_list *list, int self, int out, int indices, int64_t spatial);
void list_adaptive_max_pool_backward(struct l0_list *list, int gradOutput, int self, int indices,
                                     int gradInput, int64_t spatial);
void list_adaptive_avg_pool3d_backward(struct l0_list *list, int gradOutput, int self, int out);
void list_max_unpool(struct l0_list *list, int self, int indices, int out, int64_t spatial);
void list_max_unpool_backward(struct l0_list *list, int gradOutput, int indices, int out,
                              int64_t spatial);
void list_batch_norm_reduce(struct l0_list *list, int x, int sum, int squareSum);
void list_transform_qkv(struct l0_list *list, int qkv, int qkvBias, int qOut, int kOut, int vOut);
void list_grid_sample_gradient(struct l0_list *list, const struct l0_row *row, int gradOutput,
                               int input, int grid, int64_t interpolation, int64_t padding,
                               bool corners, const struct array *outputMask, int inputGrad,
                               int gridGrad, int64_t spatial);
void list_grid_sample(struct l0_list *list, const struct l0_row *row, int input, int grid,
                      int64_t interpolation, int64_t padding, bool corners, int out,
                      int64_t spatial);
void list_top_k_top_p(struct l0_list *list, int logits, int p, int k, int out);
void list_cdist(struct l0_list *list, int x1, int x2, double p, int out);
void list_cdist_backward(struct l0_list *list, int grad, int x1, int x2, int cdist, double p,
                         int out);
void list_pdist(struct l0_list *list, int self, double p, int out);
void list_pdist_forward(struct l0_list *list, int self, const struct scalar *pScalar, int out);
void list_npu_format_cast(struct l0_list *list, int srcTensor, int dstTensor);
void list_weight_quant_product(struct l0_list *list, int x, int weight, int scale, int offset,
                               int quant_scale, int quant_offset, int bias, int group, int y);
void list_affine_grid(struct l0_list *list, const struct l0_row *row, int theta,
                      const struct array *size, int64_t corners, int out);
void list_upsample_bilinear2d_area(struct l0_list *list, const struct l0_row *row, int from,
                                   int64_t corners, double scalesH, double scalesW,
                                   int64_t is_gradient, int to);
void list_upsample_bicubic2d_area(struct l0_list *list, const struct l0_row *row, int from,
                                  int64_t corners, double scalesH, double scalesW,
                                  int64_t is_gradient, int to);

/* ---- Products whose kernels do more: fused_product.c ------------------------------------------
 */
void list_turned_product(struct l0_list *list, int x1, int x2, int scale,
                         const struct array *permX1, const struct array *permX2, int64_t mode,
                         int64_t factor, int out);
void list_fused_product(struct l0_list *list, int x1, int x2, int bias, int x3, const char *text,
                        int64_t mode, int y);

/* ---- Products of groups, the parameters by their names: grouped_product.c ----------------------
 */
void list_grouped_product(struct l0_list *list, const struct call *call);

/* ---- Pools of whole planes, angles by position: global_pool.c, rope_cache.c --------------------
 */
void list_global_average(struct l0_list *list, int self, int out);
void list_global_maximum(struct l0_list *list, int self, int out);
void list_rope_cache(struct l0_list *list, int positions, int query, int key, int cache,
                     const struct array *sections, int64_t head, bool is_neox, int query_out,
                     int key_out);

void list_resize(struct l0_list *list, int self, const char *mode, int out);

#endif
