import { readFile } from "node:fs/promises";

async function read(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), "utf8");
}

/** The text of the contract. */
export const contractText: string = await read("../openapi.yaml");

/** The description of the service that the contract states. */
export const descriptionText: string = await read("../service.md");

/** The text of a file of `fixtures/`. */
export async function readFixture(name: string): Promise<string> {
  return read(`fixtures/${name}`);
}
