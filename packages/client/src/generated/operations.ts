// Generated from the contract by `npm run generate`. Do not edit: edit openapi/openapi.yaml.
import * as serializers from "../serializers.ts";
import type * as client from "../operation.ts";

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
  server: { option: "baseUrl" },
  security: ["apiKey and apiSecret", "bearer"],
  settings: ["domain"],
  accept: "application/vnd.api+json",
  parameters: [
    { argument: "flowInstanceId", in: "path", name: "flowInstanceId", required: true },
    {
      argument: "containerInstanceId",
      in: "path",
      name: "containerInstanceId",
      required: true,
    },
    { argument: "processInstanceId", in: "path", name: "processInstanceId", required: true },
    { argument: "taskInstanceId", in: "path", name: "taskInstanceId", required: true },
  ],
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
  server: { option: "dataDictionaryUrl" },
  security: ["apiKey and apiSecret"],
  settings: ["domain"],
  accept: "application/vnd.api+json",
  parameters: [
    { argument: "id", in: "path", name: "id", required: true },
    {
      argument: "include",
      in: "query",
      name: "include",
      isList: true,
      style: { array: { style: "form", explode: false } },
      includes: {
        author: {
          data: {
            relationships: {
              author: { data: { attributes: {}, relationships: { profile: { data: { attributes: {} } } } } },
            },
          },
        },
        client: { data: { relationships: { client: { data: { attributes: {} } } } } },
        values: { data: { relationships: { values: { data: [] } } } },
      },
    },
  ],
  query: serializers.query,
  bodies: { "200": { data: { attributes: {} } }, "401": { status: true, code: true, title: true } },
};
export { _getVariablesCage as getVariablesCage };
