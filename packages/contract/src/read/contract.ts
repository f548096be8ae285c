import { appendPointer, type JsonObject, valueAt } from "../json.ts";
import { judgeRequest } from "../judge.ts";
import type { Contract, OmittedOperation, SourceLocation } from "../model.ts";
import type { CreateMatcher } from "../patterns/matcher.ts";
import { ContractError, type Problem } from "../profile/contract-error.ts";
import type { UnlocatedProblem } from "../profile/kind.ts";
import { nameOperations } from "../profile/normalize.ts";
import { pointerOfPlace } from "../profile/places.ts";
import { createRouter } from "../route.ts";
import { withScenarios } from "../scenarios/scenarios.ts";
import { isBlocking, readWithoutFaults } from "./document.ts";

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
export function createReader(createMatcher: CreateMatcher): ReadContract {
  return (document, origin = nowhere) => read(document, origin, createMatcher);
}

function read(sourceDocument: JsonObject, origin: Origin, createMatcher: CreateMatcher): Contract {
  const found = origin.problems ?? [];
  const { omission, operationsNeeding, problems, reading } = readWithoutFaults(
    sourceDocument,
    // Nothing else depends on an example.
    found.filter(({ pointer }) => !isInExample(pointer)),
    createMatcher,
  );
  const located = ({ pointer, ...problem }: UnlocatedProblem): Problem => ({
    ...problem,
    location: origin.locate(pointer),
  });
  const inExamples = found
    .filter(({ pointer }) => isInExample(pointer))
    .map((each) => ({ ...each, isTolerated: true }));
  const all = [...problems, ...inExamples].map(located).sort(byPlace);
  const isEmpty = problems.some(isBlocking) && reading?.operations.length === 0;
  if (reading === undefined || isEmpty) throw new ContractError(all);
  const { document, securitySchemes, shape, sourcePointer } = reading;
  const operations = withScenarios(reading.operations);
  const operationIds = nameOperations(sourceDocument);
  const omitted = omission.operations.map(
    ({ method, path, pointer, problems: found }): OmittedOperation => ({
      method: method.toUpperCase(),
      path,
      operationId: operationIds.get(pointer) ?? "",
      summary: String(valueAt(sourceDocument, `${pointer}/summary`) ?? ""),
      description: String(valueAt(sourceDocument, `${pointer}/description`) ?? ""),
      pointer,
      problems: found.map(located).sort(byPlace),
    }),
  );
  const { title = "", version = "", summary = "", description = "" } = document.info;
  const contract: Contract = {
    file: origin.file,
    document,
    sourceDocument,
    info: { title, version, summary, description },
    tags: (document.tags ?? []).map(({ description = "", name }) => ({ name, description })),
    operations,
    omitted,
    problems: all,
    securitySchemes,
    openQuestions: (document["x-gaps"] ?? []).map((gap, index) => {
      const { id, otherwise = [], section, unknown, until_known: untilKnown } = gap;
      const places = (gap.places ?? []).flatMap((each) => pointerOfPlace(document, each) ?? []);
      const pointer = appendPointer("/x-gaps", index);
      const needing = new Set(places.flatMap(operationsNeeding));
      const concerned = operations.filter((operation) => needing.has(operation.pointer));
      const about = concerned.map(({ operationId }) => operationId);
      return { id, section, unknown, untilKnown, places, otherwise, operations: about, pointer };
    }),
    locate: (pointer) => origin.locate(sourcePointer(pointer)),
    route: createRouter(operations, omitted),
    judge: (request) => judgeRequest(contract, request),
    shape,
  };
  return contract;
}

/** Whether a value only illustrates another one. */
function isInExample(pointer: string): boolean {
  return /\/(example|examples\/[^/]+)(\/|$)/.test(pointer);
}

function byPlace({ location: a }: Problem, { location: b }: Problem): number {
  return a.line - b.line || a.column - b.column;
}
