import type { JsonObject, JsonValue } from "@workflow-api/contract";
import { describe, expect, test } from "vitest";
import { compareContracts, describeChanges } from "../src/compat/index.ts";
import { toText } from "../src/compat/report.ts";
import { withName, withNode } from "../src/score/edit.ts";
import { type Change, rename, set } from "./support/change.ts";
import { contractOf } from "./support/contract-with.ts";

const problem = (schema: JsonObject): JsonObject => ({
  description: "It is refused.",
  content: { "application/problem+json": { schema } },
});
const titled = { type: "object", required: ["title"], properties: { title: { type: "string" } } };
const filter = { type: "object", properties: { colour: { type: "string" } } };

/** A contract of one operation, with a parameter of each kind that is neither a text nor a list. */
const things: JsonObject = {
  openapi: "3.1.1",
  info: { title: "Things", version: "1.0.0" },
  servers: [{ url: "/v1" }],
  paths: {
    "/things/{id}.{form}": {
      get: {
        operationId: "getThing",
        security: [{ login: ["read"] }],
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "integer" } },
          { name: "form", in: "path", required: true, schema: { type: "string" } },
          { name: "filter", in: "query", style: "deepObject", explode: true, schema: filter },
          { name: "near", in: "query", content: { "application/json": { schema: filter } } },
          { name: "limit", in: "query", schema: { type: "integer", default: 10 } },
        ],
        responses: {
          "200": {
            description: "The thing.",
            headers: { "X-Rate": { schema: { type: "integer" } } },
            content: { "application/json": { schema: { type: "object" } } },
          },
          "204": { description: "There is nothing to say of it." },
          default: problem(titled),
        },
      },
    },
  },
  components: {
    securitySchemes: {
      login: {
        type: "oauth2",
        flows: { clientCredentials: { tokenUrl: "https://login.example/token", scopes: {} } },
      },
    },
  },
};

const get = "/paths/~1things~1{id}.{form}/get";
const parameters = `${get}/parameters`;
const responses = `${get}/responses`;
const inside = "content/application~1json/schema/properties";
const loose = { type: "object", properties: { title: { type: "string" } } };
const renamedPath: Change = (document) =>
  withName(
    withNode(withNode(document, `${parameters}/0/name`, "thingId"), `${parameters}/0/schema/type`, "integer"),
    "/paths/~1things~1{id}.{form}",
    "/things/{thingId}.{form}",
  );
const both =
  (...changes: readonly Change[]): Change =>
  (document) =>
    changes.reduce((changed, change) => change(changed), document);

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

const named = (whom: readonly string[]): string => whom.join(" and ") || "nobody";

const login = "/components/securitySchemes/login";
const flow = `${login}/flows/clientCredentials`;
const byToken = {
  authorizationUrl: "https://login.example/ask",
  tokenUrl: "https://login.example/token",
  scopes: {},
};
const open: Change = set("/components/securitySchemes/login", {
  type: "openIdConnect",
  openIdConnectUrl: "https://login.example/.well-known/openid-configuration",
});

const logins: readonly [what: string, before: Change, change: Change, whom: readonly string[]][] = [
  [
    "tokens come from another address",
    both(),
    set(`${flow}/tokenUrl`, "https://door.example/token"),
    ["callers"],
  ],
  ["tokens come by another flow", both(), rename(flow, "password"), ["callers"]],
  ["tokens come by a flow more", both(), set(`${login}/flows/authorizationCode`, byToken), []],
  [
    "who asks for a token is asked elsewhere",
    set(`${login}/flows/authorizationCode`, byToken),
    set(`${login}/flows/authorizationCode/authorizationUrl`, "https://login.example/consent"),
    ["callers"],
  ],
  ["an address is spelt otherwise", both(), set(`${flow}/tokenUrl`, "HTTPS://login.example:443/token"), []],
  ["an address is that of the service", both(), set(`${flow}/tokenUrl`, "/token"), []],
  [
    "OpenID Connect is found elsewhere",
    open,
    set(`${login}/openIdConnectUrl`, "https://door.example/"),
    ["callers"],
  ],
  ["it is told in another way where tokens come from", both(), open, []],
  ["it is not told where tokens come from", both(), set(login, { type: "http", scheme: "bearer" }), []],
  [
    "no token is needed",
    both(),
    both(set(`${flow}/tokenUrl`, "https://door.example/token"), set(`${get}/security`, [{ login: [] }, {}])),
    [],
  ],
];

describe.each(logins)("That %s", (_what, before, change, whom) => {
  test(`breaks ${named(whom)}.`, async () => {
    const old = before(things);
    const found = compareContracts(await contractOf(old), await contractOf(change(old)));
    const broken = found.filter(({ for: each }) => each === "callers");
    expect(
      broken.map((each) => each.for),
      JSON.stringify(broken.map(({ reason }) => reason)),
    ).toEqual(whom);
  });
});

test("Where a token no longer comes from is told at the scheme.", async () => {
  const change = set(`${flow}/tokenUrl`, "https://door.example/token");
  const { changes } = await describeChanges(await contractOf(things), await contractOf(change(things)));
  expect(changes).toMatchObject([
    {
      subject: "security scheme login, flows clientCredentials",
      breaks: ["callers"],
      witnesses: [
        { reason: "A token by clientCredentials no longer comes from https://login.example/token." },
      ],
    },
  ]);
});

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

const event = (schema: JsonValue): JsonObject => ({
  post: {
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses: { "200": { description: "It is heard." } },
  },
});
const told = `${get}/callbacks/told/{$request.query.url}`;
const heard: Change = both(
  set("/webhooks", { sold: event(titled) }),
  set(`${get}/callbacks`, { told: { "{$request.query.url}": event(titled) } }),
);
const callback = "The callback told of getThing to {$request.query.url}";
const bodyOf = (pointer: string): string => `${pointer}/post/requestBody/content/application~1json/schema`;

const sent: readonly [what: string, change: Change, name: string, whom: readonly string[]][] = [
  ["a webhook is gone", set("/webhooks/sold", undefined), "The webhook sold", ["callers"]],
  ["a webhook is added", set("/webhooks/bought", event(titled)), "The webhook bought", ["servers"]],
  ["a webhook sends less", set(bodyOf("/webhooks/sold"), loose), "The webhook sold", ["callers"]],
  [
    "a webhook sends more",
    set(`${bodyOf("/webhooks/sold")}/required`, ["title", "at"]),
    "The webhook sold",
    ["servers"],
  ],
  ["a webhook may send more", set(`${bodyOf("/webhooks/sold")}/properties/at`, {}), "The webhook sold", []],
  [
    "a webhook wants another answer",
    rename("/webhooks/sold/post/responses/200", "202"),
    "The webhook sold",
    ["servers", "callers"],
  ],
  ["a callback is gone", set(`${get}/callbacks`, undefined), callback, ["callers"]],
  ["a callback sends less", set(bodyOf(told), loose), callback, ["callers"]],
  [
    "a callback is sent to another address too",
    set(`${get}/callbacks/told/{$request.query.other}`, event(titled)),
    "The callback told of getThing to {$request.query.other}",
    ["servers"],
  ],
  ["an operation with a callback is renamed", set(`${get}/operationId`, "readThing"), callback, []],
];

describe.each(sent)("That %s", (_what, change, name, whom) => {
  test(`breaks ${named(whom)} of ${name}.`, async () => {
    const old = heard(things);
    const found = compareContracts(await contractOf(old), await contractOf(change(old)));
    expect(found.map((each) => each.for)).toEqual(whom);
    expect(found.every((each) => each.operationId === name && each.sender === "service")).toBe(true);
  });
});

test("A callback to another address comes no longer where it came, and comes where it did not.", async () => {
  const old = heard(things);
  const changed = rename(told, "{$request.query.url}/told")(old);
  const found = compareContracts(await contractOf(old), await contractOf(changed));
  expect(found.map((each) => `${each.for}: ${each.operationId}: ${each.reason}`)).toEqual([
    `callers: ${callback}: It is no longer sent.`,
    `servers: ${callback}/told: It is sent now.`,
  ]);
});

test("A webhook that is gone is shown by what came, and one that is added by what comes now.", async () => {
  const [old, changed] = [heard(things), set("/webhooks/sold", undefined)(heard(things))];
  const shown = async (before: JsonObject, after: JsonObject): Promise<string> =>
    toText(await describeChanges(await contractOf(before), await contractOf(after)));
  expect(await shown(old, changed)).toContain("It is no longer sent. A request that came before:");
  expect(await shown(changed, old)).toContain("It is sent now. A request that comes now:");
});

test("What becomes of the servers of a service is nothing to those who are sent something.", async () => {
  const old = heard(set("/servers/1", { url: "https://old.things.example/v1" })(things));
  const found = compareContracts(await contractOf(old), await contractOf(set("/servers/1", undefined)(old)));
  expect(found.map((each) => each.operationId)).toEqual(["getThing"]);
});

test("To be sent a body where there was none harms nobody.", async () => {
  const silent = { post: { responses: { "200": { description: "It is heard." } } } };
  const old = set("/webhooks", { sold: silent })(things);
  const changed = set("/webhooks", { sold: event(titled) })(things);
  const found = compareContracts(await contractOf(old), await contractOf(changed));
  expect(found).toMatchObject([{ for: "servers", reason: "The body is missing." }]);
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
