import { expect, test } from "vitest";
import { bundleSize, instantiationsOf } from "../bench/cost.ts";
import { operations } from "../src/generated/contract.ts";

/** The operations besides the two that are called. */
const further = Object.keys(operations).length - 2;

test("an application stays small: within 5,350 bytes by its methods, 8,250 by openapi-fetch, and 60 for each further operation", async () => {
  expect((await bundleSize("methods")).gzipped).toBeLessThan(5350 + 60 * further);
  expect((await bundleSize("openapi-fetch")).gzipped).toBeLessThan(8250 + 60 * further);
});

test("the compiler instantiates at most 1,100 types for 20 calls, 35 for each further operation, and no more for 100 calls", async () => {
  const [few, many] = await Promise.all([instantiationsOf(20), instantiationsOf(100)]);
  expect(few).toBeLessThanOrEqual(1100 + 35 * further);
  expect(many).toBe(few);
});
