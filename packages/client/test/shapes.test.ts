import { describe, expect, test } from "vitest";
import { contractNamed, generatedClient } from "./generated-client.ts";
import { answering, rejectionOf, startService } from "./service.ts";

const TOKEN = { auth: { token: "token-1" } };
const JSON_TYPE = { "Content-Type": "application/json" };

const client = await generatedClient(contractNamed("shapes.yaml"));

describe("arguments of one name", () => {
  const args = { id: "path", pathBody: "text", queryId: 1, headerId: "header", body: { R: 1 } };

  test("travel each in its place, beside the body", async () => {
    const service = await answering(200, { R: 1 }, JSON_TYPE);
    await client.create({ baseUrl: service.url, ...TOKEN })["clash"]?.(args);
    expect(service.received[0]).toMatchObject({
      target: "/clash/path/text?id=1",
      headers: { id: "header", "content-type": "application/merge-patch+json" },
      body: '{"R":1}',
    });
  });

  test.each([
    { status: 200, headers: JSON_TYPE, body: { R: 2 }, data: { R: 2 } },
    { status: 201, headers: JSON_TYPE, body: ["a"], data: ["a"] },
    { status: 202, headers: {}, body: "", data: undefined },
  ])("are answered with $status", async ({ status, headers, body, data }) => {
    const service = await answering(status, body, headers);
    expect(await client.create({ baseUrl: service.url, ...TOKEN })["clash"]?.(args)).toEqual(data);
  });

  test.each([
    { status: 409, type: "application/json", body: { title: "Clash" }, name: "ConflictError" },
    { status: 418, type: "application/problem+json", body: { title: "Tea" }, name: "Status4xxError" },
    { status: 503, type: "text/plain", body: "Later", name: "UnexpectedStatusError" },
  ])("are answered with the error $name", async ({ status, type, body, name }) => {
    const service = await answering(status, body, { "Content-Type": type });
    const error = await rejectionOf(
      client.create({ baseUrl: service.url, ...TOKEN })["clash"]?.(args) ?? Promise.resolve(),
    );
    expect(error).toMatchObject({ kind: "status", name, status, body });
  });
});

describe("bodies that are not JSON", () => {
  test("a form is sent, a text comes back", async () => {
    const service = await answering(200, "thanks", { "Content-Type": "text/plain; charset=utf-8" });
    const api = client.create({ baseUrl: service.url, ...TOKEN });
    expect(await api["sendForm"]?.({ body: { R: 1, "G&": "é" } })).toBe("thanks");
    expect(service.received[0]).toMatchObject({
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "R=1&G%26=%C3%A9",
    });
    await api["sendForm"]?.();
    expect(service.received[1]?.headers).not.toHaveProperty("content-type");
  });

  test("bytes are sent, bytes come back, and no credential goes with them", async () => {
    const service = await startService((_request, response) => {
      response.writeHead(200, { "Content-Type": "application/octet-stream" }).end(Buffer.from([0, 255, 1]));
    });
    const api = client.create({ baseUrl: service.url, ...TOKEN });
    expect(await api["sendFile"]?.({ body: new Uint8Array([65, 66]) })).toEqual(new Uint8Array([0, 255, 1]));
    expect(service.received[0]).toMatchObject({ body: "AB" });
    expect(service.received[0]?.headers).not.toHaveProperty("authorization");
  });

  test.each([
    ["12", 12],
    ["null", null],
  ])("the JSON %s is no object, as documented", async (body, data) => {
    const service = await answering(200, body, JSON_TYPE);
    expect(await client.create({ baseUrl: service.url })["readNumber"]?.()).toBe(data);
  });
});

test("a HEAD has no body, whatever its headers say of one", async () => {
  const service = await answering(200, "", { ...JSON_TYPE, "Content-Length": "12" });
  expect(await client.create({ baseUrl: service.url })["probeNumber"]?.()).toBeUndefined();
  const gone = await answering(404, "", JSON_TYPE);
  const error = await rejectionOf(
    client.create({ baseUrl: gone.url })["probeNumber"]?.() ?? Promise.resolve(),
  );
  expect(error).toMatchObject({ kind: "status", status: 404, body: undefined });
});

test("a form with files is sent with the boundary of its parts, by an operation called like a member", async () => {
  const service = await answering(204, "");
  const form = new FormData();
  form.set("note", "n");
  form.set("file", new Blob(["abc"]), "a.txt");
  await client.create({ baseUrl: service.url })["raw_"]?.({ body: form });
  const [request] = service.received;
  const [, boundary = "none"] =
    /^multipart\/form-data; boundary=(.+)$/.exec(request?.headers["content-type"] ?? "") ?? [];
  expect(request?.body.split(boundary)).toHaveLength(4);
  expect(request?.body).toContain('name="file"; filename="a.txt"');
});

test("a member that any part of the schema requires is missed, but none that only a request has", async () => {
  const auth = { basic: { username: "ada", password: "lovelace" } };
  const service = await answering(200, { secret: "s" }, JSON_TYPE);
  const api = client.create({ baseUrl: service.url, auth });
  const error = await rejectionOf(api["readBelow"]?.() ?? Promise.resolve());
  expect(error).toMatchObject({ kind: "unreadable", message: expect.stringContaining("without name,") });
  const whole = await answering(200, { name: "n" }, JSON_TYPE);
  expect(await client.create({ baseUrl: whole.url, auth })["readBelow"]?.()).toEqual({ name: "n" });
});

describe("what was asked for", () => {
  const auth = { basic: { username: "ada", password: "lovelace" } };

  test("may be null where the contract says so, and has any name", async () => {
    const body = { name: "n", owner: null, size: { "of/it": 0 } };
    const service = await answering(200, body, JSON_TYPE);
    const api = client.create({ baseUrl: service.url, auth });
    expect(await api["readBelow"]?.({ with: ["owner", "the size"] })).toEqual(body);
    expect(service.received[0]?.target).toBe("/v4/below?with=owner,the%20size");
  });

  test("is missed where it is null and the contract does not say so", async () => {
    const service = await answering(200, { name: "n", size: { "of/it": null } }, JSON_TYPE);
    const api = client.create({ baseUrl: service.url, auth });
    const error = await rejectionOf(api["readBelow"]?.({ with: ["the size"] }) ?? Promise.resolve());
    expect(error).toMatchObject({ kind: "unreadable", message: expect.stringContaining("the size") });
  });
});

test("the types of every shape compile, and refuse what the contract refuses", async () => {
  const use = `
import { createClient, type Client, ConflictError, isStatusError, type ReadBelowData } from "./src/index.ts";

export async function use(api: Client): Promise<void> {
  await api.queryStyles({ "page[size]": 1, filter: { R: 1 }, form: ["a"] as const, flag: undefined });
  // @ts-expect-error it is a number
  await api.queryStyles({ "page[size]": "1" });
  // @ts-expect-error it is required
  await api.queryStyles({});
  const made: { R?: number; "G&"?: string } | string[] | undefined = await api.clash({
    id: "a", pathBody: "b", queryId: 1, headerId: "c", body: { R: 1 },
  });
  // @ts-expect-error the body is required
  await api.clash({ id: "a", pathBody: "b", queryId: 1, headerId: "c" });
  const nothing: undefined = await api.removeFar();
  const bytes: Uint8Array = await api.sendFile({ body: new Uint8Array() });
  const text: string = await api.sendForm();
  const number: number | null = await api.readNumber();
  const thing = await api.readBelow({ with: ["owner", "the size"] });
  const size: number = thing.size["of/it"];
  const owner: { R?: number; "G&"?: string } | null = thing.owner;
  const whole: ReadBelowData = thing;
  // @ts-expect-error the owner was not asked for
  (await api.readBelow({ with: ["the size"] })).owner;
  try {
    await api.readNumber();
  } catch (error) {
    if (isStatusError("clash", error)) {
      if (error.status === 409) error.body.title satisfies string;
      if (error.status === 418) error.body.title satisfies string;
      if (error.status === 503) error.body satisfies string;
    }
    if (error instanceof ConflictError) error.body.title satisfies string;
  }
  console.log(made, nothing, bytes, text, number, size, owner, whole);
}

const base = { baseUrl: "http://127.0.0.1:9" };
await createClient({ ...base }).sendFile({ body: "text" });
await createClient({ ...base, reportsUrl: "http://127.0.0.1:9", auth: { token: "t" } }).simpleStyle(Object());
// @ts-expect-error without credentials there are only the methods that need none
await createClient({ ...base }).removeFar();
// @ts-expect-error half a way
createClient({ ...base, auth: { cookie: "c" } });
`;
  expect(await client.compile(use)).toBe("");
});
