import { expect, test } from "vitest";
import { answering, CAGE, clientOf, INSTANCE, JSON_API, readCage, rejectionOf } from "./service.ts";

const followed = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, { ...init, redirect: "follow" });

test.each([301, 302, 303, 307, 308])(
  "a redirect of status %i is not followed, to the same origin or another",
  async (status) => {
    const other = await answering(200, CAGE);
    for (const target of ["/elsewhere", other.url]) {
      const service = await answering(status, "", { Location: target });
      const api = clientOf(service.url);
      const calls = [api.getVariablesCage({ id: "1" }), api.resetSmartContractInstance(INSTANCE)];
      for (const error of await Promise.all(calls.map(rejectionOf)))
        expect(error).toMatchObject({ kind: "redirect", status });
      expect(service.received.map(({ method }) => method).toSorted()).toEqual(["GET", "POST"]);
    }
    expect(other.received).toEqual([]);
  },
);

test("304 is no redirect: it leads nowhere", async () => {
  const { url: baseUrl } = await answering(304, "");
  expect(await rejectionOf(readCage({ baseUrl }))).toMatchObject({
    kind: "undocumented",
    status: 304,
  });
});

test("a redirect whose status a browser hides is none that is followed either", async () => {
  const hidden = { status: { value: 0 }, type: { value: "opaqueredirect" } };
  const fetch = async (): Promise<Response> => Object.defineProperties(new Response(null), hidden);
  expect(await rejectionOf(readCage({ fetch }))).toMatchObject({ kind: "redirect" });
});

test("a redirect that a fetch follows although it should not is told, whatever is behind it", async () => {
  const service = await answering(200, CAGE);
  const gate = await answering(302, "", { Location: service.url });
  const call = readCage({ baseUrl: gate.url, fetch: followed });
  expect(await rejectionOf(call)).toMatchObject({ kind: "redirect", status: 200 });
});

test("a redirect to another origin is told where a fetch does not say that it followed, as in React Native", async () => {
  const service = await answering(200, CAGE);
  const gate = await answering(302, "", { Location: service.url });
  const fetch = async (url: string, init: RequestInit): Promise<Response> =>
    Object.defineProperty(await followed(url, init), "redirected", { value: undefined });
  const call = (url: string): Promise<unknown> => readCage({ baseUrl: `${url}/v2`, fetch });
  expect(await rejectionOf(call(gate.url))).toMatchObject({ kind: "redirect", status: 200 });
  expect(await call(service.url)).toEqual(CAGE);
});

test("an answer of another origin is no redirect where a fetch says that it followed none, as behind a proxy", async () => {
  const gateway = await answering(200, CAGE);
  const baseUrl = "https://service.test";
  const fetch = (url: string, init: RequestInit): Promise<Response> =>
    globalThis.fetch(url.replace(baseUrl, gateway.url), init);
  expect(await readCage({ baseUrl, fetch })).toEqual(CAGE);
});

test("a redirect names the option that holds the address of the operation", async () => {
  const api = clientOf((await answering(308, "", JSON_API)).url);
  expect(await rejectionOf(api.getVariablesCage({ id: "1" }))).toMatchObject({
    message: expect.stringContaining("the option dataDictionaryUrl."),
  });
  expect(await rejectionOf(api.resetSmartContractInstance(INSTANCE))).toMatchObject({
    message: expect.stringContaining("the option baseUrl."),
  });
});
