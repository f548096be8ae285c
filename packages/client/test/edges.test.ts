import { type JsonValue, loadContract, requestFor } from "@workflow-api/contract";
import { describe, expect, test } from "vitest";
import { contractNamed, generatedClient } from "./generated-client.ts";
import { answering, rejectionOf, type Service } from "./service.ts";

const file = contractNamed("edges.yaml");
const contract = await loadContract(file);
const client = await generatedClient(file);
const JSON_TYPE = { "Content-Type": "application/json" };

async function call(
  service: Service,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  return client.create({ baseUrl: service.url })[name]?.(args);
}

describe("a parameter of more than one shape travels in that of its value", () => {
  test.each<Record<string, JsonValue>>([
    { words: "a b" },
    { words: ["a", "b"] },
    { where: { a: "x&y" } },
    { where: "a=b" },
  ])("%j", async (args) => {
    const service = await answering(204, "", {});
    await call(service, "searchOpenly", args);
    const operation = contract.operations.find(({ operationId }) => operationId === "searchOpenly");
    if (operation === undefined) throw new Error("There is no searchOpenly.");
    const values = new Map(Object.entries(args).map(([name, value]) => [`query ${name}`, value]));
    expect(service.received.map(({ target }) => target)).toEqual([requestFor(operation, values).target]);
  });

  test("in a header too", async () => {
    const service = await answering(204, "", {});
    await call(service, "searchOpenly", { "X-Sizes": 1 });
    await call(service, "searchOpenly", { "X-Sizes": [1, 2] });
    expect(service.received.map(({ headers }) => headers["x-sizes"])).toEqual(["1", "1,2"]);
  });
});

describe("an answer of another JSON type than the documented ones is unreadable", () => {
  test.each([
    ["readText", '"text"', "text"],
    ["readMaybe", "null", null],
    ["readMaybe", "{}", {}],
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

test("what a part of a schema requires is not missed where another part says that only requests have it", async () => {
  const service = await answering(200, { name: "n" }, JSON_TYPE);
  expect(await call(service, "readAccount", {})).toEqual({ name: "n" });
});

describe("an answer of two keys in the query", () => {
  const auth = { one: "first&key", two: "second" };
  const readSafely = ({ url }: Service) =>
    Reflect.get(Object(client.create({ baseUrl: url, auth })["safe"]), "readMoved")();

  test("shows neither in its address", async () => {
    const service = await answering(204, "", {});
    const { response } = await readSafely(service);
    expect(service.received.map(({ target }) => target)).toEqual(["/moved?one=first%26key&two=second"]);
    expect(response.url).toBe(`${service.url}/moved`);
  });

  test("that is a redirect is an error like any other where it is documented", async () => {
    const service = await answering(303, { to: "there" }, { ...JSON_TYPE, Location: "/" });
    const { error } = await readSafely(service);
    expect(error).toMatchObject({ kind: "status", status: 303, body: { to: "there" } });
    expect(service.received).toHaveLength(1);
  });
});

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

test.each(["nothing", "__proto__", ["owner"]])(
  "a parameter that asks for one part of the body takes no other value than its names: %j",
  async (expand) => {
    const service = await answering(200, {}, JSON_TYPE);
    expect(await rejectionOf(call(service, "readThing", { expand }))).toMatchObject({
      kind: "argument",
      argument: "expand",
    });
    expect(service.received).toEqual([]);
  },
);

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

test("a key in a cookie travels beside the cookies of the call, past hooks too", async () => {
  const service = await answering(204, "", {});
  for (const middleware of [[], [{ onRequest: () => undefined }]]) {
    const api = client.create({ baseUrl: service.url, auth: { cookie: "k;1" }, middleware });
    await api["readBaked"]?.({ flavour: "vanilla" });
  }
  const cookie = "flavour=vanilla; sid=k%3B1";
  expect(service.received.map(({ headers }) => headers.cookie)).toEqual([cookie, cookie]);
});

describe("a user name and a password", () => {
  test.each(["engine é/1", "engine%20%C3%A9%2F1", "YWRhOmVuZ2luZSDDqS8x", "ada"])(
    "are hidden where they come back, as %s",
    async (echo) => {
      const service = await answering(418, `<${echo}>`, { "Content-Type": "text/html" });
      const auth = { password: { username: "ada", password: "engine é/1" } };
      const api = client.create({ baseUrl: service.url, auth });
      expect(await rejectionOf(api["readUser"]?.() ?? Promise.resolve())).toMatchObject({
        message: expect.stringMatching(/: <█>$/),
      });
    },
  );

  test.each(["ada:lovelace", { username: "ada:lovelace", password: "engine" }, { username: "ada" }])(
    "are refused where they are none: %j",
    (password) => {
      expect(() => client.create({ baseUrl: "http://127.0.0.1:9", auth: { password } })).toThrow(
        "The option auth.password must be a username without a colon, and a password.",
      );
    },
  );
});

test("the types of every edge compile, and refuse what the contract refuses", async () => {
  const use = `
import { createClient, type Client, type ReadDeskArguments, type Schemas } from "./src/index.ts";

export async function use(api: Client): Promise<void> {
  await api.searchOpenly({ words: "a", where: { a: "b" }, "X-Sizes": [1] });
  await api.searchOpenly({ words: ["a"], where: "a", "X-Sizes": 1 });
  const made = await api.makeThing({ body: { secret: "s", note: null, more: 1, kind: null, size: { unit: { name: "m" }, value: 1 } } });
  made.id satisfies string;
  const thing: Schemas["Thing"] = made;
  // @ts-expect-error it is never answered
  made.secret;
  // @ts-expect-error it is never sent
  await api.makeThing({ body: { id: "1", secret: "s", note: null, more: 1, kind: null, size: { unit: { name: "m" }, value: 1 } } });
  const sent = { secret: "s", note: null, more: 1, kind: null, size: { unit: { name: "m" }, value: 1 } };
  const owned = await api.readThing({ expand: "owner" });
  owned.owner.names satisfies string[];
  // @ts-expect-error it was not asked for
  owned.parts;
  // @ts-expect-error nothing was asked for
  (await api.readThing()).owner;
  const either = await api.readThing({ expand: Math.random() < 0.5 ? "owner" : "parts" });
  // @ts-expect-error it is known only at run time
  either.owner.names;
  either.owner?.names satisfies string[] | undefined;
  // @ts-expect-error there is no such part
  await api.readThing({ expand: "nothing" });
  await useDesks(api);
  const raw = await api.raw.POST("/things", { body: sent });
  console.log(raw.data?.id, thing.note);
}

async function useDesks(api: Client): Promise<void> {
  const both = await api.readDesk({ include: ["owner"], expand: "limits" });
  both.held.owner.names satisfies string[];
  both.held.limits["a"] satisfies number | undefined;
  // @ts-expect-error neither has asked for it
  both.lamp;
  const one = await api.readDesk({ include: ["owner"] });
  one.held.owner.names satisfies string[];
  // @ts-expect-error it was not asked for
  one.held.limits;
  const other = await api.readDesk({ expand: "lamp", include: [] });
  other.lamp satisfies string;
  // @ts-expect-error the object that would hold it may be gone too
  other.held.owner;
  (await api.readDesk({ include: ["lamp"], expand: "limits" })).lamp satisfies string;
  const none = await api.readDesk();
  none.name satisfies string;
  // @ts-expect-error nothing was asked for
  none.lamp;
  (await api.safe.readDesk({ include: ["owner"], expand: "lamp" })).data?.held.owner.names satisfies string[] | undefined;

  const later: ("owner" | "lamp")[] = [];
  const half = await api.readDesk({ include: later, expand: "limits" });
  half.held.limits["a"] satisfies number | undefined;
  half.held.owner?.names satisfies string[] | undefined;
  // @ts-expect-error it may have been asked for or not
  half.held.owner.names;
  // @ts-expect-error it may have been asked for or not
  half.lamp satisfies string;
  half.lamp satisfies string | undefined;
  const element = await api.readDesk({ include: [Math.random() < 0.5 ? "owner" : "lamp"], expand: "limits" });
  // @ts-expect-error it may be the lamp that was asked for
  element.held.owner.names;
  const perhaps = await api.readDesk({ include: ["owner"], ...(Math.random() < 0.5 ? { expand: "limits" as const } : {}) });
  // @ts-expect-error it may not have been asked for
  perhaps.held.limits["a"];
  const list = Math.random() < 0.5 ? (["owner"] as const) : undefined;
  const maybe = await api.readDesk({ include: list, expand: "limits" });
  // @ts-expect-error it may not have been asked for
  maybe.held.owner.names;
  const asked = Math.random() < 0.5 ? "limits" : "lamp";
  const single = await api.readDesk({ include: ["owner"], expand: asked });
  single.held.owner.names satisfies string[];
  // @ts-expect-error it may be the lamp that was asked for
  single.held.limits["a"];
  // @ts-expect-error there is no such part
  await api.readDesk({ include: ["owner"], expand: "owner" });
  // @ts-expect-error there is no such part
  await api.readDesk({ include: ["limits"], expand: "limits" });
  // @ts-expect-error there is no such argument
  await api.readDesk({ include: ["owner"], expanded: "limits" });
  const args: ReadDeskArguments = { include: ["owner"] };
  // @ts-expect-error what it holds is known only at run time
  (await api.readDesk(args)).held.owner;

  const swapped = await api.swapDesk({ include: ["owner"], expand: ["limits"] });
  swapped.held.owner.names satisfies string[];
  swapped.held.limits["a"] satisfies number | undefined;
  // @ts-expect-error it was not asked for
  swapped.lamp;
  // @ts-expect-error nothing but the limits was asked for
  (await api.swapDesk({ expand: ["limits"] })).held.owner;
  (await api.swapDesk({ include: later, expand: ["limits"] })).held?.owner?.names satisfies string[] | undefined;
  // @ts-expect-error it has to be asked for something
  await api.swapDesk({ include: ["owner"] });

  const dropped = await api.dropDesk({ include: ["owner"], filter: { a: "b" } });
  dropped.held.owner.names satisfies string[];
  dropped.lamp satisfies string | undefined;
  // @ts-expect-error the filter may not ask for it
  dropped.lamp satisfies string;
}

const base = { baseUrl: "http://127.0.0.1:9" };
await createClient({ ...base, auth: { api_key: "k" } }).changeUser();
await createClient({ ...base, auth: { apiKey: "k" } }).changeUser();
// @ts-expect-error it takes a user name and a password
await createClient({ ...base, auth: { apiKey: "k" } }).readUser();
`;
  expect(await client.compile(use)).toBe("");
});
