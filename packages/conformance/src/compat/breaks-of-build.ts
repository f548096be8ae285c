import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Contract } from "@workflow-api/contract";
import { programOf } from "./listed-changes.ts";
import { ToolError } from "./tool-error.ts";
import { type Assertion, assertionsOf } from "./type-assertions.ts";

const require = createRequire(import.meta.url);

/** Code that was compiled with the types of the old contract, and is not with those of the new one. */
export interface BuildBreak {
  /** The operation by its name in the old types; the empty string for a component. */
  readonly operationId: string;
  /** What of it differs: `name`, `parameters`, `requestBody`, `responses`, or the name of a component. */
  readonly part: string;
  /** What the compiler says, in short. */
  readonly reason: string;
  /** What it is about, as JSON Pointers of the old contract's bundled document. */
  readonly oldPlaces: readonly string[];
  /** The same of the new contract. */
  readonly newPlaces: readonly string[];
}

/**
 * Compares the generated types of two contracts by the TypeScript compiler: what callers give by the old types has to
 * be assignable to the new ones, what they read by the new types to the old ones, and no member may be gone.
 * @returns `undefined` if the generator of `@workflow-api/types` or `typescript` is not installed.
 * @throws {ToolError} The generator is installed, and cannot read a contract.
 */
export async function breaksOfBuild(old: Contract, changed: Contract): Promise<BuildBreak[] | undefined> {
  const compiler = programOf(() => require.resolve("typescript/package.json"), "bin/tsc");
  const generate = await generator();
  if (compiler === undefined || generate === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "compat-types-"));
  try {
    for (const [name, { document }] of [
      ["old", old],
      ["new", changed],
    ] as const) {
      const file = join(folder, `${name}.json`);
      await writeFile(file, JSON.stringify(document));
      await writeFile(join(folder, `${name}.d.ts`), await generate(file));
    }
    const assertions = assertionsOf(old, changed);
    const lines = [...preamble, ...assertions.flatMap(({ code }) => code ?? [])];
    await writeFile(join(folder, "check.ts"), `${lines.join("\n")}\n`);
    const errors = await compile(compiler, folder);
    return [
      ...assertions.filter(({ code }) => code === undefined),
      ...assertions
        .filter(({ code }) => code !== undefined)
        .flatMap((assertion, index) => {
          const error = errors.get(preamble.length + index + 1);
          return error === undefined ? [] : [{ ...assertion, reason: inShort(error, assertion) }];
        }),
    ].map(broken);
  } catch (cause) {
    throw new ToolError("The generator of types", cause);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function broken({ newPlaces, oldPlaces, operationId, part, reason }: Assertion): BuildBreak {
  return { operationId, part, reason, oldPlaces, newPlaces };
}

// The build has declarations where the source has TypeScript.
const lost = join(import.meta.dirname, import.meta.filename.endsWith(".ts") ? "lost.ts" : "lost.d.ts");

const preamble: readonly string[] = [
  'import type { operations as Old } from "./old.d.ts";',
  'import type { operations as New } from "./new.d.ts";',
  `import type { Lost } from ${JSON.stringify(lost)};`,
];

async function generator(): Promise<((file: string) => Promise<string>) | undefined> {
  try {
    return (await import("@workflow-api/types/generate")).generateTypes;
  } catch {
    return undefined;
  }
}

/** The first error of each line of `check.ts`, as the compiler words it. */
async function compile(compiler: string, folder: string): Promise<ReadonlyMap<number, string>> {
  const options = ["--noEmit", "--strict", "--pretty", "false", "--skipLibCheck", "--target", "es2023"];
  const args = [
    ...options,
    "--types",
    "",
    "--exactOptionalPropertyTypes",
    "--allowImportingTsExtensions",
    "check.ts",
  ];
  const output = await promisify(execFile)(process.execPath, [compiler, ...args], { cwd: folder }).then(
    ({ stdout }) => stdout,
    (error: { readonly stdout: string }) => error.stdout,
  );
  const errors = new Map<number, string>();
  for (const block of output.split(/\n(?=\S)/)) {
    const line = /^check\.ts\((\d+),/.exec(block)?.[1];
    if (line !== undefined && !errors.has(Number(line))) errors.set(Number(line), innermost(block));
  }
  return errors;
}

/** The innermost of what the compiler explains: the outer ones print whole types. */
function innermost(block: string): string {
  const last = block.trimEnd().split("\n").at(-1) ?? "";
  return last.replace(/^check\.ts\(\d+,\d+\): error TS\d+: /, "").trim();
}

/** More than this much of a type tells nobody anything. */
const longest = 160;

function inShort(error: string, { about, part }: Assertion): string {
  const lost = /^Type '(.+)' is not assignable to type 'never'\.$/.exec(error)?.[1];
  if (about === "named" && lost !== undefined)
    return `${lost.replaceAll(/["']/g, "").replaceAll(" | ", ", ")} is gone.`;
  if (part === "requestBody" && error.startsWith("Type 'undefined'")) return "The body is required.";
  const property = /^Property '([^']+)' is (missing|optional) in type /.exec(error);
  if (property !== null && about === "given") return `${property[1]} is required.`;
  if (property !== null) return `${property[1]} ${property[2] === "missing" ? "is gone" : "may be missing"}.`;
  return error.length > longest ? "The types are not assignable." : error;
}
