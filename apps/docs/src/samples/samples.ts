import { Code, literal, memberAccess } from "@workflow-api/client/calls";
import {
  curlCommand,
  type HttpRequest,
  type ParameterValues,
  requestFor,
  shellWord,
  withCredential,
} from "@workflow-api/contract";
import { requestTarget } from "@workflow-api/contract/http";
import type { JsonValue } from "@workflow-api/contract/json";
import type { PanelData, PanelScheme } from "../model/panel-data.ts";
import { indentJson, parseExact, parseJson, printExact } from "../text/json-text.ts";

// Runs at build time, and in the page whenever a control changes the call.

/** A language of samples. */
export interface Language {
  readonly name: string;
  /** Its name in the fence of a code block in Markdown. */
  readonly syntax: string;
  /** The source text of a call. */
  readonly write: (data: PanelData, call: PanelCall) => string;
}

/** The languages of samples, in the order of their tabs. */
export function languagesOf({ client }: PanelData): readonly [Language, ...Language[]] {
  const write = client === undefined ? fetchSample : clientSample;
  return [
    { name: "curl", syntax: "sh", write: curl },
    { name: "TypeScript", syntax: "ts", write },
    { name: "Python", syntax: "py", write: pythonSample },
  ];
}

/** A call as set by the controls of a panel. */
export interface PanelCall {
  readonly baseUrl: string;
  readonly values: ParameterValues;
  /** The text of the body. `undefined`: none. */
  readonly body: string | undefined;
  readonly requirement: readonly PanelScheme[];
  /** By the name of the scheme; a missing one is written as a placeholder. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** The initial call of a panel: that of its first example. `undefined`: none is valid. */
export function firstCall({ baseUrl, examples, isCallable, requirements }: PanelData) {
  const [example] = examples;
  if (example === undefined || !isCallable) return undefined;
  const { body, values } = example;
  const [requirement = []] = requirements;
  const call: PanelCall = {
    baseUrl,
    values: new Map(Object.entries(values)),
    body,
    requirement,
    secrets: new Map(),
  };
  return call;
}

/** The request of a call with its credentials, its body as written, and usual names of headers. */
export function wireRequest(data: PanelData, call: PanelCall): HttpRequest {
  const { body, requirement, secrets, values } = call;
  const request = requirement.reduce(
    (current, scheme) => withCredential(current, scheme, encodedSecret(scheme, secrets)),
    requestFor(data, values, body, data.contentType),
  );
  const named = [...data.parameters, ...requirement.map(({ parameter: name }) => ({ name }))];
  const names = [...named.map(({ name }) => name), "Accept", "Content-Type", "Cookie"];
  const spelled = new Map(names.map((name) => [name.toLowerCase(), name]));
  // That of a form in parts names what separates them.
  const type = body === undefined ? undefined : data.contentType;
  const sent = { ...request.headers, ...(type !== undefined && { "content-type": type }) };
  const headers = Object.entries(sent).map(([name, value]) => [spelled.get(name) ?? name, value]);
  return { ...request, headers: Object.fromEntries(headers), body: body ?? "" };
}

/** The placeholders of `basic`. */
const account = { username: "your-name", password: "your-password" };

const placeholders: Readonly<Record<PanelScheme["type"], string>> = {
  apiKey: "",
  bearer: "your-token",
  basic: `${account.username}:${account.password}`,
};

function secretOf({ name, type }: PanelScheme, secrets: PanelCall["secrets"]): string {
  return secrets.get(name) || placeholders[type] || `your-${kebab(name)}`;
}

/** A secret as it is sent: the name and the password of `basic` in base64 (RFC 7617). */
function encodedSecret(scheme: PanelScheme, secrets: PanelCall["secrets"]): string {
  const secret = secretOf(scheme, secrets);
  if (scheme.type !== "basic") return secret;
  return btoa(String.fromCharCode(...new TextEncoder().encode(secret)));
}

const kebab = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();

/** Splits the credentials: the tools have an option of their own for names with passwords. */
function splitCall(data: PanelData, call: PanelCall) {
  const basic = call.requirement.find(({ type }) => type === "basic");
  const requirement = call.requirement.filter((scheme) => scheme !== basic);
  return { basic, request: wireRequest(data, { ...call, requirement }) };
}

function curl(data: PanelData, call: PanelCall): string {
  const { basic, request } = splitCall(data, call);
  const command = curlCommand(call.baseUrl, { ...request, body: indentJson(request.body) });
  if (basic === undefined) return command;
  return `${command} \\\n  -u ${shellWord(placeholders.basic)}`;
}

function pythonSample(data: PanelData, call: PanelCall): string {
  const { basic, request } = splitCall(data, call);
  const url = call.baseUrl + requestTarget(request);
  const login = basic && `("${account.username}", "${account.password}")`;
  const all: readonly (readonly [name: string, text: string | undefined])[] = [
    [
      "headers",
      Object.keys(request.headers).length > 0 ? pythonLiteral(request.headers, "    ") : undefined,
    ],
    ["auth", login],
    pythonBody(request.body),
  ];
  const options = all.filter(([, text]) => text !== undefined);
  const args = [request.method, url].map((text) => JSON.stringify(text));
  const lines = [...args, ...options.map(([name, text]) => `${name}=${text}`)];
  return `import requests

response = requests.request(
${lines.map((line) => `    ${line},\n`).join("")})
print(response.status_code, response.text)`;
}

/** The option with a body: a dictionary for JSON. `undefined`: there is none. */
function pythonBody(body: string): readonly [name: string, text: string | undefined] {
  if (body === "") return ["data", undefined];
  // Requests sends no body for `json=None`.
  if ((parseJson(body) ?? null) === null) return ["data", `${JSON.stringify(body)}.encode()`];
  return ["json", pythonLiteral(parseExact(body), "    ")];
}

/** A value of JSON as source text of Python, an object on several lines. */
function pythonLiteral(value: JsonValue | HttpRequest["headers"], indent: string): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return printExact(value);
  const inner = `${indent}    `;
  const isList = Array.isArray(value);
  const parts = Object.entries(value).map(([name, part]) => {
    const key = isList ? "" : `${JSON.stringify(name)}: `;
    return `${inner}${key}${pythonLiteral(part ?? null, inner)},\n`;
  });
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  return parts.length === 0 ? open + close : `${open}\n${parts.join("")}${indent}${close}`;
}

/** The call with nothing but `fetch`, for a contract whose typed client is not at hand. */
function fetchSample(data: PanelData, call: PanelCall): string {
  const { basic, request } = splitCall(data, call);
  const { body, headers, method } = request;
  const login = `\`Basic \${btoa("${account.username}:${account.password}")}\``;
  const allHeaders = { ...headers, ...(basic && { Authorization: new Code(login) }) };
  const options = {
    ...(method !== "GET" && { method }),
    ...(Object.keys(allHeaders).length > 0 && { headers: allHeaders }),
    ...(body !== "" && { body: new Code(fetchBody(body)) }),
  };
  const target = JSON.stringify(call.baseUrl + requestTarget(request));
  const more = Object.keys(options).length > 0 ? `, ${literal(options, "", 60)}` : "";
  return `const response = await fetch(${target}${more});
console.log(response.status, await response.text());`;
}

/** A body of JSON as an object, unless JavaScript would change a number of it. */
function fetchBody(body: string): string {
  const value = parseJson(body);
  const isKept = value !== undefined && printExact(parseExact(body), 0) === JSON.stringify(value);
  return isKept ? `JSON.stringify(${literal(value, "  ", 60)})` : JSON.stringify(body);
}

function clientSample(data: PanelData, call: PanelCall): string {
  const { arguments: names = [], method = "" } = data.client ?? {};
  const body = call.body === undefined ? undefined : (parseJson(call.body) ?? call.body);
  const args = Object.fromEntries([
    ...names.flatMap(({ name, key }) => {
      const value = call.values.get(key);
      return value === undefined ? [] : [[name, value]];
    }),
    ...(body === undefined ? [] : [["body", body]]),
  ]);
  return `import { createClient } from "@workflow-api/client";

const client = createClient(${clientOptions(data, call)});
const data = await client${memberAccess(method)}(${literal(args, "", 60)});
console.log(data);`;
}

function clientOptions({ client }: PanelData, call: PanelCall): string {
  const baseUrls = Object.entries(client?.baseUrls ?? {}).map(([option, text]) => [
    option,
    text.replace("{baseUrl}", call.baseUrl),
  ]);
  const settings = (client?.settings ?? []).map(({ option, key, value }) => [
    option,
    call.values.get(key) ?? value,
  ]);
  const auth = call.requirement.map((scheme) => [
    scheme.name,
    scheme.type === "basic" ? account : secretOf(scheme, call.secrets),
  ]);
  const options = {
    ...Object.fromEntries([...baseUrls, ...settings]),
    ...(auth.length > 0 && { auth: Object.fromEntries(auth) }),
  };
  return literal(options, "", 60);
}
