import { setTimeout as wait } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { createClient } from "./fixture/client.ts";
import { COPY, LIBRARY_JSON, startService, TENANT, UNAUTHORIZED } from "./service.ts";

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
function bearerOf(signIn: () => Promise<string>) {
  let token: Promise<string> | undefined;
  return ({ refused }: { refused: boolean }): Promise<string> => {
    if (refused) token = undefined;
    token ??= signIn();
    return token;
  };
}

test("calls that are refused one after the other share one renewal", async () => {
  const { url, signIn, expire } = await startRefusing();
  const client = createClient({
    baseUrl: url,
    tenant: TENANT,
    auth: { token: bearerOf(signIn) },
  });
  await client.returnBook(COPY);
  expect(signIn).toHaveBeenCalledTimes(1);
  expire();
  const calls = Array.from({ length: 20 }, () => client.returnBook(COPY));
  expect(await Promise.all(calls)).toEqual(calls.map(() => ({ accepted: true })));
  expect(signIn).toHaveBeenCalledTimes(2);
});

test("a function that shares nothing is asked to renew once for all calls that wait", async () => {
  const { url, signIn, expire } = await startRefusing();
  let token = await signIn();
  const give = async ({ refused }: { refused: boolean }): Promise<string> => {
    if (refused) token = await signIn();
    return token;
  };
  const client = createClient({ baseUrl: url, tenant: TENANT, auth: { token: give } });
  expire();
  const calls = Array.from({ length: 20 }, () => client.returnBook(COPY));
  expect(await Promise.all(calls)).toEqual(calls.map(() => ({ accepted: true })));
  expect(signIn).toHaveBeenCalledTimes(2);
});

test("a function that has another token by now is not asked to renew it", async () => {
  const renewed = Promise.withResolvers<void>();
  const { url, signIn, expire } = await startRefusing(renewed.promise);
  let token = await signIn();
  const give = vi.fn(async (_about: { refused: boolean }) => token);
  const client = createClient({ baseUrl: url, tenant: TENANT, auth: { token: give } });
  expire();
  const call = client.returnBook(COPY);
  token = await signIn();
  renewed.resolve();
  expect(await call).toEqual({ accepted: true });
  expect(give.mock.calls.map(([{ refused }]) => refused)).toEqual([false, false]);
});

test("a function that gives another token each time is asked twice at most", async () => {
  const { url } = await startRefusing();
  let count = 100;
  const give = vi.fn(() => `token-${count++}`);
  const client = createClient({ baseUrl: url, tenant: TENANT, auth: { token: give } });
  expect(await client.safe.returnBook(COPY)).toMatchObject({ error: { status: 401 } });
  expect(give).toHaveBeenCalledTimes(2);
});
