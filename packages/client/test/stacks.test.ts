import { describe, expect, test } from "vitest";
import type { ClientOptions } from "../src/index.ts";
import {
  answering,
  clientOf,
  INSTANCE,
  rejectionOf,
  type Service,
  type ServiceClient,
  startService,
} from "./service.ts";

const silent = (): Promise<Service> => startService(() => {});
const broken = (): Promise<Service> => startService(({ socket }) => socket.destroy());
const failing = (): Promise<Service> => answering(502, "");

describe.each<[string, Partial<ClientOptions>]>([
  ["straight", {}],
  ["past hooks", { middleware: [{ onRequest: () => undefined }] }],
])("the stack of an error leads to the line of the call, %s", (_how, options) => {
  test.each<[string, () => Promise<Service>, (api: ServiceClient) => Promise<unknown>]>([
    ["an argument", failing, (api) => api.getVariablesCage({ id: "" })],
    ["a deadline", silent, (api) => api.getVariablesCage({ id: "1" }, { timeout: 1 })],
    ["a deadline of raw", silent, (api) => readRaw(api)],
    [
      "an abort",
      silent,
      (api) => {
        const controller = new AbortController();
        const call = api.resetSmartContractInstance(INSTANCE, { signal: controller.signal });
        controller.abort();
        return call;
      },
    ],
    ["a connection", broken, (api) => api.resetSmartContractInstance(INSTANCE)],
    ["an answer", failing, (api) => api.resetSmartContractInstance(INSTANCE)],
    ["an answer that is returned", failing, (api) => returned(api)],
  ])("of %s", async (_what, start, call) => {
    const { url } = await start();
    const api = clientOf(url, { ...options, retry: 0 });
    const lineOfCall = async (): Promise<void> => void (await call(api));
    const error = await rejectionOf(lineOfCall());
    expect(error).toMatchObject({ stack: expect.stringMatching(/\n.*lineOfCall/) });
    const { stack, message } = error as Error;
    expect(stack).toContain(message);
  });
});

test.each([
  ["frozen", Object.freeze],
  ["sealed", Object.seal],
  ["closed", Object.preventExtensions],
])("an error that a hook has %s reaches the caller as it is", async (_how, close) => {
  const { url } = await broken();
  const onError = ({ error }: { readonly error: unknown }): never => {
    throw close(error);
  };
  const { safe, raw } = clientOf(url, { middleware: [{ onError }], retry: 0 });
  expect(await safe.resetSmartContractInstance(INSTANCE)).toMatchObject({ error: { kind: "connection" } });
  const input = { params: { path: { id: "1" } } };
  expect(await rejectionOf(raw.GET("/data_dictionary/variables_cages/{id}", input))).toMatchObject({
    kind: "connection",
  });
});

function readRaw({ raw }: ServiceClient): Promise<unknown> {
  const call = { params: { path: { id: "1" } }, timeout: 1 };
  return raw.GET("/data_dictionary/variables_cages/{id}", call);
}

async function returned({ safe }: ServiceClient): Promise<void> {
  const { error } = await safe.resetSmartContractInstance(INSTANCE);
  if (error) throw error;
}
