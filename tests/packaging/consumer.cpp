/* SPDX-License-Identifier: Apache-2.0 */
/* A program of the kind that is written for aclnn: bytes to a device and back, and a tensor. */
#include <cstdint>
#include <cstdio>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_embedding_dense_backward.h"

#define EXPECT(condition)                                       \
    do {                                                        \
        if (!(condition)) {                                     \
            std::printf("line %d: %s\n", __LINE__, #condition); \
            return 1;                                           \
        }                                                       \
    } while (0)

int main()
{
    EXPECT(aclInit(nullptr) == ACL_SUCCESS);
    EXPECT(aclrtSetDevice(0) == ACL_SUCCESS);
    aclrtStream stream = nullptr;
    EXPECT(aclrtCreateStream(&stream) == ACL_SUCCESS);

    std::vector<float> host(64, 1.5f);
    std::vector<float> back(64, 0.0f);
    const size_t bytes = host.size() * sizeof(float);
    void *device = nullptr;
    EXPECT(aclrtMalloc(&device, bytes, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS);
    EXPECT(aclrtMemcpyAsync(device, bytes, host.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE,
                            stream) == ACL_SUCCESS);
    EXPECT(aclrtSynchronizeStream(stream) == ACL_SUCCESS);
    EXPECT(aclrtMemcpy(back.data(), bytes, device, bytes, ACL_MEMCPY_DEVICE_TO_HOST) ==
           ACL_SUCCESS);
    EXPECT(back == host);

    const int64_t shape[] = {8, 8};
    const int64_t strides[] = {8, 1};
    aclTensor *tensor = aclCreateTensor(shape, 2, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, shape, 2,
                                        device);
    EXPECT(tensor != nullptr);
    uint64_t workspace = 0;
    aclOpExecutor *executor = nullptr;
    EXPECT(aclnnEmbeddingDenseBackwardGetWorkspaceSize(tensor, nullptr, 8, 0, false, tensor,
                                                       &workspace, &executor) == 161001);
    EXPECT(aclDestroyTensor(tensor) == 0);
    EXPECT(aclrtFree(device) == ACL_SUCCESS);
    EXPECT(aclrtDestroyStream(stream) == ACL_SUCCESS);
    EXPECT(aclrtResetDevice(0) == ACL_SUCCESS);
    EXPECT(aclFinalize() == ACL_SUCCESS);
    std::puts("all is well");
    return 0;
}
