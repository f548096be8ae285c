import { type JsonObject, readContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { parameterField } from "../src/view/operation-view.ts";

/** What the docs say of how a parameter travels. */
function sentAs(described: JsonObject): readonly string[] {
  const path = described["in"] === "path" ? "/things/{rank}" : "/things";
  const contract = readContract({
    openapi: "3.1.1",
    info: { title: "Things", version: "1.0.0" },
    paths: { [path]: { get: { operationId: "listThings", parameters: [{ name: "rank", ...described }] } } },
  });
  return contract.operations.flatMap(({ parameters }) =>
    parameters.flatMap((each) =>
      parameterField(contract, each, "a").view.facts.flatMap(({ label, codes }) =>
        label === "Sent as" ? codes : [],
      ),
    ),
  );
}

const one = { schema: { type: "integer" }, example: 4 };
const several = { schema: { type: "array", items: { type: "string" } }, example: ["a", "b"] };

test.each<[string, JsonObject, readonly string[]]>([
  ["a single value in a path", { in: "path", ...one }, []],
  ["a single value in a query", { in: "query", ...one }, []],
  ["a single value of the style label", { in: "path", style: "label", ...one }, [".4"]],
  ["a single value of the style matrix", { in: "path", style: "matrix", ...one }, [";rank=4"]],
  ["a list in a path", { in: "path", ...several }, ["a,b"]],
  [
    "an exploded list of the style matrix",
    { in: "path", style: "matrix", explode: true, ...several },
    [";rank=a;rank=b"],
  ],
  ["a list between pipes", { in: "query", style: "pipeDelimited", explode: false, ...several }, ["rank=a|b"]],
  [
    "a value as JSON",
    { in: "query", content: { "application/json": { schema: {}, example: { x: 1 } } } },
    ['rank={"x":1}'],
  ],
])("%s is shown as it travels, unless that is the value itself", (_title, described, expected) => {
  expect(sentAs(described)).toEqual(expected);
});
