import { expect, test } from "vitest";
import { contractNamed, generatedClient } from "./generated-client.ts";

const client = await generatedClient(contractNamed("own-address.yaml"));

/** The address that a call of the file is sent to. */
async function addressAsked(options: object, middleware: readonly object[]): Promise<string> {
  const asked: string[] = [];
  const fetch = async (url: string): Promise<Response> => {
    asked.push(url);
    return new Response(null, { status: 204 });
  };
  await client.create({ baseUrl: "http://127.0.0.1:9", ...options, fetch, middleware })["getFile"]?.();
  return String(asked);
}

test.each([
  { way: "straight", middleware: [] },
  { way: "past a hook", middleware: [{ onRequest: () => undefined }] },
])(
  "an operation with an address of its own is called there, sent $way, however the contract writes it",
  async ({ middleware }) => {
    expect(await addressAsked({}, middleware)).toBe("https://files.example/v1/file");
    const filesExampleV1Url = "HTTP://127.0.0.1:80/other/";
    expect(await addressAsked({ filesExampleV1Url }, middleware)).toBe("http://127.0.0.1/other/file");
  },
);
