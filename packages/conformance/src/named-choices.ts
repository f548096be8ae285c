import type { JsonValue } from "@workflow-api/contract";

/** The values that an `enum` allows, as a refusal of the mock's engine spells them; `undefined` if it is no list. */
export function choicesOf(allowed: JsonValue | undefined): string[] | undefined {
  return Array.isArray(allowed)
    ? spelt(allowed.map((value) => (value === null ? "" : String(value))).join(", "))
    : undefined;
}

/**
 * Whether a refusal names the values that are wanted and no others, in any order. A refusal that names none, as that of
 * another keyword, contradicts nothing.
 * @param wanted `undefined`: no list is expected.
 */
export function isSameChoice(messages: readonly string[], wanted: readonly string[] | undefined): boolean {
  if (wanted === undefined) return true;
  const named = messages.flatMap((message) => {
    const [, list] = /allowed values: (.*)$/s.exec(message) ?? [];
    return list === undefined ? [] : [spelt(list)];
  });
  return named.length === 0 || named.some((list) => list.join("\n") === wanted.join("\n"));
}

/** Values may hold commas themselves, so both sides are split alike. */
function spelt(list: string): string[] {
  return list.replaceAll(/"|\.$/g, "").split(", ").sort();
}
