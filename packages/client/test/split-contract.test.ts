import { expect, test } from "vitest";
import { extendedContract } from "./extended-contract.ts";
import { contractNamed, generatedClient } from "./generated-client.ts";
import { answering, rejectionOf } from "./service.ts";

const client = await generatedClient(contractNamed("split/openapi.yaml"));

const options = { tenantName: "tenant-1", auth: { bearer: "token-1" } };

test("a contract of several files, with an operationId that is no identifier, has its client", async () => {
  const thing = { name: "n", child: null };
  const service = await answering(203, thing, { "Content-Type": "application/json" });
  const api = client.create({ baseUrl: service.url, ...options });
  expect(await api["get-thing.v2"]?.({ id: 1 })).toEqual(thing);
  expect(service.received[0]).toMatchObject({
    target: "/things/1",
    headers: { "x-tenant-name": "tenant-1" },
  });
});

test("its default response is the error of every status", async () => {
  const service = await answering(418, { title: "Tea" }, { "Content-Type": "application/problem+json" });
  const call = client.create({ baseUrl: service.url, ...options })["get-thing.v2"]?.({ id: 1 });
  expect(await rejectionOf(call ?? Promise.resolve())).toMatchObject({
    kind: "status",
    status: 418,
    body: { title: "Tea" },
  });
});

test("its types follow the references between the files", async () => {
  const use = `
import { createClient, isStatusError } from "./src/index.ts";

const api = createClient({ baseUrl: "http://127.0.0.1:9", tenantName: "tenant-1", auth: { bearer: "token" } });
const thing = await api["get-thing.v2"]({ id: 1 }).catch((error: unknown) => {
  if (isStatusError("get-thing.v2", error) && error.status === 404) error.body.title satisfies string;
  throw error;
});
thing.child?.child?.name satisfies string | undefined;
thing.tags?.["a"] satisfies number | undefined;
`;
  expect(await client.compile(use)).toBe("");
});

test("an operation that is added to a copy of it has its method beside those of its files", async () => {
  const fragment = `paths:
  /extra:
    get:
      operationId: readExtra
      responses: { "204": { description: Done. } }
`;
  const file = contractNamed("split/openapi.yaml");
  const extended = await generatedClient(await extendedContract(fragment, file));
  const service = await answering(204, "", {});
  const api = extended.create({ baseUrl: service.url, ...options });
  expect(await api["readExtra"]?.()).toBeUndefined();
  expect(api).toHaveProperty(["get-thing.v2"]);
});
