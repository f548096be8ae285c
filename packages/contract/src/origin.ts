import { dirname, resolve } from "node:path";
import { ContractError, type Problem } from "./contract-error.ts";
import { isObject, type JsonValue } from "./json.ts";
import { appendPointer, pointerOfReference, valueAt } from "./json-pointer.ts";
import type { Sources } from "./source.ts";

/** A place in a file of a contract. */
export interface Origin {
  readonly file: string;
  /** A JSON Pointer. */
  readonly pointer: string;
}

/** A place below another. */
export function within({ file, pointer }: Origin, ...tokens: readonly (string | number)[]): Origin {
  return { file, pointer: appendPointer(pointer, ...tokens) };
}

/** Tells one place from any other. */
export function keyOf({ file, pointer }: Origin): string {
  return `${file}#${pointer}`;
}

/** The place that a reference means which stands in a file. Whether there is anything is another question. */
export function targetOf(file: string, reference: string): Origin {
  const [path = ""] = reference.split("#", 1);
  const pointer = reference.includes("#") ? pointerOfReference(reference) : "";
  return { file: path === "" ? file : resolve(dirname(file), decoded(path)), pointer };
}

/** The value at a place. */
export function contentOf(sources: Sources, { file, pointer }: Origin): JsonValue | undefined {
  return valueAt(sources.read(file).value, pointer);
}

/** The place where references end. */
export function follow(sources: Sources, origin: Origin): Origin {
  let place = origin;
  for (let hops = 0; hops < 32; hops++) {
    const value = contentOf(sources, place);
    if (!isObject(value) || typeof value["$ref"] !== "string") return place;
    if (problemsOfReference(sources, place, value["$ref"]).length > 0) return place;
    place = targetOf(place.file, value["$ref"]);
  }
  return place;
}

/** Why a reference at a place cannot be followed. */
export function problemsOfReference(sources: Sources, origin: Origin, reference: string): readonly Problem[] {
  const told = (message: string): Problem => {
    const { file, pointer } = within(origin, "$ref");
    return { message, location: sources.locate(file, pointer) };
  };
  const [path = ""] = reference.split("#", 1);
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) {
    return [told(`${path} is not a file: a contract refers to files beside it.`)];
  }
  try {
    const target = targetOf(origin.file, reference);
    return contentOf(sources, target) === undefined ? [told(absence(sources, target, reference))] : [];
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    return [told(`${path} cannot be followed.`), ...error.problems];
  }
}

function absence(sources: Sources, { file, pointer }: Origin, reference: string): string {
  if (pointer === "" || pointer.startsWith("/")) return `There is nothing at ${reference}.`;
  const anchored = anchorOf(sources.read(file).value, pointer);
  const path = reference.slice(0, reference.indexOf("#"));
  if (anchored === undefined) return `There is no anchor ${reference}.`;
  return `${reference} is an anchor, and a contract refers by JSON Pointers: write ${path}#${anchored}.`;
}

/** The pointer of the schema that has an anchor. */
function anchorOf(value: JsonValue | undefined, name: string, pointer = ""): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (isObject(value) && value["$anchor"] === name) return pointer;
  for (const [key, member] of Object.entries(value)) {
    const found = anchorOf(member, name, appendPointer(pointer, key));
    if (found !== undefined) return found;
  }
  return undefined;
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
