import { pathToFileURL } from "node:url";
import openapiTS, { astToString, type OpenAPITSOptions } from "openapi-typescript";
import { withRecursiveTypes } from "./recursive-types.ts";

/** The first line of what is generated. */
export const BANNER =
  "// Generated from the contract by `npm run generate`. Do not edit: edit openapi/openapi.yaml.";

// The types must not promise more than the contract does: a member with a default may still be absent, and an
// object without declared members may hold any.
const OPTIONS: OpenAPITSOptions = { defaultNonNullable: false, emptyObjectsUnknown: true, silent: true };

/**
 * Generates the types of a contract.
 *
 * @param contractFile - The path of the contract's root file.
 * @param document - The contract itself, if it is not to be read from that file.
 * @param options - `readWriteMarkers`: mark what only one side sends (readOnly, writeOnly), as openapi-fetch reads it.
 * @returns The text of a declaration file that begins with {@link BANNER}.
 * @throws Error naming the file, if the contract cannot be read or has a construct that openapi-typescript cannot
 *   express.
 */
export async function generateTypes(
  contractFile: string,
  document?: object,
  options: Pick<OpenAPITSOptions, "readWriteMarkers"> = {},
): Promise<string> {
  try {
    const source = document === undefined ? pathToFileURL(contractFile) : JSON.stringify(document);
    const nodes = await openapiTS(source, { ...OPTIONS, ...options });
    return withRecursiveTypes(`${BANNER}\n${astToString(nodes).trimEnd()}\n`);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`No types can be generated from ${contractFile}: ${reason}`, { cause });
  }
}
