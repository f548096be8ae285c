import { type Contract, readContract } from "@workflow-api/contract";
import {
  appendPointer,
  isObject,
  isWithin,
  type JsonObject,
  pointerOfReference,
  valueAt,
} from "@workflow-api/contract/json";
import type { Versions } from "../change.ts";
import { canonicalFrom } from "./statements.ts";

// Webhooks and callbacks: requests that servers send to clients. They are read as the operations of
// a contract of their own.

/** A webhook, or a callback of an operation. */
interface Callback {
  /** Its operationId: `webhook.orderPaid`, or `createOrder.callback.paid`. */
  readonly name: string;
  /** A path that no other call has. */
  readonly path: string;
  readonly pointer: string;
  readonly item: JsonObject;
}

/** The webhooks and callbacks of two contracts. `undefined`: they are written equally. */
export function callsOf({ changed, old }: Versions): Versions | undefined {
  const before = listCalls(old);
  const after = listCalls(changed);
  if (statementOf(old, before) === statementOf(changed, after)) return undefined;
  return { old: contractOfCalls(old, before), changed: contractOfCalls(changed, after) };
}

function statementOf({ sourceDocument }: Contract, calls: readonly Callback[]): string {
  const texts = calls.map(({ path, pointer }) => [path, canonicalFrom(sourceDocument, [pointer])]);
  return JSON.stringify(texts);
}

function listCalls({ omitted, operations, sourceDocument }: Contract): Callback[] {
  const pathItems = (holder: string, name: string, member: string): Callback[] =>
    objectMembers(sourceDocument, appendPointer(holder, member)).map(([key, call]) => {
      const isWebhook = holder === "";
      const path = isWebhook ? key : `${name} ${key}`;
      return { ...call, name: isWebhook ? `webhook.${key}` : name, path: callbackPath(path) };
    });
  const callbacks = [...operations, ...omitted].flatMap(({ operationId, pointer }) => {
    const holder = `${pointer}/callbacks`;
    return objectMembers(sourceDocument, holder).flatMap(([name]) =>
      pathItems(holder, `${operationId}.callback.${name}`, name),
    );
  });
  return [...pathItems("", "", "webhooks"), ...callbacks];
}

function callbackPath(path: string): string {
  return `/${encodeURIComponent(path)}`;
}

/** The members of an object of a document that are objects, all behind their references. */
function objectMembers(
  document: JsonObject,
  place: string,
): [string, Pick<Callback, "item" | "pointer">][] {
  const { item, pointer } = behindReference(document, place);
  return Object.keys(item).map((key) => [
    key,
    behindReference(document, appendPointer(pointer, key)),
  ]);
}

function behindReference(
  document: JsonObject,
  pointer: string,
): Pick<Callback, "item" | "pointer"> {
  const value = valueAt(document, pointer);
  const item = isObject(value) ? value : {};
  const { $ref } = item;
  if (typeof $ref !== "string") return { pointer, item };
  const target = pointerOfReference($ref);
  const found = valueAt(document, target);
  return { pointer: target, item: isObject(found) ? found : {} };
}

/** A contract whose operations are calls. */
function contractOfCalls(contract: Contract, calls: readonly Callback[]): Contract {
  const { file, sourceDocument } = contract;
  const items = calls.map(({ item, name, path }) => [path, namedItem(item, name)] as const);
  // A contract has at least one operation.
  const paths = { ...Object.fromEntries(items), "/": { get: { responses: {} } } };
  const { webhooks: _, ...rest } = sourceDocument;
  const document = withoutDirections({ ...rest, paths, security: [], servers: [] });
  const originalPointers = calls.map(
    ({ path, pointer }) => [appendPointer("/paths", path), pointer] as const,
  );
  const locate: Contract["locate"] = (pointer) => {
    const found = originalPointers.find(([start]) => isWithin(pointer, start));
    const [start = "", original = ""] = found ?? [];
    return contract.locate(original + pointer.slice(start.length));
  };
  return readContract(document, { file, locate });
}

/** The name of an operation for people; of a call `webhook orderPaid`. */
export function operationName(operationId: string): string {
  return operationId
    .replace(/^webhook\.(?=.)/, "webhook ")
    .replace(/(?<=.)\.callback\.(?=.)/, ", callback ");
}

const methods = /^(delete|get|patch|post|put)$/;

/** A path item whose operations have the name of their call. */
function namedItem(item: JsonObject, name: string): JsonObject {
  const found = Object.keys(item).filter((key) => methods.test(key));
  const members = Object.entries(item).map(([key, value]) => {
    if (!methods.test(key) || !isObject(value)) return [key, value];
    const { callbacks: _, security: __, ...operation } = value;
    const full = found.length === 1 ? name : `${name}.${key}`;
    return [key, { ...operation, operationId: full.replaceAll(/[^\w.-]/g, "_") }];
  });
  return Object.fromEntries(members);
}

/** `readOnly` and `writeOnly` speak of what clients send: a call sends both. */
function withoutDirections(document: JsonObject): JsonObject {
  return JSON.parse(
    JSON.stringify(document, (name, value) =>
      /^(read|write)Only$/.test(name) && typeof value === "boolean" ? undefined : value,
    ),
  );
}
