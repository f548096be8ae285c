import fc from "fast-check";
import type { Case, PartValues } from "./case.ts";
import { type CaseDraft, casesOf, partsOf } from "./draft.ts";

/**
 * Random valid cases of an operation, all with one title. `undefined`: it has no valid request.
 */
export function randomCases(draft: CaseDraft, title: string): fc.Arbitrary<Case> | undefined {
  const { maker, operation } = draft;
  /** @returns `undefined`: the request would change its meaning on the wire. */
  const caseOf = (values: PartValues): Case | undefined => {
    const attempt = { name: "", pointer: operation.pointer, values };
    const [found] = casesOf(draft, "parameter", [attempt]);
    return found && { ...found, title };
  };
  if (caseOf(draft.values) === undefined) return undefined;
  const parts = partsOf(operation).flatMap(({ key, required, shape }) => {
    // The server knows only the ids of the draft.
    const variations = maker.around(shape, draft.values.get(key));
    const valid = variations.flatMap((each) => (each.keyword === undefined ? [each.value] : []));
    const [plain] = valid;
    const drawn = [fc.constant(plain), maker.arbitrary(shape), fc.constantFrom(...valid)];
    return plain === undefined ? [] : [{ key, required, values: fc.oneof(...drawn) }];
  });
  const requiredKeys = parts.filter((part) => part.required).map(({ key }) => key);
  const drawn = Object.fromEntries(parts.map(({ key, values }) => [key, values]));
  return fc
    .record(drawn, { requiredKeys })
    .map((values) => {
      const sent = Object.entries(values).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, value] as const],
      );
      return caseOf(new Map(sent));
    })
    .filter((found) => found !== undefined);
}
