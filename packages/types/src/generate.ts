import { writeFileSync } from "node:fs";
import { loadContract } from "@workflow-api/contract";
import openapiTS, { astToString } from "openapi-typescript";

/** The first line of what is generated. */
export const BANNER =
  "// Generated from the contract by `npm run generate`. Do not edit: edit openapi/openapi.yaml.";

/**
 * Generates the types of a contract.
 *
 * @param name - What messages call the contract.
 * @returns The text of a declaration file that begins with {@link BANNER}.
 * @throws {Error} openapi-typescript cannot express it; the message holds the name.
 */
export async function generateTypes(name: string, document: object): Promise<string> {
  try {
    // The types must not promise more than the contract does: a member with a default may still be
    // absent, and an object without declared members may hold any.
    const options = { defaultNonNullable: false, emptyObjectsUnknown: true, silent: true };
    const nodes = await openapiTS(JSON.stringify(document), options);
    return `${BANNER}\n${astToString(nodes).trimEnd()}\n`;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`No types can be generated from ${name}: ${reason}`, { cause });
  }
}

if (import.meta.main) {
  try {
    const { document, file } = loadContract();
    const types = await generateTypes(file, document);
    writeFileSync(new URL("../openapi.d.ts", import.meta.url), types);
  } catch (error) {
    // A stack would only hide what is wrong with the contract.
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
