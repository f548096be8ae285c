import type { JsonValue } from "@workflow-api/contract";
import type { Answer } from "./case.ts";

/** The body as JSON; `undefined` if it is none. */
export function parseBody({ body }: Pick<Answer, "body">): JsonValue | undefined {
  try {
    return JSON.parse(body) as JsonValue;
  } catch {
    return undefined;
  }
}
