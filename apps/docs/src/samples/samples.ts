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
} from "@workflow-api/contract";
import type { PanelData, PanelScheme } from "../model/panel-data.ts";
import type { Syntax } from "./highlight.ts";

// Runs at build time, and in the page whenever a control changes the call.

/** A language of samples. */
export interface Language {
  readonly name: "curl" | "fetch" | "client" | "openapi-fetch" | "Python";
  readonly syntax: Syntax;
}

/** The languages of samples, in the order of their tabs. */
export const languages: readonly Language[] = [
  { name: "curl", syntax: "sh" },
  { name: "fetch", syntax: "ts" },
  { name: "client", syntax: "ts" },
  { name: "openapi-fetch", syntax: "ts" },
  { name: "Python", syntax: "py" },
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

/** The source text of a call in a language. */
export function sampleOf(language: Language["name"], data: PanelData, call: Call): string {
  return writers[language](data, call).trimEnd();
}

const writers: Readonly<Record<Language["name"], (data: PanelData, call: Call) => string>> = {
  curl,
  fetch: fetchSample,
  client: clientSample,
  "openapi-fetch": openapiFetchSample,
  Python: pythonSample,
};

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
export function wireRequest(
  data: PanelData,
  { values, body, requirement, secrets }: Call,
): HttpRequest {
  const request = requestFor(data, values, body);
  const spelled = new Map(
    [...data.parameters.map(({ name }) => name), "Accept", "Content-Type"].map((name) => [
      name.toLowerCase(),
      name,
    ]),
  );
  const headers = Object.entries(request.headers).map(([name, value]) => [
    spelled.get(name) ?? name,
    value,
  ]);
  const credentials = requirement.map((scheme) => [
    scheme.header,
    credentialPrefix[scheme.type] + encodedSecret(scheme, secrets),
  ]);
  return { ...request, headers: Object.fromEntries([...headers, ...credentials]) };
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
  const { method, target, headers, body } = wireRequest(data, call);
  const options = [
    ...(method === "GET" ? [] : [`method: ${JSON.stringify(method)}`]),
    `headers: {\n${Object.entries(headers)
      .map(([name, value]) => `    ${propertyName(name)}: ${JSON.stringify(value)},\n`)
      .join("")}  }`,
    ...(body === "" || call.body === undefined
      ? []
      : [`body: JSON.stringify(${literal(call.body, "  ", 60)})`]),
  ];
  // The result may be undefined if a response of the operation has no body.
  const answered = data.scenarios.every(({ answer }) => answer !== undefined)
    ? "await response.json()"
    : "await response.text()";
  return `const response = await fetch(${JSON.stringify(call.address + target)}, {\n${options.map((option) => `  ${option},\n`).join("")}});\nconsole.log(response.status, ${answered});\n`;
}

function pythonSample(data: PanelData, call: Call): string {
  const { method, target, headers, body } = wireRequest(data, call);
  const lines = Object.entries(headers).map(
    ([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`,
  );
  const sent = body === "" ? "" : `    data=${JSON.stringify(body)},\n`;
  return `import requests

response = requests.request(
    ${JSON.stringify(method)},
    ${JSON.stringify(call.address + target)},
    headers={\n${lines.join("")}    },
${sent})
print(response.status_code, response.text)
`;
}

function clientSample(data: PanelData, call: Call): string {
  const { method, arguments: names } = data.client;
  const args = Object.fromEntries([
    ...names.flatMap(({ name, key }) =>
      call.values.has(key) ? [[name, call.values.get(key) ?? null]] : [],
    ),
    ...(call.body === undefined ? [] : [["body", call.body]]),
  ]);
  const written = Object.keys(args).length === 0 ? "{}" : literal(args, "", 60);
  const invoke = call.fails
    ? `const { data, error } = await client.safe${memberAccess(method)}(${written});\nconsole.log(error?.message ?? data);\n`
    : `const data = await client${memberAccess(method)}(${written});\nconsole.log(data);\n`;
  return `import { createClient } from "@workflow-api/client";\n\nconst client = createClient(${clientOptions(data, call)});\n${invoke}`;
}

function openapiFetchSample(data: PanelData, call: Call): string {
  const sent = data.parameters.filter(
    ({ key }) =>
      call.values.has(key) && !data.client.settings.some((setting) => setting.key === key),
  );
  const params = [...Map.groupBy(sent, (parameter) => parameter.in)].map(([place, own]) => [
    place,
    Object.fromEntries(own.map(({ name, key }) => [name, call.values.get(key) ?? null])),
  ]);
  const init = {
    ...(params.length > 0 && { params: Object.fromEntries(params) }),
    ...(call.body !== undefined && { body: call.body }),
  };
  return `import { createFetchClient } from "@workflow-api/client/openapi-fetch";

const client = createFetchClient(${clientOptions(data, call)});
const { data, error } = await client.${data.method}(
  ${JSON.stringify(data.path)},
  ${literal(init, "  ", 60)},
);
console.log(error ?? data);
`;
}

function clientOptions(
  { client }: PanelData,
  { address, values, requirement, secrets }: Call,
): string {
  const options = {
    ...Object.fromEntries(
      Object.entries(client.addresses).map(([option, text]) => [
        option,
        text.replace("{address}", address),
      ]),
    ),
    ...Object.fromEntries(
      client.settings.map(({ option, key, value }) => [option, values.get(key) ?? value]),
    ),
    ...(requirement.length > 0 && {
      auth: Object.fromEntries(
        requirement.map((scheme) => [scheme.name, clientCredential(scheme, secrets)]),
      ),
    }),
  };
  return literal(options, "", 60);
}
