import type { HttpRequest, SecurityScheme } from "@workflow-api/contract";
import { credential, placeholderOf, variableOf, wrongSecret } from "./secrets.ts";

/**
 * A command for any POSIX shell that sends a request. It runs as it is printed, and reads each
 * secret from its variable.
 *
 * @param baseUrl - The address of the server.
 * @param schemes - Those of the contract, whose placeholders the request holds.
 */
export function curlOf(
  baseUrl: string,
  request: HttpRequest,
  schemes: readonly SecurityScheme[],
): string {
  const { body, headers, method, target } = request;
  const address = quoted(`${baseUrl.replace(/\/+$/, "")}${target}`);
  const own = Object.entries(headers).map(([name, value]) =>
    value === "" ? `-H ${quoted(`${name};`)}` : `-H ${header(name, value, schemes)}`,
  );
  // What curl would add of itself.
  const unwanted = [
    ...(headers["accept"] === undefined ? ["-H 'accept:'"] : []),
    ...(body !== "" && headers["content-type"] === undefined ? ["-H 'content-type:'"] : []),
  ];
  // Without the last two curl would correct the address.
  const flags = [
    ...(method === "GET" ? [] : [`-X ${method}`]),
    ...(/\/\.{1,2}(?:[/?]|$)/.test(target) ? ["--path-as-is"] : []),
    ...(/[[\]{}]/.test(target) ? ["--globoff"] : []),
  ];
  const lines = [
    ["curl -i", ...flags, address].join(" "),
    ...own,
    ...unwanted,
    ...(body === "" ? [] : [`--data-binary ${quoted(body)}`]),
  ];
  return lines.join(" \\\n  ");
}

/** A header as one word. A secret is left to the shell. */
function header(name: string, value: string, schemes: readonly SecurityScheme[]): string {
  const mistaken = schemes.find(
    (scheme) =>
      scheme.type === "bearer" &&
      scheme.header.toLowerCase() === name &&
      value === credential(scheme, wrongSecret)[1],
  );
  // The signature of the token is zeros, and the rest is right.
  if (mistaken !== undefined)
    return `"${name}: Bearer \${${variableOf(mistaken)}%.*}.${wrongSecret}"`;
  const named = schemes.find((scheme) => value.includes(placeholderOf(scheme)));
  if (named === undefined) return quoted(`${name}: ${value}`);
  const shown = schemes.reduce(
    (text, scheme) => text.replaceAll(placeholderOf(scheme), `$${variableOf(scheme)}`),
    value,
  );
  return `"${name}: ${shown}"`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
