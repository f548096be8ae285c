import { expect, test } from "vitest";
import { instantiationsOf } from "../bench/type-cost.ts";

test("20 calls cost at most 1,000 instantiations, and each further call none", async () => {
  const cost = await instantiationsOf("this client", 20);
  expect(cost).toBeGreaterThan(0);
  expect(cost).toBeLessThanOrEqual(1000);
  expect(await instantiationsOf("this client", 40)).toBe(cost);
});
