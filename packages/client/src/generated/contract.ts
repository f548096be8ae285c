// Generated from the contract by `npm run generate`. Do not edit: edit openapi/openapi.yaml.
import type * as core from "../types/operation.ts";
import type * as client from "../types/client.ts";
import type * as openapi from "@workflow-api/types";

/** The schemas of the contract by name. */
export type Schemas = openapi.components["schemas"];

/** What a client is given, and what it sends. */
export const contract: core.ContractData = {
  urls: { baseUrl: "http://127.0.0.1:4010", dataDictionaryUrl: "" },
  fields: {
    domain: { header: "x-domain" },
    "auth.apiKey": { header: "x-api-key" },
    "auth.apiSecret": { header: "x-api-secret" },
    "auth.bearer": { header: "authorization", prefix: "Bearer " },
  },
};

/**
 * The options of the factory, besides `auth`.
 */
export interface ClientOptions extends client.CommonOptions {
  /**
   * The domain of the tenant, from the tenant's integrations page. Every request carries it.
   */
  readonly domain: NonNullable<openapi.operations["resetSmartContractInstance"]["parameters"]["header"]>["X-Domain"];
  /**
   * Base URL of the data dictionary, with its version prefix if it has one. Defaults to the local mock.
   */
  readonly dataDictionaryUrl?: string | undefined;
}

/**
 * A credential for each security scheme.
 */
export interface Credentials {
  /**
   * A token that is sent together with X-API-SECRET, instead of the JWT.
   */
  readonly apiKey?: client.Secret | undefined;
  /**
   * A token that is sent together with X-API-KEY, instead of the JWT.
   */
  readonly apiSecret?: client.Secret | undefined;
  /**
   * An access token, sent as `Authorization: Bearer <ACCESS_TOKEN>`, instead of the key pair.
   */
  readonly bearer?: client.Secret | undefined;
}

/**
 * The credentials that are sent together, and the operations that they open.
 */
export interface Requirements {
  "apiKey and apiSecret": {
    schemes: "apiKey" | "apiSecret";
    opens: "resetSmartContractInstance" | "getVariablesCage";
  };
  "bearer": {
    schemes: "bearer";
    opens: "resetSmartContractInstance";
  };
}

/**
 * The operations by their id.
 */
export interface Operations {
  /**
   * Reset a smart contract instance
   *
   * Resets a smart contract instance that has executed with an error, and acknowledges the request. The four path
   * parameters name the instance by its place in the hierarchy of flow, container, process and task instances.
   */
  resetSmartContractInstance: {
    operation: openapi.operations["resetSmartContractInstance"];
    responses: openapi.operations["resetSmartContractInstance"]["responses"];
    arguments: {
      /**
       * The workflow instance id.
       */
      readonly flowInstanceId: openapi.operations["resetSmartContractInstance"]["parameters"]["path"]["flowInstanceId"];
      /**
       * The container instance id.
       */
      readonly containerInstanceId: openapi.operations["resetSmartContractInstance"]["parameters"]["path"]["containerInstanceId"];
      /**
       * The process instance id.
       */
      readonly processInstanceId: openapi.operations["resetSmartContractInstance"]["parameters"]["path"]["processInstanceId"];
      /**
       * The task instance id. The task instance is the smart contract instance to reset.
       */
      readonly taskInstanceId: openapi.operations["resetSmartContractInstance"]["parameters"]["path"]["taskInstanceId"];
    };
    includes: {};
  };
  /**
   * Get info about a variable cage
   *
   * Reads the full information about one variable cage of the data dictionary. The author, the client and the
   * values are returned with it when `include` asks for them.
   */
  getVariablesCage: {
    operation: openapi.operations["getVariablesCage"];
    responses: openapi.operations["getVariablesCage"]["responses"];
    arguments: {
      /**
       * The id of the variable cage.
       */
      readonly id: openapi.operations["getVariablesCage"]["parameters"]["path"]["id"];
      /**
       * The related resources to return together with the cage, as a comma-separated list.
       * Others are omitted.
       */
      readonly include?: Readonly<NonNullable<openapi.operations["getVariablesCage"]["parameters"]["query"]>["include"]> | undefined;
    };
    includes: {
      include: {
        author: ["data", "relationships", "author"];
        client: ["data", "relationships", "client"];
        values: ["data", "relationships", "values"];
      };
    };
  };
}

/**
 * The operationId of each method of each path.
 */
export interface Paths {
  "/v1/flow_instances/{flowInstanceId}/relationships/container_instances/{containerInstanceId}/relationships/process_instances/{processInstanceId}/relationships/task_instances/{taskInstanceId}/reset": {
    post: "resetSmartContractInstance";
  };
  "/data_dictionary/variables_cages/{id}": {
    get: "getVariablesCage";
  };
}

/**
 * The types of the contract.
 */
export interface Contract {
  operations: Operations;
  paths: Paths;
  options: ClientOptions;
  credentials: Credentials;
  requirements: Requirements;
  /**
   * The statuses of success.
   */
  success: 200;
  /**
   * The headers that are options.
   */
  settings: "X-Domain";
  /**
   * The headers that the client sends.
   */
  headers: "Accept" | "Authorization" | "X-Domain" | "X-API-KEY" | "X-API-SECRET";
}
