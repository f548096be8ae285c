import { writeFileSync } from "node:fs";
import { loadContract } from "@workflow-api/contract";
import {
  astToString,
  type GlobalContext,
  type OpenAPI3,
  resolveRef,
  transformSchema,
} from "openapi-typescript";

/** The first line of what is generated. */
export const BANNER =
  "// Generated from the contract by `npm run generate`. Do not edit: edit openapi/openapi.yaml.";

/** What types are generated. */
export interface TypeOptions {
  /**
   * Whether members that are `readOnly` or `writeOnly` are marked, if there are any. The module
   * then exports `Readable` and `Writable`, which make the types of a response and of a request.
   * Default: true.
   */
  readonly withMarkers?: boolean;
}

/**
 * Generates the types of a contract.
 *
 * @param document - The document of a contract that was read.
 * @returns The text of a declaration file that begins with {@link BANNER}.
 */
export function generateTypes(document: object, { withMarkers = true }: TypeOptions = {}): string {
  const schema = document as OpenAPI3;
  // The options that are absent are off.
  const context: Partial<GlobalContext> = {
    // The types must not promise more than the contract does: a member with a default may still be
    // absent, and an object without declared members may hold any.
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    silent: true,
    readWriteMarkers: withMarkers && hasMarkers(document),
    // A contract that was read has constants in their place.
    discriminators: { objects: {}, refsHandled: [] },
    injectFooter: [],
    resolve: (reference) => resolveRef(schema, reference, { silent: true }),
  };
  // The default export would lint and bundle the document first, which takes most of its time.
  const nodes = transformSchema(schema, context as GlobalContext);
  // A schema that may be null has no keys of its own, and its members are required all the same.
  const text = astToString(nodes).replace(
    "type WithRequired<T, K extends keyof T> = T & {\n    [P in K]-?: T[P];\n};",
    "type WithRequired<T, K> = T extends object ? T & { [P in K & keyof T]-?: T[P] } : T;",
  );
  return `${BANNER}\n${text.trimEnd()}\n`;
}

/** Whether a schema of a document has members that are only read or only written. */
export function hasMarkers(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([name, member]) => (/^(read|write)Only$/.test(name) && member === true) || hasMarkers(member),
  );
}

if (import.meta.main) {
  try {
    const types = generateTypes(loadContract().document);
    writeFileSync(new URL("../openapi.d.ts", import.meta.url), types);
  } catch (error) {
    // A stack would only hide what is wrong with the contract.
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
