import { writeFileSync } from "node:fs";
import { isObject, type JsonValue, loadContract, valueAt } from "@workflow-api/contract";
import {
  astToString,
  type GlobalContext,
  type OpenAPI3,
  resolveRef,
  scanDiscriminators,
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
   */
  readonly withMarkers?: boolean;
}

/**
 * Generates the types of a contract.
 *
 * @param document - The document of a contract that was read.
 * @returns The text of a declaration file that begins with {@link BANNER}.
 */
export function generateTypes(document: object, { withMarkers = false }: TypeOptions = {}): string {
  // Scanning the discriminators changes the document.
  const copy: JsonValue = JSON.parse(JSON.stringify(document));
  for (const reference of referencesOfAllOf(copy)) {
    const union = valueAt(copy, reference.slice(1));
    // In `allOf` it would be taken for a parent: all branches would lose the discriminator.
    if (isObject(union) && ("oneOf" in union || "anyOf" in union))
      Reflect.deleteProperty(union, "discriminator");
  }
  const schema = copy as object as OpenAPI3;
  // The options that are absent are off.
  const context: Partial<GlobalContext> = {
    // The types must not promise more than the contract does: a member with a default may still be
    // absent, and an object without declared members may hold any.
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    silent: true,
    readWriteMarkers: withMarkers && hasMarkers(document),
    discriminators: scanDiscriminators(schema, { silent: true }),
    injectFooter: [],
    resolve: (reference) => resolveRef(schema, reference, { silent: true }),
  };
  // The default export would lint and bundle the document first, which takes most of its time.
  const nodes = transformSchema(schema, context as GlobalContext);
  return `${BANNER}\n${astToString(nodes).trimEnd()}\n`;
}

/** Whether a schema of a document has members that are only read or only written. */
export function hasMarkers(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([name, member]) => (/^(read|write)Only$/.test(name) && member === true) || hasMarkers(member),
  );
}

function referencesOfAllOf(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesOfAllOf);
  if (!isObject(value)) return [];
  const parts = Array.isArray(value["allOf"]) ? value["allOf"].filter(isObject) : [];
  const references = parts.map(({ $ref }) => $ref).filter((each) => typeof each === "string");
  const inner = Object.values(value).flatMap((member) => referencesOfAllOf(member ?? null));
  return [...references, ...inner];
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
