import { createQuerySerializer } from "openapi-fetch";
import { isPrintable } from "./credentials.ts";
import { ApiError } from "./errors.ts";
import type { Operation, Parameter } from "./operation.ts";

/** @throws {ApiError} Always: an argument cannot be sent. */
export function refuseArgument(operation: Operation, argument: string, problem: string): never {
  throw new ApiError("argument", `The argument ${argument} ${problem}.`, operation, { argument });
}

type Values = Readonly<Record<string, unknown>>;

/** Writes arguments into a path template. None can leave its segment. */
export function writePath(operation: Operation, template: string, values: Values): string {
  return template.replace(/\{([^{}]*)\}/g, (placeholder, name: string) => {
    const found = operation.parameters.find((each) => each.in === "path" && each.name === name);
    if (!found) return placeholder;
    const { argument, isList } = found;
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) refuseArgument(operation, argument, "is required");
    const items = isList && Array.isArray(value) ? value : [value];
    if (!items.every(isText)) refuseArgument(operation, argument, UNSENDABLE);
    const segment = items.map(encodeURIComponent).join();
    // URL parsers remove these segments: the request would go to another resource.
    if (/^\.{0,2}$/.test(segment))
      refuseArgument(operation, argument, 'must not be "", "." or ".."');
    return segment;
  });
}

const UNSENDABLE = "must be a string, a boolean or a finite number";

function isText(value: unknown): value is string | boolean | number {
  return typeof value === "string"
    ? /^\P{Cs}*$/u.test(value)
    : typeof value === "boolean" || Number.isFinite(value);
}

/** Writes a query as the contract says, by the serializers of openapi-fetch. */
export function writeQuery({ parameters }: Operation, query: Values): string {
  return Object.entries(query)
    .map(([name, value]) => {
      const found = parameters.find((each) => each.in === "query" && each.name === name);
      return createQuerySerializer(found?.style)({ [encodeURIComponent(name)]: value });
    })
    .filter(Boolean)
    .join("&");
}

/** The header with cookies. */
export function writeCookies(cookies: Values): string {
  return Object.entries(cookies)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join("; ");
}

/** Refuses an argument that would be sent as something else. */
export function checkArgument(operation: Operation, parameter: Parameter, value: unknown): void {
  const { argument, in: location, isList } = parameter;
  const items: unknown[] = typeof value === "object" ? Object.values(Object(value)) : [value];
  if (!items.every(isText)) refuseArgument(operation, argument, UNSENDABLE);
  // A comma would split an item of an array.
  const isSplit = (item: unknown): boolean => isList && `${item}`.includes(",");
  if (location === "header" && items.some((item) => !isPrintable(`${item}`) || isSplit(item)))
    refuseArgument(operation, argument, "cannot be sent: no header can hold it");
}

/** Writes a body, and says which media type it has. Null: `fetch` says it. */
export type BodyWriter = (
  operation: Operation,
  body: unknown,
) => readonly [body: unknown, mediaType: string | null];

export const json: BodyWriter = (operation, body) => [
  JSON.stringify(body) ?? refuseArgument(operation, "body", "is no JSON"),
  operation.body?.mediaType ?? null,
];

/** What `fetch` takes is sent as it is; the members of another object become those of a form. */
export const raw: BodyWriter = (operation, body) => {
  const mediaType = operation.body?.mediaType ?? null;
  if (body instanceof Blob) return [body, body.type ? null : mediaType];
  if (body instanceof FormData || body instanceof URLSearchParams) return [body, null];
  if (!isPlain(body)) return [body, mediaType];
  const form = mediaType?.startsWith("multipart/") ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries(body))
    for (const item of [value].flat()) form.append(name, item as string);
  return [form, null];
};

function isPlain(body: unknown): body is object {
  return Object.prototype.toString.call(body) === "[object Object]";
}
