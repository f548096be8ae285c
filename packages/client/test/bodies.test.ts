import { describe, expect, test } from "vitest";
import { contractNamed, generatedClient } from "./generated-client.ts";
import { answering, type Received, rejectionOf, startService } from "./service.ts";

const HOOK = { onRequest: () => undefined };

const client = await generatedClient(contractNamed("bodies.yaml"));

// Both ways of sending: straight, and through openapi-fetch where a hook looks at the request.
describe.each([
  { way: "straight", middleware: [] },
  { way: "past a hook", middleware: [HOOK] },
])("sent $way", ({ middleware }) => {
  const call = async (
    name: string,
    args?: Readonly<Record<string, unknown>>,
  ): Promise<readonly Received[]> => {
    const service = await answering(204, "", {});
    await client.create({ baseUrl: service.url, middleware })[name]?.(args);
    return service.received;
  };

  test("a list of a form is a pair for each item, unless its encoding says otherwise; null is left out", async () => {
    const body = {
      name: "a b",
      note: null,
      tags: ["x", "y"],
      joined: ["1", "2,3"],
      filter: { from: 3 },
      thing: { name: "n" },
      absent: undefined,
    };
    const [request] = await call("form", { body });
    expect(request?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect([...new URLSearchParams(request?.body)]).toEqual([
      ["name", "a b"],
      ["tags", "x"],
      ["tags", "y"],
      ["joined", "1,2,3"],
      ["filter[from]", "3"],
      ["thing", '{"name":"n"}'],
    ]);
    expect(request?.body).toContain("joined=1,2%2C3&");
  });

  test("a PUT, a PATCH and a DELETE have their body; null is one", async () => {
    const sent = [
      ...(await call("replaceThing", { body: { name: "n" } })),
      ...(await call("changeThing", { body: null })),
      ...(await call("changeThing")),
      ...(await call("removeThings", { body: [1] })),
    ];
    expect(sent.map(({ method, body, headers }) => [method, body, headers["content-type"]])).toEqual([
      ["PUT", '{"name":"n"}', "application/json"],
      ["PATCH", "null", "application/merge-patch+json"],
      ["PATCH", "", undefined],
      ["DELETE", "[1]", "application/json"],
    ]);
  });

  test("bytes of a range of media types have that of their Blob", async () => {
    const [request] = await call("replaceImage", { body: new Blob(["x"], { type: "image/png" }) });
    expect(request).toMatchObject({ body: "x", headers: { "content-type": "image/png" } });
  });

  test("parts have the boundary of their Blob, or that of the contract", async () => {
    const body = "--part\r\n\r\nx\r\n--part--\r\n";
    const type = "multipart/mixed; boundary=part";
    const sent = [
      ...(await call("replaceParts", { body: new Blob([body], { type }) })),
      ...(await call("addParts", { body })),
    ];
    expect(sent.map((each) => [each.headers["content-type"], each.body])).toEqual([
      [type, body],
      [type, body],
    ]);
  });

  test("a view of a part of a buffer sends that part", async () => {
    const [request] = await call("replaceBytes", { body: new TextEncoder().encode("abc").subarray(1, 2) });
    expect(request).toMatchObject({ body: "b", headers: { "content-type": "application/octet-stream" } });
  });

  test.each([
    ["replaceThing", undefined, "is required"],
    ["replaceThing", { name: 1n }, "cannot be written as JSON"],
    ["replaceThing", () => "", "cannot be written as JSON"],
    ["form", "a=b", "must be an object"],
    ["form", { name: "n", thing: { name: 1n } }, "cannot be written as JSON"],
    ["form", { name: Number.NaN }, "must hold a text, a boolean or a finite number"],
    ["form", { name: "n", tags: ["a", null] }, "must hold a text, a boolean or a finite number"],
    ["form", { name: () => "n" }, "must hold a text, a boolean or a finite number"],
    ["upload", { file: "a" }, "must be a FormData"],
    ["replaceImage", new Uint8Array(1), "must be a Blob that has a type"],
    ["replaceImage", new Blob(["x"]), "must be a Blob that has a type"],
    ["replaceParts", "--x--", "must be a Blob whose type has the boundary of its parts"],
    [
      "replaceParts",
      new Blob(["--x--"], { type: "multipart/mixed" }),
      "must be a Blob whose type has the boundary of its parts",
    ],
    ["replaceNote", { text: "a" }, "must be a text"],
    ["replaceBytes", { 0: 1 }, "must be a text, a Blob, an ArrayBuffer or a view of one"],
    ["findThing", { name: "n" }, "cannot be sent: fetch has no GET with a body"],
  ])("the body of %s is refused by its name if it is %o", async (name, body, problem) => {
    const service = await answering(204, "", {});
    const sent = client.create({ baseUrl: service.url, middleware })[name]?.({ body });
    expect(await rejectionOf(sent ?? Promise.resolve())).toMatchObject({
      kind: "argument",
      argument: "body",
      message: `${name}: The argument body ${problem}. Nothing was sent.`,
    });
    expect(service.received).toEqual([]);
  });

  test("a TRACE is refused, for fetch has none", async () => {
    const service = await answering(204, "", {});
    const sent = client.create({ baseUrl: service.url, middleware })["traceThing"]?.();
    expect(await rejectionOf(sent ?? Promise.resolve())).toMatchObject({
      kind: "configuration",
      message: "traceThing: fetch cannot send a TRACE. Nothing was sent.",
    });
  });

  test("a parameter in JSON is written so, one in another media type is text", async () => {
    const [request] = await call("search", { where: { name: "n" }, text: "a b" });
    expect(request?.target).toBe("/search?where=%7B%22name%22%3A%22n%22%7D&text=a%20b");
  });

  test("of a parameter that is an empty list, or has nothing but null, nothing is sent", async () => {
    const empty = { filter: { from: null }, "X-Tags": [], seen: [] };
    const [request] = await call("search", { where: {}, ...empty });
    expect(request?.target).toBe("/search?where=%7B%7D");
    expect(request?.headers).not.toHaveProperty("x-tags");
    expect(request?.headers).not.toHaveProperty("cookie");
    const [themed] = await call("search", { where: {}, ...empty, theme: "dark" });
    expect(themed?.headers["cookie"]).toBe("theme=dark");
  });
});

test.each([
  ["text/csv", Buffer.from("é")],
  ['text/csv; charset="UTF-8"', Buffer.from("é")],
  ["text/csv; header=present;charset=ISO-8859-1", Buffer.from("é", "latin1")],
  ["application/atom+xml; charset=utf-16le", Buffer.from("é", "utf16le")],
  ["text/csv; charset=utf8mb4", Buffer.from("é")],
])("a text is read in the charset that it states, where that is known: %s", async (type, bytes) => {
  const service = await startService((_request, response) => {
    response.writeHead(200, { "Content-Type": type }).end(bytes);
  });
  for (const middleware of [[], [{ onRequest: () => undefined }]]) {
    const api = client.create({ baseUrl: service.url, middleware });
    expect(await api["readFile"]?.()).toBe("é");
  }
});

describe("an answer is read by the most specific of its media types", () => {
  test.each([
    ["application/json", '{"name":"n"}', { name: "n" }],
    ["application/atom+xml", "<a/>", "<a/>"],
    ["text/csv", "a,b", "a,b"],
    ["image/png", "x", new Uint8Array([120])],
  ])("%s", async (type, body, data) => {
    const service = await answering(200, body, { "Content-Type": type });
    expect(await client.create({ baseUrl: service.url })["readFile"]?.()).toEqual(data);
  });
});

test.each([
  ["readFile", "[]"],
  ["readList", "{}"],
  ["readMixed", '"a"'],
])("%s refuses the JSON %s, which is of another type", async (name, body) => {
  const service = await answering(200, body, { "Content-Type": "application/json" });
  const call = client.create({ baseUrl: service.url })[name]?.({ "X-Kinds": [] });
  expect(await rejectionOf(call ?? Promise.resolve())).toMatchObject({ kind: "unreadable", status: 200 });
});

test.each([
  { kinds: [], size: { from: 1 }, empty: "kinds" },
  { kinds: ["a"], size: {}, empty: "size" },
])("a required parameter of a query is refused if it is empty: $empty", async ({ kinds, size, empty }) => {
  const service = await answering(204, "", {});
  const call = client.create({ baseUrl: service.url })["readChosen"]?.({ kinds, size });
  expect(await rejectionOf(call ?? Promise.resolve())).toMatchObject({ kind: "argument", argument: empty });
  expect(service.received).toEqual([]);
});

test("a header that is required is sent if its list is empty too", async () => {
  const service = await answering(200, ["a"], { "Content-Type": "application/json" });
  const call = client.create({ baseUrl: service.url })["readMixed"]?.({ "X-Kinds": [] });
  expect(await call).toEqual(["a"]);
  expect(service.received[0]?.headers["x-kinds"]).toBe("");
});

test("the types say what is sent and what is read", async () => {
  const use = `
import type { Client, Schemas } from "./src/index.ts";

export async function use(api: Client, files: FormData, thing: Schemas["Thing"]): Promise<void> {
  (await api.upload({ body: files })) satisfies undefined;
  (await api.form({ body: { name: "n", tags: ["a"] } })) satisfies undefined;
  const read: Uint8Array | string | Schemas["Thing"] = await api.readFile();
  await api.search({ where: thing, text: "a" });
  await api.replaceImage({ body: new Blob([]) });
  await api.replaceParts({ body: new Blob([]) });
  await api.readFile({}, { timeout: 1 });
  await api.changeThing({ body: undefined });
  // @ts-expect-error it is required
  await api.replaceThing({ body: undefined });
  // @ts-expect-error a parameter in JSON has its type
  await api.search({ where: { nmae: "n" } });
  // @ts-expect-error the bytes do not say their media type
  await api.replaceImage({ body: new Uint8Array() });
  // @ts-expect-error the text does not say its boundary
  await api.replaceParts({ body: "--x--" });
  // @ts-expect-error these are options, and stand second
  await api.readFile({ timeout: 1 });
  // @ts-expect-error it takes no arguments
  await api.readFile("file-1");
  const raw = await api.raw.GET("/search", { params: { query: { where: thing } } });
  // @ts-expect-error it has its type there too
  await api.raw.GET("/search", { params: { query: { where: "{}" } } });
  console.log(read, raw.response.status);
}
`;
  expect(await client.compile(use)).toBe("");
});
