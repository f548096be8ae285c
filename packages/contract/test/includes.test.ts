import { describe, expect, test } from "vitest";
import { askFor, type Operation, projectIncludes, requestFor, selectScenario } from "../src/index.ts";
import { answer, operationOf } from "./operation-of.ts";
import { small, writeContract } from "./write-contract.ts";

describe("of two parameters that ask for parts of the body", () => {
  const expand = `        - name: expand
          in: query
          schema: { type: string, enum: [limits, parts] }
          x-includes: { limits: /limits, parts: /detail/parts }
          examples: { found: { value: limits }, bare: { value: limits } }
`;
  const both = small
    .replace("      responses:\n", `${expand}      responses:\n`)
    .replace(
      "absent: { value: 2 }",
      "absent: { value: 2 }\n            bare: { value: 3 }\n            free: { value: 4 }",
    )
    .replace(
      "absent: { value: [] }",
      "absent: { value: [] }\n            bare: { value: [] }\n            free: { value: [owner] }",
    )
    .replace("value: { owner: me,", "value: { limits: 1, owner: me,")
    .replace(
      "                found: {",
      "                bare: { value: { limits: 1, detail: {} } }\n                free: { value: { limits: 1, owner: me } }\n                found: {",
    );
  const thing = (): Promise<Operation> => operationOf(writeContract({ "openapi.yaml": both }), "getThing");

  test("each adds its own, in the order of the contract", async () => {
    const { includes } = await thing();
    expect(includes.map(({ parameter, value, adds }) => [parameter.name, value, adds])).toEqual([
      ["include", "owner", "/owner"],
      ["include", "parts", "/detail/parts"],
      ["expand", "limits", "/limits"],
      ["expand", "parts", "/detail/parts"],
    ]);
  });

  test.each([
    ["is asked for what both ask for", "/things/1?include=owner&expand=limits", ["/owner", "/limits"]],
    ["is asked once for what both ask for alike", "/things/1?include=parts&expand=parts", ["/detail/parts"]],
    ["is asked for nothing by values that add nothing", "/things/1?include=x&expand=owner", []],
  ])("a scenario %s", async (_, target, asked) => {
    expect(selectScenario(await thing(), { target, headers: {} })).toMatchObject({
      scenario: { name: "found" },
      matched: true,
      asked,
    });
  });

  test.each([
    ["matches what asks for less by each", "/things/1?include=parts", ["found", true]],
    ["matches what asks for its own by the other one", "/things/1?expand=parts", ["found", true]],
    ["does not match what asks for more by either", "/things/3?expand=parts", ["found", false]],
    ["without a value for one matches whatever that one asks for", "/things/4?expand=parts", ["free", true]],
    ["is the default only of what it covers in both", "/things/7?expand=limits", ["bare", false]],
    ["is not the default of what another covers", "/things/7?include=owner&expand=limits", ["found", false]],
  ])("a scenario %s", async (_, target, expected) => {
    expect(await answer(await thing(), target)).toEqual(expected);
  });

  test("a request that asks for this and nothing else has a value for each", async () => {
    const operation = await thing();
    const values = operation.scenarios.find(({ name }) => name === "found")?.values ?? new Map();
    const [owner, , limits, parts] = operation.includes;
    if (owner === undefined || limits === undefined || parts === undefined)
      throw new Error("There are four includes.");
    const target = (...asked: (typeof owner)[]): string =>
      requestFor(operation, askFor(operation, values, asked)).target;
    expect(target(owner, parts)).toBe("/things/1?include=owner&expand=parts");
    expect(target(limits, parts)).toBe("/things/1?expand=limits");
    expect(target()).toBe("/things/1");
  });
});

test("pruning removes what was not asked for, and nothing else", async () => {
  const { includes } = await operationOf(writeContract({ "openapi.yaml": small }), "getThing");
  const body = { owner: "me", detail: { parts: [1], size: 2 } };
  expect(projectIncludes(includes, ["/owner"], body)).toEqual({ owner: "me", detail: { size: 2 } });
  expect(projectIncludes(includes, ["/owner", "/detail/parts"], body)).toEqual(body);
  expect(projectIncludes([], [], body)).toBe(body);
});

test("pruning keeps what holds something that was asked for", async () => {
  const contract = small.replace("parts: /detail/parts", "parts: /owner/country");
  const { includes } = await operationOf(writeContract({ "openapi.yaml": contract }), "getThing");
  const body = { owner: { name: "M", country: "DE" } };
  expect(projectIncludes(includes, ["/owner/country"], body)).toEqual(body);
  expect(projectIncludes(includes, ["/owner"], body)).toEqual({ owner: { name: "M" } });
  expect(projectIncludes(includes, [], body)).toEqual({});
});

test.each([
  ["{ type: boolean }", "true", true],
  ["{ type: integer, enum: [1, 2] }", "2", 2],
  ["{ type: array, items: { type: integer } }", "2", 2],
  ["{ enum: ['1', 2] }", "1", "1"],
  ["{ type: string }", "true", "true"],
  ["{ type: [string, integer] }", "2", "2"],
  ["{ type: number }", "1.0", "1.0"],
])("a value that asks is typed as the schema %s has it", async (schema, value, typed) => {
  const contract = small.replace(
    "      responses:\n",
    `        - { name: more, in: query, schema: ${schema}, x-includes: { "${value}": /more } }\n      responses:\n`,
  );
  const operation = await operationOf(writeContract({ "openapi.yaml": contract }), "getThing");
  const include = operation.includes.find(({ parameter }) => parameter.name === "more");
  expect(include).toMatchObject({ value, typed });
  if (include === undefined) throw new Error("There is nothing that asks for more.");
  const { shape } = include.parameter;
  const asked = askFor(operation, new Map(), [include]).get("query more");
  expect(asked).toEqual(shape === "array" ? [typed] : typed);
});
