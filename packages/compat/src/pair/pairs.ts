import type { Contract } from "@workflow-api/contract";
import { appendPointer, isObject, valueAt } from "@workflow-api/contract/json";
import type { Audience, Versions } from "../change.ts";
import { type AnyOperation, counterpartOf, isOmitted } from "./counterpart.ts";
import { canonicalFrom } from "./statements.ts";

/** An operation of the old contract, and of the new one. */
export interface OperationPair {
  readonly versions: Versions;
  /** Who sends its requests. */
  readonly sender: Audience;
  /** `undefined`: it was added. */
  readonly before: AnyOperation | undefined;
  /** `undefined`: it was removed. */
  readonly after: AnyOperation | undefined;
  /** Whether the documents are equal there, apart from texts and names. */
  readonly isSame: boolean;
}

/** Pairs the operations of two contracts. */
export function pairOperations(versions: Versions, sender: Audience): OperationPair[] {
  const { changed, old } = versions;
  const kept = [...old.operations, ...old.omitted].map((before): OperationPair => {
    const after = counterpartOf(before, changed);
    const isSame = after !== undefined && areSame(versions, before, after);
    return { versions, sender, before, after, isSame };
  });
  const added = [...changed.operations, ...changed.omitted]
    .filter((each) => counterpartOf(each, old) === undefined)
    .map((after) => ({ versions, sender, before: undefined, after, isSame: false }));
  return [...kept, ...added];
}

function areSame({ changed, old }: Versions, before: AnyOperation, after: AnyOperation): boolean {
  // The dialects of OpenAPI 3.0 and 3.1 read some keywords in other ways.
  if (!isOmitted(before) && dialectOf(old) !== dialectOf(changed)) return false;
  const statement = statementOf(old, before);
  return statement !== undefined && statement === statementOf(changed, after);
}

function dialectOf({ sourceDocument }: Contract): string {
  return String(sourceDocument["openapi"]).slice(0, 3);
}

/**
 * What an operation and all that it refers to say, apart from texts. `undefined`: it is not written
 * there, but referred to.
 */
function statementOf(contract: Contract, operation: AnyOperation): string | undefined {
  const { sourceDocument } = contract;
  const item = valueAt(sourceDocument, operation.pointer);
  if (!isObject(item)) return undefined;
  const { security = sourceDocument["security"] ?? [] } = item;
  const places = placesOf(contract, operation);
  return JSON.stringify([security, canonicalFrom(sourceDocument, places)]);
}

/** The JSON Pointers at which an operation is written, apart from what these refer to. */
function placesOf({ sourceDocument }: Contract, operation: AnyOperation): string[] {
  const { pointer } = operation;
  const path = pointer.slice(0, pointer.lastIndexOf("/"));
  const { security = sourceDocument["security"] } = Object(valueAt(sourceDocument, pointer));
  const names = [security ?? []].flat().flatMap((each) => Object.keys(each ?? {}));
  const schemes = names.map((name) => appendPointer("/components/securitySchemes", name));
  // The servers of the contract are compared for each operation that is read.
  const servers = isOmitted(operation) ? [] : ["/servers"];
  return [pointer, `${path}/parameters`, `${path}/servers`, ...schemes, ...servers];
}
