import { type JsonObject, type JsonValue, readContract } from "@workflow-api/contract";
import fc from "fast-check";
import { leaf, leaves, names, plain, typed, uuid } from "./arbitrary-schema.ts";
import { documentWith } from "./contract-with.ts";
import type { SameSchemas, Written } from "./same-schemas.ts";

/** Types, choices, numbers and formats that let the same values through. */
export const sameValues: readonly SameSchemas[] = [
  [
    "sets have no order",
    fc.tuple(fc.uniqueArray(names, { minLength: 2 }), fc.uniqueArray(typed, { minLength: 2 })).map(
      ([required, type]): Written => [
        { required, type },
        { required: required.toReversed(), type: type.toReversed() },
      ],
    ),
  ],
  [
    "choices have no order",
    leaves(2, 5).map((choices): Written => [{ enum: choices }, { enum: choices.toReversed() }]),
  ],
  [
    "an integer is a number",
    plain.map(
      (rest): Written => [
        { ...rest, type: ["number", "null"] },
        { ...rest, type: ["integer", "number", "null"] },
      ],
    ),
  ],
  [
    "a multiple of an integer is an integer",
    fc.tuple(fc.constantFrom(1, 2, 5), fc.subarray(["null", "string"])).map(
      ([multipleOf, others]): Written => [
        { type: ["integer", ...others], multipleOf },
        { type: ["number", ...others], multipleOf },
      ],
    ),
  ],
  [
    "the bounds of multiples are multiples",
    fc
      .tuple(fc.constantFrom(2, 5), fc.integer({ min: -9, max: 3 }), fc.integer({ min: 0, max: 9 }))
      .map(([multipleOf, least, more]): Written => {
        const most = least + more;
        const [first, last] = [Math.ceil(least / multipleOf), Math.floor(most / multipleOf)];
        return [
          { multipleOf, minimum: least, maximum: most },
          { multipleOf, minimum: first * multipleOf, maximum: last * multipleOf },
        ];
      }),
  ],
  [
    "a number of a format of integers is an integer",
    fc.tuple(fc.constantFrom("int32", "int64"), fc.subarray(["null", "string"])).map(
      ([format, others]): Written => [
        { type: ["integer", ...others], format },
        { type: ["number", ...others], format },
      ],
    ),
  ],
  [
    "what each branch is of, the whole is of",
    fc
      .tuple(fc.constantFrom("oneOf", "anyOf"), typed, fc.array(plain, { minLength: 1, maxLength: 3 }))
      .map(([choice, type, branches]): Written => {
        const one = { [choice]: branches.map((branch) => ({ ...branch, type })) };
        return [one, { ...one, type }];
      }),
  ],
  ["a list of one type is that type", typed.map((type) => [{ type }, { type: [type] }])],
  ["a const is an enum of one", leaf.map((one): Written => [{ const: one }, { enum: [one] }])],
  [
    "an enum holds what the keywords beside it let through",
    fc
      .tuple(leaves(1, 6), plain)
      .map(
        ([choices, rest]): Written => [
          { ...rest, enum: choices },
          { enum: choices.filter(accepterOf(rest)) },
        ],
      )
      .filter(([, { enum: left }]) => Array.isArray(left) && left.length > 0),
  ],
  [
    "an enum holds what a format of numbers beside it lets through",
    fc.constant([{ format: "int32", enum: [1, 2 ** 31, 0.5, "text"] }, { enum: [1, "text"] }]),
  ],
  [
    "a pattern may imply a format",
    fc.constant([
      { type: "string", pattern: uuid },
      { type: "string", pattern: uuid, format: "uuid" },
    ]),
  ],
  [
    "a format may leave an anchor nothing to keep out",
    fc.constant([
      { type: "string", format: "date", pattern: "^2[0-9]{3}-[0-9]{2}-[0-9]{2}$" },
      { type: "string", format: "date", pattern: "^2[0-9]{3}-[0-9]{2}-[0-9]{2}" },
    ]),
  ],
];

/** Whether Ajv accepts a value by a schema. */
function accepterOf(one: JsonObject): (value: JsonValue) => boolean {
  const model = readContract(documentWith(one)).schemas.get("Thing");
  if (model === undefined) throw new Error("The schema is missing.");
  return (each) => model.validate(each).length === 0;
}
