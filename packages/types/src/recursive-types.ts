// A schema of the components as openapi-typescript prints it.
const MEMBER = /^ {8}([\w$]+|"[^"\n]+"): ([\s\S]*?);\n(?= {8}[^\s}]| {4}\S)/gm;
const SCHEMAS = /^ {4}schemas: \{\n[\s\S]*?^ {4}\};\n/m;
const COMMENT = /\/\*[\s\S]*?\*\//g;
const REFERENCE = /components\["schemas"\]\["([^"]+)"\]/g;

/**
 * The types of a contract with names for those that lead to themselves without an object between, such as a list of
 * itself: TypeScript takes such a type by a name of its own, and not as that of a member (error 2502).
 *
 * @param types - What openapi-typescript prints.
 */
export function withRecursiveTypes(types: string): string {
  const [schemas = ""] = SCHEMAS.exec(types) ?? [];
  const members = new Map(
    [...schemas.matchAll(MEMBER)].map(([, key = "", type = ""]) => [key.replaceAll('"', ""), type]),
  );
  const next = new Map(
    [...members].map(([name, type]) => [name, referencesOf(withoutObjects(type.replaceAll(COMMENT, "")))]),
  );
  const recursive = [...members.keys()].filter((name) => reachableFrom(next, name).has(name));
  if (recursive.length === 0) return types;
  const named = (text: string): string =>
    text.replaceAll(REFERENCE, (reference, name: string) =>
      recursive.includes(name) ? aliasOf(name) : reference,
    );
  const aliases = recursive.map((name) => `type ${aliasOf(name)} = ${named(members.get(name) ?? "")};\n`);
  const replaced = schemas.replaceAll(MEMBER, (member, key: string, type: string) => {
    const name = key.replaceAll('"', "");
    return recursive.includes(name) ? member.replace(`: ${type};`, () => `: ${aliasOf(name)};`) : member;
  });
  return `${types.replace(schemas, () => replaced)}${aliases.join("")}`;
}

function referencesOf(type: string): string[] {
  return [...type.matchAll(REFERENCE)].map(([, name = ""]) => name);
}

/** What is not a member of an object: TypeScript looks at members only when they are asked for. */
function withoutObjects(type: string): string {
  const outer = type.replaceAll(/\{[^{}]*\}/g, "");
  return outer === type ? type : withoutObjects(outer);
}

function reachableFrom(next: ReadonlyMap<string, readonly string[]>, start: string): Set<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    for (const each of next.get(name) ?? []) {
      if (found.has(each)) continue;
      found.add(each);
      visit(each);
    }
  };
  visit(start);
  return found;
}

/** Different for each name of a component, which is of letters, digits, `_`, `.` and `-`. */
function aliasOf(name: string): string {
  return `Schema_${name.replaceAll(/\W/g, (character) => `$${character === "." ? "0" : "1"}`)}`;
}
