import { expect, test } from "vitest";
import { readContract } from "../src/index.ts";
import { ruleFindings } from "../src/lint/lint.ts";
import {
  BODY,
  CAGE,
  CAGE_ID,
  CREATE,
  type Edit,
  edited,
  further,
  INCLUDE,
  ITEM,
  LIST,
  NOTE,
} from "./contract.ts";

/** The rule that reports a problem, and the JSON Pointer of its place. */
type Reported = readonly [rule: string | undefined, pointer: string];

/** An edit of the contract, and what is reported of it. */
const refused: readonly (readonly [edit: Edit, expected: readonly Reported[]])[] = [
  [
    {
      [`${LIST}/responses/200/${BODY}`]: undefined,
      [`${LIST}/responses/200/content`]: { "application/json": { schema: true } },
    },
    [
      ["statuses-reached", `${LIST}/responses/200`],
      ["scenarios-answered", `${LIST}/parameters/1/examples/more_notes`],
    ],
  ],
  [
    { [`${LIST}/parameters/2/required`]: true, [`${LIST}/parameters/2/examples`]: undefined },
    [["scenarios-complete", `${LIST}/parameters/2`]],
  ],
  [
    { [`${CREATE}/requestBody/${BODY}/examples`]: undefined },
    [["scenarios-complete", `${CREATE}/requestBody`]],
  ],
  [
    {
      [`${CREATE}/requestBody/${BODY}/examples/note_blank/value/data/attributes/text`]: "Call back",
    },
    [["scenarios-distinct", `${CREATE}/responses/201/${BODY}/examples/note_created`]],
  ],
  [
    {
      [`${LIST}/responses/401`]: {
        description: "No.",
        content: {
          "application/vnd.api+json": { schema: true, examples: { no_notes: { value: 1 } } },
        },
      },
    },
    [
      ["scenarios-answered", `${LIST}/responses/401/${BODY}/examples/no_notes`],
      ["statuses-reached", `${LIST}/responses/401`],
    ],
  ],
  [
    {
      [`${LIST}/responses/200/${BODY}/examples/all_notes`]: {
        value: { data: [], links: { self: "/", next: null } },
      },
    },
    [["scenarios-answered", `${LIST}/responses/200/${BODY}/examples/all_notes`]],
  ],
  [
    { [`${ITEM}/put/requestBody/${BODY}/examples/note_replaced/value/number`]: 7 },
    [["examples-valid", `${ITEM}/put/responses/200/${BODY}/examples/note_replaced`]],
  ],
  [
    { [`${LIST}/responses/200/headers/X-Total/examples/some/value`]: "a" },
    [["examples-valid", `${LIST}/responses/200/headers/X-Total/examples/some/value`]],
  ],
  [
    { [`${LIST}/responses/200/${BODY}/examples/first_notes/value/data/0/number`]: "7" },
    [["examples-valid", `${LIST}/responses/200/${BODY}/examples/first_notes/value/data/0/number`]],
  ],
  [
    {
      "/paths/~1v1~1notes~11": {
        get: { operationId: "getFirst", description: "The first.", responses: {} },
      },
      [`${ITEM}/get/parameters/1/name`]: "with",
      [`${ITEM}/parameters/0/examples/note_shown/value`]: 1,
    },
    [["scenarios-distinct", `${ITEM}/get/responses/200/${BODY}/examples/note_shown`]],
  ],
  [
    { [`${INCLUDE}/x-includes/autor`]: "/data/relationships/author" },
    [["includes-valid", `${INCLUDE}/x-includes/autor`]],
  ],
  [
    { [`${INCLUDE}/schema/items/enum`]: ["author", "client", "values", "owner"] },
    [["includes-valid", `${INCLUDE}/x-includes`]],
  ],
  [
    { [`${INCLUDE}/x-includes/author`]: "/data/relationships/autor" },
    [
      ["includes-valid", `${INCLUDE}/x-includes/author`],
      ["includes-shown", `${CAGE}/responses/200/${BODY}/examples/full`],
      ["includes-shown", `${CAGE}/responses/200/${BODY}/examples/file_cage`],
      ["includes-shown", `${CAGE}/responses/200/${BODY}/examples/date_cage`],
    ],
  ],
  [
    {
      [`${CAGE_ID}/examples/file_cage/value`]: "cage-text",
      [`${CAGE}/responses/200/${BODY}/examples/file_cage/value/data/id`]: "cage-text",
      [`${INCLUDE}/examples/file_cage`]: { value: [] },
    },
    [["scenarios-distinct", `${CAGE}/responses/200/${BODY}/examples/file_cage`]],
  ],
  [{ [`${CAGE_ID}/x-identifies`]: "/data/ident" }, [["ids-valid", `${CAGE_ID}/x-identifies`]]],
  [
    { [`${CAGE}/responses/200/${BODY}/examples/file_cage/value/data/id`]: "cage-text" },
    [["ids-valid", `${CAGE}/responses/200/${BODY}/examples/file_cage`]],
  ],
  [
    { "/components/schemas/VariableCageRelationships/required": ["author"] },
    [["includes-valid", `${INCLUDE}/x-includes/author`]],
  ],
  [
    { [`${NOTE}/properties/number`]: { type: "integer", examples: ["seven"], default: "seven" } },
    [
      ["examples-valid", `${NOTE}/properties/number/examples/0`],
      ["examples-valid", `${NOTE}/properties/number/default`],
    ],
  ],
  [
    { [`${NOTE}/additionalProperties`]: { type: "integer", examples: ["seven"] } },
    [["examples-valid", `${NOTE}/additionalProperties/examples/0`]],
  ],
  [{ "/x-gaps/1/id": "other_operations" }, [["questions-unique", "/x-gaps/1"]]],
];

function findings(edit: Edit): Reported[] {
  return ruleFindings(readContract(edited(edit))).map(
    ({ kind, pointer }) => [kind, pointer] as const,
  );
}

test("the contract that is edited below passes", () => {
  expect(ruleFindings(further)).toEqual([]);
});

test.each(refused)("the rules of this project refuse %j", (edit, expected) => {
  expect(findings(edit)).toEqual(expect.arrayContaining([...expected]));
});

test("the example of a range needs no request", () => {
  const content = { "application/vnd.api+json": { schema: true, examples: { any: { value: 1 } } } };
  const edit = { [`${LIST}/responses/5XX`]: { description: "Broken.", content } };
  expect(findings(edit)).toEqual([]);
});

test("an example of a schema may be one of a request or of a response", () => {
  const examples = (keyword: string): Edit => ({
    "/components/schemas/Extra": {
      required: ["a"],
      properties: { a: { type: "string", [keyword]: true } },
      examples: [{}],
    },
  });
  expect(findings(examples("readOnly"))).toEqual([]);
  expect(findings(examples("writeOnly"))).toEqual([]);
  expect(findings(examples("deprecated"))).toHaveLength(1);
});
