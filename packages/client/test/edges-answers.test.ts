import { describe, expect, test } from "vitest";
import { call, JSON_TYPE } from "./edges.ts";
import { answering, rejectionOf } from "./service.ts";

describe("an answer of another JSON type than the documented ones is unreadable", () => {
  test.each([
    ["readText", '"text"', "text"],
    ["readMaybe", "null", null],
    ["readMaybe", '{"id":"1"}', { id: "1" }],
    ["readCount", "12", 12],
    ["readCount", "true", true],
  ])("%s reads %s", async (name, body, data) => {
    const service = await answering(200, body, JSON_TYPE);
    expect(await call(service, name, { id: "1" })).toEqual(data);
  });

  test.each([
    ["readText", "null"],
    ["readText", "12"],
    ["readMaybe", '"text"'],
    ["readMaybe", "[]"],
    ["readMaybe", "{}"],
    ["readMaybe", '{"id":null}'],
    ["readCount", '"12"'],
    ["readCount", "null"],
  ])("%s refuses %s", async (name, body) => {
    const service = await answering(200, body, JSON_TYPE);
    expect(await rejectionOf(call(service, name, { id: "1" }))).toMatchObject({
      kind: "unreadable",
      status: 200,
    });
  });
});

describe("media types that differ in parameters alone are told apart by these", () => {
  test.each([
    ["application/json; v=1", '"text"'],
    ['application/json;charset=utf-8 ; V="1"', '"text"'],
    ['application/json; profile="a.b"; v=2', "12"],
    ["application/json", "{}"],
    ["application/json; v=10", "{}"],
    ["application/json; v=2", "{}"],
  ])("%s: %s", async (type, body) => {
    const service = await answering(200, body, { "Content-Type": type });
    expect(await call(service, "readVersion", {})).toEqual(JSON.parse(body));
  });

  test.each([
    ["application/json; v=1", "12"],
    ["application/json; v=2; profile=a.b", "{}"],
    ["application/json", '"text"'],
  ])("%s: not %s", async (type, body) => {
    const service = await answering(200, body, { "Content-Type": type });
    expect(await rejectionOf(call(service, "readVersion", {}))).toMatchObject({ kind: "unreadable" });
  });
});

describe("what an answer always has", () => {
  const thing = { id: "1", note: null, size: { unit: { name: "m" }, value: 1 }, more: null, kind: null };

  test("may be null where the contract says so, and may hold more", async () => {
    const whole = { ...thing, owner: { names: [] }, other: 1 };
    const service = await answering(200, whole, JSON_TYPE);
    expect(await call(service, "readThing", { expand: "owner" })).toEqual(whole);
  });

  test.each([
    [{ ...thing, id: null }, "id"],
    [{ id: "1", size: thing.size }, "note"],
    [{ ...thing, size: null }, "size"],
    [{ ...thing, size: { unit: null, value: 1 } }, "size"],
    [{ ...thing, owner: {} }, "owner"],
    [{ ...thing, owner: { names: null } }, "owner"],
  ])("%j is missed in what holds it", async (body, name) => {
    const service = await answering(200, body, JSON_TYPE);
    expect(await rejectionOf(call(service, "readThing", { expand: "owner" }))).toMatchObject({
      kind: "unreadable",
      message: expect.stringContaining(`without ${name}, `),
    });
  });
});

describe("what one body of a response has, and another need not,", () => {
  test.each([
    [200, "application/json", { id: "1" }],
    [200, "application/vnd.short+json", { id: "1" }],
    [200, "text/csv", "id"],
  ])("is there: %i, %s, %j", async (status, type, body) => {
    const service = await answering(status, body, { "Content-Type": type });
    expect(await call(service, "readOrder", {})).toEqual(body);
  });

  test.each([
    [422, "application/problem+json", { title: "No.", detail: null }],
    [422, "text/html", "<p>"],
  ])("is there in an error: %i, %s, %j", async (status, type, body) => {
    const service = await answering(status, body, { "Content-Type": type });
    expect(await rejectionOf(call(service, "readOrder", {}))).toMatchObject({ kind: "status", status, body });
  });

  test.each([
    [200, "application/json", {}, "unreadable"],
    [200, "application/vnd.short+json", { id: null }, "unreadable"],
    [422, "application/problem+json", { title: "No." }, "undocumented"],
    [422, "application/problem+json", { title: null, detail: null }, "undocumented"],
  ])("is missed: %i, %s, %j", async (status, type, body, kind) => {
    const service = await answering(status, body, { "Content-Type": type });
    expect(await rejectionOf(call(service, "readOrder", {}))).toMatchObject({ kind, status });
  });
});

test("what a part of a schema requires is not missed where another part says that only requests have it", async () => {
  const service = await answering(200, { name: "n" }, JSON_TYPE);
  expect(await call(service, "readAccount", {})).toEqual({ name: "n" });
});
