// What of curl the samples use, for a machine that has none: the shell still decides what the arguments are.
import { request } from "node:http";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    request: { type: "string" },
    header: { type: "string", multiple: true, default: [] },
    data: { type: "string" },
    "data-raw": { type: "string" },
    globoff: { type: "boolean", default: false },
    head: { type: "boolean", default: false },
  },
});
const body = values["data-raw"] ?? values.data;
const method = values.head ? "HEAD" : (values.request ?? (body === undefined ? "GET" : "POST"));
const headers = values.header.map((line) => line.split(/: (.*)/s).slice(0, 2));
request(positionals[0] ?? "", { method, headers: Object.fromEntries(headers) }, (response) =>
  response.pipe(process.stdout),
).end(body);
