// What a page runs that mocks the service by MSW, and needs no server for it.
import { createClient } from "@workflow-api/client";
import type { ClientCall } from "@workflow-api/contract/calls";
import { createMswMock, type MswMock, type MswOptions } from "@workflow-api/mock/msw";
import { setupWorker } from "msw/browser";
import { type Fetched, fetched } from "./fetched.ts";
import type { Sent } from "./http.ts";
import { bodyOf } from "./sent-body.ts";

/** What a test calls on the page. */
export interface MswPage {
  start(options: MswOptions): Promise<void>;
  mock(): MswMock;
  /** What both addresses answer to each request; `undefined`: no script can send it. */
  compare(bases: readonly [string, string], requests: readonly Sent[]): Promise<(Fetched | undefined)[][]>;
  /** What a call of the typed client, as JSON of a `ClientCall`, returns, or the error that it throws. */
  call(text: string): Promise<Called>;
}

/** What a call of the typed client ended in. */
interface Called {
  readonly returned?: unknown;
  /** The name of the error that it threw, with what that knows. */
  readonly thrown?: string;
  readonly status?: unknown;
  readonly body?: unknown;
}

let mock: MswMock | undefined;

const page: MswPage = {
  async start(options) {
    mock = await createMswMock(options);
    const worker = setupWorker(...mock.handlers);
    await worker.start({ onUnhandledFrame: "bypass", quiet: true });
  },
  mock() {
    if (mock === undefined) throw new Error("Nothing is started");
    return mock;
  },
  async compare(bases, requests) {
    const answers: (Fetched | undefined)[][] = [];
    // Of some thousand requests at once a browser refuses the last.
    for (let at = 0; at < requests.length; at += 200) {
      const some = requests.slice(at, at + 200);
      answers.push(
        ...(await Promise.all(
          some.map((request) => Promise.all(bases.map((base) => fetched(base, request)))),
        )),
      );
    }
    return answers;
  },
  async call(text) {
    const call: ClientCall = JSON.parse(text);
    const client: object = Reflect.apply(createClient, undefined, [call.options]);
    const body = bodyOf(call);
    const args = { ...call.arguments, ...(body && { body }) };
    try {
      return { returned: await Reflect.apply(Reflect.get(client, call.method), client, [args]) };
    } catch (error) {
      const { name, status, body } = error as { name: string; status?: unknown; body?: unknown };
      return { thrown: name, status, body };
    }
  },
};

Object.assign(globalThis, { mocked: page });
