import { createLogger } from "@stoplight/prism-core";
import { createInstance, getHttpOperationsFromSpec } from "@stoplight/prism-http";
import type { Answer, AnswerCase } from "@workflow-api/conformance";
import { type Contract, isJson } from "@workflow-api/contract";
import { type PrismRequest, prismConfig } from "../src/engine/prism.ts";
import { prismDocument } from "../src/engine/prism-document.ts";

/** Says whether a contract allows an answer. */
export interface AnswerJudge {
  allows(one: Pick<AnswerCase, "request" | "answer">): Promise<boolean>;
}

/** Prism's validating proxy, with an upstream in this process that gives the answers to be judged. */
export async function createPrismJudge(contract: Contract): Promise<AnswerJudge> {
  const operations = await getHttpOperationsFromSpec(prismDocument(contract));
  const upstream = new WeakMap<PrismRequest, Answer>();
  const prism = createInstance(
    {
      ...prismConfig({}),
      checkSecurity: false,
      validateRequest: false,
      isProxy: true,
      upstream: new URL("http://upstream.invalid"),
    },
    {
      logger: createLogger("judge", { level: "silent" }),
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
    async allows({ request, answer }) {
      const { pathname: path, searchParams } = new URL(request.target, "http://upstream.invalid");
      const method = request.method.toLowerCase();
      const data: PrismRequest = {
        method: isMethod(method) ? method : "get",
        url: { path, query: Object.fromEntries(searchParams) },
      };
      upstream.set(data, answer);
      const result = await prism.request(data, operations)();
      return result._tag === "Right" && result.right.validations.output.length === 0;
    },
  };
}

function parse(headers: Answer["headers"], body: string): unknown {
  return body !== "" && isJson(headers["content-type"] ?? "")
    ? JSON.parse(body)
    : body === ""
      ? undefined
      : body;
}

function isMethod(method: string): method is PrismRequest["method"] {
  return ["get", "put", "post", "delete", "options", "head", "patch", "trace"].includes(method);
}
