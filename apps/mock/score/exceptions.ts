import { isObject, type JsonObject, valueAt } from "@workflow-api/contract/json";
import type { Mutant } from "./mutants.ts";

/** A kind of change that no request and no response can tell from the contract. */
interface ScoreException {
  readonly reason: string;
  /** @param schema - What holds the changed member, before the change. */
  holds(mutant: Mutant, schema: JsonObject): boolean;
}

const exceptions: readonly ScoreException[] = [
  {
    reason: "A parameter is sent as text: null is a text of four letters.",
    holds: ({ operator, pointer }) => operator === "allow null" && pointer.includes("/parameters/"),
  },
  {
    reason: "The format and the pattern each say how a UUID ends.",
    holds: ({ pointer }, { format, pattern }) =>
      format === "uuid" && pattern !== undefined && pointer.endsWith("/format"),
  },
  {
    reason: "The format says it too, but for a UUID as a URN, which the checks do not send.",
    holds: ({ operator }, { format }) => operator === "loosen a pattern" && format === "uuid",
  },
  {
    reason: "The constant beside it is an integer.",
    holds: ({ changed }, schema) =>
      "const" in schema && schema["type"] === "integer" && changed === "number",
  },
  {
    reason: "The mock finds the id of a response without it.",
    holds: ({ changed, pointer }) => changed === undefined && pointer.endsWith("/x-identifies"),
  },
];

/** Why a mutant of a document means the same as the document. `undefined`: that is not known. */
export function reasonFor(document: JsonObject, mutant: Mutant): string | undefined {
  const schema = valueAt(document, mutant.pointer.replace(/\/[^/]*$/, ""));
  return isObject(schema)
    ? exceptions.find((each) => each.holds(mutant, schema))?.reason
    : undefined;
}
