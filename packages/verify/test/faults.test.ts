import { type HttpResponse, loadContract, readContract } from "@workflow-api/contract";
import {
  createContractTarget,
  type Departure,
  type Exchange,
} from "@workflow-api/workspace/contract-server";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { expect, test } from "vitest";
import { readData } from "../src/given.ts";
import type { VerifyOptions } from "../src/options.ts";
import type { Report } from "../src/report.ts";
import { changing, reportOn, runOn, secrets, withServer } from "./support/run.ts";

/** Refuses a part of a request for nothing, or not for some keywords. */
const ignores = (part: string, ...keywords: readonly string[]): Departure => ({
  overlooks: (found) =>
    found.part === part && (keywords.length === 0 || keywords.includes(found.keyword)),
});

/** Takes a key without its secret. */
const halfPair: Departure = {
  overlooks: ({ part }, { headers }) =>
    headers["x-api-secret"] === undefined &&
    (part === "security" || part === "header x-api-secret"),
};

/** Answers with other members, or without those that are `undefined`. */
const members = (
  operationId: string,
  changed: Readonly<Record<string, unknown>>,
  status = 200,
): Departure =>
  changing(
    operationId,
    ({ body }) => ({ body: JSON.stringify({ ...JSON.parse(body), ...changed }) }),
    status,
  );

const header = (operationId: string, name: string, value: string, status = 200): Departure =>
  changing(operationId, ({ headers }) => ({ headers: { ...headers, [name]: value } }), status);

const status = (operationId: string, from: number, to: number): Departure =>
  changing(operationId, () => ({ status: to }), from);

/** Answers something else wherever a condition holds. */
const where = (
  holds: (exchange: Exchange) => boolean,
  changed: Partial<HttpResponse>,
): Departure => ({
  changes: (exchange) =>
    holds(exchange) ? { ...exchange.response, ...changed } : exchange.response,
});

/** What is planted, what it is found as, and by which case. */
const faults: readonly (readonly [
  what: string,
  fault: Departure,
  finding: string,
  title: RegExp,
])[] = [
  ["half a key pair is enough", halfPair, "ignored_auth", /401 without X-API-S/],
  ["any secret will do", ignores("security"), "ignored_auth", /401 with a wrong secret/],
  [
    "a domain may be missing",
    ignores("header x-domain", "required"),
    "missing_required_header",
    /X-Domain/,
  ],
  ["a domain may be any text", ignores("header x-domain"), "negative_data_rejection", /X-Domain/],
  ["a page has any size", ignores("query page[size]"), "negative_data_rejection", /page\[size\]/],
  ["a number may be a text", ignores("path noteNumber"), "negative_data_rejection", /noteNumber/],
  [
    "unknown includes are ignored",
    ignores("query with"),
    "negative_data_rejection",
    /getNote with/,
  ],
  ["a body may lack members", ignores("body", "required"), "negative_data_rejection", /createNote/],
  ["a body need not be JSON", ignores("body", "syntax"), "negative_data_rejection", /createNote/],
  ["a body has any type", ignores("header content-type"), "negative_data_rejection", /createNote/],
  [
    "valid requests are refused",
    status("createNote", 201, 400),
    "positive_data_acceptance",
    /createNote/,
  ],
  ["the server fails at refusing", status("getNote", 422, 500), "not_a_server_error", /getNote/],
  [
    "another status comes",
    status("createNote", 201, 202),
    "status_code_conformance",
    /201 note_created/,
  ],
  [
    "a member is missing",
    members("getHealth", { load: undefined }),
    "response_schema_conformance",
    /Health/,
  ],
  [
    "a member has another type",
    members("getHealth", { load: "1" }),
    "response_schema_conformance",
    /Health/,
  ],
  [
    "an error lacks members",
    members("listNotes", { title: 1 }, 401),
    "response_schema_conformance",
    /401/,
  ],
  [
    "a body is no JSON",
    changing("getHealth", () => ({ body: "ok" })),
    "response_schema_conformance",
    /Health/,
  ],
  [
    "a 204 has a body",
    changing("removeNote", () => ({ body: "{}" }), 204),
    "response_schema_conformance",
    /204/,
  ],
  [
    "HTML comes",
    header("getHealth", "content-type", "text/html"),
    "content_type_conformance",
    /getHealth/,
  ],
  [
    "a header is not valid",
    header("listNotes", "x-total", "many"),
    "response_headers_conformance",
    /listNotes/,
  ],
  [
    "a header is missing",
    changing("createNote", ({ headers: { location: _, ...headers } }) => ({ headers }), 201),
    "response_headers_conformance",
    /createNote/,
  ],
  [
    "a thing comes unasked",
    members("getNote", { writer: { name: "A", homepage: "https://a.example" } }),
    "include_conformance",
    /getNote/,
  ],
  [
    "an included thing is missing",
    members("getNote", { writer: undefined }),
    "include_conformance",
    /getNote/,
  ],
  [
    "unknown methods are taken",
    where(({ response }) => response.status === 405, { status: 200 }),
    "unsupported_method",
    / /,
  ],
  [
    "the server fails at unusual requests",
    where(({ request }) => request.target.includes("%00"), { status: 500 }),
    "not_a_server_error",
    /a zero byte/,
  ],
  [
    "the server hangs up",
    {
      changes: ({ operation, response }) =>
        operation?.operationId === "getHealth" && response.status === 422 ? undefined : response,
    },
    "no_response",
    /getHealth/,
  ],
];

test.each(faults)("It is found that %s.", async (_what, fault, finding, title) => {
  const { causes, conclusion } = await reportOn(fault);
  expect(conclusion).toBe("failed");
  const titles = causes.filter(({ name }) => name === finding).map((cause) => cause.title);
  expect(titles.join("\n")).toMatch(title);
});

test.each<[what: string, departure: Departure]>([
  ["each request gets 500", where(() => true, { status: 500 })],
  [
    "an operation gets 500",
    where(({ operation }) => operation?.operationId === "listNotes", { status: 500 }),
  ],
  [
    "errors have another media type",
    where(({ response }) => response.status >= 400, {
      headers: { "content-type": "text/html", allow: "GET, POST, DELETE" },
    }),
  ],
])("It is one cause that %s.", async (_what, departure) => {
  expect((await reportOn(departure)).causes).toHaveLength(1);
});

test("A server that conforms to a contract passes, whatever the contract uses of the profile.", async () => {
  const whole = readContract(furtherContract());
  const target = createContractTarget(whole, { secrets });
  const { causes, headline } = await reportOn({}, { contract: whole, target, explore: 20 });
  expect(causes).toEqual([]);
  expect(headline).toBe("Passed: the server conforms to the contract.");
});

const domain = "0d9f3c52-6f0b-4a57-9d0e-2b1c3d4e5f60";
const own = 12;

/**
 * A server of its own: it knows one domain and one id, and fails at nothing that the examples fail
 * at.
 */
const foreign: Departure = {
  selects: (operation, values) => {
    if ((values.get("header x-domain") ?? domain) !== domain) return 401;
    return (values.get("path noteNumber") ?? own) === own ? operation.defaultScenario : 404;
  },
};

test("A server with ids and a domain of its own passes, once they are given.", async () => {
  const args = ["--write", "--domain", domain, "--value", `noteNumber=${own}`];
  const ran = await withServer(foreign, (server) => runOn(server, args));
  expect(ran.out).toMatch(/^Passed: the server conforms to the contract\.\n/);
  expect(ran.code).toBe(0);
});

/** Knows ids of its own, and does not look at the domain. */
const careless: Departure = {
  secrets,
  selects: (operation, values) =>
    [...values].some(
      ([key, value]) =>
        key.startsWith("path ") &&
        value !== "own" &&
        value !== operation.defaultScenario?.values.get(key),
    )
      ? 404
      : operation.defaultScenario,
};

test("Examples whose data a server need not have are inconclusive, unless it claims to have them.", async () => {
  const workflow = loadContract();
  const target = createContractTarget(workflow, careless);
  const ids = workflow.operations.flatMap(({ parameters }) =>
    parameters.flatMap((each) => (each.in === "path" ? [`${each.name}=own`] : [])),
  );
  const runWith = async (options: Pick<VerifyOptions, "values" | "examples">): Promise<Report> => {
    const data = await readData(workflow, { ...options, valuesFile: undefined });
    return await reportOn({}, { contract: workflow, target, data });
  };
  const { causes, headline, notes, results } = await runWith({ values: ids, examples: false });
  expect(causes).toEqual([]);
  expect(headline).toBe("Passed: the server conforms to the contract.");
  const open = results.filter(({ outcome }) => outcome === "inconclusive");
  expect(open.map(({ title }) => title)).toContain("getVariablesCage 401 unauthorized");
  expect(notes.join()).toMatch(
    /getVariablesCage 401 unauthorized; .* Add --examples .*unauthorized\.X-Domain=VALUE/,
  );
  const refused = "unauthorized.X-Domain=1e2d3c4b-5a69-4788-9706-f5e4d3c2b1a0";
  const claimed = await runWith({ values: [...ids, refused], examples: false });
  expect(claimed.causes.map(({ title }) => title)).toContain("getVariablesCage 401 unauthorized");
  const { causes: all } = await runWith({ values: [], examples: true });
  const titles = all.map(({ title }) => title).join();
  expect(titles).toMatch(/Instance 200 request_incorrect/);
  expect(titles).toMatch(/Cage 401 unauthorized/);
});

test("A security requirement that is refused where another one is not makes a run inconclusive.", async () => {
  const workflow = loadContract();
  const target = createContractTarget(workflow, { secrets: { ...secrets, bearer: "another" } });
  const { conclusion, headline } = await reportOn({}, { contract: workflow, target });
  expect(conclusion).toBe("inconclusive");
  expect(headline).toContain(
    "resetSmartContractInstance was not tried: with WORKFLOW_BEARER it got 401: check ",
  );
});

test("Without the ids of a server a run is inconclusive, and the advice is to give them.", async () => {
  const { code, out } = await withServer(foreign, (server) =>
    runOn(server, ["--write", "--domain", domain]),
  );
  expect(code).toBe(2);
  expect(out).toMatch(
    /^Inconclusive: .* getNote, removeNote were not tried: valid requests got 404: give .* --value noteNumber=ID\./,
  );
});

test("Random requests are sent where valid requests succeed, and nowhere else.", async () => {
  const valuesOf = () => new Map([["header x-domain", domain]]);
  const { results } = await reportOn(foreign, {
    explore: 2,
    data: { hasExamples: false, valuesOf },
  });
  const random = results
    .filter(({ group }) => group === "random")
    .map(({ operationId }) => operationId);
  expect(random).toEqual(["listNotes", "getHealth", "createNote"]);
});
