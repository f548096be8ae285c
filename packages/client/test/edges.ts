import { type Contract, loadContract } from "@workflow-api/contract";
import { contractNamed, type GeneratedClient, generatedClient } from "./generated-client.ts";
import type { Service } from "./service.ts";

const file = contractNamed("edges.yaml");

/** What a contract may hold and few do. */
export const contract: Contract = await loadContract(file);

/** The client that is generated from it. */
export const client: GeneratedClient = await generatedClient(file);

export const JSON_TYPE = { "Content-Type": "application/json" };

/** Calls an operation at a service, without credentials. */
export async function call(
  service: Service,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  return client.create({ baseUrl: service.url })[name]?.(args);
}
