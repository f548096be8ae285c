import {
  appendPointer,
  type Contract,
  groupBy,
  isEqual,
  isObject,
  type JsonObject,
  type JsonValue,
  type Operation,
  parsePointer,
  valueAt,
} from "@workflow-api/contract";
import { counterpartOf } from "./counterpart.ts";
import type { Difference } from "./differences.ts";
import { changeOf, type ListedChange } from "./redocly.ts";

/** A line of the result: what has changed at one place. */
export interface Entry {
  /** What it is about, for people: `getVariablesCage, query parameter include`. */
  readonly subject: string;
  readonly summary: string;
  /** None: it means the same as before. */
  readonly differences: readonly Difference[];
  /** The rule by which Redocly CLI calls it breaking. `undefined`: it does not. */
  readonly rule: string | undefined;
  /** Where it stands. */
  readonly contract: Contract;
  readonly pointer: string;
}

/**
 * One entry for each difference of meaning and for each text that changed. What is only written in
 * another way is one entry, and none where the same part of the contract differs in meaning too.
 */
export function entriesOf(
  old: Contract,
  changed: Contract,
  differences: readonly Difference[],
  listed: readonly ListedChange[],
): Entry[] {
  const taken = new Map<Difference, readonly ListedChange[]>();
  for (const each of differences) {
    const own = listed.filter((change) => isOf(change, each));
    taken.set(each, own);
  }
  const groups = groupBy(differences, (each) => {
    const { keyword, newPointers, oldPointers } = each;
    const [first] = taken.get(each) ?? [];
    return first ?? JSON.stringify([keyword, oldPointers, newPointers]);
  });
  const meant = [...groups.values()].map((group) => {
    const own = group.flatMap((each) => taken.get(each) ?? []);
    return differenceEntry(old, changed, group, own, listed);
  });
  const ownerOf = ({
    newPointer,
    oldPointer = "",
  }: Pick<ListedChange, "newPointer" | "oldPointer">) =>
    newPointer === undefined ? ownerIn(old, oldPointer) : ownerIn(changed, newPointer);
  const owners = new Set(
    differences.flatMap(({ newPointers, oldPointers }) => [
      ...oldPointers.map((pointer) => ownerIn(old, pointer)),
      ...newPointers.map((pointer) => ownerIn(changed, pointer)),
      // An operation is a part of its path.
      ...newPointers.flatMap((pointer) => parsePointer(pointer)[1] ?? []),
    ]),
  );
  const isTaken = new Set([...taken.values()].flat());
  const rest = listed.filter(
    (change) => !isTaken.has(change) && change.newPointer !== "/info/version",
  );
  const rewritten = new Set(rest.filter(({ role }) => role === "structure").map(ownerOf));
  const texts = rest.filter((change) => {
    if (change.role === "moved") return !rewritten.has(ownerOf(change));
    const isScheme = change.oldPointer?.startsWith("/components/securitySchemes/") === true;
    const isPart = (change.oldPointer === undefined || isScheme) && rewritten.size > 0;
    return change.role === "text" || (change.role === "component" && !isPart);
  });
  const told = [
    ...meant,
    ...texts.map((change) => textEntry(old, changed, change)),
    ...exampleEntries(old, changed, rest),
    ...extensionEntries(old, changed, rest),
  ];
  const names = [...rewritten].filter((owner) => !owners.has(owner));
  // Redocly CLI follows each reference, so that a document with other ones is the same to it.
  const isOther = told.length === 0 && !isEqual(unversioned(old), unversioned(changed));
  return [...told, ...(names.length > 0 || isOther ? [rewrittenEntry(changed, names)] : [])];
}

/** A document without its version, which is told by itself. */
function unversioned({ document }: Contract): JsonObject {
  const { info } = document;
  return { ...document, info: isObject(info) ? { ...info, version: "" } : null };
}

/** What is there or not there. */
const wholes = new Set(["content", "in", "path", "properties", "security", "servers", "status"]);
/** Fields of OpenAPI, in which a change of any part is the same difference. */
const fields = new Set([...wholes, "x-includes"].filter((name) => name !== "properties"));

/** Whether a change of the document is that difference and no more. */
function isOf({ newPointer, oldPointer }: ListedChange, difference: Difference): boolean {
  const { keyword, newPointers, oldPointers } = difference;
  const isAt = (pointer: string | undefined, places: readonly string[]): boolean =>
    pointer === undefined || places.includes(pointer);
  const isPart = (pointer: string | undefined, places: readonly string[]): boolean =>
    places.some(
      (place) => `${pointer}/`.startsWith(`${place}/`) || `${place}/`.startsWith(`${pointer}/`),
    );
  if (isAt(oldPointer, oldPointers) && isAt(newPointer, newPointers)) return true;
  return (
    fields.has(keyword) && (isPart(oldPointer, oldPointers) || isPart(newPointer, newPointers))
  );
}

function differenceEntry(
  old: Contract,
  changed: Contract,
  differences: readonly Difference[],
  own: readonly ListedChange[],
  listed: readonly ListedChange[],
): Entry {
  const { keyword = "", newPointers = [], oldPointers = [] } = differences[0] ?? {};
  const isIn =
    ({ document }: Contract) =>
    (pointer: string): boolean =>
      valueAt(document, pointer) !== undefined;
  const [before, after] = [oldPointers.find(isIn(old)), newPointers.find(isIn(changed))];
  const isGone = wholes.has(keyword) && after === undefined;
  const [contract, pointer] = isGone
    ? [old, before ?? oldPointers[0] ?? ""]
    : [changed, after ?? newPointers[0] ?? ""];
  const related = listed.filter(({ newPointer, oldPointer, rule }) => {
    const isNear = (place: string): boolean =>
      [oldPointer, newPointer].some(
        (each) => each !== undefined && `${place}/`.startsWith(`${each}/`),
      );
    return rule !== undefined && [...oldPointers, ...newPointers].some(isNear);
  });
  const name = parsePointer(pointer).at(-1) ?? keyword;
  const values = [old, changed].map(({ document }, index) =>
    valueAt(document, [before, after][index] ?? "/none"),
  );
  const told = wholes.has(keyword)
    ? `\`${name}\` was ${verbOf(before, after)}.`
    : changeOf(name, values[0], values[1]);
  const holder = wholes.has(keyword) ? pointer : parentOf(pointer);
  return {
    subject: subjectOf(contract, holder),
    summary: [...new Set(own.map(({ summary }) => summary))].join(" ") || told,
    differences,
    rule: [...own, ...related].find(({ rule }) => rule !== undefined)?.rule,
    ...{ contract, pointer },
  };
}

function textEntry(old: Contract, changed: Contract, change: ListedChange): Entry {
  const { newPointer, oldPointer = "", rule, summary, isMember } = change;
  const [contract, pointer] = newPointer === undefined ? [old, oldPointer] : [changed, newPointer];
  const holder = isMember ? parentOf(pointer) : pointer;
  return {
    subject: subjectOf(contract, holder),
    summary,
    differences: [],
    rule,
    contract,
    pointer,
  };
}

/** The examples that changed. Redocly CLI lists one only where its value is no object. */
function exampleEntries(
  old: Contract,
  changed: Contract,
  listed: readonly ListedChange[],
): Entry[] {
  const isListed = (pointer: string): boolean =>
    listed.some(({ newPointer, oldPointer }) =>
      [oldPointer, newPointer].some((each) => `${each}/`.startsWith(`${pointer}/`)),
    );
  const found = old.operations.flatMap((operation) => {
    const counterpart = counterpartOf(operation, changed);
    if (counterpart === undefined) return [];
    const [before, after] = [examplesOf(operation), examplesOf(counterpart)];
    // What holds the example of one contract alone is a change of its own.
    const holders = [...before.keys()].filter((holder) => after.has(holder));
    return holders.flatMap((holder) => {
      const [own, other] = [before.get(holder), after.get(holder)];
      const names = new Set([own, other].flatMap((each) => [...(each?.keys() ?? [])]));
      return [...names].flatMap((name): Entry[] => {
        const [mine, theirs] = [own?.get(name), other?.get(name)];
        const pointer = (theirs ?? mine)?.pointer ?? "";
        if (isEqual(mine?.value, theirs?.value) || isListed(pointer)) return [];
        const contract = theirs === undefined ? old : changed;
        const summary = `Example \`${name}\` was ${verbOf(mine, theirs)}.`;
        const subject = subjectOf(contract, parentOf(parentOf(pointer)));
        return [{ ...textual, subject, summary, contract, pointer }];
      });
    });
  });
  // Operations share examples.
  return found.filter(
    ({ pointer }, index) => found.findIndex((each) => each.pointer === pointer) === index,
  );
}

function verbOf(before: unknown, after: unknown): "added" | "changed" | "removed" {
  if (before === undefined) return "added";
  return after === undefined ? "removed" : "changed";
}

const textual = { differences: [], rule: undefined };

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

/** The examples of an operation by name, by the part that has them. */
function examplesOf({ parameters, requestBody, responses }: Operation) {
  const contents = [{ code: "request", content: requestBody?.content ?? [] }, ...responses];
  return new Map<string, ReadonlyMap<string, Example>>([
    ...parameters.map(({ examples, key, parameterPointer }) => {
      const at = (name: string): string => appendPointer(parameterPointer, "examples", name);
      const own = [...examples].map(
        ([name, value]) => [name, { value, pointer: at(name) }] as const,
      );
      return [key, new Map(own)] as const;
    }),
    ...contents.flatMap(({ code, content }) =>
      content.map(({ examples, mediaType }) => {
        const own = examples.map((each) => [each.name, each] as const);
        return [`${code} ${mediaType}`, new Map(own)] as const;
      }),
    ),
  ]);
}

interface Example {
  readonly value: JsonValue;
  readonly pointer: string;
}

/** Redocly CLI lists no extension of the root. Of a list of objects with ids, these are told. */
function extensionEntries(
  old: Contract,
  changed: Contract,
  listed: readonly ListedChange[],
): Entry[] {
  const names = new Set([old, changed].flatMap(({ document }) => Object.keys(document)));
  return [...names].flatMap((name) => {
    const isListed = listed.some((each) => each.newPointer?.startsWith(`/${name}`));
    const isTold = /^x-|^jsonSchemaDialect$|^openapi$/.test(name) && !isListed;
    const [before, after] = [old, changed].map(({ document }) => document[name]);
    if (!isTold || isEqual(before, after)) return [];
    const byId = [before, after].map(
      (list) =>
        new Map(
          [list ?? []].flat().flatMap((each) => (isObject(each) ? [[each["id"], each]] : [])),
        ),
    );
    const ids = [...new Set(byId.flatMap((each) => [...each.keys()]))];
    const changes = ids.flatMap((id) => {
      const [mine, theirs] = byId.map((each) => each.get(id));
      return isEqual(mine, theirs) ? [] : [`\`${String(id)}\` ${verbOf(mine, theirs)}`];
    });
    const summary = changes.length > 0 ? `${changes.join(", ")}.` : changeOf(name, before, after);
    const place = { contract: changed, pointer: `/${name}` };
    return [{ ...textual, subject: name, summary, ...place }];
  });
}

function rewrittenEntry(contract: Contract, names: readonly string[]): Entry {
  const subject = names.length === 0 ? "The contract" : new Intl.ListFormat("en-GB").format(names);
  const [are, mean] = names.length > 1 ? ["are", "mean"] : ["is", "means"];
  const { pointer } = contract.operations.find(({ operationId }) => operationId === names[0]) ?? {
    pointer: `/components/schemas/${names[0]}`,
  };
  const summary = `${are} written in another way, and ${mean} the same.`;
  return { ...textual, subject, summary, contract, pointer };
}

/** Words of OpenAPI that tell a reader nothing. */
const silent = new Set(["content", "schema", "properties", "$ref", "components", "paths"]);

/**
 * A place for people: `/paths/~1cages/get/parameters/0/schema/items` is `listCages, query parameter
 * limit, items`.
 */
function subjectOf({ operations }: Contract, pointer: string): string {
  const isIn = (place: string): boolean => `${pointer}/`.startsWith(`${place}/`);
  const operation = operations.find((each) => isIn(each.pointer));
  const parameter = operation?.parameters.find((each) => isIn(each.parameterPointer));
  const start = parameter?.parameterPointer ?? operation?.pointer ?? "";
  const words = parsePointer(pointer.slice(start.length)).filter((token) => !silent.has(token));
  const title = parameter && `${parameter.in} parameter ${parameter.name}`;
  const parts = [
    operation?.operationId,
    title,
    words.join(" ").replace(/^([a-z]\w+)s (?=.)/, "$1 "),
  ];
  return parts.filter((part) => part).join(", ") || "The contract";
}

/** What people call the part of a document that holds a pointer: a component or an operation. */
function ownerIn({ operations }: Contract, pointer: string): string {
  const [root = "", kind, name] = parsePointer(pointer);
  const operation = operations.find((each) => `${pointer}/`.startsWith(`${each.pointer}/`));
  if (operation !== undefined) return operation.operationId;
  return (root === "components" ? name : root === "paths" ? kind : root) ?? root;
}
