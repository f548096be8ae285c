import type { JsonValue } from "@workflow-api/contract/json";
import fc from "fast-check";
import type { Broken, Case } from "./case.ts";
import { type Attempt, type CaseDraft, casesOf } from "./draft.ts";

/** The values of parameters by their keys, and of the body by `body`. */
type Values = Readonly<Record<string, JsonValue | undefined>>;

/**
 * Random cases of an operation, all with one title: every part is valid, or every part but one.
 * `undefined`: it has no valid request.
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
  const made = parts.map(({ key, shape }) => {
    const edges = maker.edges(shape, known[key]).map(({ value }) => value);
    const drawn = [fc.constant(known[key]), maker.arbitrary(shape)];
    return [key, fc.oneof(...drawn, ...(edges.length > 0 ? [fc.constantFrom(...edges)] : []))];
  });
  const required = parts.filter((part) => part.required).map(({ key }) => key);
  const valid: fc.Arbitrary<Values> = fc.record(Object.fromEntries(made), {
    requiredKeys: required,
  });
  const breaks = parts.flatMap(({ key: part, shape }) =>
    maker.broken(shape, known[part]).map((each): Broken => ({ ...each, part })),
  );
  const broken: fc.Arbitrary<Broken | undefined> =
    breaks.length === 0
      ? fc.constant(undefined)
      : fc.option(fc.constantFrom(...breaks), { nil: undefined, freq: 2 });
  return fc
    .tuple(valid, broken)
    .map(([values, chosen]) => caseOf(draft, values, title, chosen))
    .filter((found) => found !== undefined);
}

/** @returns `undefined`: the request would change its meaning on the wire. */
function caseOf(draft: CaseDraft, drawn: Values, title: string, broken?: Broken): Case | undefined {
  const { body, ...others } = { ...drawn, ...(broken && { [broken.part]: broken.value }) };
  const values = new Map(
    Object.entries(others).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value] as const],
    ),
  );
  const { pointer } = draft.operation;
  const attempt: Attempt = { name: "", pointer, values, body, broken };
  const [found] = casesOf(draft, "parameter", [attempt]);
  return found && { ...found, title };
}
