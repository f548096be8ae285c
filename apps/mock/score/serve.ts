import { writeFile } from "node:fs/promises";
import { createProcessTarget, type Target } from "@workflow-api/conformance";
import { type Contract, type JsonObject, loadContract } from "@workflow-api/contract";
import { createMock } from "../src/create-mock.ts";
import { createPrismJudge } from "./prism-judge.ts";

/** Serves a contract as the mock does, and judges by it what comes with an answer, as Prism's proxy does. */
export async function serveContract(contract: Contract): Promise<Target> {
  const mock = createProcessTarget(await createMock(contract));
  let judge: Promise<Target> | undefined;
  return {
    send: async (exchange) => {
      if (exchange.answer === undefined) return await mock.send(exchange);
      judge ??= createPrismJudge(contract);
      return await (await judge).send(exchange);
    },
  };
}

/**
 * Serves a document.
 * @param file Where the document is written to be loaded.
 * @throws {Error} It cannot be loaded.
 */
export async function serve(document: JsonObject, file: string): Promise<Target> {
  await writeFile(file, JSON.stringify(document, undefined, 1));
  return await serveContract(await loadContract(file));
}
