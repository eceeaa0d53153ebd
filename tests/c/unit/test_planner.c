/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The L0 list and the planner on lists made by hand. Expected offsets and sizes are worked out
 * beside each list: a tensor of n bytes takes n + 32 rounded up to 512.
 */
#include <string.h>

#include "acl/acl_rt.h"
#include "base/report.h"
#include "check.h"
#include "workspace/l0_operators.h"
#include "workspace/planner.h"

/* Statuses by number: a test does not ask the code what is right. */
enum { SUCCESS = 0, INVALID = 161002, INNER = 561000 };

static const struct soc soc = {.name = "a test's", .architecture = ARCHITECTURE_2201};

static struct arena arena;
static struct l0_list list;
static struct workspace_plan plan;

static void start(void)
{
    arena_end(&arena);
    arena_start(&arena, NULL, 0);
    memset(&plan, 0xA5, sizeof plan);
    l0_start(&list, &arena, &soc, false);
}

static int bytes(int64_t count)
{
    return l0_new_tensor(&list, "bytes", ACL_UINT8, count);
}

/* Operators with one input and one output; L0_NONE for neither. */
static void launch(int input, int output)
{
    l0_launch(&list, "Step", L0_AI_CORE, (int[]){input, L0_NONE}, (int[]){output, L0_NONE});
}

static const struct placement *placement_of(int tensor)
{
    for (int i = 0; i < plan.placement_count; i++)
        if (plan.placements[i].tensor == tensor)
            return &plan.placements[i];
    return NULL;
}

static bool is_at(int tensor, int first, int last, uint64_t offset)
{
    const struct placement *p = placement_of(tensor);
    return p != NULL && p->start == first && p->end == last && plan.slots[p->slot].offset == offset;
}

/* ---- Memory that is short -------------------------------------------------------------------- */

/* More than an arena ever gives. */
#define TOO_MUCH ((size_t)PTRDIFF_MAX)
enum { NO_EXECUTOR = 561101 };

/* A list function that gets no memory leaves its list with a status, and nothing follows. */
static void test_no_memory(void)
{
    start();
    int input = bytes(1);
    CHECK(l0_take(&list, 8) != NULL && list.status == SUCCESS);
    CHECK(l0_take(&list, TOO_MUCH) == NULL);
    CHECK(list.status == NO_EXECUTOR);
    CHECK(strstr(aclGetRecentErrMsg(), "no host memory for an executor") != NULL);
    CHECK(l0_take(&list, 8) == NULL);
    CHECK(bytes(1) == L0_NONE);
    launch(input, input);
    CHECK(list.operator_count == 0);
}

/* The first error stays: it has been reported. */
static void test_no_memory_behind_an_error(void)
{
    start();
    list.status = INNER;
    CHECK(l0_take(&list, 8) == NULL && l0_no_memory(&list) == NULL);
    CHECK(list.status == INNER);
}

/* ---- The rules, one list each ---------------------------------------------------------------- */

static void test_padding(void)
{
    static const uint64_t pairs[][2] = {
        {0, 512},
        {1, 512},
        {479, 512},
        {480, 512},
        {481, 1024},
        {512, 1024},
        {992, 1024},
        {993, 1536},
        {16 << 20, 16777728},
        {(uint64_t)1 << 40, ((uint64_t)1 << 40) + 512},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        CHECK(planner_padded(pairs[i][0]) == pairs[i][1]);
        start();
        launch(L0_NONE, bytes((int64_t)pairs[i][0]));
        CHECK(planner_run(&list, &plan) && plan.size == pairs[i][1]);
        CHECK(plan.placements[0].padded == pairs[i][1] && plan.slots[0].bytes == pairs[i][1]);
    }
}

static void test_an_empty_list(void)
{
    start();
    CHECK(planner_run(&list, &plan));
    CHECK(plan.size == 0 && plan.placement_count == 0 && plan.slot_count == 0);
}

static void test_only_what_is_written_counts(void)
{
    start();
    int declared = bytes(5000);
    int constant = l0_host_tensor(&list, "constant", ACL_INT32, 1);
    int written = bytes(100);
    l0_launch(&list, "Step", L0_AI_CORE, (int[]){declared, constant, L0_NONE},
              (int[]){written, L0_NONE});
    CHECK(planner_run(&list, &plan));
    CHECK(plan.placement_count == 1 && plan.size == 512 && is_at(written, 0, 0, 0));
}

static void test_types(void)
{
    start();
    launch(L0_NONE, l0_new_tensor(&list, "halves", ACL_FLOAT16, 240));     /* 480: 512 */
    launch(L0_NONE, l0_new_tensor(&list, "bits", ACL_UINT1, 8 * 480));     /* 480: the same slot */
    launch(L0_NONE, l0_new_tensor(&list, "more", ACL_UINT1, 8 * 480 + 1)); /* 481: 1024 */
    CHECK(planner_run(&list, &plan));
    CHECK(list.tensors[1].bytes == 480 && list.tensors[2].bytes == 481);
    CHECK(plan.slot_count == 1 && plan.size == 1024);
}

/* a is dead once b is written from it, and c can lie where a lay. */
static void test_dead_tensors_make_room(void)
{
    start();
    int a = bytes(1000);
    int b = bytes(2000);
    int c = bytes(500);
    launch(L0_NONE, a);
    launch(a, b);
    launch(b, c);
    CHECK(planner_run(&list, &plan));
    CHECK(is_at(a, 0, 1, 0) && is_at(b, 1, 2, 1536) && is_at(c, 2, 2, 0));
    CHECK(plan.slot_count == 2 && plan.size == 1536 + 2048);
}

/* A slot grows with what comes into it; what lies behind moves. */
static void test_slots_grow(void)
{
    start();
    int a = bytes(100);
    int b = bytes(100);
    int c = bytes(3000);
    launch(L0_NONE, a);
    launch(a, b);
    launch(b, c);
    CHECK(planner_run(&list, &plan));
    CHECK(is_at(c, 2, 2, 0) && is_at(a, 0, 1, 0) && is_at(b, 1, 2, 3072));
    CHECK(plan.slots[0].bytes == 3072 && plan.size == 3072 + 512);
}

/* Two slots are free: 5120 bytes and 512. The last one is taken, though the first would fit. */
static void test_the_last_free_slot_is_taken(void)
{
    start();
    int large = bytes(5000);
    int small = bytes(100);
    int next = bytes(4000);
    l0_launch(&list, "Step", L0_AI_CORE, (int[]){L0_NONE}, (int[]){large, small, L0_NONE});
    launch(L0_NONE, next);
    CHECK(planner_run(&list, &plan));
    CHECK(is_at(large, 0, 0, 0) && is_at(small, 0, 0, 5120) && is_at(next, 1, 1, 5120));
    CHECK(plan.size == 5120 + 4096);
}

/* What an operator reads is alive while it runs, so its output lies elsewhere. */
static void test_an_output_is_not_laid_over_an_input(void)
{
    start();
    int a = bytes(100);
    int b = bytes(100);
    launch(L0_NONE, a);
    launch(a, b);
    CHECK(planner_run(&list, &plan));
    CHECK(is_at(a, 0, 1, 0) && is_at(b, 1, 1, 512) && plan.size == 1024);
}

/* Only the slot's latest tensor is looked at: a is dead, and so is b, which came after it. */
static void test_the_latest_tensor_decides(void)
{
    start();
    int a = bytes(100);
    int keep = bytes(100);
    int b = bytes(100);
    int c = bytes(100);
    l0_launch(&list, "Step", L0_AI_CORE, (int[]){L0_NONE}, (int[]){a, keep, L0_NONE});
    launch(L0_NONE, b); /* 1: where a was */
    launch(L0_NONE, c); /* 2: where a and b were */
    launch(keep, L0_NONE);
    CHECK(planner_run(&list, &plan));
    CHECK(is_at(a, 0, 0, 0) && is_at(keep, 0, 3, 512) && is_at(b, 1, 1, 0) && is_at(c, 2, 2, 0));
    CHECK(plan.size == 1024);
}

/* ---- Workspaces of kernels ------------------------------------------------------------------- */

/* It comes before the outputs and lives as long as its operator: never where an output of it is. */
static void test_a_workspace_does_not_share_with_its_output(void)
{
    start();
    int out = bytes(100);
    launch(L0_NONE, out);
    l0_kernel_workspace(&list, 10000);
    CHECK(planner_run(&list, &plan));
    int workspace = list.operators[0].workspaces[0];
    CHECK(list.tensors[workspace].kind == L0_WORKSPACE && list.tensors[workspace].bytes == 10000);
    CHECK(is_at(workspace, 0, 0, 0) && is_at(out, 0, 0, 10240) && plan.size == 10240 + 512);
}

static void test_a_workspace_makes_room_at_once(void)
{
    start();
    int a = bytes(100);
    int b = bytes(9000);
    launch(L0_NONE, a);
    l0_kernel_workspace(&list, 10000);
    launch(a, b); /* not over a, over the workspace of the first */
    l0_kernel_workspace(&list, 0);
    CHECK(planner_run(&list, &plan));
    int second = list.operators[1].workspaces[0];
    CHECK(is_at(a, 0, 1, 10240) && is_at(second, 1, 1, 0) && is_at(b, 1, 1, 10240 + 512));
    CHECK(plan.size == 10240 + 512 + 9216);
}

static void test_a_workspace_of_no_byte_takes_room(void)
{
    start();
    launch(L0_NONE, L0_NONE);
    l0_kernel_workspace(&list, 0);
    l0_kernel_workspace(&list, 0);
    CHECK(planner_run(&list, &plan) && plan.size == 1024 && plan.slot_count == 2);
}

/* ---- Storage --------------------------------------------------------------------------------- */

/* Two operators write one tensor: it has one place, with the life it had at the first. */
static void test_a_second_writer_ends_the_first_life(void)
{
    start();
    int zeros = bytes(1000);
    int other = bytes(100);
    int last = bytes(2000);
    launch(L0_NONE, zeros);
    launch(L0_NONE, zeros);
    launch(L0_NONE, other); /* 2: over zeros, which the planner takes for dead */
    launch(zeros, last);    /* 3: over other, and so over what it reads: CANN's rule */
    CHECK(planner_run(&list, &plan));
    CHECK(plan.placement_count == 3);
    CHECK(is_at(zeros, 0, 1, 0) && is_at(other, 2, 2, 0) && is_at(last, 3, 3, 0));
    CHECK(plan.size == 2048);
}

/* The operator that reads it does not write over it all the same. */
static void test_a_reader_does_not_write_over_a_tensor_with_two_writers(void)
{
    start();
    int zeros = bytes(1000);
    int out = bytes(100);
    launch(L0_NONE, zeros);
    launch(L0_NONE, zeros);
    launch(zeros, out);
    CHECK(planner_run(&list, &plan));
    CHECK(is_at(zeros, 0, 1, 0) && is_at(out, 2, 2, 1536) && plan.size == 1536 + 512);
}

static void test_a_reader_between_two_writers(void)
{
    start();
    int twice = bytes(1000);
    int seen = bytes(100);
    launch(L0_NONE, twice);
    launch(twice, seen);
    launch(L0_NONE, twice);
    launch(twice, L0_NONE);
    CHECK(planner_run(&list, &plan));
    CHECK(is_at(twice, 0, 2, 0) && is_at(seen, 1, 1, 1536) && plan.placement_count == 2);
}

/* Who reads a view reads the storage. */
static void test_views_keep_storage_alive(void)
{
    start();
    int floats = l0_new_tensor(&list, "floats", ACL_FLOAT, 100);
    int numbers = l0_view(&list, l0_view(&list, floats, ACL_INT32), ACL_UINT32);
    int between = bytes(100);
    int last = bytes(100);
    launch(L0_NONE, floats);
    launch(L0_NONE, between);
    launch(numbers, last);
    CHECK(planner_run(&list, &plan));
    CHECK(list.tensors[numbers].storage == floats && list.tensors[numbers].bytes == 400);
    CHECK(is_at(floats, 0, 2, 0) && is_at(between, 1, 1, 512) && is_at(last, 2, 2, 512));
    CHECK(plan.placement_count == 3 && plan.size == 1024);
}

static void test_writing_a_view_is_writing_the_storage(void)
{
    start();
    int first = bytes(400);
    int view = l0_view(&list, first, ACL_INT8);
    launch(L0_NONE, first);
    launch(L0_NONE, view);
    launch(first, L0_NONE);
    CHECK(planner_run(&list, &plan));
    CHECK(is_at(first, 0, 1, 0));
}

/* What is redirected to the caller's memory takes none of the workspace, under all its names. */
static void test_redirection_takes_a_tensor_out(void)
{
    start();
    int a = bytes(1000);
    int out = bytes(5000);
    int view = l0_view(&list, out, ACL_INT8);
    launch(L0_NONE, a);
    launch(a, out);
    l0_kernel_workspace(&list, 100);
    CHECK(planner_run(&list, &plan) && plan.size == 1536 + 512 + 5120);
    CHECK(l0_kind(&list, out) == L0_DEVICE && l0_kind(&list, view) == L0_DEVICE);
    l0_redirect_to_user(&list, view);
    CHECK(l0_kind(&list, out) == L0_USER && l0_kind(&list, view) == L0_USER);
    CHECK(planner_run(&list, &plan) && plan.size == 1536 + 512);
    CHECK(placement_of(out) == NULL && plan.placement_count == 2);
    l0_redirect_to_user(&list, L0_NONE);
}

static void test_tensors_of_the_caller(void)
{
    struct tensor given = {.type = ACL_FLOAT, .rank = 2, .dims = {3, 5}, .strides = {5, 1}};
    start();
    int user = l0_user_tensor(&list, "grad", &given);
    int result = bytes(100);
    launch(user, result);
    launch(result, user);
    CHECK(list.tensors[user].given == &given && list.tensors[user].elements == 15);
    CHECK(list.tensors[user].bytes == 60 && l0_kind(&list, user) == L0_USER);
    CHECK(planner_run(&list, &plan) && plan.size == 512 && is_at(result, 0, 1, 0));
}

/* ---- Errors ---------------------------------------------------------------------------------- */

static void check_nothing_happens(void)
{
    aclnnStatus status = list.status;
    int operators = list.operator_count;
    int tensors = list.tensor_count;
    CHECK(bytes(1) == L0_NONE);
    CHECK(l0_host_tensor(&list, "constant", ACL_INT32, 1) == L0_NONE);
    CHECK(l0_view(&list, 0, ACL_INT8) == L0_NONE && l0_view(&list, L0_NONE, ACL_INT8) == L0_NONE);
    launch(L0_NONE, L0_NONE);
    l0_kernel_workspace(&list, 1);
    l0_figure(&list, "figure", NULL, 1);
    l0_assume(&list, L0_ASSUME_SORT);
    CHECK(list.status == status && list.assumption_count == 0 && list.figure_count == 0);
    CHECK(list.operator_count == operators && list.tensor_count == tensors);
}

static void test_a_tensor_too_large_sticks(void)
{
    start();
    launch(L0_NONE, bytes(1));
    CHECK(l0_new_tensor(&list, "huge", ACL_DOUBLE, INT64_MAX) == L0_NONE);
    CHECK(list.status == INVALID && list.is_too_large);
    check_nothing_happens();
    CHECK(list.is_too_large);
    start();
    CHECK(list.status == SUCCESS && !list.is_too_large && list.tensor_count == 0);
}

static void test_a_workspace_too_large_sticks(void)
{
    start();
    launch(L0_NONE, bytes(1));
    l0_kernel_workspace(&list, UINT64_MAX);
    CHECK(list.status == INVALID && list.is_too_large);
    CHECK(list.operators[0].workspace_count == 0);
    check_nothing_happens();
}

/* Lists have no fixed length. */
static void test_long_lists(void)
{
    start();
    for (int i = 0; i < 10000; i++) {
        CHECK(bytes(1) == i);
        launch(i > 0 ? i - 1 : L0_NONE, i);
    }
    CHECK(list.status == SUCCESS && list.operator_count == 10000 && list.tensor_count == 10000);
    /* Each tensor is read by the next operator: two slots, in turn. */
    CHECK(planner_run(&list, &plan) && plan.size == 1024);
    start();
    for (int i = 0; i < 2000; i++)
        launch(L0_NONE, bytes(1));
    int inputs[2001];
    for (int i = 0; i < 2000; i++)
        inputs[i] = i;
    l0_launch_many(&list, "All", L0_AI_CORE, inputs, 2000, NULL, 0);
    CHECK(planner_run(&list, &plan) && plan.size == 2000 * 512);
}

/* Many tensors, all alive at once. */
static void test_full_lists_are_laid_out(void)
{
    start();
    for (int i = 0; i < 16; i++) {
        int outputs[5];
        for (int k = 0; k < 4; k++)
            outputs[k] = bytes(i);
        outputs[4] = L0_NONE;
        l0_launch(&list, "Step", L0_AI_CORE, (int[]){L0_NONE}, outputs);
    }
    launch(0, L0_NONE);
    l0_launch(&list, "Step", L0_AI_CORE, (int[]){1, 2, 3, 4, L0_NONE}, (int[]){L0_NONE});
    CHECK(list.status == SUCCESS && planner_run(&list, &plan));
    CHECK(plan.placement_count == 64 && is_at(0, 0, 16, 0) && is_at(1, 0, 17, 512));
}

static void test_sizes_beyond_63_bits(void)
{
    const int64_t most = ((int64_t)1 << 61) - 1; /* bytes of one tensor: 2^61 + 512 with padding */
    start();
    int tensors[5] = {bytes(most), bytes(most), bytes(most), L0_NONE, L0_NONE};
    l0_launch(&list, "Step", L0_AI_CORE, (int[]){L0_NONE}, tensors);
    CHECK(list.status == SUCCESS && planner_run(&list, &plan));
    CHECK(plan.size == 3 * (((uint64_t)1 << 61) + 512));
    start();
    for (int i = 0; i < 4; i++)
        tensors[i] = bytes(most);
    l0_launch(&list, "Step", L0_AI_CORE, (int[]){L0_NONE}, tensors);
    CHECK(list.status == SUCCESS && !planner_run(&list, &plan));
}

/* ---- Figures and assumptions ----------------------------------------------------------------- */

static void test_figures(void)
{
    start();
    l0_figure(&list, "nobody reads", NULL, 1);
    CHECK(list.figure_count == 0);
    list.wants_figures = true;
    launch(L0_NONE, bytes(1));
    launch(L0_NONE, bytes(1));
    for (int i = 0; i < 500; i++)
        l0_figure(&list, "rows", i == 1 ? "words" : NULL, i);
    CHECK(list.figure_count == 500 && list.status == SUCCESS);
    CHECK(list.figures[1].operator == 1 && list.figures[1].value == 1);
    CHECK(strcmp(list.figures[1].words, "words") == 0 && list.figures[0].words == NULL);
}

static void test_assumptions(void)
{
    char text[192];
    start();
    CHECK(strcmp(l0_describe_assumptions(&list, text, sizeof text), "") == 0);
    l0_assume(&list, L0_ASSUME_STORAGE);
    l0_assume(&list, L0_ASSUME_SORT);
    l0_assume(&list, L0_ASSUME_950_SLICE);
    l0_assume(&list, L0_ASSUME_SORT);
    l0_describe_assumptions(&list, text, sizeof text);
    CHECK(strcmp(text, "sort+950:Slice=16MiB+storage") == 0);
    for (size_t size = 1; size < 40; size++) {
        char cut[41];
        memset(cut, '#', sizeof cut);
        l0_describe_assumptions(&list, cut, size);
        size_t length = size - 1 < strlen(text) ? size - 1 : strlen(text);
        CHECK(strlen(cut) == length && strncmp(cut, text, length) == 0 && cut[size] == '#');
    }
    l0_assume(&list, "kernel:ReduceSum");
    l0_describe_assumptions(&list, text, sizeof text);
    CHECK(strcmp(text, "sort+950:Slice=16MiB+storage+kernel:ReduceSum") == 0);
}

/* ---- Any list -------------------------------------------------------------------------------- */

static uint64_t seed = 20261121;

static int draw(int limit)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((seed >> 33) % (uint64_t)limit);
}

static void make_random_list(void)
{
    start();
    int tensors = 1 + draw(24);
    for (int i = 0; i < tensors; i++)
        if (i > 0 && draw(6) == 0)
            l0_view(&list, draw(i), ACL_INT8);
        else
            bytes(draw(4) == 0 ? draw(100000) : draw(1200));
    int operators = 1 + draw(20);
    for (int i = 0; i < operators; i++) {
        int inputs[4] = {draw(tensors), draw(tensors), draw(tensors), L0_NONE};
        int outputs[3] = {draw(tensors), draw(tensors), L0_NONE};
        inputs[draw(4)] = L0_NONE;
        outputs[draw(3)] = L0_NONE;
        l0_launch(&list, "Step", L0_AI_CORE, inputs, outputs);
        for (int k = draw(3); k > 0; k--)
            l0_kernel_workspace(&list, (uint64_t)draw(2000));
    }
    if (draw(3) == 0)
        l0_redirect_to_user(&list, draw(tensors));
}

/* Slots follow each other, hold what is in them, and never two tensors at a time. */
static void check_layout(void)
{
    uint64_t offset = 0;
    for (int s = 0; s < plan.slot_count; s++) {
        uint64_t largest = 0;
        for (int i = 0; i < plan.placement_count; i++)
            if (plan.placements[i].slot == s && largest < plan.placements[i].padded)
                largest = plan.placements[i].padded;
        CHECK(plan.slots[s].offset == offset && plan.slots[s].bytes == largest);
        offset += largest;
    }
    CHECK(plan.size == offset);
    for (int i = 0; i < plan.placement_count; i++) {
        const struct placement *a = &plan.placements[i];
        CHECK(a->slot >= 0 && a->slot < plan.slot_count);
        CHECK(a->start <= a->end && a->end < list.operator_count && a->start == a->operator);
        CHECK(a->padded >= list.tensors[a->tensor].bytes + 32 && a->padded % 512 == 0);
        for (int k = 0; k < i; k++) {
            const struct placement *b = &plan.placements[k];
            CHECK(b->tensor != a->tensor && b->start <= a->start);
            CHECK(b->slot != a->slot || b->end < a->start);
        }
    }
}

static void test_random_lists(void)
{
    for (int i = 0; i < 20000; i++) {
        make_random_list();
        CHECK(list.status == SUCCESS && planner_run(&list, &plan));
        check_layout();
    }
}

int main(void)
{
    test_no_memory();
    test_no_memory_behind_an_error();
    test_padding();
    test_an_empty_list();
    test_only_what_is_written_counts();
    test_types();
    test_dead_tensors_make_room();
    test_slots_grow();
    test_the_last_free_slot_is_taken();
    test_an_output_is_not_laid_over_an_input();
    test_the_latest_tensor_decides();
    test_a_workspace_does_not_share_with_its_output();
    test_a_workspace_makes_room_at_once();
    test_a_workspace_of_no_byte_takes_room();
    test_a_second_writer_ends_the_first_life();
    test_a_reader_does_not_write_over_a_tensor_with_two_writers();
    test_a_reader_between_two_writers();
    test_views_keep_storage_alive();
    test_writing_a_view_is_writing_the_storage();
    test_redirection_takes_a_tensor_out();
    test_tensors_of_the_caller();
    test_a_tensor_too_large_sticks();
    test_a_workspace_too_large_sticks();
    test_long_lists();
    test_full_lists_are_laid_out();
    test_sizes_beyond_63_bits();
    test_figures();
    test_assumptions();
    test_random_lists();
    puts("test_planner: ok");
    return 0;
}
