/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Nodes are called as the objects of C++ that they are, so that a program's own classes may stand
 * among them. The workspace of a graph has its inner tensors, and behind them the workspace of the
 * node that runs: nodes run one after the other on the stream.
 */
#include "atb/graph.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "atb/context.h"
#include "atb/memory.h"
#include "atb/operation.h"

#define MOST_NODES 1024
#define LONGEST_NAME 128

ATB_VECTOR(functions, struct atb_std_function);
struct chunk {
    uint32_t count;
    uint32_t index;
};
ATB_VECTOR(chunks, struct chunk);

/* atb::Node */
struct given_node {
    struct atb_operation *operation;
    struct atb_ids in;
    struct atb_ids out;
    struct functions reshapes;
    struct chunks chunks;
};

/* What follows the name of an atb::GraphParam. */
struct given_graph {
    uint32_t input_count;
    uint32_t output_count;
    uint32_t inner_count;
    struct atb_std_vector nodes;
    struct atb_std_function infer_shape;
};

struct given_graph_new {
    struct atb_std_string name;
    struct given_graph rest;
};

struct given_graph_old {
    char *name;
    struct given_graph rest;
};

struct node {
    struct atb_operation *operation;
    uint32_t in_count;
    uint32_t out_count;
    uint32_t *in;
    uint32_t *out;
    struct atb_std_function *reshapes; /* one an input, or NULL */
    struct chunk *chunks;              /* one an input, or NULL */
    struct atb_pack pack;              /* what the node is given */
};

struct graph {
    struct atb_operation object;
    char name[LONGEST_NAME + 1];
    uint32_t input_count;
    uint32_t output_count;
    uint32_t inner_count;
    size_t node_count;
    struct node *nodes;
    struct atb_std_function infer_shape;
    /* What Setup found. */
    bool is_set_up;
    const struct atb_context *context;
    struct atb_tensor *tensors; /* by their numbers */
    uint64_t *places;           /* of inner tensors in the workspace */
    uint64_t inner_bytes;
    uint64_t workspace_size;
};

static const struct graph *of(const struct atb_operation *self)
{
    return (const struct graph *)self;
}

static struct graph *own(struct atb_operation *self)
{
    return (struct graph *)self;
}

static uint32_t tensor_count(const struct graph *graph)
{
    return graph->input_count + graph->output_count + graph->inner_count;
}

/* ---- Functions of the program ---------------------------------------------------------------- */

enum { CLONE = 2, DESTROY = 3 };

static void copy_function(const struct atb_std_function *from, struct atb_std_function *to)
{
    memset(to, 0, sizeof *to);
    if (from->manage == NULL)
        return;
    from->manage(to, from, CLONE);
    to->manage = from->manage;
    to->invoke = from->invoke;
}

static void drop_function(struct atb_std_function *function)
{
    if (function->manage != NULL)
        function->manage(function, function, DESTROY);
    function->manage = NULL;
}

static int32_t call_infer_shape(const struct atb_std_function *function, const struct atb_descs *in,
                                struct atb_descs *out)
{
    int32_t (*call)(const struct atb_std_function *self, const struct atb_descs *in,
                    struct atb_descs *out) = (int32_t (*)(const struct atb_std_function *,
                                                          const struct atb_descs *,
                                                          struct atb_descs *))function->invoke;
    return call(function, in, out);
}

static void call_reshape(const struct atb_std_function *function, const struct atb_dims *old,
                         struct atb_dims *shape)
{
    void (*call)(const struct atb_std_function *self, const struct atb_dims *old,
                 struct atb_dims *shape) = (void (*)(const struct atb_std_function *,
                                                     const struct atb_dims *,
                                                     struct atb_dims *))function->invoke;
    call(function, old, shape);
}

/* ---- Inputs of nodes ------------------------------------------------------------------------- */

static int32_t reshape(const struct node *node, uint32_t index, struct atb_desc *desc)
{
    struct atb_dims shape = {{0}, 0};
    struct atb_desc changed = *desc;
    if (node->reshapes == NULL || node->reshapes[index].manage == NULL)
        return ATB_NO_ERROR;
    call_reshape(&node->reshapes[index], &desc->shape, &shape);
    changed.shape = shape;
    if (atb_element_count(&changed) != atb_element_count(desc))
        return atb_report(ATB_ERROR_INVALID_GRAPH,
                          "a reshape function of input %u of a node makes %" PRIu64
                          " elements of %" PRIu64 "; as many are required",
                          index, atb_element_count(&changed), atb_element_count(desc));
    *desc = changed;
    return ATB_NO_ERROR;
}

/* Takes one of equal parts of the first dimension. */
static int32_t take_chunk(const struct node *node, uint32_t index, struct atb_tensor *tensor)
{
    const struct chunk *chunk = node->chunks != NULL ? &node->chunks[index] : NULL;
    if (chunk == NULL || chunk->count <= 1)
        return ATB_NO_ERROR;
    int64_t *rows = &tensor->desc.shape.dims[0];
    if (tensor->desc.shape.count == 0 || *rows % chunk->count != 0 || chunk->index >= chunk->count)
        return atb_report(ATB_ERROR_INVALID_GRAPH,
                          "input %u of a node is part %u of %u equal parts of %" PRId64
                          " rows, which there is not",
                          index, chunk->index, chunk->count, *rows);
    *rows /= chunk->count;
    tensor->size = atb_byte_count(&tensor->desc);
    uint64_t skipped = tensor->size * chunk->index;
    if (tensor->device != NULL)
        tensor->device = (char *)tensor->device + skipped;
    if (tensor->host != NULL)
        tensor->host = (char *)tensor->host + skipped;
    return ATB_NO_ERROR;
}

/* The input of a node as it sees it. */
static int32_t change_input(const struct node *node, uint32_t index, struct atb_tensor *tensor)
{
    int32_t status = take_chunk(node, index, tensor);
    return status == ATB_NO_ERROR ? reshape(node, index, &tensor->desc) : status;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

struct descs_pair {
    struct atb_descs in, out;
};

static int32_t infer_node(const struct node *node, struct atb_desc *all, struct descs_pair *descs)
{
    memset(descs, 0, sizeof *descs);
    if (!atb_descs_resize(&descs->in, node->in_count))
        return atb_report(ATB_ERROR_OUT_OF_HOST_MEMORY, "no host memory for a graph");
    for (uint32_t i = 0; i < node->in_count; i++) {
        struct atb_tensor tensor = {.desc = all[node->in[i]]};
        int32_t status = change_input(node, i, &tensor);
        if (status != ATB_NO_ERROR)
            return status;
        ATB_MEMBERS(&descs->in)[i] = tensor.desc;
    }
    int32_t status = node->operation->functions->infer_shape(node->operation, &descs->in,
                                                             &descs->out);
    for (uint32_t i = 0; i < node->out_count && status == ATB_NO_ERROR; i++)
        all[node->out[i]] = ATB_MEMBERS(&descs->out)[i];
    return status;
}

/* Finds what the tensors behind the inputs are. all: by number, the inputs known. */
static int32_t infer_all(const struct graph *graph, struct atb_desc *all)
{
    struct descs_pair *descs = malloc(sizeof *descs);
    int32_t status = descs != NULL
                         ? ATB_NO_ERROR
                         : atb_report(ATB_ERROR_OUT_OF_HOST_MEMORY, "no host memory for a graph");
    for (size_t i = 0; i < graph->node_count && status == ATB_NO_ERROR; i++) {
        status = infer_node(&graph->nodes[i], all, descs);
        free(descs->in.outside);
        free(descs->out.outside);
    }
    free(descs);
    return status;
}

static int32_t infer_by_nodes(const struct graph *graph, const struct atb_descs *in,
                              struct atb_descs *out)
{
    struct atb_desc *all = calloc(tensor_count(graph) + 1, sizeof *all);
    if (all == NULL || !atb_descs_resize(out, graph->output_count)) {
        free(all);
        return atb_report(ATB_ERROR_OUT_OF_HOST_MEMORY, "no host memory for a graph");
    }
    memcpy(all, ATB_MEMBERS(in), graph->input_count * sizeof *all);
    int32_t status = infer_all(graph, all);
    if (status == ATB_NO_ERROR)
        memcpy(ATB_MEMBERS(out), all + graph->input_count, graph->output_count * sizeof *all);
    free(all);
    return status;
}

static int32_t infer_found(const struct graph *graph, const struct atb_descs *in,
                           struct atb_descs *out)
{
    if (in->count != graph->input_count)
        return atb_report(ATB_ERROR_INVALID_IN_TENSOR_NUM,
                          "inTensorDescs has %zu member(s); the graph has %u input(s)", in->count,
                          graph->input_count);
    if (graph->infer_shape.manage == NULL)
        return infer_by_nodes(graph, in, out);
    if (!atb_descs_resize(out, graph->output_count))
        return atb_report(ATB_ERROR_OUT_OF_HOST_MEMORY, "no host memory for a graph");
    int32_t status = call_infer_shape(&graph->infer_shape, in, out);
    if (status != ATB_NO_ERROR)
        return atb_report(ATB_ERROR_GRAPH_INFERSHAPE_FUNC_FAIL,
                          "inferShapeFunc of the graph returned %d", status);
    return ATB_NO_ERROR;
}

/* ---- Setup ----------------------------------------------------------------------------------- */

/* Places the inner tensors in the workspace one behind the other. */
static void place_inner(struct graph *graph)
{
    uint32_t first = graph->input_count + graph->output_count;
    graph->inner_bytes = 0;
    for (uint32_t i = 0; i < graph->inner_count; i++) {
        struct atb_tensor *tensor = &graph->tensors[first + i];
        tensor->size = atb_byte_count(&tensor->desc);
        graph->places[i] = graph->inner_bytes;
        graph->inner_bytes += atb_aligned(tensor->size);
    }
}

static int32_t find_tensors(struct graph *graph, const struct atb_pack *pack)
{
    uint32_t count = tensor_count(graph);
    struct atb_desc *all = calloc(count + 1, sizeof *all);
    if (all == NULL)
        return atb_report(ATB_ERROR_OUT_OF_HOST_MEMORY, "no host memory for a graph");
    for (uint32_t i = 0; i < graph->input_count; i++)
        all[i] = ATB_MEMBERS(&pack->in)[i].desc;
    int32_t status = infer_all(graph, all);
    for (uint32_t i = 0; i < count && status == ATB_NO_ERROR; i++) {
        memset(&graph->tensors[i], 0, sizeof graph->tensors[i]);
        if (i < graph->input_count)
            graph->tensors[i] = ATB_MEMBERS(&pack->in)[i];
        else if (i < graph->input_count + graph->output_count)
            graph->tensors[i] = ATB_MEMBERS(&pack->out)[i - graph->input_count];
        else
            graph->tensors[i].desc = all[i];
    }
    free(all);
    if (status == ATB_NO_ERROR)
        place_inner(graph);
    return status;
}

/* Gives a node its tensors with the addresses of now. */
static int32_t fill_pack(const struct graph *graph, struct node *node)
{
    int32_t status = ATB_NO_ERROR;
    if (!atb_tensors_resize(&node->pack.in, node->in_count) ||
        !atb_tensors_resize(&node->pack.out, node->out_count))
        return atb_report(ATB_ERROR_OUT_OF_HOST_MEMORY, "no host memory for a graph");
    for (uint32_t i = 0; i < node->in_count && status == ATB_NO_ERROR; i++) {
        struct atb_tensor *tensor = &ATB_MEMBERS(&node->pack.in)[i];
        *tensor = graph->tensors[node->in[i]];
        status = change_input(node, i, tensor);
    }
    for (uint32_t i = 0; i < node->out_count; i++)
        ATB_MEMBERS(&node->pack.out)[i] = graph->tensors[node->out[i]];
    return status;
}

static int32_t set_up_nodes(struct graph *graph, struct atb_context *context)
{
    uint64_t most = 0;
    for (size_t i = 0; i < graph->node_count; i++) {
        struct node *node = &graph->nodes[i];
        uint64_t bytes = 0;
        int32_t status = fill_pack(graph, node);
        if (status == ATB_NO_ERROR)
            status = node->operation->functions->setup(node->operation, &node->pack, &bytes,
                                                       context);
        if (status != ATB_NO_ERROR)
            return atb_report((enum atb_status)status,
                              "node %zu of %s is refused by its Setup with %d; see the "
                              "text behind this one",
                              i, graph->name, status);
        most = bytes > most ? bytes : most;
    }
    graph->workspace_size = graph->inner_bytes + atb_aligned(most);
    return ATB_NO_ERROR;
}

static int32_t check_counts(const struct graph *graph, const struct atb_pack *pack)
{
    if (pack->in.count == graph->input_count && pack->out.count == graph->output_count)
        return ATB_NO_ERROR;
    return atb_report(ATB_ERROR_INVALID_IN_TENSOR_NUM,
                      "variantPack has %zu inputs and %zu outputs; the graph has %u and %u",
                      pack->in.count, pack->out.count, graph->input_count, graph->output_count);
}

static int32_t set_up(struct graph *graph, const struct atb_pack *pack, struct atb_context *context)
{
    graph->is_set_up = false;
    graph->context = context;
    int32_t status = atb_context_check(context);
    if (status == ATB_NO_ERROR)
        status = check_counts(graph, pack);
    if (status == ATB_NO_ERROR)
        status = find_tensors(graph, pack);
    if (status == ATB_NO_ERROR)
        status = set_up_nodes(graph, context);
    graph->is_set_up = status == ATB_NO_ERROR;
    return status;
}

/* ---- Execute --------------------------------------------------------------------------------- */

static int32_t check_execute(const struct graph *graph, const struct atb_pack *pack,
                             const uint8_t *workspace, uint64_t size,
                             const struct atb_context *context)
{
    if (!graph->is_set_up || context != graph->context)
        return atb_report(ATB_ERROR_INVALID_PARAM,
                          "Setup has not succeeded for this graph with this context; call it "
                          "first");
    if (size < graph->workspace_size || (graph->workspace_size > 0 && workspace == NULL))
        return atb_report(ATB_ERROR_INVALID_PARAM,
                          "workspace is %p with %" PRIu64 " bytes; Setup asked for %" PRIu64,
                          (const void *)workspace, size, graph->workspace_size);
    return check_counts(graph, pack);
}

static void take_addresses(struct graph *graph, const struct atb_pack *pack, uint8_t *workspace)
{
    for (uint32_t i = 0; i < graph->input_count; i++)
        graph->tensors[i] = ATB_MEMBERS(&pack->in)[i];
    for (uint32_t i = 0; i < graph->output_count; i++)
        graph->tensors[graph->input_count + i] = ATB_MEMBERS(&pack->out)[i];
    for (uint32_t i = 0; i < graph->inner_count; i++)
        graph->tensors[graph->input_count + graph->output_count + i].device = workspace +
                                                                              graph->places[i];
}

static int32_t execute_nodes(struct graph *graph, uint8_t *workspace, struct atb_context *context)
{
    uint64_t left = graph->workspace_size - graph->inner_bytes;
    uint8_t *behind = left > 0 ? workspace + graph->inner_bytes : NULL;
    for (size_t i = 0; i < graph->node_count; i++) {
        struct node *node = &graph->nodes[i];
        int32_t status = fill_pack(graph, node);
        if (status == ATB_NO_ERROR)
            status = node->operation->functions->execute(node->operation, &node->pack, behind, left,
                                                         context);
        if (status != ATB_NO_ERROR)
            return atb_report((enum atb_status)status,
                              "node %zu of %s is refused by its Execute with %d; see the "
                              "text behind this one",
                              i, graph->name, status);
    }
    return ATB_NO_ERROR;
}

static int32_t execute_found(struct graph *graph, const struct atb_pack *pack, uint8_t *workspace,
                             uint64_t size, struct atb_context *context)
{
    int32_t status = atb_context_check(context);
    if (status == ATB_NO_ERROR)
        status = check_execute(graph, pack, workspace, size, context);
    if (status != ATB_NO_ERROR)
        return status;
    take_addresses(graph, pack, workspace);
    return execute_nodes(graph, workspace, context);
}

/* ---- The functions of the class -------------------------------------------------------------- */

static void end_node(struct node *node)
{
    for (uint32_t i = 0; node->reshapes != NULL && i < node->in_count; i++)
        drop_function(&node->reshapes[i]);
    free(node->reshapes);
    free(node->chunks);
    free(node->in);
    free(node->out);
    free(node->pack.in.outside);
    free(node->pack.out.outside);
}

/* Gives back what the graph owns but the operations of its nodes. */
static void drop(struct graph *graph)
{
    for (size_t i = 0; i < graph->node_count; i++)
        end_node(&graph->nodes[i]);
    free(graph->nodes);
    free(graph->tensors);
    free(graph->places);
    drop_function(&graph->infer_shape);
    graph->nodes = NULL;
    graph->node_count = 0;
    graph->tensors = NULL;
    graph->places = NULL;
}

static void end(struct atb_operation *self)
{
    struct graph *graph = own(self);
    for (size_t i = 0; i < graph->node_count; i++)
        atb_operation_destroy(graph->nodes[i].operation);
    drop(graph);
}

static void end_and_free(struct atb_operation *self)
{
    end(self);
    free(self);
}

static struct atb_std_string name(const struct atb_operation *self)
{
    return atb_string_new(of(self)->name);
}

static int32_t infer_shape(const struct atb_operation *self, const struct atb_descs *in,
                           struct atb_descs *out)
{
    struct atb_call call;
    int32_t status;
    if (atb_call_open(&call, "GraphOperation::InferShape", &status))
        status = infer_found(of(self), in, out);
    return atb_call_close(&call, status);
}

static uint32_t input_count(const struct atb_operation *self)
{
    return of(self)->input_count;
}

static uint32_t output_count(const struct atb_operation *self)
{
    return of(self)->output_count;
}

static int32_t setup(struct atb_operation *self, const struct atb_pack *pack,
                     uint64_t *workspace_size, struct atb_context *context)
{
    struct atb_call call;
    int32_t status;
    *workspace_size = 0;
    if (atb_call_open(&call, "GraphOperation::Setup", &status))
        status = set_up(own(self), pack, context);
    if (status == ATB_NO_ERROR)
        *workspace_size = of(self)->workspace_size;
    return atb_call_close(&call, status);
}

static int32_t execute(struct atb_operation *self, const struct atb_pack *pack, uint8_t *workspace,
                       uint64_t workspace_size, struct atb_context *context)
{
    struct atb_call call;
    int32_t status;
    if (atb_call_open(&call, "GraphOperation::Execute", &status))
        status = execute_found(own(self), pack, workspace, workspace_size, context);
    return atb_call_close(&call, status);
}

static const ATB_TABLE(atb_operation_functions) table = {
    0,
    NULL,
    {end, end_and_free, name, infer_shape, input_count, output_count, setup, execute},
};

/* ---- Making ---------------------------------------------------------------------------------- */

/* A std::string begins with the address of its text. One of GCC 5 and later has its length behind
 * it, up to 128; one from before is that address alone, and the numbers of inputs and outputs
 * follow, which are no such length unless the graph has no output. */
static const struct given_graph *rest_of(const void *param, const char **name, size_t *length)
{
    const struct given_graph_new *is_new = param;
    const struct given_graph_old *is_old = param;
    bool has_length = is_new->name.length <= UINT32_MAX;
    *name = has_length ? is_new->name.text : is_old->name;
    *length = has_length ? is_new->name.length : strlen(is_old->name);
    return has_length ? &is_new->rest : &is_old->rest;
}

static int32_t take_name(struct graph *graph, const char *name, size_t length)
{
    bool is_plain = length <= LONGEST_NAME;
    for (size_t i = 0; i < length && is_plain; i++)
        is_plain = isalnum((unsigned char)name[i]) || name[i] == '_';
    if (!is_plain)
        return atb_report(ATB_ERROR_INVALID_GRAPH,
                          "the name of the graph has %zu characters, or others than letters, "
                          "digits and _; up to 128 of these are required",
                          length);
    if (length > 0)
        snprintf(graph->name, sizeof graph->name, "%.*s", (int)length, name);
    else
        snprintf(graph->name, sizeof graph->name, "GraphOperation");
    return ATB_NO_ERROR;
}

static bool copy_ids(const struct atb_ids *from, uint32_t **to, uint32_t *count)
{
    *count = (uint32_t)from->count;
    *to = malloc((from->count + 1) * sizeof **to);
    if (*to != NULL)
        memcpy(*to, ATB_MEMBERS(from), from->count * sizeof **to);
    return *to != NULL;
}

static bool copy_extras(const struct given_node *given, struct node *node)
{
    size_t reshapes = given->reshapes.count;
    size_t chunks = given->chunks.count;
    if (reshapes > 0)
        node->reshapes = calloc(node->in_count + reshapes, sizeof *node->reshapes);
    if (chunks > 0)
        node->chunks = calloc(node->in_count + chunks, sizeof *node->chunks);
    if ((reshapes > 0 && node->reshapes == NULL) || (chunks > 0 && node->chunks == NULL))
        return false;
    for (size_t i = 0; i < reshapes && i < node->in_count; i++)
        copy_function(&ATB_MEMBERS(&given->reshapes)[i], &node->reshapes[i]);
    for (size_t i = 0; i < chunks && i < node->in_count; i++)
        node->chunks[i] = ATB_MEMBERS(&given->chunks)[i];
    return true;
}

static int32_t take_node(struct graph *graph, const struct given_node *given)
{
    struct node *node = &graph->nodes[graph->node_count++];
    node->operation = given->operation;
    bool fits = copy_ids(&given->in, &node->in, &node->in_count) &&
                copy_ids(&given->out, &node->out, &node->out_count) && copy_extras(given, node);
    return fits ? ATB_NO_ERROR
                : atb_report(ATB_ERROR_OUT_OF_HOST_MEMORY, "no host memory for a graph");
}

static int32_t check_node(const struct graph *graph, size_t number, bool *has_value)
{
    const struct node *node = &graph->nodes[number];
    if (node->operation == NULL)
        return atb_report(ATB_ERROR_INVALID_GRAPH, "the operation of node %zu is NULL", number);
    uint32_t inputs = node->operation->functions->input_count(node->operation);
    uint32_t outputs = node->operation->functions->output_count(node->operation);
    if (node->in_count != inputs || node->out_count != outputs)
        return atb_report(ATB_ERROR_INVALID_GRAPH,
                          "node %zu has %u inputs and %u outputs; its operation has %u and %u",
                          number, node->in_count, node->out_count, inputs, outputs);
    for (uint32_t i = 0; i < inputs + outputs; i++) {
        uint32_t id = i < inputs ? node->in[i] : node->out[i - inputs];
        if (id >= tensor_count(graph))
            return atb_report(ATB_ERROR_INVALID_GRAPH,
                              "node %zu has tensor %u; the graph has %u tensor(s)", number, id,
                              tensor_count(graph));
        if (i < inputs && !has_value[id])
            return atb_report(ATB_ERROR_INVALID_GRAPH,
                              "node %zu takes tensor %u, which no node before it has given", number,
                              id);
        has_value[id] = true;
    }
    return ATB_NO_ERROR;
}

static int32_t check_nodes(const struct graph *graph)
{
    uint32_t count = tensor_count(graph);
    bool *has_value = calloc(count + 1, sizeof *has_value);
    int32_t status = ATB_NO_ERROR;
    if (has_value == NULL)
        return atb_report(ATB_ERROR_OUT_OF_HOST_MEMORY, "no host memory for a graph");
    for (uint32_t i = 0; i < graph->input_count; i++)
        has_value[i] = true;
    for (size_t i = 0; i < graph->node_count && status == ATB_NO_ERROR; i++)
        status = check_node(graph, i, has_value);
    for (uint32_t i = 0; i < count && status == ATB_NO_ERROR; i++)
        if (!has_value[i])
            status = atb_report(ATB_ERROR_INVALID_GRAPH, "no node gives tensor %u of the graph", i);
    free(has_value);
    return status;
}

static int32_t check_numbers(const struct given_graph *given, size_t nodes)
{
    if (given->input_count <= ATB_VECTOR_MOST && given->output_count <= ATB_VECTOR_MOST &&
        given->inner_count <= ATB_VECTOR_MOST && nodes <= MOST_NODES)
        return ATB_NO_ERROR;
    return atb_report(
        ATB_ERROR_INVALID_GRAPH,
        "the graph has %u inputs, %u outputs, %u tensors between and %zu nodes; up to "
        "256 of each and 1024 nodes are possible",
        given->input_count, given->output_count, given->inner_count, nodes);
}

static int32_t fill(struct graph *graph, const void *param)
{
    const char *text = NULL;
    size_t length = 0;
    const struct given_graph *given = rest_of(param, &text, &length);
    size_t nodes = ((uintptr_t)given->nodes.past - (uintptr_t)given->nodes.first) /
                   sizeof(struct given_node);
    int32_t status = take_name(graph, text, length);
    if (status == ATB_NO_ERROR)
        status = check_numbers(given, nodes);
    if (status != ATB_NO_ERROR)
        return status;
    graph->input_count = given->input_count;
    graph->output_count = given->output_count;
    graph->inner_count = given->inner_count;
    copy_function(&given->infer_shape, &graph->infer_shape);
    graph->nodes = calloc(nodes + 1, sizeof *graph->nodes);
    graph->tensors = calloc(tensor_count(graph) + 1, sizeof *graph->tensors);
    graph->places = calloc(graph->inner_count + 1, sizeof *graph->places);
    if (graph->nodes == NULL || graph->tensors == NULL || graph->places == NULL)
        return atb_report(ATB_ERROR_OUT_OF_HOST_MEMORY, "no host memory for a graph");
    for (size_t i = 0; i < nodes && status == ATB_NO_ERROR; i++)
        status = take_node(graph, (const struct given_node *)given->nodes.first + i);
    return status == ATB_NO_ERROR ? check_nodes(graph) : status;
}

static int32_t create(const void *param, struct atb_operation **out)
{
    struct graph *graph = calloc(1, sizeof *graph);
    if (graph == NULL)
        return atb_report(ATB_ERROR_OUT_OF_HOST_MEMORY, "no host memory for a graph");
    graph->object.functions = &table.functions;
    int32_t status = fill(graph, param);
    if (status == ATB_NO_ERROR) {
        *out = &graph->object;
        return ATB_NO_ERROR;
    }
    drop(graph); /* the operations of its nodes stay the caller's */
    free(graph);
    return status;
}

int32_t atb_graph_create(const void *param, struct atb_operation **operation)
{
    struct atb_call call;
    int32_t status;
    if (atb_call_open(&call, "atb::CreateOperation", &status))
        status = operation != NULL ? create(param, operation)
                                   : atb_report(ATB_ERROR_INVALID_PARAM, "operation is NULL");
    return atb_call_close(&call, status);
}
