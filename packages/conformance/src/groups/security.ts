import {
  type ContractRequest,
  type Operation,
  requestFor,
  type SecurityScheme,
} from "@workflow-api/contract";
import type { Case, CaseRequest } from "../case.ts";
import {
  carrierOf,
  carryKey,
  credentialHeaders,
  isSendable,
  mergeRequest,
  secretOf,
} from "../credentials.ts";
import { baseRequest, type Derivation } from "../derivation.ts";
import { subsetsOf } from "../include-values.ts";
import { isToken } from "../is-token.ts";
import { looksComplete, type Shown, shownBy } from "../looks-complete.ts";
import { accepted, completes, doubtful, isOptional, isSufficient, refused } from "./authentication.ts";

/**
 * Every combination of the contract's security schemes: accepted if it completes one of the operation's ways of
 * authenticating, refused with 401 otherwise unless they are optional. Then each scheme of each way in the wrong place, form and spelling.
 */
export function securityCases(derivation: Derivation, operation: Operation): Case[] {
  if (!operation.security.flat().every(isSendable)) return [];
  const base = baseRequest(derivation, operation);
  const request = requestFor(operation, base.values, base.body);
  return [...combinations(derivation, operation, request), ...misuses(derivation, operation, request)];
}

function combinations(derivation: Derivation, operation: Operation, request: ContractRequest): Case[] {
  const schemes = derivation.contract.securitySchemes.filter(isSendable);
  const byKey = new Map(schemes.map((scheme) => [scheme.key, scheme]));
  return combinationsOf([...byKey.keys()], operation).flatMap((keys) => {
    const sent = keys.flatMap((key) => byKey.get(key) ?? []);
    const carriers = new Set(sent.map(carrierOf));
    if (carriers.size < sent.length) return [];
    const carried = mergeRequest(request, credentialHeaders(sent, derivation.credentials));
    const name = `with ${sent.length === 0 ? "no credentials" : keys.join(" and ")}`;
    const shown = sent.map((scheme) => shownBy(scheme, derivation.credentials));
    if (looksComplete(operation, shown) && !completes(operation, sent)) return [];
    if (isOptional(operation) && sent.length > 0 && !completes(operation, sent))
      return doubtful(derivation, operation, carried, name);
    return isSufficient(operation, sent)
      ? accepted(derivation, operation, carried, name, keys)
      : refused(derivation, operation, carried, name);
  });
}

/** The combinations of schemes that are tried. Of many schemes not all are, but each way, two at once, and all but one of it. */
function combinationsOf(schemes: readonly string[], { security }: Operation): string[][] {
  const ways = security.map((way) => way.map(({ key }) => key));
  const parts = ways.flatMap((way) => way.map((one) => way.filter((key) => key !== one)));
  const pairs = ways.flatMap((one, index) => ways.slice(index + 1).map((other) => [...one, ...other]));
  const tried = [...subsetsOf(schemes), ...ways, ...parts, ...pairs];
  const inOrder = tried.map((keys) => schemes.filter((key) => keys.includes(key)));
  return [...new Map(inOrder.map((keys) => [keys.join("\n"), keys])).values()];
}

interface Misuse {
  readonly name: string;
  readonly request: CaseRequest;
  /** What the request shows instead of a credential of the scheme. */
  readonly shown?: Shown;
}

function misuses(derivation: Derivation, operation: Operation, request: ContractRequest): Case[] {
  const judge = isOptional(operation) ? doubtful : refused;
  return operation.security.flatMap((way) =>
    way.flatMap((scheme) => {
      const others = way.filter(({ key }) => key !== scheme.key);
      if (completes(operation, others)) return [];
      const rest = mergeRequest(request, credentialHeaders(others, derivation.credentials));
      const secret = secretOf(scheme, derivation.credentials);
      const wrong =
        scheme.type === "apiKey"
          ? misplacedKeys(derivation, scheme, secret, rest)
          : misspelt(scheme, secret, rest);
      const right = others.map((other) => shownBy(other, derivation.credentials));
      return wrong
        .filter(({ shown }) => shown === undefined || !looksComplete(operation, [...right, shown]))
        .map(({ name, request: sent }) => judge(derivation, operation, sent, name));
    }),
  );
}

const otherCookie = "another";

function misplacedKeys(
  { contract }: Derivation,
  scheme: SecurityScheme,
  secret: string,
  rest: CaseRequest,
): Misuse[] {
  const { key, in: right = "header", name = "" } = scheme;
  const taken = new Set(contract.securitySchemes.map(carrierOf));
  const places = (["header", "query", "cookie"] as const).filter(
    (place) =>
      place !== right && (place === "query" || isToken(name)) && !taken.has(`${place} ${name.toLowerCase()}`),
  );
  const misplaced = places.map((place) => {
    // An address is logged in many places, so no real secret is put into one.
    const sent = place === "query" ? secretOf(scheme, {}) : secret;
    const { headers = {}, query, cookie } = carryKey(place, name, sent);
    const carried = {
      headers: cookie === undefined ? headers : { Cookie: cookie },
      query: query === undefined ? [] : [query],
    };
    return { name: `with ${key} in the ${place}`, request: mergeRequest(rest, carried) };
  });
  if (right === "cookie" && !taken.has(`cookie ${otherCookie}`)) {
    const headers = { Cookie: `${otherCookie}=${encodeURIComponent(secret)}` };
    const other = mergeRequest(rest, { headers, query: [] });
    return [...misplaced, { name: `with ${key} in another cookie`, request: other }];
  }
  if (right !== "header") return misplaced;
  const empty = {
    name: `with an empty ${key}`,
    request: mergeRequest(rest, { headers: { [name]: "" }, query: [] }),
  };
  const inAuthorization = taken.has("header authorization")
    ? []
    : [{ name: `with ${key} as a bearer token`, request: mergeRequest(rest, bearing(`Bearer ${secret}`)) }];
  return [...misplaced, ...inAuthorization, empty];
}

function misspelt(right: SecurityScheme, secret: string, rest: CaseRequest): Misuse[] {
  const { key, type, scheme = "bearer" } = right;
  const isBasic = type === "http" && scheme === "basic";
  const values: [string, string][] = [
    [
      `with ${key} by another scheme`,
      isBasic ? `Bearer ${secret}` : `Basic ${Buffer.from(`user:${secret}`).toString("base64")}`,
    ],
    [`with ${key} without a scheme`, secret],
    [`with ${key} without a token`, isBasic ? "Basic" : "Bearer"],
    [`with an empty Authorization for ${key}`, ""],
  ];
  return values.map(([name, value]) => ({
    name,
    request: mergeRequest(rest, bearing(value)),
    shown: { carrier: carrierOf(right), value },
  }));
}

function bearing(value: string): { headers: Record<string, string>; query: string[] } {
  return { headers: { Authorization: value }, query: [] };
}
