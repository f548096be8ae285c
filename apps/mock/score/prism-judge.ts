import { createLogger } from "@stoplight/prism-core";
import { createInstance, getHttpOperationsFromSpec } from "@stoplight/prism-http";
import type { Answer, AnswerCase } from "@workflow-api/conformance";
import type { Judgement } from "@workflow-api/conformance/score";
import { type Contract, isJson } from "@workflow-api/contract";
import { type PrismRequest, prismConfig } from "../src/engine/prism.ts";
import { prismDocument } from "../src/engine/prism-document.ts";
import { judgeableOperation } from "./judgeable-operation.ts";

/** Says what a contract thinks of answers. */
export interface AnswerJudge {
  /** @throws {Error} The judge's engine fails, or the contract has no operation for the request. */
  judge(one: Pick<AnswerCase, "request" | "answer">): Promise<Judgement>;
}

/** Prism's validating proxy, with an upstream in this process that gives the answers to be judged. */
export async function createPrismJudge(contract: Contract): Promise<AnswerJudge> {
  const operations = await getHttpOperationsFromSpec(prismDocument(contract));
  const config = { ...prismConfig({}), checkSecurity: false, validateRequest: false, isProxy: true as const };
  const logger = createLogger("judge", { level: "silent" });
  const upstream = new WeakMap<PrismRequest, Answer>();
  const prism = createInstance(
    { ...config, upstream: new URL("http://upstream.invalid") },
    {
      logger,
      forward:
        ({ data }) =>
        () =>
        async () => {
          const { status, headers, body } = upstream.get(data) ?? { status: 500, headers: {}, body: "" };
          return { _tag: "Right", right: { statusCode: status, headers, body: parse(headers, body) } };
        },
    },
  );
  return {
    async judge({ request, answer }) {
      const { pathname: path, searchParams } = new URL(request.target, "http://upstream.invalid");
      const method = request.method.toLowerCase();
      const data: PrismRequest = {
        method: isMethod(method) ? method : "get",
        url: { path, query: Object.fromEntries(searchParams) },
      };
      upstream.set(data, answer);
      const judged = operations.map((operation) => judgeableOperation(operation, answer));
      const result = await prism.request(data, judged)();
      if (result._tag === "Left") return { allowed: false, messages: [] };
      const messages = result.right.validations.output.map(({ message }) => message);
      return { allowed: messages.length === 0, messages };
    },
  };
}

/** The body as Prism takes it. A text may be empty; anything else that is, is missing. */
function parse(headers: Answer["headers"], body: string): unknown {
  const type = headers["content-type"] ?? "";
  if (body !== "") return isJson(type) ? JSON.parse(body) : body;
  return /^text\//i.test(type) ? "" : undefined;
}

function isMethod(method: string): method is PrismRequest["method"] {
  return ["get", "put", "post", "delete", "options", "head", "patch", "trace"].includes(method);
}
