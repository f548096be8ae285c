import { fileURLToPath } from "node:url";
import { loadContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { createMock } from "../src/index.ts";

const file = fileURLToPath(new URL("fixtures/patches.yaml", import.meta.url));
const mock = await createMock(await loadContract(file));

test.each([
  ["PATCH /merge", "application/merge-patch+json", "{}", 200],
  ["PATCH /merge", "Application/Merge-Patch+JSON", "{}", 200],
  ["PATCH /merge", "Application/Merge-Patch+JSON; charset=utf-8", "{}", 200],
  ["PATCH /merge", "application/json", "{}", 415],
  ["PATCH /merge", "application/json-patch+json", "[]", 415],
  ["PATCH /several", "application/json", '{"name":"a"}', 200],
  ["PATCH /several", "application/json", "[]", 422],
  ["PATCH /several", "application/json-patch+json", '[{"op":"test"}]', 200],
  ["PATCH /several", "application/json-patch+json", "[{}]", 422],
  ["PATCH /several", "application/json-patch+json", '{"name":"a"}', 422],
  ["PATCH /several", "application/vnd.other+json", '{"name":"a"}', 415],
  ["PUT /ranges", "image/svg+xml", "<svg/>", 200],
  ["PUT /ranges", "application/json", "{}", 200],
  ["PUT /ranges", "application/json", "[]", 422],
  ["PUT /ranges", "text/plain", "x", 415],
])("%s takes %s with %s, or does not: %i", async (line, contentType, body, status) => {
  const [method = "", target = ""] = line.split(" ");
  const answer = await mock.answer({ method, target, headers: { "content-type": contentType }, body });
  expect(answer.status, answer.body).toBe(status);
});

test("A body of another media type is told which are taken", async () => {
  const headers = { "content-type": "application/json" };
  const { body } = await mock.answer({ method: "PATCH", target: "/merge", headers, body: "{}" });
  expect(JSON.parse(body ?? "").detail).toBe("Supported content types: application/merge-patch+json");
});
