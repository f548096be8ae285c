import type { FormPart } from "../form-body.ts";
import type { ClientCall } from "./client-call.ts";

/** The lines of a program that make the `body` of a call which is no JSON value. None: there is no such body. */
export function bodyLines({ form, blob }: Pick<ClientCall, "form" | "blob">): string[] {
  if (blob !== undefined) return [`const body = ${blobOf(blob)};`];
  return form === undefined
    ? []
    : ["const body = new FormData();", ...form.map((part) => `body.append(${argumentsOf(part)});`)];
}

/** The text of the arguments of a call, with the `body` of these lines if there are any. Empty: there are none. */
export function withBody({ form, blob }: Pick<ClientCall, "form" | "blob">, args: string): string {
  if (form === undefined && blob === undefined) return args === "{}" ? "" : args;
  if (args === "{}") return "{ body }";
  // A line for each member, or all on one.
  const [end, indent] = /( *)\}$/.exec(args.includes("\n") ? args : "") ?? [];
  return end === undefined
    ? args.replace(/ \}$/, ", body }")
    : `${args.slice(0, -end.length)}${indent}  body,\n${end}`;
}

function argumentsOf(part: FormPart): string {
  const value = part.contentType === undefined ? JSON.stringify(part.text) : blobOf(part);
  const file = part.filename === undefined ? [] : [JSON.stringify(part.filename)];
  return [JSON.stringify(part.name), value, ...file].join(", ");
}

function blobOf({ text, contentType }: Pick<FormPart, "text" | "contentType">): string {
  return `new Blob([${JSON.stringify(text)}], { type: ${JSON.stringify(contentType)} })`;
}
