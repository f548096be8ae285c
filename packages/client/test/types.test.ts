import createFetchClient from "openapi-fetch";
import { expect, expectTypeOf, test } from "vitest";
import {
  ApiError,
  type Client,
  createClient,
  createClientOf,
  createFetch,
  type Data,
  type DataWith,
  isStatusError,
  type OpenedBy,
  operations,
  type paths,
  type Requires,
  type Schemas,
  type StatusError,
} from "./fixture/client.ts";
import { KEYS, NOWHERE, TENANT } from "./service.ts";

const base = { baseUrl: NOWHERE, tenant: TENANT };
type NeedsKeys = Requires<"key and secret">;

// What follows is compiled, not run: the calls are of clients that nobody answers.
declare const api: Client;
const never = (_compiled: () => unknown): void => {};

test("include makes present what it asks for, and takes away what it does not", () => {
  never(async () => {
    const both = await api.getBook({ bookId: "1", include: ["copies", "agent"] });
    expectTypeOf(both.data.related.copies).toEqualTypeOf<Schemas["Copy"][]>();
    both.data.related.author.agent.attributes.name satisfies string;
    both.data.attributes.title satisfies string;
    // @ts-expect-error the publisher was not asked for
    both.data.publisher;
    const nameOf = ({ data }: DataWith<"getBook", "author">): string =>
      data.related.author.attributes.name;
    nameOf(await api.getBook({ bookId: "1", include: ["author", "copies"] }));
    // @ts-expect-error the agent of the author was not asked for
    (await api.getBook({ bookId: "1", include: ["author"] })).data.related.author.agent;
    const none = await api.getBook({ bookId: "1" });
    // @ts-expect-error nothing was asked for
    none.data.related?.author;
    expectTypeOf(await api.getBook({ bookId: "1", include: [] })).toEqualTypeOf(none);
    expectTypeOf(await api.getBook({ bookId: "1", include: undefined })).toEqualTypeOf(none);
  });
});

test("an include that is known only at run time, or in part, narrows nothing", () => {
  never(async () => {
    const list: ("author" | "copies")[] = [];
    const either = list.length > 1 ? "author" : "copies";
    const any = JSON.parse('"author"');
    const maybe = list.length > 1 ? (["author"] as const) : undefined;
    expectTypeOf([
      await api.getBook({ bookId: "1", include: list }),
      await api.getBook({ bookId: "1", include: [either] }),
      await api.getBook({ bookId: "1", include: [any] }),
      await api.getBook({ bookId: "1", include: maybe }),
    ] as const).toEqualTypeOf<readonly [Book, Book, Book, Book]>();
    const include = list.length > 1 ? (["author"] as const) : (["copies"] as const);
    // @ts-expect-error it may be the copies that were asked for
    (await api.getBook({ bookId: "1", include })).data.related.author;
  });
});
type Book = Data<"getBook">;

test("arguments, options and headers are complete, of their types, and no others", () => {
  never(async () => {
    // @ts-expect-error the tenant is given to the factory
    api.getBook({ bookId: "1", "X-Tenant": TENANT });
    // @ts-expect-error it is an array
    api.getBook({ bookId: "1", include: "author" });
    // @ts-expect-error there is no such order
    api.listBooks({ sort: ["color"] });
    await api.listBooks();
    await api.listTrees({ treeIds: [1, 2] as const, "X-Flags": ["bold"] });
    // @ts-expect-error the tag is required
    api.booksRemove({ number: 7 });
    // @ts-expect-error a body is required
    api.addBook({});
    (await api.editBook({ number: 7 })).attributes.year satisfies number;
    (await api.booksRemove({ number: 7, "If-Match": "a" })) satisfies undefined;
    api.getBook({ bookId: "1" }, { headers: { "Idempotency-Key": "1" } });
    // @ts-expect-error the client sends it
    api.getBook({ bookId: "1" }, { headers: { authorization: "other" } });
    // @ts-expect-error openapi-fetch takes no pairs.
    api.getBook({ bookId: "1" }, { headers: [["Idempotency-Key", "1"]] });
  });
});

test("a body has no members that are only read, and data none that are only written", () => {
  never(async () => {
    const added = await api.addBook({ body: { title: "Notes", pin: "1" } });
    added.id satisfies string;
    // @ts-expect-error it is only written
    added.pin;
    // @ts-expect-error the id is only read
    api.addBook({ body: { id: "1", title: "Notes", pin: "1" } });
    const { data } = await createClient({ ...base, auth: KEYS }).POST("/v1/books", {
      body: { title: "Notes", pin: "1" },
    });
    data?.id satisfies string | undefined;
  });
});

test("credentials are those of one security requirement", () => {
  never(() => {
    // @ts-expect-error half a pair
    createClient({ ...base, auth: { key: "key" } });
    // @ts-expect-error a pair and a token
    createFetch({ ...base, auth: { ...KEYS, token: "token" } });
    createClient({ ...base, auth: { token: ({ refused }) => (refused ? "renewed" : "token") } });
    createClient({ ...base, auth: { login: { username: "ada", password: "a" } } });
    createClient(base).listTrees;
  });
});

test("auth opens the operations that take it; one of several, those that take each of them", () => {
  const client = createClient({ ...base, auth: { token: async () => "token" } });
  expectTypeOf(client.returnBook).toBeFunction();
  expectTypeOf(client.safe.getBook).toEqualTypeOf<NeedsKeys>();
  type Either = typeof KEYS | { token: string };
  expectTypeOf<"returnBook">().toExtend<OpenedBy<Either>>();
  expectTypeOf<"getBook">().not.toExtend<OpenedBy<Either>>();
});

test("a client of chosen operations has those alone, as far as its credentials open them", () => {
  const { getBook } = operations;
  const single = createClientOf({ ...base, auth: KEYS }, { getBook });
  expect(Object.keys(single).filter((name) => /Book/.test(name))).toEqual(["getBook"]);
  expectTypeOf(single.getBook).toEqualTypeOf<Client["getBook"]>();
  // @ts-expect-error it was not chosen
  never(() => single.returnBook);
  never(() => {
    const closed = createClientOf({ ...base, auth: { token: "token" } }, { getBook });
    expectTypeOf(closed.getBook).toEqualTypeOf<NeedsKeys>();
  });
});

test("a call by openapi-fetch has its types; headers that are options are optional", () => {
  const params = { path: { bookId: "1" } };
  never(async () => {
    const client = createClient({ ...base, auth: KEYS });
    const PATH = "/catalogue/books/{bookId}";
    const { data, error } = await client.GET(PATH, { params, timeout: 5, cache: "no-store" });
    data?.data.attributes.title satisfies string | undefined;
    error?.title satisfies string | undefined;
    await client.GET("/v1/health");
    await client.request("get", PATH, { params, headers: { "X-Trace": "1" } });
    await client.GET(PATH, { params: { ...params, header: { "X-Tenant": TENANT } } });
    const text = await client.GET(PATH, { params, parseAs: "text" });
    text.data satisfies string | undefined;
    // @ts-expect-error the parameter is misspelt
    client.GET(PATH, { params: { ...params, query: { inclde: ["author"] } } });
    // @ts-expect-error the tag is required
    client.DELETE("/v1/books/{number}", { params: { path: { number: 7 } } });
    const stock = createFetchClient<paths>({ fetch: createFetch({ ...base, auth: KEYS }) });
    await stock.GET(PATH, { params });
    const single = createClientOf({ ...base, auth: KEYS }, { getBook: operations.getBook });
    // @ts-expect-error it was not chosen
    single.GET("/v1/health");
  });
});

test("the response has the documented headers, of data and of errors", () => {
  never(async () => {
    const { response, error } = await api.safe.getBook({ bookId: "1" });
    if (!error) expectTypeOf(response.headers.get("X-Total")).toEqualTypeOf<`${number}`>();
    if (!error) expectTypeOf(response.headers.get("x-total")).toEqualTypeOf<`${number}`>();
    expectTypeOf(response?.headers.get("Date")).toEqualTypeOf<string | null | undefined>();
    if (error?.kind !== "status") return;
    expectTypeOf(error.response.headers.get("X-Reason")).toEqualTypeOf<
      "expired" | "unknown" | null
    >();
  });
});

test("errors narrow by their kind", () => {
  never((error: unknown = undefined) => {
    if (!(error instanceof ApiError)) return;
    if (error.kind === "argument") expectTypeOf(error.argument).toEqualTypeOf<string>();
    if (error.kind === "configuration")
      expectTypeOf(error.option).toEqualTypeOf<string | undefined>();
    if (error.kind === "status") expectTypeOf(error).toEqualTypeOf<StatusError>();
    // @ts-expect-error there is no such kind
    if (error.kind === "other") throw error;
  });
});

test("results narrow without exceptions, and errors by their status", () => {
  never(async () => {
    const result = await api.safe.getBook({ bookId: "1", include: ["author"] });
    if (!result.error) {
      return expectTypeOf(result.data).toEqualTypeOf<DataWith<"getBook", "author">>();
    }
    expectTypeOf(result.data).toEqualTypeOf<undefined>();
    if (result.error.kind !== "status") return undefined;
    expectTypeOf(result.error.status).toEqualTypeOf<401>();
    expectTypeOf(result.error.body).toEqualTypeOf<Schemas["Problem"]>();
    return undefined;
  });
});

test("a status narrows the body of an error, also of a range or a default", () => {
  never((error: unknown = undefined) => {
    if (isStatusError("booksRemove", error)) {
      if (error.status === 422) error.body.title satisfies string;
      if (error.status === 503) error.body satisfies undefined;
      // @ts-expect-error it is in no range
      if (error.status === 304) throw error;
    }
    // @ts-expect-error a default holds errors alone
    if (isStatusError("getV1Health", error) && error.status === 304) throw error;
  });
});
