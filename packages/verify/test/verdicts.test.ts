import { NoResponse } from "@workflow-api/conformance";
import { identityKey } from "@workflow-api/conformance/reports";
import { readContract } from "@workflow-api/contract";
import { replaceAt } from "@workflow-api/contract/json";
import { expect, test } from "vitest";
import { readData } from "../src/inputs.ts";
import { ttyReport } from "../src/reports/text.ts";
import type { Run } from "../src/sending/session.ts";
import { contract, isOf, reportOn, secrets } from "./support/run.ts";
import { createContractTarget, type Departure, where } from "./support/server.ts";

const all = (status: number, headers = {}): Departure => ({
  changes: () => ({ status, headers }),
});
const wrong = Object.fromEntries(Object.keys(secrets).map((name) => [name, "user:wrong"]));

test.each<[reason: RegExp, departure: Departure, options?: Partial<Run>]>([
  [/^Every valid request got 404: check --base-url/, all(404)],
  [/^Every valid request got 502: check the service behind --base-url\.$/, all(502)],
  [/^Every valid request got 504: check the service behind --base-url\.$/, all(504)],
  [/^Every valid request got 407: check the user of the proxy, http:/, all(407)],
  [/ takes no more requests for now \(429\): raise its limit for this run\.$/, all(429)],
  [/^No response came to POST \S+: socket hang up\.(?!.*running)/, { changes: () => undefined }],
  [/^Every valid request with credentials got 401: check VERIFY_API_KEY, /, {}, { secrets: wrong }],
])("What all valid requests fail by is reported once: %o", async (reason, departure, options) => {
  const { conclusion, untried } = await reportOn(departure, options);
  expect(conclusion).toBe("inconclusive");
  expect(untried.join("\n")).toMatch(reason);
});

test("An undocumented redirect fails, with its target and no advice to go there.", async () => {
  const location = "https://user:word@elsewhere.example/login/c2VjcmV0?next=%2F#top";
  const report = await reportOn(all(302, { location }));
  expect(report.conclusion).toBe("failed");
  const text = ttyReport(report);
  expect(text).toContain("got 302 with the Location https://elsewhere.example/…: ");
  expect(text).not.toMatch(/as --base-url|word|c2V|next=/);
});

test("A server that stops responding ends the run, and its report says so.", async () => {
  const right = createContractTarget(contract, { secrets });
  const crash = Promise.withResolvers<void>();
  let count = 0;
  const send: Run["target"]["send"] = async (request) => {
    const number = ++count;
    if (number <= 50) return await right.send(request);
    // Four are under way when one of them crashes it.
    if (number === 54) crash.resolve();
    await crash.promise;
    const failure = number <= 54 ? "closed" : "refused";
    throw new NoResponse(request.method, request.path, failure, { failure });
  };
  const { headline, results, untried } = await reportOn({}, { target: { send } });
  expect(headline).toMatch(/^Failed: 1 case by 1 cause\. /);
  expect(untried.join()).toMatch(/^The server stopped responding after \w+ .*\.$/);
  const notSent = results.filter(({ note }) => note.startsWith("The server stopped responding"));
  expect(notSent.length).toBeGreaterThan(100);
});

test("A baseline makes its findings and untried operations known, and nothing else.", async () => {
  const broken = where(isOf("getHealth", 200), { body: '{"ok":true}' });
  const first = await reportOn(broken, { write: false });
  const against = (departure: Departure, identities = first.identities, options = {}) => {
    const baseline = new Set(identities.map(identityKey));
    return reportOn(departure, { write: false, baseline, ...options });
  };
  expect((await against(broken)).headline).toMatch(/^Passed: nothing new, [1-9]\d* known, /);
  // The next version of the contract: with a property more, and an operation less.
  const since = "/components/schemas/Health/properties/since";
  const extended = replaceAt(contract.sourceDocument, since, { type: "string" });
  const edited = replaceAt(extended, "/paths/~1v1~1notes~1{noteNumber}/delete", undefined);
  const options = { seed: 7, contract: readContract(edited) };
  const next = await against(broken, first.identities, options);
  expect(next.headline).toMatch(/^Passed: nothing new, [1-9]\d* known, /);
  const other = await against(where(isOf("getHealth", 200), { status: 500 }));
  expect(other.conclusion).toBe("failed");
  expect((await against(broken, first.identities.slice(1))).conclusion).not.toBe("passed");
});

const domain = "0d9f3c52-6f0b-4a57-9d0e-2b1c3d4e5f60";
const known = 12;

/** A server with its own data: it knows one domain and one id. */
const foreign: Departure = {
  changes: ({ response, respond, values }) => {
    if (response.status >= 400) return {};
    if ((values.get("header x-domain") ?? domain) !== domain) return respond(401);
    return (values.get("path noteNumber") ?? known) === known ? {} : respond(404);
  },
};

test("A server with its own ids passes once they are given, not before.", async () => {
  const value = [`X-Domain=${domain}`];
  const data = readData(contract, { examples: false, value });
  const without = await reportOn(foreign, { data, write: false });
  expect(without.untried.join()).toMatch(
    /getNote was not tried: valid requests got 404: check --value noteNumber=VALUE\./,
  );
  value.push(`noteNumber=${known}`);
  const passed = await reportOn(foreign, { data: readData(contract, { examples: false, value }) });
  expect(passed.headline).toMatch(/^Passed: the server conforms to the contract\. /);
});

test("An operation that failed is not said to be untried.", async () => {
  const overlooks: Departure["overlooks"] = ({ keyword }) => keyword === "secret";
  const data = readData(contract, { examples: false, value: [`X-Domain=${domain}`] });
  const { conclusion, untried } = await reportOn({ ...foreign, overlooks }, { data });
  expect(conclusion).toBe("failed");
  expect(untried.join()).not.toContain("getNote");
});

test("Examples whose data a server may lack are inconclusive by default.", async () => {
  const careless: Departure = {
    changes: ({ response, respond, values }) =>
      response.status === 401 && values.size > 0 ? respond(200) : {},
  };
  const example = "listNotes 401 unauthorized";
  const only = [example, "listNotes 200"];
  const { conclusion, notes, results } = await reportOn(careless, { only });
  expect(conclusion).toBe("passed");
  expect(results.find(({ title }) => title === example)?.outcome).toBe("inconclusive");
  expect(notes.join()).toMatch(
    /1 of \d cases of listNotes proves nothing: .* If it has it, add --examples\./,
  );
  const data = readData(contract, { examples: true, value: [] });
  const { causes } = await reportOn(careless, { data, only });
  expect(causes.map(({ title }) => title)).toContain(example);
});

test("If the server takes one kind of credentials alone, the run is inconclusive.", async () => {
  const { conclusion, untried } = await reportOn({ secrets: { ...secrets, bearer: "another" } });
  expect(conclusion).toBe("inconclusive");
  expect(untried).toContain(
    "createNote was not tried: VERIFY_BEARER got 401, and other credentials did not.",
  );
});

test("What conforms and may surprise clients is noted once.", async () => {
  const { notes } = await reportOn({});
  expect(notes).toEqual([
    "A 401 has no WWW-Authenticate (RFC 9110, 11.6.1): see listNotes 401 unauthorized.",
    "The ids of getNote, removeNote are from the response of createNote.",
  ]);
});

test("Even without secrets, a server that requires no credentials is found out.", async () => {
  const { causes } = await reportOn({ overlooks: () => true }, { secrets: {} });
  expect(causes.map(({ name }) => name)).toContain("ignored_auth");
});

test("Random requests are sent where valid requests succeed, and nowhere else.", async () => {
  const data = readData(contract, { examples: false, value: [`X-Domain=${domain}`] });
  const { results } = await reportOn(foreign, { explore: 2, data });
  const random = results.filter(({ group }) => group === "random");
  expect(random.map(({ operationId }) => operationId)).toEqual([
    "listNotes",
    "createNote",
    "getHealth",
  ]);
});
