import { readFileSync } from "node:fs";
import { isNode, LineCounter, parseDocument } from "yaml";
import { isObject } from "./reading/place.ts";

/** A reference, and where it stands in the file. */
interface BareLoop {
  readonly reference: string;
  readonly line: number;
  readonly column: number;
}

type Path = readonly (string | number)[];

/**
 * The references of a contract that lead back to themselves by references alone. Redocly CLI 2.77 ends at one before any
 * rule is asked, and does not say where it stands.
 */
export function bareLoops(text: string): BareLoop[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const contract: unknown = document.toJS();
  return [...referencesIn(contract, [])]
    .filter(({ path }) => leadsBack(contract, path))
    .map(({ path, reference }) => {
      const node = document.getIn([...path, "$ref"], true);
      const { line, col: column } = lines.linePos(isNode(node) ? (node.range?.[0] ?? 0) : 0);
      return { reference, line, column };
    });
}

function* referencesIn(value: unknown, path: Path): Generator<{ path: Path; reference: string }> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* referencesIn(item, [...path, index]);
    return;
  }
  if (!isObject(value)) return;
  const reference = value["$ref"];
  if (typeof reference === "string") yield { path, reference };
  for (const [name, member] of Object.entries(value)) yield* referencesIn(member, [...path, name]);
}

function leadsBack(contract: unknown, start: Path): boolean {
  const passed = new Set<string>();
  let path: Path | undefined = targetOf(contract, start);
  while (path !== undefined && !passed.has(path.join("/"))) {
    if (path.join("/") === start.join("/")) return true;
    passed.add(path.join("/"));
    path = targetOf(contract, path);
  }
  return false;
}

/** Where the reference at a place leads to, inside of the file. */
function targetOf(contract: unknown, path: Path): Path | undefined {
  const holder = path.reduce<unknown>(memberOf, contract);
  const reference = isObject(holder) ? holder["$ref"] : undefined;
  if (typeof reference !== "string" || !reference.startsWith("#/")) return undefined;
  return decodeURIComponent(reference)
    .slice(2)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function memberOf(value: unknown, key: string | number): unknown {
  return isObject(value) || Array.isArray(value) ? Reflect.get(value, key) : undefined;
}

if (import.meta.main) {
  for (const file of process.argv.slice(2)) {
    for (const { column, line, reference } of bareLoops(readFileSync(file, "utf8"))) {
      console.error(
        `${file}:${line}:${column} This $ref leads to ${reference} and back to itself, by references alone: say what it is, or take one of them out.`,
      );
      process.exitCode = 1;
    }
  }
}
