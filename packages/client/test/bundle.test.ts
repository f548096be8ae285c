import { expect, test } from "vitest";
import { applications, bundleSize } from "../bench/bundle-size.ts";
import { contractNamed, generatedClient } from "./generated-client.ts";

// What an operation takes is up to the contract: the budgets hold for one that stays as it is.
const { entry } = await generatedClient(contractNamed("two-operations.yaml"));

test.each([
  // Of it 2.3 kB are openapi-fetch.
  { application: "this client", budget: 9_773 },
  { application: "its methods alone", budget: 6_288 },
])(
  "a client of two operations, as $application, ships at most $budget bytes, gzipped",
  async ({ application, budget }) => {
    const { gzipped, parts } = await bundleSize(applications[application], entry);
    expect(gzipped).toBeLessThanOrEqual(budget);
    const hasEngine = parts.some(([file, bytes]) => file.startsWith("index.mjs") && bytes > 0);
    expect(hasEngine).toBe(application === "this client");
  },
);
