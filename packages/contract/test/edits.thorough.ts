import fc from "fast-check";
import { expect, test } from "vitest";
import { ContractError, readContract, requestFor } from "../src/index.ts";
import { appendPointer, isObject, type JsonValue } from "../src/json.ts";
import { ruleFindings } from "../src/lint/lint.ts";
import { edited } from "./contract.ts";

const document = edited({});
const pointers: string[] = [];
const visit = (value: JsonValue | undefined, pointer: string): void => {
  if (pointer !== "") pointers.push(pointer);
  const members = Array.isArray(value) || isObject(value) ? Object.entries(value) : [];
  for (const [name, member] of members) visit(member, appendPointer(pointer, name));
};
visit(document, "");

const schemas = Object.keys(Object(document["components"]).schemas);
const references = fc
  .constantFrom(...schemas)
  .map((name) => ({ $ref: `#/components/schemas/${name}` }));
const value = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, 1, "", "text", [], {}, true, [null], { type: "array" }),
  references,
);

test("any document is refused with its problems, or read, validated and linted", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...pointers), value, { minKeys: 1, maxKeys: 2 }),
      (edit) => {
        try {
          const contract = readContract(JSON.parse(JSON.stringify(edited(edit))));
          ruleFindings(contract);
          for (const operation of contract.operations)
            for (const { body, values } of operation.scenarios)
              contract.judge(requestFor(operation, values, body));
        } catch (error) {
          expect(error).toBeInstanceOf(ContractError);
        }
      },
    ),
    { numRuns: 500 },
  );
});
