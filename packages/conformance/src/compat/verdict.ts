import { isAbsolute, relative } from "node:path";
import type { SourceLocation } from "@workflow-api/contract";
import type { Comparison } from "./describe-changes.ts";
import { isLowered, unreadable } from "./release.ts";

/** What a comparison comes to, as a sentence. */
export function verdictOf({ changed, changes, isRaised, old }: Comparison): string {
  const breaking = changes.filter(({ breaks }) => breaks.includes("callers")).length;
  if (breaking === 0) return changes.length === 0 ? "Nothing has changed." : "Nothing breaks for callers.";
  const counted = `${breaking} breaking ${breaking === 1 ? "change" : "changes"} for callers`;
  if (isRaised) return `${counted}, and info.version is raised from ${old.version} to ${changed.version}.`;
  const were =
    changed.version === old.version ? `still ${old.version}` : `${changed.version} and was ${old.version}`;
  return `${counted}: raise the ${numberOf(old.version)} in info.version, which is ${were} (${placeOf(changed)}), or take ${breaking === 1 ? "it" : "them"} back.`;
}

function numberOf(version: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(version)) return "date";
  return /^v?0\./.test(version) ? "minor version (below 1.0.0 it is the one)" : "major version";
}

/** What else there is to say of `info.version`. */
export function versionNotes({ changed, isRaised, old, release }: Comparison): string[] {
  const place = placeOf(changed);
  if (release === "none") return [];
  const reason = unreadable(old.version, changed.version);
  if (reason !== undefined) return release === "major" ? [`info.version (${place}): ${reason}`] : [];
  if (isLowered(old.version, changed.version))
    return [`info.version is lowered from ${old.version} to ${changed.version} (${place}).`];
  if (isRaised || release === "major") return [];
  const what = release === "minor" ? "something is added" : "something is changed";
  return [
    `Semantic Versioning asks for a raised ${release} version where ${what}: info.version is ${changed.version} (${place}).`,
  ];
}

/** A place as `file:line`, from where the command runs if it is below that. */
export function placeOf({ location: { file, line } }: { readonly location: SourceLocation }): string {
  if (!isAbsolute(file)) return `${file}:${line}`;
  const path = relative(process.cwd(), file);
  return `${path.startsWith("..") ? file : path}:${line}`;
}
