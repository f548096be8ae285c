import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { contractNamed, generatedClient } from "./generated-client.ts";
import { answering, rejectionOf } from "./service.ts";

const client = await generatedClient(contractNamed("types.yaml"));

test("what only one side sends is asked of that side alone, wherever its mark stands", async () => {
  const use = `
import type { Client, Schemas } from "./src/index.ts";

export async function use(api: Client): Promise<void> {
  const made = await api.openAccount({ body: { secret: "s", place: [1, "a"] } });
  made.id satisfies string;
  // @ts-expect-error it is never answered
  made.secret;
  // @ts-expect-error it is never sent
  await api.openAccount({ body: { id: "1", secret: "s", place: [1, "a"] } });
  made.since satisfies string | undefined;
  // @ts-expect-error a part of it is never answered
  made.hint;
  await api.openAccount({ body: { secret: "s", hint: "h", place: [1, "a"] } });
  // @ts-expect-error a part of it is never sent
  await api.openAccount({ body: { since: "now", secret: "s", place: [1, "a"] } });
  const raw = await api.raw.POST("/accounts", { body: { secret: "s", place: [1, "a"] } });
  raw.data?.id satisfies string | undefined;
  const account: Schemas["Account"] = made;
  console.log(account);
}
`;
  expect(await client.compile(use)).toBe("");
});

test("a mark takes nothing from the types of all else", async () => {
  const use = `
import type { Client } from "./src/index.ts";

export async function use(api: Client): Promise<void> {
  const like = { id: "1", secret: "s", place: [1, "a"] as [number, string] };
  const found = await api.findAccount({ like });
  found.place satisfies [number, string];
  if (found.owner?.kind === "firm") found.owner.accounts[0]?.place satisfies [number, string] | undefined;
  if (found.owner?.kind === "person") found.owner.age satisfies number;
  // @ts-expect-error it is a pair
  await api.openAccount({ body: { secret: "s", place: [1, "a", 2] } });
  const notes = found.notes;
  if (typeof notes === "object" && typeof notes[0] === "object") notes[0][0] satisfies typeof notes | string | undefined;
  // @ts-expect-error a note is a text
  await api.openAccount({ body: { secret: "s", place: [1, "a"], notes: [[1]] } });
  await api.openAccount({ body: { secret: "s", place: [1, "a"], notes: ["a", ["b"]] } });
  await api.raw.GET("/accounts", { params: { query: { like } } });
}
`;
  expect(await client.compile(use)).toBe("");
});

test("what leads to no mark has the types of a contract without marks, which cost the compiler less", async () => {
  const use = `
import type { ReadBoxData, ReplaceBoxArguments, Schemas } from "./src/index.ts";
import type { components, operations } from "./src/generated/openapi.ts";

type IsSame<One, Other> =
  (<Type>() => Type extends One ? 1 : 2) extends <Type>() => Type extends Other ? 1 : 2 ? true : false;
type Box = components["schemas"]["Box"];

export const unmarked: readonly boolean[] = [
  true satisfies IsSame<Schemas["Box"], Box>,
  true satisfies IsSame<ReadBoxData, operations["readBox"]["responses"]["200"]["content"]["application/json"]>,
  true satisfies IsSame<ReplaceBoxArguments["id"], operations["replaceBox"]["parameters"]["path"]["id"]>,
  false satisfies IsSame<Schemas["Firm"], components["schemas"]["Firm"]>,
  false satisfies IsSame<Schemas["Lock"], components["schemas"]["Lock"]>,
];
`;
  expect(await client.compile(use)).toBe("");
});

test("a number or a truth value asks for parts of the body as such", async () => {
  const use = `
import type { Client } from "./src/index.ts";

export async function use(api: Client, flag: boolean): Promise<void> {
  const box = await api.listBoxes({ depths: [1] });
  box.one satisfies string;
  // @ts-expect-error it was not asked for
  box.two;
  // @ts-expect-error nothing was asked for
  (await api.listBoxes({ depths: [0] })).one;
  // @ts-expect-error it is a number
  await api.listBoxes({ depths: ["1"] });
  const later: (1 | 2)[] = [];
  (await api.listBoxes({ depths: later })).two satisfies string | undefined;

  const both = await api.readBox({ id: "1", withOwner: true, depth: 2 });
  both.owner satisfies string;
  both.two satisfies string;
  const perhaps = await api.readBox({ id: "1", withOwner: flag });
  perhaps.owner satisfies string | undefined;
  // @ts-expect-error it may not have been asked for
  perhaps.owner satisfies string;
  // @ts-expect-error it was asked to be left out
  (await api.readBox({ id: "1", withOwner: false, depth: 0 })).owner;
  // @ts-expect-error there is no such depth
  await api.readBox({ id: "1", depth: 3 });
  // @ts-expect-error it is no text
  await api.readBox({ id: "1", withOwner: "true" });
  await api.raw.GET("/boxes/{id}", { params: { path: { id: "1" }, query: { withOwner: true, depth: 1 } } });
}
`;
  expect(await client.compile(use)).toBe("");
});

test("what asks by a number or a truth value travels as its text, and is checked", async () => {
  const service = await answering(200, { owner: "o", two: "t" }, { "Content-Type": "application/json" });
  const api = client.create({ baseUrl: service.url });
  await api["readBox"]?.({ id: "1", withOwner: true, depth: 2 });
  await api["readBox"]?.({ id: "1", withOwner: false, depth: 0 });
  await api["listBoxes"]?.({ depths: [2, 0] });
  const error = await rejectionOf(api["readBox"]?.({ id: "1", depth: 1 }) ?? Promise.resolve());
  expect(error).toMatchObject({ message: expect.stringContaining("without 1, which was asked for") });
  expect(service.received.map(({ target }) => target)).toEqual([
    "/boxes/1?withOwner=true&depth=2",
    "/boxes/1?withOwner=false&depth=0",
    "/boxes?depths=2,0",
    "/boxes/1?depth=1",
  ]);
});

test.each([
  [200, "null", null],
  [204, "", undefined],
])("what asks for nothing is missed in no answer: %s %s", async (status, body, data) => {
  const service = await answering(status, body, status === 200 ? { "Content-Type": "application/json" } : {});
  const api = client.create({ baseUrl: service.url });
  expect(await api["readLid"]?.({ id: "1", withOwner: false })).toBe(data);
});

test.each([
  ["application/json", '{"maker":null,"one":null}', { maker: null, one: null }],
  ["text/plain", "A hinge.", "A hinge."],
])(
  "what asks by a number or a truth value may find null, or a body without it: %s %s",
  async (type, body, data) => {
    const service = await answering(200, body, { "Content-Type": type });
    const api = client.create({ baseUrl: service.url });
    expect(await api["readHinge"]?.({ id: "1", withMaker: true, sizes: [1, 2] })).toEqual(data);
  },
);

test("a header that is required is required of raw calls too", async () => {
  const use = `
import type { Client } from "./src/index.ts";

export async function use(api: Client): Promise<void> {
  const path = { id: "1" };
  await api.raw.PUT("/boxes/{id}", { params: { path, header: { "If-Match": "1" } } });
  await api.raw.DELETE("/boxes/{id}", { params: { path } });
  // @ts-expect-error it is required
  await api.raw.PUT("/boxes/{id}", { params: { path } });
  // @ts-expect-error it is required
  await api.raw.PUT("/boxes/{id}", { params: { path, header: {} } });
}
`;
  expect(await client.compile(use)).toBe("");
});

test("a path item that is merged has the methods and arguments of both sides", async () => {
  const use = `
import type { Client } from "./src/index.ts";

export async function use(api: Client): Promise<void> {
  await api.listShelves({ room: "1" });
  await api.addShelf({ room: "1" });
  // @ts-expect-error the room is required
  await api.listShelves();
}
`;
  expect(await client.compile(use)).toBe("");
});

test("what no types can be made of is refused with its file, and without a stack", async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), "refused-")), "refused.yaml");
  const text = await readFile(contractNamed("types.yaml"), "utf8");
  const circle = '  responses: { A: { $ref: "#/components/responses/A" } }';
  await writeFile(file, text.replace(/^components:$/m, `components:\n${circle}`));
  const refused: unknown = await rejectionOf(generatedClient(file));
  const said = `${file}:1:1 No types can be generated from ${file}: `;
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(said) });
  expect(refused).not.toMatchObject({ stderr: expect.stringMatching(/^\s+at /m) });
});
