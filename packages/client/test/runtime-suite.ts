import { ApiError, createClient, type Limits } from "./fixture/client.ts";

/** What went wrong in a runtime, by the title of the behaviour. Empty: nothing. */
export type Problems = Readonly<Record<string, string>>;

const tenant = "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30";
const auth = { key: "key-of-the-suite", secret: "secret-of-the-suite" };

/** What calls end in whose service behaves as the id of the cage says, and with which limits. */
const endings: readonly [title: string, id: string, kind: ApiError["kind"], limits?: Limits][] = [
  ["refuses a segment that would vanish", "..", "argument"],
  ["reads a documented error", "unknown", "status"],
  ["reports an undocumented response", "html", "undocumented", { retry: 0 }],
  ["reports a body that is no JSON", "garbage", "unreadable"],
  ["follows no redirect", "redirect", "redirect"],
  ["ends a silent request", "silent", "timeout", { timeout: 50 }],
  ["ends a stalled body", "stall", "timeout", { timeout: 100 }],
  ["reports a broken body", "break", "connection", { retry: 0 }],
  ["stops at the cap", "large", "size", { maxBytes: 1000 }],
  ["aborts a request", "silent", "abort"],
  ["aborts a body", "stall", "abort"],
];

/** The behaviour that every runtime must show. It uses nothing but the web's own interfaces. */
export async function runSuite(baseUrl: string): Promise<Problems> {
  const api = createClient({ baseUrl, tenant, auth, timeout: 10_000 });
  const problems: Record<string, string> = {};
  const run = (title: string, behaviour: Promise<void>): Promise<void> =>
    behaviour.catch((error: unknown) => {
      problems[title] = String(error);
    });
  const sent = api.getBook({ bookId: "a/b", include: ["author"] });
  await run("sends the keys, the tenant and a list", expectSent(sent));
  const params = { path: { bookId: "a/b" } };
  const same = api.GET("/catalogue/books/{bookId}", { params });
  await run("sends the same by openapi-fetch", expectSent(same.then(({ data }) => data)));
  await run("repeats a GET", expectSent(api.getBook({ bookId: "busy" })));
  for (const [title, id, kind, limits] of endings) {
    const controller = new AbortController();
    if (kind === "abort") setTimeout(() => controller.abort("left"), 20);
    const call = api.getBook({ bookId: id }, { ...limits, signal: controller.signal });
    await run(title, expectKind(call, kind));
  }
  return problems;
}

async function expectKind(call: Promise<unknown>, kind: string): Promise<void> {
  const error: unknown = await call.catch((reason: unknown) => reason);
  if (!(error instanceof ApiError && error.kind === kind))
    throw new Error(`Expected ${kind}: ${String(error)}`);
  const shown = `${String(error)} ${error.stack} ${JSON.stringify(error)}`;
  if (shown.includes("of-the-suite")) throw new Error("A credential is shown.");
}

/** The service repeats the headers of a request in the body. */
async function expectSent(call: Promise<unknown>): Promise<void> {
  const { received } = (await call) as { readonly received: Readonly<Record<string, string>> };
  const expected = {
    "x-tenant": tenant,
    "x-key": auth.key,
    accept: "application/vnd.library+json",
  };
  for (const [name, value] of Object.entries(expected))
    if (received[name] !== value) throw new Error(`The header ${name} is ${received[name]}.`);
}
