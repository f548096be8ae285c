export { createClientOf as createClient } from "./client.ts";
export * from "./generated/operations.ts";
