import { isDeepStrictEqual } from "node:util";
import {
  type Contract,
  isObject,
  type JsonValue,
  type Operation,
  type Parameter,
  type ParsedParameter,
  parameterKey,
  parseParameter,
  serializeParameter,
} from "@workflow-api/contract";
import type { CaseRequest } from "../case.ts";
import { isAuthenticated, type Refusal } from "./accepts-request.ts";
import type { Break } from "./break.ts";
import { changedBody } from "./changed-body.ts";
import { defaultsChanged, withoutLost } from "./lost-members.ts";
import { unsentBy } from "./one-way-members.ts";
import { counterpartOfParameter } from "./places.ts";
import { rawOf } from "./raw-of.ts";
import { type Shape, shapeOf } from "./shape.ts";
import { unsentMembers } from "./unsent-members.ts";
import { isSaidAlike } from "./unsettled.ts";

/**
 * The same operation of two contracts: the one that a request is of, and the one that it is held against; who sends the
 * request, and whom it breaks.
 */
export interface Operations extends Pick<Break, "for" | "sender"> {
  readonly by: Operation;
  readonly byContract: Contract;
  readonly other: Operation;
  readonly otherContract: Contract;
}

/**
 * Why a request that both contracts allow is not the same to both: what one asks for by a header, a cookie or a member
 * the other gives no meaning to, or reads as another value, or takes for something else where it is left out.
 */
export function changedMeaning(operations: Operations, request: CaseRequest): Refusal[] {
  const { by } = operations;
  return [
    ...by.parameters.flatMap((parameter) => changedParameter(operations, parameter, request)),
    ...changedBody(operations, request),
    ...ignoredCredentials(operations, request),
  ];
}

/** Credentials that open nothing any more, where others still do: what they were for is refused to the anonymous. */
function ignoredCredentials({ by, other }: Operations, request: CaseRequest): Refusal[] {
  const isRead = other.security.some((way) => way.length > 0);
  return isRead && isAuthenticated(by, request) && !isAuthenticated(other, request)
    ? [
        {
          reason: "The credentials are none of the contract's: who sends them is anonymous.",
          part: "security",
        },
      ]
    : [];
}

function changedParameter(
  { by, byContract, for: whom, other, otherContract, sender }: Operations,
  parameter: Parameter,
  request: CaseRequest,
): Refusal[] {
  const { in: place, name } = parameter;
  const title = `The ${place} parameter ${name}`;
  const refuse = (reason: string): Refusal => ({ reason, part: parameterKey(parameter) });
  const counterpart = counterpartOfParameter(by, parameter, other);
  const raw = rawOf(by, parameter, request);
  const value = raw === undefined ? undefined : valueCame(parameter, raw);
  if (counterpart === undefined) {
    const isMissed = value !== undefined && (place === "header" || place === "cookie");
    return isMissed && !isCredential(parameter, otherContract)
      ? [refuse(`There is no ${place} parameter ${name}.`)]
      : [];
  }
  if (isSaidAlike([byContract, parameter], [otherContract, counterpart])) return [];
  const shapes: [Shape, Shape] = [shapeOf(byContract, [parameter]), shapeOf(otherContract, [counterpart])];
  if (raw === undefined || value === undefined)
    return defaultsChanged(undefined, ...shapes).map(({ meant }) => refuse(`${title} ${meant}.`));
  if (!isReadAlike(parameter, counterpart, raw)) return [refuse(`${title} is read as another value.`)];
  // To who receives what the service sends, a member more is one that they do not know.
  const isService = sender === "service";
  const unsent =
    isService && whom === "servers"
      ? []
      : unsentMembers([byContract, parameter], [otherContract, counterpart], raw);
  const member = (path: string): string => `The member ${path} of the ${place} parameter ${name}`;
  return [
    ...withoutLost(value, ...shapes).lost.map((path) => `${title} has no member ${path}.`),
    ...unsent.map((path) => unsentBy(isService ? "server" : "client", member(path))),
    ...defaultsChanged(value, ...shapes).map(({ meant, path }) => `${member(path)} ${meant}.`),
  ].map(refuse);
}

/** What came for a parameter; the types of what it holds are those of text. */
function valueCame(parameter: Parameter, raw: string): JsonValue | undefined {
  const parsed = parseParameter(parameter, raw);
  if (parameter.mediaType === undefined || typeof parsed !== "string") return asJson(parsed);
  try {
    return JSON.parse(parsed);
  } catch {
    return parsed;
  }
}

function asJson(parsed: ParsedParameter | undefined): JsonValue | undefined {
  if (parsed === undefined || typeof parsed === "string") return parsed;
  return isObject(parsed) ? parsed : Object.values(parsed);
}

/** Whether a value is read as the same by both, and would be written as the same. */
function isReadAlike(one: Parameter, other: Parameter, raw: string): boolean {
  const value = parseParameter(one, raw);
  if (!isDeepStrictEqual(listed(value), listed(parseParameter(other, raw)))) return false;
  if (value === undefined || typeof value === "string" || one.shape !== other.shape) return true;
  // A path parameter that is written otherwise is read otherwise, and its name may be another.
  return (
    one.in === "path" ||
    serializeParameter(one, value) ===
      serializeParameter({ ...other, allowReserved: one.allowReserved }, value)
  );
}

/** One value and a list of one are the same. */
function listed(value: ParsedParameter | undefined): unknown {
  return typeof value === "string" ? [value] : value;
}

/** A parameter may have become a security scheme: it is still sent. */
function isCredential({ in: place, name }: Parameter, { securitySchemes }: Contract): boolean {
  return securitySchemes.some(
    (scheme) =>
      (scheme.in === place && scheme.name?.toLowerCase() === name.toLowerCase()) ||
      (place === "header" && name.toLowerCase() === "authorization" && scheme.type !== "apiKey"),
  );
}
