import type { SampleRequest } from "./sample-request.ts";

/** The request as a module for any runtime with `fetch`. It prints the status and the body. */
export function fetchSample(request: SampleRequest, hasBody: boolean): string {
  const headers = request.headers.map(([name, value]) => `    ${key(name)}: ${JSON.stringify(value)},`);
  const options = [
    ...(request.method === "GET" ? [] : [`  method: ${JSON.stringify(request.method)},`]),
    ...(headers.length === 0 ? [] : ["  headers: {", ...headers, "  },"]),
    ...(request.body === undefined ? [] : [`  body: ${bodyExpression(request)},`]),
  ];
  return [
    `const response = await fetch(${JSON.stringify(request.url)}, {`,
    ...options,
    "});",
    hasBody ? "console.log(response.status, await response.json());" : "console.log(response.status);",
    "",
  ].join("\n");
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function bodyExpression({ headers, body = "" }: SampleRequest): string {
  const isJson = headers.some(([name, value]) => name === "Content-Type" && /[/+]json\b/.test(value));
  if (!isJson) {
    return JSON.stringify(body);
  }
  const pretty = JSON.stringify(JSON.parse(body), null, 2).replaceAll("\n", "\n  ");
  return `JSON.stringify(${pretty})`;
}
