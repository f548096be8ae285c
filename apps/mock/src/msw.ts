import {
  type Contract,
  type HttpRequest,
  type JsonObject,
  parseTarget,
  readContract,
} from "@workflow-api/contract";
import { type HttpHandler, HttpResponse, http } from "msw";
import { type ControlOptions, createControls } from "./controls.ts";
import { loadPrism } from "./engine.ts";
import { createMock, type Mock } from "./mock.ts";
import type { RunningMock } from "./server/start.ts";

/** Options of a mock for MSW. */
export interface MswOptions extends ControlOptions {
  /** The base URL of the code under test, such as `https://service.example`, or several. */
  readonly baseUrl: string | readonly string[];
  /** An OpenAPI document to use in place of the packaged contract. */
  readonly document?: JsonObject;
}

/** A mock behind MSW. */
export interface MswMock extends Pick<RunningMock, "mock" | "controls" | "requests"> {
  /** For `setupWorker` or `setupServer`. Responses are those of a mock server, byte for byte. */
  readonly handlers: readonly HttpHandler[];
}

/**
 * Creates a mock for MSW, in Node or in a page. It opens no port.
 *
 * @throws {ContractError} The document leaves the profile. Another error: an option is wrong.
 */
export async function createMswMock({
  baseUrl,
  document,
  ...options
}: MswOptions): Promise<MswMock> {
  const [contract] = await Promise.all([
    document === undefined ? packagedContract() : readContract(document),
    // Load it now, so that the first test does not wait.
    loadPrism(),
  ]);
  const controls = createControls(() => contract, options);
  const mock = createMock(contract, { controls });
  return {
    handlers: [baseUrl].flat().map((base) => createHandler(mock, readBase(base))),
    mock,
    controls,
    requests: mock.journal.entries,
  };
}

/**
 * The contract of this package as a document. The build of the browser's form defines it; Node
 * reads the file.
 */
declare const packagedDocument: JsonObject | undefined;

async function packagedContract(): Promise<Contract> {
  if (typeof packagedDocument !== "undefined") return readContract(packagedDocument);
  const { loadContract } = await import("@workflow-api/contract");
  return loadContract();
}

/** A base URL as request URLs begin, without a trailing slash. */
function readBase(text: string): string {
  if (!URL.canParse(text) || !/^https?:/i.test(text))
    throw new Error(
      `baseUrl takes a URL such as https://service.example, not ${JSON.stringify(text)}`,
    );
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`.replace(/\/+$/, "");
}

function createHandler(mock: Mock, base: string): HttpHandler {
  // A regular expression, because MSW reads brackets and colons in a URL as its own patterns.
  const below = new RegExp(`^${base.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&")}/`);
  return http.all(below, async ({ request }) => {
    const { body, dropped, headers, status } = await mock.answer(await readRequest(request, base));
    if (dropped) return HttpResponse.error();
    // As bytes, because a string body would add a Content-Type.
    return new HttpResponse(body === "" ? null : new TextEncoder().encode(body), {
      status,
      headers,
    });
  });
}

async function readRequest(request: Request, base: string): Promise<HttpRequest> {
  return {
    method: request.method,
    ...parseTarget(request.url.slice(base.length).split("#", 1)[0] ?? "/"),
    headers: Object.fromEntries(request.headers),
    body: await request.text(),
  };
}
