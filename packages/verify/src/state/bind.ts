import {
  type BaseRequest,
  type Case,
  freshValues,
  isUsual,
  type PartValues,
  type RequestPlace,
  valueAtPlace,
  withValueAt,
} from "@workflow-api/conformance";
import type { JsonValue } from "@workflow-api/contract/json";
import type { Session } from "../sending/session.ts";
import { type Resource, valuesLeadingTo } from "./resources.ts";

/** What the requests of an operation have in place of the values of their cases. */
export interface Binding {
  readonly base: BaseRequest;
  /** Where values must be fresh. */
  readonly places: readonly RequestPlace[];
  /** The places that name another resource, and its id. */
  readonly references: readonly BoundReference[];
  /** What the requests go to. `undefined`: what the values of the base name. */
  resource: Resource | undefined;
  /** Whether a success uses the resource up, so that the next request needs another one. */
  readonly needsOwn: boolean;
  /** Whether its resource is used up. */
  isUsed: boolean;
}

/** A place that names another resource. */
export interface BoundReference extends RequestPlace {
  readonly id: JsonValue;
}

/** A case as it is sent: what it does not try has fresh values, and ids that the server has. */
export function bindCase(session: Session, binding: Binding, testCase: Case): Case {
  const { base, places, references } = binding;
  const isRandom = testCase.title.includes(" random requests, seed ");
  const origin = { seed: session.run.freshSeed, number: session.nextNumber() };
  const fresh = freshValues(base, testCase, { places, origin, isRandom });
  const linked = references.reduce<PartValues>((values, reference) => {
    const value = valueAtPlace(values, reference);
    const isKept = value === undefined || !(isRandom || isUsual(base, reference, value));
    return isKept ? values : withValueAt(values, reference, reference.id);
  }, fresh);
  const values = withResource(binding, linked);
  return { ...testCase, values, request: testCase.write(values) };
}

/** The values with the ids of the resource in place of those of the base. */
function withResource({ base, resource }: Binding, values: PartValues): PartValues {
  const ids = resource && valuesLeadingTo(base.operation, resource);
  const replaced = [...(ids ?? [])].filter(([key]) => values.get(key) === base.values.get(key));
  const sent = replaced.filter(([key]) => values.has(key));
  const tag = resource?.entityTag;
  const key = "header if-match";
  const isTagged = tag !== undefined && values.has(key) && values.get(key) === base.values.get(key);
  return new Map([...values, ...sent, ...(isTagged ? [[key, tag] as const] : [])]);
}
