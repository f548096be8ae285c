import { createServer } from "node:http";

// Answers whatever comes with the same bytes: how fast Node itself is. It loads nothing else, as its memory is compared too.
const [port, mediaType = "", body = ""] = process.argv.slice(2);
const headers = { "content-type": mediaType, "content-length": Buffer.byteLength(body) };
createServer((_request, response) => response.writeHead(200, headers).end(body)).listen(
  Number(port),
  "127.0.0.1",
);
