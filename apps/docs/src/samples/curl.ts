import { basicPair } from "../view/security.ts";
import type { SampleRequest } from "./authenticated.ts";
import { formOptions } from "./curl-form.ts";

/** The request as a command of a POSIX shell. It prints the status and the body. */
export function curlSample(request: SampleRequest): string {
  const method = methodOptions(request);
  const form = formOptions(request);
  // The type of a form in parts names what separates them, which curl chooses.
  const headers = request.headers.filter(([name]) => form === undefined || name !== "Content-Type");
  const lines = [
    `curl ${globOption(request.url)}${method}${quote(request.url)}`,
    ...headers.map(([name, value]) => headerOption(name, value)),
    ...(form ?? bodyOptions(request)).map(([option, value]) => `${option} ${quote(value)}`),
  ];
  return `${lines.join(" \\\n  ")}\n`;
}

/** curl encodes a user name and a password itself. */
function headerOption(name: string, value: string): string {
  const pair = basicPair(value);
  return pair === undefined ? `--header ${quote(`${name}: ${value}`)}` : `--user ${quote(pair)}`;
}

/** `--data` would read a body that begins with @ as the name of a file. */
function bodyOptions({ body }: SampleRequest): [option: string, value: string][] {
  return body === undefined ? [] : [["--data-raw", body]];
}

/** curl takes brackets and braces in an address for ranges and lists. */
function globOption(url: string): string {
  return /[[\]{}]/.test(url) ? "--globoff " : "";
}

function methodOptions({ method, body }: SampleRequest): string {
  if (method === "HEAD") {
    return "--head ";
  }
  const implied = body === undefined ? "GET" : "POST";
  return method === implied ? "" : `--request ${method} `;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
