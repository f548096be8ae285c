import { buildClient, type CreateClientOf, type CreateFetchOf } from "./client.ts";
import { type Contract, contract } from "./generated/contract.ts";
import { buildFetch } from "./route.ts";

export * from "./generated/operations.ts";

export const createClient: CreateClientOf<Contract> = (options, operations) =>
  buildClient(options, operations, contract);

export const createFetch: CreateFetchOf<Contract> = (options, operations) =>
  buildFetch(options, operations, contract);
