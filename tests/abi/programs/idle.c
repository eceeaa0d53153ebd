/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The library is there, linked or by dlopen (the argument), and no function of it is called: the
 * process has one thread, no file more, every signal as it was, and no new child handlers that
 * would show in a fork.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(condition)                                                              \
    do {                                                                              \
        if (!(condition)) {                                                           \
            fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                                  \
        }                                                                             \
    } while (0)

static int entries(const char *path)
{
    int count = 0;
    DIR *directory = opendir(path);
    CHECK(directory != NULL);
    while (readdir(directory) != NULL)
        count++;
    closedir(directory);
    return count - 2;
}

static void check_signals(void)
{
    for (int number = 1; number < 32; number++) {
        struct sigaction action;
        CHECK(sigaction(number, NULL, &action) == 0);
        CHECK(action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN);
    }
}

int main(int argc, char **argv)
{
    int files = entries("/proc/self/fd");
    if (argc > 1)
        CHECK(dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) != NULL);
    CHECK(entries("/proc/self/task") == 1);
    CHECK(entries("/proc/self/fd") == files);
    check_signals();
    pid_t child = fork();
    if (child == 0)
        exit(0);
    int status = -1;
    CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
    CHECK(entries("/proc/self/task") == 1);
    return 0;
}
