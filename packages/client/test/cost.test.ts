import { expect, test } from "vitest";
import { bundleSize, instantiationsOf } from "../bench/cost.ts";

test("an application stays small: by its methods within 5,150 bytes, by openapi-fetch within 7,750", async () => {
  expect((await bundleSize("methods")).gzipped).toBeLessThan(5150);
  expect((await bundleSize("openapi-fetch")).gzipped).toBeLessThan(7750);
});

test("the compiler instantiates at most 1,000 types for 20 calls, and no more for 100", async () => {
  const [few, many] = await Promise.all([instantiationsOf(20), instantiationsOf(100)]);
  expect(few).toBeLessThanOrEqual(1000);
  expect(many).toBe(few);
});
