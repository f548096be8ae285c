import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { loadContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { annotations, junitReport } from "../src/reports/ci.ts";
import { markdownReport, ttyReport } from "../src/reports/text.ts";
import { createParcelService, parcels } from "./support/parcels.ts";
import { contract, folder, isOf, reportOn, secrets } from "./support/run.ts";
import { createContractTarget, type Departure, where } from "./support/server.ts";

/** Reads numbers and booleans as JavaScript does. */
const lenient: Departure = {
  overlooks: ({ keyword, part }, { query }) =>
    keyword === "type" &&
    part.startsWith("query ") &&
    /=(%2B|00|0x|%20|\d+_|\d+\.$|TRUE|FALSE|yes|no$|on$|off)/.test(query),
};

test("Another spelling of a value is no failure, and is reported once for each kind.", async () => {
  const report = await reportOn(lenient, { only: ["listNotes"] });
  expect(report.causes).toEqual([]);
  expect(report.conclusion).toBe("passed");
  const kinds = report.spellings.map(({ kind }) => kind);
  expect(kinds).toContain("leading zeros");
  expect(new Set(kinds).size).toBe(kinds.length);
  const line = `Accepts more than the contract (${kinds.length} kinds): `;
  expect(ttyReport(report)).toContain(line);
  expect(markdownReport(report)).toContain(line);
  expect(annotations(report)).toContain("::warning ");
  expect(junitReport(report)).toContain('<testcase name="leading zeros" classname="spellings"');
});

test("What breaks in verify itself is inconclusive, with what was found until then.", async () => {
  const right = createContractTarget(contract, {
    secrets,
    ...where(isOf("listNotes"), { status: 500 }),
  });
  let count = 0;
  const send: typeof right.send = async (request) => {
    if (++count > 60) throw new Error("out of paper");
    return await right.send(request);
  };
  const report = await reportOn({}, { target: { send } });
  expect(report.conclusion).toBe("inconclusive");
  expect(report.untried).toEqual([
    "verify itself failed, which is no fault of the server: out of paper.",
  ]);
  expect(report.causes.length).toBeGreaterThan(0);
});

test("A report names the place by its pointer where a line is too long.", async () => {
  const file = join(folder, "one-line.json");
  writeFileSync(file, JSON.stringify(contract.sourceDocument));
  const broken = where(isOf("getHealth", 200), { body: "{}" });
  const options = { contract: loadContract(file), only: ["getHealth"] };
  const text = stripVTControlCharacters(ttyReport(await reportOn(broken, options)));
  expect(text).toMatch(/ See \S+one-line\.json#\/components\/schemas\/Health\/required\.\n/);
});

test("Progress is reported with each response, and names the operation.", async () => {
  const seen = new Set<string>();
  await reportOn(
    {},
    {
      contract: parcels,
      target: createParcelService(),
      only: ["scenario"],
      onProgress: ({ testCase }) => void seen.add(testCase.base.operation.operationId),
    },
  );
  expect(seen.size).toBe(parcels.operations.length);
});
