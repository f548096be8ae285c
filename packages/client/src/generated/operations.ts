// Generated from the contract by `npm run generate`. Do not edit: edit openapi/openapi.yaml.
import type * as row from "../operation.ts";

/**
 * Reset a smart contract instance
 *
 * Resets a smart contract instance that has executed with an error, and acknowledges the request. The four path
 * parameters name the instance by its place in the hierarchy of flow, container, process and task instances.
 * There is no request body.
 */
export const resetSmartContractInstance: row.Row<"resetSmartContractInstance"> = {
  operationId: "resetSmartContractInstance",
  method: "POST",
  path: "/v1/flow_instances/{flowInstanceId}/relationships/container_instances/{containerInstanceId}/relationships/process_instances/{processInstanceId}/relationships/task_instances/{taskInstanceId}/reset",
  urlOption: "baseUrl",
  auth: [["apiKey", "apiSecret"], ["bearer"]],
  settings: ["domain"],
  accept: "application/vnd.api+json",
  takes: {},
  bodies: {
    "200": { acknowledge: true },
    "401": { status: true, code: true, title: true },
    "404": { status: true, code: true, title: true },
    "500": {
      id: true,
      type: true,
      links: [],
      status: true,
      code: true,
      title: true,
      detail: true,
      source: true,
      meta: true,
    },
  },
};

/**
 * Get info about a variable cage
 *
 * Reads the full information about one variable cage of the data dictionary. The author, the client and the
 * values are returned with it when `include` asks for them.
 */
export const getVariablesCage: row.Row<"getVariablesCage"> = {
  operationId: "getVariablesCage",
  method: "GET",
  path: "/data_dictionary/variables_cages/{id}",
  urlOption: "dataDictionaryUrl",
  auth: [["apiKey", "apiSecret"]],
  settings: ["domain"],
  accept: "application/vnd.api+json",
  takes: {
    include: {
      in: "query",
      name: "include",
      list: ",",
      adds: {
        author: { data: { relationships: { author: { data: { attributes: {} } } } } },
        client: { data: { relationships: { client: { data: { attributes: {} } } } } },
        values: { data: { relationships: { values: { data: [] } } } },
      },
    },
  },
  bodies: { "200": { data: { attributes: {} } }, "401": { status: true, code: true, title: true } },
};
