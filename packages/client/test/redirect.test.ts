import { Readable } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import { RedirectError } from "../src/index.ts";
import { answering, CAGE, clientOf, INSTANCE, MEDIA_TYPE, rejectionOf, type Service } from "./service.ts";

/** As that of React Native. */
class TextualURL {
  readonly href: string;
  constructor(address: string) {
    this.href = address.replace(/[^/]$/, "$&/");
  }
  get origin(): never {
    throw new Error("URL.origin is not implemented");
  }
}

describe("a redirect", () => {
  test.each([301, 302, 303, 307, 308])(
    "of status %i is not followed, to the same origin or another",
    async (status) => {
      const other = await answering(200, CAGE);
      for (const target of ["/elsewhere", other.url]) {
        const service = await answering(status, "", { Location: target });
        const api = clientOf(service.url);
        const calls = [api.getVariablesCage({ id: "1" }), api.resetSmartContractInstance(INSTANCE)];
        for (const error of await Promise.all(calls.map(rejectionOf))) {
          expect(error).toBeInstanceOf(RedirectError);
          expect(error).toMatchObject({ kind: "redirect", status });
        }
        expect(service.received.map(({ method }) => method).toSorted()).toEqual(["GET", "POST"]);
      }
      expect(other.received).toEqual([]);
    },
  );

  test("whose status a browser hides is none that is followed either", async () => {
    const hidden = { status: { value: 0 }, type: { value: "opaqueredirect" } };
    const fetch = async (): Promise<Response> => Object.defineProperties(new Response(null), hidden);
    const call = clientOf("http://127.0.0.1:9", { fetch }).getVariablesCage({ id: "1" });
    expect(await rejectionOf(call)).toBeInstanceOf(RedirectError);
  });

  test("that a fetch follows although it should not is told, whatever is behind it", async () => {
    const service = await answering(200, CAGE);
    const gate = await answering(302, "", { Location: service.url });
    const fetch: typeof globalThis.fetch = (url, init) =>
      globalThis.fetch(url, { ...init, redirect: "follow" });
    const call = clientOf(gate.url, { fetch }).getVariablesCage({ id: "1" });
    expect(await rejectionOf(call)).toMatchObject({ kind: "redirect", status: 200 });
    expect(service.received).toHaveLength(1);
  });

  test("to another origin is told where a fetch does not say that it followed, as in React Native", async () => {
    const service = await answering(200, CAGE);
    const gate = await answering(302, "", { Location: service.url });
    const fetch = async (url: string, init: RequestInit): Promise<Response> => {
      const followed = await globalThis.fetch(url, { ...init, redirect: "follow" });
      return Object.defineProperty(followed, "redirected", { value: undefined });
    };
    const call = ({ url }: Service): Promise<unknown> =>
      clientOf(url, { fetch }).getVariablesCage({ id: "1" });
    expect(await rejectionOf(call(gate))).toMatchObject({ kind: "redirect", status: 200 });
    expect(await call(service)).toEqual(CAGE);
  });

  test("is told apart by the texts of addresses: the URL of React Native knows no origin and leaves them as they are", async () => {
    vi.stubGlobal("URL", TextualURL);
    try {
      const hook = ({ request }: { request: Request }): Request => request;
      const answeredBy = (url: string): Promise<unknown> => {
        const told = { url: { value: url }, redirected: { value: undefined } };
        const headers = { "Content-Type": MEDIA_TYPE };
        const answer = Object.defineProperties(new Response(JSON.stringify(CAGE), { headers }), told);
        const options = { fetch: async () => answer, middleware: [{ onRequest: hook }] };
        return clientOf("http://Service.test:81/v2", options).getVariablesCage({ id: "1" });
      };
      expect(await rejectionOf(answeredBy("http://service.test/v2/1"))).toBeInstanceOf(RedirectError);
      expect(await rejectionOf(answeredBy("https://service.test:81/v2/1"))).toBeInstanceOf(RedirectError);
      expect(await answeredBy("http://service.test:81/v2/1")).toEqual(CAGE);
      expect(await answeredBy("")).toEqual(CAGE);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test("is not read: its connection is free at once", async () => {
    const cancel = vi.fn();
    const answer = new Response(new ReadableStream({ cancel }), { status: 302 });
    const call = clientOf("http://127.0.0.1:9", { fetch: async () => answer }).getVariablesCage({ id: "1" });
    expect(await rejectionOf(call)).toBeInstanceOf(RedirectError);
    expect(cancel).toHaveBeenCalledOnce();
  });

  test("is one where its body cannot be cancelled, as with node-fetch: its fetch is told, and not asked again", async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
      signals.push(init.signal);
      const value = Readable.from([]);
      return Object.defineProperty(new Response(null, { status: 302 }), "body", { value });
    };
    const call = clientOf("http://127.0.0.1:9", { fetch }).getVariablesCage({ id: "1" });
    expect(await rejectionOf(call)).toBeInstanceOf(RedirectError);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  });

  test("names the option that holds the address of the operation", async () => {
    const api = clientOf((await answering(308, "")).url);
    expect(await rejectionOf(api.getVariablesCage({ id: "1" }))).toMatchObject({
      message: expect.stringContaining("the option dataDictionaryUrl."),
    });
    expect(await rejectionOf(api.resetSmartContractInstance(INSTANCE))).toMatchObject({
      message: expect.stringContaining("the option baseUrl."),
    });
  });

  test("is not followed by the openapi-fetch client either", async () => {
    const other = await answering(200, CAGE);
    const service = await answering(307, "", { Location: other.url });
    const call = clientOf(service.url).raw.GET("/data_dictionary/variables_cages/{id}", {
      params: { path: { id: "1" } },
    });
    expect(await rejectionOf(call)).toBeInstanceOf(RedirectError);
    expect(other.received).toEqual([]);
  });
});
