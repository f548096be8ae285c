import { createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { listenOnFreePort } from "@workflow-api/workspace/testing";
import { expect, onTestFinished, test } from "vitest";
import { createFetch } from "./fixture/client.ts";
import {
  BOOK,
  COPY,
  clientOf,
  KEYS,
  LIBRARY_JSON,
  rejectionOf,
  startService,
  TENANT,
} from "./service.ts";

/** A server that gets the bytes of each request, the second one of a connection after its end. */
async function startRaw(answer: (socket: Socket, request: string, count: number) => void) {
  const requests: string[] = [];
  const server = createServer((socket) => {
    let count = 0;
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      const request = String(bytes);
      requests.push(request.split("\r\n")[0] ?? "");
      answer(socket, request, count++);
    });
  });
  const port = await listenOnFreePort(server);
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${port}`, requests };
}

function ok(body: unknown): string {
  const text = JSON.stringify(body);
  const type = LIBRARY_JSON["Content-Type"];
  return `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
}

test("on a connection that closes as it is used again, only a GET is repeated", async () => {
  const { url, requests } = await startRaw((socket, _request, count) => {
    if (count === 0) socket.write(ok({ ...BOOK, accepted: true }));
    else socket.destroy();
  });
  const client = clientOf(url);
  await client.getBook({ bookId: "1" });
  // The connection is given back.
  await new Promise((resolve) => setImmediate(resolve));
  await client.getBook({ bookId: "2" });
  expect(requests.map((line) => line.split(" ")[1])).toEqual(
    ["1", "2", "2"].map((id) => `/catalogue/books/${id}`),
  );
  requests.length = 0;
  await new Promise((resolve) => setImmediate(resolve));
  expect(await rejectionOf(client.returnBook(COPY))).toMatchObject({ kind: "connection" });
  expect(requests).toEqual(["POST /v1/shelves/shelf-1/books/book-1/return HTTP/1.1"]);
});

test("no credential breaks its header, whatever its function gives", async () => {
  const { url, requests } = await startRaw((socket) => socket.end(ok(BOOK)));
  for (const key of ["a\r\nX-Evil: 1", "a\nb", "\r\n"])
    expect(
      await rejectionOf(
        clientOf(url, { auth: { ...KEYS, key: () => key } }).getBook({ bookId: "1" }),
      ),
    ).toMatchObject({ kind: "configuration", option: "auth.key" });
  expect(requests).toEqual([]);
});

test("a small body that unpacks to a large one is not read, however it is asked for", async () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000));
  const { url } = await startService((_request, response) => {
    response.writeHead(200, { ...LIBRARY_JSON, "Content-Encoding": "gzip" }).end(bomb);
  });
  const client = clientOf(url);
  const fetch = createFetch({ baseUrl: url, catalogueUrl: url, tenant: TENANT, auth: KEYS });
  const params = { path: { bookId: "1" } };
  for (const read of [
    () => client.getBook({ bookId: "1" }),
    () => client.GET("/catalogue/books/{bookId}", { params }),
    () => client.GET("/catalogue/books/{bookId}", { params, parseAs: "blob" }),
    async () => (await fetch(`${url}/catalogue/books/1`)).arrayBuffer(),
  ])
    expect(await rejectionOf(read())).toMatchObject({ kind: "size" });
});
