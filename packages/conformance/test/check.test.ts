import { readContract } from "@workflow-api/contract";
import {
  createContractTarget,
  type Departure,
  type Exchange,
  where,
} from "@workflow-api/workspace/contract-server";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { describe, expect, test } from "vitest";
import {
  checkResponse,
  deriveCases,
  type Finding,
  flawOfResponse,
  placeholderOf,
} from "../src/index.ts";

const contract = readContract(furtherContract());
const cases = deriveCases(contract);

/** What is found on a server that departs from the contract. */
async function findingsOf(departure: Departure): Promise<Finding[]> {
  const target = createContractTarget(contract, { secrets, ...departure });
  const found: Finding[] = [];
  for (const one of cases) found.push(...checkResponse(one, await target.send(one.request)));
  return found;
}

/** What stands for the secrets of a contract, as a server knows them that is sent it as it is. */
const secrets = Object.fromEntries(
  contract.securitySchemes.map((scheme) => {
    const placeholder = placeholderOf(scheme);
    const isBasic = scheme.type === "basic";
    return [scheme.name, isBasic ? Buffer.from(placeholder, "base64").toString() : placeholder];
  }),
);

test("nothing is found on a server that conforms to all of the profile", async () => {
  expect(await findingsOf({})).toEqual([]);
});

const has =
  (status: number) =>
  ({ response }: Exchange): boolean =>
    response.status === status;

function inBody(from: string | RegExp, to: string): Departure {
  return { changes: ({ response }) => ({ body: response.body.replace(from, to) }) };
}

test.each<[fault: string, finding: Finding["name"], departure: Departure]>([
  [
    "accepts any credentials",
    "ignored_auth",
    { overlooks: ({ keyword }) => keyword === "security" },
  ],
  ["accepts any secret", "ignored_auth", { overlooks: ({ keyword }) => keyword === "secret" }],
  [
    "accepts a request without a header",
    "missing_required_header",
    { overlooks: ({ keyword, part }) => part === "header x-domain" && keyword === "required" },
  ],
  ["responds with another status", "status_code_conformance", where(has(404), { status: 410 })],
  [
    "responds with JSON of another type",
    "content_type_conformance",
    where(has(200), { headers: { "content-type": "application/json" } }),
  ],
  ["omits a member", "response_schema_conformance", inBody('"type":"custom",', "")],
  [
    "includes more than was asked for",
    "include_conformance",
    inBody('"relationships":{}', '"relationships":{"client":{"data":{}}}'),
  ],
  [
    "omits what was asked for",
    "include_conformance",
    inBody(/"relationships":\{"values".*$/, '"relationships":{}}}'),
  ],
  [
    "responds with another resource",
    "identity_conformance",
    inBody('"id":"cage-text"', '"id":"cage-date"'),
  ],
  ["responds with a member twice", "unreadable_response", inBody('{"data":', '{"data":1,"data":')],
  [
    "responds in another charset",
    "unreadable_response",
    where(has(200), { headers: { "content-type": "application/vnd.api+json; charset=latin1" } }),
  ],
  [
    "has a path that the contract lacks",
    "status_code_conformance",
    where(({ request }) => request.path.endsWith("/unknown"), { status: 200 }),
  ],
  ["accepts any method", "unsupported_method", where(has(405), { status: 200 })],
  [
    "accepts a body of another type",
    "negative_data_rejection",
    { overlooks: ({ keyword }) => keyword === "mediaType" },
  ],
  [
    "responds without a header",
    "response_headers_conformance",
    where(has(201), { headers: { "content-type": "application/vnd.api+json" } }),
  ],
])("a server that %s is found by %s", async (_, name, departure) => {
  const found = await findingsOf(departure);
  expect(found.map((each) => each.name)).toContain(name);
});

test("the body of a response with a wrong status is no second fault", async () => {
  const found = await findingsOf(where(has(200), { status: 401 }));
  expect(found.length).toBeGreaterThan(0);
  expect(found.map((each) => each.name)).not.toContain("response_schema_conformance");
});

describe("a finding", () => {
  const full = cases.find(({ title }) => title === "getVariablesCage 200 full");
  if (full === undefined) throw new Error("There is no such case.");

  test("says what is expected, what came and why", () => {
    const response = { status: 500, headers: {}, body: "" };
    expect(checkResponse(full, response)).toMatchObject([
      {
        name: "not_a_server_error",
        operationId: "getVariablesCage",
        message: "Expected 200, got 500: the request is that of the scenario.",
      },
    ]);
  });

  test("holds the violation of the contract, and nothing of the body", () => {
    const response = {
      status: 200,
      headers: { "content-type": "application/vnd.api+json" },
      body: '{"data":"secret text"}',
    };
    const [first] = checkResponse(full, response);
    expect(first).toMatchObject({
      name: "response_schema_conformance",
      message: "The body of the 200 at /data must be an object.",
      part: "200 body /data",
      keyword: "type",
    });
    expect(JSON.stringify(first)).not.toContain("secret text");
  });

  test("is none of what an invalid example of the contract has, sent as it is", () => {
    const schema = { type: "object", required: ["id"], properties: { count: { type: "integer" } } };
    const example = { count: "7" };
    const content = { "application/json": { schema, examples: { seven: { value: example } } } };
    const info = { title: "A", version: "1" };
    const get = { responses: { 200: { description: "Well.", content } } };
    const flawed = readContract({ openapi: "3.1.1", info, paths: { "/a": { get } } });
    const [first] = deriveCases(flawed);
    if (first === undefined) throw new Error("There is no case.");
    const responseOf = (body: unknown) => ({
      status: 200,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(checkResponse(first, responseOf(example))).toEqual([]);
    const pointer = "/paths/~1a/get/responses/200/content/application~1json/examples/seven/value";
    expect(flawOfResponse(first, responseOf(example))).toEqual({
      message:
        'The contract\'s example seven of getA is invalid: response must have the member "id".',
      pointer,
    });
    const other = checkResponse(first, responseOf({ count: "8" }));
    expect(other.map(({ keyword, part }) => [part, keyword])).toEqual([
      ["200 body /count", "type"],
    ]);
    expect(flawOfResponse(first, responseOf({ id: 1, count: 7 }))).toBe(undefined);
  });
});
