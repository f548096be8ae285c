import type { Operation } from "@workflow-api/contract";

/** A documented response that no scenario reaches, and how a request gets it. */
export interface UnreachedResponse {
  /** As the contract spells it: `412`, `4XX` or `default`. */
  readonly status: string;
  /** Whether it answers what no scenario matches. */
  readonly isDefault: boolean;
  /** The value of a header Prefer that asks for it. */
  readonly prefer: string;
}

/** Which requests a response answers, in words that stand after its status. */
export function answersWhat({ isDefault, prefer }: UnreachedResponse, hasScenarios: boolean): string {
  if (!isDefault) return `to a request with the header Prefer: ${prefer}`;
  return hasScenarios ? "what no scenario matches" : "to any valid request";
}

/** The responses of an operation that no scenario reaches, the one that needs no header first. */
export function unreachedResponses({
  responses,
  scenarios,
  defaultScenario,
}: Operation): UnreachedResponse[] {
  const reached = new Set(scenarios.map(({ responseKey }) => responseKey));
  const statuses = responses.map(({ status }) => status);
  const [lowest] = statuses.filter((status) => /^2/.test(status)).sort();
  const described = statuses
    .filter((status) => !reached.has(status))
    .map((status) => ({
      status,
      isDefault: defaultScenario === undefined && status === lowest,
      prefer: `code=${codeOf(status, statuses)}`,
    }));
  return described.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault));
}

/** A status that the response answers: Prism takes `default` for whatever no other describes. */
function codeOf(status: string, all: readonly string[]): string {
  if (status !== "default") return status.replaceAll(/x/gi, "0");
  const taken = all.map((each) => each.toUpperCase());
  const free = failures.find((code) => !taken.includes(code) && !taken.includes(`${code.charAt(0)}XX`));
  return free ?? "500";
}

/** What people want to see of a `default`, the likeliest first. */
const failures = ["500", "400", "503", "409"];
