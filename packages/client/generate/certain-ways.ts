import {
  type Contract,
  facetsOf,
  parsePointer,
  propertyNames,
  propertyPlaces,
  requiredNames,
  type SchemaPlace,
  typesOf,
} from "@workflow-api/contract";

// A way leads through a body, as the client follows it: `data.id`, the object `data.{}`, the list
// `data.[]`.

/**
 * The ways to what a body holds for certain: its required members, and in objects the first
 * required object or list.
 */
export function certainWays({ document }: Contract, body: SchemaPlace): string[] {
  if (kindOf(document, [body]) !== "{}") return [];
  const ways = requiredMembers(document, [body]).flatMap(([name, places]) =>
    endOf(document, [name], places),
  );
  return ways.length > 0 ? ways : ["{}"];
}

/**
 * The way to what an include adds for certain. The empty string: it adds nothing that must be
 * there.
 */
export function wayTo({ document }: Contract, body: SchemaPlace, pointer: string): string {
  const tokens = parsePointer(pointer);
  const places = tokens.reduce<readonly SchemaPlace[]>(
    (outer, name) => propertyPlaces(facetsOf(document, outer), name),
    [body],
  );
  if (places.length === 0) return "";
  return endOf(document, tokens, places)[0] ?? "";
}

/**
 * The way to the innermost object or list that is there for certain; none if it may be null or
 * cannot be written.
 */
function endOf(
  document: Document,
  tokens: readonly string[],
  places: readonly SchemaPlace[],
): string[] {
  const types = typesOf(document, places);
  if (types.includes("null") || tokens.some((token) => !/^[^. ]+$/.test(token))) return [];
  const required = requiredMembers(document, places);
  const inner = required
    .filter(([name, each]) => kindOf(document, each) !== "" && !name.includes("."))
    .map(([name, each]) => endOf(document, [...tokens, name], each));
  // Some services write an object that may be empty as a list.
  const kind = required.length === 0 && types.join() === "object" ? "" : kindOf(document, places);
  const end = kind === "" ? [] : [kind];
  return inner.find((ways) => ways.length > 0) ?? [[...tokens, ...end].join(".")];
}

type Document = Contract["document"];

function kindOf(document: Document, places: readonly SchemaPlace[]): "{}" | "[]" | "" {
  const types = typesOf(document, places).join();
  if (types === "object") return "{}";
  return types === "array" ? "[]" : "";
}

function requiredMembers(
  document: Document,
  places: readonly SchemaPlace[],
): [string, SchemaPlace[]][] {
  if (kindOf(document, places) !== "{}") return [];
  const facets = facetsOf(document, places);
  const required = requiredNames(facets);
  return propertyNames(facets)
    .filter((name) => required.has(name))
    .map((name) => [name, propertyPlaces(facets, name)]);
}
