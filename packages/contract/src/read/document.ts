import { appendPointer, isObject, type JsonObject, type JsonSchema, valueAt } from "../json.ts";
import type { Contract, SecurityScheme } from "../model.ts";
import type { CreateMatcher } from "../patterns/matcher.ts";
import { checkEndless, checkOperations, collectProblems } from "../profile/consistency.ts";
import {
  addProblem,
  type DocumentNode,
  notSupported,
  type ReadContext,
  tolerate,
  type UnlocatedProblem,
} from "../profile/kind.ts";
import { nameOperations } from "../profile/normalize.ts";
import {
  createDependencies,
  type Dependencies,
  isOfDocument,
  type Omission,
} from "../profile/omission.ts";
import { type OpenApi, document as readProfile } from "../profile/profile.ts";
import { matches, schema } from "../profile/schema.ts";
import { sourcePointer } from "../profile/source-pointers.ts";
import { createShapes } from "../schema/shape.ts";
import { locationKey } from "../wire/locations.ts";
import { type OperationParts, readOperations } from "./operations.ts";

// From a document to what the profile allows of it.

/** A document without problems. */
export interface Reading {
  /** It conforms to the profile. */
  readonly document: OpenApi;
  readonly operations: readonly OperationParts[];
  readonly securitySchemes: readonly SecurityScheme[];
  readonly shape: Contract["shape"];
  /** Gives the JSON Pointer of the source for one of the document. */
  readonly sourcePointer: (pointer: string) => string;
}

/** A document without what has a problem. */
export interface PartialReading {
  readonly problems: readonly UnlocatedProblem[];
  readonly omission: Omission;
  /** `undefined`: nothing can be read. */
  readonly reading: Reading | undefined;
  /** The JSON Pointers of the operations that need the part at a JSON Pointer of the source. */
  operationsNeeding(pointer: string): readonly string[];
}

/**
 * Reads a document, and again without what has a problem, until none is found.
 *
 * @param sourceProblems - The problems that it has anyway.
 */
export function readWithoutFaults(
  source: JsonObject,
  sourceProblems: readonly UnlocatedProblem[],
  createMatcher: CreateMatcher,
): PartialReading {
  const needs = new Map<string, string>();
  const shared = {
    document: source,
    is30: /^3\.0(\.|$)/.test(String(source["openapi"])),
    needs,
    operationIds: nameOperations(source),
  };
  let found: Dependencies | undefined;
  // After the first reading, which finds all references.
  const dependencies = (): Dependencies => {
    found ??= createDependencies(source, needs);
    return found;
  };
  const operationsNeeding: Dependencies["operationsNeeding"] = (pointer) =>
    dependencies().operationsNeeding(pointer);
  const readRest = (omission: Omission, known: readonly UnlocatedProblem[]): PartialReading => {
    const context = createContext(shared);
    const reading = readOnce(omission.rest, context, createMatcher);
    const problems = [...known, ...newProblems(context, known)];
    const result = { problems, omission, reading, operationsNeeding };
    const blocking = problems.filter(isBlocking);
    if (blocking.some(isOfDocument)) return { ...result, reading: undefined };
    const next = blocking.length === 0 ? omission : dependencies().omit(blocking);
    // Each reading omits more than the one before it, so that there is a last one.
    const isLast = next.parts.size === omission.parts.size;
    return isLast ? result : readRest(next, problems);
  };
  return readRest({ parts: new Set(), operations: [], rest: source }, sourceProblems);
}

/** What the readings of a document share. */
type SharedContext = Pick<ReadContext, "document" | "is30" | "needs" | "operationIds">;

function createContext(shared: SharedContext): ReadContext {
  return {
    ...shared,
    problems: [],
    sourcePointers: new Map(),
    moved: new Map(),
    schemaNames: new Set(Object.keys(valueAt(shared.document, "/components/schemas") ?? {})),
    successes: new Set(),
  };
}

/** The problems of a reading at other places than those that are known, located in the source. */
function newProblems(
  { problems, sourcePointers }: ReadContext,
  known: readonly UnlocatedProblem[],
): UnlocatedProblem[] {
  const places = new Set(known.map(({ pointer }) => pointer));
  return problems
    .map((each) => ({ ...each, pointer: sourcePointer(sourcePointers, each.pointer) }))
    .filter(({ pointer }) => !places.has(pointer));
}

/** Whether something is omitted because of a problem. */
export function isBlocking({ isTolerated = false }: UnlocatedProblem): boolean {
  return !isTolerated;
}

/** `undefined`: the context has problems. */
function readOnce(
  value: JsonObject,
  context: ReadContext,
  createMatcher: CreateMatcher,
): Reading | undefined {
  const { problems, sourcePointers } = context;
  const toSource = (pointer: string): string => sourcePointer(sourcePointers, pointer);
  const check = (...args: Parameters<typeof collectProblems>): boolean => {
    problems.push(...collectProblems(...args));
    return !problems.some(isBlocking);
  };
  const node = { context, value, pointer: "", label: "the document", schemaDepth: 0 };
  if (reportOtherKind(node, value)) return undefined;
  const document = withMoved(readProfile(node), node);
  if (problems.some(isBlocking)) return undefined;
  if (!check((add) => checkEndless(document, add))) return undefined;
  const securitySchemes = readSecuritySchemes(document);
  const shape = createShapes(document, createMatcher);
  const operations = readOperations(document, securitySchemes, shape);
  if (!check((add) => checkOperations(operations, add))) return undefined;
  return { document, operations, securitySchemes, shape, sourcePointer: toSource };
}

/** Whether a document is of another kind or version, of which nothing else is reported. */
function reportOtherKind(node: DocumentNode, { openapi, paths, swagger }: JsonObject): boolean {
  const version = openapi ?? swagger;
  if (version === undefined && paths === undefined) {
    const { context, pointer } = node;
    const message = 'this is no OpenAPI document: one begins with "openapi: 3.1.1"';
    context.problems.push({ message, pointer, kind: "openapi" });
    return true;
  }
  if (version === undefined || matches(/^3\.[01]\.\d+$/)(version)) return false;
  const field = openapi === undefined ? "swagger" : "openapi";
  if (field === "openapi" && /^3\.[01]$/.test(String(version))) {
    tolerate(node, `is OpenAPI ${JSON.stringify(version)}: write it in full, in quotes`, field);
    return false;
  }
  const advice = String(version).startsWith("2")
    ? "convert it first, as with swagger2openapi"
    : "convert it to 3.1.1";
  addProblem(node, `is OpenAPI ${JSON.stringify(version)}, ${notSupported(advice)}`, field);
  return true;
}

/** A document with schemas from elsewhere as components. */
function withMoved(read: OpenApi, root: DocumentNode): OpenApi {
  const { document: sourceDocument, problems, moved, sourcePointers } = root.context;
  if (moved.size === 0) return read;
  const known = new Set(problems.map(({ pointer }) => pointer));
  const count = problems.length;
  const schemas: Record<string, JsonSchema> = { ...read.components?.schemas };
  // Their own references are found on the way.
  for (const [pointer, name] of moved) {
    const source = valueAt(sourceDocument, pointer) ?? null;
    const isBase = /^\/components\/schemas\/[^/]+$/.test(pointer) && isObject(source);
    // It is a union of those that extend it, and is moved as what they extend.
    const value = isBase ? { ...source, discriminator: null } : source;
    schemas[name] = schema({ ...root, value, pointer, label: `schema "${name}"` });
    sourcePointers.set(appendPointer("/components/schemas", name), pointer);
  }
  // Some were read where they stand, too.
  problems.push(...problems.splice(count).filter(({ pointer }) => !known.has(pointer)));
  return { ...read, components: { ...read.components, schemas } };
}

function readSecuritySchemes({ components }: OpenApi): SecurityScheme[] {
  return Object.entries(components?.securitySchemes ?? {}).map(([name, scheme]) => {
    const { description = "" } = scheme;
    const isKey = scheme.type === "apiKey";
    const location = isKey ? scheme.in : "header";
    const parameter = isKey ? scheme.name : "Authorization";
    const isBasic = !isKey && scheme.scheme.toLowerCase() === "basic";
    return {
      name,
      description,
      type: isKey ? scheme.type : isBasic ? "basic" : "bearer",
      in: location,
      parameter,
      key: locationKey(location, parameter),
      bearerFormat: isKey ? "" : (scheme.bearerFormat ?? ""),
      pointer: appendPointer("/components/securitySchemes", name),
    };
  });
}
