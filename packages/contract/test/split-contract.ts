import { isObject, type JsonObject, type JsonValue, parsePointer } from "../src/index.ts";
import { writeContract } from "./write-contract.ts";

/**
 * How one component or path of a contract stands: in the root; in a file of its own that the root lists under its name;
 * or in one that only what needs it refers to. A path is always listed.
 */
export type Placing = "inline" | "listed" | "unlisted";

/** By reference: the file of what has one of its own. */
type Files = ReadonlyMap<string, string>;

/**
 * Writes a contract in several files, in the layout of Redocly: `paths/0.yaml`, and `components/schemas/Name.yaml`.
 * @param placing Of each component and path, in their order.
 * @returns The path of the root file.
 */
export function splitContract(document: JsonObject, placing: () => Placing): string {
  const files = new Map<string, string>();
  const parts = new Map<string, JsonObject>();
  const place = (reference: string, file: string, value: JsonValue, isPath = false): JsonObject => {
    const how = placing();
    const [name = ""] = parsePointer(reference.slice(1)).slice(-1);
    if (how === "inline") return { [name]: value };
    files.set(reference, file);
    parts.set(file, asObject(value));
    return how === "listed" || isPath ? { [name]: { $ref: file } } : {};
  };
  const { securitySchemes, ...sections } = asObject(document["components"]);
  const components = Object.entries(sections).map(([section, members]) => {
    const placed = Object.entries(asObject(members)).map(([name, value = null]) =>
      place(`#/components/${section}/${name}`, `components/${section}/${name}.yaml`, value),
    );
    return [section, Object.assign({}, ...placed)];
  });
  const paths = Object.entries(asObject(document["paths"])).map(([path, item = null], index) =>
    place(`#/paths/${path.replaceAll("/", "~1")}`, `paths/${index}.yaml`, item, true),
  );
  const root = {
    ...document,
    components: { securitySchemes, ...Object.fromEntries(components) },
    paths: Object.assign({}, ...paths),
  };
  const written = [["openapi.yaml", root] as const, ...parts].map(([file, value]) => [
    file,
    relocated(value, file, files),
  ]);
  return writeContract(Object.fromEntries(written));
}

/** The references of a part, from where it stands. */
function relocated(value: JsonValue, from: string, files: Files): JsonValue {
  if (Array.isArray(value)) return value.map((item) => relocated(item, from, files));
  if (typeof value === "string" && value.startsWith("#/")) {
    const up = "../".repeat(from.split("/").length - 1);
    const file = files.get(value);
    if (file !== undefined) return `${up}${file}`;
    return from === "openapi.yaml" ? value : `${up}openapi.yaml${value}`;
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member = null]) => [name, relocated(member, from, files)]),
  );
}

function asObject(value: JsonValue | undefined): JsonObject {
  if (!isObject(value)) throw new Error("A part of a contract is an object.");
  return value;
}
