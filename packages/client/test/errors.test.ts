import { inspect } from "node:util";
import { expect, test, vi } from "vitest";
import { ApiError, isStatusError } from "../src/index.ts";
import { answering, clientOf, INSTANCE, rejectionOf } from "./service.ts";

const NOT_FOUND = { status: 404, code: 404, title: "Not Found" };

test("an error is known by another copy of the package, and behind a Proxy", async () => {
  const service = await answering(404, NOT_FOUND);
  const error = await rejectionOf(clientOf(service.url).resetSmartContractInstance(INSTANCE));
  vi.resetModules();
  const copy = await import("../src/index.ts");
  expect(copy.ApiError).not.toBe(ApiError);
  const proxy = new Proxy(error as Error, {});
  for (const each of [error, proxy]) {
    expect(each instanceof copy.ApiError && each instanceof ApiError).toBe(true);
    expect(copy.isStatusError("resetSmartContractInstance", each)).toBe(true);
    expect(Object(each)).toMatchObject({ kind: "status", status: 404, body: NOT_FOUND });
  }
  expect(inspect(proxy)).toContain("Not Found");
  for (const other of [new Error("other"), { kind: "status" }, null, undefined])
    expect(other instanceof ApiError || isStatusError("getVariablesCage", other)).toBe(false);
});

test("a log shows an error as an ApiError, with its message in one line", async () => {
  const service = await answering(404, NOT_FOUND);
  const error = await rejectionOf(clientOf(service.url).resetSmartContractInstance(INSTANCE));
  expect(inspect(error)).toMatch(/^ApiError: resetSmartContractInstance: .*\n {4}at /);
  // OpenSSL says where in its own source it gave up, and ends the line.
  const secure = clientOf(service.url.replace("http", "https"), { retry: 0 });
  const failure = await rejectionOf(secure.getVariablesCage({ id: "1" }));
  expect(failure).toMatchObject({
    kind: "connection",
    message: expect.stringMatching(/cannot be reached: [\w ]+$/),
  });
});
