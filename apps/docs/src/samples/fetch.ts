import { isJson } from "@workflow-api/contract";
import { literal, propertyName } from "@workflow-api/contract/calls";
import { basicPair } from "../view/security.ts";
import type { AnswerKind } from "./answer-kind.ts";
import type { SampleRequest } from "./authenticated.ts";
import { width } from "./width.ts";

/** The request as a module for any runtime with `fetch`. It prints the status and the body. */
export function fetchSample(request: SampleRequest, answer: AnswerKind): string {
  const headers = request.headers.map(
    ([name, value]) => `    ${propertyName(name)}: ${valueExpression(value)},`,
  );
  const options = [
    ...(request.method === "GET" ? [] : [`  method: ${JSON.stringify(request.method)},`]),
    ...(headers.length === 0 ? [] : ["  headers: {", ...headers, "  },"]),
    ...(request.body === undefined ? [] : [`  body: ${bodyExpression(request)},`]),
  ];
  return [
    `const response = await fetch(${JSON.stringify(request.url)}, {`,
    ...options,
    "});",
    `console.log(${["response.status", ...bodyReaders[answer]].join(", ")});`,
    "",
  ].join("\n");
}

const bodyReaders: Readonly<Record<AnswerKind, readonly string[]>> = {
  none: [],
  json: ["await response.json()"],
  text: ["await response.text()"],
  bytes: ["new Uint8Array(await response.arrayBuffer())"],
};

function valueExpression(value: string): string {
  const pair = basicPair(value);
  return pair === undefined ? JSON.stringify(value) : `\`Basic \${btoa(${JSON.stringify(pair)})}\``;
}

function bodyExpression({ headers, body = "" }: SampleRequest): string {
  const type = headers.find(([name]) => name === "Content-Type")?.[1] ?? "";
  return isJson(type) ? `JSON.stringify(${literal(JSON.parse(body), "  ", width)})` : JSON.stringify(body);
}
