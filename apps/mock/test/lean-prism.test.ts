import { createRequire } from "node:module";
import { expect, test } from "vitest";
import "../src/index.ts";

const fromPrism = createRequire(import.meta.resolve("@stoplight/prism-http"));
const fromElsewhere = createRequire(import.meta.resolve("@stoplight/prism-cli"));

test("Prism makes the same fake values without the languages that it does not use", () => {
  expect(fromPrism("@faker-js/faker").faker).toBe(fromElsewhere("@faker-js/faker").faker);
  expect(fromPrism("@faker-js/faker")).not.toHaveProperty("fakerDE");
});

test("What forwards requests is not loaded for Prism, and there for everybody else", () => {
  expect(Object.keys(fromPrism("http-proxy-agent"))).toEqual([]);
  expect(fromElsewhere("http-proxy-agent")).toHaveProperty("HttpProxyAgent");
});
