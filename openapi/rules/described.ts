import { child, members, type Place, text } from "./reading/place.ts";
import { createRefinements, type Refinements } from "./reading/refinements.ts";
import { isDescribed, isInCondition } from "./reading/schema.ts";
import type { Context, HouseRule, Visit } from "./redocly.ts";

export const described: HouseRule = {
  id: "described",
  asks: "Every operation, parameter, response, header, component schema and property has a description, its own or that of what it refers to.",
  create: () => {
    const refinements = createRefinements();
    return {
      Operation: describes("operation"),
      Parameter: describes("parameter"),
      Response: describes("response"),
      Header: describes("header"),
      Schema: refinements.note,
      NamedSchemas: eachDescribed("schema", refinements),
      SchemaProperties: eachDescribed("property", refinements),
    };
  },
};

function describes(kind: string): Visit {
  return (node, context) => {
    const place = { value: node, at: context.location };
    if (text(place, "description") !== "") return;
    const given = child(place, "description");
    const name = text(place, "operationId") || text(place, "name");
    tell(
      name === "" ? `This ${kind}` : `The ${kind} "${name}"`,
      context,
      given.value === undefined ? place : given,
    );
  };
}

function eachDescribed(kind: string, refinements: Refinements): Visit {
  return (node, context) => {
    if (isInCondition(context.location.pointer)) return;
    for (const [name, schema] of members({ value: node, at: context.location })) {
      if (typeof schema.value === "boolean" || refinements.isNarrowing(schema)) continue;
      if (!isDescribed(context, schema)) tell(`The ${kind} "${name}"`, context, schema);
    }
  };
}

function tell(what: string, context: Context, { at }: Place): void {
  context.report({
    message: `${what} has no description. Say what it means to a reader.`,
    location: at.key(),
  });
}
