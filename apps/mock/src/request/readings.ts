import type { JsonValue, ParsedParameter } from "@workflow-api/contract";

/** More than any parameter that makes sense can be read as. */
const mostReadings = 256;

/** What a parameter on the wire can stand for, its texts as they are first; none if that is too much to tell. */
export function readings(parsed: ParsedParameter): JsonValue[] {
  if (typeof parsed === "string") return textReadings(parsed);
  if (isList(parsed)) return product(parsed.map(textReadings));
  const names = Object.keys(parsed);
  return product(Object.values(parsed).map(textReadings)).map((values) =>
    Object.fromEntries(values.map((value, index) => [names[index] ?? "", value])),
  );
}

function textReadings(text: string): JsonValue[] {
  const asNumber = Number(text);
  return [
    text,
    ...(text.trim() !== "" && Number.isFinite(asNumber) ? [asNumber] : []),
    ...(text === "true" || text === "false" ? [text === "true"] : []),
    ...(text === "" || text === "null" ? [null] : []),
  ];
}

/** One of each, in every combination. */
function product(choices: readonly JsonValue[][]): JsonValue[][] {
  const size = choices.reduce((count, { length }) => count * length, 1);
  if (size > mostReadings) return [];
  return choices.reduce<JsonValue[][]>(
    (combinations, values) => combinations.flatMap((chosen) => values.map((value) => [...chosen, value])),
    [[]],
  );
}

function isList(parsed: ParsedParameter): parsed is readonly string[] {
  return Array.isArray(parsed);
}
