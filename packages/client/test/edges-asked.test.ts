import { describe, expect, test } from "vitest";
import { call, JSON_TYPE } from "./edges.ts";
import { answering, rejectionOf } from "./service.ts";

test("a member that every object has is missed where it is none of the answer's own", async () => {
  const whole = { constructor: "c", toString: "t" };
  const asked = { with: ["text"] };
  expect(await call(await answering(200, whole, JSON_TYPE), "readMembers", asked)).toEqual(whole);
  for (const [body, name] of [
    ["{}", "constructor"],
    ['{"constructor":"c"}', "text"],
  ] as const) {
    const service = await answering(200, body, JSON_TYPE);
    expect(await rejectionOf(call(service, "readMembers", asked))).toMatchObject({
      kind: "unreadable",
      message: expect.stringContaining(`without ${name}, `),
    });
  }
});

describe("two parameters that ask for parts of the body", () => {
  const whole = { name: "d", lamp: "l", held: { owner: { names: [] }, limits: { a: 1 } } };
  const asking = { include: ["owner"], expand: "limits" };

  test("travel each as it is, and what they ask for is there", async () => {
    const service = await answering(200, whole, JSON_TYPE);
    expect(await call(service, "readDesk", asking)).toEqual(whole);
    expect(service.received.map(({ target }) => target)).toEqual(["/desks?include=owner&expand=limits"]);
  });

  test.each([
    [{ ...whole, held: { limits: {} } }, "owner"],
    [{ ...whole, held: { owner: { names: [] } } }, "limits"],
    [{ name: "d" }, "owner"],
  ])("%j is missed by the one that asked for it", async (body, name) => {
    const service = await answering(200, body, JSON_TYPE);
    expect(await rejectionOf(call(service, "readDesk", asking))).toMatchObject({
      kind: "unreadable",
      message: expect.stringContaining(`without ${name}, which was asked for`),
    });
  });
});

describe("what was asked for is missed only in answers that declare it", () => {
  const include = ["owner", "price"];
  const SHORT = { "Content-Type": "application/vnd.short+json" };

  test.each([
    { title: "200", status: 200, body: { id: "1", owner: { names: [] }, price: 1 }, headers: JSON_TYPE },
    { title: "200 in short", status: 200, body: { id: "1", price: 1 }, headers: SHORT },
    { title: "200 as a table", status: 200, body: "id;1", headers: { "Content-Type": "text/csv" } },
    { title: "202", status: 202, body: { job: "j" }, headers: JSON_TYPE },
    { title: "204", status: 204, body: "", headers: {} },
  ])("$title lacks nothing", async ({ status, body, headers }) => {
    const service = await answering(status, body, headers);
    expect(await call(service, "readOrder", { include })).toEqual(body === "" ? undefined : body);
  });

  test.each([
    { title: "200", body: { id: "1", price: 1 }, headers: JSON_TYPE, name: "owner" },
    { title: "200 in short", body: { id: "1" }, headers: SHORT, name: "price" },
  ])("$title lacks the $name", async ({ body, headers, name }) => {
    const service = await answering(200, body, headers);
    expect(await rejectionOf(call(service, "readOrder", { include }))).toMatchObject({
      kind: "unreadable",
      message: expect.stringContaining(`without ${name}, which was asked for`),
    });
  });
});
