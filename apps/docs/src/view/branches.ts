import { appendPointer, isObject } from "@workflow-api/contract";
import { anchorPart } from "./anchor.ts";
import { isSchema, schemasIn } from "./fields.ts";
import { makeSchemaView, type Part } from "./make-schema-view.ts";
import type { BranchView, SchemaPlace, ViewContext } from "./schema-view.ts";
import { shortType } from "./type-words.ts";

const alternatives = [
  ["oneOf", "Exactly one of"],
  ["anyOf", "At least one of"],
] as const;

const conditions = [
  ["not", "Not"],
  ["if", "If it is"],
  ["then", "then it is also"],
  ["else", "otherwise it is also"],
] as const;

/** The alternatives and conditions that a value is under. */
export function branchesOf(parts: readonly Part[], context: ViewContext): BranchView[] {
  return parts.flatMap((part, index) => {
    // Several parts may say `oneOf`: each gets anchors of its own.
    const inner = index === 0 ? context : { ...context, anchor: `${context.anchor}.~part-${index + 1}` };
    return [...alternativesOf(part, inner), ...conditionsOf(part, inner), ...dependentsOf(part, inner)];
  });
}

function alternativesOf({ schema, pointer }: Part, context: ViewContext): BranchView[] {
  return alternatives.flatMap(([keyword, label]) => {
    const options = schema[keyword];
    if (!Array.isArray(options)) {
      return [];
    }
    const places = options.filter(isSchema).map((option, index) => ({
      schema: option,
      pointer: appendPointer(pointer, keyword, index),
    }));
    return [
      {
        keyword,
        label,
        options: places.map((place, index) => option(place, `~${keyword}-${index + 1}`, context)),
      },
    ];
  });
}

function conditionsOf({ schema, pointer }: Part, context: ViewContext): BranchView[] {
  return conditions.flatMap(([keyword, label]) => {
    const condition = schema[keyword];
    // `not: true` is how partsOf writes the schema `false`: its type is "nothing" already.
    return !isSchema(condition) || condition === true
      ? []
      : [
          {
            keyword,
            label,
            options: [
              option({ schema: condition, pointer: appendPointer(pointer, keyword) }, `~${keyword}`, context),
            ],
          },
        ];
  });
}

function dependentsOf({ schema, pointer }: Part, context: ViewContext): BranchView[] {
  const keyword = "dependentSchemas";
  return schemasIn(schema[keyword], appendPointer(pointer, keyword)).map(([name, place]) => ({
    keyword,
    label: `If ${name} is there, then it is also`,
    options: [option(place, `~with-${anchorPart(name)}`, context)],
  }));
}

function option(place: SchemaPlace, segment: string, context: ViewContext): BranchView["options"][number] {
  const anchor = `${context.anchor}.${segment}`;
  const { schema, pointer } = place;
  const label = isObject(schema)
    ? titleOf(schema["title"]) || shortType(schema, pointer, context.contract)
    : "any value";
  const view = makeSchemaView([place], { ...context, anchor });
  // A title stands in for a description, but not below itself.
  return { label, anchor, view: view.description === label ? { ...view, description: "" } : view };
}

function titleOf(title: unknown): string {
  return typeof title === "string" ? title : "";
}
