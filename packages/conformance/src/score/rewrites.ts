import {
  appendPointer,
  isObject,
  type JsonObject,
  type JsonValue,
  parsePointer,
  valueAt,
} from "@workflow-api/contract";
import { nodesOf, withNode } from "./edit.ts";
import type { Mutant } from "./mutant.ts";
import { mayMakeScenarios } from "./shared-scenarios.ts";
import { usesUnevaluated } from "./uses-unevaluated.ts";

/**
 * Ways to write the same contract: members in another order, references inlined, an `allOf` of one, sets in another
 * order, what is the default written out, other descriptions. A suite that notices one of them is wrong.
 */
export function rewritesOf(document: JsonObject): Mutant[] {
  const found = new Map<string, Mutant>();
  for (const { pointer, value } of nodesOf(document)) {
    for (const [operator, rewritten] of rewrites(document, pointer, value)) {
      const written = JSON.stringify(rewritten);
      if (written === JSON.stringify(value)) continue;
      const changed = withNode(document, pointer, rewritten);
      found.set(`${pointer} ${written}`, { operator, pointer, change: operator, document: changed });
    }
  }
  return [...found.values()];
}

/**
 * Rewrites in groups of which no two touch the same place, so that each group is one document. What passes with all of
 * them passes with each.
 */
export function disjoint(all: readonly Mutant[]): Mutant[][] {
  const groups: { readonly pointers: Set<string>; readonly members: Mutant[] }[] = [];
  for (const rewrite of all) {
    const { pointer } = rewrite;
    const free = groups.find(
      ({ members, pointers }) =>
        ancestorsOf(pointer).every((each) => !pointers.has(each)) &&
        members.every((other) => !other.pointer.startsWith(`${pointer}/`)),
    );
    const group = free ?? { pointers: new Set<string>(), members: [] };
    if (free === undefined) groups.push(group);
    group.pointers.add(pointer);
    group.members.push(rewrite);
  }
  return groups.map(({ members }) => members);
}

function ancestorsOf(pointer: string): string[] {
  const tokens = pointer.split("/");
  return tokens.map((_, index) => tokens.slice(0, index + 1).join("/"));
}

/** One document with every rewrite of a group. */
export function together(document: JsonObject, group: readonly Mutant[]): Mutant {
  const operator = [...new Set(group.map((each) => each.operator))].join(", ");
  const rewritten = group.reduce(
    (whole, each) => withNode(whole, each.pointer, valueAt(each.document, each.pointer)),
    document,
  );
  return { operator, pointer: group[0]?.pointer ?? "", change: operator, document: rewritten };
}

function* rewrites(document: JsonObject, pointer: string, value: JsonValue): Generator<[string, JsonValue]> {
  const tokens = parsePointer(pointer);
  const name = tokens.at(-1) ?? "";
  if (["value", "examples", "enum"].some((data) => tokens.includes(data))) return;
  if (name === "description" && typeof value === "string")
    yield ["describe", `${value} It is said otherwise.`];
  if (name === "required" && Array.isArray(value)) yield ["reorder", value.toReversed()];
  if (!isObject(value)) return;
  const reference = value["$ref"];
  if (name === "properties") yield ["reorder", reversed(value)];
  else if (typeof reference === "string") {
    if (!isTold(document, tokens)) yield* inlined(document, tokens, reference, value);
  } else if (typeof value["type"] === "string")
    yield* rewrittenSchemas(value, tokens[0] === "components", usesUnevaluated(document));
}

/** Whether a discriminator tells a branch from the others by its name, so that it has to stand by itself. */
function isTold(document: JsonObject, tokens: readonly string[]): boolean {
  const [choice = ""] = tokens.slice(-2);
  const holder = valueAt(document, appendPointer("", ...tokens.slice(0, -2)));
  return ["anyOf", "oneOf"].includes(choice) && isObject(holder) && holder["discriminator"] !== undefined;
}

/** @param isComponent Prism finds out by the `type` on top how a parameter is to be read, so those keep it there. */
function* rewrittenSchemas(
  schema: JsonObject,
  isComponent: boolean,
  hasUnevaluated: boolean,
): Generator<[string, JsonValue]> {
  const neutral = Object.entries(writtenOut[String(schema["type"])] ?? {});
  if (!Object.hasOwn(writtenOut, String(schema["type"]))) return;
  yield ["reorder", reversed(schema)];
  yield ["annotate", { ...schema, $comment: "A comment." }];
  for (const [keyword, value] of neutral)
    if (schema[keyword] === undefined) yield ["write out", { ...schema, [keyword]: value }];
  // It would count as evaluated for an `unevaluatedProperties` around it.
  if (schema["type"] === "object" && schema["additionalProperties"] === undefined && !hasUnevaluated)
    yield ["write out", { ...schema, additionalProperties: true }];
  if (!isComponent) return;
  yield ["wrap", { allOf: [schema] }];
  yield ["write out", { ...schema, type: [String(schema["type"])] }];
}

/** What the keywords of each type say when they are left out. */
const writtenOut: Readonly<Record<string, JsonObject>> = {
  array: { minItems: 0, uniqueItems: false },
  boolean: {},
  integer: {},
  number: {},
  object: { minProperties: 0 },
  string: { minLength: 0 },
};

function* inlined(
  document: JsonObject,
  tokens: readonly string[],
  reference: string,
  { $ref: _, ...siblings }: JsonObject,
): Generator<[string, JsonValue]> {
  const target = valueAt(document, reference.slice(1));
  if (!isObject(target) || JSON.stringify(target).includes(JSON.stringify(reference))) return;
  if (!mayMakeScenarios(document, tokens, target)) yield ["inline", { ...target, ...siblings }];
}

function reversed(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).toReversed());
}
