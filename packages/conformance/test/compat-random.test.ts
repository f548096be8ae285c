import { type Contract, type JsonObject, type JsonValue, readContract } from "@workflow-api/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Break, compareContracts } from "../src/compat/index.ts";
import { createJudge } from "../src/schema/judge.ts";
import { schema } from "./support/arbitrary-schema.ts";
import { giving, taking } from "./support/bodies.ts";

/** A schema, and another one or the same with a keyword of the other. */
const pairs: fc.Arbitrary<readonly [JsonObject, JsonObject]> = fc
  .tuple(schema, schema, fc.boolean())
  .map(([one, other, isKept]) => {
    const first = Object.fromEntries(Object.entries(other).slice(0, 1));
    return [one, isKept ? { ...one, ...first } : other];
  });

/** Values of every type that has no parts, or none here. */
const plain: readonly JsonValue[] = [null, true, false, "", "a", "ab", "A1", 0, 1, -2, 2.5, 7, [], {}];

/** Of what says no type there are values of another type than its keywords are for. */
const untyped: [readonly [JsonObject, JsonObject]][] = [
  [[{ items: { minItems: 0 }, minItems: 3, uniqueItems: true }, { pattern: "^a" }]],
  [[{ items: { minLength: 0 }, minItems: 0 }, { anyOf: [{ minLength: 1, maxLength: 0 }] }]],
  [
    [
      { items: {}, minItems: 0 },
      { required: ["a"], maxProperties: 0 },
    ],
  ],
];

interface Version {
  readonly contract: Contract;
  readonly takes: (value: JsonValue) => boolean;
}

/** A version whose bodies another validator judges than that of the contract. */
function versionOf(write: typeof taking, of: JsonObject, at: string): Version {
  const contract = readContract(write(of));
  const judge = createJudge(contract);
  const pointer = `/paths/~1things/put/${at}/content/application~1json/schema`;
  return { contract, takes: (value) => judge.accepts([pointer], value) };
}

/** The value that shows a break; `undefined`: it is about a member that nobody reads any more. */
function shownBy({ answer, reason, request }: Break): JsonValue | undefined {
  return /has no member/.test(reason) ? undefined : JSON.parse(answer?.body ?? request.body ?? "");
}

describe.each([
  ["requests", taking, "requestBody", "callers", "servers"],
  ["answers", giving, "responses/200", "servers", "callers"],
] as const)("Of two versions of a schema of %s", (_what, write, at, oldSide, newSide) => {
  test("what is said to break is taken by one version and not by the other", () => {
    fc.assert(
      fc.property(pairs, ([one, other]) => {
        const [old, changed] = [versionOf(write, one, at), versionOf(write, other, at)];
        for (const each of compareContracts(old.contract, changed.contract)) {
          const value = shownBy(each);
          if (value === undefined) continue;
          const [by, against] = each.for === oldSide ? [old, changed] : [changed, old];
          expect([by.takes(value), against.takes(value)]).toEqual([true, false]);
        }
      }),
      { numRuns: 50 },
    );
  });

  test("a value without parts that only one of them takes breaks whom it concerns", () => {
    fc.assert(
      fc.property(pairs, ([one, other]) => {
        const [old, changed] = [versionOf(write, one, at), versionOf(write, other, at)];
        const told = compareContracts(old.contract, changed.contract).map((each) => each.for);
        const isOnly = (by: Version, against: Version): boolean =>
          plain.some((value) => by.takes(value) && !against.takes(value));
        if (isOnly(old, changed)) expect(told).toContain(oldSide);
        if (isOnly(changed, old)) expect(told).toContain(newSide);
      }),
      { numRuns: 100, examples: untyped },
    );
  });
});
