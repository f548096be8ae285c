import { createLogger } from "@stoplight/prism-core";
import { createInstance } from "@stoplight/prism-http";
import type { Answer, Target } from "@workflow-api/conformance";
import { type Contract, isJson } from "@workflow-api/contract";
import { type PrismRequest, prismConfig } from "../src/engine/prism.ts";
import { prismOperations } from "../src/engine/prism-operations.ts";
import { createRouter, type Router } from "../src/engine/router.ts";
import { judgeableOperation } from "./judgeable-operation.ts";
import { readAnswer, readType } from "./read-answer.ts";

/**
 * The contract as a judge of answers: Prism's validating proxy, with an upstream in this process that gives the answers
 * to be judged.
 * @throws {Error} From `send`: Prism fails, or there is no answer to be judged.
 */
export async function createPrismJudge(contract: Contract): Promise<Target> {
  const operations = await prismOperations(contract);
  const config = { ...prismConfig({}), checkSecurity: false, validateRequest: false, isProxy: true as const };
  const logger = createLogger("judge", { level: "silent" });
  const upstream = new WeakMap<PrismRequest, Forwarded>();
  const route = remembering(createRouter(operations, logger));
  const prism = createInstance(
    { ...config, upstream: new URL("http://upstream.invalid") },
    {
      logger,
      forward:
        ({ data }) =>
        () =>
        async () => {
          const given = upstream.get(data);
          if (given === undefined) throw new Error("There is no answer to be judged.");
          return { _tag: "Right", right: given };
        },
    },
  );
  return {
    async send({ request, answer }) {
      if (answer === undefined) throw new Error(`There is no answer to ${request.method} to be judged.`);
      const { pathname: path, searchParams } = new URL(request.target, "http://upstream.invalid");
      const method = request.method.toLowerCase();
      const data: PrismRequest = {
        method: isMethod(method) ? method : "get",
        url: { path, query: Object.fromEntries(searchParams) },
      };
      const read = readAnswer(contract, request, answer);
      const { headers, status: statusCode } = answer;
      upstream.set(
        data,
        read === undefined
          ? { statusCode, headers, body: parse(headers, answer.body) }
          : { statusCode, headers: { ...headers, "content-type": readType }, body: read.value },
      );
      const routed = await route(data);
      // Prism lets pass what is no operation's.
      if (routed instanceof Error) return answer;
      const result = await prism.request(data, [judgeableOperation(routed, answer, read)])();
      if (result._tag === "Left") return refusal([]);
      const violations = result.right.validations.output;
      return violations.length === 0 ? answer : refusal(violations);
    },
  };
}

/** Many answers are to one request. */
function remembering(route: Router): Router {
  const routes = new Map<string, ReturnType<Router>>();
  return (request) => {
    const key = `${request.method} ${request.url.path}`;
    const routed = routes.get(key) ?? route(request);
    routes.set(key, routed);
    return routed;
  };
}

/** An answer as Prism takes it from what it stands before. */
interface Forwarded {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

/** What `prism proxy --errors` answers in place of what the contract does not allow. */
function refusal(violations: readonly { readonly message: string }[]): Answer {
  const validation = violations.map(({ message }) => ({ message }));
  const body = JSON.stringify({ title: "The answer is not valid", status: 500, validation });
  return { status: 500, headers: { "content-type": "application/problem+json" }, body };
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
