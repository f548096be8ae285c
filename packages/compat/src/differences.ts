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
export function differencesOf(old: Contract, changed: Contract): Differences {
  const compared = inBoth(comparedComponents(old), comparedComponents(changed));
  const versions = [...old.operations, ...old.omitted].map((before): OperationVersions => {
    const after = counterpartOf(before, changed);
    const isSame = after !== undefined && areSame(old, before, changed, after, compared);
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
      ...callDifferences(old, changed, versions),
      ...flowDifferences(old, changed),
      ...removedSchemas(old, changed),
    ],
  };
}

function inBoth<Item>(one: Iterable<Item>, other: ReadonlySet<Item>): ReadonlySet<Item> {
  return new Set([...one].filter((each) => other.has(each)));
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
  return statements !== undefined && statements === statementsOf(changed, after, elsewhere);
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
): string | undefined {
  const { sourceDocument } = contract;
  const written = valueAt(sourceDocument, operation.pointer);
  if (!isObject(written)) return undefined;
  const { security = sourceDocument["security"] ?? [] } = written;
  const places = placesOf(contract, operation);
  return JSON.stringify([security, canonicalFrom(sourceDocument, places, elsewhere)]);
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

const shared: Place = { operationId: "", code: undefined, part: "" };

/** Callbacks and webhooks, as they are written: servers send them, as they send responses. */
function callDifferences(
  old: Contract,
  changed: Contract,
  versions: readonly OperationVersions[],
): Difference[] {
  const compared = inBoth(responseSchemas(old), responseSchemas(changed));
  const partsAt = (contract: Contract, pointer: string, keyword: string) =>
    writtenParts(contract, pointer, keyword, keyword, compared);
  const ofOperations = versions.flatMap(({ after, before }) =>
    after === undefined || isOmitted(before)
      ? []
      : partDifferences(
          placeOf(before),
          partsAt(old, before.pointer, "callbacks"),
          partsAt(changed, after.pointer, "callbacks"),
        ),
  );
  const webhooks = [partsAt(old, "", "webhooks"), partsAt(changed, "", "webhooks")] as const;
  return [...ofOperations, ...partDifferences(shared, ...webhooks)];
}

/** The schemas of responses that are read. */
function responseSchemas({ operations, sourceDocument }: Contract): ReadonlySet<string> {
  const places = operations.map(({ pointer }) => `${pointer}/responses`);
  const pointers = [...statementsFrom(sourceDocument, places).keys()];
  return new Set(pointers.filter((pointer) => pointer.startsWith("/components/schemas/")));
}

/** How clients get tokens: what was removed or changed in the security schemes that are used. */
function flowDifferences(old: Contract, changed: Contract): Difference[] {
  const schemesOf = ({ operations }: Contract): ReadonlySet<string> =>
    new Set(operations.flatMap(({ security }) => security.flat().map(({ pointer }) => pointer)));
  const fields = [...inBoth(schemesOf(old), schemesOf(changed))].flatMap((scheme) =>
    ["flows", "openIdConnectUrl"].map((field) => appendPointer(scheme, field)),
  );
  const [before, after] = [old.sourceDocument, changed.sourceDocument];
  const lost = fields.flatMap((each) => lostAt(each, valueAt(before, each), valueAt(after, each)));
  return lost.map((pointer) =>
    existenceOf(
      { ...shared, part: "security" },
      "flows",
      pointer,
      valueAt(after, pointer) === undefined ? undefined : pointer,
      { parties: ["clients"], isWritten: true },
    ),
  );
}

/** The JSON Pointers of what one value has, and the other one has not, or otherwise. */
function lostAt(
  pointer: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): string[] {
  if (isObject(before) && isObject(after))
    return Object.entries(before).flatMap(([name, value]) =>
      lostAt(appendPointer(pointer, name), value, after[name]),
    );
  // Of a scope there is a description.
  const isKept = pointer.includes("/scopes/") && after !== undefined;
  return isKept || before === undefined || isEqual(before, after) ? [] : [pointer];
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
  const place = { ...shared, part: "body" };
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
