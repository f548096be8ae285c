import { readContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { deriveCases } from "../src/index.ts";

test.each([
  ["/", ["/unknown"]],
  ["/a/", ["/a/unknown", "/a", "/a_/", "/A/", "/"]],
  ["/a/{id}", ["/a/1/unknown", "/a", "/a_/1", "/A/1", "/1"]],
])("Near the path %s stand paths alone", (path, near) => {
  const parameters = path.includes("{")
    ? [{ name: "id", in: "path", required: true, schema: { type: "integer" }, example: 1 }]
    : [];
  const responses = { "204": { description: "Done." } };
  const contract = readContract({
    openapi: "3.1.1",
    info: { title: "Paths", version: "1.0.0" },
    paths: { [path]: { get: { operationId: "get", parameters, responses } } },
  });
  // Odd texts in a segment are on the path, and not near it.
  const cases = deriveCases(contract).filter(
    ({ expected, group }) => group === "path" && expected.verdict !== "odd",
  );
  expect(cases.map(({ request }) => request.target)).toEqual(near);
});
