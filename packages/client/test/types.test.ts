import { describe, expectTypeOf, test } from "vitest";
import type { operations } from "../src/generated/openapi.ts";
import {
  ApiError,
  type ApiKeyApiSecretAuth,
  type Auth,
  type BearerAuth,
  type Client,
  type ClientOptions,
  createClient,
  type GetVariablesCageAsking,
  type GetVariablesCageData,
  isStatusError,
  NotFoundError,
  type Schemas,
  StatusError,
  type TimeoutError,
} from "../src/index.ts";
import { DOMAIN, KEYS } from "./service.ts";

const base: ClientOptions = { baseUrl: "http://127.0.0.1:9", domain: DOMAIN };
type Name = "author" | "client" | "values";

/** The statuses of the errors that the contract documents for an operation. */
type Documented<Id extends keyof operations> = Exclude<
  keyof operations[Id]["responses"],
  200 | 201 | 202 | 204
>;

// What follows is compiled, not run: the calls are of clients that nobody answers.
declare const api: Client;
const never = (_compiled: () => Promise<unknown>): void => {};

describe("include", () => {
  test("makes present what it asks for, and takes away what it does not", () => {
    never(async () => {
      const { data } = await api.getVariablesCage({ id: "1", include: ["author"] });
      expectTypeOf(data.relationships.author.data.attributes.email).toEqualTypeOf<string>();
      expectTypeOf<"text">().toExtend<typeof data.attributes.category>();
      expectTypeOf(data.attributes.category).not.toEqualTypeOf<string>();
      // @ts-expect-error the client was not asked for
      data.relationships.client;
    });
    never(async () => {
      const { data } = await api.getVariablesCage({ id: "1", include: ["values", "client"] });
      expectTypeOf(data.relationships.values.data).toEqualTypeOf<Schemas["CageValue"][]>();
      expectTypeOf(data.relationships.client.data.attributes.archive_at).toEqualTypeOf<string | undefined>();
      // @ts-expect-error the author was not asked for
      data.relationships.author;
    });
  });

  test("that asks for nothing takes everything away", () => {
    never(async () => {
      for (const { data } of [
        await api.getVariablesCage({ id: "1" }),
        await api.getVariablesCage({ id: "1", include: [] }),
        await api.getVariablesCage({ id: "1", include: undefined }),
      ]) {
        expectTypeOf(data.attributes.name).toEqualTypeOf<string>();
        // @ts-expect-error nothing was asked for
        data.relationships?.author;
      }
    });
  });

  test("that is known only at run time narrows nothing", () => {
    never(async () => {
      const list: Name[] = [];
      const { data } = await api.getVariablesCage({ id: "1", include: list });
      expectTypeOf({ data }).toEqualTypeOf<GetVariablesCageData>();
      // @ts-expect-error it may be absent
      data.relationships.author;
      const one = list.length > 1 ? "author" : "client";
      expectTypeOf(
        await api.getVariablesCage({ id: "1", include: [one] }),
      ).toEqualTypeOf<GetVariablesCageData>();
      const any = [JSON.parse('"author"')] as const;
      expectTypeOf(
        await api.getVariablesCage({ id: "1", include: any }),
      ).toEqualTypeOf<GetVariablesCageData>();
      const rest: readonly ["author", ...Name[]] = ["author"];
      expectTypeOf(
        await api.getVariablesCage({ id: "1", include: rest }),
      ).toEqualTypeOf<GetVariablesCageData>();
      const maybe: readonly ["author"] | undefined = list.length > 1 ? ["author"] : undefined;
      expectTypeOf(
        await api.getVariablesCage({ id: "1", include: maybe }),
      ).toEqualTypeOf<GetVariablesCageData>();
    });
  });

  test("that is one of several lists narrows to one of several answers", () => {
    never(async () => {
      const either: readonly ["author"] | readonly ["client"] = Math.random() > 1 ? ["author"] : ["client"];
      const { data } = await api.getVariablesCage({ id: "1", include: either });
      // @ts-expect-error it may be the client that was asked for
      data.relationships.author;
    });
  });

  test("that is said to be a list is that list", () => {
    // @ts-expect-error nothing is asked for
    never(() => api.getVariablesCage<["author"]>({ id: "1", include: [] }));
    // @ts-expect-error the client is asked for
    const args: GetVariablesCageAsking<["author"]> = { id: "1", include: ["client"] };
    never(() => api.getVariablesCage(args));
    never(async () => {
      const ask = <const Asked extends readonly Name[]>(given: GetVariablesCageAsking<Asked>) =>
        api.getVariablesCage(given);
      const { data } = await ask({ id: "1", include: ["author"] });
      expectTypeOf(data.relationships.author.data.id).toEqualTypeOf<string>();
      const list: readonly Name[] = [];
      expectTypeOf(await ask({ id: "1", include: list })).toEqualTypeOf<GetVariablesCageData>();
    });
  });

  test("takes the three names only", () => {
    // @ts-expect-error there is no such name
    never(() => api.getVariablesCage({ id: "1", include: ["owner"] }));
    // @ts-expect-error it is a list
    never(() => api.getVariablesCage({ id: "1", include: "author" }));
  });
});

describe("the arguments", () => {
  test("are complete, and texts", () => {
    // @ts-expect-error three are missing
    never(() => api.resetSmartContractInstance({ flowInstanceId: "1" }));
    // @ts-expect-error an id is a text
    never(() => api.getVariablesCage({ id: 1 }));
    // @ts-expect-error there is no such argument
    never(() => api.getVariablesCage({ id: "1", includes: ["author"] }));
    // @ts-expect-error the domain is given to the factory
    never(() => api.getVariablesCage({ id: "1", "X-Domain": DOMAIN }));
  });
});

describe("auth", () => {
  const make = (_compiled: () => unknown): void => {};

  test("is one of the ways, and a whole one", () => {
    // @ts-expect-error half a pair
    make(() => createClient({ ...base, auth: { apiKey: "key" } }));
    // @ts-expect-error both ways
    make(() => createClient({ ...base, auth: { ...KEYS, bearer: "token" } }));
    // @ts-expect-error none, which the retrieval does not take
    make(() => createClient({ ...base }).getVariablesCage);
    // @ts-expect-error neither
    make(() => createClient({ ...base, auth: {} }));
    // @ts-expect-error the domain is missing
    make(() => createClient({ baseUrl: base.baseUrl, auth: KEYS }));
  });

  test("decides which methods there are", () => {
    const bearer = createClient({ ...base, auth: { bearer: async () => "token" } });
    expectTypeOf(bearer).toHaveProperty("resetSmartContractInstance");
    // @ts-expect-error the retrieval takes the key pair only
    bearer.getVariablesCage;
    // @ts-expect-error so it does without exceptions
    bearer.safe.getVariablesCage;
    const keys = createClient({ ...base, auth: KEYS });
    expectTypeOf(keys).toExtend<Client<"getVariablesCage" | "resetSmartContractInstance">>();
    expectTypeOf<ApiKeyApiSecretAuth | BearerAuth>().toExtend<Auth>();
  });
});

describe("errors", () => {
  test("narrow by their status, operation by operation", () => {
    never(async () => {
      const error: unknown = await api
        .resetSmartContractInstance(Object())
        .catch((reason: unknown) => reason);
      if (!isStatusError("resetSmartContractInstance", error)) return;
      expectTypeOf(error.status).toEqualTypeOf<Documented<"resetSmartContractInstance">>();
      if (error.status === 404) expectTypeOf(error.body).toEqualTypeOf<Schemas["NotFoundError"]>();
      if (error.status === 500) expectTypeOf(error.body.status).toEqualTypeOf<number>();
      if (error.status === 401) expectTypeOf(error.body.title).toEqualTypeOf<"Unauthorized">();
    });
    never(async () => {
      const error: unknown = await api.getVariablesCage({ id: "1" }).catch((reason: unknown) => reason);
      if (isStatusError("getVariablesCage", error))
        expectTypeOf(error.status).toEqualTypeOf<Documented<"getVariablesCage">>();
      if (error instanceof NotFoundError) expectTypeOf(error.status).toEqualTypeOf<404>();
    });
  });

  test("narrow by their class, and then by their kind", () => {
    never(async () => {
      const error: unknown = await api.getVariablesCage({ id: "1" }).catch((reason: unknown) => reason);
      if (error instanceof StatusError) expectTypeOf(error.body).toEqualTypeOf<unknown>();
      if (!(error instanceof ApiError)) return;
      expectTypeOf(error.body).toEqualTypeOf<unknown>();
      expectTypeOf(error.status).toEqualTypeOf<number | undefined>();
    });
    never(async () => {
      const error: unknown = await api.getVariablesCage({ id: "1" }).catch((reason: unknown) => reason);
      if (!(error instanceof ApiError)) return;
      if (error.kind === "argument") expectTypeOf(error.argument).toEqualTypeOf<string>();
      if (error.kind === "timeout") expectTypeOf(error).toEqualTypeOf<TimeoutError>();
      if (error.kind === "status") expectTypeOf(error).toEqualTypeOf<StatusError>();
      // @ts-expect-error there is no such kind
      if (error.kind === "other") throw error;
    });
  });

  test("narrow without exceptions too", () => {
    never(async () => {
      const result = await api.safe.resetSmartContractInstance(Object());
      if (result.error === undefined) return expectTypeOf(result.data.acknowledge).toEqualTypeOf<boolean>();
      expectTypeOf(result.data).toEqualTypeOf<undefined>();
      if (result.error.kind === "status" && result.error.status === 500) {
        expectTypeOf(result.error.body.detail).toEqualTypeOf<string>();
      }
      if (result.error.status === 404) {
        expectTypeOf(result.error.body).toEqualTypeOf<Schemas["NotFoundError"] | undefined>();
      }
      return undefined;
    });
    never(async () => {
      const { data } = await api.safe.getVariablesCage({ id: "1", include: ["author"] });
      expectTypeOf(data?.data.relationships.author.data.id).toEqualTypeOf<string | undefined>();
    });
  });
});

describe("raw", () => {
  test("is typed by the paths, without the headers that the client sends by itself", () => {
    never(async () => {
      const { data, error } = await api.raw.GET("/data_dictionary/variables_cages/{id}", {
        params: { path: { id: "1" }, query: { include: ["author"] } },
      });
      expectTypeOf(data).toEqualTypeOf<Schemas["VariableCageDocument"] | undefined>();
      expectTypeOf(error).toEqualTypeOf<Schemas["UnauthorizedError"] | undefined>();
      // @ts-expect-error there is no such path
      await api.raw.GET("/cages");
    });
  });
});
