import { _, type Ajv2020, type CodeKeywordDefinition, type KeywordCxt, type Name } from "ajv/dist/2020.js";
import { isEqual } from "./is-equal.ts";

/**
 * Replaces how values are compared. Ajv asks each value itself, by `valueOf`, `toString` and `constructor`: it throws at a
 * member of such a name, or takes it for another value.
 */
export function compareAsJson(ajv: Ajv2020): void {
  for (const [keyword, before, code] of comparisons) {
    const known = ajv.getKeyword(keyword);
    const definition = typeof known === "object" ? known : {};
    ajv.removeKeyword(keyword).addKeyword({ ...definition, keyword, before, code });
  }
}

type Comparison = readonly [keyword: string, before: string, code: CodeKeywordDefinition["code"]];

/** Each with the keyword that it stands before, so that what is wrong is told in the order in which Ajv tells it. */
const comparisons: readonly Comparison[] = [
  ["const", "enum", (cxt) => cxt.fail(_`!${functionOf(cxt, isEqual)}(${cxt.data}, ${cxt.schemaCode})`)],
  [
    "enum",
    "not",
    (cxt) => {
      if (cxt.schema.length === 0) throw new Error("an enum must have a value, for nothing is one of none");
      cxt.fail(_`!${functionOf(cxt, isAmong)}(${cxt.data}, ${cxt.schemaCode})`);
    },
  ],
  [
    "uniqueItems",
    "maxContains",
    (cxt) => {
      if (cxt.schema !== true) return;
      const twice = cxt.gen.const("twice", _`${functionOf(cxt, firstTwice)}(${cxt.data})`);
      cxt.setParams({ i: _`${twice}[1]`, j: _`${twice}[0]` });
      cxt.fail(_`${twice} !== undefined`);
    },
  ],
];

function functionOf({ gen }: KeywordCxt, ref: (one: never, other: never) => unknown): Name {
  return gen.scopeValue("func", { ref });
}

function isAmong(value: unknown, values: readonly unknown[]): boolean {
  return values.some((one) => isEqual(one, value));
}

/** The places of the first item that is there already, and of the one that it equals. */
function firstTwice(items: readonly unknown[]): [first: number, again: number] | undefined {
  const known = new Map<unknown, number>();
  for (const [place, item] of items.entries()) {
    // What is neither a list nor an object is found without being compared with each.
    const isPlain = typeof item !== "object" || item === null;
    const first = isPlain ? known.get(item) : items.findIndex((one) => isEqual(one, item));
    if (first !== undefined && first < place) return [first, place];
    if (isPlain) known.set(item, place);
  }
  return undefined;
}
