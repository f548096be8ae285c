import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { runRedocly } from "./redocly-cli.ts";

async function read(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), "utf8");
}

/** The contract as the text of one file, however many it stands in. */
export const contractText: string = await runRedocly(fileURLToPath(new URL("..", import.meta.url)), [
  "bundle",
  "openapi.yaml",
]);

/** The description of the service that the contract states. */
export const descriptionText: string = await read("../service.md");

/** The text of a file of `fixtures/`. */
export async function readFixture(name: string): Promise<string> {
  return read(`fixtures/${name}`);
}
