import { isAbsolute, relative } from "node:path";
import { styleText } from "node:util";
import type { HttpRequest, HttpResponse } from "@workflow-api/contract";
import type { Change, ComparedContract, Comparison } from "./describe.ts";
import { breakingNumber } from "./release.ts";
import type { Witness } from "./replay.ts";

/** More witnesses of one change than these are only counted. */
const mostShown = 3;

/** Longer bodies are cut. JSON and `describeChanges` have all of them. */
const longestBody = 1200;

/** A comment of a pull request takes no more characters. */
const longestMarkdown = 60_000;

/** A comparison as JSON: see `Comparison`. */
export function toJson(comparison: Comparison): string {
  return `${JSON.stringify(comparison, undefined, 2)}\n`;
}

/** A comparison for a terminal: what breaks somebody with its witnesses, what does not, and the verdict. */
export function toText(comparison: Comparison): string {
  const { changes } = comparison;
  const breaking = changes.filter(({ breaks }) => breaks.length > 0);
  const harmless = changes.filter(({ breaks }) => breaks.length === 0);
  const blocks = breaking.map((change) =>
    [
      `${styleText("red", labelOf(change))}  ${styleText("bold", titleOf(change))}`,
      `  ${placeOf(change)}${remarkOf(change)}`,
      ...effectsOf(change).flatMap(({ shown, text }) => [
        `  ${text}`,
        ...(shown === undefined ? [] : [styleText("dim", shown.replaceAll(/^/gm, "    "))]),
      ]),
      "",
    ].join("\n"),
  );
  return [
    ...blocks,
    ...(harmless.length === 0 ? [] : ["Harmless:"]),
    ...harmless.map(
      (change) => `  ${titleOf(change)} ${styleText("dim", `${placeOf(change)}${remarkOf(change)}`)}`,
    ),
    ...(harmless.length === 0 ? [] : [""]),
    ...versionNotes(comparison),
    verdictOf(comparison),
    "",
  ].join("\n");
}

/** A comparison for a pull request, or for the summary of a job. */
export function toMarkdown(comparison: Comparison): string {
  const { changed, changes, old } = comparison;
  const rows = changes.map((change) => {
    const marks = (["callers", "servers", "build"] as const).map((whom) =>
      change.breaks.includes(whom) ? "✗" : "",
    );
    return `| ${escaped(titleOf(change))} | ${marks.join(" | ")} | \`${placeOf(change)}\`${remarkOf(change)} |`;
  });
  const table = ["| change | callers | servers | build | where |", "|---|:-:|:-:|:-:|---|", ...rows].join(
    "\n",
  );
  const parts = [
    `## ${verdictOf(comparison)}`,
    `${escaped(changed.title)}, ${escaped(old.version)} to ${escaped(changed.version)}.`,
    ...(rows.length === 0 ? [] : [table]),
    ...versionNotes(comparison).map(escaped),
    ...changes.filter(({ breaks }) => breaks.length > 0).map(detailsOf),
  ];
  const fitting = parts.filter(
    (_, index) => parts.slice(0, index + 1).join("\n\n").length <= longestMarkdown,
  );
  const left = parts.length - fitting.length;
  return `${[...fitting, ...(left > 0 ? [`${left} more: run the command to see them.`] : [])].join("\n\n")}\n`;
}

function detailsOf(change: Change): string {
  const effects = effectsOf(change).map(({ shown, text }) =>
    shown === undefined ? escaped(text) : `${escaped(text)}\n\n\`\`\`\`http\n${shown}\n\`\`\`\``,
  );
  return `<details><summary>${escaped(titleOf(change))}</summary>\n\n${effects.join("\n\n")}\n\n</details>`;
}

/** A text that neither ends its cell nor starts markup; what is in backticks stays code. */
function escaped(text: string): string {
  const parts = text.replaceAll("\n", " ").split(/(`[^`]*`)/);
  return parts
    .map((part, index) => part.replaceAll(index % 2 === 1 ? /\|/g : /[\\<>|*_[\]`]/g, "\\$&"))
    .join("");
}

function titleOf({ subject, summary }: Change): string {
  return `${subject}: ${summary}`;
}

function labelOf({ breaks, isUnproved }: Change): string {
  return isUnproved ? "not proved" : `breaks ${breaks.join(", ")}`;
}

function remarkOf({ breaks, isUnproved, rating }: Change): string {
  if (isUnproved)
    return " (Redocly calls it breaking, and no request or response shows it or the contrary: it counts as breaking)";
  const isOverruled = rating === "major" && !breaks.includes("callers");
  return isOverruled ? " (Redocly calls it breaking; what callers send and get stays allowed)" : "";
}

interface Effect {
  readonly text: string;
  /** The witness; `undefined` for the build. */
  readonly shown: string | undefined;
}

function effectsOf({ build, witnesses }: Change): Effect[] {
  const more = witnesses.length - mostShown;
  return [
    ...witnesses.slice(0, mostShown).map((witness) => ({
      text: `${witness.operationId || "The contract"}, for ${witness.for}: ${witness.reason}`,
      shown: witnessText(witness),
    })),
    ...(more > 0 ? [{ text: `${more} more like these.`, shown: undefined }] : []),
    ...build.map(({ operationId, part, reason }) => ({
      text: `${operationId === "" ? "In the types" : `${operationId}, in the types`}, ${part}: ${reason}`,
      shown: undefined,
    })),
  ];
}

/** A witness as HTTP: its request; of a response the line of its request, and the response. */
export function witnessText({ request, response }: Pick<Witness, "request" | "response">): string {
  const line = `${request.method} ${request.target}`;
  return response === undefined
    ? messageText(line, request)
    : messageText(`${line}\n\n${response.status}`, response);
}

function messageText(
  line: string,
  { body, headers }: Pick<HttpRequest | HttpResponse, "body" | "headers">,
): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const shown = body.length > longestBody ? `${body.slice(0, longestBody)}…` : body;
  return [line, ...fields, ...(shown === "" ? [] : ["", shown])].join("\n");
}

/** What a comparison comes to, as a sentence. */
function verdictOf({ changed, changes, isRaised, old }: Comparison): string {
  const breaking = changes.filter(({ breaks }) => breaks.includes("callers")).length;
  if (breaking === 0) return changes.length === 0 ? "Nothing has changed." : "Nothing breaks for callers.";
  const counted = `${breaking} breaking ${breaking === 1 ? "change" : "changes"} for callers`;
  if (isRaised) return `${counted}, and info.version is raised from ${old.version} to ${changed.version}.`;
  const is =
    changed.version === old.version ? `still ${old.version}` : `${changed.version}, after ${old.version}`;
  return `${counted}: raise the ${breakingNumber(old.version)} in info.version, which is ${is} (${placeOf(changed)}), or take ${breaking === 1 ? "it" : "them"} back.`;
}

const asks: Readonly<Record<string, string>> = {
  minor: "a raised minor version, because servers, types or what is offered change",
  patch: "a raised patch version, because texts or examples change",
};

function versionNotes({ changed, isRaised, release }: Comparison): string[] {
  const asked = asks[release];
  if (isRaised || asked === undefined) return [];
  return [`Semantic Versioning asks for ${asked}: info.version is ${changed.version} (${placeOf(changed)}).`];
}

/** A place as `file:line`, from where the command runs if it is below that. */
function placeOf({ location: { file, line } }: Change | ComparedContract): string {
  if (!isAbsolute(file)) return `${file}:${line}`;
  const path = relative(process.cwd(), file);
  return `${path.startsWith("..") ? file : path}:${line}`;
}
