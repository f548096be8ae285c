import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Contract } from "@workflow-api/contract";
import { run, withFolder } from "./tools.ts";

/** A change that Redocly CLI calls breaking. */
export interface RuledChange {
  /** The rule. */
  readonly rule: string;
  /** The JSON Pointers of what changes in the old contract and in the new one. */
  readonly pointers: readonly string[];
}

/** The part of the output of `redocly diff --format json` that is read (Redocly CLI 2.77). */
interface RedoclyChange {
  readonly verdicts: readonly { readonly ruleId: string }[];
  /** The pointers are URI fragments. */
  readonly base?: { readonly pointer: string };
  readonly revision?: RedoclyChange["base"];
}

/** The changes that `redocly diff`, which runs offline, calls breaking. */
export async function ruledChanges(old: Contract, changed: Contract): Promise<RuledChange[]> {
  const changes = await withFolder(async (folder): Promise<readonly RedoclyChange[]> => {
    writeFileSync(join(folder, "old.json"), JSON.stringify(old.document));
    writeFileSync(join(folder, "new.json"), JSON.stringify(changed.document));
    const args = "diff old.json new.json --format json --output diff.json --fail-on none";
    await run("@redocly/cli", "bin/cli.js", args.split(" "), folder);
    return JSON.parse(readFileSync(join(folder, "diff.json"), "utf8")).changes;
  });
  return changes.flatMap(({ base, revision, verdicts }) => {
    const rule = verdicts.find(({ ruleId }) => ruleId !== "")?.ruleId;
    const pointers = [base, revision].flatMap((place) =>
      place === undefined ? [] : [decodeURIComponent(place.pointer.replace(/^#/, ""))],
    );
    return rule === undefined ? [] : [{ rule, pointers }];
  });
}
