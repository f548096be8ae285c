import { isDeepStrictEqual } from "node:util";
import {
  type Contract,
  isJson,
  type Operation,
  type Parameter,
  type ParsedParameter,
  parameterKey,
  parseParameter,
  serializeParameter,
} from "@workflow-api/contract";
import type { CaseRequest } from "../case.ts";
import { isSame } from "../check-documented.ts";
import { targetParts } from "../target-parts.ts";
import type { Refusal } from "./accepts-request.ts";
import { declaredBy, membersLost } from "./declared-members.ts";

interface Operations {
  readonly by: Operation;
  readonly byContract: Contract;
  readonly other: Operation;
  readonly otherContract: Contract;
}

/**
 * Why a request that both contracts allow is not the same to both: what one asks for by a header, a cookie or a member
 * of the body the other gives no meaning to, or reads as another value.
 */
export function changedMeaning(operations: Operations, request: CaseRequest): Refusal[] {
  const { by, other, otherContract } = operations;
  const changed = by.parameters.flatMap((parameter): Refusal[] => {
    const raw = rawOf(by, parameter, request);
    if (raw === undefined) return [];
    const counterpart = counterpartOfParameter(by, parameter, other);
    if (counterpart === undefined) return isCredential(parameter, otherContract) ? [] : gone(parameter);
    const reason = `The ${parameter.in} parameter ${parameter.name} is read as another value.`;
    return isReadAlike(parameter, counterpart, raw) ? [] : [{ reason, part: parameterKey(parameter) }];
  });
  return [...changed, ...membersWithoutMeaning(operations, request)];
}

function membersWithoutMeaning(
  { by, byContract, other, otherContract }: Operations,
  { body, headers }: CaseRequest,
): Refusal[] {
  const type = headers["Content-Type"] ?? "";
  const [own, theirs] = [by, other].map(({ requestBody }) =>
    requestBody?.content.find(({ mediaType }) => isSame(mediaType, type)),
  );
  if (body === undefined || own === undefined || theirs === undefined || !isJson(type)) return [];
  const lost = membersLost(JSON.parse(body), declaredBy(byContract, own), declaredBy(otherContract, theirs));
  return lost.map((path) => ({ reason: `The body has no member ${path}.`, part: "body" }));
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

/** The same parameter of the other operation; those of a path are known by their place, not by their names. */
function counterpartOfParameter(
  by: Operation,
  parameter: Parameter,
  other: Operation,
): Parameter | undefined {
  if (parameter.in !== "path")
    return other.parameters.find((each) => parameterKey(each) === parameterKey(parameter));
  const name = templateNames(other.path)[templateNames(by.path).indexOf(parameter.name)];
  return other.parameters.find((each) => each.in === "path" && each.name === name);
}

function templateNames(path: string): string[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
}

function gone(parameter: Parameter): Refusal[] {
  const { in: place, name } = parameter;
  if (place !== "header" && place !== "cookie") return [];
  return [{ reason: `There is no ${place} parameter ${name}.`, part: parameterKey(parameter) }];
}

/** A parameter may have become a security scheme: it is still sent. */
function isCredential({ in: place, name }: Parameter, { securitySchemes }: Contract): boolean {
  return securitySchemes.some(
    (scheme) =>
      (scheme.in === place && scheme.name?.toLowerCase() === name.toLowerCase()) ||
      (place === "header" && name.toLowerCase() === "authorization" && scheme.type !== "apiKey"),
  );
}

/** What came for a parameter, as `parseParameter` takes it. */
function rawOf(
  { path }: Operation,
  { in: place, name }: Parameter,
  { headers, target }: CaseRequest,
): string | undefined {
  const header = (wanted: string): string | undefined =>
    Object.entries(headers).find(([key]) => key.toLowerCase() === wanted)?.[1];
  switch (place) {
    case "path":
      return pathValue(path, name, targetParts(target).path);
    case "query":
      return targetParts(target).query;
    case "header":
      return header(name.toLowerCase());
    case "cookie":
      return header("cookie")
        ?.split(/;\s*/)
        .some((pair) => pair.startsWith(`${name}=`))
        ? header("cookie")
        : undefined;
  }
}

/** The segment of a parameter that has one to itself. */
function pathValue(template: string, name: string, path: string): string | undefined {
  return path.split("/")[template.split("/").indexOf(`{${name}}`)];
}
