import type { FieldView, SchemaView } from "./schema-view.ts";

/** The fields of a view; those of its items directly, where there is nothing to say about an item itself. */
export function shownFields(view: SchemaView): readonly FieldView[] {
  const [only, ...others] = view.fields;
  if (only === undefined || others.length > 0 || only.label !== "each item") {
    return view.fields;
  }
  const item = only.view;
  const isPlain =
    item.facts.length === 0 && item.branches.length === 0 && item.repeats === undefined && !item.deprecated;
  return isPlain ? item.fields : view.fields;
}

/** Whether there is anything to unfold in a view. */
export function isFoldable(view: SchemaView): boolean {
  return shownFields(view).length > 0 || view.branches.length > 0;
}
