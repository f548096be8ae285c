import { writeFileSync } from "node:fs";
import { loadContract, omittedLines, terminalText } from "@workflow-api/contract";
import openapiTS, { astToString, type OpenAPI3, stringToAST } from "openapi-typescript";
import ts from "typescript";

/** The first line of what is generated. */
export const BANNER =
  "// Generated from the contract by `npm run generate`. Do not edit: edit openapi/openapi.yaml.";

/**
 * Generates the types of a contract. If members are `readOnly` or `writeOnly`, the module exports
 * `Readable` and `Writable`, which make the types of a response and of a request.
 *
 * @param document - The document of a contract that was read.
 * @returns The text of a declaration file that begins with {@link BANNER}.
 */
export async function generateTypes(document: object): Promise<string> {
  const nodes = await openapiTS(document as OpenAPI3, {
    // The types must not promise more than the contract does: a member with a default may still be
    // absent, and an object without declared members may hold any.
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    silent: true,
    readWriteMarkers: hasMarkers(document),
  });
  const text = astToString(nodes.map((node) => (isWithRequired(node) ? requiredOfUnion() : node)));
  return `${BANNER}\n${text.trimEnd()}\n`;
}

/** Whether a declaration is the helper that makes members required, which some types use. */
function isWithRequired(node: ts.Node): boolean {
  return ts.isTypeAliasDeclaration(node) && node.name.text === "WithRequired";
}

/** That helper for types that may be null: those have no members, so its own does not compile. */
function requiredOfUnion(): ts.Node {
  const [declaration] = stringToAST(
    "type WithRequired<T, K> = T extends object ? T & { [P in K & keyof T]-?: T[P] } : T;",
  );
  return declaration as ts.Node;
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
    const contract = loadContract();
    for (const line of omittedLines(contract)) process.stderr.write(`${terminalText(line)}\n`);
    const types = await generateTypes(contract.document);
    writeFileSync(new URL("../openapi.d.ts", import.meta.url), types);
  } catch (error) {
    // A stack would only hide what is wrong with the contract.
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
