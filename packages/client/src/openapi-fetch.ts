import { buildFetchClient, type CreateFetchClient } from "./fetch-client.ts";
import { type Contract, contract } from "./generated/contract.ts";
import * as operations from "./generated/operations.ts";

export type { Middleware } from "openapi-fetch";

export const createFetchClient: CreateFetchClient<Contract> = (options) =>
  buildFetchClient(options, operations, contract);
