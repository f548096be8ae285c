import { createServer } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import type { JsonObject } from "@workflow-api/contract";
import { expect, test } from "vitest";
import {
  type Answer,
  type Case,
  checkAnswer,
  checkResponse,
  createHttpTarget,
  deriveCases,
  NoAnswer,
} from "../src/index.ts";
import { contractOf } from "./support/contract-with.ts";

const named = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
const content = { "application/json": { schema: named, example: { name: "Größe" } } };
const document: JsonObject = {
  openapi: "3.1.1",
  info: { title: "Things", version: "1.0.0" },
  security: [],
  paths: {
    "/things": {
      get: {
        operationId: "readThing",
        responses: {
          "200": {
            description: "Here.",
            headers: { ETag: { required: true, schema: { type: "string", pattern: '^"[a-z]+"$' } } },
            content: {
              ...content,
              "text/csv": { schema: { type: "string" } },
              "text/tab-separated-values; charset=utf-8": { schema: { type: "string" } },
            },
          },
        },
      },
      put: {
        operationId: "putThing",
        requestBody: { content },
        responses: { "204": { description: "It is put." } },
      },
    },
  },
};
const contract = await contractOf(document);
const [readThing] = contract.operations;

/** What the kit makes of the bytes of an answer. */
async function sent(head: string, body: string | Uint8Array = ""): Promise<Answer> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write(`HTTP/1.1 ${head}\r\nConnection: close\r\n\r\n`);
      socket.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const request = { method: "GET", target: "/things", headers: {}, body: undefined };
  return createHttpTarget(url)
    .send({ request })
    .finally(() => server.close());
}

async function found(head: string, body?: string | Uint8Array): Promise<string[]> {
  if (readThing === undefined) throw new Error("There is an operation.");
  return checkResponse(readThing, await sent(head, body)).map(({ message, name }) => `${name}: ${message}`);
}

const json = "Content-Type: application/json";
const etag = 'ETag: "a"';
const thing = '{"name":"Größe"}';

test.each([
  ["as the contract has it", `200 OK\r\n${etag}\r\n${json}`, thing],
  ["that says what JSON is anyway", `200 OK\r\n${etag}\r\n${json}; charset=UTF-8`, thing],
  [
    "that says the charset of the contract in quotes and capitals",
    `200 OK\r\n${etag}\r\nContent-Type: Text/Tab-Separated-Values;Charset="UTF-8"`,
    "Größe",
  ],
  [
    "of another charset, which is no JSON",
    `200 OK\r\n${etag}\r\nContent-Type: text/csv; charset=iso-8859-1`,
    Buffer.from("Größe", "latin1"),
  ],
  ["in a coding", `200 OK\r\n${etag}\r\n${json}\r\nContent-Encoding: gzip`, gzipSync(thing)],
  [
    "in several codings",
    `200 OK\r\n${etag}\r\n${json}\r\nContent-Encoding: deflate, BR`,
    brotliCompressSync(deflateSync(thing)),
  ],
])("Nothing is wrong with an answer %s", async (_what, head, body) => {
  expect(await found(head, body)).toEqual([]);
});

test.each([
  [
    "a header twice",
    `200 OK\r\n${etag}\r\n${etag}\r\n${json}`,
    thing,
    /^response_headers.*ETag is not valid: must match pattern/,
  ],
  ["two media types", `200 OK\r\n${etag}\r\n${json}\r\n${json}`, thing, /^content_type/],
  [
    "JSON in another charset",
    `200 OK\r\n${etag}\r\n${json}; charset=iso-8859-1`,
    thing,
    /^content_type.*UTF-8 .*iso-8859-1/,
  ],
  [
    "another charset than that of the contract",
    `200 OK\r\n${etag}\r\nContent-Type: text/tab-separated-values; charset=iso-8859-1`,
    "text",
    /^content_type/,
  ],
  [
    "JSON that is not UTF-8",
    `200 OK\r\n${etag}\r\n${json}`,
    Buffer.from(thing, "latin1"),
    /^response_schema.*is not UTF-8/,
  ],
  [
    "JSON behind a byte order mark",
    `200 OK\r\n${etag}\r\n${json}`,
    `\u{FEFF}${thing}`,
    /^response_schema.*byte order mark/,
  ],
  [
    "a text that is not the UTF-8 it says",
    `200 OK\r\n${etag}\r\nContent-Type: text/csv; charset=utf-8`,
    Buffer.from("Größe", "latin1"),
    /^response_schema.*is not UTF-8/,
  ],
])("%s is found", async (_what, head, body, says) => {
  expect(await found(head, body)).toEqual([expect.stringMatching(says)]);
});

test.each([
  ["Content-Encoding: gzip", thing, /the body is not gzip, as its Content-Encoding says/],
  ["Content-Encoding: gzip", gzipSync(" ".repeat(11 * 2 ** 20)), /longer than 10485760 bytes/],
  ["Content-Length: 99", thing, /the connection ended before the answer did/],
])("An answer with %s that is not so is told of as such", async (header, body, says) => {
  await expect(sent(`200 OK\r\n${json}\r\n${header}`, body)).rejects.toThrow(says);
});

test("A server may close the connections that it has left open, and several of them", async () => {
  const server = createServer((socket) => {
    socket.once("data", () => {
      socket.write(
        `HTTP/1.1 200 OK\r\n${json}\r\nContent-Length: ${Buffer.byteLength(thing)}\r\n\r\n${thing}`,
      );
      socket.once("data", () => socket.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const target = createHttpTarget(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);
  const send = (): Promise<Answer> =>
    target.send({ request: { method: "GET", target: "/things", headers: {}, body: undefined } });
  await Promise.all([send(), send(), send()]);
  expect((await send()).body).toBe(thing);
  server.close();
});

test.each(["204 No Content", "304 Not Modified"])("A body behind a %s is told of as such", async (status) => {
  const came = await sent(`${status}\r\nContent-Length: 2\r\n${json}`, "{}").catch((error: unknown) => error);
  expect(came).toBeInstanceOf(NoAnswer);
  expect(String(came)).toContain(`${status.slice(0, 3)} has no body (RFC 9112, 6.3)`);
});

const byDelete = deriveCases(contract).find(({ request }) => request.method === "DELETE");

function namesFor(one: Case | undefined, headers: Answer["headers"]): string[] {
  if (one === undefined) throw new Error("DELETE is no method of the path.");
  return checkAnswer(one, { status: 405, headers, body: "" }).map(({ message }) => message);
}

test.each([
  ["the methods of the contract", "PUT, GET"],
  ["others beside them", "GET, HEAD, PUT, OPTIONS, PATCH"],
])("A refused method may name %s", (_what, allow) => {
  expect(namesFor(byDelete, { allow })).toEqual([]);
});

test.each([
  ["no header", {}, /Allow .*missing/],
  ["not every method", { allow: "GET, HEAD" }, /names GET, HEAD, and the contract has PUT here/],
  ["no method", { allow: "" }, /names no method, .* GET and PUT/],
  ["the one that it refuses", { allow: "GET, PUT, DELETE" }, /names DELETE/],
])("A refused method is found with %s", (_what, headers, says) => {
  expect(namesFor(byDelete, headers)).toEqual([expect.stringMatching(says)]);
});
