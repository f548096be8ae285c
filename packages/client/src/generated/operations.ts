// Generated from the contract by `npm run generate`. Do not edit: edit openapi/openapi.yaml.
import type * as client from "../types/operation.ts";

/**
 * Reset a smart contract instance
 *
 * Resets a smart contract instance that has executed with an error, and acknowledges the request. The four path
 * parameters name the instance by its place in the hierarchy of flow, container, process and task instances.
 */
const _resetSmartContractInstance: client.Operation<"resetSmartContractInstance"> = {
  operationId: "resetSmartContractInstance",
  method: "POST",
  path: "/v1/flow_instances/{flowInstanceId}/relationships/container_instances/{containerInstanceId}/relationships/process_instances/{processInstanceId}/relationships/task_instances/{taskInstanceId}/reset",
  fields: ["domain", "auth.apiKey", "auth.apiSecret", "auth.bearer"],
  accept: "application/vnd.api+json",
  parameters: {
    flowInstanceId: "path",
    containerInstanceId: "path",
    processInstanceId: "path",
    taskInstanceId: "path",
  },
  bodies: {
    "200": "acknowledge",
    "401": "status code title",
    "404": "status code title",
    "500": "id type links status code title detail source meta",
  },
};
export { _resetSmartContractInstance as resetSmartContractInstance };

/**
 * Get info about a variable cage
 *
 * Reads the full information about one variable cage of the data dictionary. The author, the client and the
 * values are returned with it when `include` asks for them.
 */
const _getVariablesCage: client.Operation<"getVariablesCage"> = {
  operationId: "getVariablesCage",
  method: "GET",
  path: "/data_dictionary/variables_cages/{id}",
  server: "dataDictionaryUrl",
  fields: ["domain", "auth.apiKey", "auth.apiSecret"],
  accept: "application/vnd.api+json",
  parameters: { id: "path", include: "query" },
  query: { array: { style: "form", explode: false } },
  includes: {
    argument: "include",
    adds: {
      author: "data.relationships.author.data.attributes data.relationships.author.data.relationships.profile.data.attributes",
      client: "data.relationships.client.data.attributes",
      values: "data.relationships.values.data",
    },
  },
  bodies: { "200": "data.attributes", "401": "status code title" },
};
export { _getVariablesCage as getVariablesCage };
