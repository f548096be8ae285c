import type { Contract } from "@workflow-api/contract";
import type { CaseRequest } from "../case.ts";
import type { Credentials } from "../credentials.ts";

/** The environment variable of a security scheme: `apiKey` is `WORKFLOW_API_KEY`. */
export function variableOf(schemeKey: string): string {
  const words = schemeKey.replaceAll(/([a-z\d])([A-Z])/g, "$1_$2").replaceAll(/[^A-Za-z\d]+/g, "_");
  return `WORKFLOW_${words.toUpperCase()}`;
}

/** The secrets of the contract's security schemes that the environment holds. */
export function credentialsFrom(
  { securitySchemes }: Contract,
  environment: Readonly<Record<string, string | undefined>>,
): Credentials {
  const found = securitySchemes.flatMap(({ key }): [string, string][] => {
    const value = environment[variableOf(key)];
    return value === undefined || value === "" ? [] : [[key, value]];
  });
  return Object.fromEntries(found);
}

/** A text in which each secret, in any form in which it travels, is replaced by its variable. */
export function createMask(credentials: Credentials): (text: string) => string {
  const forms = Object.entries(credentials).flatMap(([key, secret]): [string, string][] => {
    const name = `$${variableOf(key)}`;
    return [
      [secret, name],
      [encodeURIComponent(secret), name],
      [Buffer.from(secret).toString("base64"), `$(printf %s "${name}" | base64)`],
      [Buffer.from(`user:${secret}`).toString("base64"), `$(printf %s "user:${name}" | base64)`],
      [JSON.stringify(secret).slice(1, -1), name],
    ];
  });
  // The longest first: one secret may be part of another.
  const ordered = forms.toSorted(([a], [b]) => b.length - a.length);
  return (text) => ordered.reduce((masked, [secret, name]) => masked.replaceAll(secret, () => name), text);
}

/** A command that sends the request again, with secrets as variables. */
export function curlOf(baseUrl: string, request: CaseRequest, mask: (text: string) => string): string {
  const { method, target, headers, body } = request;
  const lines = [
    `curl -i -X ${method} --path-as-is ${quote(mask(baseUrl.replace(/\/+$/, "") + target))}`,
    ...Object.entries(headers).map(([name, value]) =>
      value === "" ? `-H ${quote(`${name};`)}` : `-H ${quote(mask(`${name}: ${value}`))}`,
    ),
    ...("Accept" in headers ? [] : ["-H 'Accept:'"]),
    ...(body === undefined ? [] : [`--data-binary ${quote(mask(body))}`]),
  ];
  return lines.join(" \\\n  ");
}

/** Single quotes, and double ones around what the shell is to fill in. */
function quote(text: string): string {
  if (!/\$WORKFLOW_|\$\(printf/.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
  return `"${text.replaceAll(/[\\`]/g, "\\$&").replaceAll(/"(?!\$WORKFLOW|user:\$WORKFLOW| \| base64)/g, '\\"')}"`;
}
