const domain = "X-Domain: 3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30";
export const keys: string = `${domain}\r\nX-API-KEY: k\r\nX-API-SECRET: s`;
export const cage: string = "/data_dictionary/variables_cages/cage-text";
export const reset: string =
  "/v1/flow_instances/f/relationships/container_instances/c/relationships/process_instances/p/relationships/task_instances/t/reset";

/** The lines of a request to which the mock's answer ends the connection. */
export function lines(first: string, ...headers: string[]): string {
  return `${[`${first} HTTP/1.1`, "Host: x", "Connection: close", ...headers].join("\r\n")}\r\n\r\n`;
}

/** Asks for a cage with credentials, and some more headers. */
export function get(target: string, ...headers: string[]): string {
  return lines(`GET ${target}`, keys, ...headers);
}

/** A request that does not follow the contract or HTTP, as bytes, and what answers it. */
export interface RawRequest {
  readonly title: string;
  readonly raw: string;
  /** The status that the mock answers. */
  readonly own: number;
  /** What the CLI of Prism 5.16 does instead: another status, or its end, or no answer. */
  readonly stock?: number | "dies" | "hangs";
}

/** What kills, hangs or misleads Prism's own server, and some more of its kind. */
export const rawRequests: readonly RawRequest[] = [
  { title: "%ff in a path", raw: get("/data_dictionary/variables_cages/%ff"), own: 400, stock: "dies" },
  { title: "%zz in a path", raw: get("/data_dictionary/variables_cages/%zz"), own: 400, stock: "dies" },
  {
    title: "a literal % in a path",
    raw: get("/data_dictionary/variables_cages/100%"),
    own: 400,
    stock: "dies",
  },
  {
    title: "an overlong encoding in a path",
    raw: get("/data_dictionary/variables_cages/%C0%AF"),
    own: 400,
    stock: "dies",
  },
  { title: "a comma in a path", raw: get("/data_dictionary/variables_cages/a,b"), own: 200, stock: 422 },
  { title: "garbage in Accept", raw: get(cage, "Accept: garbage"), own: 406, stock: "dies" },
  { title: "* in Accept", raw: get(cage, "Accept: *"), own: 406, stock: "dies" },
  { title: ";;; in Accept", raw: get(cage, "Accept: ;;;"), own: 406, stock: "dies" },
  {
    title: "a quoted comma in Accept",
    raw: get(cage, 'Accept: application/vnd.api+json;profile="a,b"'),
    own: 406,
    stock: "dies",
  },
  { title: "*/*;q=0 in Accept", raw: get(cage, "Accept: */*;q=0"), own: 406, stock: 200 },
  {
    title: "text/html, */*;q=0 in Accept",
    raw: get(cage, "Accept: text/html, */*;q=0"),
    own: 406,
    stock: 200,
  },
  { title: "garbage in Content-Type", raw: get(cage, "Content-Type: garbage"), own: 415, stock: "dies" },
  {
    title: "garbage in Content-Type of a body",
    raw: `${lines(`POST ${reset}`, keys, "Content-Type: ;", "Content-Length: 1")}x`,
    own: 415,
    stock: 500,
  },
  {
    title: "a bogus Content-Encoding",
    raw: `${lines(`POST ${reset}`, keys, "Content-Encoding: bogus", "Content-Length: 1")}x`,
    own: 415,
  },
  {
    title: "a chunked body where none is declared",
    raw: `${lines(`POST ${reset}`, keys, "Transfer-Encoding: chunked")}1\r\nx\r\n0\r\n\r\n`,
    own: 415,
    stock: 200,
  },
  {
    title: "a body that is not the JSON that it says it is",
    raw: `${lines(`POST ${reset}`, keys, "Content-Type: application/json", "Content-Length: 1")}{`,
    own: 400,
    stock: "hangs",
  },
  {
    title: "two values for a list of one",
    raw: get(`${cage}?include=bogus&include=author`),
    own: 422,
    stock: 200,
  },
  {
    title: "two values of one list, the last one bogus",
    raw: get(`${cage}?include=author&include=bogus`),
    own: 422,
  },
  { title: "include=author%2Cclient", raw: get(`${cage}?include=author%2Cclient`), own: 422, stock: 200 },
  { title: "include[]=x", raw: get(`${cage}?include[]=x`), own: 422, stock: 200 },
  { title: "include[]=author", raw: get(`${cage}?include[]=author`), own: 422, stock: 200 },
  { title: "include%5B%5D=author", raw: get(`${cage}?include%5B%5D=author`), own: 422, stock: 200 },
  { title: "INCLUDE=bogus", raw: get(`${cage}?INCLUDE=bogus`), own: 422 },
  { title: "INCLUDE=author", raw: get(`${cage}?INCLUDE=author`), own: 422, stock: 200 },
  { title: "malformed percent-encoding in a query", raw: get(`${cage}?include=%ff`), own: 422 },
  { title: "the absolute form", raw: get(`http://example.com${cage}`), own: 400, stock: 200 },
  { title: "the asterisk form", raw: lines("OPTIONS *"), own: 400, stock: 404 },
  { title: "/ opened in a browser", raw: lines("GET /", "Sec-Fetch-Mode: navigate"), own: 302, stock: 404 },
  { title: "// in front of the path", raw: get(`//example.com${cage}`), own: 400, stock: 200 },
  { title: "/\\ in front of the path", raw: get(`/\\example.com${cage}`), own: 400, stock: 200 },
  { title: "HEAD", raw: lines(`HEAD ${cage}`, keys), own: 405 },
  { title: "OPTIONS without Origin", raw: lines(`OPTIONS ${cage}`), own: 405 },
  { title: "an unknown method", raw: lines(`PROPFIND ${cage}`), own: 405 },
  { title: "CONNECT", raw: "CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n", own: 405 },
  { title: "a path of 40 kB", raw: get(`/${"a".repeat(40_000)}`), own: 431 },
  { title: "a header of 40 kB", raw: get(cage, `X-Long: ${"a".repeat(40_000)}`), own: 431 },
  { title: "a header of 400 kB", raw: get(cage, `X-Long: ${"a".repeat(400_000)}`), own: 431 },
  { title: "no HTTP at all", raw: "hello\r\n\r\n", own: 400 },
  { title: "an unknown protocol version", raw: "GET / HTTP/9.9\r\n\r\n", own: 400 },
  { title: "no Host", raw: `GET ${cage} HTTP/1.1\r\nConnection: close\r\n\r\n`, own: 400 },
  {
    title: "two lengths",
    raw: `${lines(`POST ${reset}`, keys, "Content-Length: 1", "Content-Length: 2")}xx`,
    own: 400,
  },
  {
    title: "a length that is no number",
    raw: lines(`POST ${reset}`, keys, "Content-Length: many"),
    own: 400,
  },
  {
    title: "a broken chunk",
    raw: `${lines(`POST ${reset}`, keys, "Transfer-Encoding: chunked")}zz\r\n`,
    own: 400,
  },
  {
    title: "a half-sent body",
    raw: `${lines(`POST ${reset}`, keys, "Content-Length: 100")}half`,
    own: 408,
    stock: "hangs",
  },
  { title: "half a header", raw: `GET ${cage} HTTP/1.1\r\nHost: x\r\nX-Do`, own: 408, stock: "hangs" },
  { title: "no path", raw: get("/"), own: 404 },
  { title: "a path without its last part", raw: get("/data_dictionary/variables_cages/"), own: 422 },
  {
    title: "the bearer scheme in lower case",
    raw: lines(`POST ${reset}`, domain, "Authorization: bearer token"),
    own: 200,
    stock: 401,
  },
  {
    title: "a key of zeros",
    raw: lines(`GET ${cage}`, domain, "X-API-KEY: 000", "X-API-SECRET: s"),
    own: 401,
    stock: 200,
  },
  {
    title: "a token of zeros",
    raw: lines(`POST ${reset}`, domain, "Authorization: Bearer 000"),
    own: 401,
    stock: 200,
  },
  {
    title: "a preferred status in a media type that is not accepted",
    raw: get(cage, "Prefer: code=401", "Accept: text/html"),
    own: 406,
    stock: 500,
  },
  {
    title: "a preferred example that the preferred status does not have",
    raw: get(cage, "Prefer: code=401, example=full"),
    own: 404,
    stock: 200,
  },
  {
    title: "a preferred example that no status has",
    raw: get(cage, "Prefer: code=200, example=no_such"),
    own: 404,
    stock: 500,
  },
];
