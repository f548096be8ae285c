import { appendPointer, type JsonObject, valueAt } from "../json.ts";
import { judgeRequest } from "../judge/judge.ts";
import { createRouter } from "../judge/route.ts";
import type {
  Contract,
  OmittedOperation,
  OpenQuestion,
  Operation,
  SourceLocation,
} from "../model.ts";
import type { CreateMatcher } from "../patterns/matcher.ts";
import { ContractError, type Problem } from "../profile/contract-error.ts";
import type { UnlocatedProblem } from "../profile/kind.ts";
import { nameOperations } from "../profile/normalize.ts";
import type { Omission } from "../profile/omission.ts";
import type { OpenApi } from "../profile/profile.ts";
import { pointerOfPlace } from "../profile/references.ts";
import { withScenarios } from "../scenarios/scenarios.ts";
import { isBlocking, type PartialReading, readWithoutFaults } from "./document.ts";

/** The origin of a document. */
export interface Origin {
  readonly file: string;
  /** The place in the file of a JSON Pointer of the original document. */
  locate(pointer: string): SourceLocation;
  /** What the reader of the file found. */
  readonly problems?: readonly UnlocatedProblem[];
}

const nowhere: Origin = {
  file: "(document)",
  locate: (pointer) => ({ file: "(document)", line: 1, column: 1, pointer }),
};

/**
 * Reads an OpenAPI document into typed values. What leaves the profile is omitted with the
 * operations that need it.
 *
 * @throws {ContractError} No operation can be read: every problem with its place.
 */
export type ReadContract = (document: JsonObject, origin?: Origin) => Contract;

/** The reader of contracts whose patterns an engine matches. */
export function createContractReader(createMatcher: CreateMatcher): ReadContract {
  return (document, origin = nowhere) => read(document, origin, createMatcher);
}

function read(sourceDocument: JsonObject, origin: Origin, createMatcher: CreateMatcher): Contract {
  const found = origin.problems ?? [];
  const partial = readWithoutFaults(
    sourceDocument,
    // Nothing else depends on an example.
    found.filter(({ pointer }) => !isInExample(pointer)),
    createMatcher,
  );
  const inExamples = found
    .filter(({ pointer }) => isInExample(pointer))
    .map((each) => ({ ...each, isTolerated: true }));
  const problems = locatedProblems(origin, [...partial.problems, ...inExamples]);
  const { reading } = partial;
  const isEmpty = partial.problems.some(isBlocking) && reading?.operations.length === 0;
  if (reading === undefined || isEmpty) throw new ContractError(problems);
  const { document, securitySchemes, shape, sourcePointer } = reading;
  const operations = withScenarios(reading.operations);
  const omitted = omittedOperations(sourceDocument, origin, partial.omission);
  const { title = "", version = "", summary = "", description = "" } = document.info;
  const contract: Contract = {
    file: origin.file,
    document,
    sourceDocument,
    info: { title, version, summary, description },
    tags: (document.tags ?? []).map(({ description = "", name }) => ({ name, description })),
    operations,
    omitted,
    problems,
    securitySchemes,
    openQuestions: readQuestions(document, operations, partial.operationsNeeding),
    locate: (pointer) => origin.locate(sourcePointer(pointer)),
    route: createRouter(operations, omitted),
    judge: (request) => judgeRequest(contract, request),
    shape,
  };
  return contract;
}

function locatedProblems(origin: Origin, problems: readonly UnlocatedProblem[]): Problem[] {
  const located = problems.map(({ pointer, ...problem }) => ({
    ...problem,
    location: origin.locate(pointer),
  }));
  return located.sort(({ location: a }, { location: b }) => a.line - b.line || a.column - b.column);
}

function omittedOperations(
  source: JsonObject,
  origin: Origin,
  omission: Omission,
): OmittedOperation[] {
  const operationIds = nameOperations(source);
  return omission.operations.map(({ method, path, pointer, problems }) => ({
    method: method.toUpperCase(),
    path,
    operationId: operationIds.get(pointer) ?? "",
    summary: String(valueAt(source, `${pointer}/summary`) ?? ""),
    description: String(valueAt(source, `${pointer}/description`) ?? ""),
    pointer,
    problems: locatedProblems(origin, problems),
  }));
}

function readQuestions(
  document: OpenApi,
  operations: readonly Operation[],
  operationsNeeding: PartialReading["operationsNeeding"],
): OpenQuestion[] {
  return (document["x-gaps"] ?? []).map((gap, index) => {
    const { id, otherwise = [], section, unknown, until_known: untilKnown } = gap;
    const places = (gap.places ?? []).flatMap((each) => pointerOfPlace(document, each) ?? []);
    const pointer = appendPointer("/x-gaps", index);
    const needing = new Set(places.flatMap(operationsNeeding));
    const concerned = operations.filter((operation) => needing.has(operation.pointer));
    const about = concerned.map(({ operationId }) => operationId);
    return { id, section, unknown, untilKnown, places, otherwise, operations: about, pointer };
  });
}

/** Whether a value only illustrates another one. */
function isInExample(pointer: string): boolean {
  return /\/(example|examples\/[^/]+)(\/|$)/.test(pointer);
}
