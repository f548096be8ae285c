import { expect, test } from "vitest";
import { bundleSize } from "../bench/bundle-size.ts";
import { wire } from "../src/generated/wire.ts";

// A budget, to notice growth. Of it 2.6 kB are openapi-fetch. Each operation of the contract has a row in the table.
const ROW = 150;
const BUDGET = 8_225 + ROW * Object.keys(wire).length;

test(`an application that calls two operations ships at most ${BUDGET} bytes, gzipped`, async () => {
  const { gzipped } = await bundleSize();
  expect(gzipped).toBeLessThanOrEqual(BUDGET);
});
