import type { Broken, Case } from "@workflow-api/conformance";
import { casesOf, createDraft, createValues, type Draft } from "@workflow-api/conformance";
import type { JsonValue, Operation } from "@workflow-api/contract";
import fc from "fast-check";
import { findingsOf, judge, resultOf } from "./judge.ts";
import { isRead, withOwnCredentials } from "./plan.ts";
import type { Result } from "./report.ts";
import type { Sent, Session } from "./session.ts";

/** A smaller request that fails is not looked for with more requests than these. */
const maxShrinking = 200;

/** What the random requests of an operation are called in reports and by `--only`. */
export function randomTitle({ operationId }: Operation): string {
  return `${operationId} random requests`;
}

/**
 * Sends random requests of an operation: valid ones, and ones that are broken in one part. What
 * fails is shrunk to the smallest that does, unless it may write.
 */
export async function explore({ ask, run }: Session, operation: Operation): Promise<Result> {
  const maker = createValues(run.contract, run.seed);
  const draft = createDraft(run.contract, operation, maker, run.given(operation));
  const started = performance.now();
  let failed: Sent | undefined;
  let left = Number.POSITIVE_INFINITY;
  const agrees = async (call: Call): Promise<boolean> => {
    const one = caseOf(draft, call);
    const sent =
      one === undefined || left-- <= 0 ? undefined : await ask(withOwnCredentials(run, one));
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
  const one = { operation, title: randomTitle(operation), group: "random" };
  return resultOf(one, { outcome: "passed", duration });
}

/** The values of parameters by their keys and of the body by `body`, and what of them is broken. */
interface Call {
  readonly values: ReadonlyMap<string, JsonValue | undefined>;
  readonly broken?: Broken;
}

/**
 * Calls of which every part is valid, or every part but one. The server knows no id but those of
 * the draft.
 */
function callsOf({ body, maker, operation, values }: Draft): fc.Arbitrary<Call> {
  const known = new Map([...values, ...(body === undefined ? [] : [["body", body] as const])]);
  const bodies = operation.requestBody?.content.map((media) => ({
    ...media,
    key: "body",
    required: true,
  }));
  const parts = [...operation.parameters, ...(bodies ?? []).slice(0, 1)];
  const chosen = parts.map((part) => {
    const made = fc.oneof(fc.constant(known.get(part.key)), maker.arbitrary([part]));
    return fc.tuple(
      fc.constant(part.key),
      part.required ? made : fc.option(made, { nil: undefined }),
    );
  });
  const valid = fc.tuple(...chosen).map((pairs): Call => ({ values: new Map(pairs) }));
  const breaks = parts.flatMap((part) =>
    maker.broken([part], known.get(part.key)).map((each) => ({ ...each, part: part.key })),
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

/** `undefined`: the request does not arrive as it is meant. */
function caseOf(draft: Draft, { broken, values: all }: Call): Case | undefined {
  const sent = [...all].flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  );
  const values = new Map(sent.filter(([key]) => key !== "body"));
  const body = all.get("body");
  const trial = { name: "", pointer: draft.operation.pointer, values, broken };
  const [one] = casesOf(draft, "parameter", [{ ...trial, ...(body !== undefined && { body }) }]);
  return one && { ...one, title: randomTitle(draft.operation) };
}
