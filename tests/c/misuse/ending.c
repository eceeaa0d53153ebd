/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program that leaves 1000 bytes of device memory, and before that makes it hard to say so, in
 * the way that the first argument names.
 */
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "misuse.h"

static char **arguments;

static void nothing(void)
{
}

static void close_descriptors(void)
{
    for (int file = 3; file < 1024; file++)
        close(file);
}

/* Other files get the numbers of those that were closed. */
static void replace_descriptors(void)
{
    close_descriptors();
    for (int file = 3; file < 1024; file++)
        CHECK(dup2(STDIN_FILENO, file) == file);
}

static void use_up_descriptors(void)
{
    struct rlimit limit = {.rlim_cur = 256, .rlim_max = 256};
    CHECK(setrlimit(RLIMIT_NOFILE, &limit) == 0);
    while (dup(STDIN_FILENO) >= 0) {
    }
}

static void forbid_files(void)
{
    struct rlimit none = {.rlim_cur = 0, .rlim_max = 0};
    CHECK(setrlimit(RLIMIT_FSIZE, &none) == 0);
}

/* Nothing can be written when the library is called first, and nobody looks at what it answers. */
static void ignore_that_nothing_is_written(void)
{
    void *memory = NULL;
    forbid_files();
    (void)aclInit(NULL);
    (void)aclrtSetDevice(0);
    (void)aclrtMalloc(&memory, 1000, ACL_MEM_MALLOC_HUGE_FIRST);
    exit(0);
}

static void never_call(void)
{
    exit(0);
}

/* For root only. */
static void change_root(void)
{
    CHECK(chroot("/proc/self/fdinfo") == 0 && chdir("/") == 0);
}

static void close_descriptors_and_change_root(void)
{
    close_descriptors();
    change_root();
}

/* For root only. */
static void drop_privileges(void)
{
    CHECK(setgid(65534) == 0 && setuid(65534) == 0);
}

static void remove_file(void)
{
    CHECK(unlink(getenv("ACLNN_FINDINGS")) == 0);
}

static void execute(void)
{
    char *command[] = {arguments[0], "exit", NULL};
    execv(command[0], command);
}

static void execute_true(void)
{
    execlp("true", "true", NULL);
}

static void exit_at_once(void)
{
    _exit(0);
}

/* The child is the one that leaves something. */
static void leave_it_to_a_child(void)
{
    int status = -1;
    pid_t child = fork();
    if (child == 0)
        return;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    _exit(0);
}

static void kill_a_child(void)
{
    int status = -1;
    pid_t child = fork();
    if (child == 0) {
        OK_(aclInit(NULL));
        raise(SIGKILL);
    }
    CHECK(waitpid(child, &status, 0) == child && WIFSIGNALED(status));
}

/* Before the first call into the library, and when the memory is there. */
static const struct {
    const char *name;
    void (*before)(void);
    void (*after)(void);
} ways[] = {
    {"exit", nothing, nothing},
    {"close", nothing, close_descriptors},
    {"replace", nothing, replace_descriptors},
    {"use-up", nothing, use_up_descriptors},
    {"limit", nothing, forbid_files},
    {"limit-before", forbid_files, nothing},
    {"limit-before-ignored", ignore_that_nothing_is_written, nothing},
    {"never-called", never_call, nothing},
    {"root", nothing, change_root},
    {"close-and-root", nothing, close_descriptors_and_change_root},
    {"privileges", nothing, drop_privileges},
    {"privileges-before", drop_privileges, nothing},
    {"remove", nothing, remove_file},
    {"exec", nothing, execute},
    {"exec-true", nothing, execute_true},
    {"_exit", nothing, exit_at_once},
    {"child", leave_it_to_a_child, nothing},
    {"killed-child", kill_a_child, nothing},
};

int main(int argc, char **argv)
{
    arguments = argv;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        if (argc == 2 && strcmp(argv[1], ways[i].name) == 0) {
            ways[i].before();
            OK_(aclInit(NULL));
            OK_(aclrtSetDevice(0));
            device_malloc(1000);
            ways[i].after();
            return 0;
        }
    return 2;
}
