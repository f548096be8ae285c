import { ApiError, type Auth, createClient, createMethods } from "../src/index.ts";

/** What came of one behaviour. */
export interface Outcome {
  readonly title: string;
  /** `undefined`: it is as it should be. */
  readonly problem: string | undefined;
}

const domain = "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30";
const keys = { apiKey: "key-of-the-suite", apiSecret: "secret-of-the-suite" };
const instance = (taskInstanceId: string) => ({
  flowInstanceId: "flow 1",
  containerInstanceId: "c",
  processInstanceId: "p",
  taskInstanceId,
});

/** The behaviour that every runtime must show. It uses nothing but the web's own interfaces. */
export async function runSuite(baseUrl: string): Promise<Outcome[]> {
  const api = createClient({ baseUrl, domain, auth: keys, timeout: 10_000 });
  const cage = (id: string, options = {}): Promise<unknown> => api.getVariablesCage({ id }, options);
  const raw = (id: string) =>
    api.raw.GET("/data_dictionary/variables_cages/{id}", { params: { path: { id } } });
  const abort = (reason: unknown, id: string): Promise<unknown> => {
    const controller = new AbortController();
    const call = cage(id, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 20);
    return call;
  };
  const cases: Readonly<Record<string, () => Promise<unknown>>> = {
    "sends the keys, the domain and a list": async () =>
      expectHeaders(await api.getVariablesCage({ id: "a/b", include: ["author"] }), {
        accept: "application/vnd.api+json",
        "x-domain": domain,
        "x-api-key": keys.apiKey,
        "x-api-secret": keys.apiSecret,
      }),
    "sends a bearer token of a function": async () => {
      const auth: Auth = { bearer: async () => "token-1" };
      const bearer = createClient({ baseUrl, domain, auth });
      expectHeaders(await bearer.resetSmartContractInstance(instance("t")), {
        authorization: "Bearer token-1",
      });
    },
    "refuses a segment that would vanish": () => expectKind(cage(".."), "argument"),
    "refuses half a surrogate pair": () => expectKind(cage("\ud800"), "argument"),
    "reads a documented error": () =>
      expectKind(api.resetSmartContractInstance(instance("unknown")), "status", 404),
    "tells an undocumented answer": () => expectKind(cage("html", { retry: 0 }), "undocumented", 502),
    "follows no redirect": () => expectKind(cage("redirect"), "redirect"),
    "ends a silent request": () => expectKind(cage("silent", { timeout: 50 }), "timeout"),
    "ends a stalled body": () => expectKind(cage("stall", { timeout: 100 }), "timeout"),
    "tells a broken body": () => expectKind(cage("break", { retry: 0 }), "connection"),
    "stops at the cap": () => expectKind(cage("large", { maxBytes: 1000 }), "size"),
    "repeats what only reads": () => cage("busy"),
    "sends the same by the methods alone": async () =>
      expectHeaders(await createMethods({ baseUrl, domain, auth: keys }).getVariablesCage({ id: "a/b" }), {
        "x-domain": domain,
        "x-api-key": keys.apiKey,
      }),
    "sends what a hook adds": async () => {
      const onRequest = ({ request }: { request: Request }): void =>
        request.headers.set("x-trace", "trace-1");
      const hooked = createClient({ baseUrl, domain, auth: keys, middleware: [{ onRequest }] });
      expectHeaders(await hooked.getVariablesCage({ id: "1" }), {
        "x-trace": "trace-1",
        "x-api-secret": keys.apiSecret,
      });
    },
    "ends a call by the signal that a hook gives": () => {
      const controller = new AbortController();
      const onRequest = ({ request }: { request: Request }): Request =>
        new Request(request, { signal: controller.signal });
      const hooked = createClient({ baseUrl, domain, auth: keys, middleware: [{ onRequest }] });
      setTimeout(() => controller.abort(), 20);
      return expectKind(hooked.getVariablesCage({ id: "silent" }), "abort");
    },
    "reads by the plain client": async () => {
      const { data } = await raw("a/b");
      expectHeaders(Object(data), { "x-domain": domain, "x-api-key": keys.apiKey });
    },
    "refuses what the plain client cannot read": () => expectKind(raw("garbage"), "unreadable", 200),
    "aborts a request": () => expectKind(abort(new Error("left"), "silent"), "abort"),
    "aborts a body": () => expectKind(abort("left", "stall"), "abort"),
  };
  const outcomes: Outcome[] = [];
  for (const [title, run] of Object.entries(cases)) {
    outcomes.push({ title, problem: await run().then(() => undefined, String) });
  }
  return outcomes;
}

async function expectKind(call: Promise<unknown>, kind: string, status?: number): Promise<void> {
  const error: unknown = await call.catch((reason: unknown) => reason);
  const isExpected =
    error instanceof ApiError && error.kind === kind && (status ?? error.status) === error.status;
  if (!isExpected) throw new Error(`Expected ${kind} ${status ?? ""}: ${String(error)}`);
  const shown = `${String(error)} ${error.stack} ${JSON.stringify(error)}`;
  if (shown.includes("of-the-suite")) throw new Error("A credential is shown.");
}

function expectHeaders(answer: object, headers: Readonly<Record<string, string>>): void {
  const { received } = answer as { received?: { headers?: Record<string, string> } };
  for (const [name, value] of Object.entries(headers)) {
    if (received?.headers?.[name] !== value)
      throw new Error(`The header ${name} is ${received?.headers?.[name]}.`);
  }
}
