// Generated from the contract by `npm run generate`. Do not edit: edit openapi/openapi.yaml.
import * as serialize from "../serializers.ts";
import type * as row from "../operation.ts";
import type * as client from "../types.ts";
import type * as openapi from "./openapi.ts";
import * as own from "./operations.ts";

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

/** Further options that hold a base URL, and what they are without. */
export const urlOptions = {
  /**
   * The URL of the data dictionary, with its version prefix if it has one, without a trailing slash.
   */
  dataDictionaryUrl: "",
} as const;

/** How each credential travels. */
export const schemes: Readonly<Record<string, row.Scheme>> = {
  /**
   * A token that is sent together with X-API-SECRET, instead of the JWT.
   */
  apiKey: { header: "x-api-key", prefix: "" },
  /**
   * A token that is sent together with X-API-KEY, instead of the JWT.
   */
  apiSecret: { header: "x-api-secret", prefix: "" },
  /**
   * An access token, sent as `Authorization: Bearer <ACCESS_TOKEN>`, instead of the key pair.
   */
  bearer: { header: "authorization", prefix: "Bearer " },
};

/** What writes an argument into a request, by where it travels. */
export const serializers: Readonly<Record<string, serialize.Serializer>> = {
  query: serialize.query,
};

/** All operations. A function: bundlers drop what only this names where nothing calls it. */
export const operations = (): { readonly [Id in keyof Parts]: row.Row<Id> } => ({
  resetSmartContractInstance: own.resetSmartContractInstance,
  getVariablesCage: own.getVariablesCage,
});

/** The statuses of success. */
export type Success = 200;

/** The arguments of operations, except what they can include. */
export interface Parts {
  /**
   * Reset a smart contract instance
   *
   * Resets a smart contract instance that has executed with an error, and acknowledges the request. The four path
   * parameters name the instance by its place in the hierarchy of flow, container, process and task instances.
   * There is no request body.
   */
  resetSmartContractInstance: {
    readonly flowInstanceId: openapi.operations["resetSmartContractInstance"]["parameters"]["path"]["flowInstanceId"];
    readonly containerInstanceId: openapi.operations["resetSmartContractInstance"]["parameters"]["path"]["containerInstanceId"];
    readonly processInstanceId: openapi.operations["resetSmartContractInstance"]["parameters"]["path"]["processInstanceId"];
    readonly taskInstanceId: openapi.operations["resetSmartContractInstance"]["parameters"]["path"]["taskInstanceId"];
  };
  /**
   * Get info about a variable cage
   *
   * Reads the full information about one variable cage of the data dictionary. The author, the client and the
   * values are returned with it when `include` asks for them.
   */
  getVariablesCage: {
    readonly id: openapi.operations["getVariablesCage"]["parameters"]["path"]["id"];
  };
}

/** The operations that can include more, and what. */
export interface Includes {
  getVariablesCage: { include: "author" | "client" | "values" };
}

/** The credentials that are sent together, and the operations that they open. */
export interface Requirements {
  "apiKey and apiSecret": [
    {
      readonly apiKey: client.Secret;
      readonly apiSecret: client.Secret;
      readonly bearer?: undefined;
    },
    "resetSmartContractInstance" | "getVariablesCage",
  ];
  "bearer": [
    {
      readonly apiKey?: undefined;
      readonly apiSecret?: undefined;
      readonly bearer: client.Secret;
    },
    "resetSmartContractInstance",
  ];
}
