/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Objects of a C++ program (Itanium C++ ABI, libstdc++), which this library makes and reads without
 * a C++ compiler: memory, std::string of both layouts, std::shared_ptr.
 */
#ifndef ACLNN_PY_BASE_CXX_H
#define ACLNN_PY_BASE_CXX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An exported function of C++: the name that a compiler gives it. */
#define EXPORT_AS(symbol) __asm__(symbol) __attribute__((visibility("default")))
/* The same function by one more name. */
#define ALSO_AS(symbol, first) __asm__(symbol) __attribute__((visibility("default"), alias(first)))

/* Memory from the program's operator new; NULL when it is short. The program gives it back with
 * operator delete. */
void *cxx_new(size_t size);

/* Gives memory that the program's operator new gave to its operator delete. */
void cxx_delete(void *memory);

/* The layouts of std::string: of GCC 5 and later, and the one before (_GLIBCXX_USE_CXX11_ABI=0). */
enum cxx_abi { CXX_NEW_STRING, CXX_OLD_STRING };

/* The text of a std::string. Both layouts begin with its address. */
static inline const char *cxx_text(const void *string)
{
    return *(const char *const *)string;
}

/* Writes a text into a std::string that there is. False when the program has no libstdc++. */
bool cxx_string_assign(void *string, enum cxx_abi abi, const char *text);

/* Makes a std::string of the old layout, of 8 bytes, in memory that holds none yet; NULL inside
 * when memory is short. */
void cxx_old_string_make(void *string, const char *text);
void cxx_no_old_string(void *string); /* of no characters */

/* A std::string of the old layout and of no characters, that is there for good. */
const void *cxx_old_string_none(void);

/* std::shared_ptr<T>. */
struct cxx_count;
struct cxx_shared {
    void *object;
    struct cxx_count *count;
};

/* Makes a shared_ptr the first owner of an object of so many bytes, all 0. The members of the
 * object are nobody else's: it goes with free. An empty pointer when memory is short. */
void *cxx_shared_make(struct cxx_shared *shared, size_t size);

/* Ends what a shared_ptr that there is owns; it is empty afterwards. */
void cxx_shared_release(struct cxx_shared *shared);

#endif
