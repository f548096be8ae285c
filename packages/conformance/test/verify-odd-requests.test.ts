import type { JsonObject } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { failureKinds } from "../src/report/failure-kinds.ts";
import type { Fault } from "./support/contract-server.ts";
import { failuresIn, namesIn, verifyDocument } from "./support/verify-document.ts";

const content: JsonObject = {
  "application/json": {
    schema: { type: "object", required: ["text"], properties: { text: { type: "string" } } },
    examples: { kept: { value: { text: "Hello" } } },
  },
};
const notes: JsonObject = {
  openapi: "3.1.1",
  info: { title: "Notes", version: "1.0.0" },
  paths: {
    "/notes/{id}": {
      put: {
        operationId: "keepNote",
        parameters: [
          {
            name: "id",
            in: "path",
            required: true,
            schema: { type: "string" },
            examples: { kept: { value: "a" } },
          },
          { name: "as", in: "query", schema: { type: "string" }, examples: { kept: { value: "b" } } },
        ],
        requestBody: { required: true, content },
        responses: { "200": { description: "It is kept.", content } },
      },
    },
  },
};

/** Answers with 500 to the requests of which something is so. */
const failingAt = (isOdd: (wire: { target: string; headers: object; body: string }) => boolean): Fault => ({
  spoils: (answer, { body = "", headers, target }) =>
    isOdd({ target, headers, body }) ? { ...answer, status: 500 } : answer,
});

test("A server that refuses what is odd, or takes it, keeps its contract", async () => {
  expect(failuresIn(await verifyDocument(notes))).toEqual([]);
  const strict: Fault = {
    spoils: (answer, { body = "", target }) =>
      /%FF|%(\?|$)|%00|a%2Fb(\?|$)|x{2000}|%5Bx|%=/.test(target) ||
      /\[\[|__proto__|\\u0000|\\ud800/.test(body)
        ? { status: 400, headers: { "content-type": "text/plain" }, body: "No." }
        : answer,
  };
  expect(failuresIn(await verifyDocument(notes, strict, "--explore", "0"))).toEqual([]);
});

test.each([
  ["a segment that is no UTF-8", failingAt(({ target }) => /\/%FF(\?|$)/.test(target)), /%FF/],
  ["a percent sign alone", failingAt(({ target }) => /\/%(\?|$)/.test(target)), /%/],
  ["a zero byte in the path", failingAt(({ target }) => target.startsWith("/notes/%00")), /%00/],
  ["an encoded slash", failingAt(({ target }) => target.startsWith("/notes/a%2Fb")), /%2F/],
  ["a long segment", failingAt(({ target }) => target.length > 2000), /x{2000}/],
  ["a query that cannot be decoded", failingAt(({ target }) => target.includes("%=%FF")), /%=%FF/],
  ["a text in the query that is none", failingAt(({ target }) => target.includes("as=%FF")), /as=%FF/],
  ["a member of what is a text", failingAt(({ target }) => target.includes("as%5Bx%5D")), /as%5Bx%5D/],
  ["a parameter that comes twice", failingAt(({ target }) => /as=b&as=b/.test(target)), /as=b&as=b/],
  ["a date that is none", failingAt(({ headers }) => "if-modified-since" in headers), /If-Modified-Since/],
  [
    "an Accept that is none",
    failingAt(({ headers }) => "accept" in headers && headers.accept === ";"),
    /Accept: ;/,
  ],
  ["a zero character", failingAt(({ body }) => body.includes("\\u0000")), /u0000/],
  ["half a character", failingAt(({ body }) => body.includes("\\ud800")), /ud800/],
  ["a range that is none", failingAt(({ headers }) => "range" in headers), /Range/],
  ["a member called __proto__", failingAt(({ body }) => body.includes("__proto__")), /__proto__/],
  ["a deep body", failingAt(({ body }) => body.includes("[[[[[[")), /\[\[\[/],
])("A server that fails at %s is found, with the request that shows it", async (_what, fault, shown) => {
  const report = await verifyDocument(notes, fault, "--explore", "0");
  expect(namesIn(report)).toEqual(["not_a_server_error"]);
  expect(failuresIn(report).every(({ curl }) => shown.test(curl))).toBe(true);
});

test("A server that hangs up at what is odd is found", async () => {
  const fault: Fault = {
    spoils: (answer, { target }) => (target.startsWith("/notes/%FF") ? undefined : answer),
  };
  expect(namesIn(await verifyDocument(notes, fault, "--explore", "0"))).toEqual(["no_answer"]);
});

test("What a server hangs up at is shown once, with the names of the rest", async () => {
  const fault: Fault = {
    spoils: (answer, { target }) => (/^.notes.(%FF|%00|a%2Fb)/.test(target) ? undefined : answer),
  };
  const { results } = await verifyDocument(notes, fault, "--explore", "0");
  const [kind, ...others] = failureKinds(results);
  expect(others).toEqual([]);
  expect(kind?.others.length).toBeGreaterThan(1);
});
