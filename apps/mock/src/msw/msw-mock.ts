import {
  type Contract,
  decodeText,
  escapeRegExp,
  type HttpRequest,
  readContract,
} from "@workflow-api/contract";
import { parseTarget } from "@workflow-api/contract/http";
import { isObject } from "@workflow-api/contract/json";
import { type HttpHandler, HttpResponse, http } from "msw";
import { type Behaviour, createControls, SettingError } from "../controls/controls.ts";
import { createMockOf, type Mock } from "../mock.ts";
import { type Problem, unknownEncoding, wrongEncoding } from "../request/problem.ts";
import { explain, type MockResponse } from "../response/explanation.ts";
import type { LoadPrism } from "../response/generator.ts";
import { problemOf } from "../response/response-template.ts";
import type { RunningMock } from "../server/start.ts";

/** Options of a mock for MSW. */
export interface MswOptions extends Behaviour {
  /** The base URL of the code under test, such as `https://service.example`. */
  readonly baseUrl: string;
  /** An OpenAPI document as an object, to use in place of the packaged contract. */
  readonly document?: unknown;
  /** Whether bodies of scenarios are generated at random. Default: no. */
  readonly dynamic?: boolean;
}

/** A mock behind MSW. */
export interface MswMock extends Pick<RunningMock, "mock" | "controls" | "requests"> {
  /** For `setupWorker` or `setupServer`. */
  readonly handlers: readonly HttpHandler[];
}

/**
 * Reads the document of a contract. What is not supported gets a 501, and the rest works.
 *
 * @throws {ContractError} Nothing of it can be read. {SettingError} It is no object.
 */
export function readDocument(document: unknown): Contract {
  if (isObject(document)) return readContract(document);
  throw new SettingError("document takes the object that a YAML or JSON file holds, not its text");
}

/** Creates a mock for MSW of a contract. */
export function createMswMockOf(
  contract: Contract,
  { baseUrl, dynamic, ...behaviour }: MswOptions,
  loadPrism: LoadPrism,
): MswMock {
  const controls = createControls(() => contract, behaviour);
  const mock = createMockOf(contract, { controls, loadPrism, isDynamic: dynamic === true });
  return {
    handlers: [createHandler(mock, readBase(baseUrl))],
    mock,
    controls,
    requests: mock.journal.entries,
  };
}

/** A base URL as request URLs begin, without a trailing slash. */
function readBase(text: string): string {
  if (!URL.canParse(text) || !/^https?:/i.test(text))
    throw new SettingError(
      `baseUrl takes a URL such as https://service.example, not ${JSON.stringify(text)}`,
    );
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`.replace(/\/+$/, "");
}

function createHandler(mock: Mock, base: string): HttpHandler {
  // A regular expression, because MSW reads brackets and colons in a URL as its own patterns.
  const paths = new RegExp(`^${escapeRegExp(base)}/`);
  return http.all(paths, async ({ request }) => {
    const { body, dropped, headers, status } = await respondToFetch(mock, request, base);
    if (dropped) return HttpResponse.error();
    // As bytes, because a string body would add a Content-Type.
    return new HttpResponse(body === "" ? null : new TextEncoder().encode(body), {
      status,
      headers,
    });
  });
}

async function respondToFetch(mock: Mock, request: Request, base: string): Promise<MockResponse> {
  const read: HttpRequest = {
    method: request.method,
    ...parseTarget(request.url.slice(base.length).split("#", 1)[0] ?? "/"),
    headers: Object.fromEntries(request.headers),
    body: "",
  };
  const body = await readFetchBody(request);
  if (typeof body === "string") return await mock.respond({ ...read, body });
  const refusal = problemOf(body, explain("refused"));
  mock.journal.begin(read).end(refusal);
  return refusal;
}

async function readText(message: Request | Response): Promise<string> {
  return decodeText(new Uint8Array(await message.arrayBuffer()));
}

/** What a page can decompress. */
const encodings: ReadonlyMap<string, "deflate" | "gzip"> = new Map([
  ["deflate", "deflate"],
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
]);

/** The body as a string, or what is wrong with it. */
async function readFetchBody(request: Request): Promise<string | Problem> {
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || request.body === null) return await readText(request);
  const format = encodings.get(encoding);
  if (format === undefined) return unknownEncoding;
  try {
    const stream = request.body.pipeThrough(new DecompressionStream(format));
    return await readText(new Response(stream));
  } catch {
    return wrongEncoding;
  }
}
