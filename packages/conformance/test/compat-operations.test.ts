import type { JsonObject } from "@workflow-api/contract";
import { describe, expect, test } from "vitest";
import { compareContracts } from "../src/compat/index.ts";
import { withName, withNode } from "../src/score/edit.ts";
import { both, type Change, named, rename, set } from "./support/change.ts";
import { contractOf } from "./support/contract-with.ts";
import { filter, get, loose, problem, things, titled } from "./support/things.ts";

const parameters = `${get}/parameters`;
const responses = `${get}/responses`;
const inside = "content/application~1json/schema/properties";
const renamedPath: Change = (document) =>
  withName(
    withNode(withNode(document, `${parameters}/0/name`, "thingId"), `${parameters}/0/schema/type`, "integer"),
    "/paths/~1things~1{id}.{form}",
    "/things/{thingId}.{form}",
  );
const rows: readonly [what: string, change: Change, whom: readonly string[]][] = [
  ["an optional header is gone", set(`${responses}/200/headers`, undefined), []],
  [
    "an optional header is added",
    set(`${responses}/200/headers/X-Left`, { schema: { type: "integer" } }),
    [],
  ],
  ["a header is spelt otherwise", rename(`${responses}/200/headers/X-Rate`, "x-rate"), []],
  ["a header takes another type", set(`${responses}/200/headers/X-Rate/schema/type`, "string"), ["callers"]],
  [
    "an object of the query has another member",
    set(`${parameters}/2/schema/properties/size`, { type: "integer" }),
    ["servers"],
  ],
  ["an object of the query has lost a member", set(`${parameters}/2/schema/properties`, {}), ["callers"]],
  [
    "a member of an object of the query takes less",
    set(`${parameters}/2/schema/properties/colour/enum`, ["red"]),
    ["callers"],
  ],
  [
    "JSON of the query has another member",
    set(`${parameters}/3/${inside}/size`, { type: "integer" }),
    ["servers"],
  ],
  ["JSON of the query has lost a member", set(`${parameters}/3/${inside}`, {}), ["callers"]],
  [
    "JSON of the query is a form",
    both(set(`${parameters}/3/content`, undefined), set(`${parameters}/3/schema`, filter)),
    ["callers", "servers"],
  ],
  [
    "a parameter is added beside an object",
    set(`${parameters}/5`, { name: "page", in: "query", schema: { type: "integer" } }),
    ["servers"],
  ],
  ["a default is another", set(`${parameters}/4/schema/default`, 20), ["callers", "servers"]],
  ["a default is gone", set(`${parameters}/4/schema/default`, undefined), ["callers"]],
  ["a part of a path is renamed", renamedPath, []],
  [
    "a part of a path is renamed and takes less",
    both(renamedPath, set("/paths/~1things~1{thingId}.{form}/get/parameters/0/schema/maximum", 9)),
    ["callers"],
  ],
  [
    "a segment of the servers is one of the paths",
    both(set("/servers/0/url", "/"), rename("/paths/~1things~1{id}.{form}", "/v1/things/{id}.{form}")),
    [],
  ],
  ["the servers have another path", set("/servers/0/url", "/v2"), ["callers"]],
  ["the servers have an address that is none", set("/servers/0/url", "https://"), ["callers"]],
  ["the servers have a host", set("/servers/0/url", "https://things.example/v1"), []],
  ["any error needs less", set(`${responses}/default`, problem(loose)), ["callers"]],
  ["an error needs less than any other", set(`${responses}/404`, problem(loose)), ["callers"]],
  ["an error has what any other has", set(`${responses}/404`, problem(titled)), []],
  [
    "errors have classes of their own",
    both(
      set(`${responses}/default`, undefined),
      set(`${responses}/4XX`, problem(titled)),
      set(`${responses}/5XX`, problem(titled)),
    ),
    [],
  ],
  [
    "a body is added where there was none",
    set(`${responses}/204/content`, { "text/plain": {} }),
    ["servers"],
  ],
  ["one status becomes a class", rename(`${responses}/200`, "2XX"), ["callers"]],
  [
    "a media type is spelt otherwise",
    rename(`${responses}/200/content/application~1json`, "Application/JSON"),
    [],
  ],
  [
    "a media type has another parameter",
    rename(`${responses}/200/content/application~1json`, "application/json; version=2"),
    ["servers"],
  ],
  [
    "a scheme is renamed",
    both(rename("/components/securitySchemes/login", "door"), set(`${get}/security`, [{ door: ["read"] }])),
    [],
  ],
  [
    "a scheme is renamed and asks for more",
    both(
      rename("/components/securitySchemes/login", "door"),
      set(`${get}/security`, [{ door: ["read", "list"] }]),
    ),
    ["callers"],
  ],
];

describe.each(rows)("That %s", (_what, change, whom) => {
  test(`breaks ${named(whom)}.`, async () => {
    const found = compareContracts(await contractOf(things), await contractOf(change(things)));
    const reasons = JSON.stringify(found.map(({ reason }) => reason));
    expect([...new Set(found.map((each) => each.for))], reasons).toEqual(whom);
  });
});

test("A success that only default describes is one.", async () => {
  const success = { description: "The thing.", content: { "application/json": { schema: titled } } };
  const old = set(responses, { default: success })(things);
  const changed = set(responses, {
    default: { ...success, content: { "application/json": { schema: loose } } },
  })(things);
  const found = compareContracts(await contractOf(old), await contractOf(changed));
  expect(found).toMatchObject([{ for: "callers", answer: { status: 200 } }]);
});

test("What is left out and means something else is shown by a request without it.", async () => {
  const change = set(`${parameters}/4/schema/default`, 20);
  const [found] = compareContracts(await contractOf(things), await contractOf(change(things)));
  expect(found?.reason).toBe("The query parameter limit stands for 20 where it is left out, and not for 10.");
  expect(found?.request.target).not.toContain("limit");
});

test.each([
  ["an object of the query", `${parameters}/2/schema`, "filter"],
  ["JSON of the query", `${parameters}/3/content/application~1json/schema`, "near"],
])("A member that is left out of %s means something else by another default.", async (_what, at, name) => {
  const shaded = (shade: string): Change => set(`${at}/properties/shade`, { type: "string", default: shade });
  const old = shaded("light")(things);
  const found = compareContracts(await contractOf(old), await contractOf(shaded("dark")(old)));
  const member = `The member /shade of the query parameter ${name} stands for`;
  expect(found.map((each) => `${each.for}: ${each.reason}`)).toEqual([
    `callers: ${member} "dark" where it is left out, and not for "light".`,
    `servers: ${member} "light" where it is left out, and not for "dark".`,
  ]);
});

const list = { type: "array", items: { type: "string" } };

test.each([
  ["query", "may not be empty any more", { type: "string", minLength: 1 }, ["callers"]],
  ["header", "may not be empty any more", { type: "string", minLength: 1 }, ["callers"]],
  ["cookie", "may not be empty any more", { type: "string", pattern: "." }, ["callers"]],
  ["query", "may be a list", list, ["servers"]],
] as const)("That an optional text of the %s %s breaks those that an empty one shows.", async (...row) => {
  const [place, , schema, whom] = row;
  const word = (of: JsonObject): Change =>
    set(`${parameters}/5`, { name: "word", in: place, schema: { ...of } });
  const old = await contractOf(word({ type: "string" })(things));
  const found = compareContracts(old, await contractOf(word(schema)(things)));
  expect(found.map((each) => each.for)).toEqual(whom);
});

test("Whoever may be anonymous misses that credentials are read.", async () => {
  const old = set(`${get}/security`, [{ login: ["read"] }, {}])(things);
  const changed = set("/components/securitySchemes/login", { type: "apiKey", in: "header", name: "X-Key" })(
    old,
  );
  const found = compareContracts(await contractOf(old), await contractOf(changed));
  expect(found.map((each) => `${each.for}: ${each.reason}`)).toEqual([
    "callers: The credentials are none of the contract's: who sends them is anonymous.",
    "servers: The credentials are none of the contract's: who sends them is anonymous.",
  ]);
  const open = set(`${get}/security`, [])(old);
  expect(compareContracts(await contractOf(old), await contractOf(open)).map((each) => each.for)).toEqual([]);
});

test.each<[what: string, change: Change, whom: readonly string[]]>([
  ["takes less", set(`${parameters}/5/schema/maximum`, 9), ["callers"]],
  ["takes more", set(`${parameters}/5/schema/type`, "number"), ["servers"]],
  ["is gone", set(`${parameters}/5`, undefined), ["callers", "servers"]],
  ["stays beside another change", set(`${parameters}/4/schema/default`, 20), ["callers", "servers"]],
])("With brackets in its name, a parameter that %s is told.", async (_what, change, whom) => {
  const schema = { type: "integer" };
  const size = { name: "page[size]", in: "query", required: true, schema, example: 1 };
  const old = set(`${parameters}/5`, size)(things);
  const found = compareContracts(await contractOf(old), await contractOf(change(old)));
  expect([...new Set(found.map((each) => each.for))], JSON.stringify(found)).toEqual(whom);
});
