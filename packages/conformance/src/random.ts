import type { JsonValue } from "@workflow-api/contract/json";
import fc from "fast-check";
import type { Case } from "./case.ts";
import { type Attempt, type CaseDraft, casesOf } from "./draft.ts";

/** The values of parameters by their keys, and of the body by `body`. */
type Values = Readonly<Record<string, JsonValue | undefined>>;

/**
 * Random valid cases of an operation, all with one title. `undefined`: it has no valid request.
 */
export function randomCases(draft: CaseDraft, title: string): fc.Arbitrary<Case> | undefined {
  const { maker, operation } = draft;
  // The server knows only the ids of the draft.
  const known: Values = { ...Object.fromEntries(draft.values), body: draft.body };
  if (caseOf(draft, known, title) === undefined) return undefined;
  const [media] = operation.requestBody?.content ?? [];
  const bodies = media === undefined ? [] : [{ key: "body", required: true, shape: media.shape }];
  const parts = [...operation.parameters, ...bodies].flatMap(({ key, required, shape }) => {
    const variations = maker.around(shape, known[key]);
    const valid = variations.flatMap((each) => (each.keyword === undefined ? [each.value] : []));
    const [plain] = valid;
    const drawn = [fc.constant(plain), maker.arbitrary(shape), fc.constantFrom(...valid)];
    return plain === undefined ? [] : [{ key, required, values: fc.oneof(...drawn) }];
  });
  const requiredKeys = parts.filter((part) => part.required).map(({ key }) => key);
  const drawn = Object.fromEntries(parts.map(({ key, values }) => [key, values]));
  const values: fc.Arbitrary<Values> = fc.record(drawn, { requiredKeys });
  return values.map((each) => caseOf(draft, each, title)).filter((found) => found !== undefined);
}

/** @returns `undefined`: the request would change its meaning on the wire. */
function caseOf(draft: CaseDraft, { body, ...others }: Values, title: string): Case | undefined {
  const values = new Map(
    Object.entries(others).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value] as const],
    ),
  );
  const { pointer } = draft.operation;
  const attempt: Attempt = { name: "", pointer, values, body };
  const [found] = casesOf(draft, "parameter", [attempt]);
  return found && { ...found, title };
}
