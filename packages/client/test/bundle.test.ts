import { expect, test } from "vitest";
import { applications, bundleSize } from "../bench/bundle-size.ts";
import { wire } from "../src/generated/wire.ts";

// Budgets, to notice growth. Each operation of the contract has a row in the table.
const ROW = 150;
const rows = ROW * Object.keys(wire).length;

test.each([
  // Of it 2.3 kB are openapi-fetch.
  { application: "this client", budget: 8_580 + rows },
  { application: "its methods alone", budget: 5_292 + rows },
])(
  "an application that calls two operations with $application ships at most $budget bytes, gzipped",
  async ({ application, budget }) => {
    const { gzipped, parts } = await bundleSize(applications[application]);
    expect(gzipped).toBeLessThanOrEqual(budget);
    const hasEngine = parts.some(([file, bytes]) => file.startsWith("index.mjs") && bytes > 0);
    expect(hasEngine).toBe(application === "this client");
  },
);
