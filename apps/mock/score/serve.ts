import { createProcessTarget, type Target } from "@workflow-api/conformance";
import { type Contract, type JsonObject, loadDocument } from "@workflow-api/contract";
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
 * @throws {Error} It cannot be loaded.
 */
export async function serve(document: JsonObject): Promise<Target> {
  return await serveContract(await loadDocument(document));
}
