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
import { reportOn, runOn, secrets, withServer } from "./support/run.ts";

/** Answers something else wherever a condition holds. */
const where = (
  holds: (exchange: Exchange) => boolean,
  changed: Partial<HttpResponse>,
): Departure => ({
  changes: (exchange) =>
    holds(exchange) ? { ...exchange.response, ...changed } : exchange.response,
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

test("--lenient omits what many servers refuse: lower-case names of schemes, and long values.", async () => {
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
        String(value) !== "123" &&
        value !== operation.defaultScenario?.values.get(key),
    )
      ? 404
      : operation.defaultScenario,
};

test("Examples whose data a server may lack are inconclusive, unless it claims to have them.", async () => {
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

test("If one security requirement is refused and another accepted, the run is inconclusive.", async () => {
  const workflow = loadContract();
  const target = createContractTarget(workflow, { secrets: { ...secrets, bearer: "another" } });
  const { conclusion, headline } = await reportOn({}, { contract: workflow, target });
  expect(conclusion).toBe("inconclusive");
  expect(headline).toMatch(
    /resetSmartContractInstance.* not tried: with WORKFLOW_BEARER it got 401: check /,
  );
});

test("Without known ids, the run is inconclusive, and the advice is to give them.", async () => {
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
