import { createClient } from "@workflow-api/client";
import ky from "ky";
import createFetchClient from "openapi-fetch";
import type { paths } from "../src/generated/openapi.ts";

const PATH = "/data_dictionary/variables_cages/{id}";
const DOMAIN = "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30";
const HEADERS = {
  Accept: "application/vnd.api+json",
  "X-Domain": DOMAIN,
  "X-API-KEY": "key-of-the-bench",
  "X-API-SECRET": "secret-of-the-bench",
};

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** One call of the retrieval that asks for the author, by each client of the same service. */
export function contendersOf(url: string, fetch: Fetch): Readonly<Record<string, () => Promise<unknown>>> {
  const address = `${url}${PATH.replace("{id}", "cage-text")}?include=author`;
  const headers = { "X-Domain": DOMAIN };
  const anyFetch: typeof globalThis.fetch = (input, init) => fetch(input as string, init);
  const bare = createFetchClient<paths>({ baseUrl: url, headers: HEADERS, fetch: anyFetch });
  const auth = { apiKey: HEADERS["X-API-KEY"], apiSecret: HEADERS["X-API-SECRET"] };
  const api = createClient({ baseUrl: url, domain: DOMAIN, auth, fetch });
  const kyClient = ky.create({ prefixUrl: url, headers: HEADERS, fetch: anyFetch });
  return {
    "fetch(url, init)": async () => (await fetch(address, { headers: HEADERS })).json(),
    "this client": () => api.getVariablesCage({ id: "cage-text", include: ["author"] }),
    "openapi-fetch": () =>
      bare.GET(PATH, {
        params: { path: { id: "cage-text" }, query: { include: ["author"] }, header: headers },
      }),
    ky: () => kyClient.get(address.slice(url.length + 1)).json(),
  };
}
