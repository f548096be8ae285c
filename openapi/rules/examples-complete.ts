import { type Part, surveyBody } from "./reading/coverage.ts";
import { type Body, type Operation, readOperations } from "./reading/operation.ts";
import { child } from "./reading/place.ts";
import type { Context, HouseRule, Visitor } from "./redocly.ts";

export const examplesComplete: HouseRule = {
  id: "examples-complete",
  asks: "The examples of all responses together show every property that one declares, an element of every list and every alternative, and so do those of all request bodies.",
  create: createVisitor,
};

/** A body and what a message calls it. */
type NamedBody = readonly [body: Body, name: string];

// What bodies share needs one example: no error of JSON:API has all members that an error object can have.
function createVisitor(): Visitor {
  return {
    Root(root, context) {
      const operations = readOperations(context, { value: root, at: context.location });
      check(operations.flatMap(requestsOf), "readOnly", context);
      check(operations.flatMap(answersOf), "writeOnly", context);
    },
  };
}

function requestsOf({ name, requestBody }: Operation): NamedBody[] {
  return requestBody?.bodies.map((body): NamedBody => [body, `request body of ${name}`]) ?? [];
}

function answersOf({ name, answers }: Operation): NamedBody[] {
  return answers.flatMap(({ status, bodies }) =>
    bodies.map((body): NamedBody => [body, `${status} of ${name}`]),
  );
}

function check(bodies: readonly NamedBody[], unsent: "readOnly" | "writeOnly", context: Context): void {
  const shown = new Set<string>();
  const declared = new Map<string, { readonly part: Part; readonly names: string[] }>();
  for (const [body, name] of bodies) {
    const schema = child(body.place, "schema");
    const values = valuesOf(body);
    if (schema.value === undefined || values.length === 0) continue;
    const survey = surveyBody(context, { schema, values }, unsent);
    for (const id of survey.shown) shown.add(id);
    for (const [id, part] of survey.declared)
      declared.set(id, { part, names: [...(declared.get(id)?.names ?? []), name] });
  }
  for (const [id, { part, names }] of declared)
    if (!shown.has(id)) context.report({ message: messageOf(part, names), location: part.at.key() });
}

function messageOf({ what }: Part, [name = "", ...others]: readonly string[]): string {
  const more = others.length === 0 ? "" : ` or of ${others.length} more`;
  return `No example of the ${name}${more} shows the ${what}. Add it to one of them.`;
}

function valuesOf({ place, examples }: Body): unknown[] {
  const single = child(place, "example").value;
  const named = [...examples.values()].map(({ value }) => value).filter((value) => value !== undefined);
  return single === undefined ? named : [...named, single];
}
