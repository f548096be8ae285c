import { readFileSync, writeFileSync } from "node:fs";
import { withOperations } from "@workflow-api/openapi/fixtures";
import { writeExtendedContract } from "./contracts.ts";

/** Members that every object of JavaScript has: names of operations that a careless look-up takes for others. */
const inherited = ["toString", "constructor"];

const places = ["flow_instances", "container_instances", "process_instances", "task_instances"];

/** The extended contract with so many operations more, whose names and paths are long. */
export function writeManyOperations(count: number): string {
  const file = writeExtendedContract();
  const text = readFileSync(file, "utf8");
  const free = inherited.filter((name) => !text.includes(`operationId: ${name}\n`));
  const paths = Array.from({ length: count }, (_, index) => operation(index, free[index]));
  writeFileSync(file, withOperations(text, `paths:\n${paths.join("")}`));
  return file;
}

function operation(
  index: number,
  id = `listArchivedDataDictionaryVariablesOfOneTaskInstance${index}`,
): string {
  const path = places.map((place) => `/${place}/{${place}Id}`).join("/relationships");
  const parameters = places.map(
    (place) => `
        - { name: ${place}Id, in: path, required: true, schema: { type: string }, examples: { everything_that_was_ever_archived_${index}: { value: a }, nothing_was_found_where_it_should_be_${index}: { value: b } } }`,
  );
  return `
  /v${index}${path}/archived_dictionary_variables:
    get:
      operationId: ${id}
      summary: Lists what was archived of one task instance of a process, in the order in which it was archived
      parameters:${parameters.join("")}
      responses:
        "200":
          description: The list.
          content:
            application/json:
              schema: { type: array }
              examples: { everything_that_was_ever_archived_${index}: { summary: Everything., value: [] } }
        "404":
          description: None.
          content:
            application/json:
              schema: { type: object }
              examples: { nothing_was_found_where_it_should_be_${index}: { summary: Nothing., value: {} } }
`;
}
