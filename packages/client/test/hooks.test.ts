import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { contractNamed, generatedClient } from "./generated-client.ts";
import {
  answering,
  CAGE,
  clientOf,
  INSTANCE,
  MEDIA_TYPE,
  type Received,
  rejectionOf,
  startService,
} from "./service.ts";

const client = await generatedClient(contractNamed("shapes.yaml"));

interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly body?: string;
}

const json = (status: number, body: string): Answer => ({ status, type: "application/json", body });
const form = { R: 1, "G&": "é" };
const clash = { id: "a/b", pathBody: "c", queryId: 1, headerId: "d", body: { R: 1 } };

describe("a hook that changes nothing changes neither what is sent nor what comes of it", () => {
  test.each<[string, object, Answer]>([
    ["queryStyles", { "page[size]": 1, form: ["a", "b c"], filter: { R: 1 } }, { status: 204 }],
    ["queryStyles", {}, { status: 204 }],
    ["headersAndCookies", { "If-Match": '"1"', session: "s;1", colours: ["x"] }, { status: 204 }],
    ["clash", clash, json(200, '{"R":2}')],
    ["clash", clash, json(200, '{"R":')],
    ["clash", clash, json(200, "null")],
    ["clash", clash, { status: 200, type: "text/html", body: "<p>" }],
    ["clash", clash, json(409, '{"title":"Clash"}')],
    ["clash", clash, json(409, "")],
    ["clash", clash, { status: 503, type: "text/plain", body: "Later" }],
    ["clash", clash, { status: 503, type: "text/plain", body: '"Later"' }],
    ["clash", clash, { status: 503, type: "text/plain", body: '{ "when": 1.0 }' }],
    ["clash", clash, { status: 503, type: "text/plain", body: "null" }],
    ["clash", clash, { status: 418, type: "text/html", body: "[1 ]" }],
    ["clash", clash, { status: 999, type: "text/plain", body: "Denied" }],
    ["clash", clash, { status: 307, body: "" }],
    ["clash", { ...clash, id: ".." }, json(200, "{}")],
    ["sendForm", { body: form }, { status: 200, type: "text/plain; charset=utf-8", body: "é" }],
    ["sendForm", {}, { status: 200, type: "text/plain", body: "" }],
    [
      "sendFile",
      { body: new Uint8Array([0, 255]) },
      { status: 200, type: "application/octet-stream", body: "\0\u0001" },
    ],
    ["readNumber", {}, json(200, "12")],
    ["probeNumber", {}, { status: 404, type: "application/json" }],
    ["removeFar", {}, { status: 204 }],
    ["readBelow", { with: ["owner"] }, json(200, '{"name":"n"}')],
  ])("%s %j answered with %j", async (operationId, args, { status, type, body }) => {
    const service = await startService((_request, response) => {
      response.writeHead(status, type === undefined ? {} : { "Content-Type": type }).end(body);
    });
    const auth =
      operationId === "readBelow" ? { basic: { username: "ada", password: "pw" } } : { token: "token-1" };
    const options = { baseUrl: service.url, farExampleComApiUrl: service.url, auth, retry: 0 };
    const hook = { onRequest: () => undefined };
    const outcomes: unknown[] = [];
    for (const middleware of [[], [hook]]) {
      const api = client.create({ ...options, middleware });
      outcomes.push(await outcomeOf(() => api[operationId]?.({ ...args })));
    }
    expect(outcomes[1]).toEqual(outcomes[0]);
    const half = service.received.length / 2;
    expect(service.received.slice(half).map(relevant)).toEqual(service.received.slice(0, half).map(relevant));
  });
});

test.each(["onRequest", "onResponse", "onError"])(
  "an answer that a hook gives in %s is read as it is",
  async (moment) => {
    const service = await startService((_request, response) => {
      if (moment === "onError") response.destroy();
      else response.writeHead(204).end();
    });
    const answer = (): Response => new Response('"Later"', { status: 503 });
    const options = { baseUrl: service.url, auth: { token: "token-1" }, retry: 0 };
    const api = client.create({ ...options, middleware: [{ [moment]: answer }] });
    expect(await outcomeOf(() => api["clash"]?.(clash))).toMatchObject({ status: 503, body: '"Later"' });
  },
);

test("a body is sent where a Request does not show its own, as in Firefox", async () => {
  const shown = Object.getOwnPropertyDescriptor(Request.prototype, "body") ?? {};
  Reflect.deleteProperty(Request.prototype, "body");
  onTestFinished(() => void Object.defineProperty(Request.prototype, "body", shown));
  const service = await startService((_request, response) => void response.writeHead(202).end());
  const hook = { onRequest: () => undefined };
  const api = client.create({ baseUrl: service.url, auth: { token: "token-1" }, middleware: [hook] });
  await api["clash"]?.(clash);
  expect(service.received.map(({ body }) => body)).toEqual(['{"R":1}']);
});

describe("a hook", () => {
  const hook = { onRequest: () => undefined };

  test.each(["Op\xe9ration r\xe9ussie", "\t", "OK"])(
    "does not fail for the reason phrase %j",
    async (phrase) => {
      const service = await startService((_request, response) => {
        response.writeHead(200, phrase, { "Content-Type": MEDIA_TYPE }).end('{"acknowledge":true}');
      });
      const { safe } = clientOf(service.url, { middleware: [hook] });
      expect(await safe.resetSmartContractInstance(INSTANCE)).toMatchObject({ data: { acknowledge: true } });
    },
  );

  test.each([
    [204, { kind: "undocumented", status: 204 }],
    [205, { kind: "undocumented", status: 205 }],
    [304, { kind: "undocumented", status: 304, message: expect.stringContaining("acknowledge") }],
  ])(
    "does not fail for a body of status %i, which a fetch may give all the same",
    async (status, expected) => {
      const fetch = async (): Promise<Response> => {
        const answer = new Response('{"acknowledge":true}', { headers: { "Content-Type": MEDIA_TYPE } });
        return Object.defineProperty(answer, "status", { value: status });
      };
      const { safe, raw } = clientOf("http://127.0.0.1:9", { fetch, middleware: [hook] });
      expect(await safe.resetSmartContractInstance(INSTANCE)).toMatchObject({ error: expected });
      const input = { params: { path: { id: "1" } } };
      const error = await rejectionOf(raw.GET("/data_dictionary/variables_cages/{id}", input));
      expect(error).toMatchObject({ kind: "undocumented", status });
    },
  );

  test("sees the reason phrase, without what a Response cannot have in it", async () => {
    const phrases: string[] = [];
    const onResponse = ({ response }: { response: Response }): void => void phrases.push(response.statusText);
    const fetch = async (): Promise<Response> => {
      const answer = Response.json(CAGE, { headers: { "Content-Type": MEDIA_TYPE } });
      return Object.defineProperty(answer, "statusText", { value: "Found it \u2713" });
    };
    const api = clientOf("http://127.0.0.1:9", { fetch, middleware: [{ onResponse }] });
    await api.getVariablesCage({ id: "1" });
    expect(phrases).toEqual(["Found it "]);
  });

  test("that there is none of costs no Request", async () => {
    vi.stubGlobal("Request", undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
    const service = await answering(200, CAGE);
    expect(await clientOf(service.url).getVariablesCage({ id: "1" })).toEqual(CAGE);
  });

  // A promise that is rejected, and that nobody waits for, ends the process.
  test("gives an error whose body breaks, which the caller is told of", async () => {
    const broken = new Error("The body broke.");
    const onRequest = (): Response =>
      new Response(new ReadableStream({ start: (body) => body.error(broken) }), { status: 401 });
    const { safe } = clientOf("http://127.0.0.1:9", { middleware: [{ onRequest }] });
    expect(await rejectionOf(safe.getVariablesCage({ id: "1" }))).toBe(broken);
  });

  test("sees from where an answer came, as the caller does", async () => {
    const service = await answering(200, CAGE);
    const seen: string[] = [];
    const onResponse = ({ response }: { response: Response }): void => void seen.push(response.url);
    const { safe } = clientOf(service.url, { middleware: [{ onResponse }] });
    const { response } = await safe.getVariablesCage({ id: "1" });
    expect([response?.url, ...seen]).toEqual(
      Array(2).fill(`${service.url}/data_dictionary/variables_cages/1`),
    );
  });

  test("that gives a request with a signal ends the call by it", async () => {
    const controller = new AbortController();
    const reason = new Error("The hook waits no longer.");
    const service = await startService(() => controller.abort(reason));
    const signals: (AbortSignal | null | undefined)[] = [];
    const fetch = (url: string, init: RequestInit): Promise<Response> => {
      signals.push(init.signal);
      return globalThis.fetch(url, init);
    };
    const onRequest = ({ request }: { request: Request }): Request =>
      new Request(request, { signal: controller.signal });
    const { safe } = clientOf(service.url, { fetch, middleware: [{ onRequest }] });
    for (const requests of [1, 1]) {
      const { error } = await safe.getVariablesCage({ id: "1" });
      expect(error).toMatchObject({ kind: "abort", operationId: "getVariablesCage", cause: reason });
      expect(service.received).toHaveLength(requests);
    }
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  });

  test("needs no Request that has a signal, as those of some platforms", async () => {
    const onRequest = ({ request }: { request: Request }): Request =>
      Object.defineProperty(request, "signal", { value: undefined });
    const api = clientOf((await answering(200, CAGE)).url, { middleware: [{ onRequest }] });
    expect(await api.getVariablesCage({ id: "1" })).toEqual(CAGE);
  });

  test("gives an answer of success that is read once, and not kept", async () => {
    const service = await answering(200, CAGE);
    const clone = vi.spyOn(Response.prototype, "clone");
    onTestFinished(() => clone.mockRestore());
    const onResponse = ({ response }: { response: Response }): Response => response;
    const api = clientOf(service.url, { middleware: [{ onResponse }] });
    expect(await api.getVariablesCage({ id: "1" })).toEqual(CAGE);
    expect(clone).not.toHaveBeenCalled();
  });

  test("that is taken back as often as it was given is called no more, and others are", async () => {
    const service = await answering(200, CAGE);
    const called: string[] = [];
    const [one, other] = ["one", "other"].map((name) => ({ onRequest: () => void called.push(name) }));
    if (!one || !other) throw new Error("two hooks");
    const api = clientOf(service.url);
    api.raw.use(one, other, one);
    for (const expected of [["one", "other", "one"], ["other", "one"], ["other"], ["other"]]) {
      await api.getVariablesCage({ id: "1" });
      expect(called.splice(0)).toEqual(expected);
      api.raw.eject(one);
    }
  });

  test("that is taken back is kept no longer", async () => {
    const { raw } = clientOf("http://127.0.0.1:9");
    const held = (() => {
      const taken = { onRequest: () => undefined };
      raw.use(taken);
      raw.eject(taken);
      return new WeakRef(taken);
    })();
    await collectGarbage();
    expect(held.deref()).toBeUndefined();
  });
});

/** Frees what nobody holds. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString("--expose-gc");
  await setImmediate();
  runInNewContext("gc")();
}

async function outcomeOf(call: () => Promise<unknown> | undefined): Promise<unknown> {
  try {
    return { data: await call() };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { name, message } = error;
    return { name, message, status: Reflect.get(error, "status"), body: Reflect.get(error, "body") };
  }
}

/** What of a request is not the connection's own business. */
function relevant({ method, target, headers, body }: Received): unknown {
  const { connection, "accept-language": _language, "sec-fetch-mode": _mode, ...rest } = headers;
  return { method, target, headers: rest, body };
}

describe("a hook that never ends", () => {
  const never = (): Promise<undefined> => new Promise(() => {});
  const call = async (moment: string, options: object): Promise<unknown> => {
    const service = await startService((_request, response) => {
      response.writeHead(204).end();
    });
    const auth = { token: "token-1" };
    const api = client.create({ baseUrl: service.url, auth, timeout: 50, middleware: [{ [moment]: never }] });
    return rejectionOf(api["queryStyles"]?.({ "page[size]": 1 }, options) ?? Promise.resolve());
  };

  test.each(["onRequest", "onResponse"])("in %s is left at the deadline of the call", async (moment) => {
    expect(await call(moment, {})).toMatchObject({ kind: "timeout" });
  });

  test.each(["onRequest", "onResponse"])("in %s is left when the caller aborts", async (moment) => {
    const controller = new AbortController();
    const outcome = call(moment, { timeout: 0, signal: controller.signal });
    controller.abort("left");
    expect(await outcome).toMatchObject({ kind: "abort", cause: "left" });
  });
});
