import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Contract, Operation } from "@workflow-api/contract";
import { CompatError, installed, run, withFolder } from "./tools.ts";

/**
 * Code that compiles with the types of the old contract, and does not with those of the new one.
 */
export interface BuildBreak {
  /** The operation by its old name; the empty string for what all share. */
  readonly operationId: string;
  /**
   * What of it differs: `parameters`, `requestBody`, `responses`; of what all share `operations` or
   * `schemas`.
   */
  readonly part: string;
  /** What the compiler says, in short. */
  readonly reason: string;
  /** The JSON Pointers of what the types are generated from. */
  readonly places: readonly string[];
}

/** Something that has to hold between the types of two contracts: a line of TypeScript. */
type Assertion = Omit<BuildBreak, "reason"> & { readonly code: string };

/**
 * Holds the generated types of two contracts against each other by the TypeScript compiler: what
 * callers give by the old types has to be assignable to the new ones, what they read by the new
 * types to the old ones, and no member may be gone.
 */
export async function breaksOfBuild(old: Contract, changed: Contract): Promise<BuildBreak[]> {
  const assertions = [
    ...shared,
    ...old.operations.flatMap((operation) => assertionsOf(operation, changed)),
  ];
  const output = await withFolder(async (folder) => {
    await writeTypes(join(folder, "old.d.ts"), old);
    await writeTypes(join(folder, "new.d.ts"), changed);
    await writeFile(
      join(folder, "check.ts"),
      [...preamble, ...assertions.map(({ code }) => code), ""].join("\n"),
    );
    const options =
      "--ignoreConfig --pretty false --noEmit --strict --exactOptionalPropertyTypes --skipLibCheck";
    const args = [...options.split(" "), "--module", "preserve", "--types", "", "check.ts"];
    return await run("typescript", "bin/tsc", args, folder);
  });
  const errors = errorsOf(output);
  return assertions.flatMap(({ code: _, ...assertion }, index) => {
    const error = errors.get(preamble.length + index + 1);
    return error === undefined ? [] : [{ ...assertion, reason: inShort(error) }];
  });
}

async function writeTypes(file: string, { document }: Contract): Promise<void> {
  const module = pathToFileURL(
    installed("@workflow-api/types/generate", "@workflow-api/types"),
  ).href;
  const generator: { generateTypes(name: string, document: object): Promise<string> } =
    await import(module);
  await writeFile(file, await generator.generateTypes("the contract", document));
}

/**
 * `Lost` are the members that one type has and another lacks, ten deep: types may hold themselves.
 */
const preamble = `import type { components as OldParts, operations as Old } from "./old.js";
import type { components as NewParts, operations as New } from "./new.js";
type Plain = string | number | boolean | null | undefined;
type Keys<T> = T extends unknown ? keyof T : never;
type At<T, K> = T extends unknown ? (K extends keyof T ? NonNullable<T[K]> : never) : never;
type Item<T> = T extends readonly (infer I)[] ? I : never;
type Lost<O, N, D extends 0[] = []> = D["length"] extends 10 ? never : unknown extends O ? never : O extends Plain ? never : O extends readonly (infer I)[] ? Lost<I, Item<N>, [...D, 0]> : { [K in keyof O & (string | number)]: string extends K ? never : [NonNullable<O[K]>] extends [never] ? never : K extends Keys<N> ? Lost<NonNullable<O[K]>, At<N, K>, [...D, 0]> : \`\${K}\` }[keyof O & (string | number)];
declare function some<T>(): T;`.split("\n");

const shared: readonly Assertion[] = [
  { part: "operations", places: ["/paths"], types: ["Old", "New"] },
  {
    part: "schemas",
    places: ["/components/schemas"],
    types: ['OldParts["schemas"]', 'NewParts["schemas"]'],
  },
].map(({ types: [before, after], ...told }) => {
  const code = `{ const _: never = some<Exclude<keyof ${before}, keyof ${after}>>(); }`;
  return { ...told, operationId: "", code };
});

function assertionsOf(
  { operationId, pointer, responses }: Operation,
  changed: Contract,
): Assertion[] {
  const found = changed.operations.find((other) => other.operationId === operationId);
  if (found === undefined) return [];
  const [before, after] = ["Old", "New"].map((types) => `${types}[${JSON.stringify(operationId)}]`);
  const of = (part: string, code: string): Assertion => {
    const places = [`${pointer}/${part}`, `${found.pointer}/${part}`, "/components"];
    return { operationId, part, code: `{ const _: ${code}; }`, places };
  };
  const statuses = responses.filter(({ status }) =>
    found.responses.some((other) => other.status === status),
  );
  return ["parameters", "requestBody", "responses"].flatMap((part) => [
    ...(part === "responses"
      ? statuses.map(({ status }) =>
          of(part, `${before}["${part}"][${status}] = some<${after}["${part}"][${status}]>()`),
        )
      : [of(part, `${after}["${part}"] = some<${before}["${part}"]>()`)]),
    of(
      part,
      `never = some<Lost<NonNullable<${before}["${part}"]>, NonNullable<${after}["${part}"]>>>()`,
    ),
  ]);
}

/**
 * The first error of each line of `check.ts`: its innermost explanation, because the outer ones
 * print whole types.
 */
function errorsOf(output: string): Map<number, string> {
  const blocks = output.split(/\n(?=\S)/).filter((text) => text.trim() !== "");
  const errors = blocks.map((block): [number, string] => {
    const line = Number(/^check\.ts\((\d+),/.exec(block)?.[1]);
    if (!(line > preamble.length))
      throw new CompatError(`typescript cannot compare the types: ${block}`);
    const last = block.trimEnd().split("\n").at(-1) ?? "";
    return [line, last.replace(/^check\.ts\(\d+,\d+\): error TS\d+: /, "").trim()];
  });
  return new Map(errors.toReversed());
}

function inShort(error: string): string {
  const gone = /^Type '("[^']+)' is not assignable to type 'never'\.$/.exec(error)?.[1];
  const [, name, is] = /^Property '([^']+)' is (missing|optional) in type /.exec(error) ?? [];
  if (gone !== undefined) return `${gone.replaceAll('"', "").replaceAll(" | ", ", ")} is gone.`;
  if (name !== undefined) return `${name} is ${is} in one of the two types.`;
  return error.length > 160 ? "The types are not assignable." : error;
}
