import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { assertReferences, references } from "./check-document.ts";
import { ContractError, type Problem } from "./contract-error.ts";
import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import { appendPointer, pointerOfReference } from "./json-pointer.ts";
import type { SourceLocation } from "./model.ts";
import type { Sources } from "./source.ts";

/**
 * One document of a contract that may stand in several files: every `$ref` of the result points into itself.
 * @throws {ContractError} A file cannot be read, or a `$ref` leads nowhere or to the network.
 */
export async function bundle(file: string, sources: Sources): Promise<JsonObject> {
  const root = sources.read(file);
  const refs = [...references(root.value, "")];
  const external = refs.some(({ reference }) => !reference.startsWith("#"));
  const document = external ? await bundleFiles(file, sources) : root.value;
  if (!isObject(document)) {
    throw new ContractError([{ message: "A contract is an object.", location: sources.locate(file, "") }]);
  }
  assertReferences(document, (pointer) => sources.locate(file, pointer));
  return document;
}

async function bundleFiles(file: string, sources: Sources): Promise<JsonValue> {
  assertReachable(file, sources);
  // Only a contract of several files needs it, and it would cost every other one its loading time.
  const { $RefParser } = await import("@apidevtools/json-schema-ref-parser");
  const parser = new $RefParser();
  const read = ({ url }: { readonly url: string }): string => {
    const path = toPath(url);
    return JSON.stringify(eachObject(sources.read(path).value, (object) => setAside(object, path, file)));
  };
  const bundled = await parser.bundle(file, {
    resolve: { http: false, file: { order: 1, canRead: true, read } },
  });
  return eachObject(bundled, ({ [toRoot]: aside, ...object }) => {
    const reference = aside ?? object["$ref"];
    return typeof reference === "string" ? { ...object, $ref: toUriFragment(reference) } : object;
  });
}

/** Holds a reference to the root file while the parser works, which leaves those from a part back to it as they are. */
const toRoot = "x-reference-to-root";

function setAside(object: JsonObject, path: string, root: string): JsonObject {
  const { $ref: reference, ...others } = object;
  if (typeof reference !== "string" || reference.startsWith("#")) return object;
  const [target = "", fragment = ""] = reference.split("#", 2);
  return resolve(dirname(path), target) === root ? { ...others, [toRoot]: `#${fragment}` } : object;
}

function eachObject(value: unknown, map: (object: JsonObject) => JsonObject): JsonValue {
  return JSON.parse(JSON.stringify(value), (_name, member: JsonValue) =>
    isObject(member) ? map(member) : member,
  );
}

/** The parser leaves what a fragment of a URI cannot hold, such as the braces of a path template. */
function toUriFragment(reference: string): string {
  return reference.startsWith("#") ? `#${encodeURI(pointerOfReference(reference))}` : reference;
}

/** Reads every file that the contract refers to, so that a missing one is reported where it is referred to. */
function assertReachable(file: string, sources: Sources): void {
  const problems: Problem[] = [];
  const pending = [file];
  for (const path of pending) {
    for (const { target, location } of externalReferences(path, sources)) {
      const next = resolve(dirname(path), target);
      if (isAddress(target)) {
        problems.push({
          message: `${target} is not a file: a contract refers to files beside it.`,
          location,
        });
      } else if (!pending.includes(next)) {
        problems.push(...problemsOfReading(next, target, location, sources));
        pending.push(next);
      }
    }
    if (problems.length > 0) throw new ContractError(problems);
  }
}

interface ExternalReference {
  readonly target: string;
  readonly location: SourceLocation;
}

function externalReferences(path: string, sources: Sources): ExternalReference[] {
  return [...references(sources.read(path).value, "")].flatMap(({ reference, pointer }) => {
    const [target = ""] = reference.split("#", 1);
    return target === "" ? [] : [{ target, location: sources.locate(path, appendPointer(pointer, "$ref")) }];
  });
}

function problemsOfReading(
  file: string,
  target: string,
  location: SourceLocation,
  sources: Sources,
): readonly Problem[] {
  try {
    sources.read(file);
    return [];
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    return [{ message: `${target} cannot be followed.`, location }, ...error.problems];
  }
}

function isAddress(target: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(target);
}

function toPath(url: string): string {
  const plain = url.split("#", 1)[0] ?? url;
  return plain.startsWith("file:") ? fileURLToPath(plain) : decodeURI(plain);
}
