import {
  type JsonObject,
  type JsonValue,
  loadContract,
  replaceAt,
  valueAt,
} from "@workflow-api/contract";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { expect, test } from "vitest";
import { normalForm } from "./score/equality.ts";
import { readEquivalences } from "./score/equivalent.ts";
import { mutantsOf, sampleOf } from "./score/mutants.ts";
import { operators } from "./score/operators.ts";
import { runScore, scoreText } from "./score/score.ts";
import type { Check } from "./score/suite.ts";
import { contractFile } from "./support/requests.ts";

const contract = loadContract(contractFile);
const { document } = contract;
const cage = "/paths/~1v1~1cages~1{id}/get";

test("each mutant has an outcome, and its reason", async () => {
  const { failed, results, population, trials } = await runScore(contract, { sample: 150 });
  expect(failed).toEqual([]);
  expect([results.length, population]).toEqual([150, mutantsOf(document).length]);
  expect(trials).toBeGreaterThan(100);
  const killed = results.filter(({ outcome }) => outcome === "killed");
  expect(killed.length).toBeGreaterThan(100);
  for (const { by, outcome } of results)
    expect(by === "").toBe(outcome === "survived" || outcome === "same");
});

test("a mutant that no check kills survives, and is listed with its line", async () => {
  const score = await runScore(contract, { check: () => [], sample: 60 });
  const text = scoreText(score, contract);
  expect(text).toMatch(/survived: .+ → .+\n {2}\S+cages\.yaml:\d+ \(\/paths\//);
  expect(text).toMatch(/\n60 of \d+ mutants, .* [1-9]\d* survived, .*\.\n$/);
});

test("a case that the original fails is reported, and not tried", async () => {
  const check: Check = (_, { expected }) => (expected.kind === "scenario" ? ["wrong"] : []);
  const score = await runScore(contract, { check, sample: 30 });
  expect(scoreText(score, contract)).toContain(
    "does not pass this, so it is not tried: getCage 200 full",
  );
  expect(score.results.filter(({ by }) => score.failed.includes(by))).toEqual([]);
});

test("every operator applies to the whole profile, and changes one thing", () => {
  const further = furtherContract() as JsonObject;
  const mutants = mutantsOf(further);
  expect([...new Set(mutants.map(({ operator }) => operator))].toSorted()).toEqual(
    Object.keys(operators).toSorted(),
  );
  for (const { document: mutated, pointer } of sampleOf(mutants, 200)) {
    const above = pointer.slice(0, pointer.lastIndexOf("/")) || pointer;
    expect(replaceAt(mutated, above, valueAt(further, above))).toEqual(further);
  }
});

test("a sample has the size, and keeps the order", () => {
  const list = Array.from({ length: 500 }, (_, index) => index);
  const sample = sampleOf(list, 40);
  expect(sample).toHaveLength(40);
  expect(sample).toEqual(sample.toSorted((one, other) => one - other));
});

const parameters = valueAt(document, `${cage}/parameters`) as readonly JsonValue[];
const examples = valueAt(
  document,
  `${cage}/responses/200/content/application~1vnd.api+json/examples`,
) as JsonObject;

test.each<readonly [string, boolean, string, JsonValue | undefined]>([
  ["other descriptions", true, "/components/schemas/Error/description", "Other."],
  [
    "other examples of a schema",
    true,
    "/components/schemas/Error/properties/title/examples",
    ["other"],
  ],
  ["other gaps", true, "/x-gaps", []],
  ["parameters in another order", true, `${cage}/parameters`, parameters.toReversed()],
  [
    "a schema in place of its reference",
    true,
    "/components/responses/Unauthorized/content/application~1vnd.api+json/schema",
    valueAt(document, "/components/schemas/Error"),
  ],
  [
    "a property that is called description",
    false,
    "/components/schemas/Error/properties/description",
    { type: "string" },
  ],
  [
    "scenarios in another order",
    false,
    `${cage}/responses/200/content/application~1vnd.api+json/examples`,
    Object.fromEntries(Object.entries(examples).toReversed()),
  ],
  [
    "another value of an example",
    false,
    `${cage}/responses/200/content/application~1vnd.api+json/examples/full/value/data/id`,
    "other",
  ],
  ["another header of a key", false, "/components/securitySchemes/apiKey/name", "X-Other"],
])("with %s, the normal form is the same: %s", (_what, isSame, pointer, value) => {
  const other = replaceAt(document, pointer, value);
  expect(JSON.stringify(normalForm(other)) === JSON.stringify(normalForm(document))).toBe(isSame);
});

test("a schema within itself has a normal form", () => {
  expect(normalForm(furtherContract() as JsonObject)).toBeTypeOf("object");
});

test("each mutant in equivalents.yaml is one of the contract", () => {
  const own = loadContract();
  const mutants = mutantsOf(own.document).map(({ change, pointer }) => `${pointer}: ${change}`);
  const { named } = readEquivalences(own);
  expect(named.filter((each) => !mutants.includes(each))).toEqual([]);
});
