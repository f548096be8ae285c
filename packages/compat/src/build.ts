import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Contract, Operation } from "@workflow-api/contract";
import { UsageError } from "@workflow-api/contract/command-line";
import { run, withFolder } from "./tools.ts";

/**
 * Code that compiles with the types of the old contract, and does not with those of the new one.
 */
export interface BuildBreak {
  /** The old operationId; the empty string for a schema. */
  readonly operationId: string;
  /** The part that differs. */
  readonly part: "operations" | "parameters" | "paths" | "requestBody" | "responses" | "schemas";
  /** The names in the error of the compiler. */
  readonly names: readonly string[];
  /** The error, shortened. */
  readonly reason: string;
  /** The JSON Pointer of the part of the new contract from which the types are generated. */
  readonly pointer: string;
}

/** An assertion about the types of two contracts: a line of TypeScript. */
interface Assertion extends Omit<BuildBreak, "names" | "reason"> {
  readonly code: string;
  /** Which contract's type the error names first. */
  readonly first: "old" | "new";
}

/**
 * Compares the generated types of two contracts with the TypeScript compiler: what clients send by
 * the old types must be assignable to the new ones, what they read by the new types to the old
 * ones, and no operation, schema or member may be removed.
 */
export async function breaksOfBuild(old: Contract, changed: Contract): Promise<BuildBreak[]> {
  const assertions = [
    ...shared,
    ...old.operations.flatMap((operation) => assertionsOf(operation, changed)),
  ];
  const helpers = JSON.stringify(fileURLToPath(new URL("lost-types.js", import.meta.url)));
  const preamble = [
    `import type { Calls, Lost, Taken } from ${helpers};`,
    `import type * as Old from "./old.js";`,
    `import type * as New from "./new.js";`,
    "declare function some<T>(): T;",
  ];
  const output = await withFolder(async (folder) => {
    await writeTypes(join(folder, "old.d.ts"), old);
    await writeTypes(join(folder, "new.d.ts"), changed);
    const lines = [...preamble, ...assertions.map(({ code }) => `{ const _: ${code}; }`), ""];
    await writeFile(join(folder, "check.ts"), lines.join("\n"));
    const options =
      "--ignoreConfig --pretty false --noErrorTruncation --noEmit --strict " +
      "--exactOptionalPropertyTypes --skipLibCheck";
    const args = [...options.split(" "), "--module", "preserve", "--types", "", "check.ts"];
    return await run("typescript", "bin/tsc", args, folder);
  });
  return [...errorsOf(output)].flatMap(([line, error]) => {
    const assertion = assertions[line - preamble.length - 1];
    if (assertion === undefined)
      throw new UsageError(`typescript cannot compare the types: ${error}`);
    return breaksOf(assertion, error, old);
  });
}

async function writeTypes(file: string, { document }: Contract): Promise<void> {
  // Loaded on demand, because it loads a compiler.
  const { generateTypes } = await import("@workflow-api/types/generate");
  await writeFile(file, generateTypes(document));
}

/** Concerns no single operation: no name may be removed. */
const shared = (
  [
    ["operations", "/paths", "keyof SIDE.operations"],
    ["paths", "/paths", "Calls<SIDE.paths>"],
    ["schemas", "/components/schemas", 'keyof SIDE.components["schemas"]'],
  ] as const
).map(([part, pointer, names]): Assertion => {
  const [before, after] = ["Old", "New"].map((side) => names.replace("SIDE", side));
  const code = `never = some<Exclude<${before}, ${after}>>()`;
  return { operationId: "", part, pointer, code, first: "old" };
});

/** About an operation with the same path, and one with the same operationId. */
function assertionsOf(operation: Operation, changed: Contract): Assertion[] {
  const { method, operationId, path } = operation;
  const byPath = changed.operations.find((each) => each.path === path && each.method === method);
  const byId = changed.operations.find((each) => each.operationId === operationId);
  const call = `paths[${JSON.stringify(path)}]["${method.toLowerCase()}"]`;
  const named = `operations[${JSON.stringify(operationId)}]`;
  return [
    ...(byPath === undefined ? [] : partAssertions(operation, byPath, call)),
    ...(byId === undefined || byId === byPath ? [] : partAssertions(operation, byId, named)),
  ];
}

function partAssertions(operation: Operation, found: Operation, type: string): Assertion[] {
  const { operationId } = operation;
  const [before, after] = [`Old.${type}`, `New.${type}`];
  const of = (part: Assertion["part"], first: Assertion["first"], code: string): Assertion => ({
    operationId,
    part,
    pointer: `${found.pointer}/${part}`,
    first,
    code,
  });
  const lost = (["parameters", "requestBody", "responses"] as const).map((part) => {
    const [own, other] = [before, after].map((each) => `NonNullable<${each}["${part}"]>`);
    return of(part, "old", `never = some<Lost<${own}, ${other}>>()`);
  });
  const taken = `Taken<${after}, ${before}> = some<Taken<${before}, ${after}>>()`;
  const areBodies = operation.requestBody !== undefined && found.requestBody !== undefined;
  return [
    ...lost,
    of("parameters", "old", `${after}["parameters"] = some<${before}["parameters"]>()`),
    ...(areBodies ? [of("requestBody", "old", taken)] : []),
    ...responseCodes(operation, found, before, after).map((code) => of("responses", "new", code)),
  ];
}

/** What clients read of each response: without content, only headers. */
function responseCodes(
  { responses }: Operation,
  { responses: others }: Operation,
  before: string,
  after: string,
): string[] {
  const shared = responses.filter(({ code }) => others.some((other) => other.code === code));
  return shared.map(({ code, content }) => {
    const key = /^\d+$/.test(code) ? code : JSON.stringify(code);
    const part = content.length === 0 ? '["headers"]' : "";
    const [own, other] = [before, after].map((type) => `${type}["responses"][${key}]${part}`);
    return `${own} = some<${other}>()`;
  });
}

/** The names that only the old types have. */
const gone = /^Type '("[^']+)' is not assignable to type 'never'\.$/;

/**
 * The first error of each line of `check.ts`: its innermost explanation, because the outer ones
 * print whole types, or else all names that are gone.
 */
function errorsOf(output: string): Map<number, string> {
  const errors = new Map<number, string>();
  for (const block of output.split(/\n(?=\S)/).filter((text) => text.trim() !== "")) {
    const line = Number(/^check\.ts\((\d+),/.exec(block)?.[1] ?? 0);
    const [first = "", ...others] = block.trimEnd().split("\n");
    const told = first.replace(/^check\.ts\(\d+,\d+\): error TS\d+: /, "");
    const error = gone.test(told) ? told : (others.at(-1) ?? told).trim();
    if (!errors.has(line)) errors.set(line, error);
  }
  return errors;
}

/** The breaks in an error: one for each removed name. */
function breaksOf(
  { code: _, first, ...assertion }: Assertion,
  error: string,
  { operations }: Contract,
): BuildBreak[] {
  const all = gone.exec(error)?.[1];
  const names = [...error.matchAll(/['"]([\w.-]+)['"]/g)].map(([, name = ""]) => name);
  if (all === undefined) return [{ ...assertion, names, reason: inShort(error, first) }];
  return all.split(" | ").map((text) => {
    const name = text.replaceAll('"', "");
    const operation = operations.find(
      ({ method, operationId, path }) => name === operationId || name === `${method} ${path}`,
    );
    const { operationId } = operation ?? assertion;
    return { ...assertion, operationId, names: [name], reason: `${name} is gone.` };
  });
}

function inShort(error: string, first: Assertion["first"]): string {
  const second = first === "old" ? "new" : "old";
  const [, name, is] = /^Property '([^']+)' is (missing|optional) in type /.exec(error) ?? [];
  if (name !== undefined) return `${name} is ${is} in the ${first} types, not in the ${second}.`;
  const [, one, other] = /^Type '(.+)' is not assignable to type '(.+)'\.$/.exec(error) ?? [];
  return one === undefined || other === undefined
    ? error
    : `The ${first} type is ${cut(one)}, the ${second} one ${cut(other)}.`;
}

function cut(type: string): string {
  return type.length > 60 ? `${type.slice(0, 60)}…` : type;
}
