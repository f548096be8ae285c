import { writeFile } from "node:fs/promises";
import { createProcessTarget } from "@workflow-api/conformance";
import type { Served } from "@workflow-api/conformance/score";
import { type Contract, type JsonObject, loadContract } from "@workflow-api/contract";
import { createMock } from "../src/create-mock.ts";
import { type AnswerJudge, createPrismJudge } from "./prism-judge.ts";

/** Serves a contract as the mock does, and judges answers by it as Prism's proxy does. */
export async function serveContract(contract: Contract): Promise<Served> {
  const mock = await createMock(contract);
  let judge: AnswerJudge | undefined;
  return {
    target: createProcessTarget(mock),
    judge: async (one) => {
      try {
        judge ??= await createPrismJudge(contract);
        return await judge.judge(one);
      } catch {
        return undefined;
      }
    },
  };
}

/**
 * Serves a document.
 * @param file Where the document is written to be loaded.
 * @throws {Error} It cannot be loaded.
 */
export async function serve(document: JsonObject, file: string): Promise<Served> {
  await writeFile(file, JSON.stringify(document, undefined, 1));
  return await serveContract(await loadContract(file));
}
