import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonValue } from "@workflow-api/contract";
import { describe, expect, test } from "vitest";
import { runCompat } from "../src/compat/index.ts";
import { isRaised } from "../src/compat/release.ts";
import type { Change } from "./support/change.ts";
import { set } from "./support/change.ts";
import { shop } from "./support/shop.ts";

const versions: readonly [old: string, changed: string, enough: boolean][] = [
  ["1.2.0", "2.0.0", true],
  ["1.2.0", "1.3.0", false],
  ["1.2.0", "1.2.0", false],
  ["2.0.0", "1.0.0", false],
  ["1.9.0", "1.10.0", false],
  ["v1", "v2", true],
  ["1.2", "2", true],
  ["1.9.9", "2.0.0-beta.1", true],
  ["1.2.0", "1.2.1-beta.1", false],
  ["2.0.0-beta.1", "2.0.0-beta.2", true],
  ["2.0.0-beta.9", "2.0.0-beta.10", true],
  ["2.0.0-alpha", "2.0.0-alpha.1", true],
  ["2.0.0-1", "2.0.0-rc", true],
  ["2.0.0-rc.1", "2.0.0", true],
  ["2.0.0-rc.1", "2.0.0-rc.1", false],
  ["2.0.0-rc.1", "2.0.0-beta.2", false],
  ["2.0.0", "2.0.0-rc.1", false],
  ["1.2.0+5", "1.2.0+6", false],
  ["0.1.0", "0.2.0", true],
  ["0.1.0", "1.0.0", true],
  ["0.1.0", "0.1.1", false],
  ["0.2.0", "0.1.9", false],
  ["2024-05-01", "2024-06-01", true],
  ["2024-06-01", "2024-05-01", false],
  ["2024-05-01", "2024-05-01", false],
  ["spring", "summer", false],
  ["1.0.0", "2024-05-01", false],
];

test.each(versions)("From %s to %s, what breaks callers is announced: %s.", (old, changed, enough) => {
  expect(isRaised(old, changed, "major")).toBe(enough);
});

const breaking = set("/components/schemas/NewItem/required", ["name", "price"]);
const added = set("/components/schemas/NewItem/properties/colour", { type: "string" });

interface Ran {
  readonly code: number;
  readonly out: string;
}

async function compat(
  old: JsonValue | undefined,
  changed: JsonValue | undefined,
  change: Change,
): Promise<Ran> {
  const folder = await mkdtemp(join(tmpdir(), "compat-version-"));
  const files = ["old.json", "new.json"].map((name) => join(folder, name));
  const [before, after] = [set("/info/version", old)(shop), change(set("/info/version", changed)(shop))];
  for (const [index, document] of [before, after].entries())
    await writeFile(files[index] ?? "", JSON.stringify(document, undefined, 1));
  const out: string[] = [];
  const print = (text: string): void => void out.push(text);
  const code = await runCompat([files[0] ?? "", "--contract", files[1] ?? ""], { print, printError: print });
  return { code, out: out.join("") };
}

const told: readonly [
  what: string,
  versions: readonly [old: JsonValue | undefined, changed: JsonValue | undefined],
  change: Change,
  code: number,
  message: RegExp,
][] = [
  [
    "that stays as it is",
    ["1.2.0", "1.2.0"],
    breaking,
    1,
    /raise the major version in info\.version, which is still 1\.2\.0 \(.*new\.json:5\), or take it back\./,
  ],
  [
    "that is raised too little",
    ["1.2.0", "1.3.0"],
    breaking,
    1,
    /which is 1\.3\.0 and was 1\.2\.0 \(.*new\.json:5\)/,
  ],
  ["that is raised", ["1.2.0", "2.0.0"], breaking, 0, /is raised from 1\.2\.0 to 2\.0\.0\./],
  ["below 1.0.0", ["0.2.0", "0.2.1"], breaking, 1, /raise the minor version \(below 1\.0\.0 it is the one\)/],
  ["that is a date", ["2024-05-01", "2024-05-01"], breaking, 1, /raise the date in info\.version/],
  [
    "that is a word",
    ["spring", "summer"],
    breaking,
    1,
    /info\.version \(.*new\.json:5\): "summer" is neither a semantic version, such as 1\.2\.0, nor a date/,
  ],
  [
    "that is lowered",
    ["1.2.0", "1.1.0"],
    added,
    0,
    /info\.version is lowered from 1\.2\.0 to 1\.1\.0 \(.*new\.json:5\)\./,
  ],
  [
    "that stays though something is added",
    ["1.2.0", "1.2.0"],
    added,
    0,
    /asks for a raised minor version where something is added: info\.version is 1\.2\.0 \(.*new\.json:5\)\./,
  ],
  ["that is raised for what is added", ["1.2.0", "1.3.0"], added, 0, /^Nothing breaks for callers\.\n$/m],
  ["that is not there", ["1.2.0", undefined], added, 2, /new\.json:3.*version/],
  ["that is a number", ["1.2.0", 1.3], added, 2, /new\.json:5.*version/],
];

describe.each(told)("A version %s", (_what, [old, changed], change, code, message) => {
  test(`ends with ${code} and is told.`, async () => {
    expect(await compat(old, changed, change)).toEqual({ code, out: expect.stringMatching(message) });
  });
});
