import {
  appendPointer,
  type Contract,
  isObject,
  type JsonObject,
  type Operation,
  pointerOfReference,
  readContract,
  valueAt,
} from "@workflow-api/contract";
import { fileNamePart } from "../samples/file-name.ts";
import { membersOf, pathItemPointer } from "./extras.ts";

/** A request that the service sends to a server of its user: a webhook, or a callback of an operation. */
export interface Sent {
  readonly kind: "webhooks" | "callbacks";
  /** What the contract calls it. */
  readonly name: string;
  /** The runtime expression that a callback's address comes from. `undefined`: a webhook, which has none. */
  readonly to: string | undefined;
  /** The operation whose callback it is. */
  readonly from: Operation | undefined;
  /** As its receiver has it. */
  readonly operation: Operation;
  /** Of its page, from the root of the site. */
  readonly path: string;
}

type Placed = Omit<Sent, "operation" | "path"> & { readonly pointer: string };

const known = new WeakMap<Contract, readonly Sent[]>();

/** The webhooks of a contract, then the callbacks of its operations. */
export function sentByService(contract: Contract): readonly Sent[] {
  const sent = known.get(contract) ?? readSent(contract);
  known.set(contract, sent);
  return sent;
}

/** What a request of the service is called on the pages. */
export function sentTitle({ name, operation }: Sent): string {
  return operation.summary || name;
}

function readSent(contract: Contract): Sent[] {
  const placed = [
    ...webhooksOf(contract),
    ...contract.operations.flatMap((each) => callbacksOf(contract, each)),
  ];
  const items = new Set(placed.map(({ pointer }) => pointer));
  const operations = items.size === 0 ? [] : readItems(contract, items);
  const taken = new Map<string, number>();
  return placed.flatMap(({ pointer, ...each }) =>
    operations
      .filter((operation) => pathItemPointer(operation.pointer) === pointer)
      .map((operation) => {
        const names = each.from === undefined ? [each.name] : [each.from.operationId, each.name];
        const path = `${each.kind}/${names.map(fileNamePart).join("-")}`;
        const count = (taken.get(path) ?? 0) + 1;
        taken.set(path, count);
        return { ...each, operation, path: count === 1 ? `${path}/` : `${path}~${count}/` };
      }),
  );
}

function webhooksOf(contract: Contract): Placed[] {
  return membersAt(contract, "/webhooks").map(([name, pointer]) => ({
    kind: "webhooks",
    name,
    to: undefined,
    from: undefined,
    pointer,
  }));
}

function callbacksOf(contract: Contract, from: Operation): Placed[] {
  return membersAt(contract, appendPointer(from.pointer, "callbacks")).flatMap(([name, callback]) =>
    membersAt(contract, callback).map(
      ([to, pointer]): Placed => ({ kind: "callbacks", name, to, from, pointer }),
    ),
  );
}

/** The members of an object by name, each with the pointer of what it is or refers to. */
function membersAt(contract: Contract, pointer: string): [name: string, pointer: string][] {
  return membersOf(contract, pointer).map(({ name }) => [
    name,
    targetOf(contract, appendPointer(pointer, name)),
  ]);
}

function targetOf(contract: Contract, pointer: string): string {
  const value = valueAt(contract.document, pointer);
  const reference = isObject(value) ? value["$ref"] : undefined;
  return typeof reference === "string" ? targetOf(contract, pointerOfReference(reference)) : pointer;
}

/** The operations of path items that stand anywhere in a contract, read as those of a server without credentials. */
function readItems(contract: Contract, pointers: ReadonlySet<string>): readonly Operation[] {
  const document = structuredClone(contract.document);
  const isPath = (pointer: string): boolean =>
    contract.operations.some((each) => pathItemPointer(each.pointer) === pointer);
  const added = [...pointers].filter((pointer) => !isPath(pointer));
  for (const pointer of added) nameOperations(valueAt(document, pointer), pointer);
  const references = added.map((pointer) => [
    `/${encodeURIComponent(pointer)}`,
    { $ref: `#${pointer.split("/").map(encodeURIComponent).join("/")}` },
  ]);
  const { paths } = document;
  return readContract({
    ...document,
    security: [],
    paths: { ...(isObject(paths) ? paths : {}), ...Object.fromEntries(references) },
  }).operations;
}

/** Operations that nobody calls by their name need not have one, but are read only if they do. */
function nameOperations(item: unknown, pointer: string): void {
  const members: JsonObject = isObject(item) ? item : {};
  for (const [method, operation] of Object.entries(members)) {
    if (isObject(operation) && operation["operationId"] === undefined) {
      Object.assign(operation, { operationId: appendPointer(pointer, method) });
    }
  }
}
