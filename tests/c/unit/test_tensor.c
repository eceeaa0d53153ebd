/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors, scalars, arrays, lists, data buffers and half precision, below the entry points. */
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

#include "base/data_type.h"
#include "base/report.h"
#include "check.h"
#include "impl/acl/acl_base_rt.h"
#include "impl/aclnn/acl_meta.h"
#include "tensor/arrays.h"
#include "tensor/convert.h"
#include "tensor/layout.h"
#include "tensor/lists.h"
#include "tensor/new_array.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

/* Statuses by number: a test does not ask the code what is right. */
enum { NULLPTR = 161001, INVALID = 161002, BAD_BUFFER = 100000 };

/* ---- a small generator, the same on every machine -------------------------------------------- */

static uint64_t random_state = 20260124;

static int64_t random_between(int64_t low, int64_t high)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return low + (int64_t)((random_state >> 33) % (uint64_t)(high - low + 1));
}

/* ---- views against an enumeration of all their elements -------------------------------------- */

static const aclDataType view_types[] = {ACL_UINT1, ACL_INT4,  ACL_FLOAT6_E3M2, ACL_INT8,
                                         ACL_BF16,  ACL_FLOAT, ACL_INT64,       ACL_COMPLEX128};

/* Element positions are counted from the first element; PLACES / 2 is position 0. */
enum { PLACES = 2048 };

struct enumerated {
    int64_t count;
    int64_t lowest;
    int64_t highest;
    bool shared;
};

static bool next_index(const struct tensor *view, int64_t *index)
{
    for (int32_t i = view->rank - 1; i >= 0; i--) {
        if (++index[i] < view->dims[i])
            return true;
        index[i] = 0;
    }
    return false;
}

static struct enumerated enumerate(const struct tensor *view)
{
    static unsigned char seen[PLACES];
    struct enumerated result = {0, INT64_MAX, INT64_MIN, false};
    int64_t index[TENSOR_MAX_DIMS] = {0};
    memset(seen, 0, sizeof seen);
    for (int32_t i = 0; i < view->rank; i++)
        if (view->dims[i] == 0)
            return result;
    do {
        int64_t place = 0;
        for (int32_t i = 0; i < view->rank; i++)
            place += index[i] * view->strides[i];
        CHECK(place > -PLACES / 2 && place < PLACES / 2);
        result.shared = result.shared || seen[place + PLACES / 2]++ > 0;
        result.lowest = place < result.lowest ? place : result.lowest;
        result.highest = place > result.highest ? place : result.highest;
        result.count++;
    } while (next_index(view, index));
    return result;
}

static int64_t floor_div(int64_t a, int64_t b)
{
    return (int64_t)floor((double)a / (double)b);
}

static void check_extent(const struct tensor *view, const struct enumerated *truth)
{
    int64_t first = -1, past = -1, bits = data_type_bits(view->type);
    CHECK(tensor_extent(view, &first, &past));
    if (truth->count == 0) {
        CHECK(first == 0 && past == 0);
        return;
    }
    int64_t base = floor_div(view->offset * bits, 8) * 8;
    CHECK(first == floor_div(base + truth->lowest * bits, 8));
    CHECK(past == -floor_div(-(base + (truth->highest + 1) * bits), 8));
}

static struct tensor random_view(void)
{
    struct tensor view = {.format = ACL_FORMAT_ND};
    view.type = view_types[random_between(0, sizeof view_types / sizeof view_types[0] - 1)];
    view.rank = (int32_t)random_between(0, 4);
    view.offset = random_between(-40, 40);
    for (int32_t i = 0; i < view.rank; i++) {
        view.dims[i] = random_between(0, 19) == 0 ? 0 : random_between(1, 5);
        view.strides[i] = random_between(-25, 25);
        if (random_between(0, 3) == 0)
            view.strides[i] *= random_between(1, 4);
    }
    return view;
}

static void test_random_views(void)
{
    int overlapping = 0, apart = 0, cautious = 0;
    for (int round = 0; round < 100000; round++) {
        struct tensor view = random_view();
        struct enumerated truth = enumerate(&view);
        int64_t count = -1;
        CHECK(tensor_element_count(&view, &count) && count == truth.count);
        check_extent(&view, &truth);
        bool answer = tensor_overlaps_itself(&view);
        CHECK(answer || !truth.shared);
        overlapping += answer && truth.shared;
        cautious += answer && !truth.shared;
        apart += !answer;
    }
    /* All three kinds must have been met, or the loop has shown nothing. */
    CHECK(overlapping > 1000 && cautious > 1000 && apart > 1000);
}

/* What slicing, reversing and transposing makes of a dense tensor never overlaps. */
static void test_sliced_views(void)
{
    for (int round = 0; round < 20000; round++) {
        struct tensor view = {.type = ACL_FLOAT, .rank = (int32_t)random_between(1, 4)};
        int64_t stride = 1;
        for (int32_t i = view.rank - 1; i >= 0; i--) {
            int64_t length = random_between(1, 5), step = random_between(1, 3);
            view.dims[i] = (length + step - 1) / step;
            view.strides[i] = stride * step * (random_between(0, 1) ? 1 : -1);
            stride *= length;
        }
        int64_t a = random_between(0, view.rank - 1), b = random_between(0, view.rank - 1);
        int64_t dim = view.dims[a], step = view.strides[a];
        view.dims[a] = view.dims[b];
        view.strides[a] = view.strides[b];
        view.dims[b] = dim;
        view.strides[b] = step;
        CHECK(!tensor_overlaps_itself(&view));
        CHECK(!enumerate(&view).shared);
    }
}

static void test_overlap_examples(void)
{
    struct tensor view = {.type = ACL_FLOAT, .rank = 2, .dims = {3, 2}, .strides = {0, 1}};
    CHECK(tensor_overlaps_itself(&view));
    view.dims[0] = 1; /* a stride of 0 over one element shares nothing */
    CHECK(!tensor_overlaps_itself(&view));
    view = (struct tensor){.rank = 2, .dims = {2, 3}, .strides = {3, 2}};
    CHECK(tensor_overlaps_itself(&view)); /* interleaved: all differ, but counts as overlapping */
    view = (struct tensor){.rank = 2, .dims = {0, 3}, .strides = {0, 0}};
    CHECK(!tensor_overlaps_itself(&view));
    view = (struct tensor){.rank = 2, .dims = {-1, 3}, .strides = {0, 0}};
    CHECK(!tensor_overlaps_itself(&view));
    view = (struct tensor){.rank = 2, .dims = {2, 2}, .strides = {INT64_MIN, 1}};
    CHECK(!tensor_overlaps_itself(&view));
    view = (struct tensor){
        .rank = 3, .dims = {2, INT64_MAX, 2}, .strides = {INT64_MIN, INT64_MAX, 1}};
    CHECK(tensor_overlaps_itself(&view)); /* the reach is more than 64 bits hold */
}

/* Whether columns of rows of so many floats share memory with others, in both sequences. */
static bool columns_share(int64_t stride, int64_t columns, uintptr_t first, uintptr_t other)
{
    struct tensor view = {
        .type = ACL_FLOAT, .rank = 2, .dims = {9, columns}, .strides = {stride, 1}};
    bool share = tensors_share_bytes(&view, 4 * first, &view, 4 * other);
    CHECK(share == tensors_share_bytes(&view, 4 * other, &view, 4 * first));
    return share;
}

static void test_sharing(void)
{
    CHECK(!columns_share(24, 10, 0, 10));
    CHECK(!columns_share(24, 10, 10, 24));
    CHECK(columns_share(24, 10, 0, 9));
    CHECK(columns_share(24, 10, 5, 24)); /* the columns from 5 on, and those of the next row */
    CHECK(columns_share(24, 10, 20, 24));
    CHECK(!columns_share(24, 4, 20, 24));

    /* Keys and values, page by page; pages of codes with the scales of their rows behind them. */
    struct tensor keys = {
        .type = ACL_FLOAT16, .rank = 4, .dims = {5, 3, 2, 8}, .strides = {96, 16, 8, 1}};
    CHECK(!tensors_share_bytes(&keys, 0, &keys, 96) && !tensors_share_bytes(&keys, 96, &keys, 0));
    CHECK(tensors_share_bytes(&keys, 0, &keys, 94) && tensors_share_bytes(&keys, 94, &keys, 0));
    CHECK(tensors_share_bytes(&keys, 0, &keys, 98) && tensors_share_bytes(&keys, 98, &keys, 0));
    struct tensor codes = {
        .type = ACL_FLOAT8_E4M3FN, .rank = 4, .dims = {5, 3, 1, 32}, .strides = {108, 32, 32, 1}};
    struct tensor scales = {
        .type = ACL_FLOAT, .rank = 4, .dims = {5, 3, 1, 1}, .strides = {27, 1, 1, 1}};
    CHECK(!tensors_share_bytes(&codes, 0, &scales, 96));
    CHECK(tensors_share_bytes(&codes, 0, &scales, 92));
    CHECK(tensors_share_bytes(&codes, 0, &scales, 100));
}

static bool has_extent(const struct tensor *view)
{
    int64_t first, past;
    return tensor_extent(view, &first, &past);
}

static void test_overflow(void)
{
    int64_t count = -1, first = -1, past = -1;
    int64_t big = (int64_t)1 << 40;
    struct tensor view = {.type = ACL_FLOAT, .rank = 2, .dims = {big, big}, .strides = {big, 1}};
    CHECK(!tensor_element_count(&view, &count) && !has_extent(&view));
    view.strides[0] = 0;
    CHECK(tensor_extent(&view, &first, &past) && first == 0 && past == 4 * big);
    view.dims[0] = 0;
    CHECK(tensor_element_count(&view, &count) && count == 0);
    CHECK(tensor_extent(&view, &first, &past) && first == 0 && past == 0);
    view.dims[0] = -2;
    CHECK(!tensor_element_count(&view, &count) && !has_extent(&view));

    /* 2^60 floats from the start are 2^62 bytes: fits, although it does not in bits. */
    view = (struct tensor){.type = ACL_FLOAT, .offset = (int64_t)1 << 60};
    CHECK(tensor_extent(&view, &first, &past));
    CHECK(first == (int64_t)1 << 62 && past == first + 4);
    view.offset = (int64_t)1 << 61;
    CHECK(!has_extent(&view));
    view.offset = INT64_MIN;
    CHECK(!has_extent(&view));
    view = (struct tensor){.type = ACL_INT8, .offset = INT64_MAX};
    CHECK(!has_extent(&view));
    view.offset = INT64_MIN;
    CHECK(tensor_extent(&view, &first, &past) && first == INT64_MIN && past == INT64_MIN + 1);
    view = (struct tensor){
        .type = ACL_INT8, .rank = 2, .dims = {2, 2}, .strides = {INT64_MAX, INT64_MAX}};
    CHECK(!has_extent(&view));
    view = (struct tensor){.type = ACL_INT8, .rank = 1, .dims = {3}, .strides = {INT64_MIN}};
    CHECK(!has_extent(&view));
    view = (struct tensor){.type = ACL_INT8, .rank = 1, .dims = {2}, .strides = {INT64_MAX}};
    CHECK(!has_extent(&view)); /* one past the last byte is 2^63 */

    view = (struct tensor){.type = ACL_STRING, .rank = 1, .dims = {2}, .strides = {1}};
    CHECK(!has_extent(&view));
    view.type = ACL_DT_UNDEFINED;
    CHECK(!has_extent(&view));
}

/* ---- the public functions -------------------------------------------------------------------- */

/* The text of the last failure must hold these words; it is taken away. */
static void check_text(const char *word, const char *other)
{
    const char *text = report_take();
    CHECK(text != NULL && strstr(text, word) != NULL && strstr(text, other) != NULL);
    CHECK(report_take() == NULL);
}

/*
 * The caller's delete[]; free where there is no C++ runtime. The undefined behaviour sanitizer
 * brings one to C programs too, and then AddressSanitizer wants to see delete[].
 */
extern void _ZdaPv(void *array) __attribute__((weak));
extern const char _ZSt7nothrow __attribute__((weak));

static void release_array(int64_t *array)
{
    if (_ZdaPv != NULL && &_ZSt7nothrow != NULL)
        _ZdaPv(array);
    else
        free(array);
}

static bool values_equal(int64_t *array, uint64_t count, const int64_t *expected,
                         uint64_t expected_count)
{
    bool equal = count == expected_count && array != NULL &&
                 (count == 0 || memcmp(array, expected, count * sizeof *array) == 0);
    release_array(array);
    return equal;
}

static bool shape_is(const aclTensor *tensor, const int64_t *expected, uint64_t count)
{
    int64_t *dims = NULL;
    uint64_t dims_count = 99;
    CHECK(aclGetViewShapeImpl(tensor, &dims, &dims_count) == 0);
    return values_equal(dims, dims_count, expected, count);
}

static bool storage_is(const aclTensor *tensor, const int64_t *expected, uint64_t count)
{
    int64_t *dims = NULL;
    uint64_t dims_count = 99;
    CHECK(aclGetStorageShapeImpl(tensor, &dims, &dims_count) == 0);
    return values_equal(dims, dims_count, expected, count);
}

static bool strides_are(const aclTensor *tensor, const int64_t *expected, uint64_t count)
{
    int64_t *strides = NULL;
    uint64_t strides_count = 99;
    CHECK(aclGetViewStridesImpl(tensor, &strides, &strides_count) == 0);
    return values_equal(strides, strides_count, expected, count);
}

static aclDataType type_of(const aclTensor *tensor)
{
    aclDataType type = ACL_STRING;
    CHECK(aclGetDataTypeImpl(tensor, &type) == 0);
    return type;
}

static aclFormat format_of(const aclTensor *tensor)
{
    aclFormat format = ACL_FORMAT_NC;
    CHECK(aclGetFormatImpl(tensor, &format) == 0);
    return format;
}

static void *address_of(const aclTensor *tensor)
{
    void *address = &random_state;
    CHECK(aclGetRawTensorAddrImpl(tensor, &address) == 0);
    return address;
}

static aclTensor *create(const int64_t *dims, uint64_t count, const int64_t *strides)
{
    return aclCreateTensorImpl(dims, count, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, dims, count,
                               NULL);
}

static void test_create_tensor(void)
{
    static const int64_t dims[] = {2, 3, 4}, storage[] = {24, 2}, contiguous[] = {12, 4, 1};
    static const int64_t strides[] = {-1, 0, 7}, negative[] = {-3, 2};
    int64_t offset = -1;
    int data;
    aclTensor *tensor = aclCreateTensorImpl(dims, 3, ACL_BF16, strides, 5, ACL_FORMAT_NCHW, storage,
                                            2, &data);
    CHECK(shape_is(tensor, dims, 3) && storage_is(tensor, storage, 2));
    CHECK(strides_are(tensor, strides, 3) && address_of(tensor) == &data);
    CHECK(type_of(tensor) == ACL_BF16 && format_of(tensor) == ACL_FORMAT_NCHW);
    CHECK(aclGetViewOffsetImpl(tensor, &offset) == 0 && offset == 5);
    CHECK(aclDestroyTensorImpl(tensor) == 0);

    tensor = create(dims, 3, NULL);
    CHECK(strides_are(tensor, contiguous, 3) && address_of(tensor) == NULL);
    CHECK(aclDestroyTensorImpl(tensor) == 0);
    tensor = create(NULL, 0, NULL);
    CHECK(shape_is(tensor, NULL, 0) && storage_is(tensor, NULL, 0) && strides_are(tensor, NULL, 0));
    CHECK(aclDestroyTensorImpl(tensor) == 0);
    tensor = create(negative, 2, NULL);
    CHECK(shape_is(tensor, negative, 2));
    CHECK(aclDestroyTensorImpl(tensor) == 0);
    CHECK(report_take() == NULL);
}

static void test_create_tensor_oddities(void)
{
    int64_t many[30];
    for (int64_t i = 0; i < 30; i++)
        many[i] = i + 1;
    aclTensor *tensor = create(many, 30, many);
    CHECK(shape_is(tensor, many, 25) && storage_is(tensor, many, 25));
    CHECK(strides_are(tensor, many, 25));
    CHECK(aclDestroyTensorImpl(tensor) == 0);

    tensor = aclCreateTensorImpl(NULL, 0, (aclDataType)5, NULL, 0, (aclFormat)99, NULL, 0, NULL);
    CHECK(type_of(tensor) == ACL_DT_UNDEFINED && format_of(tensor) == ACL_FORMAT_UNDEFINED);
    CHECK(aclDestroyTensorImpl(tensor) == 0);

    CHECK(create(NULL, 1, NULL) == NULL);
    CHECK(aclCreateTensorImpl(many, 1, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, NULL, 1, NULL) == NULL);
    CHECK(report_take() == NULL);
}

static void test_init_tensor(void)
{
    static const int64_t dims[] = {2, 3}, more[] = {4, 5, 6}, wide[] = {50, 7}, one[] = {9};
    static const int64_t more_strides[] = {30, 6, 1}, dims_strides[] = {3, 1}, kept[] = {9, 1};
    int data, other;
    aclTensor *tensor = create(dims, 2, wide);
    CHECK(aclSetRawTensorAddrImpl(tensor, &data) == 0);

    /* Nothing given: shape, storage and address stay, the strides become contiguous. */
    CHECK(aclInitTensorImpl(tensor, NULL, 3, ACL_INT8, NULL, 4, ACL_FORMAT_NHWC, dims, 0, NULL) ==
          0);
    CHECK(shape_is(tensor, dims, 2) && storage_is(tensor, dims, 2) && address_of(tensor) == &data);
    CHECK(strides_are(tensor, dims_strides, 2) && type_of(tensor) == ACL_INT8);
    CHECK(format_of(tensor) == ACL_FORMAT_NHWC);
    CHECK(aclInitTensorImpl(tensor, NULL, 0, ACL_INT8, NULL, 0, ACL_FORMAT_ND, NULL, 0, NULL) == 0);
    CHECK(shape_is(tensor, dims, 2));

    /* The old dims with strides of another number. */
    CHECK(aclInitTensorImpl(tensor, NULL, 1, ACL_INT8, one, 0, ACL_FORMAT_ND, NULL, 0, NULL) == 0);
    CHECK(strides_are(tensor, kept, 2));
    CHECK(aclInitTensorImpl(tensor, NULL, 2, ACL_INT8, wide, 0, ACL_FORMAT_ND, NULL, 0, NULL) == 0);
    CHECK(strides_are(tensor, wide, 2));

    CHECK(aclInitTensorImpl(tensor, more, 3, ACL_INT8, NULL, 0, ACL_FORMAT_ND, one, 1, &other) ==
          0);
    CHECK(shape_is(tensor, more, 3) && storage_is(tensor, one, 1) && address_of(tensor) == &other);
    CHECK(strides_are(tensor, more_strides, 3));
    CHECK(aclDestroyTensorImpl(tensor) == 0 && report_take() == NULL);

    CHECK(aclInitTensorImpl(NULL, more, 3, ACL_INT8, NULL, 0, ACL_FORMAT_ND, one, 1, NULL) ==
          NULLPTR);
    CHECK(report_take() == NULL);
    CHECK(aclInitTensorImpl(tensor, more, 3, ACL_INT8, NULL, 0, ACL_FORMAT_ND, one, 1, NULL) ==
          INVALID);
    check_text("tensor is 0x", "ended");
}

static void test_null_arguments(void)
{
    int64_t *values = NULL, offset;
    uint64_t count;
    aclFormat format;
    aclDataType type;
    aclTensor *tensor = create(NULL, 0, NULL);
    CHECK(aclGetViewShapeImpl(NULL, &values, &count) == NULLPTR);
    CHECK(aclGetViewShapeImpl(tensor, NULL, &count) == NULLPTR);
    CHECK(aclGetViewShapeImpl(tensor, &values, NULL) == NULLPTR);
    CHECK(aclGetStorageShapeImpl(NULL, &values, &count) == NULLPTR);
    CHECK(aclGetStorageShapeImpl(tensor, NULL, &count) == NULLPTR);
    CHECK(aclGetStorageShapeImpl(tensor, &values, NULL) == NULLPTR);
    CHECK(aclGetViewStridesImpl(NULL, &values, &count) == NULLPTR);
    CHECK(aclGetViewStridesImpl(tensor, NULL, &count) == NULLPTR);
    CHECK(aclGetViewStridesImpl(tensor, &values, NULL) == NULLPTR);
    CHECK(aclGetViewOffsetImpl(NULL, &offset) == NULLPTR);
    CHECK(aclGetViewOffsetImpl(tensor, NULL) == NULLPTR);
    CHECK(aclGetFormatImpl(NULL, &format) == NULLPTR);
    CHECK(aclGetFormatImpl(tensor, NULL) == NULLPTR);
    CHECK(aclGetDataTypeImpl(NULL, &type) == NULLPTR);
    CHECK(aclGetDataTypeImpl(tensor, NULL) == NULLPTR);
    CHECK(values == NULL && report_take() == NULL);

    CHECK(aclGetRawTensorAddrImpl(NULL, (void **)&values) == NULLPTR);
    check_text("EZ1011", "tensor is NULL");
    CHECK(aclGetRawTensorAddrImpl(tensor, NULL) == NULLPTR);
    check_text("EZ1011", "addr is NULL");
    CHECK(aclSetRawTensorAddrImpl(NULL, &values) == NULLPTR);
    check_text("EZ1011", "tensor is NULL");
    CHECK(aclDestroyTensorImpl(tensor) == 0);
}

static void test_dead_and_foreign(void)
{
    int64_t *values = NULL, offset;
    uint64_t count;
    aclFormat format;
    aclDataType type;
    aclTensor *tensor = create(NULL, 0, NULL);
    CHECK(aclDestroyTensorImpl(NULL) == 0);
    CHECK(aclDestroyTensorImpl(tensor) == 0);
    CHECK(aclDestroyTensorImpl(tensor) == INVALID);
    check_text("EZ1001", "an aclTensor that was ended");
    CHECK(aclDestroyTensorImpl((const aclTensor *)(const void *)&offset) == INVALID);
    check_text("no handle of this library", "a live aclTensor is required");
    CHECK(aclGetViewShapeImpl(tensor, &values, &count) == INVALID);
    CHECK(aclGetStorageShapeImpl(tensor, &values, &count) == INVALID);
    CHECK(aclGetViewStridesImpl(tensor, &values, &count) == INVALID);
    CHECK(aclGetViewOffsetImpl(tensor, &offset) == INVALID);
    CHECK(aclGetFormatImpl(tensor, &format) == INVALID);
    CHECK(aclGetDataTypeImpl(tensor, &type) == INVALID);
    CHECK(aclGetRawTensorAddrImpl(tensor, (void **)&values) == INVALID);
    CHECK(aclSetRawTensorAddrImpl(tensor, &values) == INVALID);
    CHECK(values == NULL);
    check_text("tensor is 0x", "ended");

    float one = 1;
    aclScalar *scalar = aclCreateScalarImpl(&one, ACL_FLOAT);
    CHECK(aclDestroyTensorImpl((const aclTensor *)(const void *)scalar) == INVALID);
    check_text("a live aclScalar", "a live aclTensor is required");
    CHECK(aclDestroyScalarImpl(scalar) == 0);
}

/* An executor's copy: keeps its metadata, sees new addresses, outlives the handle. */
static void test_copies(void)
{
    static const int64_t dims[] = {2, 3}, other_dims[] = {7};
    int data, other;
    struct tensor copy;
    aclTensor *handle = create(dims, 2, NULL);
    CHECK(tensor_copy(&copy, handle) && tensor_address(&copy) == NULL);
    CHECK(aclSetRawTensorAddrImpl(handle, &data) == 0 && tensor_address(&copy) == &data);
    CHECK(aclInitTensorImpl(handle, other_dims, 1, ACL_INT8, NULL, 3, ACL_FORMAT_ND, NULL, 0,
                            &other) == 0);
    CHECK(tensor_address(&copy) == &other);
    CHECK(copy.rank == 2 && copy.dims[1] == 3 && copy.type == ACL_FLOAT && copy.offset == 0);
    CHECK(aclDestroyTensorImpl(handle) == 0);
    CHECK(tensor_acquire(handle) == NULL && tensor_address(&copy) == &other);
    struct tensor late;
    CHECK(!tensor_copy(&late, handle));
    tensor_drop(&copy);
}

static void *set_addresses(void *handle)
{
    static char bytes[2];
    for (int i = 0; i < 20000; i++)
        CHECK(aclSetRawTensorAddrImpl(handle, &bytes[i & 1]) == 0);
    return NULL;
}

/* For the thread sanitizer; the last pin is given back after the handle was destroyed. */
static void test_address_race(void)
{
    pthread_t writer;
    struct tensor copy;
    aclTensor *handle = create(NULL, 0, NULL);
    CHECK(tensor_copy(&copy, handle));
    CHECK(pthread_create(&writer, NULL, set_addresses, handle) == 0);
    for (int i = 0; i < 20000; i++) {
        void *own;
        CHECK(aclGetRawTensorAddrImpl(handle, &own) == 0);
        (void)tensor_address(&copy);
    }
    CHECK(pthread_join(writer, NULL) == 0);
    CHECK(aclDestroyTensorImpl(handle) == 0);
    CHECK(tensor_address(&copy) != NULL);
    tensor_drop(&copy);
}

static void test_describe(void)
{
    static const int64_t dims[] = {2, -3, 1234567};
    char text[64];
    CHECK(strcmp(dims_describe(dims, 3, text, sizeof text), "[2, -3, 1234567]") == 0);
    CHECK(strcmp(dims_describe(NULL, 0, text, sizeof text), "[]") == 0);
    CHECK(strcmp(dims_describe(dims, 3, text, 17), "[2, -3, 1234567]") == 0);
    CHECK(strcmp(dims_describe(dims, 3, text, 16), "[2, -3, ...]") == 0);
    CHECK(strcmp(dims_describe(dims + 2, 1, text, 9), "[...]") == 0);
    for (size_t size = 1; size < 20; size++) {
        memset(text, 'x', sizeof text);
        CHECK(strlen(dims_describe(dims, 3, text, size)) < size && text[size] == 'x');
    }
    aclTensor *tensor = create(dims, 3, NULL);
    CHECK(handle_describe_object(tensor, text, sizeof text) &&
          strcmp(text, "DT_FLOAT[2, -3, 1234567]") == 0);
    CHECK(handle_describe_object(tensor, text, 5) && strlen(text) == 4);
    CHECK(aclDestroyTensorImpl(tensor) == 0);
    CHECK(!handle_describe_object(tensor, text, sizeof text));
    CHECK(!handle_describe_object(NULL, text, sizeof text));
    aclScalar *scalar = aclCreateScalarImpl(text, ACL_INT8);
    CHECK(scalar != NULL && !handle_describe_object(scalar, text, sizeof text));
    CHECK(aclDestroyScalarImpl(scalar) == 0);
}

static void test_scalars(void)
{
    static const int accepted[] = {0,  1,  2,  3,  4,  6,  7,  8,  9,  10, 11, 12,
                                   16, 17, 27, 34, 35, 36, 37, 38, 39, 40, 41};
    unsigned char value[16];
    size_t next = 0;
    for (int i = 0; i < 16; i++)
        value[i] = (unsigned char)(i + 1);
    CHECK(aclCreateScalarImpl(NULL, ACL_FLOAT) == NULL && report_take() == NULL);
    for (int type = -2; type < 64; type++) {
        aclScalar *handle = aclCreateScalarImpl(value, (aclDataType)type);
        if (next == sizeof accepted / sizeof accepted[0] || type != accepted[next]) {
            CHECK(handle == NULL);
            check_text("Not_Supported_Data_Type(EZ1006)", "dataType is");
            continue;
        }
        next++;
        const struct scalar *scalar = scalar_acquire(handle);
        size_t width = (size_t)(data_type_bits((aclDataType)type) + 7) / 8;
        CHECK(scalar->type == (aclDataType)type && memcmp(scalar->bytes, value, width) == 0);
        CHECK(width == 16 || scalar->bytes[width] == 0);
        scalar_release(handle);
        CHECK(aclDestroyScalarImpl(handle) == 0);
    }
    CHECK(next == sizeof accepted / sizeof accepted[0]);
    CHECK(aclDestroyScalarImpl(NULL) == 0);
}

/* One element of the type is written, whatever the scalar's own is, and nothing behind it. */
static void test_converted_scalars(void)
{
    static const aclDataType types[] = {
        ACL_BOOL,  ACL_INT8,   ACL_UINT16, ACL_FLOAT16,   ACL_BF16,       ACL_INT32,   ACL_FLOAT,
        ACL_INT64, ACL_DOUBLE, ACL_UINT64, ACL_COMPLEX64, ACL_COMPLEX128, ACL_HIFLOAT8};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        for (size_t j = 0; j < sizeof types / sizeof types[0]; j++) {
            struct scalar one = {.type = types[i], .bytes = {1}};
            size_t width = (size_t)data_type_bits(types[j]) / 8;
            unsigned char out[24];
            memset(out, 0xEE, sizeof out);
            scalar_convert(&one, types[j], out);
            for (size_t k = width; k < sizeof out; k++)
                CHECK(out[k] == 0xEE);
            CHECK(i != j || out[0] == 1);
        }
    struct scalar whole = {.type = ACL_INT16, .bytes = {0xFE, 0xFF}}; /* -2 */
    CHECK(scalar_int64(&whole) == -2);
}

static void test_arrays(void)
{
    static const int64_t ints[] = {1, -2, INT64_MAX};
    static const float floats[] = {1.5f, -2};
    static const bool bools[] = {true, false, true, true};
    uint64_t size = 99;
    aclIntArray *int_array = aclCreateIntArrayImpl(ints, 3);
    aclFloatArray *float_array = aclCreateFloatArrayImpl(floats, 2);
    aclBoolArray *bool_array = aclCreateBoolArrayImpl(bools, 4);
    const struct array *array = array_acquire(int_array, HANDLE_INT_ARRAY);
    CHECK(array->size == 3 && memcmp(array->values, ints, sizeof ints) == 0);
    array_release(int_array);
    array = array_acquire(float_array, HANDLE_FLOAT_ARRAY);
    CHECK(array->size == 2 && memcmp(array->values, floats, sizeof floats) == 0);
    array_release(float_array);
    array = array_acquire(bool_array, HANDLE_BOOL_ARRAY);
    CHECK(array->size == 4 && memcmp(array->values, bools, sizeof bools) == 0);
    array_release(bool_array);

    CHECK(aclGetIntArraySizeImpl(int_array, &size) == 0 && size == 3);
    CHECK(aclGetFloatArraySizeImpl(float_array, &size) == 0 && size == 2);
    CHECK(aclGetBoolArraySizeImpl(bool_array, &size) == 0 && size == 4);
    CHECK(aclGetIntArraySizeImpl(NULL, &size) == NULLPTR);
    CHECK(aclGetIntArraySizeImpl(int_array, NULL) == NULLPTR && report_take() == NULL);
    CHECK(aclGetIntArraySizeImpl((void *)float_array, &size) == INVALID);
    check_text("a live aclFloatArray", "a live aclIntArray is required");
    CHECK(aclDestroyIntArrayImpl((void *)bool_array) == INVALID);
    check_text("a live aclBoolArray", "a live aclIntArray is required");
    CHECK(aclDestroyIntArrayImpl(int_array) == 0 && aclDestroyFloatArrayImpl(float_array) == 0);
    CHECK(aclDestroyBoolArrayImpl(bool_array) == 0 && aclDestroyBoolArrayImpl(NULL) == 0);
    CHECK(aclDestroyBoolArrayImpl(bool_array) == INVALID);
    check_text("EZ1001", "ended");
}

static void test_empty_and_huge_arrays(void)
{
    static const int64_t one = 1;
    uint64_t size = 99;
    aclIntArray *array = aclCreateIntArrayImpl(NULL, UINT64_MAX);
    CHECK(array != NULL && aclGetIntArraySizeImpl(array, &size) == 0 && size == 0);
    CHECK(aclDestroyIntArrayImpl(array) == 0);
    array = aclCreateIntArrayImpl(&one, 0);
    CHECK(array != NULL && aclGetIntArraySizeImpl(array, &size) == 0 && size == 0);
    CHECK(aclDestroyIntArrayImpl(array) == 0 && report_take() == NULL);
    CHECK(aclCreateIntArrayImpl(&one, UINT64_MAX) == NULL);
    check_text("EZ9999", "aclIntArray");
    CHECK(aclCreateTensorListImpl((const aclTensor *const *)(const void *)&one, UINT64_MAX / 8) ==
          NULL);
    check_text("EZ9999", "aclTensorList");
}

static void test_lists(void)
{
    uint64_t size = 99;
    float one = 1;
    aclTensor *kept = create(NULL, 0, NULL), *dead = create(NULL, 0, NULL);
    aclScalar *scalar = aclCreateScalarImpl(&one, ACL_FLOAT);
    const aclTensor *elements[] = {
        kept, NULL, dead, kept, (const void *)scalar, (const void *)&one};
    aclTensorList *list = aclCreateTensorListImpl(elements, 6);
    CHECK(aclGetTensorListSizeImpl(list, &size) == 0 && size == 6);
    elements[0] = NULL; /* the list has its own */
    CHECK(handle_list_acquire(list, HANDLE_TENSOR_LIST)->elements[0] == kept);
    handle_list_release(list);
    CHECK(aclDestroyTensorImpl(dead) == 0);
    CHECK(aclDestroyTensorListImpl(list) == 0 && report_take() == NULL);
    CHECK(tensor_acquire(kept) == NULL);
    CHECK(aclDestroyTensorImpl(kept) == INVALID && aclDestroyTensorListImpl(list) == INVALID);
    check_text("EZ1001", "ended");

    CHECK(aclDestroyScalarImpl(scalar) == 0); /* was in the list, is no tensor, is alive */
    scalar = aclCreateScalarImpl(&one, ACL_FLOAT);
    aclScalarList *scalars = aclCreateScalarListImpl((const aclScalar *const *)&scalar, 1);
    CHECK(aclGetScalarListSizeImpl(scalars, &size) == 0 && size == 1);
    CHECK(aclDestroyScalarListImpl(scalars) == 0 && scalar_acquire(scalar) == NULL);

    list = aclCreateTensorListImpl(NULL, 5);
    CHECK(aclGetTensorListSizeImpl(list, &size) == 0 && size == 0);
    CHECK(aclGetTensorListSizeImpl(NULL, &size) == NULLPTR);
    CHECK(aclGetScalarListSizeImpl(NULL, &size) == NULLPTR);
    CHECK(aclGetTensorListSizeImpl(list, NULL) == NULLPTR && report_take() == NULL);
    CHECK(aclDestroyScalarListImpl((void *)list) == INVALID);
    check_text("a live aclTensorList", "a live aclScalarList is required");
    CHECK(aclDestroyTensorListImpl(list) == 0 && aclDestroyTensorListImpl(NULL) == 0);
    CHECK(aclDestroyScalarListImpl(NULL) == 0);
}

static void test_data_buffers(void)
{
    size_t size = (size_t)3 << 32 | 5;
    int data;
    aclDataBuffer *buffer = aclCreateDataBufferImpl(&data, size);
    CHECK(aclGetDataBufferAddrImpl(buffer) == &data);
    CHECK(aclGetDataBufferSizeV2Impl(buffer) == size && aclGetDataBufferSizeImpl(buffer) == 5);
    CHECK(aclUpdateDataBufferImpl(buffer, NULL, 7) == 0);
    CHECK(aclGetDataBufferAddrImpl(buffer) == NULL && aclGetDataBufferSizeImpl(buffer) == 7);
    CHECK(aclGetDataBufferAddrImpl(NULL) == NULL && aclGetDataBufferSizeV2Impl(NULL) == 0);
    CHECK(aclGetDataBufferSizeImpl(NULL) == 0 && report_take() == NULL);
    CHECK(aclUpdateDataBufferImpl(NULL, NULL, 7) == BAD_BUFFER);
    check_text("EH0008", "dataBuffer is NULL");
    CHECK(aclDestroyDataBufferImpl(NULL) == BAD_BUFFER);
    check_text("EH0008", "dataBuffer is NULL");
    CHECK(aclDestroyDataBufferImpl(buffer) == 0);
    CHECK(aclDestroyDataBufferImpl(buffer) == BAD_BUFFER);
    check_text("EH0007", "ended");
    CHECK(aclUpdateDataBufferImpl(buffer, NULL, 7) == BAD_BUFFER);
    CHECK(aclGetDataBufferAddrImpl(buffer) == NULL && aclGetDataBufferSizeV2Impl(buffer) == 0);
    check_text("EH0007", "a live aclDataBuffer is required");
}

/* ---- numbers --------------------------------------------------------------------------------- */

/* The half nearest to a magnitude below 65536, by search; of two as near the even one. */
static unsigned nearest_half(double magnitude)
{
    unsigned low = 0, high = 0x7C00;
    while (high - low > 1) {
        unsigned middle = (low + high) / 2;
        if ((double)aclFloat16ToFloatImpl((aclFloat16)middle) <= magnitude)
            low = middle;
        else
            high = middle;
    }
    double below = magnitude - (double)aclFloat16ToFloatImpl((aclFloat16)low);
    double above = (double)aclFloat16ToFloatImpl((aclFloat16)high) - magnitude;
    return below < above || (below == above && low % 2 == 0) ? low : high;
}

static void test_half_to_float(void)
{
    for (unsigned bits = 0; bits < 0x10000; bits++) {
        int exponent = (int)(bits >> 10 & 31);
        double magnitude = exponent == 0 ? ldexp(bits & 1023, -24)
                                         : ldexp(1024 + (bits & 1023), exponent - 25);
        float value = aclFloat16ToFloatImpl((aclFloat16)bits);
        CHECK(fabs((double)value) == magnitude && !signbit(value) == !(bits & 0x8000));
        if (exponent < 31)
            CHECK(aclFloatToFloat16Impl(value) == bits);
    }
    CHECK(aclFloat16ToFloatImpl(0x7C00) == 65536 && aclFloat16ToFloatImpl(0xFC00) == -65536);
    CHECK(aclFloat16ToFloatImpl(0x7E00) == 98304);
}

static void test_float_to_half(void)
{
    CHECK(aclFloatToFloat16Impl(INFINITY) == 0x7BFF && aclFloatToFloat16Impl(-INFINITY) == 0xFBFF);
    CHECK(aclFloatToFloat16Impl(NAN) == 0x7BFF && aclFloatToFloat16Impl(-NAN) == 0xFBFF);
    CHECK(aclFloatToFloat16Impl(65519) == 0x7BFF && aclFloatToFloat16Impl(65520) == 0x7BFF);
    CHECK(aclFloatToFloat16Impl(1e30f) == 0x7BFF && aclFloatToFloat16Impl(-1e30f) == 0xFBFF);
    CHECK(aclFloatToFloat16Impl(0x1p-25f) == 0 && aclFloatToFloat16Impl(-0x1p-25f) == 0x8000);
    CHECK(aclFloatToFloat16Impl(0x1.000002p-25f) == 1 && aclFloatToFloat16Impl(0x1.8p-24f) == 2);
    CHECK(aclFloatToFloat16Impl(0x1p-149f) == 0);
    for (int i = 0; i < 1000000; i++) {
        uint32_t bits = (uint32_t)random_between(0, UINT32_MAX);
        float value;
        bits = i % 2 ? bits & ~0xFFFu : bits; /* half of them with many ties */
        bits = (bits & 0x80FFFFFF) | (uint32_t)random_between(0x32, 0x48) << 24;
        memcpy(&value, &bits, sizeof value);
        double magnitude = fabs((double)value);
        unsigned expected = magnitude >= 65504 ? 0x7BFF : nearest_half(magnitude);
        CHECK(aclFloatToFloat16Impl(value) == (expected | (bits >> 16 & 0x8000)));
    }
}

static void test_data_type_size(void)
{
    CHECK(aclDataTypeSizeImpl(ACL_FLOAT) == 4 && aclDataTypeSizeImpl(ACL_COMPLEX128) == 16);
    CHECK(aclDataTypeSizeImpl(ACL_DT_UNDEFINED) == 0 && aclDataTypeSizeImpl(ACL_STRING) == 0);
    CHECK(aclDataTypeSizeImpl(ACL_INT4) == 1 && aclDataTypeSizeImpl(ACL_UINT1) == 1);
    CHECK(aclDataTypeSizeImpl(ACL_FLOAT6_E3M2) == 8 && aclDataTypeSizeImpl(ACL_FLOAT4_E1M2) == 8);
    CHECK(aclDataTypeSizeImpl((aclDataType)5) == 8 && aclDataTypeSizeImpl((aclDataType)99) == 8);
}

int main(void)
{
    test_random_views();
    test_sliced_views();
    test_overlap_examples();
    test_sharing();
    test_overflow();
    test_create_tensor();
    test_create_tensor_oddities();
    test_init_tensor();
    test_null_arguments();
    test_dead_and_foreign();
    test_copies();
    test_address_race();
    test_describe();
    test_scalars();
    test_converted_scalars();
    test_arrays();
    test_empty_and_huge_arrays();
    test_lists();
    test_data_buffers();
    test_half_to_float();
    test_float_to_half();
    test_data_type_size();
    puts("test_tensor: ok");
    return 0;
}
