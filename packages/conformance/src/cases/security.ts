import type { HttpRequest, SecurityScheme } from "@workflow-api/contract";
import type { Broken, Case } from "../case.ts";
import { createCase, type Draft, judged, requestOf, validStatuses, withHeaders } from "../draft.ts";
import { credential, placeholderOf, wrongSecret } from "../secrets.ts";

/** Every way of authenticating, and each one broken: incomplete, in another form, and with a wrong secret. */
export function securityCases(draft: Draft): Case[] {
  const { operation } = draft;
  const isOptional = operation.security.length === 0 || operation.security.some((way) => way.length === 0);
  const combined = combinationsOf(draft).flatMap((schemes) => combinationCase(draft, schemes));
  // What a server makes of credentials that it does not need is its own business.
  return isOptional
    ? combined.filter(({ expected }) => expected.kind === "valid")
    : [...combined, ...misuses(draft)];
}

function combinationsOf({ contract, operation: { security } }: Draft): SecurityScheme[][] {
  const ways = security.map((way) => [...way]);
  const all = [
    [],
    ...ways,
    ...ways.flatMap((way) => way.map((one) => way.filter((other) => other !== one))),
    ...contract.securitySchemes.map((scheme) => [scheme]),
    ...(ways.length > 1 ? [[...new Set(ways.flat())]] : []),
  ];
  const keyed = all.map(
    (schemes) =>
      [
        schemes
          .map(({ name }) => name)
          .sort()
          .join(" "),
        schemes,
      ] as const,
  );
  return [...new Map(keyed.toReversed()).values()].toReversed();
}

function combinationCase(draft: Draft, schemes: readonly SecurityScheme[]): Case[] {
  const headers = schemes.map(({ header }) => header.toLowerCase());
  // Two schemes of one header cannot be sent together.
  if (new Set(headers).size < headers.length) return [];
  const request = requestOf(draft, { schemes });
  const names = schemes.map(({ header }) => header).join(" and ");
  const missing = draft.operation.security.find(
    (way) => schemes.length > 0 && way.length > schemes.length && schemes.every((each) => way.includes(each)),
  );
  const lacking = missing?.filter((each) => !schemes.includes(each)).map(({ header }) => header) ?? [];
  const name =
    missing === undefined ? `with ${names || "no credentials"}` : `without ${lacking.join(" and ")}`;
  return authenticationCase(draft, name, request, schemes);
}

function authenticationCase(
  draft: Draft,
  name: string,
  request: HttpRequest,
  schemes: readonly SecurityScheme[],
  broken?: Broken,
): Case[] {
  const verdict = judged(draft, request);
  if (verdict === undefined) return [];
  const { operation, values } = draft;
  const pointer = operation.pointer;
  if (verdict.unauthenticated.length > 0 || broken?.keyword === "secret") {
    const isForbidden = operation.responses.some(({ status }) => status === 403);
    const statuses = ["401", ...(isForbidden ? ["403"] : [])];
    const [violation] = verdict.unauthenticated;
    const lacking: Broken | undefined = violation && {
      part: violation.part,
      keyword: "security",
      value: undefined,
    };
    const told = broken ?? lacking;
    return [
      createCase(draft, {
        group: "security",
        name: `401 ${name}`,
        pointer,
        kind: "unauthenticated",
        statuses,
        request,
        schemes: broken?.keyword === "secret" ? [] : schemes,
        ...(told !== undefined && { broken: told }),
      }),
    ];
  }
  const statuses = validStatuses(draft, values);
  return [createCase(draft, { group: "security", name, pointer, kind: "valid", statuses, request, schemes })];
}

/** A way of sending a credential, and how it is told. */
interface Spelling {
  readonly name: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly isRight?: boolean;
  readonly isSecretWrong?: boolean;
}

function misuses(draft: Draft): Case[] {
  return draft.operation.security.flatMap((way) =>
    way.flatMap((scheme) => {
      const request = requestOf(draft, { schemes: way });
      return spellingsOf(draft, scheme).flatMap(({ headers, isRight, isSecretWrong, name }) => {
        const schemes = isRight === true ? way : way.filter((other) => other !== scheme);
        const part = `header ${scheme.header.toLowerCase()}`;
        const broken = isSecretWrong === true ? { part, keyword: "secret", value: undefined } : undefined;
        return authenticationCase(draft, name, withHeaders(request, headers), schemes, broken);
      });
    }),
  );
}

function spellingsOf({ contract }: Draft, scheme: SecurityScheme): Spelling[] {
  const { header, type } = scheme;
  const name = header.toLowerCase();
  const secret = placeholderOf(scheme);
  const wrong: Spelling = {
    name: `with a wrong secret in ${header}`,
    headers: Object.fromEntries([credential(scheme, wrongSecret)]),
    isSecretWrong: true,
  };
  const empty: Spelling = { name: `with an empty ${header}`, headers: { [name]: "" } };
  if (type === "bearer")
    return [
      wrong,
      empty,
      { name: `with ${header} by the scheme Basic`, headers: { [name]: `Basic ${secret}` } },
      { name: `with ${header} without a scheme`, headers: { [name]: secret } },
      { name: `with ${header} without a token`, headers: { [name]: "Bearer" } },
      // The name of a scheme is written in any case (RFC 9110, 11.1).
      { name: `with ${header} by the scheme bearer`, headers: { [name]: `bearer ${secret}` }, isRight: true },
    ];
  const isFree = contract.securitySchemes.every((each) => each.header.toLowerCase() !== "authorization");
  const asBearer = { [name]: undefined, authorization: `Bearer ${secret}` };
  return [wrong, empty, ...(isFree ? [{ name: `with ${header} as a bearer token`, headers: asBearer }] : [])];
}
