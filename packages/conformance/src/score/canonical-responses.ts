import type { JsonValue } from "@workflow-api/contract";

export type ResponseForm = readonly [status: string, headers: JsonValue, content: JsonValue];

/** What the answers of an operation are told apart by beside what is described of them. */
export interface Answered {
  /** Whether the request of a scenario gets this status. */
  readonly isOfScenario: (status: string) => boolean;
  /** Whether the media type of a body can be wrong. */
  readonly hasBody: boolean;
}

/**
 * A status that is described as `default` is need not be described: what it covers, `default` covers too. One that
 * scenarios answer gives them its status, without one whose range is described that covers it, the lowest success
 * answers what nothing else does, and of those that a wrong request may get the first that is described is what it gets.
 */
export function withoutDefaults(responses: readonly ResponseForm[], answered: Answered): JsonValue {
  const described = (response: ResponseForm | undefined): string => JSON.stringify(response?.slice(1));
  const otherwise = responses.find(([status]) => status === "default");
  const [lowest] = responses.flatMap(([status]) => (status.startsWith("2") ? [status] : []));
  const isCovered = (response: ResponseForm): boolean =>
    response !== otherwise &&
    response[0] !== lowest &&
    !answered.isOfScenario(response[0]) &&
    !responses.some(([status]) => status !== response[0] && status === `${response[0].charAt(0)}XX`) &&
    described(response) === described(otherwise);
  const covered = responses.filter(isCovered).map(([status]) => status);
  const kept = new Set(responses.map(([status]) => status));
  for (const status of covered.toSorted(lastRefusalFirst)) {
    const others = new Set([...kept].filter((each) => each !== status));
    if (refusals(kept, answered) === refusals(others, answered)) kept.delete(status);
  }
  return responses.filter(([status]) => kept.has(status)).map((response) => [...response]);
}

/** What a mock answers to a media type that is wrong, in its order. Any other wrong request gets one of the rest. */
const refusing: readonly string[] = ["415", "422", "400"];

/** Without the first of them it is still the first that is answered, unless another one is described. */
function lastRefusalFirst(one: string, other: string): number {
  const place = (status: string): number => refusing.indexOf(status);
  return place(other) - place(one);
}

function refusals(described: ReadonlySet<string>, { hasBody }: Answered): string {
  const first = (statuses: readonly string[]): string | undefined =>
    statuses.find((status) => described.has(status) || described.has("4XX")) ?? statuses[0];
  return JSON.stringify([first(refusing.slice(1)), hasBody && first(refusing)]);
}
