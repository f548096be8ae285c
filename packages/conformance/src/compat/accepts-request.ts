import {
  type Contract,
  findOperation,
  isNamed,
  type Operation,
  type Parameter,
  parameterKey,
  type SecurityScheme,
} from "@workflow-api/contract";
import type { CaseRequest } from "../case.ts";
import { isSendable } from "../credentials.ts";
import { mediaFor } from "../media-for.ts";
import { queryNames, targetParts } from "../target-parts.ts";
import { whyInvalid } from "../why-invalid.ts";
import { arrivesValid } from "../wire.ts";
import { bodyRefusal } from "./body-text.ts";

/** Why a contract does not allow a request. */
export interface Refusal {
  readonly reason: string;
  /** The part of the request that is refused: `path`, `security`, `body`, or a parameter by its `parameterKey`. */
  readonly part: string;
}

/**
 * Why a contract does not allow a request, as strictly as the contract can be read: a query parameter that it does not
 * have is one that it gives no meaning to.
 * @returns Nothing if it allows it.
 */
export function refusalsOf(contract: Contract, request: CaseRequest): Refusal[] {
  const { path } = targetParts(request.target);
  const found = findOperation(contract, request.method, path);
  if (found === undefined) return [{ reason: `There is no ${request.method} of this path.`, part: "path" }];
  const { operation, pathValues } = found;
  const refused = [
    refusedCredentials(operation, request),
    ...operation.parameters.map((each) => refusedParameter(each, request, pathValues)),
    undeclaredQuery(contract, operation, request),
    refusedBody(operation, request),
  ];
  return refused.filter((each) => each !== undefined);
}

function refusedCredentials({ security }: Operation, request: CaseRequest): Refusal | undefined {
  const isSent =
    security.length === 0 ||
    security.some((way) => way.filter(isSendable).every((scheme) => carries(request, scheme)));
  return isSent ? undefined : { reason: "No way of authenticating is complete.", part: "security" };
}

/** Whether a request carries what one of the ways of authenticating asks for, other than nothing. */
export function isAuthenticated({ security }: Operation, request: CaseRequest): boolean {
  const ways = security.map((way) => way.filter(isSendable));
  return ways.some((way) => way.length > 0 && way.every((scheme) => carries(request, scheme)));
}

function carries(
  { headers, target }: CaseRequest,
  { in: place, name = "", scheme, type }: SecurityScheme,
): boolean {
  const header = (wanted: string): string =>
    Object.entries(headers).find(([key]) => key.toLowerCase() === wanted.toLowerCase())?.[1] ?? "";
  if (type !== "apiKey")
    return header("authorization")
      .toLowerCase()
      .startsWith(`${type === "http" ? scheme : "bearer"} `);
  if (place === "query") return queryNames(target).includes(name);
  if (place === "cookie")
    return header("cookie")
      .split(/;\s*/)
      .some((pair) => pair.startsWith(`${name}=`));
  return header(name) !== "";
}

function refusedParameter(
  parameter: Parameter,
  { headers, target }: CaseRequest,
  pathValues: ReadonlyMap<string, string>,
): Refusal | undefined {
  const { in: place, name, required } = parameter;
  const header = (wanted: string): string | undefined =>
    Object.entries(headers).find(([key]) => key.toLowerCase() === wanted)?.[1];
  const raw =
    place === "path"
      ? pathValues.get(name)
      : place === "query"
        ? targetParts(target).query
        : header(place === "cookie" ? "cookie" : name.toLowerCase());
  const verdict = arrivesValid(parameter, raw);
  const part = parameterKey(parameter);
  if (verdict === undefined)
    return required ? { reason: `The ${place} parameter ${name} is missing.`, part } : undefined;
  if (verdict) return undefined;
  return { reason: `The ${place} parameter ${name} is not valid${whyInvalid(parameter, raw)}.`, part };
}

function undeclaredQuery(
  contract: Contract,
  { parameters }: Operation,
  { target }: CaseRequest,
): Refusal | undefined {
  const objects = parameters.filter(
    ({ in: place, mediaType, shape }) => place === "query" && shape === "object" && mediaType === undefined,
  );
  const keys = contract.securitySchemes.flatMap(({ in: place, name }) =>
    place === "query" ? [name ?? ""] : [],
  );
  const known = new Set([
    ...parameters.filter(({ in: place }) => place === "query").map(({ name }) => name),
    ...keys,
  ]);
  const unknown = queryNames(target).find((name) => !isNamed(known, name));
  // The members of an exploded object stand in the query under names of their own.
  const isFree = objects.some(({ explode, style }) => explode && style === "form");
  return unknown === undefined || isFree
    ? undefined
    : { reason: `There is no query parameter ${unknown}.`, part: `query ${unknown}` };
}

function refusedBody({ requestBody }: Operation, { body, headers }: CaseRequest): Refusal | undefined {
  const refuse = (reason: string): Refusal => ({ reason, part: "body" });
  if (body === undefined) return requestBody?.required === true ? refuse("The body is missing.") : undefined;
  const type = headers["Content-Type"] ?? "";
  const media = mediaFor(requestBody?.content ?? [], type);
  if (media === undefined) return refuse(`There is no request body of the media type ${type}.`);
  const reason = bodyRefusal(media, { contentType: type, text: body });
  return reason === undefined ? undefined : refuse(reason);
}
