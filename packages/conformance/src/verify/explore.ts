import type { JsonValue, Operation, Parameter, SchemaPlace } from "@workflow-api/contract";
import fc from "fast-check";
import type { Broken, Case } from "../case.ts";
import { createDraft, type Draft, invalidCase, validCase } from "../draft.ts";
import type { Values } from "../values.ts";
import { findingsOf, judge, resultOf } from "./judge.ts";
import { isRead } from "./plan.ts";
import type { Result } from "./report.ts";
import type { Sent, Session } from "./session.ts";

/** A smaller request that fails is not looked for with more requests than these. */
const maxShrinking = 200;

/** What the random requests of an operation are called in reports and by `--only`. */
export function randomTitle({ operationId }: Operation): string {
  return `${operationId} random requests`;
}

/**
 * Sends random requests of an operation: valid ones, and ones that are broken in one part. What fails is shrunk to the
 * smallest that does, unless it may write.
 *
 * @param base - A right request that has succeeded.
 */
export async function explore(
  { ask, run }: Session,
  maker: Values,
  operation: Operation,
  base: Case,
): Promise<Result> {
  const { body, values } = base;
  const schemes = run.contract.securitySchemes.filter(({ name }) => base.schemes.includes(name));
  const made = createDraft(run.contract, operation, maker, run.given(operation));
  const draft: Draft = { ...made, body, values, schemes };
  const started = performance.now();
  let failed: Sent | undefined;
  let left = Number.POSITIVE_INFINITY;
  const agrees = async (call: Call): Promise<boolean> => {
    const one = caseOf(draft, call);
    const sent = one === undefined || left-- <= 0 ? undefined : await ask(one);
    if (sent === undefined || findingsOf(run, sent).length === 0) return true;
    // The last one that fails is the smallest. A server that lets one wait would do so each time.
    left = sent.status === undefined ? 0 : Math.min(left, maxShrinking);
    failed = sent;
    return false;
  };
  const options = { seed: run.seed, numRuns: run.explore, endOnFailure: !isRead(operation) };
  const { errorInstance } = await fc.check(fc.asyncProperty(callsOf(draft), agrees), options);
  if (errorInstance instanceof Error && failed === undefined) throw errorInstance;
  const duration = performance.now() - started;
  if (failed !== undefined) return { ...judge(run, failed), group: "random", duration };
  return resultOf(
    { ...base, title: randomTitle(operation) },
    { group: "random", outcome: "passed", duration },
  );
}

/** What an operation is called with, by `Parameter.key` and `body`, and what of that is broken. */
interface Call {
  readonly values: ReadonlyMap<string, JsonValue>;
  readonly broken?: Broken;
}

/** Calls of which every part is valid, or every part but one. The server knows no id but those of the draft. */
function callsOf({ body, maker, operation, values }: Draft): fc.Arbitrary<Call> {
  const [media] = operation.requestBody?.content ?? [];
  const bodies = media === undefined ? [] : [{ ...media, key: "body", required: true }];
  const parts: readonly (SchemaPlace & Pick<Parameter, "key" | "required">)[] = [
    ...operation.parameters,
    ...bodies,
  ];
  const known = new Map([...values, ...(body === undefined ? [] : [["body", body] as const])]);
  const choices = parts.map((part) => {
    const made = fc.oneof(fc.constant(known.get(part.key)), maker.arbitrary([part]));
    return part.required ? made : fc.option(made, { nil: undefined });
  });
  const valid = fc.tuple(...choices).map((chosen) => {
    const sent = parts.map(({ key }, index) => [key, chosen[index]] as const);
    return new Map(sent.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
  });
  const breaks = parts.flatMap((part) =>
    maker.broken([part], known.get(part.key)).map((each) => ({ ...each, part: part.key })),
  );
  const plain = valid.map((all): Call => ({ values: all }));
  if (breaks.length === 0) return plain;
  const broken = fc
    .tuple(valid, fc.constantFrom(...breaks))
    .map(([all, one]): Call => ({ values: new Map([...all, [one.part, one.value]]), broken: one }));
  return fc.oneof(plain, broken);
}

/** @returns `undefined`: the request does not arrive as it is meant. */
function caseOf(draft: Draft, { broken, values: all }: Call): Case | undefined {
  const { operation } = draft;
  const values = new Map([...all].filter(([key]) => key !== "body"));
  const body = all.get("body");
  const parts = { group: "parameter", name: "", pointer: operation.pointer, values } as const;
  const change = { ...parts, ...(body !== undefined && { body }) };
  const [one] = broken === undefined ? validCase(draft, change) : invalidCase(draft, { ...change, broken });
  return one && { ...one, title: randomTitle(operation) };
}
