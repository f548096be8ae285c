import type { SecurityScheme } from "@workflow-api/contract";
import type { Case } from "../case.ts";
import {
  type CaseDraft,
  createCase,
  expect,
  judged,
  requestOf,
  validStatuses,
  withHeaders,
} from "../draft.ts";
import { credential, credentialHeaders, placeholderOf, wrongSecret } from "../secrets.ts";

/** Credentials as a request carries them. */
interface Credentials {
  readonly name: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The schemes whose credentials it has, complete and correct. */
  readonly schemes: readonly SecurityScheme[];
  /** The scheme whose secret is wrong. */
  readonly mistaken?: SecurityScheme;
  readonly rule?: string;
}

/**
 * Every security requirement, and each one broken: incomplete, malformed, and with a wrong secret.
 */
export function securityCases(draft: CaseDraft): Case[] {
  const { security } = draft.operation;
  // How a server treats credentials that it does not need is up to it.
  const isNeeded = security.length > 0 && security.every((requirement) => requirement.length > 0);
  // The credentials of another scheme may have the form of one that the operation takes.
  const isEnough = ({ schemes }: Credentials): boolean =>
    security.length === 0 ||
    security.some((requirement) => requirement.every((each) => schemes.includes(each)));
  const cases = combinationsOf(draft).flatMap((credentials) =>
    caseOf(draft, credentials).filter(
      ({ expected }) => expected.kind !== "valid" || isEnough(credentials),
    ),
  );
  if (!isNeeded) return cases.filter(({ expected }) => expected.kind === "valid");
  return [...cases, ...misusesOf(draft).flatMap((credentials) => caseOf(draft, credentials))];
}

function caseOf(draft: CaseDraft, { headers, mistaken, name, rule, schemes }: Credentials): Case[] {
  const request = withHeaders(requestOf(draft, { schemes: [] }), headers);
  const [lacking] = judged(draft, request)?.unauthenticated ?? [];
  // What else is sent may be all that another requirement asks for.
  const rest = mistaken && withHeaders(request, { [mistaken.header.toLowerCase()]: undefined });
  if (rest && judged(draft, rest)?.unauthenticated.length === 0) return [];
  const { operation } = draft;
  const attempt = { name, pointer: operation.pointer, request, rule, schemes };
  if (lacking === undefined && mistaken === undefined)
    return [createCase(draft, "security", attempt, expect("valid", ...validStatuses(draft)))];
  const forbidden = operation.responses.some(({ status }) => status === 403) ? ["403"] : [];
  const part = lacking?.part ?? `header ${mistaken?.header.toLowerCase()}`;
  const broken = { part, keyword: lacking === undefined ? "secret" : "security", value: undefined };
  const refused = { ...attempt, name: `401 ${name}`, broken };
  return [createCase(draft, "security", refused, expect("unauthenticated", "401", ...forbidden))];
}

/**
 * No credentials, each requirement, each without a part of it, each scheme alone, and all at once.
 */
function combinationsOf({ contract, operation: { security } }: CaseDraft): Credentials[] {
  const all = [
    [],
    ...security,
    ...security.flatMap((requirement) =>
      requirement.map((one) => requirement.filter((other) => other !== one)),
    ),
    ...contract.securitySchemes.map((scheme) => [scheme]),
    [...new Set(security.flat())],
  ];
  return all.flatMap((schemes) => {
    const headers = credentialHeaders(schemes);
    // Two schemes of one header cannot be sent together.
    if (Object.keys(headers).length < schemes.length) return [];
    const complete = security.find(
      (requirement) =>
        schemes.length > 0 &&
        requirement.length > schemes.length &&
        schemes.every((each) => requirement.includes(each)),
    );
    const lacking = complete?.filter((each) => !schemes.includes(each));
    const name =
      lacking === undefined
        ? `with ${namesOf(schemes) || "no credentials"}`
        : `without ${namesOf(lacking)}`;
    return [{ name, headers, schemes }];
  });
}

function namesOf(schemes: readonly SecurityScheme[]): string {
  return schemes.map(({ header }) => header).join(" and ");
}

function misusesOf(draft: CaseDraft): Credentials[] {
  return draft.operation.security.flatMap((requirement) =>
    requirement.flatMap((scheme) => {
      const others = requirement.filter((other) => other !== scheme);
      return spellingsOf(draft, scheme).map((spelling) => ({
        ...spelling,
        // By a rule of HTTP, it is right.
        schemes: spelling.rule === undefined ? others : requirement,
        headers: { ...credentialHeaders(requirement), ...spelling.headers },
      }));
    }),
  );
}

/** One credential, as clients may write it. */
function spellingsOf(
  { contract, operation }: CaseDraft,
  scheme: SecurityScheme,
): Omit<Credentials, "schemes">[] {
  const { header, type } = scheme;
  const key = header.toLowerCase();
  const secret = placeholderOf(scheme);
  const spelt = (words: string, value: string): Pick<Credentials, "headers" | "name"> => ({
    name: `with ${words}`,
    headers: { [key]: value },
  });
  const [, wrong] = credential(scheme, wrongSecret);
  const both = [
    { ...spelt(`a wrong secret in ${header}`, wrong), mistaken: scheme },
    spelt(`an empty ${header}`, ""),
  ];
  if (type !== "apiKey") {
    const right = type === "bearer" ? "Bearer" : "Basic";
    const other = type === "bearer" ? "Basic" : "Bearer";
    const lower = right.toLowerCase();
    const rule = "the name of a scheme may be written in any case (RFC 9110, 11.1)";
    const isOther = operation.security.flat().some((each) => each.type === other.toLowerCase());
    return [
      ...both,
      ...(isOther ? [] : [spelt(`${header} by the scheme ${other}`, `${other} ${secret}`)]),
      spelt(`${header} without a scheme`, secret),
      spelt(`${header} without a token`, right),
      { ...spelt(`${header} by the scheme ${lower}`, `${lower} ${secret}`), rule },
    ];
  }
  const isFree = contract.securitySchemes.every(
    (each) => each.header.toLowerCase() !== "authorization",
  );
  const asBearer = { [key]: undefined, authorization: `Bearer ${secret}` };
  return [
    ...both,
    ...(isFree ? [{ name: `with ${header} as a bearer token`, headers: asBearer }] : []),
  ];
}
