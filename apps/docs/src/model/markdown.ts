import { contract, mockUrl } from "../contract.ts";
import { languages, sampleOf } from "../samples/samples.ts";
import type { Field } from "./fields.ts";
import type { OperationView, ParameterView, ResponseView } from "./operation.ts";
import { panelData } from "./panel-data.ts";
import { statusName } from "./status.ts";
import type { Constraint } from "./words.ts";
import { credentialText } from "./words.ts";

/** The page of an operation as Markdown, for machines and for whoever reads without a browser. */
export function operationMarkdown(view: OperationView): string {
  const { operation, ways, parameters, body, includes, successes, errors } = view;
  return [
    `# ${operation.summary || operation.operationId}`,
    `\`${operation.method} ${operation.path}\` (\`${operation.operationId}\`)`,
    operation.description.trim(),
    "## Authentication",
    ways.length === 0
      ? "None."
      : ways
          .map(
            (way) =>
              `- ${way.map((scheme) => `\`${credentialText(scheme)}\``).join(" and ") || "None"}`,
          )
          .join("\n"),
    ...(parameters.length === 0 ? [] : ["## Parameters", parameters.map(parameterLine).join("\n")]),
    ...(body === undefined
      ? []
      : [
          "## Request body",
          `${body.mediaTypes.join(", ")}${body.required ? "" : ", optional"}. ${body.description}`.trim(),
          fieldLines(body.field),
        ]),
    ...(includes.length === 0
      ? []
      : [
          "## What can be included",
          includes
            .map(
              ({ include, field }) =>
                `- \`${include.parameter.name}=${include.value}\` adds \`${include.adds}\`${field?.description ? `: ${oneLine(field.description)}` : ""}`,
            )
            .join("\n"),
        ]),
    "## Responses",
    ...[...successes, ...errors].flatMap(responseParts),
    "## Samples",
    ...sampleParts(view),
  ]
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");
}

function parameterLine({ parameter, type, constraints }: ParameterView): string {
  const { name, in: place, required, description } = parameter;
  return `- \`${name}\` (${place}, ${type}${required ? ", required" : ""}): ${[oneLine(description), ...constraints.map(constraintText)].filter(Boolean).join(" ")}`;
}

const constraintText = ({ text, title }: Constraint): string =>
  `${text}${title === undefined ? "" : ` (\`${title}\`)`}.`;

const oneLine = (text: string): string => text.trim().replace(/\s*\n\s*/g, " ");

function fieldLines(field: Field, depth = 0): string {
  const lines = field.fields.map((each) => {
    const { name, isNamed, type, required, description, constraints } = each;
    const label = isNamed ? `\`${name}\`` : name;
    const words = [oneLine(description), ...constraints.map(constraintText)]
      .filter(Boolean)
      .join(" ");
    const inner = fieldLines(each, depth + 1);
    return `${"  ".repeat(depth)}- ${label} (${type}${required ? ", required" : ""})${words && `: ${words}`}${inner && `\n${inner}`}`;
  });
  const choices = field.choices.map(({ label, branches }) => {
    const inner = branches.map((branch) => {
      const held = fieldLines(branch, depth + 2);
      return `${"  ".repeat(depth + 1)}- ${branch.name} (${branch.type})${held && `\n${held}`}`;
    });
    return `${"  ".repeat(depth)}- ${label}:\n${inner.join("\n")}`;
  });
  return [...lines, ...choices].join("\n");
}

function responseParts({
  status,
  description,
  advice,
  mediaTypes,
  field,
  headers,
  scenarios,
}: ResponseView): string[] {
  const named = scenarios.map(({ name }) => `\`${name}\``).join(", ");
  return [
    `### ${statusName(status)}`,
    [
      oneLine(description),
      advice,
      mediaTypes.length === 0
        ? "It has no body."
        : `Body: ${mediaTypes.map((type) => `\`${type}\``).join(", ")}.`,
      named && `Scenarios: ${named}.`,
    ]
      .filter(Boolean)
      .join(" "),
    ...(headers.length === 0 ? [] : [headers.map(parameterLine).join("\n")]),
    ...(field === undefined ? [] : [fieldLines(field)]),
  ];
}

function sampleParts({ operation }: OperationView): string[] {
  const data = panelData(contract, operation);
  const [scenario] = data.scenarios;
  if (scenario === undefined) return [];
  const [way = []] = data.ways;
  const call = {
    address: mockUrl,
    values: new Map(Object.entries(scenario.values)),
    body: scenario.body,
    way,
    secrets: new Map(),
    fails: scenario.status >= 400,
  };
  return [
    ...languages.flatMap((language) => [
      `### ${language}`,
      fenced(sampleOf(language, data, call), language === "curl" ? "sh" : "ts"),
    ]),
    ...(scenario.answer === undefined
      ? []
      : [
          `### ${statusName(scenario.status)}: ${scenario.name}`,
          fenced(JSON.stringify(scenario.answer, undefined, 2), "json"),
        ]),
  ];
}

/** A text as a block of code. */
export function fenced(text: string, syntax: string): string {
  const fence = text.includes("```") ? "~~~~" : "```";
  return `${fence}${syntax}\n${text.trimEnd()}\n${fence}`;
}
