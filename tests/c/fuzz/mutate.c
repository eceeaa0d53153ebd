/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A fuzzer where there is no libFuzzer: the target's main, with mutations and a corpus.
 *
 *     fuzz [-seed N] [-runs N] [-seconds N] [-keep DIRECTORY] [-list 1] [FILE or DIRECTORY]...
 *
 * The inputs of the files are run first, as they are. Then inputs are changed and run, until the
 * count or the time is over; none of the two means that only the files are run. An input that
 * makes a call end in a way that no input before did (another status, or a text of other words) is
 * kept for more changes, and written into the directory of -keep; -list prints the outcomes of each
 * file, as numbers. The same seed and files give the
 * same inputs. An input that ends the process, or takes more than 20 seconds, is printed in
 * hexadecimal: `xxd -r -p` makes a file of it.
 */
#include "fuzz.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MOST_BYTES (PIECE * MOST_PIECES)
#define MOST_KEPT 20000
#define SECONDS_FOR_ONE 20
#define FEATURES (1u << 20)

struct bytes {
    size_t size;
    uint8_t data[MOST_BYTES];
};

static struct bytes *kept[MOST_KEPT];
static size_t kept_count;
static const struct bytes *running;

static uint8_t seen[FEATURES];
static size_t seen_count;
static bool is_new;
static bool is_listed;

void fuzz_feature(uint32_t feature)
{
    uint32_t place = (feature ^ feature >> 12) % FEATURES;
    if (is_listed)
        printf(" %x", (unsigned)place);
    if (seen[place] == 0) {
        seen[place] = 1;
        seen_count++;
        is_new = true;
    }
}

/* ---- Reports --------------------------------------------------------------------------------- */

static void print_running(const char *why)
{
    char text[2 * MOST_BYTES + 1];
    const struct bytes *input = running;
    if (input == NULL)
        return;
    for (size_t i = 0; i < input->size; i++)
        snprintf(text + 2 * i, 3, "%02x", input->data[i]);
    text[2 * input->size] = 0;
    fprintf(stderr, "%s with this input of %zu bytes:\n%s\n", why, input->size, text);
}

static void on_signal(int number)
{
    signal(number, SIG_DFL);
    print_running(number == SIGALRM ? "does not end" : "ended");
    raise(number == SIGALRM ? SIGKILL : number);
}

/* Sanitizers call this when they have found something. */
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

static void on_death(void)
{
    print_running("found");
}

static const char *const options =
    "allocator_may_return_null=1:max_allocation_size_mb=32:handle_abort=1:detect_leaks=1";

const char *__asan_default_options(void);
const char *__ubsan_default_options(void);

const char *__asan_default_options(void)
{
    return options;
}

const char *__ubsan_default_options(void)
{
    return "halt_on_error=1:print_stacktrace=1:handle_abort=1";
}

static void catch_signals(void)
{
    static const int numbers[] = {SIGALRM, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    bool sanitized = __sanitizer_set_death_callback != NULL;
    if (sanitized)
        __sanitizer_set_death_callback(on_death);
    for (size_t i = 0; i < (sanitized ? 1 : sizeof numbers / sizeof numbers[0]); i++)
        signal(numbers[i], on_signal);
}

/* ---- Mutations ------------------------------------------------------------------------------- */

static uint64_t state;

static uint32_t pick(uint32_t limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state >> 11) % limit);
}

static void insert(struct bytes *input, size_t at, const uint8_t *data, size_t size)
{
    if (input->size + size > MOST_BYTES)
        return;
    memmove(input->data + at + size, input->data + at, input->size - at);
    memcpy(input->data + at, data, size);
    input->size += size;
}

static void erase(struct bytes *input, size_t at, size_t size)
{
    memmove(input->data + at, input->data + at + size, input->size - at - size);
    input->size -= size;
}

/* One change: of a byte, of a piece, or a row of pieces of another input. */
static void mutate(struct bytes *input)
{
    uint8_t fresh[PIECE];
    size_t pieces = input->size / PIECE;
    size_t at = pieces > 0 ? pick((uint32_t)pieces) * PIECE : 0;
    const struct bytes *other = kept_count > 0 ? kept[pick((uint32_t)kept_count)] : input;
    size_t from = other->size >= PIECE ? pick((uint32_t)(other->size / PIECE)) * PIECE : 0;
    size_t most = (other->size - from) / PIECE;
    for (size_t i = 0; i < PIECE; i++)
        fresh[i] = (uint8_t)pick(256);
    uint32_t choice = pieces > 0 ? pick(10) : 8;
    switch (choice) {
    case 0: input->data[at + pick(PIECE)] ^= (uint8_t)(1u << pick(8)); break;
    case 1:
    case 2: input->data[at + pick(PIECE)] = (uint8_t)pick(256); break;
    case 3: input->data[at + pick(PIECE)] = (uint8_t)(128 + pick(128)); break; /* nasty */
    case 4:
        if (pieces > 1)
            erase(input, at, PIECE);
        break;
    case 5:
        memcpy(fresh, input->data + at, PIECE);
        insert(input, at, fresh, PIECE);
        break;
    case 6:
        if (most > 0)
            memcpy(input->data + at, other->data + from, PIECE);
        break;
    case 7:
        if (most > 0)
            insert(input, at, other->data + from,
                   (1 + pick((uint32_t)(most < 8 ? most : 8))) * PIECE);
        break;
    default: insert(input, pick((uint32_t)pieces + 1) * PIECE, fresh, PIECE); break;
    }
}

/* ---- Runs ------------------------------------------------------------------------------------ */

static void run(const struct bytes *input)
{
    /* A block of the right size, so that reading past its end is seen. */
    uint8_t *copy = malloc(input->size + 1);
    if (copy == NULL)
        abort();
    memcpy(copy, input->data, input->size);
    running = input;
    alarm(SECONDS_FOR_ONE);
    (void)LLVMFuzzerTestOneInput(copy, input->size);
    alarm(0);
    running = NULL;
    free(copy);
}

static void keep(const struct bytes *input, const char *directory)
{
    if (kept_count < MOST_KEPT) {
        kept[kept_count] = malloc(sizeof *input);
        if (kept[kept_count] != NULL)
            memcpy(kept[kept_count++], input, sizeof *input);
    }
    if (directory == NULL)
        return;
    char path[4096];
    uint64_t hash = 1469598103934665603u;
    for (size_t i = 0; i < input->size; i++)
        hash = (hash ^ input->data[i]) * 1099511628211u;
    snprintf(path, sizeof path, "%s/%016llx", directory, (unsigned long long)hash);
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(input->data, 1, input->size, file) != input->size) {
        fprintf(stderr, "%s: cannot be written\n", path);
        exit(1);
    }
    fclose(file);
}

static void run_file(const char *path)
{
    static struct bytes input;
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(1);
    }
    input.size = fread(input.data, 1, MOST_BYTES, file);
    fclose(file);
    if (is_listed)
        printf("%s", path);
    run(&input);
    if (is_listed)
        printf("\n");
    keep(&input, NULL);
}

static int by_name(const struct dirent **one, const struct dirent **two)
{
    return strcmp((*one)->d_name, (*two)->d_name);
}

static size_t run_files(const char *path)
{
    struct stat what;
    struct dirent **entries;
    if (stat(path, &what) != 0 || !S_ISDIR(what.st_mode)) {
        run_file(path);
        return 1;
    }
    int count = scandir(path, &entries, NULL, by_name);
    size_t files = 0;
    for (int i = 0; i < count; i++) {
        char name[4096];
        snprintf(name, sizeof name, "%s/%s", path, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.') {
            run_file(name);
            files++;
        }
        free(entries[i]);
    }
    free(entries);
    return files;
}

static unsigned long long run_changes(unsigned long long runs, double seconds,
                                      const char *directory)
{
    static struct bytes input;
    struct timespec start;
    struct timespec now;
    unsigned long long done = 0;
    clock_gettime(CLOCK_MONOTONIC, &start);
    while (runs == 0 || done < runs) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        double passed = (double)(now.tv_sec - start.tv_sec) +
                        (double)(now.tv_nsec - start.tv_nsec) * 1e-9;
        if (seconds > 0 && passed >= seconds)
            break;
        if (done % 100000 == 0 && done > 0)
            fprintf(stderr, "%llu runs, %.0f s, %zu inputs kept, %zu outcomes\n", done, passed,
                    kept_count, seen_count);
        if (kept_count > 0)
            memcpy(&input, kept[pick((uint32_t)kept_count)], sizeof input);
        else
            input.size = 0;
        for (uint32_t changes = 1 + pick(6); changes > 0; changes--)
            mutate(&input);
        is_new = false;
        run(&input);
        done++;
        if (is_new)
            keep(&input, directory);
    }
    return done;
}

int main(int argc, char **argv)
{
    unsigned long long seed = 1;
    unsigned long long runs = 0;
    double seconds = 0;
    const char *directory = NULL;
    size_t files = 0;
    catch_signals();
    (void)LLVMFuzzerInitialize(&argc, &argv);
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (argv[i][0] != '-') {
            files += run_files(argv[i]);
            continue;
        }
        if (strcmp(argv[i], "-seed") == 0)
            seed = strtoull(value, NULL, 10);
        else if (strcmp(argv[i], "-runs") == 0)
            runs = strtoull(value, NULL, 10);
        else if (strcmp(argv[i], "-seconds") == 0)
            seconds = strtod(value, NULL);
        else if (strcmp(argv[i], "-keep") == 0)
            directory = value;
        else if (strcmp(argv[i], "-list") == 0)
            is_listed = strcmp(value, "1") == 0;
        else {
            fprintf(stderr,
                    "usage: %s [-seed N] [-runs N] [-seconds N] [-keep DIRECTORY] [FILE or "
                    "DIRECTORY]...\n",
                    argv[0]);
            return 2;
        }
        i++;
    }
    state = seed * 0x9E3779B97F4A7C15u + 1;
    unsigned long long done = runs > 0 || seconds > 0 ? run_changes(runs, seconds, directory) : 0;
    printf("%zu files, %llu changed inputs, %zu kept, %zu outcomes\n", files, done, kept_count,
           seen_count);
    for (size_t i = 0; i < kept_count; i++)
        free(kept[i]);
    return 0;
}
