import { readContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { describeOperations } from "../src/controls/operation-summary.ts";

test("what no scenario shows can be queued, too: examples, statuses and lengths of lists", () => {
  const schema = { type: "array", items: {} };
  const admin = { value: 1, summary: "An admin." };
  const contract = readContract({
    openapi: "3.1.1",
    info: { title: "Lists", version: "1" },
    paths: {
      "/list": {
        get: {
          responses: {
            "200": { description: "All.", content: { "application/json": { schema } } },
            "404": { description: "None." },
            "500": {
              description: "Broken.",
              content: { "application/json": { examples: { admin } } },
            },
          },
        },
      },
    },
  });
  const [operation] = describeOperations(contract, "http://mock.invalid");
  expect(operation?.responses).toEqual([
    { item: 200, name: "200", status: 200, summary: "All." },
    { item: 404, name: "404", status: 404, summary: "None." },
    { item: "admin", name: "admin", status: 500, summary: "An admin." },
    { item: "items=0", name: "0 items", status: 200, summary: "" },
    { item: "items=1", name: "1 item", status: 200, summary: "" },
    { item: "items=25", name: "25 items", status: 200, summary: "" },
  ]);
});
