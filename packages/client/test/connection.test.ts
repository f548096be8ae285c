import { inspect } from "node:util";
import { freePort } from "@workflow-api/workspace/testing";
import { describe, expect, test } from "vitest";
import type { LogEntry } from "../src/index.ts";
import {
  clientOf,
  INSTANCE,
  JSON_API,
  NOWHERE,
  readCage,
  rejectionOf,
  startService,
} from "./service.ts";

/** What a call ends in whose fetch does this. */
function outcomeOf(fetch: () => Promise<Response>): Promise<unknown> {
  return rejectionOf(readCage({ fetch, retry: 0 }));
}

describe("a connection", () => {
  test("that is refused is an error with its cause", async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    const error = await rejectionOf(readCage({ baseUrl, retry: 0 }));
    expect(error).toMatchObject({
      kind: "connection",
      status: undefined,
      message: expect.stringContaining("The service cannot be reached: connect ECONNREFUSED"),
      cause: { cause: { code: "ECONNREFUSED" } },
    });
  });

  test("that breaks in the middle of the body is an error, and no POST is sent again", async () => {
    const service = await startService((_request, response) => {
      response
        .writeHead(200, { ...JSON_API, "Content-Length": "1000" })
        .write('{"data":', () => response.destroy());
    });
    const error = await rejectionOf(clientOf(service.url).resetSmartContractInstance(INSTANCE));
    expect(error).toMatchObject({
      kind: "connection",
      status: 200,
      message: expect.stringContaining("The body of the response broke off: "),
    });
    expect(service.received).toHaveLength(1);
  });

  test.each<[string, object]>([
    ["Response.error()", Response.error()],
    ["a double without headers", { status: 503, headers: undefined }],
    ["a double without a status", { headers: new Headers() }],
  ])("whose response is none is an error: %s", async (_what, double) => {
    expect(await outcomeOf(async () => Object(double))).toMatchObject({
      kind: "connection",
      status: undefined,
    });
  });
});

describe("why a connection failed is said", () => {
  test("by the code, where several addresses were tried and the error has no message", async () => {
    const cause = Object.assign(new AggregateError([]), { code: "ECONNREFUSED" });
    const error = await outcomeOf(() => Promise.reject(new TypeError("fetch failed", { cause })));
    expect(error).toMatchObject({ message: expect.stringMatching(/: ECONNREFUSED$/) });
  });

  test("in one line, where OpenSSL says where in its own source it gave up, and ends the line", async () => {
    const { url } = await startService(() => {});
    const call = readCage({ baseUrl: url.replace("http", "https"), retry: 0 });
    expect(await rejectionOf(call)).toMatchObject({
      message: expect.stringMatching(/cannot be reached: [\w ]+$/),
    });
  });

  test("by a few causes, where they go in a circle", async () => {
    const failure = new Error("It went round.");
    failure.cause = failure;
    const causes: string[] = [];
    let error = await outcomeOf(() => Promise.reject(failure));
    for (; error instanceof Error; error = error.cause) causes.push(error.message);
    expect(causes.slice(1)).toEqual(Array(6).fill("It went round."));
  });

  test("by the host, and without what follows it, which holds the arguments, as Deno and Bun name it", async () => {
    const entries: LogEntry[] = [];
    const fetch = (url: string): Promise<Response> => {
      const cause = new Error(`error sending request for url (${url}): refused`);
      return Promise.reject(new TypeError(`Of "${url}" nothing came.`, { cause }));
    };
    const logger = (entry: LogEntry): void => void entries.push(entry);
    const api = clientOf(NOWHERE, { fetch, logger, retry: 0 });
    const error = await rejectionOf(api.getVariablesCage({ id: "of/Ada L.", include: ["author"] }));
    expect(error).toMatchObject({
      message: expect.stringMatching(/for url \(http:\/\/127\.0\.0\.1:9█\): refused$/),
    });
    expect(inspect([error, entries], { depth: 9 })).not.toMatch(/Ada|include=/);
  });
});
