import { createLogger } from "@stoplight/prism-core";
import {
  createAndCallPrismInstanceWithSpec,
  type IHttpConfig,
  type IHttpRequest,
} from "@stoplight/prism-http";
import { type Case, deriveCases } from "@workflow-api/conformance";
import {
  askedIncludes,
  type HttpRequest,
  identify,
  type JsonValue,
  loadContract,
  pruneIncludes,
  requestTarget,
} from "@workflow-api/contract";
import { expect, test } from "vitest";
import { createMock } from "../src/index.ts";

// The mock gives the response of stock Prism wherever no scenario decides it.

const logger = createLogger("stock", { level: "silent" });

/** The response of Prism with all that it judges by itself, as its own server runs it. */
async function stock(sent: HttpRequest) {
  const { body, headers, method } = sent;
  const { pathname, searchParams } = new URL(requestTarget(sent), "http://mock");
  const query = Object.fromEntries(
    [...searchParams.keys()].map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length === 1 ? String(values[0]) : values];
    }),
  );
  const request: IHttpRequest = {
    method: method.toLowerCase() as IHttpRequest["method"],
    url: { path: pathname, query },
    headers: { ...headers, ...(body !== "" && { "content-length": String(body.length) }) },
    ...(body !== "" && { body: JSON.parse(body) }),
  };
  // Prism writes into the document and its options.
  const config: IHttpConfig = {
    validateRequest: true,
    validateResponse: true,
    checkSecurity: true,
    errors: false,
    isProxy: false,
    upstreamProxy: undefined,
    mock: { dynamic: false },
  };
  const document = structuredClone(contract.document);
  const result = await createAndCallPrismInstanceWithSpec(document, config, request, logger);
  return result.result === "ok"
    ? { status: result.response.output.statusCode, body: result.response.output.body }
    : { status: Reflect.get(result.error, "status"), body: undefined };
}

const contract = loadContract();
const mock = createMock(contract);
const cases = deriveCases(contract).filter(isReadByPrism);

test("valid requests get the body of Prism, with the id and includes asked for", async () => {
  let compared = 0;
  for (const { expected, operation, request, title, values } of cases) {
    if (operation === undefined || expected.kind !== "valid") continue;
    const { body, status, why } = await mock.answer(request);
    // Prism always takes the first example of a response.
    if (why.reason === "matched" || why.scenario !== operation.defaultScenario?.name) continue;
    compared++;
    const theirs = await stock(request);
    const asked = askedIncludes(operation, values);
    const pruned = pruneIncludes(operation, asked, theirs.body as JsonValue);
    expect(status, title).toBe(theirs.status);
    expect(JSON.parse(body), title).toEqual(identify(operation, values, pruned));
  }
  expect(compared).toBeGreaterThan(10);
});

test("what Prism refuses, the mock refuses with the same status", async () => {
  const groups = new Set(["security", "parameter", "body", "path", "method"]);
  let refused = 0;
  for (const { request, title } of cases.filter(({ group }) => groups.has(group))) {
    const { status } = await stock(request);
    if (status < 400) continue;
    refused++;
    expect((await mock.answer(request)).status, title).toBe(status);
  }
  expect(refused).toBeGreaterThan(10);
});

/**
 * Prism splits at a percent-encoded comma, takes a path with a comma for a list, and knows `Bearer`
 * in this case only.
 */
function isReadByPrism({ request }: Case): boolean {
  const isSplit = /%2C|,/i.test(requestTarget(request).replace(/include=[^&]*/, ""));
  return !(isSplit || /^bearer/.test(request.headers["authorization"] ?? ""));
}
