import { appendPointer, type JsonObject } from "./json.ts";
import { judgeRequest } from "./judge.ts";
import type { Contract, Operation, SecurityScheme, SourceLocation } from "./model.ts";
import { readOperations } from "./operations.ts";
import { contradictions, endlessSchemas } from "./profile/consistency.ts";
import { ContractError } from "./profile/contract-error.ts";
import type { Finding } from "./profile/kind.ts";
import type { OpenApi } from "./profile/profile.ts";
import { readDocument } from "./profile/read-document.ts";
import { createRouter } from "./route.ts";
import { defaultOf, readScenarios } from "./scenarios/scenarios.ts";
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
export function readContract(written: JsonObject, origin: Origin = nowhere): Contract {
  const read = readDocument(written, origin.slowness ?? (() => undefined));
  const { document } = read;
  const locate = (pointer: string): SourceLocation => origin.locate(read.writtenAt(pointer));
  assertNone(read.findings, origin.locate);
  assertNone(endlessSchemas(document), locate);
  const securitySchemes = readSecuritySchemes(document);
  const shape = createShapes(document, createValidator(document));
  const parts = readOperations(document, securitySchemes, shape);
  assertNone(contradictions(document, parts), locate);
  const scenarios = readScenarios(parts);
  const operations = parts.map((operation, index): Operation => {
    const own = scenarios[index] ?? [];
    return { ...operation, scenarios: own, defaultScenario: defaultOf(own) };
  });
  const { title, version, summary = "", description = "" } = document.info;
  const contract: Contract = {
    file: origin.file,
    document,
    written,
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

/** @throws {ContractError} There are findings. They come in the order of their lines. */
function assertNone(findings: readonly Finding[], locate: Origin["locate"]): void {
  if (findings.length === 0) return;
  const problems = findings.map(({ kind, message, pointer }) => ({
    message,
    location: locate(pointer),
    ...(kind !== undefined && { kind }),
  }));
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
