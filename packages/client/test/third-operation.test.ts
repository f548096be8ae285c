import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { extendedContract } from "./extended-contract.ts";
import { generatedClient } from "./generated-client.ts";
import { answering, DOMAIN, KEYS, MEDIA_TYPE, rejectionOf } from "./service.ts";

const added = fileURLToPath(import.meta.resolve("@workflow-api/openapi/fixtures/third-operation.yaml"));
const client = await generatedClient(await extendedContract(await readFile(added, "utf8")));

const label = { name: "Urgent", colour: "red", note: null, target: { kind: "user", user_id: "user-1" } };

test("an added operation gets its method, without credentials and domain if it takes none", async () => {
  const page = { data: [], meta: { page: 2, page_size: 1, total: 2 } };
  const service = await answering(200, page);
  const api = client.create({ baseUrl: service.url, domain: DOMAIN, auth: KEYS });
  expect(await api["listLabels"]?.({ page: 2, colours: ["red", "green"] })).toEqual(page);
  expect(service.received[0]?.target).toBe("/v1/labels?page=2&colours=red,green");
  for (const name of ["x-domain", "x-api-key", "authorization"]) {
    expect(service.received[0]?.headers).not.toHaveProperty(name);
  }
});

test("an added operation with a body sends it in its media type", async () => {
  const service = await answering(200, { ...label, number: 1 });
  const api = client.create({ baseUrl: service.url, domain: DOMAIN, auth: { bearer: "token-1" } });
  expect(await api["replaceLabel"]?.({ labelNumber: 1, body: label })).toEqual({ ...label, number: 1 });
  expect(service.received[0]).toMatchObject({
    method: "PUT",
    target: "/v1/labels/1",
    body: JSON.stringify(label),
    headers: { "content-type": MEDIA_TYPE, "x-domain": DOMAIN, authorization: "Bearer token-1" },
  });
});

test("an added answer without a body is undefined, an added error has its class", async () => {
  const gone = await answering(204, "", {});
  const options = { domain: DOMAIN, auth: { bearer: "token-1" } };
  expect(
    await client.create({ baseUrl: gone.url, ...options })["removeLabel"]?.({ labelNumber: 1 }),
  ).toBeUndefined();
  const conflict = { status: 409, code: 409, title: "Conflict", taken_by: 1 };
  const service = await answering(409, conflict);
  const call = client
    .create({ baseUrl: service.url, ...options })
    ["replaceLabel"]?.({ labelNumber: 1, body: label });
  expect(await rejectionOf(call ?? Promise.resolve())).toMatchObject({
    name: "ConflictError",
    status: 409,
    body: conflict,
  });
});

test("the types of the added operations compile", async () => {
  const use = `
import { type Client, createClient, isStatusError } from "./src/index.ts";

export async function use(api: Client): Promise<void> {
  const { data } = await api.listLabels({ colours: ["red"] });
  data[0]?.target.kind satisfies "user" | "group" | undefined;
  await api.replaceLabel({
    labelNumber: 1,
    body: { name: "Urgent", colour: "red", note: null, target: { kind: "user", user_id: "user-1" } },
  });
  // @ts-expect-error there is no such colour
  await api.listLabels({ colours: ["pink"] });
  (await api.removeLabel({ labelNumber: 1 })) satisfies undefined;
  const result = await api.safe.replaceLabel(Object());
  if (isStatusError("replaceLabel", result.error) && result.error.status === 409) {
    result.error.body.taken_by satisfies number;
  }
}

const anonymous = createClient({ baseUrl: "http://127.0.0.1:9", domain: "${DOMAIN}" });
await anonymous.listLabels();
// @ts-expect-error it takes a bearer token
anonymous.replaceLabel;
`;
  expect(await client.compile(use)).toBe("");
});

test("many added operations take nothing from the factory, and no member from the client", async () => {
  const names = ["constructor", "raw", "then", ...Array.from({ length: 9 }, (_, index) => `plain${index}`)];
  const paths = names.map(
    (name) => `
  /v1/many/${name}:
    get:
      operationId: ${name}
      security: []
      parameters: [{ $ref: "#/components/parameters/IfMatch" }]
      responses: { "204": { description: Done. } }`,
  );
  const fragment = `paths:${paths.join("")}
components:
  parameters:
    IfMatch: { name: If-Match, in: header, required: true, schema: { type: string } }
`;
  const many = await generatedClient(await extendedContract(fragment));
  const service = await answering(204, "", {});
  const api = many.create({ baseUrl: service.url, domain: DOMAIN, auth: KEYS });
  await api["plain0"]?.({ "If-Match": "1" });
  await api["then_"]?.({ "If-Match": "2" });
  await api["getVariablesCage"]?.({ id: "1" }).catch(() => {});
  expect(service.received.map(({ headers }) => [headers["if-match"], headers["x-domain"]])).toEqual([
    ["1", undefined],
    ["2", undefined],
    [undefined, DOMAIN],
  ]);
  expect(await many.compile("")).toBe("");
});
