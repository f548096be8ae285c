import { NoResponse } from "@workflow-api/conformance";
import { readContract } from "@workflow-api/contract";
import { type JsonObject, replaceAt } from "@workflow-api/contract/json";
import { expect, test, vi } from "vitest";
import { junitReport } from "../src/reports/ci.ts";
import { contract, isOf, reportOn, secrets } from "./support/run.ts";
import { createContractTarget, where } from "./support/server.ts";

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
    requestBody: {
      required: true,
      content: { "application/json": { schema: { prefixItems: [] } } },
    },
    responses: { 204: { description: "" } },
  };
  const { paths } = contract.sourceDocument as { readonly paths: JsonObject };
  const document = { ...contract.sourceDocument, paths: { ...paths, "/upload": { post: upload } } };
  const partial = readContract(document);
  const report = await reportOn({}, { contract: partial });
  expect(report.headline).toMatch(
    /^Passed: .*, as far as it was tried\. \d+ passed, 0 failed, \d+ proved nothing\.$/,
  );
  expect(report.notes[0]).toMatch(/^1 of 6 operations is omitted:\n.*prefixItems/);
  expect(junitReport(report)).toMatch(
    /<testcase name="upload" [^>]*><skipped message="[^"]*prefixItems/,
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
  expect(notes.join()).toContain("its operation responds too late");
  // The server may still be running: that is tried with the same requests.
  expect(count).toBeLessThan(15);
});

test("An operation that takes more than two minutes gets no more requests.", async () => {
  const right = createContractTarget(contract, { secrets });
  const { now } = performance;
  let count = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => {
    return now.call(performance) + (count > 20 ? 120_000 : 0);
  });
  const send: typeof right.send = async (request) => {
    if (contract.judge(request).operation?.operationId === "listNotes") count++;
    return await right.send(request);
  };
  const { results } = await reportOn({}, { target: { send }, write: false });
  clock.mockRestore();
  const late = results.filter(({ note }) => note.endsWith("takes too long as a whole"));
  expect(new Set(late.map(({ operationId }) => operationId))).toEqual(new Set(["listNotes"]));
  expect(count).toBeLessThan(100);
});

test("A random request that fails is sent again by its title.", async () => {
  const fails = where(isOf("listNotes", 200), { status: 500 });
  const only = ["listNotes random requests, seed 1"];
  const { results } = await reportOn(fails, { only, explore: 5 });
  expect(results.map(({ outcome, title }) => [title, outcome])).toEqual([[only[0], "failed"]]);
});
