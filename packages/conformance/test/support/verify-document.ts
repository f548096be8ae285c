import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type JsonObject, loadContract } from "@workflow-api/contract";
import { type Report, type Result, runVerify } from "../../src/index.ts";
import { type Fault, startContractServer } from "./contract-server.ts";

/** The report of verify on a server that keeps a contract, but for a fault. */
export async function verifyDocument(
  document: JsonObject,
  fault: Fault = {},
  ...args: readonly string[]
): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), "verify-"));
  const file = join(folder, "openapi.json");
  await writeFile(file, JSON.stringify(document, undefined, 2));
  const server = await startContractServer(await loadContract(file), fault);
  const out: string[] = [];
  try {
    await runVerify(
      ["--base-url", server.url, "--contract", file, "--write", "--reporter", "json", ...args],
      {
        environment: {},
        print: (text) => void out.push(text),
        printError: (text) => void out.push(text),
        progress: undefined,
      },
    );
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
  return JSON.parse(out.join(""));
}

/** What failed of a report. */
export function failuresIn({ results }: Report): Result[] {
  return results.filter(({ outcome }) => outcome === "failed");
}

/** The names of what failed, each once. */
export function namesIn(report: Report): string[] {
  const names = failuresIn(report).flatMap(({ findings }) => findings.map(({ name }) => name));
  return [...new Set(names)].sort();
}
