import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { type Comparison, compareContracts, runCompat } from "../src/compat/index.ts";
import { withNode } from "../src/score/edit.ts";
import { type Change, rename, set } from "./support/change.ts";
import { contractOf } from "./support/contract-with.ts";
import { commitAll } from "./support/git.ts";
import { shop } from "./support/shop.ts";

const list = "/paths/~1shelves~1{shelf}~1items/get";
const put = "/paths/~1shelves~1{shelf}~1items/put";
const item = "/components/schemas/Item";
const newItem = "/components/schemas/NewItem";

const added = { name: "added", in: "query", schema: { type: "string" } };

const breaking: readonly [name: string, change: Change][] = [
  ["a path is renamed", rename("/paths/~1shelves~1{shelf}~1items", "/racks/{shelf}/items")],
  ["an operation is removed", set(put, undefined)],
  ["a method is changed", rename(put, "patch")],
  ["a way of authenticating is removed", set("/security/1", undefined)],
  ["credentials are asked for together", set("/security", [{ key: [], token: [] }])],
  ["the header of a key is renamed", set("/components/securitySchemes/key/name", "X-Other")],
  ["a required query parameter is added", set(`${list}/parameters/5`, { ...added, required: true })],
  ["a required header is added", set(`${list}/parameters/5`, { ...added, in: "header", required: true })],
  ["an optional parameter becomes required", set(`${list}/parameters/1/required`, true)],
  ["a query parameter is removed", set(`${list}/parameters/2`, undefined)],
  ["a query parameter is renamed", set(`${list}/parameters/1/name`, "size")],
  ["a parameter takes another type", set(`${list}/parameters/2/schema`, { type: "integer" })],
  ["a value of a parameter is removed", set(`${list}/parameters/2/schema/enum`, ["name"])],
  ["a maximum is lowered", set(`${list}/parameters/1/schema/maximum`, 10)],
  ["a minimum is raised", set(`${list}/parameters/1/schema/minimum`, 2)],
  ["a path parameter gets a pattern", set(`${list}/parameters/0/schema/pattern`, "^[a-z]+$")],
  ["a list may hold less", set(`${list}/parameters/3/schema/maxItems`, 1)],
  ["a request body becomes required", set(`${put}/requestBody/required`, true)],
  ["a request body is removed", set(`${put}/requestBody`, undefined)],
  ["a member of the request becomes required", set(`${newItem}/required`, ["name", "price"])],
  ["a member of the request takes another type", set(`${newItem}/properties/price`, { type: "string" })],
  ["a member of the request may no longer be null", set(`${newItem}/properties/note/type`, "string")],
  ["a value of a member of the request is removed", set(`${newItem}/properties/kind/enum`, ["plain"])],
  ["a text of the request has to be shorter", set(`${newItem}/properties/name/maxLength`, 10)],
  ["the request takes no more members", set(`${newItem}/additionalProperties`, false)],
  [
    "the request has another media type",
    rename(`${put}/requestBody/content/application~1json`, "application/xml"),
  ],
  ["a required member of the response may be missing", set(`${item}/required`, ["id", "name"])],
  [
    "a required member of the response is removed",
    (document) =>
      withNode(withNode(document, `${item}/required`, ["id", "name"]), `${item}/properties/price`, undefined),
  ],
  ["a member of the response takes another type", set(`${item}/properties/id/type`, "integer")],
  ["an integer of the response may be any number", set(`${item}/properties/price/type`, "number")],
  ["a member of the response may be null", set(`${item}/properties/name/type`, ["string", "null"])],
  [
    "a value of a member of the response is added",
    set(`${item}/properties/kind/enum`, ["plain", "fancy", "huge"]),
  ],
  ["a text of the response may be longer", set(`${item}/properties/note/maxLength`, 30)],
  ["a nested member of the response may be missing", set(`${item}/properties/size/required`, [])],
  [
    "the response has another media type",
    rename(`${list}/responses/200/content/application~1json`, "text/json+x"),
  ],
  ["the response has another status", rename(`${list}/responses/200`, "206")],
  ["a header of the response may be missing", set(`${list}/responses/200/headers/X-Total/required`, false)],
  ["the response has no body any more", set(`${list}/responses/200/content`, undefined)],
];

const loosened: readonly [name: string, change: Change][] = [
  ["a member of the response may be anything", set(`${item}/properties/id`, {})],
  ["a member of the response has no schema but true", set(`${item}/properties/id`, true)],
  ["the items of the response may be anything", set(item, {})],
  [
    "a response says nothing of its items",
    set(`${list}/responses/200/content/application~1json/schema/items`, undefined),
  ],
  ["another success status is possible", set(`${list}/responses/204`, { description: "None." })],
  ["a redirect is possible", set(`${list}/responses/302`, { description: "Elsewhere." })],
  ["a member of the request gets a format", set(`${newItem}/properties/note/format`, "date")],
  ["a member of the request is a multiple", set(`${newItem}/properties/price/multipleOf`, 5)],
  ["members of the request need each other", set(`${newItem}/dependentRequired`, { price: ["note"] })],
  ["a list has no item twice", set(`${list}/parameters/3/schema/uniqueItems`, true)],
];

const harmless: readonly [name: string, change: Change][] = [
  ["a description is changed", set(`${list}/description`, "Lists the items.")],
  [
    "an example is changed",
    set(`${list}/responses/200/content/application~1json/examples/listed/value/0/name`, "Cap"),
  ],
  [
    "an operation is added",
    set("/paths/~1other", {
      get: { operationId: "readOther", responses: { "204": { description: "Nothing." } } },
    }),
  ],
  ["an optional query parameter is added", set(`${list}/parameters/5`, added)],
  ["an optional header is added", set(`${list}/parameters/5`, { ...added, in: "header" })],
  ["a required parameter becomes optional", set(`${list}/parameters/4/required`, false)],
  ["a value of a parameter is added", set(`${list}/parameters/2/schema/enum`, ["name", "price", "size"])],
  ["a maximum is raised", set(`${list}/parameters/1/schema/maximum`, 100)],
  ["a member of the request is added", set(`${newItem}/properties/colour`, { type: "integer" })],
  ["a required member of the request becomes optional", set(`${newItem}/required`, [])],
  ["a member of the request may be null", set(`${newItem}/properties/price/type`, ["number", "null"])],
  ["a text of the request may be longer", set(`${newItem}/properties/name/maxLength`, 40)],
  ["a way of authenticating is added", set("/security/2", {})],
  ["a member of the response is added", set(`${item}/properties/colour`, { type: "string" })],
  ["a member of the response becomes required", set(`${item}/required`, ["id", "name", "price", "kind"])],
  ["a value of a member of the response is removed", set(`${item}/properties/kind/enum`, ["plain"])],
  ["a minimum of the response is raised", set(`${item}/properties/price/minimum`, 1)],
  [
    "an error response is added",
    (document) => withNode(document, `${list}/responses/404`, { description: "There is none." }),
  ],
  [
    "the response may have another media type beside",
    set(`${list}/responses/200/content/text~1csv`, { schema: { type: "string" } }),
  ],
  [
    "an optional header with a schema is added",
    set(`${list}/parameters/5`, { ...added, in: "header", schema: { type: "integer" } }),
  ],
  [
    "an optional cookie with a schema is added",
    set(`${list}/parameters/5`, { ...added, in: "cookie", schema: { type: "integer" } }),
  ],
  ["an optional member of the response is gone", set(`${item}/properties/note`, undefined)],
  ["a default answer is added", set(`${list}/responses/default`, { description: "An error." })],
  ["an operationId is changed", set(`${list}/operationId`, "findItems")],
  [
    "a schema is inlined",
    (document) =>
      withNode(document, `${list}/responses/200/content/application~1json/schema/items/$ref`, `#${item}`),
  ],
];

const base = await contractOf(shop);

test.each([...breaking, ...loosened])("It breaks callers that %s.", async (_name, change) => {
  const found = compareContracts(base, await contractOf(change(shop)));
  const [first] = found.filter((each) => each.for === "callers");
  expect(first?.request.target).toContain("/items");
});

test.each(harmless)("It does not break callers that %s.", async (_name, change) => {
  const found = compareContracts(base, await contractOf(change(shop)));
  expect(found.filter((each) => each.for === "callers")).toEqual([]);
});

test("What a server has to do anew breaks servers.", async () => {
  const change = set(`${newItem}/properties/price/type`, ["number", "null"]);
  const found = compareContracts(base, await contractOf(change(shop)));
  expect(found.map((each) => each.for)).toEqual(["servers"]);
});

async function compat(
  old: JsonObject,
  changed: JsonObject,
  ...more: readonly string[]
): Promise<{ code: number; out: string }> {
  const folder = await mkdtemp(join(tmpdir(), "compat-"));
  await writeFile(join(folder, "old.json"), JSON.stringify(old));
  await writeFile(join(folder, "new.json"), JSON.stringify(changed));
  const out: string[] = [];
  const print = (text: string): void => void out.push(text);
  const args = [join(folder, "old.json"), "--contract", join(folder, "new.json"), ...more];
  return { code: await runCompat(args, { print, printError: print }), out: out.join("") };
}

test("A breaking change fails unless the major version is raised.", async () => {
  const broken = withNode(shop, `${newItem}/required`, ["name", "price"]);
  expect(await compat(shop, broken)).toMatchObject({
    code: 1,
    out: expect.stringContaining("raise the major version"),
  });
  expect(await compat(shop, withNode(broken, "/info/version", "2.0.0"))).toMatchObject({ code: 0 });
  expect(await compat(shop, shop, "--markdown")).toMatchObject({
    code: 0,
    out: expect.stringContaining("Nothing has changed."),
  });
});

test("The old contract is found at a git ref.", async () => {
  const folder = await mkdtemp(join(tmpdir(), "compat-git-"));
  const file = join(folder, "openapi.json");
  await writeFile(file, JSON.stringify(shop));
  await commitAll(folder);
  await writeFile(file, JSON.stringify(withNode(shop, put, undefined)));
  const out: string[] = [];
  const print = (text: string): void => void out.push(text);
  expect(await runCompat(["HEAD", "--contract", file], { print, printError: print })).toBe(1);
  expect(out.join("")).toContain("putItem, for callers: There is no PUT of this path.");
  expect(out.join("")).toContain("  HEAD:openapi.json:1\n");
  expect(await runCompat(["no-such-ref", "--contract", file], { print, printError: print })).toBe(2);
});

test("The old contract may stand in several files, anywhere in the repository.", async () => {
  const folder = await mkdtemp(join(tmpdir(), "compat-files-"));
  await mkdir(join(folder, "api"));
  const file = join(folder, "api", "openapi.json");
  const shared = join(folder, "item.json");
  const pulled = withNode(
    shop,
    `${list}/responses/200/content/application~1json/schema/items/$ref`,
    "../item.json",
  );
  await writeFile(file, JSON.stringify(pulled));
  const schema = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
  await writeFile(shared, JSON.stringify(schema));
  await commitAll(folder);
  await writeFile(shared, JSON.stringify({ ...schema, required: [] }));
  const out: string[] = [];
  const print = (text: string): void => void out.push(text);
  expect(await runCompat(["HEAD", "--contract", file, "--json"], { print, printError: print })).toBe(1);
  const { changes }: Comparison = JSON.parse(out.join(""));
  expect(changes).toMatchObject([{ breaks: ["callers", "build"], location: { file: shared } }]);
});

test("A comment of a pull request lists every change, with its witnesses folded.", async () => {
  const changed = [`${newItem}/required`, `${item}/required`].reduce<JsonObject>(
    (document, pointer) =>
      withNode(document, pointer, pointer === `${newItem}/required` ? ["name", "price"] : ["id"]),
    shop,
  );
  const { out } = await compat(
    shop,
    withNode(changed, `${list}/description`, "A | <b>list</b>"),
    "--markdown",
  );
  expect(out).toMatch(/^## 3? ?\d* ?breaking/m);
  expect(out).toMatch(/^\| change \| callers \| servers \| build \| where \|$/m);
  expect(out.match(/<details>/g)?.length).toBe(out.match(/<\/details>/g)?.length);
  expect(out).not.toContain("<b>list");
  expect(out).toContain('curl -i -X PUT "$BASE_URL/shelves/a/items"');
});

test("A contract that cannot be read is told by its place at the git ref.", async () => {
  const { code, out } = await compat({ openapi: "3.1.1" }, shop);
  expect({ code, out }).toEqual({ code: 2, out: expect.stringContaining("old.json") });
});
