import { createServer } from "node:http";

// The floor of the bench: Node.js reads a request, responds with its id, and logs a line.

const [, , port, length] = process.argv;
const rest = " ".repeat(Number(length));
createServer(({ headers, method, url = "" }, response) => {
  const id = url.split("?", 1)[0]?.split("/").at(-1);
  const body = `{"id":${JSON.stringify(id)}}${rest}`;
  const own = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  response.writeHead(headers["accept"] === "none" ? 406 : 200, own).end(body);
  process.stdout.write(`${method} ${url} 200\n`);
}).listen(Number(port), "127.0.0.1");
