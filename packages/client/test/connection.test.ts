import { inspect } from "node:util";
import { freePort } from "@workflow-api/workspace/testing";
import { describe, expect, test, vi } from "vitest";
import type { LogEntry } from "../src/index.ts";
import {
  CAGE,
  clientOf,
  fetchOf,
  INSTANCE,
  JSON_API,
  NOWHERE,
  readCage,
  rejectionOf,
  responding,
  startService,
} from "./service.ts";

/** What a call ends in whose fetch does this. */
function outcomeOf(fetch: () => Promise<unknown>): Promise<unknown> {
  return rejectionOf(readCage({ fetch: fetch as () => Promise<Response>, retry: 0 }));
}

describe("a connection", () => {
  test("that is refused is an error with its cause", async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    expect(await rejectionOf(readCage({ baseUrl, retry: 0 }))).toMatchObject({
      kind: "connection",
      status: undefined,
      message: expect.stringContaining("The service cannot be reached: connect ECONNREFUSED"),
      cause: { cause: { code: "ECONNREFUSED" } },
    });
  });

  test("that breaks in the middle of the body is an error, and no POST is sent again", async () => {
    const broken = new ReadableStream({ start: (body) => body.error(new Error("Gone")) });
    const fetch = vi.fn(async () => new Response(broken, { headers: JSON_API }));
    const call = clientOf(NOWHERE, { fetch }).resetSmartContractInstance(INSTANCE);
    const message = expect.stringContaining("The body of the response broke off: Gone");
    expect(await rejectionOf(call)).toMatchObject({ kind: "connection", status: 200, message });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test.each<[string, object]>([
    ["Response.error()", Response.error()],
    ["a double without headers", { status: 503 }],
    ["a double without a status", { headers: new Headers() }],
  ])("whose response is none is an error: %s", async (_what, double) => {
    const error = await outcomeOf(async () => double);
    expect(error).toMatchObject({ kind: "connection", status: undefined });
  });
});

describe("why a connection failed is said", () => {
  test("by the code, where several addresses were tried and the error has no message", async () => {
    const cause = Object.assign(new AggregateError([]), { code: "ECONNREFUSED" });
    const error = await outcomeOf(() => Promise.reject(new TypeError("fetch failed", { cause })));
    expect(error).toMatchObject({ message: expect.stringMatching(/: ECONNREFUSED$/) });
  });

  test("in one line, where OpenSSL says where in its own source it gave up", async () => {
    const { url } = await startService(() => {});
    const call = readCage({ baseUrl: url.replace("http", "https"), retry: 0 });
    const message = expect.stringMatching(/cannot be reached: [\w ]+$/);
    expect(await rejectionOf(call)).toMatchObject({ message });
  });

  test("by a few causes, where they go in a circle", async () => {
    const failure = new Error("It went round.");
    failure.cause = failure;
    const causes: string[] = [];
    let error = await outcomeOf(() => Promise.reject(failure));
    for (; error instanceof Error; error = error.cause) causes.push(error.message);
    expect(causes.slice(1)).toEqual(Array(6).fill("It went round."));
  });

  test("by the host, without the arguments that Deno and Bun put after it", async () => {
    const entries: LogEntry[] = [];
    const fetch = (url: string): Promise<Response> => {
      const cause = new Error(`error sending request for url (${url}): refused`);
      return Promise.reject(new TypeError(`Of "${url}" nothing came.`, { cause }));
    };
    const logger = (entry: LogEntry): void => void entries.push(entry);
    const api = clientOf(NOWHERE, { fetch, logger, retry: 0 });
    const error = await rejectionOf(api.getVariablesCage({ id: "of/Ada L.", include: ["author"] }));
    const message = expect.stringMatching(/for url \(http:\/\/127\.0\.0\.1:9█\): refused$/);
    expect(error).toMatchObject({ message });
    expect(inspect([error, entries], { depth: 9 })).not.toMatch(/Ada|include=/);
  });
});

describe("a redirect", () => {
  test.each([301, 302, 303, 307, 308])(
    "of status %i is an error, which names the option of the base URL",
    async (status) => {
      const api = clientOf(NOWHERE, { fetch: fetchOf("", status, { Location: "/elsewhere" }) });
      for (const [option, call] of [
        ["dataDictionaryUrl", api.getVariablesCage({ id: "1" })],
        ["baseUrl", api.resetSmartContractInstance(INSTANCE)],
      ] as const) {
        const message = expect.stringContaining(`the option ${option}.`);
        expect(await rejectionOf(call)).toMatchObject({ kind: "redirect", status, message });
      }
    },
  );

  test("whose status a browser hides is an error too", async () => {
    const hidden = { status: { value: 0 }, type: { value: "opaqueredirect" } };
    const error = await outcomeOf(async () => Object.defineProperties(new Response(), hidden));
    expect(error).toMatchObject({ kind: "redirect" });
  });

  test("is not a 304, which leads nowhere", async () => {
    const error = await outcomeOf(async () => new Response(null, { status: 304 }));
    expect(error).toMatchObject({ kind: "undocumented" });
  });

  /** A fetch that follows redirects, and reports that as the value says. */
  const following = (redirected?: boolean) => async (url: string, init: RequestInit) =>
    Object.defineProperty(await fetch(url, { ...init, redirect: "follow" }), "redirected", {
      value: redirected,
    });

  test.each([
    ["", true],
    [" and does not say so, as in React Native", undefined],
  ])("that a fetch follows%s is an error", async (_how, redirected) => {
    const { url } = await responding(200, CAGE);
    const gate = await responding(302, "", { Location: url });
    const call = readCage({ baseUrl: `${gate.url}/v2`, fetch: following(redirected) });
    expect(await rejectionOf(call)).toMatchObject({ kind: "redirect", status: 200 });
  });

  test("is none where a fetch says that it followed none, or the origin is the same", async () => {
    const { url } = await responding(200, CAGE);
    const proxied = (sent: string, init: RequestInit): Promise<Response> =>
      fetch(sent.replace("https://service.test", url), init);
    expect(await readCage({ baseUrl: "https://service.test", fetch: proxied })).toEqual(CAGE);
    expect(await readCage({ baseUrl: `${url}/v2`, fetch: following() })).toEqual(CAGE);
  });
});
