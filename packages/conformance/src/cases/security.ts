import type { HttpRequest, SecurityScheme } from "@workflow-api/contract";
import { uniqueBy } from "@workflow-api/contract/json";
import {
  credential,
  credentialHeaders,
  isWrong,
  placeholderOf,
  wrongSecret,
} from "../http/secrets.ts";
import {
  type BaseRequest,
  createCase,
  expect,
  judged,
  requestOf,
  validStatuses,
  withHeaders,
} from "./base-request.ts";
import type { Case } from "./case.ts";

/** Credentials as a request carries them. */
interface Credentials {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
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

function caseOf(base: BaseRequest, { headers, misused, name, schemes }: Credentials): Case[] {
  const { pointer, responses, security } = base.operation;
  const alter = (sent: HttpRequest): HttpRequest => withHeaders(sent, headers);
  const request = requestOf(base, { schemes, alter });
  const [lacking] = judged(base, request)?.unauthenticated ?? [];
  const attempt = { name, pointer, alter, schemes };
  const key = misused?.header.toLowerCase() ?? "";
  const isMistaken = misused && isWrong(misused, key, headers[key] ?? "");
  if (lacking === undefined && !isMistaken) {
    // The credentials of another scheme may have the form of one that the operation takes.
    const isRight = security.some((requirement) =>
      requirement.every((each) => schemes.includes(each)),
    );
    const expected = expect("valid", ...validStatuses(base));
    return isRight ? [createCase(base, "security", attempt, expected)] : [];
  }
  // What else is sent may be all that another requirement asks for.
  const rest = withHeaders(request, { [key]: undefined });
  if (misused && judged(base, rest)?.unauthenticated.length === 0) return [];
  const forbidden = responses.some(({ status }) => status === 403) ? ["403"] : [];
  const part = misused ? `header ${key}` : (lacking?.part ?? "");
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
    const headers = credentialHeaders(schemes);
    // Two schemes of one header cannot be sent together.
    if (Object.keys(headers).length < schemes.length) return [];
    const names = schemes.map(({ header }) => header).join(" and ") || "no credentials";
    return [{ name: `with ${names}`, headers, schemes }];
  });
}

/** Each requirement with each of its credentials written in another way. */
function misusesOf({ operation: { security } }: BaseRequest): Credentials[] {
  return security.flatMap((requirement) =>
    requirement.flatMap((scheme) => {
      const { header, type } = scheme;
      const secret = placeholderOf(scheme);
      const other = type === "bearer" ? "Basic" : "Bearer";
      const [key, wrong] = credential(scheme, wrongSecret);
      const schemes = requirement.filter((each) => each !== scheme);
      const malformed = [
        [`${header} without a scheme`, secret],
        [`${header} without a secret`, credential(scheme, "")[1].trim()],
        [`${header} by the scheme ${other}`, `${other} ${secret}`],
      ] as const;
      const spellings = [
        [`a wrong secret in ${header}`, wrong],
        [`an empty ${header}`, ""],
        ...(type === "apiKey" ? [] : malformed),
      ] as const;
      return spellings.map(([words, value]): Credentials => {
        const headers = { ...credentialHeaders(requirement), [key]: value };
        return { name: `with ${words}`, headers, schemes, misused: scheme };
      });
    }),
  );
}
