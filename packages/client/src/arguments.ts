import { isPrintable } from "./credentials.ts";
import { ApiError } from "./errors.ts";
import type { Expected, Operation, Parameter } from "./operation.ts";
import { ownMembers, type Values } from "./options.ts";

/** @throws {ApiError} Always: an argument cannot be sent. */
export function refuseArgument(operation: Operation, argument: string, problem: string): never {
  throw new ApiError("argument", `The argument ${argument} ${problem}.`, operation, { argument });
}

/** The arguments of a method as openapi-fetch takes them. */
export interface Arguments {
  readonly params: Readonly<Record<string, Values>>;
  readonly body: unknown;
  /** What the body of the response must hold, because the call asks for it. */
  readonly included: readonly Expected[];
}

/** Sorts the arguments of a method by location. Throws an `ApiError` if one cannot be sent. */
export function argumentsOf(operation: Operation, args: unknown): Arguments {
  const { body, parameters } = operation;
  const names = parameters.map(({ argument }) => argument);
  if (typeof args === "string")
    refuseArgument(operation, `${names[0]}`, `is given in an object: { ${names[0]} }`);
  const given = ownMembers(args);
  const known = body ? [...names, "body"] : names;
  for (const name of Object.keys(given))
    if (given[name] !== undefined && !known.includes(name))
      refuseArgument(operation, name, "is unknown");
  // Null is a body, and no other argument.
  if (body?.required && given["body"] === undefined)
    refuseArgument(operation, "body", "is required");
  const sent = parameters.flatMap((parameter) => sentOf(operation, parameter, given));
  return {
    params: Object.fromEntries(groupsOf(sent)),
    body: given["body"],
    included: addedBy(sent),
  };
}

interface Sent {
  readonly parameter: Parameter;
  readonly value: unknown;
}

/** The value of a parameter, if it is given. */
function sentOf(operation: Operation, parameter: Parameter, given: Values): Sent[] {
  const { argument, required } = parameter;
  const value = given[argument] ?? undefined;
  if (value === undefined && required) refuseArgument(operation, argument, "is required");
  if (value === undefined) return [];
  checkValue(operation, parameter, value);
  return [{ parameter, value }];
}

/** Refuses what would be sent as something else. */
export function checkValue(operation: Operation, parameter: Parameter, value: unknown): void {
  const { argument, in: location, isList } = parameter;
  const items = itemsOf(value, location !== "path" || isList);
  if (!items.every(isText))
    refuseArgument(operation, argument, "must be a string, a boolean or a finite number");
  const texts = items.map(String);
  // A comma would split an item of an array.
  const isHeader = (text: string): boolean => isPrintable(text) && !(isList && text.includes(","));
  if (location === "header" && !texts.every(isHeader))
    refuseArgument(operation, argument, "cannot be sent: no header can hold it");
}

function itemsOf(value: unknown, isComposed: boolean): unknown[] {
  return isComposed && typeof value === "object" ? Object.values(Object(value)) : [value];
}

function isText(value: unknown): boolean {
  if (typeof value === "string") return /^\P{Cs}*$/u.test(value);
  return typeof value === "boolean" || Number.isFinite(value);
}

function groupsOf(sent: readonly Sent[]): Map<string, Record<string, unknown>> {
  const groups = new Map<string, Record<string, unknown>>();
  for (const { parameter, value } of sent) {
    const { in: location, name } = parameter;
    groups.set(location, { ...groups.get(location), [name]: value });
  }
  return groups;
}

/** What the values add to the body of the response. */
function addedBy(sent: readonly Sent[]): Expected[] {
  return sent.flatMap(({ parameter: { includes = {} }, value }) =>
    Object.entries(includes).flatMap(([name, added]) =>
      [value].flat().includes(name) ? [added] : [],
    ),
  );
}
