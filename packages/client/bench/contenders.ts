import { createClient } from "@workflow-api/client";
import ky from "ky";
import createFetchClient from "openapi-fetch";
import type { paths } from "../src/generated/openapi.ts";

const PATH = "/data_dictionary/variables_cages/{id}";
const INCLUDE = ["author", "client", "values"] as const;
const DOMAIN = "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30";
const HEADERS = {
  Accept: "application/vnd.api+json",
  "X-Domain": DOMAIN,
  "X-API-KEY": "key-of-the-bench",
  "X-API-SECRET": "secret-of-the-bench",
};

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** What is used of the client that hey-api generates. */
interface HeyApi {
  createClient(config: object): object;
  getVariablesCage(options: object): Promise<unknown>;
}

// By its address, as it is JavaScript without types.
const HEY_API = new URL("generated/hey-api.js", import.meta.url).href;

/** One call of the retrieval that asks for everything, by each client of the same service. */
export async function contendersOf(
  url: string,
  fetch: Fetch,
): Promise<Readonly<Record<string, () => Promise<unknown>>>> {
  const address = `${url}${PATH.replace("{id}", "cage-text")}?include=${INCLUDE.join()}`;
  const anyFetch: typeof globalThis.fetch = (input, init) => fetch(input as string, init);
  const bare = createFetchClient<paths>({ baseUrl: url, headers: HEADERS, fetch: anyFetch });
  const auth = { apiKey: HEADERS["X-API-KEY"], apiSecret: HEADERS["X-API-SECRET"] };
  const api = createClient({ baseUrl: url, domain: DOMAIN, auth, fetch });
  const kyClient = ky.create({ prefixUrl: url, headers: HEADERS, fetch: anyFetch });
  const heyApi: HeyApi = await import(HEY_API);
  const heyClient = heyApi.createClient({ baseUrl: url, headers: HEADERS, fetch: anyFetch });
  const path = { id: "cage-text" };
  const query = { include: [...INCLUDE] };
  return {
    "fetch(url, init)": async () => (await fetch(address, { headers: HEADERS })).json(),
    "this client": () => api.getVariablesCage({ ...path, ...query }),
    "openapi-fetch": () => bare.GET(PATH, { params: { path, query, header: { "X-Domain": DOMAIN } } }),
    "hey-api": () => heyApi.getVariablesCage({ client: heyClient, path, query }),
    ky: () => kyClient.get(address.slice(url.length + 1)).json(),
  };
}
