/* SPDX-License-Identifier: Apache-2.0 */
/* The elements of all ranks become one, in the order of the ranks. */
#include "hccl/reduce.h"

#include <string.h>

#include "base/half.h"

/* Elements that are joined at a time: their results stay in the nearest cache. */
#define TILE 1024

#define SUM(a, b) ((a) + (b))
#define PROD(a, b) ((a) * (b))
#define MAX(a, b) ((b) > (a) || (b) != (b) ? (b) : (a))
#define MIN(a, b) ((b) < (a) || (b) != (b) ? (b) : (a))

/* Joins a tile of elements into the results so far. `as` is the type that is computed in: integers
 * wrap, so that of sums and products has no sign. */
#define JOIN(as, load, expression)                       \
    for (size_t i = 0; i < count; i++) {                 \
        const as a = (as)results[i];                     \
        const as b = (as)load(elements[i]);              \
        results[i] = (__typeof__(results[0]))expression; \
    }                                                    \
    return

#define AS_IT_IS(x) (x)

/* A function that joins a tile of a type of `store`, with results of `result`. */
#define TYPE(name, store, result, sum_as, load)                                                    \
    static void join_##name(result *results, const store *elements, size_t count, HcclReduceOp op) \
    {                                                                                              \
        switch (op) {                                                                              \
        case HCCL_REDUCE_SUM: JOIN(sum_as, load, SUM(a, b));                                       \
        case HCCL_REDUCE_PROD: JOIN(sum_as, load, PROD(a, b));                                     \
        case HCCL_REDUCE_MAX: JOIN(result, load, MAX(a, b));                                       \
        default: JOIN(result, load, MIN(a, b));                                                    \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void begin_##name(result *results, const store *elements, size_t count)                 \
    {                                                                                              \
        for (size_t i = 0; i < count; i++)                                                         \
            results[i] = (result)load(elements[i]);                                                \
    }                                                                                              \
                                                                                                   \
    static void reduce_##name(HcclReduceOp op, char *out, const void *const *sources,              \
                              uint32_t source_count, size_t count)                                 \
    {                                                                                              \
        result results[TILE];                                                                      \
        for (size_t at = 0; at < count; at += TILE) {                                              \
            size_t part = count - at < TILE ? count - at : TILE;                                   \
            begin_##name(results, (const store *)sources[0] + at, part);                           \
            for (uint32_t i = 1; i < source_count; i++)                                            \
                join_##name(results, (const store *)sources[i] + at, part, op);                    \
            end_##name((store *)(void *)out + at, results, part);                                  \
        }                                                                                          \
    }

#define PLAIN_END(name, type)                                            \
    static void end_##name(type *out, const type *results, size_t count) \
    {                                                                    \
        memcpy(out, results, count * sizeof *out);                       \
    }

#define HALF_END(name, round)                                                 \
    static void end_##name(uint16_t *out, const float *results, size_t count) \
    {                                                                         \
        for (size_t i = 0; i < count; i++)                                    \
            out[i] = round(results[i]);                                       \
    }

PLAIN_END(int8, int8_t)
PLAIN_END(int16, int16_t)
PLAIN_END(int32, int32_t)
PLAIN_END(int64, int64_t)
PLAIN_END(uint64, uint64_t)
PLAIN_END(fp32, float)
PLAIN_END(fp64, double)
HALF_END(fp16, float16_of_float)
HALF_END(bf16, bfloat16_of_float)

TYPE(int8, int8_t, int8_t, uint32_t, AS_IT_IS)
TYPE(int16, int16_t, int16_t, uint32_t, AS_IT_IS)
TYPE(int32, int32_t, int32_t, uint32_t, AS_IT_IS)
TYPE(int64, int64_t, int64_t, uint64_t, AS_IT_IS)
TYPE(uint64, uint64_t, uint64_t, uint64_t, AS_IT_IS)
TYPE(fp32, float, float, float, AS_IT_IS)
TYPE(fp64, double, double, double, AS_IT_IS)
TYPE(fp16, uint16_t, float, float, float_of_float16)
TYPE(bf16, uint16_t, float, float, float_of_bfloat16)

static void reduce(HcclDataType type, HcclReduceOp op, void *out, const void *const *sources,
                   uint32_t source_count, size_t count)
{
    switch ((int)type) {
    case HCCL_DATA_TYPE_INT8: reduce_int8(op, out, sources, source_count, count); break;
    case HCCL_DATA_TYPE_INT16: reduce_int16(op, out, sources, source_count, count); break;
    case HCCL_DATA_TYPE_INT32: reduce_int32(op, out, sources, source_count, count); break;
    case HCCL_DATA_TYPE_INT64: reduce_int64(op, out, sources, source_count, count); break;
    case HCCL_DATA_TYPE_UINT64: reduce_uint64(op, out, sources, source_count, count); break;
    case HCCL_DATA_TYPE_FP16: reduce_fp16(op, out, sources, source_count, count); break;
    case HCCL_DATA_TYPE_BFP16: reduce_bf16(op, out, sources, source_count, count); break;
    case HCCL_DATA_TYPE_FP32: reduce_fp32(op, out, sources, source_count, count); break;
    default: reduce_fp64(op, out, sources, source_count, count); break;
    }
}

const struct reduce_kernel hccl_kernel_reduce = {reduce};
