import { expect, test } from "vitest";
import { createParcelService, parcels } from "./support/parcels.ts";
import { reportOn } from "./support/run.ts";

test("Every operation of a service with state is tried, and a right one passes.", async () => {
  const target = createParcelService();
  const report = await reportOn({}, { contract: parcels, target, explore: 10 });
  expect(report.causes).toEqual([]);
  expect(report.untried).toEqual([]);
  expect(report.conclusion).toBe("passed");
});
