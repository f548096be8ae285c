import { styleText } from "node:util";
import {
  markdownCode,
  markdownDetails,
  markdownTable,
  markdownText,
} from "@workflow-api/conformance/reports";
import type { Answer, Coverage, FailureCause, QuestionState, VerifyReport } from "../report.ts";

/** The report for a terminal: the verdict, what failed, and how far each operation was tried. */
export function ttyReport(report: VerifyReport): string {
  const { answers, causes, conclusion, coverage, headline, notes, questions, summary } = report;
  const colour = ({ passed: "green", failed: "red", inconclusive: "yellow" } as const)[conclusion];
  return [
    boldText(colour, headline),
    "",
    ...causes.map(causeText),
    ...(answers.length > 0 ? [styleText("bold", answersTitle), ""] : []),
    ...answers.map(answerText),
    ...questions.map(stateText),
    ...(questions.length > 0 ? [""] : []),
    ...notes.map((note) => `Note: ${note}`),
    ...(notes.length > 0 ? [""] : []),
    ...coverage.map(coverageText),
    `${coverage.length > 0 ? "\n" : ""}${summary}\n`,
  ].join("\n");
}

/** One style at a time: for several, Node.js 20 does not look whether the output is a terminal. */
function boldText(colour: "green" | "red" | "yellow", text: string): string {
  return styleText("bold", styleText(colour, text));
}

/** How many of the other cases of a cause are named. */
const mostNamed = 3;

function causeText({ curl, file, line, message, name, note, others, title }: FailureCause): string {
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  const named = others.slice(0, mostNamed).join("; ");
  const end = others.length > mostNamed ? "; …" : "";
  const same = others.length > 0 ? `The same in: ${named}${end}.` : "";
  const lines = [
    `${name}: ${message}`,
    `See ${file}:${line}.`,
    styleText("dim", abbreviated(curl)),
    note,
    same,
  ];
  const text = lines.filter((each) => each !== "").join("\n");
  return `${boldText("red", `✗ ${title}${more}`)}\n${text.replaceAll(/^/gm, "  ")}\n`;
}

const answersTitle = "Open questions that this server answers";

/** How many changes of the contract a report for people lists. */
const mostChanges = 5;

function changesOf({ changes }: Answer): string[] {
  const further = changes.length - mostChanges;
  return [...changes.slice(0, mostChanges), ...(further > 0 ? [`… and ${further} more`] : [])];
}

function stateText({ id, state, unknown }: QuestionState): string {
  const colour = ({ "as assumed": "green", otherwise: "yellow", "not seen": "gray" } as const)[
    state
  ];
  return `${styleText(colour, state.padEnd(10))}  ${id}: ${unknown}`;
}

function answerText(answer: Answer): string {
  const { assumed, curl, file, line, observed, others, question, title, unknown } = answer;
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  const lines = [
    unknown,
    `The contract assumes: ${assumed}`,
    `The server: ${observed}`,
    `Shown by ${title}${more}.`,
    styleText("dim", abbreviated(curl)),
    "If this is the answer, write it into the contract:",
    ...changesOf(answer).map((change) => `  ${change}`),
    `  ${file}:${line}: remove the question ${question}`,
  ];
  return `${boldText("yellow", `? ${question}`)}\n${lines.join("\n").replaceAll(/^/gm, "  ")}\n`;
}

function coverageText({ missing, notSent, operationId, summary }: Coverage): string {
  const responses = missing.length > 0 ? [`responses ${missing.join(", ")}`] : [];
  const untried = [...responses, ...notSent].join("; ");
  const left = untried === "" ? "" : styleText("yellow", `\n  not tried: ${untried}`);
  return `${styleText("bold", operationId)}: ${summary}${left}`;
}

/** The report for a pull request, or for the summary of a job. */
export function markdownReport({
  answers,
  causes,
  coverage,
  headline,
  notes,
  questions: states,
  summary,
}: VerifyReport): string {
  const rows = coverage.map(({ received, missing, notSent, operationId, summary: numbers }) => [
    operationId,
    numbers,
    received.join(", "),
    [...missing, ...notSent].join(", "),
  ]);
  const table = markdownTable(["operation", "cases", "responses", "not tried"], rows);
  const questions =
    answers.length > 0 ? [`### ${answersTitle}`, ...answers.map(answerDetails)] : [];
  const tried = markdownDetails("What was tried", [table]);
  const asked = states.map(({ id, state, unknown }) => [state, id, unknown]);
  const list = states.length > 0 ? [markdownTable(["answered", "question", "unknown"], asked)] : [];
  const blocks = [...causes.map(detailsOf), ...questions, ...list, tried];
  const paragraphs = notes.map((note) => `Note: ${markdownText(note)}`);
  return [`## ${markdownText(headline)}`, markdownText(summary), ...paragraphs, ...blocks, ""].join(
    "\n\n",
  );
}

function detailsOf({ curl, file, line, message, name, note, others, title }: FailureCause): string {
  return markdownDetails(`${title}: ${message}`, [
    markdownText(`${name}, see ${file}:${line}.`),
    markdownCode("sh", abbreviated(curl)),
    ...(note === "" ? [] : [markdownText(note)]),
    ...(others.length === 0 ? [] : [`The same in: ${others.map(markdownText).join("; ")}.`]),
  ]);
}

function answerDetails(answer: Answer): string {
  const { assumed, curl, file, line, observed, others, question, title, unknown } = answer;
  const changes = [...changesOf(answer), `${file}:${line}: remove the question ${question}`];
  return markdownDetails(`${question}: ${unknown}`, [
    markdownText(`The contract assumes: ${assumed}`),
    markdownText(`The server: ${observed}`),
    markdownText(`Shown by: ${[title, ...others].join("; ")}.`),
    markdownCode("sh", abbreviated(curl)),
    `If this is the answer, write it into the contract:\n\n${changes
      .map((change) => `- ${markdownText(change)}`)
      .join("\n")}`,
  ]);
}

/** The longest value that a report for people shows, in characters. */
const longestShown = 300;

/** A command whose long values are cut; JSON has it as a whole. */
export function abbreviated(command: string): string {
  return command.replaceAll(/'(?:[^']|'\\'')*'/g, (word) =>
    word.length <= longestShown
      ? word
      : `${word.slice(0, longestShown / 2)}…' (cut: ${word.length} characters, see --reporter json)`,
  );
}
