import type { Contract } from "@workflow-api/contract";
import {
  appendPointer,
  isEqual,
  isObject,
  type JsonValue,
  valueAt,
} from "@workflow-api/contract/json";
import type { Difference, Versions } from "../change.ts";
import { type AnyOperation, isOmitted } from "../pair/counterpart.ts";
import type { OperationPair } from "../pair/pairs.ts";
import { audiencesWhere, type ComparedPlace, existenceOf } from "./difference.ts";
import { nameDifferences, noLongerCompiles, operationDifferences } from "./operation.ts";

/** Every difference in meaning between the operations of two contracts. */
export function pairDifferences(pairs: readonly OperationPair[]): Difference[] {
  return pairs.flatMap((pair) => {
    const { after, before } = pair;
    if (after === undefined) return before ? [removedOperation(pair, before)] : [];
    if (before === undefined) return [addedOperation(pair, after), ...hiddenRequests(pair, after)];
    return keptDifferences(pair, before, after);
  });
}

function keptDifferences(
  pair: OperationPair,
  before: AnyOperation,
  after: AnyOperation,
): Difference[] {
  const { isSame, sender, versions } = pair;
  if (isOmitted(before) || isOmitted(after)) {
    const isUnchanged = isSame && isOmitted(before) && isOmitted(after);
    return isUnchanged ? [] : [uncomparedOperation(pair, before, after)];
  }
  const compared = { versions, before, after, sender };
  return [...nameDifferences(compared), ...(isSame ? [] : operationDifferences(compared))];
}

/** The differences of what belongs to no operation. */
export function sharedDifferences(versions: Versions): Difference[] {
  return [...flowDifferences(versions), ...schemaNameDifferences(versions)];
}

function comparedPlace(
  { sender, versions }: Pick<OperationPair, "sender" | "versions">,
  operation: Pick<AnyOperation, "operationId"> | undefined,
  part: string,
): ComparedPlace {
  return { operationId: operation?.operationId ?? "", code: undefined, part, sender, versions };
}

/** What servers no longer send, clients wait for. */
const waitedFor = "no message shows what clients do without it";

function removedOperation(pair: OperationPair, removed: AnyOperation): Difference {
  const { method, path, pointer } = removed;
  const isCall = pair.sender === "servers";
  const pointers = { was: pointer, is: undefined };
  return existenceOf(comparedPlace(pair, removed, "path"), "path", pointers, {
    summary: isCall ? "was removed." : `\`${method} ${path}\` was removed.`,
    affects: ["clients"],
    undecided: isCall ? waitedFor : isOmitted(removed) ? notCompared : "",
  });
}

/** Clients ignore a call that they do not know. */
function addedOperation(pair: OperationPair, added: AnyOperation): Difference {
  const { method, path, pointer } = added;
  const isCall = pair.sender === "servers";
  return existenceOf(
    comparedPlace(pair, added, "path"),
    "path",
    { was: undefined, is: pointer },
    {
      summary: isCall ? "was added." : `\`${method} ${path}\` was added.`,
      affects: isCall ? [] : ["servers"],
      undecided: isOmitted(added) ? notCompared : "",
    },
  );
}

/**
 * A fixed path beside one with a parameter takes the requests whose parameter has that value.
 * Empty: there is no such operation in the old contract, or its schemas refuse the added path.
 */
function hiddenRequests(pair: OperationPair, added: AnyOperation): Difference[] {
  const { method, path, pointer } = added;
  const { old } = pair.versions;
  const { operation, segments } = old.route(method, path);
  const fixed = [...segments].filter(([, segment]) => !segment.includes("{"));
  const parts = new Set(fixed.map(([name]) => `path ${name}`));
  const { violations } = old.judge({ method, path, query: "", headers: {}, body: "" });
  if (operation === undefined || violations.some(({ part }) => parts.has(part))) return [];
  return fixed.map(([name, value]) => {
    const place = comparedPlace(pair, operation, `path ${name}`);
    return existenceOf(
      place,
      "path",
      { was: operation.pointer, is: pointer },
      {
        summary: `takes \`${method} ${path}\` from ${operation.operationId}.`,
        affects: ["clients"],
        values: [value],
      },
    );
  });
}

const notCompared = "it is outside the profile";

/** At least one of the operations is outside the profile, and the documents differ there. */
function uncomparedOperation(
  pair: OperationPair,
  before: AnyOperation,
  after: AnyOperation,
): Difference {
  const pointers = { was: before.pointer, is: after.pointer };
  return existenceOf(comparedPlace(pair, before, "path"), "path", pointers, {
    summary: "has changed, and is not compared.",
    affects: audiencesWhere(true, true),
    undecided: notCompared,
  });
}

/** How clients get tokens: what was removed or changed in the security schemes that are used. */
function flowDifferences(versions: Versions): Difference[] {
  const { changed, old } = versions;
  const kept = schemesOf(changed);
  const fields = schemesOf(old)
    .filter((scheme) => kept.includes(scheme))
    .flatMap((scheme) => ["flows", "openIdConnectUrl"].map((name) => appendPointer(scheme, name)));
  const [before, after] = [old.sourceDocument, changed.sourceDocument];
  const lost = fields.flatMap((each) => lostAt(each, valueAt(before, each), valueAt(after, each)));
  const place = comparedPlace({ versions, sender: "clients" }, undefined, "security");
  return lost.map((pointer) => {
    const is = valueAt(after, pointer) === undefined ? undefined : pointer;
    return existenceOf(
      place,
      "flows",
      { was: pointer, is },
      { affects: ["clients"], undecided: "how clients get a token is not in a request" },
    );
  });
}

function schemesOf({ operations }: Contract): string[] {
  const pointers = operations.flatMap(({ security }) =>
    security.flat().map((each) => each.pointer),
  );
  return [...new Set(pointers)];
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

/** Code may name the schemas of the components, whether an operation uses them or not. */
function schemaNameDifferences(versions: Versions): Difference[] {
  const { changed, old } = versions;
  const root = "/components/schemas";
  const place = comparedPlace({ versions, sender: "clients" }, undefined, "body");
  return Object.keys(valueAt(old.document, root) ?? {})
    .map((name) => appendPointer(root, name))
    .filter((pointer) =>
      // What is omitted is in the source alone, and what was moved in the document.
      [changed.sourceDocument, changed.document].every(
        (document) => valueAt(document, pointer) === undefined,
      ),
    )
    .map((pointer) =>
      existenceOf(
        place,
        "schemas",
        { was: pointer, is: undefined },
        { summary: `was removed.${noLongerCompiles}` },
      ),
    );
}
