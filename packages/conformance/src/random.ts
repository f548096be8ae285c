import type { JsonValue } from "@workflow-api/contract";
import fc from "fast-check";
import type { Broken, Case } from "./case.ts";
import { casesOf, type Draft } from "./draft.ts";

/** The values of parameters by their keys and of the body by `body`, and which one is broken. */
interface Call {
  readonly values: ReadonlyMap<string, JsonValue | undefined>;
  readonly broken?: Broken;
}

/**
 * Random cases of an operation, all with one title: every part is valid, or every part but one.
 * `undefined`: a request that would change its meaning on the wire.
 */
export function randomCases(draft: Draft, title: string): fc.Arbitrary<Case | undefined> {
  return callsOf(draft).map((call) => {
    const [one] = caseOf(draft, call);
    return one && { ...one, title };
  });
}

/** The server knows only the ids of the draft. */
function callsOf({ body, maker, operation, values }: Draft): fc.Arbitrary<Call> {
  const known = new Map([...values, ...(body === undefined ? [] : [["body", body] as const])]);
  const [media] = operation.requestBody?.content ?? [];
  const bodies = media === undefined ? [] : [{ key: "body", required: true, shape: media.shape }];
  const parts = [...operation.parameters, ...bodies];
  const chosen = parts.map((part) => {
    const made = fc.oneof(fc.constant(known.get(part.key)), maker.arbitrary(part.shape));
    return fc.tuple(
      fc.constant(part.key),
      part.required ? made : fc.option(made, { nil: undefined }),
    );
  });
  const valid = fc.tuple(...chosen).map((pairs): Call => ({ values: new Map(pairs) }));
  const breaks = parts.flatMap((part) =>
    maker.broken(part.shape, known.get(part.key)).map((each) => ({ ...each, part: part.key })),
  );
  if (breaks.length === 0) return valid;
  const broken = fc.tuple(valid, fc.constantFrom(...breaks)).map(
    ([call, one]): Call => ({
      values: new Map([...call.values, [one.part, one.value]]),
      broken: one,
    }),
  );
  return fc.oneof(valid, broken);
}

function caseOf(draft: Draft, { broken, values: all }: Call): Case[] {
  const sent = [...all].flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  );
  const values = new Map(sent);
  const body = values.get("body");
  values.delete("body");
  const trial = { name: "", pointer: draft.operation.pointer, values, broken };
  return casesOf(draft, "parameter", [{ ...trial, ...(body !== undefined && { body }) }]);
}
