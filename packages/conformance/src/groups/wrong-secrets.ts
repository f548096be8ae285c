import { type Operation, requestFor, type SecurityScheme } from "@workflow-api/contract";
import type { Case } from "../case.ts";
import { credentialHeaders, isSendable, mergeRequest, secretOf } from "../credentials.ts";
import { baseRequest, type Derivation } from "../derivation.ts";
import { wrongSecretOf } from "../wrong-secret.ts";
import { completes, doubtful, isOptional, mistaken } from "./authentication.ts";

/**
 * Each secret of each way of authenticating in turn is another one of the same shape, and the rest is right: only a server
 * that compares secrets, or verifies the signature of a token, refuses that.
 */
export function wrongSecretCases(derivation: Derivation, operation: Operation): Case[] {
  if (!operation.security.flat().every(isSendable)) return [];
  const { credentials } = derivation;
  const { body, values } = baseRequest(derivation, operation);
  const request = requestFor(operation, values, body);
  const judge = isOptional(operation) ? doubtful : mistaken;
  return operation.security.flatMap((way) =>
    way.filter(isSecret).flatMap((scheme) => {
      const { key } = scheme;
      if (
        completes(
          operation,
          way.filter((other) => other.key !== key),
        )
      )
        return [];
      const wrong = { ...credentials, [key]: wrongSecretOf(secretOf(scheme, credentials)) };
      const carried = mergeRequest(request, credentialHeaders(way, wrong));
      return judge(derivation, operation, carried, `with a wrong ${key}`);
    }),
  );
}

/** Whether a credential is a secret alone; what follows other schemes of HTTP, such as Digest, has a form of its own. */
function isSecret({ scheme = "bearer", type }: SecurityScheme): boolean {
  return type !== "http" || scheme === "bearer" || scheme === "basic";
}
