import { expect, expectTypeOf, test } from "vitest";
import type { operations } from "../src/generated/openapi.ts";
import type { Data, DataWith, OpenedBy, Requires, Schemas, StatusError } from "../src/index.ts";
import { ApiError, type Client, createClient } from "../src/index.ts";
import { createFetchClient } from "../src/openapi-fetch.ts";
import { createClient as createClientOf, getVariablesCage } from "../src/operations.ts";
import { DOMAIN, KEYS, NOWHERE } from "./service.ts";

const base = { baseUrl: NOWHERE, domain: DOMAIN };
type NeedsKeys = Requires<"apiKey and apiSecret">;

// What follows is compiled, not run: the calls are of clients that nobody answers.
declare const api: Client;
const never = (_compiled: () => unknown): void => {};

test("include makes present what it asks for, and takes away what it does not", () => {
  never(async () => {
    const both = await api.getVariablesCage({ id: "1", include: ["values", "author"] });
    expectTypeOf(both.data.relationships.values.data).toEqualTypeOf<Schemas["CageValue"][]>();
    // @ts-expect-error the client was not asked for
    both.data.relationships.client;
    const emailOf = ({ data: { relationships } }: DataWith<"getVariablesCage", "author">): string =>
      relationships.author.data.attributes.email;
    emailOf(both);
    const none = await api.getVariablesCage({ id: "1" });
    // @ts-expect-error nothing was asked for
    none.data.relationships?.author;
    expectTypeOf(await api.getVariablesCage({ id: "1", include: [] })).toEqualTypeOf(none);
    expectTypeOf(await api.getVariablesCage({ id: "1", include: undefined })).toEqualTypeOf(none);
  });
});

test("an include that is known only at run time, or in part, narrows nothing", () => {
  never(async () => {
    const list: ("author" | "client" | "values")[] = [];
    const either = list.length > 1 ? "author" : "client";
    const any = JSON.parse('"author"');
    const maybe = list.length > 1 ? (["author"] as const) : undefined;
    expectTypeOf([
      await api.getVariablesCage({ id: "1", include: list }),
      await api.getVariablesCage({ id: "1", include: [either] }),
      await api.getVariablesCage({ id: "1", include: [any] }),
      await api.getVariablesCage({ id: "1", include: maybe }),
    ] as const).toEqualTypeOf<readonly [Cage, Cage, Cage, Cage]>();
    const one = list.length > 1 ? (["author"] as const) : (["client"] as const);
    // @ts-expect-error it may be the client that was asked for
    (await api.getVariablesCage({ id: "1", include: one })).data.relationships.author;
  });
});
type Cage = Data<"getVariablesCage">;

test("arguments and options are complete, of their types, and no others", () => {
  never(() => {
    // @ts-expect-error the domain is given to the factory
    api.getVariablesCage({ id: "1", "X-Domain": DOMAIN });
    // @ts-expect-error it is a list
    api.getVariablesCage({ id: "1", include: "author" });
    // @ts-expect-error half a pair
    createClient({ ...base, auth: { apiKey: "key" } });
    // @ts-expect-error a pair and a token
    createFetchClient({ ...base, auth: { ...KEYS, bearer: "token" } });
  });
});

test("auth opens the operations that take it; one of several, those that take each of them", () => {
  const bearer = createClient({ ...base, auth: { bearer: async () => "token" } });
  expectTypeOf(bearer.resetSmartContractInstance).toBeFunction();
  expectTypeOf(bearer.safe.getVariablesCage).toEqualTypeOf<NeedsKeys>();
  type Either = typeof KEYS | { bearer: string };
  expectTypeOf<"resetSmartContractInstance">().toExtend<OpenedBy<Either>>();
  expectTypeOf<"getVariablesCage">().not.toExtend<OpenedBy<Either>>();
});

test("a client of chosen operations has those alone, as far as its credentials open them", () => {
  const one = createClientOf({ ...base, auth: KEYS }, { getVariablesCage });
  expect(Object.keys(one)).toEqual(["getVariablesCage", "safe", "withResponse"]);
  expectTypeOf(one.getVariablesCage).toEqualTypeOf<Client["getVariablesCage"]>();
  // @ts-expect-error it was not chosen
  never(() => one.resetSmartContractInstance);
  never(() => {
    const closed = createClientOf({ ...base, auth: { bearer: "token" } }, { getVariablesCage });
    expectTypeOf(closed.getVariablesCage).toEqualTypeOf<NeedsKeys>();
  });
});

test("errors narrow by their kind", () => {
  never((error: unknown = undefined) => {
    if (!(error instanceof ApiError)) return;
    if (error.kind === "argument") expectTypeOf(error.argument).toEqualTypeOf<string>();
    if (error.kind === "configuration") expectTypeOf(error.option).toEqualTypeOf<string>();
    if (error.kind === "status") expectTypeOf(error).toEqualTypeOf<StatusError>();
    // @ts-expect-error there is no such kind
    if (error.kind === "other") throw error;
  });
});

test("results narrow without exceptions, and errors by their status", () => {
  never(async () => {
    const result = await api.safe.getVariablesCage({ id: "1", include: ["author"] });
    if (!result.error)
      return expectTypeOf(result.data).toEqualTypeOf<DataWith<"getVariablesCage", "author">>();
    expectTypeOf(result.data).toEqualTypeOf<undefined>();
    if (result.error.kind !== "status") return undefined;
    type Documented = Exclude<keyof operations["getVariablesCage"]["responses"], 200>;
    expectTypeOf(result.error.status).toEqualTypeOf<Documented>();
    if (result.error.status === 401)
      expectTypeOf(result.error.body).toEqualTypeOf<Schemas["UnauthorizedError"]>();
    return undefined;
  });
});
