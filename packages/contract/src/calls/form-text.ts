import type { FormPart } from "../form-body.ts";
import type { ClientCall } from "./client-call.ts";

/** The lines of a program that make the `body` of a call which sends a form in parts. None: it sends none. */
export function formLines({ form }: Pick<ClientCall, "form">): string[] {
  return form === undefined
    ? []
    : ["const body = new FormData();", ...form.map((part) => `body.append(${argumentsOf(part)});`)];
}

/** The text of the arguments of a call, with the `body` of these lines if it sends a form. */
export function withForm({ form }: Pick<ClientCall, "form">, args: string): string {
  if (form === undefined) return args;
  if (args === "{}") return "{ body }";
  // A line for each member, or all on one.
  const [end, indent] = /( *)\}$/.exec(args.includes("\n") ? args : "") ?? [];
  return end === undefined
    ? args.replace(/ \}$/, ", body }")
    : `${args.slice(0, -end.length)}${indent}  body,\n${end}`;
}

function argumentsOf({ name, text, contentType }: FormPart): string {
  const value = JSON.stringify(text);
  const part = contentType === undefined ? value : `new Blob([${value}], ${typeOf(contentType)})`;
  return `${JSON.stringify(name)}, ${part}`;
}

function typeOf(contentType: string): string {
  return `{ type: ${JSON.stringify(contentType)} }`;
}
