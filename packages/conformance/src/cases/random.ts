import { inputsOf } from "@workflow-api/contract";
import fc from "fast-check";
import { type BaseRequest, casesOf } from "./base-request.ts";
import type { Case, PartValues } from "./case.ts";

/**
 * Random valid cases of an operation, all with one title. `undefined`: it has no valid request.
 */
export function randomCases(base: BaseRequest, title: string): fc.Arbitrary<Case> | undefined {
  const { maker, operation, values: usual } = base;
  /** @returns `undefined`: the request would change its meaning on the wire. */
  const caseOf = (values: PartValues): Case | undefined => {
    const attempt = { name: "", pointer: operation.pointer, values };
    const [found] = casesOf(base, "parameter", [attempt]);
    return found && { ...found, title };
  };
  if (caseOf(base.values) === undefined) return undefined;
  const parts = inputsOf(operation).flatMap(({ isMade = true, key, required, shape }) => {
    const usualValue = usual.get(key);
    if (!isMade)
      return usualValue === undefined ? [] : [{ key, required, values: fc.constant(usualValue) }];
    // The server knows only the ids of the base.
    const variations = maker.around(shape, usual.get(key));
    const valid = variations.flatMap((each) => (each.keyword === undefined ? [each.value] : []));
    const [plain] = valid;
    if (plain === undefined) return [];
    // A request changes what that of the base does, and nothing that others have.
    if (operation.method !== "GET" && key.startsWith("path "))
      return [{ key, required, values: fc.constant(usual.get(key) ?? plain) }];
    const drawn = [fc.constant(plain), maker.arbitrary(shape), fc.constantFrom(...valid)];
    return [{ key, required, values: fc.oneof(...drawn) }];
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
