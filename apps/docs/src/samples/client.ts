import type { Scenario } from "@workflow-api/contract";
import { bodyLines, literal, memberAccess, propertyName, withBody } from "@workflow-api/contract/calls";
import type { SampleCall } from "./client-call.ts";
import { width } from "./width.ts";

/** The call as a module. It prints the answer; of a documented error, its status and body. */
export function clientSample(call: SampleCall, scenario: Scenario): string {
  const isError = !/^2/.test(String(scenario.status));
  const names = isError ? "createClient, StatusError" : "createClient";
  const factory = Object.entries(call.options).map(
    ([name, value]) => `  ${propertyName(name)}: ${literal(value, "  ", width)},`,
  );
  return [
    `import { ${names} } from "@workflow-api/client";`,
    "",
    "const client = createClient({",
    ...factory,
    "});",
    "",
    ...bodyLines(call),
    ...(isError ? failing(call, scenario) : succeeding(call, scenario)),
    "",
  ].join("\n");
}

function succeeding(call: SampleCall, { response }: Scenario): string[] {
  const expression = `await client${memberAccess(call.method)}(${printArguments(call, "")})`;
  return response === undefined
    ? [`${expression};`]
    : [`const answer = ${expression};`, "console.log(answer);"];
}

function failing(call: SampleCall, { response }: Scenario): string[] {
  return [
    "try {",
    `  await client${memberAccess(call.method)}(${printArguments(call, "  ")});`,
    "} catch (error) {",
    "  if (!(error instanceof StatusError)) throw error;",
    `  console.log(${response === undefined ? "error.status" : "error.status, error.body"});`,
    "}",
  ];
}

function printArguments(call: SampleCall, indent: string): string {
  return withBody(call, literal(call.arguments, indent, width));
}
