import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import type { Middleware } from "../src/index.ts";
import { contractNamed, generatedClient } from "./generated-client.ts";
import { answering, startService } from "./service.ts";

// A URL parser writes the apostrophe in another way than encodeURIComponent.
const KEY = "it's a key&more";
const SHOWN = [KEY, encodeURIComponent(KEY), encodeURIComponent(KEY).replaceAll("'", "%27"), "key%26more"];
const JSON_TYPE = { "Content-Type": "application/json" };

const client = await generatedClient(contractNamed("shapes.yaml"));

describe.each([
  { way: "straight", hasHook: false },
  { way: "past a hook", hasHook: true },
])("a key in the query, sent $way, is shown by nothing", ({ hasHook }) => {
  test.each([
    { title: "an answer", status: 200, body: "1" },
    { title: "an undocumented answer", status: 418, body: "no" },
    { title: "an unreadable answer", status: 200, body: "{" },
    { title: "a redirect", status: 302, body: "" },
    { title: "an answer over the cap", status: 200, body: "1".repeat(99) },
  ])("of $title", async ({ status, body }) => {
    const service = await answering(status, body, JSON_TYPE);
    const seen = await everythingSeen(service.url, hasHook);
    expect(service.received).toHaveLength(1);
    expect(service.received[0]?.target).toBe(`/scalar?api%20key=${SHOWN[2]}`);
    for (const shown of SHOWN) expect(seen).not.toContain(shown);
  });

  test("of a platform's error that holds the address as it was parsed", async () => {
    const fetch = (url: string): Promise<Response> =>
      Promise.reject(new TypeError(`sending ${new URL(url)}`));
    const seen = await everythingSeen("http://127.0.0.1:9", hasHook, fetch);
    expect(seen).toContain("api%20key=█");
    for (const shown of SHOWN) expect(seen).not.toContain(shown);
  });

  test("of a broken connection", async () => {
    const service = await startService((_request, response) => void response.destroy());
    const seen = await everythingSeen(service.url, hasHook);
    for (const shown of SHOWN) expect(seen).not.toContain(shown);
  });
});

test("a redirect to another origin is told where a fetch does not say that it followed, and the key went there too", async () => {
  const other = await answering(200, "1", JSON_TYPE);
  const fetch = async (url: string): Promise<Response> => {
    const followed = await globalThis.fetch(url.replace(/^http:..[^/]*/, other.url));
    return Object.defineProperty(followed, "redirected", { value: undefined });
  };
  const api = client.create({ baseUrl: "http://service.test", auth: { query: KEY }, fetch });
  const { error } = await Reflect.get(Object(api["safe"]), "readNumber")();
  expect(error).toMatchObject({ kind: "redirect", response: { url: other.url } });
});

/** Everything that an application sees of a call, printed: what it ends in, its response, and what hooks are told. */
async function everythingSeen(baseUrl: string, hasHook: boolean, fetch?: unknown): Promise<string> {
  const seen: unknown[] = [];
  const hook: Middleware = {
    onRequest: ({ request }) => void seen.push(request, request.url),
    onResponse: ({ request, response }) => void seen.push(request, response, response.url),
    onError: ({ request, error }) => void seen.push(request, error),
  };
  const logger = (entry: unknown): void => void seen.push(entry);
  const api = client.create({
    baseUrl,
    auth: { query: KEY },
    logger,
    fetch,
    retry: 0,
    maxBytes: 50,
    middleware: hasHook ? [hook] : [],
  });
  const result = await Reflect.get(Object(api["safe"]), "readNumber")();
  const { error, response } = result;
  seen.push(result, error, error?.cause, response, response?.url);
  return seen.map((each) => inspect(each, { depth: 9, showHidden: true, getters: true })).join("\n");
}
