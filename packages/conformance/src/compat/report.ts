import { isAbsolute, relative } from "node:path";
import { styleText } from "node:util";
import { isObject, type JsonValue, parsePointer } from "@workflow-api/contract";
import { audiences, type Change, type ComparedContract, type Comparison } from "./describe.ts";
import { breakingNumber } from "./release.ts";
import type { Witness } from "./replay.ts";

/** The reports, by name. JSON is a `Comparison`. */
export const reporters: Readonly<Record<string, (comparison: Comparison) => string>> = {
  tty: toText,
  markdown: toMarkdown,
  json: (comparison) => `${JSON.stringify(comparison, undefined, 2)}\n`,
};

/** More witnesses of one change are counted, longer bodies and comments of a pull request cut. */
const most = { witnesses: 3, body: 1200, markdown: 60_000 };

function toText(comparison: Comparison): string {
  const harmless = comparison.changes.filter(({ breaks }) => breaks.length === 0);
  const breaking = comparison.changes.filter(({ breaks }) => breaks.length > 0);
  const blocks = breaking.flatMap((change) => [
    `${styleText("red", labelOf(change))}  ${styleText("bold", titleOf(change))}`,
    `  ${whereOf(change)}`,
    ...effectsOf(change).flatMap(({ shown, text }) => [
      `  ${text}`,
      ...(shown === undefined ? [] : [styleText("dim", shown.replaceAll(/^/gm, "    "))]),
    ]),
    "",
  ]);
  const lines = harmless.map((change) => `  ${titleOf(change)} ${styleText("dim", whereOf(change))}`);
  const list = lines.length === 0 ? [] : ["Harmless:", ...lines, ""];
  return [...blocks, ...list, ...versionNotes(comparison), verdictOf(comparison), ""].join("\n");
}

function toMarkdown(comparison: Comparison): string {
  const { changed, changes, old } = comparison;
  const rows = changes.map((change) => {
    const marks = audiences.map((whom) => (change.breaks.includes(whom) ? "✗" : ""));
    return `| ${[titleOf(change), ...marks, whereOf(change)].map(escaped).join(" | ")} |`;
  });
  const details = changes
    .filter(({ breaks }) => breaks.length > 0)
    .map((change) => {
      const effects = effectsOf(change).map(({ shown, text }) =>
        shown === undefined ? escaped(text) : `${escaped(text)}\n\n\`\`\`\`http\n${shown}\n\`\`\`\``,
      );
      return `<details><summary>${escaped(titleOf(change))}</summary>\n\n${effects.join("\n\n")}\n\n</details>`;
    });
  const table = ["| change | callers | servers | build | where |", "|---|:-:|:-:|:-:|---|", ...rows].join(
    "\n",
  );
  const parts = [
    `## ${escaped(verdictOf(comparison))}`,
    escaped(`${changed.title}, ${old.version} to ${changed.version}.`),
    ...(rows.length === 0 ? [] : [table]),
    ...versionNotes(comparison).map(escaped),
    ...details,
  ];
  const fitting = parts.filter((_, index) => parts.slice(0, index + 1).join("\n\n").length <= most.markdown);
  const left = fitting.length === parts.length ? [] : ["There is more: run the command to see it."];
  return `${[...fitting, ...left].join("\n\n")}\n`;
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

function whereOf(change: Change): string {
  const { breaks, isUnproved, rating } = change;
  const isOverruled = rating === "major" && !breaks.includes("callers");
  if (isUnproved)
    return `${placeOf(change)} (breaking by Redocly; no request or response shows it, or the contrary)`;
  return `${placeOf(change)}${isOverruled ? " (breaking by Redocly; what callers send and get stays allowed)" : ""}`;
}

interface Effect {
  readonly text: string;
  /** The witness; `undefined` for the build. */
  readonly shown: string | undefined;
}

function effectsOf({ build, witnesses }: Change): Effect[] {
  const more = witnesses.length - most.witnesses;
  return [
    ...witnesses.slice(0, most.witnesses).map((witness) => ({
      text: `${witness.operationId}, for ${witness.for}: ${witness.reason}`,
      shown: witnessText(witness),
    })),
    ...(more > 0 ? [{ text: `${more} more like these.`, shown: undefined }] : []),
    ...build.map(({ operationId, part, reason }) => ({
      text: `${operationId === "" ? "In" : `${operationId}, in`} the types, ${part}: ${reason}`,
      shown: undefined,
    })),
  ];
}

/**
 * A witness as HTTP: its request; of a response the line of its request, and the response. Of a long body as much is there
 * as leads to what is wrong.
 */
export function witnessText({ pointer, request, response }: Witness): string {
  const { body, headers } = response ?? request;
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const isLong = body.length > most.body / 8 && pointer !== "";
  const shown = isLong ? JSON.stringify(excerpt(JSON.parse(body), parsePointer(pointer))) : body;
  return [
    `${request.method} ${request.target}`,
    ...(response === undefined ? [] : ["", String(response.status)]),
    ...fields,
    ...(shown === "" ? [] : ["", shown.length > most.body ? `${shown.slice(0, most.body)}…` : shown]),
  ].join("\n");
}

/** A value without the members beside the way to a place. */
function excerpt(value: JsonValue, [token, ...rest]: readonly string[]): JsonValue {
  if (token === undefined || value === null || !Object.hasOwn(Object(value), token)) return value;
  if (Array.isArray(value)) return ["…", excerpt(value[Number(token)] ?? null, rest)];
  return isObject(value) ? { "…": "…", [token]: excerpt(value[token] ?? null, rest) } : value;
}

/** What a comparison comes to, as a sentence. */
function verdictOf({ changed, changes, isRaised, old }: Comparison): string {
  const breaking = changes.filter(({ breaks }) => breaks.includes("callers")).length;
  if (breaking === 0) return changes.length === 0 ? "Nothing has changed." : "Nothing breaks for callers.";
  const counted = `${breaking} breaking ${breaking === 1 ? "change" : "changes"} for callers`;
  if (isRaised) return `${counted}, and info.version is raised from ${old.version} to ${changed.version}.`;
  const is =
    changed.version === old.version ? `still ${old.version}` : `${changed.version}, after ${old.version}`;
  return `${counted}: raise the ${breakingNumber(old.version)} in info.version, which is ${is} (${placeOf(changed)}).`;
}

function versionNotes({ changed, isRaised, release }: Comparison): string[] {
  const reasons: Readonly<Record<string, string>> = {
    minor: "what servers, types or new callers see changes",
    patch: "only texts and examples change",
  };
  const reason = reasons[release];
  if (isRaised || reason === undefined) return [];
  return [
    `Semantic Versioning asks for a raised ${release} version, as ${reason}: it is ${changed.version} (${placeOf(changed)}).`,
  ];
}

/** A place as `file:line`, from where the command runs if it is below that. */
function placeOf({ location: { file, line } }: Change | ComparedContract): string {
  const path = isAbsolute(file) ? relative(process.cwd(), file) : file;
  return `${path.startsWith("..") ? file : path}:${line}`;
}
