import type { Fact } from "./facts.ts";
import type { FieldView, SchemaView } from "./schema-view.ts";

/** The fields of a view that have rows. An item that is nothing but its type and its facts has none of its own. */
export function shownFields(view: SchemaView): readonly FieldView[] {
  const item = onlyItem(view);
  if (item === undefined) {
    return view.fields;
  }
  if (isSimple(item)) {
    return [];
  }
  return isMerged(item) ? item.fields : view.fields;
}

/** What a view unfolds, in words: what may not be there is no field. */
export function foldWords(view: SchemaView): string {
  const fields = shownFields(view).filter(({ view: field }) => field.type !== "nothing");
  if (fields.length === 1) return "1 field";
  if (fields.length > 1) return `${fields.length} fields`;
  return view.branches.length > 0 ? "Alternatives" : "No fields";
}

/** The anchor of an item whose fields stand in place of its row. */
export function mergedAnchor(view: SchemaView): string | undefined {
  const item = onlyItem(view);
  return item !== undefined && !isSimple(item) && isMerged(item) ? view.fields[0]?.anchor : undefined;
}

/** The facts of a view, and those of its items where these have no row. */
export function shownFacts(view: SchemaView): readonly Fact[] {
  const item = onlyItem(view);
  if (item === undefined || !isSimple(item)) {
    return view.facts;
  }
  const own = item.facts.map((fact) => ({ ...fact, label: `Each ${fact.label.toLowerCase()}` }));
  return [...view.facts, ...own];
}

/** Whether there is anything to unfold in a view. */
export function isFoldable(view: SchemaView): boolean {
  return shownFields(view).length > 0 || view.branches.length > 0;
}

function onlyItem(view: SchemaView): SchemaView | undefined {
  const [only, ...others] = view.fields;
  return others.length === 0 && only?.label === "each item" && !only.literal ? only.view : undefined;
}

/** The items of a list in a list would pass for those of the outer one. */
function isMerged({ type, facts, branches, repeats }: SchemaView): boolean {
  const isBare = facts.length === 0 && branches.length === 0 && repeats === undefined;
  return isBare && !type.startsWith("array");
}

function isSimple(view: SchemaView): boolean {
  return view.fields.length === 0 && view.branches.length === 0 && view.repeats === undefined;
}
