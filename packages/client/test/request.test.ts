import { describe, expect, test } from "vitest";
import { type ArgumentError, createClient } from "../src/index.ts";
import { answering, CAGE, clientOf, DOMAIN, INSTANCE, KEYS, MEDIA_TYPE, rejectionOf } from "./service.ts";

test("a body that an operation does not take is not sent", async () => {
  const service = await answering(200, CAGE);
  const call = Reflect.apply(clientOf(service.url).getVariablesCage, undefined, [
    { id: "1", body: { a: 1 } },
  ]);
  expect(await call).toEqual(CAGE);
  expect(service.received).toMatchObject([{ body: "" }]);
});

describe("every request", () => {
  test("carries the media type, the domain and the key pair, and nothing else to authenticate", async () => {
    const service = await answering(200, { acknowledge: true });
    await clientOf(service.url).resetSmartContractInstance(INSTANCE);
    const [request] = service.received;
    expect(request).toMatchObject({
      method: "POST",
      body: "",
      headers: {
        accept: MEDIA_TYPE,
        "x-domain": DOMAIN,
        "x-api-key": KEYS.apiKey,
        "x-api-secret": KEYS.apiSecret,
      },
    });
    expect(request?.headers).not.toHaveProperty("authorization");
    expect(request?.headers).not.toHaveProperty("content-type");
  });

  test("carries a bearer token instead, which a function gives anew for each request", async () => {
    const service = await answering(200, { acknowledge: true });
    const tokens = ["token-1", "token-2"];
    const bearer = async (): Promise<string> => tokens.shift() ?? "";
    const api = createClient({ baseUrl: service.url, domain: DOMAIN, auth: { bearer } });
    await api.resetSmartContractInstance(INSTANCE);
    await api.resetSmartContractInstance(INSTANCE);
    expect(service.received.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer token-1",
      "Bearer token-2",
    ]);
    expect(service.received[0]?.headers).not.toHaveProperty("x-api-key");
  });

  test("goes to the path of its operation, with the arguments in their places", async () => {
    const service = await answering(200, { acknowledge: false });
    const answer = await clientOf(service.url).resetSmartContractInstance(INSTANCE);
    expect(answer).toEqual({ acknowledge: false });
    expect(service.received[0]?.target).toBe(
      "/v1/flow_instances/flow-1/relationships/container_instances/container-1/relationships/process_instances/process-1/relationships/task_instances/task-1/reset",
    );
  });
});

test("arguments may be accessors of a class", async () => {
  class Wanted {
    get id(): string {
      return "of/a/class";
    }
    get include(): readonly ["author"] {
      return ["author"];
    }
  }
  const service = await answering(404, "");
  await clientOf(service.url).safe.getVariablesCage(new Wanted());
  expect(service.received.map(({ target }) => target)).toEqual([
    "/data_dictionary/variables_cages/of%2Fa%2Fclass?include=author",
  ]);
});

describe("the base address", () => {
  test.each(["", "/", "///", "/prefix", "/prefix/", "/pre%20fix/v2//"])("may end in '%s'", async (end) => {
    const service = await answering(200, CAGE);
    await clientOf(service.url + end).getVariablesCage({ id: "cage-1" });
    expect(service.received[0]?.target).toBe(
      `${end.replace(/\/+$/, "")}/data_dictionary/variables_cages/cage-1`,
    );
  });

  test("of the data dictionary can be another one, with a version prefix", async () => {
    const [main, dictionary] = [await answering(200, { acknowledge: true }), await answering(200, CAGE)];
    const api = clientOf(main.url, { dataDictionaryUrl: `${dictionary.url}/v2/` });
    await api.getVariablesCage({ id: "cage-1" });
    await api.resetSmartContractInstance(INSTANCE);
    expect(dictionary.received.map(({ target }) => target)).toEqual([
      "/v2/data_dictionary/variables_cages/cage-1",
    ]);
    expect(main.received).toHaveLength(1);
  });
});

describe("include", () => {
  const related = { data: { attributes: {} } };
  const included = { data: { ...CAGE.data, relationships: { author: related, client: related } } };

  test("is a comma-separated list in the order that was given", async () => {
    const service = await answering(200, included);
    await clientOf(service.url).getVariablesCage({ id: "cage-1", include: ["client", "author"] });
    expect(service.received[0]?.target).toBe("/data_dictionary/variables_cages/cage-1?include=client,author");
  });

  test.each([[{ include: [] }], [{ include: undefined }], [{}]])(
    "sends no parameter for %j",
    async (rest) => {
      const service = await answering(200, CAGE);
      await clientOf(service.url).getVariablesCage({ id: "cage-1", ...rest });
      expect(service.received[0]?.target).toBe("/data_dictionary/variables_cages/cage-1");
    },
  );

  test.each([[["author", "author"]], [["owner"]], [["toString"]], [["author,client"]], ["author"], [[null]]])(
    "refuses %j and sends nothing",
    async (include) => {
      const service = await answering(200, included);
      const call = Reflect.apply(clientOf(service.url).getVariablesCage, undefined, [
        { id: "cage-1", include },
      ]);
      expect(await rejectionOf(call)).toMatchObject({
        kind: "argument",
        message: expect.stringContaining("include"),
      });
      expect(service.received).toEqual([]);
    },
  );
});

describe("a path argument", () => {
  const refused = [
    "",
    ".",
    "..",
    undefined,
    null,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    {},
    [],
    ["a"],
    "\ud800",
    "a\udc00",
  ];

  test.each(refused.map((value) => [value]))(
    "that is %j is refused by its name before anything is sent",
    async (value) => {
      const service = await answering(200, { acknowledge: true });
      const reset = clientOf(service.url).resetSmartContractInstance;
      for (const name of Object.keys(INSTANCE)) {
        const error = await rejectionOf(Reflect.apply(reset, undefined, [{ ...INSTANCE, [name]: value }]));
        expect(error).toMatchObject({
          name: "ArgumentError",
          kind: "argument",
          argument: name,
          operationId: "resetSmartContractInstance",
          message: expect.stringContaining(`argument ${name} `),
        } satisfies Partial<Record<keyof ArgumentError, unknown>>);
      }
      expect(service.received).toEqual([]);
    },
  );

  test.each([undefined, null])("that is %j is said to be required", async (value) => {
    const { getVariablesCage } = clientOf("http://127.0.0.1:9");
    const call = Reflect.apply(getVariablesCage, undefined, [{ id: value }]);
    expect(await rejectionOf(call)).toMatchObject({
      message: expect.stringContaining("The argument id is required."),
    });
  });

  test.each([[[]], [[null]]])("that is left out with all others is refused: %j", async (args) => {
    const service = await answering(200, { acknowledge: true });
    const call = Reflect.apply(clientOf(service.url).resetSmartContractInstance, undefined, args);
    expect(await rejectionOf(call)).toMatchObject({ kind: "argument" });
    expect(service.received).toEqual([]);
  });

  test.each([
    "a/b",
    "%2F",
    "?",
    "#",
    "a?b=c#d",
    "ünï ☃ 🙂",
    ";a=1",
    "a\nb",
    "...",
    "%2e%2e",
    "\\",
    "{id}",
    "$&",
    "a+b",
  ])("%j arrives as one segment that decodes to the same", async (id) => {
    const service = await answering(200, CAGE);
    await clientOf(service.url).getVariablesCage({ id });
    const segments = service.received[0]?.target.split(/[?#]/, 1)[0]?.split("/") ?? [];
    expect(segments).toHaveLength(4);
    expect(decodeURIComponent(segments[3] ?? "")).toBe(id);
    expect(service.received[0]?.target).not.toContain("?");
  });
});
