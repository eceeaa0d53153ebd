// SPDX-License-Identifier: Apache-2.0
// Mistakes in functions of C++, some of them inlined. A line that a finding has to name ends with a
// comment that says which.
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
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

// What is left by these is told apart by its size, and is ten allocations at most: more are only
// counted. Calls that differ in nothing but their line are
// kept apart.
#define APART(word) __asm__ volatile("# " word ::: "memory")

__attribute__((noinline)) void helper(size_t size)
{
    void *memory = nullptr;
    aclrtMalloc(&memory, size, ACL_MEM_MALLOC_HUGE_FIRST); // helper
}

__attribute__((noinline)) void two_lines()
{
    for (size_t i = 0; i < 4; i++) {
        void *memory = nullptr;
        if (i % 2 == 0) {
            aclrtMalloc(&memory, 100 + i, ACL_MEM_MALLOC_HUGE_FIRST); // even
            APART("even");
        } else {
            aclrtMalloc(&memory, 100 + i, ACL_MEM_MALLOC_HUGE_FIRST); // odd
            APART("odd");
        }
    }
}

__attribute__((noinline)) void two_callers()
{
    for (size_t i = 0; i < 4; i++) {
        if (i % 2 == 0) {
            helper(200 + i); // even_caller
            APART("even");
        } else {
            helper(200 + i); // odd_caller
            APART("odd");
        }
    }
}

__attribute__((noinline)) void descend(size_t depth, size_t size)
{
    if (depth == 0)
        helper(size); // bottom
    else
        descend(depth - 1, size); // down
    APART("descend");
}

__attribute__((noinline)) void descents()
{
    const size_t depths[] = {0, 2, 70, 1, 2};
    for (size_t i = 0; i < 5; i++)
        descend(depths[i], 300 + i); // descents
}

// A frame as large as the caller says, in which older ones have left theirs.
__attribute__((noinline)) void with_room(size_t bytes, size_t size)
{
    void *room = __builtin_alloca(bytes);
    __asm__ volatile("" ::"r"(room) : "memory");
    helper(size); // with_room
    APART("room");
}

__attribute__((noinline)) void rooms()
{
    for (size_t i = 0; i < 5; i++)
        with_room(16 + 48 * (i * 3 % 5), 400 + i); // rooms
}

void handle(int)
{
    helper(500); // handle
    APART("handle");
}

__attribute__((noinline)) void signals()
{
    std::signal(SIGUSR1, handle);
    std::raise(SIGUSR1); // raised
    APART("raised");
}

// An object in the place of one that was closed, with larger frames.
__attribute__((noinline)) void visit(const char *path, size_t size)
{
    void *object = dlopen(path, RTLD_NOW);
    void *symbol = object != nullptr ? dlsym(object, "visit") : nullptr;
    if (symbol == nullptr)
        return;
    std::printf("%p\n", symbol);
    reinterpret_cast<void (*)(void (*)(size_t), size_t)>(symbol)(helper, size); // visited
    dlclose(object);
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
    if (std::strcmp(name, "calls") == 0) {
        shop::two_lines();   // two_lines
        shop::two_callers(); // two_callers
        shop::signals();     // signals
    }
    if (std::strcmp(name, "depths") == 0) {
        shop::descents(); // all_descents
        shop::rooms();    // all_rooms
    }
    for (int i = 2; std::strcmp(name, "visits") == 0 && i < argc; i++)
        shop::visit(argv[i], 600 + i); // visits
    if (std::strcmp(name, "touch") == 0)
        shop::use_after_free();
    if (stream != nullptr)
        aclrtDestroyStream(stream);
    return 0;
}
