import { isAbsolute, relative } from "node:path";
import { styleText } from "node:util";
import { markdownCode, markdownDetails, markdownText } from "@workflow-api/conformance/reports";
import {
  isObject,
  type JsonValue,
  parsePointer,
  requestTarget,
  terminalText,
} from "@workflow-api/contract";
import { audiences, type Change } from "../comparison.ts";
import type { Counterexample } from "../replay.ts";
import { labelOf, type Report, reasonOf, titleOf } from "../verdict.ts";

/** The report for a terminal: the verdict, and then each change. */
export function tty({ changes, verdict }: Report): string {
  const blocks = changes.map((change) => {
    const colour = change.breaks.length > 0 ? "red" : change.mayBreak.length > 0 ? "yellow" : "dim";
    const title = styleText("bold", terminalText(titleOf(change)));
    const lines = terminalText([whereOf(change), ...effectsOf(change)].join("\n"));
    const head = `${styleText(colour, labelOf(change))}  ${title}`;
    return `${head}\n${lines.replaceAll(/^(?=.)/gm, "  ")}\n`;
  });
  const head = [verdict.headline, terminalText(verdict.note)].filter((text) => text !== "");
  return `${[head.join("\n"), ...blocks].join("\n\n").trimEnd()}\n`;
}

/** The report for a pull request, or for the summary of a job. */
export function markdown({ changes, from, title, to, verdict }: Report): string {
  const rows = changes.map((change) => {
    const { breaks, mayBreak } = change;
    const marks = audiences.map((whom) =>
      breaks.includes(whom) ? "✗" : mayBreak.includes(whom) ? "?" : "",
    );
    return `| ${[titleOf(change), ...marks, whereOf(change)].map(markdownText).join(" | ")} |`;
  });
  const table = [
    "| change | clients | servers | build | where |",
    "|---|:-:|:-:|:-:|---|",
    ...rows,
  ].join("\n");
  const details = changes.flatMap((change) => {
    const effects = effectsOf(change).join("\n\n");
    return effects === ""
      ? []
      : [markdownDetails(titleOf(change), [markdownCode("http", effects)])];
  });
  const blocks = [
    `## ${verdict.headline}`,
    markdownText(`${title}, ${from} to ${to}. ${verdict.note}`),
    ...(rows.length > 0 ? [table] : []),
    ...details,
  ];
  return `${blocks.join("\n\n")}\n`;
}

function whereOf(change: Change): string {
  const { file, line } = change.location;
  const path = isAbsolute(file) ? relative(process.cwd(), file) : file;
  const reason = reasonOf(change);
  return `${path.startsWith("..") ? file : path}:${line}${reason === "" ? "" : ` (${reason})`}`;
}

/** What a change breaks, with at most three counterexamples. */
function effectsOf({ build, counterexamples }: Change): string[] {
  const shown = counterexamples.slice(0, 3).map((each) => {
    const text = exampleText(each).replaceAll(/^/gm, "  ");
    return `${each.operationId}, for ${each.for}: ${each.reason}\n${text}`;
  });
  const left = counterexamples.length - shown.length;
  return [
    ...shown,
    ...(left > 0 ? [`${left} more like these.`] : []),
    ...build.map((each) => `In the types, ${each.operationId} ${each.part}: ${each.reason}`),
  ];
}

/**
 * A counterexample as HTTP. A response follows the first line of its request. Long bodies are cut.
 */
function exampleText({ pointer, request, response }: Counterexample): string {
  const { body, headers } = response ?? request;
  const isLong = body.length > 150 && pointer !== "";
  const shown = isLong ? JSON.stringify(excerpt(JSON.parse(body), parsePointer(pointer))) : body;
  return [
    `${request.method} ${requestTarget(request)}`,
    ...(response === undefined ? [] : ["", String(response.status)]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(shown === "" ? [] : ["", shown.length > 1200 ? `${shown.slice(0, 1200)}…` : shown]),
  ].join("\n");
}

/** A value without the members beside the path to a place. */
function excerpt(value: JsonValue, [token, ...rest]: readonly string[]): JsonValue {
  if (token === undefined || value === null || !Object.hasOwn(Object(value), token)) return value;
  if (Array.isArray(value)) return ["…", excerpt(value[Number(token)] ?? null, rest)];
  return isObject(value) ? { "…": "…", [token]: excerpt(value[token] ?? null, rest) } : value;
}
