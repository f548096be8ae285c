import { styleText } from "node:util";
import type { Break } from "./break.ts";
import type { Change, Comparison } from "./describe-changes.ts";
import { placeOf, verdictOf, versionNotes } from "./verdict.ts";
import { witnessText } from "./witness.ts";

/** More witnesses of one change than these are only counted. */
const mostShown = 3;

/** Beyond this many characters a comment of a pull request is refused; the summary of a job takes more. */
const longestMarkdown = 60_000;

/** A comparison for a terminal: what breaks somebody with its witnesses, then the verdict. */
export function toText(comparison: Comparison): string {
  const { changes } = comparison;
  const breaking = changes.filter(({ breaks }) => breaks.length > 0);
  const told = breaking.map((change) =>
    [
      `${styleText("red", `breaks ${change.breaks.join(", ")}`)}  ${styleText("bold", titleOf(change))}`,
      `  ${placeOf(change)}${vetoed(change)}`,
      ...effectsOf(change).flatMap(({ text, shown }) => [
        `  ${text}`,
        ...(shown === undefined ? [] : [styleText("dim", shown.replaceAll(/^/gm, "    "))]),
      ]),
      "",
    ].join("\n"),
  );
  const harmless = changes.filter(({ breaks }) => breaks.length === 0);
  return [
    ...told,
    ...(harmless.length === 0 ? [] : ["Breaks nobody:"]),
    ...harmless.map(
      (change) => `  ${titleOf(change)} ${styleText("dim", `${placeOf(change)}${vetoed(change)}`)}`,
    ),
    ...(harmless.length === 0 ? [] : [""]),
    ...missing(comparison),
    ...versionNotes(comparison),
    verdictOf(comparison),
    "",
  ].join("\n");
}

/** A comparison for a pull request, or for the summary of a job. */
export function toMarkdown(comparison: Comparison): string {
  const { changes, changed, old } = comparison;
  const rows = changes.map((change) => {
    const marks = (["callers", "servers", "build"] as const).map((whom) =>
      change.breaks.includes(whom) ? "✗" : "",
    );
    return `| ${escaped(titleOf(change))} | ${marks.join(" | ")} | \`${placeOf(change)}\`${vetoed(change)} |`;
  });
  const table = ["| change | callers | servers | build | where |", "|---|:-:|:-:|:-:|---|", ...rows].join(
    "\n",
  );
  const head = [
    `## ${verdictOf(comparison)}`,
    `${escaped(changed.title)}, ${escaped(old.version)} to ${escaped(changed.version)}.`,
    ...(rows.length === 0 ? [] : [table]),
    ...missing(comparison),
    ...versionNotes(comparison).map(escaped),
  ];
  const details = changes.filter(({ breaks }) => breaks.length > 0).map(detailsOf);
  return `${within(longestMarkdown, [...head, ...details]).join("\n\n")}\n`;
}

/** A comparison as JSON: see `Comparison`. */
export function toJson(comparison: Comparison): string {
  return `${JSON.stringify(comparison, undefined, 2)}\n`;
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
      text: `${witness.operationId}, for ${witness.for}: ${witness.reason} ${leadOf(witness)}`,
      shown: witnessText(witness),
    })),
    ...(more > 0 ? [{ text: `And ${more} more.`, shown: undefined }] : []),
    ...build.map(({ operationId, part, reason }) => ({
      text: `${operationId === "" ? "Types" : `${operationId}, in the types`}: ${part}: ${reason}`,
      shown: undefined,
    })),
  ];
}

/** What a witness is, before it is shown: callers send requests and get answers, servers the reverse. */
function leadOf({ answer, for: whom, newPlaces, oldPlaces, sender }: Break): string {
  if (sender === "service" && newPlaces.length === 0) return "A request that came before:";
  if (sender === "service" && oldPlaces.length === 0) return "A request that comes now:";
  const what = answer === undefined ? "A request" : "An answer";
  const isOwn = (whom === "callers") === ((answer === undefined) === (sender === "caller"));
  return isOwn ? `${what} that was right:` : `${what} that may come now, and could not before:`;
}

function detailsOf(change: Change): string {
  const effects = effectsOf(change).map(({ shown, text }) =>
    shown === undefined
      ? escaped(text)
      : `${escaped(text)}\n\n\`\`\`\`${isCommand(shown) ? "sh" : "http"}\n${shown}\n\`\`\`\``,
  );
  return `<details><summary>${escaped(titleOf(change))}</summary>\n\n${effects.join("\n\n")}\n\n</details>`;
}

function isCommand(shown: string): boolean {
  return /^(?:printf .* \| )?curl /.test(shown);
}

function titleOf({ subject, summary }: Change): string {
  return `${subject}: ${summary}`;
}

function vetoed({ breaks, rating, unproved }: Change): string {
  if (unproved !== undefined && rating === "major")
    return ` (Redocly calls it breaking; not proved: ${unproved})`;
  return rating === "major" && breaks.length === 0
    ? " (Redocly calls it breaking; no request or answer shows it)"
    : "";
}

function missing(comparison: Comparison): string[] {
  const unproved = comparison.unproved.map(
    ({ mediaType, operationId, reason }) =>
      `Nothing is proved of the ${mediaType} bodies of ${operationId}: ${reason}.`,
  );
  const forTypes = comparison.missing.filter((name) => name !== "@redocly/cli");
  const lacking = [
    ...(comparison.missing.includes("@redocly/cli")
      ? ["Only what breaks is listed. To see every change: `npm install --save-dev @redocly/cli`"]
      : []),
    ...(forTypes.length > 0
      ? [
          `The types were not compared. To see what breaks builds: \`npm install --save-dev ${forTypes.join(" ")}\``,
        ]
      : []),
  ];
  return [...new Set(unproved), ...lacking];
}

/** As many of the parts as a length allows, and how many are left out. */
function within(length: number, parts: readonly string[]): string[] {
  const fitting: string[] = [];
  for (const part of parts) {
    if ([...fitting, part].join("\n\n").length > length)
      return [...fitting, `And ${parts.length - fitting.length} more: run the command to see them.`];
    fitting.push(part);
  }
  return fitting;
}

/** A text that neither ends its cell nor starts markup; what stands in backticks stays code. */
function escaped(text: string): string {
  const parts = text.replaceAll("\n", " ").split(/(`[^`]*`)/);
  return parts
    .map((part, index) => part.replaceAll(index % 2 === 1 ? /\|/g : /[\\<>|*_[\]`]/g, "\\$&"))
    .join("");
}
