/* SPDX-License-Identifier: Apache-2.0 */
#include "hccl/rank_table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/report.h"

#define MOST_BYTES ((size_t)16 << 20)

/* Where the ranks meet unless the table says another port. */
#define DEFAULT_PORT 60000

static HcclResult report_malformed(const char *path, const char *what)
{
    return (HcclResult)report(HCCL_E_PARA, "clusterInfo is \"%s\": %s", path, what);
}

/* The text of a value that is one, without its quotes; "" otherwise. */
static const char *take_text(struct json_part part, char *out, size_t size)
{
    out[0] = '\0';
    if (part.text != NULL && part.size >= 2 && part.text[0] == '"')
        snprintf(out, size, "%.*s", (int)part.size - 2, part.text + 1);
    return out;
}

/* A number that is a text; -1 when it is none. */
static long take_number(struct json_part part)
{
    char text[32];
    char *end = NULL;
    take_text(part, text, sizeof text);
    long number = strtol(text, &end, 10);
    return *text != '\0' && *end == '\0' && number >= 0 ? number : -1;
}

/* The table that is being read. */
struct reading {
    const char *path;
    struct rank_table *table;
    bool seen[WIRE_MOST_RANKS];
    long highest;
    bool is_one_server;
};

static HcclResult read_device(struct reading *reading, struct json_part device)
{
    struct wire_root *root = &reading->table->root;
    long rank = take_number(json_member(device, "rank_id"));
    long port = take_number(json_member(device, "device_port"));
    if (rank < 0 || rank >= WIRE_MOST_RANKS)
        return report_malformed(reading->path,
                                "a device has no rank_id from \"0\" to \"1023\", a number as a "
                                "text");
    if (reading->seen[rank])
        return report_malformed(reading->path, "two devices have the same rank_id");
    reading->seen[rank] = true;
    reading->highest = rank > reading->highest ? rank : reading->highest;
    reading->table->size++;
    if (rank != 0)
        return HCCL_SUCCESS;
    take_text(json_member(device, "device_ip"), root->host, sizeof root->host);
    root->port = port > 0 && port <= UINT16_MAX ? (uint16_t)port : DEFAULT_PORT;
    return HCCL_SUCCESS;
}

static HcclResult read_server(struct reading *reading, struct json_part server)
{
    struct json_part devices = json_member(server, "device");
    struct json_part device;
    HcclResult status = HCCL_SUCCESS;
    for (uint32_t i = 0; status == HCCL_SUCCESS; i++) {
        device = json_element(devices, i);
        if (device.text == NULL)
            return i > 0 ? HCCL_SUCCESS
                         : report_malformed(reading->path, "a server has no list \"device\"");
        status = read_device(reading, device);
    }
    return status;
}

static HcclResult read_servers(struct reading *reading, struct json_part servers)
{
    HcclResult status = HCCL_SUCCESS;
    uint32_t count = 0;
    while (status == HCCL_SUCCESS && json_element(servers, count).text != NULL)
        status = read_server(reading, json_element(servers, count++));
    if (status != HCCL_SUCCESS)
        return status;
    reading->is_one_server = count == 1;
    if (count == 0)
        return report_malformed(reading->path, "it has no list \"server_list\"");
    if (reading->highest + 1 != (long)reading->table->size)
        return report_malformed(reading->path,
                                "the rank_ids have gaps; they are \"0\", \"1\" and so on");
    return HCCL_SUCCESS;
}

static HcclResult read_table(struct reading *reading, struct json_part all)
{
    char text[32];
    struct wire_root *root = &reading->table->root;
    if (strcmp(take_text(json_member(all, "status"), text, sizeof text), "completed") != 0)
        return report_malformed(reading->path, "its \"status\" is not \"completed\"");
    HcclResult status = read_servers(reading, json_member(all, "server_list"));
    if (status != HCCL_SUCCESS)
        return status;
    root->magic = WIRE_MAGIC;
    if (root->host[0] == '\0' && !reading->is_one_server)
        return report_malformed(reading->path,
                                "the device of rank 0 has no device_ip, at which ranks of several "
                                "servers meet");
    if (root->host[0] == '\0' || reading->is_one_server)
        snprintf(root->host, sizeof root->host, "127.0.0.1");
    return HCCL_SUCCESS;
}

HcclResult rank_table_read(const char *path, struct rank_table *out)
{
    char why[128];
    *out = (struct rank_table){.size = 0};
    if (path == NULL)
        return (HcclResult)report(HCCL_E_PTR, "clusterInfo is NULL; the path of a rank table is "
                                              "required");
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return (HcclResult)report(HCCL_E_OPEN_FILE_FAILURE, "clusterInfo is \"%s\": %s", path,
                                  strerror_r(errno, why, sizeof why));
    char *text = malloc(MOST_BYTES);
    struct reading *reading = calloc(1, sizeof *reading);
    HcclResult status = HCCL_SUCCESS;
    size_t size = text != NULL ? fread(text, 1, MOST_BYTES, file) : 0;
    if (text == NULL || reading == NULL)
        status = (HcclResult)report(HCCL_E_MEMORY, "no host memory for a rank table");
    else if (!json_is_valid(text, size))
        status = report_malformed(path, "it is not valid JSON");
    if (status == HCCL_SUCCESS) {
        reading->path = path;
        reading->table = out;
        reading->highest = -1;
        status = read_table(reading, (struct json_part){text, size});
    }
    fclose(file);
    free(text);
    free(reading);
    return status;
}
