// What a page runs that mocks the service by MSW, bundled as the tools of a front-end would.
import type { HttpRequest } from "@workflow-api/contract";
import { requestTarget } from "@workflow-api/contract/http";
import { createMswMock, type MswOptions } from "@workflow-api/mock/msw";
import { setupWorker } from "msw/browser";

/**
 * Starts MSW on the page, and sends the requests to it, again after `unauthorized` was queued, and
 * to a server.
 *
 * @returns The responses as texts, and why MSW gave its own.
 */
export async function runMsw(
  options: MswOptions & { readonly baseUrl: string },
  server: string,
  requests: readonly HttpRequest[],
): Promise<Record<"own" | "queued" | "reasons" | "server", string[]>> {
  const mock = await createMswMock(options);
  await setupWorker(...mock.handlers).start({ onUnhandledFrame: "bypass", quiet: true });
  const own = await send(options.baseUrl, requests);
  mock.controls.setSequence("getCage", ["unauthorized"]);
  const queued = await send(options.baseUrl, requests);
  const reasons = mock.requests().map(({ explanation }) => explanation.reason);
  return { own, queued, reasons, server: await send(server, requests) };
}

async function send(base: string, requests: readonly HttpRequest[]): Promise<string[]> {
  const responses: string[] = [];
  for (const request of requests) {
    const { body, headers, method } = request;
    const response = await fetch(base + requestTarget(request), {
      method,
      headers,
      ...(body !== "" && { body }),
    });
    const shown = ["content-type", "mock-scenario", "mock-refusal"];
    const values = shown.map((name) => response.headers.get(name));
    responses.push([response.status, ...values, await response.text()].join("\n"));
  }
  return responses;
}

Object.assign(globalThis, { runMsw });
