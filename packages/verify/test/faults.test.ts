import {
  type HttpResponse,
  loadContract,
  type Operation,
  readContract,
} from "@workflow-api/contract";
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
import { type Ran, reportOn, runOn, secrets, withServer } from "./support/run.ts";

/** Responds differently where a condition holds. */
const where = (
  holds: (exchange: Exchange) => boolean,
  changed: Partial<HttpResponse>,
): Departure => ({
  changes: (exchange) =>
    holds(exchange) ? { ...exchange.response, ...changed } : exchange.response,
});

function isOfTwo(operation: Operation | undefined): boolean {
  return operation?.operationId === "getNote" || operation?.operationId === "listNotes";
}

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
  [
    "two operations get an undocumented status",
    where(({ operation, response }) => isOfTwo(operation) && response.status < 300, {
      status: 202,
    }),
  ],
  [
    "two operations have another media type",
    where(({ operation, response }) => isOfTwo(operation) && response.status < 300, {
      headers: { "content-type": "application/json", "x-total": "1" },
    }),
  ],
  [
    "two operations break the schema that they share",
    {
      changes: ({ operation, response }) =>
        isOfTwo(operation)
          ? { ...response, body: response.body.replaceAll('"pinned":true', '"pinned":1') }
          : response,
    },
  ],
  [
    "an operation is missing",
    where(({ operation }) => operation?.operationId === "listNotes", { status: 404 }),
  ],
  ["any credentials are taken", { overlooks: ({ keyword }) => /^sec/.test(keyword) }],
  ["a zero byte gets 500", where(({ request }) => request.target.includes("%00"), { status: 500 })],
  ["two operations take any domain", { overlooks: ({ part }) => part === "header x-domain" }],
])("It is one cause that %s.", async (_what, departure) => {
  expect((await reportOn(departure)).causes).toHaveLength(1);
});

test("Faults of two operations at different parts are two causes.", async () => {
  const { causes } = await reportOn(
    where(
      ({ values }) =>
        values.get("path noteNumber") === 2 ** 31 || values.get("query page[size]") === 49,
      { status: 500 },
    ),
  );
  expect(causes).toHaveLength(2);
});

test("A connection that is closed now and then is one intermittent cause.", async () => {
  let count = 0;
  const { causes } = await reportOn({
    changes: ({ response }) => (count++ % 7 === 6 ? undefined : response),
  });
  expect(causes).toMatchObject([{ name: "no_response", part: "some requests" }]);
  expect(causes[0]?.note).toMatch(/^Intermittent: /);
});

test("--lenient omits what many servers refuse: lower-case schemes, long values.", async () => {
  const strict = where(
    ({ request: { headers, target } }) =>
      headers["authorization"]?.startsWith("bearer ") === true || target.length > 250,
    { status: 414 },
  );
  expect((await reportOn(strict)).conclusion).toBe("failed");
  expect((await reportOn(strict, { lenient: true })).causes).toEqual([]);
});

test("A response that takes longer than --max-response-time fails.", async () => {
  const { causes } = await reportOn({}, { maxResponseTime: 0, only: ["getHealth 200"] });
  expect(causes).toMatchObject([
    {
      name: "max_response_time",
      message: expect.stringMatching(/^The response took \d+ ms, more than 0 ms\.$/),
    },
  ]);
});

test("A conforming server passes, whatever its contract uses of the profile.", async () => {
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

test("A server with its own ids passes once they are given, not before.", async () => {
  const ranWith = (...args: string[]): Promise<Ran> =>
    withServer(foreign, (server) => runOn(server, ["--write", "--domain", domain, ...args]));
  const passed = await ranWith("--value", `noteNumber=${own}`);
  expect(passed.out).toMatch(/^Passed: the server conforms to the contract\.\n/);
  expect(passed.code).toBe(0);
  const { code, out } = await ranWith();
  expect(code).toBe(2);
  expect(out).toMatch(
    /^Inconclusive: .* getNote, removeNote were not tried: valid requests got 404: give .* --value noteNumber=ID\./,
  );
});

/** Knows ids of its own, and does not look at the domain. */
const careless: Departure = {
  secrets,
  selects: (operation, values) =>
    [...values].some(
      ([key, value]) =>
        key.startsWith("path ") &&
        String(value) !== "123" &&
        value !== operation.defaultScenario?.values.get(key),
    )
      ? 404
      : operation.defaultScenario,
};

test("Examples whose data a server may lack are inconclusive by default.", async () => {
  const workflow = loadContract();
  const target = createContractTarget(workflow, careless);
  const ids = workflow.operations.flatMap(({ parameters }) =>
    parameters.flatMap((each) => (each.in === "path" ? [`${each.name}=123`] : [])),
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
  expect(claimed.causes.map(({ title }) => title).join()).toContain(" 401 unauthorized");
  const { results: all } = await runWith({ values: [], examples: true });
  const failed = all.filter(({ outcome }) => outcome === "failed").map(({ title }) => title);
  expect(failed).toContain("resetSmartContractInstance 200 request_incorrect");
  expect(failed).toContain("getVariablesCage 401 unauthorized");
});

test("If only one security requirement is accepted, the run is inconclusive.", async () => {
  const workflow = loadContract();
  const target = createContractTarget(workflow, { secrets: { ...secrets, bearer: "another" } });
  const { conclusion, headline } = await reportOn({}, { contract: workflow, target });
  expect(conclusion).toBe("inconclusive");
  expect(headline).toMatch(
    /resetSmartContractInstance.* not tried: with WORKFLOW_BEARER it got 401: check /,
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
  expect(random).toEqual(["listNotes", "createNote", "getHealth"]);
});
