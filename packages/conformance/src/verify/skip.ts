import type { Case } from "../case.ts";
import { isOfSuccess } from "../check-status.ts";
import type { Credentials } from "../credentials.ts";
import { variableOf } from "../stand-ins.ts";
import { isRead } from "./run-cases.ts";

/** Why a case is not sent. `undefined`: it is. */
export function reasonToSkip({ credentials, exact, write }: Limits, one: Case): string | undefined {
  const { expected, group, operation, request } = one;
  if (!write && !isRead(request)) return "It may write: --write sends it.";
  if (exact && one.replaced !== undefined) return wantOfScenario(one.replaced);
  if (exact || operation === undefined) return undefined;
  if (group === "near") return "Which answer comes is only known of a mock: --exact sends it.";
  if (group === "scenario" && !isOfSuccess(expected))
    return "Which answer comes is only known of a mock: --exact sends it.";
  if (expected.verdict === "unauthenticated") return undefined;
  const missing = one.schemes.filter((key) => credentials[key] === undefined);
  return missing.length === 0
    ? undefined
    : `The environment holds no ${missing.map(variableOf).join(" and no ")}.`;
}

function wantOfScenario(replaced: readonly string[]): string {
  return `With what was given for ${replaced.join(" and ")} it is no longer the request of its scenario: leave that out to send it.`;
}

interface Limits {
  readonly credentials: Credentials;
  readonly exact: boolean;
  readonly write: boolean;
}
