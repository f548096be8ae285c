import { setImmediate } from "node:timers/promises";
import type { Contract, Operation } from "@workflow-api/contract";
import {
  appendPointer,
  isEqual,
  type JsonObject,
  type JsonValue,
  valueAt,
} from "@workflow-api/contract/json";
import {
  type Difference,
  ofAspects,
  ofSchemas,
  type Party,
  type Place,
} from "./aspect-differences.ts";
import { aspectsOf, nameAspects, webhookAspects } from "./aspects.ts";
import { type AnyOperation, counterpartOf, isOmitted } from "./counterpart.ts";
import { hiddenOperation } from "./hidden.ts";
import { canonicalFrom, statementsFrom } from "./written.ts";

/** An operation in two contracts. */
export interface OperationPair {
  readonly before: Operation;
  readonly after: Operation;
}

/** What two contracts have in common, and what differs. */
export interface Differences {
  /** The operations of both contracts that are not written equally. */
  readonly pairs: readonly OperationPair[];
  /** Empty: the contracts mean the same. */
  readonly differences: readonly Difference[];
}

/** Every difference in meaning between two contracts. */
export async function differencesOf(old: Contract, changed: Contract): Promise<Differences> {
  const differences: Difference[] = [];
  const pairs: OperationPair[] = [];
  for (const before of [...old.operations, ...old.omitted]) {
    // A signal that ends the process is seen in between.
    await setImmediate();
    const after = counterpartOf(before, changed);
    if (after === undefined) differences.push(removedOperation(before));
    else if (isOmitted(before) || isOmitted(after))
      differences.push(...ofWrittenOperations(old, before, changed, after));
    else if (areWrittenEqually(old, before, changed, after)) {
      const { operationId } = before;
      const names = nameAspects(old, before);
      differences.push(...ofAspects(operationId, names, nameAspects(changed, after)));
    } else {
      pairs.push({ before, after });
      differences.push(...ofOperations(old, changed, { before, after }));
    }
  }
  const added = [...changed.operations, ...changed.omitted].filter(
    (each) => counterpartOf(each, old) === undefined,
  );
  return {
    pairs,
    differences: [
      ...differences,
      ...added.map((each) => addedOperation(old, each)),
      ...ofAspects("", webhookAspects(old), webhookAspects(changed)),
      ...ofUnusedSchemas(old, changed),
    ],
  };
}

/** Whether two operations and all that they refer to are written equally, apart from texts. */
function areWrittenEqually(
  old: Contract,
  before: AnyOperation,
  changed: Contract,
  after: AnyOperation,
): boolean {
  const statements = statementsOf(old.sourceDocument, before);
  return (
    statements !== undefined && isEqual(statements, statementsOf(changed.sourceDocument, after))
  );
}

/** `undefined`: it is not written there, but referred to. */
function statementsOf(document: JsonObject, operation: AnyOperation): JsonValue | undefined {
  const { pointer } = operation;
  const { security } = Object(valueAt(document, pointer) ?? null);
  if (valueAt(document, pointer) === undefined) return undefined;
  const path = pointer.slice(0, pointer.lastIndexOf("/"));
  const schemes = [security ?? document["security"] ?? []]
    .flat()
    .flatMap((each) => Object.keys(each ?? {}))
    .map((name) => appendPointer("/components/securitySchemes", name));
  const shared = security === undefined ? ["/security", ...schemes] : schemes;
  // The servers of the contract are compared for each operation that is read.
  const servers = isOmitted(operation) ? [] : ["/servers"];
  const places = [pointer, `${path}/parameters`, `${path}/servers`, ...shared, ...servers];
  // The dialects of OpenAPI 3.0 and 3.1 differ.
  const version = String(document["openapi"]).slice(0, 3);
  return [version, ...statementsFrom(document, places).values()];
}

const wholeOperation = {
  code: undefined,
  part: "path",
  keyword: "path",
  at: [],
  examples: [],
  isWritten: false,
};

function removedOperation(removed: AnyOperation): Difference {
  const { operationId, pointer } = removed;
  const places = { oldPointers: [pointer], newPointers: [] };
  const breaksBuild = !isOmitted(removed);
  return { ...wholeOperation, ...places, operationId, parties: ["clients"], breaksBuild };
}

function addedOperation(old: Contract, added: AnyOperation): Difference {
  const { operationId, pointer } = added;
  const places = { oldPointers: [], newPointers: [pointer] };
  const parties: Party[] = hiddenOperation(old, added) ? ["clients", "servers"] : ["servers"];
  return { ...wholeOperation, ...places, operationId, parties, breaksBuild: false };
}

/** At least one of the operations is outside the profile. */
function ofWrittenOperations(
  old: Contract,
  before: AnyOperation,
  changed: Contract,
  after: AnyOperation,
): Difference[] {
  const areBoth = isOmitted(before) && isOmitted(after);
  if (areBoth && areWrittenEqually(old, before, changed, after)) return [];
  const { operationId } = before;
  const places = { oldPointers: [before.pointer], newPointers: [after.pointer] };
  const parties: Party[] = ["clients", "servers"];
  const effects = { parties, breaksBuild: false, isWritten: true };
  return [{ ...wholeOperation, ...places, operationId, ...effects }];
}

function ofOperations(old: Contract, changed: Contract, pair: OperationPair): Difference[] {
  const { after, before } = pair;
  const codes = [before, after].flatMap(({ responses }) => responses.map(({ code }) => code));
  // A parameter that became a credential is compared as security.
  const credentials = changed.securitySchemes.map(({ header }) => `header ${header.toLowerCase()}`);
  const others = aspectsOf(changed, after, codes);
  const own = [...aspectsOf(old, before, codes)].filter(
    ([key]) => !credentials.includes(key) || others.has(key),
  );
  return ofAspects(before.operationId, new Map(own), others);
}

/** Schemas that no operation uses break nobody, but people read them, and code may name them. */
function ofUnusedSchemas(old: Contract, changed: Contract): Difference[] {
  const root = "/components/schemas";
  const place: Place = { operationId: "", code: undefined, part: "body" };
  const used = statementsFrom(
    old.sourceDocument,
    old.operations.map(({ pointer }) => pointer),
  );
  return Object.keys(valueAt(old.document, root) ?? {}).flatMap((name): Difference[] => {
    const pointer = appendPointer(root, name);
    if (valueAt(changed.document, pointer) === undefined) {
      const places = { oldPointers: [pointer], newPointers: [] };
      const effects = { keyword: "schemas", parties: [], breaksBuild: true };
      return [{ ...wholeOperation, ...place, ...places, ...effects }];
    }
    const isEqualHere =
      canonicalFrom(old.sourceDocument, pointer) === canonicalFrom(changed.sourceDocument, pointer);
    if (used.has(pointer) || isEqualHere) return [];
    const [before, after] = [old, changed].map((each) => each.shape(pointer, "request"));
    const found = before && after ? ofSchemas(place, before, after) : [];
    return found.map((each) => ({ ...each, parties: [], breaksBuild: false }));
  });
}
