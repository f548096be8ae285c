import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { promisify } from "node:util";
import { encodeForm, type JsonObject } from "@workflow-api/contract";
import { afterAll, describe, expect, test } from "vitest";
import { curlSample } from "../src/samples/curl.ts";
import { shellWithCurl } from "./shell.ts";

const run = promisify(execFile);

test("curl is told to take brackets and braces of an address as they are", () => {
  const sample = (query: string): string =>
    curlSample({ method: "GET", url: `http://localhost/?${query}`, headers: [], body: undefined });
  expect(sample("filter[after]=1")).toBe("curl --globoff 'http://localhost/?filter[after]=1'\n");
  expect(sample("after=1")).toBe("curl 'http://localhost/?after=1'\n");
});

describe("a form in parts", () => {
  let came = { method: "", type: "", body: "" };
  const server = createServer(async (request, response) => {
    const { method = "", headers } = request;
    came = { method, type: headers["content-type"] ?? "", body: await textOf(request) };
    response.end();
  }).listen(0, "127.0.0.1");
  afterAll(() => server.close());

  /** The sample that sends a form, its fields of these types. */
  async function sampleOf(
    method: string,
    form: JsonObject,
    types: Record<string, string> = {},
  ): Promise<string> {
    if (!server.listening) await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const others = { style: undefined, explode: undefined, allowReserved: undefined };
    const encoding = new Map(
      Object.entries(types).map(([name, contentType]) => [name, { contentType, ...others }]),
    );
    const { contentType, text } = encodeForm({ mediaType: "multipart/form-data", encoding }, form);
    const headers = [["Content-Type", contentType]] as const;
    return curlSample({ method, url: `http://127.0.0.1:${port}/`, headers, body: text });
  }

  /** The name, type and text of each part, in any order. */
  function partsCame(): unknown[] {
    const boundary = /boundary=(.*)/.exec(came.type)?.[1] ?? "";
    return came.body
      .split(`--${boundary}`)
      .slice(1, -1)
      .map((part) => {
        const [head = "", ...lines] = part.replace(/^\r\n|\r\n$/g, "").split("\r\n\r\n");
        const [, name] = /name="([^"]*)"/.exec(head) ?? [];
        const [, type] = /Content-Type: (.*)/i.exec(head) ?? [];
        return { name, type, text: lines.join("\r\n\r\n") };
      })
      .toSorted((one, other) => (`${one.name}` < `${other.name}` ? -1 : 1));
  }

  const texts = [
    "plain",
    "",
    "@file",
    "<file",
    "(",
    '"',
    "a;type=b",
    "it's",
    " a ",
    "\\",
    '\\"',
    "a=b",
    "1\n2",
    "%20,é",
  ];

  test("comes as it is, whatever its texts are, with a type and without", async () => {
    const names = texts.map((_, index) => `field-${String(index).padStart(2, "0")}`);
    const form = Object.fromEntries(texts.map((text, index) => [names[index] ?? "", text]));
    for (const type of [undefined, "text/plain", "text/plain; charset=utf-8"]) {
      const types = type === undefined ? {} : Object.fromEntries(names.map((name) => [name, type]));
      await run("sh", ["-c", shellWithCurl + (await sampleOf("PUT", form, types))]);
      expect(came.method).toBe("PUT");
      expect(partsCame()).toEqual(names.map((name, index) => ({ name, type, text: texts[index] })));
    }
  });

  test("has a file under its name", async () => {
    const sample = await sampleOf("PUT", { cover: "%PNG;" }, { cover: "image/png" });
    expect(sample).toContain(`--form 'cover="%PNG;";filename=cover;type=image/png'`);
    await run("sh", ["-c", shellWithCurl + sample]);
    expect(came.body).toContain('name="cover"; filename="cover"\r\nContent-Type: image/png\r\n\r\n%PNG;\r\n');
  });

  test("can be copied from a page, which ends lines by line feeds alone", async () => {
    const sample = await sampleOf("POST", { file: "%PDF-1.7", meta: { title: "a" } });
    expect(sample).not.toContain("\r");
    expect(sample).toContain(`--form 'meta={"title":"a"};type=application/json'`);
  });

  test("is sent as it stands where curl cannot be told a name", async () => {
    await run("sh", ["-c", shellWithCurl + (await sampleOf("POST", { "a=b": "text" }))]);
    expect(partsCame()).toEqual([{ name: "a=b", type: undefined, text: "text" }]);
  });
});
