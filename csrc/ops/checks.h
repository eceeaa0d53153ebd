/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks: what phase one asks of its operands. A check is a function of the call and of what it is
 * about; it gives ACLNN_SUCCESS, or reports what is wrong and gives CANN's status (161002 where
 * nothing else is said). The "checks" of a declaration name them in CANN's order, without "check_";
 * checks.toml has the sentence of each for the header.
 *
 * Operands are parameters by position, or CALL_PROMOTED where a data type is asked for. A parameter
 * that is NULL is passed over: check_given comes first where it may not be.
 */
#ifndef ACLNN_PY_OPS_CHECKS_H
#define ACLNN_PY_OPS_CHECKS_H

#include "executor/call.h"

/* In place of a parameter: the type that the call computes in, call->promoted. */
#define CALL_PROMOTED (-1)

/* Data types by architecture (enum l0_architecture): bit t is data type t. */
struct type_set {
    uint64_t types[3];
};

/* The data type of a tensor, a scalar, a list's first member, a parameter that is one, or promoted.
 */
aclDataType call_type(const struct call *call, int operand);

/* A parameter's name, as the vendor's prototype has it. */
const char *call_name(const struct call *call, int operand);

/* 161002: the shape of a tensor, and what is required of it. */
aclnnStatus call_refuse_shape(const struct call *call, int tensor, const char *required);

/* ---- What is there --------------------------------------------------------------------------- */

/* 161001: NULL. */
aclnnStatus check_given(struct call *call, int parameter);

/* 561103: NULL, in calls whose op_api says so. */
aclnnStatus check_given_inner(struct call *call, int parameter);

/* 161002: NULL. */
aclnnStatus check_required(struct call *call, int parameter);

/* 161001: all of them NULL. */
aclnnStatus check_given_any(struct call *call, const int *parameters, int count);

/* The product has the operator: not on this architecture (enum soc_architecture). */
aclnnStatus check_not_on(struct call *call, int architecture);

/* The same with 561103, where the list is what fails. */
aclnnStatus check_not_on_inner(struct call *call, int architecture);

/* Not refused: an operand without elements means that there is nothing to do, and ends the checks.
 */
aclnnStatus check_empty(struct call *call, int tensor);
aclnnStatus check_empty_list(struct call *call, int list);

/* ---- Data types ------------------------------------------------------------------------------ */

aclnnStatus check_types(struct call *call, int operand, const struct type_set *allowed);

/* check_types where the tensor has no elements, which makes the call a fill. */
aclnnStatus check_types_if_empty(struct call *call, int tensor, int operand,
                                 const struct type_set *allowed);

/* check_types where the tensor is not floating, which else gives the operand its type. */
aclnnStatus check_types_beside_integer(struct call *call, int operand, int tensor,
                                       const struct type_set *allowed);
aclnnStatus check_not_type(struct call *call, int operand, int type);
aclnnStatus check_not_type_inner(struct call *call, int operand, int type); /* 561103 */

/* 207000: CANN computes these and this library does not; behind all of the vendor's checks. */
aclnnStatus check_kernel_types(struct call *call, int operand, const struct type_set *allowed);
aclnnStatus check_refused(struct call *call, int operand, const struct type_set *refused);
aclnnStatus check_same_type(struct call *call, int operand, int other);

/* All that are given have a common type, which becomes call->promoted (abi.md, section 2.9, is its
 * table). */
aclnnStatus check_promote(struct call *call, const int *operands, int count);

/* The same of two tensors; on Ascend950 one without dimensions counts as a number beside another.
 */
aclnnStatus check_promote_by_rank(struct call *call, int a, int b);

/* What a tensor computes in beside a number on Ascend950 (promotion.h) becomes call->promoted. */
aclnnStatus check_promote_number(struct call *call, int tensor, int number);

/* call->promoted is float32 for integers and bool, and the operand's own type otherwise. */
aclnnStatus check_compute_in_float(struct call *call, int operand);

/* call->promoted is the operand's own type. */
aclnnStatus check_compute_in_own(struct call *call, int operand);

/* From one type to the other: neither complex to real, float to integer, nor number to bool. */
aclnnStatus check_cast(struct call *call, int from, int to);

/* A scalar that multiplies numbers of call->promoted: like check_cast, any integer for bool. */
aclnnStatus check_factor(struct call *call, int scalar);

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* Dimensions of a tensor or of every member of a list; none is negative, the bytes fit 63 bits. */
aclnnStatus check_rank(struct call *call, int operand, int lowest, int highest);

/* The same for each tensor, if one of them is not dense. */
aclnnStatus check_strided_rank(struct call *call, const int *tensors, int count, int highest);
aclnnStatus check_matrix(struct call *call, int operand); /* of two dimensions */
aclnnStatus check_same_shape(struct call *call, int tensor, int other);

/* out has the shape that all tensors that are given broadcast to. */
aclnnStatus check_broadcast(struct call *call, const int *tensors, int count, int out);
aclnnStatus check_broadcast_count(struct call *call, int a, int b, int out);
aclnnStatus check_broadcast_inner(struct call *call, const int *tensors, int count,
                                  int out); /* 561103 */

/* Every entry of the array names another dimension of the tensor; -1 is the last. */
aclnnStatus check_dims(struct call *call, int tensor, int array);

/* out is what is left when the dimensions are folded; any one element will do for one. */
aclnnStatus check_reduced_shape(struct call *call, int tensor, int array, int keep, int out);

/* A layout private to the device, in a tensor or a member of a list. */
aclnnStatus check_format(struct call *call, int operand);

/* Both have one storage format. */
aclnnStatus check_same_format(struct call *call, int tensor, int other);
aclnnStatus check_kept_format(struct call *call, int tensor, int out);
aclnnStatus check_kept_format_of(struct call *call, int tensor, int out, int operand,
                                 const struct type_set *kept);
aclnnStatus check_copied_format(struct call *call, int tensor, int out);
aclnnStatus check_kept_format_of_dims(struct call *call, int tensor, int out);
aclnnStatus check_kept_if_widest(struct call *call, int tensor, int other, int out);

/* ---- Lists of tensors ------------------------------------------------------------------------ */

/* 161001: not as many members. */
aclnnStatus check_same_count(struct call *call, int list, int other);

/* The type of the first member is allowed. */
aclnnStatus check_list_types(struct call *call, int list, const struct type_set *allowed);

/* 161002 unless a tensor has these dims; with one_will_do any one element will do for one. The
   words say where the dims come from. */
aclnnStatus call_shape_is(const struct call *call, int tensor, const int64_t *dims, int32_t rank,
                          bool one_will_do, const char *words);

/* The same of a member of a list. */
aclnnStatus call_member_shape_is(const struct call *call, int list, uint64_t member,
                                 const int64_t *dims, int32_t rank, bool one_will_do,
                                 const char *words);

/* 161002 unless dim is a dimension of a tensor with so many, or of none, which has one. */
aclnnStatus call_dim_is_in(const struct call *call, int dim, int64_t rank);

/* ---- Of one family: each in the file of its name --------------------------------------------- */

aclnnStatus check_angle_type(struct call *call, int x, int out);
aclnnStatus check_compute_in_out(struct call *call, int self, int out);
aclnnStatus check_compute_bfloat16_in_float(struct call *call, int operand);
aclnnStatus check_sign_type(struct call *call, int tensor, int out);
aclnnStatus check_part_type(struct call *call, int self, int out);
aclnnStatus check_promote_adds(struct call *call, int self, int other, int alpha, int out);
aclnnStatus check_promote_rsubs(struct call *call, int self, int other, int alpha);
aclnnStatus check_promote_add_v3(struct call *call, int self, int other, int out);
aclnnStatus check_promote_muls(struct call *call, int self, int other, int out);
aclnnStatus check_promote_div(struct call *call, int self, int other, int out);
aclnnStatus check_promote_divs(struct call *call, int self, int other, int out);
aclnnStatus check_promote_div_mod(struct call *call, int self, int other, int mode, int out);
aclnnStatus check_promote_div_mods(struct call *call, int self, int other, int mode, int out);
aclnnStatus check_division_mode(struct call *call, int mode);
aclnnStatus check_division_of_complex(struct call *call, int mode);
aclnnStatus check_promote_floor_divide(struct call *call, int self, int other, int out);
aclnnStatus check_promote_floor_divides(struct call *call, int self, int other, int out);
aclnnStatus check_promote_extreme(struct call *call, int self, int other, int out);
aclnnStatus check_promote_to_float(struct call *call, int a, int b);
aclnnStatus check_promote_to_single(struct call *call, int a, int b);
aclnnStatus check_promote_power(struct call *call, int self, int exponent, int out);
aclnnStatus check_promote_power_of_number(struct call *call, int self, int exponent, int out);
aclnnStatus check_two_bools(struct call *call, int self, int exponent);
aclnnStatus check_exponent(struct call *call, int exponent);
aclnnStatus check_promote_fmod(struct call *call, int self, int other);
aclnnStatus check_promote_remainder(struct call *call, int self, int number);
aclnnStatus check_promote_remainder_of_number(struct call *call, int number, int other, int out);
aclnnStatus check_remainder_shape(struct call *call, int self, int other, int out);
aclnnStatus check_promote_clamp(struct call *call, int self, int low, int high, int out);
aclnnStatus check_selected_shape(struct call *call, int self, int dim, int index, int out);
aclnnStatus check_bool_in(struct call *call, int type);
aclnnStatus check_promote_keeping(struct call *call, int tensor, int number);
aclnnStatus check_promote_exactly(struct call *call, int tensor, int number);
aclnnStatus check_promote_floating(struct call *call, int tensor, int number);
aclnnStatus check_promote_single(struct call *call, int tensor, int number);
aclnnStatus check_promote_elements(struct call *call, int number, int tensor);
aclnnStatus check_promote_narrowed(struct call *call, int tensor, int number);
aclnnStatus check_vector_of_one(struct call *call, int tensor);
/* Contiguous, where another has this type. */
aclnnStatus check_contiguous_for(struct call *call, int tensor, int other, int type);
aclnnStatus check_written_as(struct call *call, int tensor, int type);
aclnnStatus check_tiled_rank(struct call *call, int tensor, int highest);
aclnnStatus check_complex_rank(struct call *call, int tensor, int highest);
aclnnStatus check_sign_bits(struct call *call, int self, int size, int out, int bits);
aclnnStatus check_same_type_inner(struct call *call, int operand, int other);
aclnnStatus check_repeats_fit(struct call *call, int self, int repeats);
aclnnStatus check_repeats_fit_dim(struct call *call, int self, int repeats, int dim);
aclnnStatus check_empty_repeats(struct call *call, int self, int repeats, int out);
aclnnStatus check_some_repeats(struct call *call, int repeats);
aclnnStatus check_repeated_dim(struct call *call, int self, int dim);
aclnnStatus check_nothing_interleaved(struct call *call, int self, int size);
aclnnStatus check_interleaved_row(struct call *call, int self, int repeats, int size, int out);
aclnnStatus check_interleaved_shape(struct call *call, int self, int dim, int size, int out);
aclnnStatus check_interleaved_times(struct call *call, int self, int repeats, int size, int out);
aclnnStatus check_interleaved_dim_times(struct call *call, int self, int repeats, int dim, int size,
                                        int out);
aclnnStatus check_times(struct call *call, int repeats);
aclnnStatus check_row_or_empty(struct call *call, int repeats);
aclnnStatus check_output_row(struct call *call, int size, int out);
aclnnStatus check_window_rank(struct call *call, int self);
aclnnStatus check_windows(struct call *call, int self, int kernel, int dilation, int padding,
                          int stride, int out);
aclnnStatus check_joined(struct call *call, int list);
aclnnStatus check_members_given(struct call *call, int list);
aclnnStatus check_member_types(struct call *call, int list, const struct type_set *allowed);

/* The same of the members that have elements. */
aclnnStatus check_types_of_filled_members(struct call *call, int list,
                                          const struct type_set *allowed);
aclnnStatus check_same_member_types(struct call *call, int list);
aclnnStatus check_summands(struct call *call, int list);
aclnnStatus check_promote_list(struct call *call, int list);
aclnnStatus check_joined_formats(struct call *call, int list, int out);
aclnnStatus check_joined_shape(struct call *call, int list, int dim, int out);
aclnnStatus check_stacked_shape(struct call *call, int list, int dim, int out);
aclnnStatus check_sections(struct call *call, int self, int sections, int dim, int out);
aclnnStatus check_split_sizes(struct call *call, int self, int sizes, int dim, int out);
aclnnStatus check_groups(struct call *call, int self, int groups);
aclnnStatus check_matrices(struct call *call, int tensor);
aclnnStatus check_permuted_shape(struct call *call, int self, int dims, int out);
aclnnStatus check_roll(struct call *call, int x, int shifts, int dims);
aclnnStatus check_roll_dims(struct call *call, int x, int dims);
aclnnStatus check_flattened_shape(struct call *call, int self, int axis, int out);
aclnnStatus check_sliced_shape(struct call *call, int self, int dim, int start, int end, int step,
                               int out);
aclnnStatus check_sliced_shape_v2(struct call *call, int self, int starts, int ends, int axes,
                                  int steps, int out);
aclnnStatus check_expanded_shape(struct call *call, int self, int size, int out);
aclnnStatus check_repeats(struct call *call, int self, int repeats);
aclnnStatus check_nothing_repeated(struct call *call, int self, int repeats, int out);
aclnnStatus check_repeated_shape(struct call *call, int self, int repeats, int out);
aclnnStatus check_no_diagonal(struct call *call, int self, int diagonal);
aclnnStatus check_diagonal_shape(struct call *call, int self, int diagonal, int out);
aclnnStatus check_diag_flat_shape(struct call *call, int self, int diagonal, int out);
aclnnStatus check_foreach_scalar(struct call *call, int list, int scalar);

/* The same, where the kernels of no product take float32 beside float16. */
aclnnStatus check_foreach_factor(struct call *call, int list, int factor);

/* The number in a tensor has the type that the kernel takes beside the members. */
aclnnStatus check_foreach_tensor(struct call *call, int list, int factor);

/* As many real numbers as members; 561002: more or fewer. */
aclnnStatus check_foreach_scalars(struct call *call, int list, int scalars);

/* A number of another type than the members is within what these can hold. */
aclnnStatus check_foreach_bound(struct call *call, int list, int scalar);

/* 561002: not one element. Phase two of calls that CANN writes asks it, where there is none. */
aclnnStatus check_foreach_element(struct call *call, int tensor);

/* 561002: not an element for each member. Phase two of calls that CANN writes asks it, too few. */
aclnnStatus check_foreach_elements(struct call *call, int list, int tensor);
aclnnStatus admit_foreach_element(const struct call *call);
aclnnStatus admit_foreach_elements(const struct call *call);

/*
 * Members of one type and of 0 to 8 dimensions; and those of another list like them, as many, of
 * the same shapes. 561002 for calls that CANN generates.
 */
aclnnStatus check_members(struct call *call, int list);
aclnnStatus check_members_alike(struct call *call, int list, int other);

/* The same for a copy: float32 and the halves may become each other, and shapes differ. */
aclnnStatus check_members_copied(struct call *call, int list, int other);
aclnnStatus check_cube_math_type(struct call *call, int self, int mat2, int mode);

/* Not 4: sums of a product and something else have no groups on Ascend910. */
aclnnStatus check_cube_math_groups(struct call *call, int mode);
aclnnStatus check_product_shape(struct call *call, int self, int mat2, int out);

/* Vectors, matrices and batches that NumPy multiplies; nothing to do where out is empty too; out
   has as many elements as the product (561103). */
aclnnStatus check_multiplied(struct call *call, int self, int mat2);
aclnnStatus check_no_product(struct call *call, int self, int mat2, int out);
aclnnStatus check_takes_product(struct call *call, int self, int mat2, int out);
aclnnStatus check_batch_product(struct call *call, int self, int mat2, int out);

/* Sums of a product and something that broadcasts to it; nothing to do where they are empty. */
aclnnStatus check_sum_with_product(struct call *call, int self, int mat1, int mat2, int out);
aclnnStatus check_gemm(struct call *call, int A, int B, int C, int transA, int transB, int out);
aclnnStatus check_sum_with_batches(struct call *call, int self, int batch1, int batch2, int out);
aclnnStatus check_sum_with_all_batches(struct call *call, int self, int batch1, int batch2,
                                       int out);

/* The type of a vector, unless the matrix is empty. */
aclnnStatus check_same_type_of_matrix(struct call *call, int self, int vec);
aclnnStatus check_matrix_by_vector(struct call *call, int self, int vec, int out);
aclnnStatus check_promote_addmv(struct call *call, int self, int mat, int vec, int alpha, int beta);
aclnnStatus check_sum_with_vector(struct call *call, int self, int mat, int vec, int alpha,
                                  int out);
aclnnStatus check_inner_product(struct call *call, int self, int tensor, int out);
aclnnStatus check_outer_product(struct call *call, int self, int vec2, int out);
aclnnStatus check_addr_factors(struct call *call, int self, int vec1, int vec2, int beta,
                               int alpha);
aclnnStatus check_sum_with_outer_product(struct call *call, int self, int vec1, int vec2, int out);
aclnnStatus check_not_negative(struct call *call, int scalar);
/* The same where the flag is set. */
aclnnStatus check_not_negative_of_result(struct call *call, int scalar, int flag);
/* Tensors of int64 are compared with 0 only. */
aclnnStatus check_threshold_of_int64(struct call *call, int tensor, int threshold);
aclnnStatus check_not_zero(struct call *call, int scalar);
/* A scalar, where one is given, that converts to a type. */
aclnnStatus check_casts(struct call *call, int scalar, int type);
/* In the kind of the first: two integers, or two floats. */
aclnnStatus check_ordered(struct call *call, int lower, int upper);
aclnnStatus check_approximate(struct call *call, int text);
/* out has the type of both, or float32 where they differ. */
aclnnStatus check_float_where_mixed(struct call *call, int a, int b, int out);
/* call->promoted is out's type for integers and bool, and the operand's own type otherwise. */
aclnnStatus check_compute_in_result(struct call *call, int operand, int out);
/* call->promoted is the type of both if it is float32 or a half, else float32. */
aclnnStatus check_compute_in_common_half(struct call *call, int a, int b);
aclnnStatus check_slopes(struct call *call, int self, int weight);
/* The same, and the gradient has their shape. */
aclnnStatus check_slope_gradient(struct call *call, int self, int weight, int gradWeight);
/* Nothing is asked of it: CANN does not look at it. */
aclnnStatus check_unused(struct call *call, int handle);

/* A tensor of one dimension at most, and one element; of any elements. */
aclnnStatus check_one_element(struct call *call, int tensor);
aclnnStatus check_some(struct call *call, int tensor);
aclnnStatus check_equal_sizes(struct call *call, int tensor);
aclnnStatus check_no_overflow(struct call *call, int scalar, int tensor);
aclnnStatus check_step(struct call *call, int start, int end, int step, int out);
aclnnStatus check_steps_or_none(struct call *call, int steps);
aclnnStatus check_steps(struct call *call, int steps, int out);
aclnnStatus check_eye_shape(struct call *call, int rows, int columns, int out);
aclnnStatus check_one_hot_shape(struct call *call, int self, int classes, int axis, int out);
/* The dimension is even, and half has the shape with one half of it. */
aclnnStatus check_halved(struct call *call, int self, int dim, int half);
/* The same type, unless the other has no elements. */
aclnnStatus check_same_type_of_elements(struct call *call, int tensor, int other);
aclnnStatus check_no_mean(struct call *call, int reduce);
aclnnStatus check_one_of_two(struct call *call, int integer);
aclnnStatus check_halved_at_last(struct call *call, int self, int half);

/* out has the shape that all members broadcast to; that of each member. */
aclnnStatus check_broadcast_list(struct call *call, int list, int out);
aclnnStatus check_members_shape(struct call *call, int list, int out);
aclnnStatus check_scale_shape(struct call *call, int x, int scale, int axis, int numAxes,
                              int scaleFromBlob);
aclnnStatus check_modulation(struct call *call, int self, int scale, int shift);
aclnnStatus check_modulation_grad(struct call *call, int grad, int scale, int shift);

/* A tensor with elements has one of the types. */
aclnnStatus check_types_of_elements(struct call *call, int tensor, const struct type_set *allowed);
aclnnStatus check_same_rank(struct call *call, int self, int index);
aclnnStatus check_gathered(struct call *call, int self, int dim, int index);
aclnnStatus check_taken_shape(struct call *call, int self, int dim, int index, int out);
aclnnStatus check_taken_batches(struct call *call, int self, int dim, int index, int batchDims,
                                int mode, int out);
aclnnStatus check_taken_from(struct call *call, int self, int index);
aclnnStatus check_embedded_shape(struct call *call, int weight, int indices, int out);
aclnnStatus check_embedded_rows(struct call *call, int weight, int out);
/* Of two numbers: the first not larger; of two integers: the first smaller; of one: not below 0. */
aclnnStatus check_interval(struct call *call, int from, int to);
aclnnStatus check_range(struct call *call, int from, int to);
aclnnStatus check_deviation(struct call *call, int number);
/* std is not empty, and has the shape of out; one element will do where out has none. */
aclnnStatus check_deviation_shape(struct call *call, int std, int out);
aclnnStatus check_few_sampled(struct call *call, int self, int seed);
aclnnStatus check_samples(struct call *call, int self, int count, int replacement, int out);
aclnnStatus check_probability(struct call *call, int number);
aclnnStatus check_probability_scalar(struct call *call, int scalar);
/* 1 / (1 - probability), or 0. */
aclnnStatus check_scale(struct call *call, int scale);
/* A mask has a bit for each element, in groups of 128: exactly, or at least, or of a shape. */
aclnnStatus check_mask_of(struct call *call, int tensor, int mask);
aclnnStatus check_mask_covers(struct call *call, int tensor, int mask);
aclnnStatus check_mask_of_shape(struct call *call, int shape, int mask);
/* A probability between 0 and 1 has this type on the device. */
aclnnStatus check_probability_type(struct call *call, int probability, int type);
aclnnStatus check_absent(struct call *call, int handle);
/* The complex type whose parts have the type of an operand. */
aclnnStatus check_complex_type(struct call *call, int part, int out);

aclnnStatus check_strided_entries(struct call *call, int begin, int end, int strides);
aclnnStatus check_strided_masks(struct call *call, int strides, int ellipsis, int shrink);
aclnnStatus check_strided_shape(struct call *call, int self, int begin, int end, int strides,
                                int beginMask, int endMask, int ellipsisMask, int newAxisMask,
                                int shrinkAxisMask, int out);
/* The first dimension is the only one supported. */
aclnnStatus check_first_dim(struct call *call, int dim);
aclnnStatus check_chunked(struct call *call, int list, int chunks, int out);
/* A list of a float type is converted to no half. */
aclnnStatus check_not_narrowed(struct call *call, int list, int out);
aclnnStatus check_confused_shape(struct call *call, int x, int perm, int shape, int first, int out);
aclnnStatus check_scattered(struct call *call, int self, int dim, int index, int src, int out);
aclnnStatus check_complex_value(struct call *call, int value, int self);
aclnnStatus check_real_value(struct call *call, int value);
aclnnStatus check_added_rows(struct call *call, int self, int dim, int index, int source);
aclnnStatus check_copied_rows(struct call *call, int self, int dim, int index, int source);
aclnnStatus check_filled_rows(struct call *call, int self, int dim, int index, int out);

/* 561002 for both: as many results as members, of their type and one element; of one element. */
aclnnStatus check_members_of_one(struct call *call, int list, int out);
aclnnStatus check_single(struct call *call, int tensor);
aclnnStatus check_columns_rank(struct call *call, int grad, int out);
aclnnStatus check_columns(struct call *call, int grad, int size, int kernel, int dilation,
                          int padding, int stride, int out);
aclnnStatus check_unfolded(struct call *call, int grad, int sizes, int dim, int size, int step,
                           int out);
/* 561103: gradOut has the windows of inputSizes. */
aclnnStatus check_unfolded_windows(struct call *call, int grad, int sizes, int dim, int size,
                                   int step);
aclnnStatus check_repeated_grad(struct call *call, int grad, int repeats, int axis, int out);
aclnnStatus check_plain_format(struct call *call, int tensor);
aclnnStatus check_weight_rank(struct call *call, int weight);
aclnnStatus check_chosen(struct call *call, int self, int mask, int out);
aclnnStatus check_small_dims(struct call *call, int self);

/* Matrices: square where there are elements, for roots of at most so many columns; out has the dims
   before the matrices; nothing to do without elements. */
aclnnStatus check_squares(struct call *call, int self);
aclnnStatus check_roots(struct call *call, int self);
aclnnStatus check_determinants(struct call *call, int self, int out);
aclnnStatus check_complex_like(struct call *call, int self, int out);
aclnnStatus check_svd(struct call *call, int self, int fullMatrices, int computeUV, int sigma,
                      int u, int v);
aclnnStatus check_linalg_qr(struct call *call, int self, int mode, int q, int r);
aclnnStatus check_qr(struct call *call, int self, int some, int q, int r);
aclnnStatus check_triangular(struct call *call, int self, int A, int unit, int x, int m);
aclnnStatus check_noise(struct call *call, int self, int noise, int training);
/* ---- Losses ---------------------------------------------------------------------------------- */

/* What the shapes of tensors broadcast to. */
aclnnStatus call_broadcast(const struct call *call, const int *tensors, int count, int64_t *dims,
                           int32_t *rank);

/* How the elements of a loss are joined: 0 none, 1 mean, 2 sum, and so on up to the highest. */
aclnnStatus check_reduction(struct call *call, int reduction, int highest);

/* out has the shape that two tensors broadcast to, or no dimensions where they are joined. */
aclnnStatus check_loss_shape(struct call *call, int self, int target, int reduction, int out);
aclnnStatus check_each_loss_shape(struct call *call, int self, int target, int reduction, int out);

/* The same, where one element of any shape will do. */
aclnnStatus check_joined_loss_shape(struct call *call, int self, int target, int reduction,
                                    int out);

/* Integers are told from floats in their differences, and have no mean. */
aclnnStatus check_differences(struct call *call, int self, int target, int reduction);

/* A number that is not below 0. */
aclnnStatus check_no_negative(struct call *call, int number);
aclnnStatus check_cross(struct call *call, int self, int other, int dim, int out);
aclnnStatus check_einsum(struct call *call, int tensors, int equation, int output);

/* ---- Folds ----------------------------------------------------------------------------------- */

/* Entries of an array are dimensions, which may be named twice; a number is one. */
aclnnStatus check_known_dims(struct call *call, int tensor, int array);
aclnnStatus check_known_dim(struct call *call, int tensor, int dim);

/* A dimension that is named has elements. */
aclnnStatus check_dims_of_some(struct call *call, int tensor, int array);

/* out is what is left, in these dimensions, of inputs without elements too. */
aclnnStatus check_exactly_reduced_shape(struct call *call, int tensor, int array, int keep,
                                        int out);

/* out has one element, or the input none. */
aclnnStatus check_reduced_to_one(struct call *call, int tensor, int out);

/* out is what is left without one dimension; any one element will do for one. */
aclnnStatus check_reduced_dim_shape(struct call *call, int tensor, int dim, int keep, int out);

/* The dimension has elements. */
aclnnStatus check_dim_of_some(struct call *call, int tensor, int dim);
aclnnStatus check_counted_dim_of_some(struct call *call, int tensor, int dim);
aclnnStatus check_counted_dims_of_some(struct call *call, int tensor, int array);

/* out is what is left; with `noop`, all of it, where no dimensions are named. */
aclnnStatus check_reduced_or_whole_shape(struct call *call, int tensor, int array, int keep,
                                         int noop, int out);
aclnnStatus check_exactly_reduced_or_whole_shape(struct call *call, int tensor, int array, int keep,
                                                 int noop, int out);

/* No complex numbers; Ascend950 has norms in the type of the operand and in float32. */
aclnnStatus check_norm_types(struct call *call, int self, int out);

/* Whether a number names a dimension of a tensor. */
aclnnStatus call_dim_is_known(const struct call *call, int tensor, int parameter, int64_t dim);

/* Order along a dimension: k from 0, or from 1, to its size; shapes with k there, or without it. */
aclnnStatus check_ordered_dim(struct call *call, int tensor, int dim);
aclnnStatus check_top_count(struct call *call, int tensor, int count, int dim);
aclnnStatus check_rank_count(struct call *call, int tensor, int count, int dim);
aclnnStatus check_top_shape(struct call *call, int tensor, int count, int dim, int out);
aclnnStatus check_chosen_rank(struct call *call, int tensor, int keeps, int out);
aclnnStatus check_chosen_shape(struct call *call, int tensor, int dim, int keeps, int out);
/* bfloat16 is not ordered along one element: of the dimension, or of the last one. */
aclnnStatus check_several(struct call *call, int tensor, int dim);
aclnnStatus check_several_last(struct call *call, int tensor);
aclnnStatus check_not_here(struct call *call, int architecture);
aclnnStatus check_not_here_if_any(struct call *call, int architecture);
/* int32 or int64 is one of two. */
aclnnStatus check_wide_index(struct call *call, int indices, int offsets);
/* Bags of rows: dimensions, and the sizes that follow from indices and offsets. */
aclnnStatus check_bag_ranks(struct call *call, int weight, int indices, int offsets, int mode,
                            int perSampleWeights, int output, int offset2bag, int bagSize,
                            int maxIndices);
aclnnStatus check_bag_shapes(struct call *call, int weight, int indices, int offsets, int mode,
                             int perSampleWeights, int includeLastOffset, int output,
                             int offset2bag, int bagSize, int maxIndices);
/* An index is int32 or int64, as a flag says. */
aclnnStatus check_index_type(struct call *call, int out, int outInt32);
aclnnStatus check_sorted_sequences(struct call *call, int sortedSequence, int self);
aclnnStatus check_one_sequence(struct call *call, int sortedSequence);
/* What promotes to the type that is computed in, where a tensor without dimensions counts less. */
aclnnStatus check_promote_buckets(struct call *call, int self, int boundaries);
aclnnStatus check_finite_range(struct call *call, int min, int max);
aclnnStatus check_bins(struct call *call, int self, int bins, int min, int max);
aclnnStatus check_bins_shape(struct call *call, int bins, int out);
aclnnStatus check_counted_room(struct call *call, int self, int minlength, int out);
/* Shapes of what is written, where flags ask for it. */
aclnnStatus check_inverse_shape(struct call *call, int flag, int other, int self, int inverseOut);
aclnnStatus check_counts_shape(struct call *call, int flag, int valueOut, int countsOut);
aclnnStatus check_unique_dim(struct call *call, int self, int dim);
aclnnStatus check_consecutive_dim(struct call *call, int self, int dim);
/* ---- Norms ----------------------------------------------------------------------------------- */

/* An array has the sizes of the last dimensions of a tensor; of all dimensions. */
aclnnStatus check_last_dims(struct call *call, int tensor, int array);
aclnnStatus check_dims_are(struct call *call, int tensor, int array);

/* A tensor has the last dimensions of another one. */
aclnnStatus check_last_dims_of(struct call *call, int factors, int tensor);

/* The sums and the roots of AddRmsNorm: 161001 where roots alone are given, halves alone without
   these, and factors with a 1 in front. */
aclnnStatus check_both_or_neither(struct call *call, int rstd, int sum);
aclnnStatus check_half_without(struct call *call, int tensor, int other);
aclnnStatus check_factors(struct call *call, int factors, int tensor, int other);

/* As many elements as a tensor has rows, and as one row has, whose dims an array has. */
aclnnStatus check_row_each(struct call *call, int statistic, int tensor, int array);
aclnnStatus check_column_each(struct call *call, int row, int tensor, int array);

/* A mask of three entries (161001 where it has others, or 161002), and a result that it wants.
   What it does not want is as if it were NULL from then on. */
aclnnStatus check_three(struct call *call, int mask);
aclnnStatus check_three_given(struct call *call, int mask);
aclnnStatus check_wanted(struct call *call, int result, int mask, int entry);
aclnnStatus check_wanted_valid(struct call *call, int result, int mask, int entry);

/* Nothing else is looked at where a tensor has no elements. */
aclnnStatus check_settled_if_empty(struct call *call, int tensor);

/* A tensor is there where a flag is true; else it is as if it were NULL from then on. */
aclnnStatus check_given_where(struct call *call, int tensor, int flag);
aclnnStatus check_only_where(struct call *call, int tensor, int flag);

/* Batch norms: the formats of five dimensions; one number for each channel (and none, where the
   saved statistics are not read). */
aclnnStatus check_volume_format(struct call *call, int tensor);
aclnnStatus check_channels(struct call *call, int each, int tensor);
aclnnStatus check_channels_or_none(struct call *call, int each, int tensor, int training);
/* The same where nothing looks at it unless training; and 561103, where results are copied. */
aclnnStatus check_channels_where(struct call *call, int each, int tensor, int training);
aclnnStatus check_channels_inner(struct call *call, int each, int tensor);

/* Group norms: groups that divide the channels, as many as kernels take; sizes that are those of a
   tensor, or whose product it has as elements; a number for each group, and for each channel. */
aclnnStatus check_group_count(struct call *call, int channels, int group);
aclnnStatus check_groups_of(struct call *call, int tensor, int group);
aclnnStatus check_group_limits(struct call *call, int channels, int group);
aclnnStatus check_positive(struct call *call, int number);
aclnnStatus check_batches_and_channels(struct call *call, int tensor);
aclnnStatus check_sizes(struct call *call, int tensor, int batches, int channels, int places);
aclnnStatus check_counted(struct call *call, int tensor, const int *numbers, int count);
aclnnStatus check_group_statistic(struct call *call, int statistic, int tensor, int group);
aclnnStatus check_like_factors(struct call *call, int grad, int factors, int channels);
/* A text that says nothing here. */
aclnnStatus check_unread(struct call *call, int text);
aclnnStatus check_channels_first(struct call *call, int tensor);

/* Fused norms and parts of batch norms: the type of a sum; shapes of what is beside elements. */
aclnnStatus check_sum_type(struct call *call, int a, int b);
aclnnStatus check_like_one_of(struct call *call, int tensor, int elements, int row);
aclnnStatus check_some_elements(struct call *call, int tensor);
aclnnStatus check_beside_sequence(struct call *call, int tensor, int elements);
aclnnStatus check_along_last(struct call *call, int tensor, int elements);
aclnnStatus check_last_statistic(struct call *call, int tensor, int elements);
aclnnStatus check_some_channels(struct call *call, int tensor);
aclnnStatus check_of_channels(struct call *call, int each, int tensor);
aclnnStatus check_counts_of(struct call *call, int statistics, int counts);
aclnnStatus check_same_channels(struct call *call, int statistics, int tensor);
aclnnStatus check_some_rows(struct call *call, int statistics);
aclnnStatus check_given_or_invalid(struct call *call, int parameter);
/* Types of factors and summands of groups that may be missing, beside those of elements. */
aclnnStatus check_pair_or_float(struct call *call, int gamma, int beta, int tensor);
aclnnStatus check_lone_factor(struct call *call, int gamma, int beta, int tensor); /* 561103 */
aclnnStatus check_mixed_statistic(struct call *call, int statistic, int factors, int tensor);
aclnnStatus check_silu_statistic(struct call *call, int statistic, int gamma, int beta,
                                 int tensor); /* 561103 */
/* The call has nothing to do where the first dimension is 0. */
aclnnStatus check_no_images(struct call *call, int tensor);
/* 561103, unless something is empty: operands of sums of channels that differ in shape. */
aclnnStatus check_reduces_alike(struct call *call, int grad, int input, int mean, int invstd);
/* 561103: a result of five dimensions that is not copied to another format. */
aclnnStatus check_volume_kept(struct call *call, int tensor);
/* 561103: where `with` is given, what is kept as a kernel has found it has that kernel's type. */
aclnnStatus check_kept_type(struct call *call, int tensor, int with, int of);
aclnnStatus check_unread_number(struct call *call, int number);

/* float32, or the type of another operand. */
aclnnStatus check_type_or_float(struct call *call, int operand, int other);

/* One element for each row of a tensor, whose last dimensions an array or a tensor has. */
aclnnStatus check_statistics_shape(struct call *call, int statistic, int tensor, int array);
aclnnStatus check_rows_statistic(struct call *call, int statistic, int tensor, int factors);
/* The same, or without its last dimensions of 1. */
aclnnStatus check_rows_leading(struct call *call, int statistic, int tensor, int factors);

/* Pads: out has the padded shape of self. Of the last `count` dimensions; reflections have less
   places than there are. 561103: no more places come round than are left. */
aclnnStatus check_format_of_padded(struct call *call, int self, int out);
aclnnStatus check_constant_padded(struct call *call, int self, int pad, int out);
aclnnStatus check_padded(struct call *call, int self, int padding, int count, int out);
aclnnStatus check_reflected(struct call *call, int self, int padding, int count, int out);
aclnnStatus check_goes_round(struct call *call, int self, int padding);

/* What the kernel of Ascend910B for gradients of such pads takes. */
aclnnStatus check_goes_back(struct call *call, int gradOutput, int padding);

/* ---- Convolutions ---------------------------------------------------------------------------- */

/* 161001: NULL, where the flag is true. */
aclnnStatus check_given_if(struct call *call, int parameter, int flag);
aclnnStatus check_convolution(struct call *call, int input, int weight, int bias, int stride,
                              int padding, int dilation, int transposed, int outputPadding,
                              int groups, int output);
aclnnStatus check_convolution_type(struct call *call, int operand, int transposed);
aclnnStatus check_turned_sums(struct call *call, int input, int weight, int bias, int padding,
                              int dilation, int transposed, int outputPadding, int groups,
                              int output, int mode);
aclnnStatus check_volumes(struct call *call, int input);
aclnnStatus check_time_fits(struct call *call, int input, int weight, int pad);
aclnnStatus check_convolution_mode(struct call *call, int input, int weight, int mode, int highest);
/* 561103: data types of 8 bits, where the first operand has another one. */
aclnnStatus check_convolution_narrow(struct call *call, const int *operands, int count);
aclnnStatus check_weight_gradient(struct call *call, int gradOutput, int input, int weight,
                                  int mode, int groups, int mask, int gradWeight);
aclnnStatus check_gradients_given(struct call *call, int mask, int gradInput, int gradWeight,
                                  int gradBias);
aclnnStatus check_convolved_format(struct call *call, int tensor);
aclnnStatus check_bias_format(struct call *call, int gradBias, int transposed);
aclnnStatus check_convolution_numbers(struct call *call, int input, int stride, int padding,
                                      int dilation, int transposed, int outputPadding, int groups);
aclnnStatus check_convolution_gradients(struct call *call, int gradOutput, int input, int weight,
                                        int biasSizes, int stride, int padding, int dilation,
                                        int transposed, int outputPadding, int groups,
                                        int outputMask, int gradInput, int gradWeight,
                                        int gradBias);
/* ---- Attention ------------------------------------------------------------------------------- */

/* Shapes, layout, heads, masks and what else a call of attention has, by the names of its
   parameters; 561002 for what the tiling of training refuses. Empty outputs: nothing to do. */
aclnnStatus check_attention_empty(struct call *call);
aclnnStatus check_inference_empty(struct call *call);
aclnnStatus check_attention(struct call *call);
aclnnStatus check_attention_grad(struct call *call);
aclnnStatus check_attention_inferred(struct call *call); /* 207000: what is quantised */
/* ---- Traces, smallest and largest ------------------------------------------------------------ */

aclnnStatus check_named_reduced_shape(struct call *call, int tensor, int array, int keep, int out);
aclnnStatus check_total_type(struct call *call, int out, int self);
aclnnStatus check_some_to_fold(struct call *call, int tensor, int array);

/* ---- Scans ----------------------------------------------------------------------------------- */

aclnnStatus check_dim_of_number(struct call *call, int tensor, int dim);
aclnnStatus check_type_if_any(struct call *call, int out, int dtype);
/* The entries fit what is indexed, and out is what they name. */
aclnnStatus check_indexed(struct call *call, int self, int indices, int out);

/* 561103: a mask that chooses complex numbers. */
aclnnStatus check_index_complex(struct call *call, int self, int indices);

/* Not more entries than dimensions; masks have the sizes of what they choose from. */
aclnnStatus check_index_masks(struct call *call, int self, int indices);

/* The entries fit, and values broadcast to what they name. */
aclnnStatus check_put_values(struct call *call, int self, int indices, int values);

/* What the last dimension of indices names, and out has the shape of what is there. */
aclnnStatus check_nd(struct call *call, int self, int indices, int out);
/* gradOutput has the shape of self, padded in so many last dimensions. */
aclnnStatus check_pad_gradient(struct call *call, int gradOutput, int self, int padding, int count);
/* No entry is as large as the dimension that it pads. */
aclnnStatus check_pads_fit(struct call *call, int self, int padding);
/* What kernels of two dimensions take of bfloat16. */
aclnnStatus check_bfloat16_pads(struct call *call, int self, int padding);
/* Nothing to do without elements, which only a first dimension of 0 may be the reason of. */
aclnnStatus check_empty_pad_gradient(struct call *call, int gradOutput, int self, int count,
                                     int without_batch);
/* 561103: the dimensions before the last ones differ. */
aclnnStatus check_same_batches(struct call *call, int gradOutput, int self, int count);
/* ---- Losses of classes ----------------------------------------------------------------------- */

/* self is (C) or (N, C), or an image with its classes second; target has the other dimensions, and
   weight one of the classes. */
aclnnStatus check_classes(struct call *call, int self, int target, int weight);
aclnnStatus check_images_of_classes(struct call *call, int self, int target);
aclnnStatus check_holds_classes(struct call *call, int weight, int self);
aclnnStatus check_begins_with_classes(struct call *call, int weight, int self);

/* Losses, or their gradient: one for each position without a reduction, else one. */
aclnnStatus check_class_losses(struct call *call, int self, int reduction, int losses);
aclnnStatus check_image_losses(struct call *call, int target, int reduction, int losses);
aclnnStatus check_image_gradient(struct call *call, int target, int reduction, int gradient);
aclnnStatus check_holds_one(struct call *call, int tensor);

/* Where positions name classes there are some. */
aclnnStatus check_named_classes(struct call *call, int self, int target);

/* check_same_type where a tensor is given. */
aclnnStatus check_types_with(struct call *call, int weight, int self, int other);

/* What is left of self when it is reduced, unless it is empty. */
aclnnStatus check_reduced_to(struct call *call, int self, int reduction, int out);
aclnnStatus check_each_reduced_to(struct call *call, int self, int reduction, int out);
aclnnStatus check_joined_reduced_to(struct call *call, int self, int reduction, int out);

/* An operand broadcasts to the shape of self, unless that is empty; to that of self and target. */
aclnnStatus check_fits(struct call *call, int operand, int self);
aclnnStatus check_fits_both(struct call *call, int operand, int self, int target);

/* check_same_shape unless self is empty. */
aclnnStatus check_same_shape_of_some(struct call *call, int self, int other);
aclnnStatus check_softmax_losses(struct call *call, int features, int labels, int loss,
                                 int backprop);

/* Formats of rows (of one dimension) and images; ND too where it is taken. */
aclnnStatus check_image_format(struct call *call, int tensor, int count, int takes_nd);

/* out is self with its `count` dimensions of an image in the new sizes. */
aclnnStatus check_upsampled(struct call *call, int self, int outputSize, int count, int out);

/* gradInput has the shape inputSize, gradOut the same in the new sizes. */
aclnnStatus check_upsample_gradient(struct call *call, int gradOut, int outputSize, int inputSize,
                                    int count, int gradInput);

/* A factor above 0 leads to the new size of dimension `at` of an image, or all of three do. */
aclnnStatus check_factor_agrees(struct call *call, int self, int outputSize, int scale, int at);
aclnnStatus check_factors_agree(struct call *call, int self, int outputSize, int scalesD,
                                int scalesH, int scalesW);

/* What kernels of gradients take of dimension `at` of an image, and no factor below 0. */
aclnnStatus check_factor_below(struct call *call, int outputSize, int inputSize, int scale, int at);
aclnnStatus check_factor_not_negative(struct call *call, int scale);

/* No dimension is beyond 31 bits. */
aclnnStatus check_places_fit(struct call *call, int tensor);

/* A factor of 0 or above takes the row self to the size. */
aclnnStatus check_factor_leads(struct call *call, int self, int outputSize, int scale);
/* A row becomes 500 times as long at most, where the factor leads from its size to the new one. */
aclnnStatus check_row_factor(struct call *call, int outputSize, int inputSize, int scale);
/* The device's CPU interpolates images of float64 with the channels last only. */
aclnnStatus check_double_image(struct call *call, int self);
/* ---- Rotary position embedding --------------------------------------------------------------- */

/* 561002: modes, and shapes that do not go together. */
aclnnStatus check_rotary(struct call *call, int x, int cosines, int sines, int mode, int out);
aclnnStatus check_rotary_grad(struct call *call, int dy, int cosines, int sines, int x, int mode,
                              int dx, int dcos, int dsin);
aclnnStatus check_interleaved_rotary(struct call *call, int x, int cosines, int sines, int out);
aclnnStatus check_rotated_pair(struct call *call, int query, int key, int cosines, int sines);
aclnnStatus check_rotary_layout(struct call *call, int layout, int highest);
aclnnStatus check_rotary_mode(struct call *call, int text, int query);
/* ---- Optimizers ------------------------------------------------------------------------------ */

aclnnStatus check_singles(struct call *call, const int *tensors, int count);
aclnnStatus check_no_less_than_zero(struct call *call, int number);
aclnnStatus check_list_where(struct call *call, int list, int flag);
aclnnStatus check_some_members(struct call *call, int list);
aclnnStatus check_alike_if_any(struct call *call, int list, int other);
aclnnStatus check_steps_of(struct call *call, int list, int steps);
aclnnStatus check_at_most_one(struct call *call, int tensor);
aclnnStatus check_momentum_of(struct call *call, int list, int momentum, int dampening,
                              int nesterov);
/* updates has the shape of what the last dimension of indices names. */
aclnnStatus check_nd_updates(struct call *call, int self, int indices, int updates);

/* updates has that shape, or that of rows which indices name one by one. */
aclnnStatus check_added_slices(struct call *call, int self, int indices, int updates);

/* updates has the shape of rows which indices name, or is one number. */
aclnnStatus check_slices(struct call *call, int self, int indices, int updates);

aclnnStatus check_put_type(struct call *call, int self, int accumulate);
aclnnStatus check_as_many(struct call *call, int index, int source);

/* Shapes of InplaceScatterUpdate. */
aclnnStatus check_slots(struct call *call, int data, int indices, int updates, int axis);

/* What ScatterList takes: how slots are joined with members, types, and 561002 for shapes. */
aclnnStatus check_updates_only(struct call *call, int reduce);
aclnnStatus check_type_of_members(struct call *call, int list, int tensor);
aclnnStatus check_listed_slots(struct call *call, int list, int places, int updates, int mask,
                               int axis);

/* Dimension and shape of IndexFill. */
aclnnStatus check_fill_dim(struct call *call, int self, int dim, int out);

/* 561103: what the kernel of mode 0 does not take. */
aclnnStatus check_index_add_mode(struct call *call, int self, int dim, int mode);

/* No larger or smaller one of complex numbers. */
aclnnStatus check_order(struct call *call, int self, int reduce);

/* What ScatterReduce does on the product. */
aclnnStatus check_reduction_of(struct call *call, int self, int reduce, int includeSelf);
/* The same of rows, with 561002: target has a class for each, and losses are joined by words. */
aclnnStatus check_class_rows(struct call *call, int input, int target, int weight);
aclnnStatus check_joins_losses(struct call *call, int text);
aclnnStatus check_smoothing(struct call *call, int number);
aclnnStatus check_row_losses(struct call *call, int input, int reduction, int losses);

/* Rows of the last of four dimensions, and a mask that broadcasts along the first two. */
aclnnStatus check_masked_rows(struct call *call, int x, int mask);
aclnnStatus check_false(struct call *call, int flag);

/* What self and target broadcast to, without the first dimension where losses are joined. */
aclnnStatus check_first_joined_shape(struct call *call, int self, int target, int reduction,
                                     int out);

/* Numbers that the vendor takes and does not use. */
aclnnStatus check_unused_real(struct call *call, int number);
aclnnStatus check_unused_integer(struct call *call, int number);
aclnnStatus check_depthwise(struct call *call, int self, int weight, int kernelSize, int bias,
                            int stride, int padding, int dilation, int out);
aclnnStatus check_time_format(struct call *call, int tensor);
aclnnStatus check_time_shapes(struct call *call, int input, int weight, int bias, int pad, int out);
aclnnStatus check_has_elements(struct call *call, int tensor);

aclnnStatus check_pool_format(struct call *call, int tensor);
aclnnStatus check_pool_rank(struct call *call, int tensor);
aclnnStatus check_averaged(struct call *call, int self, int kernelSize, int strides, int paddings,
                           int ceilMode, int out, int spatial);
aclnnStatus check_flat_average_mode(struct call *call, int self, int kernelSize, int paddings,
                                    int ceilMode, int divisorOverride, int mode);
aclnnStatus check_window_counts(struct call *call, int kernelSize, int stride, int padding,
                                int spatial);
aclnnStatus check_window_numbers(struct call *call, int kernelSize, int stride, int padding,
                                 int spatial);
aclnnStatus check_averaged_from(struct call *call, int self, int kernelSize, int stride,
                                int padding, int ceilMode, int gradOutput, int spatial);
aclnnStatus check_average_mode(struct call *call, int mode, int highest);
aclnnStatus check_average_grad_way(struct call *call, int gradOutput, int self, int kernelSize,
                                   int divisorOverride, int mode);
aclnnStatus check_average_grad_format(struct call *call, int gradOutput, int self, int gradInput);
aclnnStatus check_mode_of_average(struct call *call, int self, int mode, int highest);
aclnnStatus check_pooled(struct call *call, int self, int kernelSize, int stride, int padding,
                         int dilation, int ceilMode, int out, int spatial);
aclnnStatus check_pool_numbers(struct call *call, int kernelSize, int stride, int padding,
                               int dilation, int spatial);
aclnnStatus check_dilated_numbers(struct call *call, int kernelSize, int stride, int padding,
                                  int dilation, int spatial);
aclnnStatus check_pooled_from(struct call *call, int self, int kernelSize, int stride, int padding,
                              int dilation, int ceilMode, int windows, int spatial);
aclnnStatus check_places_in_int32(struct call *call, int self, int spatial);
aclnnStatus check_long_places_in_int32(struct call *call, int self, int kernelShape, int pads);
aclnnStatus check_masked_places_in_int32(struct call *call, int self, int kernelSize);
aclnnStatus check_pooled_as_planes(struct call *call, int self, int kernelSize, int stride,
                                   int padding, int ceilMode, int out);
aclnnStatus check_mask_kernel(struct call *call, int kernelSize);
aclnnStatus check_mask_kernel_given(struct call *call, int kernelSize);
aclnnStatus check_plane_factors(struct call *call, int self, int out);
aclnnStatus check_pool_mask(struct call *call, int self, int kernelSize, int windows, int mask);
aclnnStatus check_max_pooled(struct call *call, int self, int kernelShape, int strides, int autoPad,
                             int pads, int dilations, int ceilMode, int out);
aclnnStatus check_adaptive(struct call *call, int self, int outputSize, int out, int spatial);
aclnnStatus check_same_planes(struct call *call, int self, int out, int spatial);
aclnnStatus check_volume_rank(struct call *call, int tensor);

/* Sequences of distributions, the classes that each should give, and how long both are. */
aclnnStatus check_sequences(struct call *call, int logProbs, int targets, int inputLengths,
                            int targetLengths, int blank);
aclnnStatus check_ctc_results(struct call *call, int logProbs, int targetLengths, int loss,
                              int logAlpha);
aclnnStatus check_ctc_gradient(struct call *call, int gradOut, int logProbs, int targetLengths,
                               int loss, int logAlpha, int out);
aclnnStatus check_ctc_type(struct call *call, int logProbs, int logAlpha);
aclnnStatus check_labels(struct call *call, int self, int target, int reduction, int out,
                         int isTarget);

/* ---- Products with quantised weights --------------------------------------------------------- */

aclnnStatus check_channel_format(struct call *call, int tensor);
aclnnStatus check_channel_sums(struct call *call, int x, int sums);

/* 561002. */
aclnnStatus check_qkv(struct call *call, int qkv, int bias, int heads, int out);
/* ---- Images that are read between their places ----------------------------------------------- */

aclnnStatus check_grid_format(struct call *call, int tensor);
aclnnStatus check_grid_modes(struct call *call, int input, int interpolation, int padding,
                             int spatial);
aclnnStatus check_grid_gradient_modes(struct call *call, int interpolation, int padding,
                                      int spatial);
aclnnStatus check_grid_mask(struct call *call, int mask);
aclnnStatus check_grid(struct call *call, int input, int grid, int out, int spatial);

aclnnStatus check_row_numbers(struct call *call, int logits, int numbers);

/* ---- Distances ------------------------------------------------------------------------------- */

aclnnStatus check_points(struct call *call, int x1, int x2);
aclnnStatus check_point_batches(struct call *call, int x1, int x2);
aclnnStatus check_distances(struct call *call, int x1, int x2, int out);
aclnnStatus check_order_of_distance(struct call *call, int p);
aclnnStatus check_mode_of_distance(struct call *call, int p, int mode);
aclnnStatus check_pairs(struct call *call, int self, int out);
aclnnStatus check_order_of_pairs(struct call *call, int pScalar);
aclnnStatus check_distance_grads(struct call *call, int grad, int x1, int x2, int cdist, int out);
aclnnStatus check_order_of_grads(struct call *call, int p);

/* ---- Pools of volumes, and what goes back to where a pool took it from ----------------------- */

aclnnStatus check_places(struct call *call, int tensor);
aclnnStatus check_planes(struct call *call, int tensor);
aclnnStatus check_spatial(struct call *call, int tensor, int spatial);
aclnnStatus check_one_place(struct call *call, int tensor, int spatial);
aclnnStatus check_double_of_one(struct call *call, int tensor, int spatial);
aclnnStatus check_small_planes(struct call *call, int tensor, int spatial);
aclnnStatus check_pooled_format(struct call *call, int tensor);
aclnnStatus check_pool_volume_format(struct call *call, int tensor);
aclnnStatus check_small_if_int32(struct call *call, int tensor, int indices, int spatial);
aclnnStatus check_adaptive_max(struct call *call, int self, int outputSize, int out);
aclnnStatus check_adaptive_sizes(struct call *call, int outputSize);
aclnnStatus check_adaptive_parts(struct call *call, int self, int outputSize, int out);
aclnnStatus check_unpool_numbers(struct call *call, int array, int spatial);
aclnnStatus check_unpool_sizes(struct call *call, int array, int spatial);
aclnnStatus check_unpool_room(struct call *call, int self, int outputSize, int spatial);
aclnnStatus check_unpooled(struct call *call, int self, int outputSize, int out, int spatial);

/* 161002 on Ascend910. */
aclnnStatus check_has_formats(struct call *call, int srcTensor);
aclnnStatus check_contiguous(struct call *call, int tensor);

/* 361001 on Ascend910. */
aclnnStatus check_has_weight_quant(struct call *call, int x);
/* 161001. */
aclnnStatus check_not_taken(struct call *call, int operand);
/* 207000. */
aclnnStatus check_weights_computed(struct call *call, int weight, int scale);
aclnnStatus check_plain_or_fractal(struct call *call, int tensor);
aclnnStatus check_fractal_sides(struct call *call, int tensor);
aclnnStatus check_weight_quant_product(struct call *call, int x, int weight, int scale, int offset,
                                       int quant_scale, int quant_offset, int bias, int group,
                                       int y);
aclnnStatus check_affine_grid(struct call *call, int theta, int size, int out);
aclnnStatus check_planes_format(struct call *call, int tensor);
/* A place of the result is at most 50 of the image; the quotient of the sizes may be a whole one.
 */
aclnnStatus check_area(struct call *call, int self, int outputSize, int scale, int at, int whole);
/* A place of the image is at most 50 of the result. */
aclnnStatus check_part(struct call *call, int outputSize, int inputSize, int scale, int at);

/* The gates of cells [B, H]: [B, 4 H], and biases of them. */
aclnnStatus check_gates_of(struct call *call, int gates, int cell);
aclnnStatus check_gate_bias(struct call *call, int bias, int cell);
aclnnStatus check_gate_bias_where(struct call *call, int bias, int cell, int flag);
aclnnStatus check_some_cells(struct call *call, int cell);

/* LSTM and GRU over sequences. */
aclnnStatus check_given_lists(struct call *call);  /* 161001 */
aclnnStatus check_given_states(struct call *call); /* 161001 */
aclnnStatus check_empty_packed(struct call *call);
aclnnStatus check_recurrent(struct call *call);
aclnnStatus check_recurrent_grad(struct call *call);
aclnnStatus check_gru_grad(struct call *call);
aclnnStatus check_recurrent_formats(struct call *call);
aclnnStatus check_empty_recurrent(struct call *call);

/* ---- Products whose kernels do more: fused_product.c ------------------------------------------
 */

aclnnStatus check_turned_product(struct call *call, int x1, int x2, int scale, int permX1,
                                 int permX2, int permY, int factor, int out);
aclnnStatus check_without(struct call *call, int operand); /* 161002: it is not NULL */
aclnnStatus check_fused_kind(struct call *call, int text);

/* 161001. */
aclnnStatus check_fused_operands(struct call *call, int text, int bias, int x3);
aclnnStatus check_fused_shapes(struct call *call, int x1, int x2, int bias, int x3, int text,
                               int y);
aclnnStatus check_fused_types(struct call *call, int x1, int bias, int x3, int text, int mode,
                              int y);

/* 561103. */
aclnnStatus check_fused_product(struct call *call, int x1, int x2, int bias, int x3, int text,
                                int y);

/* ---- Products of groups: grouped_product.c ----------------------------------------------------
 */

aclnnStatus check_grouped_members(struct call *call, int list); /* 161001: none */
aclnnStatus check_grouped_product(struct call *call);

/* Pools of whole planes: global_pool.c. */
aclnnStatus check_global_pool(struct call *call, int self, int out, int one_will_do);

/* Angles by position: rope_cache.c. */
aclnnStatus check_rope_cache_shapes(struct call *call, int query, int key, int cache, int query_out,
                                    int key_out);
aclnnStatus check_rope_cache_heads(struct call *call, int positions, int query, int key, int cache,
                                   int sections, int head_size);

/* Sizes by factors: upsample.c. */
aclnnStatus check_resize_mode(struct call *call, int mode); /* 161001: NULL */
aclnnStatus check_scaled_image(struct call *call, int self, int scales, int out);

#endif
