import type { JsonObject } from "@workflow-api/contract";
import { expect, test } from "vitest";
import type { Answer } from "../src/index.ts";
import type { Fault } from "./support/contract-server.ts";
import { failuresIn, namesIn, verifyDocument } from "./support/verify-document.ts";

const content: JsonObject = {
  "application/json": { schema: { type: "object" }, examples: { read: { value: { text: "Hello" } } } },
};
const notes: JsonObject = {
  openapi: "3.1.1",
  info: { title: "Notes", version: "1.0.0" },
  paths: {
    "/note": {
      get: { operationId: "readNote", responses: { "200": { description: "It is there.", content } } },
    },
  },
};

const body = '{"text":"Hello"}';
const headers = { "content-type": "application/json", etag: '"a"', "content-length": String(body.length) };

/** A server that has a HEAD for each GET. */
const heading = (change: () => Partial<Answer>, ofGet: Partial<Answer> = {}): Fault => {
  return {
    spoils: (answer, { method, target }) => {
      if (target !== "/note") return answer;
      if (method === "GET") return { status: 200, headers, body, ...ofGet };
      return method === "HEAD" ? { status: 200, headers, body: "", ...change() } : answer;
    },
  };
};
const only = ["--only", "HEAD as GET", "--only", "scenario", "--explore", "0"];

test.each([
  ["has the headers of the GET", heading(() => ({}))],
  ["leaves out what describes the body", heading(() => ({ headers: {} }))],
  ["writes the media type otherwise", heading(() => ({ headers: { "content-type": "Application/JSON" } }))],
  ["has another status, for there need be no HEAD", heading(() => ({ status: 404, headers: { etag: "x" } }))],
  [
    "knows the length of what comes in pieces",
    heading(() => ({}), { headers: { etag: '"a"', "content-type": "application/json" } }),
  ],
])("A server whose HEAD %s keeps its contract", async (_what, fault) => {
  expect(failuresIn(await verifyDocument(notes, fault, ...only))).toEqual([]);
});

test("A server whose answers change meanwhile is not blamed", async () => {
  let version = 0;
  const changing: Fault = {
    spoils: (answer) => ({ ...answer, status: 200, headers: { ...headers, etag: `"${version++}"` }, body }),
  };
  expect(failuresIn(await verifyDocument(notes, changing, ...only))).toEqual([]);
  let isAsked = false;
  const ending: Fault = {
    spoils: (answer, { method }) => {
      isAsked ||= method === "HEAD";
      if (method === "HEAD") return { status: 200, headers: { ...headers, etag: '"b"' }, body: "" };
      return { ...answer, status: isAsked ? 503 : 200, headers, body };
    },
  };
  expect(failuresIn(await verifyDocument(notes, ending, ...only))).toEqual([]);
});

test.each([
  ["ETag", { ...headers, etag: '"b"' }],
  ["Content-Type", { ...headers, "content-type": "text/html" }],
  ["Content-Length", { ...headers, "content-length": "0" }],
])("A server whose HEAD has another %s is found", async (name, others) => {
  const report = await verifyDocument(
    notes,
    heading(() => ({ headers: others })),
    ...only,
  );
  expect(namesIn(report)).toEqual(["response_headers_conformance"]);
  const [failure] = failuresIn(report);
  expect(failure?.findings.map(({ message }) => message)).toEqual([
    expect.stringContaining(`another ${name}`),
  ]);
  expect(failure?.curl).toContain("--head");
});

test.each([
  [500, ["not_a_server_error"]],
  [503, ["not_a_server_error"]],
  [501, []],
  [405, []],
])("A HEAD that gets %i where the GET succeeds is found as %j", async (status, names) => {
  const fault = heading(() => ({ status, headers: {} }));
  expect(namesIn(await verifyDocument(notes, fault, ...only))).toEqual(names);
});

test("A server that hangs up at a HEAD is found", async () => {
  const fault: Fault = { spoils: (answer, { method }) => (method === "HEAD" ? undefined : answer) };
  expect(namesIn(await verifyDocument(notes, fault, ...only))).toEqual(["no_answer"]);
});
