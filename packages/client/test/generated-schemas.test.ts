import { describe, expect, test } from "vitest";
import { contractNamed, generatedClient } from "./generated-client.ts";
import { answering, rejectionOf } from "./service.ts";

const client = await generatedClient(contractNamed("schemas.yaml"));

test("what is referred to within a schema has the type that it has there, and `$defs` is no member", async () => {
  const use = `
import type { Client } from "./src/index.ts";

export async function use(api: Client): Promise<void> {
  const line = { count: 1, next: { count: 2 } };
  const order = await api.addOrder({ body: { lines: [line], first: line, payment: { card: "4" }, card: { card: "5" }, currency: "EUR" } });
  order.first.next?.next?.count satisfies number | undefined;
  order.lines[0]?.count satisfies number | undefined;
  if (order.payment !== "cash") order.payment.card satisfies string;
  order.card?.card satisfies string | undefined;
  // @ts-expect-error it is no member
  order.$defs;
  // @ts-expect-error a payment is a card or cash
  await api.addOrder({ body: { lines: [], first: line, payment: "money" } });
  // @ts-expect-error a line has a count
  await api.addOrder({ body: { lines: [], first: { next: line }, payment: "cash" } });
}
`;
  expect(await client.compile(use)).toBe("");
});

test("a reference to a reference, and one to a place in a path, leads to what is there", async () => {
  const use = `
import { type Client, isStatusError } from "./src/index.ts";

export async function use(api: Client): Promise<void> {
  const drawers = await api.listDrawers({ room: true, floor: 1 }).catch((error: unknown) => {
    if (isStatusError("listDrawers", error)) error.body.since satisfies number;
    return [];
  });
  drawers satisfies string[];
  // @ts-expect-error the room is a truth value
  await api.listDrawers({ room: "1" });
  // @ts-expect-error the floor is a number
  await api.listDrawers({ room: true, floor: "1" });
}
`;
  expect(await client.compile(use)).toBe("");
});

test("a declared member keeps its type beside others that have one", async () => {
  const use = `
import type { Client } from "./src/index.ts";

export async function use(api: Client): Promise<void> {
  const bag = await api.addBag({ body: { owner: { id: "1" }, size: 1, locked: true, "x-none": null } });
  bag.owner.id satisfies string;
  bag.size satisfies number | undefined;
  const other = bag["locked"];
  if (typeof other === "boolean") other satisfies boolean;
  // @ts-expect-error it may be anything that a member is
  other satisfies boolean;
  // @ts-expect-error the owner is no truth value
  await api.addBag({ body: { owner: true } });
  // @ts-expect-error no member is a text
  await api.addBag({ body: { owner: { id: "1" }, other: "text" } });
  // @ts-expect-error the owner is required
  await api.addBag({ body: { size: 1 } });
}
`;
  expect(await client.compile(use)).toBe("");
});

test("what several parts say of a value holds together", async () => {
  const use = `
import type { Client } from "./src/index.ts";

export async function use(api: Client): Promise<void> {
  const person = await api.findPerson({ like: "a" });
  person.name satisfies string;
  person.nick satisfies string;
  person.age satisfies number | undefined;
  person.tags satisfies string[][];
  // @ts-expect-error there is no such member
  person.none;
  const page = await api.listCats();
  page.items[0]?.lives satisfies number | undefined;
  page.next satisfies number | undefined;
  // @ts-expect-error it is a text
  await api.findPerson({ like: 1 });
}
`;
  expect(await client.compile(use)).toBe("");
});

test("what a schema requires is required of its alternatives, and what these require of its members", async () => {
  const use = `
import type { Client } from "./src/index.ts";

export async function use(api: Client): Promise<void> {
  const contact = await api.addContact({ body: { kind: "mail", mail: "a@b", place: "home" } });
  contact.kind satisfies "mail" | "phone";
  if (contact.kind === "mail") contact.mail satisfies string;
  else contact.phone satisfies string;
  // @ts-expect-error it has no kind
  await api.addContact({ body: { mail: "a@b", place: "home" } });
  // @ts-expect-error it has no phone
  await api.addContact({ body: { kind: "phone", mail: "a@b", place: "home" } });
}
`;
  expect(await client.compile(use)).toBe("");
});

test("a value that asks for nothing is one wherever it is listed", async () => {
  const use = `
import type { Client } from "./src/index.ts";

export async function use(api: Client): Promise<void> {
  const lamp = await api.readLamp({ with: ["bulb", "none"], one: "shade" });
  lamp.bulb satisfies string;
  lamp.shade satisfies number;
  // @ts-expect-error it was not asked for
  (await api.readLamp({ with: ["none"], one: "none" })).bulb;
  // @ts-expect-error there is no such part
  await api.readLamp({ with: ["cord"] });
}
`;
  expect(await client.compile(use)).toBe("");
  const service = await answering(200, { bulb: "b" }, { "Content-Type": "application/json" });
  const api = client.create({ baseUrl: service.url });
  await api["readLamp"]?.({ with: ["bulb", "none"], one: "none" });
  expect(service.received.map(({ target }) => target)).toEqual(["/lamps?with=bulb,none&one=none"]);
});

describe("of alternatives", () => {
  const read = async (name: string, body: unknown): Promise<unknown> => {
    const service = await answering(200, JSON.stringify(body), { "Content-Type": "application/json" });
    return client.create({ baseUrl: service.url })[name]?.();
  };

  test.each([
    ["readPet", { kind: "dog", barks: true }],
    ["readPet", { kind: "cat", lives: 9, barks: 1 }],
    ["readPet", { kind: "bird" }],
    ["readName", "Rex"],
    ["readName", { first: "Rex", last: null }],
    ["readName", { nick: "R" }],
  ])("one is read by %s: %j", async (name, body) => {
    expect(await read(name, body)).toEqual(body);
  });

  test.each([
    ["readPet", { kind: "dog" }],
    ["readPet", { kind: "dog", lives: 9 }],
    ["readPet", { kind: "cat", lives: null }],
    ["readName", {}],
    ["readName", { last: "Rex" }],
    ["readName", { first: "Rex" }],
  ])("what the one that is meant requires is missed by %s: %j", async (name, body) => {
    expect(await rejectionOf(read(name, body))).toMatchObject({ kind: "unreadable", status: 200 });
  });

  test("what all of them require is missed by its name", async () => {
    expect(await rejectionOf(read("readPet", { barks: true, name: "Rex" }))).toMatchObject({
      message: expect.stringContaining("without kind, "),
    });
    expect(await rejectionOf(read("readPet", { kind: null }))).toMatchObject({
      message: expect.stringContaining("without kind, "),
    });
  });
});

test.each([
  [{ code: 1, since: 2 }, "without owner, "],
  [{ code: 1, owner: "a" }, "without since, "],
  [[], "[]"],
  [null, "null"],
])(
  "what is required whichever way a condition goes, and all parts call an object, is missed: %j",
  async (lock, text) => {
    const service = await answering(200, lock, { "Content-Type": "application/json" });
    const call = client.create({ baseUrl: service.url })["readLock"]?.();
    expect(await rejectionOf(call ?? Promise.resolve())).toMatchObject({
      kind: "unreadable",
      message: expect.stringContaining(text),
    });
  },
);

test("the first items of a list travel as JSON where they are objects, whatever the others are", async () => {
  const service = await answering(
    200,
    { code: 1, owner: "a", since: 2 },
    { "Content-Type": "application/json" },
  );
  await client.create({ baseUrl: service.url })["readLock"]?.({ near: [{ door: 1 }, "b"] });
  expect(service.received.map(({ target }) => decodeURIComponent(target))).toEqual([
    '/locks?near={"door":1},b',
  ]);
});

test("a value of a list without null is missed where it is null", async () => {
  const contact = { kind: "mail", mail: "a", place: null };
  const service = await answering(200, contact, { "Content-Type": "application/json" });
  const call = client.create({ baseUrl: service.url })["addContact"]?.({ body: contact });
  expect(await rejectionOf(call ?? Promise.resolve())).toMatchObject({
    message: expect.stringContaining("without place, "),
  });
});

test.each([
  [{ age: 1, nick: "n", tags: [] }, "name"],
  [{ age: 1, nick: "n", tags: [], name: null }, "name"],
  [{ age: 1, name: "a", tags: [] }, "nick"],
  [{ age: 1, name: "a", nick: "n" }, "tags"],
  [{ age: 1, name: "a", nick: "n", tags: {} }, "tags"],
])("what any part of %j requires is missed: %s", async (person, name) => {
  const service = await answering(200, person, { "Content-Type": "application/json" });
  const api = client.create({ baseUrl: service.url });
  expect(await rejectionOf(api["findPerson"]?.() ?? Promise.resolve())).toMatchObject({
    kind: "unreadable",
    message: expect.stringContaining(`without ${name}, `),
  });
});

test("words have the narrowest type that is said", async () => {
  const use = `
import type { Client } from "./src/index.ts";

export async function use(api: Client): Promise<void> {
  const words = await api.listWords();
  words.word satisfies "a" | "b";
  words.none satisfies null;
  words.lists satisfies number[][];
  words.either satisfies string | null;
}
`;
  expect(await client.compile(use)).toBe("");
});

test("a list is a tuple if it has all of its first items and says nothing of more", async () => {
  const use = `
import type { Client } from "./src/index.ts";

export async function use(api: Client): Promise<void> {
  const shelf = await api.addShelf({ body: { spot: ["a", 1], place: ["a"], row: ["a", 1, 2] } });
  shelf.spot[0] satisfies string;
  shelf.spot[1] satisfies number;
  shelf.place[1] satisfies string | number | undefined;
  // @ts-expect-error it may not be there
  shelf.place[1] satisfies string | number;
  shelf.row[2] satisfies string | number | undefined;
  // @ts-expect-error its items are texts and numbers
  await api.addShelf({ body: { spot: ["a", 1], place: [true], row: ["a"] } });
  // @ts-expect-error it has no number
  await api.addShelf({ body: { spot: ["a"], place: [], row: ["a"] } });
}
`;
  expect(await client.compile(use)).toBe("");
});
