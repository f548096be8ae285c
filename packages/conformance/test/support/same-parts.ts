import fc from "fast-check";
import { bounded, names, plain, schema, typed } from "./arbitrary-schema.ts";
import type { SameSchemas, Written } from "./same-schemas.ts";

/** References and applicators that say the same. */
export const sameParts: readonly SameSchemas[] = [
  [
    "a reference is what it refers to",
    schema.map((one): Written => [one, { $ref: "#/components/schemas/One" }]),
  ],
  [
    "what stands beside a reference is one more part",
    fc
      .tuple(schema, bounded)
      .map(
        ([one, other]): Written => [
          { allOf: [one, other] },
          { ...other, $ref: "#/components/schemas/Referred" },
          { Referred: one },
        ],
      ),
  ],
  ["an allOf of one is that one", schema.map((one): Written => [one, { allOf: [one] }])],
  [
    "an empty part of an allOf says nothing",
    schema.map((one): Written => [{ allOf: [one] }, { allOf: [{}, one] }]),
  ],
  ...(["allOf", "anyOf", "oneOf"] as const).map(
    (keyword): SameSchemas => [
      `the branches of ${keyword} have no order`,
      fc
        .tuple(schema, schema)
        .map(([one, other]): Written => [{ [keyword]: [one, other] }, { [keyword]: [other, one] }]),
    ],
  ),
  [
    "what nothing else evaluates is additional",
    schema
      .filter(({ anyOf }) => anyOf === undefined)
      .map((one) => {
        const { additionalProperties = false, items = false, ...rest } = one;
        return [
          { ...rest, additionalProperties, items },
          { ...rest, unevaluatedProperties: additionalProperties, unevaluatedItems: items },
        ];
      }),
  ],
  [
    "an if need not ask for what is required anyway",
    fc.tuple(names, schema).map(([name, one]) => {
      const consequence = "then";
      const needing = { required: [name], [consequence]: one };
      return [
        { ...needing, if: { properties: { a: { const: 1 } }, required: [name] } },
        { ...needing, if: { properties: { a: { const: 1 } } } },
      ];
    }),
  ],
  [
    "a type that a branch of anyOf accepts as a whole, the others need not accept",
    fc.tuple(bounded, typed).map(
      ([one, type]): Written => [
        { anyOf: [{ ...one, type: ["string", "boolean"].filter((each) => each !== type) }, { type }] },
        {
          anyOf: [
            { ...one, type: [...["string", "boolean"].filter((each) => each !== type), type] },
            { type },
          ],
        },
      ],
    ),
  ],
  [
    "a type that a part of allOf refuses, the others need not refuse",
    fc
      .tuple(
        plain,
        plain,
        fc.constantFrom("string", "boolean", "array", "object"),
        fc.constantFrom("null", "boolean", "string"),
      )
      .map(
        ([one, other, type, more]): Written => [
          {
            allOf: [
              { ...one, type },
              { ...other, type },
            ],
          },
          {
            allOf: [
              { ...one, type: [type, more] },
              { ...other, type },
            ],
          },
        ],
      )
      .filter(([first, second]) => JSON.stringify(first).length < JSON.stringify(second).length),
  ],
  [
    "the type of one part of allOf, or of the whole, the others need not say",
    fc
      .tuple(plain, plain, fc.constantFrom("string", "boolean", "array", "object"), fc.boolean())
      .map(([one, other, type, isSaid]): Written => {
        const { type: _, ...untyped } = other;
        const whole = isSaid ? { type } : {};
        const said = {
          ...whole,
          allOf: [
            { ...one, type },
            { ...untyped, type },
          ],
        };
        return [{ ...whole, allOf: [{ ...one, type }, untyped] }, said];
      }),
  ],
];
