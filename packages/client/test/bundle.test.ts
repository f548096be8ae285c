import { expect, test } from "vitest";
import { bundleSize } from "../bench/bundle-size.ts";

// A budget, to notice growth. Of it 2.6 kB are openapi-fetch.
const BUDGET = 8_250;

test(`an application that calls two operations ships at most ${BUDGET} bytes, gzipped`, async () => {
  const { gzipped } = await bundleSize();
  expect(gzipped).toBeLessThanOrEqual(BUDGET);
});
