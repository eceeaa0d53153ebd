// SPDX-License-Identifier: Apache-2.0
// What the library hands out for delete[]: AddressSanitizer and valgrind compare the pair.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

#include "aclnn/acl_meta.h"
#include "program.h"

typedef aclnnStatus (*Getter)(const aclTensor *, int64_t **, uint64_t *);

static std::vector<int64_t> Get(Getter getter, const aclTensor *tensor)
{
    int64_t *values = nullptr;
    uint64_t count = 99;
    OK_(getter(tensor, &values, &count));
    CHECK(values != nullptr);
    std::unique_ptr<int64_t[]> owner(values);
    return std::vector<int64_t>(values, values + count);
}

static void Compare(const std::vector<int64_t> &dims, const std::vector<int64_t> &strides,
                    const std::vector<int64_t> &storage)
{
    aclTensor *tensor =
        aclCreateTensor(dims.data(), dims.size(), ACL_FLOAT, strides.data(), 3, ACL_FORMAT_ND,
                        storage.data(), storage.size(), nullptr);
    CHECK(tensor != nullptr);
    std::unique_ptr<aclTensor, aclnnStatus (*)(const aclTensor *)> owner(tensor, aclDestroyTensor);
    CHECK(Get(aclGetViewShape, tensor) == dims);
    CHECK(Get(aclGetViewStrides, tensor) == strides);
    CHECK(Get(aclGetStorageShape, tensor) == storage);
    int64_t offset = 0;
    OK_(aclGetViewOffset(tensor, &offset));
    CHECK(offset == 3);
}

static void Run(int number)
{
    for (int i = 0; i < number; i++) {
        Compare({}, {}, {});
        Compare({7}, {2}, {20});
        Compare({2, 0, 5}, {0, 5, 1}, {10});
        Compare(std::vector<int64_t>(25, 1), std::vector<int64_t>(25, -1), {1, 1});
    }
}

int main(int argc, char **argv)
{
    const int number = 20 * rounds(argc, argv, 5);
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; i++) {
        threads.emplace_back(Run, number);
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
    int64_t *untouched = nullptr;
    uint64_t count = 5;
    GIVES(161001, aclGetViewShape(nullptr, &untouched, &count));
    CHECK(untouched == nullptr && count == 5);
    return 0;
}
