// Generated from the contract by `npm run generate`. Do not edit: edit openapi/openapi.yaml.
import type { Data, If, Secret } from "../types.ts";
import type { operations as types } from "./openapi.ts";

/** The headers of most requests: name, pattern, and what to say of others. */
export const settings = {
  /**
   * The domain of the tenant, a UUID of version 4 from the tenant's integrations page. Every request carries it.
   */
  domain: [
    "x-domain",
    "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$",
    "must be a UUID of version 4",
  ],
} as const;

/** Further options that hold an address, and what they are without. */
export const addresses = {
  /**
   * Address of the data dictionary, with the version prefix if there is one, without a trailing slash.
   */
  dataDictionaryUrl: "",
} as const;

/** How each credential travels: its header, and what stands before it. */
export const schemes = {
  /**
   * A token that is sent together with X-API-SECRET, instead of the JWT.
   */
  apiKey: ["x-api-key", ""],
  /**
   * A token that is sent together with X-API-KEY, instead of the JWT.
   */
  apiSecret: ["x-api-secret", ""],
  /**
   * An access token, sent as `Authorization: Bearer <ACCESS_TOKEN>`, instead of the key pair.
   */
  bearer: ["authorization", "Bearer "],
} as const;

/** The media types that most operations accept. */
export const accept: string = "application/vnd.api+json";

/** How each operation travels. */
export const operations = {
  /**
   * Reset a smart contract instance
   *
   * Resets a smart contract instance that has executed with an error, and acknowledges the request. The four path
   * parameters name the instance by its place in the hierarchy of flow, container, process and task instances.
   * There is no request body.
   */
  resetSmartContractInstance: {
    method: "POST",
    path: "/v1/flow_instances/{flowInstanceId}/relationships/container_instances/{containerInstanceId}/relationships/process_instances/{processInstanceId}/relationships/task_instances/{taskInstanceId}/reset",
    auth: ["apiKey apiSecret", "bearer"],
    answers: {
      "200": "acknowledge",
      "401": "status code title",
      "404": "status code title",
      "500": "id type links.[] status code title detail source meta",
    },
  },
  /**
   * Get info about a variable cage
   *
   * Reads the full information about one variable cage of the data dictionary. The author, the client and the
   * values are returned with it when `include` asks for them.
   */
  getVariablesCage: {
    method: "GET",
    path: "/data_dictionary/variables_cages/{id}",
    address: "dataDictionaryUrl",
    auth: ["apiKey apiSecret"],
    takes: {
      include: [
        "query",
        "include",
        ",",
        0,
        {
          author: "data.relationships.author.data.attributes.{}",
          client: "data.relationships.client.data.attributes.{}",
          values: "data.relationships.values.data.[]",
        },
      ],
    },
    answers: { "200": "data.attributes.{}", "401": "status code title" },
  },
} as const;

/** The statuses of success. */
export type Success = 200;

/** The arguments of operations, but for those that ask for more. */
export interface Parts {
  "resetSmartContractInstance": { readonly "flowInstanceId": types["resetSmartContractInstance"]["parameters"]["path"]["flowInstanceId"]; readonly "containerInstanceId": types["resetSmartContractInstance"]["parameters"]["path"]["containerInstanceId"]; readonly "processInstanceId": types["resetSmartContractInstance"]["parameters"]["path"]["processInstanceId"]; readonly "taskInstanceId": types["resetSmartContractInstance"]["parameters"]["path"]["taskInstanceId"]; };
  "getVariablesCage": { readonly "id": types["getVariablesCage"]["parameters"]["path"]["id"]; };
}

/** Those that ask for more, and what they can ask for. */
export interface Askings {
  "getVariablesCage": { "include": "author" | "client" | "values" };
}

/** What operations answer if this is asked for. */
export interface Narrowed<Asked> {
  "getVariablesCage": Omit<Data<"getVariablesCage">, "data"> & { "data": Omit<Data<"getVariablesCage">["data"], "relationships"> & If<Asked, "author" | "client" | "values", { "relationships": Omit<NonNullable<Data<"getVariablesCage">["data"]["relationships"]>, "author" | "client" | "values"> & { [Name in Asked & ("author" | "client" | "values")]: Exclude<NonNullable<Data<"getVariablesCage">["data"]["relationships"]>[Name], undefined> } }, { "relationships"?: Omit<NonNullable<Data<"getVariablesCage">["data"]["relationships"]>, "author" | "client" | "values"> }> };
}

/** The ways of authenticating, and what each opens. */
export interface Ways {
  "apiKey apiSecret": [{ readonly "apiKey": Secret; readonly "apiSecret": Secret; readonly "bearer"?: undefined }, "resetSmartContractInstance" | "getVariablesCage"];
  "bearer": [{ readonly "apiKey"?: undefined; readonly "apiSecret"?: undefined; readonly "bearer": Secret }, "resetSmartContractInstance"];
}
