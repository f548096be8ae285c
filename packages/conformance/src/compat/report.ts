import { isAbsolute, relative } from "node:path";
import { styleText } from "node:util";
import { isObject, type JsonValue, parsePointer } from "@workflow-api/contract";
import { audiences, type Change, type ComparedContract, type Comparison } from "./describe.ts";
import { breakingNumber, type Release } from "./release.ts";
import type { Witness } from "./replay.ts";

/** The reports, by name. JSON is a `Comparison`. */
export const reporters: Readonly<Record<string, (comparison: Comparison) => string>> = {
  tty: toText,
  markdown: toMarkdown,
  json: (comparison) => `${JSON.stringify(comparison, undefined, 2)}\n`,
};

function toText(comparison: Comparison): string {
  const harmless = comparison.changes.filter(({ breaks }) => breaks.length === 0);
  const breaking = comparison.changes.filter(({ breaks }) => breaks.length > 0);
  const lines = harmless.map((change) => `  ${titleOf(change)} ${styleText("dim", whereOf(change))}`);
  return [
    ...breaking.flatMap((change) => [
      `${styleText("red", labelOf(change))}  ${styleText("bold", titleOf(change))}`,
      `  ${whereOf(change)}`,
      ...effectsOf(change).map((effect) => effect.replaceAll(/^/gm, "  ")),
      "",
    ]),
    ...(lines.length === 0 ? [] : ["Harmless:", ...lines, ""]),
    ...versionNotes(comparison),
    verdictOf(comparison),
    "",
  ].join("\n");
}

function toMarkdown(comparison: Comparison): string {
  const { changed, changes, old } = comparison;
  const rows = changes.map((change) => {
    const marks = audiences.map((whom) => (change.breaks.includes(whom) ? "✗" : ""));
    return `| ${[titleOf(change), ...marks, whereOf(change)].map(escaped).join(" | ")} |`;
  });
  const table = ["| change | callers | servers | build | where |", "|---|:-:|:-:|:-:|---|", ...rows].join(
    "\n",
  );
  const details = changes.flatMap((change) => {
    const effects = effectsOf(change).join("\n\n");
    const summary = `<details><summary>${escaped(titleOf(change))}</summary>`;
    return effects === "" ? [] : [`${summary}\n\n\`\`\`\`http\n${effects}\n\`\`\`\`\n\n</details>`];
  });
  return [
    `## ${escaped(verdictOf(comparison))}`,
    escaped(`${changed.title}, ${old.version} to ${changed.version}.`),
    ...(rows.length === 0 ? [] : [table]),
    ...versionNotes(comparison).map(escaped),
    ...details,
    "",
  ].join("\n\n");
}

/** A text that neither ends its cell nor starts markup; what is in backticks stays code. */
function escaped(text: string): string {
  const parts = text.split(/(`[^`]*`)/);
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

/** What a change breaks; of more than three witnesses, three. */
function effectsOf({ build, witnesses }: Change): string[] {
  const more = witnesses.length - 3;
  return [
    ...witnesses.slice(0, 3).map((witness) => {
      const reason = `${witness.operationId}, for ${witness.for}: ${witness.reason}`;
      return `${reason}\n${witnessText(witness).replaceAll(/^/gm, "  ")}`;
    }),
    ...(more > 0 ? [`${more} more like these.`] : []),
    ...build.map(({ operationId, part, reason }) => `In the types, ${operationId} ${part}: ${reason}`),
  ];
}

/** A witness as HTTP: its request; of a response the line of its request, and the response. Long bodies are cut. */
export function witnessText({ pointer, request, response }: Witness): string {
  const { body, headers } = response ?? request;
  const shown =
    body.length > 150 && pointer !== ""
      ? JSON.stringify(excerpt(JSON.parse(body), parsePointer(pointer)))
      : body;
  return [
    `${request.method} ${request.target}`,
    ...(response === undefined ? [] : ["", String(response.status)]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(shown === "" ? [] : ["", shown.length > 1200 ? `${shown.slice(0, 1200)}…` : shown]),
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

const notes: Readonly<Partial<Record<Release, string>>> = {
  minor: "Semantic Versioning asks for a raised minor version, as servers, types or new callers see a change",
  patch: "Semantic Versioning asks for a raised patch version, as texts and examples change",
};

function versionNotes({ changed, isRaised, release }: Comparison): string[] {
  const note = notes[release];
  return isRaised || note === undefined ? [] : [`${note}: it is ${changed.version} (${placeOf(changed)}).`];
}

/** A place as `file:line`, from where the command runs if it is below that. */
function placeOf({ location: { file, line } }: Change | ComparedContract): string {
  const path = isAbsolute(file) ? relative(process.cwd(), file) : file;
  return `${path.startsWith("..") ? file : path}:${line}`;
}
