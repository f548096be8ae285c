// What a page runs that mocks the service by MSW, bundled as the tools of a front-end would.
import type { HttpRequest } from "@workflow-api/contract";
import { createMswMock, type MswMock, type MswOptions } from "@workflow-api/mock/msw";
import { setupWorker } from "msw/browser";

/** What a test calls on the page. */
export interface MswPage {
  start(options: MswOptions): Promise<void>;
  mock(): MswMock;
  /** What a base answers to each request, as text. */
  send(base: string, requests: readonly HttpRequest[]): Promise<string[]>;
}

let mock: MswMock | undefined;

const page: MswPage = {
  async start(options) {
    mock = await createMswMock(options);
    await setupWorker(...mock.handlers).start({ onUnhandledFrame: "bypass", quiet: true });
  },
  mock() {
    if (mock === undefined) throw new Error("Nothing is started");
    return mock;
  },
  async send(base, requests) {
    const answers: string[] = [];
    for (const request of requests) answers.push(await answerOf(base, request));
    return answers;
  },
};

async function answerOf(base: string, { body, headers, method, target }: HttpRequest) {
  const answer = await fetch(base + target, { method, headers, ...(body !== "" && { body }) });
  const shown = ["content-type", "mock-scenario", "mock-refusal", "www-authenticate"];
  const lines = shown.map((name) => `${name}: ${answer.headers.get(name)}`);
  return [String(answer.status), ...lines, "", await answer.text()].join("\n");
}

Object.assign(globalThis, { mocked: page });
