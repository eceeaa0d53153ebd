// SPDX-License-Identifier: Apache-2.0
// Mistakes in functions of C++, some of them inlined. A line that a finding has to name ends with a
// comment that says which.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>

#include "acl/acl.h"

namespace shop {

template <typename T> struct Shelf {
    void *memory = nullptr;

    __attribute__((noinline)) void take(int count)
    {
        aclrtMalloc(&memory, count * sizeof(T), ACL_MEM_MALLOC_HUGE_FIRST); // take
    }
};

inline __attribute__((always_inline)) void *get(size_t size)
{
    void *memory = nullptr;
    aclrtMalloc(&memory, size, ACL_MEM_MALLOC_HUGE_FIRST); // get
    return memory;
}

__attribute__((noinline)) void leak()
{
    Shelf<double> shelf;
    shelf.take(125); // leak
}

__attribute__((noinline)) void leak_inline()
{
    get(8); // leak_inline
    std::puts("left");
}

__attribute__((noinline)) void race(aclrtStream stream)
{
    char seen[16];
    void *memory = get(16);
    aclrtMemsetAsync(memory, 16, 1, 16, stream);                     // queued
    aclrtMemcpy(seen, 16, memory, 16, ACL_MEMCPY_DEVICE_TO_HOST); // race
    aclrtSynchronizeStream(stream);
    aclrtFree(memory);
}

__attribute__((noinline)) void race_often(aclrtStream stream)
{
    char seen[16];
    void *memory = get(16);
    for (int i = 0; i < 50; i++) {
        aclrtMemsetAsync(memory, 16, 1, 16, stream); // queued_often
        aclrtMemcpy(seen, 16, memory, 16, ACL_MEMCPY_DEVICE_TO_HOST); // race_often
    }
    aclrtSynchronizeStream(stream);
    aclrtFree(memory);
}

__attribute__((noinline)) void free_early(aclrtStream stream)
{
    void *memory = get(16);
    aclrtMemsetAsync(memory, 16, 1, 16, stream); // early
    aclrtFree(memory);                           // freed
    aclrtDestroyStream(stream);                  // unfetched
}

__attribute__((noinline)) void use_after_free()
{
    char *memory = static_cast<char *>(get(16));
    aclrtFree(memory); // gone
    std::printf("%d\n", *static_cast<volatile char *>(memory)); // touch
}

} // namespace shop

int main(int argc, char **argv)
{
    aclrtStream stream = nullptr;
    const char *name = argc > 1 ? argv[1] : "";
    aclInit(nullptr);
    aclrtSetDevice(0);
    aclrtCreateStream(&stream);
    if (std::strcmp(name, "leak") == 0)
        shop::leak(); // main
    if (std::strcmp(name, "leak_inline") == 0)
        shop::leak_inline();
    if (std::strcmp(name, "thread") == 0)
        std::thread([] { aclrtSetDevice(0), shop::leak(); }).join(); // thread
    if (std::strcmp(name, "race") == 0)
        shop::race(stream);
    if (std::strcmp(name, "race_often") == 0)
        shop::race_often(stream);
    if (std::strcmp(name, "early") == 0)
        shop::free_early(stream), stream = nullptr;
    if (std::strcmp(name, "touch") == 0)
        shop::use_after_free();
    if (stream != nullptr)
        aclrtDestroyStream(stream);
    return 0;
}
