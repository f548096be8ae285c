import type { SampleRequest } from "./authenticated.ts";

/** The request as a command of a POSIX shell. It prints the status and the body. */
export function curlSample(request: SampleRequest): string {
  const method = methodOptions(request);
  const lines = [
    `curl ${globOption(request.url)}${method}${quote(request.url)}`,
    ...request.headers.map(([name, value]) => `--header ${quote(`${name}: ${value}`)}`),
    // `--data` would read a body that begins with @ as the name of a file.
    ...(request.body === undefined ? [] : [`--data-raw ${quote(request.body)}`]),
  ];
  return `${lines.join(" \\\n  ")}\n`;
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
