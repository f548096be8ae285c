import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Contract } from "../model.ts";
import { createBoundedMatcher } from "../patterns/bounded-matcher.ts";
import { ContractError } from "../profile/contract-error.ts";
import { createContractReader, type ReadContract } from "./contract.ts";
import { createLocator, parseSource, type Source } from "./source.ts";

/** The file of the contract of the workflow service. */
export function contractFile(): string {
  return fileURLToPath(import.meta.resolve("@workflow-api/openapi/openapi.yaml"));
}

/**
 * Reads a contract from its file.
 *
 * @param file - The YAML or JSON file. Default: the contract of the workflow service.
 * @throws {ContractError} It cannot be read, is no YAML, or no operation of it can be read: every
 * problem with file and line.
 */
export function loadContract(file: string = relative("", contractFile())): Contract {
  return contractOf(readSource(file));
}

/**
 * Reads and parses a file without checking its content.
 *
 * @param text - What is in it, where that is known already.
 * @throws {ContractError} It cannot be read, is no YAML, or holds no object.
 */
export function readSource(file: string, text: string = readSourceText(file)): Source {
  return parseSource(file, text);
}

/** Reads an OpenAPI document into typed values. Its patterns are matched in bounded time. */
export const readContract: ReadContract = createContractReader(createBoundedMatcher);

/** The contract in a {@link Source}. */
export function contractOf(source: Source): Contract {
  const origin = {
    file: resolve(source.file),
    locate: createLocator(source),
    problems: source.problems,
  };
  return readContract(source.document, origin);
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "this user may not read the file",
  EISDIR: "this is a folder: name the file in it",
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
};

function readSourceText(file: string): string {
  const refuse = (message: string, line = 1): never => {
    throw new ContractError([{ message, location: { file, line, column: 1, pointer: "" } }]);
  };
  if (/^https?:\/\//i.test(file)) refuse("this is a URL: download the contract, and name the file");
  try {
    const bytes = readFileSync(file);
    if (!isUtf8(bytes)) refuse("this line is not UTF-8: save the file as UTF-8", brokenLine(bytes));
    return bytes.toString("utf8");
  } catch (cause) {
    if (cause instanceof ContractError) throw cause;
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
    return refuse(reasons[code] ?? `the file cannot be read (${code})`);
  }
}

/** The first line that is not UTF-8. */
function brokenLine(bytes: Buffer): number {
  const lines = bytes.toString("latin1").split("\n");
  return lines.findIndex((line) => !isUtf8(Buffer.from(line, "latin1"))) + 1;
}
