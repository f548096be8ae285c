import type { Context } from "../redocly.ts";
import { accepts } from "./accepts.ts";
import { matches } from "./matches.ts";
import { child, follow, isObject, items, members, type Place } from "./place.ts";
import { partsOf, typesOf } from "./schema.ts";

/** A part of a schema that examples can show. */
export interface Part {
  /** `property "name"`, `element of "name"`, `alternative 2`. */
  readonly what: string;
  readonly at: Place["at"];
}

/** What a body declares and what its examples show, each part by the absolute pointer of where it is declared. */
export interface Survey {
  readonly declared: ReadonlyMap<string, Part>;
  readonly shown: ReadonlySet<string>;
}

/** A schema of which some values are examples, in the course of a survey. */
interface Visit {
  readonly schema: Place;
  readonly values: readonly unknown[];
}

/**
 * The parts of a body's schema: properties, elements of lists and alternatives of `oneOf` and `anyOf`, at any depth,
 * but nothing inside of what its examples do not show.
 *
 * @param unsent The keyword of the properties that do not travel in this direction.
 */
export function surveyBody(context: Context, body: Visit, unsent: "readOnly" | "writeOnly"): Survey {
  const shown = new Set<string>();
  const declared = new Map<string, Part>();
  const visited = new Map<string, Set<unknown>>();
  const open = [body];
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    for (const { what, schema, values } of stepsFrom(context, visit)) {
      const id = schema.at.absolutePointer;
      if (what !== undefined && !isExempt(context, schema, unsent)) declared.set(id, { what, at: schema.at });
      if (values.length > 0) shown.add(id);
      // A schema that leads back to itself meets the same values again.
      const before = visited.get(id) ?? new Set();
      visited.set(id, new Set([...before, ...values]));
      const fresh = values.filter((value) => !before.has(value));
      if (fresh.length > 0 && isObject(schema.value)) open.push({ schema, values: fresh });
    }
  }
  return { declared, shown };
}

interface Step extends Visit {
  /** What the step leads to; `undefined`: nothing that has to be shown. */
  readonly what: string | undefined;
}

function stepsFrom(context: Context, { schema, values }: Visit): Step[] {
  return partsOf(context, schema).flatMap((part) => [
    ...toProperties(part, values.filter(isObject)),
    ...toItems(part, values.filter(Array.isArray)),
    ...toAlternatives(context, part, values),
    ...toConsequences(context, part, values),
  ]);
}

function toProperties(schema: Place, objects: readonly Readonly<Record<string, unknown>>[]): Step[] {
  const properties = members(child(schema, "properties"));
  const patterns = members(child(schema, "patternProperties"));
  const named = new Set(properties.map(([name]) => name));
  const others = objects.flatMap((object) => Object.entries(object)).filter(([name]) => !named.has(name));
  const matching = (pattern: string) => others.filter(([name]) => matches(pattern, name));
  const rest = others.filter(([name]) => !patterns.some(([pattern]) => matches(pattern, name)));
  return [
    ...properties.map(([name, property]) => ({
      what: `property "${name}"`,
      schema: property,
      values: objects.filter((object) => Object.hasOwn(object, name)).map((object) => object[name]),
    })),
    ...patterns.map(([pattern, property]) => ({
      what: undefined,
      schema: property,
      values: matching(pattern).map(([, value]) => value),
    })),
    {
      what: undefined,
      schema: child(schema, "additionalProperties"),
      values: rest.map(([, value]) => value),
    },
  ];
}

function toItems(schema: Place, lists: readonly (readonly unknown[])[]): Step[] {
  const prefix = items(child(schema, "prefixItems"));
  const rest = child(schema, "items");
  const first = prefix.map((item, index) => ({
    what: `element ${index + 1} of this list`,
    schema: item,
    values: lists.filter((list) => list.length > index).map((list) => list[index]),
  }));
  if (!isObject(rest.value)) return first;
  return [
    ...first,
    {
      what: "element of this list",
      schema: rest,
      values: lists.flatMap((list) => list.slice(prefix.length)),
    },
  ];
}

function toAlternatives(context: Context, schema: Place, values: readonly unknown[]): Step[] {
  return ["oneOf", "anyOf"].flatMap((keyword) =>
    items(child(schema, keyword)).map((alternative, index) => ({
      what: `alternative ${index + 1} of this ${keyword}`,
      schema: alternative,
      values: values.filter((value) => accepts(context, alternative, value)),
    })),
  );
}

/** What applies to the values that meet a condition. */
function toConsequences(context: Context, schema: Place, values: readonly unknown[]): Step[] {
  const condition = child(schema, "if");
  const meets = (value: unknown): boolean => accepts(context, condition, value);
  return [
    { what: undefined, schema: child(schema, "then"), values: values.filter(meets) },
    { what: undefined, schema: child(schema, "else"), values: values.filter((value) => !meets(value)) },
    ...members(child(schema, "dependentSchemas")).map(([name, dependent]) => ({
      what: undefined,
      schema: dependent,
      values: values.filter((value) => isObject(value) && Object.hasOwn(value, name)),
    })),
  ];
}

/** Whether there is nothing to show: what never travels this way, what can hold nothing, and null. */
function isExempt(context: Context, schema: Place, unsent: "readOnly" | "writeOnly"): boolean {
  const target = follow(context, schema);
  if (typeof target.value === "boolean") return true;
  const types = typesOf(target);
  if (types.length === 1 && types[0] === "null") return true;
  return (
    child(schema, unsent).value === true ||
    partsOf(context, schema).some((part) => child(part, unsent).value === true)
  );
}
