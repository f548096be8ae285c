// Generated from the contract by `npm run generate`. Do not edit: edit openapi/openapi.yaml.
import type { WireOperation, WireScheme, WireSetting } from "../operation.ts";

/** How each operation travels. */
export const wire: Readonly<Record<string, WireOperation>> = {
  resetSmartContractInstance: {
    method: "POST",
    path: "/v1/flow_instances/{flowInstanceId}/relationships/container_instances/{containerInstanceId}/relationships/process_instances/{processInstanceId}/relationships/task_instances/{taskInstanceId}/reset",
    security: [["apiKey", "apiSecret"], ["bearer"]],
    settings: ["domain"],
    responses: {
      "200": ["application/vnd.api+json"],
      "401": ["application/vnd.api+json"],
      "404": ["application/vnd.api+json"],
      "500": ["application/vnd.api+json"],
    },
  },
  getVariablesCage: {
    method: "GET",
    path: "/data_dictionary/variables_cages/{id}",
    security: [["apiKey", "apiSecret"]],
    settings: ["domain"],
    parameters: [{ name: "include", in: "query", shape: "array" }],
    responses: { "200": ["application/vnd.api+json"], "401": ["application/vnd.api+json"] },
    includes: {
      argument: "include",
      adds: {
        author: ["data", "relationships", "author"],
        client: ["data", "relationships", "client"],
        values: ["data", "relationships", "values"],
      },
    },
    address: { option: "dataDictionaryUrl" },
  },
};

/** How each credential travels. */
export const schemes: Readonly<Record<string, WireScheme>> = {
  apiKey: { in: "header", name: "X-API-KEY" },
  apiSecret: { in: "header", name: "X-API-SECRET" },
  bearer: {},
};

/** The headers that the client sends by itself, by the option that holds them. */
export const settings: Readonly<Record<string, WireSetting>> = {
  domain: {
    header: "X-Domain",
    pattern: "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$",
  },
};
