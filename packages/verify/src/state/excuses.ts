import {
  type BaseRequest,
  freshValueAt,
  type RequestPlace,
  valueAtPlace,
  withValueAt,
} from "@workflow-api/conformance";
import { inputsOf } from "@workflow-api/contract";
import { responseFor } from "@workflow-api/contract/http";
import { appendPointer, isObject, type JsonValue, valueAt } from "@workflow-api/contract/json";
import type { EvaluatedResult } from "../results/evaluate.ts";
import type { Control, Controls } from "./control.ts";

// A valid value may name something that the server lacks, such as an unknown owner.

/**
 * The results without the failures of requests that name something: where the server refuses any
 * other value of a member as well, by a documented status.
 */
export async function excuseReferences(
  controls: Controls,
  control: Control,
  results: readonly EvaluatedResult[],
): Promise<EvaluatedResult[]> {
  const known = new Map<string, boolean>();
  const excused: EvaluatedResult[] = [];
  for (const result of results) {
    const place = variedPlace(control, result);
    const key = JSON.stringify(place);
    if (place !== undefined && !known.has(key))
      known.set(key, await isReference(controls, control, place, result));
    excused.push(
      known.get(key) === true && place !== undefined ? withLackingName(result, place) : result,
    );
  }
  return excused;
}

function withLackingName(result: EvaluatedResult, { at, part }: RequestPlace): EvaluatedResult {
  const note = `${`${part} ${at}`.trim()} names what the server lacks: any other value is refused`;
  return { ...result, outcome: "inconclusive", findings: [], note };
}

/** The only place at which a valid request that failed by a documented refusal is unusual. */
function variedPlace(
  { base, places: boundPlaces, references }: Control,
  { outcome, sent, testCase }: EvaluatedResult,
): RequestPlace | undefined {
  const status = sent?.status ?? 0;
  const { expected, part, values } = testCase;
  if (outcome !== "failed" || expected.kind !== "valid") return undefined;
  if (status < 400 || status >= 500 || responseFor(base.operation, status) === undefined)
    return undefined;
  if (part !== "body") return part.includes(" ") ? { part, at: "" } : undefined;
  const replaced = [...boundPlaces, ...references].map(({ at }) => at);
  const places = differences(base.values.get("body"), values.get("body")).filter(
    (at) => at === testCase.at || !replaced.includes(at),
  );
  return places.length === 1 ? { part, at: places[0] ?? "" } : undefined;
}

/** Where scalars differ from those of another value. What it lacks does not count. */
function differences(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  at = "",
): string[] {
  if (before === after || after === undefined) return [];
  if (isObject(after) || Array.isArray(after))
    return Object.entries(after).flatMap(([name, value]) => {
      const inner = isObject(before) || Array.isArray(before) ? Object.entries(before) : [];
      const old = inner.find(([other]) => other === name)?.[1];
      return differences(old, value, appendPointer(at, name));
    });
  return [at];
}

/** Whether a fresh value at a place is refused alike. */
async function isReference(
  controls: Controls,
  control: Control,
  place: RequestPlace,
  { sent: refused, testCase }: EvaluatedResult,
): Promise<boolean> {
  const { session } = controls;
  const { base } = control;
  // A plain one: what is unusual may be refused because of that.
  const value = valueAtPlace(base.values, place) ?? sampleAt(base, place);
  if (typeof value !== "string" && !Number.isInteger(value)) return false;
  const origin = { seed: session.run.freshSeed, number: session.nextNumber() };
  const fresh = freshValueAt(base, place, value ?? null, origin);
  if (fresh === undefined) return false;
  const sent = await controls.send(control, withValueAt(testCase.values, place, fresh));
  return sent !== undefined && sent.status === refused?.status;
}

function sampleAt({ maker, operation }: BaseRequest, { at, part }: RequestPlace) {
  const found = inputsOf(operation).find(({ key }) => key === part);
  return found && valueAt(maker.sample(found.shape), at);
}
