import { createLogger } from "@stoplight/prism-core";
import {
  createInstance,
  getHttpOperationsFromSpec,
  type IHttpConfig,
  type IHttpRequest,
} from "@stoplight/prism-http";
import { type Case, deriveCases } from "@workflow-api/conformance";
import {
  askedIncludes,
  type HttpRequest,
  isEqual,
  type JsonObject,
  type JsonValue,
  loadContract,
  pruneIncludes,
  readContract,
} from "@workflow-api/contract";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { expect, test } from "vitest";
import { createMock } from "../src/index.ts";

// The mock gives Prism's answer wherever neither a scenario nor the one judge says otherwise.

type Stock = (request: HttpRequest) => Promise<{ readonly status: number; readonly body: unknown }>;

/** Prism with all that it judges by itself, as its own server runs it. */
async function createStock(document: JsonObject): Promise<Stock> {
  const operations = await getHttpOperationsFromSpec(structuredClone(document));
  const config = (): IHttpConfig => ({
    validateRequest: true,
    validateResponse: true,
    checkSecurity: true,
    errors: false,
    isProxy: false,
    upstreamProxy: undefined,
    // Prism writes into it.
    mock: { dynamic: false },
  });
  const stock = createInstance(config(), { logger: createLogger("stock", { level: "silent" }) });
  return async ({ body, headers, method, target }) => {
    const url = new URL(target, "http://mock");
    const query = Object.fromEntries(
      [...new Set(url.searchParams.keys())].map((name) => {
        const values = url.searchParams.getAll(name);
        return [name, values.length === 1 ? String(values[0]) : values];
      }),
    );
    const request: IHttpRequest = {
      method: method.toLowerCase() as IHttpRequest["method"],
      url: { path: url.pathname, query },
      headers: { ...headers, ...(body !== "" && { "content-length": String(body.length) }) },
      ...(body !== "" && { body: JSON.parse(body) }),
    };
    const result = await stock.request(request, operations, config())();
    if (result._tag === "Left")
      return { status: Reflect.get(result.left, "status"), body: undefined };
    return { status: result.right.output.statusCode, body: result.right.output.body };
  };
}

test.each([
  ["the contract", loadContract().document],
  ["the further contract", furtherContract() as JsonObject],
])(
  "valid requests of %s get the body that Prism gives, without what was not asked for",
  async (_title, document) => {
    const contract = readContract(document);
    const [mock, stock] = [createMock(contract), await createStock(document)];
    const differences: string[] = [];
    let compared = 0;
    for (const one of deriveCases(contract)) {
      if (one.operation === undefined || one.expected.kind !== "valid" || !isReadByPrism(one))
        continue;
      const [own, theirs] = await Promise.all([mock.answer(one.request), stock(one.request)]);
      // Prism knows no scenarios: what matches one, or is the default of another include, is not
      // its to give.
      if (own.why.reason === "matched" || own.why.scenario !== one.operation.defaultScenario?.name)
        continue;
      compared++;
      const asked = askedIncludes(one.operation, one.values);
      const pruned =
        theirs.body === undefined
          ? undefined
          : pruneIncludes(one.operation, asked, theirs.body as JsonValue);
      const isSame =
        own.status === theirs.status &&
        isEqual(own.body === "" ? undefined : JSON.parse(own.body), pruned);
      if (!isSame) differences.push(`${one.title}: ${own.status}, and Prism ${theirs.status}`);
    }
    expect(compared).toBeGreaterThan(10);
    expect(differences).toEqual([]);
  },
);

test.each([
  ["the contract", loadContract().document],
  ["the further contract", furtherContract() as JsonObject],
])("what Prism refuses of %s, the mock refuses with the same status", async (_title, document) => {
  const contract = readContract(document);
  const [mock, stock] = [createMock(contract), await createStock(document)];
  const differences: string[] = [];
  for (const one of deriveCases(contract)) {
    if (
      !["security", "parameter", "body", "path", "method"].includes(one.group) ||
      !isReadByPrism(one)
    )
      continue;
    const theirs = await stock(one.request).catch(() => undefined);
    if (theirs === undefined || theirs.status < 400) continue;
    const own = await mock.answer(one.request);
    if (own.status !== theirs.status)
      differences.push(`${one.title}: ${own.status}, and Prism ${theirs.status}`);
  }
  expect(differences).toEqual([]);
});

/**
 * Prism splits at a percent-encoded comma, takes a path with a comma for a list, and knows `Bearer`
 * in this case only.
 */
function isReadByPrism({ request }: Case): boolean {
  const isSplit = /%2C|,/i.test(request.target.replace(/include=[^&]*/, ""));
  return !(isSplit || /^bearer/.test(request.headers["authorization"] ?? ""));
}
