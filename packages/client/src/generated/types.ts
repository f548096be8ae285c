// Generated from the contract by `npm run generate`. Do not edit: edit openapi/openapi.yaml.
import type { Client as FetchClient } from "openapi-fetch";
import type { StatusError } from "../narrowing-classes.ts";
import type { NamesOf, Present, WithoutHeaders } from "../type-tools.ts";
import type { CallOptions, CommonOptions, Result, Secret } from "../types.ts";
import type { components, operations, paths } from "./openapi.ts";

/** The schemas of the contract by name. */
export type Schemas = components["schemas"];

/** The arguments of `resetSmartContractInstance`. */
export interface ResetSmartContractInstanceArguments {
  /**
   * The workflow instance id.
   *
   * @example "flow-1"
   */
  readonly flowInstanceId: NonNullable<operations["resetSmartContractInstance"]["parameters"]["path"]>["flowInstanceId"];
  /**
   * The container instance id.
   *
   * @example "container-1"
   */
  readonly containerInstanceId: NonNullable<operations["resetSmartContractInstance"]["parameters"]["path"]>["containerInstanceId"];
  /**
   * The process instance id.
   *
   * @example "process-1"
   */
  readonly processInstanceId: NonNullable<operations["resetSmartContractInstance"]["parameters"]["path"]>["processInstanceId"];
  /**
   * The task instance id. The task instance is the smart contract instance to reset.
   *
   * @example "task-failed"
   */
  readonly taskInstanceId: NonNullable<operations["resetSmartContractInstance"]["parameters"]["path"]>["taskInstanceId"];
}

/** What `resetSmartContractInstance` answers. */
export type ResetSmartContractInstanceData = operations["resetSmartContractInstance"]["responses"]["200"]["content"]["application/vnd.api+json"];

/** The arguments of `getVariablesCage`. */
export interface GetVariablesCageArguments<Names extends readonly (keyof GetVariablesCageIncludes)[] | undefined = readonly (keyof GetVariablesCageIncludes)[] | undefined> {
  /**
   * The id of the variable cage.
   *
   * @example "cage-text"
   */
  readonly id: NonNullable<operations["getVariablesCage"]["parameters"]["path"]>["id"];
  /**
   * The related resources to return together with the cage, as a comma-separated list. What is not asked for is
   * not sent.
   *
   * @example ["author","client","values"]
   */
  readonly include?: Names;
}

/** The arguments of `getVariablesCage` that ask for what is known when it is compiled. */
export interface GetVariablesCageAsking<Asked extends readonly (keyof GetVariablesCageIncludes)[]> {
  /**
   * The id of the variable cage.
   *
   * @example "cage-text"
   */
  readonly id: NonNullable<operations["getVariablesCage"]["parameters"]["path"]>["id"];
  /**
   * The related resources to return together with the cage, as a comma-separated list. What is not asked for is
   * not sent.
   *
   * @example ["author","client","values"]
   */
  readonly include: Asked;
}

/** What `getVariablesCage` answers. */
export type GetVariablesCageData = operations["getVariablesCage"]["responses"]["200"]["content"]["application/vnd.api+json"];

/** What each value of `include` adds to the answer. */
export interface GetVariablesCageIncludes {
  author: ["data", "relationships", "author"];
  client: ["data", "relationships", "client"];
  values: ["data", "relationships", "values"];
}

/** What `getVariablesCage` answers if exactly this is asked for. */
export type GetVariablesCageWith<Asked extends keyof GetVariablesCageIncludes> = Omit<GetVariablesCageData, "data"> & { "data": Omit<NonNullable<GetVariablesCageData["data"]>, "relationships"> & Present<Asked, "author" | "client" | "values", { "relationships": Omit<NonNullable<NonNullable<GetVariablesCageData["data"]>["relationships"]>, "author" | "client" | "values"> & Present<Asked, "author", { "author": Exclude<NonNullable<NonNullable<GetVariablesCageData["data"]>["relationships"]>["author"], undefined> }> & Present<Asked, "client", { "client": Exclude<NonNullable<NonNullable<GetVariablesCageData["data"]>["relationships"]>["client"], undefined> }> & Present<Asked, "values", { "values": Exclude<NonNullable<NonNullable<GetVariablesCageData["data"]>["relationships"]>["values"], undefined> }> }, { "relationships"?: Omit<NonNullable<NonNullable<GetVariablesCageData["data"]>["relationships"]>, "author" | "client" | "values"> & Present<Asked, "author", { "author": Exclude<NonNullable<NonNullable<GetVariablesCageData["data"]>["relationships"]>["author"], undefined> }> & Present<Asked, "client", { "client": Exclude<NonNullable<NonNullable<GetVariablesCageData["data"]>["relationships"]>["client"], undefined> }> & Present<Asked, "values", { "values": Exclude<NonNullable<NonNullable<GetVariablesCageData["data"]>["relationships"]>["values"], undefined> }> }> };

/** What `getVariablesCage` answers to a list; if its values are known only at run time, whatever is documented. */
export type GetVariablesCageIncluded<List extends readonly unknown[]> = List extends unknown
  ? NamesOf<List> extends infer Asked extends keyof GetVariablesCageIncludes
    ? GetVariablesCageWith<Asked>
    : GetVariablesCageData
  : never;

/** The documented errors of each operation. Their `status` tells them apart. */
export interface StatusErrors {
  resetSmartContractInstance: StatusError<401, operations["resetSmartContractInstance"]["responses"]["401"]["content"]["application/vnd.api+json"]> | StatusError<404, operations["resetSmartContractInstance"]["responses"]["404"]["content"]["application/vnd.api+json"]> | StatusError<500, operations["resetSmartContractInstance"]["responses"]["500"]["content"]["application/vnd.api+json"]>;
  getVariablesCage: StatusError<401, operations["getVariablesCage"]["responses"]["401"]["content"]["application/vnd.api+json"]>;
}

/** A method for each operation. It throws an `ApiError` unless the answer is as documented. */
export interface Methods {
  /**
   * Reset a smart contract instance
   *
   * Resets a smart contract instance that has executed with an error, and acknowledges the request. The four path
   * parameters name the instance by its place in the hierarchy of flow, container, process and task instances.
   * There is no request body.
   */
  resetSmartContractInstance(args: ResetSmartContractInstanceArguments, options?: CallOptions): Promise<ResetSmartContractInstanceData>;
  /**
   * Get info about a variable cage
   *
   * Reads the full information about one variable cage of the data dictionary. The author, the client and the
   * values are returned with it when `include` asks for them.
   */
  getVariablesCage<const Asked extends readonly (keyof GetVariablesCageIncludes)[]>(args: GetVariablesCageAsking<Asked>, options?: CallOptions): Promise<GetVariablesCageIncluded<Asked>>;
  /**
   * Get info about a variable cage
   *
   * Reads the full information about one variable cage of the data dictionary. The author, the client and the
   * values are returned with it when `include` asks for them.
   */
  getVariablesCage(args: GetVariablesCageArguments<undefined>, options?: CallOptions): Promise<GetVariablesCageIncluded<readonly []>>;
  /**
   * Get info about a variable cage
   *
   * Reads the full information about one variable cage of the data dictionary. The author, the client and the
   * values are returned with it when `include` asks for them.
   */
  getVariablesCage(args: GetVariablesCageArguments, options?: CallOptions): Promise<GetVariablesCageData>;
}

/** The same methods, returning an `ApiError` instead of throwing it. */
export interface SafeMethods {
  /**
   * Reset a smart contract instance
   *
   * Resets a smart contract instance that has executed with an error, and acknowledges the request. The four path
   * parameters name the instance by its place in the hierarchy of flow, container, process and task instances.
   * There is no request body.
   */
  resetSmartContractInstance(args: ResetSmartContractInstanceArguments, options?: CallOptions): Promise<Result<ResetSmartContractInstanceData, StatusErrors["resetSmartContractInstance"]>>;
  /**
   * Get info about a variable cage
   *
   * Reads the full information about one variable cage of the data dictionary. The author, the client and the
   * values are returned with it when `include` asks for them.
   */
  getVariablesCage<const Asked extends readonly (keyof GetVariablesCageIncludes)[]>(args: GetVariablesCageAsking<Asked>, options?: CallOptions): Promise<Result<GetVariablesCageIncluded<Asked>, StatusErrors["getVariablesCage"]>>;
  /**
   * Get info about a variable cage
   *
   * Reads the full information about one variable cage of the data dictionary. The author, the client and the
   * values are returned with it when `include` asks for them.
   */
  getVariablesCage(args: GetVariablesCageArguments<undefined>, options?: CallOptions): Promise<Result<GetVariablesCageIncluded<readonly []>, StatusErrors["getVariablesCage"]>>;
  /**
   * Get info about a variable cage
   *
   * Reads the full information about one variable cage of the data dictionary. The author, the client and the
   * values are returned with it when `include` asks for them.
   */
  getVariablesCage(args: GetVariablesCageArguments, options?: CallOptions): Promise<Result<GetVariablesCageData, StatusErrors["getVariablesCage"]>>;
}

/** What the factory takes, besides `auth`. */
export interface ClientOptions extends CommonOptions {
  /**
   * The domain of the tenant, a UUID of version 4 from the tenant's integrations page. Every request carries it.
   *
   * @example "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30"
   */
  readonly domain: string;
  /** Address of the data dictionary, with the version prefix if there is one, without a trailing slash. */
  readonly dataDictionaryUrl?: string | undefined;
}

/** The paths of the contract, by template. The headers that the client sends by itself are no parameters. */
export interface RawPaths extends WithoutHeaders<paths, "X-Domain"> {}

/** The openapi-fetch client of the same configuration. */
export type RawClient = FetchClient<RawPaths>;

/** A method for each operation. */
export type MethodClient<Name extends keyof Methods = keyof Methods> = Pick<Methods, Name> & {
  /** The same methods; they return `{ data, error, response }` instead of throwing. */
  readonly safe: Pick<SafeMethods, Name>;
};

/** A client: a method for each operation, and those of openapi-fetch. */
export type Client<Name extends keyof Methods = keyof Methods> = MethodClient<Name> & {
  /** The openapi-fetch client of the same configuration, for its companions. */
  readonly raw: RawClient;
};

/** The way of authenticating by apiKey and apiSecret. */
export interface ApiKeyApiSecretAuth {
  /** A token that is sent together with X-API-SECRET, instead of the JWT. */
  readonly apiKey: Secret;
  /** A token that is sent together with X-API-KEY, instead of the JWT. */
  readonly apiSecret: Secret;
  readonly bearer?: undefined;
}

/** The way of authenticating by bearer. */
export interface BearerAuth {
  readonly apiKey?: undefined;
  readonly apiSecret?: undefined;
  /** An access token, sent as `Authorization: Bearer <ACCESS_TOKEN>`, instead of the key pair. */
  readonly bearer: Secret;
}

/** The ways of authenticating, exactly one of which a client has. */
export type Auth = ApiKeyApiSecretAuth | BearerAuth;

/** Makes a client. It has the methods that its way of authenticating opens. */
export interface CreateClient {
  (options: ClientOptions & { readonly auth: ApiKeyApiSecretAuth }): Client;
  (options: ClientOptions & { readonly auth: BearerAuth }): Client<"resetSmartContractInstance">;
  (options: ClientOptions & { readonly auth: Auth }): Client;
}

/** Makes the methods alone that a way of authenticating opens. */
export interface CreateMethods {
  (options: ClientOptions & { readonly middleware?: undefined; readonly auth: ApiKeyApiSecretAuth }): MethodClient;
  (options: ClientOptions & { readonly middleware?: undefined; readonly auth: BearerAuth }): MethodClient<"resetSmartContractInstance">;
  (options: ClientOptions & { readonly middleware?: undefined; readonly auth: Auth }): MethodClient;
}
