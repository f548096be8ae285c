import {
  appendPointer,
  type Contract,
  ContractError,
  isEqual,
  isObject,
  type JsonObject,
  type JsonValue,
  type Operation,
  parsePointer,
  pointerOfReference,
  readContract,
  valueAt,
} from "@workflow-api/contract";
import { counterpartOf } from "./counterpart.ts";
import { type Difference, differencesOfOperations } from "./differences.ts";

/** The callbacks and webhooks of two contracts: requests that servers send and clients read. */
export interface Calls {
  /** Contracts with an operation for each. */
  readonly before: Contract;
  readonly after: Contract;
  /** Their pointers are those of the original contracts. */
  readonly differences: readonly Difference[];
}

/** A callback or a webhook. */
interface Call {
  readonly keyword: "callbacks" | "webhooks";
  /** Where it is named, and where its path item is written: a `$ref` may be in between. */
  readonly pointer: string;
  readonly item: string;
}

/** By a path that both contracts share. */
type CallMap = ReadonlyMap<string, Call>;

/** Compares the callbacks and webhooks of two contracts. */
export function compareCalls(old: Contract, changed: Contract): Calls {
  const calls = callsIn(old, ({ operationId }) => operationId);
  const others = callsIn(
    changed,
    (operation) => (counterpartOf(operation, old) ?? operation).operationId,
  );
  if (calls.size + others.size === 0) return { before: old, after: changed, differences: [] };
  const refused = new Set([...refusedIn(old, calls), ...refusedIn(changed, others)]);
  const before = contractOfCalls(old, calls, refused);
  const after = contractOfCalls(changed, others, refused);
  const found = differencesOfOperations(before, after, "servers").map((each): Difference => {
    if (each.keyword !== "path")
      return {
        ...each,
        oldPointers: each.oldPointers.map((pointer) => originalOf(calls, pointer)),
        newPointers: each.newPointers.map((pointer) => originalOf(others, pointer)),
      };
    const [pointer = ""] = [...each.oldPointers, ...each.newPointers];
    return ofWhole(each.operationId, parsePointer(pointer)[1] ?? "", calls, others);
  });
  const compared = [...refused].flatMap((path) => {
    const [own, other] = [
      reachableFrom(old, calls.get(path)),
      reachableFrom(changed, others.get(path)),
    ];
    return isEqual(own, other) ? [] : [ofWhole("", path, calls, others)];
  });
  return { before, after, differences: [...found, ...compared] };
}

/** One that is added, removed, or not known to be the same: nobody depends on an added one. */
function ofWhole(operationId: string, path: string, calls: CallMap, others: CallMap): Difference {
  const [own, other] = [calls.get(path), others.get(path)];
  return {
    operationId,
    code: undefined,
    part: "path",
    at: [],
    examples: [],
    caller: "servers",
    keyword: (own ?? other)?.keyword ?? "path",
    parties: own === undefined ? [] : other === undefined ? ["clients"] : ["clients", "servers"],
    oldPointers: own === undefined ? [] : [own.pointer],
    newPointers: other === undefined ? [] : [other.pointer],
  };
}

/** @param nameOf - The name of an operation in both contracts. */
function callsIn(
  { operations, sourceDocument }: Contract,
  nameOf: (each: Operation) => string,
): CallMap {
  const at = (path: string, keyword: Call["keyword"], pointer: string, item: string) =>
    [path, { keyword, pointer, item: follow(sourceDocument, item) }] as const;
  const pathOf = (...names: readonly string[]): string =>
    names.map((each) => `/${encodeURIComponent(each.toWellFormed())}`).join("");
  // No path of the contract begins with a dot.
  const webhooks = membersAt(sourceDocument, "/webhooks").map(([name, pointer]) =>
    at(pathOf(".webhooks", name), "webhooks", pointer, pointer),
  );
  const callbacks = operations.flatMap((operation) =>
    membersAt(sourceDocument, `${operation.pointer}/callbacks`).flatMap(([name, pointer]) =>
      membersAt(sourceDocument, follow(sourceDocument, pointer)).map(([url, item]) =>
        at(pathOf(".callbacks", nameOf(operation), name, url), "callbacks", pointer, item),
      ),
    ),
  );
  return new Map([...webhooks, ...callbacks]);
}

function membersAt(document: JsonObject, pointer: string): [name: string, pointer: string][] {
  const value = valueAt(document, pointer);
  return Object.entries(isObject(value) ? value : {})
    .filter(([, member]) => isObject(member))
    .map(([name]) => [name, appendPointer(pointer, name)]);
}

/** The JSON Pointer at the end of a chain of references. */
function follow(document: JsonObject, pointer: string, most = 9): string {
  const value = valueAt(document, pointer);
  const reference = isObject(value) ? value["$ref"] : undefined;
  return typeof reference === "string" && most > 0
    ? follow(document, pointerOfReference(reference), most - 1)
    : pointer;
}

/** The contract with calls in place of its operations, which schemas may refer to. */
function contractOfCalls(
  { sourceDocument }: Contract,
  calls: CallMap,
  refused: ReadonlySet<string>,
): Contract {
  const kept = [...calls].filter(([path]) => !refused.has(path));
  const items = kept.map(([path, { item }]) => {
    const operations = membersAt(sourceDocument, item).map(([method, pointer]) => [
      method,
      { responses: {}, security: [], ...Object(valueAt(sourceDocument, pointer)) },
    ]);
    return [path, { ...Object(valueAt(sourceDocument, item)), ...Object.fromEntries(operations) }];
  });
  const paths = { ...Object(sourceDocument["paths"]), ...Object.fromEntries(items) };
  const contract = readContract({ ...sourceDocument, servers: [], paths });
  return { ...contract, operations: contract.operations.filter(({ path }) => calls.has(path)) };
}

/** The paths of the calls that do not conform to the profile, or have callbacks themselves. */
function refusedIn(contract: Contract, calls: CallMap): string[] {
  const { sourceDocument } = contract;
  const isNested = ([, { item }]: readonly [string, Call]): boolean =>
    membersAt(sourceDocument, item).some(
      ([, at]) => valueAt(sourceDocument, `${at}/callbacks`) !== undefined,
    );
  const nested = [...calls].filter(isNested).map(([path]) => path);
  try {
    contractOfCalls(contract, calls, new Set());
    return nested;
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    const refused = error.problems.map(({ location }) => parsePointer(location.pointer)[1] ?? "");
    return [...nested, ...refused];
  }
}

/** Where a part of a call is written. */
function originalOf(calls: CallMap, pointer: string): string {
  const [root, path = ""] = parsePointer(pointer);
  const item = calls.get(path)?.item;
  return root === "paths" && item !== undefined
    ? item + pointer.slice(appendPointer("/paths", path).length)
    : pointer;
}

/** A call and everything that it refers to, as written, without descriptions. */
function reachableFrom({ sourceDocument }: Contract, { item }: Partial<Call> = {}): JsonValue[] {
  const found = new Map<string, JsonValue>();
  const visit = (pointer: string): void => {
    const text = JSON.stringify(valueAt(sourceDocument, pointer) ?? null, (key, value) =>
      /^(description|summary)$/.test(key) && typeof value === "string" ? undefined : value,
    );
    found.set(pointer, JSON.parse(text));
    for (const [, reference = ""] of text.matchAll(/"\$ref":"(#[^"]*)"/g)) {
      const target = pointerOfReference(reference);
      if (!found.has(target)) visit(target);
    }
  };
  if (item !== undefined) visit(item);
  return [...found.values()];
}
