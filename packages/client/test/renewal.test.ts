import { setTimeout as wait } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { createClient } from "./fixture/client.ts";
import {
  COPY,
  fetchOf,
  LIBRARY_JSON,
  NOWHERE,
  rejectionOf,
  startService,
  TENANT,
  UNAUTHORIZED,
} from "./service.ts";

type Ask = (about: { readonly refused: boolean }) => string | Promise<string>;

/** A client that authenticates by a function. */
function clientBy(token: Ask, baseUrl: string = NOWHERE, fetch?: ReturnType<typeof fetchOf>) {
  return createClient({ baseUrl, tenant: TENANT, auth: { token }, fetch });
}

/** A service that accepts the newest token alone, and refuses others after a while, or `until`. */
async function startRefusing(until?: Promise<unknown>) {
  let newest = 0;
  let refusals = 0;
  const { url } = await startService(async ({ headers }, response) => {
    const isRight = headers.authorization === `Bearer token-${newest}`;
    // The refusals of calls that began together come one after the other.
    if (!isRight) await (until ?? wait(refusals++ * 5));
    response.writeHead(isRight ? 200 : 401, LIBRARY_JSON);
    response.end(JSON.stringify(isRight ? { accepted: true } : UNAUTHORIZED));
  });
  const signIn = vi.fn(async () => {
    newest++;
    const token = `token-${newest}`;
    await wait(20);
    return token;
  });
  return { url, signIn, expire: () => void newest++ };
}

/** As the README has it. */
function sharing(signIn: () => Promise<string>): Ask {
  let token: Promise<string> | undefined;
  return ({ refused }) => {
    if (refused) token = undefined;
    token ??= signIn();
    return token;
  };
}

function notSharing(signIn: () => Promise<string>): Ask {
  let token: string | undefined;
  return async ({ refused }) => {
    if (refused || !token) token = await signIn();
    return token;
  };
}

test.each([sharing, notSharing])(
  "calls that are refused one after the other share one renewal, by %o",
  async (by) => {
    const { url, signIn, expire } = await startRefusing();
    const client = clientBy(by(signIn), url);
    await client.returnBook(COPY);
    expire();
    const calls = Array.from({ length: 20 }, () => client.returnBook(COPY));
    expect(await Promise.all(calls)).toEqual(calls.map(() => ({ accepted: true })));
    expect(signIn).toHaveBeenCalledTimes(2);
  },
);

test("a function that has another token by now is not asked to renew it", async () => {
  const renewed = Promise.withResolvers<void>();
  const { url, signIn, expire } = await startRefusing(renewed.promise);
  let token = await signIn();
  const give = vi.fn<Ask>(async () => token);
  const client = clientBy(give, url);
  expire();
  const call = client.returnBook(COPY);
  token = await signIn();
  renewed.resolve();
  expect(await call).toEqual({ accepted: true });
  expect(give.mock.calls.map(([{ refused }]) => refused)).toEqual([false, false]);
});

test.each([
  ["is sent once more if a function gives another credential", "renewed", 2],
  ["is not sent again if it gives the same", "stale", 1],
])("a POST %s after a 401", async (_what, renewed, count) => {
  const give = vi.fn<Ask>(async ({ refused }) => (refused ? renewed : "stale"));
  const fetch = fetchOf(UNAUTHORIZED, 401);
  const call = clientBy(give, NOWHERE, fetch).returnBook(COPY);
  expect(await rejectionOf(call)).toMatchObject({ kind: "status", status: 401 });
  expect(give.mock.calls.map(([{ refused }]) => refused)).toEqual([false, false, true]);
  const sent = fetch.mock.calls.map(([{ headers }]) => headers.get("authorization"));
  expect(sent).toEqual(["Bearer stale", `Bearer ${renewed}`].slice(0, count));
});

test("a function is called for each request, once more after a 401 at most", async () => {
  let count = 0;
  const give = vi.fn<Ask>(() => `token-${count++}`);
  const fetch = fetchOf(UNAUTHORIZED, 401);
  const client = clientBy(give, NOWHERE, fetch);
  await client.safe.returnBook(COPY);
  await client.safe.returnBook(COPY);
  const sent = fetch.mock.calls.map(([{ headers }]) => headers.get("authorization"));
  expect(sent).toEqual([0, 1, 2, 3].map((number) => `Bearer token-${number}`));
});

test("a function that throws is the cause of an ApiError, and nothing is sent", async () => {
  const ended = new Error("The session has ended.");
  const fetch = fetchOf();
  for (const give of [() => Promise.reject(ended), vi.fn<Ask>().mockThrow(ended)]) {
    const { error } = await clientBy(give, NOWHERE, fetch).safe.returnBook(COPY);
    const message = expect.stringMatching(/a function of auth threw: The session has ended/);
    expect(error).toMatchObject({ kind: "credential", cause: ended, message });
  }
  const { error } = await clientBy(() => "", NOWHERE, fetch).safe.returnBook(COPY);
  expect(error).toMatchObject({ kind: "configuration", option: "auth.token" });
  expect(fetch).not.toHaveBeenCalled();
});
