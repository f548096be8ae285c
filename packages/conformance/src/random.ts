import type { JsonValue } from "@workflow-api/contract";
import fc from "fast-check";
import type { Broken, Case } from "./case.ts";
import { casesOf, type Draft } from "./draft.ts";

/** The values of parameters by their keys, and of the body by `body`. */
type Values = Readonly<Record<string, JsonValue | undefined>>;

/**
 * Random cases of an operation, all with one title: every part is valid, or every part but one.
 * `undefined`: a request that would change its meaning on the wire.
 */
export function randomCases(draft: Draft, title: string): fc.Arbitrary<Case | undefined> {
  const { maker, operation } = draft;
  // The server knows only the ids of the draft.
  const known: Values = { ...Object.fromEntries(draft.values), body: draft.body };
  const [media] = operation.requestBody?.content ?? [];
  const bodies = media === undefined ? [] : [{ key: "body", required: true, shape: media.shape }];
  const parts = [...operation.parameters, ...bodies];
  const made = parts.map(({ key, shape }) => [
    key,
    fc.oneof(fc.constant(known[key]), maker.arbitrary(shape)),
  ]);
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
  return fc.tuple(valid, broken).map(([sound, one]) => {
    const { body, ...others } = { ...sound, ...(one && { [one.part]: one.value }) };
    const values = new Map(
      Object.entries(others).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, value] as const],
      ),
    );
    const trial = { name: "", pointer: operation.pointer, values, body, broken: one };
    const [found] = casesOf(draft, "parameter", [trial]);
    return found && { ...found, title };
  });
}
