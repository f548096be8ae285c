import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  appendPointer,
  type Contract,
  isObject,
  type JsonValue,
  type Operation,
  pointerOfReference,
  valueAt,
} from "@workflow-api/contract";
import { counterpartOf } from "./replay.ts";
import { installed, run, ToolError, withFolder } from "./tools.ts";

/** Code that compiles with the types of the old contract, and does not with those of the new one. */
export interface BuildBreak {
  /** The operation by its old name; the empty string for a schema. */
  readonly operationId: string;
  /** What of it differs: `parameters`, `requestBody`, `responses`, `name`. */
  readonly part: string;
  /** What the compiler says, in short. */
  readonly reason: string;
  /** The JSON Pointers of what the types are generated from, of both documents. */
  readonly places: readonly string[];
}

/** Something that has to hold between the types of two contracts: a line of TypeScript. */
interface Assertion extends Omit<BuildBreak, "reason"> {
  readonly code: string;
}

/**
 * Holds the generated types of two contracts against each other by the TypeScript compiler: what callers give by the old
 * types has to be assignable to the new ones, what they read by the new types to the old ones, and no member may be gone.
 *
 * @throws {ToolError} The compiler or the generator is not installed, or cannot read a contract.
 */
export async function breaksOfBuild(old: Contract, changed: Contract): Promise<BuildBreak[]> {
  const assertions = [...old.operations.flatMap((each) => assertionsOf(each, old, changed)), ofSchemas];
  const errors = await withFolder(async (folder) => {
    await writeTypes(join(folder, "old.d.ts"), old);
    await writeTypes(join(folder, "new.d.ts"), changed);
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(configuration));
    await writeFile(
      join(folder, "check.ts"),
      [...preamble, ...assertions.map(({ code }) => code), ""].join("\n"),
    );
    return errorsOf(
      await run("typescript", "bin/tsc", ["--pretty", "false", "--project", "tsconfig.json"], folder),
    );
  });
  return [
    ...old.operations.flatMap((operation) => renamed(operation, changed)),
    ...assertions.flatMap(({ code: _, ...assertion }, index) => {
      const error = errors.get(preamble.length + index + 1);
      return error === undefined ? [] : [{ ...assertion, reason: inShort(error) }];
    }),
  ];
}

async function writeTypes(file: string, { document }: Contract): Promise<void> {
  const module = installed("@workflow-api/types/generate", "@workflow-api/types");
  try {
    const generator: { generateTypes(name: string, document: object): Promise<string> } = await import(
      pathToFileURL(module).href
    );
    await writeFile(file, await generator.generateTypes("the contract", document));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ToolError(`@workflow-api/types has failed: ${reason}`, { cause });
  }
}

// The last parameter of Lost is how deep it is: types may hold themselves. A member that may be anything is not looked into.
const preamble = `import type { components as OldParts, operations as Old } from "./old.d.ts";
import type { components as NewParts, operations as New } from "./new.d.ts";
type Plain = string | number | boolean | null | undefined;
type Keys<T> = T extends unknown ? keyof T : never;
type At<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;
type Item<T> = T extends readonly (infer I)[] ? I : never;
type Members<O, N, D extends 0[]> = { [K in keyof O & (string | number)]: string extends K ? never : [NonNullable<O[K]>] extends [never] ? never : K extends Keys<NonNullable<N>> ? Lost<NonNullable<O[K]>, NonNullable<At<NonNullable<N>, K>>, [...D, 0]> : \`\${K}\` }[keyof O & (string | number)];
type Lost<O, N, D extends 0[] = []> = D["length"] extends 12 ? never : unknown extends O ? never : O extends Plain ? never : O extends readonly (infer I)[] ? Lost<I, Item<N>, [...D, 0]> : Members<O, N, D>;
declare function some<T>(): T;`.split("\n");

/** For the compilers of every project. */
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

function assertionsOf(operation: Operation, old: Contract, changed: Contract): Assertion[] {
  const { operationId, responses } = operation;
  const found = changed.operations.find((other) => other.operationId === operationId);
  if (found === undefined) return [];
  const id = JSON.stringify(operationId);
  const of = (part: "parameters" | "requestBody" | "responses", code: string): Assertion => ({
    operationId,
    part,
    code: `{ const _: ${code}; }`,
    places: [...reach(old, pointersOf(operation, part)), ...reach(changed, pointersOf(found, part))],
  });
  const given = (part: "parameters" | "requestBody"): Assertion =>
    of(part, `New[${id}]["${part}"] = some<Old[${id}]["${part}"]>()`);
  const kept = (part: "parameters" | "requestBody" | "responses"): Assertion =>
    of(part, `never = some<Lost<NonNullable<Old[${id}]["${part}"]>, NonNullable<New[${id}]["${part}"]>>>()`);
  return [
    given("parameters"),
    given("requestBody"),
    ...responses
      .filter(({ status }) => found.responses.some((other) => other.status === status))
      .map(({ status }) =>
        of("responses", `Old[${id}]["responses"][${status}] = some<New[${id}]["responses"][${status}]>()`),
      ),
    kept("parameters"),
    kept("requestBody"),
    kept("responses"),
  ];
}

const ofSchemas: Assertion = {
  operationId: "",
  part: "schemas",
  code: '{ const _: never = some<Exclude<keyof NonNullable<OldParts["schemas"]>, keyof NonNullable<NewParts["schemas"]>>>(); }',
  places: ["/components/schemas"],
};

function pointersOf({ parameters, pointer }: Operation, part: string): string[] {
  return part === "parameters"
    ? parameters.map(({ parameterPointer }) => parameterPointer)
    : [`${pointer}/${part}`];
}

/** These places and all that they refer to. */
function reach({ document }: Contract, pointers: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (value: JsonValue | undefined): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isObject(value)) return;
    const reference = value["$ref"];
    if (typeof reference === "string") follow(pointerOfReference(reference));
    Object.values(value).forEach(visit);
  };
  const follow = (pointer: string): void => {
    if (found.has(pointer)) return;
    found.add(pointer);
    visit(valueAt(document, pointer));
  };
  pointers.forEach(follow);
  return found;
}

function renamed(operation: Operation, changed: Contract): BuildBreak[] {
  const { operationId, pointer } = operation;
  if (changed.operations.some((other) => other.operationId === operationId)) return [];
  const twin = counterpartOf(operation, changed);
  const reason =
    twin === undefined ? `${operationId} is gone.` : `${operationId} is now called ${twin.operationId}.`;
  return [{ operationId, part: "name", reason, places: [appendPointer(pointer, "operationId"), pointer] }];
}

/** The first error of each line of `check.ts`: its innermost explanation, because the outer ones print whole types. */
function errorsOf(output: string): Map<number, string> {
  const errors = new Map<number, string>();
  for (const block of output.split(/\n(?=\S)/).filter((text) => text.trim() !== "")) {
    const line = Number(/^check\.ts\((\d+),/.exec(block)?.[1]);
    if (!(line > preamble.length)) throw new ToolError(`typescript cannot compare the types: ${block}`);
    const last = block.trimEnd().split("\n").at(-1) ?? "";
    if (!errors.has(line)) errors.set(line, last.replace(/^check\.ts\(\d+,\d+\): error TS\d+: /, "").trim());
  }
  return errors;
}

/** More than this much of a type tells nobody anything. */
const longest = 160;

function inShort(error: string): string {
  const lost = /^Type '(.+)' is not assignable to type 'never'\.$/.exec(error)?.[1];
  if (lost !== undefined) return `${lost.replaceAll('"', "").replaceAll(" | ", ", ")} is gone.`;
  const [, name, is] = /^Property '([^']+)' is (missing|optional) in type /.exec(error) ?? [];
  if (name !== undefined)
    return `${name} is ${is === "missing" ? "missing in" : "optional in"} one of the two types.`;
  return error.length > longest ? "The types are not assignable." : error;
}
