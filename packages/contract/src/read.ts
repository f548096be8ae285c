import {
  appendPointer,
  isObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  valueAt,
} from "./json.ts";
import { judgeRequest } from "./judge.ts";
import type { Contract, SecurityScheme, SourceLocation } from "./model.ts";
import { readOperations } from "./operations.ts";
import { checkEndless, checkOperations, findingsOf } from "./profile/consistency.ts";
import { ContractError } from "./profile/contract-error.ts";
import { writtenAt } from "./profile/equivalents.ts";
import { type Finding, type Gathered, type Node, notSupported, report } from "./profile/kind.ts";
import { type OpenApi, document as readDocument } from "./profile/profile.ts";
import { matches, schema } from "./profile/schema.ts";
import { createRouter } from "./route.ts";
import { withScenarios } from "./scenarios/scenarios.ts";
import { createShapes } from "./shape.ts";
import { createValidator } from "./validator.ts";

/** The origin of a document. */
export interface Origin {
  readonly file: string;
  /** The place in the file of a JSON Pointer of the original document. */
  locate(pointer: string): SourceLocation;
  /** Why a regular expression is too slow. `undefined`: it is not. */
  slowness?(pattern: string): string | undefined;
}

const nowhere: Origin = {
  file: "(document)",
  locate: (pointer) => ({ file: "(document)", line: 1, column: 1, pointer }),
};

/**
 * Reads an OpenAPI document into typed values.
 *
 * @throws {ContractError} It leaves the profile, or contradicts itself: every problem with its
 * place.
 */
export function readContract(sourceDocument: JsonObject, origin: Origin = nowhere): Contract {
  const gathered: Gathered = {
    document: sourceDocument,
    findings: [],
    written: new Map(),
    moved: new Map(),
    operationIds: new Set(operationIdsOf(sourceDocument)),
    successes: new Set(),
    slowness: origin.slowness ?? (() => undefined),
  };
  const node = { gathered, value: sourceDocument, pointer: "", label: "the document" };
  reportOtherKind(node, sourceDocument);
  assertNone(gathered.findings, origin.locate);
  const document = withMoved(readDocument(node), node);
  assertNone(gathered.findings, origin.locate);
  const locate = (pointer: string): SourceLocation =>
    origin.locate(writtenAt(gathered.written, pointer));
  const endless = findingsOf((report) => checkEndless(document, report));
  assertNone(endless, locate);
  const securitySchemes = readSecuritySchemes(document);
  const shape = createShapes(document, createValidator(document));
  const parts = readOperations(document, securitySchemes, shape);
  const contradictions = findingsOf((report) => checkOperations(parts, report));
  assertNone(contradictions, locate);
  const operations = withScenarios(parts);
  const { title, version, summary = "", description = "" } = document.info;
  const contract: Contract = {
    file: origin.file,
    document,
    sourceDocument,
    info: { title, version, summary, description },
    tags: (document.tags ?? []).map(({ description = "", name }) => ({ name, description })),
    operations,
    securitySchemes,
    gaps: (document["x-gaps"] ?? []).map((gap, index) => {
      const { until_known: untilKnown, operations: about = [], id, section, unknown } = gap;
      const pointer = appendPointer("/x-gaps", index);
      return { id, section, unknown, untilKnown, operations: about, pointer };
    }),
    locate,
    route: createRouter(operations),
    judge: (request) => judgeRequest(contract, request),
    shape,
  };
  return contract;
}

function operationIdsOf({ paths }: JsonObject): (JsonValue | undefined)[] {
  return Object.values(isObject(paths) ? paths : {})
    .flatMap((item) => Object.values(isObject(item) ? item : {}))
    .map((operation) => valueAt(operation, "/operationId"));
}

/** Of a document of another kind or version, nothing else is reported. */
function reportOtherKind(node: Node, given: JsonObject): void {
  const field = given["openapi"] === undefined ? "swagger" : "openapi";
  const version = given[field];
  if (version === undefined && given["paths"] === undefined)
    report(node, "has neither openapi nor paths: this is not an OpenAPI contract");
  if (version === undefined || matches(/^3\.1\.\d+$/)(version)) return;
  const advice = notSupported(adviceOn(String(version)));
  report(node, `is OpenAPI ${JSON.stringify(version)}, ${advice}`, field);
}

function adviceOn(version: string): string {
  if (version === "3.1") return 'write the whole of it, in quotes: "3.1.1"';
  if (version.startsWith("3.0"))
    return "convert it to 3.1.1: exclusiveMinimum becomes a number; nullable and example may stay";
  return version.startsWith("2") ? "convert it to 3.1.1" : "write it in 3.1.1";
}

/** A document with schemas from elsewhere as components. */
function withMoved(read: OpenApi, root: Node): OpenApi {
  const { document: given, findings, moved, written } = root.gathered;
  if (moved.size === 0) return read;
  const known = new Set(findings.map(({ pointer }) => pointer));
  const count = findings.length;
  const schemas: Record<string, JsonSchema> = { ...read.components?.schemas };
  // Their own references are found on the way.
  for (const [pointer, name] of moved) {
    const value = valueAt(given, pointer) ?? null;
    schemas[name] = schema({ ...root, value, pointer, label: `schema "${name}"` });
    written.set(appendPointer("/components/schemas", name), pointer);
  }
  // Some were read where they stand, too.
  findings.push(...findings.splice(count).filter(({ pointer }) => !known.has(pointer)));
  return { ...read, components: { ...read.components, schemas } };
}

/** @throws {ContractError} There are findings. They come in the order of their lines. */
function assertNone(findings: readonly Finding[], locate: Origin["locate"]): void {
  if (findings.length === 0) return;
  const problems = findings.map(({ pointer, ...said }) => ({ ...said, location: locate(pointer) }));
  throw new ContractError(
    problems.sort(({ location: a }, { location: b }) => a.line - b.line || a.column - b.column),
  );
}

function readSecuritySchemes({ components }: OpenApi): SecurityScheme[] {
  return Object.entries(components?.securitySchemes ?? {}).map(([name, scheme]) => {
    const { description = "" } = scheme;
    const said = { name, description, pointer: appendPointer("/components/securitySchemes", name) };
    if (scheme.type === "apiKey")
      return { ...said, type: scheme.type, header: scheme.name, bearerFormat: "" };
    const type = scheme.scheme.toLowerCase() === "basic" ? "basic" : "bearer";
    return { ...said, type, header: "Authorization", bearerFormat: scheme.bearerFormat ?? "" };
  });
}
