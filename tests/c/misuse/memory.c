/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of launches and copies: wrong, too small, shared, freed too early, and bad indices. */
#include "misuse.h"

static char host[1 << 16];

/* ---- Workspaces ------------------------------------------------------------------------------ */

static void tell_launch(void *space, uint64_t size)
{
    TELL(aclnnEmbeddingDenseBackward(space, size, executor, stream));
    executor = NULL; /* spent, whatever came of it */
}

static void workspace_too_small(void)
{
    set_up();
    tell_launch(workspace, workspace_size - 1);
    clean_up();
}

static void workspace_smaller_than_said(void)
{
    set_up();
    free_memory(&workspace);
    workspace = device_malloc(workspace_size / 2);
    tell_launch(workspace, workspace_size);
    clean_up();
}

static void workspace_null(void)
{
    set_up();
    tell_launch(NULL, workspace_size);
    clean_up();
}

static void workspace_on_the_host(void)
{
    set_up();
    void *pageable = malloc(workspace_size);
    tell_launch(pageable, workspace_size);
    free(pageable);
    clean_up();
}

static void workspace_freed_before_the_launch(void)
{
    set_up();
    void *freed = workspace;
    free_memory(&workspace);
    tell_launch(freed, workspace_size);
    clean_up();
}

static void workspace_overlaps_out(void)
{
    set_up();
    free_memory(&workspace);
    workspace = device_malloc(workspace_size + OUT_BYTES);
    destroy_tensor(OUT);
    tensors[OUT] = tensor_of(out_dims, 2, ACL_FLOAT, (char *)workspace + workspace_size - 64);
    OK_(aclDestroyAclOpExecutor(executor));
    OK_(phase_one());
    tell_launch(workspace, workspace_size);
    clean_up();
}

static void workspace_of_another_device(void)
{
    set_up();
    free_memory(&workspace);
    OK_(aclrtSetDevice(1));
    workspace = device_malloc(workspace_size);
    OK_(aclrtSetDevice(0));
    tell_launch(workspace, workspace_size);
    free_memory(&workspace);
    OK_(aclrtResetDevice(0));
    OK_(aclrtResetDevice(1));
    OK_(aclrtSetDevice(0));
    clean_up();
}

static void workspace_freed_while_pending(void)
{
    set_up();
    close_gate();
    launch();
    free_memory(&workspace);
    open_gate();
    TELL(aclrtSynchronizeStream(stream));
    SAW((long)first_of_out());
    clean_up();
}

/* Freed and allocated again: the address is live, and the allocation another one. */
static void workspace_replaced_while_pending(void)
{
    set_up();
    close_gate();
    launch();
    free_memory(&workspace);
    workspace = device_malloc(workspace_size);
    open_gate();
    TELL(aclrtSynchronizeStream(stream));
    clean_up();
}

/* Two streams that nothing orders. */
static void workspace_shared(void)
{
    set_up();
    aclrtStream other = new_stream();
    close_gate();
    launch();
    OK_(phase_one());
    OK_(aclnnEmbeddingDenseBackward(workspace, workspace_size, executor, other));
    executor = NULL;
    OK_(aclrtSynchronizeStream(other));
    open_gate();
    OK_(aclrtSynchronizeStream(stream));
    OK_(aclrtDestroyStream(other));
    clean_up();
}

static void launch_again_on(aclrtStream other)
{
    OK_(phase_one());
    OK_(aclnnEmbeddingDenseBackward(workspace, workspace_size, executor, other));
    executor = NULL;
}

/* Nothing wrong: three streams share all memory, and events order them, the last by the second. */
static void workspace_shared_in_order(void)
{
    set_up();
    aclrtStream second = new_stream();
    aclrtStream third = new_stream();
    aclrtEvent first_done = new_event();
    aclrtEvent second_done = new_event();
    if (!stream_mode_is("sync"))
        close_gate();
    launch();
    OK_(aclrtRecordEvent(first_done, stream));
    OK_(aclrtStreamWaitEvent(second, first_done));
    OK_(aclrtRecordEvent(second_done, second));
    OK_(aclrtStreamWaitEvent(third, second_done));
    launch_again_on(third);
    if (!stream_mode_is("sync"))
        open_gate();
    OK_(aclrtSynchronizeStream(third));
    SAW((long)first_of_out());
    OK_(aclrtDestroyEvent(first_done));
    OK_(aclrtDestroyEvent(second_done));
    OK_(aclrtDestroyStream(second));
    OK_(aclrtDestroyStream(third));
    clean_up();
}

/* ---- Tensors --------------------------------------------------------------------------------- */

static void host_pointer_in_tensor(void)
{
    set_up();
    OK_(aclSetTensorAddr(executor, GRAD, tensors[GRAD], host));
    tell_launch(workspace, workspace_size);
    clean_up();
}

static void null_in_tensor(void)
{
    set_up();
    destroy_tensor(GRAD);
    tensors[GRAD] = tensor_of(grad_dims, 2, ACL_FLOAT, NULL);
    OK_(aclDestroyAclOpExecutor(executor));
    OK_(phase_one());
    tell_launch(workspace, workspace_size);
    clean_up();
}

/* With what set_up made, grad replaced by a view of the same memory. */
static void launch_with_grad(const int64_t *strides, int64_t offset)
{
    set_up();
    destroy_tensor(GRAD);
    tensors[GRAD] = aclCreateTensor(grad_dims, 2, ACL_FLOAT, strides, offset, ACL_FORMAT_ND,
                                    grad_dims, 2, memory[GRAD]);
    CHECK(tensors[GRAD] != NULL);
    OK_(aclDestroyAclOpExecutor(executor));
    OK_(phase_one());
    free_memory(&workspace);
    workspace = device_malloc(workspace_size);
    tell_launch(workspace, workspace_size);
    clean_up();
}

static void tensor_larger_than_its_memory(void)
{
    set_up();
    free_memory(&memory[GRAD]);
    memory[GRAD] = device_malloc(GRAD_BYTES - sizeof(float));
    OK_(aclSetTensorAddr(executor, GRAD, tensors[GRAD], memory[GRAD]));
    tell_launch(workspace, workspace_size);
    clean_up();
}

static void view_behind_the_end(void)
{
    launch_with_grad(NULL, 1);
}

static void view_with_long_strides(void)
{
    const int64_t strides[] = {COLUMNS + 1, 1};
    launch_with_grad(strides, 0);
}

static void view_before_the_start(void)
{
    const int64_t strides[] = {-COLUMNS, 1};
    launch_with_grad(strides, 0);
}

static void view_of_absurd_offset(void)
{
    set_up();
    destroy_tensor(GRAD);
    tensors[GRAD] = aclCreateTensor(grad_dims, 2, ACL_FLOAT, NULL, INT64_MAX / 4, ACL_FORMAT_ND,
                                    grad_dims, 2, memory[GRAD]);
    OK_(aclDestroyAclOpExecutor(executor));
    executor = NULL;
    TELL(phase_one());
    clean_up();
}

static void out_overlaps_grad(void)
{
    set_up();
    destroy_tensor(OUT);
    free_memory(&memory[GRAD]);
    memory[GRAD] = device_malloc(GRAD_BYTES + OUT_BYTES);
    tensors[OUT] = tensor_of(out_dims, 2, ACL_FLOAT, (char *)memory[GRAD] + GRAD_BYTES - 4);
    OK_(aclSetTensorAddr(executor, GRAD, tensors[GRAD], memory[GRAD]));
    OK_(aclDestroyAclOpExecutor(executor));
    OK_(phase_one());
    tell_launch(workspace, workspace_size);
    clean_up();
}

static void tensor_freed_before_the_launch(void)
{
    set_up();
    free_memory(&memory[GRAD]);
    tell_launch(workspace, workspace_size);
    clean_up();
}

static void tensor_freed_while_pending(void)
{
    set_up();
    close_gate();
    launch();
    free_memory(&memory[GRAD]);
    open_gate();
    TELL(aclrtSynchronizeStream(stream));
    SAW((long)first_of_out());
    clean_up();
}

static void out_freed_while_pending(void)
{
    set_up();
    close_gate();
    launch();
    free_memory(&memory[OUT]);
    open_gate();
    TELL(aclrtSynchronizeStream(stream));
    clean_up();
}

static void tensor_of_another_device(void)
{
    set_up();
    free_memory(&memory[GRAD]);
    OK_(aclrtSetDevice(1));
    memory[GRAD] = device_malloc(GRAD_BYTES);
    OK_(aclrtSetDevice(0));
    OK_(aclSetTensorAddr(executor, GRAD, tensors[GRAD], memory[GRAD]));
    tell_launch(workspace, workspace_size);
    free_memory(&memory[GRAD]);
    OK_(aclrtResetDevice(0));
    OK_(aclrtResetDevice(1));
    OK_(aclrtSetDevice(0));
    clean_up();
}

/* ---- Indices --------------------------------------------------------------------------------- */

/* Four indices of a type, the third of them bad. */
static void launch_with_indices(aclDataType type, const void *values, size_t bytes)
{
    set_up();
    destroy_tensor(INDICES);
    tensors[INDICES] = tensor_of(index_dims, 1, type, memory[INDICES]);
    OK_(aclrtMemcpy(memory[INDICES], ROWS * sizeof(int64_t), values, bytes,
                    ACL_MEMCPY_HOST_TO_DEVICE));
    OK_(aclDestroyAclOpExecutor(executor));
    free_memory(&workspace);
    OK_(phase_one());
    if (workspace_size > 0)
        workspace = device_malloc(workspace_size);
    launch();
    TELL(aclrtSynchronizeStream(stream));
    clean_up();
}

#define BAD_INDEX(name, type, element, ...)                 \
    static void name(void)                                  \
    {                                                       \
        const element values[ROWS] = {__VA_ARGS__};         \
        launch_with_indices((type), values, sizeof values); \
    }

BAD_INDEX(bad_index_int8, ACL_INT8, int8_t, 0, 4, -1, 0)
BAD_INDEX(bad_index_uint8, ACL_UINT8, uint8_t, 0, 4, 255, 0)
BAD_INDEX(bad_index_int16, ACL_INT16, int16_t, 0, 4, 300, 0)
BAD_INDEX(bad_index_int32, ACL_INT32, int32_t, 0, 4, 5, 0)
BAD_INDEX(bad_index_int64, ACL_INT64, int64_t, 0, 4, INT64_MIN, 0)
BAD_INDEX(bad_index_float16, ACL_FLOAT16, uint16_t, 0, 0x4400, 0x7C00, 0)
BAD_INDEX(bad_index_float32, ACL_FLOAT, float, 0, 4, 1e30f, 0)
BAD_INDEX(bad_index_float64, ACL_DOUBLE, double, 0, 4, -1e300, 0)

static void bad_index_nan(void)
{
    const uint32_t values[ROWS] = {0, 0, 0x7FC00000, 0};
    launch_with_indices(ACL_FLOAT, values, sizeof values);
}

/* A table of one row: true is the index 1. */
static void bad_index_bool(void)
{
    const int64_t dims[] = {1, COLUMNS};
    const unsigned char values[ROWS] = {0, 0, 1, 0};
    set_up();
    destroy_tensor(INDICES);
    destroy_tensor(OUT);
    tensors[INDICES] = tensor_of(index_dims, 1, ACL_BOOL, memory[INDICES]);
    tensors[OUT] = tensor_of(dims, 2, ACL_FLOAT, memory[OUT]);
    OK_(aclrtMemcpy(memory[INDICES], sizeof values, values, sizeof values,
                    ACL_MEMCPY_HOST_TO_DEVICE));
    OK_(aclDestroyAclOpExecutor(executor));
    free_memory(&workspace);
    OK_(aclnnEmbeddingDenseBackwardGetWorkspaceSize(tensors[GRAD], tensors[INDICES], 1, UINT64_MAX,
                                                    false, tensors[OUT], &workspace_size,
                                                    &executor));
    if (workspace_size > 0)
        workspace = device_malloc(workspace_size);
    launch();
    TELL(aclrtSynchronizeStream(stream));
    clean_up();
}

static void type_of_no_index(void)
{
    set_up();
    destroy_tensor(INDICES);
    tensors[INDICES] = tensor_of(index_dims, 1, ACL_UINT64, memory[INDICES]);
    OK_(aclDestroyAclOpExecutor(executor));
    TELL(phase_one());
    executor = NULL;
    clean_up();
}

/* ---- Copies ---------------------------------------------------------------------------------- */

static void copy_the_wrong_way(void)
{
    set_up();
    TELL(aclrtMemcpy(host, 64, memory[GRAD], 64, ACL_MEMCPY_HOST_TO_DEVICE));
    clean_up();
}

static void copy_of_host_memory_as_device_memory(void)
{
    set_up();
    TELL(aclrtMemcpy(memory[GRAD], 64, host, 64, ACL_MEMCPY_DEVICE_TO_DEVICE));
    clean_up();
}

static void copy_of_unknown_kind(void)
{
    set_up();
    TELL(aclrtMemcpy(memory[GRAD], 64, host, 64, (aclrtMemcpyKind)9));
    clean_up();
}

static void copy_of_null(void)
{
    set_up();
    TELL(aclrtMemcpy(memory[GRAD], 64, NULL, 64, ACL_MEMCPY_HOST_TO_DEVICE));
    clean_up();
}

static void copy_longer_than_its_target(void)
{
    set_up();
    TELL(aclrtMemcpy(memory[GRAD], 32, host, 64, ACL_MEMCPY_HOST_TO_DEVICE));
    clean_up();
}

static void copy_behind_the_end(void)
{
    set_up();
    TELL(
        aclrtMemcpy(memory[GRAD], GRAD_BYTES + 1, host, GRAD_BYTES + 1, ACL_MEMCPY_HOST_TO_DEVICE));
    clean_up();
}

static void copy_from_freed_memory(void)
{
    set_up();
    void *freed = memory[GRAD];
    free_memory(&memory[GRAD]);
    TELL(aclrtMemcpy(host, 64, freed, 64, ACL_MEMCPY_DEVICE_TO_HOST));
    clean_up();
}

static void queued_copy_whose_device_memory_is_freed(void)
{
    set_up();
    void *pinned = host_malloc(64);
    close_gate();
    OK_(aclrtMemcpyAsync(pinned, 64, memory[GRAD], 64, ACL_MEMCPY_DEVICE_TO_HOST, stream));
    free_memory(&memory[GRAD]);
    open_gate();
    TELL(aclrtSynchronizeStream(stream));
    OK_(aclrtFreeHost(pinned));
    clean_up();
}

static void queued_copy_whose_host_memory_is_freed(void)
{
    set_up();
    void *pinned = host_malloc(64);
    close_gate();
    OK_(aclrtMemcpyAsync(pinned, 64, memory[GRAD], 64, ACL_MEMCPY_DEVICE_TO_HOST, stream));
    OK_(aclrtFreeHost(pinned));
    open_gate();
    TELL(aclrtSynchronizeStream(stream));
    clean_up();
}

static void queued_memset_whose_memory_is_freed(void)
{
    set_up();
    close_gate();
    OK_(aclrtMemsetAsync(memory[OUT], OUT_BYTES, 1, OUT_BYTES, stream));
    free_memory(&memory[OUT]);
    open_gate();
    TELL(aclrtSynchronizeStream(stream));
    clean_up();
}

static void queued_copy_from_host_to_host(void)
{
    set_up();
    TELL(aclrtMemcpyAsync(host, 64, host + 64, 64, ACL_MEMCPY_HOST_TO_HOST, stream));
    clean_up();
}

static void rows_wider_than_their_pitch(void)
{
    set_up();
    TELL(aclrtMemcpy2d(memory[GRAD], 16, host, 32, 32, 2, ACL_MEMCPY_HOST_TO_DEVICE));
    clean_up();
}

static void memset_of_host_memory(void)
{
    set_up();
    TELL(aclrtMemset(host, 64, 0, 64));
    clean_up();
}

/* The result is read before it is there: the old zeros are seen. */
static void missing_synchronize(void)
{
    set_up();
    close_gate();
    launch();
    SAW((long)first_of_out());
    open_gate();
    OK_(aclrtSynchronizeStream(stream));
    SAW((long)first_of_out());
    clean_up();
}

/* The input changes before it was read. */
static void input_overwritten_while_pending(void)
{
    const float twos[] = {2};
    set_up();
    close_gate();
    launch();
    OK_(aclrtMemcpy(memory[GRAD], GRAD_BYTES, twos, sizeof twos, ACL_MEMCPY_HOST_TO_DEVICE));
    open_gate();
    OK_(aclrtSynchronizeStream(stream));
    SAW((long)first_of_out());
    clean_up();
}

/* ---- Allocations ----------------------------------------------------------------------------- */

static void freed_twice(void)
{
    set_up();
    void *freed = memory[GRAD];
    free_memory(&memory[GRAD]);
    TELL(aclrtFree(freed));
    clean_up();
}

static void null_freed(void)
{
    set_up();
    TELL(aclrtFree(NULL));
    clean_up();
}

static void host_pointer_freed(void)
{
    set_up();
    TELL(aclrtFree(host));
    clean_up();
}

static void inner_pointer_freed(void)
{
    set_up();
    TELL(aclrtFree((char *)memory[GRAD] + 64));
    clean_up();
}

static void pinned_memory_freed_as_device_memory(void)
{
    set_up();
    void *pinned = host_malloc(64);
    TELL(aclrtFree(pinned));
    OK_(aclrtFreeHost(pinned));
    clean_up();
}

static void device_memory_freed_as_pinned_memory(void)
{
    set_up();
    TELL(aclrtFreeHost(memory[GRAD]));
    clean_up();
}

static void pinned_memory_freed_twice(void)
{
    set_up();
    void *pinned = host_malloc(64);
    OK_(aclrtFreeHost(pinned));
    TELL(aclrtFreeHost(pinned));
    clean_up();
}

static void nothing_allocated(void)
{
    void *unmade = NULL;
    set_up();
    TELL(aclrtMalloc(&unmade, 0, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(unmade == NULL);
    clean_up();
}

static void more_than_the_device_allocated(void)
{
    void *unmade = NULL;
    set_up();
    TELL(aclrtMalloc(&unmade, (size_t)1 << 50, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(unmade == NULL);
    clean_up();
}

static void memory_registered_twice(void)
{
    void *device = NULL;
    set_up();
    OK_(aclrtHostRegister(host, 4096, ACL_HOST_REGISTER_MAPPED, &device));
    TELL(aclrtHostRegister(host, 4096, ACL_HOST_REGISTER_MAPPED, &device));
    OK_(aclrtHostUnregister(host));
    clean_up();
}

static void unregistered_memory_unregistered(void)
{
    set_up();
    TELL(aclrtHostUnregister(host));
    clean_up();
}

static const struct misuse cases[] = {
    CASE(workspace_too_small),
    CASE(workspace_smaller_than_said),
    CASE(workspace_null),
    CASE(workspace_on_the_host),
    CASE(workspace_freed_before_the_launch),
    CASE(workspace_overlaps_out),
    CASE(workspace_of_another_device),
    CASE(workspace_freed_while_pending),
    CASE(workspace_replaced_while_pending),
    CASE(workspace_shared),
    CASE(workspace_shared_in_order),
    CASE(host_pointer_in_tensor),
    CASE(null_in_tensor),
    CASE(tensor_larger_than_its_memory),
    CASE(view_behind_the_end),
    CASE(view_with_long_strides),
    CASE(view_before_the_start),
    CASE(view_of_absurd_offset),
    CASE(out_overlaps_grad),
    CASE(tensor_freed_before_the_launch),
    CASE(tensor_freed_while_pending),
    CASE(out_freed_while_pending),
    CASE(tensor_of_another_device),
    CASE(bad_index_int8),
    CASE(bad_index_uint8),
    CASE(bad_index_int16),
    CASE(bad_index_int32),
    CASE(bad_index_int64),
    CASE(bad_index_float16),
    CASE(bad_index_float32),
    CASE(bad_index_float64),
    CASE(bad_index_nan),
    CASE(bad_index_bool),
    CASE(type_of_no_index),
    CASE(copy_the_wrong_way),
    CASE(copy_of_host_memory_as_device_memory),
    CASE(copy_of_unknown_kind),
    CASE(copy_of_null),
    CASE(copy_longer_than_its_target),
    CASE(copy_behind_the_end),
    CASE(copy_from_freed_memory),
    CASE(queued_copy_whose_device_memory_is_freed),
    CASE(queued_copy_whose_host_memory_is_freed),
    CASE(queued_memset_whose_memory_is_freed),
    CASE(queued_copy_from_host_to_host),
    CASE(rows_wider_than_their_pitch),
    CASE(memset_of_host_memory),
    CASE(missing_synchronize),
    CASE(input_overwritten_while_pending),
    CASE(freed_twice),
    CASE(null_freed),
    CASE(host_pointer_freed),
    CASE(inner_pointer_freed),
    CASE(pinned_memory_freed_as_device_memory),
    CASE(device_memory_freed_as_pinned_memory),
    CASE(pinned_memory_freed_twice),
    CASE(nothing_allocated),
    CASE(more_than_the_device_allocated),
    CASE(memory_registered_twice),
    CASE(unregistered_memory_unregistered),
};

MAIN(cases)
