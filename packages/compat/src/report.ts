import { isAbsolute, relative } from "node:path";
import { styleText } from "node:util";
import { isObject, type JsonValue, parsePointer } from "@workflow-api/contract";
import { audiences, type Change, type Comparison } from "./describe.ts";
import { isUnstable } from "./release.ts";
import type { Witness } from "./replay.ts";

/** The reports, by name. JSON is a `Comparison`. */
export const reporters: Readonly<Record<string, (comparison: Comparison) => string>> = {
  tty: toText,
  markdown: toMarkdown,
  json: (comparison) => `${JSON.stringify(comparison, undefined, 2)}\n`,
};

function toText(comparison: Comparison): string {
  const blocks = comparison.changes.map((change) => {
    const { breaks, isUnproved } = change;
    const label = isUnproved ? "not proved" : `breaks ${breaks.join(", ")}`;
    const shown = breaks.length === 0 ? styleText("dim", "harmless") : styleText("red", label);
    const title = `${shown}  ${styleText("bold", titleOf(change))}`;
    return [
      title,
      ...[whereOf(change), ...effectsOf(change), ""].map((text) =>
        text.replaceAll(/^(?=.)/gm, "  "),
      ),
    ];
  });
  return [...blocks.flat(), ...verdictOf(comparison).toReversed(), ""].join("\n");
}

function toMarkdown(comparison: Comparison): string {
  const { changes, from, title, to } = comparison;
  const [verdict = "", ...notes] = verdictOf(comparison).map(escaped);
  const rows = changes.map((change) => {
    const marks = audiences.map((whom) => (change.breaks.includes(whom) ? "✗" : ""));
    return `| ${[titleOf(change), ...marks, whereOf(change)].map(escaped).join(" | ")} |`;
  });
  const table = [
    "| change | callers | servers | build | where |",
    "|---|:-:|:-:|:-:|---|",
    ...rows,
  ].join("\n");
  const details = changes.flatMap((change) => {
    const summary = `<details><summary>${escaped(titleOf(change))}</summary>`;
    const effects = effectsOf(change).join("\n\n");
    return effects === "" ? [] : [summary, `\`\`\`\`http\n${effects}\n\`\`\`\``, "</details>"];
  });
  const versions = escaped(`${title}, ${from} to ${to}.`);
  return [
    `## ${verdict}`,
    versions,
    ...(rows.length > 0 ? [table] : []),
    ...notes,
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

function whereOf({ breaks, isUnproved, location, rating }: Change): string {
  const isOverruled = rating === "major" && !breaks.includes("callers");
  if (isUnproved)
    return `${placeOf(location)} (breaking by Redocly; no request or response shows it, or the contrary)`;
  return `${placeOf(location)}${isOverruled ? " (breaking by Redocly; what callers send and get stays allowed)" : ""}`;
}

/** What a change breaks; of more than three witnesses, three. */
function effectsOf({ build, witnesses }: Change): string[] {
  const shown = witnesses.slice(0, 3).map((witness) => {
    const text = witnessText(witness).replaceAll(/^/gm, "  ");
    return `${witness.operationId}, for ${witness.for}: ${witness.reason}\n${text}`;
  });
  const more = witnesses.length > 3 ? [`${witnesses.length - 3} more like these.`] : [];
  const types = build.map(
    (each) => `In the types, ${each.operationId} ${each.part}: ${each.reason}`,
  );
  return [...shown, ...more, ...types];
}

/**
 * A witness as HTTP: its request; of a response the line of its request, and the response. Long
 * bodies are cut.
 */
function witnessText({ pointer, request, response }: Witness): string {
  const { body, headers } = response ?? request;
  const isLong = body.length > 150 && pointer !== "";
  const shown = isLong ? JSON.stringify(excerpt(JSON.parse(body), parsePointer(pointer))) : body;
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

/** What a comparison comes to, as a sentence; and what else Semantic Versioning asks for. */
function verdictOf({ changes, from, isRaised, location, release, to }: Comparison): string[] {
  const breaking = changes.filter(({ breaks }) => breaks.includes("callers")).length;
  const is = `it is ${to}, after ${from} (${placeOf(location)})`;
  const counted = `${breaking} breaking ${breaking === 1 ? "change" : "changes"} for callers`;
  if (breaking > 0 && isRaised) return [`${counted}, and info.version says so: ${is}.`];
  const number = isUnstable(from)
    ? "minor version (below 1.0.0 it tells what breaks)"
    : "major version";
  if (breaking > 0) return [`${counted}: raise the ${number} in info.version: ${is}.`];
  if (changes.length === 0) return ["Nothing has changed."];
  const reason =
    release === "minor" ? "servers, types or new callers see a change" : "texts or examples change";
  const note = `Semantic Versioning asks for a raised ${release} version, as ${reason}: ${is}.`;
  return ["Nothing breaks for callers.", ...(isRaised ? [] : [note])];
}

/** A place as `file:line`, from where the command runs if it is below that. */
function placeOf({ file, line }: Change["location"]): string {
  const path = isAbsolute(file) ? relative(process.cwd(), file) : file;
  return `${path.startsWith("..") ? file : path}:${line}`;
}
