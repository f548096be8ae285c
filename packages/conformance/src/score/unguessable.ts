import { type JsonObject, type JsonValue, valueAt } from "@workflow-api/contract";
import type { Suite } from "./suite.ts";

/**
 * Whether a mutant differs from the original by values that an `enum` allows on top, none of which the suite sends or
 * answers anywhere: what does not hold exactly such a value cannot show it (JSON Schema Validation 2020-12, 6.1.2).
 */
export function isUnguessable(
  original: JsonObject,
  mutant: { readonly pointer: string; readonly document: JsonObject },
  suite: Suite,
): boolean {
  const known = valueAt(original, mutant.pointer);
  const widened = valueAt(mutant.document, mutant.pointer);
  if (!mutant.pointer.endsWith("/enum") || !Array.isArray(known) || !Array.isArray(widened)) return false;
  const before = new Set(known.map((value) => JSON.stringify(value)));
  const added = widened.filter((value) => !before.has(JSON.stringify(value)));
  const kept = widened.length - added.length === known.length;
  return kept && added.length > 0 && added.every((value) => !isTried(suite, value));
}

/** Whether a text of the suite holds a value, in any spelling in which it could travel. */
function isTried({ answers, cases }: Suite, value: JsonValue): boolean {
  if (typeof value !== "string" && typeof value !== "number") return true;
  const spellings = [String(value), encodeURIComponent(String(value)), JSON.stringify(value).slice(1, -1)];
  const holds = (text: string): boolean => spellings.some((spelling) => text.includes(spelling));
  return (
    cases.some(({ request }) => holds(JSON.stringify(request))) ||
    answers.some(({ answer }) => holds(JSON.stringify(answer)))
  );
}
