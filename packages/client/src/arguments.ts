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
  const { parameters } = operation;
  const [first] = parameters;
  if (typeof args === "string")
    refuseArgument(
      operation,
      `${first?.argument}`,
      `is given in an object: { ${first?.argument} }`,
    );
  const given = ownMembers(args);
  checkNames(operation, given);
  const params: Record<string, Values> = Object.create(null);
  const included: Expected[] = [];
  for (const parameter of parameters) {
    const { argument, in: location, includes = {}, name } = parameter;
    const value = sentValue(operation, parameter, given[argument]);
    if (value === undefined) continue;
    params[location] = { ...params[location], [name]: value };
    for (const [asked, added] of Object.entries(includes))
      if ([value].flat().includes(asked)) included.push(added);
  }
  return { params, body: given["body"], included };
}

function checkNames(operation: Operation, given: Values): void {
  const { body, parameters } = operation;
  const known = parameters.map(({ argument }) => argument);
  if (body) known.push("body");
  for (const name of Object.keys(given))
    if (given[name] !== undefined && !known.includes(name))
      refuseArgument(operation, name, "is unknown");
  // Null is a body, and no other argument.
  if (body?.required && given["body"] === undefined)
    refuseArgument(operation, "body", "is required");
}

/** The value of a parameter, if it is given. Refuses what would be sent as something else. */
export function sentValue(operation: Operation, parameter: Parameter, given: unknown): unknown {
  const { argument, in: location, isList, required } = parameter;
  const value = given ?? undefined;
  if (value === undefined)
    return required ? refuseArgument(operation, argument, "is required") : undefined;
  const items = itemsOf(value, location !== "path" || isList === true);
  if (!items.every(isText))
    refuseArgument(operation, argument, "must be a string, a boolean or a finite number");
  const texts = items.map(String);
  // A comma would split an item of an array.
  const isHeader = (text: string): boolean => isPrintable(text) && !(isList && text.includes(","));
  if (location === "header" && !texts.every(isHeader))
    refuseArgument(operation, argument, "cannot be sent: no header can hold it");
  return value;
}

function itemsOf(value: unknown, isComposed: boolean): unknown[] {
  return isComposed && typeof value === "object" ? Object.values(Object(value)) : [value];
}

function isText(value: unknown): boolean {
  if (typeof value === "string") return /^\P{Cs}*$/u.test(value);
  return typeof value === "boolean" || Number.isFinite(value);
}
