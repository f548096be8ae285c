import { type Parameter, parseParameter } from "@workflow-api/contract";
import { readings } from "./wire.ts";

/**
 * What the schema of a parameter or header has against the reading of what came that it has the least against, to stand
 * behind a message; it holds no value. The empty text: nothing can be said of it.
 */
export function whyInvalid(parameter: Parameter, raw: string | undefined): string {
  const arrived = parseParameter(parameter, raw);
  if (arrived === undefined || parameter.mediaType !== undefined) return "";
  const judged = readings(arrived).map((reading) => parameter.validate(reading));
  // A text of digits is a number too, if the schema has more to say of that.
  const typed = judged.filter((violations) => violations.every(({ keyword }) => keyword !== "type"));
  const [first] = typed[0] ?? judged[0] ?? [];
  return first === undefined ? "" : `: ${`${first.pointer} ${first.message}`.trim()} (${first.keyword})`;
}
