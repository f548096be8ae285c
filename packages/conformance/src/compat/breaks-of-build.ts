import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Contract } from "@workflow-api/contract";
import { installed, installedProgram } from "./installed.ts";
import { withTemporaryFolder } from "./temporary-folder.ts";
import { ToolError } from "./tool-error.ts";
import { type Assertion, assertionsOf } from "./type-assertions.ts";

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
 * @returns What breaks, or the packages that it takes and that are not installed.
 * @throws {ToolError} The generator is installed, and cannot read a contract.
 */
export async function breaksOfBuild(
  old: Contract,
  changed: Contract,
): Promise<readonly BuildBreak[] | { readonly missing: readonly TypesPackage[] }> {
  const compiler = installedProgram((require) => require.resolve("typescript/package.json"), "bin/tsc");
  const generate = await generator();
  if (compiler === undefined || "missing" in generate) {
    const missing = "missing" in generate ? generate.missing : [];
    return { missing: [...missing, ...(compiler === undefined ? (["typescript"] as const) : [])] };
  }
  try {
    return await withTemporaryFolder((folder) =>
      compareTypes(old, changed, { compiler, folder, generateTypes: generate.generateTypes }),
    );
  } catch (cause) {
    throw new ToolError("The generator of types", cause);
  }
}

interface Tools extends Generator {
  readonly compiler: string;
  readonly folder: string;
}

async function compareTypes(
  old: Contract,
  changed: Contract,
  { compiler, folder, generateTypes }: Tools,
): Promise<BuildBreak[]> {
  for (const [name, { document }] of Object.entries({ old, new: changed })) {
    const file = join(folder, `${name}.json`);
    await writeFile(file, JSON.stringify(document));
    await writeFile(join(folder, `${name}.d.ts`), await generateTypes(file));
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
}

function broken({ newPlaces, oldPlaces, operationId, part, reason }: Assertion): BuildBreak {
  return { operationId, part, reason, oldPlaces, newPlaces };
}

// The build has declarations where the source has TypeScript.
const lost = join(import.meta.dirname, import.meta.filename.endsWith(".ts") ? "lost.ts" : "lost.d.ts");

const preamble: readonly string[] = [
  'import type { operations as Old } from "./old.d.ts";',
  'import type { operations as New } from "./new.d.ts";',
  `import type { Lost, Presence } from ${JSON.stringify(lost)};`,
];

/** What the comparison of types takes. */
export type TypesPackage = "@workflow-api/types" | "openapi-typescript" | "typescript";

interface Generator {
  generateTypes(file: string): Promise<string>;
}

async function generator(): Promise<Generator | { readonly missing: readonly TypesPackage[] }> {
  const file = installed((require) => require.resolve("@workflow-api/types/generate"));
  if (file === undefined) return { missing: ["@workflow-api/types", "openapi-typescript"] };
  try {
    const generator: Generator = await import(pathToFileURL(file).href);
    return generator;
  } catch (error) {
    // The package of the types comes without the tool that generates them.
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")
      return { missing: ["openapi-typescript"] };
    throw new ToolError("The generator of types", error);
  }
}

/** For the compilers of every project, whose command lines differ. */
const configuration = {
  compilerOptions: {
    allowImportingTsExtensions: true,
    exactOptionalPropertyTypes: true,
    module: "preserve",
    noEmit: true,
    skipLibCheck: true,
    strict: true,
    target: "es2023",
    types: [],
  },
  files: ["check.ts"],
};

/**
 * The first error of each line of `check.ts`, as the compiler words it.
 * @throws {Error} It complains of anything else, so that it has checked nothing.
 */
async function compile(compiler: string, folder: string): Promise<ReadonlyMap<number, string>> {
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(configuration));
  const args = [compiler, "--pretty", "false", "--project", "tsconfig.json"];
  const output = await promisify(execFile)(process.execPath, args, { cwd: folder }).then(
    ({ stdout }) => stdout,
    (error: Error & { readonly stdout?: string }) => error.stdout || Promise.reject(error),
  );
  const errors = new Map<number, string>();
  for (const block of output.split(/\n(?=\S)/).filter((text) => text !== "")) {
    const line = Number(/^check\.ts\((\d+),/.exec(block)?.[1]);
    if (!(line > preamble.length)) throw new Error(block);
    if (!errors.has(line)) errors.set(line, innermost(block));
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
