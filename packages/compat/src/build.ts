import type { Contract } from "@workflow-api/contract";
import { UsageError } from "@workflow-api/contract/command-line";
import type typescript from "typescript";
import { type Difference, existenceOf, type Place } from "./difference.ts";
import type { OperationPair } from "./differences.ts";

/** An assertion about the types of an operation: a line of TypeScript. */
interface Assertion {
  readonly place: Place;
  readonly line: string;
  /** The JSON Pointer in the new contract of what the types are generated from. */
  readonly pointer: string;
}

/**
 * Compares the generated types of operations with the TypeScript compiler: what clients send by the
 * old types must be assignable to the new ones, and what they read by the new types to the old
 * ones.
 *
 * @throws {UsageError} The compiler cannot read the types.
 */
export async function buildDifferences(
  old: Contract,
  changed: Contract,
  pairs: readonly OperationPair[],
): Promise<Difference[]> {
  const assertions = pairs.flatMap(assertionsOf);
  if (assertions.length === 0) return [];
  // Loaded on demand, because they load a compiler.
  const { generateTypes } = await import("@workflow-api/types/generate");
  const { default: ts } = await import("typescript");
  const lines = assertions.map(({ line }) => `{ const _: ${line}; }`);
  const files = new Map([
    ["/old.d.ts", generateTypes(old.document, { withMarkers: false })],
    ["/new.d.ts", generateTypes(changed.document, { withMarkers: false })],
    ["/check.ts", [preamble, ...lines].join("\n")],
  ]);
  const reasons = errorsOf(ts, files);
  return assertions.flatMap(({ place, pointer }, index) => {
    const reason = reasons.get(index + 1);
    if (reason === undefined) return [];
    const summary = `Code that uses the types no longer compiles: ${reason}`;
    return existenceOf(place, "types", pointer, pointer, { summary, breaksBuild: true });
  });
}

const preamble = [
  'import type * as Old from "./old.js"; import type * as New from "./new.js";',
  "declare function some<T>(): T;",
  "type Body<T> = T extends { content: infer C } ? C[keyof C] : any;",
  "type Read<T extends { headers: unknown }> = [T['headers'], Body<T>];",
  "type Sent<T extends { parameters: unknown; requestBody?: unknown }> =",
  "[T['parameters'], Body<NonNullable<T['requestBody']>>];",
].join(" ");

/** The assertions about an operation, whatever its path and its operationId have become. */
function assertionsOf({ after, before }: OperationPair): Assertion[] {
  const oldType = `Old.operations[${JSON.stringify(before.operationId)}]`;
  const newType = `New.operations[${JSON.stringify(after.operationId)}]`;
  const { operationId } = before;
  const { pointer } = after;
  const place: Place = { operationId, code: undefined, part: "types" };
  const line = `Sent<${newType}> = some<Sent<${oldType}>>()`;
  return [
    { place, pointer, line },
    ...before.responses.flatMap(({ code }): Assertion[] => {
      if (!after.responses.some((each) => each.code === code)) return [];
      const path = `["responses"][${JSON.stringify(code)}]`;
      const read = `Read<${oldType}${path}> = some<Read<${newType}${path}>>()`;
      return [{ place: { ...place, code }, pointer: `${pointer}/responses/${code}`, line: read }];
    }),
  ];
}

/** The innermost reason of the first error of each line of `check.ts`, counted from 0. */
function errorsOf(
  ts: typeof typescript,
  files: ReadonlyMap<string, string>,
): ReadonlyMap<number, string> {
  const options: typescript.CompilerOptions = {
    exactOptionalPropertyTypes: true,
    lib: ["lib.es5.d.ts"],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    noEmit: true,
    skipLibCheck: true,
    strict: true,
    target: ts.ScriptTarget.ES2022,
    types: [],
  };
  const readFile = (name: string): string | undefined => files.get(name) ?? ts.sys.readFile(name);
  const host: typescript.CompilerHost = {
    ...ts.createCompilerHost(options),
    fileExists: (name) => files.has(name),
    readFile,
    getSourceFile: (name, version) => {
      const text = readFile(name);
      return text === undefined ? undefined : ts.createSourceFile(name, text, version);
    },
  };
  const program = ts.createProgram([...files.keys()], options, host);
  const checked = program.getSourceFile("/check.ts");
  const [broken] = [...program.getGlobalDiagnostics(), ...program.getSyntacticDiagnostics()];
  if (broken !== undefined || checked === undefined)
    throw new UsageError(`The compiler cannot read the types: ${broken && reasonOf(broken)}`);
  const errors = new Map<number, string>();
  for (const each of program.getSemanticDiagnostics(checked).toReversed())
    errors.set(checked.getLineAndCharacterOfPosition(each.start ?? 0).line, reasonOf(each));
  return errors;
}

/** The innermost message: the outer ones print whole types. */
function reasonOf({ messageText }: typescript.Diagnostic): string {
  if (typeof messageText === "string") return messageText;
  const [last] = messageText.next?.toReversed() ?? [];
  return last === undefined
    ? messageText.messageText
    : reasonOf({ messageText: last } as typescript.Diagnostic);
}
