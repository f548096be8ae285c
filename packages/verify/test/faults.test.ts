import { readContract } from "@workflow-api/contract";
import { readJson, requestTarget } from "@workflow-api/contract/http";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { expect, test } from "vitest";
import { readData } from "../src/inputs.ts";
import { isOf, reads, reportOn } from "./support/run.ts";
import { type Departure, type Exchange, where } from "./support/server.ts";

const further = readContract(furtherContract());

/** Of getNote or listNotes. */
const isNotes = (exchange: Exchange): boolean =>
  isOf("getNote", 200)(exchange) || isOf("listNotes", 200)(exchange);

test.each<[what: string, departure: Departure]>([
  ["each request gets 500", where(() => true, { status: 500 })],
  ["an operation gets 500", where(isOf("listNotes"), { status: 500 })],
  [
    "errors have another media type",
    where(({ response }) => response.status >= 400, { headers: { "content-type": "text/html" } }),
  ],
  ["two operations get an undocumented status", where(isNotes, { status: 202 })],
  [
    "two operations have another media type",
    where(isNotes, { headers: { "content-type": "application/json", "x-total": "1" } }),
  ],
  [
    "two operations break the schema that they share",
    {
      changes: ({ response: { body } }) => ({
        body: body.replaceAll('"pinned":true', '"pinned":1'),
      }),
    },
  ],
  ["a body lacks all its members", where(isOf("getHealth", 200), { body: "{}" })],
  ["an operation is missing", where(isOf("listNotes"), { status: 404 })],
  ["no valid request gets a response", where(({ response }) => response.status < 300, undefined)],
  ["any credentials are taken", { overlooks: ({ keyword }) => /^sec/.test(keyword) }],
  ["any secret is taken", { overlooks: ({ keyword }) => keyword === "secret" }],
  [
    "each 404 is a page with 200",
    where(({ response }) => response.status === 404, {
      status: 200,
      headers: { "content-type": "text/html" },
      body: "<p>None</p>",
    }),
  ],
  ["each body is null", where(({ response }) => response.body !== "", { body: "null" })],
  [
    "a zero byte gets 500",
    where(({ request }) => requestTarget(request).includes("%00"), { status: 500 }),
  ],
  [
    "a newline gets 500",
    where(({ request }) => /\\n|%0A/.test(requestTarget(request) + request.body), { status: 500 }),
  ],
  ["two operations take any domain", { overlooks: ({ part }) => part === "header x-domain" }],
])("It is one cause that %s.", async (_what, departure) => {
  expect((await reportOn(departure, { contract: reads })).causes).toHaveLength(1);
});

test.each<[what: string, departure: Departure]>([
  ["all but reads get 500", where(({ request }) => request.method !== "GET", { status: 500 })],
  [
    "a body that is no JSON, or nested deeply, gets no response",
    where(({ request: { body } }) => body !== "" && "message" in readJson(body), undefined),
  ],
])("It is one cause that %s.", async (_what, departure) => {
  expect((await reportOn(departure)).causes).toHaveLength(1);
});

const site = {
  type: "object",
  required: ["city"],
  properties: { city: { type: "string" }, zip: { type: "string", pattern: "^\\d{5}$" } },
};
const room = { type: "object", required: ["name"], properties: { name: { type: "string" }, site } };
const rooms = readContract({
  openapi: "3.1.1",
  info: { title: "Rooms", version: "1" },
  paths: {
    "/rooms": {
      post: {
        operationId: "addRoom",
        parameters: [
          { name: "floor", in: "query", schema: { type: "integer", minimum: -3, maximum: 40 } },
        ],
        requestBody: {
          required: true,
          content: {
            "application/json": { schema: room, examples: { lab: { value: { name: "Lab" } } } },
          },
        },
        responses: { 204: { description: "Added." }, 422: { description: "Refused." } },
      },
    },
  },
});

test.each<[what: string, holds: (exchange: Exchange) => boolean]>([
  ["an optional member gets 500", ({ request }) => request.body.includes('"site":{"')],
  [
    "what is wrong with a parameter gets 500",
    ({ request, response }) => response.status >= 400 && request.query.includes("floor"),
  ],
])("It is one cause that %s.", async (_what, holds) => {
  const hits = where((each) => each.response.status !== 415 && holds(each), { status: 500 });
  const { causes } = await reportOn(hits, { contract: rooms });
  expect(causes.map(({ title }) => title)).toHaveLength(1);
});

test("Faults at five places are five causes.", async () => {
  const isHit: Departure = where(
    ({ request, values }) =>
      values.get("query page[size]") === 49 ||
      values.get("query pinned") === false ||
      values.get("path noteNumber") === 2 ** 31 ||
      request.body.includes("Zoë") ||
      request.headers["content-type"]?.endsWith("charset=utf-8") === true,
    { status: 500 },
  );
  expect((await reportOn(isHit)).causes).toHaveLength(5);
});

test("A connection that is closed now and then is one intermittent cause.", async () => {
  let count = 0;
  const { causes } = await reportOn({
    changes: () => (count++ % 7 === 6 ? undefined : {}),
  });
  expect(causes).toMatchObject([{ name: "no_response", part: "some requests" }]);
  expect(causes[0]?.note).toMatch(/^Intermittent: /);
});

test("The command for a wrong secret has the variable of the operation's own scheme.", async () => {
  const overlooks: Departure["overlooks"] = ({ keyword }, { headers }) =>
    keyword === "secret" && headers["authorization"]?.startsWith("Bearer") === true;
  const only = ["getV1SettingsOwner 401 with a wrong secret"];
  const { causes } = await reportOn({ overlooks }, { contract: further, only });
  expect(causes[0]?.curl).toContain("VERIFY_ACCOUNTS%");
});

test("A conforming server passes, whatever its contract uses of the profile.", async () => {
  const data = readData(further, { examples: false, value: ["owner=ada"] });
  const { causes, headline } = await reportOn({}, { contract: further, explore: 3, data });
  expect(causes).toEqual([]);
  expect(headline).toMatch(/^Passed: the server conforms to the contract\. /);
});

test("An operation that redirects alone is tried.", async () => {
  const responses = { 302: { description: "There." } };
  const redirecting = readContract({
    openapi: "3.1.1",
    info: { title: "Links", version: "1" },
    paths: { "/go": { get: { operationId: "follow", responses } } },
  });
  const redirects = where(isOf("follow", 204), { status: 302 });
  const { conclusion } = await reportOn(redirects, { contract: redirecting });
  expect(conclusion).toBe("passed");
});
