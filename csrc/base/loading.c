/* SPDX-License-Identifier: Apache-2.0 */
#include "base/loading.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The loader's name for the file may be relative to a directory that the program has left since, so
 * the kernel is asked. */
bool loading_own_directory(char directory[PATH_MAX])
{
    char line[PATH_MAX + 128];
    uintptr_t self = (uintptr_t)loading_own_directory;
    bool found = false;
    FILE *maps = fopen("/proc/self/maps", "re");
    if (maps == NULL)
        return false;
    while (!found && fgets(line, sizeof line, maps) != NULL) {
        uintptr_t first = 0;
        uintptr_t past = 0;
        const char *name = strchr(line, '/');
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR, &first, &past) != 2 || self < first ||
            self >= past || name == NULL || strlen(name) >= PATH_MAX)
            continue;
        strcpy(directory, name);
        *strrchr(directory, '/') = '\0';
        found = true;
    }
    fclose(maps);
    return found;
}

static bool is_hidden(const char *variable, const char *const *hidden)
{
    for (; *hidden != NULL; hidden++)
        if (strncmp(variable, *hidden, strlen(*hidden)) == 0)
            return true;
    return false;
}

/* A table of variables. It is not freed, because somebody may still be reading it. */
struct kept_table {
    struct kept_table *next;
    char *variables[];
};

static struct kept_table *kept_tables;

/* The settings, and what is not hidden of a table of variables; NULL when memory is short. The
 * caller holds the lock. */
static char **make_table(char **before, char *const *settings, const char *const *hidden)
{
    size_t count = 1;
    for (size_t i = 0; before != NULL && before[i] != NULL; i++)
        count++;
    for (size_t i = 0; settings[i] != NULL; i++)
        count++;
    struct kept_table *table = calloc(1, sizeof *table + count * sizeof table->variables[0]);
    if (table == NULL)
        return NULL;
    table->next = kept_tables;
    kept_tables = table;
    size_t used = 0;
    for (size_t i = 0; settings[i] != NULL; i++)
        table->variables[used++] = settings[i];
    for (size_t i = 0; before != NULL && before[i] != NULL; i++)
        if (!is_hidden(before[i], hidden))
            table->variables[used++] = before[i];
    return table->variables;
}

/* Another thread has set a variable meanwhile: setenv made its table from ours. */
static void take_back(char **before, char *const *settings, const char *const *hidden)
{
    char name[128];
    for (size_t i = 0; settings[i] != NULL; i++) {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(settings[i], "="), settings[i]);
        unsetenv(name);
    }
    for (size_t i = 0; before != NULL && before[i] != NULL; i++)
        if (is_hidden(before[i], hidden))
            putenv(before[i]);
}

/* Other threads may read the environment meanwhile, and setenv could move it under them. So for
 * that time the process gets another table of variables. */
void *loading_with_settings(char *const *settings, const char *const *hidden,
                            void *(*act)(void *argument), void *argument)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    char **before = environ;
    char **table = make_table(before, settings, hidden);
    void *result = NULL;
    if (table != NULL) {
        environ = table;
        result = act(argument);
        if (environ == table)
            environ = before;
        else
            take_back(before, settings, hidden);
    }
    pthread_mutex_unlock(&lock);
    return result;
}
