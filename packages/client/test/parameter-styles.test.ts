import { type JsonValue, loadContract, requestFor } from "@workflow-api/contract";
import { describe, expect, test } from "vitest";
import { contractNamed, generatedClient } from "./generated-client.ts";
import { answering, rejectionOf } from "./service.ts";

const file = contractNamed("shapes.yaml");
const contract = await loadContract(file);
const client = await generatedClient(file);
const TOKEN = { auth: { token: "token-1" } };
const ENDLESS: Record<string, unknown> = {};
ENDLESS["self"] = ENDLESS;

describe("a parameter of every style travels as the contract's own serialisation has it", () => {
  const list = ["a,b", "c d", "é&="];
  const object = { R: 100, "G&": "x=y;z" };
  const ofPath = { plain: 7, list, exploded: list, object, explodedObject: object };
  test.each<{ operationId: string; args: Record<string, JsonValue> }>([
    { operationId: "simpleStyle", args: ofPath },
    { operationId: "labelStyle", args: { ...ofPath, plain: true } },
    { operationId: "matrixStyle", args: { ...ofPath, plain: "a/b" } },
    {
      operationId: "queryStyles",
      args: {
        "page[size]": 10,
        filter: object,
        form: list,
        comma: list,
        space: ["a,b", "c|d", "é&="],
        pipe: list,
        object,
        commaObject: object,
        reservedObject: { "G&": "x=y;z" },
        reserved: "a/b?c=d&e+f#g",
        flag: false,
        json: { deep: [1, { a: "b" }] },
      },
    },
    {
      operationId: "nestedValues",
      args: {
        filter: { size: { from: 3 }, words: ["a&b"], sort: "up" },
        form: { size: {}, words: [] },
        lists: [["a", "b"], []],
        open: { red: object },
      },
    },
    { operationId: "queryStyles", args: { "page[size]": 0, form: [], comma: [], filter: {} } },
  ])("$operationId", async ({ operationId, args }) => {
    const service = await answering(204, "");
    await client.create({ baseUrl: service.url, ...TOKEN })[operationId]?.(args);
    const operation = contract.operations.find((each) => each.operationId === operationId);
    if (operation === undefined) throw new Error(`There is no ${operationId}.`);
    const values = new Map(
      operation.parameters
        .filter(({ name }) => args[name] !== undefined)
        .map(({ in: place, name }) => [`${place} ${name}`, args[name] ?? null]),
    );
    const { target } = requestFor(operation, values);
    expect(service.received.map((request) => request.target)).toEqual([target]);
  });

  test("headers and cookies", async () => {
    const service = await answering(204, "");
    const api = client.create({ baseUrl: service.url, ...TOKEN });
    await api["headersAndCookies"]?.({
      "X-Tags": ["a", "b"],
      "X-Colour": { R: 1, "G&": "x=y" },
      "If-Match": '"1"',
      session: "s;1",
      colours: ["x", "y"],
    });
    expect(service.received[0]?.headers).toMatchObject({
      "x-tags": "a,b",
      "x-colour": "R=1,G&=x=y",
      "if-match": '"1"',
      cookie: "session=s%3B1; colours=x,y",
    });
  });
});

describe("headers and cookies of the openapi-fetch client", () => {
  const header = { "If-Match": '"1"', "X-Tags": ["a", "b"], "X-Colour": { R: 1 } };
  const cookie = { session: "s;1", colours: ["x", "y"] };
  const get = (url: string, params: object, more: object = {}): Promise<unknown> => {
    const raw: unknown = client.create({ baseUrl: url, ...TOKEN })["raw"];
    return Reflect.apply(Reflect.get(Object(raw), "GET"), raw, ["/headers", { params, ...more }]);
  };

  test("travel as those of a method", async () => {
    const service = await answering(204, "");
    await client.create({ baseUrl: service.url, ...TOKEN })["headersAndCookies"]?.({ ...header, ...cookie });
    await get(service.url, { header, cookie });
    const [one, other] = service.received.map(({ headers }) =>
      ["if-match", "x-tags", "x-colour", "cookie"].map((name) => headers[name]),
    );
    expect(one).toEqual(['"1"', "a,b", "R=1", "session=s%3B1; colours=x,y"]);
    expect(other).toEqual(one);
  });

  test("give way to headers that the call has besides", async () => {
    const service = await answering(204, "");
    await get(service.url, { header }, { headers: { "if-match": '"2"' } });
    expect(service.received[0]?.headers["if-match"]).toBe('"2"');
  });

  test.each([
    ["If-Match", {}],
    ["If-Match", { "If-Match": "a\nb" }],
    ["X-Tags", { ...header, "X-Tags": ["✓"] }],
  ])("are refused by their name, %s: %j", async (name, given) => {
    const service = await answering(204, "");
    expect(await rejectionOf(get(service.url, { header: given }))).toMatchObject({
      kind: "argument",
      message: expect.stringContaining(`argument ${name} `),
    });
    expect(service.received).toEqual([]);
  });
});

describe("an argument that cannot be sent is refused by its name", () => {
  test.each([
    ["queryStyles", {}, "page[size]"],
    ["queryStyles", { "page[size]": Number.NaN }, "page[size]"],
    ["queryStyles", { "page[size]": 1, form: "a" }, "form"],
    ["queryStyles", { "page[size]": 1, form: [null] }, "form"],
    ["queryStyles", { "page[size]": 1, filter: ["a"] }, "filter"],
    ["queryStyles", { "page[size]": 1, filter: { R: { deep: 1 } } }, "filter"],
    ["queryStyles", { "page[size]": 1, form: [["a"]] }, "form"],
    ["queryStyles", { "page[size]": 1, object: new Map([["R", 1]]) }, "object"],
    ["queryStyles", { "page[size]": 1, filter: new Date(0) }, "filter"],
    ["queryStyles", { "page[size]": 1, space: ["a b"] }, "space"],
    ["queryStyles", { "page[size]": 1, pipe: ["a|b", "c"] }, "pipe"],
    ["headersAndCookies", { "If-Match": "1", "X-Tags": ["a,b", "c"] }, "X-Tags"],
    ["nestedValues", { filter: { size: ENDLESS } }, "filter"],
    ["nestedValues", { lists: [null] }, "lists"],
    ["headersAndCookies", { "If-Match": "1", "X-Colour": { "G=": "x" } }, "X-Colour"],
    ["queryStyles", { "page[size]": 1, reservedObject: { "G=": "x" } }, "reservedObject"],
    ["headersAndCookies", { "If-Match": "a\nb" }, "If-Match"],
    ["headersAndCookies", {}, "If-Match"],
    [
      "labelStyle",
      { plain: true, list: [], exploded: ["a"], object: { R: 1 }, explodedObject: { R: 1 } },
      "list",
    ],
  ])("%s %j", async (operationId, args, name) => {
    const service = await answering(204, "");
    const error = await rejectionOf(
      client.create({ baseUrl: service.url, ...TOKEN })[operationId]?.(args) ?? Promise.resolve(),
    );
    expect(error).toMatchObject({ kind: "argument", message: expect.stringContaining(`argument ${name} `) });
    expect(service.received).toEqual([]);
  });
});

test("a parameter may be called like a member of every object, an argument is not", async () => {
  const service = await answering(204, "");
  const api = client.create({ baseUrl: service.url });
  await api["safe_"]?.({ queryConstructor: "text", queryProto: "text" });
  await api["safe_"]?.({});
  expect(service.received.map(({ target }) => target)).toEqual([
    "/members?constructor=text&__proto__=text",
    "/members",
  ]);
});

test("an optional argument that is null is not sent", async () => {
  const service = await answering(204, "");
  await client
    .create({ baseUrl: service.url, ...TOKEN })
    ["queryStyles"]?.({ "page[size]": 1, flag: null, form: null });
  expect(service.received[0]?.target).toBe("/query?page%5Bsize%5D=1");
});
