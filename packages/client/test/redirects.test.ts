import { expect, test } from "vitest";
import { CAGE, clientOf, INSTANCE, readCage, rejectionOf, responding } from "./service.ts";

const followed = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, { ...init, redirect: "follow" });

test.each([301, 302, 303, 307, 308])(
  "a redirect of status %i is not followed, and names the option of the base URL",
  async (status) => {
    const other = await responding(200, CAGE);
    for (const target of ["/elsewhere", other.url]) {
      const { url, received } = await responding(status, "", { Location: target });
      const api = clientOf(url);
      for (const [option, call] of [
        ["dataDictionaryUrl", () => api.getVariablesCage({ id: "1" })],
        ["baseUrl", () => api.resetSmartContractInstance(INSTANCE)],
      ] as const)
        expect(await rejectionOf(call())).toMatchObject({
          kind: "redirect",
          status,
          message: expect.stringContaining(`the option ${option}.`),
        });
      expect(received).toHaveLength(2);
    }
    expect(other.received).toEqual([]);
  },
);

test("304 is no redirect: it leads nowhere", async () => {
  const { url: baseUrl } = await responding(304, "");
  expect(await rejectionOf(readCage({ baseUrl }))).toMatchObject({ kind: "undocumented" });
});

test("a redirect whose status a browser hides is none that is followed either", async () => {
  const hidden = { status: { value: 0 }, type: { value: "opaqueredirect" } };
  const fetch = async (): Promise<Response> => Object.defineProperties(new Response(null), hidden);
  expect(await rejectionOf(readCage({ fetch }))).toMatchObject({ kind: "redirect" });
});

test.each([
  ["", true],
  [" and does not say so, as in React Native", undefined],
])("a redirect that a fetch follows%s is an error, whatever is behind it", async (_how, value) => {
  const service = await responding(200, CAGE);
  const gate = await responding(302, "", { Location: service.url });
  const fetch = async (url: string, init: RequestInit): Promise<Response> =>
    Object.defineProperty(await followed(url, init), "redirected", { value });
  const call = readCage({ baseUrl: `${gate.url}/v2`, fetch });
  expect(await rejectionOf(call)).toMatchObject({ kind: "redirect", status: 200 });
});

test("a response is no redirect where a fetch says that it followed none, or of the same origin", async () => {
  const { url } = await responding(200, CAGE);
  const proxied = (sent: string, init: RequestInit): Promise<Response> =>
    fetch(sent.replace("https://service.test", url), init);
  expect(await readCage({ baseUrl: "https://service.test", fetch: proxied })).toEqual(CAGE);
  const silent = async (sent: string, init: RequestInit): Promise<Response> =>
    Object.defineProperty(await fetch(sent, init), "redirected", { value: undefined });
  expect(await readCage({ baseUrl: `${url}/v2`, fetch: silent })).toEqual(CAGE);
});
