import {
  type HttpResponse,
  loadContract,
  readContract,
  type Violation,
} from "@workflow-api/contract";
import {
  createContractTarget,
  type Departure,
  type Exchange,
} from "@workflow-api/workspace/contract-server";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { describe, expect, test } from "vitest";
import {
  checkResponse,
  deriveCases,
  type FindingName,
  placeholderOf,
  type Target,
} from "../src/index.ts";

const contract = loadContract();
const further = readContract(furtherContract());

async function findingsOf(served: typeof contract, target: Target): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const one of deriveCases(served)) {
    for (const { message, name } of checkResponse(served, one, await target.send(one.request)))
      found.set(name, [...(found.get(name) ?? []), `${one.title}: ${message}`]);
  }
  return found;
}

/** What stands for the secrets of a contract, as a server knows them that is sent it as it is. */
const secrets = Object.fromEntries(
  further.securitySchemes.map((scheme) => {
    const placeholder = placeholderOf(scheme);
    const isBasic = scheme.type === "basic";
    return [scheme.name, isBasic ? Buffer.from(placeholder, "base64").toString() : placeholder];
  }),
);

test.each([
  ["the contract of the service", contract],
  ["a contract that uses all of the profile", further],
])("nothing is found on a server that conforms to %s", async (_, served) => {
  expect(await findingsOf(served, createContractTarget(served, { secrets }))).toEqual(new Map());
});

/** A response with some of it changed where it has a status. */
function where(
  status: number,
  change: (response: HttpResponse) => Partial<HttpResponse>,
): Departure {
  return {
    changes: ({ response }) =>
      response.status === status ? { ...response, ...change(response) } : response,
  };
}

function inBody(
  from: string | RegExp,
  to: string,
): (response: HttpResponse) => Partial<HttpResponse> {
  return ({ body }) => ({ body: body.replace(from, to) });
}

/** A status instead of the right one where a condition holds. */
function failing(status: number, holds: (exchange: Exchange) => boolean): Departure {
  return {
    changes: (exchange) => (holds(exchange) ? { ...exchange.response, status } : exchange.response),
  };
}

function overlooking(overlooks: (violation: Violation) => boolean): Departure {
  return { overlooks };
}

type Fault = readonly [fault: string, finding: FindingName, departure: Departure];

const faults: readonly Fault[] = [
  ["accepts any credentials", "ignored_auth", overlooking(({ keyword }) => keyword === "security")],
  ["accepts any secret", "ignored_auth", overlooking(({ keyword }) => keyword === "secret")],
  [
    "accepts half a key pair",
    "ignored_auth",
    { overlooks: (_, { headers }) => headers["x-api-key"] === secrets["apiKey"] },
  ],
  [
    "accepts Bearer only with a capital letter",
    "positive_data_acceptance",
    failing(401, ({ request }) => request.headers["authorization"]?.startsWith("bearer ") === true),
  ],
  [
    "accepts a request without a header",
    "missing_required_header",
    overlooking(({ keyword, part }) => part === "header x-domain" && keyword === "required"),
  ],
  [
    "accepts any form of a header",
    "negative_data_rejection",
    overlooking(({ keyword }) => keyword === "pattern" || keyword === "format"),
  ],
  [
    "accepts any value of an enum",
    "negative_data_rejection",
    overlooking(({ keyword }) => keyword === "enum"),
  ],
  [
    "accepts a value twice",
    "negative_data_rejection",
    overlooking(({ keyword }) => keyword === "uniqueItems"),
  ],
  [
    "fails at a blank id",
    "not_a_server_error",
    failing(500, ({ values }) => values.get("path id") === " "),
  ],
  [
    "refuses a long id",
    "positive_data_acceptance",
    failing(414, ({ values }) => String(values.get("path id")).length > 255),
  ],
  [
    "fails at a percent sign",
    "not_a_server_error",
    failing(500, ({ request }) => /%($|\?)/.test(request.target)),
  ],
  ["responds with another status", "status_code_conformance", where(404, () => ({ status: 410 }))],
  [
    "responds with JSON of another type",
    "content_type_conformance",
    where(200, () => ({ headers: { "content-type": "application/json" } })),
  ],
  ["responds without a body", "response_schema_conformance", where(401, () => ({ body: "" }))],
  ["omits a member", "response_schema_conformance", where(200, inBody('"type":"custom",', ""))],
  [
    "responds with a value outside an enum",
    "response_schema_conformance",
    where(200, inBody('"custom"', '"private"')),
  ],
  [
    "responds with null",
    "response_schema_conformance",
    where(200, inBody('"weight":1', '"weight":null')),
  ],
  [
    "includes more than was asked for",
    "include_conformance",
    where(200, inBody('"relationships":{}', '"relationships":{"client":{"data":{}}}')),
  ],
  [
    "omits what was asked for",
    "include_conformance",
    where(200, inBody(/"relationships":\{"values".*$/, '"relationships":{}}}')),
  ],
  [
    "responds with another resource",
    "identity_conformance",
    where(200, inBody('"id":"cage-text"', '"id":"cage-date"')),
  ],
  [
    "has a path that the contract lacks",
    "status_code_conformance",
    failing(200, ({ request }) => request.target.includes("reset_")),
  ],
  ["accepts any method", "unsupported_method", where(405, () => ({ status: 200 }))],
  ["sends no Allow with a 405", "unsupported_method", where(405, () => ({ headers: {} }))],
  [
    "refuses a media range",
    "positive_data_acceptance",
    failing(400, ({ request }) => request.headers["accept"]?.includes("/*") === true),
  ],
];

const furtherFaults: readonly Fault[] = [
  [
    "accepts a body of another type",
    "negative_data_rejection",
    overlooking(({ keyword }) => keyword === "mediaType"),
  ],
  [
    "accepts an unreadable body",
    "negative_data_rejection",
    overlooking(({ keyword }) => keyword === "syntax"),
  ],
  [
    "accepts a body without a member",
    "negative_data_rejection",
    overlooking(({ keyword, part }) => part === "body" && keyword === "required"),
  ],
  [
    "sends a body with a 204",
    "response_schema_conformance",
    where(204, () => ({ body: "{}", headers: { "content-type": "application/json" } })),
  ],
  [
    "responds without a header",
    "response_headers_conformance",
    where(201, () => ({ headers: { "content-type": "application/vnd.api+json" } })),
  ],
  [
    "responds with a header of another type",
    "response_headers_conformance",
    where(200, ({ headers }) => ({ headers: { ...headers, "x-total": "many" } })),
  ],
  [
    "fails at a member twice",
    "not_a_server_error",
    failing(500, ({ request }) => request.body.match(/"data":/g)?.length === 2),
  ],
  [
    "refuses a charset",
    "positive_data_acceptance",
    failing(415, ({ request }) => request.headers["content-type"]?.includes("charset") === true),
  ],
];

test.each([
  ...faults.map((fault) => [...fault, contract] as const),
  ...furtherFaults.map((fault) => [...fault, further] as const),
])("a server that %s is found by %s", async (_, name, departure, served) => {
  const target = createContractTarget(served, { secrets, ...departure });
  expect([...(await findingsOf(served, target)).keys()]).toContain(name);
});

describe("a finding", () => {
  const full = deriveCases(contract).find(({ title }) => title === "getVariablesCage 200 full");
  if (full === undefined) throw new Error("there is no such case");

  test("says what is expected, what came and why", () => {
    const response = { status: 500, headers: {}, body: "" };
    expect(checkResponse(contract, full, response)).toMatchObject([
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
    const [first] = checkResponse(contract, full, response);
    expect(first).toMatchObject({
      name: "response_schema_conformance",
      message: "The body of the 200 at /data must be an object.",
      part: "200 body /data",
      keyword: "type",
    });
    expect(JSON.stringify(first)).not.toContain("secret text");
  });
});
