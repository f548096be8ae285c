import type { Contract, JsonObject } from "@workflow-api/contract";
import { describe, expect, test } from "vitest";
import { changedPlaces } from "../src/compat/changed-places.ts";
import { derivedAnswers, derivedCases } from "../src/compat/derived.ts";
import { compareContracts } from "../src/compat/index.ts";
import { giving, taking } from "./support/bodies.ts";
import { contractOf } from "./support/contract-with.ts";

/** An object with so many members that hold another one, the last of which takes texts of so many characters. */
function wide(members: number, maxLength: number): JsonObject {
  const member = (limit: number): JsonObject => ({
    type: "object",
    properties: { text: { type: "string", maxLength: limit } },
  });
  const names = Array.from({ length: members }, (_, index) => `m${index + 1}`);
  return {
    type: "object",
    properties: Object.fromEntries(
      names.map((name, index) => [name, member(index + 1 === members ? maxLength : 9)]),
    ),
  };
}

async function versions(write: typeof taking, members: number): Promise<readonly [Contract, Contract]> {
  return [await contractOf(write(wide(members, 9))), await contractOf(write(wide(members, 8)))];
}

/** The members inside of which something is wrong in a case or an answer. */
function broken(titles: readonly string[]): string[] {
  return [...new Set(titles.flatMap((title) => /\/(m\d+)\/text against/.exec(title)?.[1] ?? []))];
}

const few = 10;
const many = 120;

describe.each([few, many])("Of a value of %i members, one of which takes less", (members) => {
  test.each([
    ["requests show callers", taking, "callers"],
    ["answers show servers", giving, "servers"],
  ] as const)("%s what is refused", async (_what, write, whom) => {
    const found = compareContracts(...(await versions(write, members)));
    expect(found.map((each) => [each.for, each.reason])).toEqual([
      [whom, expect.stringContaining(`/m${members}/text must NOT have more than 8 characters`)],
    ]);
  });
});

test("Of a value of few members everything is tried", async () => {
  const [old, changed] = await versions(taking, few);
  const cases = old.operations.flatMap(derivedCases(old, changed));
  expect(broken(cases.map(({ title }) => title))).toHaveLength(few);
});

test("Of a value of very many members only what another contract says otherwise is tried", async () => {
  const [old, changed] = await versions(taking, many);
  const cases = old.operations.flatMap(derivedCases(old, changed));
  expect(broken(cases.map(({ title }) => title))).toEqual([`m${many}`]);
  const [was, is] = await versions(giving, many);
  expect(broken(derivedAnswers(was, is).map(({ title }) => title))).toEqual([`m${many}`]);
});

test("What leads to a change by a reference is said otherwise, and what leads elsewhere or in a circle is not", async () => {
  const documentOf = (maxLength: number): JsonObject => ({
    ...taking({ $ref: "#/components/schemas/Root" }),
    components: {
      schemas: {
        Root: {
          properties: {
            same: { $ref: "#/components/schemas/Same" },
            other: { $ref: "#/components/schemas/Other" },
          },
        },
        Same: { type: "object", properties: { again: { $ref: "#/components/schemas/Same" } } },
        Other: { type: "array", items: { type: "string", maxLength } },
      },
    },
  });
  const isChanged = changedPlaces(await contractOf(documentOf(9)), await contractOf(documentOf(8)));
  const root = "/components/schemas/Root";
  expect([root, `${root}/properties/other`, "/components/schemas/Other"].map(isChanged)).toEqual([
    true,
    true,
    true,
  ]);
  expect([`${root}/properties/same`, "/components/schemas/Same", "/info"].map(isChanged)).toEqual([
    false,
    false,
    false,
  ]);
});
