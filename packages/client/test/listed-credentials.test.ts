import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { contractNamed, generatedClient } from "./generated-client.ts";
import { startService } from "./service.ts";

const client = await generatedClient(contractNamed("listed-credentials.yaml"));

const SECRET = "secret-of-these-tests";

describe.each([
  { auth: { key: SECRET, secret: SECRET }, sent: { "x-api-key": SECRET, "x-api-secret": SECRET } },
  { auth: { token: SECRET }, sent: { authorization: `Bearer ${SECRET}` } },
  { auth: { query: SECRET }, sent: { target: `?api_key=${SECRET}` } },
  { auth: { cookie: SECRET }, sent: { cookie: `sid=${SECRET}` } },
])("where a contract lists its credentials as parameters, $auth", ({ auth, sent }) => {
  test.each(["readOne", "readTwo"])("is all that %s takes and sends", async (name) => {
    const service = await startService((request, response) => {
      response.writeHead(418).end(`${request.url} ${inspect(request.headers)}`);
    });
    const api = client.create({ baseUrl: service.url, auth });
    const { error, response } = await Reflect.get(Object(api["safe"]), name)();
    const [{ target = "", headers = {} } = {}] = service.received;
    const held = ["authorization", "x-api-key", "x-api-secret", "cookie"].flatMap((header) =>
      headers[header] === undefined ? [] : [[header, headers[header]]],
    );
    const query = target.includes("?") ? { target: target.slice(target.indexOf("?")) } : {};
    expect({ ...Object.fromEntries(held), ...query }).toEqual(sent);
    expect(headers.accept).toBe("application/vnd.api+json");
    expect(headers).not.toHaveProperty("content-type");
    expect(error).toMatchObject({ kind: "undocumented", status: 418 });
    expect(inspect([error, response.url])).not.toContain(SECRET);
  });
});

test("a query parameter of the name of a credential that its operation does not take is an argument", async () => {
  const service = await startService((_request, response) => {
    response.writeHead(200, { "Content-Type": "application/vnd.api+json" }).end("{}");
  });
  await client.create({ baseUrl: service.url, auth: { token: SECRET } })["checkKey"]?.({ api_key: "other" });
  expect(service.received.map(({ target }) => target)).toEqual(["/checks?api_key=other"]);
});

test("the compiler asks for no credential besides `auth`", async () => {
  const use = `
import { createClient } from "./src/index.ts";

const api = createClient({ baseUrl: "http://127.0.0.1:9", auth: { query: "k" } });
await api.readOne();
// @ts-expect-error it is no argument
await api.readTwo({ api_key: "k" });
// @ts-expect-error it is no option
createClient({ baseUrl: "http://127.0.0.1:9", auth: { query: "k" }, apiKey: "k" });
`;
  expect(await client.compile(use)).toBe("");
});
