import { isJson } from "@workflow-api/contract";
import { bodyLines, type ClientCall, literal, propertyName } from "@workflow-api/contract/calls";
import { basicPair } from "../view/security.ts";
import type { AnswerKind } from "./answer-kind.ts";
import type { SampleRequest } from "./authenticated.ts";
import { width } from "./width.ts";

/**
 * The request as a module for any runtime with `fetch`. It prints the status and the body.
 * @param form The parts of a body in parts: the platform writes it, and its type.
 */
export function fetchSample(request: SampleRequest, answer: AnswerKind, form?: ClientCall["form"]): string {
  const headers = request.headers
    .filter(([name]) => form === undefined || name !== "Content-Type")
    .map(([name, value]) => `    ${propertyName(name)}: ${valueExpression(value)},`);
  const options = [
    ...(request.method === "GET" ? [] : [`  method: ${JSON.stringify(request.method)},`]),
    ...(headers.length === 0 ? [] : ["  headers: {", ...headers, "  },"]),
    ...(request.body === undefined || form ? [] : [`  body: ${bodyExpression(request)},`]),
    ...(form ? ["  body,"] : []),
  ];
  return [
    ...bodyLines(form ? { form } : {}),
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
