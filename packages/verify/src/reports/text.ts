import { stripVTControlCharacters, styleText } from "node:util";
import { markdownCode, markdownText, plural } from "@workflow-api/conformance/reports";
import {
  type Answer,
  type Evidence,
  type FailureCause,
  placeText,
  type QuestionState,
  type SpellingReport,
  type VerifyReport,
} from "./report.ts";

/** The report for a terminal: the verdict, what failed, and what is worth knowing. */
export function ttyReport(report: VerifyReport): string {
  const { conclusion, headline } = report;
  const colour = ({ passed: "green", failed: "red", inconclusive: "yellow" } as const)[conclusion];
  return `${boldText(colour, headline)}\n${detailsText(report)}`;
}

/** The report for a pull request, or for the summary of a job. */
export function markdownReport(report: VerifyReport): string {
  const details = stripVTControlCharacters(detailsText(report));
  return `## ${markdownText(report.headline)}\n\n${markdownCode("text", details.trim())}\n`;
}

function detailsText(report: VerifyReport): string {
  const { answers, notes, questions, spellings } = report;
  const title = styleText("bold", "Open questions that this server answers");
  return [
    ...report.untried.map((reason) => `${reason}\n`),
    ...report.causes.map(causeText),
    ...(spellings.length > 0 ? [`\n${spellingText(spellings)}\n`] : []),
    ...(answers.length > 0 ? [`\n${title}\n`] : []),
    ...answers.map(answerText),
    ...(questions.length > 0 ? ["\n"] : []),
    ...questions.map(stateText),
    ...(notes.length > 0 ? ["\n"] : []),
    ...notes.map((note) => `Note: ${note}\n`),
    `\n${report.summary}\n`,
  ].join("");
}

/** One style at a time: for several, Node.js 20 does not look whether the output is a terminal. */
function boldText(colour: "green" | "red" | "yellow", text: string): string {
  return styleText("bold", styleText(colour, text));
}

/** A paragraph whose lines are indented below its title. */
function paragraph(title: string, lines: readonly string[]): string {
  return `\n${title}\n${lines.join("\n").replaceAll(/^/gm, "  ")}\n`;
}

/** The title of the first case, and how many more there are. */
function titlesOf({ others, title }: Evidence): string {
  return others.length > 0 ? `${title} and ${others.length} more` : title;
}

function causeText(cause: FailureCause): string {
  const { message, name } = cause;
  const details = [`${name}: ${message}`, ...causeDetails(cause)];
  return paragraph(boldText("red", `✗ ${titlesOf(cause)}`), details);
}

/** How many of the other cases of a cause are named. */
const mostNamed = 3;

/** What a report for people says of a cause, besides what is wrong. */
export function causeDetails(cause: FailureCause): string[] {
  const { curl, note, others } = cause;
  const named = others.slice(0, mostNamed).join("; ");
  const end = others.length > mostNamed ? "; …" : ".";
  return [
    `See ${placeText(cause)}.`,
    abbreviated(curl),
    ...(note === "" ? [] : [note]),
    ...(others.length === 0 ? [] : [`The same in: ${named}${end}`]),
  ];
}

function answerText(answer: Answer): string {
  const { question } = answer;
  return paragraph(boldText("yellow", `? ${question}`), [
    answer.unknown,
    `The contract assumes: ${answer.assumed}`,
    `The server: ${answer.observed}`,
    `Shown by ${titlesOf(answer)}.`,
    abbreviated(answer.curl),
    "If this is the answer, write it into the contract:",
    ...answer.changes.map((change) => `  ${change}`),
    `  ${placeText(answer)}: remove the question ${question}`,
  ]);
}

function stateText({ id, state, unknown }: QuestionState): string {
  return `${state.padEnd(10)}  ${id}: ${unknown}\n`;
}

/** The other spellings that a server accepts, in a line. */
export function spellingText(spellings: readonly SpellingReport[]): string {
  const kinds = spellings.map(({ kind, title }) => `${kind} (${title})`);
  return `Accepts more than the contract (${plural(kinds.length, "kind")}): ${kinds.join("; ")}.`;
}

/** The longest value that a report for people shows, in characters. */
const longestShown = 300;

/** A command whose long values are cut; JSON has it as a whole. */
export function abbreviated(command: string): string {
  return command.replaceAll(/'(?:[^']|'\\'')*'/g, (word) =>
    word.length <= longestShown
      ? word
      : `${word.slice(0, longestShown / 2)}…' (cut: ${word.length} characters, JSON has them)`,
  );
}
