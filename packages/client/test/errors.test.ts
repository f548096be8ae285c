import { inspect } from "node:util";
import { expect, test, vi } from "vitest";
import { ApiError, isStatusError } from "../src/index.ts";
import { clientOf, INSTANCE, rejectionOf, responding } from "./service.ts";

const body = { status: 404, code: 404, title: "Not Found" };

test("an error is known by another copy of the package, behind a Proxy, and in a log", async () => {
  const service = await responding(404, body);
  const error = await rejectionOf(clientOf(service.url).resetSmartContractInstance(INSTANCE));
  vi.resetModules();
  const copy = await import("../src/index.ts");
  expect(copy.ApiError).not.toBe(ApiError);
  for (const each of [error, new Proxy(error as Error, {})]) {
    expect(each instanceof copy.ApiError && each instanceof ApiError).toBe(true);
    expect(copy.isStatusError("resetSmartContractInstance", each)).toBe(true);
    expect(Object(each)).toMatchObject({ kind: "status", status: 404, body });
    expect(inspect(each)).toMatch(/^ApiError: resetSmartContractInstance: .*\n {4}at /);
  }
  for (const other of [new Error("other"), { kind: "status" }, null, undefined])
    expect(other instanceof ApiError || isStatusError("getVariablesCage", other)).toBe(false);
});
