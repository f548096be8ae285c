import { readFileSync } from "node:fs";
import type { Contract, JsonValue, Operation, Scenario } from "@workflow-api/contract";
import { contract } from "../contract.ts";
import { fenced } from "../model/markdown.ts";
import { orderedScenarios } from "../model/panel-data.ts";
import { statusName } from "../model/status.ts";
import { slugOf } from "../model/words.ts";
import { escapeHtml } from "../samples/highlight.ts";
import { changelogMarkdown } from "./changelog-page.ts";

// The pages about the contract as a whole, as Markdown: the site renders it, and serves it as their
// twins.

/** A page that is written from the contract. */
export interface GeneratedPage {
  /** Its path on the site, without slashes around it. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Markdown. Links lead from the folder of the page. */
  readonly body: string;
}

export function generatedPages(): GeneratedPage[] {
  return [
    {
      id: "scenarios",
      title: "Scenarios",
      description:
        "A scenario is a request and the answer that it gets. The mock gives it, the checks try it, and the samples call it.",
      body: scenariosMarkdown(contract),
    },
    {
      id: "gaps",
      title: "What is not known",
      description:
        "What the description of the service leaves unsaid. Each is a question to its makers; the right column says what holds until there is an answer.",
      body: gapsMarkdown(contract),
    },
    {
      id: "contract",
      title: "openapi.yaml",
      description: "The contract itself: every page of this site is made from this file.",
      body: contractMarkdown(contract, readFileSync(contract.file, "utf8")),
    },
    {
      id: "changelog",
      title: "Changelog",
      description: "What each change of the contract did, and for whom it breaks something.",
      body: changelogMarkdown(process.cwd()),
    },
  ];
}

const linkTo = ({ operationId }: Operation, anchor = ""): string =>
  `../reference/${slugOf(operationId)}/${anchor}`;

const cell = (text: string): string => text.replaceAll("|", "\\|").replace(/\s*\n\s*/g, " ");

const codeOf = (value: JsonValue | undefined): string => {
  if (value === undefined) return "left out";
  const text = Array.isArray(value)
    ? value.map(String).join(",")
    : typeof value === "string"
      ? value
      : JSON.stringify(value);
  return text === "" ? "left out" : `\`${text}\``;
};

function scenariosMarkdown({ operations }: Contract): string {
  const intro =
    "To get a response, send the values of its scenario. A scenario names only the values that decide it: everything else can have any value.";
  return [intro, ...operations.map(scenarioTable)].join("\n\n");
}

function scenarioTable(operation: Operation): string {
  const { operationId, parameters, summary } = operation;
  const scenarios = orderedScenarios(operation);
  const [first] = scenarios;
  const title = `## ${summary || operationId}`;
  if (first === undefined)
    return `${title}\n\n[\`${operationId}\`](${linkTo(operation)}) has none.`;
  const sent = ({ body, values }: Scenario, isSaid: (key: string) => boolean): string =>
    [
      ...parameters.flatMap(({ key, name }) =>
        isSaid(key) ? [`\`${name}\`: ${codeOf(values.get(key))}`] : [],
      ),
      ...(body !== undefined && isSaid("body") ? [`body \`${JSON.stringify(body)}\``] : []),
    ].join(", ");
  const row = (scenario: Scenario): string[] => [
    `\`${scenario.name}\``,
    `[${statusName(scenario.status)}](${linkTo(operation, `#response-${scenario.status}`)})${meaningOf(scenario)}`,
    sent(scenario, (key) => scenario.named.has(key)) || "anything",
  ];
  const others = sent(first, (key) => first.values.has(key) && !first.named.has(key));
  const rest = others && ` Where a scenario does not decide, the samples send ${others}.`;
  return [
    title,
    `[\`${operationId}\`](${linkTo(operation)}).${rest}`,
    table(["Scenario", "Response", "Decided by"], scenarios.map(row)),
  ].join("\n\n");
}

const meaningOf = ({ summary }: Scenario): string => (summary === "" ? "" : `. ${summary}`);

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
  return [line(columns), line(columns.map(() => "---")), ...rows.map(line)].join("\n");
}

/** What is about some operations names them below it; the page is filtered by these links. */
function gapsMarkdown({ gaps, operations }: Contract): string {
  const rows = gaps.map(({ id, section, unknown, untilKnown, operations: ids }) => {
    const about = operations.filter(({ operationId }) => ids.includes(operationId));
    const links = about.map(
      (operation) => `[${operation.summary || operation.operationId}](${linkTo(operation)})`,
    );
    const note = links.length === 0 ? "" : `<br><small>${links.join(", ")}</small>`;
    return [
      section,
      `<span id="${slugOf(id)}">${escapeHtml(unknown)}</span>${note}`,
      escapeHtml(untilKnown),
    ];
  });
  return `${table(["Section", "What is not known", "Until it is known"], rows)}\n\nThe sections are those of \`openapi/service.md\`.`;
}

/**
 * The file by its top-level sections, `paths` and `components` one level deeper; long ones are
 * folded.
 */
function contractMarkdown({ operations, locate }: Contract, text: string): string {
  const lines = text.split("\n");
  const starts = lines.flatMap((line, index) => {
    const [, name] = /^("?[\w-]+"?):/.exec(line) ?? [];
    // A comment above a section belongs to it.
    let from = index;
    while (lines[from - 1]?.startsWith("#")) from--;
    return name === undefined ? [] : [{ name, index: from }];
  });
  const sections = starts.map(({ name, index }, at) => {
    const end = starts[at + 1]?.index ?? lines.length;
    const own = lines.slice(index, end).join("\n").trimEnd();
    const count = own.split("\n").length;
    const code = fenced(own, "yaml");
    return `## ${name}\n\n${count > 40 ? `<details><summary>Show ${count} lines, from line ${index + 1}</summary>\n\n${code}\n\n</details>` : code}`;
  });
  const where = operations.map(
    (operation) =>
      `- <span id="${slugOf(operation.operationId)}">[${operation.summary || operation.operationId}](${linkTo(operation)})</span>: line ${locate(operation.pointer).line}`,
  );
  return [
    "Download it as [openapi.yaml](../openapi.yaml) or [openapi.json](../openapi.json).",
    "## Operations in the file",
    where.join("\n"),
    ...sections,
  ].join("\n\n");
}
