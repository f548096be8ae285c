import { deriveCases, NoResponse } from "@workflow-api/conformance";
import { readContract } from "@workflow-api/contract";
import { type JsonObject, replaceAt } from "@workflow-api/contract/json";
import { expect, test } from "vitest";
import { excuseConsequence, isChange } from "../src/changes.ts";
import type { EvaluatedResult } from "../src/evaluate.ts";
import { junitReport } from "../src/reports/ci.ts";
import { contract, isOf, reportOn, secrets } from "./support/run.ts";
import { createContractTarget, type Departure, where } from "./support/server.ts";

test("What may follow from an accepted request neither fails nor is untried.", async () => {
  const deleted = new Set<string>();
  const forgetful: Departure = {
    overlooks: ({ keyword }, { method }) => method === "DELETE" && /^sec/.test(keyword),
    changes: ({ operation, request: { method, path }, response: { status } }) => {
      if (operation && deleted.has(path)) return { status: 404 };
      if (method === "DELETE" && status < 300) deleted.add(path);
      return {};
    },
  };
  const { causes, results, untried } = await reportOn(forgetful);
  expect(causes.map(({ name }) => name)).toEqual(["ignored_auth"]);
  const following = results.filter(({ note }) => note.includes("which may follow from removeNote"));
  expect(following.map(({ outcome }) => outcome)).toContain("inconclusive");
  expect(untried).toEqual([]);
});

test("Only what concerns a changed entity may follow from its change.", () => {
  const cases = deriveCases(contract);
  const failuresOf = (operationId: string, status: number): EvaluatedResult[] => {
    const testCase = cases.find(({ operation }) => operation?.operationId === operationId);
    if (testCase === undefined) return [];
    const sent = { testCase, received: { status, headers: {}, body: "" }, status, duration: 0 };
    return [{ testCase, group: testCase.group, outcome: "failed", note: "", findings: [], sent }];
  };
  const changes = failuresOf("removeNote", 204).flatMap(({ sent }) => sent ?? []);
  expect(changes.map(isChange)).toEqual([true]);
  const outcomeOf = (operationId: string): string[] =>
    failuresOf(operationId, 404).map((each) => excuseConsequence(each, changes).outcome);
  expect([outcomeOf("getNote"), outcomeOf("listNotes")]).toEqual([["inconclusive"], ["failed"]]);
});

test("An example that its own schema refuses is not sent, and named with its line.", async () => {
  const parameters = contract.operations.flatMap((operation) => operation.parameters);
  const pointer = parameters.find(({ key }) => key === "query page[number]")?.pointer ?? "";
  const document = replaceAt(contract.sourceDocument, `${pointer}/schema/minimum`, 3);
  const report = await reportOn({}, { contract: readContract(document) });
  expect(report).toMatchObject({ causes: [], conclusion: "inconclusive" });
  expect(report.untried.join()).toMatch(
    /more_notes of listNotes is invalid: query page\[number\] .*:\d+\. It was not sent\./,
  );
  const [example] = report.results.filter(({ title }) => title === "listNotes 200 more_notes");
  expect(example).toMatchObject({ outcome: "inconclusive" });
  expect(example?.status).toBeUndefined();
});

test("A response that repeats an invalid example is no fault of the server.", async () => {
  const example = "/paths/~1v1~1notes/get/responses/200/content/application~1vnd.api+json/examples";
  const document = replaceAt(contract.sourceDocument, `${example}/no_notes/value/links/next`, 7);
  const { causes, notes, results } = await reportOn({}, { contract: readContract(document) });
  expect(causes).toEqual([]);
  expect(notes).toContainEqual(
    expect.stringMatching(/no_notes of listNotes is invalid: .* The server sent it\.$/),
  );
  const found = results.filter(({ note }) => note.endsWith("The server sent it."));
  expect(new Set(found.map(({ outcome }) => outcome))).toEqual(new Set(["inconclusive"]));
});

test("An operation that is omitted is not checked, and no report hides it.", async () => {
  const upload = {
    operationId: "upload",
    requestBody: { required: true, content: { "multipart/form-data": { schema: {} } } },
    responses: { 204: { description: "" } },
  };
  const { paths } = contract.sourceDocument as { readonly paths: JsonObject };
  const document = { ...contract.sourceDocument, paths: { ...paths, "/upload": { post: upload } } };
  const partial = readContract(document, undefined, { isStrict: false });
  const report = await reportOn({}, { contract: partial });
  expect(report.headline).toMatch(/^Passed: .*, as far as it was tried\.$/);
  expect(report.notes[0]).toMatch(/^1 of 6 operations is omitted:\n.*multipart/);
  expect(junitReport(report)).toMatch(
    /<testcase name="upload" [^>]*><skipped message="[^"]*multipart/,
  );
});

test("An operation that responds too late gets no more requests.", async () => {
  const right = createContractTarget(contract, { secrets });
  let count = 0;
  const send: typeof right.send = async (request) => {
    const isLate = contract.judge(request).operation?.operationId === "getHealth";
    if (!isLate) return await right.send(request);
    count++;
    throw new NoResponse("GET", request.path, "nothing came in time", { failure: "late" });
  };
  const { causes, results } = await reportOn({}, { target: { send } });
  expect(causes).toMatchObject([{ name: "no_response", operationId: "getHealth" }]);
  const notes = results.filter(({ outcome }) => outcome === "skipped").map(({ note }) => note);
  expect(notes).toContain("its operation responds too late");
  // The server may still be running: that is tried with the same requests.
  expect(count).toBeLessThan(15);
});

test("A random request that fails is sent again by its title.", async () => {
  const fails = where(isOf("listNotes", 200), { status: 500 });
  const only = ["listNotes random requests, seed 1"];
  const { results } = await reportOn(fails, { only, explore: 5 });
  expect(results.map(({ outcome, title }) => [title, outcome])).toEqual([[only[0], "failed"]]);
});
