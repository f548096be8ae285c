import type { Contract, MediaType, Response } from "@workflow-api/contract";
import { UsageError } from "@workflow-api/contract/command-line";
import type typescript from "typescript";
import type { OperationPair } from "./differences.ts";

/** Code that compiles with the types of the old contract, and not with those of the new one. */
export interface BuildBreak {
  /** The old operationId. */
  readonly operationId: string;
  /** The response: `404`, `4XX`. `undefined`: the request. */
  readonly code: string | undefined;
  /** What code sends or reads. */
  readonly part: "body" | "headers" | "header parameters" | "path parameters" | "query parameters";
  /** The reason that the compiler gives. */
  readonly reason: string;
  /** The JSON Pointer in the new contract of what the types are generated from. */
  readonly pointer: string;
}

/** An assertion about the types of an operation: a line of TypeScript. */
interface Assertion extends Omit<BuildBreak, "reason"> {
  readonly line: string;
}

/**
 * Compares the generated types of operations with the TypeScript compiler: what clients send by the
 * old types must be assignable to the new ones, and what they read by the new types to the old
 * ones.
 *
 * @throws {UsageError} The compiler cannot read the types.
 */
export async function breaksOfBuild(
  old: Contract,
  changed: Contract,
  pairs: readonly OperationPair[],
): Promise<BuildBreak[]> {
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
  return assertions.flatMap(({ line: _, ...assertion }, index) => {
    const reason = reasons.get(index + 1);
    return reason === undefined ? [] : [{ ...assertion, reason }];
  });
}

const preamble =
  'import type * as Old from "./old.js"; import type * as New from "./new.js"; ' +
  "declare function some<T>(): T;";

/** The assertions about an operation, whatever its path and its operationId have become. */
function assertionsOf({ after, before }: OperationPair): Assertion[] {
  const typeOf = (side: string, name: string, ...path: readonly string[]): string =>
    `${side}.operations${[name, ...path].map((key) => `[${JSON.stringify(key)}]`).join("")}`;
  const own = (...path: readonly string[]): string => typeOf("Old", before.operationId, ...path);
  const other = (...path: readonly string[]): string => typeOf("New", after.operationId, ...path);
  const { operationId, requestBody } = before;
  const { pointer } = after;
  const base = { operationId, code: undefined };
  // Renamed path parameters are a break by themselves.
  const places = (["query", "header", "path"] as const).filter(
    (place) => place !== "path" || before.path === after.path,
  );
  const sent = places.map(
    (place): Assertion => ({
      ...base,
      part: `${place} parameters`,
      pointer: `${pointer}/parameters`,
      line: `${other("parameters", place)} = some<${own("parameters", place)}>()`,
    }),
  );
  const bodies = shared(requestBody?.content, after.requestBody?.content).map(
    ({ mediaType }): Assertion => {
      const [mine, theirs] = [own, other].map(
        (type) => `NonNullable<${type("requestBody")}>["content"][${JSON.stringify(mediaType)}]`,
      );
      const place = `${pointer}/requestBody`;
      return { ...base, part: "body", pointer: place, line: `${theirs} = some<${mine}>()` };
    },
  );
  const read = before.responses.flatMap((response) => {
    const { code } = response;
    const found = after.responses.find((each) => each.code === code);
    if (found === undefined) return [];
    const place = { operationId, code, pointer: `${pointer}/responses/${code}` };
    const assert = (part: Assertion["part"], ...path: readonly string[]): Assertion => {
      const [mine, theirs] = [own, other].map((type) => type("responses", code, ...path));
      return { ...place, part, line: `${mine} = some<${theirs}>()` };
    };
    const types = shared(response.content, found.content).map(({ mediaType }) => mediaType);
    return [assert("headers", "headers"), ...types.map((type) => assert("body", "content", type))];
  });
  return [...sent, ...bodies, ...read];
}

/** The media types that both have, spelled alike. */
function shared(before: Response["content"] = [], after: Response["content"] = []): MediaType[] {
  return before.filter((each) => after.some(({ mediaType }) => mediaType === each.mediaType));
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
