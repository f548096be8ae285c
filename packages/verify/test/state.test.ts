import { identityKey } from "@workflow-api/conformance/reports";
import { expect, test } from "vitest";
import { junitReport } from "../src/reports/ci.ts";
import type { VerifyReport } from "../src/reports/report.ts";
import { markdownReport } from "../src/reports/text.ts";
import type { Run } from "../src/sending/session.ts";
import { createParcelService, type Fault, parcels } from "./support/parcels.ts";
import { contract, reportOn, secrets } from "./support/run.ts";
import { createContractTarget } from "./support/server.ts";

// A service with a unique key, a foreign key and ids that it makes itself.

async function reportOf(fault: Fault, options: Partial<Run> = {}): Promise<VerifyReport> {
  return await reportOn({}, { contract: parcels, target: createParcelService(fault), ...options });
}

test("A right service passes without any value: every operation is tried.", async () => {
  const target = createParcelService();
  const report = await reportOn({}, { contract: parcels, target, explore: 5 });
  expect(report).toMatchObject({ conclusion: "passed", causes: [], untried: [] });
  const { inconclusive, passed } = report.numbers;
  expect(report.headline).toBe(
    "Passed: the server conforms to the contract. " +
      `${passed} passed, 0 failed, ${inconclusive} proved nothing.`,
  );
  expect(report.notes).toContain("The ids of getOwner are from the response of createOwner.");
});

test.each<[what: string, fault: Fault, part: RegExp]>([
  ["a string for an integer", { overlooks: /createParcel type body \/weight/ }, /weight "1200"/],
  ["a number that is too large", { overlooks: /createParcel maximum body/ }, /weight 3000\d/],
  ["an unknown word", { overlooks: /createParcel enum body/ }, /kind "/],
  ["another pattern", { overlooks: /createParcel pattern body/ }, /reference /],
  ["no owner", { overlooks: /createParcel required body/ }, /without/],
  ["a change that is too large", { overlooks: /editParcel maximum body/ }, /weight 3000\d/],
])("Behind a unique key it is found that %s is accepted.", async (_what, fault, title) => {
  const { causes } = await reportOf(fault);
  expect(causes).toHaveLength(1);
  expect(causes[0]?.title).toMatch(title);
  expect(causes[0]?.name).toBe("negative_data_rejection");
});

test.each<[what: string, fault: Fault, message: RegExp]>([
  ["a change is not kept", { forgets: true }, /getParcel does not show what was sent at \/weight/],
  ["what is deleted stays", { keeps: true }, /After the 204 of removeParcel, getParcel gets 200\./],
  ["a page leads to itself", { repeatsPages: true }, /next page of list\w+ has the same items/],
])("What was written is read again: %s.", async (_what, fault, message) => {
  const { causes } = await reportOf(fault);
  expect(causes.map((cause) => cause.message).join("\n")).toMatch(message);
  expect(new Set(causes.map(({ name }) => name))).toEqual(new Set(["state_conformance"]));
});

test("Where the valid request is refused, other refusals prove nothing.", async () => {
  const report = await reportOf({ refusesAll: true });
  expect(report.conclusion).toBe("inconclusive");
  expect(report.untried.join()).toMatch(/createParcel was not tried: valid requests got 409/);
  const wrong = report.results.filter(
    ({ operationId, status }) => operationId === "createParcel" && status === 409,
  );
  expect(wrong.length).toBeGreaterThan(20);
  expect(new Set(wrong.map(({ outcome }) => outcome))).toEqual(new Set(["inconclusive"]));
  const sentence = /\d+ of \d+ cases of createParcel prove nothing: .* gets 409 as well/;
  expect(report.notes.join("\n")).toMatch(sentence);
  expect(markdownReport(report)).toMatch(sentence);
  expect(junitReport(report)).toMatch(/skipped message="its valid request gets 409 as well"/);
});

test("A baseline records what proved nothing, and reports when that changes.", async () => {
  const first = await reportOf({ refusesAll: true });
  const baseline = new Set(first.identities.map(identityKey));
  const same = await reportOf({ refusesAll: true }, { baseline });
  expect(same.conclusion).toBe("passed");
  const mended = await reportOf({}, { baseline });
  expect(mended.notes.join("\n")).toMatch(/Proves something again: .*createParcel.*renew/);
});

test("What others have is read, and neither changed nor deleted.", async () => {
  const target = createParcelService();
  const before = JSON.stringify([target.owners, target.parcels]);
  const strangers = [...target.owners, ...target.parcels].map(({ id }) => id);
  await reportOn({}, { contract: parcels, target, explore: 5 });
  const changing = target.requests.filter(({ method }) => method !== "GET" && method !== "POST");
  expect(changing.length).toBeGreaterThan(20);
  for (const { path } of changing) expect(strangers.some((id) => path.includes(id))).toBe(false);
  expect(JSON.stringify([target.owners.slice(0, 1), target.parcels])).toBe(before);
});

test("No request that changes something has a number that others may have.", async () => {
  const target = createContractTarget(contract, { secrets });
  const paths = new Set<string>();
  const send: typeof target.send = async (request) => {
    if (["DELETE", "PUT", "PATCH"].includes(request.method)) paths.add(request.path);
    return await target.send(request);
  };
  await reportOn({}, { target: { send }, explore: 5 });
  const numbers = [...paths].map((path) => decodeURIComponent(path.split("/").at(-1) ?? ""));
  // The contract's example of what is made has the number 7.
  const others = numbers.filter(
    (text) => /^[\W_]*\p{N}[^\p{L}]*$/u.test(text) && !/^\D*0*7\D*$/.test(text),
  );
  // Of 20 digits, nobody has an id.
  expect(others.filter((text) => text.length < 20)).toEqual([]);
});

test("Without --write, ids come from lists.", async () => {
  const { conclusion, notes, untried } = await reportOf({}, { write: false });
  expect(conclusion).toBe("inconclusive");
  expect(untried.join()).not.toContain("get");
  expect(notes).toContain("The ids of getParcel are from the items of listParcels.");
});

test("A second run does not meet the data of the first one.", async () => {
  const target = createParcelService();
  const only = ["createParcel"];
  for (const freshSeed of [1, 2]) {
    const report = await reportOn({}, { contract: parcels, target, only, freshSeed });
    expect(report).toMatchObject({ conclusion: "passed", causes: [] });
  }
  expect(target.parcels.length).toBeGreaterThan(10);
});
