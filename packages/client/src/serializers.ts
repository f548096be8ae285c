import { createQuerySerializer, defaultPathSerializer } from "openapi-fetch";
import { refuseArgument, sentValue } from "./arguments.ts";
import type { Operation } from "./operation.ts";
import { ownMembers, type Values } from "./options.ts";

/** Writes arguments into a path template, as openapi-fetch does. None can leave its segment. */
export function writePath(operation: Operation, url: string, values: Values): string {
  const given = ownMembers(values);
  let written = url;
  for (const parameter of operation.parameters) {
    const { argument, in: location, name } = parameter;
    if (location !== "path") continue;
    const value = sentValue(operation, parameter, given[name]);
    const segment = defaultPathSerializer("{_}", { _: value });
    // URL parsers remove these segments: the request would go to another resource.
    if (/^\.{0,2}$/.test(segment))
      refuseArgument(operation, argument, 'must not be "", "." or ".."');
    written = written.replace(`{${name}}`, () => segment);
  }
  return written;
}

/** Writes a query. */
export type QueryWriter = (operation: Operation, query: Values) => string;

/** Each parameter is written as the contract says, by the serializers of openapi-fetch. */
export const query: QueryWriter = ({ parameters }, values) =>
  Object.entries(values)
    .map(([name, value]) => {
      const found = parameters.find((each) => each.in === "query" && each.name === name);
      const pair = ownMembers({ [encodeURIComponent(name)]: value });
      return createQuerySerializer(found?.style)(pair);
    })
    .filter((text) => text !== "")
    .join("&");

/** Writes the header `Cookie`. */
export type CookieWriter = (values: Values) => string;

export const cookie: CookieWriter = (values) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join("; ");

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
  if (Object.prototype.toString.call(body) !== "[object Object]") return [body, mediaType];
  const form = mediaType?.startsWith("multipart/") ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries(Object(body)))
    for (const item of [value].flat()) form.append(name, item as string);
  return [form, null];
};
