import {
  type HttpRequest,
  type SecurityScheme,
  withCredential,
  withoutCredential,
} from "@workflow-api/contract";
import { credentialPrefix } from "@workflow-api/contract/http";
import { uniqueBy } from "@workflow-api/contract/json";
import { isWrong, placeholderOf, withPlaceholders, wrongSecret } from "../http/secrets.ts";
import {
  type BaseRequest,
  createCase,
  expect,
  judged,
  requestOf,
  validStatuses,
} from "./base-request.ts";
import type { Case } from "./case.ts";

/** Credentials as a request carries them. */
interface Credentials {
  readonly name: string;
  /** Adds them to a request without any. */
  readonly write: (request: HttpRequest) => HttpRequest;
  /** The schemes whose credentials it has, complete and correct. */
  readonly schemes: readonly SecurityScheme[];
  /** The scheme of which something else is sent. */
  readonly misused?: SecurityScheme;
}

/**
 * Every security requirement, and each one broken: incomplete, malformed, and with a wrong secret.
 */
export function securityCases(base: BaseRequest): Case[] {
  if (base.operation.security.length === 0) return [];
  return [...combinationsOf(base), ...misusesOf(base)].flatMap((each) => caseOf(base, each));
}

function caseOf(base: BaseRequest, { misused, name, schemes, write }: Credentials): Case[] {
  const { pointer, responses, security } = base.operation;
  const request = requestOf(base, { schemes, alter: write });
  const [lacking] = judged(base, request)?.unauthenticated ?? [];
  const attempt = { name, pointer, alter: write, schemes };
  const isMistaken = misused && isWrong(misused, request);
  if (lacking === undefined && !isMistaken) {
    // The credentials of another scheme may have the form of one that the operation takes.
    const isRight = security.some((requirement) =>
      requirement.every((each) => schemes.includes(each)),
    );
    const expected = expect("valid", ...validStatuses(base));
    return isRight ? [createCase(base, "security", attempt, expected)] : [];
  }
  // What else is sent may be all that another requirement asks for.
  const rest = misused && withoutCredential(request, misused);
  if (rest && judged(base, rest)?.unauthenticated.length === 0) return [];
  const forbidden = responses.some(({ status }) => status === 403) ? ["403"] : [];
  const part = misused?.key ?? lacking?.part ?? "";
  const broken = { part, keyword: lacking === undefined ? "secret" : "security" };
  const refused = { ...attempt, name: `401 ${name}`, broken };
  return [createCase(base, "security", refused, expect("unauthenticated", "401", ...forbidden))];
}

/** No credentials, each requirement, each without a part of it, and each scheme alone. */
function combinationsOf({ contract, operation: { security } }: BaseRequest): Credentials[] {
  const all = [
    [],
    ...security,
    ...security.flatMap((requirement) =>
      requirement.map((scheme) => requirement.filter((other) => other !== scheme)),
    ),
    ...contract.securitySchemes.map((scheme) => [scheme]),
  ];
  const distinct = uniqueBy(all, (schemes) => schemes.map(({ name }) => name).join());
  return distinct.flatMap((schemes) => {
    // Two schemes of one header cannot be sent together.
    if (new Set(schemes.map(({ key }) => key)).size < schemes.length) return [];
    const names = schemes.map(({ parameter }) => parameter).join(" and ") || "no credentials";
    const write = (request: HttpRequest): HttpRequest => withPlaceholders(request, schemes);
    return [{ name: `with ${names}`, write, schemes }];
  });
}

/** Each requirement with each of its credentials written in another way. */
function misusesOf({ operation: { security } }: BaseRequest): Credentials[] {
  return security.flatMap((requirement) =>
    requirement.flatMap((scheme) => {
      const { parameter, type } = scheme;
      const secret = placeholderOf(scheme);
      const other = type === "bearer" ? "Basic" : "Bearer";
      const schemes = requirement.filter((each) => each !== scheme);
      const malformed = [
        [`${parameter} without a scheme`, secret],
        [`${parameter} without a secret`, credentialPrefix[type].trim()],
        [`${parameter} by the scheme ${other}`, `${other} ${secret}`],
      ] as const;
      const spellings = [
        [`a wrong secret in ${parameter}`, credentialPrefix[type] + wrongSecret],
        [`an empty ${parameter}`, ""],
        ...(type === "apiKey" ? [] : malformed),
      ] as const;
      return spellings.map(([words, value]): Credentials => {
        const misused = { ...scheme, type: "apiKey" } as const;
        const write = (request: HttpRequest): HttpRequest =>
          // As it is, without a prefix.
          withCredential(withPlaceholders(request, schemes), misused, value);
        return { name: `with ${words}`, write, schemes, misused: scheme };
      });
    }),
  );
}
