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
  const parts = [...operation.parameters, ...bodies].filter(
    ({ shape }) => maker.sample(shape) !== undefined,
  );
  const drawn = parts.map(({ key, shape }) => {
    const edges = maker
      .around(shape, known[key])
      .filter(({ keyword }) => keyword === undefined)
      .map(({ value }) => value);
    return [
      key,
      fc.oneof(fc.constant(edges[0]), maker.arbitrary(shape), fc.constantFrom(...edges)),
    ];
  });
  const requiredKeys = parts.filter((part) => part.required).map(({ key }) => key);
  const values: fc.Arbitrary<Values> = fc.record(Object.fromEntries(drawn), { requiredKeys });
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
