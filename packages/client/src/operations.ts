import { buildClient, type CreateClientOf } from "./client.ts";
import { type Contract, contract } from "./generated/contract.ts";

export * from "./generated/operations.ts";

export const createClient: CreateClientOf<Contract> = (options, operations) =>
  buildClient(options, operations, contract);
