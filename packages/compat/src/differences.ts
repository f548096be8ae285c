import type { Contract, Operation } from "@workflow-api/contract";
import {
  appendPointer,
  isEqual,
  isObject,
  type JsonValue,
  valueAt,
} from "@workflow-api/contract/json";
import { sunsetOf } from "./accepted.ts";
import { type AnyOperation, counterpartOf, isOmitted } from "./counterpart.ts";
import { type Difference, existenceOf, type Place, partiesOf } from "./difference.ts";
import { nameDifferences, operationDifferences } from "./operation-differences.ts";
import { partDifferences } from "./part-differences.ts";
import { writtenParts } from "./parts.ts";
import { statementsFrom } from "./written.ts";

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
export function differencesOf(old: Contract, changed: Contract): Differences {
  const elsewhere = comparedComponents(changed);
  const compared = [...comparedComponents(old)].filter((each) => elsewhere.has(each));
  const versions = [...old.operations, ...old.omitted].map((before): OperationVersions => {
    const after = counterpartOf(before, changed);
    const isSame = after !== undefined && areSame(old, before, changed, after, new Set(compared));
    return { before, after, isSame };
  });
  const added = [...changed.operations, ...changed.omitted].filter(
    (each) => counterpartOf(each, old) === undefined,
  );
  return {
    pairs: versions.flatMap(({ after, before, isSame }) =>
      isSame || after === undefined || isOmitted(before) || isOmitted(after)
        ? []
        : { before, after },
    ),
    differences: [
      ...versions.flatMap((each) => ofOperation(old, changed, each)),
      ...added.flatMap((each) => [addedOperation(each), ...hiddenRequests(old, each)]),
      ...partDifferences(
        { operationId: "", code: undefined, part: "" },
        writtenParts(old, "", "webhooks"),
        writtenParts(changed, "", "webhooks"),
      ),
      ...removedSchemas(old, changed),
    ],
  };
}

/** An operation of the old contract, and what has become of it. */
interface OperationVersions {
  readonly before: AnyOperation;
  /** `undefined`: it was removed. */
  readonly after: AnyOperation | undefined;
  /** Whether both are written equally, apart from texts and names. */
  readonly isSame: boolean;
}

function ofOperation(
  old: Contract,
  changed: Contract,
  { after, before, isSame }: OperationVersions,
): Difference[] {
  if (after === undefined) return [removedOperation(old, before)];
  if (isOmitted(before) || isOmitted(after))
    return isSame && isOmitted(before) && isOmitted(after) ? [] : [changedOperation(before, after)];
  const compare = isSame ? nameDifferences : operationDifferences;
  return compare({ contract: old, operation: before }, { contract: changed, operation: after });
}

/** @param compared - The components that are compared with operations that are read. */
function areSame(
  old: Contract,
  before: AnyOperation,
  changed: Contract,
  after: AnyOperation,
  compared: ReadonlySet<string>,
): boolean {
  // The dialects of OpenAPI 3.0 and 3.1 read some keywords in other ways.
  if (!isOmitted(before) && dialectOf(old) !== dialectOf(changed)) return false;
  const elsewhere = isOmitted(before) ? compared : undefined;
  const statements = statementsOf(old, before, elsewhere);
  return statements !== undefined && isEqual(statements, statementsOf(changed, after, elsewhere));
}

function dialectOf({ sourceDocument }: Contract): string {
  return String(sourceDocument["openapi"]).slice(0, 3);
}

/**
 * What an operation and all that it refers to say, apart from texts. `undefined`: it is not written
 * there, but referred to.
 *
 * @param elsewhere - The components that are compared elsewhere. `undefined`: none.
 */
function statementsOf(
  contract: Contract,
  operation: AnyOperation,
  elsewhere: ReadonlySet<string> | undefined,
): JsonValue | undefined {
  const { sourceDocument } = contract;
  const written = valueAt(sourceDocument, operation.pointer);
  if (!isObject(written)) return undefined;
  const { security = sourceDocument["security"] ?? [] } = written;
  const statements = statementsFrom(sourceDocument, placesOf(contract, operation), elsewhere);
  return [security, ...statements.values()];
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

/** The components of operations that are read, which are compared with these. */
function comparedComponents(contract: Contract): ReadonlySet<string> {
  const places = contract.operations.flatMap((each) => placesOf(contract, each));
  const pointers = [...statementsFrom(contract.sourceDocument, places).keys()];
  // Schemas mean one thing in requests, and another in responses.
  const kinds =
    /^\/components\/(headers|parameters|requestBodies|responses|securitySchemes)\/[^/]+$/;
  return new Set(pointers.filter((pointer) => kinds.test(pointer)));
}

function placeOf({ operationId }: AnyOperation, part = "path"): Place {
  return { operationId, code: undefined, part };
}

function removedOperation(old: Contract, removed: AnyOperation): Difference {
  const { method, path, pointer } = removed;
  const sunset = sunsetOf(old, pointer);
  return existenceOf(placeOf(removed), "path", pointer, undefined, {
    summary: [`\`${method} ${path}\` was removed.`, sunset?.text].filter(Boolean).join(" "),
    sunset: sunset?.acceptance,
    parties: ["clients"],
    breaksBuild: !isOmitted(removed),
  });
}

function addedOperation(added: AnyOperation): Difference {
  const { method, path, pointer } = added;
  const summary = `\`${method} ${path}\` was added.`;
  return existenceOf(placeOf(added), "path", undefined, pointer, { summary, parties: ["servers"] });
}

/**
 * A fixed path beside one with a parameter takes the requests whose parameter has that value.
 * Empty: there is no such operation in the old contract, or its schemas refuse the added path.
 */
function hiddenRequests(old: Contract, { method, path, pointer }: AnyOperation) {
  const { operation, segments } = old.route(method, path);
  const fixed = [...segments].filter(([, segment]) => !segment.includes("{"));
  const parts = new Set(fixed.map(([name]) => `path ${name}`));
  const { violations } = old.judge({ method, path, query: "", headers: {}, body: "" });
  if (operation === undefined || violations.some(({ part }) => parts.has(part))) return [];
  return fixed.map(([name, value]) => {
    const place = placeOf(operation, `path ${name}`);
    return existenceOf(place, "path", operation.pointer, pointer, {
      summary: `takes \`${method} ${path}\` from ${operation.operationId}.`,
      parties: ["clients"],
      examples: [value],
    });
  });
}

/** At least one of the operations is outside the profile: they are compared as they are written. */
function changedOperation(before: AnyOperation, after: AnyOperation): Difference {
  return existenceOf(placeOf(before), "path", before.pointer, after.pointer, {
    summary: `\`${before.method} ${before.path}\` was changed.`,
    parties: partiesOf(true, true),
    isWritten: true,
  });
}

/** Code may name the schemas of the components, whether an operation uses them or not. */
function removedSchemas(old: Contract, changed: Contract): Difference[] {
  const root = "/components/schemas";
  const place: Place = { operationId: "", code: undefined, part: "body" };
  return (
    Object.keys(valueAt(old.document, root) ?? {})
      .map((name) => appendPointer(root, name))
      // What is omitted is in the source alone, and what was moved in the document.
      .filter((pointer) =>
        [changed.sourceDocument, changed.document].every(
          (document) => valueAt(document, pointer) === undefined,
        ),
      )
      .map((pointer) => existenceOf(place, "schemas", pointer, undefined, { breaksBuild: true }))
  );
}
