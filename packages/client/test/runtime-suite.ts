import { ApiError, createClient } from "../src/index.ts";
import { createFetchClient } from "../src/openapi-fetch.ts";

/** What went wrong in a runtime, by the title of the behaviour. Empty: nothing. */
export type Problems = Readonly<Record<string, string>>;

const domain = "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30";
const auth = { apiKey: "key-of-the-suite", apiSecret: "secret-of-the-suite" };

/**
 * The behaviour that every runtime must show. It uses nothing but the web's own interfaces.
 *
 * @param baseUrl - A service that behaves as the id of the cage says.
 */
export async function runSuite(baseUrl: string): Promise<Problems> {
  const api = createClient({ baseUrl, domain, auth, timeout: 10_000 });
  const client = createFetchClient({ baseUrl, domain, auth });
  const cage = (id: string, options = {}): Promise<unknown> =>
    api.getVariablesCage({ id }, options);
  const aborted = (id: string): Promise<unknown> => {
    const controller = new AbortController();
    setTimeout(() => controller.abort("left"), 20);
    return cage(id, { signal: controller.signal });
  };
  const cases: Readonly<Record<string, () => Promise<unknown>>> = {
    "sends the keys, the domain and a list": async () =>
      expectSent(await api.getVariablesCage({ id: "a/b", include: ["author"] })),
    "sends the same by openapi-fetch": async () => {
      const params = { path: { id: "a/b" } };
      expectSent((await client.GET("/data_dictionary/variables_cages/{id}", { params })).data);
    },
    "refuses a segment that would vanish": () => expectKind(cage(".."), "argument"),
    "refuses a limit": () => expectKind(cage("1", { timeout: -1 }), "configuration"),
    "refuses half a surrogate pair": () => expectKind(cage("\ud800"), "argument"),
    "reads a documented error": () => expectKind(cage("unknown"), "status", 401),
    "reports an undocumented response": () =>
      expectKind(cage("html", { retry: 0 }), "undocumented", 502),
    "reports a body that is no JSON": () => expectKind(cage("garbage"), "unreadable", 200),
    "follows no redirect": () => expectKind(cage("redirect"), "redirect"),
    "ends a silent request": () => expectKind(cage("silent", { timeout: 50 }), "timeout"),
    "ends a stalled body": () => expectKind(cage("stall", { timeout: 100 }), "timeout"),
    "reports a broken body": () => expectKind(cage("break", { retry: 0 }), "connection"),
    "stops at the cap": () => expectKind(cage("large", { maxBytes: 1000 }), "size"),
    "repeats a GET": () => cage("busy"),
    "aborts a request": () => expectKind(aborted("silent"), "abort"),
    "aborts a body": () => expectKind(aborted("stall"), "abort"),
  };
  const problems: Record<string, string> = {};
  for (const [title, run] of Object.entries(cases)) {
    await run().catch((error: unknown) => {
      problems[title] = String(error);
    });
  }
  return problems;
}

async function expectKind(call: Promise<unknown>, kind: string, status?: number): Promise<void> {
  const error: unknown = await call.catch((reason: unknown) => reason);
  const isExpected =
    error instanceof ApiError && error.kind === kind && (status ?? error.status) === error.status;
  if (!isExpected) throw new Error(`Expected ${kind} ${status ?? ""}: ${String(error)}`);
  const shown = `${String(error)} ${error.stack} ${JSON.stringify(error)}`;
  if (shown.includes("of-the-suite")) throw new Error("A credential is shown.");
}

/** The service repeats the headers of a request in the body. */
function expectSent(data: unknown): void {
  const { received } = data as { readonly received: Readonly<Record<string, string>> };
  const expected = {
    "x-domain": domain,
    "x-api-key": auth.apiKey,
    accept: "application/vnd.api+json",
  };
  for (const [name, value] of Object.entries(expected))
    if (received[name] !== value) throw new Error(`The header ${name} is ${received[name]}.`);
}
