import {
  curlCommand,
  type HttpRequest,
  type SecurityScheme,
  shellWord,
} from "@workflow-api/contract";
import { credential, isWrong, placeholderOf, variableOf, wrongSecret } from "./secrets.ts";

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
    header: (name, value) => headerWord(name, value, schemes, variable),
  });
}

/** A secret that the shell reads from its variable. */
function shellValue({ type }: SecurityScheme, variable: string): string {
  return type === "basic" ? `$(printf %s "${variable}" | base64)` : variable;
}

/** A header as one word. The shell fills in a secret. */
function headerWord(
  name: string,
  value: string,
  schemes: readonly SecurityScheme[],
  variable: (scheme: SecurityScheme) => string,
): string {
  const mistaken = schemes.find((each) => each.type !== "apiKey" && isWrong(each, name, value));
  if (mistaken !== undefined) {
    const known = variable(mistaken);
    // Only the signature of a token, or a password, is wrong: it is zeros.
    const right = mistaken.type === "basic" ? `\${${known}%%:*}:` : `\${${known}%.*}.`;
    const [, wrong] = credential(mistaken, shellValue(mistaken, right + wrongSecret));
    return `"${name}: ${wrong}"`;
  }
  const shown = schemes.reduce(
    (text, scheme) =>
      text.replaceAll(placeholderOf(scheme), () => shellValue(scheme, `$${variable(scheme)}`)),
    value,
  );
  return shown === value ? shellWord(`${name}: ${value}`) : `"${name}: ${shown}"`;
}
