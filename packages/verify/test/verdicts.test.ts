import { NoResponse } from "@workflow-api/conformance";
import { identityKey } from "@workflow-api/conformance/reports";
import { readContract } from "@workflow-api/contract";
import { replaceAt } from "@workflow-api/contract/json";
import { type Departure, where } from "@workflow-api/workspace/contract-server";
import { expect, test } from "vitest";
import { readData } from "../src/given.ts";
import { ttyReport } from "../src/reports/text.ts";
import type { Run } from "../src/session.ts";
import { contract, isOf, ranOn, reportOn, secrets } from "./support/run.ts";

const all = (status: number, headers = {}): Departure => ({
  changes: () => ({ status, headers }),
});
const wrong = { apiKey: "wrong", apiSecret: "wrong", bearer: "wrong" };

test.each<[headline: RegExp, departure: Departure, options?: Partial<Run>]>([
  [/ Every valid request got 404\. Is the base URL right\?/, all(404)],
  [
    /request with credentials got 401: check VERIFY_API_KEY, .*--value X-Domain=VALUE\.$/,
    {},
    { secrets: wrong },
  ],
  [/ got 503\. Does the service run behind --base-url\?$/, all(503)],
  [/ takes no more requests for now \(429\): raise its limit for this run\.$/, all(429)],
  [/ No response came to GET \S+: socket hang up\.(?!.*running)/, { changes: () => undefined }],
])("A failure of all valid requests is reported once: %o", async (message, departure, options) => {
  const { conclusion, headline } = await reportOn(departure, options);
  expect(conclusion).toBe("inconclusive");
  expect(headline).toMatch(message);
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
  let count = 0;
  const dies: Departure = { changes: () => (count++ < 50 ? {} : undefined) };
  const { headline, results } = await reportOn(dies);
  expect(headline).toMatch(
    /^Failed: 1 case by 1 cause\. The server stopped responding after \w+ .*\.$/,
  );
  const untried = results.filter(({ note }) => note.startsWith("The server stopped responding"));
  expect(untried.length).toBeGreaterThan(100);
});

test("A server that dies at its first request fails, and gets no other.", async () => {
  let count = 0;
  const target: Run["target"] = {
    send: async ({ method, path }) => {
      const failure = count++ === 0 ? "closed" : "refused";
      throw new NoResponse(method, path, failure, { failure });
    },
  };
  expect((await reportOn({}, { target })).headline).toMatch(
    /^Failed: 1 case by 1 cause\. The server stopped responding after \w+ .*\.$/,
  );
});

test("A baseline makes its findings and untried operations known, and nothing else.", async () => {
  const broken = where(isOf("getHealth", 200), { body: '{"ok":true}' });
  const first = await reportOn(broken, { write: false });
  const against = (departure: Departure, identities = first.identities, options = {}) => {
    const baseline = new Map(identities.map((each) => [identityKey(each), each]));
    return reportOn(departure, { write: false, baseline, ...options });
  };
  expect((await against(broken)).headline).toMatch(/^Nothing new: 3 known, /);
  const mended = await against({});
  expect(mended.conclusion).toBe("passed");
  expect(mended.notes.join()).toMatch(
    /1 of the baseline no longer found \(.*\): getHealth response_schema_conformance 200 body/,
  );
  // The next version of the contract: with a property more, and an operation less.
  const since = "/components/schemas/Health/properties/since";
  const more = replaceAt(contract.sourceDocument, since, { type: "string" });
  const edited = replaceAt(more, "/paths/~1v1~1notes~1{noteNumber}/delete", undefined);
  const options = { seed: 7, contract: readContract(edited) };
  const next = await against(broken, first.identities, options);
  expect(next.headline).toMatch(/^Nothing new: 2 known, /);
  expect(next.notes.join()).toMatch(/1 of the baseline no longer .*: removeNote not_tried\./);
  const other = await against(where(isOf("getHealth", 200), { status: 500 }));
  expect(other.conclusion).toBe("failed");
  expect((await against(broken, first.identities.slice(1))).conclusion).not.toBe("passed");
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
  const args = ["--write", "--value", `X-Domain=${domain}`];
  const passed = await ranOn(foreign, [...args, "--value", `noteNumber=${own}`]);
  expect(passed.out).toMatch(/^Passed: the server conforms to the contract\.\n/);
  const { out } = await ranOn(foreign, args);
  expect(out).toMatch(
    /^Inconclusive: .* getNote, removeNote were not tried: valid requests got 404: /,
  );
  expect(out).toContain(" --value noteNumber=ID.");
});

test("Examples whose data a server may lack are inconclusive by default.", async () => {
  const careless: Departure = { selects: ({ defaultScenario }) => defaultScenario };
  const example = "listNotes 401 unauthorized";
  const only = ["listNotes"];
  const { conclusion, notes, results } = await reportOn(careless, { only });
  expect(conclusion).toBe("passed");
  const open = results.filter(({ outcome }) => outcome === "inconclusive");
  expect(open.map(({ title }) => title)).toContain(example);
  expect(notes.join()).toMatch(/listNotes 401 una.* Add --examples .*unauthorized\.X-Domain=VALUE/);
  for (const given of [
    { examples: true, values: [] },
    { examples: false, values: [`unauthorized.X-Domain=${domain}`] },
  ]) {
    const data = readData(contract, given);
    const { causes } = await reportOn(careless, { data, only });
    expect(causes.map(({ title }) => title)).toContain(example);
  }
});

test("If only one security requirement is accepted, the run is inconclusive.", async () => {
  const { headline } = await reportOn({ secrets: { ...secrets, bearer: "another" } });
  expect(headline).toMatch(
    /^Inconclusive: .*createNote.* not tried: with VERIFY_BEARER it got 401: check /,
  );
});

test("What conforms and may surprise clients is noted once.", async () => {
  const { notes } = await reportOn({}, { write: false });
  expect(notes).toEqual([
    "A 401 has no WWW-Authenticate (RFC 9110, 11.6.1): see listNotes 401 unauthorized.",
    "The contract does not document the status 422 of listNotes, getNote, getHealth.",
    "The contract does not document the status 406 of listNotes, getNote, getHealth.",
  ]);
});

test("Even without secrets, a server that requires no credentials is found out.", async () => {
  const { causes } = await reportOn({ overlooks: () => true }, { secrets: {} });
  expect(causes.map(({ name }) => name)).toContain("ignored_auth");
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
