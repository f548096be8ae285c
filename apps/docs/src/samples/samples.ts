import { literal, memberAccess, propertyName } from "@workflow-api/client/calls";
import {
  credentialPrefix,
  curlCommand,
  type HttpRequest,
  type JsonValue,
  type Operation,
  type ParameterValues,
  type Response,
  requestFor,
  requestTarget,
} from "@workflow-api/contract";
import type { PanelData, PanelScheme } from "../model/panel-data.ts";
import type { Syntax } from "./highlight.ts";

// Runs at build time, and in the page whenever a control changes the call.

/** A language of samples. */
export interface Language {
  readonly name: string;
  readonly syntax: Syntax;
  /** The source text of a call. */
  readonly write: (data: PanelData, call: Call) => string;
}

/** The languages of samples, in the order of their tabs. */
export const languages: readonly [Language, ...Language[]] = [
  { name: "curl", syntax: "sh", write: curl },
  { name: "fetch", syntax: "ts", write: fetchSample },
  { name: "TypeScript", syntax: "ts", write: clientSample },
  { name: "Python", syntax: "py", write: pythonSample },
];

/** A call as set by the controls of a panel. */
export interface Call {
  readonly address: string;
  readonly values: ParameterValues;
  readonly body: JsonValue | undefined;
  readonly requirement: readonly PanelScheme[];
  /** By the name of the scheme; a missing one is written as a placeholder. */
  readonly secrets: ReadonlyMap<string, string>;
  /** Whether an error is expected, so that the sample shows how it is read. */
  readonly fails: boolean;
}

/** The initial call of a panel: that of its first scenario. */
export function firstCall({
  scenarios: [scenario],
  requirements: [requirement = []],
  mockUrl,
}: PanelData): Call {
  return {
    address: mockUrl,
    values: new Map(Object.entries(scenario?.values ?? {})),
    body: scenario?.body,
    requirement,
    secrets: new Map(),
    fails: (scenario?.status ?? 200) >= 400,
  };
}

/** The type of the body of a response, as the generated types name it. */
export function typeSample(
  { operationId }: Pick<Operation, "operationId">,
  { code, content: [media] }: Pick<Response, "code" | "content">,
): string {
  // A response without a body has no media types.
  const path = [operationId, "responses", code, "content", ...(media ? [media.mediaType] : [])];
  const members = path.map((name) => `[${/^\d+$/.test(name) ? name : JSON.stringify(name)}]`);
  return `import type { operations } from "@workflow-api/types";\n\ntype Body = operations${members.join("")};`;
}

/** The request of a call with its credentials and conventional names of headers. */
export function wireRequest(data: PanelData, call: Call): HttpRequest {
  const request = requestFor(data, call.values, call.body);
  const names = [...data.parameters.map(({ name }) => name), "Accept", "Content-Type"];
  const spelled = new Map(names.map((name) => [name.toLowerCase(), name]));
  const headers = [
    ...Object.entries(request.headers).map(([name, value]) => [spelled.get(name) ?? name, value]),
    ...call.requirement.map((scheme) => [
      scheme.header,
      credentialPrefix[scheme.type] + encodedSecret(scheme, call.secrets),
    ]),
  ];
  return { ...request, headers: Object.fromEntries(headers) };
}

const defaultSecrets: Readonly<Record<PanelScheme["type"], string>> = {
  apiKey: "",
  bearer: "your-token",
  basic: "your-name:your-password",
};

function secretOf({ name, type }: PanelScheme, secrets: Call["secrets"]): string {
  return secrets.get(name) || defaultSecrets[type] || `your-${kebab(name)}`;
}

/** A secret as it is sent: the name and the password of `basic` in base64 (RFC 7617). */
function encodedSecret(scheme: PanelScheme, secrets: Call["secrets"]): string {
  const secret = secretOf(scheme, secrets);
  if (scheme.type !== "basic") return secret;
  return btoa(String.fromCharCode(...new TextEncoder().encode(secret)));
}

/** A credential for the typed client. */
function clientCredential(scheme: PanelScheme, secrets: Call["secrets"]): JsonValue {
  const secret = secretOf(scheme, secrets);
  if (scheme.type !== "basic") return secret;
  const [username = "", ...rest] = secret.split(":");
  return { username, password: rest.join(":") };
}

const kebab = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();

function curl(data: PanelData, call: Call): string {
  const request = wireRequest(data, call);
  // The body is indented.
  const body = request.body === "" ? "" : JSON.stringify(call.body, undefined, 2);
  return curlCommand(call.address, { ...request, body }, { isLong: true });
}

function fetchSample(data: PanelData, call: Call): string {
  const request = wireRequest(data, call);
  const { method, headers, body } = request;
  const options = [
    ...(method === "GET" ? [] : [`method: ${JSON.stringify(method)}`]),
    `headers: {\n${linesOf(headers, "    ", propertyName)}  }`,
    ...(body === "" || call.body === undefined
      ? []
      : [`body: JSON.stringify(${literal(call.body, "  ", 60)})`]),
  ];
  // The result may be undefined if a response of the operation has no body.
  const reader = data.scenarios.every(({ answer }) => answer !== undefined) ? "json" : "text";
  return `const response = await fetch(${JSON.stringify(call.address + requestTarget(request))}, {
${options.map((option) => `  ${option},\n`).join("")}});
console.log(response.status, await response.${reader}());`;
}

function pythonSample(data: PanelData, call: Call): string {
  const request = wireRequest(data, call);
  const { method, headers, body } = request;
  const sent = body === "" ? "" : `    data=${JSON.stringify(body)},\n`;
  return `import requests

response = requests.request(
    ${JSON.stringify(method)},
    ${JSON.stringify(call.address + requestTarget(request))},
    headers={\n${linesOf(headers, "        ", JSON.stringify)}    },
${sent})
print(response.status_code, response.text)`;
}

/** Headers as the members of an object, a line each. */
function linesOf(
  headers: HttpRequest["headers"],
  indent: string,
  writeName: (name: string) => string,
): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `${indent}${writeName(name)}: ${JSON.stringify(value)},\n`,
  );
  return lines.join("");
}

function clientSample(data: PanelData, call: Call): string {
  const { method, arguments: names } = data.client;
  const args = Object.fromEntries([
    ...names.flatMap(({ name, key }) => {
      const value = call.values.get(key);
      return value === undefined ? [] : [[name, value]];
    }),
    ...(call.body === undefined ? [] : [["body", call.body]]),
  ]);
  const written = `${memberAccess(method)}(${literal(args, "", 60)})`;
  return `import { createClient } from "@workflow-api/client";

const client = createClient(${clientOptions(data, call)});
${
  call.fails
    ? `const { data, error } = await client.safe${written};\nconsole.log(error?.message ?? data);`
    : `const data = await client${written};\nconsole.log(data);`
}`;
}

function clientOptions({ client }: PanelData, call: Call): string {
  const addresses = Object.entries(client.addresses).map(([option, text]) => [
    option,
    text.replace("{address}", call.address),
  ]);
  const settings = client.settings.map(({ option, key, value }) => [
    option,
    call.values.get(key) ?? value,
  ]);
  const auth = call.requirement.map((each) => [each.name, clientCredential(each, call.secrets)]);
  const options = {
    ...Object.fromEntries([...addresses, ...settings]),
    ...(auth.length > 0 && { auth: Object.fromEntries(auth) }),
  };
  return literal(options, "", 60);
}
