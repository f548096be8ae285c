import {
  curlCommand,
  type HttpRequest,
  type SecurityScheme,
  shellWord,
} from "@workflow-api/contract";
import { credentialPrefix } from "@workflow-api/contract/http";
import { isWrong, placeholderOf, variableOf, wrongSecret } from "./secrets.ts";

/**
 * A command for any POSIX shell that sends a request. It runs as it is printed, and reads each
 * secret from its variable.
 *
 * @param baseUrl - The base URL of the server.
 * @param schemes - Those of the contract, whose placeholders the request holds.
 * @param variable - The variable that holds the secret of a scheme.
 */
export function curlOf(
  baseUrl: string,
  request: HttpRequest,
  schemes: readonly SecurityScheme[],
  variable: (scheme: SecurityScheme) => string = variableOf,
): string {
  return curlCommand(baseUrl, request, {
    showsHead: true,
    url: (url) => urlWord(url, schemes, variable),
    header: (name, value) => headerWord(name, value, schemes, variable),
  });
}

/** A secret that the shell reads from its variable. */
function shellValue({ type }: SecurityScheme, variable: string): string {
  return type === "basic" ? `$(printf %s "${variable}" | base64)` : variable;
}

/** A URL as one word. The shell fills in the secrets of its query. */
function urlWord(
  url: string,
  schemes: readonly SecurityScheme[],
  variable: (scheme: SecurityScheme) => string,
): string {
  const parts = url.split(/(~VERIFY_[A-Z\d_]+~)/).map((part) => {
    const scheme = schemes.find((each) => placeholderOf(each) === part);
    if (scheme !== undefined) return `"${shellValue(scheme, `$${variable(scheme)}`)}"`;
    return part === "" ? "" : shellWord(part);
  });
  return parts.join("");
}

/** A header as one word. The shell fills in a secret. */
function headerWord(
  name: string,
  value: string,
  schemes: readonly SecurityScheme[],
  variable: (scheme: SecurityScheme) => string,
): string {
  const mistaken = schemes.find(
    (each) => each.type !== "apiKey" && isWrong(each, { headers: { [name]: value } }),
  );
  if (mistaken !== undefined) {
    const known = variable(mistaken);
    // Only the signature of a token, or a password, is wrong: it is zeros.
    const right = mistaken.type === "basic" ? `\${${known}%%:*}:` : `\${${known}%.*}.`;
    const wrong = shellValue(mistaken, right + wrongSecret);
    return `"${name}: ${credentialPrefix[mistaken.type]}${wrong}"`;
  }
  const displayed = schemes.reduce(
    (text, scheme) =>
      text.replaceAll(placeholderOf(scheme), () => shellValue(scheme, `$${variable(scheme)}`)),
    value,
  );
  return displayed === value ? shellWord(`${name}: ${value}`) : `"${name}: ${displayed}"`;
}
